//! What a headline comes to: rows of figures.

use serde::Serialize;

use crate::work::{Stopped, Token};

/// One entry of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RowEntry {
    /// Words.
    Words(String),
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
    /// Not known.
    Nothing,
}

/// Where the entries of a column come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnOrigin {
    /// They say what the row is about.
    Given,
    /// From the ledgers and outcomes of debates that were played for the table.
    Played,
    /// Exact values of the players named, or ends of what any player can reach: solved, not played.
    Solved,
    /// From a theorem's formula, or by arithmetic on other columns.
    Formula,
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its head.
    pub head: &'static str,
    /// Where its entries come from.
    pub origin: ColumnOrigin,
}

/// Columns, each of its own origin.
pub(super) fn columns<const N: usize>(all: [(&'static str, ColumnOrigin); N]) -> Vec<Column> {
    all.map(|(head, origin)| Column { head, origin }).into()
}

/// Columns of the same origin.
pub(super) fn of<const N: usize>(
    origin: ColumnOrigin,
    heads: [&'static str; N],
) -> impl Iterator<Item = Column> {
    heads.into_iter().map(move |head| Column { head, origin })
}

/// How a table is drawn: curves over one of its columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The column along which is drawn.
    pub along: &'static str,
    /// Whether its numbers stand by their logarithms.
    pub by_logarithm: bool,
    /// What the curves measure.
    pub up: &'static str,
    /// The columns between which the value lies, if it is bracketed.
    pub between: Option<[&'static str; 2]>,
    /// The columns that are curves of their own.
    pub curves: Vec<&'static str>,
}

/// Rows under heads.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadlineTable {
    /// What its rows are.
    pub title: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with an entry for every column.
    pub rows: Vec<Vec<RowEntry>>,
    /// How it is drawn, if it can be.
    pub chart: Option<Chart>,
}

impl HeadlineTable {
    /// The numbers of a column, by row; none where a row has none.
    pub fn numbers(&self, head: &str) -> Vec<Option<f64>> {
        let at = self.columns.iter().position(|column| column.head == head);
        let number = |row: &Vec<RowEntry>| match row[at?] {
            RowEntry::Count(count) => Some(count as f64),
            RowEntry::Number(number) => Some(number),
            _ => None,
        };
        self.rows.iter().map(number).collect()
    }
}

/// What a headline comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The paper's claim.
    pub claim: &'static str,
    /// How it was measured.
    pub how: &'static str,
    /// What was measured.
    pub tables: Vec<HeadlineTable>,
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

pub(super) fn unplayed(why: impl ToString) -> Unmeasured {
    Unmeasured::Unplayed(why.to_string())
}

/// What a debate with one lie comes to.
pub(super) fn outcome(lie_loses: bool) -> RowEntry {
    RowEntry::Words(if lie_loses { "the lie loses" } else { "the lie wins" }.into())
}

/// The rows of the cases that are not too large, until the token is stopped.
pub(super) fn rows<C>(
    cases: impl IntoIterator<Item = C>,
    token: &Token,
    mut row: impl FnMut(C) -> Result<Vec<RowEntry>, Unmeasured>,
) -> Result<Vec<Vec<RowEntry>>, Unmeasured> {
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
