//! What is asked of a seat, on the three rows of the prompt: choices, forms, and keys for what can
//! be done before.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::Answer;
use super::flow::{Flow, flow};
use crate::machine::Place;
use crate::rules::{Domain, Move, Offer as MenuOffer, Verb};
use crate::show::board::Pane;
use crate::show::{Board, Cells};
use crate::show::{Prompt, Put};
use crate::tui::keys::Action;
use crate::tui::offer::Offer;
use crate::tui::screen::Edit;
use crate::tui::text::width;

/// The state of a prompt that is being answered.
pub struct Desk {
    pub(super) prompt: Prompt,
    pub(super) answers: Vec<Answer>,
    pub(super) chosen: Option<usize>,
    /// Do arrows and letters go to the form that is chosen, and not to the choices?
    pub(super) entered: bool,
}

impl Desk {
    /// A prompt with nothing chosen. `batch` is how many votes one draw takes, where it is known.
    pub fn new(prompt: Prompt, batch: Option<u64>) -> Self {
        let mut answers: Vec<Answer> = prompt
            .offers
            .iter()
            .filter(|o| o.ends_turn || Self::as_choice(&prompt, o.verb))
            .flat_map(|o| Answer::of(o, batch))
            .collect();
        answers.sort_by_key(Answer::rank);
        // Forms are open at once, as they begin empty; radios begin without a choice.
        let forms = !answers.is_empty() && answers.iter().all(|a| !a.is_ready());
        let chosen = forms.then_some(0);
        let entered = chosen.is_some() && answers.len() == 1;
        Self { prompt, answers, chosen, entered }
    }

    /// A judge who only draws and rules has the draws among the choices; a prover, whose turn ends
    /// with something else than a ruling, has them on a key.
    pub(super) fn as_choice(prompt: &Prompt, verb: Verb) -> bool {
        verb == Verb::Sample && prompt.offers.iter().any(|o| o.verb == Verb::Rule)
    }

    /// What is asked.
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// The draft of a row of bits, if one is being written.
    pub fn draft(&self) -> Option<&super::Draft> {
        self.answers.iter().find_map(|a| match a {
            Answer::Bits(draft, _) => Some(draft),
            _ => None,
        })
    }

    pub(super) fn current(&self) -> Option<&Answer> {
        self.chosen.and_then(|i| self.answers.get(i))
    }

    fn current_mut(&mut self) -> Option<&mut Answer> {
        self.chosen.and_then(|i| self.answers.get_mut(i))
    }

    /// The pane that serves as the input of what is asked, if there is one.
    pub fn linked(&self, board: &Board<'_>) -> Option<usize> {
        let verb = match self.current()? {
            Answer::Step(verb, _) => *verb,
            Answer::Bits(..) => Verb::Write,
            _ => return None,
        };
        board.panes.iter().position(|pane| match pane {
            Pane::Strip(strip) => strip.answers.contains(&verb),
            Pane::Table(table) => table.answers.contains(&verb),
            _ => false,
        })
    }

    /// The cursor of the linked pane went to this item.
    pub fn follow(&mut self, item: usize) {
        match self.current_mut() {
            Some(Answer::Step(_, number)) => number.set(item as u64 + 1),
            Some(Answer::Bits(draft, _)) => draft.cursor = item.min(draft.len().saturating_sub(1)),
            _ => {}
        }
    }

    /// Where the cursor of the linked pane belongs, after something was typed.
    pub fn item(&self) -> Option<usize> {
        match self.current()? {
            Answer::Step(_, number) => number.value().ok().map(|n| n as usize - 1),
            Answer::Bits(draft, _) => Some(draft.cursor),
            _ => None,
        }
    }

    /// The move of the cell under the cursor, where it can be read.
    pub fn reading(&self, board: &Board<'_>, pane: usize, item: usize) -> Option<Move> {
        self.cell_read(board, pane, item).filter(|mv| self.prompt.admit(mv).is_ok())
    }

    /// Where the cursor of a pane starts that is read from: the cell in question, one that it reads,
    /// another that is marked, the one under the cursor, or one of the first, whichever can be read.
    pub fn to_read(&self, board: &Board<'_>, pane: usize, cursor: usize) -> Option<usize> {
        self.prompt.offer(Verb::Read)?;
        let Pane::Strip(strip) = board.panes.get(pane)? else { return None };
        let reads = |at: usize| (strip.detail)(at).relevant;
        let asked = strip.focus.into_iter().flat_map(|at| [at].into_iter().chain(reads(at)));
        asked
            .chain(strip.marked.iter().copied())
            .chain([cursor])
            .chain((0..strip.len).take(64))
            .find(|&item| self.reading(board, pane, item).is_some())
    }

