//! A finished debate, or a recorded one: how it went, move by move, with everything shown.

mod curve;
mod draw;
mod values;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::layout::{Position as Spot, Rect};

use super::table::{Options, TableScreen, file_name};
use super::{Context, Edit, Screen, Step};
use crate::analysis::review::{Point, losing_move, points};
use crate::debate::{NodeId, SeatPlan};
use crate::export::{Format, Page};
use crate::rules::{Actor, Eye, Outcome, Seat};
use crate::scenario::{Verdict, Words};
use crate::show::Show;
use crate::tui::board::BoardState;
use crate::tui::canvas::Canvas;
use crate::tui::clock;
use crate::tui::goal;
use crate::tui::keys::{Action, Place};
use crate::tui::offer::Offer;
use crate::tui::player;
use crate::tui::progress;
use crate::tui::prompt::Field;
use crate::tui::scroll::Scroll;
use crate::tui::sitting::Sitting;
use crate::tui::worker::{Job, Poll};
use values::Values;

/// How long a move stays when they are played one by one.
const BEAT: Duration = Duration::from_millis(800);

/// What is shown above the table of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Upper {
    Curve,
    Board,
}

/// What is being typed.
enum Typing {
    /// The file to save to.
    Save(Field),
    /// The file to write it to for reading: its ending says how.
    Export(Field),
    /// The name that debates are kept under.
    Name(Field),
}

impl Typing {
    fn field(&mut self) -> &mut Field {
        match self {
            Self::Save(field) | Self::Export(field) | Self::Name(field) => field,
        }
    }
}

/// A finished or recorded debate.
pub struct Review {
    sitting: Option<Sitting>,
    options: Options,
    outcome: Option<Outcome>,
    /// Why it ended so.
    why: String,
    points: Vec<Point>,
    at: usize,
    scroll: Scroll,
    position: Arc<dyn Show>,
    board: BoardState,
    upper: Upper,
    values: Values,
    job: Option<Job<Values>>,
    playing: Option<Instant>,
    /// The lines of play, while one is chosen.
    lines: Option<(Vec<NodeId>, usize)>,
    typing: Option<Typing>,
    /// Why the goal does not count, though it was reached.
    doubt: Option<String>,
    /// The values that the goal asks for are not known yet.
    unfinished: bool,
    side_shift: usize,
    people: Vec<Seat>,
}

impl Review {
    /// The review of a debate just played; it goes to the archive, and its result is noted.
    pub fn of_played(sitting: Sitting, options: Options, context: &mut Context) -> Self {
        let mut review = Self::new(sitting, options, context);
        // It opens on the move that lost it, or at the end.
        let lost = review.losing().map(|p| p.node);
        let last = review.points.len().saturating_sub(1);
        review.at =
            lost.and_then(|node| review.points.iter().position(|p| p.node == node)).unwrap_or(last);
        review.show(context);
        review.finish(context);
        if context.player.is_none() && review.is_archived() {
            review.typing = Some(Typing::Name(Field::default()));
        }
        review
    }

    /// Keeps the debate just played in the archive and notes its result, as soon as it is known
    /// whether its goal was reached.
    fn finish(&mut self, context: &mut Context) {
        let known = &self.values;
        let Some(sitting) = &mut self.sitting else { return };
        let played = sitting.outcome().filter(|_| !sitting.people().is_empty());
        let Some(outcome) = played else { return };
        let mut verdict = goal::reached(sitting, &outcome, &|node| known.of(node));
        // A goal does not count if the judge, a person, ruled against what can be read.
        self.doubt = match verdict {
            Verdict::Reached => goal::doubt(sitting),
            _ => None,
        };
        if self.doubt.is_some() {
            verdict = Verdict::Missed;
        }
        let data = context.data.clone();
        if let Some(Err(e)) = data.map(|data| sitting.archive(&data, verdict, &clock::now())) {
            context.say(format!("this debate is not in the archive, but its journal stays: {e}"));
        }
        self.unfinished = verdict == Verdict::Undecided && self.job.is_some();
        if self.unfinished {
            return;
        }
        let result = match verdict {
            Verdict::Reached => progress::Outcome::Won,
            _ => progress::Outcome::Lost,
        };
        let attempt = sitting.attempt();
        let noted = context.progress.note(&sitting.id, result, attempt.hints, attempt.retries);
        if let Err(e) = noted {
            context.say(format!("the result could not be kept: {e}"));
        }
    }

