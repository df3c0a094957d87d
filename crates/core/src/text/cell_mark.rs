//! The content of one cell of a board.

/// One cell: its value, its role and, in the review, its correctness.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellMark {
    /// The value.
    pub value: CellValue,
    /// The number of the read in which the judge read it, from 1. `None` if the judge did not.
    pub read: Option<u32>,
    /// Its role in the dispute.
    pub part: CellRole,
    /// The mistake in it, if this viewer may know.
    pub flaw: CellFlaw,
}

/// The value of a cell, as the viewer knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CellValue {
    /// Not written yet.
    #[default]
    Blank,
    /// Written, but the judge has not read it.
    Unread,
    /// Hidden from this seat until the review.
    Hidden,
    /// A visible value: a bit or a symbol.
    Is(String),
}

/// The role of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellRole {
    /// No role.
    #[default]
    None,
    /// The disputed cell reads it.
    Relevant,
    /// It is disputed, or it is the current cell.
    Disputed,
}

/// The mistake in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellFlaw {
    /// No mistake, or none that this viewer may know.
    #[default]
    None,
    /// It differs from the value that this seat computed, at a cost.
    Differs,
    /// It is wrong. Review only.
    Wrong,
}

impl CellMark {
    /// A cell with a bit.
    pub fn bit(bit: bool) -> Self {
        Self::text(if bit { "1" } else { "0" })
    }

    /// A cell with text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { value: CellValue::Is(text.into()), ..Self::default() }
    }

    /// A cell that the judge has not read.
    pub fn unread() -> Self {
        Self { value: CellValue::Unread, ..Self::default() }
    }

    /// A cell that is hidden from this seat.
    pub fn hidden() -> Self {
        Self { value: CellValue::Hidden, ..Self::default() }
    }

    /// The same cell, with the number of its read.
    pub fn read_as(self, read: Option<u32>) -> Self {
        Self { read, ..self }
    }

    /// The same cell, with a role.
    pub fn part(self, part: CellRole) -> Self {
        Self { part, ..self }
    }

    /// The same cell, with a mistake.
    pub fn flaw(self, flaw: CellFlaw) -> Self {
        Self { flaw, ..self }
    }
}

/// A function from an index, from 0, to the value there.
pub type LazyCells<'a, T> = Box<dyn Fn(usize) -> T + 'a>;
