//! One debate at the table: the game, its scenario, and its journal, which is always ahead of the
//! screen.

use std::path::Path;
use std::sync::Arc;

use super::worker::Token;
use crate::analysis::Game;
use crate::debate::{Advance, NodeId, SeatPlan, Table};
use crate::rules::{Move, Outcome, Seat, Turn};
use crate::scenario::journal::{self, Journal};
use crate::scenario::{FileError, Hidden, Scenario, open, resume};
use crate::show::Show;

/// A debate with everything that belongs to it. It moves to another thread as a whole while programs
/// think.
pub struct Sitting {
    /// What it is about.
    pub scenario: Scenario,
    /// The library's name for it, or the file's.
    pub id: String,
    game: Box<dyn Game>,
    journal: Option<Journal>,
}

impl Sitting {
    /// A debate from its start.
    ///
    /// # Errors
    /// What in the scenario cannot be played.
    pub fn new(id: &str, scenario: Scenario) -> Result<Self, String> {
        let game = open(&scenario).map_err(|fault| fault.message)?;
        Ok(Self { scenario, id: id.to_owned(), game, journal: None })
    }

    /// A debate with the moves of its scenario played.
    ///
    /// # Errors
    /// What in the scenario cannot be played, or the first move that is not legal.
    pub fn replayed(id: &str, scenario: Scenario) -> Result<Self, String> {
        let game = resume(&scenario).map_err(|fault| fault.message)?;
        Ok(Self { scenario, id: id.to_owned(), game, journal: None })
    }

    /// A debate that a journal holds, to go on with.
    ///
    /// # Errors
    /// When the journal cannot be read, or a move in it is not legal.
    pub fn from_journal(path: &Path) -> Result<Self, String> {
        let (mut scenario, journal) = Journal::open(path).map_err(|e| e.to_string())?;
        let game = resume(&scenario).map_err(|fault| fault.message)?;
        // The record holds the moves from here on.
        scenario.moves = None;
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { scenario, id, game, journal: Some(journal) })
    }

    /// Begins to keep a journal in this folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_journal(&mut self, folder: &Path) -> Result<(), FileError> {
        self.journal = Some(Journal::create(folder, &self.scenario, &*self.game)?);
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
        Ok(Self { scenario, id: self.id.clone(), game, journal: None })
    }

    /// The position here, to draw while the game is away.
    pub fn position(&self) -> Arc<dyn Show> {
        self.game.at(self.here())
    }

    /// Where the debate stands.
    pub fn here(&self) -> NodeId {
        self.game.tree().here()
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
        Seat::ALL.into_iter().filter(|&s| self.game.seat_plan(s) == SeatPlan::Human).collect()
    }

    /// A person's move; on disk when this returns.
    ///
    /// # Errors
    /// Why it was refused, or why the journal could not be written.
    pub fn play(&mut self, seat: Seat, mv: Move) -> Result<(), String> {
        self.game.play(seat, mv).map_err(|refusal| refusal.to_string())?;
        self.write()
    }

    /// Goes to another place of the record.
    ///
    /// # Errors
    /// When there is no such place, or the journal could not be written.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), String> {
        self.game.go_to(node).map_err(|refusal| refusal.to_string())?;
        self.write()
    }

    /// Where taking back leads, if there is a person's move to take back.
    pub fn last_choice(&self) -> Option<NodeId> {
        let table: &dyn Table = &*self.game;
        table.last_choice()
    }

    /// Lets everything happen that needs no person, until one is needed or it is told to stop.
    ///
    /// # Errors
    /// When a program made a move that is not admitted, or the journal could not be written.
    pub fn run(&mut self, token: &Token) -> Result<Option<Advance>, String> {
        loop {
            if token.is_stopped() {
                return Ok(None);
            }
            let advance = self.game.advance().map_err(|refusal| refusal.to_string())?;
            self.write()?;
            token.report(self.game.tree().line().len() as u64, 0);
            if !matches!(advance, Advance::Moved(_)) {
                return Ok(Some(advance));
            }
        }
    }

    fn write(&mut self) -> Result<(), String> {
        match &mut self.journal {
            Some(journal) => journal.append(self.game.record()).map_err(|e| e.to_string()),
            None => Ok(()),
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

    /// Who sits in a seat, as a screen may say it before the review.
    pub fn player_words(&self, seat: Seat) -> String {
        let plan = self.game.seat_plan(seat);
        if plan != SeatPlan::Human && self.scenario.hides(Hidden::player(seat)) {
            "a program".into()
        } else {
            plan.words()
        }
    }
}