    fn is_archived(&self) -> bool {
        self.sitting.as_ref().is_some_and(Sitting::is_archived)
    }

    /// A record to step through, from its start.
    pub fn new(sitting: Sitting, options: Options, context: &Context) -> Self {
        let mut review = Self {
            outcome: sitting.outcome(),
            why: sitting.game().now().why(),
            position: sitting.position(),
            people: sitting.people(),
            sitting: Some(sitting),
            options,
            points: Vec::new(),
            at: 0,
            scroll: Scroll::TOP,
            board: BoardState::default(),
            upper: Upper::Curve,
            values: Values::default(),
            job: None,
            playing: None,
            lines: None,
            typing: None,
            doubt: None,
            unfinished: false,
            side_shift: 0,
        };
        review.take_in(context);
        review
    }

    /// Takes in the line that the record now stands on, and starts to evaluate it.
    fn take_in(&mut self, context: &Context) {
        let Some(sitting) = &self.sitting else { return };
        self.outcome = sitting.outcome();
        self.why = sitting.game().now().why();
        let known = &self.values;
        self.points = points(sitting.game(), |node| known.of(node));
        let also = goal::to_evaluate(sitting);
        self.job = self.values.start(sitting.game(), &self.people, &also, &context.waker);
        self.at = self.at.min(self.points.len().saturating_sub(1));
        // Quick ones are there in the first frame.
        if let Some(Poll::Done(values)) =
            self.job.as_ref().map(|j| j.wait(Duration::from_millis(20)))
        {
            self.valued(values);
        }
        self.show(context);
    }

    fn valued(&mut self, values: Values) {
        self.values = values;
        self.job = None;
        if let Some(sitting) = &self.sitting {
            let known = &self.values;
            self.points = points(sitting.game(), |node| known.of(node));
        }
    }

    fn losing(&self) -> Option<&Point> {
        losing_move(self.sitting.as_ref()?.game(), &self.points)
    }

    fn node(&self) -> NodeId {
        self.points.get(self.at).map_or(NodeId::START, |p| p.node)
    }

    /// Takes in the move shown.
    fn show(&mut self, context: &Context) {
        let Some(sitting) = &self.sitting else { return };
        self.position = sitting.game().at(self.node());
        let parts = draw::Parts::of(context.size, self.upper == Upper::Board);
        self.scroll.at = self.at;
        self.scroll.settle(self.points.len(), parts.table.height.into());
        let mut state = std::mem::take(&mut self.board);
        state.adopt(&self.position.board(Eye::All), parts.upper);
        self.board = state;
    }

    fn step(&mut self, by: isize, context: &Context) {
        let last = self.points.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
        self.show(context);
    }

    /// Starts to play the moves one by one, from the start if the end is shown; or stops.
    fn play(&mut self, context: &Context) {
        if self.playing.take().is_some() {
            return;
        }
        if self.at + 1 >= self.points.len() {
            self.at = 0;
        }
        self.playing = Some(Instant::now());
        self.show(context);
    }

    fn next_mine(&mut self, context: &mut Context) {
        let mine = |p: &Point| match p.played.as_ref().map(|p| p.actor) {
            Some(Actor::Seat(seat)) => self.people.contains(&seat),
            _ => false,
        };
        let n = self.points.len();
        let next = (1..=n).map(|i| (self.at + i) % n).find(|&i| mine(&self.points[i]));
        match next {
            Some(i) => {
                self.at = i;
                self.show(context);
            }
            None => context.say("no move of this line is yours"),
        }
    }

    /// Starts a new line at the move shown: before it if it is a person's, after it otherwise.
    fn retry(&mut self, context: &mut Context) -> Step {
        let Some(sitting) = &mut self.sitting else { return Step::Stay };
        let shown = &self.points[self.at];
        let mine = match shown.played.as_ref().map(|p| p.actor) {
            Some(Actor::Seat(seat)) => self.people.contains(&seat),
            _ => false,
        };
        let from = if mine && self.at > 0 { self.points[self.at - 1].node } else { shown.node };
        if self.people.is_empty() {
            context.say("programs sit in all seats; take one in the library's seats to play");
            return Step::Stay;
        }
        let ended = self.at + 1 == self.points.len() && self.outcome.is_some() && !mine;
        if ended {
            context.say("the debate is over here: go back to a move to start a new line");
            return Step::Stay;
        }
        if !sitting.keeps_journal()
            && let Some(Err(e)) = context.journals().map(|folder| sitting.keep_journal(&folder))
        {
            context.say(format!("no journal, a crash would lose this debate: {e}"));
        }
        let over = sitting.outcome().is_some();
        let gone = sitting.may_go_back_to(from).and_then(|()| sitting.go_to(from));
        let noted = gone.and_then(|()| match over {
            true => sitting.note(|attempt| attempt.retries += 1),
            false => Ok(()),
        });
        match noted {
            Ok(()) => match self.sitting.take() {
                Some(sitting) => Step::Replace(Box::new(TableScreen::new(sitting, self.options))),
                None => Step::Stay,
            },
            Err(reason) => {
                context.say(reason);
                Step::Stay
            }
        }
    }

