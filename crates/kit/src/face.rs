//! A screen as HTML for who reads it line by line, or holds it upright: the cells of its parts one
//! below the other under their headings, and a button for everything that its keys do.

use std::fmt::Write;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keys::KeyMap;
use crate::layout::Anatomy;
use crate::screen::{Offer, Program};
use crate::svg::escape;
use crate::text::row;

/// The size that screens are drawn in for this: what is on the left of it is as wide as a phone held upright.
pub const SIZE: (u16, u16) = (80, 40);
/// What a page needs to show such text and to tell what was pressed and clicked: its function `textFace`.
pub const SCRIPT: &str = include_str!("face.js");

/// A drawn screen with its offers. Lines that a click may choose say with `data-at` where they begin:
/// column and row.
pub(crate) fn html<P: Program>(
    drawn: &Buffer,
    offers: &[Offer<P>],
    keys: &KeyMap<P::Action>,
    notice: Option<&str>,
) -> String {
    let a = Anatomy::of(drawn.area, false);
    let mut out = format!("<h1>{}</h1>\n", escape(&words(&text(drawn, a.title))));
    if let Some(notice) = notice {
        let _ = writeln!(out, "<p class=\"notice\" role=\"status\">{}</p>", escape(notice));
    }
    let claim = words(&text(drawn, a.claim));
    if !claim.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escape(&claim));
    }
    let mut y = a.top.y;
    while y < a.footer.y {
        // Rows with a seam are two parts beside each other; others go from edge to edge.
        let split = is_seam(drawn, a.seam(), y);
        let mut rows = Rect { y, height: 0, ..drawn.area };
        while y < a.footer.y && is_seam(drawn, a.seam(), y) == split {
            (y, rows.height) = (y + 1, rows.height + 1);
        }
        if split {
            part(drawn, Rect { x: a.board.x, width: a.board.width, ..rows }, &mut out);
            part(drawn, Rect { x: a.side.x, width: a.side.width, ..rows }, &mut out);
        } else {
            part(drawn, rows, &mut out);
        }
    }
    out += "<nav aria-label=\"What can be done\">\n";
    for offer in offers {
        let actions = offer.actions();
        for &action in actions {
            let Some(key) = keys.keys(action).first() else { continue };
            let _ = writeln!(
                out,
                "<button data-key=\"{}\"><kbd>{}</kbd> {}</button>",
                escape(&key.to_string()).replace('"', "&quot;"),
                escape(&key.label()),
                escape(offer.words())
            );
        }
    }
    out + "</nav>\n"
}

/// Does the line between board and side panel begin, go on or turn here? Where it ends, what is below
/// has its heading.
fn is_seam(drawn: &Buffer, x: u16, y: u16) -> bool {
    drawn.cell((x, y)).is_some_and(|cell| matches!(cell.symbol(), "│" | "┬" | "┤" | "├" | "┼"))
}

/// The characters of the first row of a part.
fn text(drawn: &Buffer, part: Rect) -> String {
    let part = part.intersection(drawn.area);
    let from = drawn.area.width as usize * usize::from(part.y) + usize::from(part.x);
    let cells = drawn.content.get(from..from + usize::from(part.width));
    row(cells.unwrap_or_default()).trim_end().to_owned()
}

/// The words of a line; what stands far apart is parted by a dot.
fn words(line: &str) -> String {
    let parts = line.split("   ").map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

/// A part of the screen: a line across it with words on it is a heading, and what follows is text.
fn part(drawn: &Buffer, area: Rect, out: &mut String) {
    let mut open = false;
    for y in area.y..area.bottom() {
        let line = text(drawn, Rect { y, height: 1, ..area });
        let across = line.trim_start_matches(['├', '┼', '┴', '┬']);
        if across.starts_with('─') {
            close(&mut open, out);
            let heading = across.split(['─', '┬', '┴', '┼', '┤']).map(str::trim);
            let heading: Vec<&str> = heading.filter(|part| part.len() > 1).collect();
            if !heading.is_empty() {
                let _ = writeln!(out, "<h2>{}</h2>", escape(&heading.join(", ")));
            }
            continue;
        }
        if line.is_empty() {
            close(&mut open, out);
            continue;
        }
        if !open {
            out.push_str("<pre>");
            open = true;
        }
        // A row of a picture has nothing to be read out.
        let read = line.chars().any(char::is_alphanumeric);
        let hidden = if read { "" } else { " aria-hidden=\"true\"" };
        let at = format!("{} {y}", area.x);
        let _ = writeln!(out, "<span data-at=\"{at}\"{hidden}>{}</span>", escape(&line));
    }
    close(&mut open, out);
}

fn close(open: &mut bool, out: &mut String) {
    if std::mem::take(open) {
        out.push_str("</pre>\n");
    }
}
