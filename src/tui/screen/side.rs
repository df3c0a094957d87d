//! The side panel: the rule in force, this debate's numbers, the theorem, hints, the evaluation.

use ratatui::text::Line;

use crate::show::Brief;
use crate::tui::canvas::Canvas;
use crate::tui::text::wrap;
use crate::tui::theme::Role;

/// A paragraph of the panel and how it is set.
pub type Paragraph = (String, Role);

/// The paragraphs of a brief.
pub fn paragraphs(brief: &Brief) -> Vec<Paragraph> {
    let mut out: Vec<Paragraph> = Vec::new();
    out.extend(brief.rule.iter().map(|p| (p.clone(), Role::Text)));
    out.extend(brief.warnings.iter().map(|p| (p.clone(), Role::Bad)));
    out.extend(brief.numbers.iter().map(|p| (p.clone(), Role::Text)));
    if !brief.theorem.is_empty() {
        out.push((brief.theorem.clone(), Role::Dim));
    }
    out
}

/// Draws paragraphs with blank rows between them while there is room; what does not fit is counted,
/// and `shift` scrolls. `last` stands on the last row.
pub fn draw(canvas: &mut Canvas<'_>, paragraphs: &[Paragraph], last: &str, shift: usize) {
    let columns = canvas.width().saturating_sub(1);
    let rows = canvas.height().saturating_sub(usize::from(!last.is_empty()));
    let wrapped: Vec<(Vec<String>, Role)> =
        paragraphs.iter().map(|(text, role)| (wrap(text, columns), *role)).collect();
    let lines: usize = wrapped.iter().map(|w| w.0.len()).sum();
    let spare = rows.saturating_sub(lines);
    let mut flat: Vec<Line<'_>> = Vec::new();
    let gaps = wrapped.len().saturating_sub(1);
    for (i, (text, role)) in wrapped.iter().enumerate() {
        // The last gaps go first: the theorem may stand right under the numbers.
        if i > 0 && i <= spare.min(gaps) {
            flat.push(Line::default());
        }
        flat.extend(text.iter().map(|t| Line::styled(t.as_str(), canvas.style(*role))));
    }
    let fits = flat.len() <= rows;
    let shown = if fits { rows } else { rows.saturating_sub(1) };
    let first = if fits { 0 } else { shift.min(flat.len() - shown) };
    for (y, line) in flat.iter().skip(first).take(shown).enumerate() {
        canvas.line(1, y, line);
    }
    if !fits {
        let below = flat.len() - first - shown;
        let note = match (first, below) {
            (above, 0) => format!("↑ {above} more: PgUp"),
            (0, below) => format!("↓ {below} more: PgDn"),
            (above, below) => format!("↑ {above}  ↓ {below} more"),
        };
        canvas.say(1, rows.saturating_sub(1), &note, Role::Dim);
    }
    if !last.is_empty() {
        let y = canvas.height().saturating_sub(1);
        canvas.say(1, y, last, Role::Dim);
    }
}
