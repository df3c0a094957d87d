//! All rounds of a stochastic debate from left to right. Each shows the stated number, Bob's tolerance, the result of
//! votes, and the bit below. If there are many rounds, they are drawn as dots.

use ratatui::style::Color;
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas as Dots, Points};

use super::gauge::point_style;
use super::legend::{BoardSign, Legend};
use super::scale::{RowScale, stepped};
use crate::text::board::{DrawnRound, GaugePointKind, RoundsPane};
use crate::tui::drawing::*;
use crate::tui::theme::DrawnMark;

/// The columns before the first round, for the numbers of the axis.
const LEFT: usize = 6;
/// The rows below the path: the axis, its numbers and the bits.
const BELOW: usize = 3;
/// The largest number of columns of a round.
const WIDEST: usize = 40;

pub fn draw(canvas: &mut Canvas<'_>, rounds: &RoundsPane<'_>, len: usize, legend: &mut Legend) {
    let (columns, height) = (canvas.width(), canvas.height());
    if height < BELOW + 4 || columns < LEFT + 8 || len == 0 {
        return;
    }
    // The rows between two ticks are equally many.
    let most = height - BELOW - 1;
    let bottom = most - (most % 4).min(most % 5);
    let heights = RowScale { low: 0.0, high: 1.0, bottom };
    axis(canvas, heights);
    let room = columns - LEFT - 2;
    if len * 3 <= room {
        let each = (room / len).min(WIDEST);
        (0..len).for_each(|at| one(canvas, rounds, at, each, heights, legend));
        path(canvas, rounds, (len, each), heights);
    } else {
        dots(canvas, rounds, len, (room, bottom));
        legend.see(BoardSign::Measured);
    }
    legend.see(BoardSign::Stated);
}

/// Draws the axis, with 0 at the bottom and 1 at the top.
fn axis(canvas: &mut Canvas<'_>, heights: RowScale) {
    let (ticks, decimals) = match heights.bottom {
        bottom if bottom >= 20 && bottom % 10 == 0 => (10, 1),
        bottom if bottom % 5 == 0 => (5, 1),
        _ => (4, 2),
    };
    heights.draw(canvas, LEFT - 1, ticks, |value| format!("{value:.decimals$}"));
    let wide = canvas.width() - LEFT;
    for tick in 0..=ticks {
        let y = heights.row(f64::from(tick) / f64::from(ticks));
        canvas.print(LEFT, y, &"   ·".repeat(wide / 4), Role::Dim);
    }
    canvas.print(LEFT, heights.bottom + 1, &"─".repeat(wide), Role::Dim);
    canvas.print(LEFT - 1, heights.bottom + 1, "└", Role::Dim);
    canvas.print(1, heights.bottom + 3, "bit", Role::Dim);
}

/// The column of a round's middle.
fn column(at: usize, each: usize) -> usize {
    LEFT + 1 + at * each + each / 2
}

/// Draws steps from each stated number to the next. Signs that are already there stay visible.
fn path(
    canvas: &mut Canvas<'_>,
    rounds: &RoundsPane<'_>,
    (len, each): (usize, usize),
    heights: RowScale,
) {
    let place = |at: usize| Some((column(at, each), heights.row((rounds.round)(at).stated?)));
    for at in 1..len {
        let (Some(from), Some(to)) = (place(at - 1), place(at)) else { continue };
        let turn = from.0 + (to.0 - from.0).div_ceil(2);
        stepped(from, to, turn, |x, y, sign| {
            if matches!(canvas.symbol(x, y), " " | "░" | "·") {
                canvas.print(x, y, sign, Role::Alice);
            }
        });
    }
}

