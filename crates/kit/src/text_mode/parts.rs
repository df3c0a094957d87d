//! Finds the cards and the lines of a drawn screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::card::Card;
use crate::layout;
use crate::text::{row, width};

/// A card, or lines outside all cards.
#[derive(Debug)]
pub(super) struct Part {
    /// The area, with the frame of a card.
    pub area: Rect,
    /// The title of a card.
    pub heading: String,
    /// The words on the frame of a card, without its title.
    pub notes: Vec<String>,
    /// `true` for a card, `false` for lines outside all cards.
    pub is_card: bool,
    /// `true` for the card that has the focus.
    pub has_focus: bool,
    /// The content, from top to bottom.
    pub blocks: Vec<Block>,
}

/// Lines that belong together.
#[derive(Debug)]
pub(super) enum Block {
    /// A heading on a line.
    Heading(String),
    /// Lines of one paragraph.
    Prose(Vec<Rect>),
    /// Lines whose columns stand under each other.
    Rows(Vec<Rect>),
    /// The choices of a line.
    Choices(Vec<Choice>),
    /// The ways to go on from a screen, on its last line: left and right choose one, Enter takes it.
    Ways(Vec<Choice>),
}

/// A radio button, or a way to go on.
#[derive(Debug, PartialEq)]
pub(super) struct Choice {
    /// Its first column and its row.
    pub at: (u16, u16),
    /// The words beside it.
    pub words: String,
    /// `true` if it is chosen.
    pub is_chosen: bool,
}

/// The parts of a screen in reading order, without its title and its footer. The part with the question comes
/// before the first card.
pub(super) fn parts(drawn: &Buffer, question: Option<Rect>) -> Vec<Part> {
    let end = layout::footer(drawn.area).y;
    // The row below the title has the subject, or a screen begins there.
    let from = layout::body(drawn.area).y.saturating_sub(1);
    let cards = cards(drawn, Rect { y: from, height: end.saturating_sub(from), ..drawn.area });
    let mut parts = Vec::new();
    let mut y = from;
    while y < end {
        for card in cards.iter().filter(|card| card.y == y) {
            // Text to the left of a card, outside all cards, comes before the card.
            let left = Rect { x: drawn.area.x, width: card.x - drawn.area.x, ..*card };
            if !left.is_empty() && !cards.iter().any(|other| other.intersects(left)) {
                parts.push(bare(drawn, left));
            }
            parts.push(framed(drawn, *card));
        }
        if cards.iter().any(|card| (card.y..card.bottom()).contains(&y)) {
            y += 1;
            continue;
        }
        let mut rows = Rect { y, height: 0, ..drawn.area };
        while y < end && !cards.iter().any(|card| card.y == y) {
            (y, rows.height) = (y + 1, rows.height + 1);
        }
        parts.push(bare(drawn, rows));
    }
    parts.retain(|part| part.is_card || !part.blocks.is_empty());
    if let Some(Part { is_card: false, blocks, .. }) = parts.last_mut()
        && let Some(Block::Rows(rows)) = blocks.last_mut()
        && rows.last().is_some_and(|row| row.y + 1 == end || row.y + 2 == end)
    {
        let lines: Vec<TextLine> = rows.iter().map(|row| TextLine::read(drawn, *row)).collect();
        // Ways that do not fit on one row take more.
        let found = (0..lines.len()).find_map(|from| Some((from, ways(&lines[from..])?)));
        if let Some((from, ways)) = found {
            rows.truncate(from);
            if rows.is_empty() {
                blocks.pop();
            }
            blocks.push(Block::Ways(ways));
        }
    }
    let asks = |part: &Part| question.is_some_and(|area| area.union(part.area) == area);
    let first = parts.iter().position(|part| part.is_card).unwrap_or(parts.len());
    let (lead, rest): (Vec<Part>, Vec<Part>) = parts.split_off(first).into_iter().partition(asks);
    parts.into_iter().chain(lead).chain(rest).collect()
}

