//! What the person says before the first move of how it will end, if they want to.

use super::{Seats, SetupRow};
use crate::analysis::Worth;
use crate::review::{loss, wins};
use crate::rules::Side;
use crate::scenario::{Forbidden, Forecast, Percent};
use crate::text::number::{fixed, plural};

/// Where it begins, in percent, and by how much a key changes it.
const HALF: i16 = 50;
const STEP: i16 = 10;

impl Seats {
    /// Can something be foreseen? Not where rulings are counted and no side wins, and not in a lesson that
    /// forbids it.
    pub(super) fn may_foresee(&self) -> bool {
        let scenario = &self.sitting.scenario;
        !scenario.forbids(Forbidden::Forecast) && !self.sitting.game().now().is_series()
    }

    /// What was said, if anything.
    pub(super) fn forecast(&self) -> Option<Forecast> {
        let queries = self.queries.text().parse().ok();
        let said = Forecast { alice: self.alice, queries };
        (self.may_foresee() && said != Forecast::default()).then_some(said)
    }

    /// More or less likely.
    pub(super) fn change_forecast(&mut self, by: isize) {
        let now = self.alice.map_or(HALF, |percent| percent.get().into());
        let next = (now + by.signum() as i16 * STEP).clamp(0, 100);
        self.alice = self.may_foresee().then(|| Percent::at_most_all(next as u8));
    }

    /// What is said so far, and what it would cost; at first that it can be said.
    pub(super) fn forecast_words(&self) -> Vec<String> {
        if self.row() != SetupRow::Start || !self.may_foresee() {
            return Vec::new();
        }
        let worth = self.sitting.game().worth();
        let Some(said) = self.forecast() else {
            let asks = match worth {
                Worth::Probability => "Who will win, and in how many queries?",
                Worth::Payoff => "Is Alice paid anything? In how many queries?",
            };
            return [asks, "Say it first by the keys below."].map(str::to_owned).to_vec();
        };
        let alice = said.alice.map(|percent| {
            let cost = |came| fixed(loss(percent.part(), came), 2);
            [
                format!("You say: {} with {} %.", wins(Side::Alice, worth), percent.get()),
                format!("It costs {} if so, {} if not.", cost(true), cost(false)),
            ]
        });
        let queries =
            said.queries.map(|n| format!("The judge makes {}.", plural(n, "query", "queries")));
        alice.into_iter().flatten().chain(queries).collect()
    }
}
