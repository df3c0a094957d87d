//! A debate with its scenario, files and players.

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

/// A debate with its scenario, files and players. While programs think, another thread has all of it.
pub struct DebateSession {
    /// The scenario.
    pub scenario: Scenario,
    /// The debate's name in the library, or the name of its file.
    pub id: String,
    pub(super) game: Box<dyn Game>,
    pub(super) journal: Option<Journal>,
    /// The folder of a journal that could not be started. Each move tries again.
    pub(super) unkept: Option<PathBuf>,
    /// The file in the archive, after the debate was archived.
    pub(super) archived: Option<PathBuf>,
    /// The external programs in the seats of the debate.
    pub(super) outside: Option<TablePrograms>,
    /// A slow move of a person. The thread of the programs makes it.
    pub(super) long: Option<(Seat, Move)>,
    /// This screen's seat in a shared debate.
    pub(super) chair: Option<RemoteSeat>,
}

/// Computes the graphs of a long debate in advance, so that drawing is fast.
fn precompute(position: &dyn Presentation) {
    for pane in position.board(Viewer::All).panes {
        pane.graph(None, 1);
    }
}

impl DebateSession {
    /// A debate at its start.
    ///
    /// # Errors
    /// Returns the reason if the scenario cannot be played.
    pub fn new(id: &str, scenario: Scenario) -> Result<Self, String> {
        let game = open(&scenario).map_err(|fault| fault.to_string())?;
        Ok(Self::from_game(id, scenario, game))
    }

    /// A session with this game and without anything else.
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

    /// A debate after the moves of its scenario.
    ///
    /// # Errors
    /// Returns an error if the scenario cannot be played, or if one of its moves is illegal.
    pub fn replayed(id: &str, scenario: Scenario) -> Result<Self, String> {
        let game = resume(&scenario).map_err(|fault| fault.to_string())?;
        Ok(Self::from_game(id, scenario, game))
    }

    /// The last nodes of the listed variations.
    pub fn lines(&self) -> Vec<NodeId> {
        listed_lines(&self.scenario, self.game.tree())
    }

    /// Starts an attempt. The moves made so far count as given, so the player cannot undo them. If an attempt has
    /// already started, it continues unchanged.
    pub fn begin(&mut self, attempt: Attempt) {
        if self.scenario.attempt.is_some() {
            return;
        }
        let Some(chair) = &self.chair else {
            self.scenario.attempt = Some(attempt);
            return;
        };
        // A player who comes back to a seat already has an attempt.
        let attempt =
            chair.source.attempt(chair).unwrap_or(Attempt { seat: chair.seat, ..attempt });
        // If this fails, the next change reports it.
        let _ = chair.source.keep(chair, &attempt);
        self.scenario.attempt = Some(attempt);
    }

    /// The attempt. Empty if there is none.
    pub fn attempt(&self) -> Attempt {
        self.scenario.attempt.clone().unwrap_or_default()
    }

    /// Changes the attempt, if there is one. The change is on the disk when this returns.
    ///
    /// # Errors
    /// Returns an error if the journal could not be written. The change stays in memory.
    pub fn note(&mut self, change: impl FnOnce(&mut Attempt)) -> Result<(), String> {
        match &mut self.scenario.attempt {
            Some(attempt) => change(attempt),
            None => return Ok(()),
        }
        self.write_head()
    }

    /// Changes the scenario but not its moves. If the debate is saved, the change is on the disk when this returns.
    ///
    /// # Errors
    /// Returns an error if the change could not be written. The change stays in memory.
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

    /// The position at a node, as a scenario to hand out. It has only the moves up to this node, and no attempt.
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

    /// Returns `true` if values are payments, and `false` if they are probabilities.
    pub fn is_paid(&self) -> bool {
        self.game.payoff_unit() == PayoffUnit::Payoff
    }

    /// Puts a strategy into a seat.
    ///
    /// # Errors
    /// Returns an error if the seat has no such strategy.
    pub fn set_seat(&mut self, seat: Seat, plan: &SeatPlan) -> Result<(), String> {
        self.game.set_seat(seat, plan)
    }

    /// The same debate at its start, with another seed and these strategies.
    ///
    /// # Errors
    /// Returns an error if a seat has no such strategy.
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

    /// The current position. It can be drawn while another thread has the game.
    pub fn position(&self) -> Arc<dyn Presentation> {
        self.game.position_at(self.here())
    }

    /// The present node.
    pub fn here(&self) -> NodeId {
        self.game.tree().here()
    }

    /// The result. `None` before the end.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Turn::Over(outcome) = self.game.position().turn() { Some(outcome) } else { None }
    }

    /// The seats of people at this screen.
    pub fn people(&self) -> Vec<Seat> {
        // Other screens show the other people's views.
        if let Some(chair) = &self.chair {
            return chair.seat.into_iter().collect();
        }
        let is_person =
            |s: &Seat| self.game.seat_plan(*s) == SeatPlan::Human && self.program(*s).is_none();
        Seat::ALL.into_iter().filter(is_person).collect()
    }

    /// The seats that the attempt belongs to: the seat that the attempt names, or else all seats of people at this screen.
    pub fn owners(&self) -> Vec<Seat> {
        let people = self.people();
        match self.attempt().seat.filter(|seat| people.contains(seat)) {
            Some(own) => vec![own],
            None => people,
        }
    }

    /// The scenario without its moves and its attempt. In a shared debate, honest strategies play the seats of the
    /// other people.
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

    /// The command of the external program in a seat.
    pub(super) fn program(&self, seat: Seat) -> Option<&str> {
        self.outside.as_ref()?.command(seat)
    }

    /// Puts external programs into the seats of people. Only the person at the keyboard can give the commands.
    pub fn seat_programs(&mut self, commands: [Option<String>; 3]) {
        for seat in Seat::ALL {
            if let Some(command) = &commands[seat.index()] {
                let written = SeatPlan::Program(format!("{OUTSIDE}{command}"));
                self.scenario.seats.set(seat, written);
            }
        }
        self.outside = TablePrograms::new(&self.scenario, commands);
    }

    /// Takes the comment of a program on its last move.
    pub fn take_comment(&mut self) -> Option<(Seat, String)> {
        self.outside.as_mut()?.take_comment()
    }

    /// Returns `true` if the evaluation would show hidden facts and no player has looked at it yet. The evaluation
    /// depends on facts that players do not know.
    pub fn evaluation_tells(&self) -> bool {
        let knows = |seat: Seat| self.game.position().known(Viewer::Seat(seat)).has_the_world();
        let hidden = self.scenario.hides(Hidden::Truth) || !self.people().into_iter().all(knows);
        hidden && !self.attempt().evaluation
    }
}
