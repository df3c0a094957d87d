//! The exact value of a position under fixed strategies, by walking the rules: every choice of a
//! mixture and every outcome of a law, weighted. Slow and general; special solvers are checked
//! against it.

use std::collections::HashMap;
use std::sync::Arc;

use super::value::Exact;
use crate::debate::Driver;
use crate::rules::View;
use crate::rules::{Move, Protocol, Seat, Side, Situation, Turn};
use crate::strategy::script::Made;
use crate::strategy::{Choice, Players, Seating, Strategy, strategy};
use crate::work::{Stopped, Token};

/// The strategies of Alice, Bob and the judge.
pub type Cast<R> = [Arc<dyn Strategy<R>>; 3];

/// Why a value is not known exactly.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExact {
    /// A strategy or law has outcomes that cannot be listed.
    #[error("{0} has too many outcomes to list")]
    Unlisted(String),
    /// The walk went over its budget of positions.
    #[error("the debate has more than {0} positions to look at")]
    TooLarge(u64),
    /// The debate is too long.
    #[error("the debate has more than {0} moves in a row")]
    TooDeep(usize),
    /// A person plays, whom nobody can foretell.
    #[error("{} is a person's seat", .0.name())]
    Person(Seat),
    /// A strategy made a move that is not admitted.
    #[error("{0}")]
    Illegal(String),
    /// The walk was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A value, or none where it cannot be said exactly.
