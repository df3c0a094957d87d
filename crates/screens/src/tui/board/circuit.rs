//! Gates around a path, level by level from the output down.

use super::joint::{self, DOWN, RIGHT, UP, joint};
use super::legend::Legend;
use super::pane::{Kind, Look, PaneState};
use crate::text::board::{Circuit, Gate, Level, Part};
use crate::tui::prelude::*;
use crate::tui::theme::{DrawnMark, Glyphs};

/// Columns before the first gate, for the depth.
const LEFT: usize = 8;
/// Columns between two gates.
const GAP: usize = 3;

impl Kind for Circuit {
    fn rows(&self, _: &PaneState, _: usize) -> (usize, usize) {
        let levels = self.levels.len();
        ((levels * 2).min(7), levels * 2)
    }

    /// Of many levels those around the disputed gate.
    fn draw(&self, canvas: &mut Canvas<'_>, state: &PaneState, _: Look, legend: &mut Legend) {
        canvas.say(1, 0, "depth", Role::Dim);
        let fit = (canvas.height() / 2).max(1);
        let total = self.levels.len();
        let disputed =
            |level: &Level| level.gates.iter().position(|gate| gate.mark.part == Part::Disputed);
        let here = self.levels.iter().position(|level| disputed(level).is_some());
        let here = here.unwrap_or(total.saturating_sub(1));
        let most = total.saturating_sub(fit);
        // The disputed level and the wires below it matter most.
        let first = ((here + 2).saturating_sub(fit) as isize + state.shift).clamp(0, most as isize)
            as usize;
        let last = (first + fit).min(total);
        let glyphs = canvas.theme.glyphs;
        let middles = middles(self, glyphs);
        let span = middles.iter().flatten().map(|m| m + 12).max().unwrap_or(0);
        let room = canvas.width().saturating_sub(LEFT);
        // A wide self is moved so that the disputed gate is in view.
        let focus = self.levels.get(here).and_then(disputed).map(|at| middles[here][at]);
        let slide = match focus {
            Some(at) if span > room => at.saturating_sub(room / 2).min(span - room),
            _ => 0,
        };
        if first > 0 {
            canvas.say_right(0, &more(first, 0), Role::Dim);
        }
        for (row, level) in (first..last).enumerate() {
            let y = 1 + row * 2;
            let own = &self.levels[level];
            canvas.say(3, y, &own.depth.to_string(), Role::Dim);
            let mut after = 0;
            for (gate, &middle) in own.gates.iter().zip(&middles[level]) {
                legend.see_mark(&gate.mark, false);
                let text = label(gate, glyphs);
                let start = (LEFT + middle).saturating_sub(width(&text) / 2 + slide);
                if start < LEFT.saturating_sub(2) || start < after {
                    continue;
                }
                let shown = DrawnMark::plain(&gate.mark);
                after = canvas.put(start, y, &text, shown.style(canvas.theme));
            }
            // What was said of the path stands after the level's last gate, with the name of the gate it
            // is of, if that is another.
            let room = canvas.width().saturating_sub(after + 2);
            let noted = own.gates.iter().enumerate().filter(|(_, g)| !g.note.is_empty());
            let notes: Vec<_> =
                noted.map(|(at, g)| noted_of(g, at + 1 == own.gates.len())).collect();
            let fits = |words: &String| width(words) <= room;
            let said = |way: usize| notes.iter().map(|n| &*n[way]).collect::<Vec<_>>().join("; ");
            let words = [said(0), said(1)].into_iter().find(fits).unwrap_or_else(|| said(2));
            canvas.say(after + 2, y, &words, Role::Dim);
            if level + 1 < last {
                for (gate, &middle) in own.gates.iter().zip(&middles[level]) {
                    wires(canvas, y + 1, middle, &below(gate, &middles[level + 1]), slide);
                }
            }
        }
        if last < total {
            let y = canvas.height().saturating_sub(1);
            canvas.say_right(y, &more(0, total - last), Role::Dim);
        }
    }

