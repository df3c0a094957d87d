//! What a study comes to: how often the side that is right wins, by protocol and players.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::played::{Row, Spent};
use super::study::Plan;
use crate::lab::Rate;

/// The table of a study.
#[derive(Debug, Serialize)]
pub(super) struct Table {
    study: String,
    /// How many debates it has, and how many of them were played to their end, or failed.
    debates: usize,
    played: usize,
    pub(super) failed: usize,
    rows: Vec<Line>,
}

/// One protocol with one cast.
#[derive(Debug, Serialize)]
struct Line {
    protocol: String,
    cast: String,
    played: u64,
    failed: u64,
    /// How often the side that is right won, of those that have one; with the interval at 95 %.
    right: Option<[f64; 3]>,
    /// Means over those that were played.
    queries: f64,
    payoff: Option<f64>,
    seconds: f64,
    #[serde(flatten)]
    spent: Spent,
}

impl Table {
    /// The table of these debates, out of so many.
    pub(super) fn of<'a>(plan: &Plan, rows: impl Iterator<Item = &'a Row>, debates: usize) -> Self {
        let mut rows: Vec<&Row> = rows.collect();
        rows.sort_by(|a, b| a.key.cmp(&b.key));
        let mut groups: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
        for &row in &rows {
            groups.entry((&row.protocol, &row.cast)).or_default().push(row);
        }
        let failed = rows.iter().filter(|row| row.error.is_some()).count();
        let lines = groups
            .into_iter()
            .map(|((protocol, cast), rows)| Line::of(protocol.to_owned(), cast.to_owned(), &rows));
        Self {
            study: plan.title.clone(),
            debates,
            played: rows.len() - failed,
            failed,
            rows: lines.collect(),
        }
    }
}

impl Line {
    fn of(protocol: String, cast: String, rows: &[&Row]) -> Self {
        let played: Vec<&&Row> = rows.iter().filter(|row| row.error.is_none()).collect();
        let mean = |values: &mut dyn Iterator<Item = f64>| {
            let values: Vec<f64> = values.collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let judged: Vec<bool> = played.iter().filter_map(|row| row.right).collect();
        let hits = judged.iter().filter(|right| **right).count();
        let right = (!judged.is_empty()).then(|| {
            let Rate { rate, low, high, .. } = Rate::of(hits as u64, judged.len() as u64);
            [rate, low, high]
        });
        Self {
            protocol,
            cast,
            played: played.len() as u64,
            failed: (rows.len() - played.len()) as u64,
            right,
            queries: mean(&mut played.iter().map(|row| row.queries as f64)).unwrap_or_default(),
            payoff: mean(&mut played.iter().filter_map(|row| row.payoff)),
            seconds: mean(&mut played.iter().map(|row| row.seconds)).unwrap_or_default(),
            spent: rows.iter().fold(Spent::default(), |all, row| all.and(row.spent)),
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.study)?;
        let missing = self.debates - self.played - self.failed;
        write!(f, "{} of {} debates were played", self.played, self.debates)?;
        if self.failed > 0 {
            write!(f, ", {} failed", self.failed)?;
        }
        if missing > 0 {
            write!(f, ", {missing} are left: --resume plays them")?;
        }
        writeln!(
            f,
            "\n\n{:<20} {:<20} {:>7} {:>7} {:>7} {:>15} {:>9} {:>9} {:>9}",
            "protocol", "players", "played", "failed", "right", "95 %", "queries", "paid", "tokens"
        )?;
        for row in &self.rows {
            let right = row.right.map_or(["-".into(), String::new()], |[rate, low, high]| {
                [format!("{rate:.3}"), format!("{low:.3}–{high:.3}")]
            });
            let paid = row.payoff.map_or("-".into(), |paid| format!("{paid:.3}"));
            writeln!(
                f,
                "{:<20} {:<20} {:>7} {:>7} {:>7} {:>15} {:>9.1} {:>9} {:>9}",
                row.protocol,
                row.cast,
                row.played,
                row.failed,
                right[0],
                right[1],
                row.queries,
                paid,
                row.spent.tokens
            )?;
        }
        Ok(())
    }
}