    fn open_line(&mut self, context: &mut Context) {
        let (Some((leaves, at)), Some(sitting)) = (self.lines.take(), &mut self.sitting) else {
            return;
        };
        match sitting.go_to(leaves[at]) {
            Ok(()) => {
                self.at = usize::MAX;
                self.take_in(context);
            }
            Err(reason) => context.say(reason),
        }
    }

    fn save(&mut self, field: Field, context: &mut Context) {
        let Some(sitting) = &self.sitting else { return };
        let path = PathBuf::from(field.text());
        if path.exists() {
            context.say(format!("{} is there already: choose another name", path.display()));
            self.typing = Some(Typing::Save(field));
            return;
        }
        match sitting.save(&path) {
            Ok(()) => context.say(format!("saved as {}", path.display())),
            Err(reason) => context.say(reason),
        }
    }

    /// Writes the line played to here as the file's ending says.
    fn export(&mut self, field: Field, context: &mut Context) {
        let Some(sitting) = &self.sitting else { return };
        let path = PathBuf::from(field.text());
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let written = ending.parse::<Format>().and_then(|format| {
            let page = Page::of(&sitting.scenario, sitting.game(), true);
            let file = OpenOptions::new().write(true).create_new(true).open(&path);
            file.and_then(|mut file| file.write_all(page.written(format).as_bytes()))
                .map_err(|e| format!("{}: {e}: choose another name", path.display()))
        });
        match written {
            Ok(()) => context.say(format!("written to {}", path.display())),
            Err(reason) => {
                context.say(reason);
                self.typing = Some(Typing::Export(field));
            }
        }
    }

    /// Keeps the name that was typed; an empty one is none, and it is not asked for again.
    fn name(&mut self, name: &str, context: &mut Context) {
        let Ok(name) = Words::new(name.trim()) else {
            context.say("this cannot be a name");
            self.typing = Some(Typing::Name(Field::default()));
            return;
        };
        context.player = Some(name.clone());
        let (Some(data), Some(sitting)) = (context.data.clone(), &mut self.sitting) else { return };
        let stored = player::store(&data, &name).map_err(|e| e.to_string());
        let noted = sitting.note(|attempt| attempt.player = name);
        let kept = stored.and(noted).and(sitting.write_archive(&data));
        if let Err(reason) = kept {
            context.say(format!("the name could not be kept: {reason}"));
        }
    }

    fn leave(&mut self) -> Step {
        if let Some(sitting) = &mut self.sitting
            && self.outcome.is_some()
            && (sitting.is_archived() || sitting.people().is_empty())
        {
            // All of it is in the archive; a journal that stays does no harm.
            let _ = sitting.forget();
        }
        Step::Pop
    }

    /// An action while nothing is typed.
    fn step_through(&mut self, action: Action, context: &mut Context) -> Step {
        if let Some((leaves, at)) = &mut self.lines {
            match action {
                Action::Up => *at = at.saturating_sub(1),
                Action::Down => *at = (*at + 1).min(leaves.len().saturating_sub(1)),
                Action::Confirm => self.open_line(context),
                Action::Back => return self.leave(),
                _ => self.lines = None,
            }
            return Step::Stay;
        }
        if action != Action::Play {
            self.playing = None;
        }
        match action {
            Action::Left | Action::Up => self.step(-1, context),
            Action::Right | Action::Down => self.step(1, context),
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
                    let leaves = sitting.game().tree().leaves();
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
                self.typing = Some(Typing::Export(Field::new(name)));
            }
            Action::SaveReview => {
                let title = self.sitting.as_ref().map(|s| s.scenario.title.to_string());
                let name = file_name(&title.unwrap_or_default());
                self.typing = Some(Typing::Save(Field::new(name)));
            }
            Action::Back => return self.leave(),
            _ => {}
        }
        Step::Stay
    }
}

