//! The questions for each seat.

use super::{chance, named};
use crate::chance::Probability;
use crate::machine::claims::ClaimId;
use crate::protocol::ProverEstimator;
use crate::protocol::claims::leaf::LeafStage;
use crate::protocol::claims::words::{arguments, claims, decide_or_look, of_leaf};
use crate::protocol::prover_estimator::Phase;
use crate::rules::{LegalAction, Verb, View};
use crate::text::number::and;
use crate::text::{ActionText, ArgumentPrompt, QuestionText};

/// If a question with the names of the drawn answers has more characters than this, the question only counts the
/// answers. The board still shows the names.
const LONGEST: usize = 140;

impl<'a> View<'a, ProverEstimator> {
    pub(super) fn question(&self) -> QuestionText {
        let tree = self.case().tree();
        match self.phase() {
            Phase::Answering => {
                QuestionText::new(format!("is this claim true: {}?", tree.words(ClaimId::ROOT)))
            }
            Phase::First => self.with_what_bob_heard(
                QuestionText::new("how likely is it that Alice's answer is right?")
                    .note(format!("\u{201c}{}\u{201d}", tree.words(ClaimId::ROOT))),
            ),
            Phase::Estimating => {
                self.with_what_bob_heard(QuestionText::new(self.estimating_question()))
            }
            Phase::Calling => {
                let stated = self.round().map_or(Probability::HALF, |round| round.stated);
                let about = named(tree, self.here(), "your answer");
                QuestionText::new(format!(
                    "Bob says {} for {about}. Is that too low, about right, or too high?",
                    chance(stated)
                ))
            }
            Phase::Arguing => {
                QuestionText::new(format!("choose an argument for: {}", tree.words(self.here())))
            }
            Phase::Picking => QuestionText::new("pick the next subclaim"),
            Phase::Leaf(LeafStage::Judging { .. }) => of_leaf(tree, self.here()),
            _ => QuestionText::default(),
        }
    }

    /// Adds what Alice said to Bob, and what Bob thought before.
    fn with_what_bob_heard(&self, asking: QuestionText) -> QuestionText {
        self.alice_statements().chain(self.prior_words()).fold(asking, QuestionText::note)
    }

    pub(super) fn offer_words(&self, offer: &LegalAction) -> ActionText {
        let tree = self.case().tree();
        match offer.verb {
            Verb::Claim => "answer".into(),
            Verb::Estimate => "state this number".into(),
            Verb::Say => "say this".into(),
            Verb::Argue => ActionText::new("use this argument", arguments(tree, self.here())),
            Verb::Pick => {
                // Bob's error helps Alice to decide, so each choice shows his number.
                let named = claims(tree, self.subclaims()).into_iter().zip(self.subclaims());
                let off = |(words, claim): (String, ClaimId)| match self.stated(claim) {
                    Some((p, _)) => match self.knows(claim) {
                        Some(truth) => format!("{words}: {}, {truth}", chance(p)),
                        None => format!("{words}: {}", chance(p)),
                    },
                    None => words,
                };
                ActionText::new(
                    "continue with this claim",
                    ArgumentPrompt::Choices(named.map(off).collect()),
                )
            }
            verb => decide_or_look(verb),
        }
    }

    /// Returns a question such as "how likely is claim attic, given yes for hall and stairs?".
    fn estimating_question(&self) -> String {
        let (Some(claim), Some(round)) = (self.asked(), self.round()) else {
            return String::new();
        };
        let tree = self.case().tree();
        let (name, words) = (tree.name(claim), tree.words(claim));
        let question = format!("how likely is claim {name}, \u{201c}{words}\u{201d},");
        let parts = self.argument_of(round).map(|argument| argument.parts);
        let name = |at: usize| parts.as_ref().and_then(|parts| parts.iter().nth(at));
        let name =
            |at: usize| name(at).map_or_else(String::new, |part| tree.name(part).to_string());
        let list = |answer: bool| -> Vec<String> {
            let drawn = round.parts.iter().enumerate();
            drawn.filter(|(_, p)| p.1 == Some(answer)).map(|(at, _)| name(at)).collect()
        };
        let (yes, no) = (list(true), list(false));
        let given = |counted: bool| {
            let mut given = Vec::new();
            for (drawn, answer) in
                [(&yes, "yes"), (&no, "no")].into_iter().filter(|d| !d.0.is_empty())
            {
                given.push(match counted {
                    true => format!("{} {answer}", drawn.len()),
                    false => format!("{answer} for {}", and(drawn)),
                });
            }
            given.join(" and ")
        };
        let question = question.trim_end_matches(',');
        if yes.len() + no.len() > 0 {
            let whole = format!("{question}, given {}?", given(false));
            let long = whole.chars().count() > LONGEST;
            return if long { format!("{question}, given {}?", given(true)) } else { whole };
        }
        question.to_owned() + "?"
    }
}
