//! The screens, one file each, behind one small trait.

mod attempts;
mod context;
mod contract;
mod edit;
mod evaluation;
mod file_name;
mod help;
mod lab;
mod ledger;
mod library;
mod moves;
mod question;
mod review;
mod seats;
mod side;
mod table;
mod waiting;

pub use attempts::Attempts;
pub use context::Context;
pub use contract::{Screen, Step};
pub use edit::Edit;
use file_name::file_name;
pub use help::Help;
pub use lab::Lab;
pub use library::Library;
pub(super) use library::open_entry;
use question::Question;
pub use review::Review;
pub use seats::Seats;
pub use table::{Options, TableScreen};
use waiting::Waiting;
