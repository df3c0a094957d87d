//! How well the person foresaw who wins: a curve, and the loss by chapter.

use super::screen::Taught;
use crate::batch::Tally;
use crate::review::{Calibration, CalibrationBin, Foreseen, LOSS_OF_HALF};
use crate::tui::plot::{Plot, PlotPoint};
use crate::tui::prelude::*;

/// Columns of the list of chapters, beside the curve.
const CHAPTERS: usize = 30;

/// What is said over the curve.
fn heading(all: &Calibration) -> String {
    let queries = all
        .factor
        .map(|factor| format!(" Your queries are off by a factor of {}.", fixed(factor, 1)));
    let Some(loss) = all.loss else {
        let what = if queries.is_some() { "Who wins was not" } else { "Nothing was" };
        return format!(
            "Before a debate begins you can say how likely it is that Alice wins, and how many \
             queries the judge will make, where its seats are chosen. {what} foreseen yet.{}",
            queries.unwrap_or_default()
        );
    };
    format!(
        "{}, mean loss {}: (p − 1)² if Alice won and p² if not, as estimates are scored. 50 % every \
         time would cost {LOSS_OF_HALF}.{}",
        plural(all.forecasts(), "forecast", "forecasts"),
        fixed(loss, 3),
        queries.unwrap_or_default()
    )
}

/// The points of the curve: what was said against how often it came. The dots are what would be right.
fn points(all: &Calibration) -> Vec<PlotPoint> {
    let stated = |percent: u8| all.stated.iter().find(|stated| stated.percent.get() == percent);
    let tally = |stated: &CalibrationBin| {
        let mut tally = Tally::default();
        (tally.debates, tally.alice_wins) = (stated.of, stated.came);
        tally
    };
    let shown = (0..=100).filter(|&percent| percent % 100 == 0 || stated(percent).is_some());
    let point = |percent: u8| {
        let value = Some(f64::from(percent) / 100.0);
        let tally = stated(percent).map(tally);
        PlotPoint { value, tally, exact: value, ..PlotPoint::default() }
    };
    shown.map(point).collect()
}

/// Draws it.
pub(super) fn draw(canvas: &mut Canvas<'_>, all: &[Foreseen], chapters: &[Taught]) {
    let found = Calibration::of(all);
    let room = canvas.width().saturating_sub(2);
    let y = canvas.say_lines((1, 0), wrap(&heading(&found), room), Role::Text) + 1;
    if found.stated.is_empty() {
        return;
    }
    let area = canvas.area();
    let x = canvas.width().saturating_sub(CHAPTERS);
    canvas.say(1, y, "how often she won, by what you said", Role::Heading);
    canvas.say(x, y, "mean loss", Role::Heading);
    let plot = Rect {
        y: area.y + y as u16 + 1,
        width: x.min(80) as u16,
        height: area.height.saturating_sub(y as u16 + 1).min(24),
        ..area
    };
    let series = [points(&found)];
    Plot { series: &series, names: &[], at: None, is_stale: false }.draw(&mut canvas.part(plot));
    for (i, taught) in chapters.iter().enumerate() {
        let own = Calibration::of(all.iter().filter(|foreseen| foreseen.chapter == taught.name));
        let said = own
            .loss
            .map_or("–".into(), |loss| format!("{} of {}", fixed(loss, 2), own.forecasts()));
        let name = pad(&cut(&taught.name, CHAPTERS - 14), CHAPTERS - 13);
        canvas.say(x, y + 1 + i, &format!("{} {name} {said}", i + 1), Role::Text);
    }
}
