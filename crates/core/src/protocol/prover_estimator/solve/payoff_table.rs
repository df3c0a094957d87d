//! The table of payoffs: which Alices and Bobs stand in it, and what their pairs come to.

use std::sync::Arc;

use super::averaged::{Averaged, MOST_BRANCHES, average_payoff};
use super::payoff::payoff_over;
use super::{Payoff, payoff};
use crate::analysis::{Exact, Fact, PairValue};
use crate::chance::Probability;
use crate::debate::SeatPlan;
use crate::fact;
use crate::machine::claims::{Case, Knowledge};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::players::estimator::{CannotLearn, Estimator, Learned};
use crate::protocol::prover_estimator::players::prover::{
    Drawings, Hunter, Prover, Stakes, TooLarge,
};
use crate::rules::Seat;
use crate::strategy::Seating;
use crate::work::{Stopped, Token};

/// The estimators against which Alices are measured learn to within this much.
pub(super) const DELTA: f64 = 0.05;

/// An Alice of the table.
#[derive(Clone, Debug)]
pub(super) enum TableAlice {
    Fixed(Prover),
    Hunter,
    BlindHunter,
}

impl TableAlice {
    /// What she comes to against this Bob, over these worlds.
    pub(super) fn payoff(
        &self,
        (case, stakes): (&Case, Stakes),
        bob: &Estimator,
        averaged: &Averaged,
        branches: usize,
        token: &Token,
    ) -> Result<Payoff, TooLarge> {
        match self {
            Self::Fixed(alice) => {
                payoff_over((case, stakes), (alice, bob), &averaged.worlds, branches, token)
            }
            Self::Hunter if *case.alice() == Knowledge::Everything => {
                let hunter = Hunter::new(case, stakes, bob).within(branches).under(token);
                averaged.average(|truths| {
                    let (paid, right) = hunter.knowing(truths)?;
                    Ok(Payoff::in_world(paid, right))
                })
            }
            Self::Hunter | Self::BlindHunter => {
                let hunter = Hunter::new(case, stakes, bob).within(MOST_BRANCHES).under(token);
                let told = matches!(self, Self::Hunter);
                let looked = if told { hunter.told() } else { hunter.blind() };
                // Of one who looks ahead without knowing the world only the average is found.
                let one = averaged.worlds.len() == 1;
                looked.map(|(paid, right)| Payoff {
                    paid,
                    by_world: one.then_some(paid.mean * paid.mean),
                    right,
                })
            }
        }
    }
}

pub(super) fn rows() -> Vec<(&'static str, TableAlice)> {
    let fixed = without_foresight().map(|(name, alice)| (name, TableAlice::Fixed(alice)));
    let hunters =
        [("best-response", TableAlice::Hunter), ("blind-best-response", TableAlice::BlindHunter)];
    fixed.into_iter().chain(hunters).collect()
}

