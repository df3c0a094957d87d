//! The result of a study: how often the right side wins, by protocol and players.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Value, json};

use super::exploit::{Exploit, ExploitMethod};
use super::study::{StudyPlan, TokenUsage};
use super::study_debate::PlayedRow;
use crate::analysis::Rate;
use crate::cli::table::OutputTable;
use crate::review::loss;
use crate::rules::Side;

#[derive(Debug, Serialize)]
pub(super) struct StudyTable {
    study: String,
    /// The number of debates in the study. Those in `played` ended, and those in `failed` did not.
    debates: usize,
    played: usize,
    pub(super) failed: usize,
    rows: Vec<CastLine>,
    /// The value of the best dishonest prover, for each scenario that has such a value.
    exploits: Vec<Exploit>,
}

/// The results of one cast in one protocol.
#[derive(Debug, Serialize)]
struct CastLine {
    protocol: String,
    cast: String,
    played: u64,
    failed: u64,
    /// The rate at which the right side won, and the ends of its 95 % interval. Debates without a right side do not
    /// count.
    right: Option<[f64; 3]>,
    /// The rate at which the right side won, over the debates in which Alice was right.
    right_if_true: Option<[f64; 3]>,
    /// The rate at which the right side won, over the debates in which Bob was right.
    right_if_false: Option<[f64; 3]>,
    /// The mean squared error of the judge's probabilities.
    brier: Option<f64>,
    /// The average distance between a judge's probability and the share of true claims among similar probabilities. Two
    /// probabilities are similar if they are in the same fifth of the range.
    calibration_error: Option<f64>,
    calibration: Vec<BeliefBin>,
    /// The number of played debates without a probability that can be read. They are in none of the
    /// figures of calibration. Zero if the judge states no probabilities.
    without_probability: usize,
    /// The value of the best dishonest prover, on average over the scenarios that have one.
    exploitability: Option<f64>,
    /// The number of scenarios in that average.
    exploited: usize,
    /// True if each value in that average is exact. Otherwise a better strategy may exist.
    exploited_exactly: bool,
    /// The judge's queries of all kinds, on average over the played debates.
    queries: f64,
    /// The bits that the judge read, on average over the played debates.
    bits: f64,
    payoff: Option<f64>,
    seconds: f64,
    #[serde(flatten)]
    spent: TokenUsage,
}

/// The debates in which the judge's probability of the claim was in one fifth of the range.
#[derive(Debug, Serialize)]
struct BeliefBin {
    from: f64,
    to: f64,
    debates: usize,
    /// The mean of the judge's probabilities in these debates.
    said: f64,
    /// The share of these debates in which the claim was true.
    were_true: f64,
}

impl StudyTable {
    /// The table of these debates. The study has `debates` in total.
    pub(super) fn new<'a>(
        plan: &StudyPlan,
        rows: impl Iterator<Item = &'a PlayedRow>,
        debates: usize,
        exploits: &[Exploit],
    ) -> Self {
        let mut rows: Vec<&PlayedRow> = rows.collect();
        rows.sort_by(|a, b| a.key.cmp(&b.key));
        let mut groups: BTreeMap<(&str, &str), Vec<&PlayedRow>> = BTreeMap::new();
        for &row in &rows {
            groups.entry((&row.protocol, &row.cast)).or_default().push(row);
        }
        let failed = rows.iter().filter(|row| row.error.is_some()).count();
        let lines = groups.into_iter().map(|((protocol, cast), rows)| {
            let own = |one: &&Exploit| one.protocol == protocol && one.cast == cast;
            let exploits: Vec<&Exploit> = exploits.iter().filter(own).collect();
            CastLine::new(protocol.to_owned(), cast.to_owned(), &rows, &exploits)
        });
        Self {
            study: plan.study.title.to_string(),
            debates,
            played: rows.len() - failed,
            failed,
            rows: lines.collect(),
            exploits: exploits.to_vec(),
        }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The rate at which the right side won, with Wilson's 95 % interval. Debates without a right side do not count. All
/// repeats of a seed have the same random draws, so the interval counts them as one debate.
fn share<'a>(of: impl Iterator<Item = &'a PlayedRow>) -> Option<[f64; 3]> {
    let known = of.filter_map(|row| Some(((&*row.scenario_hash, row.seed), row.right?)));
    let (drawn, right): (Vec<_>, Vec<bool>) = known.unzip();
    let drawn: BTreeSet<_> = drawn.into_iter().collect();
    mean(right.iter().map(|right| f64::from(*right))).map(|rate| {
        let Rate { rate, low, high, .. } = Rate::of_groups(rate, drawn.len() as u64);
        [rate, low, high]
    })
}

