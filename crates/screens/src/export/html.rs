//! Pages as HTML, each in one file without links to other files. The page steps through its moves.

use ratatui::buffer::Buffer;

use super::page::of_rows;
use super::{CommentedMove, DebatePage, MoveFrame, OtherVariation, Reveal};
use crate::tui::svg::{self, escape};

/// The style on paper, on a screen and on a phone.
const STYLE: &str = include_str!("page.css");

/// Steps through the moves of every debate on the page. Without scripts the page shows all moves.
const SCRIPT: &str = include_str!("page.js");

/// A complete HTML file.
pub(super) fn document(title: &str, lang: &str, body: &str) -> String {
    let lang = if lang.is_empty() { "en" } else { lang };
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escape(lang),
        escape(title)
    )
}

/// The attribute with the language of an element. Empty if there is no language.
pub(super) fn language(lang: &str) -> String {
    if lang.is_empty() { String::new() } else { format!(" lang=\"{}\"", escape(lang)) }
}

/// Lines as elements, each between these tags.
pub(super) fn elements(open: &str, lines: &[String], close: &str) -> String {
    lines.iter().map(|line| format!("{open}{}{close}\n", escape(line))).collect()
}

/// A debate on a page with other debates. `below` is HTML that follows its title.
pub(super) fn article(debate: &DebatePage, below: &str) -> String {
    let page = page(debate).replacen("</h1>\n", &format!("</h1>\n{below}"), 1);
    format!("<article{}>\n{page}</article>\n", language(&debate.lang))
}

pub(super) fn page(page: &DebatePage) -> String {
    let mut out = format!(
        "<h1>{}</h1>\n<p>{}</p>\n<p class=\"claim\">{}</p>\n",
        escape(&page.title),
        escape(&page.summary),
        escape(&page.claim)
    );
    let covered = page.reveal == Reveal::AtTheEnd;
    let players = format!("<ul>\n{}</ul>\n", elements("<li>", &page.players, "</li>"));
    if !covered {
        out += &players;
    }
    // Only the last move shows how the debate ended.
    let mut end = if covered { players } else { String::new() };
    end += &elements("<p class=\"end\">", &page.end, "</p>");
    end += &elements("<p class=\"end\">", page.withheld.as_slice(), "</p>");
    end += &page.others.iter().map(variation).collect::<String>();
    out +=
        if covered { "<div class=\"debate\" data-covered>\n" } else { "<div class=\"debate\">\n" };
    let last = page.frames.len().saturating_sub(1);
    for (at, frame) in page.frames.iter().enumerate() {
        let ends = at == last && page.after.is_none();
        let heading = format!("{}. {}", frame.number, frame.words);
        out += &section(frame, &heading, if ends { &end } else { "" });
    }
    if let Some(after) = &page.after {
        out += &section(after, &after.words, &end);
    }
    out + "</div>\n"
}

/// Another variation of the record, with its moves and comments.
fn variation(other: &OtherVariation) -> String {
    let of = |one: &CommentedMove| {
        format!("<p>{}. {}</p>\n{}", one.number, escape(&one.words), comment(&one.comment))
    };
    let moves: String = other.moves.iter().map(of).collect();
    let more = elements("<p>", other.more.as_slice(), "</p>");
    format!(
        "<section class=\"variation\">\n<h3>{}</h3>\n{moves}{more}</section>\n",
        escape(&other.heading)
    )
}

/// A comment as an element. Empty if there is none.
fn comment(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("<p class=\"comment\">{}</p>\n", escape(text)),
    }
}

/// A move with its board. `below` is HTML that follows the board.
fn section(frame: &MoveFrame, heading: &str, below: &str) -> String {
    let is: Vec<&str> = frame.moments.iter().map(|moment| moment.word()).collect();
    format!(
        "<section class=\"move\" data-move=\"{}\" data-is=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n{}{}{below}</section>\n",
        frame.number,
        is.join(" "),
        escape(heading),
        escape(&frame.heading),
        picture(&frame.board),
        comment(&frame.comment)
    )
}

/// The largest number of rows of a picture that fit on a sheet of paper below a heading.
const ROWS: usize = 40;

/// Draws a tall board as several pictures. Each picture fits on a sheet of paper.
pub(super) fn pieces(board: &Buffer) -> String {
    let rows: Vec<u16> = (0..board.area.height).collect();
    rows.chunks(ROWS).map(|rows| picture(&of_rows(board, rows))).collect()
}

/// A board as a picture inside the page.
pub(super) fn picture(board: &Buffer) -> String {
    // A picture inside a page needs no XML name space. The name space looks like a web address, so it is removed.
    svg::svg(board, svg::SvgPage::LIGHT).replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
}
