//! Compares the players of a study on the same debates, and a protocol with a baseline on the same questions.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::study_debate::PlayedRow;
use crate::batch::statistics::{PairedDifference, paired_difference, performance_gap_recovered};

/// The seed of every bootstrap of a table. A fixed seed gives the same table for the same log.
const BOOTSTRAP_SEED: u64 = 1;

/// A judge who can read everything is always right, because Elenchus knows the truth of each claim.
const CEILING: f64 = 1.0;

/// The scenario and the seed. Debates with the same unit depend on each other. The seed is `None` if chance had no
/// part, so that every seed gives a copy.
pub(super) type DebateUnit<'a> = (&'a str, Option<u64>);

/// Rows that ended and have a right side, each with its unit.
pub(super) struct StudyDebates<'a> {
    rows: Vec<(&'a PlayedRow, DebateUnit<'a>)>,
}

/// The difference between two casts on the same scenarios and seeds.
#[derive(Debug, Serialize)]
pub(super) struct CastDifference {
    first: String,
    second: String,
    #[serde(flatten)]
    figures: DifferenceFigures,
}

/// A protocol beside a baseline on the same questions, with the same cast.
#[derive(Debug, Serialize)]
pub(super) struct BaselineDifference {
    protocol: String,
    baseline: String,
    cast: String,
    /// The share of the gap between the baseline and a judge who is always right that the protocol closes.
    performance_gap_recovered: Option<f64>,
    #[serde(flatten)]
    figures: DifferenceFigures,
}

/// The figures of a paired difference.
#[derive(Debug, Serialize)]
struct DifferenceFigures {
    /// The number of scenarios.
    scenarios: usize,
    /// The number of different pairs of debates.
    pairs: usize,
    /// The rates at which the right side won, with the same weight for every scenario.
    right: [f64; 2],
    /// The first rate minus the second one.
    difference: f64,
    /// The 95 % interval by a bootstrap over scenarios.
    interval: Option<[f64; 2]>,
    /// The standard deviation of the difference over scenarios, for `elenchus power`.
    sd: Option<f64>,
    /// The share of the pairs in which exactly one is right, for `elenchus power`.
    discordant: f64,
}

impl<'a> StudyDebates<'a> {
    /// The rows of a study that ended.
    pub(super) fn new(rows: &[&'a PlayedRow]) -> Self {
        let mut alike: BTreeMap<_, Vec<&PlayedRow>> = BTreeMap::new();
        let kind = |row: &'a PlayedRow| (&*row.scenario_hash, &*row.cast, row.swapped);
        let played = || rows.iter().copied().filter(|row| row.error.is_none());
        played().for_each(|row| alike.entry(kind(row)).or_default().push(row));
        // Nobody knows whether a program from outside draws random numbers. So debates count as copies only if all of
        // their scenario and players are equal.
        alike.retain(|_, rows| {
            rows.len() > 1 && rows.iter().all(|row| !row.drawn && row.trace == rows[0].trace)
        });
        let unit = |row: &'a PlayedRow| {
            let seed = (!alike.contains_key(&kind(row))).then_some(row.seed);
            (row, (&*row.scenario_hash, seed))
        };
        Self { rows: played().map(unit).collect() }
    }