    fn cell_read(&self, board: &Board<'_>, pane: usize, item: usize) -> Option<Move> {
        self.prompt.offer(Verb::Read)?;
        let Pane::Strip(strip) = board.panes.get(pane)? else { return None };
        strip.cells.cell(item).map(Move::Read)
    }

    /// Why nothing is done with the item under the cursor of a pane of the board.
    pub fn idle(&self, board: &Board<'_>, pane: usize, item: usize) -> String {
        match self.cell_read(board, pane, item).map(|mv| self.prompt.admit(&mv).err()) {
            Some(Some(why)) => format!("{why}{}", self.instead(board)),
            _ if self.prompt.offer(Verb::Read).is_some() => {
                format!("nothing to read here{}", self.instead(board))
            }
            _ => "nothing to do here; Tab goes on to the prompt".into(),
        }
    }

    /// What of the board can be read, as words that follow others.
    fn instead(&self, board: &Board<'_>) -> String {
        let open = |(at, pane): (usize, &Pane<'_>)| match pane {
            Pane::Strip(strip) => (0..strip.len.min(256))
                .find(|&item| self.reading(board, at, item).is_some())
                .map(|_| if strip.title.is_empty() { &board.title } else { &strip.title })
                .map(|title| format!("“{title}”")),
            _ => None,
        };
        let open: Vec<String> = board.panes.iter().enumerate().filter_map(open).collect();
        if open.is_empty() { String::new() } else { format!("; unread bits: {}", open.join(", ")) }
    }

    /// Whether the items of a pane are steps, so that its cursor says which step is meant.
    pub fn counts_steps(board: &Board<'_>, pane: usize) -> bool {
        match board.panes.get(pane) {
            Some(Pane::Strip(strip)) => matches!(strip.cells, Cells::Steps),
            Some(Pane::Table(table)) => table.answers.contains(&Verb::Point),
            _ => false,
        }
    }

    /// The move that picks the claim under the cursor, where it is one of those asked for.
    pub fn picking(&self, board: &Board<'_>, pane: usize, node: usize) -> Option<Move> {
        let Pane::Tree(tree) = board.panes.get(pane)? else { return None };
        self.prompt.offer(Verb::Pick)?;
        let place = tree.choices.iter().position(|&choice| choice == node)?;
        Some(Move::Pick(Place::at(place)))
    }

    /// The move of a key for something that comes before the answer: ask, run, sample.
    ///
    /// # Errors
    /// Why there is no such move here.
    pub fn before(&self, action: Action, cursor: Option<usize>) -> Result<Move, String> {
        let verbs: &[Verb] = match action {
            Action::Ask => &[Verb::Ask],
            Action::Sample => &[Verb::Sample, Verb::Run],
            _ => &[],
        };
        let offer = verbs.iter().find_map(|v| self.prompt.offer(*v)).ok_or("not offered now")?;
        match &offer.domain {
            Domain::Step { .. } => {
                // The step under the cursor; or, without one, the only step that can be meant.
                let at = cursor.map(|c| offer.verb.with(&(c + 1).to_string())).transpose()?;
                if let Some(mv) = at {
                    return offer.domain.admit(&mv).map(|()| mv).map_err(|e| e.to_string());
                }
                self.single(offer).ok_or_else(|| "put the cursor on a step first".into())
            }
            Domain::Nothing => offer.verb.with(""),
            _ => Err("not offered now".into()),
        }
    }

