//! What those who decide may look at: code, a clause, numbers. It is part of the case, charged to
//! nobody, and shown beside what it bears on.

use serde::{Deserialize, Serialize};

use super::{At, Words};
use crate::rules::{Eye, Seat};
use crate::text::{Show, Topic};

/// No exhibit has more lines than this.
pub const MOST_LINES: usize = 2_000;

/// One piece of evidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Exhibit {
    /// What it is: a file's name, "clause 9", "the studies".
    pub title: Words,
    /// The numbers of the steps that it bears on; all of them if none is listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<At<u32>>,
    /// The names of the claims that it bears on; all of them if none is listed, and with `when` all for
    /// which no argument can be made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<At<Words>>,
    /// It is what is found where these claims are true, or where they are false: for the judge who
    /// decides one of them, and for whoever knows it. Without it everybody sees the exhibit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<bool>,
    /// The text, its lines and blanks kept.
    pub text: String,
}

impl Exhibit {
    /// Does it bear on what somebody has before them; on the debate as a whole, if that is nothing
    /// in particular?
    pub fn bears_on(&self, topics: &[Topic]) -> bool {
        let whole = self.steps.is_empty() && self.claims.is_empty();
        if whole && self.when.is_none() {
            return true;
        }
        let on = |topic: &Topic| match topic {
            Topic::Step(step) => self.steps.iter().any(|n| n.value as usize == step.index() + 1),
            Topic::Claim { name, truth, leaf } => {
                let named = whole && *leaf || self.claims.iter().any(|own| *own.value == **name);
                named && (self.when.is_none() || self.when == *truth)
            }
        };
        topics.iter().any(on) || topics.is_empty() && !self.steps.is_empty()
    }

    /// What somebody in a seat may look at now: the one place that decides it. A prover may look at the
    /// evidence of any step; the judge at what bears on the one put to it.
    pub fn open_to<'a>(
        all: &'a [Self],
        seat: Seat,
        position: &dyn Show,
    ) -> impl Iterator<Item = &'a Self> + use<'a> {
        let eye = Eye::Seat(seat);
        let mut topics = match all {
            [] => Vec::new(),
            _ => position.topics(eye),
        };
        if topics.is_empty() && !all.is_empty() {
            topics.extend(position.board(eye).step().map(Topic::Step));
        }
        all.iter().filter(move |exhibit| exhibit.is_open(seat, &topics))
    }

    fn is_open(&self, seat: Seat, topics: &[Topic]) -> bool {
        let of_steps = self.when.is_none() && !self.steps.is_empty();
        self.bears_on(topics) || of_steps && seat != Seat::Judge
    }

    /// Its lines, at most [`MOST_LINES`].
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take(MOST_LINES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Step;

    fn exhibit() -> Exhibit {
        let title = Words::new("wait.c").expect("words");
        Exhibit { title, text: "a\n  b\n".into(), ..Exhibit::default() }
    }

    fn step(number: usize) -> Vec<Topic> {
        vec![Topic::Step(Step::at(number - 1))]
    }

    fn claim(name: &str, truth: Option<bool>) -> Vec<Topic> {
        vec![Topic::Claim { name: name.into(), truth, leaf: true }]
    }

    #[test]
    fn an_exhibit_bears_on_its_steps_or_on_all() {
        let mut exhibit = exhibit();
        exhibit.steps = vec![At::nowhere(6)];
        assert!(exhibit.bears_on(&step(6)) && exhibit.bears_on(&[]));
        assert!(!exhibit.bears_on(&step(7)));
        exhibit.steps.clear();
        assert!(exhibit.bears_on(&step(7)));
        assert_eq!(exhibit.lines().collect::<Vec<_>>(), ["a", "  b"]);
    }

    #[test]
    fn what_is_found_where_a_claim_is_true_is_not_shown_to_who_does_not_know_it() {
        let mut exhibit = exhibit();
        exhibit.claims = vec![At::nowhere(Words::new("p1").expect("words"))];
        assert!(exhibit.bears_on(&claim("p1", None)) && !exhibit.bears_on(&claim("p2", None)));
        assert!(!exhibit.bears_on(&[]), "no claim is before anybody yet");
        exhibit.when = Some(true);
        assert!(exhibit.bears_on(&claim("p1", Some(true))));
        assert!(!exhibit.bears_on(&claim("p1", Some(false))));
        assert!(!exhibit.bears_on(&claim("p1", None)));
        // Who knows of an argued claim that it is false has not looked at what it rests on.
        exhibit.claims.clear();
        assert!(exhibit.bears_on(&claim("p1", Some(true))));
        let argued = Topic::Claim { name: "root".into(), truth: Some(true), leaf: false };
        assert!(!exhibit.bears_on(&[argued]));
    }
}
