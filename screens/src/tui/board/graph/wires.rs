//! Wires as box lines: every cell knows which of its four sides a line leaves by, so that corners,
//! forks and crossings come out by themselves.

use super::layout::Layout;
use crate::tui::prelude::*;

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

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
    /// The wires of a layout in this many columns and rows; `right[i]` is the column after node `i`.
    /// A wire between two lit nodes is lit.
    pub fn new(
        layout: &Layout,
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
                    // Tracks stand in the middle of the channel.
                    let turn = track.map_or(end, |t| x + width + free / 2 + t);
                    for (&to, &row) in stop.to.iter().zip(&net.to) {
                        let is_lit = lit[source] && leads[to];
                        if is_lit != light {
                            continue;
                        }
                        let put = Put { source, lit: is_lit };
                        wires.across(from, turn, net.from, put);
                        if track.is_some() {
                            wires.turn(turn, net.from, row, put);
                            wires.across(turn + 1, end, row, put);
                        }
                    }
                }
            }
        }
        wires
    }

    fn set(&mut self, x: usize, y: usize, sides: u8, put: Put) {
        let Some(cell) = self.cells.get_mut(y * self.columns + x) else { return };
        let (old, new) = (cell.sides, sides);
        let cross = old | new == UP | DOWN | LEFT | RIGHT && (old == UP | DOWN || new == UP | DOWN);
        if cross && cell.source != put.source && (old == LEFT | RIGHT || new == LEFT | RIGHT) {
            // One passes over the other: the lit one, else the one that goes up and down.
            let over = if put.lit == cell.lit { new == UP | DOWN } else { put.lit };
            if over {
                *cell = WireCell { sides, source: put.source, lit: put.lit };
            }
            return;
        }
        *cell = WireCell { sides: old | new, source: put.source, lit: put.lit || cell.lit };
    }

    fn across(&mut self, from: usize, to: usize, y: usize, put: Put) {
        (from..to).for_each(|x| self.set(x, y, LEFT | RIGHT, put));
    }

    /// In a track, from the row where a wire comes in to the row where it goes on.
    fn turn(&mut self, x: usize, from: usize, to: usize, put: Put) {
        match to.cmp(&from) {
            std::cmp::Ordering::Equal => self.set(x, from, LEFT | RIGHT, put),
            std::cmp::Ordering::Greater => {
                self.set(x, from, LEFT | DOWN, put);
                (from + 1..to).for_each(|y| self.set(x, y, UP | DOWN, put));
                self.set(x, to, UP | RIGHT, put);
            }
            std::cmp::Ordering::Less => {
                self.set(x, from, LEFT | UP, put);
                (to + 1..from).for_each(|y| self.set(x, y, UP | DOWN, put));
                self.set(x, to, DOWN | RIGHT, put);
            }
        }
    }

    /// Draws the lines.
    pub fn draw(&self, canvas: &mut Canvas<'_>, top: usize) {
        for (at, cell) in self.cells.iter().enumerate().filter(|(_, cell)| cell.sides != 0) {
            let role = if cell.lit { Role::Notice } else { Role::Dim };
            let (x, y) = (at % self.columns, at / self.columns);
            canvas.say(x, top + y, sign(cell.sides), role);
        }
    }
}

#[derive(Clone, Copy)]
struct Put {
    source: usize,
    lit: bool,
}

/// Whether every stop is lit, or a wire through it leads to a node that is.
fn leads(layout: &Layout, lit: &[bool]) -> Vec<bool> {
    let mut leads = vec![false; layout.stops.len()];
    for layer in layout.layers.iter().rev() {
        for &s in layer {
            let stop = &layout.stops[s];
            leads[s] = stop.node.map_or_else(|| stop.to.iter().any(|&o| leads[o]), |n| lit[n]);
        }
    }
    leads
}

fn sign(sides: u8) -> &'static str {
    const ACROSS: u8 = LEFT | RIGHT;
    const ALONG: u8 = UP | DOWN;
    match sides {
        s if s == ACROSS | ALONG => "┼",
        s if s == ALONG | LEFT => "┤",
        s if s == ALONG | RIGHT => "├",
        s if s == ACROSS | UP => "┴",
        s if s == ACROSS | DOWN => "┬",
        s if s == UP | LEFT => "┘",
        s if s == UP | RIGHT => "└",
        s if s == DOWN | LEFT => "┐",
        s if s == DOWN | RIGHT => "┌",
        s if s & ACROSS != 0 => "─",
        _ => "│",
    }
}
