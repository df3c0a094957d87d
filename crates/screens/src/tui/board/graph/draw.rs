//! Draws graphs. The size of the canvas decides the number of nodes, the kind of boxes, and the number of words.

use std::collections::BTreeMap;

use super::layout::{GraphLayout, layout};
use super::wires::Wires;
use crate::text::board::{CellRole, CellValue};
use crate::text::graph::{Graph, GraphNode};
use crate::tui::board::legend::Legend;
use crate::tui::drawing::*;
use crate::tui::theme::{DrawnMark, Glyphs};

/// The numbers of nodes to try in turn, until the graph fits.
const NODES: [usize; 6] = [64, 40, 24, 14, 8, 4];

/// The largest width of a node, in columns.
const WIDEST: usize = 44;

/// The columns between two names on a level.
const GAP: usize = 3;

/// A beginning that several nodes share is left out if it has more bytes than this.
const LONG: usize = 12;

/// The columns of a probability bar.
const BAR: usize = 12;

/// The amount of detail of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
enum NodeDetail {
    /// In a box that shows all words, in at most this many rows.
    Whole(usize),
    /// In a box, with at most this many rows of words.
    Boxed(usize),
    /// In one row, with as many words as fit.
    Line,
    /// Only the name of the node, and its value if it is known.
    Name,
}

impl NodeDetail {
    fn is_boxed(self) -> bool {
        matches!(self, Self::Whole(_) | Self::Boxed(_))
    }
}

const MUCH: [NodeDetail; 6] = [
    NodeDetail::Whole(5),
    NodeDetail::Boxed(3),
    NodeDetail::Boxed(2),
    NodeDetail::Boxed(1),
    NodeDetail::Line,
    NodeDetail::Name,
];

/// One row of a node: its words, and its value at the end.
struct NodeRow {
    words: String,
    value: String,
}

/// The columns of the widest row, with a blank between words and value.
fn widest(text: &[NodeRow]) -> usize {
    let wide = |row: &NodeRow| match (width(&row.words), width(&row.value)) {
        (0, one) | (one, 0) => one,
        (words, value) => words + 1 + value,
    };
    text.iter().map(wide).max().unwrap_or(0)
}

/// A graph that fits, with the positions of its nodes.
struct FittedGraph {
    graph: Graph,
    much: NodeDetail,
    /// The number of columns for the words of a node.
    inner: usize,
    /// The words of the nodes.
    words: Vec<String>,
    laid: GraphLayout,
}

/// Draws a graph in boxes from left to right, or by names if the graph is large. `part` returns a part of the graph
/// with at most the given number of nodes.
pub fn boxes(canvas: &mut Canvas<'_>, part: &dyn Fn(usize) -> Graph, legend: &mut Legend) {
    if let Some(fitted) = fit(part, (canvas.width(), canvas.height())) {
        fitted.paint(canvas, legend);
    }
}

/// The item of the node at a position of a graph that [`boxes`] has drawn.
pub fn hit(
    part: &dyn Fn(usize) -> Graph,
    size: (usize, usize),
    (x, y): (usize, usize),
) -> Option<usize> {
    let FittedGraph { graph, laid, .. } = fit(part, size)?;
    let layer = laid.columns.iter().position(|&(left, wide)| (left..left + wide).contains(&x))?;
    let mut stops = laid.layers[layer].iter().map(|&s| &laid.stops[s]);
    let stop = stops.find(|stop| (stop.top..stop.top + stop.height).contains(&y))?;
    graph.nodes[stop.node?].item
}

fn fit(part: &dyn Fn(usize) -> Graph, size: (usize, usize)) -> Option<FittedGraph> {
    let mut last = usize::MAX;
    NODES.into_iter().find_map(|most| {
        let graph = part(most);
        // A part that is not smaller than the last part is the same part, and it does not fit either.
        if graph.nodes.is_empty() || graph.nodes.len() >= last {
            return None;
        }
        last = graph.nodes.len();
        let (much, (inner, words, laid)) =
            MUCH.into_iter().find_map(|much| Some((much, fitted(&graph, much, size)?)))?;
        Some(FittedGraph { graph, much, inner, words, laid })
    })
}

