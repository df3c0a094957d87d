//! The events of the review: its keys, its clicks, and the results that it waits for.

use std::time::Duration;

use super::ReviewScreen;
use super::layout::Lower;
use crate::review::ReviewTag;
use crate::scenario::Note;
use crate::tui::clock::Instant;
use crate::tui::keys::Scope as _;
use crate::tui::prelude::*;
use crate::tui::worker::COUNTED;

impl ReviewScreen {
    fn offers(&self, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        if let Some(typing) = &self.typing {
            return typing.offers(Self::type_in);
        }
        if self.removing {
            let keep = |review: &mut Self| review.removing = false;
            return vec![
                KeyCommand::new(&[Confirm], "remove it").does(Self::remove_line),
                KeyCommand::new(&[Cancel], "keep it").does(keep),
                KeyCommand::new(&[Help], "help"),
                KeyCommand::new(&[Back], "back").does(keep),
            ];
        }
        if let Some((leaves, _)) = &self.lines {
            let note = |action, words, change: fn(&mut Note)| {
                let deed = move |review: &mut Self, cx: &mut Context| review.note_line(cx, change);
                KeyCommand::new(&[action], words).does(deed)
            };
            let leave = |review: &mut Self| review.lines = None;
            let mut offers = Vec::new();
            if leaves.len() > 1 {
                offers.push(KeyCommand::new(&[Up, Down], "line").does(Self::choose_line));
            }
            offers.push(KeyCommand::new(&[Confirm], "show it").does(Self::open_line));
            offers.push(KeyCommand::new(&[NameLine], "name").does(Self::begin_line_name));
            if leaves.len() > 1 {
                offers.push(note(Promote, "first", |note| note.first = !note.first));
            }
            offers.push(note(Fold, "fold", |note| note.folded = !note.folded));
            if self.may_remove_line() {
                let remove = |review: &mut Self| review.removing = true;
                offers.push(KeyCommand::new(&[RemoveLine], "remove").does(remove));
            }
            if self.has_pages(context) {
                let page = KeyCommand::hidden(&[PageUp, PageDown], "page");
                offers.push(page.does(Self::turn_page));
            }
            offers.push(KeyCommand::hidden(&[Cancel, Lines], "leave").does(leave));
            offers.extend(KeyCommand::help_and(KeyCommand::new(&[Back], "back").does(leave)));
            return offers;
        }
        let travel =
            |actions: &[Action], words| KeyCommand::new(actions, words).does(Self::move_cursor);
        let mut offers = vec![travel(&[Left, Right], "move")];
        if let Some(mine) = self.may_be_retried() {
            let here = mine == self.at || mine == self.at + 1;
            let what = if here { "retry here" } else { "retry your move" };
            offers.push(KeyCommand::new(&[Confirm], what).does(Self::retry));
        }
        let next = |review: &mut Self, cx: &mut Context| review.seek(ReviewTag::Mistake, cx);
        let offer = KeyCommand::new(&[NextMistake], "next mistake").does(next);
        let has_mistakes = !self.judged.mistakes().is_empty();
        offers.push(if has_mistakes { offer } else { offer.hidden_from_footer() });
        let play = if self.playing.is_some() { "stop" } else { "play" };
        offers.push(KeyCommand::new(&[Play], play).does(Self::play));
        if self.following_mine().is_some() {
            offers.push(KeyCommand::new(&[NextMine], "my next move").does(Self::next_mine));
        }
        // While later moves are covered, the screen does not list moves or variations.
        let covers = self.covers();
        let turns = !covers && self.turns_lower(context);
        if turns {
            let other = if self.lower == Lower::Board { "moves" } else { "board" };
            offers.push(KeyCommand::new(&[Focus], other).does(Self::turn_lower));
        }
        if !covers {
            offers.push(KeyCommand::new(&[Lines], "variations").does(Self::list_lines));
        }
        offers.push(travel(&[Up, Down], "move").hidden_from_footer());
        let pages = if self.has_pages(context) { "read on" } else { "ten moves" };
        offers.push(travel(&[PageUp, PageDown], pages).hidden_from_footer());
        offers.push(travel(&[First, Last], "start and end").hidden_from_footer());
        if turns {
            let view = KeyCommand::hidden(&[View], "board or moves");
            offers.push(view.does(Self::turn_lower));
        }
        if context.is_owner() {
            offers.push(KeyCommand::hidden(&[Save], "save to a file").does(Self::ask_to_save));
            let export = KeyCommand::hidden(&[ExportReview], "as HTML, Markdown or a picture");
            offers.push(export.does(Self::begin_export));
            offers.push(
                KeyCommand::new(&[PlayerName], "change your name")
                    .hidden_from_footer()
                    .does(Self::ask_for_name),
            );
        }
        offers.extend(self.replay_offers());
        if context.has_a_lab_for(&self.sitting.scenario) {
            offers.push(KeyCommand::hidden(&[Lab], "try it 400 times").does(Self::try_many));
        }
        if context.is_owner() {
            offers.extend(self.note_offers());
        }
        offers.push(match self.honest {
            Some(_) => KeyCommand::new(&[Cancel], "show your line").does(Self::turn_honest),
            None => KeyCommand::hidden(&[Cancel], "back").does(Self::back),
        });
        offers.extend(KeyCommand::help_and(KeyCommand::new(&[Back], "back").does(Self::back)));
        offers
    }
}

