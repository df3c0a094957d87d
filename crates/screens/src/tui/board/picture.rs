//! Pictures: one file each.

use super::legend::Legend;
use super::pane::{Kind, Look, PaneState};
use super::{graph, halving, rounds, space_time};
use crate::text::picture::{Drawing, Picture};
use crate::tui::prelude::*;

/// Rows above the picture itself.
fn title(picture: &Picture<'_>) -> usize {
    if picture.title.is_empty() { 1 } else { 2 }
}

impl Kind for Picture<'_> {
    fn rows(&self, _: &PaneState, columns: usize) -> (usize, usize) {
        let own = match &self.drawing {
            Drawing::Graph(_) | Drawing::Rounds(_) => 1_000,
            Drawing::Halving(all) => halving::rows_wanted(all, columns),
            Drawing::SpaceTime(tapes) => tapes.len.min(1_000) + 2,
        };
        (0, title(self) + own)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _: &PaneState, look: Look, legend: &mut Legend) {
        let mut area = canvas.area();
        // A blank row sets it off from the rows above.
        let title = title(self) as u16;
        canvas.say(1, 1, &clean(&self.title), Role::Dim);
        area.y += title;
        area.height = area.height.saturating_sub(title);
        area.x += 1;
        area.width = area.width.saturating_sub(2);
        let canvas = &mut canvas.part(area);
        match &self.drawing {
            Drawing::Graph(lens) => graph::draw(canvas, lens, look.at, legend),
            Drawing::Rounds(all) => rounds::draw(canvas, all, legend),
            Drawing::Halving(halving) => halving::draw(canvas, halving, legend),
            Drawing::SpaceTime(tapes) => space_time::draw(canvas, tapes, look.at, legend),
        }
    }
}