/// The words of the nodes in this many columns. Words that would be cut leave out the beginning that they share
/// with others, because their ends differ.
fn told_apart(graph: &Graph, much: NodeDetail, inner: usize) -> Vec<String> {
    let mut words: Vec<String> =
        graph.nodes.iter().map(|node| clean(&node.words).into_owned()).collect();
    let room = |node: &GraphNode| match much {
        NodeDetail::Whole(_) => usize::MAX,
        NodeDetail::Boxed(lines) => lines * inner,
        NodeDetail::Line => {
            inner.saturating_sub(width(&name(node)) + width(&value(node, Glyphs::Ascii)) + 2)
        }
        NodeDetail::Name => 0,
    };
    let start = |words: &str| words.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        let room = room(node);
        if room > 0 && width(&words[at]) > room {
            alike.entry(start(&words[at])).or_default().push(at);
        }
    }
    for cut in alike.into_values().filter(|cut| cut.len() > 1) {
        let first = words[cut[0]].clone();
        let common = cut.iter().fold(first.as_str(), |common, &at| {
            let same =
                common.char_indices().zip(words[at].chars()).take_while(|((_, a), b)| a == b);
            &common[..same.last().map_or(0, |((at, a), _)| at + a.len_utf8())]
        });
        let common = &common[..common.rfind(' ').map_or(0, |blank| blank + 1)];
        let rest = |words: &String| {
            words.strip_prefix(common).filter(|rest| !rest.is_empty()).map(str::to_owned)
        };
        if common.len() > LONG && cut.iter().all(|&at| rest(&words[at]).is_some()) {
            for words in &mut words {
                if let Some(rest) = rest(words) {
                    *words = format!("… {rest}");
                }
            }
        }
    }
    words
}

/// The columns for the words of a node, the words, and the layout. `None` if the graph does not fit.
fn fitted(
    graph: &Graph,
    much: NodeDetail,
    size: (usize, usize),
) -> Option<(usize, Vec<String>, GraphLayout)> {
    let from: Vec<Vec<usize>> = graph.nodes.iter().map(|n| n.from.clone()).collect();
    let border = if much.is_boxed() { 4 } else { 0 };
    let most = WIDEST - border;
    let has_words = graph.nodes.iter().any(|node| !node.words.is_empty());
    // Narrow nodes are better than fewer nodes.
    [most, most * 2 / 3, most / 2, most / 3].into_iter().find_map(|inner| {
        let few = if matches!(much, NodeDetail::Line) && has_words { 18 } else { 10 };
        if inner < few && much != NodeDetail::Name {
            return None;
        }
        if let NodeDetail::Whole(most) = much
            && graph.nodes.iter().any(|node| wrap(&clean(&node.words), inner).len() > most)
        {
            return None;
        }
        // The wider glyphs decide, so that places are the same with both sets of glyphs.
        let words = told_apart(graph, much, inner);
        let texts: Vec<Vec<NodeRow>> = (graph.nodes.iter().zip(&words))
            .map(|(node, words)| text((node, words), much, inner, Glyphs::Ascii))
            .collect();
        // A node without a box has a blank on either side.
        let wide = |(text, node): (&Vec<NodeRow>, &GraphNode)| {
            let title = if border > 0 { width(&name(node)) + 1 } else { 0 };
            widest(text).max(title) + border.max(2)
        };
        let wide: Vec<usize> = texts.iter().zip(&graph.nodes).map(wide).collect();
        // Boxes are taller if there is room.
        let pads = if border > 0 { [4, 2, 0] } else { [0; 3] };
        let laid = pads.into_iter().find_map(|more| {
            let tall: Vec<usize> =
                texts.iter().map(|text| text.len() + border / 2 + more).collect();
            if more > 0 {
                layout((&wide, &tall), &from, (size.0, size.1 * 2 / 3), false)?;
            }
            layout((&wide, &tall), &from, size, false)
        })?;
        Some((inner, words, laid))
    })
}

