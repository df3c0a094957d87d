//! `elenchus run` and `elenchus replay`: one debate, narrated.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde_json::{Map, Value, json};

use super::long::{long, long_or_left};
use super::output::{self, Ended};
use super::question::{Debated, find};
use super::seated::{Comment, Seated};
use crate::analysis::Game;
use crate::debate::{Played, told};
use crate::rules::{Cost, Seat, Turn};
use crate::scenario::{FileError, Hidden, Scenario, journal, open, reading, replay};
use crate::show::narrate;
use crate::work::{Stopped, Token};

/// Let programs play a debate, and narrate it.
#[derive(Debug, Args)]
pub struct Run {
    #[command(flatten)]
    debated: Debated,
    /// Save the debate to this file.
    #[arg(long, value_name = "OUT")]
    save: Option<PathBuf>,
    /// Print JSON; it hides nothing.
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
        let mut seated = self.debated.seated()?;
        let mut comments = Vec::new();
        let played = long("moves", |token| seated.play(&mut comments, token))?;
        let partial = played.as_ref().is_err_and(|error| error.is::<Stopped>());
        // A debate that stopped is kept as far as it went.
        let record = seated.record(&comments);
        if let Some(path) = &self.save {
            journal::save(path, &record)?;
        }
        if !partial {
            played?;
        } else if !self.json {
            output::text("stopped; what was played until then is partial\n\n")?;
        }
        let Seated { scenario, game, .. } = &seated;
        let shows = Shows::of_seated(&seated);
        let told = Told { scenario, record, shows, comments: &comments };
        print(&told, &**game, self.json, partial)?;
        if partial { Err(Stopped.into()) } else { Ok(true) }
    }
}

impl Replay {
    /// Runs it.
    pub fn run(self) -> Ended {
        let Self { file, json } = self;
        let Replayed { scenario, game, partial } =
            long_or_left("lines", move |token| replayed(&file, token))??;
        let names = Seat::each(|seat| match scenario.seats.of(seat) {
            Some(player) if player.value.outside().is_some() => player.value.0.words(),
            _ => game.seat_plan(seat).words(),
        });
        let mut record = journal::played(&scenario, &*game);
        for seat in Seat::ALL {
            if let Some(player) = scenario.seats.of(seat).filter(|p| p.value.outside().is_some()) {
                record.seats.set(seat, player.value.clone());
            }
        }
        let shows = Shows::of_played(&scenario, &*game, &names);
        let told = Told { scenario: &scenario, record, shows, comments: &[] };
        if partial && !json {
            output::text("stopped; what was replayed until then is partial\n\n")?;
        }
        print(&told, &*game, json, partial)?;
        if partial { Err(Stopped.into()) } else { Ok(true) }
    }
}

/// A saved debate, its moves played.
struct Replayed {
    scenario: Scenario,
    game: Box<dyn Game>,
    /// Whether it was stopped before its last move.
    partial: bool,
}

fn replayed(file: &str, token: &Token) -> anyhow::Result<Replayed> {
    let entry = reading::under(token, || find(file))??;
    let scenario = entry.scenario?;
    if scenario.moves.is_none() {
        bail!("{file}: nothing was played here; `elenchus run` plays it");
    }
    let at = |fault| FileError::at(file, &entry.text, fault);
    let mut game = reading::under(token, || open(&scenario))?.map_err(at)?;
    let partial = match reading::under(token, || replay(&scenario, &mut *game)) {
        Ok(played) => played.map_err(at).map(|()| false)?,
        Err(Stopped) => true,
    };
    Ok(Replayed { scenario, game, partial })
}

/// Who sits in a seat that the scenario does not tell of.
pub(super) const UNNAMED: &str = "a program, hidden until the review";

/// What is shown of what a scenario hides until its review.
pub(super) struct Shows {
    /// Who sits in the seats; none where that is hidden.
    players: [Option<String>; 3],
    truth: bool,
}

impl Shows {
    /// Everything, once a debate is over; while it goes on, what its scenario hides stays hidden
    /// from the one who plays it.
    pub(super) fn of_played(scenario: &Scenario, game: &dyn Game, names: &[String; 3]) -> Self {
        let over = matches!(game.now().turn(), Turn::Over(_));
        let player = |seat: Seat| {
            let shown = over || !scenario.hides(Hidden::player(seat));
            shown.then(|| names[seat.index()].clone())
        };
        Self { players: Seat::each(player), truth: over }
    }

