//! Votes after an abort: each batch as a block on the axis, or the running mean. Both views show the disputed number
//! and its tolerance. The axis zooms to the tolerance band, so 10^8 votes look like 10^2 votes.

use super::gauge::band;
use super::legend::Legend;
use super::pane::{PaneContext, PaneKind, PaneState};
use super::scale::{ColumnScale, RowScale};
use crate::text::board::VotesPane;
use crate::text::number::{distance, probability, stated};
use crate::tui::drawing::*;

/// The number of columns of a block, including the gap after it.
const BLOCK: usize = 4;

/// The number of columns between the two views.
const BETWEEN: u16 = 3;

/// From this number of columns on, both views are side by side.
const WIDE: usize = 110;

impl PaneKind for VotesPane {
    fn rows(&self, _: &PaneState, _: usize, _: bool) -> (usize, usize) {
        (9, 24)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: PaneContext<'_>, _: &mut Legend) {
        if canvas.width() >= WIDE {
            let area = canvas.area();
            let half = Rect { width: area.width / 2, ..area };
            let x = half.right() + BETWEEN;
            let rest = Rect { x, width: area.right() - x, ..area };
            blocks(&mut canvas.part(half), self);
            // The other view also needs rows for the words below it.
            running_mean(&mut canvas.part(rest), self, area.height.saturating_sub(2).into());
        } else if look.state.other_view {
            let rows = canvas.height().saturating_sub(6).max(3);
            running_mean(canvas, self, rows);
            legend(canvas, self, rows + 2);
        } else {
            blocks(canvas, self);
        }
    }

    fn has_two_views(&self, columns: usize) -> bool {
        columns < WIDE && !self.batches.is_empty()
    }
}

fn totals(votes: &VotesPane) -> (u64, u64) {
    votes.batches.iter().fold((0, 0), |(y, n), b| (y.saturating_add(b.0), n.saturating_add(b.1)))
}

/// The number of yes votes and of all votes after each batch.
fn running(votes: &VotesPane) -> impl Iterator<Item = (u64, u64)> + '_ {
    votes.batches.iter().scan((0u64, 0u64), |sum, b| {
        *sum = (sum.0.saturating_add(b.0), sum.1.saturating_add(b.1));
        Some(*sum)
    })
}

fn mean((yes, all): (u64, u64)) -> Option<f64> {
    (all > 0).then(|| yes as f64 / all as f64)
}

/// The axis. It contains the band with some space on both sides, and all measured values.
fn scale(votes: &VotesPane, left: usize, right: usize) -> ColumnScale {
    let at = votes.stated.get();
    let mut ends = (at - 2.2 * votes.tolerance, at + 2.2 * votes.tolerance);
    let others = votes.others.iter().filter_map(|o| o.1).chain(votes.truth);
    let all = mean(totals(votes));
    for value in votes.batches.iter().filter_map(|b| mean(*b)).chain(others).chain(all) {
        ends = (ends.0.min(value), ends.1.max(value));
    }
    ColumnScale::around(ends.0.max(0.0), ends.1.min(1.0), left, right)
}

fn blocks(canvas: &mut Canvas<'_>, votes: &VotesPane) {
    let scale = scale(votes, 1, canvas.width().saturating_sub(2));
    // The rows below the blocks are the axis, the labels, the band, the mean and four rows of words.
    let floor = canvas.height().saturating_sub(8).max(3);
    let bins = (scale.right - scale.left) / BLOCK + 1;
    let mut heights = vec![0usize; bins];
    for batch in votes.batches.iter().filter_map(|b| mean(*b)) {
        heights[(scale.nearest(batch) - scale.left) / BLOCK] += 1;
    }
    let tallest = heights.iter().copied().max().unwrap_or(0);
    let per_row = tallest.div_ceil(floor).max(1);
    for ends in [votes.stated.get() - votes.tolerance, votes.stated.get() + votes.tolerance] {
        if let Some(x) = scale.column(ends) {
            (0..floor).for_each(|y| _ = canvas.print(x, y, ":", Role::Dim));
        }
    }
    for (bin, &height) in heights.iter().enumerate() {
        for level in 0..height.div_ceil(per_row) {
            let x = scale.left + bin * BLOCK;
            canvas.print(x, floor - 1 - level, "███", Role::Judge);
        }
    }
    scale.draw(canvas, floor);
    trial(canvas, votes, &scale, floor + 2);
    if per_row > 1 {
        canvas.print(1, 0, &format!("█ {per_row} batches"), Role::Dim);
    }
    legend(canvas, votes, floor + 4);
}

