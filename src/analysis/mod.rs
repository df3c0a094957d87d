//! What moves are worth: exact values, bounds, costs, and the review of a finished debate.
//!
//! Nothing here re-implements a rule: the evaluator walks the rules themselves, and a special
//! solver, where speed asks for one, is checked against it.

mod bisection;
pub mod claims;
mod cross_examination;
mod everybody;
pub mod game_tree;
mod honest;
mod moments;
mod pair;
pub mod query;
mod report;
pub mod review;
pub mod stochastic;
mod tableau;
mod witness;

pub use moments::Moment;
pub use pair::{How, NoValue, Pair};
pub use report::{Bound, Paid, Report, Section, Standing, Unsolved, Value};

use serde::{Deserialize, Serialize};

use crate::debate::{Debate, Driver, Many, NodeId, SeatPlan, Table};
use crate::show::Show;
use crate::strategy::Players;
use crate::work::{Stopped, Token};

/// What a position is worth to Alice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// If everybody is honest from here on.
    pub honest: f64,
    /// The most that an Alice can get against an honest Bob, where that is known.
    pub best_alice: Option<f64>,
    /// What an honest Alice gets against the best Bob, where that is known.
    pub best_bob: Option<f64>,
}

/// What [`Evaluation`]s are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The probability that Alice wins, in [0, 1].
    Probability,
    /// What Alice is paid.
    Payoff,
}

/// Rules that can be analysed.
pub trait Analysed: Players + Show {
    /// What values are counted in.
    fn worth() -> Worth {
        Worth::Probability
    }

    /// The largest value there can be: what a cost in a review is a share of.
    fn most(&self) -> f64 {
        1.0
    }

    /// What this position is worth; none if it cannot be said exactly in reasonable time.
    ///
    /// # Errors
    /// If the work was stopped.
    fn evaluate(&self, token: &Token) -> Result<Option<Evaluation>, Stopped> {
        let honest = game_tree::honest_value(self, token)?;
        Ok(honest.map(|honest| Evaluation { honest, best_alice: None, best_bob: None }))
    }

    /// Debates from here by these players. Where a kernel plays the same debates quicker than the
    /// rules do, it is chosen here.
    ///
    /// # Errors
    /// If a seat has no such strategy, or is a person's.
    fn many(&self, seats: &[SeatPlan; 3]) -> Result<Box<dyn Many>, String> {
        Ok(Box::new(Driver::new(self.clone(), seats)?))
    }

    /// What Alice can expect from these players from here on; none where that cannot be said
    /// exactly in reasonable time, a seat is a person's, or the work was stopped.
    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<f64> {
        walked(self, seats, token)
    }

    /// What a theorem promises of these strategies, if one speaks of them and of this debate.
    ///
    /// # Errors
    /// If the work was stopped.
    fn promise(&self, _written: [&str; 3], _token: &Token) -> Result<Option<Promise>, Stopped> {
        Ok(None)
    }

    /// Puts everything that can be said of the debate from its start into an empty report, as it is
    /// found: truth, exact values of pairs of strategies, bounds, costs. May take long.
    ///
    /// # Errors
    /// If the debate is too large to be solved, saying what is; or if the work was stopped: the
    /// report then has what had been found.
    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved>;

    /// The whole report.
    ///
    /// # Errors
    /// As [`Analysed::report`].
    fn reported(&self, token: &Token) -> Result<Report, Unsolved> {
        let mut report = Report::default();
        self.report(&mut report, token)?;
        Ok(report)
    }
}

/// What a walk of 10^5 positions under these players comes to, if that is enough.
fn walked<R: Players>(rules: &R, seats: &[SeatPlan; 3], token: &Token) -> Option<f64> {
    const MOST: u64 = 100_000;
    let driver = Driver::new(rules.clone(), seats).ok()?;
    game_tree::Walk::of(&driver, MOST, token).value(rules).ok()
}

/// What a theorem promises of what Alice can expect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Promise {
    /// The theorem.
    pub theorem: String,
    /// Whether Alice is promised at least this; else at most.
    pub at_least: bool,
    /// A probability, or a payment.
    pub limit: f64,
}

/// Work to do elsewhere: off the thread that draws.
pub type Job<T> = Box<dyn FnOnce(&Token) -> T + Send>;

/// Says what the place of a debate is worth, as [`Analysed::evaluate`].
pub type Evaluator = Box<dyn Fn(NodeId, &Token) -> Result<Option<Evaluation>, Stopped> + Send>;

