//! The player in a seat: a person, a program, a script, or a random choice of programs.

use std::sync::Arc;

use super::errors::{PlayError, SeatError};
use crate::chance::{Nature, Probability, unit};
use crate::rules::{Move, Protocol, Refusal, Seat, View};
use crate::strategy::script::{MoveCount, PerRoundStrategy, RoundStrategy, Script};
use crate::strategy::{Choice, SeatedStrategies, Strategy, StrategyRegistry, strategy};
use crate::text::number::plural;
use crate::work::{CancelToken, Cancelled};

/// The number of the random draw that selects a program of a mixture. Other draws have the number
/// of a move, and no debate has this many moves.
const BEFORE_THE_DEBATE: u64 = u64::MAX;

/// The player of a seat, in the form that files and commands use.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatPlan {
    /// A person.
    Human,
    /// A strategy, written `name` or `name:argument`.
    Program(String),
    /// A list of moves, and then a strategy.
    Script {
        /// The moves of the seat, in order.
        moves: Vec<Move>,
        /// True if the strategy makes the move when a listed move is illegal. If false, an illegal listed move is an
        /// error.
        if_legal: bool,
        /// The strategy that plays after the listed moves.
        then: String,
    },
    /// One of these strategies, drawn at random before the debate begins. It plays the whole
    /// debate.
    Mix(Vec<(Probability, String)>),
    /// A strategy with exceptions: in some rounds, the seat makes a fixed move or uses another strategy. Each answer of
    /// the seat counts as one round.
    Rounds {
        /// The round numbers, counted from 1, each with a move or a strategy.
        rounds: Vec<(u64, String)>,
        /// The strategy for the other rounds.
        then: String,
    },
}

impl SeatPlan {
    /// The honest program, which is the default.
    pub fn honest() -> Self {
        Self::Program("honest".into())
    }

    /// The same plan, with the honest program in place of a person.
    #[must_use]
    pub fn without_person(self) -> Self {
        if self == Self::Human { Self::honest() } else { self }
    }

    /// Returns whether the honest strategy plays this seat for the whole debate.
    pub fn is_honest(&self) -> bool {
        self.program().map(str::trim) == Some("honest")
    }

    /// Returns whether chance selects the program of this seat.
    pub fn is_random(&self) -> bool {
        matches!(self, Self::Mix(parts) if parts.len() > 1)
    }

    /// The strategy that plays for the whole debate. `None` for a person, a script, a mixture or
    /// changing rounds.
    pub fn program(&self) -> Option<&str> {
        match self {
            Self::Program(written) => Some(written),
            Self::Human | Self::Script { .. } | Self::Mix(_) | Self::Rounds { .. } => None,
        }
    }

    /// All combinations of players that the mixtures can produce, each with its probability.
    pub fn unmixed(seats: &[Self; 3]) -> Vec<(f64, [Self; 3])> {
        let mut all = vec![(1.0, seats.clone())];
        for (at, plan) in seats.iter().enumerate() {
            let Self::Mix(parts) = plan else { continue };
            let each = all.into_iter().flat_map(|(p, seats)| {
                parts.iter().map(move |(q, written)| {
                    let mut seats = seats.clone();
                    seats[at] = Self::Program(written.clone());
                    (p * q.get(), seats)
                })
            });
            all = each.collect();
        }
        all
    }

    /// A short description for a screen.
    pub fn words(&self) -> String {
        match self {
            Self::Human => "you".into(),
            Self::Program(name) => name.clone(),
            Self::Script { moves, then, .. } => {
                let count = plural(moves.len() as u64, "move", "moves");
                format!("script of {count}, then {then}")
            }
            Self::Mix(parts) => {
                let part =
                    |(p, written): &(Probability, String)| format!("{}: {p}", quoted(written));
                format!("mix: {{{}}}", parts.iter().map(part).collect::<Vec<_>>().join(", "))
            }
            Self::Rounds { rounds, then } => {
                let round = |(n, what): &(u64, String)| format!("{n}: {}", quoted(what));
                let rounds: Vec<String> = rounds.iter().map(round).collect();
                format!("rounds: {{{}}}, then: {}", rounds.join(", "), quoted(then))
            }
        }
    }
}

/// Adds quotes if a YAML flow value without quotes may not contain this text.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '.' | '_');
    match text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// The player in a seat.
#[derive(Clone)]
pub struct Player<R: Protocol> {
    plan: SeatPlan,
    program: Program<R>,
}

#[derive(Clone)]
enum Program<R: Protocol> {
    /// A person plays.
    None,
    One(Arc<dyn Strategy<R>>),
    Script(Script<R>),
    Mix(Vec<(Probability, Arc<dyn Strategy<R>>)>),
    Rounds(PerRoundStrategy<R>),
}

