//! Reads the parameters and values of a sweep, and measures its points.

use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{LostDebate, PartialTally, Tally, count};
use crate::analysis::{ExactValue, Game, PayoffGuarantee};
use crate::debate::{BatchSimulator, PlayError};
use crate::rules::Seat;
use crate::work::CancelToken;

/// The results at one point of a sweep.
#[derive(Clone, Debug)]
pub struct PointResult {
    /// Alice's exact expected value. `None` if it is unknown.
    pub exact: Option<f64>,
    /// What a theorem guarantees for these players. `None` if no theorem covers them.
    pub promise: Option<PayoffGuarantee>,
    /// The counts over the debates that ended.
    pub tally: Tally,
    /// The error of a debate that failed and so ended the run. `None` if none failed.
    pub failed: Option<PlayError>,
    /// The debates whose players are functions that failed, by seed.
    pub lost: Vec<LostDebate>,
}

/// Plays the debates of a point with these numbers in the run with this seed. Adds the exact value and the
/// promise of a theorem.
///
/// # Errors
/// Returns an error if the work was stopped before a debate was played.
pub fn measure(
    game: &dyn Game,
    many: &dyn BatchSimulator,
    numbers: Range<u64>,
    run_seed: u64,
    token: &CancelToken,
) -> Result<PointResult, PlayError> {
    let seats = Seat::each(|seat| game.seat_plan(seat));
    let exact = game.exact(&seats, token).map(ExactValue::get);
    token.check()?;
    let promise = game.promise(&seats, token)?;
    let PartialTally { tally, failed, lost } = count(many, numbers, run_seed, token);
    Ok(PointResult { exact, promise, tally, failed, lost })
}

/// The largest number of points in a sweep.
pub const MOST_POINTS: usize = 10_000;

/// A parameter and its values, as the user wrote them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepAxis {
    /// The name of the parameter, such as `k`, `constants.c` or `alice.shift`. If the values are
    /// strategies, this is the name of a seat.
    pub name: String,
    /// The values of the parameter.
    pub values: Vec<String>,
}

impl FromStr for SweepAxis {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let usage = "write PATH=FROM:TO:STEP or PATH=VALUE,VALUE, such as alice.shift=0:0.4:0.02";
        let (name, values) = text.split_once('=').ok_or(usage)?;
        let (name, values) = (name.trim(), values.trim());
        if name.is_empty() || values.is_empty() {
            return Err(usage.into());
        }
        let values = match range(values) {
            Some(values) => values?,
            None => listed(values),
        };
        if values.iter().any(String::is_empty) {
            return Err(format!("{name}: a value is missing. {usage}"));
        }
        Ok(Self { name: name.to_owned(), values })
    }
}

impl SweepAxis {
    /// The values as numbers. `None` if one of them is not a number.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.values.iter().map(|value| value.parse().ok().filter(|x: &f64| x.is_finite())).collect()
    }
}

/// The points of a sweep, each with one value for every axis. The first axis changes fastest.
/// Without axes, there is one empty point.
///
/// # Errors
/// Returns an error if there are too many points.
pub fn grid(axes: &[SweepAxis]) -> Result<Vec<Vec<String>>, String> {
    let count = axes.iter().try_fold(1usize, |n, axis| n.checked_mul(axis.values.len()));
    let count = count.filter(|&n| n <= MOST_POINTS);
    let count = count.ok_or_else(|| {
        format!("a sweep can have at most {MOST_POINTS} points: take larger steps")
    })?;
    let point = |mut at: usize| {
        axes.iter()
            .map(|axis| {
                let value = axis.values[at % axis.values.len()].clone();
                at /= axis.values.len();
                value
            })
            .collect()
    };
    Ok((0..count).map(point).collect())
}

/// Splits the text at commas that are not within brackets or quotes.
fn listed(text: &str) -> Vec<String> {
    let (mut values, mut value, mut depth, mut quote) = (Vec::new(), String::new(), 0i32, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => depth -= 1,
            (None, ',') if depth == 0 => {
                values.push(value.trim().to_owned());
                value.clear();
                continue;
            }
            _ => {}
        }
        value.push(c);
    }
    values.push(value.trim().to_owned());
    values
}

