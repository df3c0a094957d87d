//! A debate with the players that the command line names: strategies or external programs.

use std::time::Duration;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::PlayerArgs;
use super::figures::digest;
use super::redaction::Redaction;
use super::scenario_args::{DebateArgs, ScenarioArgs};
use crate::analysis::{BestResponse, Game};
use crate::debate::{Advance, BatchSimulator, PlayError, SeatPlan};
use crate::outside::{ProgramPlayError, ProgramRemark, ProgramSettings};
use crate::rules::{Actor, Seat, Turn};
use crate::scenario::{
    FileError, Hidden, Note, OUTSIDE, SafeText, Scenario, SeatFile, files, given_again, journal,
    open, replay,
};
use crate::work::CancelToken;

/// A debate with its players.
pub struct PreparedDebate {
    pub scenario: Scenario,
    /// The debate. It treats an external program as a person.
    pub game: Box<dyn Game>,
    pub names: [String; 3],
    pub programs: ProgramSettings,
    /// Removes the facts that the scenario hides. It does not hide players that the command line names. With
    /// `--reveal`, it hides nothing.
    pub sight: Redaction,
    /// The redaction for the players in the file. It hides them even if the command line names other players.
    before: Redaction,
}

/// A program's comment on its move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgramComment {
    /// The number of the move, from 1.
    pub r#move: usize,
    /// The seat of the program.
    pub by: Seat,
    /// The text of the comment. It can have several lines.
    pub comment: String,
    /// The program's own data about the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<serde_json::Value>,
}

impl DebateArgs {
    /// The debate with the players that the options name.
    pub fn seated(&self) -> anyhow::Result<PreparedDebate> {
        self.players.seated_in(self.asked.clone().apply_to(&self.file)?)
    }
}

impl PlayerArgs {
    /// The debate of a scenario with the players that the options name. If an option is missing, an honest program
    /// takes a person's seat.
    pub(super) fn seated_in(&self, found: ScenarioArgs) -> anyhow::Result<PreparedDebate> {
        let ScenarioArgs { mut scenario, name, text, seats } = found;
        scenario.seed = self.seed.or(scenario.seed);
        let at = |fault| FileError::at(&name, &text, fault);
        let set = |seat| seats.iter().rev().find(|(s, _)| *s == seat).map(|(_, written)| written);
        // A player who is replaced may not fit the changed scenario, so an honest player is opened instead.
        let mut opened = scenario.clone();
        let function = |seat: Seat| self.functions[seat.index()].as_ref();
        let named = |seat| function(seat).is_some() || set(seat).or(self.strategy(seat)).is_some();
        for seat in Seat::ALL.into_iter().filter(|&seat| named(seat)) {
            opened.seats.set(seat, SeatPlan::honest());
        }
        let mut game = open(&opened).map_err(at)?;
        let mut commands = [None, None, None];
        let mut plan = |seat: Seat| -> anyhow::Result<SeatPlan> {
            if let Some((name, _)) = function(seat) {
                commands[seat.index()] = Some(name.clone());
                return Ok(SeatPlan::Human);
            }
            let Some(written) = set(seat).or(self.strategy(seat)) else {
                if scenario.outside(seat).is_some() {
                    bail!("{}", given_again(seat));
                }
                return Ok(game.seat_plan(seat).without_person());
            };
            let player: SeatFile =
                written.parse().map_err(|e: String| anyhow::anyhow!("{}: {e}", seat.name()))?;
            match player.outside() {
                None => Ok(player.plan),
                Some(command) => {
                    commands[seat.index()] = Some(command.to_owned());
                    Ok(SeatPlan::Human)
                }
            }
        };
        let plans = [plan(Seat::Alice)?, plan(Seat::Bob)?, plan(Seat::Judge)?];
        game.set_seats(&plans).map_err(anyhow::Error::msg)?;
        replay(&scenario, &mut *game).map_err(at)?;
        let names = Seat::each(|seat| match &commands[seat.index()] {
            Some(command) => format!("{OUTSIDE}{command}"),
            None => game.seat_plan(seat).words(),
        });
        let move_time = Duration::from_secs_f64(self.move_time);
        let mut programs = ProgramSettings::new(&scenario, commands, move_time, true);
        programs.functions = Seat::each(|seat| function(seat).map(|(_, own)| own.clone()));
        let told = |what| Seat::ALL.into_iter().any(|s| what == Hidden::player(s) && named(s));
        let mut hidden = if self.reveal { Vec::new() } else { scenario.hide.clone() };
        let before = Redaction::hiding(hidden.clone());
        hidden.retain(|&what| !told(what));
        let sight = Redaction::hiding(hidden);
        Ok(PreparedDebate { scenario, game, names, programs, sight, before })
    }

    /// True if the options name a player or a seed.
    pub(super) fn are_named(&self) -> bool {
        let is_named =
            |seat: Seat| self.strategy(seat).is_some() || self.functions[seat.index()].is_some();
        self.seed.is_some() || Seat::ALL.into_iter().any(is_named)
    }

    pub(super) fn strategy(&self, seat: Seat) -> Option<&String> {
        match seat {
            Seat::Alice => self.alice.as_ref(),
            Seat::Bob => self.bob.as_ref(),
            Seat::Judge => self.judge.as_ref(),
        }
    }
}

