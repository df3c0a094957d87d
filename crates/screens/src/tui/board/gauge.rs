//! A scale with a band and points on it: a stated probability, and what votes say of it.

use super::legend::{Legend, Sign};
use super::pane::{Kind, Look, PaneState};
use super::scale::Scale;
use crate::text::board::{Gauge, PinKind};
use crate::tui::drawing::*;

/// How a point is drawn, and what explains it.
pub fn pin(kind: PinKind) -> (&'static str, Role, Sign) {
    match kind {
        PinKind::Stated => ("◆", Role::Alice, Sign::Stated),
        PinKind::Measured => ("●", Role::Read, Sign::Measured),
        PinKind::True => ("○", Role::Good, Sign::True),
    }
}

/// Draws the band `(═══)` around a value, open where it runs off the axis.
pub fn band(canvas: &mut Canvas<'_>, scale: &Scale, y: usize, (low, high): (f64, f64)) {
    let (from, to) = (scale.nearest(low), scale.nearest(high));
    if to < scale.left || from > scale.right || high < low {
        return;
    }
    canvas.say(from, y, &"═".repeat(to - from + 1), Role::Dim);
    if scale.column(low).is_some() {
        canvas.say(from, y, "(", Role::Text);
    }
    if scale.column(high).is_some() {
        canvas.say(to, y, ")", Role::Text);
    }
}

impl Kind for Gauge {
    fn rows(&self, _: &PaneState, _: usize, _: bool) -> (usize, usize) {
        let title = usize::from(!self.title.is_empty());
        (3 + title, 4 + title)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _: &PaneState, _: Look, legend: &mut Legend) {
        let mut y = 0;
        if !self.title.is_empty() {
            let lines = wrap(&self.title, canvas.width().saturating_sub(2));
            canvas.say(1, 0, &lines.join(" "), Role::Text);
            y = 1;
        }
        let scale = Scale::new(self.from, self.to, 2, canvas.width().saturating_sub(3));
        if let Some(ends) = self.band {
            band(canvas, &scale, y, ends);
            if !self.band_words.is_empty() {
                legend.explain(format!("(═) {}", self.band_words));
            }
        }
        // The stated number last: nothing may cover it.
        for kind in [PinKind::True, PinKind::Measured, PinKind::Stated] {
            let (sign, role, _) = pin(kind);
            let own = self.pins.iter().filter(|pin| pin.kind == kind);
            for x in own.filter_map(|pin| scale.column(pin.at)) {
                canvas.say(x, y, sign, role);
            }
        }
        scale.draw(canvas, y + 1);
        if canvas.height() > y + 3 {
            let words = self.pins.iter().map(|own| format!("{} {}", pin(own.kind).0, own.words));
            canvas.say(1, y + 3, &words.collect::<Vec<_>>().join("   "), Role::Text);
        } else {
            self.pins.iter().for_each(|own| legend.see(pin(own.kind).2));
        }
    }
}