    /// The rows with their units.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&'a PlayedRow, DebateUnit<'a>)> {
        self.rows.iter().copied()
    }

    /// The differences between all pairs of casts, over the scenarios of the study.
    pub(super) fn between_casts(&self) -> Vec<CastDifference> {
        let own = || self.rows().filter(|(row, _)| !row.baseline);
        let casts: BTreeSet<&str> = own().map(|(row, _)| &*row.cast).collect();
        let casts: Vec<&str> = casts.into_iter().collect();
        let of = |cast: &str| {
            let key = |row: &'a PlayedRow| (&*row.scenario_hash, row.seed);
            scores(own().filter(|(row, _)| row.cast == cast), key)
        };
        let pair = |(first, second): (&str, &str)| {
            let figures = difference(&of(first), &of(second))?;
            Some(CastDifference { first: first.into(), second: second.into(), figures })
        };
        let pairs = casts.iter().enumerate();
        let pairs = pairs.flat_map(|(at, first)| casts[at + 1..].iter().map(|own| (*first, *own)));
        pairs.filter_map(pair).collect()
    }

    /// Each cast in each protocol beside itself in each baseline, over the questions that both have.
    pub(super) fn beside_baselines(&self) -> Vec<BaselineDifference> {
        let kinds: BTreeSet<(&str, &str)> =
            self.rows().map(|(row, _)| (&*row.protocol, &*row.cast)).collect();
        let of = |protocol: &str, cast: &str| {
            let own = self.rows().filter(|(row, _)| row.protocol == protocol && row.cast == cast);
            scores(own, |row| (&*row.question, row.seed))
        };
        let named = |protocol: &str| {
            BASELINES.contains(&protocol)
                || self.rows().any(|(row, _)| row.baseline && row.protocol == protocol)
        };
        let mut all = Vec::new();
        for &(protocol, cast) in kinds.iter().filter(|(protocol, _)| !named(protocol)) {
            for &(baseline, _) in kinds.iter().filter(|(own, by)| named(own) && *by == cast) {
                let Some(figures) = difference(&of(protocol, cast), &of(baseline, cast)) else {
                    continue;
                };
                let [accuracy, alone] = figures.right;
                all.push(BaselineDifference {
                    protocol: protocol.into(),
                    baseline: baseline.into(),
                    cast: cast.into(),
                    performance_gap_recovered: performance_gap_recovered(accuracy, alone, CEILING),
                    figures,
                });
            }
        }
        all
    }
}

/// The protocols that are baselines wherever they are in a study.
const BASELINES: [&str; 2] = ["consultancy", "direct-judge"];

/// The mean score of the debates with each key, which has a scenario or a question, and a seed. Two debates with
/// exchanged seats, and the repeats of a seed, have one key and so one score.
type Scores<'a> = BTreeMap<(&'a str, u64), (f64, f64, DebateUnit<'a>)>;

fn scores<'a>(
    rows: impl Iterator<Item = (&'a PlayedRow, DebateUnit<'a>)>,
    key: impl Fn(&'a PlayedRow) -> (&'a str, u64),
) -> Scores<'a> {
    let mut scores = Scores::new();
    for (row, unit) in rows {
        let Some(right) = row.right else { continue };
        let (sum, count, _) = scores.entry(key(row)).or_insert((0.0, 0.0, unit));
        *sum += f64::from(right);
        *count += 1.0;
    }
    scores
}

/// The difference over the keys that both have. `None` if they share none.
fn difference(first: &Scores<'_>, second: &Scores<'_>) -> Option<DifferenceFigures> {
    let names: Vec<&str> = first.keys().map(|(name, _)| *name).collect();
    let (mut scores, mut scenarios) = ([Vec::new(), Vec::new()], Vec::new());
    let mut distinct = BTreeSet::new();
    for (key, (sum, count, unit)) in first {
        let Some((other_sum, other_count, other_unit)) = second.get(key) else { continue };
        scores[0].push(sum / count);
        scores[1].push(other_sum / other_count);
        scenarios.push(names.partition_point(|name| *name < key.0));
        distinct.insert((unit, other_unit));
    }
    let [one, other] = &scores;
    let PairedDifference { first, second, difference, discordant, .. } =
        paired_difference(one, other, &scenarios, BOOTSTRAP_SEED)?;
    Some(DifferenceFigures {
        scenarios: difference.units,
        pairs: distinct.len(),
        right: [first, second],
        difference: difference.mean,
        interval: difference.interval,
        sd: difference.sd,
        discordant,
    })
}
