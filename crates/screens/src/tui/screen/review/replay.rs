//! Showing a debate to others: how fast its moves follow each other, where to look next, and what
//! is covered until its time has come.

use std::time::Duration;

use super::ReviewScreen;
use crate::review::ReviewTag;
use crate::rules::Viewer;
use crate::tui::board::{self, BoardState};
use crate::tui::prelude::*;
use crate::tui::screen::{moves, panel};

/// How long a move stays when they are played one by one, in milliseconds, the slowest first.
const BEATS: [u64; 6] = [4000, 2000, 1400, 800, 400, 200];

/// A class looks on with the judge's eyes.
const EYE: Viewer = Viewer::Room;

impl ReviewScreen {
    pub(super) fn frame_duration(&self) -> Duration {
        Duration::from_millis(BEATS[self.beat])
    }

    /// Is something of what is shown usually covered now?
    pub(super) fn covers(&self) -> bool {
        self.covered && self.at + 1 < self.judged.moves.len()
    }

    /// The keys for showing a debate to others.
    pub(super) fn replay_offers(&self) -> Vec<Offer> {
        use Action::{Cover, Faster, NextAbort, NextMistake, NextRead, Slower};
        let cover = if self.covered { "uncover" } else { "cover what comes" };
        let seek = |action, words, moment: ReviewTag| {
            let deed = move |review: &mut Self, cx: &mut Context| review.seek(moment, cx);
            Offer::new(&[action], words).hidden_from_footer().does(deed)
        };
        let pace = Offer::new(&[Slower, Faster], "play slower or faster").hidden_from_footer();
        vec![
            Offer::new(&[Cover], cover).hidden_from_footer().does(Self::turn_cover),
            seek(NextRead, "next read", ReviewTag::Read),
            seek(NextAbort, "next abort", ReviewTag::Abort),
            seek(NextMistake, "next mistake", ReviewTag::Mistake),
            pace.does(Self::set_pace),
        ]
    }

    fn turn_cover(&mut self, context: &mut Context) {
        self.covered = !self.covered;
        if self.covered {
            self.playing = None;
            self.at = 0;
            // Where the board was scrolled to, and its cursor, would tell what comes.
            self.board = BoardState::default();
        }
        self.show(context);
        context.notify(match self.covered {
            true => "from the start, as the judge sees it; the last move uncovers all",
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

    fn seek(&mut self, moment: ReviewTag, context: &mut Context) {
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

    /// The board as the judge sees it now, and the moves so far.
    pub(super) fn draw_covered(&self, canvas: &mut Canvas<'_>, keys: &KeyMap) {
        let p = self.parts(canvas.area());
        let brief = self.position.brief(EYE);
        layout::title_bar(&mut canvas.part(p.title), &self.sitting.scenario.title, &brief.progress);
        canvas.part(p.verdict).print(1, 0, &self.sitting.scenario.claim, Role::Text);
        let shown = self.position.board(EYE);
        let headings = [&*shown.title, &*brief.protocol];
        layout::split_heading(canvas, (p.top, p.side), p.side.x, headings, Role::Heading);
        board::draw(&mut canvas.part(p.upper), &shown, &self.board);
        Divider::new("moves so far")
            .crossing(p.side.x.saturating_sub(1), '┤')
            .draw(&mut canvas.part(p.between), Role::Heading);
        let (game, here) = (self.sitting.game(), self.node());
        let line = &game.tree().line()[..self.at];
        moves::draw(&mut canvas.part(p.table), game, line, EYE, here, &[]);
        let panel = panel::SidePanel(panel::paragraphs(&brief));
        panel.draw(&mut canvas.part(p.side), self.side_shift, keys);
        self.draw_last_rows(canvas, &p, ("what comes is covered", &format!("move {}", self.at)));
    }
}
