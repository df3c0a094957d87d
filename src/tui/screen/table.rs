//! A debate being played: title, claim, board, rule, ledger, prompt.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ratatui::layout::{Position as Place2, Rect};

use super::evaluation::Meter;
use super::{Context, Edit, Review, Screen, Step, ledger, moves, side};
use crate::debate::Advance;
use crate::rules::board::{Flaw, Mark, Pane, Part, Value};
use crate::rules::{Board, Eye, Move, Position, Seat, Turn, Verb};
use crate::tui::board::{self, BoardState};
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, Place};
use crate::tui::layout::{self, Anatomy, Divider};
use crate::tui::offer::Offer;
use crate::tui::prompt::{Desk, Field};
use crate::tui::sitting::Sitting;
use crate::tui::text::number::{count, plural};
use crate::tui::theme::Role;
use crate::tui::worker::{Job, Poll, Token};

/// Work that is done sooner than this is waited for, so that nothing flickers.
const PATIENCE: Duration = Duration::from_millis(20);

/// What was chosen before the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Is the evaluation shown from the start?
    pub evaluation: bool,
    /// Is the screen covered between two people?
    pub curtain: bool,
}

type Returned = (Sitting, Result<Option<Advance>, String>);

/// A debate being played.
pub struct TableScreen {
    /// Away while programs think.
    sitting: Option<Sitting>,
    away: Option<Job<Returned>>,
    position: Arc<dyn Position>,
    title: String,
    seat: Seat,
    people: Vec<Seat>,
    desk: Option<Desk>,
    board: BoardState,
    meter: Meter,
    options: Options,
    /// The seat that the screen is covered for.
    curtain: Option<Seat>,
    hints: usize,
    side_shift: usize,
    saving: Option<Field>,
    /// Looks for the next marked cell of this pane, in a long row, on another thread.
    seeking: Option<(usize, Job<Option<usize>>)>,
    /// How many rounds to go on: being typed, then counted down.
    going: Option<Field>,
    rounds: u64,
    /// Fill the bits in as soon as the machine was run.
    fill_next: bool,
    started: bool,
}

impl TableScreen {
    /// A debate, about to begin or to go on.
    pub fn new(sitting: Sitting, options: Options) -> Self {
        let people = sitting.people();
        Self {
            position: sitting.position(),
            title: sitting.scenario.title.to_string(),
            seat: people.first().copied().unwrap_or(Seat::Judge),
            people,
            desk: None,
            board: BoardState::default(),
            meter: Meter::new(options.evaluation),
            options,
            curtain: None,
            hints: 0,
            side_shift: 0,
            saving: None,
            seeking: None,
            going: None,
            rounds: 0,
            fill_next: false,
            started: false,
            sitting: Some(sitting),
            away: None,
        }
    }

    fn eye(&self) -> Eye {
        if self.people.is_empty() { Eye::All } else { Eye::Seat(self.seat) }
    }

    fn area(&self, context: &Context) -> Rect {
        Anatomy::of(context.size, true).board
    }

