//! The trait of rules that `solve` and the review can analyse, and the values of their positions.

use super::best_response::{BestResponse, ExactValueFn, is_foreseen};
use super::bound::PayoffGuarantee;
use super::game_tree;
use super::position::payoff;
use super::report::{Report, Unsolved};
use super::response_search::exhaustive_best_response;
use super::value::ExactValue;
use crate::debate::{BatchSimulator, SeatPlan, Simulator};
use crate::rules::Seat;
use crate::strategy::{StrategyEntry, StrategyRegistry};
use crate::text::ProtocolText;
use crate::work::{CancelToken, Cancelled};

/// The values of a position for Alice, under several assumptions about the players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The value if everybody is honest from here on.
    pub honest: f64,
    /// The largest value that any Alice can get against an honest Bob. `None` if unknown.
    pub best_alice: Option<f64>,
    /// The smallest value that an honest Alice gets against any Bob. `None` if unknown.
    pub best_bob: Option<f64>,
}

impl Evaluation {
    /// An evaluation in which only the value of honest play is known.
    pub fn honest(honest: f64) -> Self {
        Self { honest, best_alice: None, best_bob: None }
    }

    /// The evaluation of a position in which nobody can do better than an honest player.
    pub fn unbeaten(honest: f64) -> Self {
        Self { honest, best_alice: Some(honest), best_bob: Some(honest) }
    }
}

/// The unit of an [`Evaluation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayoffUnit {
    /// The probability that Alice wins, in [0, 1].
    Probability,
    /// Alice's payment.
    Payoff,
}

impl PayoffUnit {
    /// The text before a value of this unit. If the debate is a series of rulings, it has no
    /// winner, so the text names rulings.
    pub fn label(self, is_series: bool) -> &'static str {
        match self {
            Self::Probability if is_series => {
                "at least half of the rulings are for Alice with probability"
            }
            Self::Probability => "Alice wins with probability",
            Self::Payoff => "Alice is paid on average",
        }
    }
}

/// Rules that can be analysed.
///
/// ```
/// use elenchus_core::analysis::Analysable;
/// use elenchus_core::chance::Probability;
/// use elenchus_core::machine::{Op, plan::families};
/// use elenchus_core::protocol::cross_examination::{CrossExamination, CrossExaminationInstance};
/// use elenchus_core::work::CancelToken;
///
/// // Five votes, all of them "no". Alice claims that most are "yes".
/// let plan = families::votes("Is it true?", 5, Probability::ZERO, Op::Majority)?;
/// let setup = CrossExaminationInstance { machine: plan, claim: true, copies: true, judge_is_oracle: false };
/// let debate = CrossExamination::new(setup)?;
/// let report = debate.reported(&CancelToken::default())?;
/// assert_eq!(report.truth, Some(0.0));
/// let honest = debate.evaluate(&CancelToken::default())?.expect("the debate is small").honest;
/// assert_eq!(honest, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Analysable: StrategyRegistry + ProtocolText {
    /// The unit of all values of this protocol.
    fn payoff_unit() -> PayoffUnit {
        PayoffUnit::Probability
    }

    /// The largest possible value. The review shows a cost as a share of this value.
    fn max_value(&self) -> f64 {
        1.0
    }

    /// The scope of an exact average from here, if the debate has worlds. `None` otherwise.
    fn averages_over(&self) -> Option<&'static str> {
        None
    }

    /// Evaluates this position. `None` if the exact value would take too long.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
    fn evaluate(&self, token: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        let honest = game_tree::honest_value(self, token)?;
        Ok(honest.map(Evaluation::honest))
    }

    /// A simulator of debates between these players, from this position on. A protocol can override
    /// this method with a faster simulator.
    ///
    /// # Errors
    /// Returns an error if a seat does not have this strategy, or a person has the seat.
    fn simulator(
        &self,
        seats: &[SeatPlan; 3],
        token: &CancelToken,
    ) -> Result<Box<dyn BatchSimulator>, String> {
        Ok(Box::new(Simulator::new(self.clone(), seats, token)?))
    }

    /// Alice's exact expected value between these players, from this position on. `None` if it
    /// would take too long, if a person has a seat, or if the work was stopped.
    fn exact(&self, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<ExactValue> {
        walked(self, seats, token)
    }

    /// Alice's value in this position, if only an honest judge still has to act and the ruling can
    /// be computed without playing. `None` otherwise.
    fn ruling(&self) -> Option<f64> {
        None
    }

    /// This debate from its start, as a seat knows it: everything that is hidden from the seat is
    /// drawn at random. `None` if nothing is hidden from the seat.
    ///
    /// # Errors
    /// Returns the reason if this view of the debate cannot be built.
    fn as_known_to(&self, _seat: Seat) -> Result<Option<Self>, String> {
        Ok(None)
    }

    /// The best player of this seat against the others, and a bound on the value of every player of the seat. If the
    /// roster has no `best-response` for the seat, a search tries all moves of the seat, unless there are too many.
    ///
    /// # Errors
    /// Returns the reason if the best response is unknown.
    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String> {
        BestResponse::from_roster(self, seats, seat, &|seats| self.exact(seats, token), token)
    }

    /// The best player of this seat against a mixture of strategies. A solver computes this player.
    /// The solver's states include the seat's belief about its opponent. `None` if the protocol has
    /// no such solver.
    fn best_against_mixture(
        &self,
        _seats: &[SeatPlan; 3],
        _seat: Seat,
        _token: &CancelToken,
    ) -> Option<BestResponse> {
        None
    }

    /// The promise of a theorem for these strategies. `None` if no theorem covers them and this
    /// debate.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
    fn promise(
        &self,
        _written: [&str; 3],
        _token: &CancelToken,
    ) -> Result<Option<PayoffGuarantee>, Cancelled> {
        Ok(None)
    }

    /// Adds the results about the debate to an empty report, one after another. The results are the
    /// truth, the exact values of pairs of strategies, the bounds and the costs. This may take
    /// long.
    ///
    /// # Errors
    /// Returns an error with the size if the debate is too large to be solved. Returns
    /// [`Unsolved::Stopped`] if the work was stopped; the report then keeps the results found so
    /// far.
    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved>;

    /// The complete report.
    ///
    /// # Errors
    /// Returns the errors of [`Analysable::report`].
    fn reported(&self, token: &CancelToken) -> Result<Report, Unsolved> {
        let mut report = Report::default();
        self.report(&mut report, token)?;
        Ok(report)
    }
}

