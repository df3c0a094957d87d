//! The papers' headlines, measured: each claim beside what debates that are played here cost and
//! pay.

mod doubly_efficient;
mod played;
mod prover_estimator;
mod query_complexity;
mod stochastic;

use crate::work::{Stopped, Token};

/// Which headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headline {
    /// Provers work as long as the computation is; the judge asks once (2024 paper, Thm 5.3).
    DoublyEfficient,
    /// Provers draw K² log T votes a step, the judge K² in all (2024 paper, Thm 6.2).
    Stochastic,
    /// Honest Alice is paid 1 − ε where arguments are stable (2025 paper, Thm 6.1), and what an
    /// obfuscator gets with the estimator and without him.
    ProverEstimator,
    /// The judge reads log2 of the circuit's size (2026 paper, Thm 6).
    QueryComplexity,
}

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

impl Headline {
    /// Measures it, leaving out what is larger than `most`: steps, gates, or subclaims. The token
    /// counts rows; rows that were measured before it was stopped are kept.
    ///
    /// # Errors
    /// If a debate could not be played.
    pub fn measure(self, most: u64, token: &Token) -> Result<Measured, Unmeasured> {
        match self {
            Self::DoublyEfficient => doubly_efficient::measure(most, token),
            Self::Stochastic => stochastic::measure(most, token),
            Self::ProverEstimator => prover_estimator::measure(most, token),
            Self::QueryComplexity => query_complexity::measure(most, token),
        }
    }
}

/// The rows of the cases that are not too large, until the token is stopped.
fn rows<C>(
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
