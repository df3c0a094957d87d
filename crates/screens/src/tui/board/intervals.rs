//! Intervals that narrow: each round's bar is the interval before it, with the half that was kept.

use super::legend::{Legend, Sign};
use super::pane::{Kind, Look, PaneState};
use crate::rules::Half;
use crate::text::board::{Interval, Intervals};
use crate::tui::prelude::*;

/// Columns of a row beside its three numbers, where there is room: the round, the gaps, the bar, and
/// where the lie is.
const WIDE: usize = 32;

impl Kind for Intervals {
    fn rows(&self, _: &PaneState, _: usize) -> (usize, usize) {
        (self.rounds.len().min(2) + 1, self.rounds.len() + 1)
    }

    fn items(&self, _: &PaneState) -> usize {
        self.rounds.len()
    }

    fn wanted(&self) -> Option<usize> {
        self.rounds.len().checked_sub(1)
    }

    /// The round being played is the last.
    fn draw(&self, canvas: &mut Canvas<'_>, state: &PaneState, look: Look, legend: &mut Legend) {
        let rows = canvas.height().saturating_sub(1);
        let total = self.rounds.len();
        let window = state.window(total, rows);
        let number = |f: fn(&Interval) -> u64| {
            self.rounds.iter().map(|r| width(&count(f(r)))).max().unwrap_or(1)
        };
        let all = [number(|r| r.from), number(|r| r.middle), number(|r| r.to)];
        let wide = all.map(|w| w.max(7));
        let is_wide = wide.iter().sum::<usize>() + WIDE <= canvas.width();
        let (widths, gap) = if is_wide { (wide, "  ") } else { (all.map(|w| w.max(6)), " ") };
        let row = |lead: &str, [from, middle, to]: [&str; 3]| {
            let [from, middle, to] =
                [(from, 0), (middle, 1), (to, 2)].map(|(text, i)| pad_left(text, widths[i]));
            format!("{lead}{gap}{from}{gap}{middle}{gap}{to} {gap}")
        };
        let head = row(" round", ["from", "middle", "to"]) + "kept";
        canvas.say(0, 0, &head, Role::Dim);
        for (y, i) in window.draw(canvas, (3, 1), Role::Dim) {
            let round = &self.rounds[i];
            let here = i + 1 == total && round.kept.is_none();
            let cursor = look.focused && i == state.cursor.min(total - 1);
            let sign = if here || cursor { '▸' } else { ' ' };
            let numbers = [round.from, round.middle, round.to].map(count);
            let text = row(&format!(" {sign}{:>3} ", i + 1), numbers.each_ref().map(|n| &**n));
            let role = match (cursor, here) {
                (true, _) => Role::Cursor,
                (_, true) => Role::Chosen,
                _ => Role::Text,
            };
            let after = canvas.say(0, y, &text, role);
            let bar = match round.kept {
                Some(Half::First) => "■■■■□□□□ 1st",
                Some(Half::Second) => "□□□□■■■■ 2nd",
                None => "□□□□□□□□",
            };
            if round.kept.is_some() {
                legend.see(Sign::Kept);
            }
            let after = canvas.say(after, y, bar, Role::Text);
            if let Some(lie) = round.lie {
                let (words, role) = match (lie, round.kept) {
                    (lie, Some(kept)) if lie != kept => ("✗", Role::Wrong),
                    (_, Some(_)) => ("lie", Role::Dim),
                    (Half::First, _) => ("lie: 1st", Role::Dim),
                    (Half::Second, _) => ("lie: 2nd", Role::Dim),
                };
                if words == "✗" {
                    legend.see(Sign::Wrong);
                }
                canvas.say(after + 1, y, words, role);
            }
        }
    }
}
