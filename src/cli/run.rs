//! `elenchus run` and `elenchus replay`: one debate, narrated.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::long::{long, long_or_left, patient};
use super::output::{Ended, Out, Print, To};
use super::question::{Debated, find};
use super::seated::{Comment, Seated};
use super::sight::Sight;
use crate::analysis::Game;
use crate::export::{ended, one_of_many, said};
use crate::review;
use crate::rules::{Cost, Eye, Seat, Turn};
use crate::scenario::{
    Attempt, FileError, Hidden, Scenario, journal, open, reading, replay, show_line, write,
};
use crate::text::narrate;
use crate::work::{Stopped, Token};

/// A debate as JSON, its record last.
#[derive(Serialize)]
pub(super) struct PlayedJson {
    #[serde(flatten)]
    played: Value,
    /// With its keys in their order: the first claim is the root, and bits are numbered as the inputs stand.
    record: Box<Scenario>,
}

/// Let programs play a debate, and narrate it.
#[derive(Debug, Args)]
pub struct Run {
    #[command(flatten)]
    debated: Debated,
    /// Save the debate to this file; it names its players, and hides what the scenario hides.
    #[arg(short, long, alias = "save", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file that is there.
    #[arg(long, requires = "out")]
    force: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Replay a saved debate and narrate it.
#[derive(Debug, Args)]
pub struct Replay {
    /// A saved debate.
    file: String,
    #[command(flatten)]
    print: Print,
}

impl Run {
    /// Runs it.
    pub fn run(self) -> Ended {
        let out = self.out.as_deref().map(|path| Out::file(path, self.force)).transpose()?;
        let mut seated = self.debated.seated()?;
        let was_over = matches!(seated.game.now().turn(), Turn::Over(_));
        if was_over && self.debated.players.are_named() {
            bail!(
                "{}: this debate is over, and nobody moves in it any more: `elenchus replay` tells it",
                self.debated.file
            );
        }
        let names = seated.headings();
        let moves = seated.game.record().len();
        let mut comments = Vec::new();
        let played = long("moves", |token| seated.play(&mut comments, token))?;
        let partial = played.as_ref().is_err_and(|error| error.is::<Stopped>());
        // A debate that stopped is kept as far as it went.
        let mut record = seated.record(&comments);
        if was_over {
            record.seats = seated.scenario.seats.clone();
        } else if record.attempt.is_none() && seated.scenario.moves.is_some() {
            // Whoever sits there now did not make the moves that the file began with.
            record.attempt = Some(Attempt::at("", &seated.scenario, "")?);
        }
        let moved = seated.game.record().len() > moves;
        if let Some(out) = out.filter(|_| played.is_ok() || moved) {
            out.text(&write(&record)?)?;
        }
        if !partial {
            played?;
        }
        let Seated { scenario, game, sight, .. } = &seated;
        let (game, sight, comments) = (&**game, sight.clone(), &*comments);
        let doubts = Vec::new();
        let told = PlayedOut { scenario, game, names, record, sight, comments, doubts };
        told.print(&To::default(), self.json, partial)
    }
}

impl Replay {
    /// Runs it.
    pub fn run(self) -> Ended {
        let Self { file, print: Print { json, to } } = self;
        let (scenario, game, doubts) = long_or_left("lines", move |token| replayed(&file, token))??;
        let partial = doubts.is_err();
        let doubts = doubts.unwrap_or_default();
        let told = PlayedOut::saved(&scenario, &*game, doubts);
        told.print(&to, json, partial)
    }
}

/// A saved debate, its moves played; and what of it the seed, its programs and the rules do not bear out, once
/// it is over, or that it was stopped before.
type Replayed = (Scenario, Box<dyn Game>, Result<Vec<String>, Stopped>);

fn replayed(file: &str, token: &Token) -> anyhow::Result<Replayed> {
    let entry = reading::under(token, || find(file))??;
    let scenario = entry.scenario?;
    if scenario.moves.is_none() {
        bail!("{file}: nothing was played here; `elenchus run` plays it");
    }
    let at = |fault| FileError::at(file, &entry.text, fault);
    let mut game = reading::under(token, || open(&scenario))?.map_err(at)?;
    let played = reading::under(token, || replay(&scenario, &mut *game));
    let is_over = matches!(game.now().turn(), Turn::Over(_));
    let doubts = match played {
        Ok(played) => {
            played.map_err(at)?;
            show_line(&scenario, &mut *game);
            let again = || is_over.then(|| review::replay(&scenario)).transpose();
            reading::under(token, again).map(|again| {
                let doubts = again.ok().flatten().map(|again| again.doubts).unwrap_or_default();
                doubts.iter().map(ToString::to_string).collect()
            })
        }
        Err(stopped) => Err(stopped),
    };
    Ok((scenario, game, doubts))
}

/// What was played, its record, what is told of it, and what programs remarked.
pub(super) struct PlayedOut<'a> {
    scenario: &'a Scenario,
    game: &'a dyn Game,
    /// Who sits in the seats.
    names: [String; 3],
    record: Scenario,
    sight: Sight,
    comments: &'a [Comment],
    /// What the seed, its programs and the rules do not bear out.
    doubts: Vec<String>,
}

