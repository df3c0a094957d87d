//! Errors in a formula, shown with a caret.

use std::fmt;

use crate::machine::circuit::CircuitError;

/// An error in a formula: its place, and what was expected there.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// The complete line.
    pub text: String,
    /// What was expected.
    pub message: String,
}

impl FormulaError {
    /// An error at a byte of the formula.
    pub fn at(formula: &str, byte: usize, message: impl Into<String>) -> Self {
        let byte = (0..=byte.min(formula.len())).rev().find(|&b| formula.is_char_boundary(b));
        let before = &formula[..byte.unwrap_or(0)];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let text = formula[start..].lines().next().unwrap_or("").to_owned();
        Self {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            text,
            message: message.into(),
        }
    }
}

impl fmt::Display for FormulaError {
    /// Three lines: the message, the faulty line or the part around the error, and a caret under
    /// it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const AROUND: usize = 30;
        let skipped = self.column.saturating_sub(AROUND + 1);
        let shown = self.text.chars().skip(skipped).take(2 * AROUND);
        // A tab or an escape character would shift the caret.
        let shown: String = shown.map(|c| if c.is_control() { ' ' } else { c }).collect();
        writeln!(f, "{}, at line {} place {}", self.message, self.line, self.column)?;
        writeln!(f, "  {shown}")?;
        write!(f, "  {}^", " ".repeat(self.column - 1 - skipped))
    }
}

impl std::error::Error for FormulaError {}

/// Why a formula is not a circuit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotAFormula {
    /// The text cannot be read.
    #[error(transparent)]
    Text(#[from] FormulaError),
    /// The formula is too large.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
}
