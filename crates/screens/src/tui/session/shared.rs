//! The part that one screen has in a shared debate.

use super::DebateSession;
use crate::debate::RecordEntry;
use crate::rules::{Actor, Seat, Turn};
use crate::scenario::Scenario;
use crate::tui::remote_seat::RemoteSeat;

impl DebateSession {
    /// A shared debate as this seat sees it. The owner of the debate keeps the record, so there is no journal here.
    ///
    /// # Errors
    /// Returns the reason if the scenario cannot be played.
    pub fn shared(id: &str, scenario: Scenario, chair: RemoteSeat) -> Result<Self, String> {
        let mut sitting = Self::new(id, scenario)?;
        sitting.chair = Some(chair);
        Ok(sitting)
    }

    /// The number of this debate among the shared debates. `None` if it is not shared.
    pub fn table(&self) -> Option<usize> {
        self.chair.as_ref().map(|chair| chair.source.number())
    }

    /// Returns `true` if another screen changed the debate.
    pub fn has_news(&self) -> bool {
        self.chair.as_ref().is_some_and(|chair| chair.source.version() != chair.seen)
    }

    /// Returns `true` if the debate is over and its end is hidden from this screen for now.
    pub fn is_held(&self) -> bool {
        self.chair.as_ref().is_some_and(|chair| chair.held)
    }

    /// Returns `true` if somebody else now has this screen's seat.
    pub fn is_lost(&self) -> bool {
        self.chair.as_ref().is_some_and(|chair| chair.lost)
    }

    /// A phrase for what this screen waits for: the end that the teacher will reveal, or the player at another screen
    /// who must answer. `None` if it waits for neither.
    pub fn waits_for(&self) -> Option<String> {
        let chair = self.chair.as_ref()?;
        if self.is_held() {
            return Some("the debate is over; the teacher will reveal its end".into());
        }
        match self.game.position().turn() {
            Turn::Ask(seat) if chair.seat != Some(seat) => {
                let name = &chair.names[seat.index()];
                Some(format!("{} is asked: {name}", seat.name()))
            }
            _ => None,
        }
    }

    /// Takes in the moves of other screens.
    ///
    /// # Errors
    /// Returns an error if a move is illegal in this debate.
    pub fn catch_up(&mut self) -> Result<(), String> {
        let Some(chair) = &mut self.chair else { return Ok(()) };
        let known = self.game.record().len();
        let mut news = chair.source.news(chair, known);
        if let Some(most) = news.held {
            let most = most.saturating_sub(known);
            // The player who made the last move already knows it.
            let own = chair.seat.map(Actor::Seat);
            if !matches!(news.entries.get(most..), Some([RecordEntry::Move { actor, .. }]) if Some(*actor) == own)
            {
                news.entries.truncate(most);
            }
        }
        for entry in &news.entries {
            self.game.apply(entry).map_err(|stuck| stuck.to_string())?;
        }
        for seat in Seat::ALL {
            let plan = &news.plans[seat.index()];
            if self.game.seat_plan(seat) != *plan {
                self.game.set_seat(seat, plan)?;
            }
        }
        (chair.seen, chair.names, chair.held) = (news.version, news.names, news.held.is_some());
        chair.lost = news.lost;
        Ok(())
    }
}
