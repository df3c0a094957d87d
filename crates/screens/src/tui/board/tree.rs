//! A claim tree: claims in words, columns at the right, and lines below.

use std::collections::BTreeMap;

use super::legend::Legend;
use super::outline::{self, OutlineRow};
use super::pane::{PaneContext, PaneKind, PaneState};
use crate::text::board::{CellRole, ClaimNode, TreePane};
use crate::tui::drawing::*;
use crate::tui::scroll::Window;
use crate::tui::theme::{DrawnMark, Glyphs};

/// The number of blank rows between the claims and the lines below them: 1 if there are such lines, else 0.
fn gap(tree: &TreePane<'_>) -> usize {
    usize::from(!tree.below.is_empty())
}

impl PaneKind for TreePane<'_> {
    fn rows(&self, state: &PaneState, _: usize, _: bool) -> (usize, usize) {
        let lines = outline::lines(self, &state.turned);
        let notes: usize = lines.iter().filter(|l| (self.node)(l.node).note.is_some()).count();
        let head = 1 + gap(self);
        let least = lines.len().min(3) + head + self.below.len();
        (least, lines.len() + notes + head + self.below.len())
    }

    fn items(&self, state: &PaneState) -> usize {
        outline::lines(self, &state.turned).len()
    }

    /// If an answer can pick claims, the cursor goes to them and not to their parent.
    fn wanted_cursor(&self) -> Option<usize> {
        self.choices.get(self.choices.len() / 2).copied().or(self.here)
    }

    fn place_of(&self, state: &PaneState, node: usize) -> Option<usize> {
        outline::lines(self, &state.turned).iter().position(|line| line.node == node)
    }

    fn looked_at(&self, state: &PaneState, focused: bool) -> Option<usize> {
        let lines = outline::lines(self, &state.turned);
        lines.get(state.cursor).filter(|_| focused).map(|line| line.node)
    }

    fn settle(&self, state: &mut PaneState, (_, height): (usize, usize)) {
        state.scroll.at = state.cursor;
        let TreeLayout { lines, rows, .. } = TreeLayout::new(self, state, height);
        state.scroll.settle(lines.len(), rows);
    }

    fn hit(&self, state: &PaneState, size: (usize, usize), at: (usize, usize)) -> Option<usize> {
        let TreeLayout { window, notes, .. } = TreeLayout::new(self, state, size.1);
        // A note belongs to the claim above it.
        let taken = |line: &usize| 1 + usize::from(notes.contains(line));
        let mut below = 1 + usize::from(window.above > 0);
        (window.first..window.first + window.count).find(|line| {
            let first = below;
            below += taken(line);
            (first..below).contains(&at.1)
        })
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: PaneContext<'_>, legend: &mut Legend) {
        let state = look.state;
        let columns = canvas.width();
        let TreeLayout { lines, below, gap, notes, window, .. } =
            TreeLayout::new(self, state, canvas.height());
        let in_view = &lines[window.first..window.first + window.count];
        // The widest visible value decides the width of a column.
        let ends = column_ends(self, in_view, columns, canvas.theme.glyphs);
        let words = ends.first().map_or(columns, |e| e.0);
        canvas.print(1, 0, "claim", Role::Dim);
        for ((start, end), head) in ends.iter().zip(&self.columns) {
            let head = short_head(head, end - start);
            canvas.print(end.saturating_sub(width(&head)), 0, &head, Role::Dim);
        }
        let room = |line: &OutlineRow| words.saturating_sub(width(&lead(line, false)));
        let shared = shared_beginnings(self, &lines, &window, room);
        let mut y = 1;
        if window.above > 0 {
            canvas.print(3, y, &more(window.above, 0), Role::Dim);
            y += 1;
        }
        for (at, line) in lines.iter().enumerate().skip(window.first).take(window.count) {
            let node = (self.node)(line.node);
            let here = self.here == Some(line.node);
            let cursor = look.focused && state.cursor == at;
            let role = match (cursor, node.part) {
                (true, _) => Role::Cursor,
                (_, CellRole::Disputed) => Role::Disputed,
                (_, CellRole::Relevant) => Role::Relevant,
                (_, CellRole::None) if here => Role::Chosen,
                (_, CellRole::None) => Role::Text,
            };
            let lead = lead(line, here || cursor);
            canvas.print_within(0, y, &lead, canvas.style(Role::Text), words);
            // If the signs at the start are cut, there is no room for words.
            let x = width(&lead);
            let style = canvas.style(role);
            let text = match shared.get(&line.node) {
                Some(0) => cut(&clean(&node.words), room(line)).into_owned(),
                Some(&shared) => without_beginning(&node, shared, room(line)),
                None => claim(&node, line.node, room(line)),
            };
            canvas.print_styled(x, y, &text, style);
            for ((_, end), mark) in ends.iter().zip(&node.cells) {
                legend.see_mark(mark, false);
                let shown = DrawnMark::plain(mark);
                let text = shown.body(canvas.theme.glyphs);
                let start = end.saturating_sub(width(&text));
                canvas.print_styled(start, y, &text, shown.style(canvas.theme));
            }
            y += 1;
            if let Some(note) = node.note.as_deref().filter(|_| notes.contains(&at)) {
                let indent = 3 + line.depth * 2;
                let note = clean(note);
                // The argument is listed below, so its name is not repeated here.
                let short = note.split(", because").next().unwrap_or_default();
                let room = columns.saturating_sub(indent + 1);
                let note = if width(&note) <= room { &*note } else { short };
                canvas.print(indent, y, &cut(note, room), Role::Dim);
                y += 1;
            }
        }
        if window.below > 0 {
            canvas.print(3, y, &more(0, window.below), Role::Dim);
            y += 1;
        }
        let below = below.iter().map(|line| squeeze(&clean(line), columns.saturating_sub(1)));
        canvas.print_lines((1, y + gap), below, Role::Text);
    }
}

