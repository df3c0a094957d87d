//! `elenchus run` and `elenchus replay`: one debate, narrated.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::{Map, Value, json};

use super::Players;
use super::output::{self, Ended};
use super::question::{Asked, Found, find};
use crate::analysis::Game;
use crate::debate::{Advance, Played, SeatPlan};
use crate::rules::{Cost, Move, Outcome, Seat, Turn, YesNo};
use crate::scenario::{FileError, Hidden, Scenario, SeatFile, journal, open, replay, resume};
use crate::show::narrate;

/// Let programs play a debate, and narrate it.
#[derive(Debug, Args)]
pub struct Run {
    /// A scenario: a file, or the name of a shipped one.
    file: String,
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    asked: Asked,
    /// Save the debate to this file.
    #[arg(long, value_name = "OUT")]
    save: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Replay a saved debate and narrate it.
#[derive(Debug, Args)]
pub struct Replay {
    /// A saved debate.
    file: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Run {
    /// Runs it.
    pub fn run(self) -> Ended {
        let (scenario, mut game) = self.players.seated(&self.file, self.asked)?;
        play_out(&mut *game)?;
        if let Some(path) = &self.save {
            journal::save(path, &journal::played(&scenario, &*game))?;
        }
        print(&scenario, &*game, self.json)
    }
}

impl Replay {
    /// Runs it.
    pub fn run(self) -> Ended {
        let entry = find(&self.file)?;
        let scenario = entry.scenario?;
        if scenario.moves.is_none() {
            bail!("{}: nothing was played here; `elenchus run` plays it", self.file);
        }
        let game = resume(&scenario).map_err(|f| FileError::at(&self.file, &entry.text, f))?;
        print(&scenario, &*game, self.json)
    }
}

impl Players {
    /// The debate of a file, its seats taken as these options say. A person's seat that no option
    /// names is played by the honest program.
    pub(super) fn seated(
        &self,
        file: &str,
        asked: Asked,
    ) -> anyhow::Result<(Scenario, Box<dyn Game>)> {
        self.seated_in(asked.of(file)?)
    }

    /// The debate of a scenario, its seats taken as these options say.
    pub(super) fn seated_in(&self, found: Found) -> anyhow::Result<(Scenario, Box<dyn Game>)> {
        let Found { mut scenario, name, text, seats } = found;
        scenario.seed = self.seed.or(scenario.seed);
        let at = |fault| FileError::at(&name, &text, fault);
        let mut game = open(&scenario).map_err(at)?;
        let set = |seat| seats.iter().rev().find(|(s, _)| *s == seat).map(|(_, written)| written);
        let plan = |seat: Seat| match (set(seat).or(self.of(seat)), game.seat_plan(seat)) {
            (Some(written), _) => {
                let read = written.parse().map(|SeatFile(plan)| plan);
                read.map_err(|e: String| anyhow::anyhow!("{}: {e}", seat.name()))
            }
            (None, SeatPlan::Human) => Ok(SeatPlan::honest()),
            (None, plan) => Ok(plan),
        };
        let plans = [plan(Seat::Alice)?, plan(Seat::Bob)?, plan(Seat::Judge)?];
        game.set_seats(&plans).map_err(anyhow::Error::msg)?;
        replay(&scenario, &mut *game).map_err(at)?;
        Ok((scenario, game))
    }

