//! Writes the parts of a screen as HTML.

use std::fmt::Write;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::TextScreen;
use super::parts::{Block, Choice, Part, is_of_picture, parts, text, words};
use crate::keys::{Action, KeyMap};
use crate::screen::{KeyCommand, Program};
use crate::svg::{CellRun, SvgPage, colour, escape, runs};
use crate::text::width;
use crate::theme::{Role, Theme};

/// The columns of a table on a phone held upright, with letters of 14 px.
const NARROW: usize = 39;

/// The most keys in the bar, without the help.
const SHOWN: usize = 4;

/// Writes a drawn screen as HTML. The attribute `data-at` of a line or a button has its column and row, for
/// clicks, and `data-key` of a button has its key. Between the cards and the other keys, one bar has the keys of
/// the footer.
pub(crate) fn html<P: Program>(
    drawn: &Buffer,
    theme: &Theme<P::Role>,
    screen: &TextScreen<'_, P>,
) -> String {
    let title = text(drawn, drawn.area);
    let mut title = title.split("   ").map(str::trim).filter(|part| !part.is_empty());
    let mut out = format!("<div class=\"cards\" data-colours=\"{}\">\n", colours(theme));
    let name = title.next().unwrap_or_default();
    let _ = writeln!(out, "<h1 tabindex=\"-1\">{}</h1>", escape(name));
    let state: Vec<&str> = title.collect();
    if !state.is_empty() {
        let _ = writeln!(out, "<p class=\"state\">{}</p>", escape(&state.join(" · ")));
    }
    if let Some(notice) = screen.notice {
        let _ = writeln!(out, "<p class=\"notice\">{}</p>", escape(notice));
    }
    let page = Ground::new(theme);
    let parts = parts(drawn, screen.question);
    for part in &parts {
        write_part(drawn, &page, part, screen.question, &mut out);
    }
    write_keys(screen, &parts, &mut out);
    out + "</div>\n"
}

/// The colours of a theme as custom properties of CSS.
pub(crate) fn colours<R: Role>(theme: &Theme<R>) -> String {
    let Ground { ink, paper } = Ground::new(theme);
    let of = |role| theme.style(role).fg.and_then(colour).unwrap_or_else(|| ink.clone());
    let (accent, notice) = (of(R::HEADING), of(R::NOTICE));
    let scheme = if is_dark(&paper) { "dark" } else { "light" };
    format!("color-scheme:{scheme};--ink:{ink};--paper:{paper};--accent:{accent};--notice:{notice}")
}

/// Returns `true` if white text is readable on this colour, which is written as `#rrggbb`.
fn is_dark(colour: &str) -> bool {
    let part = |at: usize| colour.get(at..at + 2).and_then(|two| u32::from_str_radix(two, 16).ok());
    [(1, 2), (3, 5), (5, 1)].iter().map(|&(at, by)| by * part(at).unwrap_or(0)).sum::<u32>() < 1024
}

/// The colours of text and page where a style names none.
struct Ground {
    ink: String,
    paper: String,
}

impl Ground {
    fn new<R: Role>(theme: &Theme<R>) -> Self {
        let of = |own: Option<Color>, other: &str| {
            own.and_then(colour).unwrap_or_else(|| other.to_owned())
        };
        let ink = of(theme.page.fg, SvgPage::DARK.ink);
        Self { ink, paper: of(theme.page.bg, SvgPage::DARK.paper) }
    }
}

/// The letters of the choices of a block.
fn letters(block: &Block) -> Vec<String> {
    let Block::Choices(choices) = block else { return Vec::new() };
    choices.iter().filter_map(|choice| label(choice).0).map(str::to_owned).collect()
}

/// The letter of a choice, if it has one, and its words.
fn label(choice: &Choice) -> (Option<&str>, &str) {
    match choice.words.split_once("  ") {
        Some((letter, words)) if width(letter) == 1 => (Some(letter), words.trim()),
        _ => (None, &choice.words),
    }
}