impl<'a> PlayedOut<'a> {
    /// A saved debate, and what of it is not borne out. Where a program outside sat, it is named.
    pub(super) fn saved(scenario: &'a Scenario, game: &'a dyn Game, doubts: Vec<String>) -> Self {
        let record = journal::played(scenario, game);
        let names = Seat::each(|seat| match scenario.outside(seat) {
            Some(program) => program.words(),
            None => game.seat_plan(seat).words(),
        });
        let sight = Sight::of_played(scenario, game);
        Self { scenario, game, names, record, sight, comments: &[], doubts }
    }

    /// Whether the claim is true, if that is told.
    fn truth(&self) -> Option<bool> {
        let told = self.sight.sees(Hidden::Truth);
        told.then(|| self.game.now().truth(&patient()).ok().flatten()).flatten()
    }

    fn print(&self, to: &To, as_json: bool, partial: bool) -> Ended {
        let stopped =
            if partial { "stopped; what was played until then is partial\n\n" } else { "" };
        match as_json {
            true => to.json(&self.to_json(partial))?,
            false => to.text(&(stopped.to_owned() + &self.story()))?,
        };
        if partial { Err(Stopped.into()) } else { Ok(true) }
    }

    /// A debate as JSON.
    pub(super) fn to_json(&self, partial: bool) -> PlayedJson {
        let Self { game, sight, .. } = self;
        let now = game.now();
        let outcome = if let Turn::Over(outcome) = now.turn() { Some(outcome) } else { None };
        let mut played = json!({
            "winner": outcome.as_ref().map(|o| o.winner),
            "claim_true": outcome.as_ref().and_then(|_| self.truth()),
            "payoff": outcome.as_ref().and_then(|o| o.payoff),
            "alice_right": sight.truth(outcome.as_ref().and_then(|_| now.answer_is_right())),
            "rounds": now.rounds(),
            "ledger": ledger(*game),
            "partial": partial,
            "hidden": sight.hidden(),
            "comments": self.comments,
        });
        if !self.doubts.is_empty() {
            played["doubts"] = json!(self.doubts);
        }
        if let Some((right, rulings)) = sight.truth(now.rulings()) {
            played["right_rulings"] = json!({ "right": right, "rulings": rulings });
        }
        let record = Box::new((*sight.see(self.record.clone())).clone());
        PlayedJson { played, record }
    }

    /// A debate in words.
    pub(super) fn story(&self) -> String {
        let Self { scenario, game, names, sight, comments, .. } = self;
        let now = game.now();
        let mut text = format!("{}\n{}\n\n", scenario.title, scenario.claim);
        let over = matches!(now.turn(), Turn::Over(_));
        let eye = scenario.seat.filter(|_| !over).map_or(Eye::All, Eye::Seat);
        for seat in Seat::ALL {
            text += &format!("  {:<6} {}\n", seat.word(), sight.player(seat, &names[seat.index()]));
        }
        text += "\n";
        for (n, &node) in game.tree().line().iter().enumerate() {
            let line = said(*game, node, eye).unwrap_or_default();
            text += &format!("{:>4}  {line}\n", n + 1);
            let is_seen = game.tree().played(node).is_some_and(|played| eye.sees(played.to));
            for comment in comments.iter().filter(|c| c.r#move == n + 1 && is_seen) {
                let said = comment.comment.replace('\n', "\n           ");
                if !said.is_empty() {
                    text += &format!("          \u{201c}{said}\u{201d}\n");
                }
            }
        }
        if let Some(lines) = one_of_many(*game) {
            text += &format!("\n{lines}\n");
        }
        text += "\n";
        match now.turn() {
            Turn::Over(outcome) => text += &format!("{}\n", ended(now, &outcome)),
            Turn::Ask(seat) => {
                text += &format!("The debate is not over: the next move is {}'s.\n", seat.name());
            }
            _ => text += "The debate is not over.\n",
        }
        if let Some(truth) = over.then(|| self.truth()).flatten() {
            text += &format!("The claim is {truth}.\n");
        }
        for seat in Seat::ALL {
            let account = now.ledger().of(seat);
            let paid: Vec<String> = Cost::ALL
                .into_iter()
                .filter(|&cost| account.paid(cost) > 0 || account.limit(cost).is_some())
                .map(|cost| {
                    let limit =
                        account.limit(cost).map_or(String::new(), |limit| format!("/{limit}"));
                    format!("{} {}{limit}", narrate::cost(cost), account.paid(cost))
                })
                .collect();
            if !paid.is_empty() {
                text += &format!("  {:<6} {}\n", seat.word(), paid.join("   "));
            }
        }
        for doubt in &self.doubts {
            text += &format!("not borne out: {doubt}\n");
        }
        text
    }
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
