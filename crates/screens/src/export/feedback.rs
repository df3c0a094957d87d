//! What a student gets back: each debate with how it was judged, the move that lost it, what was written
//! beside it, and the whole review.

use std::fmt::Write;

use super::page::{DebatePage, Reveal, move_text_for};
use super::{ExportFormat, html};
use crate::analysis::Game;
use crate::debate::{NodeId, RecordEntry};
use crate::rules::{Turn, Viewer};
use crate::scenario::{Note, Scenario, resume};
use crate::tui::svg::escape;
use crate::work::{CancelToken, Cancelled};

/// A record that was judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgedRecord<'a> {
    /// The record.
    pub record: &'a Scenario,
    /// Where the line ends by which it was judged, if one ended.
    pub line: Option<NodeId>,
    /// How it was judged, in a word or three.
    pub verdict: &'a str,
    /// Why, in a sentence each; none where the word says it all.
    pub why: &'a [String],
}

/// A page for one student, in HTML.
///
/// # Errors
/// If it was stopped.
pub fn feedback(
    student: &str,
    records: &[JudgedRecord<'_>],
    token: &CancelToken,
) -> Result<String, Cancelled> {
    let mut body = format!("<h1>{}</h1>\n", escape(student));
    for JudgedRecord { record, line, verdict, why } in records {
        let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join("; ")) };
        let mut about =
            format!("<p class=\"verdict\"><b>{}</b>{}</p>\n", escape(verdict), escape(&why));
        // Of moves that the rules do not allow there is nothing to step through.
        let Ok(mut game) = resume(record) else {
            token.check()?;
            let title = escape(&record.title);
            let _ = writeln!(body, "<article>\n<h1>{title}</h1>\n{about}</article>");
            continue;
        };
        if let Some(line) = *line {
            // It is a place of the record.
            let _ = game.apply(&RecordEntry::Go(line));
        }
        // Of a debate that goes on nothing is told that its person may not see.
        let reveal = match game.position().turn() {
            Turn::Over(_) => Reveal::Throughout,
            _ => Reveal::Never,
        };
        let page = DebatePage::for_format(ExportFormat::Html, record, &*game, reveal, token);
        token.check()?;
        let mut line = |text: &str| {
            let _ = writeln!(about, "<p>{}</p>", escape(text));
        };
        for note in record.notes.iter().filter(|note| !note.comment.is_empty()) {
            line(&commented(&*game, reveal.eye(record), note));
        }
        body += &html::article(&page, &about);
    }
    Ok(html::document(student, "", &body))
}

/// A comment with the move that it is on.
fn commented(game: &dyn Game, eye: Viewer, Note { at, comment, .. }: &Note) -> String {
    let at = *at;
    let node = game.tree().all().find(|node| node.number() == at);
    let place = |node| game.tree().line().iter().position(|&own| own == node);
    match node.and_then(|node| Some((node, place(node)?))) {
        Some((node, at)) => {
            let words = move_text_for(game, node, eye).unwrap_or_default();
            format!("On move {}, {words}: {comment}", at + 1)
        }
        None if at == 0 => format!("On the start: {comment}"),
        None => format!("On another line: {comment}"),
    }
}