impl CastLine {
    fn new(protocol: String, cast: String, rows: &[&PlayedRow], exploits: &[&Exploit]) -> Self {
        let played: Vec<&PlayedRow> =
            rows.iter().copied().filter(|row| row.error.is_none()).collect();
        let ruled =
            |side: Side| share(played.iter().copied().filter(|row| row.winner == Some(side)));
        let said: Vec<(f64, f64)> = played
            .iter()
            .filter_map(|row| Some((row.probability?, f64::from(row.claim_true?))))
            .collect();
        let without = played.iter().filter(|row| row.probability.is_none()).count();
        let calibration = fifths(&said);
        let off =
            calibration.iter().map(|own| own.debates as f64 * (own.said - own.were_true).abs());
        Self {
            protocol,
            cast,
            played: played.len() as u64,
            failed: (rows.len() - played.len()) as u64,
            right: share(played.iter().copied()),
            right_if_true: ruled(Side::Alice),
            right_if_false: ruled(Side::Bob),
            brier: mean(said.iter().map(|&(said, truth)| loss(said, truth == 1.0))),
            calibration_error: (!said.is_empty()).then(|| off.sum::<f64>() / said.len() as f64),
            calibration,
            without_probability: if without < played.len() { without } else { 0 },
            exploitability: mean(exploits.iter().map(|own| own.value)),
            exploited: exploits.len(),
            exploited_exactly: exploits.iter().all(|own| own.by == ExploitMethod::Limit),
            queries: mean(played.iter().map(|row| row.queries as f64)).unwrap_or_default(),
            bits: mean(played.iter().map(|row| row.bits as f64)).unwrap_or_default(),
            payoff: mean(played.iter().filter_map(|row| row.payoff)),
            seconds: mean(played.iter().map(|row| row.seconds)).unwrap_or_default(),
            spent: rows.iter().fold(TokenUsage::default(), |all, row| all.and(row.spent)),
        }
    }
}

/// The judge's probabilities and the truth, grouped by fifths of the probability range. Empty fifths are left out.
fn fifths(said: &[(f64, f64)]) -> Vec<BeliefBin> {
    let fifth = |at: u32| {
        let own: Vec<&(f64, f64)> =
            said.iter().filter(|(said, _)| ((said * 5.0) as u32).min(4) == at).collect();
        let of = |part: fn(&(f64, f64)) -> f64| mean(own.iter().map(|both| part(both)));
        Some(BeliefBin {
            from: f64::from(at) / 5.0,
            to: f64::from(at + 1) / 5.0,
            debates: own.len(),
            said: of(|both| both.0)?,
            were_true: of(|both| both.1)?,
        })
    };
    (0..5).filter_map(fifth).collect()
}

impl StudyTable {
    /// The rows with all their figures, for other programs.
    pub(super) fn table(&self) -> OutputTable {
        let rows: Vec<Value> = self.rows.iter().map(|row| json!(row)).collect();
        let columns = [
            ("protocol", "/protocol"),
            ("players", "/cast"),
            ("played", "/played"),
            ("failed", "/failed"),
            ("right", "/right/0"),
            ("right_low", "/right/1"),
            ("right_high", "/right/2"),
            ("right_if_true", "/right_if_true/0"),
            ("right_if_false", "/right_if_false/0"),
            ("brier", "/brier"),
            ("calibration_error", "/calibration_error"),
            ("without_probability", "/without_probability"),
            ("exploitability", "/exploitability"),
            ("exploited", "/exploited"),
            ("exploited_exactly", "/exploited_exactly"),
            ("queries", "/queries"),
            ("bits", "/bits"),
            ("payoff", "/payoff"),
            ("seconds", "/seconds"),
            ("tokens", "/tokens"),
            ("cost", "/cost"),
        ];
        OutputTable::picked(&columns.map(|(name, place)| (name, place, 0)), &rows)
    }

    /// The table as text for people.
    pub(super) fn text(&self) -> String {
        let mut text =
            format!("{}\n{} of {} debates were played", self.study, self.played, self.debates);
        if self.failed > 0 {
            text += &format!(", {} failed", self.failed);
        }
        let missing = self.debates - self.played - self.failed;
        if missing > 0 {
            text += &format!(", {missing} are missing; --resume plays them");
        }
        let rows: Vec<Value> = self.rows.iter().map(|row| json!(row)).collect();
        let who = [("protocol", "/protocol", 0), ("players", "/cast", 0)];
        let mut lines = |title: &str, columns: &[(&str, &str, usize)]| {
            let mut table = OutputTable::picked(&[&who[..], columns].concat(), &rows);
            let exploited = columns.iter().position(|(name, ..)| *name == "exploited");
            for (row, own) in table.rows.iter_mut().zip(&self.rows) {
                if let (Some(at), Some(value)) = (exploited, own.exploitability) {
                    // A `+` says that a better strategy may exist.
                    let more = if own.exploited_exactly { "" } else { "+" };
                    row[who.len() + at] = format!("{value:.3}{more}").into();
                }
            }
            let numbers = who.len()..table.columns.len();
            text += &format!("\n{title}\n{}", table.text(numbers).concat());
        };
        lines(
            "\nhow often the right side wins, and how often the best dishonest prover wins",
            &[
                ("played", "/played", 0),
                ("failed", "/failed", 0),
                ("right", "/right/0", 3),
                ("95 % from", "/right/1", 3),
                ("to", "/right/2", 3),
                ("exploited", "/exploitability", 3),
                ("bits", "/bits", 1),
            ],
        );
        lines(
            "accuracy of the rulings, and their costs",
            &[
                ("for Alice", "/right_if_true/0", 3),
                ("for Bob", "/right_if_false/0", 3),
                ("Brier", "/brier", 3),
                ("left out", "/without_probability", 0),
                ("paid", "/payoff", 3),
                ("tokens", "/tokens", 0),
                ("cost", "/cost", 4),
            ],
        );
        text
    }
}
