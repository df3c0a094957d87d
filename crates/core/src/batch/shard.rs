//! Identifies a run of many debates, and merges the slices of a run.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::Tally;
use super::sweep::SweepAxis;
use crate::analysis::{PayoffGuarantee, Rate, ResponseSummary};
use crate::scenario::Hidden;

/// The version of the file format of slices.
const VERSION: u32 = 2;

/// Everything that determines the result of a run. Two slices with equal headers belong to the same
/// run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunHeader {
    /// The command: `simulate` or `sweep`.
    pub command: String,
    /// The scenario's file or name.
    pub scenario: String,
    /// The scenario's title.
    pub title: String,
    /// The SHA-256 hash of the scenario, written as YAML by this program with its parameters set.
    pub hash: String,
    /// The version of this program.
    pub version: String,
    /// The commit that this program was built from. Empty if unknown.
    #[serde(default)]
    pub commit: String,
    /// The seed of the run. The seed of debate number i, from 0, is
    /// [`seed_in_series`](crate::chance::seed_in_series) of this seed and i. In a sweep each point has a
    /// seed of its own.
    pub seed: u64,
    /// True if all points of a sweep have the same seeds.
    #[serde(default)]
    pub common_seeds: bool,
    /// The names of the strategies of Alice, Bob and the judge.
    pub seats: [String; 3],
    /// The complete players in the form of a scenario file, because two scripts may have the same
    /// name.
    #[serde(default)]
    pub players: [Json; 3],
    /// The files of external programs, each with its SHA-256 hash.
    #[serde(default)]
    pub programs: Vec<(String, String)>,
    /// The parameters that were set, such as `k=2`.
    pub set: Vec<String>,
    /// The parameters that vary.
    pub vary: Vec<SweepAxis>,
    /// The number of debates at each point.
    pub debates: u64,
    /// The kinds of facts that the run does not reveal, because the scenario hides them.
    #[serde(default)]
    pub hidden: Vec<Hidden>,
}

/// A point of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SweepPoint {
    /// The values of the varied parameters.
    pub at: Vec<String>,
    /// The seed of the run that its debates are.
    #[serde(default)]
    pub seed: u64,
    /// The strategies of Alice, Bob and the judge.
    pub seats: [String; 3],
    /// The scope of the averages, if the debate has worlds. `None` otherwise.
    #[serde(default)]
    pub averages_over: Option<String>,
    /// Alice's exact expected value. `None` if it is unknown.
    pub exact: Option<f64>,
    /// What a theorem guarantees for these players. `None` if no theorem covers them.
    pub promise: Option<PayoffGuarantee>,
    /// The best response of Alice and of Bob to the other players. `None` if not requested or
    /// unknown.
    #[serde(default)]
    pub best: [Option<ResponseSummary>; 2],
    /// The counts over the debates of this point.
    pub tally: Tally,
}

/// A run, or as much of a run as was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredRun {
    /// The description that determines the run.
    pub head: RunHeader,
    /// The points of the sweep. A run in which nothing varies has one point.
    pub points: Vec<SweepPoint>,
}

impl MeasuredRun {
    /// The number of points that the complete run has.
    pub fn size(&self) -> usize {
        let values = self.head.vary.iter().map(|axis| axis.values.len());
        values.fold(1, usize::saturating_mul)
    }

    /// The interval of Alice's value at a point: of her average payment, or of her winning rate if
    /// there are no payments. The intervals of all points together are correct with probability 95
    /// %.
    pub fn band(&self, point: &SweepPoint) -> [f64; 2] {
        match point.tally.payoff() {
            Some(paid) => paid.among(self.size()),
            None => {
                let Tally { alice_wins, debates, .. } = point.tally;
                let rate = Rate::among(alice_wins, debates, self.size());
                [rate.low, rate.high]
            }
        }
    }

    /// Returns whether the debates of this run have payments.
    pub fn pays(&self) -> bool {
        self.points.iter().any(|point| point.tally.payoff().is_some())
    }

    /// Returns whether some debates of the run are missing.
    pub fn is_partial(&self) -> bool {
        let all = self.size();
        let short = |point: &SweepPoint| point.tally.debates < self.head.debates;
        self.points.len() < all || self.points.iter().any(short)
    }
}