/// Alice's exact value: from one debate if nothing in it depends on chance, or else from a walk of the game tree. `None`
/// if the tree has more than 10^5 positions.
pub(crate) fn walked<R: StrategyRegistry>(
    rules: &R,
    seats: &[SeatPlan; 3],
    token: &CancelToken,
) -> Option<ExactValue> {
    const MOST: u64 = 100_000;
    let driver = Simulator::new(rules.clone(), seats, token).ok()?;
    if let Some(outcome) = driver.play_without_chance(token).ok()? {
        return Some(ExactValue::walked(payoff(outcome)));
    }
    game_tree::GameTreeWalk::new(&driver, MOST, token).value(rules).ok().map(ExactValue::walked)
}

impl BestResponse {
    /// The default for rules that do not compute best responses themselves. Takes the roster's
    /// `best-response` with the value from `exact`, or searches all moves of the seat if there are
    /// not too many.
    ///
    /// The roster's `best-response` is optimal only against an opponent with one strategy and an
    /// honest judge. Against other players it is an ordinary strategy.
    pub(crate) fn from_roster<R: Analysable>(
        rules: &R,
        seats: &[SeatPlan; 3],
        seat: Seat,
        exact: &ExactValueFn<'_>,
        token: &CancelToken,
    ) -> Result<Self, String> {
        let named = |listed: &StrategyEntry<R>| listed.seat == seat && listed.name == Self::NAME;
        let is_named = R::roster().iter().any(named);
        if is_named && is_foreseen(seats, seat) {
            return Self::named(seats, seat, Self::NAME, exact).map(Self::solved);
        }
        let reply = || {
            let reply = exhaustive_best_response(
                rules,
                seats,
                seat,
                &|rules: &R| Ok(rules.ruling()),
                token,
            )
            .map_err(|why| why.to_string())?;
            let unknown = "the search stopped because there are too many moves";
            reply.ok_or_else(|| unknown.to_owned())
        };
        match reply() {
            Err(why) if is_named => Self::listed(rules, seats, seat, exact, token).ok_or(why),
            found => found,
        }
    }

    /// The best player among the seat's present player and the strategies in its roster.
    fn listed<R: Analysable>(
        rules: &R,
        seats: &[SeatPlan; 3],
        seat: Seat,
        exact: &ExactValueFn<'_>,
        token: &CancelToken,
    ) -> Option<Self> {
        let roster = R::roster().into_iter().filter(|listed| listed.seat == seat);
        let programs = roster.map(|listed| SeatPlan::Program(listed.name.into()));
        let players = std::iter::once(seats[seat.index()].clone()).chain(programs);
        players.fold(None, |best: Option<Self>, player| {
            let mut seats = seats.clone();
            seats[seat.index()] = player.clone();
            // A strategy that is computed for one opponent cannot play against a mixture of
            // several.
            let is_seated = Simulator::new(rules.clone(), &seats, token).is_ok();
            let Some(value) = is_seated.then(|| exact(&seats)).flatten() else { return best };
            Some(match best {
                Some(best) => best.or(player, value),
                None => Self::played_by(seat, player, value),
            })
        })
    }
}
