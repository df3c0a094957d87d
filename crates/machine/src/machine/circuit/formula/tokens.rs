//! Splits a formula into words and signs.

use super::FormulaError;

/// A word or sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaToken<'a> {
    /// A name or a word.
    Word(&'a str),
    /// A number.
    Number(&'a str),
    /// A sign in its standard form: `! & ^ | -> <-> ( ) , : . ∀ ∃`.
    Sign(&'static str),
    /// The end of the formula.
    End,
}

/// Every spelling of a sign, longest first, with its standard spelling.
const SIGNS: &[(&str, &str)] = &[
    ("<->", "<->"),
    ("<=>", "<->"),
    ("->", "->"),
    ("=>", "->"),
    ("&&", "&"),
    ("||", "|"),
    ("==", "<->"),
    ("→", "->"),
    ("↔", "<->"),
    ("∧", "&"),
    ("∨", "|"),
    ("¬", "!"),
    ("⊕", "^"),
    ("∀", "∀"),
    ("∃", "∃"),
    ("&", "&"),
    ("|", "|"),
    ("^", "^"),
    ("!", "!"),
    ("~", "!"),
    ("=", "<->"),
    ("(", "("),
    (")", ")"),
    (",", ","),
    (":", ":"),
    (".", "."),
];

/// Words that stand for a sign.
const WORDS: &[(&str, &str)] =
    &[("not", "!"), ("and", "&"), ("or", "|"), ("xor", "^"), ("forall", "∀"), ("exists", "∃")];

/// A formula, token by token.
#[derive(Debug)]
pub struct FormulaTokens<'a> {
    formula: &'a str,
    /// The byte offsets at which the current token starts and ends.
    start: usize,
    end: usize,
    current: FormulaToken<'a>,
}

impl<'a> FormulaTokens<'a> {
    /// Starts at the first token.
    pub fn new(formula: &'a str) -> Result<Self, FormulaError> {
        let mut tokens = Self { formula, start: 0, end: 0, current: FormulaToken::End };
        tokens.advance()?;
        Ok(tokens)
    }

    /// The current token.
    pub fn current(&self) -> FormulaToken<'a> {
        self.current
    }

    /// The whole formula.
    pub fn formula(&self) -> &'a str {
        self.formula
    }

    /// The first byte of the current token.
    pub fn place(&self) -> usize {
        self.start
    }

    /// The column of a byte in its line, in characters from 1.
    pub fn column(&self, byte: usize) -> usize {
        FormulaError::at(self.formula, byte, "").column
    }

    /// An error at the current token.
    pub fn error(&self, message: impl Into<String>) -> FormulaError {
        FormulaError::at(self.formula, self.start, message)
    }

    /// If the current token is this sign, skips it and returns true.
    pub fn take(&mut self, sign: &str) -> Result<bool, FormulaError> {
        let there = matches!(self.current, FormulaToken::Sign(current) if current == sign);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    /// Returns whether an opening bracket follows, as in a call.
    pub fn is_call(&self) -> bool {
        self.formula[self.end..].trim_start().starts_with('(')
    }

    /// The current word, even if it also means a sign: `and(x1, x2)` is a call.
    pub fn word(&self) -> Option<&'a str> {
        let text = &self.formula[self.start..self.end];
        text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then_some(text)
    }

    /// Goes to the next token.
    pub fn advance(&mut self) -> Result<(), FormulaError> {
        let rest = &self.formula[self.end..];
        let trimmed = rest.trim_start();
        self.start = self.end + (rest.len() - trimmed.len());
        let Some(first) = trimmed.chars().next() else {
            (self.end, self.current) = (self.start, FormulaToken::End);
            return Ok(());
        };
        let (length, token) = if first.is_ascii_alphabetic() || first == '_' {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let length = trimmed.find(|c| !is_part(c)).unwrap_or(trimmed.len());
            let word = &trimmed[..length];
            let sign = WORDS.iter().find(|(written, _)| word.eq_ignore_ascii_case(written));
            (length, sign.map_or(FormulaToken::Word(word), |&(_, sign)| FormulaToken::Sign(sign)))
        } else if first.is_ascii_digit() {
            let length = trimmed.find(|c: char| !c.is_ascii_digit()).unwrap_or(trimmed.len());
            (length, FormulaToken::Number(&trimmed[..length]))
        } else if let Some(&(written, sign)) =
            SIGNS.iter().find(|(written, _)| trimmed.starts_with(written))
        {
            (written.len(), FormulaToken::Sign(sign))
        } else {
            let told = format!("`{}` has no meaning in a formula", first.escape_default());
            return Err(self.error(told));
        };
        (self.end, self.current) = (self.start + length, token);
        Ok(())
    }
}
