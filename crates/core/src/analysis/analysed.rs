//! Rules that can be analysed, and what a position is worth.

use serde::{Deserialize, Serialize};

use super::best::Best;
use super::game_tree;
use super::report::{Report, Unsolved};
use super::value::Exact;
use crate::debate::{Driver, Many, SeatPlan};
use crate::rules::Seat;
use crate::strategy::Players;
use crate::text::Words;
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

impl Evaluation {
    /// Where no more than this is known.
    pub fn honest(honest: f64) -> Self {
        Self { honest, best_alice: None, best_bob: None }
    }

    /// Where nobody can do better than an honest player.
    pub fn unbeaten(honest: f64) -> Self {
        Self { honest, best_alice: Some(honest), best_bob: Some(honest) }
    }
}

/// What [`Evaluation`]s are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The probability that Alice wins, in [0, 1].
    Probability,
    /// What Alice is paid.
    Payoff,
}

impl Worth {
    /// What a value says, before its number; in a series of rulings no side wins.
    pub fn said(self, is_series: bool) -> &'static str {
        match self {
            Self::Probability if is_series => {
                "half the rulings or more are for Alice with probability"
            }
            Self::Probability => "Alice wins with probability",
            Self::Payoff => "Alice is paid on average",
        }
    }
}

/// Rules that can be analysed.
///
/// ```
/// use elenchus_core::analysis::Analysed;
/// use elenchus_core::chance::Probability;
/// use elenchus_core::machine::{Op, plan::families};
/// use elenchus_core::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
/// use elenchus_core::work::Token;
///
/// // Five votes that all say no; Alice claims that most say yes.
/// let plan = families::votes("Is it so?", 5, Probability::ZERO, Op::Majority)?;
/// let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
/// let debate = CrossExamination::new(setup)?;
/// let report = debate.reported(&Token::default())?;
/// assert_eq!(report.truth, Some(0.0));
/// let honest = debate.evaluate(&Token::default())?.expect("it is small").honest;
/// assert_eq!(honest, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Analysed: Players + Words {
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
        Ok(honest.map(Evaluation::honest))
    }

    /// Debates from here by these players. Where a kernel plays the same debates quicker than the
    /// rules do, it is chosen here.
    ///
    /// # Errors
    /// If a seat has no such strategy, or is a person's.
    fn many(&self, seats: &[SeatPlan; 3], token: &Token) -> Result<Box<dyn Many>, String> {
        Ok(Box::new(Driver::new(self.clone(), seats, token)?))
    }

    /// What Alice can expect from these players from here on; none where that cannot be said
    /// exactly in reasonable time, a seat is a person's, or the work was stopped.
    fn exact(&self, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact> {
        walked(self, seats, token)
    }

    /// What Alice gets from here where nobody but an honest judge has anything left to do, if that
    /// can be said without playing it.
    fn ruling(&self) -> Option<f64> {
        None
    }

    /// Why nobody is known to play this debate best, whatever the roster's `best-response` comes to; none
    /// where it is the best there is.
    fn without_best_play(&self) -> Option<String> {
        None
    }

    /// The strongest player of this seat against the others, and what no player of the seat gets past.
    /// Where the seat has no `best-response`, every move that it may make is looked through if they
    /// are few.
    ///
    /// # Errors
    /// Why nothing is known of it.
    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &Token,
    ) -> Result<Best, String> {
        Best::of(self, seats, seat, &|seats| self.exact(seats, token), token)
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
pub(crate) fn walked<R: Players>(rules: &R, seats: &[SeatPlan; 3], token: &Token) -> Option<Exact> {
    const MOST: u64 = 100_000;
    let driver = Driver::new(rules.clone(), seats, token).ok()?;
    game_tree::Walk::of(&driver, MOST, token).value(rules).ok().map(Exact::walked)
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

impl Promise {
    /// On which side of the limit what Alice is promised lies, in words.
    pub fn side(&self) -> &'static str {
        if self.at_least { "at least" } else { "at most" }
    }

    /// Whether what Alice can expect keeps to it, between these two numbers; none where they do not tell.
    pub fn is_kept(&self, [low, high]: [f64; 2]) -> Option<bool> {
        match self.at_least {
            true if low >= self.limit - NEAR => Some(true),
            true => (high < self.limit - NEAR).then_some(false),
            false if high <= self.limit + NEAR => Some(true),
            false => (low > self.limit + NEAR).then_some(false),
        }
    }
}

/// What is worked out lies no farther than this from what it is.
pub(crate) const NEAR: f64 = 1e-9;