/// The name of a node: `9`, `[4 ∨]`, `… 7 ∧`. A node without a value has its marks around the name.
fn name(node: &GraphNode) -> String {
    let name = clean(&node.name);
    let folded = if node.folded > 0 { "… " } else { "" };
    let shown = DrawnMark::plain(&node.mark);
    match (&node.mark.value, node.mark.part) {
        (CellValue::Blank, CellRole::Relevant | CellRole::Disputed) => {
            format!("{folded}{}{name}{}", shown.left(), shown.right())
        }
        _ => format!("{folded}{name}"),
    }
}

/// The value with its marks, such as `[1₃✗]`.
fn value(node: &GraphNode, glyphs: Glyphs) -> String {
    let shown = DrawnMark::plain(&node.mark);
    match node.mark.value {
        CellValue::Blank => shown.signs(glyphs),
        _ => shown.text(glyphs).trim().to_owned(),
    }
}

/// The probability of a node as a bar, and its note.
fn measured(node: &GraphNode) -> String {
    let bar = node.chance.map(|chance| bar(chance, BAR));
    let parts = bar.into_iter().chain((!node.note.is_empty()).then(|| clean(&node.note).into()));
    parts.collect::<Vec<String>>().join(" ")
}

/// A number from 0 to 1 as a bar between two ends, exact to an eighth of a column.
pub fn bar(value: f64, columns: usize) -> String {
    let eighths = (value.clamp(0.0, 1.0) * columns as f64 * 8.0).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(['▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8 - 1]);
    }
    let blank = columns.saturating_sub(width(&bar));
    format!("│{bar}{}│", " ".repeat(blank))
}

/// The rows of a node in at most this many columns.
fn text(
    (node, words): (&GraphNode, &str),
    much: NodeDetail,
    columns: usize,
    glyphs: Glyphs,
) -> Vec<NodeRow> {
    let value = value(node, glyphs);
    let name = name(node);
    let row = |words: &str, value: &str| {
        let room = columns.saturating_sub(width(value) + usize::from(!value.is_empty()));
        NodeRow { words: cut(words, room).into_owned(), value: value.to_owned() }
    };
    match much {
        NodeDetail::Name => vec![NodeRow { words: name, value }],
        NodeDetail::Line if words.is_empty() => vec![row(&name, &value)],
        NodeDetail::Line => vec![row(&format!("{name} {words}"), &value)],
        NodeDetail::Boxed(_) | NodeDetail::Whole(_)
            if words.is_empty() && node.chance.is_none() && node.note.is_empty() =>
        {
            vec![row("", &value)]
        }
        NodeDetail::Boxed(lines) | NodeDetail::Whole(lines) => {
            let mut rows: Vec<NodeRow> = Vec::new();
            let wrapped = if words.is_empty() { Vec::new() } else { wrap(words, columns) };
            let cut_off = wrapped.len() > lines;
            let measured = measured(node);
            // If the last words are cut, the value stands beside them and takes no row of its own.
            let beside = if measured.is_empty() { &*value } else { "" };
            rows.extend(wrapped.iter().take(lines).enumerate().map(|(at, line)| {
                let more = cut_off && at + 1 == lines;
                match more {
                    true => row(&wrapped[at..].join(" "), beside),
                    false => row(line, ""),
                }
            }));
            if cut_off && !beside.is_empty() {
                return rows;
            }
            // It is also there if there is room.
            let beside = |last: &&mut NodeRow| width(&last.words) + 1 + width(&value) <= columns;
            let last = rows.last_mut().filter(|_| measured.is_empty() && !value.is_empty());
            if let Some(last) = last.filter(beside) {
                last.value = value;
            } else if !measured.is_empty() || !value.is_empty() {
                rows.push(row(&measured, &value));
            }
            if rows.is_empty() {
                rows.push(row("", ""));
            }
            rows
        }
    }
}

impl FittedGraph {
    fn paint(&self, canvas: &mut Canvas<'_>, legend: &mut Legend) {
        let Self { graph, much, inner, words, laid } = self;
        let boxed = much.is_boxed();
        let size = (canvas.width(), canvas.height());
        let mut right = vec![0; graph.nodes.len()];
        let lit: Vec<bool> = graph.nodes.iter().map(|node| node.lit).collect();
        for (layer, &(x, wide)) in laid.layers.iter().zip(&laid.columns) {
            for stop in layer.iter().map(|&s| &laid.stops[s]) {
                let Some(at) = stop.node else { continue };
                let node = &graph.nodes[at];
                legend.see_mark(&node.mark, false);
                // The layout used the wider glyphs, so a box may have fewer columns than these rows could fill.
                let columns = if boxed { (*inner).min(wide - 4) } else { *inner };
                let rows = text((node, &words[at]), *much, columns, canvas.theme.glyphs);
                let wide = if boxed { wide } else { widest(&rows) + 2 };
                right[at] = x + wide;
                if boxed {
                    frame(canvas, node, (x, stop.top), (wide, stop.height));
                }
                let spare = stop.height - rows.len();
                let (inset, down) = if boxed { (2, spare / 2) } else { (1, 0) };
                for (y, row) in (stop.top + down..).zip(&rows) {
                    let role = if node.lit { Role::Chosen } else { Role::Text };
                    canvas.print(x + inset, y, &row.words, role);
                    if !row.value.is_empty() {
                        let style = DrawnMark::plain(&node.mark).style(canvas.theme);
                        let end = x + wide - inset;
                        canvas.print_styled(end - width(&row.value), y, &row.value, style);
                    }
                }
            }
        }
        Wires::new(laid, size, &right, &lit).draw(canvas, false);
    }
}

/// Draws a box with the node's name on its upper edge. The box of a lit node stands out.
fn frame(
    canvas: &mut Canvas<'_>,
    node: &GraphNode,
    (x, y): (usize, usize),
    (w, h): (usize, usize),
) {
    let role = if node.lit { Role::Notice } else { Role::Dim };
    let across = "─".repeat(w.saturating_sub(2));
    canvas.print(x, y, &format!("┌{across}┐"), role);
    for line in y + 1..y + h - 1 {
        canvas.print(x, line, "│", role);
        canvas.print(x + w - 1, line, "│", role);
    }
    canvas.print(x, y + h - 1, &format!("└{across}┘"), role);
    let name = name(node);
    if !name.is_empty() {
        canvas.print(x + 2, y, &name, if node.lit { Role::Chosen } else { Role::Text });
    }
}

/// Draws a graph by the names of its nodes, level by level with the output on top. Statements about
/// a level are beside it.
pub fn levels(canvas: &mut Canvas<'_>, part: &dyn Fn(usize) -> Graph, legend: &mut Legend) {
    let (columns, rows) = (canvas.width().saturating_sub(1), canvas.height());
    let fitted = (2..=rows.min(NODES[0])).rev().find_map(|most| {
        let graph = part(most);
        let from: Vec<Vec<usize>> = graph.nodes.iter().map(|n| n.from.clone()).collect();
        let wide = |node| width(&label(node, Glyphs::Ascii)) + GAP;
        let wide: Vec<usize> = graph.nodes.iter().map(wide).collect();
        let tall = vec![1; wide.len()];
        let laid = layout((&tall, &wide), &from, (rows, columns), true)?;
        Some((graph, laid))
    });
    let Some((graph, laid)) = fitted else {
        // There is no room for wires, so only the levels are drawn.
        let graph = part(rows);
        for (level, y) in graph.levels().iter().zip(0..rows) {
            let mut x = 0;
            for &node in level {
                let node = &graph.nodes[node];
                legend.see_mark(&node.mark, false);
                let style = DrawnMark::plain(&node.mark).style(canvas.theme);
                x = canvas.print_styled(x, y, &label(node, canvas.theme.glyphs), style) + GAP;
            }
        }
        return;
    };
    let depth = laid.columns.last().map_or(0, |(x, _)| x + 1);
    let rows: Vec<usize> = laid.columns.iter().map(|(x, _)| depth - 1 - x).collect();
    let mut right = vec![0; graph.nodes.len()];
    for (layer, &(x, _)) in laid.layers.iter().zip(&laid.columns) {
        let stops = layer.iter().map(|&s| &laid.stops[s]);
        stops.filter_map(|stop| stop.node).for_each(|node| right[node] = x + 1);
    }
    let lit: Vec<bool> = graph.nodes.iter().map(|node| node.lit).collect();
    let across = laid.stops.iter().map(|stop| stop.top + stop.height).max().unwrap_or(0);
    Wires::new(&laid, (depth, across), &right, &lit).draw(canvas, true);
    for (layer, &y) in laid.layers.iter().zip(&rows) {
        let nodes: Vec<(usize, &GraphNode)> = layer
            .iter()
            .filter_map(|&s| Some((laid.stops[s].top + 1, &graph.nodes[laid.stops[s].node?])))
            .collect();
        let mut after = 0;
        for (x, node) in &nodes {
            legend.see_mark(&node.mark, false);
            let style = DrawnMark::plain(&node.mark).style(canvas.theme);
            after = canvas.print_styled(*x, y, &label(node, canvas.theme.glyphs), style);
        }
        // Statements about gates on the path follow the last gate of the level. A statement about another gate names
        // that gate.
        let room = canvas.width().saturating_sub(after + 2);
        let noted = nodes.iter().enumerate().filter(|(_, (_, node))| !node.note.is_empty());
        let notes: Vec<_> =
            noted.map(|(at, (_, node))| noted_of(node, at + 1 == nodes.len())).collect();
        let said = |way: usize| notes.iter().map(|n| &*n[way]).collect::<Vec<_>>().join("; ");
        let fits = |words: &String| width(words) <= room;
        let words = [said(0), said(1)].into_iter().find(fits).unwrap_or_else(|| said(2));
        canvas.print(after + 2, y, &words, Role::Dim);
    }
    let [above, below] = graph.left_out;
    canvas.print_right(0, &more(above, 0), Role::Dim);
    canvas.print_right(canvas.height().saturating_sub(1), &more(0, below), Role::Dim);
}

/// The note of a node in three lengths, such as "x3 · Alice: it is 1", "x3: it is 1" and "x3: 1". For the last node of
/// a level, the name of the node (x3) is left out.
fn noted_of(node: &GraphNode, last: bool) -> [String; 3] {
    let note = clean(&node.note).into_owned();
    let said = note.split_once(": ").map_or(&*note, |(_, said)| said).to_owned();
    let bit = said.rsplit(' ').next().unwrap_or_default().to_owned();
    let name = clean(&node.name);
    match last {
        true => [note, said, bit],
        false => [format!("{name} · {note}"), format!("{name}: {said}"), format!("{name}: {bit}")],
    }
}

/// A node in one row, with its value if it is known: `[4 ∨]`, `‹x1›`, `1 ∨₁`.
fn label(node: &GraphNode, glyphs: Glyphs) -> String {
    let shown = DrawnMark::plain(&node.mark);
    let mut inner = if node.folded > 0 { "… ".to_owned() } else { String::new() };
    inner += &clean(&node.name);
    let body = shown.body(glyphs);
    if !body.is_empty() {
        inner += if shown.value().is_empty() { " " } else { "=" };
        inner += &body;
    }
    match shown.left() {
        ' ' => inner,
        left => format!("{left}{inner}{}", shown.right()),
    }
}
