//! A page of feedback for a student. Each debate has its verdict, the losing move, the comments and the whole
//! review.

use std::fmt::Write;

use super::page::{DebatePage, Reveal, move_text_for};
use super::{ExportFormat, html};
use crate::analysis::Game;
use crate::debate::{NodeId, RecordEntry};
use crate::rules::{Turn, Viewer};
use crate::scenario::{Note, Scenario, resume};
use crate::tui::svg::escape;
use crate::work::{CancelToken, Cancelled};

/// A record with its verdict.
#[derive(Clone, Copy, Debug)]
pub struct JudgedRecord<'a> {
    /// The record.
    pub record: &'a Scenario,
    /// The last node of the variation that was judged. `None` if no variation ended.
    pub line: Option<NodeId>,
    /// The verdict in at most three words.
    pub verdict: &'a str,
    /// The reasons, one sentence each. Empty if the verdict needs none.
    pub why: &'a [String],
}

/// The page for one student, in HTML.
///
/// # Errors
/// Returns an error if the work was cancelled.
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
        // A record with an illegal move cannot be shown move by move.
        let Ok(mut game) = resume(record) else {
            token.check()?;
            let title = escape(&record.title);
            let _ = writeln!(body, "<article>\n<h1>{title}</h1>\n{about}</article>");
            continue;
        };
        if let Some(line) = *line {
            // The node is from this record, so this succeeds.
            let _ = game.apply(&RecordEntry::Go(line));
        }
        // An unfinished debate must not show facts that are hidden from its player.
        let reveal = match game.position().turn() {
            Turn::Over(_) => Reveal::Throughout,
            _ => Reveal::Never,
        };
        let mut page = DebatePage::for_format(ExportFormat::Html, record, &*game, reveal, token);
        // The comments stand above the debate.
        page.withheld = None;
        page.frames.iter_mut().for_each(|frame| frame.comment.clear());
        let others = page.others.iter_mut().flat_map(|other| &mut other.moves);
        others.for_each(|own| own.comment.clear());
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

/// A comment, with the move that it is about.
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
        None => format!("In another variation: {comment}"),
    }
}
