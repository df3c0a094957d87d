//! Circuits from Boolean formulas, such as `(x1 & x2) | !x3 ^ x4`.
//!
//! The signs, from the tightest to the loosest: `!` (also `~`, `¬`, `not`), `&` (`∧`, `and`), `^`
//! (`⊕`, `xor`), `|` (`∨`, `or`), `->` (`→`, binds to the right), `<->` (`↔`, `=`). `&&` and `||`
//! mean the same as the single signs. Constants are `0`, `1`, `false`, `true`. The gates `and or
//! xor nand nor xnor majority` are also functions of any number of values, such as `majority(x1,
//! x2, x3)`. Another such function is `at_least(2, x1, x2, x3)`.
//!
//! A chain of one sign becomes a balanced tree. If every name is an `x` with a number, the inputs
//! are x1 up to the highest of them. Otherwise they are the names in the order of their first
//! occurrence.

mod compile;
mod error;
mod parse;
mod tokens;

pub use compile::{build, circuit, input_names};
pub use error::{FormulaError, NotAFormula};
pub use parse::{Expression, parse_expression, parse_prefixed};
pub use tokens::{FormulaToken, FormulaTokens};