/// Draws a round: the band of tolerance, the points, its number and its bit.
fn one(
    canvas: &mut Canvas<'_>,
    rounds: &RoundsPane<'_>,
    at: usize,
    each: usize,
    heights: RowScale,
    legend: &mut Legend,
) {
    let bottom = heights.bottom;
    let round = (rounds.round)(at);
    let x = column(at, each);
    let half = (each / 2).saturating_sub(1);
    if let (Some(stated), Some(tolerance)) = (round.stated, round.tolerance) {
        let (top, low) = (heights.row(stated + tolerance), heights.row(stated - tolerance));
        for y in top..=low {
            canvas.print(x - half.min(2), y, &"░".repeat(2 * half.min(2) + 1), Role::Dim);
        }
        legend.explain("░ honest Bob goes on");
    }
    let here = at == rounds.here;
    if here && rounds.aborted {
        (0..=bottom).for_each(|y| {
            canvas.print(x.saturating_sub(half + 1), y, "│", Role::Notice);
            canvas.print(x + half + 1, y, "│", Role::Notice);
        });
    }
    // The most important point is drawn last.
    let points = [
        (round.truth, GaugePointKind::True),
        (round.measured, GaugePointKind::Measured),
        (round.stated, GaugePointKind::Stated),
    ];
    for (value, kind) in points {
        if let Some(value) = value {
            let (sign, role, seen) = point_style(kind);
            canvas.print(x, heights.row(value), sign, role);
            legend.see(seen);
        }
    }
    let number = (at + 1).to_string();
    let role = if here { Role::Chosen } else { Role::Dim };
    if number.len() < each {
        let text = if here { format!("▸{number}") } else { number };
        canvas.print(x - text.len().min(x) / 3, bottom + 2, &text, role);
    }
    legend.see_mark(&round.bit, false);
    let shown = DrawnMark::plain(&round.bit);
    canvas.print_styled(x, bottom + 3, &shown.value(), shown.style(canvas.theme));
}

/// Draws many rounds as dots. Shows the stated numbers, the measured numbers, and the current round.
fn dots(
    canvas: &mut Canvas<'_>,
    rounds: &RoundsPane<'_>,
    len: usize,
    (room, bottom): (usize, usize),
) {
    // A dot is half a column wide, so a column holds at most two rounds.
    let stride = len.div_ceil(room * 2).max(1);
    let shown: Vec<(f64, DrawnRound)> = (0..=rounds.here.min(len - 1))
        .step_by(stride)
        .map(|at| (at as f64, (rounds.round)(at)))
        .collect();
    let points = |value: fn(&DrawnRound) -> Option<f64>| -> Vec<(f64, f64)> {
        shown.iter().filter_map(|(x, round)| Some((*x, value(round)?))).collect()
    };
    let stated = points(|round| round.stated);
    let measured = points(|round| round.measured);
    let colour = |role: Role| canvas.style(role).fg.unwrap_or(Color::Reset);
    let (alice, read) = (colour(Role::Alice), colour(Role::Read));
    let mut area = canvas.area();
    area.x += LEFT as u16;
    area.width = room as u16;
    area.height = bottom as u16 + 1;
    Dots::default()
        .marker(Marker::Braille)
        .x_bounds([0.0, len as f64])
        .y_bounds([0.0, 1.0])
        .paint(|context| {
            context.draw(&Points { coords: &measured, color: read });
            context.draw(&Points { coords: &stated, color: alice });
        })
        .render(area, canvas.buffer());
    let x = LEFT + rounds.here * (room - 1) / len;
    let role = if rounds.aborted { Role::Notice } else { Role::Dim };
    (0..=bottom).for_each(|y| {
        if matches!(canvas.symbol(x, y), " " | "·") {
            canvas.print(x, y, "│", role);
        }
    });
    canvas.print(x, bottom + 1, "▲", Role::Chosen);
    canvas.print(LEFT, bottom + 2, "1", Role::Dim);
    canvas.print_right(bottom + 2, &count(len as u64), Role::Dim);
    let words = format!("round {}", count(rounds.here as u64 + 1));
    let x = x.min(LEFT + room.saturating_sub(words.len() + 8)).max(LEFT + 3);
    canvas.print(x, bottom + 2, &words, Role::Chosen);
}
