//! What each seat is asked, in words.

use super::{chance, named};
use crate::chance::Probability;
use crate::machine::claims::ClaimId;
use crate::protocol::ProverEstimator;
use crate::protocol::claims::leaf::Stage;
use crate::protocol::claims::words::{arguments, claims, decide_or_look, of_leaf};
use crate::protocol::prover_estimator::Phase;
use crate::rules::{Offer, Verb, View};
use crate::text::number::and;
use crate::text::{Asking, Fill, OfferWords};

/// The most characters of a question that names what was drawn; beyond it they are counted, and the
/// board has the names.
const LONGEST: usize = 76;

impl<'a> View<'a, ProverEstimator> {
    pub(super) fn question(&self) -> Asking {
        let tree = self.case().tree();
        match self.phase() {
            Phase::Answering => Asking::of(format!("is it so: {}?", tree.words(ClaimId::ROOT))),
            Phase::First => Asking::of("how likely is it that Alice's answer is right?")
                .note(format!("\u{201c}{}\u{201d}", tree.words(ClaimId::ROOT))),
            Phase::Estimating => {
                let words = self.asked().map(|claim| tree.words(claim)).unwrap_or_default();
                Asking::of(self.estimating_question()).note(format!("\u{201c}{words}\u{201d}"))
            }
            Phase::Calling => {
                let stated = self.round().map_or(Probability::HALF, |round| round.stated);
                let about = named(tree, self.here(), "your answer");
                Asking::of(format!("what of Bob's {} for {about}?", chance(stated)))
            }
            Phase::Arguing => {
                Asking::of(format!("lay out an argument for: {}", tree.words(self.here())))
            }
            Phase::Picking => Asking::of("pick the subclaim to go on with"),
            Phase::Leaf(Stage::Judging { .. }) => of_leaf(tree, self.here()),
            _ => Asking::default(),
        }
    }

    pub(super) fn offer_words(&self, offer: &Offer) -> OfferWords {
        let tree = self.case().tree();
        match offer.verb {
            Verb::Claim => "answer".into(),
            Verb::Estimate => "state it".into(),
            Verb::Say => "say it".into(),
            Verb::Argue => OfferWords::new("argue so", arguments(tree, self.here())),
            Verb::Pick => {
                // By how far Bob is off one picks.
                let named = claims(tree, self.subclaims()).into_iter().zip(self.subclaims());
                let off = |(words, claim): (String, ClaimId)| match self.stated(claim) {
                    Some((p, _)) => match self.knows(claim) {
                        Some(truth) => format!("{words}: {}, {truth}", chance(p)),
                        None => format!("{words}: {}", chance(p)),
                    },
                    None => words,
                };
                OfferWords::new("go on with it", Fill::Choices(named.map(off).collect()))
            }
            verb => decide_or_look(verb),
        }
    }

    /// "how likely is claim attic if hall and stairs were drawn yes?".
    fn estimating_question(&self) -> String {
        let (Some(claim), Some(round)) = (self.asked(), self.round()) else {
            return String::new();
        };
        let tree = self.case().tree();
        let question = format!("how likely is claim {}", tree.name(claim));
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
                let which = if counted { drawn.len().to_string() } else { and(drawn) };
                let verb = match (given.is_empty(), drawn.len()) {
                    (false, _) => "",
                    (true, 1) => "was drawn ",
                    (true, _) => "were drawn ",
                };
                given.push(format!("{which} {verb}{answer}"));
            }
            given.join(" and ")
        };
        if yes.len() + no.len() > 0 {
            let whole = format!("{question} if {}?", given(false));
            // The board has the names; a question is read whole.
            let long = whole.chars().count() > LONGEST;
            return if long { format!("{question} if {}?", given(true)) } else { whole };
        }
        question + "?"
    }
}