/// The cards in a part of the screen, from top to bottom and from left to right. A card of a column that scrolls
/// may lack its upper or its lower line; its area then has the row where the line would be.
fn cards(drawn: &Buffer, area: Rect) -> Vec<Rect> {
    let is = |x: u16, y: u16, signs: &[&str]| {
        drawn.cell((x, y)).is_some_and(|cell| signs.contains(&cell.symbol()))
    };
    let (top, bottom) = (["╭", "╔"], ["╰", "╚"]);
    let is_side = |x: u16, y: u16| is(x, y, &["│", "║"]);
    let mut cards: Vec<Rect> = Vec::new();
    for (y, x) in (area.y..area.bottom()).flat_map(|y| (area.x..area.right()).map(move |x| (y, x)))
    {
        // The column begins where the rest of a card fills the screen from its first to its last column.
        let is_rest = x == area.x && is_side(x, y) && is_side(area.right() - 1, y);
        let is_inside = || cards.iter().any(|card| card.contains((x, y).into()));
        let right = match is(x, y, &top) {
            true => (x + 1..area.right()).find(|&right| is(right, y, &["╮", "╗"])),
            false if is_rest && !is_inside() => Some(area.right() - 1),
            false => None,
        };
        let Some(right) = right else { continue };
        let first = if is(x, y, &top) { y } else { y.saturating_sub(1) };
        let below = || y + 1..area.bottom();
        let end = below().take_while(|&y| !is(x, y, &top)).find(|&y| is(x, y, &bottom));
        let side = below().take_while(|&y| is_side(x, y)).count() as u16;
        let Some(end) = end.or_else(|| (side > 0).then_some(y + 1 + side)) else { continue };
        cards.push(Rect { x, y: first, width: right - x + 1, height: end - first + 1 });
    }
    cards
}

