//! Draws a sweep as a plot of characters: points with their intervals, the exact curve, and the
//! theorem's line.

use crate::batch::shard::{MeasuredRun, SweepPoint};
use crate::batch::sweep::SweepAxis;
use crate::tui::plot::{self, AT_LEAST, AT_MOST, MARKS, Plot};

/// The plot of a sweep.
pub fn plot(run: &MeasuredRun) -> String {
    let Some(axis) = run.head.vary.first() else { return String::new() };
    if run.points.is_empty() {
        return "no point is finished\n".into();
    }
    let numbers = places(axis);
    let point = |point: &SweepPoint| {
        let place = axis.values.iter().position(|value| Some(value) == point.at.first());
        plot::PlotPoint {
            value: place.map(|place| numbers[place]),
            tally: Some(point.tally.clone()),
            exact: point.exact,
            promise: point.promise.clone(),
            best: None,
        }
    };
    let (labels, curves): (Vec<String>, Vec<&[SweepPoint]>) = series(run).into_iter().unzip();
    let mut series: Vec<Vec<_>> =
        curves.iter().map(|points| points.iter().map(point).collect()).collect();
    for points in &mut series {
        points.sort_by(|a, b| a.value.partial_cmp(&b.value).unwrap_or(std::cmp::Ordering::Equal));
    }
    let names: &[String] = if axis.numbers().is_none() { &axis.values } else { &[] };
    let mut text = Plot { series: &series, names, varied: "", at: None }.text(76, 23);
    let mut say = |words: &str| text += &format!("         {words}\n");
    say(&axis.name);
    let what = if run.pays() { "Alice's average payment" } else { "how often Alice wins" };
    say(&format!("{} {what}, with its 95 % interval", MARKS[0]));
    if run.points.iter().any(|point| point.exact.is_some()) {
        say("· exact");
    }
    for (at_least, sign, side) in [(false, AT_MOST, "at most"), (true, AT_LEAST, "at least")] {
        let mut promises = run.points.iter().filter_map(|point| point.promise.as_ref());
        if let Some(promise) = promises.find(|promise| promise.limit.is_lower() == at_least) {
            say(&format!("{sign} {side}: {}", promise.theorem));
        }
    }
    if run.head.vary.len() > 1 {
        for (label, mark) in labels.iter().zip(MARKS.iter().cycle()) {
            say(&format!("{mark} {label}"));
        }
    }
    text
}

/// The curves of a sweep over its first parameter. All points of a curve have the same values of the other parameters.
/// These values are the curve's label.
pub fn series(run: &MeasuredRun) -> Vec<(String, &[SweepPoint])> {
    let Some(axis) = run.head.vary.first() else { return Vec::new() };
    let label = |points: &[SweepPoint]| {
        let others = run.head.vary.iter().zip(&points[0].at).skip(1);
        let all: Vec<String> =
            others.map(|(axis, value)| format!("{} {value}", axis.name)).collect();
        all.join(", ")
    };
    let curves = run.points.chunks(axis.values.len().max(1));
    curves.map(|points| (label(points), points)).collect()
}

/// The positions of points along a parameter: its values, or the indices of its values if they are not numbers.
pub fn places(axis: &SweepAxis) -> Vec<f64> {
    let places = || (0..axis.values.len()).map(|at| at as f64).collect();
    axis.numbers().unwrap_or_else(places)
}
