//! The best response to external programs, found by asking them.

use elenchus_core::analysis::{BestResponse, Game, NotExact, best_by_asking};
use elenchus_core::debate::{AnyDebate, SeatPlan};
use elenchus_core::rules::{Move, Seat};
use elenchus_core::work::CancelToken;

use crate::play::{ProgramSettings, makes};

impl ProgramSettings {
    /// Finds the best response of a seat against these programs, from the start of a debate. The other seats stay as
    /// they are. The programs are asked at every position, each time in a new debate. A function may
    /// answer with a distribution over moves.
    ///
    /// # Errors
    /// Returns the reason if there is no result.
    pub fn best_response(
        &self,
        game: &dyn Game,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, NotExact> {
        let known = game.as_known_to(seat).map_err(NotExact::Illegal)?;
        let game = known.as_deref().unwrap_or(game);
        let mut game = game.restart(game.seed(), seats).map_err(NotExact::Illegal)?;
        let mut outsiders =
            self.start(token).map_err(|unplayed| NotExact::Illegal(unplayed.to_string()))?;
        outsiders.send_start(game.table());
        let mut asked = |table: &mut dyn AnyDebate, seat, token: &CancelToken| {
            let listed: Result<Vec<(f64, Move)>, _> = match self.function(seat) {
                Some(function) => self.choice(function, seat, table),
                None => outsiders.turn(seat, table, &mut makes, token).map(|_| Vec::new()),
            };
            listed.map_err(|unplayed| unplayed.to_string())
        };
        best_by_asking(&mut *game, seat, &mut asked, token)
    }
}
