//! What each seat is asked, in words.

use super::AT_ONCE;
use crate::machine::quantified::Turn as Place;
use crate::protocol::Quantified;
use crate::protocol::quantified::Stage;
use crate::rules::{Position, Seat, Side, Verb};
use crate::show::number::count;
use crate::show::{Asking, ShowAsking};
use crate::work::Token;

impl ShowAsking for Quantified {
    fn asking(&self) -> Asking {
        match (&self.stage, self.next()) {
            (Stage::Bits, Some(place)) => self.ask_bit(place),
            (Stage::Bits | Stage::Reading, _) => self.ask_verdict(),
            (Stage::Showing(_) | Stage::Over(_), _) => Asking::default(),
            (Stage::Checking(check), _) => check.asking(),
        }
    }
}

impl Quantified {
    fn ask_bit(&self, place: Place) -> Asking {
        let seat = Self::seat_of(place);
        let name = self.name(place.input);
        let says = if seat == Seat::Alice { "0" } else { "1" };
        let search = (!self.ran[seat.index()]).then(|| match self.search() {
            Some(steps) => format!("search the whole game: {} steps", count(steps)),
            None => "search the game with a solver".into(),
        });
        let mut asking = Asking::new(
            format!("play {name}: 0 or 1"),
            [format!("play {name}")].into_iter().chain(search),
        )
        .note(format!("You want V to be {says} in the end."));
        if self.ran[seat.index()] {
            asking = asking.note(self.leads(place));
        }
        if self.game().is_read(place.input) {
            asking
        } else {
            asking.note("The verifier can never read this bit.")
        }
    }

    /// What a prover who searched the game knows of its two bits.
    fn leads(&self, place: Place) -> String {
        let name = self.name(place.input);
        let [zero, one] = [false, true].map(|bit| {
            let mut next = self.played.clone();
            next.push(bit);
            self.perfect().value(&next, &Token::limited(AT_ONCE))
        });
        let leads = |bit: u8, to: bool| format!("{name} = {bit} leads to V = {}", u8::from(to));
        let known = match (zero, one) {
            (None, None) => {
                return "The search gave up here: what you play now is a guess.".into();
            }
            (Some(zero), Some(one)) => format!("{}, {}", leads(0, zero), leads(1, one)),
            (Some(zero), None) => format!("{}; of 1 the search does not know", leads(0, zero)),
            (None, Some(one)) => format!("{}; of 0 the search does not know", leads(1, one)),
        };
        format!("Played perfectly from here, {known}.")
    }

    fn ask_verdict(&self) -> Asking {
        let read = self.menu().offer(Verb::Read).map(|_| "read a bit: 1 query");
        let rule = "rule: Alice says V is 0";
        Asking::new("is V 0 or 1 on these bits?", [rule].into_iter().chain(read)).note(
            match self.reading() {
                Ok(Side::Alice) => "What you read makes V 0.",
                Ok(Side::Bob) => "What you read makes V 1.",
                Err(_) => "What you read does not decide V yet.",
            },
        )
    }
}
