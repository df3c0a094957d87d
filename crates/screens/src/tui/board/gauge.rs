//! A scale with a band and points, for a stated probability and the votes about it.

use super::legend::{BoardSign, Legend};
use super::pane::{PaneContext, PaneKind, PaneState};
use super::scale::ColumnScale;
use crate::text::board::{GaugePane, GaugePointKind};
use crate::tui::drawing::*;

/// The sign of a point, its role, and its entry in the legend.
pub fn point_style(kind: GaugePointKind) -> (&'static str, Role, BoardSign) {
    match kind {
        GaugePointKind::Stated => ("◆", Role::Alice, BoardSign::Stated),
        GaugePointKind::Measured => ("●", Role::Read, BoardSign::Measured),
        GaugePointKind::True => ("○", Role::Good, BoardSign::True),
    }
}

/// Draws the band `(═══)` around a value. An end outside the axis has no bracket.
pub fn band(canvas: &mut Canvas<'_>, scale: &ColumnScale, y: usize, (low, high): (f64, f64)) {
    let (from, to) = (scale.nearest(low), scale.nearest(high));
    if to < scale.left || from > scale.right || high < low {
        return;
    }
    canvas.print(from, y, &"═".repeat(to - from + 1), Role::Dim);
    if scale.column(low).is_some() {
        canvas.print(from, y, "(", Role::Text);
    }
    if scale.column(high).is_some() {
        canvas.print(to, y, ")", Role::Text);
    }
}

impl PaneKind for GaugePane {
    fn rows(&self, _: &PaneState, _: usize, _: bool) -> (usize, usize) {
        let title = usize::from(!self.title.is_empty());
        (3 + title, 4 + title)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _: PaneContext<'_>, legend: &mut Legend) {
        let mut y = 0;
        if !self.title.is_empty() {
            let lines = wrap(&self.title, canvas.width().saturating_sub(2));
            canvas.print(1, 0, &lines.join(" "), Role::Text);
            y = 1;
        }
        let scale = ColumnScale::new(self.from, self.to, 2, canvas.width().saturating_sub(3));
        if let Some(ends) = self.band {
            band(canvas, &scale, y, ends);
            if !self.band_words.is_empty() {
                legend.explain(format!("(═) {}", self.band_words));
            }
        }
        // The stated number is drawn last, so that nothing covers it.
        for kind in [GaugePointKind::True, GaugePointKind::Measured, GaugePointKind::Stated] {
            let (sign, role, _) = point_style(kind);
            let own = self.pins.iter().filter(|pin| pin.kind == kind);
            for x in own.filter_map(|pin| scale.column(pin.at)) {
                canvas.print(x, y, sign, role);
            }
        }
        scale.draw(canvas, y + 1);
        if canvas.height() > y + 3 {
            let words =
                self.pins.iter().map(|own| format!("{} {}", point_style(own.kind).0, own.words));
            canvas.print(1, y + 3, &words.collect::<Vec<_>>().join("   "), Role::Text);
        } else {
            self.pins.iter().for_each(|own| legend.see(point_style(own.kind).2));
        }
    }
}
