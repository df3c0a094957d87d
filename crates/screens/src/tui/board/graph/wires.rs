//! Wires as box-drawing characters. Each cell stores the sides on which it has a line. The sides decide its character:
//! a corner, a fork or a crossing.

use std::cmp::Ordering;

use super::layout::GraphLayout;
use crate::tui::drawing::*;

/// The sides on which a cell has a line, as bits.
const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// The character of a cell, by the sum of its sides.
const JOINTS: [&str; 16] =
    ["│", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"];

/// A cell: the sides on which it has a line, the node where the line starts, and `true` if it is
/// lit.
#[derive(Clone, Copy, Default)]
struct WireCell {
    sides: u8,
    source: usize,
    lit: bool,
}

/// The lines of a layout.
pub struct Wires {
    cells: Vec<WireCell>,
    columns: usize,
}

impl Wires {
    /// The wires of a layout in this many columns and rows. `right[i]` is the column after node
    /// `i`. A wire between two lit nodes is lit.
    pub fn new(
        layout: &GraphLayout,
        (columns, rows): (usize, usize),
        right: &[usize],
        lit: &[bool],
    ) -> Self {
        let mut wires = Self { cells: vec![WireCell::default(); columns * rows], columns };
        let leads = leads(layout, lit);
        for light in [false, true] {
            for (at, channel) in layout.channels.iter().enumerate() {
                let (x, width) = layout.columns[at];
                let Some(&(end, _)) = layout.columns.get(at + 1) else { break };
                let free = end - (x + width) - channel.tracks;
                for (net, track) in &channel.nets {
                    let stop = &layout.stops[net.stop];
                    let source = stop.source;
                    let from = stop.node.map_or(x, |node| right[node]);
                    // Tracks are in the middle of the channel.
                    let turn = track.map_or(end, |t| x + width + free / 2 + t);
                    for (&to, &row) in stop.to.iter().zip(&net.to) {
                        let is_lit = lit[source] && leads[to];
                        if is_lit != light {
                            continue;
                        }
                        let wire = WireCell { sides: 0, source, lit: is_lit };
                        wires.across(from, turn, net.from, wire);
                        if track.is_some() {
                            wires.turn(turn, net.from, row, wire);
                            wires.across(turn + 1, end, row, wire);
                        }
                    }
                }
            }
        }
        wires
    }

    fn set(&mut self, x: usize, y: usize, sides: u8, wire: WireCell) {
        let Some(cell) = self.cells.get_mut(y * self.columns + x) else { return };
        let (old, new) = (cell.sides, sides);
        let cross = old | new == UP | DOWN | LEFT | RIGHT && (old == UP | DOWN || new == UP | DOWN);
        if cross && cell.source != wire.source && (old == LEFT | RIGHT || new == LEFT | RIGHT) {
            // At a crossing, the lit wire is on top. If both wires are lit, or neither, the vertical wire is on top.
            let over = if wire.lit == cell.lit { new == UP | DOWN } else { wire.lit };
            if over {
                *cell = WireCell { sides, ..wire };
            }
            return;
        }
        *cell = WireCell { sides: old | new, lit: wire.lit || cell.lit, ..wire };
    }

    fn across(&mut self, from: usize, to: usize, y: usize, wire: WireCell) {
        (from..to).for_each(|x| self.set(x, y, LEFT | RIGHT, wire));
    }

    /// Draws the turn of a wire in a track, from one row to another.
    fn turn(&mut self, x: usize, from: usize, to: usize, wire: WireCell) {
        let (first, last) = match to.cmp(&from) {
            Ordering::Equal => return self.set(x, from, LEFT | RIGHT, wire),
            Ordering::Greater => (LEFT | DOWN, UP | RIGHT),
            Ordering::Less => (LEFT | UP, DOWN | RIGHT),
        };
        self.set(x, from, first, wire);
        (from.min(to) + 1..from.max(to)).for_each(|y| self.set(x, y, UP | DOWN, wire));
        self.set(x, to, last, wire);
    }

    /// Draws the lines. If `upright` is true, the picture is turned so that its right side is at the top.
    pub fn draw(&self, canvas: &mut Canvas<'_>, upright: bool) {
        for (at, cell) in self.cells.iter().enumerate().filter(|(_, cell)| cell.sides != 0) {
            let role = if cell.lit { Role::Notice } else { Role::Dim };
            let (x, y) = (at % self.columns, at / self.columns);
            let (x, y, sides) = match upright {
                true => (y, self.columns - 1 - x, turned(cell.sides)),
                false => (x, y, cell.sides),
            };
            canvas.print(x, y, JOINTS[usize::from(sides)], role);
        }
    }
}

/// The sides after a quarter turn: left becomes down, right up, up left, down right.
fn turned(sides: u8) -> u8 {
    let turns = [(UP, LEFT), (DOWN, RIGHT), (LEFT, DOWN), (RIGHT, UP)];
    turns.into_iter().filter(|(from, _)| sides & from != 0).map(|(_, to)| to).sum()
}

/// For every stop, `true` if its node is lit, or if a wire through the stop leads to a lit node.
fn leads(layout: &GraphLayout, lit: &[bool]) -> Vec<bool> {
    let mut leads = vec![false; layout.stops.len()];
    for layer in layout.layers.iter().rev() {
        for &s in layer {
            let stop = &layout.stops[s];
            leads[s] = stop.node.map_or_else(|| stop.to.iter().any(|&o| leads[o]), |n| lit[n]);
        }
    }
    leads
}