/// Draws the band around the disputed number, and the mean of all votes below it.
fn trial(canvas: &mut Canvas<'_>, votes: &VotesPane, scale: &ColumnScale, y: usize) {
    let at = votes.stated.get();
    band(canvas, scale, y, (at - votes.tolerance, at + votes.tolerance));
    canvas.print(scale.nearest(at), y, "◆", Role::Alice);
    if let Some(truth) = votes.truth {
        canvas.print(scale.nearest(truth), y, "○", Role::Good);
    }
    if let Some(mean) = mean(totals(votes)) {
        let x = scale.nearest(mean);
        let label = " all votes so far";
        canvas.print(x, y + 1, "●", Role::Read);
        if x + 1 + label.len() <= canvas.width() {
            canvas.print(x + 1, y + 1, label, Role::Dim);
        }
    }
}

fn legend(canvas: &mut Canvas<'_>, votes: &VotesPane, mut y: usize) {
    let (yes, all) = totals(votes);
    let at = votes.stated.get();
    let words =
        format!("◆ Alice {}   ( ) less than {} away from ◆", stated(at), stated(votes.tolerance));
    canvas.print(1, y, &words, Role::Text);
    y += 1;
    if let Some(mean) = mean((yes, all)) {
        let words = format!(
            "● {} yes of {}: mean {}, {} away",
            count(yes),
            count(all),
            probability(mean),
            distance((mean - at).abs(), votes.tolerance)
        );
        canvas.print(1, y, &words, Role::Text);
        y += 1;
    }
    let mut rest = Vec::new();
    if votes.planned > all {
        rest.push(format!("{} to come", plural(votes.planned - all, "vote", "votes")));
    }
    for (label, value) in &votes.others {
        let value = value.map_or("░░░░".to_owned(), probability);
        rest.push(format!("{label}: {value}"));
    }
    if let Some(truth) = votes.truth {
        rest.push(format!("○ true {}", probability(truth)));
    }
    let rest = wrap(&rest.join("   "), canvas.width().saturating_sub(1));
    canvas.print_lines((1, y), rest, Role::Text);
}

/// Draws the running mean in this many rows, from the first vote to the last. Two lines show the band.
fn running_mean(canvas: &mut Canvas<'_>, votes: &VotesPane, rows: usize) {
    let columns = canvas.width();
    let left = 6;
    let right = columns.saturating_sub(2).max(left + 1);
    let at = votes.stated.get();
    let planned = votes.planned.max(totals(votes).1).max(1);
    let mut ends = ((at - 2.2 * votes.tolerance).max(0.0), (at + 2.2 * votes.tolerance).min(1.0));
    for mean in running(votes).filter_map(mean) {
        ends = (ends.0.min(mean), ends.1.max(mean));
    }
    let heights = RowScale { low: ends.0, high: ends.1, bottom: rows - 1 };
    let row = |value: f64| heights.row(value);
    for (value, sign) in [(at - votes.tolerance, "═"), (at + votes.tolerance, "═"), (at, "─")]
    {
        if (ends.0..=ends.1).contains(&value) {
            canvas.print(left, row(value), &sign.repeat(right - left + 1), Role::Dim);
        }
    }
    // Each number of the axis needs its own row, so the most important numbers come first.
    let known = [at, at - votes.tolerance, at + votes.tolerance, ends.0, ends.1];
    let last = mean(totals(votes));
    for value in known.into_iter().take(1).chain(last).chain(known.into_iter().skip(1)) {
        if (ends.0..=ends.1).contains(&value) && canvas.symbol(0, row(value)) == " " {
            canvas.print(0, row(value), &format!("{value:.3}"), Role::Dim);
        }
    }
    canvas.print(left, row(at), "◆", Role::Alice);
    for sum in running(votes) {
        if let Some(mean) = mean(sum) {
            let part = sum.1 as f64 / planned as f64;
            let x = left + (part * (right - left) as f64).round() as usize;
            canvas.print(x, row(mean), "●", Role::Read);
        }
    }
    let end = plural(planned, "vote", "votes");
    canvas.print(left, rows, &"─".repeat(right - left + 1), Role::Dim);
    canvas.print(left, rows + 1, "0", Role::Dim);
    canvas.print_right(rows + 1, &end, Role::Dim);
}
