//! A debate with everything that belongs to it: what it is, and who sits at it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::analysis::{Game, PayoffUnit};
use crate::debate::{NodeId, RecordEntry, SeatPlan};
use crate::rules::{Move, Outcome, Seat, Turn, Viewer};
use crate::scenario::journal::{self, Journal};
use crate::scenario::{
    Attempt, Hidden, Located, OUTSIDE, RecordLine, SafeText, Scenario, listed_lines, open, resume,
};
use crate::text::Presentation;
use crate::tui::programs::TablePrograms;
use crate::tui::remote_seat::RemoteSeat;

/// A debate with everything that belongs to it. It moves to another thread as a whole while programs
/// think.
pub struct DebateSession {
    /// What it is about.
    pub scenario: Scenario,
    /// The library's name for it, or the file's.
    pub id: String,
    pub(super) game: Box<dyn Game>,
    pub(super) journal: Option<Journal>,
    /// Where a journal could not be begun: that is tried again after each move.
    pub(super) unkept: Option<PathBuf>,
    /// Its file in the archive, once it is there.
    pub(super) archived: Option<PathBuf>,
    /// The programs outside that sit at it.
    pub(super) outside: Option<TablePrograms>,
    /// A person's move that takes long: it is made by whoever lets programs move.
    pub(super) long: Option<(Seat, Move)>,
    /// The seat that this screen has at a debate of several screens.
    pub(super) chair: Option<RemoteSeat>,
}

/// Builds what the graphs of a long debate rest on, such as the wires of a plan followed forwards,
/// so that it is there when they are drawn.
fn precompute(position: &dyn Presentation) {
    for pane in position.board(Viewer::All).panes {
        pane.graph(None, 1);
    }
}

impl DebateSession {
    /// A debate from its start.
    ///
    /// # Errors
    /// What in the scenario cannot be played.
    pub fn new(id: &str, scenario: Scenario) -> Result<Self, String> {
        let game = open(&scenario).map_err(|fault| fault.to_string())?;
        Ok(Self::from_game(id, scenario, game))
    }

    /// A game of this scenario that nothing else belongs to yet.
    pub(super) fn from_game(
        id: impl Into<String>,
        scenario: Scenario,
        game: Box<dyn Game>,
    ) -> Self {
        let id = id.into();
        precompute(game.position());
        Self {
            scenario,
            id,
            game,
            journal: None,
            unkept: None,
            archived: None,
            outside: None,
            long: None,
            chair: None,
        }
    }

    /// A debate with the moves of its scenario played.
    ///
    /// # Errors
    /// What in the scenario cannot be played, or the first move that is not legal.
    pub fn replayed(id: &str, scenario: Scenario) -> Result<Self, String> {
        let game = resume(&scenario).map_err(|fault| fault.to_string())?;
        Ok(Self::from_game(id, scenario, game))
    }

    /// The ends of the lines of play that are listed.
    pub fn lines(&self) -> Vec<NodeId> {
        listed_lines(&self.scenario, self.game.tree())
    }

    /// The debate counts as an attempt from here on: everything played so far was handed out. One
    /// that already counts goes on as it is.
    pub fn begin(&mut self, attempt: Attempt) {
        if self.scenario.attempt.is_some() {
            return;
        }
        let Some(chair) = &self.chair else {
            self.scenario.attempt = Some(attempt);
            return;
        };
        // Whoever comes back to a seat has said already what they said.
        let attempt =
            chair.source.attempt(chair).unwrap_or(Attempt { seat: chair.seat, ..attempt });
        // If it cannot be kept now, the next note says so.
        let _ = chair.source.keep(chair, &attempt);
        self.scenario.attempt = Some(attempt);
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
    pub fn handed_out(&self, at: NodeId, title: SafeText, summary: SafeText) -> Scenario {
        let mut given = journal::played(&self.scenario, &*self.game);
        let tree = self.game.tree();
        let moves = tree.path_to(at).into_iter().filter_map(|node| tree.played(node)).map(|made| {
            let entry = RecordEntry::Move { actor: made.actor, mv: made.mv.clone() };
            Located::without_place(RecordLine(entry))
        });
        given.moves = Some(moves.collect());
        (given.title, given.summary, given.attempt) = (title, summary, None);
        (given.notes, given.votes) = (Vec::new(), Vec::new());
        given
    }

    /// The game.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Are values payments, rather than probabilities?
    pub fn is_paid(&self) -> bool {
        self.game.payoff_unit() == PayoffUnit::Payoff
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
    pub fn restart(&self, seed: u64, seats: &[SeatPlan; 3]) -> Result<Self, String> {
        let mut scenario = self.scenario.clone();
        scenario.seed = Some(seed);
        scenario.moves = None;
        let game = self.game.restart(seed, seats)?;
        let mut again = Self::from_game(&self.id, scenario, game);
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
    pub fn position(&self) -> Arc<dyn Presentation> {
        self.game.position_at(self.here())
    }

    /// Where the debate stands.
    pub fn here(&self) -> NodeId {
        self.game.tree().here()
    }

    /// How it ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Turn::Over(outcome) = self.game.position().turn() { Some(outcome) } else { None }
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

    /// The seats whose record this is: of people who sat at several screens the one whose attempt it is.
    pub fn owners(&self) -> Vec<Seat> {
        let people = self.people();
        match self.attempt().seat.filter(|seat| people.contains(seat)) {
            Some(own) => vec![own],
            None => people,
        }
    }

    /// Its scenario without what was played. At a table for several nobody else is asked once more: honest
    /// programs take the others' seats.
    pub fn from_start(&self) -> Scenario {
        let mut scenario = Scenario { moves: None, attempt: None, ..self.scenario.clone() };
        if let Some(own) = self.chair.as_ref().map(|chair| chair.seat) {
            for seat in Seat::ALL.into_iter().filter(|seat| Some(*seat) != own) {
                scenario.seats.set(seat, SeatPlan::honest());
            }
            scenario.seat = own.or(scenario.seat);
        }
        scenario
    }

    /// The command of the program outside that sits in a seat.
    pub(super) fn program(&self, seat: Seat) -> Option<&str> {
        self.outside.as_ref()?.command(seat)
    }

    /// Gives seats, which are persons' so far, to programs outside: by their commands, which only
    /// the person at the keyboard can name.
    pub fn seat_programs(&mut self, commands: [Option<String>; 3]) {
        for seat in Seat::ALL {
            if let Some(command) = &commands[seat.index()] {
                let written = SeatPlan::Program(format!("{OUTSIDE}{command}"));
                self.scenario.seats.set(seat, written);
            }
        }
        self.outside = TablePrograms::new(&self.scenario, commands);
    }

    /// What a program remarked with the last of its moves; told once.
    pub fn take_comment(&mut self) -> Option<(Seat, String)> {
        self.outside.as_mut()?.take_comment()
    }

    /// Would the evaluation tell what is hidden from whoever plays, and was it not looked at so far? It
    /// is worked out in the world as it is.
    pub fn evaluation_tells(&self) -> bool {
        let knows = |seat: Seat| self.game.position().known(Viewer::Seat(seat)).has_the_world();
        let hidden = self.scenario.hides(Hidden::Truth) || !self.people().into_iter().all(knows);
        hidden && !self.attempt().evaluation
    }
}