/// A card. The first words on its upper line are its heading.
fn framed(drawn: &Buffer, card: Rect) -> Part {
    let edge = |y: u16| {
        let line = text(drawn, Rect { y, height: 1, ..card });
        let parts = line.split(['─', '═', '╭', '╮', '╰', '╯', '╔', '╗', '╚', '╝']).map(str::trim);
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let last = card.bottom() - 1;
    let begins =
        |y: u16, signs: &[char]| text(drawn, Rect { y, height: 1, ..card }).starts_with(signs);
    let above = if begins(card.y, &['╭', '╔']) { edge(card.y) } else { Vec::new() };
    let mut above = above.into_iter();
    let heading = above.next().unwrap_or_default();
    // In place of a missing lower line, a row may count what is below.
    let below = if last < drawn.area.bottom() - 1 { edge(last) } else { Vec::new() };
    let notes = above.chain(below).map(|note| words(&note)).collect();
    let has_focus = drawn.cell((card.x, card.y)).is_some_and(|cell| cell.symbol() == "╔");
    let blocks = blocks(drawn, Card::inner(card));
    Part { area: card, heading, notes, is_card: true, has_focus, blocks }
}

/// Lines outside all cards.
fn bare(drawn: &Buffer, area: Rect) -> Part {
    let (heading, notes, blocks) = (String::new(), Vec::new(), blocks(drawn, area));
    Part { area, heading, notes, is_card: false, has_focus: false, blocks }
}

/// The characters of the first row of a rectangle.
pub(super) fn text(drawn: &Buffer, part: Rect) -> String {
    let part = part.intersection(drawn.area);
    let from = drawn.area.width as usize * usize::from(part.y) + usize::from(part.x);
    let cells = drawn.content.get(from..from + usize::from(part.width));
    row(cells.unwrap_or_default()).trim_end().to_owned()
}

/// The words of a line, with ` · ` in place of wide gaps.
pub(super) fn words(line: &str) -> String {
    let parts = line.split("   ").map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

/// A line of text, without the blanks around it.
struct TextLine {
    text: String,
    area: Rect,
    style: Style,
}

impl TextLine {
    fn read(drawn: &Buffer, area: Rect) -> Self {
        let whole = text(drawn, area);
        let text = whole.trim_start().to_owned();
        let indent = (width(&whole) - width(&text)) as u16;
        let area = Rect { x: area.x + indent, width: width(&text) as u16, ..area };
        let style = drawn.cell((area.x, area.y)).map(|cell| cell.style()).unwrap_or_default();
        Self { text, area, style }
    }

    /// Returns `true` if the line can be a part of a sentence: it has neither gaps nor a picture, and is not made
    /// of digits or signs.
    fn has_words(&self) -> bool {
        let begins = self.text.starts_with(|c: char| c.is_alphanumeric() || "\"'(“‘▸".contains(c));
        let (all, letters) = (self.text.chars(), self.text.chars().filter(|c| c.is_alphabetic()));
        let is_of_letters = letters.count() * 2 > all.filter(|c| !c.is_whitespace()).count();
        begins && is_of_letters && !self.text.contains("  ") && !self.text.contains(is_of_picture)
    }

    /// Returns `true` if the next line goes on with the paragraph of this one: its first word had no room here, or
    /// it begins in the middle of a sentence.
    fn goes_on(&self, next: &Self, columns: u16) -> bool {
        let first = next.text.split(' ').next().unwrap_or_default();
        let columns = usize::from(columns);
        let is_full = width(&self.text) + 1 + width(first) + 3 > columns;
        let is_inside = first.starts_with(char::is_lowercase) && !first.ends_with(':');
        let goes_on = width(&self.text) > columns / 2 && is_inside;
        let below = next.area.y == self.area.y + 1 && next.area.x == self.area.x;
        (is_full || goes_on)
            && below
            && self.style == next.style
            && self.has_words()
            && next.has_words()
    }

    fn ends_a_sentence(&self) -> bool {
        self.text.contains(' ') && self.text.ends_with(['.', '?', '!', ':', '"', '”', '…'])
    }
}

/// Returns `true` for the characters that lines, bars and tables are drawn with.
pub(super) fn is_of_picture(c: char) -> bool {
    ('\u{2500}'..='\u{259f}').contains(&c)
}

/// The content of an area. A horizontal line with words on it is a heading.
fn blocks(drawn: &Buffer, area: Rect) -> Vec<Block> {
    let rows = (area.y..area.bottom()).map(|y| Rect { y, height: 1, ..area });
    let lines: Vec<TextLine> = rows.map(|row| TextLine::read(drawn, row)).collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    // `true` if the next line of a table belongs to the last block.
    let mut open = false;
    while let Some(line) = lines.get(at) {
        let across = line.text.trim_start_matches(['├', '┼', '┴', '┬']);
        if line.text.is_empty() {
            (at, open) = (at + 1, false);
            continue;
        }
        if across.starts_with('─') {
            let heading = across.split(['─', '┬', '┴', '┼', '┤']).map(str::trim);
            let heading: Vec<&str> = heading.filter(|part| part.len() > 1).collect();
            if !heading.is_empty() {
                blocks.push(Block::Heading(heading.join(", ")));
            }
            (at, open) = (at + 1, false);
            continue;
        }
        let choices = choices(line);
        if !choices.is_empty() {
            match blocks.last_mut() {
                Some(Block::Choices(all)) => all.extend(choices),
                _ => blocks.push(Block::Choices(choices)),
            }
            (at, open) = (at + 1, false);
            continue;
        }
        let full = |pair: &&[TextLine]| pair[0].goes_on(&pair[1], area.width);
        let many = 1 + lines[at..].windows(2).take_while(full).count();
        let is_blank = |at: usize| lines.get(at).is_none_or(|line| line.text.is_empty());
        let is_alone = (at == 0 || is_blank(at - 1)) && is_blank(at + many);
        let last = &lines[at + many - 1];
        if line.has_words() && (many > 1 || is_alone || last.ends_a_sentence()) {
            blocks.push(Block::Prose(lines[at..at + many].iter().map(|l| l.area).collect()));
            (at, open) = (at + many, false);
            continue;
        }
        match blocks.last_mut().filter(|_| open) {
            Some(Block::Rows(rows)) => rows.push(line.area),
            _ => blocks.push(Block::Rows(vec![line.area])),
        }
        (at, open) = (at + 1, true);
    }
    blocks
}

/// The radio buttons of a line.
fn choices(line: &TextLine) -> Vec<Choice> {
    let signs = ["( ) ", "(●) ", "(o) "];
    let find = |from: usize| {
        let found = signs.iter().filter_map(|sign| Some((line.text[from..].find(sign)?, *sign)));
        found.min().map(|(at, sign)| (from + at, sign))
    };
    let mut choices = Vec::new();
    let mut next = find(0);
    while let Some((at, sign)) = next {
        let from = at + sign.len();
        next = find(from);
        let words = &line.text[from..next.map_or(line.text.len(), |(to, _)| to)];
        let x = line.area.x + width(&line.text[..at]) as u16;
        let is_chosen = sign != signs[0];
        choices.push(Choice { at: (x, line.area.y), words: words.trim().to_owned(), is_chosen });
    }
    choices
}

/// The ways to go on that these lines list. One of them is marked. `None` for any other lines.
fn ways(lines: &[TextLine]) -> Option<Vec<Choice>> {
    let mut ways: Vec<Choice> = Vec::new();
    for line in lines {
        let mut rest = 0;
        for piece in line.text.split("   ") {
            let words = piece.trim();
            if !words.is_empty() {
                let x = line.area.x + width(&line.text[..rest]) as u16;
                let own = words.strip_prefix('▸').map(str::trim_start);
                let (words, is_chosen) = (own.unwrap_or(words).to_owned(), own.is_some());
                ways.push(Choice { at: (x, line.area.y), words, is_chosen });
            }
            rest += piece.len() + 3;
        }
    }
    let marked = ways.iter().filter(|way| way.is_chosen).count();
    (ways.len() > 1 && marked == 1).then_some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(lines: &[&str]) -> Buffer {
        Buffer::with_lines(lines.iter().copied())
    }

    fn said(drawn: &Buffer, rows: &[Rect]) -> String {
        rows.iter().map(|row| text(drawn, *row)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn wrapped_lines_are_one_paragraph_and_a_table_keeps_its_rows() {
        let drawn = screen(&[
            "Point at one step.   ",
            "                     ",
            "The judge reads this ",
            "step and rules on it.",
            "step 1   yes         ",
            "step 2   no          ",
        ]);
        let blocks = blocks(&drawn, drawn.area);
        let [Block::Prose(first), Block::Prose(second), Block::Rows(table)] = &blocks[..] else {
            panic!("{blocks:?}")
        };
        assert_eq!(said(&drawn, first), "Point at one step.");
        assert_eq!(said(&drawn, second), "The judge reads this step and rules on it.");
        assert_eq!(table.len(), 2);
    }

    #[test]
    fn radio_buttons_are_choices_at_their_places() {
        let drawn = screen(&["  ( ) y  Yes      (●) n  No  "]);
        let blocks = blocks(&drawn, drawn.area);
        let [Block::Choices(choices)] = &blocks[..] else { panic!("{blocks:?}") };
        let choice =
            |x, words: &str, is_chosen| Choice { at: (x, 0), words: words.into(), is_chosen };
        assert_eq!(*choices, [choice(2, "y  Yes", false), choice(18, "n  No", true)]);
    }

    #[test]
    fn a_card_that_goes_on_below_is_a_card_and_its_count_is_a_note() {
        let drawn = screen(&[
            "Title             ",
            "The claim holds.  ",
            "│ The end of it. │",
            "╰────────────────╯",
            "╭─ Numbers ──────╮",
            "│ It cost 3 bits.│",
            "  ↓ 2 more: PgDn  ",
            "▸ Again   Review  ",
            "? help            ",
        ]);
        let parts = parts(&drawn, None);
        let cards: Vec<_> = parts.iter().filter(|part| part.is_card).collect();
        let [first, second] = &cards[..] else { panic!("{parts:?}") };
        assert_eq!((&*first.heading, first.notes.len(), first.blocks.len()), ("", 0, 1));
        assert_eq!(
            (&*second.heading, &second.notes[..]),
            ("Numbers", &["↓ 2 more: PgDn".to_owned()][..])
        );
        let [Block::Prose(lines)] = &first.blocks[..] else { panic!("{first:?}") };
        assert_eq!(said(&drawn, lines), "The end of it.");
        assert!(matches!(&parts.last().unwrap().blocks[..], [Block::Ways(_)]), "{parts:?}");
    }

    #[test]
    fn the_last_line_lists_the_ways_to_go_on() {
        let drawn =
            screen(&["Title", "", "", "", "", "", "", "  Try again   ▸ Review     Next", "? help"]);
        let parts = super::parts(&drawn, None);
        let [Part { blocks, .. }] = &parts[..] else { panic!("{parts:?}") };
        let [Block::Ways(ways)] = &blocks[..] else { panic!("{blocks:?}") };
        let said: Vec<_> = ways.iter().map(|way| (&*way.words, way.is_chosen)).collect();
        assert_eq!(said, [("Try again", false), ("Review", true), ("Next", false)]);
        let drawn =
            screen(&["Title", "", "", "", "", "", " ▸ Try again   Review", "   Next  ", "? help"]);
        let parts = super::parts(&drawn, None);
        let [Part { blocks, .. }] = &parts[..] else { panic!("{parts:?}") };
        let [Block::Ways(ways)] = &blocks[..] else { panic!("{blocks:?}") };
        assert_eq!(ways.iter().map(|way| way.at).collect::<Vec<_>>(), [(1, 6), (15, 6), (3, 7)]);
    }

    #[test]
    fn the_question_comes_before_the_other_cards() {
        let drawn = screen(&[
            "Title                   you",
            "The claim is that it holds.",
            "╭─ Board ──────╮╭─ Rule ──╮",
            "│ 1 2 3        ││ Point.  │",
            "╰──────────────╯╰─────────╯",
            "╔═ Your move ═════════════╗",
            "║ Which step is wrong?    ║",
            "╚═════════════════════════╝",
            "? help                     ",
        ]);
        let order = |question| {
            let parts = parts(&drawn, question);
            parts.into_iter().filter(|p| p.is_card).map(|p| p.heading).collect::<Vec<_>>()
        };
        assert_eq!(order(None), ["Board", "Rule", "Your move"]);
        assert_eq!(order(Some(Rect::new(0, 5, 27, 3))), ["Your move", "Board", "Rule"]);
        assert!(parts(&drawn, None).iter().all(|p| p.has_focus == (p.heading == "Your move")));
    }
}