impl PreparedDebate {
    /// Plays the debate to its end.
    pub fn play(
        &mut self,
        comments: &mut Vec<ProgramComment>,
        token: &CancelToken,
    ) -> anyhow::Result<()> {
        let table = self.game.table();
        if !self.programs.is_empty() {
            let mut outsiders = self.programs.start(token)?;
            let mut heard = |number, by, ProgramRemark { comment, meta }| {
                comments.push(ProgramComment { r#move: number, by, comment, meta });
            };
            return match outsiders.play(table, &mut heard, token) {
                Err(ProgramPlayError::Stuck(PlayError::Stopped(stopped))) => Err(stopped.into()),
                played => Ok(played.map(|_| ())?),
            };
        }
        let ended = match table.run_under(token) {
            Err(PlayError::Stopped(stopped)) => return Err(stopped.into()),
            Err(long @ PlayError::TooLong { .. }) => return Err(long.into()),
            ended => ended.context("a strategy made an illegal move")?,
        };
        match ended {
            Advance::Over(_) => Ok(()),
            Advance::Waiting(seat) => {
                bail!("{} is a person here. Name a strategy with --{seat}", seat.name())
            }
            Advance::Moved(_) => bail!("the debate did not end"),
        }
    }

    /// The complete players, as a scenario file describes them.
    pub fn players_json(&self) -> [serde_json::Value; 3] {
        Seat::each(|seat| match &self.programs.commands[seat.index()] {
            Some(_) => self.names[seat.index()].as_str().into(),
            None => json!(SeatFile::from(self.game.seat_plan(seat))),
        })
    }

    /// The files in the commands of external programs, each with its SHA-256.
    pub fn program_files(&self) -> Vec<(String, String)> {
        let words = Seat::ALL.into_iter().flat_map(|seat| self.programs.words(seat));
        let read = |word: String| Some((files::bytes(word.as_ref()).ok()?, word));
        words.filter_map(read).map(|(bytes, word)| (word, digest(&bytes))).collect()
    }

    /// The same debate at its start, with another seed.
    pub fn restart(&self, seed: u64) -> anyhow::Result<Self> {
        let plans = Seat::each(|seat| self.game.seat_plan(seat));
        Ok(Self {
            scenario: self.scenario.clone(),
            game: self.game.restart(seed, &plans).map_err(anyhow::Error::msg)?,
            names: self.names.clone(),
            programs: self.programs.clone(),
            sight: self.sight.clone(),
            before: self.before.clone(),
        })
    }

    /// The best response of a seat to the other players. If an external program plays, the best response is found by
    /// asking it.
    ///
    /// # Errors
    /// Returns the reason if the best response is unknown.
    pub fn best_response(&self, seat: Seat, token: &CancelToken) -> Result<BestResponse, String> {
        let plans = Seat::each(|seat| self.game.seat_plan(seat));
        let outside = |&other: &Seat| self.programs.commands[other.index()].is_some();
        match Seat::ALL.iter().any(|other| *other != seat && outside(other)) {
            true => {
                let asked = self.programs.best_response(&*self.game, &plans, seat, token);
                asked.map_err(|why| why.to_string())
            }
            false => self.game.best_response(&plans, seat, token),
        }
    }

    /// A simulator of debates with these players, from the start of the debate.
    pub fn simulator(&self, token: &CancelToken) -> anyhow::Result<Box<dyn BatchSimulator>> {
        let plans = Seat::each(|seat| self.game.seat_plan(seat));
        self.many_in(&*self.game, &plans, token).map_err(anyhow::Error::msg)
    }

    /// A simulator of debates with these players, from the start of this game. External programs play only seats of
    /// persons.
    pub fn many_in(
        &self,
        game: &dyn Game,
        plans: &[SeatPlan; 3],
        token: &CancelToken,
    ) -> Result<Box<dyn BatchSimulator>, String> {
        let mut programs = self.programs.clone();
        for seat in Seat::ALL.into_iter().filter(|seat| plans[seat.index()] != SeatPlan::Human) {
            programs.commands[seat.index()] = None;
            programs.functions[seat.index()] = None;
        }
        match programs.is_empty() {
            true => game.simulator(plans, token),
            false => {
                let game = game.restart(game.seed(), plans);
                game.map(|game| programs.simulator(game, plans.clone()))
            }
        }
    }

    /// The names of the players who make the moves, by seat. The players in the file made the moves that the record
    /// already has. Call this before the debate goes on.
    pub fn headings(&self) -> [String; 3] {
        let line = self.game.tree().line();
        let over = matches!(self.game.position().turn(), Turn::Over(_));
        let moved = |seat| self.game.tree().moves().any(|played| played.actor == Actor::Seat(seat));
        Seat::each(|seat| {
            let now = &self.names[seat.index()];
            let before = match self.scenario.outside(seat).cloned() {
                Some(program) => program.words(),
                None => match self.scenario.player(seat) {
                    SeatPlan::Human => "a person".into(),
                    plan => plan.words(),
                },
            };
            let before = self.before.player(seat, &before).to_owned();
            match over {
                true => before,
                false if moved(seat) && before != *now => {
                    format!("{before}, from move {} on {now}", line.len() + 1)
                }
                false => now.clone(),
            }
        })
    }

    /// The record of the debate, with the comments of programs. The record names an external program by its command.
    pub fn record(&self, comments: &[ProgramComment]) -> Scenario {
        let mut record = journal::played(&self.scenario, &*self.game);
        for seat in Seat::ALL {
            if let Some(command) = &self.programs.commands[seat.index()] {
                let written = format!("{OUTSIDE}{command}");
                record.seats.set(seat, SeatPlan::Program(written));
            }
        }
        // Notes that the file already has are not overwritten.
        let known: Vec<u32> = record.notes.iter().map(|note| note.at).collect();
        let new = comments.iter().filter_map(|said| {
            let at = u32::try_from(said.r#move).ok().filter(|at| !known.contains(at))?;
            let comment = SafeText::cut(&said.comment);
            (!comment.is_empty()).then(|| Note { at, comment, ..Note::default() })
        });
        record.notes.extend(new);
        record
    }
}
