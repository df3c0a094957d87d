//! Pages as Markdown.

use std::fmt::Write;

use super::{Page, Reveal};

/// A debate.
pub(super) fn page(page: &Page) -> String {
    let mut out = format!("# {}\n\n{}\n\n{}\n\n", page.title, page.summary, page.claim);
    let players: String = page.players.iter().map(|player| format!("- {player}\n")).collect();
    let covered = page.reveal == Reveal::AtTheEnd;
    if !covered {
        out += &players;
    }
    for frame in &page.frames {
        let _ = write!(out, "\n## {}. {}\n\n{}\n\n", frame.number, frame.words, frame.heading);
        out += &block(&frame.lines());
    }
    if let Some(after) = &page.after {
        let _ = write!(out, "\n## {}\n\n{}\n\n", after.words, after.heading);
        out += &block(&after.lines());
    }
    if covered {
        out += &players;
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
