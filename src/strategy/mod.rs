//! Players that are programs. A strategy is a pure function from what a seat sees to a move, or
//! to a mixture of moves; it draws no coins itself, so that exact evaluation can list its choices.

pub mod argument;
pub mod bisection;
pub mod circuit_walk;
pub mod cross_examination;
pub mod estimator;
pub mod prover;
pub mod prover_estimator;
pub mod quantified;
pub mod recursive;
pub mod script;
pub mod stochastic;
pub mod tableau;
pub mod twins;
pub mod witness;

use std::any::Any;
use std::sync::Arc;

use rand::Rng;

use crate::protocol::Sight;
use crate::rules::{Move, Rules, Seat};

pub use argument::Argument;

/// A program that plays a seat.
pub trait Strategy<R: Rules>: Send + Sync {
    /// What it does where it is asked. The move must be one that the prompt admits.
    fn choose(&self, sight: Sight<'_, R>) -> Choice;

    /// What a solver knows it as: a value of the protocol's own type for its players, which
    /// somebody who wants to answer this strategy exactly can look for. None if no solver does.
    fn solved_as(&self) -> Option<&dyn Any> {
        None
    }
}

impl<R: Rules, F: Fn(Sight<'_, R>) -> Choice + Send + Sync> Strategy<R> for F {
    fn choose(&self, sight: Sight<'_, R>) -> Choice {
        self(sight)
    }
}

/// How a strategy draws a move that it cannot list with its probability.
pub type Drawn = Box<dyn FnOnce(&mut dyn Rng) -> Move>;

/// What a strategy chooses.
pub enum Choice {
    /// This move.
    Play(Move),
    /// One of these, with these probabilities, which sum to 1.
    Mix(Vec<(f64, Move)>),
    /// A move drawn from too many to list: exact evaluation does not know it.
    Drawn(Drawn),
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self::Play(mv)
    }
}

impl Choice {
    /// One of these moves, each as likely as the others.
    pub fn uniform(moves: Vec<Move>) -> Self {
        let p = 1.0 / moves.len() as f64;
        Self::Mix(moves.into_iter().map(|mv| (p, mv)).collect())
    }

    /// The move, drawn if there is something to draw. A mixture of nothing has no move.
    pub fn draw(self, rng: &mut dyn Rng) -> Option<Move> {
        match self {
            Self::Play(mv) => Some(mv),
            Self::Drawn(draw) => Some(draw(rng)),
            Self::Mix(mut moves) => {
                let mut left = crate::chance::unit(&mut &mut *rng);
                let at = moves.iter().position(|(p, _)| {
                    left -= p;
                    left < 0.0
                });
                // Rounding can leave a sliver past the last move; it belongs to that one.
                let at = at.or(moves.len().checked_sub(1))?;
                Some(moves.swap_remove(at).1)
            }
        }
    }
}

/// A strategy in the list of a protocol.
pub struct Listed<R: Rules> {
    /// Which seat it plays.
    pub seat: Seat,
    /// Its name, as written in files and commands.
    pub name: &'static str,
    /// What follows the name after a colon, if anything.
    pub argument: Argument,
    /// What it does, in a line.
    pub says: &'static str,
    /// Makes it for a debate, from its checked argument.
    pub make: Make<R>,
}

/// A strategy, made; or what is wrong with its argument in this debate.
pub type Made<R> = Result<Arc<dyn Strategy<R>>, String>;

/// How a listed strategy is made.
pub type Make<R> = Arc<dyn Fn(&R, argument::Given, &Seating) -> Made<R> + Send + Sync>;

/// Which programs sit in the seats of a debate, for a strategy that answers them: the best
/// response to whoever sits opposite is resolved when all seats are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seating {
    written: [Option<String>; 3],
}

impl Seating {
    /// The strategies of Alice, Bob and the judge as they are written; none for a person or a
    /// script, whom nobody can foretell.
    pub fn new(written: [Option<String>; 3]) -> Self {
        Self { written }
    }

    /// The strategy in a seat, as it is written.
    pub fn of(&self, seat: Seat) -> Option<&str> {
        self.written[seat.index()].as_deref()
    }

    /// What a solver knows the program in a seat as; none if a person or a script sits there.
    ///
    /// # Errors
    /// If there is no such program, or no solver knows it as a `K`.
    pub fn solved<R: Players, K: Clone + 'static>(
        &self,
        rules: &R,
        seat: Seat,
    ) -> Result<Option<K>, String> {
        let Some(written) = self.of(seat) else { return Ok(None) };
        let program = strategy(rules, seat, written, &Self::default())?;
        match program.solved_as().and_then(|known| known.downcast_ref::<K>()) {
            Some(known) => Ok(Some(known.clone())),
            None => Err(format!("no exact answer to {}'s `{written}` is known", seat.name())),
        }
    }
}

impl<R: Rules> Listed<R> {
    /// A strategy for the list.
    pub fn new(
        seat: Seat,
        name: &'static str,
        argument: Argument,
        says: &'static str,
        make: fn(&R, argument::Given) -> Made<R>,
    ) -> Self {
        Self::made_by(seat, name, argument, says, move |rules, given, _| make(rules, given))
    }

    /// A strategy for the list whose maker looks at who else is seated, or holds something, such
    /// as another list's strategy.
    pub fn made_by(
        seat: Seat,
        name: &'static str,
        argument: Argument,
        says: &'static str,
        make: impl Fn(&R, argument::Given, &Seating) -> Made<R> + Send + Sync + 'static,
    ) -> Self {
        Self { seat, name, argument, says, make: Arc::new(make) }
    }
}

/// A strategy made of a function.
///
/// # Errors
/// None; the result is what [`Listed::make`] gives.
pub fn plays<R: Rules>(choose: impl Fn(Sight<'_, R>) -> Choice + Send + Sync + 'static) -> Made<R> {
    Ok(Arc::new(choose))
}

/// Rules with players: every protocol lists the programs that can play it.
pub trait Players: Rules {
    /// The strategies of all seats; the first of each seat is the honest one.
    fn roster() -> Vec<Listed<Self>>;
}

/// Makes the strategy written as `name` or `name:argument` for a debate with this seating.
///
/// # Errors
/// On a name that the seat does not have, or an argument that does not fit, saying what does; and
/// if it answers its opponent exactly and cannot.
pub fn strategy<R: Players>(rules: &R, seat: Seat, written: &str, seating: &Seating) -> Made<R> {
    let (name, argument) = match written.split_once(':') {
        Some((name, argument)) => (name.trim(), Some(argument.trim())),
        None => (written.trim(), None),
    };
    let roster = R::roster();
    let Some(listed) = roster.iter().find(|listed| listed.seat == seat && listed.name == name)
    else {
        let names: Vec<String> = roster
            .iter()
            .filter(|listed| listed.seat == seat)
            .map(|listed| listed.argument.after(listed.name))
            .collect();
        return Err(format!(
            "{} has no strategy `{name}` in this protocol; it has {}",
            seat.name(),
            names.join(", ")
        ));
    };
    let given = listed.argument.read(argument).map_err(|e| format!("{name}: {e}"))?;
    (listed.make)(rules, given, seating).map_err(|e| format!("{written}: {e}"))
}