impl Screen for Review {
    fn place(&self) -> Place {
        Place::Review
    }

    fn offers(&self, _context: &Context) -> Vec<Offer> {
        use Action::*;
        if let Some(typing) = &self.typing {
            let (what, verb, not) = match typing {
                Typing::Save(_) => ("the file's name", "save", "do not"),
                Typing::Export(_) => ("the file's name", "write", "do not"),
                Typing::Name(_) => ("your name", "keep it", "no name"),
            };
            return vec![
                Offer::typing("type", what),
                Offer::new(&[Confirm], verb),
                Offer::new(&[Cancel], not),
            ];
        }
        if self.lines.is_some() {
            return vec![
                Offer::new(&[Up, Down], "line"),
                Offer::new(&[Confirm], "show it"),
                Offer::new(&[Cancel, Lines], "leave").quietly(),
                Offer::new(&[Help], "help"),
                Offer::new(&[Back], "back"),
            ];
        }
        let mut offers = vec![Offer::new(&[Left, Right], "move")];
        if !self.people.is_empty() {
            offers.push(Offer::new(&[Confirm], "retry here"));
        }
        offers.push(Offer::new(&[Play], if self.playing.is_some() { "stop" } else { "play" }));
        if !self.people.is_empty() {
            offers.push(Offer::new(&[NextMine], "my next move"));
        }
        let other = if self.upper == Upper::Curve { "board" } else { "curve" };
        offers.push(Offer::new(&[Focus], other));
        offers.push(Offer::new(&[Lines], "lines"));
        offers.push(Offer::new(&[Up, Down], "move").quietly());
        offers.push(Offer::new(&[PageUp, PageDown], "ten moves").quietly());
        offers.push(Offer::new(&[First, Last], "start and end").quietly());
        offers.push(Offer::new(&[Board], "board or curve").quietly());
        offers.push(Offer::new(&[SaveReview], "save to a file").quietly());
        offers.push(Offer::new(&[ExportReview], "as HTML, Markdown or a picture").quietly());
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        match (self.typing.take(), action) {
            (Some(Typing::Save(field)), Action::Confirm) => self.save(field, context),
            (Some(Typing::Name(field)), Action::Confirm) => self.name(field.text(), context),
            (Some(Typing::Name(_)), _) => self.name("", context),
            (Some(Typing::Export(field)), Action::Confirm) => self.export(field, context),
            (Some(Typing::Save(_) | Typing::Export(_)), _) => {}
            (None, _) => return self.step_through(action, context),
        }
        Step::Stay
    }

    fn takes(&self, _edit: &Edit) -> bool {
        self.typing.is_some()
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        if let Some(typing) = &mut self.typing {
            typing.field().edit(edit, 400);
        }
    }

    fn click(&mut self, at: Spot, context: &mut Context) -> Step {
        let parts = draw::Parts::of(context.size, self.upper == Upper::Board);
        let table: Rect = parts.table;
        if table.contains(at) && self.lines.is_none() {
            let window = self.scroll.window(self.points.len(), table.height.into());
            let y = usize::from(at.y - table.y);
            if let Some(row) = y.checked_sub(usize::from(window.above > 0))
                && row < window.count
            {
                self.at = window.first + row;
                self.show(context);
            }
        }
        Step::Stay
    }

    fn poll(&mut self, context: &mut Context) -> Step {
        if let Some(Poll::Done(values)) = self.job.as_ref().map(Job::poll) {
            self.valued(values);
            if self.unfinished {
                self.finish(context);
            }
        }
        if let Some(since) = self.playing
            && since.elapsed() >= BEAT
        {
            if self.at + 1 < self.points.len() {
                self.playing = Some(Instant::now());
                self.step(1, context);
            } else {
                self.playing = None;
            }
        }
        Step::Stay
    }

    fn wants_poll_in(&self) -> Option<Duration> {
        let beat = self.playing.map(|since| BEAT.saturating_sub(since.elapsed()));
        let job = self.job.as_ref().map(|_| Duration::from_millis(200));
        beat.into_iter().chain(job).min()
    }

    fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    fn returned(&mut self, context: &mut Context) {
        self.show(context);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        self.draw_all(canvas, context);
    }
}

/// Is a seat a person's?
fn is_person(sitting: &Sitting, actor: Actor) -> bool {
    match actor {
        Actor::Seat(seat) => sitting.game().seat_plan(seat) == SeatPlan::Human,
        _ => false,
    }
}
