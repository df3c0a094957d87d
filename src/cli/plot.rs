//! A sweep as a plot of characters: points with their intervals, the exact curve, the theorem's line.

use crate::lab::part::{Point, Run};
use crate::lab::sweep::Axis;
use crate::show::number::fixed;

/// The size of the plot itself, in characters.
const SIZE: (usize, usize) = (64, 20);

/// The marks of the curves.
const MARKS: [char; 8] = ['●', '○', '■', '□', '▲', '△', '◆', '◇'];

/// Characters on a grid.
struct Grid {
    cells: Vec<Vec<char>>,
    x: (f64, f64),
    y: (f64, f64),
}

impl Grid {
    fn new(x: (f64, f64), y: (f64, f64)) -> Self {
        let wide =
            |(low, high): (f64, f64)| if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
        Self { cells: vec![vec![' '; SIZE.0]; SIZE.1], x: wide(x), y: wide(y) }
    }

    fn column(&self, x: f64) -> usize {
        at(x, self.x, SIZE.0 - 1)
    }

    fn row(&self, y: f64) -> usize {
        SIZE.1 - 1 - at(y, self.y, SIZE.1 - 1)
    }

    fn put(&mut self, x: usize, y: usize, mark: char) {
        if let Some(cell) = self.cells.get_mut(y).and_then(|row| row.get_mut(x)) {
            *cell = mark;
        }
    }

    /// A curve through points in the order of their x, drawn between them too.
    fn curve(&mut self, points: &[(f64, f64)], mark: char) {
        for pair in points.windows(2) {
            let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
            let (from, to) = (self.column(x0), self.column(x1));
            for column in from.min(to)..=from.max(to) {
                let part = (column.abs_diff(from)) as f64 / (from.abs_diff(to)).max(1) as f64;
                let row = self.row(y0 + (y1 - y0) * part);
                self.put(column, row, mark);
            }
        }
        if let [(x, y)] = *points {
            let (x, y) = (self.column(x), self.row(y));
            for column in x.saturating_sub(2)..=x + 2 {
                self.put(column, y, mark);
            }
        }
    }
}

/// Where a value stands between the ends, from 0 to `last`.
fn at(value: f64, (low, high): (f64, f64), last: usize) -> usize {
    (((value - low) / (high - low)).clamp(0.0, 1.0) * last as f64).round() as usize
}

/// The plot of a sweep.
pub fn plot(run: &Run) -> String {
    let Some(axis) = run.head.vary.first() else { return String::new() };
    let paid = run.points.iter().any(|point| point.tally.payoff().is_some());
    let numbers = places(axis);
    let x_of = |point: &Point| {
        let place = axis.values.iter().position(|value| Some(value) == point.at.first());
        numbers[place.unwrap_or(0)]
    };
    let ends = |all: &[f64]| {
        let finite = all.iter().copied().filter(|x| x.is_finite());
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let mut heights = Vec::new();
    for point in &run.points {
        let (_, low, high) = point.tally.shown();
        heights.extend([low, high]);
        heights.extend(point.exact);
        heights.extend(point.promise.as_ref().map(|promise| promise.limit));
    }
    if heights.is_empty() {
        return "no point yet\n".into();
    }
    let mut grid = Grid::new(ends(&numbers), if paid { ends(&heights) } else { (0.0, 1.0) });
    let (labels, curves): (Vec<String>, Vec<&[Point]>) = series(run).into_iter().unzip();
    let through = |curve: &[Point], of: &dyn Fn(&Point) -> Option<f64>| -> Vec<(f64, f64)> {
        let mut points: Vec<_> =
            curve.iter().filter_map(|point| Some((x_of(point), of(point)?))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    for curve in &curves {
        grid.curve(&through(curve, &|p| p.promise.as_ref().map(|p| p.limit)), '┄');
    }
    for curve in &curves {
        grid.curve(&through(curve, &|point| point.exact), '·');
    }
    for (curve, mark) in curves.iter().zip(MARKS.iter().cycle()) {
        for point in *curve {
            let (mid, low, high) = point.tally.shown();
            let x = grid.column(x_of(point));
            for y in grid.row(high)..=grid.row(low) {
                grid.put(x, y, '│');
            }
            let y = grid.row(mid);
            grid.put(x, y, *mark);
        }
    }
    let mut text = String::new();
    for (y, row) in grid.cells.iter().enumerate() {
        let label = match y {
            y if y % 5 == 0 || y + 1 == SIZE.1 => {
                let part = 1.0 - y as f64 / (SIZE.1 - 1) as f64;
                fixed(grid.y.0 + (grid.y.1 - grid.y.0) * part, 3)
            }
            _ => String::new(),
        };
        let line: String = row.iter().collect();
        text += &format!("{label:>9} │{}\n", line.trim_end());
    }
    text += &format!("{:>9} └{}\n", "", "─".repeat(SIZE.0));
    let first = axis.values.first().map_or("", String::as_str);
    let last = axis.values.last().map_or("", String::as_str);
    let room = SIZE.0.saturating_sub(first.chars().count());
    text += &format!("{:>10} {first}{last:>room$}\n", "");
    text += &format!("{:>10} {}\n\n", "", axis.name);
    let what = if paid { "what Alice is paid, with" } else { "how often Alice wins, with" };
    text += &format!("{:>10} ● {what} its 95 % interval\n", "");
    if run.points.iter().any(|point| point.exact.is_some()) {
        text += &format!("{:>10} · exact\n", "");
    }
    if let Some(promise) = run.points.iter().find_map(|point| point.promise.as_ref()) {
        let side = if promise.at_least { "at least" } else { "at most" };
        text += &format!("{:>10} ┄ {side}: {}\n", "", promise.theorem);
    }
    if run.head.vary.len() > 1 {
        for (label, mark) in labels.iter().zip(MARKS.iter().cycle()) {
            text += &format!("{:>10} {mark} {label}\n", "");
        }
    }
    text
}

/// The curves of a sweep over its first parameter: the points that agree in all others, and in what.
pub fn series(run: &Run) -> Vec<(String, &[Point])> {
    let Some(axis) = run.head.vary.first() else { return Vec::new() };
    let label = |points: &[Point]| {
        let others = run.head.vary.iter().zip(&points[0].at).skip(1);
        let all: Vec<String> =
            others.map(|(axis, value)| format!("{} {value}", axis.name)).collect();
        all.join(", ")
    };
    let curves = run.points.chunks(axis.values.len().max(1));
    curves.map(|points| (label(points), points)).collect()
}

/// Where points stand along a parameter: its numbers, or the places of what is no number.
pub fn places(axis: &Axis) -> Vec<f64> {
    let places = || (0..axis.values.len()).map(|at| at as f64).collect();
    axis.numbers().unwrap_or_else(places)
}