impl<R: StrategyRegistry> Player<R> {
    /// Makes the player that a plan describes. `seating` tells the player about the strategies in
    /// the other seats.
    ///
    /// # Errors
    /// Returns an error if the seat has no such strategy in this protocol.
    pub fn seated(
        rules: &R,
        seat: Seat,
        plan: &SeatPlan,
        seating: &SeatedStrategies,
    ) -> Result<Self, SeatError> {
        let strategy = |written: &str| {
            strategy(rules, seat, written, seating).map_err(|why| SeatError {
                seat,
                written: written.to_owned(),
                why,
            })
        };
        let program = match plan {
            SeatPlan::Human => Program::None,
            SeatPlan::Program(written) => Program::One(strategy(written)?),
            SeatPlan::Script { moves, if_legal, then } => Program::Script(Script {
                moves: moves.clone().into(),
                if_legal: *if_legal,
                fallback: strategy(then)?,
            }),
            SeatPlan::Mix(parts) => {
                let part = |(p, written): &(Probability, String)| Ok((*p, strategy(written)?));
                Program::Mix(parts.iter().map(part).collect::<Result<_, SeatError>>()?)
            }
            SeatPlan::Rounds { rounds: listed, then } => {
                let round = |(n, what): &(u64, String)| {
                    Ok((
                        *n,
                        match what.parse::<Move>() {
                            Ok(mv) => RoundStrategy::Move(mv),
                            Err(_) => RoundStrategy::Strategy(strategy(what)?),
                        },
                    ))
                };
                let rounds = listed.iter().map(round).collect::<Result<_, SeatError>>()?;
                Program::Rounds(PerRoundStrategy { rounds, then: strategy(then)? })
            }
        };
        Ok(Self { plan: plan.clone(), program })
    }

    /// A player for a strategy that is not in any list.
    pub(super) fn from_strategy(strategy: impl Strategy<R> + 'static) -> Self {
        let plan = SeatPlan::Program("an unlisted strategy".into());
        Self { plan, program: Program::One(Arc::new(strategy)) }
    }

    /// The description of this player.
    pub fn plan(&self) -> &SeatPlan {
        &self.plan
    }

    /// The error for an illegal move of this player. `made` is the number of moves before it. If
    /// the player is a script, the error names the number of the move in the script.
    pub fn refused(&self, seat: Seat, made: usize, why: Refusal) -> PlayError {
        let SeatPlan::Script { moves, .. } = &self.plan else { return PlayError::Refused(why) };
        match moves.get(made) {
            Some(mv) => PlayError::Script { seat, number: made + 1, mv: mv.clone(), why },
            None => PlayError::Refused(why),
        }
    }

    /// The choice of the program in this position. `made` returns the number of moves that the seat
    /// has made. `None` if a person plays.
    ///
    /// # Errors
    /// Returns an error if the program was cancelled.
    pub fn choose(
        &self,
        rules: &R,
        seat: Seat,
        nature: Nature,
        made: impl Fn() -> MoveCount,
        token: &CancelToken,
    ) -> Result<Option<Choice>, Cancelled> {
        let sight = View::new(rules, seat, token);
        let choice = match &self.program {
            Program::None => None,
            Program::One(strategy) => Some(strategy.choose(sight)),
            Program::Script(script) => Some(script.choose(made().moves, sight)),
            Program::Rounds(rounds) => Some(rounds.choose(made(), sight)),
            Program::Mix(parts) => drawn(parts, nature, seat).map(|one| one.choose(sight)),
        };
        token.check()?;
        Ok(choice)
    }
}

/// Makes the players that these plans describe.
///
/// # Errors
/// Returns the first seat that cannot be filled, with the reason.
pub(super) fn players<R: StrategyRegistry>(
    rules: &R,
    plans: &[SeatPlan; 3],
    token: &CancelToken,
) -> Result<[Player<R>; 3], SeatError> {
    let listed = |plan: &SeatPlan| plan.program().is_none() && *plan != SeatPlan::Human;
    let seating =
        SeatedStrategies::new(Seat::each(|seat| plans[seat.index()].program().map(str::to_owned)))
            .with_not_solvable(Seat::each(|seat| listed(&plans[seat.index()])))
            .under(token);
    let [alice, bob, judge] =
        Seat::each(|seat| Player::seated(rules, seat, &plans[seat.index()], &seating));
    Ok([alice?, bob?, judge?])
}

/// The element of a mixture that is drawn at random before the debate begins.
fn drawn<T>(parts: &[(Probability, T)], nature: Nature, seat: Seat) -> Option<&T> {
    let mut left = unit(&mut nature.rng(BEFORE_THE_DEBATE, seat.index() as u64));
    let drawn = parts.iter().find(|(p, _)| {
        left -= p.get();
        left < 0.0
    });
    // Because of rounding, `left` can stay above 0. Then the last element is drawn.
    drawn.or(parts.last()).map(|(_, part)| part)
}
