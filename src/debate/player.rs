//! Who sits in a seat: a person, a program, or a script.

use std::sync::Arc;

use super::Stuck;
use crate::protocol::Sight;
use crate::rules::{Move, Refusal, Rules, Seat};
use crate::strategy::script::Script;
use crate::strategy::{Choice, Players, Seating, Strategy, strategy};
use crate::work::{Stopped, Token};

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
}

impl SeatPlan {
    /// The honest program, the default everywhere.
    pub fn honest() -> Self {
        Self::Program("honest".into())
    }

    /// The strategy that plays here throughout; none for a person or a script.
    pub fn program(&self) -> Option<&str> {
        match self {
            Self::Program(written) => Some(written),
            Self::Human | Self::Script { .. } => None,
        }
    }

    /// In a word or two, for a screen.
    pub fn words(&self) -> String {
        match self {
            Self::Human => "you".into(),
            Self::Program(name) => name.clone(),
            Self::Script { moves, then, .. } => format!("script of {}, then {then}", moves.len()),
        }
    }
}

/// Who sits in a seat.
#[derive(Clone)]
pub enum Player<R: Rules> {
    /// A person.
    Human,
    /// A program.
    Program {
        /// Its name and argument.
        written: String,
        /// The program.
        strategy: Arc<dyn Strategy<R>>,
    },
    /// A script.
    Script {
        /// The moves and the program after them.
        script: Script<R>,
        /// That program's name and argument.
        then: String,
    },
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
    ) -> Result<Self, String> {
        Ok(match plan {
            SeatPlan::Human => Self::Human,
            SeatPlan::Program(written) => Self::Program {
                strategy: strategy(rules, seat, written, seating)?,
                written: written.clone(),
            },
            SeatPlan::Script { moves, if_legal, then } => Self::Script {
                script: Script {
                    moves: moves.clone().into(),
                    if_legal: *if_legal,
                    fallback: strategy(rules, seat, then, seating)?,
                },
                then: then.clone(),
            },
        })
    }

    /// The plan that describes this player.
    pub fn plan(&self) -> SeatPlan {
        match self {
            Self::Human => SeatPlan::Human,
            Self::Program { written, .. } => SeatPlan::Program(written.clone()),
            Self::Script { script, then } => SeatPlan::Script {
                moves: script.moves.to_vec(),
                if_legal: script.if_legal,
                then: then.clone(),
            },
        }
    }

    /// Why its `made`-th own move, counted from 0, was not admitted: a listed move is named with its
    /// number.
    pub fn refused(&self, seat: Seat, made: usize, why: Refusal) -> Stuck {
        let listed = match self {
            Self::Script { script, .. } => script.moves.get(made),
            Self::Human | Self::Program { .. } => None,
        };
        match listed {
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
        made: impl Fn() -> usize,
        token: &Token,
    ) -> Result<Option<Choice>, Stopped> {
        let sight = Sight::new(rules, seat, token);
        let choice = match self {
            Self::Human => None,
            Self::Program { strategy, .. } => Some(strategy.choose(sight)),
            Self::Script { script, .. } => Some(script.choose(made(), sight)),
        };
        token.check()?;
        Ok(choice)
    }
}
