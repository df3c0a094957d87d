//! The questions to each seat.

use crate::machine::quantified::{BitTurn, PerfectPlay};
use crate::protocol::{CrossExamination, Quantified};
use crate::rules::{LegalAction, Seat, Side, Verb, View};
use crate::text::number::count;
use crate::text::{ActionText, ProtocolText, QuestionText};
use crate::work::Cancelled;

impl<'a> View<'a, Quantified> {
    pub(super) fn question(&self) -> QuestionText {
        if let Some(check) = self.check() {
            return CrossExamination::question(check);
        }
        match self.playing() {
            Some(place) => self.ask_bit(place),
            None if self.is_read() => {
                QuestionText::new("is V 0 or 1 on these bits?").note(match self.reading() {
                    Ok(Side::Alice) => "The bits that you read make V 0.",
                    Ok(Side::Bob) => "The bits that you read make V 1.",
                    Err(_) => "The bits that you read do not decide V yet.",
                })
            }
            None => QuestionText::default(),
        }
    }

    pub(super) fn offer_words(&self, offer: &LegalAction) -> ActionText {
        if let Some(check) = self.check() {
            return CrossExamination::offer(check, offer);
        }
        match (offer.verb, self.playing()) {
            (Verb::Bit, Some(place)) => format!("play {}", self.name(place.input)).into(),
            (Verb::Run, _) => {
                let steps = self.search_steps().unwrap_or_default();
                format!("search the whole game: {} steps", count(steps)).into()
            }
            (Verb::Read, _) => "read a bit: 1 query".into(),
            _ => "rule for Alice (V is 0) or Bob (V is 1)".into(),
        }
    }

    fn ask_bit(&self, place: BitTurn) -> QuestionText {
        let name = self.name(place.input);
        let says = if Quantified::seat_of(place) == Seat::Alice { "0" } else { "1" };
        let mut asking = QuestionText::new(format!("play {name}: 0 or 1"))
            .note(format!("You want V to be {says} at the end."));
        if let (Some(perfect), Some(played)) = (self.perfect(), self.played())
            && let Ok(leads) = self.leads(place, perfect, played)
        {
            asking = asking.note(leads);
        }
        if let Some(why) = self.too_wide() {
            asking = asking.note(format!("The game is {why}."));
        }
        if self.game().is_read(place.input) {
            asking
        } else {
            asking.note("The verifier can never read this bit.")
        }
    }

    /// The values of both bits, for a prover who searched the game.
    fn leads(
        &self,
        place: BitTurn,
        perfect: &PerfectPlay,
        played: &[bool],
    ) -> Result<String, Cancelled> {
        let name = self.name(place.input);
        let token = self.token();
        let after = |bit: bool| perfect.value(&[played, &[bit]].concat(), &token).map(u8::from);
        let leads = match [after(false)?, after(true)?] {
            [zero, one] if zero == one => format!("either bit leads to V = {zero}"),
            [zero, one] => format!("{name} = 0 leads to V = {zero}, {name} = 1 to V = {one}"),
        };
        Ok(format!("With perfect play from here, {leads}."))
    }
}
