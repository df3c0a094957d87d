//! What a step of a plan does.

use std::sync::Arc;

use crate::chance::Probability;

/// What one step does with the values that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// 1 if everything read is 1.
    And,
    /// 1 if anything read is 1.
    Or,
    /// 1 if an odd number of the values read are 1.
    Xor,
    /// The opposite of `And`.
    Nand,
    /// The opposite of `Or`.
    Nor,
    /// The opposite of `Xor`.
    Xnor,
    /// The opposite of the one value read.
    Not,
    /// The one value read.
    Copy,
    /// 1 if strictly more than half of the values read are 1.
    Majority,
    /// 1 if at least this many of the values read are 1.
    AtLeast(u32),
    /// Always the same bit; reads nothing.
    Constant(bool),
    /// Puts a question to the oracle: the plan's ask with this index (see [`super::Plan::ask`]).
    Ask(u32),
}

impl Op {
    /// The word for it in files and on screens.
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

    /// How many values it may read: the least and, if there is one, the most.
    pub fn arity(self) -> (usize, Option<usize>) {
        match self {
            Self::Not | Self::Copy => (1, Some(1)),
            Self::Constant(_) => (0, Some(0)),
            Self::Ask(_) => (0, Some(MOST_CONDITIONS)),
            _ => (1, None),
        }
    }

    /// How many ones among `all` values a gate wants that only counts them, before it is negated;
    /// none for parity, for what reads a single value, and for what reads none.
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

    /// Whether the gate says the opposite of what it finds.
    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        matches!(self, Self::Nand | Self::Nor | Self::Xnor | Self::Not)
    }

    /// The gate's value on `values`; none for an ask.
    #[inline]
    pub fn gate(self, values: impl Iterator<Item = bool>) -> Option<bool> {
        let (mut all, mut ones) = (0, 0);
        for value in values {
            all += 1;
            ones += u32::from(value);
        }
        self.of_ones(all, ones)
    }

    /// A gate's value, if it is the same whatever its unknown sources are.
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

    /// Its value where so many of `all` values are 1; none for an ask.
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

/// The probability of "yes" may depend on at most this many earlier values (a table of 2^16 rows).
pub const MOST_CONDITIONS: usize = 16;

/// A question for the oracle. Many steps may put the same one.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The question in words; `{t}` stands for the number of the step that puts it.
    pub question: Arc<str>,
    /// `P[yes]`, by the values read: the row of the table is those values as a binary number, the
    /// first value read being its highest bit. One row if nothing is read.
    pub yes: Arc<[Probability]>,
}

impl Ask {
    /// A question whose answer depends on nothing before it.
    pub fn constant(question: impl Into<Arc<str>>, yes: Probability) -> Self {
        Self { question: question.into(), yes: Arc::new([yes]) }
    }

    /// `P[yes]` given the values read, in order.
    pub fn chance(&self, values: impl Iterator<Item = bool>) -> Probability {
        self.yes[values.fold(0, |row, value| row << 1 | usize::from(value))]
    }
}
