//! Evidence, such as code, a clause, or numbers. Each piece of evidence is about some steps or
//! claims. Players may read it at no cost.

use serde::{Deserialize, Serialize};

use super::{Located, SafeText};
use crate::rules::{Seat, Viewer};
use crate::text::{Presentation, Topic};

/// Only this many lines of an exhibit are shown.
pub const MOST_LINES: usize = 2_000;

/// One piece of evidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Exhibit {
    /// The title, such as a file's name, "clause 9", or "the studies".
    pub title: SafeText,
    /// The numbers of the steps that the exhibit is about. If the list is empty, the exhibit is
    /// about all steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Located<u32>>,
    /// The names of the claims that the exhibit is about. If the list is empty, the exhibit is
    /// about all claims. If the list is empty and `when` is set, the exhibit is about all claims
    /// that have no arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Located<SafeText>>,
    /// Restricts the exhibit to worlds in which these claims are true (`true`) or false (`false`).
    /// Then the exhibit is visible to the players who know the truth of such a claim, and to the
    /// judge who decides such a claim. Without `when`, everybody sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<bool>,
    /// The text, with its lines and spaces.
    pub text: String,
}

impl Exhibit {
    /// Returns whether the exhibit is about one of these topics. Without topics, returns whether it
    /// is about the debate as a whole.
    pub fn is_relevant(&self, topics: &[Topic]) -> bool {
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

    /// The exhibits that a seat may see in this position. A prover may see the evidence about any
    /// step. The judge sees only the evidence about the steps and claims that the judge must
    /// decide.
    pub fn open_to<'a>(
        all: &'a [Self],
        seat: Seat,
        position: &dyn Presentation,
    ) -> impl Iterator<Item = &'a Self> + use<'a> {
        let eye = Viewer::Seat(seat);
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
        self.is_relevant(topics) || of_steps && seat != Seat::Judge
    }

    /// The lines of the text, at most [`MOST_LINES`].
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take(MOST_LINES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Step;

    fn exhibit() -> Exhibit {
        let title = SafeText::new("wait.c").expect("words");
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
        exhibit.steps = vec![Located::without_place(6)];
        assert!(exhibit.is_relevant(&step(6)) && exhibit.is_relevant(&[]));
        assert!(!exhibit.is_relevant(&step(7)));
        exhibit.steps.clear();
        assert!(exhibit.is_relevant(&step(7)));
        assert_eq!(exhibit.lines().collect::<Vec<_>>(), ["a", "  b"]);
    }

    #[test]
    fn evidence_of_a_true_claim_is_hidden_from_a_seat_that_does_not_know_the_truth() {
        let mut exhibit = exhibit();
        exhibit.claims = vec![Located::without_place(SafeText::new("p1").expect("words"))];
        assert!(
            exhibit.is_relevant(&claim("p1", None)) && !exhibit.is_relevant(&claim("p2", None))
        );
        assert!(!exhibit.is_relevant(&[]), "no claim is under decision yet");
        exhibit.when = Some(true);
        assert!(exhibit.is_relevant(&claim("p1", Some(true))));
        assert!(!exhibit.is_relevant(&claim("p1", Some(false))));
        assert!(!exhibit.is_relevant(&claim("p1", None)));
        // A player who knows only the truth of a claim with arguments does not see the evidence
        // about its leaves.
        exhibit.claims.clear();
        assert!(exhibit.is_relevant(&claim("p1", Some(true))));
        let argued = Topic::Claim { name: "root".into(), truth: Some(true), leaf: false };
        assert!(!exhibit.is_relevant(&[argued]));
    }
}