fn write_part(
    drawn: &Buffer,
    page: &Ground,
    part: &Part,
    question: Option<Rect>,
    out: &mut String,
) {
    let asks = part.is_card && question.is_some_and(|area| area.union(part.area) == area);
    if part.is_card {
        let focus = if part.has_focus { " focus" } else { "" };
        let asks = if asks { " asks" } else { "" };
        let _ = writeln!(out, "<section class=\"card{focus}{asks}\">");
    }
    if !part.heading.is_empty() {
        let _ = writeln!(out, "<h2>{}</h2>", escape(&part.heading));
    }
    for block in &part.blocks {
        match block {
            Block::Heading(words) => _ = writeln!(out, "<h2>{}</h2>", escape(words)),
            Block::Prose(lines) => write_prose(drawn, page, lines, out),
            Block::Rows(rows) => write_rows(drawn, page, rows, !part.is_card, out),
            Block::Choices(choices) => write_choices(choices, &part.heading, out),
            // The bar of keys has them.
            Block::Ways(_) => {}
        }
    }
    if !part.notes.is_empty() {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(&part.notes.join(" · ")));
    }
    if part.is_card {
        out.push_str("</section>\n");
    }
}

fn write_prose(drawn: &Buffer, page: &Ground, lines: &[Rect], out: &mut String) {
    out.push_str("<p class=\"line\">");
    for (i, line) in lines.iter().enumerate() {
        let gap = if i == 0 { "" } else { " " };
        let _ = write!(out, "{gap}<span data-at=\"{} {}\">", line.x, line.y);
        write_styled(drawn, page, *line, out);
        out.push_str("</span>");
    }
    out.push_str("</p>\n");
}

fn write_choices(choices: &[Choice], heading: &str, out: &mut String) {
    let heading = escape(heading).replace('"', "&quot;");
    let _ = writeln!(out, "<div class=\"choices\" role=\"group\" aria-label=\"{heading}\">");
    let mut more = Vec::new();
    for choice in choices {
        let (letter, words) = label(choice);
        let mut words = words.split("   ").map(str::trim).filter(|part| !part.is_empty());
        let own = words.next().unwrap_or_default();
        more.extend(words);
        let letter = letter.map(|letter| format!("<kbd>{}</kbd> ", escape(letter)));
        let _ = writeln!(
            out,
            "<button data-at=\"{} {}\" aria-pressed=\"{}\">{}{}</button>",
            choice.at.0,
            choice.at.1,
            choice.is_chosen,
            letter.unwrap_or_default(),
            escape(own)
        );
    }
    out.push_str("</div>\n");
    if !more.is_empty() {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(&more.join(" · ")));
    }
}

/// Writes lines whose columns stand under each other. Surplus columns are left out if the lines are too wide
/// for a phone. The lines of a list then put the rest at the right end.
fn write_rows(drawn: &Buffer, page: &Ground, rows: &[Rect], is_list: bool, out: &mut String) {
    let from = rows.iter().map(|row| row.x).min().unwrap_or(0);
    let to = rows.iter().map(|row| row.right()).max().unwrap_or(0);
    let kept = kept(drawn, rows, from, to);
    let columns: usize = kept.iter().map(|&(from, to)| usize::from(to - from)).sum();
    let is_picture = rows.iter().any(|row| text(drawn, *row).contains(is_of_picture));
    let class = match (is_picture, is_list) {
        _ if columns <= NARROW => "",
        (true, _) => " class=\"wide\"",
        (_, true) => " class=\"list\"",
        _ => "",
    };
    let _ = write!(out, "<pre{class}>");
    for row in rows {
        // A row without letters or digits is part of a picture. A screen reader skips it.
        let is_read = text(drawn, *row).chars().any(char::is_alphanumeric);
        let hidden = if is_read { "" } else { " aria-hidden=\"true\"" };
        let own = if class.contains("list") { cells(drawn, *row) } else { kept.clone() };
        let indent = match class.contains("list") {
            true => format!(" style=\"padding-left:{}ch\"", row.x - from),
            false => String::new(),
        };
        let _ = write!(out, "<span class=\"row\"{hidden}{indent}>");
        for (from, to) in own {
            let to = to.min(row.right());
            if from < to {
                let _ = write!(out, "<span data-at=\"{from} {}\">", row.y);
                let part = Rect { x: from, width: to - from, ..*row };
                write_styled(drawn, page, part, out);
                out.push_str("</span>");
            }
        }
        out.push_str("</span>");
    }
    out.push_str("</pre>\n");
}

