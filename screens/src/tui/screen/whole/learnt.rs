//! What was learnt, chapter by chapter.

use super::screen::Taught;
use crate::tui::progress::Outcome;
use crate::tui::screen::lines::Line;
use crate::tui::screen::{Context, chapter};
use crate::tui::text::wrap;
use crate::tui::theme::Role;

/// Every chapter with how many of its debates were won and played, and what was learnt in those that
/// were played to their end.
pub(super) fn lines(chapters: &[Taught], columns: usize, context: &Context) -> Vec<Line> {
    let mut lines = Vec::new();
    let room = columns.saturating_sub(7);
    for (i, taught) in chapters.iter().enumerate() {
        let results: Vec<_> =
            taught.debates.iter().filter_map(|id| context.progress.of(id)).collect();
        let won = results.iter().filter(|result| result.best == Outcome::Won).count();
        let (played, of) = (results.len(), taught.debates.len());
        let count = format!("{played} of {of} played, {won} won");
        lines.push((format!("{}  {}: {count}", i + 1, taught.name), Role::Heading));
        let ended = taught.debates.last().is_some_and(|id| context.progress.of(id).is_some());
        let about = chapter::about(&taught.name);
        match about.filter(|_| played > 0 && (ended || played == of)) {
            Some(about) => {
                lines.extend(
                    wrap(about.learnt, room).into_iter().map(|l| (format!("   {l}"), Role::Text)),
                );
            }
            None => lines.push((
                "   What was learnt stands here when its last debate was played.".into(),
                Role::Dim,
            )),
        }
    }
    lines
}