    /// The move, where only one of the last steps is admitted (looking at few: a long transcript
    /// is not searched).
    fn single(&self, offer: &MenuOffer) -> Option<Move> {
        let Domain::Step { most, .. } = &offer.domain else { return None };
        let admitted = |n: u32| {
            let mv = offer.verb.with(&n.to_string()).ok()?;
            offer.domain.admit(&mv).is_ok().then_some(mv)
        };
        let mut found = (1..=*most).rev().take(64).filter_map(admitted);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Fills in the values this seat has: its own run, the text to start from. False if it has none.
    pub fn fill(&mut self) -> bool {
        match self.current_mut() {
            Some(Answer::Bits(draft, Some(start))) => {
                let start = start.clone();
                draft.fill(&start);
                true
            }
            Some(Answer::Text(_, field, _, Some(start))) => {
                let start = start.clone();
                field.set(start);
                true
            }
            _ => false,
        }
    }

    /// Could [`Desk::fill`] do something, perhaps after running the machine?
    pub fn can_fill(&self) -> bool {
        match self.current() {
            Some(Answer::Bits(draft, Some(start))) => draft.would_change(start),
            Some(Answer::Bits(_, None)) => self.prompt.offer(Verb::Run).is_some(),
            Some(Answer::Text(_, field, _, Some(start))) => field.text() != start.as_str(),
            _ => false,
        }
    }

    /// Keeps what was typed when the same question is asked again, after something done before it.
    pub fn keep(&mut self, old: &Desk) {
        if self.prompt.question != old.prompt.question || self.answers.len() != old.answers.len() {
            return;
        }
        (self.chosen, self.entered) = (old.chosen, old.entered);
        for (new, old) in self.answers.iter_mut().zip(&old.answers) {
            match (new, old) {
                (Answer::Bits(new, _), Answer::Bits(old, _)) if new.len() == old.len() => {
                    *new = old.clone();
                }
                (Answer::Step(_, new), Answer::Step(_, old)) => *new = old.clone(),
                (Answer::Number(_, new, _), Answer::Number(_, old, _)) => *new = old.clone(),
                (Answer::Text(_, new, ..), Answer::Text(_, old, ..)) => *new = old.clone(),
                (Answer::Subset(new), Answer::Subset(old)) => *new = old.clone(),
                _ => {}
            }
        }
    }

    /// The move as filled in.
    ///
    /// # Errors
    /// What is missing, in words.
    pub fn submit(&self) -> Result<Move, String> {
        match self.current() {
            Some(answer) => answer.to_move(),
            None if self.answers.is_empty() => Err("nothing is asked of you now".into()),
            None => Err("nothing is chosen yet: ← and → go through the choices".into()),
        }
    }

    /// Does Enter open the form that is chosen, rather than submit it?
    pub fn enters(&self) -> bool {
        !self.entered && self.current().is_some_and(|answer| !answer.is_ready())
    }

    /// Opens the form that is chosen: arrows and letters go to it from here on.
    pub fn enter(&mut self) {
        self.entered = self.enters();
    }

    /// What the keys do while the prompt has the focus.
    pub fn offers(&self) -> Vec<Offer> {
        use Action::*;
        let mut offers = Vec::new();
        let many = self.answers.len() > 1;
        let typed = match self.current() {
            Some(Answer::Number(..)) => "0-9.",
            Some(Answer::Step(..) | Answer::Pair(..) | Answer::Count(..)) => "0-9",
            Some(Answer::Bits(..)) => "0 1",
            Some(Answer::Subset(s)) if !s.is_whole() => "Space",
            _ => "",
        };
        match self.current() {
            current if many && !self.entered => {
                offers.push(Offer::new(&[Left, Right], "choose"));
                offers.push(Offer::new(&[Up, Down], "choose").quietly());
                if current.is_some() && !typed.is_empty() {
                    offers.push(Offer::typing(typed, "fill it in").quietly());
                }
            }
            Some(Answer::Number(..)) => {
                offers.push(Offer::new(&[Left, Right, Up, Down], "number").or_typing(typed));
            }
            Some(Answer::Count(..)) => {
                offers.push(Offer::new(&[Up, Down], "number").or_typing(typed));
            }
            Some(Answer::Step(..) | Answer::Pair(..)) => {
                offers.push(Offer::new(&[Left, Right, Up, Down], "step").or_typing(typed));
            }
            Some(Answer::Subset(s)) if !s.is_whole() => {
                offers.push(Offer::new(&[Left, Right], "subclaim").or_typing(typed));
            }
            Some(Answer::Bits(..)) => {
                offers.push(Offer::new(&[Left, Right, Up, Down], "bit").or_typing(typed));
            }
            Some(Answer::Text(..)) if self.entered => offers.push(Offer::typing("type", "it")),
            _ => {}
        }
        if self.current().is_some() {
            offers.push(Offer::new(&[Confirm], self.confirm_words()));
        }
        if self.yes_no(true).is_some() {
            offers.push(Offer::new(&[Yes, No], "choose"));
        }
        offers
    }

    /// What Enter does, in few words: of two choices also which one.
    fn confirm_words(&self) -> Cow<'static, str> {
        match self.current() {
            Some(Answer::Ready(Move::Answer(yes) | Move::Claim(yes) | Move::Decide(yes), _)) => {
                return format!("answer {yes}").into();
            }
            Some(Answer::Ready(Move::Rule(side), _)) => {
                return format!("rule for {}", side.seat().name()).into();
            }
            Some(Answer::Ready(Move::Bit(bit), _)) => return format!("play {bit}").into(),
            _ => {}
        }
        self.confirm_verb().into()
    }

