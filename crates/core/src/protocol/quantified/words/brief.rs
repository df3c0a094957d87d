//! The rule and the numbers of a quantified debate in words.

use crate::protocol::cross_examination::location_bits;
use crate::protocol::quantified::Verifier;
use crate::protocol::{CrossExamination, Quantified};
use crate::rules::{Seat, View};
use crate::text::{BriefPane, ProtocolText};

impl<'a> View<'a, Quantified> {
    pub(super) fn brief(&self) -> BriefPane {
        if let Some(check) = self.check() {
            let mut brief = CrossExamination::brief(check);
            brief.protocol = "quantified debate".into();
            brief.theorem = "Lemma 8, 2026 paper".into();
            return brief;
        }
        let game = self.game();
        let gates = game.verifier().size();
        let (rounds, dropped) = self.rounds();
        let (bits, all) = (self.moves(), game.turns().len());
        let check = location_bits(gates) + 3;
        let read = game.turns().iter().filter(|turn| game.is_read(turn.input)).count()
            + self.free().iter().filter(|&&input| game.is_read(input)).count();
        let alice = if self.seat() == Some(Seat::Alice) { "You play" } else { "Alice plays" };
        let bob = if self.seat() == Some(Seat::Bob) { "You play" } else { "Bob plays" };
        let reads = match game.verifier_depth() {
            Some(depth) => format!("at most D(V) = {depth} reads"),
            None => format!("at most {read} reads, one for each bit that V depends on"),
        };
        let checked = format!("at most {} + 3 = {check} queries", location_bits(gates));
        // The cost of this debate comes first, then the cost of the other way to find V.
        let mut numbers = match self.verifier_is() {
            Verifier::Evaluated => vec![
                format!("Here the judge evaluates V, which costs {reads}."),
                format!("Cross-examination would cost {checked}."),
            ],
            Verifier::CrossExamined => vec![
                format!("Here V is cross-examined, which costs {checked}."),
                format!("Evaluation by the judge would cost {reads}."),
            ],
        };
        if dropped > 0 {
            numbers.push(format!(
                "{dropped} of {rounds} rounds are dropped, because V reads neither bit (Lemma 3)."
            ));
        }
        let settle = match self.verifier_is() {
            Verifier::Evaluated => {
                "Then the judge evaluates V and reads only the necessary bits.".to_owned()
            }
            Verifier::CrossExamined => {
                let writes =
                    if self.seat() == Some(Seat::Alice) { "you write" } else { "Alice writes" };
                let points =
                    if self.seat() == Some(Seat::Bob) { "you point" } else { "Bob points" };
                format!(
                    "Then {writes} the values of V's gates, {points} at one gate, and the judge \
                     checks it."
                )
            }
        };
        BriefPane {
            protocol: "quantified debate".into(),
            progress: match self.playing() {
                Some(_) => format!("bit {} of {all}", bits + 1),
                None => "the verdict".into(),
            },
            rule: vec![
                format!("{alice} the ∀ bits to make V 0. {bob} the ∃ bits to make V 1."),
                settle,
            ],
            numbers,
            warnings: Vec::new(),
            theorem: match self.verifier_is() {
                Verifier::Evaluated => "Def. 1 and Lemma 3, 2026 paper".into(),
                Verifier::CrossExamined => "Lemma 8, 2026 paper".into(),
            },
        }
    }
}
