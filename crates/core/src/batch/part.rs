//! A run that is told apart from any other, its points, and parts of it that add up to it.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::Tally;
use super::sweep::Axis;
use crate::analysis::{Promise, Rate, Response};
use crate::scenario::Hidden;

/// The version of the format of parts.
const VERSION: u32 = 1;

/// Everything that a run follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The command that it is: `simulate` or `sweep`.
    pub command: String,
    /// The scenario's file, or its name.
    pub scenario: String,
    /// The scenario's title.
    pub title: String,
    /// The SHA-256 of the scenario as this program writes it, its parameters set.
    pub hash: String,
    /// The version of this program.
    pub version: String,
    /// The commit that this program was made of; empty where that is not known.
    #[serde(default)]
    pub commit: String,
    /// The first seed: debate number i, from 0, has the seed `seed + i`; of a sweep, counted on from point
    /// to point.
    pub seed: u64,
    /// Whether all points of a sweep have the same seeds.
    #[serde(default)]
    pub common_seeds: bool,
    /// The strategies of Alice, Bob and the judge, as they are written.
    pub seats: [String; 3],
    /// The same players whole, as a file writes them: two scripts may be called alike.
    #[serde(default)]
    pub players: [Json; 3],
    /// The files that programs outside are run from, each with its SHA-256.
    #[serde(default)]
    pub programs: Vec<(String, String)>,
    /// What was set: `k=2`.
    pub set: Vec<String>,
    /// What is varied.
    pub vary: Vec<Axis>,
    /// How many debates, at each point.
    pub debates: u64,
    /// What the run does not tell of what the scenario hides.
    #[serde(default)]
    pub hidden: Vec<Hidden>,
}

/// A point of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SweepPoint {
    /// The values of what is varied.
    pub at: Vec<String>,
    /// The seed of its first debate.
    #[serde(default)]
    pub seed: u64,
    /// The strategies of Alice, Bob and the judge.
    pub seats: [String; 3],
    /// What Alice can expect, exactly; none where that is not known.
    pub exact: Option<f64>,
    /// What a theorem promises.
    pub promise: Option<Promise>,
    /// The best Alice and the best Bob against who sits opposite, where they were asked for and are
    /// known.
    #[serde(default)]
    pub best: [Option<Response>; 2],
    /// What was counted.
    pub tally: Tally,
}

/// A run, or as much of it as was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredRun {
    /// What it follows from.
    pub head: Head,
    /// Its points; the only one if nothing is varied.
    pub points: Vec<SweepPoint>,
}

impl MeasuredRun {
    /// How many points it has in the end.
    pub fn size(&self) -> usize {
        let values = self.head.vary.iter().map(|axis| axis.values.len());
        values.fold(1, usize::saturating_mul)
    }

    /// Where the value of a point lies if those of all points are to lie in such an interval 95 times in
    /// 100; what Alice is paid, where there are payments, else how often she wins.
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

    /// Whether Alice is paid in its debates.
    pub fn pays(&self) -> bool {
        self.points.iter().any(|point| point.tally.payoff().is_some())
    }

    /// Whether it was stopped before its end.
    pub fn is_partial(&self) -> bool {
        let all = self.size();
        let short = |point: &SweepPoint| point.tally.debates < self.head.debates;
        self.points.len() < all || self.points.iter().any(short)
    }
}

/// The debates of a run with some of its numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunPart {
    /// The version of this format.
    elenchus_part: u32,
    /// The numbers of its debates, from 0.
    pub numbers: Range<u64>,
    /// The run, with these debates alone.
    pub run: MeasuredRun,
}

/// Which slice of a run, of how many: `3/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    number: u64,
    of: u64,
}

impl std::str::FromStr for Slice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let read = |text: &str| text.trim().parse::<u64>().ok();
        match numbers.and_then(|(number, of)| Some((read(number)?, read(of)?))) {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("a slice is written I/N, such as 3/16, with I from 1 to N".into()),
        }
    }
}