/// The cells of a line: the ranges of columns between its wide gaps.
fn cells(drawn: &Buffer, row: Rect) -> Vec<(u16, u16)> {
    let is_blank = |x: u16| drawn.cell((x, row.y)).is_none_or(|cell| cell.symbol() == " ");
    let columns: Vec<u16> = (row.x..row.right()).filter(|&x| !is_blank(x)).collect();
    let ranges = columns.chunk_by(|&a, &b| b - a <= 2);
    ranges.map(|range| (range[0], range[range.len() - 1] + 1)).collect()
}

/// The columns that are kept, as ranges, if the rows may have [`NARROW`] columns.
fn kept(drawn: &Buffer, rows: &[Rect], from: u16, to: u16) -> Vec<(u16, u16)> {
    let symbol = |x: u16, row: &Rect| drawn.cell((x, row.y)).map_or(" ", |cell| cell.symbol());
    let blank = |x: u16| rows.iter().all(|row| symbol(x, row) == " ");
    // A column that repeats the one before it, in every row a blank or a line.
    let repeats = |x: u16| {
        let line = |one: &str| matches!(one, " " | "─" | "═" | "╌" | "┄");
        x > from
            && rows.iter().all(|row| line(symbol(x, row)) && symbol(x, row) == symbol(x - 1, row))
    };
    let mut columns: Vec<u16> = (from..to).collect();
    let mut over = columns.len().saturating_sub(NARROW);
    // The widest gap loses a column first, down to two columns.
    while over > 0 {
        let gaps = columns.chunk_by(|&a, &b| blank(a) && blank(b)).filter(|gap| blank(gap[0]));
        let Some(widest) = gaps.max_by_key(|gap| gap.len()).filter(|gap| gap.len() > 2) else {
            break;
        };
        let gone = widest[widest.len() - 1];
        columns.retain(|&x| x != gone);
        over -= 1;
    }
    // Lines lose columns evenly, so that a mark on them keeps its place. Words beside a line would spoil that.
    let surplus: Vec<u16> = columns.iter().copied().filter(|&x| repeats(x)).collect();
    let has_line = |x: &&u16| rows.iter().any(|row| symbol(**x, row) == "─");
    let in_lines = columns.iter().filter(has_line).count();
    let is_even = surplus.iter().filter(has_line).count() * 10 >= in_lines * 8;
    let (all, over) = (surplus.len().max(1), if is_even { over.min(surplus.len()) } else { 0 });
    let is_gone = |i: usize| (i + 1) * over / all > i * over / all;
    let gone: Vec<u16> =
        surplus.iter().enumerate().filter(|(i, _)| is_gone(*i)).map(|(_, &x)| x).collect();
    columns.retain(|x| !gone.contains(x));
    let ranges = columns.chunk_by(|&a, &b| a + 1 == b);
    ranges.map(|range| (range[0], range[range.len() - 1] + 1)).collect()
}

