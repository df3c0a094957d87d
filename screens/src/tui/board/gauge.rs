//! A scale with a band and points on it: a stated probability, and what votes say of it.

use super::legend::{Legend, Sign};
use super::pane::{Kind, Look, PaneState};
use super::scale::Scale;
use crate::show::board::{Gauge, PinKind};
use crate::tui::prelude::*;

/// The sign of a point.
pub fn sign(kind: PinKind) -> &'static str {
    match kind {
        PinKind::Stated => "◆",
        PinKind::Measured => "●",
        PinKind::True => "○",
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
    fn rows(&self, _: &PaneState, _: usize) -> (usize, usize) {
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
        let mut pins: Vec<_> = self.pins.iter().collect();
        pins.sort_by_key(|p| match p.kind {
            PinKind::True => 0,
            PinKind::Measured => 1,
            PinKind::Stated => 2,
        });
        for pin in &pins {
            if let Some(x) = scale.column(pin.at) {
                let role = match pin.kind {
                    PinKind::Stated => Role::Alice,
                    PinKind::Measured => Role::Read,
                    PinKind::True => Role::Good,
                };
                canvas.say(x, y, sign(pin.kind), role);
            }
        }
        scale.draw(canvas, y + 1);
        let words: Vec<_> =
            self.pins.iter().map(|p| format!("{} {}", sign(p.kind), p.words)).collect();
        if canvas.height() > y + 3 {
            canvas.say(1, y + 3, &words.join("   "), Role::Text);
        } else {
            for pin in &self.pins {
                legend.see(match pin.kind {
                    PinKind::Stated => Sign::Stated,
                    PinKind::Measured => Sign::Measured,
                    PinKind::True => Sign::True,
                });
            }
        }
    }
}