///
/// # Errors
/// If the walk was stopped.
pub fn if_exact<T>(found: Result<T, NotExact>) -> Result<Option<T>, Stopped> {
    match found {
        Ok(value) => Ok(Some(value)),
        Err(NotExact::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

/// What a leaf is worth, where the walk need not go on: a solver's exact value.
pub type Leaf<'a, R> = &'a dyn Fn(&R) -> Result<Option<f64>, Stopped>;

/// What the player in a seat does after so many moves of its own.
type Chooses<'a, R> = Box<dyn Fn(&R, Seat, Made) -> Result<Option<Choice>, Stopped> + 'a>;

/// A walk goes no deeper than this: each move is a call.
const DEEPEST: usize = 1_000;

/// Walks the game tree under fixed strategies.
pub struct Walk<'a, R: Protocol> {
    chooses: Chooses<'a, R>,
    /// Whether what a player does may depend on how many moves it made.
    counted: bool,
    leaf: Option<Leaf<'a, R>>,
    memory: Option<HashMap<Situation, f64>>,
    looked_at: u64,
    budget: u64,
    token: &'a Token,
}

impl<'a, R: Protocol> Walk<'a, R> {
    /// A walk that looks at no more than `budget` positions.
    pub fn new(cast: &'a Cast<R>, budget: u64, token: &'a Token) -> Self {
        let chooses = |rules: &R, seat: Seat, _| {
            Ok(Some(cast[seat.index()].choose(View::new(rules, seat, token))))
        };
        Self::by(Box::new(chooses), false, budget, token)
    }

    /// A walk under these players, scripts among them.
    pub fn of(driver: &'a Driver<R>, budget: u64, token: &'a Token) -> Self
    where
        R: Players,
    {
        let chooses = |rules: &R, seat: Seat, made: Made| driver.choose(rules, seat, made, token);
        Self::by(Box::new(chooses), driver.counts_moves(), budget, token)
    }

    fn by(chooses: Chooses<'a, R>, counted: bool, budget: u64, token: &'a Token) -> Self {
        let memory = Some(HashMap::new());
        Self { chooses, counted, leaf: None, memory, looked_at: 0, budget, token }
    }

    /// The same walk, which takes values from `leaf` where that knows them.
    pub fn with_leaf(self, leaf: Leaf<'a, R>) -> Self {
        Self { leaf: Some(leaf), ..self }
    }

    /// The same walk without memory of situations: the same values, slower.
    pub fn forgetful(self) -> Self {
        Self { memory: None, ..self }
    }

    /// What Alice can expect: the probability that she wins, or her payment.
    ///
    /// # Errors
    /// If that cannot be said exactly, or the walk was stopped.
    pub fn value(&mut self, rules: &R) -> Result<f64, NotExact> {
        self.from(rules, [Made::default(); 3], 0)
    }

    /// The same, as a value that was computed.
    ///
    /// # Errors
    /// As [`Walk::value`].
    pub fn exact(&mut self, rules: &R) -> Result<Exact, NotExact> {
        self.value(rules).map(Exact::walked)
    }

    /// The value of a position to which each seat made so many moves of its own.
    fn from(&mut self, rules: &R, made: [Made; 3], depth: usize) -> Result<f64, NotExact> {
        // Some positions take long by themselves: each asks.
        self.token.check()?;
        self.looked_at += 1;
        if self.looked_at > self.budget {
            return Err(NotExact::TooLarge(self.budget));
        }
        if depth > DEEPEST {
            return Err(NotExact::TooDeep(DEEPEST));
        }
        if let Some(leaf) = self.leaf
            && let Some(value) = leaf(rules)?
        {
            return Ok(value);
        }
        let turn = rules.turn();
        if let Turn::Over(outcome) = turn {
            let won = f64::from(u8::from(outcome.winner == Side::Alice));
            return Ok(outcome.payoff.unwrap_or(won));
        }
        let mut situation = if self.memory.is_some() { rules.situation() } else { None };
        if self.counted
            && let Some(Situation(key)) = &mut situation
        {
            key.extend(made.iter().flat_map(|made| [made.moves as u64, made.answers as u64]));
        }
        let asked = if let Turn::Ask(seat) = turn { Some(seat.index()) } else { None };
        if let (Some(memory), Some(situation)) = (&self.memory, &situation)
            && let Some(&value) = memory.get(situation)
        {
            return Ok(value);
        }
        let mut value = 0.0;
        for (p, mv) in self.moves(rules, turn, made)? {
            if p > 0.0 {
                let mut next = Box::new(rules.clone());
                next.play(&mv).map_err(|e| NotExact::Illegal(e.to_string()))?;
                let mut after = made;
                if let Some(seat) = asked {
                    after[seat].count(&mv);
                }
                value += p * self.from(&next, after, depth + 1)?;
            }
        }
        if let (Some(memory), Some(situation)) = (&mut self.memory, situation) {
            memory.insert(situation, value);
        }
        Ok(value)
    }

    /// What can happen next, and how likely each is.
    fn moves(&self, rules: &R, turn: Turn, made: [Made; 3]) -> Result<Vec<(f64, Move)>, NotExact> {
        match turn {
            Turn::Over(_) => Ok(Vec::new()),
            Turn::Reveal { mv, .. } => Ok(vec![(1.0, mv)]),
            Turn::Draw { law, .. } => {
                let outcomes = law.outcomes().map_err(|e| NotExact::Unlisted(e.to_string()))?;
                Ok(outcomes.into_iter().map(|(fall, p)| (p, Move::Falls(fall))).collect())
            }
            Turn::Ask(seat) => self.choices(rules, seat, made[seat.index()]),
        }
    }

    fn choices(&self, rules: &R, seat: Seat, made: Made) -> Result<Vec<(f64, Move)>, NotExact> {
        let choice = (self.chooses)(rules, seat, made)?.ok_or(NotExact::Person(seat))?;
        self.token.check()?;
        let moves = match choice {
            Choice::Play(mv) => vec![(1.0, mv)],
            Choice::Mix(moves) => moves,
            Choice::Drawn(_) => {
                return Err(NotExact::Unlisted(format!("the strategy of {}", seat.name())));
            }
        };
        let menu = rules.menu();
        for (_, mv) in &moves {
            menu.admit(mv).map_err(|e| {
                NotExact::Illegal(format!("{} would play `{mv}`, but {e}", seat.name()))
            })?;
        }
        Ok(moves)
    }
}

/// The strategies written so, in the seats of Alice, Bob and the judge.
///
/// # Errors
/// If a seat has no such strategy.
pub fn cast<R: Players>(rules: &R, written: [&str; 3]) -> Result<Cast<R>, String> {
    let seating = Seating::new(written.map(|written| Some(written.to_owned())));
    let [alice, bob, judge] =
        Seat::each(|seat| strategy(rules, seat, written[seat.index()], &seating));
    Ok([alice?, bob?, judge?])
}

/// What Alice can expect if everybody is honest from here on, if a walk of 10^5 positions tells.
///
/// # Errors
/// If the walk was stopped.
pub fn honest_value<R: Players>(rules: &R, token: &Token) -> Result<Option<f64>, Stopped> {
    let Ok(cast) = cast(rules, ["honest"; 3]) else { return Ok(None) };
    if_exact(Walk::new(&cast, 100_000, token).value(rules))
}
