//! A graph drawn: how much of how many nodes fits, their boxes and words.

use super::layout::{Layout, layout};
use super::wires::Wires;
use crate::text::board::{Part, Value};
use crate::text::picture::{Graph, Knot, Lens};
use crate::tui::board::legend::Legend;
use crate::tui::prelude::*;
use crate::tui::theme::{DrawnMark, Glyphs};

/// How many nodes to ask for: fewer if they do not fit.
const NODES: [usize; 6] = [64, 40, 24, 14, 8, 4];

/// Columns of the widest node.
const WIDEST: usize = 44;

/// Columns of a bar of chance.
const BAR: usize = 12;

/// How much of a node is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Much {
    /// In a box, its words on up to so many rows.
    Boxed(usize),
    /// On one row, with as many words as fit.
    Line,
    /// Its name and what is known of it.
    Name,
}

const MUCH: [Much; 5] = [Much::Boxed(3), Much::Boxed(2), Much::Boxed(1), Much::Line, Much::Name];

/// One row of a node: what it says, and what is known of it at its end.
struct NodeRow {
    words: String,
    value: String,
}

/// Columns of the widest row, with a blank between what it says and what is known.
fn widest(text: &[NodeRow]) -> usize {
    let wide = |row: &NodeRow| match (width(&row.words), width(&row.value)) {
        (0, one) | (one, 0) => one,
        (words, value) => words + 1 + value,
    };
    text.iter().map(wide).max().unwrap_or(0)
}

/// Draws a graph around the item of the first pane that is looked at.
pub fn draw(canvas: &mut Canvas<'_>, lens: &Lens<'_>, at: Option<usize>, legend: &mut Legend) {
    let (columns, rows) = (canvas.width(), canvas.height());
    let mut last = usize::MAX;
    for most in NODES {
        let graph = lens.part(at, most);
        // A smaller view of what is small already is the same.
        if graph.nodes.is_empty() || graph.nodes.len() >= last {
            continue;
        }
        last = graph.nodes.len();
        for much in MUCH {
            let glyphs = canvas.theme.glyphs;
            if let Some((texts, laid)) = fitted(&graph, much, (columns, rows), glyphs) {
                paint(canvas, &graph, much, &texts, &laid, legend);
                return;
            }
        }
    }
}

/// The rows of every node and the layout, if it fits.
fn fitted(
    graph: &Graph,
    much: Much,
    (columns, rows): (usize, usize),
    glyphs: Glyphs,
) -> Option<(Vec<Vec<NodeRow>>, Layout)> {
    let from: Vec<Vec<usize>> = graph.nodes.iter().map(|n| n.from.clone()).collect();
    let border = if matches!(much, Much::Boxed(_)) { 4 } else { 0 };
    let most = WIDEST - border;
    let has_words = graph.nodes.iter().any(|node| !node.words.is_empty());
    // Narrower nodes before fewer.
    [most, most * 2 / 3, most / 2, most / 3].into_iter().find_map(|inner| {
        let few = if matches!(much, Much::Line) && has_words { 18 } else { 10 };
        if inner < few && much != Much::Name {
            return None;
        }
        let texts: Vec<Vec<NodeRow>> =
            graph.nodes.iter().map(|node| text(node, much, inner, glyphs)).collect();
        // A blank on either side of what has no box.
        let wide = |(text, node): (&Vec<NodeRow>, &Knot)| {
            let title = if border > 0 { width(&name(node)) + 1 } else { 0 };
            widest(text).max(title) + border.max(2)
        };
        let wide: Vec<usize> = texts.iter().zip(&graph.nodes).map(wide).collect();
        // Few boxes are taller.
        let pads = if border > 0 { [4, 2, 0] } else { [0; 3] };
        let laid = pads.into_iter().find_map(|more| {
            let tall: Vec<usize> =
                texts.iter().map(|text| text.len() + border / 2 + more).collect();
            if more > 0 {
                layout((&wide, &tall), &from, columns, rows * 2 / 3)?;
            }
            layout((&wide, &tall), &from, columns, rows)
        })?;
        Some((texts, laid))
    })
}

/// `9`, `[4 ∨]`, `… 7 ∧`: what has no value wears its part on its name.
fn name(node: &Knot) -> String {
    let name = clean(&node.name);
    let folded = if node.folded > 0 { "… " } else { "" };
    let shown = DrawnMark::plain(&node.mark);
    match (&node.mark.value, node.mark.part) {
        (Value::Blank, Part::Relevant | Part::Disputed) => {
            format!("{folded}{}{name}{}", shown.left(), shown.right())
        }
        _ => format!("{folded}{name}"),
    }
}

/// The value with its marks: `[1₃✗]`.
fn value(node: &Knot, glyphs: Glyphs) -> String {
    let shown = DrawnMark::plain(&node.mark);
    match node.mark.value {
        Value::Blank => shown.signs(glyphs),
        _ => shown.text(glyphs).trim().to_owned(),
    }
}

