//! What each key does while nothing is typed.

use super::Review;
use super::notes::lines_of;
use super::state::Upper;
use super::typing::Asked;
use crate::tui::keys::Action;
use crate::tui::prompt::Field;
use crate::tui::screen::{Context, Step, file_name};

impl Review {
    /// An action while nothing is typed.
    pub(super) fn step_through(&mut self, action: Action, context: &mut Context) -> Step {
        if let Some((leaves, at)) = &mut self.lines {
            if self.removing {
                self.removing = false;
                return match action {
                    Action::Confirm => self.remove_line(context),
                    _ => Step::Stay,
                };
            }
            match action {
                Action::NameLine => self.begin_line_name(),
                Action::Promote => self.note_line(context, |note| note.first = !note.first),
                Action::FoldLine => self.note_line(context, |note| note.folded = !note.folded),
                Action::RemoveLine => self.removing = true,
                Action::Up => *at = at.saturating_sub(1),
                Action::Down => *at = (*at + 1).min(leaves.len().saturating_sub(1)),
                Action::Confirm => self.open_line(context),
                Action::PageUp | Action::PageDown => self.turn_page(action, context),
                _ => self.lines = None,
            }
            return Step::Stay;
        }
        if self.replay(action, context) || self.take_note(action, context) {
            return Step::Stay;
        }
        if action != Action::Play {
            self.playing = None;
        }
        match action {
            Action::Left | Action::Up => self.step(-1, context),
            Action::Right | Action::Down => self.step(1, context),
            Action::PageUp | Action::PageDown if self.has_page(action, context) => {
                self.turn_page(action, context);
            }
            Action::PageUp => self.step(-10, context),
            Action::PageDown => self.step(10, context),
            Action::First => self.step(isize::MIN / 2, context),
            Action::Last => self.step(isize::MAX / 2, context),
            Action::Confirm => return self.retry(context),
            Action::Play => self.play(context),
            Action::NextMine => self.next_mine(context),
            Action::Focus | Action::Board => {
                self.upper = if self.upper == Upper::Curve { Upper::Board } else { Upper::Curve };
                self.show(context);
            }
            Action::Lines => {
                if let Some(sitting) = &self.sitting {
                    let leaves = lines_of(sitting);
                    let here = sitting.here();
                    let at = leaves.iter().position(|&l| l == here).unwrap_or(0);
                    if !leaves.is_empty() {
                        self.lines = Some((leaves, at));
                    }
                }
            }
            Action::ExportReview => {
                let title = self.sitting.as_ref().map(|s| s.scenario.title.to_string());
                let name = file_name(&title.unwrap_or_default()).replace(".yaml", ".html");
                self.typing = Some(Asked::Export.with(Field::new(name)));
            }
            // Whoever gets the file may want to know whose it is; nobody else needs a name.
            Action::SaveReview if context.player.is_none() && self.is_archived() => {
                self.typing = Some(Asked::Name.with(Field::default()));
            }
            Action::SaveReview => self.begin_save(),
            Action::Lab => return self.try_many(context),
            Action::Back | Action::Cancel if self.in_ending => return Step::Pop,
            Action::Back | Action::Cancel => return self.leave(),
            _ => {}
        }
        Step::Stay
    }
}
