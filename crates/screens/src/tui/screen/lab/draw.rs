//! Drawing the lab: the set-up, the point looked at, and the plot.

use super::Lab;
use super::setup::{LINES, SetupLine};
use crate::analysis::Response;
use crate::text::number::rate;
use crate::tui::goal::capital;
use crate::tui::plot::{AT_LEAST, AT_MOST, Plot};
use crate::tui::prelude::*;

/// Columns of the set-up.
const LEFT: u16 = 26;

impl Lab {
    fn line_value(&self, line: SetupLine) -> String {
        let setup = &self.setup;
        match line {
            SetupLine::Seat(seat) => {
                let chair = &setup.chairs[seat.index()];
                if setup.vary == Some(seat) {
                    chair.players.strategy().map_or(String::new(), |s| s.written.clone())
                } else {
                    chair.words()
                }
            }
            SetupLine::Vary => match (setup.vary, setup.parameter()) {
                (Some(seat), _) => capital(seat.name()),
                (None, Some(parameter)) => parameter.to_owned(),
                (None, None) => "nothing".into(),
            },
            SetupLine::Range(at) => setup.range[at].text().to_owned(),
            SetupLine::Debates => format!("{} a point", setup.debates.text()),
            SetupLine::Seed => setup.seed.text().to_owned(),
        }
    }

    fn draw_setup(&self, canvas: &mut Canvas<'_>) {
        let room = canvas.width().saturating_sub(12);
        for (y, &(name, line)) in LINES.iter().enumerate() {
            let here = y == self.focus;
            let role = if here { Role::Chosen } else { Role::Text };
            let value = self.line_value(line);
            let sign = if here { '▸' } else { ' ' };
            canvas.say(0, y, &format!(" {} {sign} ", pad(name, 7)), Role::Text);
            canvas.say(11, y, &cut(&value, room), role);
        }
        let y = LINES.len();
        let columns = canvas.width().saturating_sub(2);
        let mut notes: Vec<String> = (Seat::ALL.into_iter())
            .filter_map(|seat| {
                let chair = &self.setup.chairs[seat.index()];
                let told = chair.stands_in().or_else(|| chair.stands_for_hidden())?;
                Some(format!("{}: {told}", seat.name()))
            })
            .collect();
        notes.extend(self.setup.why_fixed());
        let notes = notes.iter().flat_map(|note| wrap(note, columns));
        let mut y = canvas.say_lines((1, y), notes, Role::Dim);
        let points = self.points();
        let Some(point) = points.get(self.at) else { return };
        y += usize::from(y == LINES.len());
        let mut lines = Vec::new();
        if self.is_stale() {
            lines.push("before the change:".to_owned());
        }
        if let Some(v) = point.value {
            lines.push(format!("at ▲     {v}"));
        }
        match point.tally.as_ref().map(|tally| (tally, tally.shown())) {
            Some((tally, (mid, low, high))) if tally.payoff().is_some() => {
                lines.push(format!("paid     {} on average", fixed(mid, 3)));
                lines.push(format!("95 %     {} to {}", fixed(low, 3), fixed(high, 3)));
            }
            Some((tally, (_, low, high))) => {
                lines.push(format!("rate     {}", rate(tally.alice_wins, tally.debates)));
                lines.push(format!("95 %     {low:.3} to {high:.3}"));
            }
            None => lines.push("not there yet".into()),
        }
        if let Some(exact) = point.exact {
            lines.push(format!("exact    {}", fixed(exact, 3)));
        }
        if let Some(promise) = &point.promise {
            let side = if promise.at_least { "at least" } else { "at most" };
            lines.push(format!("{side:<8} {}", fixed(promise.limit, 3)));
            lines.extend(wrap(&promise.theorem, columns));
        }
        let role = if self.is_stale() { Role::Dim } else { Role::Text };
        canvas.say_lines((1, y), lines, role);
    }

    /// What is known of the best players of the point looked at, once somebody asked.
    fn best_players(&self) -> Vec<String> {
        if self.is_answering(self.at) {
            return vec!["looking for the best players".to_owned()];
        }
        let points = self.points();
        let asked = points.get(self.at).and_then(|point| point.best.as_ref());
        let line = |(seat, best): (Seat, &Response)| format!("best {}: {best}", seat.name());
        asked.map_or_else(Vec::new, |best| Seat::ALL.into_iter().zip(best).map(line).collect())
    }

