//! Intervals that narrow: each round's bar is the interval before it, with the half that was kept.

use super::legend::{Legend, Sign};
use super::pane::{Kind, Look, PaneState};
use crate::rules::Half;
use crate::show::board::{Interval, Intervals};
use crate::show::number::count;
use crate::tui::canvas::Canvas;
use crate::tui::text::more;
use crate::tui::text::{pad_left, width};
use crate::tui::theme::Role;

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
        let mut scroll = state.scroll;
        scroll.at = state.cursor.min(total.saturating_sub(1));
        let window = scroll.window(total, rows);
        let number = |f: fn(&Interval) -> u64| {
            self.rounds.iter().map(|r| width(&count(f(r)))).max().unwrap_or(1).max(7)
        };
        let widths = [number(|r| r.from), number(|r| r.middle), number(|r| r.to)];
        let head = format!(
            " round  {}  {}  {}   kept",
            pad_left("from", widths[0]),
            pad_left("middle", widths[1]),
            pad_left("to", widths[2])
        );
        canvas.say(0, 0, &head, Role::Dim);
        let mut y = 1;
        if window.above > 0 {
            canvas.say(3, y, &more(window.above, 0), Role::Dim);
            y += 1;
        }
        for i in window.first..window.first + window.count {
            let round = &self.rounds[i];
            let here = i + 1 == total && round.kept.is_none();
            let cursor = look.focused && i == scroll.at;
            let text = format!(
                " {}{:>3}   {}  {}  {}   ",
                if here || cursor { '▸' } else { ' ' },
                i + 1,
                pad_left(&count(round.from), widths[0]),
                pad_left(&count(round.middle), widths[1]),
                pad_left(&count(round.to), widths[2])
            );
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
                    (Half::First, _) => ("lie: 1st", Role::Dim),
                    (Half::Second, _) => ("lie: 2nd", Role::Dim),
                };
                if words == "✗" {
                    legend.see(Sign::Wrong);
                }
                canvas.say(after + 1, y, words, role);
            }
            y += 1;
        }
        if window.below > 0 {
            canvas.say(3, y, &more(0, window.below), Role::Dim);
        }
    }
}
