//! What the debates about claims have in common: the world and what is known of it, how an argument
//! is laid out and a leaf decided, their judges and their words.

mod faults;
pub mod leaf;
pub(crate) mod players;
pub(crate) mod words;
pub mod world;

pub use faults::Undrawable;
