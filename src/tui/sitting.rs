//! One debate at the table: the game, its scenario, and its journal, which is always ahead of the
//! screen.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::chair::Chair;
use super::outside::Outside;
use super::worker::Token;
use crate::analysis::Game;
use crate::debate::{Advance, Entry, NodeId, SeatPlan, Stuck, Table};
use crate::outside::Unplayed;
use crate::rules::{Actor, Eye, Move, Outcome, Seat, Turn};
use crate::scenario::journal::{self, Journal};
use crate::scenario::{
    At, Attempt, FileError, Forbidden, Hidden, Line, OUTSIDE, Scenario, SeatFile, Verdict, Words,
    archive, open, resume,
};
use crate::show::Show;
use crate::show::board::Pane;
use crate::show::picture::{Drawing, Picture};

/// A debate with everything that belongs to it. It moves to another thread as a whole while programs
/// think.
pub struct Sitting {
    /// What it is about.
    pub scenario: Scenario,
    /// The library's name for it, or the file's.
    pub id: String,
    game: Box<dyn Game>,
    journal: Option<Journal>,
    /// Its file in the archive, once it is there.
    archived: Option<PathBuf>,
    /// The programs outside that sit at it.
    outside: Option<Outside>,
    /// The seat that this screen has at a debate of several screens.
    chair: Option<Chair>,
}

/// Builds what the pictures of a long debate rest on, such as the wires of a plan followed forwards,
/// so that it is there when they are drawn.
fn foresee(position: &dyn Show) {
    for pane in position.board(Eye::All).panes {
        if let Pane::Picture(Picture { drawing: Drawing::Graph(lens), .. }) = pane {
            lens.part(None, 1);
        }
    }
}

impl Sitting {
    /// A debate from its start.
    ///
    /// # Errors
    /// What in the scenario cannot be played.
    pub fn new(id: &str, scenario: Scenario) -> Result<Self, String> {
        let game = open(&scenario).map_err(|fault| fault.message)?;
        Ok(Self::of(id, scenario, game))
    }

    /// A game of this scenario that nothing else belongs to yet.
    fn of(id: impl Into<String>, scenario: Scenario, game: Box<dyn Game>) -> Self {
        let id = id.into();
        foresee(game.now());
        Self { scenario, id, game, journal: None, archived: None, outside: None, chair: None }
    }

    /// A debate of several screens as this chair sees it. It keeps no journal: its source does.
    ///
    /// # Errors
    /// What in the scenario cannot be played.
    pub fn shared(id: &str, scenario: Scenario, chair: Chair) -> Result<Self, String> {
        let mut sitting = Self::new(id, scenario)?;
        sitting.chair = Some(chair);
        Ok(sitting)
    }

    /// The number of this debate among those of several screens, if it is one.
    pub fn table(&self) -> Option<usize> {
        self.chair.as_ref().map(|chair| chair.source.number())
    }

    /// Was something played on another screen?
    pub fn has_news(&self) -> bool {
        self.chair.as_ref().is_some_and(|chair| chair.source.version() != chair.seen)
    }

    /// Is it over, and its end kept from this screen for now?
    pub fn is_held(&self) -> bool {
        self.chair.as_ref().is_some_and(|chair| chair.held) && self.outcome().is_some()
    }

    /// Who at another screen is asked just now, in words.
    pub fn waits_for(&self) -> Option<String> {
        let chair = self.chair.as_ref()?;
        if self.is_held() {
            return Some("it is over; the teacher will reveal it".into());
        }
        match self.game.now().turn() {
            Turn::Ask(seat) if chair.seat != Some(seat) => {
                let name = &chair.names[seat.index()];
                Some(format!("{} is asked: {name}", seat.name()))
            }
            _ => None,
        }
    }

    /// Takes in what was played elsewhere.
    fn catch_up(&mut self) -> Result<(), String> {
        let Some(chair) = &mut self.chair else { return Ok(()) };
        let news = chair.source.news(self.game.record().len());
        for entry in &news.entries {
            self.game.apply(entry).map_err(|stuck| stuck.to_string())?;
        }
        for seat in Seat::ALL {
            let plan = &news.plans[seat.index()];
            if self.game.seat_plan(seat) != *plan {
                self.game.set_seat(seat, plan)?;
            }
        }
        (chair.seen, chair.names, chair.held) = (news.version, news.names, news.held);
        Ok(())
    }

