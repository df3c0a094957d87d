//! Code that both debates about claims share: the world, the leaf, the judges and the texts.

mod errors;
pub mod leaf;
pub(crate) mod players;
pub(crate) mod words;
pub mod world;

pub use errors::WorldDrawError;