    /// The board as this seat sees it, with the bits that are being written on it.
    fn view(&self) -> Board<'_> {
        let mut board = self.position.board(self.eye());
        let Some(draft) = self.desk.as_ref().and_then(Desk::draft) else { return board };
        let linked = self.desk.as_ref().and_then(|d| d.linked(&board));
        if let Some(Pane::Strip(strip)) = linked.and_then(|i| board.panes.get_mut(i)) {
            let below = std::mem::replace(&mut strip.mark, Box::new(|_| Mark::default()));
            strip.mark = Box::new(move |at| {
                let mark = below(at);
                match (draft.get(at), &mark.value) {
                    (Some(bit), _) => Mark { value: Value::Is(u8::from(bit).to_string()), ..mark },
                    (None, _) => Mark { value: Value::Blank, ..mark },
                }
            });
        }
        board
    }

    fn linked(&self) -> Option<usize> {
        self.desk.as_ref().and_then(|d| d.linked(&self.position.board(self.eye())))
    }

    /// Lets programs and nature move, on another thread.
    fn run(&mut self, context: &mut Context) -> Step {
        let Some(mut sitting) = self.sitting.take() else { return Step::Stay };
        let job = Job::start(context.waker.clone(), move |token| {
            let result = sitting.run(token);
            (sitting, result)
        });
        let first = job.wait(PATIENCE);
        self.away = Some(job);
        self.back(first, context)
    }

    /// Takes the game back from the other thread.
    fn back(&mut self, poll: Poll<Returned>, context: &mut Context) -> Step {
        let (sitting, result) = match poll {
            Poll::Running => return Step::Stay,
            Poll::Over => {
                self.away = None;
                context.say("this debate was lost to a fault of the program; its journal is kept");
                return Step::Pop;
            }
            Poll::Done(returned) => returned,
        };
        self.away = None;
        if let Err(fault) = &result {
            context.say(fault.clone());
        }
        let over = sitting.outcome().is_some();
        self.sitting = Some(sitting);
        if over {
            return self.review(context);
        }
        self.refresh(context);
        self.go_on(context)
    }

    /// While rounds are left to go on by themselves, answers for the person: on, and a fair share.
    fn go_on(&mut self, context: &mut Context) -> Step {
        if self.rounds == 0 {
            return Step::Stay;
        }
        let offered = |mv: &Move| {
            self.desk.as_ref().is_some_and(|d| d.prompt().admit(mv).is_ok_and(|o| o.ends_turn))
        };
        let answer = [Move::Continue, Move::Fair].into_iter().find(offered);
        match answer {
            Some(mv) => {
                if mv == Move::Continue {
                    self.rounds -= 1;
                }
                self.play(mv, context)
            }
            None => {
                self.rounds = 0;
                Step::Stay
            }
        }
    }

    fn review(&mut self, context: &mut Context) -> Step {
        match self.sitting.take() {
            Some(sitting) => {
                let hints = self.hints as u32;
                Step::Replace(Box::new(Review::of_played(sitting, self.options, hints, context)))
            }
            None => Step::Pop,
        }
    }

    /// Takes in a changed position.
    fn refresh(&mut self, context: &Context) {
        let Some(sitting) = &self.sitting else { return };
        self.position = sitting.position();
        self.people = sitting.people();
        let before = self.desk.take();
        if let Turn::Ask(seat) = self.position.turn()
            && self.people.contains(&seat)
        {
            if self.options.curtain && seat != self.seat && self.people.len() > 1 {
                self.curtain = Some(seat);
            }
            self.seat = seat;
            let batch = batch(&self.position.board(Eye::Seat(seat)));
            let mut desk = Desk::new(self.position.prompt(), batch);
            let mut same = false;
            if let Some(before) = &before {
                same = before.prompt().question == desk.prompt().question;
                desk.keep(before);
            }
            if self.fill_next {
                desk.fill();
            }
            self.desk = Some(desk);
            if !same {
                self.board.focus = self.linked();
                self.side_shift = 0;
            }
        }
        self.fill_next = false;
        self.meter.follow(sitting, &context.waker);
        let area = self.area(context);
        self.with_board(|state, board, _| state.adopt(board, area));
        // What the prompt and the board's cursor say must agree from the start.
        if let (Some(pane), Some(desk)) = (self.linked(), &mut self.desk)
            && desk.item().is_none()
        {
            desk.follow(self.board.pane(pane).cursor);
        }
    }

    /// Works on the board's state with the board at hand.
    fn with_board<T>(
        &mut self,
        work: impl FnOnce(&mut BoardState, &Board<'_>, Option<&Desk>) -> T,
    ) -> T {
        let mut state = std::mem::take(&mut self.board);
        let result = work(&mut state, &self.view(), self.desk.as_ref());
        self.board = state;
        result
    }

    fn play(&mut self, mv: Move, context: &mut Context) -> Step {
        let Some(sitting) = &mut self.sitting else { return Step::Stay };
        match sitting.play(self.seat, mv) {
            Ok(()) => self.run(context),
            Err(reason) => {
                context.say(reason);
                Step::Stay
            }
        }
    }

    /// The move that the item under a pane's cursor stands for: reading a cell, picking a claim.
    fn on_board(&self, desk: &Desk, board: &Board<'_>, pane: usize) -> Option<Move> {
        let cursor = self.board.pane(pane).cursor;
        desk.reading(board, pane, cursor).or_else(|| {
            let node = self.board.node(board, pane)?;
            desk.picking(board, pane, node)
        })
    }

    fn confirm(&mut self, context: &mut Context) -> Step {
        let Some(desk) = &self.desk else { return Step::Stay };
        let on_board = self.board.focus.filter(|f| Some(*f) != self.linked());
        let mv = match on_board {
            Some(pane) => {
                let board = self.position.board(self.eye());
                let cursor = self.board.pane(pane).cursor;
                desk.reading(&board, pane, cursor)
                    .ok_or_else(|| "nothing to do here; Tab goes on to the prompt".to_owned())
            }
            None => desk.submit(),
        };
        match mv {
            Ok(mv) => self.play(mv, context),
            Err(reason) => {
                context.say(reason);
                Step::Stay
            }
        }
    }

    /// Arrows and the like: to the pane with the focus, or to the prompt.
    fn travel(&mut self, action: Action, context: &mut Context) {
        let area = self.area(context);
        match self.board.focus {
            Some(pane) => {
                self.with_board(|state, board, _| state.travel(action, board, area));
                if Some(pane) == self.linked()
                    && let Some(desk) = &mut self.desk
                {
                    desk.follow(self.board.pane(pane).cursor);
                }
            }
            None => {
                let page = usize::from(Anatomy::of(context.size, true).side.height / 2).max(1);
                match action {
                    Action::PageUp => self.side_shift = self.side_shift.saturating_sub(page),
                    Action::PageDown => self.side_shift = (self.side_shift + page).min(1000),
                    _ => {
                        if !self.desk.as_mut().is_some_and(|d| d.act(action)) {
                            context.say("there is nothing to choose with this key now");
                        }
                        // Choosing a form may open a pane for it.
                        if let (None, Some(pane)) = (self.board.focus, self.linked()) {
                            self.board.focus = Some(pane);
                        }
                    }
                }
            }
        }
    }

    /// The board's cursor follows what was typed.
    fn follow_typing(&mut self, context: &Context) {
        let area = self.area(context);
        if let (Some(pane), Some(item)) = (self.linked(), self.desk.as_ref().and_then(Desk::item)) {
            self.with_board(|state, board, _| {
                state.point(board::Spot { pane, item }, board, area);
            });
        }
    }

    fn next_focus(&mut self) {
        let linked = self.linked();
        self.with_board(|state, board, _| state.next_focus(board));
        // A pane that is the prompt's own input needs no third place.
        if self.board.focus.is_none() {
            self.board.focus = linked;
        }
    }

    /// The cursor's item, if a pane has the focus.
    fn cursor(&self) -> Option<usize> {
        self.board.focus.map(|f| self.board.pane(f).cursor)
    }

    /// Starts to look for the next marked cell after the cursor.
    fn seek(&mut self, context: &mut Context) {
        let active = self.board.active(&self.position.board(self.eye()));
        let Some(pane) = active else { return };
        let from = self.board.pane(pane).cursor;
        let (position, eye) = (Arc::clone(&self.position), self.eye());
        let job = Job::start(context.waker.clone(), move |token| {
            next_mark(&position.board(eye), pane, from, token)
        });
        let found = job.wait(PATIENCE);
        self.seeking = Some((pane, job));
        self.sought(found, context);
    }

    /// Puts the cursor on the cell that was looked for.
    fn sought(&mut self, found: Poll<Option<usize>>, context: &mut Context) {
        let Some((pane, _)) = &self.seeking else { return };
        let pane = *pane;
        match found {
            Poll::Running => return,
            Poll::Done(Some(item)) => {
                let area = self.area(context);
                self.board.focus = Some(pane);
                self.with_board(|state, board, _| {
                    state.point(board::Spot { pane, item }, board, area);
                });
                if Some(pane) == self.linked()
                    && let Some(desk) = &mut self.desk
                {
                    desk.follow(item);
                }
            }
            Poll::Done(None) | Poll::Over => context.say("no cell of this row is marked"),
        }
        self.seeking = None;
    }

    fn undo(&mut self, context: &mut Context) {
        let Some(sitting) = &mut self.sitting else { return };
        let Some(node) = sitting.last_choice() else {
            context.say("there is no move of yours to take back");
            return;
        };
        match sitting.go_to(node) {
            Ok(()) => {
                self.desk = None;
                self.refresh(context);
                context.say("taken back; what it cost stays in the ledger as taken back");
            }
            Err(reason) => context.say(reason),
        }
    }

    fn hint(&mut self, context: &mut Context) {
        let total = self.sitting.as_ref().map_or(0, |s| s.scenario.lesson.hints.len());
        if self.hints < total {
            self.hints += 1;
            self.side_shift = 0;
        } else if total == 0 {
            context.say("this scenario has no hints");
        } else {
            context.say("that was the last hint");
        }
    }

    fn save(&mut self, context: &mut Context) {
        let (Some(sitting), Some(field)) = (&self.sitting, self.saving.take()) else { return };
        let path = PathBuf::from(field.text());
        if path.exists() {
            context.say(format!("{} is there already: choose another name", path.display()));
            self.saving = Some(field);
            return;
        }
        match sitting.save(&path) {
            Ok(()) => context.say(format!("saved as {}", path.display())),
            Err(reason) => context.say(reason),
        }
    }

    fn hint_words(&self) -> Vec<side::Paragraph> {
        let Some(sitting) = &self.sitting else { return Vec::new() };
        let lesson = &sitting.scenario.lesson;
        let shown = lesson.hints.iter().take(self.hints).enumerate().rev();
        shown.map(|(i, hint)| (format!("Hint {}: {}", i + 1, &**hint), Role::Notice)).collect()
    }

    fn last_row(&self) -> String {
        let left = self
            .sitting
            .as_ref()
            .map_or(0, |s| s.scenario.lesson.hints.len().saturating_sub(self.hints));
        let evaluation = self.meter.words();
        if self.meter.on || left == 0 {
            return evaluation;
        }
        format!("{evaluation} · {}", plural(left as u64, "hint", "hints"))
    }
}