    /// A debate with the moves of its scenario played.
    ///
    /// # Errors
    /// What in the scenario cannot be played, or the first move that is not legal.
    pub fn replayed(id: &str, scenario: Scenario) -> Result<Self, String> {
        let game = resume(&scenario).map_err(|fault| fault.message)?;
        Ok(Self::of(id, scenario, game))
    }

    /// A debate that a journal holds, to go on with, as far as the journal is right; and what in it
    /// is wrong, if anything is. What is cut off for that goes to the bin.
    ///
    /// # Errors
    /// When the journal cannot be read or is played in another window.
    pub fn from_journal(path: &Path) -> Result<(Self, Option<String>), String> {
        let opened = Journal::open(path).map_err(|e| e.to_string())?;
        let (mut sitting, moves, wrong) = Self::as_far_as_right(path, opened.scenario.clone())?;
        let damage = wrong.or(opened.damage.as_ref().map(ToString::to_string));
        sitting.journal = Some(opened.go_on_after(moves).map_err(|e| e.to_string())?);
        Ok((sitting, damage))
    }

    /// What a journal holds, as [`Sitting::from_journal`], to look at: the journal is neither locked
    /// nor changed.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub fn of_journal(path: &Path) -> Result<(Self, Option<String>), String> {
        let found = journal::look(path).map_err(|e| e.to_string())?;
        let (sitting, _, wrong) = Self::as_far_as_right(path, found.scenario)?;
        Ok((sitting, wrong.or(found.damage.map(|e| e.to_string()))))
    }

    /// The moves of a journal, up to the first that is not legal: the debate, how many of its lines
    /// were played, and what is wrong with the next.
    fn as_far_as_right(
        path: &Path,
        mut scenario: Scenario,
    ) -> Result<(Self, usize, Option<String>), String> {
        // The record holds the moves from here on.
        let moves = scenario.moves.take().unwrap_or_default();
        let mut game = open(&scenario).map_err(|fault| fault.message)?;
        let mut wrong = None;
        let right = moves.iter().take_while(|line| match game.apply(&line.value.0) {
            Ok(()) => true,
            Err(refusal) => {
                wrong = Some(format!("line {}, `{}`: {refusal}", line.spot.line, line.value.0));
                false
            }
        });
        let right = right.count();
        let attempted = scenario.attempt.as_ref().map(|attempt| attempt.scenario.to_string());
        let named = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let id = attempted.filter(|id| !id.is_empty()).unwrap_or_else(named);
        Ok((Self::of(id, scenario, game), right, wrong))
    }

    /// Begins to keep a journal in this folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_journal(&mut self, folder: &Path) -> Result<(), FileError> {
        self.journal = Some(Journal::create(folder, &self.scenario, &*self.game)?);
        Ok(())
    }

    /// The debate counts as an attempt from here on: everything played so far was handed out. One
    /// that already counts goes on as it is.
    pub fn begin(&mut self, attempt: Attempt) {
        if self.scenario.attempt.is_none() {
            self.scenario.attempt = Some(attempt);
        }
    }

    /// Who plays and with what help; empty values if it is no attempt.
    pub fn attempt(&self) -> Attempt {
        self.scenario.attempt.clone().unwrap_or_default()
    }

    /// Notes something of the attempt, if this is one: on the disk when this returns.
    ///
    /// # Errors
    /// When the journal could not be written; it is noted all the same.
    pub fn note(&mut self, change: impl FnOnce(&mut Attempt)) -> Result<(), String> {
        match &mut self.scenario.attempt {
            Some(attempt) => change(attempt),
            None => return Ok(()),
        }
        self.write_head()
    }

    /// Writes something beside the moves: on the disk when this returns, if the debate is kept
    /// anywhere.
    ///
    /// # Errors
    /// When it could not be written; it is noted all the same.
    pub fn annotate(
        &mut self,
        data: Option<&Path>,
        change: impl FnOnce(&mut Scenario),
    ) -> Result<(), String> {
        change(&mut self.scenario);
        self.write_head()?;
        match data.filter(|_| self.is_archived()) {
            Some(data) => self.write_archive(data),
            None => Ok(()),
        }
    }

    /// The position here, to be handed out: the moves that led to it and no others, and nobody's
    /// attempt at it.
    pub fn handed_out(&self, at: NodeId, title: Words, summary: Words) -> Scenario {
        let mut given = journal::played(&self.scenario, &*self.game);
        let tree = self.game.tree();
        let moves = tree.path_to(at).into_iter().filter_map(|node| tree.played(node)).map(|made| {
            let entry = Entry::Move { actor: made.actor, mv: made.mv.clone() };
            At::nowhere(Line(entry))
        });
        given.moves = Some(moves.collect());
        (given.title, given.summary, given.attempt) = (title, summary, None);
        (given.notes, given.votes) = (Vec::new(), Vec::new());
        given
    }

    /// What the head of the journal says has changed, if one is kept.
    fn write_head(&mut self) -> Result<(), String> {
        let Some(old) = &self.journal else { return Ok(()) };
        // What the head says has changed: a new journal takes the place of the old one.
        let folder = old.path().parent().map(Path::to_owned).unwrap_or_default();
        let new = Journal::create(&folder, &self.scenario, &*self.game);
        let old = self.journal.replace(new.map_err(|e| e.to_string())?);
        old.map_or(Ok(()), |old| old.discard().map_err(|e| e.to_string()))
    }

    /// Keeps the debate, which is over, in the archive, with what it came to. It is kept once: what
    /// is played later on other lines is added.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn archive(&mut self, data: &Path, verdict: Verdict, now: &str) -> Result<(), String> {
        let taken_back = crate::exercise::queries_taken_back(&*self.game);
        let Some(attempt) = &mut self.scenario.attempt else { return Ok(()) };
        attempt.taken_back = taken_back;
        attempt.ended = Words::new(now).unwrap_or_default();
        // A goal once reached stays reached.
        if attempt.goal != Some(Verdict::Reached) {
            attempt.goal = Some(verdict);
        }
        self.write_archive(data)
    }

    /// Writes the debate to the archive as it is now.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_archive(&mut self, data: &Path) -> Result<(), String> {
        let record = journal::played(&self.scenario, &*self.game);
        match &self.archived {
            Some(path) => archive::renew(path, &record).map_err(|e| e.to_string()),
            None => {
                let path = archive::keep(&archive::folder(data), &record);
                self.archived = Some(path.map_err(|e| e.to_string())?);
                Ok(())
            }
        }
    }

    /// Whether everything of it is in the archive, so that its journal is needed no more.
    pub fn is_archived(&self) -> bool {
        self.archived.is_some()
    }

    /// The debate comes from this file of the archive.
    pub fn from_archive(&mut self, path: PathBuf) {
        self.archived = Some(path);
    }

    /// The file of its journal, if one is kept.
    pub fn journal(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// Whether a journal is kept.
    pub fn keeps_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Whether going back to a place is allowed: not where the exercise forbids it, and not before
    /// what was handed out.
    ///
    /// # Errors
    /// Why it is not.
    pub fn may_go_back_to(&self, node: NodeId) -> Result<(), String> {
        if self.chair.is_some() {
            return Err("others play this debate too: no move of it is taken back".into());
        }
        if self.scenario.forbids(Forbidden::Undo) {
            return Err("this exercise does not let moves be taken back".into());
        }
        let given = self.scenario.attempt.as_ref().map_or(0, |attempt| attempt.handed_out);
        let record = self.game.record().iter().take(given);
        let moves = record.filter(|entry| matches!(entry, Entry::Move { .. })).count();
        if (node.number() as usize) < moves {
            return Err("the moves up to here were handed out, and stay".into());
        }
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Puts a player in a seat.
    ///
    /// # Errors
    /// If the seat has no such strategy.
    pub fn set_seat(&mut self, seat: Seat, plan: &SeatPlan) -> Result<(), String> {
        self.game.set_seat(seat, plan)
    }

    /// The same debate from its start, with another seed and these players.
    ///
    /// # Errors
    /// If a seat has no such strategy.
    pub fn again(&self, seed: u64, seats: &[SeatPlan; 3]) -> Result<Self, String> {
        let mut scenario = self.scenario.clone();
        scenario.seed = Some(seed);
        scenario.moves = None;
        let game = self.game.again(seed, seats)?;
        let mut again = Self::of(&self.id, scenario, game);
        if let Some(outside) = &self.outside {
            let person = |seat: Seat| seats[seat.index()] == SeatPlan::Human;
            again.seat_programs(
                Seat::ALL
                    .map(|seat| outside.command(seat).filter(|_| person(seat)).map(str::to_owned)),
            );
        }
        Ok(again)
    }

    /// The position here, to draw while the game is away.
    pub fn position(&self) -> Arc<dyn Show> {
        self.game.at(self.here())
    }

    /// Where the debate stands.
    pub fn here(&self) -> NodeId {
        self.game.tree().here()
    }

    /// Works out what the review of a finished debate shows at once: what is costly in it is kept
    /// with the debate, so that the thread that draws finds it there.
    pub fn look_at_the_end(&self) {
        let end = self.game.now();
        let _ = (end.truth(), end.why(), end.brief(Eye::All), end.board(Eye::All).panes.len());
    }

    /// How it ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.game.now().turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The seats that people sit in.
    pub fn people(&self) -> Vec<Seat> {
        // What the others see is not for this screen, whoever they are.
        if let Some(chair) = &self.chair {
            return chair.seat.into_iter().collect();
        }
        let is_person =
            |s: &Seat| self.game.seat_plan(*s) == SeatPlan::Human && self.program(*s).is_none();
        Seat::ALL.into_iter().filter(is_person).collect()
    }

    /// The command of the program outside that sits in a seat.
    fn program(&self, seat: Seat) -> Option<&str> {
        self.outside.as_ref()?.command(seat)
    }

    /// Gives seats, which are persons' so far, to programs outside: by their commands, which only
    /// the person at the keyboard can name.
    pub fn seat_programs(&mut self, commands: [Option<String>; 3]) {
        for seat in Seat::ALL {
            if let Some(command) = &commands[seat.index()] {
                let written = SeatPlan::Program(format!("{OUTSIDE}{command}"));
                self.scenario.seats.set(seat, SeatFile(written));
            }
        }
        self.outside = Outside::new(&self.scenario.title, commands);
    }

    /// What a program remarked with the last of its moves; told once.
    pub fn take_comment(&mut self) -> Option<(Seat, String)> {
        self.outside.as_mut()?.take_comment()
    }

    /// A person's move; [`Sitting::run`], which follows, sees it to the disk.
    ///
    /// # Errors
    /// Why it was refused, or why the journal could not be written; nothing has changed then.
    pub fn play(&mut self, seat: Seat, mv: Move) -> Result<(), String> {
        if let Some(chair) = &self.chair {
            return chair.source.play(chair, self.game.record().len(), mv);
        }
        self.keep(&Entry::Move { actor: Actor::Seat(seat), mv: mv.clone() })?;
        let played = self.game.play(seat, mv).map(|_| ());
        self.or_take_back(played)
    }

    /// Goes to another place of the record; on the disk when this returns.
    ///
    /// # Errors
    /// When there is no such place, or the journal could not be written; nothing has changed then.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), String> {
        if node == self.here() {
            return Ok(());
        }
        self.keep(&Entry::Go(node))?;
        let gone = self.game.go_to(node);
        self.or_take_back(gone)?;
        self.sync()
    }

    /// Would the evaluation tell what the scenario hides, and was it not looked at so far?
    pub fn evaluation_tells(&self) -> bool {
        self.scenario.hides(Hidden::Truth) && !self.attempt().evaluation
    }

    /// Writes the next entry of the record to the journal, before it is one.
    fn keep(&mut self, entry: &Entry) -> Result<(), String> {
        keep(&mut self.journal, entry)
    }

    /// The entry kept last was made, or is taken back.
    fn or_take_back<E: ToString>(&mut self, made: Result<(), E>) -> Result<(), String> {
        made.map_err(|refusal| {
            if let Some(journal) = &mut self.journal {
                journal.take_back();
            }
            refusal.to_string()
        })
    }

    /// Returns when the journal has reached the disk. One whose folder was removed is written anew.
    fn sync(&mut self) -> Result<(), String> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        if journal.is_there() {
            return journal.sync().map_err(|e| e.to_string());
        }
        let folder = journal.path().parent().map(Path::to_owned).unwrap_or_default();
        self.keep_journal(&folder).map_err(|e| format!("the journal was removed, and {e}"))
    }

    /// Where taking back leads, if there is a person's move to take back.
    pub fn last_choice(&self) -> Option<NodeId> {
        let table: &dyn Table = &*self.game;
        table.last_choice_of(&self.people())
    }

    /// Lets everything happen that needs no person, until one is needed or it is told to stop; all
    /// of it is on the disk when this returns.
    ///
    /// # Errors
    /// When a program made a move that is not admitted, or the journal could not be written.
    pub fn run(&mut self, token: &Token) -> Result<Option<Advance>, String> {
        if let Some(chair) = &self.chair {
            let ran = Arc::clone(&chair.source).run(token);
            self.catch_up()?;
            ran?;
            return Ok(match self.game.now().turn() {
                Turn::Over(outcome) => {
                    self.look_at_the_end();
                    Some(Advance::Over(outcome))
                }
                Turn::Ask(seat) => Some(Advance::Waiting(seat)),
                _ => None,
            });
        }
        let stopped = self.run_unsynced(token);
        if matches!(stopped, Ok(Some(Advance::Over(_)))) {
            self.look_at_the_end();
        }
        self.sync()?;
        stopped
    }

    fn run_unsynced(&mut self, token: &Token) -> Result<Option<Advance>, String> {
        loop {
            if token.is_stopped() {
                return Ok(None);
            }
            let journal = &mut self.journal;
            let advance = match self.game.advance_after(&mut |entry| keep(journal, entry), token) {
                Ok(advance) => advance,
                Err(Stuck::Stopped(_)) => return Ok(None),
                Err(stuck) => return Err(stuck.to_string()),
            };
            token.report(self.game.tree().line().len() as u64, 0);
            match (advance, &mut self.outside) {
                (Advance::Moved(_), _) => {}
                (Advance::Waiting(seat), Some(outside)) if outside.command(seat).is_some() => {
                    let journal = &mut self.journal;
                    let mut make = |table: &mut dyn Table, seat, mv: Move| {
                        keep(journal, &Entry::Move { actor: Actor::Seat(seat), mv: mv.clone() })?;
                        table.play(seat, mv).map(|_| ()).map_err(|refusal| {
                            if let Some(journal) = journal {
                                journal.take_back();
                            }
                            refusal.to_string()
                        })
                    };
                    match outside.turn(seat, self.game.table(), &mut make, token) {
                        Err(Unplayed::Stuck(Stuck::Stopped(_))) => return Ok(None),
                        Err(why) => {
                            self.scenario.seats.set(seat, SeatFile(SeatPlan::Human));
                            return Err(format!("{why}; the seat is a person's from here on"));
                        }
                        Ok(()) => {}
                    }
                }
                (Advance::Over(outcome), Some(outside)) => {
                    outside.over(&*self.game, &outcome);
                    return Ok(Some(Advance::Over(outcome)));
                }
                (advance, _) => return Ok(Some(advance)),
            }
        }
    }

    /// Writes the debate to a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let saved = journal::played(&self.scenario, &*self.game);
        journal::save(path, &saved).map_err(|e| e.to_string())
    }

    /// Removes the journal: the debate is over and was looked at.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn forget(&mut self) -> Result<(), String> {
        self.journal.take().map_or(Ok(()), |j| j.discard().map_err(|e| e.to_string()))
    }
}

/// Writes an entry to a journal, if one is kept.
fn keep(journal: &mut Option<Journal>, entry: &Entry) -> Result<(), String> {
    journal.as_mut().map_or(Ok(()), |j| j.append(entry).map_err(|e| e.to_string()))
}