/// The work of filling a report.
pub type Solving = Box<dyn FnOnce(&mut Report, &Token) -> Result<(), Unsolved> + Send>;

/// A debate that can be played and analysed, whatever its protocol.
pub trait Game: Table {
    /// This game as a table.
    fn table(&mut self) -> &mut dyn Table;

    /// What values are counted in.
    fn worth(&self) -> Worth;

    /// The largest value there can be.
    fn most(&self) -> f64;

    /// The work of evaluating a node.
    fn evaluation(&self, node: NodeId) -> Job<Result<Option<Evaluation>, Stopped>>;

    /// What evaluates the places of this debate, as it is now, one after another.
    fn evaluator(&self) -> Evaluator;

    /// The work of solving the debate from its start, as [`Analysed::report`].
    fn solving(&self) -> Solving;

    /// What Alice can expect from these players from its start; none where that cannot be said
    /// exactly in reasonable time. [`Pair::of`] then plays debates.
    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<f64>;

    /// What a theorem promises of these players, if one speaks of them and of this debate.
    ///
    /// # Errors
    /// If the work was stopped.
    fn promise(&self, seats: &[SeatPlan; 3], token: &Token) -> Result<Option<Promise>, Stopped>;

    /// Debates from its start by these players: for playing many.
    ///
    /// # Errors
    /// If a seat has no such strategy, or is a person's.
    fn many(&self, seats: &[SeatPlan; 3]) -> Result<Box<dyn Many>, String>;

    /// The same debate from its start, with another seed and these players: for playing many.
    ///
    /// # Errors
    /// If a seat has no such strategy.
    fn again(&self, seed: u64, seats: &[SeatPlan; 3]) -> Result<Box<dyn Game>, String>;
}

/// The strategies in the seats; none if a person or a script sits in one.
fn written(seats: &[SeatPlan; 3]) -> Option<[&str; 3]> {
    let [alice, bob, judge] = seats.each_ref().map(SeatPlan::program);
    Some([alice?, bob?, judge?])
}

impl<R: Analysed> Game for Debate<R> {
    fn table(&mut self) -> &mut dyn Table {
        self
    }

    fn worth(&self) -> Worth {
        R::worth()
    }

    fn most(&self) -> f64 {
        self.origin().most()
    }

    fn evaluation(&self, node: NodeId) -> Job<Result<Option<Evaluation>, Stopped>> {
        let rules = self.rules_at(node);
        Box::new(move |token| rules.evaluate(token))
    }

    fn evaluator(&self) -> Evaluator {
        let debate = self.clone();
        Box::new(move |node, token| debate.rules_at(node).evaluate(token))
    }

    fn solving(&self) -> Solving {
        let rules = self.origin().clone();
        Box::new(move |report, token| rules.report(report, token))
    }

    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<f64> {
        if seats.iter().any(|seat| matches!(seat, SeatPlan::Rounds { .. })) {
            return None;
        }
        if !seats.iter().any(|seat| matches!(seat, SeatPlan::Mix(_))) {
            return self.origin().exact(seats, token);
        }
        let [alices, bobs, judges] = seats.each_ref().map(SeatPlan::mixture);
        let (alices, bobs, judges) = (alices?, bobs?, judges?);
        let mut value = 0.0;
        // The value of a mixture is the mixture of the values.
        for (a, alice) in &alices {
            for (b, bob) in &bobs {
                for (j, judge) in &judges {
                    let pure = [alice, bob, judge].map(|name| SeatPlan::Program(name.to_string()));
                    value += a * b * j * self.origin().exact(&pure, token)?;
                }
            }
        }
        Some(value)
    }

    fn promise(&self, seats: &[SeatPlan; 3], token: &Token) -> Result<Option<Promise>, Stopped> {
        match written(seats) {
            Some(written) => self.origin().promise(written, token),
            None => Ok(None),
        }
    }

    fn many(&self, seats: &[SeatPlan; 3]) -> Result<Box<dyn Many>, String> {
        self.origin().many(seats)
    }

    fn again(&self, seed: u64, seats: &[SeatPlan; 3]) -> Result<Box<dyn Game>, String> {
        let mut debate = Debate::new(self.origin().clone(), seed)?;
        debate.set_seats(seats)?;
        Ok(Box::new(debate))
    }
}
