//! Draws the lab: the set-up, the selected point and the plot.

use elenchus_kit::card::Card;

use super::LabScreen;
use super::setup::{LabSetup, VariedParameter};
use crate::analysis::ResponseSummary;
use crate::text::Limit;
use crate::text::number::rate;
use crate::tui::goal::capital;
use crate::tui::list;
use crate::tui::plot::{AT_LEAST, AT_MOST, Plot, PlotPoint};
use crate::tui::prelude::*;

/// The columns of the set-up, with its frame.
const LEFT: u16 = 30;

/// The number of rows of the list of parameters.
const CHOICES: u16 = 5;

/// A 95 % interval.
fn interval(low: f64, high: f64) -> String {
    format!("95 % {:.3} to {:.3}", Limit::at_least(low), Limit::at_most(high))
}

impl LabScreen {
    /// Draws the parameters that can vary, then the players and their notes.
    fn draw_setup(&self, canvas: &mut Canvas<'_>, area: Rect) {
        Card::new("What varies").focused(true).draw(canvas, area);
        let rows = (self.setup.choices.len() as u16).min(CHOICES);
        let parts = [Constraint::Length(rows + 1), Constraint::Fill(1)];
        let [choices, rest] = Layout::vertical(parts).areas(Card::list_area(area));
        let theme = canvas.theme;
        let row = |at: usize| theme.line(LabSetup::words(&self.setup.choices[at]), Role::Text);
        let list = (self.setup.choices.len(), Scroll::at(self.setup.at));
        let choices = Rect { height: rows.min(choices.height), ..choices };
        list::draw(canvas, choices, list, Some(Role::Chosen), row);
        let rest = Rect { x: rest.x + 1, width: rest.width.saturating_sub(3), ..rest };
        let seated = Seat::ALL.map(|seat| (seat, self.setup.seated(seat)));
        let players = seated.iter().map(|(seat, (player, _))| {
            theme.line(format!("{} {player}", pad(&capital(seat.word()), 6)), Role::Text)
        });
        let notes = seated.iter().filter_map(|(seat, (_, note))| {
            Some(format!("{}: {}", capital(seat.name()), (*note)?))
        });
        let notes = notes.flat_map(|note| wrap(&note, rest.width.into()));
        let notes = notes.map(|line| theme.line(line, Role::Dim));
        let lines: Vec<_> = players.chain([Line::default()]).chain(notes).collect();
        canvas.lines(rest, lines);
    }

    /// The results at a point.
    fn point_words(&self, point: &PlotPoint) -> String {
        let at = point.value.map(|value| {
            let name = self.setup.names().into_iter().nth(value as usize);
            format!("At ▲ {}: ", name.unwrap_or_else(|| value.to_string()))
        });
        let measured = match point.tally.as_ref().map(|tally| (tally, tally.shown())) {
            Some((tally, (mid, low, high))) if tally.payoff().is_some() => {
                format!(
                    "paid {} on average over {}, {}",
                    fixed(mid, 3),
                    plural(tally.debates, "debate", "debates"),
                    interval(low, high)
                )
            }
            Some((tally, (_, low, high))) => {
                let rate = rate(tally.alice_wins, tally.debates);
                format!("rate {rate}, {}", interval(low, high))
            }
            None => "no result yet".into(),
        };
        let exact = point.exact.map(|exact| format!("; exact {}", fixed(exact, 3)));
        let promise = point.promise.as_ref().map(|promise| {
            format!("; {} {:.3} ({})", promise.limit.side(), promise.limit, promise.theorem)
        });
        [at, Some(measured), exact, promise].into_iter().flatten().collect()
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

    /// The legend of the plot. If the row is too narrow, the number of debates is the first thing left out.
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
        let (size, theme) = (canvas.area(), canvas.theme);
        let scenario = &self.sitting.scenario;
        let title = format!("Lab · {}", &*scenario.title);
        layout::header(canvas, [&title, &self.progress()], &scenario.claim);
        let rows = [Constraint::Fill(1), Constraint::Length(2)];
        let [body, below] = Layout::vertical(rows).areas(layout::body(size));
        let columns = [Constraint::Length(LEFT), Constraint::Fill(1)];
        let [left, right] = Layout::horizontal(columns).areas(body);
        self.draw_setup(canvas, left);
        let measured = match self.sitting.is_paid() {
            true => "Payoff: Alice's average over the debates",
            false => "Rate: how often Alice wins",
        };
        Card::new(measured).draw(canvas, right);
        let inside = Card::text_area(right);
        let (points, names) = (self.points(), self.setup.names());
        let mut told = self.best_players();
        told.splice(0..0, points.get(self.at).map(|point| self.point_words(point)));
        let told: Vec<String> =
            told.iter().flat_map(|words| wrap(words, inside.width.into())).collect();
        let rows = [Constraint::Fill(1), Constraint::Length(told.len() as u16)];
        let [plot, results] = Layout::vertical(rows).areas(inside);
        let legend = self.legend(&points, canvas.width());
        let varied = match self.setup.varied() {
            VariedParameter::Nothing => String::new(),
            varied => LabSetup::words(varied),
        };
        let at = (!points.is_empty()).then_some(self.at);
        Plot { series: &[points], names: &names, varied: &varied, at }.draw(canvas, plot);
        canvas.lines(results, told.into_iter().map(|line| theme.line(line, Role::Text)));
        let varied = self.setup.for_sweep();
        let more = format!(" More: elenchus sweep {} --vary {varied}", self.sitting.id);
        let lines = [format!(" {legend}"), more].map(|line| theme.line(line, Role::Dim));
        canvas.lines(below, lines);
    }
}