/// The next cell after `from` of a strip that has a mark of its own: read, disputed, or not as the
/// viewer computed it. Goes round at the end.
fn next_mark(board: &Board<'_>, pane: usize, from: usize, token: &Token) -> Option<usize> {
    let Some(Pane::Strip(strip)) = board.panes.get(pane) else { return None };
    let marked = |at: &usize| {
        let mark = (strip.mark)(*at);
        mark.flaw != Flaw::None || mark.read.is_some() || mark.part == Part::Disputed
    };
    let mut places = (from + 1..strip.len).chain(0..=from.min(strip.len.saturating_sub(1)));
    let found = places.find(|at| (at % 4096 == 0 && token.is_stopped()) || marked(at))?;
    marked(&found).then_some(found)
}

/// How many votes one draw takes, so that a histogram has some twenty blocks.
fn batch(board: &Board<'_>) -> Option<u64> {
    board.panes.iter().find_map(|pane| match pane {
        Pane::Votes(votes) => Some(votes.planned.div_ceil(18).max(1)),
        _ => None,
    })
}

/// A file name made of a title.
pub fn file_name(title: &str) -> String {
    let mut name: String = title
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    while name.contains("--") {
        name = name.replace("--", "-");
    }
    format!("{}.yaml", name.trim_matches('-'))
}

