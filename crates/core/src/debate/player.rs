//! Who sits in a seat: a person, a program, a script, or one of several programs by chance.

use std::sync::Arc;

use super::stuck::{Stuck, Unseated};
use crate::chance::{Nature, Probability, unit};
use crate::rules::{Move, Protocol, Refusal, Seat, View};
use crate::strategy::script::{InRound, MovesMade, Rounds, Script};
use crate::strategy::{Choice, Players, Seating, Strategy, strategy};
use crate::work::{Stopped, Token};

/// Where nature draws who of a mixture plays: no debate has so many moves.
const BEFORE_THE_DEBATE: u64 = u64::MAX;

/// Who shall sit in a seat, as a file or a command says it.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatPlan {
    /// A person.
    Human,
    /// A strategy, written `name` or `name:argument`.
    Program(String),
    /// Listed moves, then a strategy.
    Script {
        /// The seat's own moves, in order.
        moves: Vec<Move>,
        /// Whether a move that cannot be made is passed over for the strategy, rather than refused.
        if_legal: bool,
        /// The strategy that plays after them.
        then: String,
    },
    /// One of these strategies throughout, drawn by nature before the debate begins.
    Mix(Vec<(Probability, String)>),
    /// In some rounds, counted by the seat's own answers, a move or another strategy.
    Rounds {
        /// The rounds, from 1, and what is done in each: a move, or else a strategy.
        rounds: Vec<(u64, String)>,
        /// The strategy that plays the others.
        then: String,
    },
}

impl SeatPlan {
    /// The honest program, the default everywhere.
    pub fn honest() -> Self {
        Self::Program("honest".into())
    }

    /// The same, with the honest program in a person's place.
    #[must_use]
    pub fn without_person(self) -> Self {
        if self == Self::Human { Self::honest() } else { self }
    }

    /// Whether the honest strategy of the seat plays here throughout.
    pub fn is_honest(&self) -> bool {
        self.program().map(str::trim) == Some("honest")
    }

    /// The strategy that plays here throughout; none for a person or a script.
    pub fn program(&self) -> Option<&str> {
        match self {
            Self::Program(written) => Some(written),
            Self::Human | Self::Script { .. } | Self::Mix(_) | Self::Rounds { .. } => None,
        }
    }

    /// Who may sit down in these seats, and how likely that is: mixtures part by part.
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

    /// In a word or two, for a screen.
    pub fn words(&self) -> String {
        match self {
            Self::Human => "you".into(),
            Self::Program(name) => name.clone(),
            Self::Script { moves, then, .. } => format!("script of {}, then {then}", moves.len()),
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

/// In quotes if it has more in it than a word of a flow of YAML may.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '.' | '_');
    match text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// Who sits in a seat.
#[derive(Clone)]
pub struct Player<R: Protocol> {
    plan: SeatPlan,
    program: Program<R>,
}

/// What plays by a plan.
#[derive(Clone)]
enum Program<R: Protocol> {
    /// A person does.
    None,
    /// One program.
    One(Arc<dyn Strategy<R>>),
    /// A script.
    Script(Script<R>),
    /// One of several programs.
    Mix(Vec<(Probability, Arc<dyn Strategy<R>>)>),
    /// One who plays some rounds otherwise.
    Rounds(Rounds<R>),
}

impl<R: Players> Player<R> {
    /// The player that a plan describes, in a debate with this seating.
    ///
    /// # Errors
    /// If the seat has no such strategy in this protocol.
    pub fn seated(
        rules: &R,
        seat: Seat,
        plan: &SeatPlan,
        seating: &Seating,
    ) -> Result<Self, Unseated> {
        let strategy = |written: &str| {
            strategy(rules, seat, written, seating).map_err(|why| Unseated {
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
                Program::Mix(parts.iter().map(part).collect::<Result<_, Unseated>>()?)
            }
            SeatPlan::Rounds { rounds: listed, then } => {
                let round = |(n, what): &(u64, String)| {
                    Ok((
                        *n,
                        match what.parse::<Move>() {
                            Ok(mv) => InRound::Move(mv),
                            Err(_) => InRound::Strategy(strategy(what)?),
                        },
                    ))
                };
                let rounds = listed.iter().map(round).collect::<Result<_, Unseated>>()?;
                Program::Rounds(Rounds { rounds, then: strategy(then)? })
            }
        };
        Ok(Self { plan: plan.clone(), program })
    }

    /// A strategy that no list has.
    pub(super) fn of(strategy: impl Strategy<R> + 'static) -> Self {
        let plan = SeatPlan::Program("a strategy of its own".into());
        Self { plan, program: Program::One(Arc::new(strategy)) }
    }

    /// The plan that describes this player.
    pub fn plan(&self) -> &SeatPlan {
        &self.plan
    }

    /// Why its `made`-th own move, counted from 0, was not admitted: a listed move is named with its
    /// number.
    pub fn refused(&self, seat: Seat, made: usize, why: Refusal) -> Stuck {
        let SeatPlan::Script { moves, .. } = &self.plan else { return Stuck::Refused(why) };
        match moves.get(made) {
            Some(mv) => Stuck::Script { seat, number: made + 1, mv: mv.clone(), why },
            None => Stuck::Refused(why),
        }
    }

    /// What a program does here; `made` counts the seat's own moves so far. None for a person.
    ///
    /// # Errors
    /// If its thinking was stopped.
    pub fn choose(
        &self,
        rules: &R,
        seat: Seat,
        nature: Nature,
        made: impl Fn() -> MovesMade,
        token: &Token,
    ) -> Result<Option<Choice>, Stopped> {
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

/// The players of a debate that these plans describe.
///
/// # Errors
/// The first seat whose player cannot be had, and why.
pub(super) fn players<R: Players>(
    rules: &R,
    plans: &[SeatPlan; 3],
    token: &Token,
) -> Result<[Player<R>; 3], Unseated> {
    let listed = |plan: &SeatPlan| plan.program().is_none() && *plan != SeatPlan::Human;
    let seating = Seating::new(Seat::each(|seat| plans[seat.index()].program().map(str::to_owned)))
        .with_unforetold(Seat::each(|seat| listed(&plans[seat.index()])))
        .under(token);
    let [alice, bob, judge] =
        Seat::each(|seat| Player::seated(rules, seat, &plans[seat.index()], &seating));
    Ok([alice?, bob?, judge?])
}

/// The part of a mixture that nature draws before the debate begins.
fn drawn<T>(parts: &[(Probability, T)], nature: Nature, seat: Seat) -> Option<&T> {
    let mut left = unit(&mut nature.rng(BEFORE_THE_DEBATE, seat.index() as u64));
    let drawn = parts.iter().find(|(p, _)| {
        left -= p.get();
        left < 0.0
    });
    // Rounding can leave a sliver past the last part; it belongs to that one.
    drawn.or(parts.last()).map(|(_, part)| part)
}
