//! The side panel: the rule, this debate's numbers, the theorem, hints and the evaluation.

use elenchus_kit::card::Card;

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
    fn lines(&self, area: Rect) -> Vec<PanelParagraph> {
        let wrapped: Vec<(Vec<String>, Role)> =
            self.0.iter().map(|(text, role)| (wrap(text, area.width.into()), *role)).collect();
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

    /// Returns `true` if some lines do not fit.
    pub fn overflows(&self, area: Rect) -> bool {
        self.lines(area).len() > area.height.into()
    }

    /// The first line after a page up or down. On the last page, it does not change.
    pub fn paged(&self, action: Action, from: usize, area: Rect) -> usize {
        scrolled(from, action, self.lines(area).len(), area.height.into())
    }

    /// Draws the panel from this line on, in a card. If lines are hidden, the lower line of the card counts them and
    /// names the keys: one scrolls back, one on. An empty key is not named. The last rows of the card show `end`.
    pub fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        title: &str,
        (shift, keys): (usize, [&str; 2]),
        end: &[PanelParagraph],
    ) {
        let inside = Card::text_area(area);
        let parts = [Constraint::Fill(1), Constraint::Length(end.len() as u16)];
        let [text, below] = Layout::vertical(parts).areas(inside);
        let lines = self.lines(text);
        let last = lines.len().saturating_sub(text.height.into());
        let shift = shift.min(last);
        let named = |key: &str| if key.is_empty() { String::new() } else { format!(": {key}") };
        let note = match (shift, last - shift) {
            (0, 0) => String::new(),
            (above, 0) => format!("↑ {above} more{}", named(keys[0])),
            (0, below) => format!("↓ {below} more{}", named(keys[1])),
            (above, below) => format!("↑ {above}  ↓ {below} more"),
        };
        let styled = |canvas: &Canvas<'_>, lines: &[PanelParagraph]| -> Vec<Line<'static>> {
            lines.iter().map(|(text, role)| canvas.line(text.clone(), *role)).collect()
        };
        Card::new(title).below(&note).draw(canvas, area);
        let frame = Rect { y: text.y, height: text.height, ..area };
        elenchus_kit::card::bar(canvas, frame, lines.len(), shift);
        let (lines, end) = (styled(canvas, &lines[shift..]), styled(canvas, end));
        canvas.lines(text, lines);
        canvas.lines(below, end);
    }
}
