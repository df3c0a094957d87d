//! The side panel: the rule in force, this debate's numbers, the theorem, hints, the evaluation.

use super::lines::{self, StyledLine};
use crate::text::BriefPane;
use crate::tui::prelude::*;

/// A paragraph of the panel and how it is set.
pub type PanelParagraph = (String, Role);

/// The paragraphs of a brief.
pub fn paragraphs(brief: &BriefPane) -> Vec<PanelParagraph> {
    let BriefPane { rule, warnings, numbers, theorem, .. } = brief;
    let parts = [(rule, Role::Text), (warnings, Role::Bad), (numbers, Role::Text)];
    let all = parts.into_iter().flat_map(|(p, role)| p.iter().map(move |p| (p.clone(), role)));
    all.chain((!theorem.is_empty()).then(|| (theorem.clone(), Role::Dim))).collect()
}

/// A panel of paragraphs, with blank rows between them while there is room.
#[derive(Clone, Debug)]
pub struct SidePanel(pub Vec<PanelParagraph>);

impl SidePanel {
    /// Its lines at the width of an area, the last gaps gone first where they do not fit: the
    /// theorem may stand right under the numbers.
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

    /// How far it can be scrolled: none if everything is in view. One row says how much more there
    /// is.
    fn max_scroll(&self, area: Rect) -> usize {
        let (lines, rows) = (self.lines(area).len(), usize::from(area.height));
        if lines <= rows { 0 } else { (lines + 1).saturating_sub(rows.max(1)) }
    }

    /// Does it say that there is more?
    pub fn overflows(&self, area: Rect) -> bool {
        self.max_scroll(area) > 0
    }

    /// Where a page up or down leads from a line; the same line if there is nothing more that way.
    pub fn paged(&self, action: Action, from: usize, area: Rect) -> usize {
        let page = usize::from(area.height / 2).max(1);
        let from = from.min(self.max_scroll(area));
        match action {
            Action::PageUp => from.saturating_sub(page),
            Action::PageDown => (from + page).min(self.max_scroll(area)),
            _ => from,
        }
    }

    /// Draws it from this line on; what does not fit is counted, with the key that leads there.
    pub fn draw(&self, canvas: &mut Canvas<'_>, shift: usize, keys: &KeyMap) {
        let keys = [Action::PageUp, Action::PageDown].map(|action| keys.label(action));
        self.draw_by(canvas, shift, keys.each_ref().map(|key| &**key));
    }

    /// The same where other keys scroll it: one back, one on; one that is empty is not named.
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
