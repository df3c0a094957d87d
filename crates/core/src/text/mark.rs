//! What one cell of a board shows.

/// What one cell shows: what is known of it, which part it plays, and, in review, if it is true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// What is known.
    pub value: Value,
    /// Read by the judge, as the n-th thing read (from 1).
    pub read: Option<u32>,
    /// Its part in what goes on.
    pub part: Part,
    /// What is wrong with it, as far as this eye may know.
    pub flaw: Flaw,
}

/// What is known of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// Not written yet.
    #[default]
    Blank,
    /// There, but the judge has not paid for it.
    Unread,
    /// Hidden from this seat until the review.
    Hidden,
    /// This: a bit, a symbol.
    Is(String),
}

/// Which part a cell plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// None.
    #[default]
    None,
    /// The thing under discussion reads it.
    Relevant,
    /// It is disputed, or it is where the debate stands.
    Disputed,
}

/// What is wrong with a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flaw {
    /// Nothing, or nothing this eye may know.
    #[default]
    None,
    /// It is not what this seat computed itself, at a cost.
    Differs,
    /// It is wrong. Review only.
    Wrong,
}

impl Mark {
    /// A cell that says a bit.
    pub fn bit(bit: bool) -> Self {
        Self::text(if bit { "1" } else { "0" })
    }

    /// A cell that says something.
    pub fn text(text: impl Into<String>) -> Self {
        Self { value: Value::Is(text.into()), ..Self::default() }
    }

    /// A cell that the judge has not paid for.
    pub fn unread() -> Self {
        Self { value: Value::Unread, ..Self::default() }
    }

    /// A cell hidden from this seat.
    pub fn hidden() -> Self {
        Self { value: Value::Hidden, ..Self::default() }
    }

    /// The same cell, read as the n-th thing if it was read.
    pub fn read_as(self, read: Option<u32>) -> Self {
        Self { read, ..self }
    }

    /// The same cell in a part.
    pub fn part(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// The same cell with a flaw.
    pub fn flaw(self, flaw: Flaw) -> Self {
        Self { flaw, ..self }
    }
}

/// A function from a place, counted from 0, to what stands there.
pub type Lazily<'a, T> = Box<dyn Fn(usize) -> T + 'a>;
