//! Draws the lab: the set-up, the selected point and the plot.

use ratatui::layout::{Constraint, Layout};
use ratatui::widgets::{List, ListState, StatefulWidget};

use super::LabScreen;
use super::setup::{LabSetup, VariedParameter};
use crate::analysis::ResponseSummary;
use crate::text::number::rate;
use crate::tui::goal::capital;
use crate::tui::plot::{AT_LEAST, AT_MOST, Plot, PlotPoint};
use crate::tui::prelude::*;

/// The columns of the set-up.
const LEFT: u16 = 26;

/// The rows of the list of parameters.
const CHOICES: u16 = 5;

impl LabScreen {
    /// Draws the parameters that can vary, then the players, then the selected point.
    fn draw_setup(&self, canvas: &mut Canvas<'_>) {
        let rows = (self.setup.choices.len() as u16).min(CHOICES);
        let parts = [Constraint::Length(rows + 1), Constraint::Length(4), Constraint::Min(0)];
        let [choices, players, rest] = Layout::vertical(parts).areas(canvas.area());
        let room = usize::from(LEFT) - 3;
        let words = self
            .setup
            .choices
            .iter()
            .map(|varied| cut(&LabSetup::words(varied), room).into_owned());
        let list = List::new(words)
            .style(canvas.style(Role::Text))
            .highlight_style(canvas.style(Role::Chosen))
            .highlight_symbol("▸ ");
        let mut state = ListState::default().with_selected(Some(self.setup.at));
        let area = Rect { x: choices.x + 1, height: rows.min(choices.height), ..choices };
        StatefulWidget::render(list, area.intersection(choices), canvas.buffer(), &mut state);
        let seated = Seat::ALL.map(|seat| (seat, self.setup.seated(seat)));
        let who = |(seat, (player, _)): &(Seat, (String, _))| {
            format!("{} {player}", pad(&capital(seat.word()), 6))
        };
        canvas.part(players).print_lines((1, 0), seated.iter().map(who), Role::Dim);
        let columns = usize::from(LEFT) - 2;
        let notes = seated.iter().filter_map(|(seat, (_, note))| {
            Some(wrap(&format!("{}: {}", capital(seat.name()), (*note)?), columns))
        });
        let mut rest = canvas.part(rest);
        let y = rest.print_lines((1, 0), notes.flatten(), Role::Dim);
        if let Some(point) = self.points().get(self.at) {
            rest.print_lines((1, y), self.point_words(point, columns), Role::Text);
        }
    }

