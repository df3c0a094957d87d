//! The side panel: the rule, this debate's numbers, the theorem, hints and the evaluation.

use super::lines::{self, StyledLine};
use crate::text::BriefPane;
use crate::tui::prelude::*;

/// A paragraph of the panel with its role.
pub type PanelParagraph = (String, Role);

/// The paragraphs of a brief.
pub fn paragraphs(brief: &BriefPane) -> Vec<PanelParagraph> {
    let BriefPane { rule, warnings, numbers, theorem, .. } = brief;
    let parts = [(rule, Role::Text), (warnings, Role::Bad), (numbers, Role::Text)];
    let all = parts.into_iter().flat_map(|(p, role)| p.iter().map(move |p| (p.clone(), role)));
    all.chain((!theorem.is_empty()).then(|| (theorem.clone(), Role::Dim))).collect()
}

/// A panel of paragraphs, with blank rows between them if there is room.
#[derive(Clone, Debug)]
pub struct SidePanel(pub Vec<PanelParagraph>);

impl SidePanel {
    /// Its lines in this area. If they do not fit, the last blank rows go first.
    fn lines(&self, area: Rect) -> Vec<StyledLine> {
        let columns = usize::from(area.width).saturating_sub(1);
        let wrapped: Vec<(Vec<String>, Role)> =
            self.0.iter().map(|(text, role)| (wrap(text, columns), *role)).collect();
        let lines: usize = wrapped.iter().map(|w| w.0.len()).sum();
        let gaps =
            usize::from(area.height).saturating_sub(lines).min(wrapped.len().saturating_sub(1));
        let mut flat = Vec::new();
        for (i, (text, role)) in wrapped.into_iter().enumerate() {
            if i > 0 && i <= gaps {
                flat.push((String::new(), role));
            }
            flat.extend(text.into_iter().map(|line| (line, role)));
        }
        flat
    }

    /// The largest number of rows that the panel can scroll: 0 if everything fits. One row counts the hidden lines.
    fn max_scroll(&self, area: Rect) -> usize {
        let (lines, rows) = (self.lines(area).len(), usize::from(area.height));
        if lines <= rows { 0 } else { (lines + 1).saturating_sub(rows.max(1)) }
    }

    /// Returns `true` if some lines do not fit.
    pub fn overflows(&self, area: Rect) -> bool {
        self.max_scroll(area) > 0
    }

    /// The first line after a page up or down. It stays the same at the end.
    pub fn paged(&self, action: Action, from: usize, area: Rect) -> usize {
        let page = usize::from(area.height / 2).max(1);
        let from = from.min(self.max_scroll(area));
        match action {
            Action::PageUp => from.saturating_sub(page),
            Action::PageDown => (from + page).min(self.max_scroll(area)),
            _ => from,
        }
    }

    /// Draws the panel from this line on. If lines are hidden, counts them and names the keys: one scrolls
    /// back, one on. An empty key is not named.
    pub fn draw_by(&self, canvas: &mut Canvas<'_>, shift: usize, keys: [&str; 2]) {
        let named = |key: &str| if key.is_empty() { String::new() } else { format!(": {key}") };
        let [back, on] = keys.map(named);
        let lines = self.lines(canvas.area());
        lines::paged(canvas, &lines, shift, |above, below| match (above, below) {
            (above, 0) => format!("↑ {above} more{back}"),
            (0, below) => format!("↓ {below} more{on}"),
            (above, below) => format!("↑ {above}  ↓ {below} more"),
        });
    }
}