/// A claim with its name in this many columns. The name is left out if both do not fit.
fn claim(node: &ClaimNode, at: usize, columns: usize) -> String {
    let text = node.numbered(at);
    let text = if width(&text) <= columns { text } else { node.words.clone() };
    cut(&clean(&text), columns).into_owned()
}

/// The same without the bytes at its beginning that its siblings share.
fn without_beginning(node: &ClaimNode, shared: usize, columns: usize) -> String {
    let words = clean(&node.words);
    let rest = words.get(shared..).unwrap_or(&words);
    let texts = [format!("{}  … {rest}", node.name), format!("… {rest}")];
    let fits = texts.iter().find(|text| width(text) <= columns).unwrap_or(&texts[1]);
    cut(fits, columns).into_owned()
}

/// The bytes at the beginning of each visible claim that its visible siblings share, in whole words. Claims are
/// missing here if all siblings fit into their room with their names, because then nothing has to be left out. The number
/// is 0 if the siblings fit without their names.
fn shared_beginnings(
    tree: &TreePane<'_>,
    lines: &[OutlineRow],
    window: &Window,
    room: impl Fn(&OutlineRow) -> usize,
) -> BTreeMap<usize, usize> {
    let mut families: BTreeMap<usize, Vec<&OutlineRow>> = BTreeMap::new();
    let mut path: Vec<usize> = Vec::new();
    for (at, line) in lines.iter().enumerate().take(window.first + window.count) {
        path.truncate(line.depth);
        if let Some(parent) = path.last().filter(|_| at >= window.first) {
            families.entry(*parent).or_default().push(line);
        }
        path.push(line.node);
    }
    let mut shared = BTreeMap::new();
    for family in families.into_values().filter(|family| family.len() > 1) {
        let words: Vec<String> =
            family.iter().map(|line| clean(&(tree.node)(line.node).words).into_owned()).collect();
        if family.iter().zip(&words).all(|(line, words)| width(words) <= room(line)) {
            let is_named = |line: &&OutlineRow| {
                width(&(tree.node)(line.node).numbered(line.node)) <= room(line)
            };
            if !family.iter().all(is_named) {
                shared.extend(family.iter().map(|line| (line.node, 0)));
            }
            continue;
        }
        let common = words.iter().fold(words[0].as_str(), |common, words| {
            let same = common.char_indices().zip(words.chars()).take_while(|((_, a), b)| a == b);
            &common[..same.last().map_or(0, |((at, a), _)| at + a.len_utf8())]
        });
        let common = common.rfind(' ').map_or(0, |blank| blank + 1);
        if common > 0 && words.iter().all(|words| words.len() > common) {
            shared.extend(family.iter().map(|line| (line.node, common)));
        }
    }
    shared
}

/// The rows of the pane.
struct TreeLayout {
    lines: Vec<OutlineRow>,
    /// The lines below the claims, and the number of blank rows before them.
    below: Vec<String>,
    gap: usize,
    /// The number of rows for the claims and their notes.
    rows: usize,
    /// The lines with a note in its own row.
    notes: Vec<usize>,
    /// The lines in view.
    window: Window,
}

