//! The person's prediction of the winner, before the first move.

use super::{Seats, SetupRow};
use crate::analysis::Worth;
use crate::review::wins;
use crate::rules::Side;
use crate::scenario::{Forbidden, Forecast};

impl Seats {
    /// Whether a winner can be predicted: a series of rulings has none, and an exercise may forbid it.
    pub(super) fn may_predict(&self) -> bool {
        let scenario = &self.sitting.scenario;
        !scenario.forbids(Forbidden::Forecast) && !self.sitting.game().now().is_series()
    }

    /// The prediction as the record keeps it. `None` if the person made none.
    pub(super) fn forecast(&self) -> Option<Forecast> {
        self.winner.map(Forecast::winner)
    }

    /// Predicts Alice to the left and Bob to the right.
    pub(super) fn predict(&mut self, by: isize) {
        let side = if by < 0 { Side::Alice } else { Side::Bob };
        self.winner = self.may_predict().then_some(side);
    }

    /// The prediction in words; at first the question.
    pub(super) fn prediction_words(&self) -> Vec<String> {
        if self.row() != SetupRow::Start || !self.may_predict() {
            return Vec::new();
        }
        let worth = self.sitting.game().worth();
        match (self.winner, worth) {
            (Some(side), _) => vec![format!("You predict: {}.", wins(side, worth))],
            (None, Worth::Probability) => vec!["Who will win?  ← Alice · Bob →".into()],
            (None, Worth::Payoff) => vec!["Will Alice be paid more than 0?  ← yes · no →".into()],
        }
    }
}
