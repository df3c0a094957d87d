//! Reading YAML, and JSON with it: the one door between the parser of the language and the formats
//! of files.
//!
//! The parser is a library; what its events mean to a format is decided here, with places and in
//! our own words. There is one reader and it is one type: through the generic reader of a library
//! every format brought its own copy of it, and all of them a quarter of the program.

mod events;
mod fault;
mod mapping;
mod place;
mod reader;
mod scalar;
#[cfg(test)]
mod tests;

pub use fault::{Fault, LineColumn};
pub use place::placed;
pub use reader::{LARGEST_FILE, read};
