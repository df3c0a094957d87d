//! A debate with its seats taken as the command line says: by strategies, or by programs outside.

use std::time::Duration;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Players;
use super::figures::digest;
use super::question::{AskedScenario, Debated};
use super::sight::Sight;
use crate::analysis::{Best, Game};
use crate::debate::{Advance, Many, SeatPlan, Stuck};
use crate::outside::{Programs, Remark, Unplayed};
use crate::rules::{Actor, Seat, Turn};
use crate::scenario::{
    FileError, Hidden, Note, OUTSIDE, Scenario, SeatFile, Words, files, given_again, journal, open,
    replay,
};
use crate::work::Token;

/// A debate, and who plays it.
pub struct Seated {
    /// The scenario.
    pub scenario: Scenario,
    /// The debate; a program outside sits in a person's seat.
    pub game: Box<dyn Game>,
    /// Who sits in the seats, as they are written.
    pub names: [String; 3],
    /// The programs outside.
    pub programs: Programs,
    /// What is told: nothing that the scenario hides until its review, unless these options name it or
    /// ask for it.
    pub sight: Sight,
    /// What is told of who sat there when the scenario was written: an option that names another player
    /// does not ask for it.
    before: Sight,
}

/// What a program remarked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comment {
    /// The number of its move, from 1.
    pub r#move: usize,
    /// Whose it was.
    pub by: Seat,
    /// The remark, of any number of lines.
    pub comment: String,
    /// What else it gave to be kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<serde_json::Value>,
}

impl Debated {
    /// The debate with its seats taken.
    pub fn seated(&self) -> anyhow::Result<Seated> {
        self.players.seated_in(self.asked.clone().of(&self.file)?)
    }
}

