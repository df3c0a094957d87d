//! What those who decide may look at: code, a clause, numbers. It is part of the case, shown to
//! everybody and charged to nobody.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Words;

/// No exhibit has more lines than this.
pub const MOST_LINES: usize = 2_000;

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Exhibit {
    /// What it is: a file's name, "clause 9", "the studies".
    pub title: Words,
    /// The numbers of the steps that it bears on; all of them if none is listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<u32>,
    /// The text, its lines and blanks kept.
    pub text: String,
}

impl Exhibit {
    /// Does it bear on this step; on the debate as a whole, if no step is under discussion?
    pub fn bears_on(&self, step: Option<u32>) -> bool {
        match step {
            Some(step) => self.steps.is_empty() || self.steps.contains(&step),
            None => true,
        }
    }

    /// Its lines, at most [`MOST_LINES`].
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take(MOST_LINES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exhibit_bears_on_its_steps_or_on_all() {
        let mut exhibit = Exhibit {
            title: Words::new("wait.c").expect("words"),
            steps: vec![6],
            text: "a\n  b\n".into(),
        };
        assert!(exhibit.bears_on(Some(6)) && exhibit.bears_on(None) && !exhibit.bears_on(Some(7)));
        exhibit.steps.clear();
        assert!(exhibit.bears_on(Some(7)));
        assert_eq!(exhibit.lines().collect::<Vec<_>>(), ["a", "  b"]);
    }
}