/// A slice of a run: its debates in a range of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunShard {
    /// The version of the file format.
    elenchus_part: u32,
    /// The numbers of the debates in this slice, counted from 0.
    pub numbers: Range<u64>,
    /// The run with only these debates.
    pub run: MeasuredRun,
}

/// The number of a slice and the total number of slices, such as `3/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardIndex {
    number: u64,
    of: u64,
}

impl std::str::FromStr for ShardIndex {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let read = |text: &str| text.trim().parse::<u64>().ok();
        match numbers.and_then(|(number, of)| Some((read(number)?, read(of)?))) {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("write a slice as I/N with I from 1 to N, such as 3/16".into()),
        }
    }
}

impl ShardIndex {
    /// The numbers of the debates in this slice, counted from 0.
    pub fn numbers(self, debates: u64) -> Range<u64> {
        let end = |n: u64| (u128::from(debates) * u128::from(n) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

impl RunShard {
    /// Makes a slice from a run that has only these debates.
    pub fn new(numbers: Range<u64>, run: MeasuredRun) -> Self {
        Self { elenchus_part: VERSION, numbers, run }
    }

    /// Parses a slice from JSON.
    ///
    /// # Errors
    /// Returns an error if the text is not a slice, or if it has another format version.
    pub fn read(text: &str) -> Result<Self, String> {
        let part: Self = serde_json::from_str(text)
            .map_err(|e| format!("this file was not written by `--slice`: {e}"))?;
        let numbers = &part.numbers;
        let is_odd = |point: &SweepPoint| !point.tally.is_of(numbers.end - numbers.start);
        match part.elenchus_part {
            VERSION if numbers.start > numbers.end || numbers.end > part.run.head.debates => {
                Err(format!("the file has debates {numbers:?}, which its run does not have"))
            }
            VERSION if part.run.points.iter().any(is_odd) => {
                Err("the counts in this file contradict each other. Run this slice again".into())
            }
            VERSION => Ok(part),
            other => Err(format!(
                "this file has format version {other}, but this program reads version {VERSION}"
            )),
        }
    }
}

/// Merges slices into their run.
///
/// # Errors
/// Returns an error if the slices come from different runs, or if debates are missing or appear
/// twice. The error names these debates.
pub fn merge(mut parts: Vec<(String, RunShard)>) -> Result<MeasuredRun, String> {
    parts.sort_by_key(|(_, part)| (part.numbers.start, part.numbers.end));
    let mut parts = parts.into_iter();
    let (first_name, first) = parts.next().ok_or("there is no file to merge")?;
    let (mut run, mut done, mut last_name) = (first.run, first.numbers.end, first_name.clone());
    hole(0..first.numbers.start)?;
    for (name, part) in parts {
        if let Some(what) = difference(&run.head, &part.run.head) {
            return Err(format!("{first_name} and {name} come from different runs: {what}"));
        }
        let numbers = part.numbers;
        if numbers.start < done && !numbers.is_empty() {
            return Err(format!(
                "{last_name} and {name} both have debates {} to {}",
                numbers.start,
                done.min(numbers.end) - 1
            ));
        }
        hole(done..numbers.start)?;
        run.points = added(&run.points, &part.run.points)
            .ok_or_else(|| format!("{first_name} and {name} have different points"))?;
        (done, last_name) = (done.max(numbers.end), name);
    }
    hole(done..run.head.debates)?;
    if run.is_partial() {
        return Err("a file lacks some of its debates. Run that slice again".into());
    }
    Ok(run)
}

fn hole(missing: Range<u64>) -> Result<(), String> {
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "debates {} to {} are missing. Run their slices",
            missing.start,
            missing.end - 1
        )),
    }
}

/// Adds the counts of two lists of points. `None` if the points differ.
fn added(mine: &[SweepPoint], theirs: &[SweepPoint]) -> Option<Vec<SweepPoint>> {
    let same = |(mine, theirs): (&SweepPoint, &SweepPoint)| {
        let tally = mine.tally.clone().and(&theirs.tally);
        let both = SweepPoint { tally, ..mine.clone() };
        (SweepPoint { tally: both.tally.clone(), ..theirs.clone() } == both).then_some(both)
    };
    (mine.len() == theirs.len()).then(|| mine.iter().zip(theirs).map(same).collect())?
}

