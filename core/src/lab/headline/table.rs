//! What a headline comes to: rows of figures.

use crate::work::{Stopped, Token};

/// One entry of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Words(String),
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
    /// Not known.
    Nothing,
}

/// Rows under heads.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What its rows are.
    pub title: &'static str,
    /// The heads of the columns.
    pub columns: Vec<&'static str>,
    /// The rows, each with an entry for every column.
    pub rows: Vec<Vec<Cell>>,
}

/// What a headline comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The paper's claim.
    pub claim: &'static str,
    /// How it was measured.
    pub how: &'static str,
    /// What was measured.
    pub tables: Vec<Table>,
}

/// Why a headline was not measured.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unmeasured {
    /// A debate could not be played.
    #[error("{0}")]
    Unplayed(String),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The rows of the cases that are not too large, until the token is stopped.
pub(super) fn rows<C>(
    cases: impl IntoIterator<Item = C>,
    token: &Token,
    mut row: impl FnMut(C) -> Result<Vec<Cell>, Unmeasured>,
) -> Result<Vec<Vec<Cell>>, Unmeasured> {
    let mut rows = Vec::new();
    for case in cases {
        match row(case) {
            Ok(cells) => rows.push(cells),
            Err(Unmeasured::Stopped(_)) => break,
            Err(why) => return Err(why),
        }
        token.advance(1);
    }
    Ok(rows)
}