impl Screen for TableScreen {
    fn place(&self) -> Place {
        Place::Table
    }

    fn offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        if self.saving.is_some() {
            return vec![
                Offer::typing("type", "the file's name"),
                Offer::new(&[Confirm], "save"),
                Offer::new(&[Cancel], "do not"),
            ];
        }
        if self.going.is_some() {
            return vec![
                Offer::typing("0-9", "rounds"),
                Offer::new(&[Confirm], "go on"),
                Offer::new(&[Cancel], "do not"),
            ];
        }
        if self.curtain.is_some() {
            return vec![
                Offer::new(&[Confirm], "show"),
                Offer::new(&[Help], "help"),
                Offer::new(&[Back], "back"),
            ];
        }
        let mut offers = Vec::new();
        if self.away.is_some() {
            offers.push(Offer::new(&[Cancel], "stop"));
        }
        let board = self.view();
        let linked = self.linked();
        if let (Some(desk), None) = (&self.desk, &self.away) {
            match self.board.focus.filter(|f| Some(*f) != linked) {
                Some(pane) => {
                    offers.push(Offer::new(&[Left, Right, Up, Down], "go to"));
                    match self.on_board(desk, &board, pane) {
                        Some(Move::Read(_)) => {
                            offers.push(Offer::new(&[Confirm], "read it: 1 query"));
                        }
                        Some(_) => offers.push(Offer::new(&[Confirm], "pick it")),
                        None => {}
                    }
                }
                None => offers.extend(desk.offers()),
            }
            offers.extend(desk.keys_before());
            let board = self.position.board(self.eye());
            let long = |p: &Pane<'_>| matches!(p, Pane::Strip(s) if s.len > 64);
            if board.panes.iter().any(long) {
                offers.push(Offer::new(&[NextMark], "next mark"));
            }
            if desk.prompt().admit(&Move::Continue).is_ok() {
                offers.push(Offer::new(&[GoOn], "go to"));
            }
            let reads = desk.prompt().offer(Verb::Read).is_some();
            let mut next = self.board.clone();
            next.next_focus(&board);
            let words = match (next.focus, reads) {
                (Some(f), _) if Some(f) == self.board.focus => None,
                (Some(_), true) => Some("read more"),
                (Some(_), false) => Some("board"),
                (None, _) if linked.is_some() && linked == self.board.focus => None,
                (None, _) if self.board.focus.is_some() => Some("prompt"),
                (None, _) => None,
            };
            if let Some(words) = words {
                offers.push(Offer::new(&[Focus], words));
            }
        }
        if board.panes.iter().any(|p| matches!(p, Pane::Votes(_))) {
            offers.push(Offer::new(&[View], "running mean"));
        }
        if board.panes.iter().any(|p| matches!(p, Pane::Tree(_))) {
            offers.push(Offer::new(&[Fold], "fold"));
        }
        if self.board.can_scroll(&board, self.area(context)) {
            offers.push(Offer::new(&[ScrollBack, ScrollOn], "scroll"));
        }
        if let Some(sitting) = &self.sitting {
            if sitting.scenario.lesson.hints.len() > self.hints {
                offers.push(Offer::new(&[Hint], "hint"));
            }
            if sitting.last_choice().is_some() {
                offers.push(Offer::new(&[Undo], "undo"));
            }
            if sitting.scenario.evaluation {
                offers.push(Offer::new(&[Evaluation], "evaluation on or off").quietly());
            }
            offers.push(Offer::new(&[Save], "save to a file").quietly());
        }
        offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly());
        if self.board.focus.is_some() {
            offers.push(Offer::new(&[First, Last], "ends").quietly());
        }
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        if self.saving.is_some() {
            match action {
                Action::Confirm => self.save(context),
                _ => self.saving = None,
            }
            return Step::Stay;
        }
        if self.curtain.is_some() && action == Action::Confirm {
            self.curtain = None;
            return Step::Stay;
        }
        if let Some(field) = self.going.take() {
            if action == Action::Confirm {
                self.rounds = field.text().parse().unwrap_or(u64::MAX);
                return self.go_on(context);
            }
            return Step::Stay;
        }
        let area = self.area(context);
        match action {
            Action::Back => return Step::Pop,
            Action::GoOn => self.going = Some(Field::default()),
            Action::Cancel => {
                self.rounds = 0;
                if let Some(job) = &self.away {
                    job.stop();
                }
            }
            Action::Confirm => return self.confirm(context),
            Action::Focus => self.next_focus(),
            Action::Yes | Action::No => {
                self.board.focus = self.linked();
                if let Some(desk) = &mut self.desk {
                    desk.act(action);
                }
            }
            Action::Ask | Action::Sample => {
                let mv = match &self.desk {
                    Some(desk) => desk.before(action, self.cursor()),
                    None => Err("nothing is asked of you now".into()),
                };
                match mv {
                    Ok(mv) => return self.play(mv, context),
                    Err(reason) => context.say(reason),
                }
            }
            Action::Concede => {
                let item = self.desk.as_ref().and_then(Desk::concession);
                if let (Some(item), Some(desk)) = (item, &mut self.desk) {
                    desk.follow(item);
                    self.follow_typing(context);
                    let confirm = context.keys.label(Action::Confirm);
                    context.say(format!(
                        "{confirm} now points at step {}, the last one: that concedes",
                        count(item as u64 + 1)
                    ));
                }
            }
            Action::Fill => {
                if !self.desk.as_mut().is_some_and(Desk::fill) {
                    self.fill_next = true;
                    return self.play(Move::Run, context);
                }
            }
            Action::Undo => self.undo(context),
            Action::Hint => self.hint(context),
            Action::Evaluation => {
                self.meter.turn();
                if let Some(sitting) = &self.sitting {
                    self.meter.follow(sitting, &context.waker);
                }
            }
            Action::Save => self.saving = Some(Field::new(file_name(&self.title))),
            Action::View => {
                self.with_board(|state, board, _| state.turn_view(board));
            }
            Action::Fold => {
                self.with_board(|state, board, _| state.fold(board, area));
            }
            Action::NextMark => self.seek(context),
            Action::ScrollBack | Action::ScrollOn => {
                let by = if action == Action::ScrollOn { 1 } else { -1 };
                self.with_board(|state, board, _| state.scroll(by, board, area));
            }
            _ => self.travel(action, context),
        }
        Step::Stay
    }

    fn takes(&self, edit: &Edit) -> bool {
        if self.saving.is_some() {
            return true;
        }
        if let Some(field) = &self.going {
            return match edit {
                Edit::Char(c) => c.is_ascii_digit(),
                Edit::Backspace => !field.text().is_empty(),
                _ => false,
            };
        }
        if self.curtain.is_some() || self.away.is_some() {
            return false;
        }
        let here = self.board.focus.is_none() || self.board.focus == self.linked();
        here && self.desk.as_ref().is_some_and(|d| d.takes(edit))
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        if let Some(field) = &mut self.saving {
            field.edit(edit, 400);
            return;
        }
        if let Some(field) = &mut self.going {
            field.edit(edit, 9);
            return;
        }
        if let Some(desk) = &mut self.desk
            && let Err(reason) = desk.edit(edit)
        {
            context.say(reason);
        }
        self.follow_typing(context);
    }

    fn click(&mut self, at: Place2, context: &mut Context) -> Step {
        let anatomy = Anatomy::of(context.size, true);
        if self.curtain.is_some() || self.away.is_some() {
            return Step::Stay;
        }
        if anatomy.board.contains(at) {
            let area = anatomy.board;
            let hit = self.with_board(|state, board, _| {
                let spot = state.hit(at, board, area)?;
                state.focus = Some(spot.pane);
                state.point(spot, board, area);
                Some(spot)
            });
            if let Some(spot) = hit
                && Some(spot.pane) == self.linked()
                && let Some(desk) = &mut self.desk
            {
                desk.follow(spot.item);
            }
        } else if anatomy.prompt.contains(at)
            && let Some(desk) = &mut self.desk
        {
            let (x, y) = (at.x - anatomy.prompt.x, at.y - anatomy.prompt.y);
            if desk.click(x.into(), y.into(), anatomy.prompt.width.into()) {
                self.board.focus = self.linked();
            }
        }
        Step::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        self.meter.poll();
        if !self.started {
            self.started = true;
            return self.run(context);
        }
        if let Some(found) = self.seeking.as_ref().map(|s| s.1.poll()) {
            self.sought(found, context);
        }
        match self.away.as_ref().map(Job::poll) {
            Some(poll) => self.back(poll, context),
            None => Step::Stay,
        }
    }

    fn wants_poll_in(&self) -> Option<Duration> {
        if !self.started {
            return Some(Duration::ZERO);
        }
        self.away.as_ref().map(|_| Duration::from_millis(100))
    }

    fn returned(&mut self, context: &mut Context) {
        let area = self.area(context);
        self.with_board(|state, board, _| state.settle(board, area));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let a = Anatomy::of(canvas.area(), true);
        let brief = self.position.brief(self.eye());
        let you = match self.people.as_slice() {
            [] => "you look on".to_owned(),
            _ => format!("you are {}", self.seat.name()),
        };
        let turn = match (&self.desk, &self.away) {
            (_, Some(_)) => "thinking".into(),
            (Some(_), None) => "your turn".to_owned(),
            (None, None) => String::new(),
        };
        let right: Vec<_> =
            [brief.progress.as_str(), &turn].into_iter().filter(|t| !t.is_empty()).collect();
        let title = format!("{} · {you}", self.title);
        layout::title_bar(&mut canvas.part(a.title), &title, &right.join(" · "));
        if let Some(seat) = self.curtain {
            canvas.part(a.ask).say(
                1,
                0,
                &format!("The screen goes to {}.", seat.name()),
                Role::Ask,
            );
            canvas.part(a.prompt).say(3, 0, "Enter shows what this seat sees.", Role::Text);
            return;
        }
        canvas.part(a.claim).say(1, 0, &self.position.claim(), Role::Text);
        let board = self.view();
        let mut top = Divider::default();
        if let Some(pane) = a.moves {
            top = top.heading(0, "moves").crossing(pane.right(), '┬');
        }
        let top = top
            .heading(a.board.x.into(), &board.title)
            .heading(a.side.x.into(), &brief.protocol)
            .crossing(a.seam(), '┬');
        top.draw(&mut canvas.part(a.top), Role::Heading);
        layout::seam(canvas, a.seam(), a.board.y, a.board.height);
        board::draw(&mut canvas.part(a.board), &board, &self.board);
        if let (Some(pane), Some(sitting)) = (a.moves, &self.sitting) {
            layout::seam(canvas, pane.right(), pane.y, pane.height);
            let game = sitting.game();
            moves::draw(&mut canvas.part(pane), game, self.eye(), sitting.here(), &self.people);
        }
        let mut paragraphs = self.hint_words();
        paragraphs.extend(side::paragraphs(&brief));
        if let Some(best) = self.meter.best() {
            paragraphs.push((best, Role::Dim));
        }
        side::draw(&mut canvas.part(a.side), &paragraphs, &self.last_row(), self.side_shift);
        let mut middle = Divider::new("cost so far").crossing(a.seam(), '┴');
        if let Some(pane) = a.moves {
            middle = middle.crossing(pane.right(), '┴');
        }
        middle.draw(&mut canvas.part(a.middle), Role::Heading);
        let game = self.sitting.as_ref().map(|s| s.game() as &dyn crate::debate::Table);
        ledger::draw(&mut canvas.part(a.ledger), self.position.ledger(), game);
        let ask = match (&self.saving, &self.away, &self.desk) {
            (Some(_), ..) => "save: to which file?".into(),
            _ if self.going.is_some() => "go on for how many rounds?".into(),
            (_, Some(job), _) => {
                let (moves, _) = job.progress();
                format!(
                    "{} thinks … {}",
                    self.position.turn().actor(),
                    plural(moves, "move", "moves")
                )
            }
            (_, None, Some(desk)) => format!("your turn: {}", desk.prompt().question),
            (_, None, None) => "the programs stopped; q goes back".into(),
        };
        Divider::new(&ask).draw(&mut canvas.part(a.ask), Role::Ask);
        let mut prompt = canvas.part(a.prompt);
        if let Some(field) = &self.saving {
            let room = prompt.width().saturating_sub(6);
            field.draw(&mut prompt, (3, 0), room, true);
            prompt.say(
                3,
                2,
                "The scenario, the seats, the seed and every move: it opens anywhere.",
                Role::Dim,
            );
        } else if let Some(field) = &self.going {
            let x = prompt.say(3, 0, "rounds ", Role::Text);
            field.draw(&mut prompt, (x, 0), 12, true);
            prompt.say(3, 2, "None typed: to the end, with a fair share of every coin.", Role::Dim);
        } else if let Some(desk) = &self.desk {
            desk.draw(&mut prompt, self.board.focus.is_none(), &context.keys);
        }
    }
}