/// Describes the first key in which two runs differ. `None` if they are equal.
fn difference(one: &RunHeader, other: &RunHeader) -> Option<String> {
    let fields = |head: &RunHeader| match serde_json::to_value(head) {
        Ok(Json::Object(map)) => map,
        _ => serde_json::Map::new(),
    };
    let (one, other) = (fields(one), fields(other));
    let (name, value) = one.iter().find(|(name, value)| other.get(*name) != Some(value))?;
    Some(format!("{name} is {value} in one file and {} in the other", other.get(name)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(clippy::field_reassign_with_default)]
    fn part(numbers: Range<u64>, seed: u64) -> (String, RunShard) {
        let head = RunHeader {
            command: "simulate".into(),
            scenario: "s".into(),
            title: "S".into(),
            hash: "0".into(),
            version: "1".into(),
            commit: String::new(),
            seed,
            common_seeds: false,
            seats: ["honest"; 3].map(str::to_owned),
            players: Default::default(),
            programs: Vec::new(),
            set: Vec::new(),
            vary: Vec::new(),
            debates: 10,
            hidden: Vec::new(),
        };
        let debates = numbers.end - numbers.start;
        let mut tally = Tally::default();
        tally.debates = debates;
        let seats = head.seats.clone();
        let (exact, promise, best) = (Some(0.5), None, [None, None]);
        let point =
            SweepPoint { seed, seats, exact, promise, best, tally, ..SweepPoint::default() };
        (format!("{numbers:?}"), RunShard::new(numbers, MeasuredRun { head, points: vec![point] }))
    }

    #[test]
    fn slices_are_all_debates_once() {
        for (debates, of) in [(10, 3), (5, 8), (u64::MAX, 7)] {
            let mut at = 0;
            for number in 1..=of {
                let numbers = ShardIndex { number, of }.numbers(debates);
                assert_eq!(numbers.start, at);
                at = numbers.end;
            }
            assert_eq!(at, debates);
        }
        assert!("0/3".parse::<ShardIndex>().is_err() && "4/3".parse::<ShardIndex>().is_err());
    }

    #[test]
    fn parts_in_any_order_are_the_run_and_empty_ones_do_no_harm() {
        let run = merge(vec![part(7..10, 1), part(3..3, 1), part(0..7, 1)]).unwrap();
        assert_eq!(run.points[0].tally.debates, 10);
    }

    #[test]
    fn counts_that_do_not_fit_one_another_are_refused() {
        let (_, right) = part(0..5, 1);
        let text = serde_json::to_string(&right).unwrap();
        assert!(RunShard::read(&text).is_ok());
        for (count, wrong) in [
            ("\"alice_wins\":0", "\"alice_wins\":9"),
            ("\"debates\":5", "\"debates\":6"),
            ("\"settled\":0", "\"settled\":1"),
            ("\"rulings\":null", "\"rulings\":[7,3]"),
            ("\"carries\":0", "\"carries\":18446744073709551615"),
        ] {
            let changed = text.replacen(count, wrong, 1);
            assert_ne!(changed, text, "{count}");
            let error = RunShard::read(&changed).unwrap_err();
            assert!(error.contains("contradict each other"), "{wrong}: {error}");
        }
    }

    #[test]
    fn holes_overlaps_and_other_runs_are_named() {
        for (parts, why) in [
            (vec![part(0..4, 1), part(6..10, 1)], "debates 4 to 5 are missing"),
            (vec![part(1..10, 1)], "debates 0 to 0 are missing"),
            (vec![part(0..9, 1)], "debates 9 to 9 are missing"),
            (vec![part(0..6, 1), part(4..10, 1)], "0..6 and 4..10 both have debates 4 to 5"),
            (vec![part(0..5, 1), part(5..10, 2)], "seed is 1 in one file and 2 in the other"),
        ] {
            let error = merge(parts).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
