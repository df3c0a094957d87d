//! A screen as HTML, for screen readers and for phones held upright. The parts of the screen stand below each
//! other under their headings, and everything that a key does has a button.

use std::fmt::Write;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::card::Card;
use crate::keys::KeyMap;
use crate::layout::ScreenLayout;
use crate::screen::{KeyCommand, Program};
use crate::svg::escape;
use crate::text::row;

/// The size in columns and rows at which screens are drawn for text mode. Their left part is as wide as a phone
/// held upright.
pub const SIZE: (u16, u16) = (80, 40);
/// The script that a page needs. Its function `textFace` shows the HTML and reports keys and clicks.
pub const SCRIPT: &str = include_str!("text_mode.js");

/// Writes a drawn screen and its offers as HTML. The attribute `data-at` of a line has its column and row, for
/// clicks.
pub(crate) fn html<P: Program>(
    drawn: &Buffer,
    offers: &[KeyCommand<P>],
    keys: &KeyMap<P::Action>,
    notice: Option<&str>,
) -> String {
    let a = ScreenLayout::new(drawn.area, false);
    let mut out = format!("<h1>{}</h1>\n", escape(&words(&text(drawn, a.title))));
    if let Some(notice) = notice {
        let _ = writeln!(out, "<p class=\"notice\" role=\"status\">{}</p>", escape(notice));
    }
    let claim = words(&text(drawn, a.claim));
    if !claim.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escape(&claim));
    }
    let cards =
        cards(drawn, Rect { y: a.top.y, height: a.footer.y.saturating_sub(a.top.y), ..drawn.area });
    let mut y = a.top.y;
    while y < a.footer.y {
        for card in cards.iter().filter(|card| card.y == y) {
            // Text to the left of a card, outside all cards, comes before the card.
            let left = Rect { x: drawn.area.x, width: card.x - drawn.area.x, ..*card };
            if !left.is_empty() && !cards.iter().any(|other| other.intersects(left)) {
                part(drawn, left, &mut out);
            }
            framed(drawn, *card, &mut out);
        }
        if cards.iter().any(|card| (card.y..card.bottom()).contains(&y)) {
            y += 1;
            continue;
        }
        // Rows with a seam have two parts side by side. Other rows go from edge to edge.
        let split = is_seam(drawn, a.divider_column(), y);
        let mut rows = Rect { y, height: 0, ..drawn.area };
        let in_card = |y: u16| cards.iter().any(|card| card.y == y);
        while y < a.footer.y && is_seam(drawn, a.divider_column(), y) == split && !in_card(y) {
            (y, rows.height) = (y + 1, rows.height + 1);
        }
        if split {
            part(drawn, Rect { x: a.board.x, width: a.board.width, ..rows }, &mut out);
            part(drawn, Rect { x: a.side.x, width: a.side.width, ..rows }, &mut out);
        } else {
            part(drawn, rows, &mut out);
        }
    }
    out += "<nav aria-label=\"Keys\">\n";
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

/// The cards in a part of the screen, from top to bottom and from left to right.
fn cards(drawn: &Buffer, area: Rect) -> Vec<Rect> {
    let is = |x: u16, y: u16, signs: [&str; 2]| {
        drawn.cell((x, y)).is_some_and(|cell| signs.contains(&cell.symbol()))
    };
    let mut cards = Vec::new();
    for (y, x) in (area.y..area.bottom()).flat_map(|y| (area.x..area.right()).map(move |x| (y, x)))
    {
        if !is(x, y, ["╭", "╔"]) {
            continue;
        }
        let right = (x + 1..area.right()).find(|&right| is(right, y, ["╮", "╗"]));
        let bottom = (y + 1..area.bottom()).find(|&bottom| is(x, bottom, ["╰", "╚"]));
        if let (Some(right), Some(bottom)) = (right, bottom) {
            cards.push(Rect { x, y, width: right - x + 1, height: bottom - y + 1 });
        }
    }
    cards
}

/// A card: its title is a heading, and what stands on its lower line follows the text.
fn framed(drawn: &Buffer, card: Rect, out: &mut String) {
    let edge = |y: u16| {
        let line = text(drawn, Rect { y, height: 1, ..card });
        let parts = line.split(['─', '═', '╭', '╮', '╰', '╯', '╔', '╗', '╚', '╝']).map(str::trim);
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>().join(", ")
    };
    let heading = edge(card.y);
    if !heading.is_empty() {
        let _ = writeln!(out, "<h2>{}</h2>", escape(&heading));
    }
    part(drawn, Card::inner(card), out);
    let below = edge(card.bottom() - 1);
    if !below.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escape(&words(&below)));
    }
}

/// Returns `true` if the line between board and side panel starts, continues or turns here. The end of the line (`┴`)
/// does not count, because the area below has its own heading.
fn is_seam(drawn: &Buffer, x: u16, y: u16) -> bool {
    drawn.cell((x, y)).is_some_and(|cell| matches!(cell.symbol(), "│" | "┬" | "┤" | "├" | "┼"))
}

/// The characters of the first row of a rectangle.
fn text(drawn: &Buffer, part: Rect) -> String {
    let part = part.intersection(drawn.area);
    let from = drawn.area.width as usize * usize::from(part.y) + usize::from(part.x);
    let cells = drawn.content.get(from..from + usize::from(part.width));
    row(cells.unwrap_or_default()).trim_end().to_owned()
}

/// The words of a line, with ` · ` in place of wide gaps.
fn words(line: &str) -> String {
    let parts = line.split("   ").map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

/// Writes a rectangle of the screen as HTML. A horizontal line with words on it becomes a heading, and the rows
/// below become text.
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
        // A row without letters or digits is part of a picture. A screen reader skips it.
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