    /// What a debate of programs shows: nothing that stays hidden where it was seated.
    fn of_seated(seated: &Seated) -> Self {
        let shown = |what| !seated.hidden.contains(&what);
        let player =
            |seat: Seat| shown(Hidden::player(seat)).then(|| seated.names[seat.index()].clone());
        Self { players: Seat::each(player), truth: shown(Hidden::Truth) }
    }

    /// Who sits in a seat.
    pub(super) fn player(&self, seat: Seat) -> &str {
        self.players[seat.index()].as_deref().unwrap_or(UNNAMED)
    }
}

/// What was played, its record, what is shown of it, and what programs remarked.
struct Told<'a> {
    scenario: &'a Scenario,
    record: Scenario,
    shows: Shows,
    comments: &'a [Comment],
}

fn print(told: &Told<'_>, game: &dyn Game, as_json: bool, partial: bool) -> Ended {
    if as_json {
        let mut json = to_json(told.scenario, game, partial);
        json["record"] = json!(told.record);
        json["comments"] = json!(told.comments);
        output::json(&json)
    } else {
        output::text(&story(told.scenario, game, &told.shows, told.comments))
    }
}

/// A debate as JSON.
pub(super) fn to_json(scenario: &Scenario, game: &dyn Game, partial: bool) -> Value {
    let now = game.now();
    let outcome = match now.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    };
    let rounds = Seat::ALL.iter().map(|&seat| now.ledger().of(seat).paid(Cost::Rounds)).max();
    let mut played = json!({
        "winner": outcome.as_ref().map(|o| o.winner),
        "claim_true": outcome.and_then(|_| truth(game)),
        "payoff": outcome.as_ref().and_then(|o| o.payoff),
        "alice_right": outcome.as_ref().and_then(|o| o.payoff.and(now.answer_is_right())),
        "rounds": rounds.unwrap_or_default().max(u64::from(outcome.is_some())),
        "ledger": ledger(game),
        "record": journal::played(scenario, game),
        "partial": partial,
    });
    if let Some((right, rulings)) = now.rulings() {
        played["right_rulings"] = json!({ "right": right, "rulings": rulings });
    }
    played
}

/// Whether the claim is true, if a second or two tell.
fn truth(game: &dyn Game) -> Option<bool> {
    game.now().truth(&Token::limited(1_000)).ok().flatten()
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
pub(super) fn story(
    scenario: &Scenario,
    game: &dyn Game,
    shows: &Shows,
    comments: &[Comment],
) -> String {
    let now = game.now();
    let mut text = format!("{}\n{}\n\n", scenario.title, now.claim());
    let over = matches!(now.turn(), Turn::Over(_));
    let shown = |played: &Played| over || scenario.seat.is_none_or(|s| played.to.includes(s));
    for seat in Seat::ALL {
        text += &format!("  {:<6} {}\n", seat.word(), shows.player(seat));
    }
    text += "\n";
    for (n, &node) in game.tree().line().iter().enumerate() {
        if let Some(played) = game.tree().played(node) {
            let line = match told(game, node).filter(|_| shown(played)) {
                Some(told) => narrate::line(played.actor, &told, None),
                None => format!("{}: hidden until the end", narrate::who(played.actor, None)),
            };
            text += &format!("{:>4}  {line}\n", n + 1);
            for comment in comments.iter().filter(|c| c.r#move == n + 1 && shown(played)) {
                let said = comment.comment.replace('\n', "\n           ");
                if !said.is_empty() {
                    text += &format!("          \u{201c}{said}\u{201d}\n");
                }
            }
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
                None if now.score().is_some() => text += &format!("{}\n", now.why()),
                None => text += &format!("{name} wins. {}\n", now.why()),
            }
        }
        Turn::Ask(seat) => {
            text += &format!("The debate is not over: the next move is {}'s.\n", seat.name());
        }
        _ => text += "The debate is not over.\n",
    }
    match (over && shows.truth).then(|| truth(game)).flatten() {
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