    fn of(&self, seat: Seat) -> Option<&String> {
        match seat {
            Seat::Alice => self.alice.as_ref(),
            Seat::Bob => self.bob.as_ref(),
            Seat::Judge => self.judge.as_ref(),
        }
    }
}

/// Lets the programs play to the end.
fn play_out(game: &mut dyn Game) -> anyhow::Result<Outcome> {
    match game.table().run().context("a program made a move that is not legal")? {
        Advance::Over(outcome) => Ok(outcome),
        Advance::Waiting(seat) => bail!("{} is a person's seat", seat.name()),
        Advance::Moved(_) => bail!("the debate did not end"),
    }
}

fn print(scenario: &Scenario, game: &dyn Game, as_json: bool) -> Ended {
    if as_json {
        output::json(&to_json(scenario, game))
    } else {
        output::text(&story(scenario, game))
    }
}

/// A debate as JSON.
fn to_json(scenario: &Scenario, game: &dyn Game) -> Value {
    let now = game.now();
    let outcome = match now.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    };
    let rounds = Seat::ALL.iter().map(|&seat| now.ledger().of(seat).paid(Cost::Rounds)).max();
    json!({
        "winner": outcome.as_ref().map(|o| o.winner),
        "claim_true": if outcome.is_some() { now.truth() } else { None },
        "payoff": outcome.as_ref().and_then(|o| o.payoff),
        "alice_right": outcome.as_ref().and_then(|o| o.payoff.and(alice_right(game))),
        "rounds": rounds.unwrap_or_default().max(u64::from(outcome.is_some())),
        "ledger": ledger(game),
        "record": journal::played(scenario, game),
    })
}

/// Whether Alice's answer to the root claim is right, once she has given one.
fn alice_right(game: &dyn Game) -> Option<bool> {
    let tree = game.tree();
    let mut line = tree.line().iter().filter_map(|&node| tree.played(node));
    let answer = line.find_map(|played| match played.mv {
        Move::Claim(YesNo(answer)) => Some(answer),
        _ => None,
    })?;
    Some(answer == game.now().truth()?)
}

fn ledger(game: &dyn Game) -> Map<String, Value> {
    let account = |seat: Seat| {
        let account = game.now().ledger().of(seat);
        let paid: Map<String, Value> = Cost::ALL
            .into_iter()
            .filter(|cost| cost.is_query() || account.paid(*cost) > 0)
            .map(|cost| (cost.key().to_owned(), account.paid(cost).into()))
            .collect();
        (seat.word().to_owned(), Value::from(paid))
    };
    Seat::ALL.into_iter().map(account).collect()
}

/// A debate in words.
fn story(scenario: &Scenario, game: &dyn Game) -> String {
    let now = game.now();
    let mut text = format!("{}\n{}\n\n", scenario.title, now.claim());
    // While a debate goes on, what its scenario hides stays hidden from the one who plays it.
    let over = matches!(now.turn(), Turn::Over(_));
    let shown = |played: &Played| over || scenario.seat.is_none_or(|s| played.to.includes(s));
    for seat in Seat::ALL {
        let player = match over || !scenario.hides(Hidden::player(seat)) {
            true => game.seat_plan(seat).words(),
            false => "a program, hidden until the end".to_owned(),
        };
        text += &format!("  {:<6} {player}\n", seat.word());
    }
    text += "\n";
    for (n, &node) in game.tree().line().iter().enumerate() {
        if let Some(played) = game.tree().played(node) {
            let line = match shown(played) {
                true => narrate::line(played.actor, &played.mv, None),
                false => format!("{}: hidden until the end", narrate::who(played.actor, None)),
            };
            text += &format!("{:>4}  {line}\n", n + 1);
        }
    }
    let lines = game.tree().leaves().len();
    if lines > 1 {
        text += &format!(
            "\nThis is one of {lines} lines of play in the record; the last one gone to.\n"
        );
    }
    text += "\n";
    match now.turn() {
        Turn::Over(outcome) => {
            let name = outcome.winner.seat().name();
            match outcome.payoff {
                Some(paid) => text += &format!("Alice is paid {paid:.4}. {}\n", now.why()),
                None => text += &format!("{name} wins. {}\n", now.why()),
            }
        }
        Turn::Ask(seat) => {
            text += &format!("The debate is not over: the next move is {}'s.\n", seat.name());
        }
        _ => text += "The debate is not over.\n",
    }
    match now.truth().filter(|_| over) {
        Some(true) => text += "The claim is true.\n",
        Some(false) => text += "The claim is false.\n",
        None => {}
    }
    for seat in Seat::ALL {
        let account = now.ledger().of(seat);
        let paid: Vec<String> = Cost::ALL
            .into_iter()
            .filter(|&cost| account.paid(cost) > 0 || account.limit(cost).is_some())
            .map(|cost| match account.limit(cost) {
                Some(limit) => format!("{} {}/{limit}", narrate::cost(cost), account.paid(cost)),
                None => format!("{} {}", narrate::cost(cost), account.paid(cost)),
            })
            .collect();
        if !paid.is_empty() {
            text += &format!("  {:<6} {}\n", seat.word(), paid.join("   "));
        }
    }
    text
}