/// Writes cells of one row with their styles.
fn write_styled(drawn: &Buffer, page: &Ground, part: Rect, out: &mut String) {
    let part = part.intersection(drawn.area);
    let from = usize::from(drawn.area.width) * usize::from(part.y) + usize::from(part.x);
    let content = drawn.content[from..from + usize::from(part.width)].to_vec();
    let line = Buffer { area: Rect { x: 0, y: 0, height: 1, ..part }, content };
    for CellRun { text, look, .. } in runs(&line, 0, SvgPage::DARK) {
        let blank = text.trim().is_empty();
        let mut style = String::new();
        if look.paper != page.paper {
            let _ = write!(style, "color:{};background:{}", look.ink, look.paper);
        } else if look.ink != page.ink && !blank {
            let _ = write!(style, "color:{}", look.ink);
        }
        let marks = [(Modifier::BOLD, "b"), (Modifier::UNDERLINED, "u"), (Modifier::DIM, "d")];
        let has = |mark: &&(Modifier, &str)| look.marks.contains(mark.0) && !blank;
        let classes: Vec<&str> = marks.iter().filter(has).map(|mark| mark.1).collect();
        if style.is_empty() && classes.is_empty() {
            out.push_str(&escape(&text));
            continue;
        }
        // The place under the cursor, and whatever else stands out by its ground.
        let tag = if look.paper == page.paper { "span" } else { "mark" };
        let _ = write!(out, "<{tag}");
        if !classes.is_empty() {
            let _ = write!(out, " class=\"{}\"", classes.join(" "));
        }
        if !style.is_empty() {
            let _ = write!(out, " style=\"{style}\"");
        }
        let _ = write!(out, ">{}</{tag}>", escape(&text));
    }
}

/// Writes a bar with the ways to go on and the most important keys, and below it the other keys. A key that a
/// choice has already is not in the bar.
fn write_keys<P: Program>(screen: &TextScreen<'_, P>, parts: &[Part], out: &mut String) {
    let keys = screen.keys;
    let blocks = || parts.iter().flat_map(|part| &part.blocks);
    let letters: Vec<String> = blocks().flat_map(letters).collect();
    let ways =
        blocks().find_map(|block| if let Block::Ways(ways) = block { Some(ways) } else { None });
    let is_in_choices = |offer: &KeyCommand<P>| {
        let mut labels = offer.actions().iter().map(|&action| keys.label(action));
        !offer.actions().is_empty() && labels.all(|label| letters.contains(&label))
    };
    let is_in_ways = |offer: &KeyCommand<P>| {
        let is_enter = |&action: &P::Action| keys.label(action) == "Enter";
        let is_across = offer.actions() == [P::Action::LEFT, P::Action::RIGHT];
        ways.is_some() && (is_across || offer.actions().iter().any(is_enter))
    };
    let has_key = |offer: &&KeyCommand<P>| {
        offer.actions().iter().any(|&action| !keys.keys(action).is_empty())
    };
    let mut shown = 0;
    let (bar, more): (Vec<_>, Vec<_>) = screen.offers.iter().filter(has_key).partition(|offer| {
        let is_help = offer.actions() == [P::Action::HELP];
        let fits = offer.is_in_footer() && !is_in_choices(offer) && !is_in_ways(offer);
        shown += usize::from(fits && !is_help);
        fits && (is_help || shown <= SHOWN)
    });
    // The digits of a choice have buttons.
    let has_choices = blocks().any(|block| matches!(block, Block::Choices(_)));
    let typed = screen.offers.iter().find(|offer| {
        let is_choice = has_choices && offer.is_in_footer() && !offer.takes_text();
        !offer.typed().is_empty() && !is_choice
    });
    let typed = typed.map(|offer| {
        let kind = if offer.takes_text() { "text" } else { "decimal" };
        format!(" data-typing=\"{kind}\"")
    });
    let _ = writeln!(out, "<nav class=\"bar\" aria-label=\"Keys\"{}>", typed.unwrap_or_default());
    if let Some(ways) = ways {
        write_ways(ways, out);
    }
    bar.into_iter().for_each(|offer| write_offer(offer, keys, out));
    out.push_str("</nav>\n<nav class=\"more\" aria-label=\"More keys\">\n");
    more.into_iter().for_each(|offer| write_offer(offer, keys, out));
    out.push_str("</nav>\n");
}

/// Writes the ways to go on. A button presses the keys that lead to its way, and Enter.
fn write_ways(ways: &[Choice], out: &mut String) {
    let marked = ways.iter().position(|way| way.is_chosen).unwrap_or(0);
    for (at, way) in ways.iter().enumerate() {
        let key = if at < marked { "left " } else { "right " };
        let keys = key.repeat(at.abs_diff(marked)) + "enter";
        let words = escape(&way.words);
        let chosen = way.is_chosen;
        let _ = writeln!(
            out,
            "<button data-keys=\"{keys}\" aria-current=\"{chosen}\">{words}</button>"
        );
    }
}

