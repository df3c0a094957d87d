//! Presents a debate to others: the pace of its moves, the search for the next marked move, and the cover over later
//! moves.

use std::time::Duration;

use super::ReviewScreen;
use crate::review::ReviewTag;
use crate::rules::Viewer;
use crate::tui::board::{self, BoardState};
use crate::tui::prelude::*;
use crate::tui::screen::{cards, moves, panel};
use elenchus_kit::card::Card;

/// The times for each move in automatic play, in milliseconds. The slowest pace comes first.
const BEATS: [u64; 6] = [4000, 2000, 1400, 800, 400, 200];

/// A class sees what the judge sees.
const EYE: Viewer = Viewer::Room;

impl ReviewScreen {
    pub(super) fn frame_duration(&self) -> Duration {
        Duration::from_millis(BEATS[self.beat])
    }

    /// Returns `true` if a cover now hides something that the review usually shows.
    pub(super) fn covers(&self) -> bool {
        self.covered && self.at + 1 < self.judged.moves.len()
    }

    /// The keys for presenting a debate to others.
    pub(super) fn replay_offers(&self) -> Vec<KeyCommand> {
        use Action::{Cover, Faster, NextAbort, NextRead, Slower};
        let cover = if self.covered { "uncover" } else { "cover what comes" };
        let seek = |action, words, moment: ReviewTag| {
            let deed = move |review: &mut Self, cx: &mut Context| review.seek(moment, cx);
            KeyCommand::hidden(&[action], words).does(deed)
        };
        let pace = KeyCommand::hidden(&[Slower, Faster], "play slower or faster");
        vec![
            KeyCommand::hidden(&[Cover], cover).does(Self::turn_cover),
            seek(NextRead, "next read", ReviewTag::Read),
            seek(NextAbort, "next abort", ReviewTag::Abort),
            pace.does(Self::set_pace),
        ]
    }

    fn turn_cover(&mut self, context: &mut Context) {
        self.covered = !self.covered;
        if self.covered {
            self.playing = None;
            self.at = 0;
            // The scroll position and the cursor of the board would reveal later moves.
            self.board = BoardState::default();
        }
        self.show(context);
        context.notify(match self.covered {
            true => "the debate restarts as the judge sees it; the last move uncovers everything",
            false => "everything is shown",
        });
    }

    fn set_pace(&mut self, action: Action, context: &mut Context) {
        self.beat = match action {
            Action::Faster => (self.beat + 1).min(BEATS.len() - 1),
            _ => self.beat.saturating_sub(1),
        };
        context.notify(format!("{} seconds for each move", self.frame_duration().as_secs_f64()));
    }

    pub(super) fn seek(&mut self, moment: ReviewTag, context: &mut Context) {
        self.playing = None;
        match self.judged.next(moment, self.at) {
            Some(at) if at == self.at => {
                context.notify(format!("no other {} on this line", moment.word()));
            }
            Some(at) => {
                self.at = at;
                self.show(context);
            }
            None if moment == ReviewTag::Mistake && self.evaluates() => {
                context.notify("the moves are still being evaluated");
            }
            None => context.notify(format!("no {} on this line", moment.word())),
        }
    }

    /// The side panel while later moves are covered: the rule and its numbers.
    pub(super) fn covered_panel(&self) -> panel::SidePanel {
        panel::SidePanel(panel::paragraphs(&self.position.brief(EYE)))
    }

    /// Draws the board as the judge sees it at this move, and the moves so far.
    pub(super) fn draw_covered(&self, canvas: &mut Canvas<'_>, keys: &KeyMap) {
        let size = canvas.area();
        let p = self.parts(size);
        let brief = self.position.brief(EYE);
        let scenario = &self.sitting.scenario;
        cards::header(canvas, [&scenario.title, &brief.progress], &scenario.claim);
        cards::frame(canvas, p.chart, "Moves so far", false);
        let (game, here) = (self.sitting.game(), self.node());
        let line = &game.tree().line()[..self.at];
        moves::draw(&mut canvas.part(Card::list_area(p.chart)), game, line, EYE, here, &[]);
        let panel = self.covered_panel();
        let keys = [Action::PageUp, Action::PageDown].map(|action| keys.label(action));
        let shift = (self.side_shift, keys.each_ref().map(|key| &**key));
        panel.draw(canvas, p.side, &brief.protocol, shift, &[]);
        let shown = self.position.board(EYE);
        if let Some(area) = p.board {
            cards::frame(canvas, area, &shown.title, false);
            board::draw(&mut canvas.part(p.board_area()), &shown, &self.board);
        }
        self.draw_line(canvas, &p, &format!("The rest is covered: move {}.", self.at));
    }
}
