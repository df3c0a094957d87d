//! Pages as HTML: one file that asks for nothing else, and steps through its moves by itself.

use std::fmt::Write;

use ratatui::buffer::Buffer;

use super::{Frame, Page};
use crate::tui::svg::{self, escape};

/// How a page looks, on paper, on a screen and on a phone.
const STYLE: &str = include_str!("page.css");

/// Steps through the moves of every debate on the page. Without it all moves are shown.
const SCRIPT: &str = include_str!("page.js");

/// A whole file.
pub(super) fn document(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escape(title)
    )
}

/// A debate.
pub(super) fn page(page: &Page) -> String {
    let mut out = format!(
        "<h1>{}</h1>\n<p>{}</p>\n<p class=\"claim\">{}</p>\n<ul>\n",
        escape(&page.title),
        escape(&page.summary),
        escape(&page.claim)
    );
    for player in &page.players {
        let _ = writeln!(out, "<li>{}</li>", escape(player));
    }
    out += "</ul>\n";
    out += &debate(&page.frames);
    for line in &page.end {
        let _ = writeln!(out, "<p class=\"end\">{}</p>", escape(line));
    }
    out
}

/// The moves of a debate, to step through.
fn debate(frames: &[Frame]) -> String {
    let mut out = "<div class=\"debate\">\n".to_owned();
    for frame in frames {
        let _ = write!(
            out,
            "<section class=\"move\" data-move=\"{}\">\n<h2>{}. {}</h2>\n<p>{}</p>\n{}</section>\n",
            frame.number,
            frame.number,
            escape(&frame.words),
            escape(&frame.heading),
            picture(&frame.board)
        );
    }
    out + "</div>\n"
}

/// A board as a picture in the page.
pub(super) fn picture(board: &Buffer) -> String {
    // Inside a page a picture needs no name space, which looks like an address.
    svg::svg(board, svg::Page::LIGHT).replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
}
