//! A line side by side with how honest programs play it from the same start, with the same coins.

use super::Review;
use super::state::Honest;
use crate::debate::{Advance, Played, SeatPlan};
use crate::rules::{Move, Seat};
use crate::tui::canvas::Canvas;
use crate::tui::screen::Context;
use crate::tui::screen::moves::{mover, words};
use crate::tui::sitting::Sitting;
use crate::tui::text::{cut, pad};
use crate::tui::theme::Role;
use crate::tui::worker::{Job, Poll};

/// A longer debate is not played beside another.
const MOST: usize = 2_000;

/// The same debate with honest programs where people sat.
fn play(
    game: Result<Box<dyn crate::analysis::Game>, String>,
    token: &crate::work::Token,
) -> Result<Vec<Played>, String> {
    let mut game = game?;
    for _ in 0..MOST {
        match game.advance_after(&mut |_| Ok(()), token).map_err(|stuck| stuck.to_string())? {
            Advance::Moved(_) => {}
            Advance::Waiting(_) => return Err("a person would have to play".into()),
            Advance::Over(_) => {
                let tree = game.tree();
                let played = tree.line().iter().filter_map(|&node| tree.played(node));
                return Ok(played.filter(|played| counts(played)).cloned().collect());
            }
        }
    }
    Err(format!("honest play is longer than {MOST} moves"))
}

/// Whether a move belongs to what is compared: work that nobody sees does not.
fn counts(played: &Played) -> bool {
    played.mv != Move::Run
}

impl Review {
    pub(super) fn turn_honest(&mut self, context: &mut Context) {
        let Some(sitting) = &self.sitting else { return };
        if self.honest.take().is_some() {
            return;
        }
        let plans = Seat::each(|seat| match sitting.game().seat_plan(seat) {
            SeatPlan::Human => SeatPlan::honest(),
            plan => plan,
        });
        let game = sitting.game().again(sitting.game().seed(), &plans);
        self.honest = Some(Honest::Playing(Job::soon(context, move |token| play(game, token))));
    }

    pub(super) fn poll_honest(&mut self) {
        if let Some(Honest::Playing(job)) = &self.honest
            && let Poll::Done(known) = job.poll()
        {
            self.honest = Some(Honest::Known(known));
        }
    }

    /// Both lines, the move shown in the middle; from where they part on each row says so.
    pub(super) fn draw_honest(&self, canvas: &mut Canvas<'_>, sitting: &Sitting, honest: &Honest) {
        let moves = match honest {
            Honest::Playing(_) => {
                canvas.say(1, 0, "honest play …", Role::Dim);
                return;
            }
            Honest::Known(Err(reason)) => {
                canvas.say(1, 0, reason, Role::Text);
                return;
            }
            Honest::Known(Ok(moves)) => moves,
        };
        let tree = sitting.game().tree();
        let line = tree.line().iter().filter_map(|&node| Some((node, tree.played(node)?)));
        let own: Vec<_> = line.filter(|(_, played)| counts(played)).collect();
        let same =
            own.iter().zip(moves).take_while(|((_, own), honest)| own.mv == honest.mv).count();
        let here = own.iter().position(|(node, _)| *node == self.node());
        let half = canvas.width() / 2;
        canvas.say(7, 0, "this line", Role::Heading);
        canvas.say(half, 0, "honest play", Role::Heading);
        let rows = canvas.height().saturating_sub(1);
        let last = own.len().max(moves.len());
        let first = here.unwrap_or(0).saturating_sub(rows / 2).min(last.saturating_sub(rows));
        for (y, at) in (first..last).take(rows).enumerate() {
            let role = if Some(at) == here { Role::Chosen } else { Role::Text };
            let sign = if at < same { ' ' } else { '≠' };
            let left = own.get(at).map_or_else(String::new, |(_, played)| {
                format!("{} {}", pad(&cut(&self.who(played.actor), 6), 6), words(&played.mv))
            });
            let right = moves.get(at).map_or_else(String::new, |played| {
                format!("{} {}", pad(mover(played.actor, &[]), 6), words(&played.mv))
            });
            let room = half.saturating_sub(8);
            // The number that the move has in the table beneath.
            let number = own.get(at).map_or_else(String::new, |(n, _)| tree.depth(*n).to_string());
            let text = format!(
                "{sign}{number:>4}  {} {}",
                pad(&cut(&left, room), room),
                cut(&right, room)
            );
            canvas.say(0, y + 1, &text, role);
        }
    }
}
