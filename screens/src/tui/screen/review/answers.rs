//! What the best player of a person's seat would have come to against whoever sat opposite.

use super::Review;
use crate::analysis::Response;
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::tui::screen::Context;
use crate::tui::worker::Job;

impl Review {
    /// Starts to look for the best players of the provers that people played, once the debate is over.
    pub(super) fn look_for_answers(&mut self, context: &Context) {
        let provers = [Seat::Alice, Seat::Bob].into_iter();
        let provers: Vec<Seat> = provers.filter(|seat| self.people.contains(seat)).collect();
        let Some(sitting) = self.sitting.as_ref().filter(|_| self.outcome.is_some()) else {
            return;
        };
        // Of the start alone, and so once for all lines.
        if provers.is_empty() || self.answering.is_some() || !self.answers.is_empty() {
            return;
        }
        let game = sitting.game();
        // A person judges as the honest program does; who else is a person is not known.
        let seats = Seat::each(|seat| match game.seat_plan(seat) {
            SeatPlan::Human if seat == Seat::Judge => SeatPlan::honest(),
            plan => plan,
        });
        let honest = Seat::each(|_| SeatPlan::honest());
        let Ok(from_start) = game.again(game.seed(), &honest) else { return };
        self.answering = Some(Job::soon(context, move |token| {
            let told = |seat: &Seat| {
                let best = from_start.best_response(&seats, *seat, token).ok()?;
                let best = Response::from(Ok::<_, String>(best));
                let against = seats[seat.opposite().index()].words();
                Some(format!("What Alice can expect from {}.", best.told(*seat, &against)))
            };
            provers.iter().filter_map(told).collect()
        }));
    }
}