    fn scrolls(&self, _: usize, rows: usize) -> (isize, isize) {
        if self.levels.len() * 2 > rows { (-1_000, 1_000) } else { (0, 0) }
    }
}

/// The note of a gate in more words and in fewer: "x3 · Alice: it is 1", "x3: it is 1", "x3: 1". The
/// last gate of a level is not named.
fn noted_of(gate: &Gate, last: bool) -> [String; 3] {
    let note = clean(&gate.note).into_owned();
    let said = note.split_once(": ").map_or(&*note, |(_, said)| said).to_owned();
    let bit = said.rsplit(' ').next().unwrap_or_default().to_owned();
    let name = clean(&gate.label);
    match last {
        true => [note, said, bit],
        false => [format!("{name} · {note}"), format!("{name}: {said}"), format!("{name}: {bit}")],
    }
}

/// What a gate looks like: `[4 ∨]`, `‹x1›`, `1 ∨₁`, with its value if it is known.
fn label(gate: &Gate, glyphs: Glyphs) -> String {
    let shown = DrawnMark::plain(&gate.mark);
    let mut inner = clean(&gate.label).into_owned();
    let body = shown.body(glyphs);
    if !body.is_empty() {
        let signs_only = shown.value().is_empty();
        inner += &if signs_only { format!(" {body}") } else { format!("={body}") };
    }
    let (left, right) = (shown.left(), shown.right());
    if left == ' ' { inner } else { format!("{left}{inner}{right}") }
}

/// The columns of the gates that this one is wired from, in the row below it.
fn below(gate: &Gate, row: &[usize]) -> Vec<usize> {
    gate.wires.iter().filter_map(|&wire| row.get(wire)).copied().collect()
}

/// The column over the middle of these.
fn over(below: &[usize]) -> Option<usize> {
    Some(usize::midpoint(*below.iter().min()?, *below.iter().max()?))
}

/// The middle column of every gate: children side by side, parents over their children.
fn middles(circuit: &Circuit, glyphs: Glyphs) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); circuit.levels.len()];
    for (i, level) in circuit.levels.iter().enumerate().rev() {
        let mut edge = 0;
        let mut row = Vec::with_capacity(level.gates.len());
        for gate in &level.gates {
            let half = width(&label(gate, glyphs)) / 2;
            let wish = out.get(i + 1).and_then(|row| over(&below(gate, row)));
            let middle = wish.unwrap_or(0).max(edge + half);
            row.push(middle);
            edge = middle + half + GAP;
        }
        out[i] = row;
    }
    // A parent that had to move right takes nobody with it, so leaves under it may look far: move
    // the levels below by the same amount where the whole level can move.
    for i in 1..out.len() {
        let gates = circuit.levels[i - 1].gates.iter().zip(&out[i - 1]);
        let off = |(gate, &middle): (&Gate, &usize)| {
            Some(middle as isize - over(&below(gate, &out[i]))? as isize)
        };
        let gap = gates.filter_map(off).min().unwrap_or(0);
        if gap > 0 {
            out[i].iter_mut().for_each(|m| *m += gap as usize);
        }
    }
    out
}

/// `┌──┴──┐` from a gate to those below it.
fn wires(canvas: &mut Canvas<'_>, y: usize, from: usize, below: &[usize], slide: usize) {
    let place = |x: usize| (LEFT + x).checked_sub(slide);
    let (Some(&left), Some(&right)) = (below.iter().min(), below.iter().max()) else { return };
    let (left, right) = (left.min(from), right.max(from));
    for x in left..=right {
        let side = |goes: bool, side: u8| if goes { side } else { 0 };
        let upright = side(x == from, UP) | side(below.contains(&x), DOWN);
        let sides = upright | side(x > left, joint::LEFT) | side(x < right, RIGHT);
        if let Some(x) = place(x).filter(|x| *x >= LEFT.saturating_sub(2)) {
            canvas.say(x, y, joint(sides), Role::Dim);
        }
    }
}