/// Parses a range FROM:TO:STEP and lists its values. The arithmetic is decimal, so 0.1 + 0.2 is
/// 0.3. `None` if the text is not a range.
fn range(text: &str) -> Option<Result<Vec<String>, String>> {
    let parts: Vec<Decimal> = text.split(':').map(Decimal::read).collect::<Option<_>>()?;
    let [from, to, step] = match parts.as_slice() {
        [_] => return None,
        [from, to, step] => [from, to, step],
        _ => return Some(Err(format!("`{text}`: write a range as FROM:TO:STEP"))),
    };
    let places = from.places.max(to.places).max(step.places);
    let scaled = |d: &Decimal| d.at(places);
    let (Some(from), Some(to), Some(step)) = (scaled(from), scaled(to), scaled(step)) else {
        return Some(Err(format!("`{text}`: these numbers have too many digits")));
    };
    if step == 0 {
        return Some(Err(format!("`{text}`: the step must not be 0")));
    }
    if (to - from).signum() * step.signum() < 0 {
        return Some(Err(format!("`{text}`: this step leads away from the end")));
    }
    let steps = (to - from) / step;
    if steps >= MOST_POINTS as i128 {
        return Some(Err(format!("`{text}`: a range can have at most {MOST_POINTS} values")));
    }
    Some(Ok((0..=steps).map(|i| Decimal { digits: from + i * step, places }.written()).collect()))
}

/// A decimal number: digits · 10^-places.
struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    fn read(text: &str) -> Option<Self> {
        let (text, power) = match text.trim().split_once(['e', 'E']) {
            Some((text, power)) => (text, power.parse::<i32>().ok()?),
            None => (text.trim(), 0),
        };
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let figures = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        let unsigned = whole.strip_prefix(['-', '+']).unwrap_or(whole);
        if !figures(unsigned) || !figures(part) || (unsigned.is_empty() && part.is_empty()) {
            return None;
        }
        let digits: i128 = format!("0{unsigned}{part}").parse().ok()?;
        let digits = if whole.starts_with('-') { -digits } else { digits };
        let places = i32::try_from(part.len()).ok()?.checked_sub(power)?;
        let zeros = 10i128.checked_pow(u32::try_from(-places).unwrap_or(0))?;
        let places = u32::try_from(places).unwrap_or(0);
        Some(Self { digits: digits.checked_mul(zeros)?, places }).filter(|_| places <= 18)
    }

    fn at(&self, places: u32) -> Option<i128> {
        self.digits
            .checked_mul(10i128.checked_pow(places - self.places)?)
            .filter(|d| d.abs() < 1 << 100)
    }

    fn written(&self) -> String {
        let sign = if self.digits < 0 { "-" } else { "" };
        let digits = self.digits.unsigned_abs();
        if self.places == 0 {
            return format!("{sign}{digits}");
        }
        let one = 10u128.pow(self.places);
        let width = self.places as usize;
        let text = format!("{sign}{}.{:0width$}", digits / one, digits % one);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        text.parse::<SweepAxis>().unwrap().values
    }

    #[test]
    fn a_range_has_both_its_ends_and_no_rounding_between() {
        assert_eq!(values("k=0:0.4:0.1"), ["0", "0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(values("k=3:1:-1"), ["3", "2", "1"]);
        assert_eq!(values("k=-0.1:0.1:0.1"), ["-0.1", "0", "0.1"]);
        assert_eq!(values("k=5:5:1"), ["5"]);
        assert_eq!(values("k=0:1e-2:5e-3"), ["0", "0.005", "0.01"]);
        assert_eq!(values("k=1e2:3E2:1e2"), ["100", "200", "300"]);
        assert_eq!(values("k=1e-30"), ["1e-30"]);
    }

    #[test]
    fn a_list_is_cut_at_its_own_commas_alone() {
        assert_eq!(values("k=1,2,4"), ["1", "2", "4"]);
        assert_eq!(
            values("alice=honest, mix: {honest: 0.5, \"shift:0.1\": 0.5},shift:0.2"),
            ["honest", "mix: {honest: 0.5, \"shift:0.1\": 0.5}", "shift:0.2"]
        );
    }

    #[test]
    fn a_step_that_leads_nowhere_is_refused() {
        for (text, why) in [
            ("k=0:1:0", "must not be 0"),
            ("k=0:1:-1", "away from the end"),
            ("k=0:1", "FROM:TO:STEP"),
            ("k=0:1:0.00001", "at most 10000"),
            ("k=1,,2", "missing"),
            ("k", "PATH="),
        ] {
            let error = text.parse::<SweepAxis>().unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn the_first_axis_changes_quickest() {
        let axes = ["a=1,2".parse().unwrap(), "b=x,y".parse().unwrap()];
        assert_eq!(grid(&axes).unwrap(), [["1", "x"], ["2", "x"], ["1", "y"], ["2", "y"]]);
        assert_eq!(grid(&[]).unwrap(), [Vec::<String>::new()]);
    }
}
