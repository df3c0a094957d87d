//! What a protocol is made of: moves, menus, turns, ledgers, and the trait of rules.
//!
//! Nothing in this room knows any protocol.

pub mod argument;
pub mod ledger;
mod listed;
pub mod menu;
pub mod moves;
pub mod next;
pub mod offer;
mod protocol;
pub mod refusal;
pub mod seat;
pub mod turn;
mod view;

pub use argument::{Bit, Cell, Direction, Half, Layout, Phrase, Skip, YesNo};
pub use ledger::{Account, Cost, Ledger, Reading, Readings};
pub use menu::{ArgumentShape, Domain, Menu, Offer};
pub use moves::{Move, Verb};
pub use next::{Next, Offers};
pub use offer::{Among, Effect, Offered};
pub use protocol::Protocol;
pub use refusal::Refusal;
pub use seat::{Actor, Audience, Eye, Seat, Side};
pub use turn::{Outcome, Situation, Turn};
pub use view::{Guarded, View};