/// Writes an offer as a button, or as a group of buttons if it has several keys.
fn write_offer<P: Program>(offer: &KeyCommand<P>, keys: &KeyMap<P::Action>, out: &mut String) {
    let quoted = |text: &str| escape(text).replace('"', "&quot;");
    let keys =
        offer.actions().iter().filter_map(|&action| Some((action, keys.keys(action).first()?)));
    let keys: Vec<_> = keys.collect();
    let said = escape(&words(offer.words()));
    if let [(_, key)] = keys[..] {
        let (name, label) = (quoted(&key.to_string()), escape(&key.label()));
        let _ = writeln!(out, "<button data-key=\"{name}\"><kbd>{label}</kbd> {said}</button>");
        return;
    }
    let _ = write!(
        out,
        "<span class=\"group\" role=\"group\" aria-label=\"{}\">",
        quoted(offer.words())
    );
    for (action, key) in keys {
        let (name, label) = (quoted(&key.to_string()), escape(&key.label()));
        let about = quoted(&format!("{}: {}", offer.words(), action.words()));
        let _ = write!(
            out,
            "<button data-key=\"{name}\" aria-label=\"{about}\"><kbd>{label}</kbd></button>"
        );
    }
    let _ = writeln!(out, "<span aria-hidden=\"true\">{said}</span></span>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    fn rows(lines: &[&str]) -> (Buffer, Vec<Rect>) {
        let drawn = Buffer::with_lines(lines.iter().copied());
        let rows = (0..drawn.area.height).map(|y| Rect { y, height: 1, ..drawn.area }).collect();
        (drawn, rows)
    }

    fn narrowed(lines: &[&str]) -> Vec<String> {
        let (drawn, rows) = rows(lines);
        let kept = kept(&drawn, &rows, 0, drawn.area.width);
        let line = |row: &Rect| {
            let part = |&(from, to): &(u16, u16)| {
                let x = usize::from(from)..usize::from(to);
                x.map(|x| drawn[(x as u16, row.y)].symbol().to_owned()).collect::<String>()
            };
            kept.iter().map(part).collect::<String>()
        };
        rows.iter().map(line).collect()
    }

    #[test]
    fn a_table_loses_gaps_before_words_and_its_columns_stay_under_each_other() {
        let gap = " ".repeat(40);
        let lines = narrowed(&[&format!("one{gap}yes"), &format!("two{gap} no")]);
        assert_eq!(
            lines,
            [format!("one{}yes", " ".repeat(33)), format!("two{} no", " ".repeat(33))]
        );
        let lines = narrowed(&[&format!("1 ├{}●{}┤ 2", "─".repeat(20), "─".repeat(40))]);
        let at = lines[0].chars().position(|c| c == '●').unwrap();
        assert_eq!(
            (lines[0].chars().count(), (12..=14).contains(&at)),
            (NARROW, true),
            "{lines:?}"
        );
    }

    #[test]
    fn styles_become_classes_and_the_cursor_is_marked() {
        let (mut drawn, rows) = rows(&["a<b here"]);
        drawn.set_style(Rect::new(4, 0, 4, 1), Style::new().add_modifier(Modifier::REVERSED));
        drawn.set_style(Rect::new(0, 0, 3, 1), Style::new().add_modifier(Modifier::BOLD));
        let page = Ground { ink: SvgPage::DARK.ink.into(), paper: SvgPage::DARK.paper.into() };
        let mut out = String::new();
        write_rows(&drawn, &page, &rows, false, &mut out);
        assert!(out.contains("<span class=\"b\">a&lt;b</span> <mark style=\""), "{out}");
        assert!(out.contains("here</mark>") && out.contains("data-at=\"0 0\""), "{out}");
    }

    #[test]
    fn a_page_is_dark_or_light_by_its_paper() {
        assert!(is_dark("#1d2129") && is_dark("#000000") && is_dark("#0000ff"));
        assert!(!is_dark("#fafaf7") && !is_dark("#ffff00"));
    }
}
