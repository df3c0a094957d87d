//! Pages as Markdown.

use std::fmt::Write;

use super::Page;

/// A debate.
pub(super) fn page(page: &Page) -> String {
    let mut out = format!("# {}\n\n{}\n\n{}\n\n", page.title, page.summary, page.claim);
    for player in &page.players {
        let _ = writeln!(out, "- {player}");
    }
    for frame in &page.frames {
        let _ = write!(out, "\n## {}. {}\n\n{}\n\n", frame.number, frame.words, frame.heading);
        out += &block(&frame.lines());
    }
    out += "\n";
    for line in &page.end {
        let _ = writeln!(out, "{line}\n");
    }
    out
}

/// Lines of fixed width.
pub(super) fn block(lines: &[String]) -> String {
    let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    // An indented block needs no fence that its text could close.
    body + "\n"
}
