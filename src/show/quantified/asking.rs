//! What each seat is asked, in words.

use crate::machine::quantified::Turn as Place;
use crate::protocol::Quantified;
use crate::protocol::quantified::Stage;
use crate::rules::{Position, Seat, Side, Verb};
use crate::show::number::count;
use crate::show::{Asking, Show};

impl Quantified {
    pub(super) fn ask(&self) -> Asking {
        match (&self.stage, self.next()) {
            (Stage::Bits, Some(place)) => self.ask_bit(place),
            (Stage::Bits | Stage::Reading, _) => self.ask_verdict(),
            (Stage::Showing(_) | Stage::Over(_), _) => Asking::default(),
            (Stage::Checking(check), _) => check.asking(),
        }
    }

    fn ask_bit(&self, place: Place) -> Asking {
        let seat = Self::seat_of(place);
        let name = self.name(place.input);
        let says = if seat == Seat::Alice { "0" } else { "1" };
        let search = (!self.ran[seat.index()])
            .then(|| format!("search the game: {} steps", count(self.search())));
        let mut asking = Asking::new(
            format!("play {name}: 0 or 1"),
            [format!("play {name}")].into_iter().chain(search),
        )
        .note(format!("You want V to be {says} in the end."));
        if self.ran[seat.index()] {
            let leads = [false, true].map(|bit| {
                let mut next = self.played.clone();
                next.push(bit);
                u8::from(self.perfect().value(&next))
            });
            asking = asking.note(format!(
                "Played perfectly from here, {name} = 0 leads to V = {}, {name} = 1 to V = {}.",
                leads[0], leads[1]
            ));
        }
        if self.game().is_read(place.input) {
            asking
        } else {
            asking.note("The verifier can never read this bit.")
        }
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
