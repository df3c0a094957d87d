//! The operations of steps.

use std::sync::Arc;

use crate::chance::Probability;

/// The operation of a step on its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// 1 if all sources are 1.
    And,
    /// 1 if at least one source is 1.
    Or,
    /// 1 if an odd number of sources are 1.
    Xor,
    /// The negation of `And`.
    Nand,
    /// The negation of `Or`.
    Nor,
    /// The negation of `Xor`.
    Xnor,
    /// The negation of its only source.
    Not,
    /// The value of its only source.
    Copy,
    /// 1 if more than half of the sources are 1.
    Majority,
    /// 1 if at least this many sources are 1.
    AtLeast(u32),
    /// A constant, without sources.
    Constant(bool),
    /// A question to the oracle: the plan's question with this index (see [`super::Plan::ask`]).
    Ask(u32),
}

impl Op {
    /// The name of the operation in files and on screens.
    pub fn word(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::Nand => "nand",
            Self::Nor => "nor",
            Self::Xnor => "xnor",
            Self::Not => "not",
            Self::Copy => "copy",
            Self::Majority => "majority",
            Self::AtLeast(_) => "at-least",
            Self::Constant(_) => "constant",
            Self::Ask(_) => "ask",
        }
    }

    /// The smallest and the largest number of sources. The second is `None` if there is no limit.
    pub fn arity(self) -> (usize, Option<usize>) {
        match self {
            Self::Not | Self::Copy => (1, Some(1)),
            Self::Constant(_) => (0, Some(0)),
            Self::Ask(_) => (0, Some(MOST_CONDITIONS)),
            _ => (1, None),
        }
    }

    /// The number of ones that a counting gate with `all` sources needs, before any negation. `None` for parity gates,
    /// for gates with one source, and for gates without sources.
    #[inline]
    pub(crate) fn threshold(self, all: u32) -> Option<u32> {
        match self {
            Self::And | Self::Nand => Some(all),
            Self::Or | Self::Nor => Some(1),
            Self::Majority => Some(all / 2 + 1),
            Self::AtLeast(k) => Some(k),
            Self::Xor | Self::Xnor | Self::Not | Self::Copy | Self::Constant(_) | Self::Ask(_) => {
                None
            }
        }
    }

    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        matches!(self, Self::Nand | Self::Nor | Self::Xnor | Self::Not)
    }

    /// The gate's value on `values`. `None` for a question.
    #[inline]
    pub fn gate(self, values: impl Iterator<Item = bool>) -> Option<bool> {
        let (mut all, mut ones) = (0, 0);
        for value in values {
            all += 1;
            ones += u32::from(value);
        }
        self.of_ones(all, ones)
    }

    /// The gate's value, if it is the same for all values of its unknown sources.
    #[inline]
    pub fn decided(self, sources: impl Iterator<Item = Option<bool>>) -> Option<bool> {
        let (mut all, mut ones, mut open) = (0, 0, 0);
        for source in sources {
            all += 1;
            ones += u32::from(source == Some(true));
            open += u32::from(source.is_none());
        }
        let value = self.of_ones(all, ones)?;
        let same = |more| self.of_ones(all, ones + more) == Some(value);
        (1..=open).all(same).then_some(value)
    }

    /// The gate's value if `ones` of its `all` sources are 1. `None` for a question.
    #[inline]
    fn of_ones(self, all: u32, ones: u32) -> Option<bool> {
        let found = match (self, self.threshold(all)) {
            (_, Some(least)) => ones >= least,
            (Self::Constant(bit), None) => bit,
            (Self::Ask(_), None) => return None,
            (_, None) => ones % 2 == 1,
        };
        Some(found != self.is_negated())
    }
}

/// The probability of "yes" may depend on at most this many earlier values. So a table has at most 2^16 rows.
pub const MOST_CONDITIONS: usize = 16;

/// A question to the oracle. Many steps may ask the same question.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The question in words. `{t}` stands for the number of the step that asks it.
    pub question: Arc<str>,
    /// The table of `P[yes]`, with one row for each combination of the values that the step reads. These values are
    /// the binary digits of the row's number, with the first value as the highest digit. If the step reads nothing,
    /// there is one row.
    pub yes: Arc<[Probability]>,
}

impl Ask {
    /// A question whose answer does not depend on earlier values.
    pub fn constant(question: impl Into<Arc<str>>, yes: Probability) -> Self {
        Self { question: question.into(), yes: Arc::new([yes]) }
    }

    /// `P[yes]` given the values read, in order.
    pub fn chance(&self, values: impl Iterator<Item = bool>) -> Probability {
        self.yes[values.fold(0, |row, value| row << 1 | usize::from(value))]
    }
}
