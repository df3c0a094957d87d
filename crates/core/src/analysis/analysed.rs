//! Rules that can be analysed, and what a position is worth.

use super::best::{Best, Exactly, is_foreseen};
use super::best_response::best_reply;
use super::bound::Promise;
use super::game_tree;
use super::report::{Report, Unsolved};
use super::value::Exact;
use crate::debate::{Driver, Many, SeatPlan};
use crate::rules::Seat;
use crate::strategy::{Listed, Players};
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

    /// This debate from its start as a seat knows it: nature draws everything that the seat cannot
    /// tell apart. `None` if the seat knows all that is settled.
    ///
    /// # Errors
    /// Why nothing can be said of it.
    fn as_known_to(&self, _seat: Seat) -> Result<Option<Self>, String> {
        Ok(None)
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
    game_tree::Walk::new(&driver, MOST, token).value(rules).ok().map(Exact::walked)
}

impl Best {
    /// That of rules without a method of their own: of the roster's `best-response`, whose value `exact`
    /// says, or else by a search through every move that the seat may make, if they are few. The
    /// roster's answers one strategy before an honest judge: against others it is a player like any other.
    pub(crate) fn of<R: Analysed>(
        rules: &R,
        seats: &[SeatPlan; 3],
        seat: Seat,
        exact: &Exactly<'_>,
        token: &Token,
    ) -> Result<Self, String> {
        if let Some(why) = rules.without_best_play() {
            return Err(why);
        }
        let named = |listed: &Listed<R>| listed.seat == seat && listed.name == Self::NAME;
        let is_named = R::roster().iter().any(named);
        if is_named && is_foreseen(seats, seat) {
            return Self::named(seats, seat, Self::NAME, exact).map(Self::solved);
        }
        let reply = || {
            let reply = best_reply(rules, seats, seat, &|rules: &R| Ok(rules.ruling()), token)
                .map_err(|why| why.to_string())?;
            let unknown = "there are more moves than were looked through";
            reply.ok_or_else(|| unknown.to_owned())
        };
        match reply() {
            Err(why) if is_named => Self::listed(rules, seats, seat, exact, token).ok_or(why),
            found => found,
        }
    }

    /// The best of who sits there and of the roster, of whom nothing else is known.
    fn listed<R: Analysed>(
        rules: &R,
        seats: &[SeatPlan; 3],
        seat: Seat,
        exact: &Exactly<'_>,
        token: &Token,
    ) -> Option<Self> {
        let roster = R::roster().into_iter().filter(|listed| listed.seat == seat);
        let programs = roster.map(|listed| SeatPlan::Program(listed.name.into()));
        let players = std::iter::once(seats[seat.index()].clone()).chain(programs);
        players.fold(None, |best: Option<Self>, player| {
            let mut seats = seats.clone();
            seats[seat.index()] = player.clone();
            // Who answers one strategy cannot sit opposite several.
            let is_seated = Driver::new(rules.clone(), &seats, token).is_ok();
            let Some(value) = is_seated.then(|| exact(&seats)).flatten() else { return best };
            Some(match best {
                Some(best) => best.or(player, value),
                None => Self::played_by(seat, player, value),
            })
        })
    }
}