    /// The results at a point.
    fn point_words(&self, point: &PlotPoint, columns: usize) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(value) = point.value {
            let name = self.setup.names().into_iter().nth(value as usize);
            lines.push(format!("at ▲     {}", name.unwrap_or_else(|| value.to_string())));
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
            None => lines.push("no result yet".into()),
        }
        lines.extend(point.exact.map(|exact| format!("exact    {}", fixed(exact, 3))));
        if let Some(promise) = &point.promise {
            let side = if promise.at_least { "at least" } else { "at most" };
            lines.push(format!("{side:<8} {}", fixed(promise.limit, 3)));
            lines.extend(wrap(&promise.theorem, columns));
        }
        lines
    }

    /// The results of the search for best responses at the selected point. Empty before the search.
    fn best_players(&self) -> Vec<String> {
        if self.answering.as_ref().is_some_and(|(at, _)| *at == self.at) {
            return vec!["looking for the best players".to_owned()];
        }
        let points = self.points();
        let asked = points.get(self.at).and_then(|point| point.best.as_ref());
        let line = |(seat, best): (Seat, &ResponseSummary)| format!("best {}: {best}", seat.name());
        asked.map_or_else(Vec::new, |best| Seat::ALL.into_iter().zip(best).map(line).collect())
    }

    /// The progress of the run.
    fn progress(&self) -> String {
        let Some(run) = &self.run else { return "not run yet".to_owned() };
        let (done, of) = run.progress();
        let points = format!("{done} of {}", plural(of, "point", "points"));
        let (played, all) = run.debates();
        match run.is_running() {
            true => format!("running · {points} · {} of {} debates", count(played), count(all)),
            false if done < of => format!("stopped · {points}"),
            false => format!("done · {points}"),
        }
    }

    /// The legend of the plot. If the row is too narrow, the number of debates is left out first.
    fn legend(&self, points: &[PlotPoint], columns: usize) -> String {
        let debates: u64 = points.iter().flat_map(|p| &p.tally).map(|tally| tally.debates).sum();
        let mean = if self.sitting.is_paid() { "mean, in units" } else { "rate, 0 to 1" };
        let [above, below] =
            [false, true].map(|at_least| points.iter().any(|p| p.limit(at_least).is_some()));
        let [most, least] = [AT_MOST, AT_LEAST];
        let theorem = match (above, below) {
            (true, true) => format!("{most} at most {least} at least: theorem"),
            (true, false) => format!("{most} at most: theorem"),
            (false, true) => format!("{least} at least: theorem"),
            (false, false) => String::new(),
        };
        let exact = if points.iter().any(|p| p.exact.is_some()) { "· exact" } else { "" };
        let mut parts = vec![
            format!("● {mean}"),
            "│ 95 % interval".to_owned(),
            exact.to_owned(),
            theorem,
            "▲ here".to_owned(),
            plural(debates, "debate", "debates"),
        ];
        parts.retain(|part| !part.is_empty());
        let joined = ["   ", "  ", " "].map(|gap| parts.join(gap));
        let fits = joined.into_iter().find(|words| width(words) + 2 <= columns);
        fits.unwrap_or_else(|| parts[..parts.len() - 1].join("  "))
    }

    /// Draws the set-up beside the plot.
    pub(super) fn draw_all(&self, canvas: &mut Canvas<'_>) {
        let a = ScreenLayout::new(canvas.area(), false);
        let scenario = &self.sitting.scenario;
        let title = format!("Lab · {}", &*scenario.title);
        layout::title_bar(&mut canvas.part(a.title), &title, &self.progress());
        canvas.part(a.claim).print(1, 0, &scenario.claim, Role::Text);
        let height = a.footer.y.saturating_sub(a.board.y);
        let parts = [Constraint::Min(0), Constraint::Length(1), Constraint::Length(2)];
        let [body, line, below] =
            Layout::vertical(parts).areas(Rect { height, width: canvas.area().width, ..a.board });
        let parts = [Constraint::Length(LEFT), Constraint::Length(1), Constraint::Min(0)];
        let [left, _, right] = Layout::horizontal(parts).areas(body);
        let told = self.best_players();
        let parts = [Constraint::Min(0), Constraint::Length(told.len() as u16)];
        let [plot, best] = Layout::vertical(parts).areas(right);
        let measured = match self.sitting.is_paid() {
            true => "payoff: what Alice is paid on average",
            false => "rate: how often Alice wins",
        };
        let what = match self.setup.varied() {
            VariedParameter::Nothing => measured.to_owned(),
            varied => format!("{measured}, by {}", LabSetup::words(varied)),
        };
        let what = cut(&what, usize::from(right.width).saturating_sub(7));
        layout::split_heading(
            canvas,
            (a.top, body),
            LEFT + 1,
            ["what varies", &what],
            Role::Heading,
        );
        self.draw_setup(&mut canvas.part(left));
        let (points, names) = (self.points(), self.setup.names());
        let legend = self.legend(&points, canvas.width());
        let chart = Plot { series: &[points], names: &names, at: Some(self.at) };
        chart.draw(&mut canvas.part(plot));
        let columns = usize::from(best.width).saturating_sub(2);
        let told = told.iter().map(|line| cut(line, columns));
        canvas.part(best).print_lines((1, 0), told, Role::Text);
        Divider::default().crossing(LEFT, '┴').draw(&mut canvas.part(line), Role::Dim);
        let varied = self.setup.for_sweep();
        let more = format!("More: elenchus sweep {} --vary {varied}", self.sitting.id);
        canvas.part(below).print_lines((1, 0), [legend, more], Role::Dim);
    }
}
