//! The player's prediction of the winner before the first move.

use super::{SeatsScreen, SetupRow};
use crate::analysis::PayoffUnit;
use crate::review::wins;
use crate::rules::Side;
use crate::scenario::{Forbidden, OpeningPrediction};

impl SeatsScreen {
    /// Returns `true` if a winner can be predicted. A series of rulings has no winner, and an
    /// exercise may forbid predictions.
    pub(super) fn may_predict(&self) -> bool {
        let scenario = &self.sitting.scenario;
        !scenario.forbids(Forbidden::Forecast) && !self.sitting.game().position().is_series()
    }

    /// The prediction for the record. `None` if the player made no prediction.
    pub(super) fn forecast(&self) -> Option<OpeningPrediction> {
        self.winner.map(OpeningPrediction::winner)
    }

    /// Changes the prediction. Left predicts Alice, and Right predicts Bob.
    pub(super) fn predict(&mut self, by: isize) {
        let side = if by < 0 { Side::Alice } else { Side::Bob };
        self.winner = self.may_predict().then_some(side);
    }

    /// The prediction in words. If there is none yet, the question.
    pub(super) fn prediction_words(&self) -> Vec<String> {
        if self.row() != SetupRow::Start || !self.may_predict() {
            return Vec::new();
        }
        let worth = self.sitting.game().payoff_unit();
        match (self.winner, worth) {
            (Some(side), _) => vec![format!("You predict: {}.", wins(side, worth))],
            (None, PayoffUnit::Probability) => vec!["Who will win?  ← Alice · Bob →".into()],
            (None, PayoffUnit::Payoff) => {
                vec!["Will Alice be paid more than 0?  ← yes · no →".into()]
            }
        }
    }
}
