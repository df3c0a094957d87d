//! A debate being played: title, claim, board, rule, ledger, prompt.

mod acts;
mod draw;
mod form;
mod offers;
mod seek;

use std::sync::Arc;
use std::time::Duration;

use ratatui::layout::{Position as Place2, Rect};

use form::Form;

use super::evaluation::Meter;
use super::{Context, Edit, Review, Screen, Step};
use crate::debate::Advance;
use crate::rules::{Eye, Move, Seat, Turn};
use crate::show::Board;
use crate::show::Show;
use crate::show::board::{Mark, Pane, Value};
use crate::tui::board::BoardState;
use crate::tui::canvas::Canvas;
use crate::tui::keys::{Action, Place};
use crate::tui::layout::Anatomy;
use crate::tui::offer::Offer;
use crate::tui::prompt::Desk;
use crate::tui::sitting::Sitting;
use crate::tui::worker::{Job, Poll};

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
    position: Arc<dyn Show>,
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
    /// A question of the program's own, in place of the prompt.
    form: Option<Form>,
    /// Looks for the next marked cell of this pane, in a long row, on another thread.
    seeking: Option<(usize, Job<Option<usize>>)>,
    /// How many rounds are left to go on by themselves.
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
            hints: sitting.attempt().hints as usize,
            side_shift: 0,
            form: None,
            seeking: None,
            rounds: 0,
            fill_next: false,
            started: false,
            sitting: Some(sitting),
            away: None,
        }
    }

    /// A debate from its journal. Two people who share a screen may have chosen the curtain, so it
    /// is down.
    pub fn resumed(sitting: Sitting) -> Self {
        let curtain = sitting.people().len() > 1;
        let mut table = Self::new(sitting, Options { curtain, ..Options::default() });
        if curtain {
            table.curtain = Some(table.seat);
        }
        table
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
        match self.begin(context) {
            Some(first) => self.back(first, context),
            None => Step::Stay,
        }
    }

    /// Sends the game to another thread; what it came to at once.
    fn begin(&mut self, context: &Context) -> Option<Poll<Returned>> {
        let mut sitting = self.sitting.take()?;
        let job = Job::start(context.waker.clone(), move |token| {
            let result = sitting.run(token);
            (sitting, result)
        });
        let first = job.wait(PATIENCE);
        self.away = Some(job);
        Some(first)
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
            self.rounds = 0;
        }
        let over = sitting.outcome().is_some();
        self.sitting = Some(sitting);
        if over {
            return self.review(context);
        }
        self.refresh(context);
        Step::Stay
    }

    /// While rounds are left to go on by themselves, answers for the person: on, and a fair share.
    /// One answer at a time, so that it can be seen and stopped.
    fn go_on(&mut self, context: &mut Context) -> Step {
        let offered = |mv: &Move| {
            self.desk.as_ref().is_some_and(|d| d.prompt().admit(mv).is_ok_and(|o| o.ends_turn))
        };
        match [Move::Continue, Move::Fair].into_iter().find(offered) {
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

    /// Does the table go on by itself, at the next poll?
    fn goes_on(&self) -> bool {
        self.rounds > 0 && self.curtain.is_none() && self.away.is_none() && self.sitting.is_some()
    }

    fn review(&mut self, context: &mut Context) -> Step {
        match self.sitting.take() {
            Some(sitting) => {
                Step::Replace(Box::new(Review::of_played(sitting, self.options, context)))
            }
            None => Step::Pop,
        }
    }

    /// Takes in a changed position.
    fn refresh(&mut self, context: &mut Context) {
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
        self.note_evaluation(context);
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
        let offer = self.desk.as_ref().and_then(|desk| desk.prompt().offer(mv.verb()));
        let ends_turn = offer.is_some_and(|offer| offer.ends_turn);
        match sitting.play(self.seat, mv) {
            Ok(()) => {
                // The next choice starts empty, even if it is put in the same words.
                if ends_turn {
                    self.desk = None;
                }
                self.run(context)
            }
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
        // Programs that were stopped, or could not write the journal, go on.
        let Some(desk) = &self.desk else { return self.run(context) };
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
        self.all_offers(context)
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        self.do_action(action, context)
    }

    fn takes(&self, edit: &Edit) -> bool {
        if let Some(form) = &self.form {
            return form.takes(edit);
        }
        if self.curtain.is_some() || self.away.is_some() {
            return false;
        }
        let here = self.board.focus.is_none() || self.board.focus == self.linked();
        here && self.desk.as_ref().is_some_and(|d| d.takes(edit))
    }

    fn edit(&mut self, edit: Edit, context: &mut Context) {
        if let Some(form) = &mut self.form {
            form.edit(edit);
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
            None if self.goes_on() => self.go_on(context),
            None => Step::Stay,
        }
    }

    fn wants_poll_in(&self) -> Option<Duration> {
        if !self.started || self.goes_on() {
            return Some(Duration::ZERO);
        }
        self.away.as_ref().map(|_| Duration::from_millis(100))
    }

    fn returned(&mut self, context: &mut Context) {
        let area = self.area(context);
        self.with_board(|state, board, _| state.settle(board, area));
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        self.draw_all(canvas, context);
    }
}
