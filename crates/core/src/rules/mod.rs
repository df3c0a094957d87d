//! The building blocks of a protocol: moves, legal actions, turns, ledgers, and the trait
//! [`Protocol`].
//!
//! This module does not depend on any protocol.

pub mod argument;
pub mod effectful;
mod enumerate;
pub mod ledger;
pub mod legal_actions;
pub mod moves;
pub mod next;
mod protocol;
pub mod refusal;
pub mod seat;
pub mod turn;
mod view;

pub use argument::{
    ArgumentChoice, Bit, BitRef, Direction, Half, SingleLine, SkippedWriter, YesNo,
};
pub use effectful::{ActionEffect, ArgumentDomain, EffectfulAction};
pub use ledger::{Account, BitRead, BitsRead, Cost, Ledger};
pub use legal_actions::{ArgumentShape, Domain, LegalAction, LegalActions};
pub use moves::{Move, Verb};
pub use next::{EffectfulActions, Next};
pub use protocol::Protocol;
pub use refusal::Refusal;
pub use seat::{Actor, Seat, Side, Viewer, Visibility};
pub use turn::{Outcome, StateKey, Turn};
pub use view::{ExternalRules, View};
