//! The words and signs of a formula.

use super::FormulaError;

/// A word or sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name or a word.
    Word(&'a str),
    /// A number.
    Number(&'a str),
    /// A sign, written in its one standard way: `! & ^ | -> <-> ( ) , : . ∀ ∃`.
    Sign(&'static str),
    /// The end of the formula.
    End,
}

/// Every way to write a sign, longest first, and the standard one.
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

/// Words that are signs.
const WORDS: &[(&str, &str)] =
    &[("not", "!"), ("and", "&"), ("or", "|"), ("xor", "^"), ("forall", "∀"), ("exists", "∃")];

/// A formula, token by token.
#[derive(Debug)]
pub struct Tokens<'a> {
    formula: &'a str,
    /// Where the current token begins and ends.
    start: usize,
    end: usize,
    current: Token<'a>,
}

impl<'a> Tokens<'a> {
    /// At the first token.
    pub fn new(formula: &'a str) -> Result<Self, FormulaError> {
        let mut tokens = Self { formula, start: 0, end: 0, current: Token::End };
        tokens.advance()?;
        Ok(tokens)
    }

    /// The token it is at.
    pub fn current(&self) -> Token<'a> {
        self.current
    }

    /// The whole formula.
    pub fn formula(&self) -> &'a str {
        self.formula
    }

    /// The byte where the current token begins.
    pub fn place(&self) -> usize {
        self.start
    }

    /// The place of a byte in its line, from 1, in characters.
    pub fn column(&self, byte: usize) -> usize {
        FormulaError::at(self.formula, byte, "").column
    }

    /// An error at the current token.
    pub fn error(&self, message: impl Into<String>) -> FormulaError {
        FormulaError::at(self.formula, self.start, message)
    }

    /// Steps over the current token if it is this sign.
    pub fn take(&mut self, sign: &str) -> Result<bool, FormulaError> {
        let there = matches!(self.current, Token::Sign(current) if current == sign);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    /// Whether an opening bracket follows the current token at once, as in a call.
    pub fn is_call(&self) -> bool {
        self.formula[self.end..].trim_start().starts_with('(')
    }

    /// The current word, whatever it means as a sign: `and(x1, x2)` is a call.
    pub fn word(&self) -> Option<&'a str> {
        let text = &self.formula[self.start..self.end];
        text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then_some(text)
    }

    /// Steps to the next token.
    pub fn advance(&mut self) -> Result<(), FormulaError> {
        let rest = &self.formula[self.end..];
        let trimmed = rest.trim_start();
        self.start = self.end + (rest.len() - trimmed.len());
        let Some(first) = trimmed.chars().next() else {
            (self.end, self.current) = (self.start, Token::End);
            return Ok(());
        };
        let (length, token) = if first.is_ascii_alphabetic() || first == '_' {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let length = trimmed.find(|c| !is_part(c)).unwrap_or(trimmed.len());
            let word = &trimmed[..length];
            let sign = WORDS.iter().find(|(written, _)| word.eq_ignore_ascii_case(written));
            (length, sign.map_or(Token::Word(word), |&(_, sign)| Token::Sign(sign)))
        } else if first.is_ascii_digit() {
            let length = trimmed.find(|c: char| !c.is_ascii_digit()).unwrap_or(trimmed.len());
            (length, Token::Number(&trimmed[..length]))
        } else if let Some(&(written, sign)) =
            SIGNS.iter().find(|(written, _)| trimmed.starts_with(written))
        {
            (written.len(), Token::Sign(sign))
        } else {
            let told = format!("`{}` means nothing in a formula", first.escape_default());
            return Err(self.error(told));
        };
        (self.end, self.current) = (self.start + length, token);
        Ok(())
    }
}
