//! The content of one cell of a board.

/// The content of a cell: its value, its role, and its mistake if the viewer may know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellMark {
    /// The value.
    pub value: CellValue,
    /// The position of the cell in the order of the judge's reads, counted from 1. `None` if the
    /// judge did not read the cell.
    pub read: Option<u32>,
    /// The role of the cell in the dispute.
    pub part: CellRole,
    /// The mistake in the cell, if this viewer may know.
    pub flaw: CellFlaw,
}

/// The value of a cell, as the viewer knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CellValue {
    /// Nobody has written the cell yet.
    #[default]
    Blank,
    /// The cell is written, but the judge has not read it.
    Unread,
    /// The value is hidden from this viewer until the review.
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
    /// The disputed cell reads this cell.
    Relevant,
    /// The cell is disputed, or is the current cell.
    Disputed,
}

/// The mistake in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellFlaw {
    /// No mistake, or no mistake that this viewer may know.
    #[default]
    None,
    /// The value differs from the value that this seat computed.
    Differs,
    /// The value is wrong. Only the review shows this.
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

    /// A cell that is hidden from this viewer.
    pub fn hidden() -> Self {
        Self { value: CellValue::Hidden, ..Self::default() }
    }

    /// The same cell, with its position in the order of the judge's reads.
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

/// A function that returns the value at an index, counted from 0.
pub type LazyCells<'a, T> = Box<dyn Fn(usize) -> T + 'a>;