    /// Draws the set-up beside the plot.
    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>) {
        let a = Anatomy::of(canvas.area(), false);
        let scenario = &self.sitting.scenario;
        let right = match &self.run {
            None => "not run yet".to_owned(),
            Some(run) => {
                let (done, of) = run.progress();
                let points = format!("{done} of {}", plural(of, "point", "points"));
                let (played, all) = run.debates();
                match (run.is_running(), self.is_stale()) {
                    (true, _) => {
                        format!("running · {points} · {} of {} debates", count(played), count(all))
                    }
                    (false, true) => format!("before the change · {points}"),
                    (false, false) if done < of => format!("stopped · {points}"),
                    (false, false) => format!("done · {points}"),
                }
            }
        };
        let title = format!("Lab · {}", &*scenario.title);
        layout::title_bar(&mut canvas.part(a.title), &title, &right);
        canvas.part(a.claim).say(1, 0, &scenario.claim, Role::Text);
        let measured = match self.sitting.is_paid() {
            true => "payoff: what Alice is paid on average",
            false => "rate: how often Alice wins",
        };
        let room = usize::from(a.top.width.saturating_sub(LEFT + 8));
        // The points of an earlier run stay by what varied in it.
        let axis = if self.is_stale() { self.ran.1.clone() } else { self.setup.axis() };
        let what = match axis {
            Some(axis) => format!("{measured}, by {axis}"),
            None => measured.to_owned(),
        };
        let what = cut(&what, room);
        let height = a.footer.y.saturating_sub(a.board.y + 2);
        let body = Rect { height, width: canvas.area().width, ..a.board };
        layout::beside(canvas, (a.top, body), LEFT + 1, ["set-up", &what], Role::Heading);
        self.draw_setup(&mut canvas.part(Rect { width: LEFT, ..body }));
        let plot =
            Rect { x: body.x + LEFT + 1, width: body.width.saturating_sub(LEFT + 1), ..body };
        let told = self.best_players();
        let below =
            Rect { height: told.len() as u16, y: plot.bottom() - told.len() as u16, ..plot };
        let plot = Rect { height: plot.height - below.height, ..plot };
        let (at, is_stale) = (Some(self.at), self.is_stale());
        Plot { series: &[self.points()], names: &[], at, is_stale }.draw(&mut canvas.part(plot));
        let role = if self.is_stale() { Role::Dim } else { Role::Text };
        let mut rows = canvas.part(below);
        let columns = rows.width().saturating_sub(2);
        rows.say_lines((1, 0), told.iter().map(|line| cut(line, columns)), role);
        let below = Rect { y: body.bottom(), height: 1, ..canvas.area() };
        Divider::default().crossing(LEFT, '┴').draw(&mut canvas.part(below), Role::Dim);
        let legend = Rect { y: body.bottom() + 1, ..below };
        let points = self.points();
        let debates: u64 = points.iter().flat_map(|p| &p.tally).map(|tally| tally.debates).sum();
        let mean = if self.sitting.is_paid() { "mean, in units" } else { "rate, 0 to 1" };
        let mut parts = vec![format!("● {mean}"), "│ 95 % interval".to_owned()];
        if points.iter().any(|p| p.exact.is_some()) {
            parts.push("· exact".into());
        }
        let above = points.iter().any(|p| p.limit(false).is_some());
        let below = points.iter().any(|p| p.limit(true).is_some());
        let [most, least] = [AT_MOST, AT_LEAST];
        parts.push(match (above, below) {
            (true, true) => format!("{most} at most {least} at least: theorem"),
            (true, false) => format!("{most} at most: theorem"),
            (false, true) => format!("{least} at least: theorem"),
            (false, false) => String::new(),
        });
        parts.push("▲ here".into());
        parts.push(plural(debates, "debate", "debates"));
        parts.retain(|part| !part.is_empty());
        // Where all of it has no room the debates go first: the set-up has them too.
        let joined = ["   ", "  ", " "].map(|gap| parts.join(gap));
        let mut fits = joined.into_iter().filter(|words| width(words) + 2 <= canvas.width());
        let words = fits.next().unwrap_or_else(|| parts[..parts.len() - 1].join("  "));
        canvas.part(legend).say(1, 0, &words, Role::Dim);
    }
}