impl TreeLayout {
    fn new(tree: &TreePane<'_>, state: &PaneState, height: usize) -> Self {
        let lines = outline::lines(tree, &state.turned);
        let all = height.saturating_sub(1);
        let below = below(tree, lines.len(), all);
        let room = all.saturating_sub(below.len());
        // If rows are scarce, the blank row is left out first.
        let gap = gap(tree).min(room.saturating_sub(lines.len()));
        let rows = room.saturating_sub(gap).max(3);
        let notes = notes_that_fit(tree, &lines, rows);
        let window = state.window(lines.len(), rows);
        Self { lines, below, gap, rows, notes, window }
    }
}

/// The lines below the claims. If there are too few rows, future rounds are left out so that the claims fit.
fn below(tree: &TreePane<'_>, lines: usize, rows: usize) -> Vec<String> {
    let mut shown = tree.below.clone();
    let missing = (lines + shown.len()).saturating_sub(rows);
    // The count of the omitted rounds needs a row, too.
    let out = tree.to_come.min(missing + 1);
    if let (1.., 2.., Some(last)) = (missing, out, shown.len().checked_sub(1)) {
        let from = last.saturating_sub(out);
        shown.splice(from..last, [format!("  … {out} more rounds")]);
    }
    // Claims matter more than payments.
    let room = rows.saturating_sub(lines).max(1);
    shown.split_off(shown.len().saturating_sub(room))
}

/// The notes that get their own rows. As many notes as possible get one, but no note hides a claim. Notes near the
/// current claim come first.
fn notes_that_fit(tree: &TreePane<'_>, lines: &[OutlineRow], rows: usize) -> Vec<usize> {
    let spare = rows.saturating_sub(lines.len());
    let here = lines.iter().position(|l| tree.here == Some(l.node)).unwrap_or(0);
    let mut with: Vec<usize> = (0..lines.len().min(200))
        .filter(|&at| (tree.node)(lines[at].node).note.is_some())
        .collect();
    with.sort_by_key(|&at| at.abs_diff(here));
    with.truncate(spare);
    with
}

/// The signs before the words of a claim, such as ` ▸ ├ `.
fn lead(line: &OutlineRow, here: bool) -> String {
    let mut out = String::from(match (line.depth, line.open, line.parent) {
        // The root has its own sign in place of the mark.
        (0, true, _) => return " ▾ ".into(),
        (0, false, true) => return " ▸ ".into(),
        (0, false, false) => return "   ".into(),
        _ if here => " ▸ ",
        _ => "   ",
    });
    out.extend(line.rails.iter().map(|&rail| if rail { "│ " } else { "  " }));
    out += if line.last { "└ " } else { "├ " };
    if line.parent {
        out += if line.open { "▾ " } else { "+ " };
    }
    out
}

/// The start and end of each column of values. A column has two blanks and room for its widest visible value or head.
fn column_ends(
    tree: &TreePane<'_>,
    lines: &[OutlineRow],
    columns: usize,
    glyphs: Glyphs,
) -> Vec<(usize, usize)> {
    let mut widths: Vec<usize> = tree.columns.iter().map(|h| width(&short_head(h, 5))).collect();
    for line in lines {
        for (w, mark) in widths.iter_mut().zip(&(tree.node)(line.node).cells) {
            *w = (*w).max(width(&DrawnMark::plain(mark).body(glyphs)));
        }
    }
    let total: usize = widths.iter().map(|w| w + 2).sum();
    let ends = widths.into_iter().scan(columns.saturating_sub(total + 1), |at, wide| {
        let start = *at;
        *at += wide + 2;
        Some((start, *at))
    });
    ends.collect()
}

/// The head of a column, or the last word of the head if the whole head does not fit.
fn short_head(head: &str, columns: usize) -> String {
    if width(head) <= columns {
        return head.to_owned();
    }
    let last = head.rsplit(' ').next().unwrap_or(head);
    cut(last, columns).into_owned()
}

/// Removes blanks from the widest gaps until the text fits.
fn squeeze(text: &str, columns: usize) -> String {
    let mut out = text.trim_end().to_owned();
    while width(&out) > columns {
        let gaps = out.match_indices("  ").map(|(at, _)| {
            let blanks = out[at..].chars().take_while(|c| *c == ' ').count();
            (blanks, at)
        });
        match gaps.max_by_key(|g| g.0) {
            Some((_, at)) => _ = out.remove(at),
            None => break,
        }
    }
    out
}