/// A chance as a bar, `0.75 ██████▏ `, and what else there is to say of it.
fn measured(node: &Knot) -> String {
    let bar = node.chance.map(|chance| bar(chance, BAR));
    let parts = bar.into_iter().chain((!node.note.is_empty()).then(|| clean(&node.note).into()));
    parts.collect::<Vec<String>>().join(" ")
}

/// A number from 0 to 1 as a bar of eighths of a column between two ends.
pub fn bar(value: f64, columns: usize) -> String {
    let eighths = (value.clamp(0.0, 1.0) * columns as f64 * 8.0).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(['▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8 - 1]);
    }
    let blank = columns.saturating_sub(width(&bar));
    format!("│{bar}{}│", " ".repeat(blank))
}

/// A node's rows in at most this many columns.
fn text(node: &Knot, much: Much, columns: usize, glyphs: Glyphs) -> Vec<NodeRow> {
    let value = value(node, glyphs);
    let name = name(node);
    let words = clean(&node.words);
    let row = |words: &str, value: &str| {
        let room = columns.saturating_sub(width(value) + usize::from(!value.is_empty()));
        // A claim often says at its end what sets it apart from its neighbours.
        NodeRow { words: cut_words(words, room).into_owned(), value: value.to_owned() }
    };
    match much {
        Much::Name => vec![NodeRow { words: name, value }],
        Much::Line if words.is_empty() => vec![row(&name, &value)],
        Much::Line => vec![row(&format!("{name} {words}"), &value)],
        Much::Boxed(_) if words.is_empty() && node.chance.is_none() && node.note.is_empty() => {
            vec![row("", &value)]
        }
        Much::Boxed(lines) => {
            let mut rows: Vec<NodeRow> = Vec::new();
            let wrapped = if words.is_empty() { Vec::new() } else { wrap(&words, columns) };
            let cut_off = wrapped.len() > lines;
            rows.extend(wrapped.iter().take(lines).enumerate().map(|(at, line)| {
                let more = cut_off && at + 1 == lines;
                row(&if more { format!("{line} …") } else { line.clone() }, "")
            }));
            let measured = measured(node);
            if !measured.is_empty() || !value.is_empty() {
                rows.push(row(&measured, &value));
            }
            if rows.is_empty() {
                rows.push(row("", ""));
            }
            rows
        }
    }
}

fn paint(
    canvas: &mut Canvas<'_>,
    graph: &Graph,
    much: Much,
    texts: &[Vec<NodeRow>],
    laid: &Layout,
    legend: &mut Legend,
) {
    let boxed = matches!(much, Much::Boxed(_));
    let (columns, rows) = (canvas.width(), canvas.height());
    let mut right = vec![0; graph.nodes.len()];
    let lit: Vec<bool> = graph.nodes.iter().map(|node| node.lit).collect();
    for (layer, &(x, wide)) in laid.layers.iter().zip(&laid.columns) {
        for stop in layer.iter().map(|&s| &laid.stops[s]) {
            let Some(at) = stop.node else { continue };
            let node = &graph.nodes[at];
            legend.see_mark(&node.mark, false);
            let wide = if boxed { wide } else { widest(&texts[at]) + 2 };
            right[at] = x + wide;
            if boxed {
                frame(canvas, node, (x, stop.top), (wide, stop.height));
            }
            let spare = stop.height - texts[at].len();
            let (inset, down) = if boxed { (2, spare / 2) } else { (1, 0) };
            for (line, row) in texts[at].iter().enumerate() {
                let y = stop.top + down + line;
                let role = if node.lit { Role::Chosen } else { Role::Text };
                canvas.say(x + inset, y, &row.words, role);
                if !row.value.is_empty() {
                    let style = DrawnMark::plain(&node.mark).style(canvas.theme);
                    let end = x + wide - inset;
                    canvas.put(end - width(&row.value), y, &row.value, style);
                }
            }
        }
    }
    Wires::new(laid, (columns, rows), &right, &lit).draw(canvas);
}

/// A box with the node's name on its upper edge; a lit one stands out.
fn frame(canvas: &mut Canvas<'_>, node: &Knot, (x, y): (usize, usize), (w, h): (usize, usize)) {
    let role = if node.lit { Role::Notice } else { Role::Dim };
    let across = "─".repeat(w.saturating_sub(2));
    canvas.say(x, y, &format!("┌{across}┐"), role);
    for line in y + 1..y + h - 1 {
        canvas.say(x, line, "│", role);
        canvas.say(x + w - 1, line, "│", role);
    }
    canvas.say(x, y + h - 1, &format!("└{across}┘"), role);
    let name = name(node);
    if !name.is_empty() {
        canvas.say(x + 2, y, &name, if node.lit { Role::Chosen } else { Role::Text });
    }
}
