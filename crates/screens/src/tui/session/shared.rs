//! A debate of several screens, as one of them takes part in it.

use super::DebateSession;
use crate::debate::RecordEntry;
use crate::rules::{Actor, Seat, Turn};
use crate::scenario::Scenario;
use crate::tui::remote_seat::RemoteSeat;

impl DebateSession {
    /// A debate of several screens as this chair sees it. It keeps no journal: its source does.
    ///
    /// # Errors
    /// What in the scenario cannot be played.
    pub fn shared(id: &str, scenario: Scenario, chair: RemoteSeat) -> Result<Self, String> {
        let mut sitting = Self::new(id, scenario)?;
        sitting.chair = Some(chair);
        Ok(sitting)
    }

    /// The number of this debate among those of several screens, if it is one.
    pub fn table(&self) -> Option<usize> {
        self.chair.as_ref().map(|chair| chair.source.number())
    }

    /// Was something played on another screen?
    pub fn has_news(&self) -> bool {
        self.chair.as_ref().is_some_and(|chair| chair.source.version() != chair.seen)
    }

    /// Is it over, and its end kept from this screen for now?
    pub fn is_held(&self) -> bool {
        self.chair.as_ref().is_some_and(|chair| chair.held)
    }

    /// Is the seat of this screen somebody else's by now?
    pub fn is_lost(&self) -> bool {
        self.chair.as_ref().is_some_and(|chair| chair.lost)
    }

    /// Who at another screen is asked just now, in words.
    pub fn waits_for(&self) -> Option<String> {
        let chair = self.chair.as_ref()?;
        if self.is_held() {
            return Some("it is over; the teacher will reveal it".into());
        }
        match self.game.position().turn() {
            Turn::Ask(seat) if chair.seat != Some(seat) => {
                let name = &chair.names[seat.index()];
                Some(format!("{} is asked: {name}", seat.name()))
            }
            _ => None,
        }
    }

    /// Takes in what was played elsewhere.
    ///
    /// # Errors
    /// If it is no debate of these rules.
    pub fn catch_up(&mut self) -> Result<(), String> {
        let Some(chair) = &mut self.chair else { return Ok(()) };
        let known = self.game.record().len();
        let mut news = chair.source.news(chair, known);
        if let Some(most) = news.held {
            let most = most.saturating_sub(known);
            // Whoever made the last move knows it.
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