/// The Alices of the table who do not look ahead.
pub(super) fn without_foresight() -> [(&'static str, Prover); 5] {
    [
        ("honest", Prover::Honest),
        ("ignorant", Prover::Ignorant),
        ("marginal", Prover::Marginal { answer: true }),
        ("marginal-no", Prover::Marginal { answer: false }),
        ("obfuscator", Prover::Obfuscator { towards: Arc::from([]) }),
    ]
}

/// The Bobs of the table who learned nothing.
pub(super) fn unlearned() -> Vec<(String, Estimator)> {
    let p = Probability::clamped;
    vec![
        ("calibrated".to_owned(), Estimator::Calibrated),
        ("informed".into(), Estimator::Informed),
        ("independent:1".into(), Estimator::Independent { false_parts: 1.0, root: None }),
        ("constant:0.5".into(), Estimator::Constant(p(0.5))),
        ("marginal".into(), Estimator::Marginal),
        ("shading:0".into(), Estimator::Shading(p(0.0))),
        ("shading:0.1".into(), Estimator::Shading(p(0.1))),
        ("lazy".into(), Estimator::Constant(p(1.0))),
    ]
}

/// The Bobs of the table, and why one is missing.
type Columns = (Vec<(String, Estimator)>, Option<Fact>);

/// Who stands in the columns of this debate's table.
pub(super) fn columns(debate: &ProverEstimator, token: &Token) -> Result<Columns, Stopped> {
    let mut bobs = unlearned();
    match Learned::new(&debate.setup().case, DELTA, token) {
        Ok(learned) => {
            bobs.push(("learned:0.05".into(), Estimator::Learned(Arc::new(learned))));
            Ok((bobs, None))
        }
        Err(CannotLearn::Stopped(stopped)) => Err(stopped),
        Err(why) => {
            let why = fact!("unlearned": "a learned estimator: {why}", why = why.to_string());
            Ok((bobs, Some(why)))
        }
    }
}

impl ProverEstimator {
    /// What a prover who does not look ahead and an estimator come to where debates are played: in
    /// the actual world, or over all worlds if none is.
    pub(super) fn exact_payoff(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact> {
        let setup = self.setup();
        let (case, stakes) = (&setup.case, setup.stakes);
        let written = seats.each_ref().map(|plan| plan.program().map(str::to_owned));
        if written[Seat::Judge.index()].as_deref()?.trim() != "honest" {
            return None;
        }
        let seating = Seating::new(written).under(token);
        let bob: Estimator = seating.solved(self, Seat::Bob).ok()??;
        let alice = || -> Option<Prover> { seating.solved(self, Seat::Alice).ok()? };
        let paid = match case.actual() {
            Some(actual) => {
                let within = (MOST_BRANCHES, &Drawings::default());
                let truths = Arc::new(case.tree().truths(actual));
                payoff(case, stakes, &alice()?, &bob, &truths, within, token).ok()
            }
            None => alice()
                .and_then(|alice| average_payoff(case, stakes, (&alice, &bob), token))
                .or_else(|| looking_ahead((case, stakes), seats, &bob, token)),
        };
        paid.map(|paid| Exact::solved(paid.value()))
    }

    /// Payoffs in the actual world alone, where the scenario names one and players think others
    /// possible. An Alice who looks ahead without knowing the world is not among them.
    pub(super) fn in_this_world(
        &self,
        bobs: &[(String, Estimator)],
        branches: usize,
        token: &Token,
    ) -> Result<Option<Vec<PairValue>>, Stopped> {
        let setup = self.setup();
        let (case, stakes) = (&setup.case, setup.stakes);
        if case.worlds().only().is_some() {
            return Ok(None);
        }
        let Some(actual) = case.actual() else { return Ok(None) };
        let worlds = vec![(1.0, Arc::new(case.tree().truths(actual)))];
        let here = Averaged { worlds, exact: true };
        let is_found = |row: &TableAlice| match row {
            TableAlice::Fixed(_) => true,
            TableAlice::Hunter => *case.alice() == Knowledge::Everything,
            TableAlice::BlindHunter => false,
        };
        let mut values = Vec::new();
        for (alice, row) in rows().into_iter().filter(|(_, row)| is_found(row)) {
            for (name, bob) in bobs {
                let found = row.payoff((case, stakes), bob, &here, branches, token);
                token.check()?;
                values.extend(found.ok().map(|paid| paid.of_pair(alice, name)));
            }
        }
        Ok(Some(values))
    }
}

/// The average payoff of an Alice who looks ahead, if her moves are too many to follow. `None` for every other
/// player, and if not all worlds of the distribution are left.
fn looking_ahead(
    (case, stakes): (&Case, Stakes),
    seats: &[SeatPlan; 3],
    bob: &Estimator,
    token: &Token,
) -> Option<Payoff> {
    let alice = seats[Seat::Alice.index()].program()?.trim();
    case.is_drawn_from_the_law().then_some(())?;
    let (_, row) = rows().into_iter().find(|(name, row)| {
        *name == alice && matches!(row, TableAlice::Hunter | TableAlice::BlindHunter)
    })?;
    let averaged = Averaged::over(case);
    let found = averaged
        .exact
        .then(|| row.payoff((case, stakes), bob, &averaged, averaged.branches(), token).ok());
    found.flatten()
}

/// Payoffs with what they vary by, and how often Alice answers rightly.
pub(super) fn averages(values: &[PairValue], paid: &[Payoff], averaged: &Averaged) -> Vec<Fact> {
    let mut facts = vec![fact!("averaged": "{over}", over = averaged.words())];
    facts.extend(values.iter().zip(paid).map(|(value, paid)| {
        let varies = paid.sd_of_worlds().map_or(String::new(), |sd| {
            format!("; mean payoff varies from world to world by {sd:.4}")
        });
        fact!("right": "{alice} against {bob}: right {right:.1} %{varies}", alice = value.alice,
            bob = value.bob, right = 100.0 * paid.right, varies = paid.sd_of_worlds() => varies)
    }));
    facts
}