impl ReviewScreen {
    /// Returns `true` if the board and the moves share one card.
    fn turns_lower(&self, context: &Context) -> bool {
        let parts = self.parts(context.size);
        parts.board.is_none() || parts.table.is_none()
    }
}

impl Screen<Playground> for ReviewScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Review
    }

    fn name(&self) -> &'static str {
        if self.ends() { "the ending" } else { self.scope().title() }
    }

    fn idle(&self, action: Action) -> Option<String> {
        use Action::*;
        let played = [Sample, Fill, Ask, Read, Yes, No, GoOn, Hint, Undo].contains(&action);
        (played && self.ends())
            .then(|| "the debate is over. The review shows every move, and you can play on".into())
    }

    fn any_key(&mut self, context: &mut Context) -> bool {
        let plays = self.plays_ending();
        if plays {
            self.skip_ending(context);
        }
        plays
    }

    /// Any key skips the ending while it plays.
    fn accepts_edit(&self, edit: &Edit) -> bool {
        match &self.typing {
            _ if self.ends() => self.plays_ending(),
            typing => typing.as_ref().is_some_and(|typing| typing.accepts_edit(edit)),
        }
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        if self.ends() {
            self.skip_ending(context);
        } else if let Some(typing) = &mut self.typing {
            typing.edit(edit);
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Transition {
        let table = self.parts(context.size).table_area();
        let hidden = self.covers() || self.ends() || self.lines.is_some();
        if table.contains(at) && !hidden {
            let list = (self.judged.moves.len(), self.scroll);
            if let Some(at) = crate::tui::list::hit(table, list, at) {
                self.at = at;
                self.show(context);
            }
        }
        Transition::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Transition {
        if self.take_found() {
            if self.unfinished {
                self.finish(context);
            }
            self.search(context);
        }
        self.misfits.poll();
        self.crossroads.poll();
        if let Some(honest) = &mut self.honest {
            honest.poll();
        }
        if let Some(since) = self.playing
            && since.elapsed() >= self.frame_duration()
        {
            if self.at + 1 < self.judged.moves.len() {
                self.playing = Some(Instant::now());
                self.step(1, context);
            } else {
                self.playing = None;
            }
        }
        self.poll_ending(context);
        Transition::Stay
    }

    fn clock(&self) -> Option<Duration> {
        let beat = self.playing.map(|since| self.frame_duration().saturating_sub(since.elapsed()));
        let counted = self.evaluates().then_some(COUNTED);
        beat.into_iter().chain(counted).chain(self.next_frame()).min()
    }

    fn is_working(&self) -> bool {
        self.searches()
    }

    fn is_playing(&self) -> bool {
        self.playing.is_some() || self.plays_ending()
    }

    fn returned(&mut self, context: &mut Context) -> Transition {
        self.show(context);
        Transition::Stay
    }

    fn subject(&self) -> Option<&DebateSession> {
        Some(&self.sitting)
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<KeyCommand> {
        if self.ends() {
            self.draw_ending(canvas, &context.keys);
            return self.ending_offers(context);
        }
        self.draw_all(canvas, &context.keys);
        self.offers(context)
    }
}