impl Slice {
    /// The numbers of its debates, from 0.
    pub fn numbers(self, debates: u64) -> Range<u64> {
        let end = |n: u64| (u128::from(debates) * u128::from(n) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

impl RunPart {
    /// A part of a run.
    pub fn new(numbers: Range<u64>, run: MeasuredRun) -> Self {
        Self { elenchus_part: VERSION, numbers, run }
    }

    /// Reads a part.
    ///
    /// # Errors
    /// If it is none, or of another version.
    pub fn read(text: &str) -> Result<Self, String> {
        let part: Self = serde_json::from_str(text)
            .map_err(|e| format!("this is not a part that `--slice` wrote: {e}"))?;
        let numbers = &part.numbers;
        let is_odd = |point: &SweepPoint| !point.tally.is_of(numbers.end - numbers.start);
        match part.elenchus_part {
            VERSION if numbers.start > numbers.end || numbers.end > part.run.head.debates => {
                Err(format!("there are no debates {numbers:?} in its run"))
            }
            VERSION if part.run.points.iter().any(is_odd) => {
                Err("its counts do not fit one another: make it again".into())
            }
            VERSION => Ok(part),
            other => Err(format!("this part is of version {other}; this program reads {VERSION}")),
        }
    }
}

/// The run that parts add up to.
///
/// # Errors
/// If they are not parts of one run, or there are holes or overlaps: which.
pub fn merge(mut parts: Vec<(String, RunPart)>) -> Result<MeasuredRun, String> {
    parts.sort_by_key(|(_, part)| (part.numbers.start, part.numbers.end));
    let mut parts = parts.into_iter();
    let (first_name, first) = parts.next().ok_or("there is no part to merge")?;
    let (mut run, mut done, mut last_name) = (first.run, first.numbers.end, first_name.clone());
    hole(0..first.numbers.start)?;
    for (name, part) in parts {
        if let Some(what) = difference(&run.head, &part.run.head) {
            return Err(format!("{first_name} and {name} are parts of different runs: {what}"));
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
            .ok_or_else(|| format!("{first_name} and {name} do not have the same points"))?;
        (done, last_name) = (done.max(numbers.end), name);
    }
    hole(done..run.head.debates)?;
    if run.is_partial() {
        return Err("some debates are missing in a part: make it again".into());
    }
    Ok(run)
}

fn hole(missing: Range<u64>) -> Result<(), String> {
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "debates {} to {} are in no part: make the slices that are missing",
            missing.start,
            missing.end - 1
        )),
    }
}

/// The points of both, counted together; none if they are not the same points.
fn added(mine: &[SweepPoint], theirs: &[SweepPoint]) -> Option<Vec<SweepPoint>> {
    let same = |(mine, theirs): (&SweepPoint, &SweepPoint)| {
        let tally = mine.tally.clone().and(&theirs.tally);
        let both = SweepPoint { tally, ..mine.clone() };
        (SweepPoint { tally: both.tally.clone(), ..theirs.clone() } == both).then_some(both)
    };
    (mine.len() == theirs.len()).then(|| mine.iter().zip(theirs).map(same).collect())?
}

/// The first thing in which two runs differ.
fn difference(one: &Head, other: &Head) -> Option<String> {
    let fields = |head: &Head| match serde_json::to_value(head) {
        Ok(Json::Object(map)) => map,
        _ => serde_json::Map::new(),
    };
    let (one, other) = (fields(one), fields(other));
    let (name, value) = one.iter().find(|(name, value)| other.get(*name) != Some(value))?;
    Some(format!("{name} is {value} in one, {} in the other", other.get(name)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(clippy::field_reassign_with_default)]
    fn part(numbers: Range<u64>, seed: u64) -> (String, RunPart) {
        let head = Head {
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
        let point = SweepPoint { at: Vec::new(), seed, seats, exact, promise, best, tally };
        (format!("{numbers:?}"), RunPart::new(numbers, MeasuredRun { head, points: vec![point] }))
    }

    #[test]
    fn slices_are_all_debates_once() {
        for (debates, of) in [(10, 3), (5, 8), (u64::MAX, 7)] {
            let mut at = 0;
            for number in 1..=of {
                let numbers = Slice { number, of }.numbers(debates);
                assert_eq!(numbers.start, at);
                at = numbers.end;
            }
            assert_eq!(at, debates);
        }
        assert!("0/3".parse::<Slice>().is_err() && "4/3".parse::<Slice>().is_err());
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
        assert!(RunPart::read(&text).is_ok());
        for (count, wrong) in [
            ("\"alice_wins\":0", "\"alice_wins\":9"),
            ("\"debates\":5", "\"debates\":6"),
            ("\"settled\":0", "\"settled\":1"),
            ("\"rulings\":null", "\"rulings\":[7,3]"),
            ("\"carries\":0", "\"carries\":18446744073709551615"),
        ] {
            let changed = text.replacen(count, wrong, 1);
            assert_ne!(changed, text, "{count}");
            let error = RunPart::read(&changed).unwrap_err();
            assert!(error.contains("do not fit"), "{wrong}: {error}");
        }
    }

    #[test]
    fn holes_overlaps_and_other_runs_are_named() {
        for (parts, why) in [
            (vec![part(0..4, 1), part(6..10, 1)], "debates 4 to 5 are in no part"),
            (vec![part(1..10, 1)], "debates 0 to 0 are in no part"),
            (vec![part(0..9, 1)], "debates 9 to 9 are in no part"),
            (vec![part(0..6, 1), part(4..10, 1)], "0..6 and 4..10 both have debates 4 to 5"),
            (vec![part(0..5, 1), part(5..10, 2)], "seed is 1 in one, 2 in the other"),
        ] {
            let error = merge(parts).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
