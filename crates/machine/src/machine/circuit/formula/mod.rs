//! Circuits from Boolean formulas, such as `(x1 & x2) | !x3 ^ x4`.
//!
//! From the tightest to the loosest: `!` (also `~`, `¬`, `not`), `&` (`∧`, `and`), `^` (`⊕`,
//! `xor`), `|` (`∨`, `or`), `->` (`→`, to the right), `<->` (`↔`, `=`). Doubled signs `&&` and
//! `||` are the same as single ones. Constants are `0`, `1`, `false`, `true`. The gates
//! `and or xor nand nor xnor majority` may be called on any number of values,
//! `majority(x1, x2, x3)`, and so may `at_least(2, x1, x2, x3)`.
//!
//! A chain of one sign becomes a balanced tree. If every name is an `x` with a number, the inputs
//! are x1 up to the highest of them; otherwise they are the names in the order of their first
//! occurrence.

mod compile;
mod fault;
mod parse;
mod tokens;

pub use compile::{build, circuit, input_names};
pub use fault::{FormulaError, NotAFormula};
pub use parse::{Expression, parse_expression, parse_prefixed};
pub use tokens::{Token, Tokens};