    fn confirm_verb(&self) -> &'static str {
        match self.current() {
            Some(Answer::Text(..)) if self.enters() => "type it",
            Some(_) if self.enters() => "fill it in",
            Some(Answer::Ready(Move::Pick(_), _)) => "pick",
            Some(Answer::Ready(Move::Wire(_), _)) => "point",
            Some(Answer::Step(Verb::Point, ..) | Answer::Pair(..)) => "point",
            Some(Answer::Number(Verb::State | Verb::Estimate, ..)) => "state it",
            Some(Answer::Bits(..)) => "write it",
            _ => "do it",
        }
    }

    /// What the keys do that stay the same wherever the focus is.
    pub fn keys_before(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        if self.prompt.offer(Verb::Ask).is_some_and(|o| !o.ends_turn) {
            offers.push(Offer::new(&[Action::Ask], "ask"));
        }
        let before = |v| self.prompt.offer(v).is_some_and(|o| !o.ends_turn);
        if before(Verb::Sample) && !Self::as_choice(&self.prompt, Verb::Sample) {
            offers.push(Offer::new(&[Action::Sample], "sample"));
        } else if before(Verb::Run) {
            offers.push(Offer::new(&[Action::Sample], "run it"));
        }
        if self.concession().is_some() {
            offers.push(Offer::new(&[Action::Concede], "concede"));
        }
        if self.can_fill() {
            offers.push(Offer::new(&[Action::Fill], "fill"));
        }
        offers
    }

    /// The step that concedes: pointing at the last one.
    pub fn concession(&self) -> Option<usize> {
        match (self.current(), &self.prompt.offer(Verb::Point)?.domain) {
            (Some(Answer::Step(Verb::Point, ..)), Domain::Step { most, .. }) => {
                Some(*most as usize - 1)
            }
            _ => None,
        }
    }

    fn yes_no(&self, yes: bool) -> Option<usize> {
        use crate::rules::YesNo;
        self.answers.iter().position(|a| {
            matches!(a, Answer::Ready(Move::Answer(YesNo(b)) | Move::Claim(YesNo(b)) | Move::Decide(YesNo(b)), _) if *b == yes)
        })
    }

    /// Arrows and the like while the prompt has the focus; false if they mean nothing here.
    pub fn act(&mut self, action: Action) -> bool {
        let many = self.answers.len() > 1;
        let entered = self.entered;
        match (action, self.current_mut()) {
            (Action::Yes, _) => self.choose_at(self.yes_no(true)),
            (Action::No, _) => self.choose_at(self.yes_no(false)),
            (Action::Left | Action::Up, _) if many && !entered => self.choose(-1),
            (Action::Right | Action::Down, _) if many && !entered => self.choose(1),
            (Action::Left, Some(Answer::Number(_, s, _))) => s.step(-1),
            (Action::Right, Some(Answer::Number(_, s, _))) => s.step(1),
            (Action::Up, Some(Answer::Number(_, s, _))) => s.step(10),
            (Action::Down, Some(Answer::Number(_, s, _))) => s.step(-10),
            (Action::Up, Some(Answer::Count(n, _) | Answer::Step(_, n))) => n.step(1),
            (Action::Down, Some(Answer::Count(n, _) | Answer::Step(_, n))) => n.step(-1),
            (Action::Right, Some(Answer::Step(_, n))) => n.step(1),
            (Action::Left, Some(Answer::Step(_, n))) => n.step(-1),
            (Action::Left, Some(Answer::Subset(s))) if !s.is_whole() => s.step(-1),
            (Action::Right, Some(Answer::Subset(s))) if !s.is_whole() => s.step(1),
            (Action::Right, Some(Answer::Pair(_, _, second))) => *second = true,
            (Action::Left, Some(Answer::Pair(_, _, second))) => *second = false,
            (Action::Up, Some(Answer::Pair(a, b, second))) => (if *second { b } else { a }).step(1),
            (Action::Down, Some(Answer::Pair(a, b, second))) => {
                (if *second { b } else { a }).step(-1)
            }
            _ => return false,
        }
        true
    }

    fn choose(&mut self, by: isize) {
        let last = self.answers.len() - 1;
        self.choose_at(Some(match self.chosen {
            None => 0,
            Some(i) => i.saturating_add_signed(by).min(last),
        }));
    }

    fn choose_at(&mut self, chosen: Option<usize>) {
        (self.chosen, self.entered) = (chosen, false);
    }

    /// Is this change to a text wanted?
    pub fn takes(&self, edit: &Edit) -> bool {
        match self.current() {
            Some(Answer::Step(_, number) | Answer::Count(number, _)) => number.takes(edit),
            Some(Answer::Number(_, slider, _)) => slider.takes(edit),
            Some(Answer::Bits(draft, _)) => draft.takes(edit),
            Some(Answer::Pair(a, b, second)) => (if *second { b } else { a }).takes(edit),
            Some(Answer::Subset(s)) => !s.is_whole() && *edit == Edit::Char(' '),
            // Text: every letter is text, and the arrows move in it, until it is left.
            Some(Answer::Text(..)) => self.entered,
            _ => false,
        }
    }

    /// Takes a change to a text.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        self.entered = true;
        match self.current_mut() {
            Some(Answer::Step(_, number) | Answer::Count(number, _)) => number.edit(edit),
            Some(Answer::Number(_, slider, _)) => slider.edit(edit),
            Some(Answer::Bits(draft, _)) => return draft.edit(edit),
            Some(Answer::Pair(a, b, second)) => (if *second { b } else { a }).edit(edit),
            Some(Answer::Subset(subset)) => subset.turn(),
            Some(Answer::Text(_, field, ..)) => field.edit(edit, 4_000),
            _ => {}
        }
        Ok(())
    }

    /// Leaves a form for the choices, a text for the keys that its letters are, the choices for
    /// none; false if there was nothing to leave.
    pub fn cancel(&mut self) -> bool {
        let leave = self.can_cancel();
        match self.entered {
            true if leave => self.entered = false,
            _ if leave => self.chosen = None,
            _ => {}
        }
        leave
    }

    /// Is there something that [`Desk::cancel`] leaves?
    pub fn can_cancel(&self) -> bool {
        let many = self.answers.len() > 1 && self.chosen.is_some();
        many || self.types_text()
    }

    /// Is every letter text just now?
    pub fn types_text(&self) -> bool {
        self.entered && matches!(self.current(), Some(Answer::Text(..)))
    }

    pub(super) fn texts(&self) -> Vec<String> {
        self.answers.iter().map(Answer::words).collect()
    }

    /// Rows for the choices, when a form below needs the others.
    pub(super) fn choice_rows(&self) -> usize {
        match self.current() {
            Some(answer) if !answer.is_ready() && self.entered => 1,
            Some(answer) if !answer.is_ready() => 2,
            _ if self.notes().is_empty() => 3,
            _ => 2,
        }
    }

    /// The notes of the prompt, and what a ruling means where its offer says so after a colon.
    pub(super) fn notes(&self) -> Vec<String> {
        let sides = self.prompt.offers.iter().filter(|o| matches!(o.domain, Domain::Side));
        let ruling = sides.filter_map(|o| o.words.split_once(": ").map(|w| w.1.to_owned()));
        self.prompt.notes.iter().filter(|n| !n.is_empty()).cloned().chain(ruling).collect()
    }

    /// Do left and right go through several ways to answer, none of which is being filled in?
    pub fn chooses(&self) -> bool {
        self.has_choices() && !self.entered
    }

    /// Are there several ways to answer?
    pub fn has_choices(&self) -> bool {
        self.answers.len() > 1
    }

    /// How many votes could be drawn at once before the answer, and the number that is usual, where
    /// one offer names a single number.
    pub fn votes(&self) -> Option<(RangeInclusive<u64>, Option<u64>)> {
        let sample = |o: &&Put| o.verb == Verb::Sample;
        let counts: Vec<&RangeInclusive<u64>> = self
            .prompt
            .offers
            .iter()
            .filter(sample)
            .filter_map(|o| if let Domain::Count(range) = &o.domain { Some(range) } else { None })
            .collect();
        let least = counts.iter().map(|r| *r.start()).min()?;
        let most = counts.iter().map(|r| *r.end()).max()?;
        let usual = counts.iter().find(|r| r.start() == r.end()).map(|r| *r.start());
        Some((least..=most, usual))
    }

    /// Chooses what lies under a click; true if something does.
    pub fn click(&mut self, x: usize, y: usize, columns: usize) -> bool {
        if self.answers.len() < 2 {
            return false;
        }
        let texts = self.texts();
        let hit = match flow(&texts, columns, self.choice_rows(), self.chosen) {
            Flow::Rows(places) => places
                .iter()
                .zip(&texts)
                .position(|(&(px, py), t)| py == y && (px..px + 4 + width(t)).contains(&x)),
            Flow::List { first, count, .. } => (y < count).then_some(first + y),
        };
        if hit.is_some() {
            self.choose_at(hit);
        }
        hit.is_some()
    }
}
