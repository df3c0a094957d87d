//! The best response to programs outside, which are asked for it.

use elenchus_core::analysis::{Best, Game, NotExact, best_by_asking};
use elenchus_core::debate::{SeatPlan, Table};
use elenchus_core::rules::Seat;
use elenchus_core::work::Token;

use crate::play::{Programs, makes};

impl Programs {
    /// The best that a seat can do against these programs in a debate from its start, the other seats
    /// taken so. They are asked at every position; for each the debate begins anew for them.
    ///
    /// # Errors
    /// Why it is not found.
    pub fn best_response(
        &self,
        game: &dyn Game,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &Token,
    ) -> Result<Best, NotExact> {
        let known = game.as_known_to(seat).map_err(NotExact::Illegal)?;
        let game = known.as_deref().unwrap_or(game);
        let mut game = game.again(game.seed(), seats).map_err(NotExact::Illegal)?;
        let mut outsiders =
            self.start(token).map_err(|unplayed| NotExact::Illegal(unplayed.to_string()))?;
        outsiders.greet(game.table());
        let mut asked = |table: &mut dyn Table, seat, token: &Token| {
            let said = outsiders.turn(seat, table, &mut makes, token);
            said.map(|_| ()).map_err(|unplayed| unplayed.to_string())
        };
        best_by_asking(&mut *game, seat, &mut asked, token)
    }
}