impl Players {
    /// The debate of a scenario, its seats taken as these options say. A person's seat that no
    /// option names is played by the honest program.
    pub(super) fn seated_in(&self, found: AskedScenario) -> anyhow::Result<Seated> {
        let AskedScenario { mut scenario, name, text, seats } = found;
        scenario.seed = self.seed.or(scenario.seed);
        let at = |fault| FileError::at(&name, &text, fault);
        let set = |seat| seats.iter().rev().find(|(s, _)| *s == seat).map(|(_, written)| written);
        // Who is replaced need not fit the scenario any more.
        let mut opened = scenario.clone();
        for seat in Seat::ALL.into_iter().filter(|&seat| set(seat).or(self.of(seat)).is_some()) {
            opened.seats.set(seat, SeatPlan::honest());
        }
        let mut game = open(&opened).map_err(at)?;
        let mut commands = [None, None, None];
        let mut plan = |seat: Seat| -> anyhow::Result<SeatPlan> {
            let Some(written) = set(seat).or(self.of(seat)) else {
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
        let programs = Programs::of(&scenario, commands, move_time, true);
        let named = |seat| set(seat).or(self.of(seat)).is_some();
        let told = |what| Seat::ALL.into_iter().any(|s| what == Hidden::player(s) && named(s));
        let mut hidden = if self.reveal { Vec::new() } else { scenario.hide.clone() };
        let before = Sight::without(hidden.clone());
        hidden.retain(|&what| !told(what));
        let sight = Sight::without(hidden);
        Ok(Seated { scenario, game, names, programs, sight, before })
    }

    /// Whether a player or a seed is named.
    pub(super) fn are_named(&self) -> bool {
        self.seed.is_some() || Seat::ALL.into_iter().any(|seat| self.of(seat).is_some())
    }

    pub(super) fn of(&self, seat: Seat) -> Option<&String> {
        match seat {
            Seat::Alice => self.alice.as_ref(),
            Seat::Bob => self.bob.as_ref(),
            Seat::Judge => self.judge.as_ref(),
        }
    }
}

impl Seated {
    /// Plays the debate to its end.
    pub fn play(&mut self, comments: &mut Vec<Comment>, token: &Token) -> anyhow::Result<()> {
        let table = self.game.table();
        if !self.programs.is_empty() {
            let mut outsiders = self.programs.start(token)?;
            let mut heard = |number, by, Remark { comment, meta }| {
                comments.push(Comment { r#move: number, by, comment, meta });
            };
            return match outsiders.play(table, &mut heard, token) {
                Err(Unplayed::Stuck(Stuck::Stopped(stopped))) => Err(stopped.into()),
                played => Ok(played.map(|_| ())?),
            };
        }
        let ended = match table.run_under(token) {
            Err(Stuck::Stopped(stopped)) => return Err(stopped.into()),
            ended => ended.context("a program made a move that is not legal")?,
        };
        match ended {
            Advance::Over(_) => Ok(()),
            Advance::Waiting(seat) => bail!("{} is a person's seat", seat.name()),
            Advance::Moved(_) => bail!("the debate did not end"),
        }
    }

    /// The players whole, as a file writes them.
    pub fn whole(&self) -> [serde_json::Value; 3] {
        Seat::each(|seat| match &self.programs.commands[seat.index()] {
            Some(_) => self.names[seat.index()].as_str().into(),
            None => json!(SeatFile::from(self.game.seat_plan(seat))),
        })
    }

    /// The files that programs outside are run from, the words of their commands that are files, each
    /// with its SHA-256.
    pub fn program_files(&self) -> Vec<(String, String)> {
        let words = Seat::ALL.into_iter().flat_map(|seat| self.programs.words(seat));
        let read = |word: String| Some((files::bytes(word.as_ref()).ok()?, word));
        words.filter_map(read).map(|(bytes, word)| (word, digest(&bytes))).collect()
    }

    /// The same debate from its start, with another seed.
    pub fn again(&self, seed: u64) -> anyhow::Result<Self> {
        let plans = Seat::each(|seat| self.game.seat_plan(seat));
        Ok(Self {
            scenario: self.scenario.clone(),
            game: self.game.again(seed, &plans).map_err(anyhow::Error::msg)?,
            names: self.names.clone(),
            programs: self.programs.clone(),
            sight: self.sight.clone(),
            before: self.before.clone(),
        })
    }

    /// The best response of a seat to the others; programs outside are asked for it.
    ///
    /// # Errors
    /// Why it is not known.
    pub fn best_response(&self, seat: Seat, token: &Token) -> Result<Best, String> {
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

    /// Debates by the same players, from the start.
    pub fn many(&self, token: &Token) -> anyhow::Result<Box<dyn Many>> {
        let plans = Seat::each(|seat| self.game.seat_plan(seat));
        self.many_in(&*self.game, &plans, token).map_err(anyhow::Error::msg)
    }

    /// Debates from the start of this game by these players; programs outside sit in persons' seats, and in
    /// no others.
    pub fn many_in(
        &self,
        game: &dyn Game,
        plans: &[SeatPlan; 3],
        token: &Token,
    ) -> Result<Box<dyn Many>, String> {
        let mut programs = self.programs.clone();
        for seat in Seat::ALL.into_iter().filter(|seat| plans[seat.index()] != SeatPlan::Human) {
            programs.commands[seat.index()] = None;
        }
        match programs.is_empty() {
            true => game.many(plans, token),
            false => {
                let game = game.again(game.seed(), plans);
                game.map(|game| programs.many(game, plans.clone()))
            }
        }
    }

    /// Who makes the moves, before more are made: those that a record already holds are by whoever sat
    /// there then.
    pub fn headings(&self) -> [String; 3] {
        let line = self.game.tree().line();
        let over = matches!(self.game.now().turn(), Turn::Over(_));
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

    /// The scenario as it was played, with what programs remarked; a seat of a program outside says
    /// so.
    pub fn record(&self, comments: &[Comment]) -> Scenario {
        let mut record = journal::played(&self.scenario, &*self.game);
        for seat in Seat::ALL {
            if let Some(command) = &self.programs.commands[seat.index()] {
                let written = format!("{OUTSIDE}{command}");
                record.seats.set(seat, SeatPlan::Program(written));
            }
        }
        // A line of play that was there before has its comments; those are not written over.
        let known: Vec<u32> = record.notes.iter().map(|note| note.at).collect();
        let new = comments.iter().filter_map(|said| {
            let at = u32::try_from(said.r#move).ok().filter(|at| !known.contains(at))?;
            let comment = Words::cut(&said.comment);
            (!comment.is_empty()).then(|| Note { at, comment, ..Note::default() })
        });
        record.notes.extend(new);
        record
    }
}
