//! `elenchus run` and `elenchus replay`: play or replay one debate, and narrate it.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::output::{CommandResult, OUTPUT, OutputArgs, OutputSink, PrintArgs};
use super::prepared::{PreparedDebate, ProgramComment};
use super::progress::{TimeLimit, short_token, with_progress, with_progress_detached};
use super::redaction::Redaction;
use super::scenario_args::{DebateArgs, find};
use crate::analysis::Game;
use crate::debate::NodeId;
use crate::export::{CommentedMove, RecordNotes, ended, line_text_for, one_of_many};
use crate::review;
use crate::rules::{Cost, Seat, Turn, Viewer};
use crate::scenario::library::LibraryEntry;
use crate::scenario::{
    Attempt, FileError, Hidden, Scenario, cancellable, journal, open, replay, show_line, write,
};
use crate::text::narrate;
use crate::work::{CancelToken, Cancelled};

/// A debate as JSON. The record is the last key.
#[derive(Serialize)]
pub(super) struct PlayedJson {
    #[serde(flatten)]
    played: Value,
    /// The order of the record's keys matters: the first claim is the root, and the inputs number the bits. A
    /// `serde_json::Value` would sort the keys.
    record: Box<Scenario>,
}

/// Play one debate between strategies or programs, and narrate it.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus run contract-comma --bob lazy
  elenchus run find-the-lie --bob 'program:python3 player.py' --out debate.yaml")]
pub struct Run {
    #[command(flatten)]
    debated: DebateArgs,
    /// Save the debate to this file.
    ///
    /// The file names the players and has all moves. `replay`, `grade` and the playground open it.
    #[arg(short, long, alias = "save", value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "out", help_heading = OUTPUT)]
    force: bool,
    /// Print JSON instead of text.
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
}

/// Replay a saved debate, check its moves, and narrate it.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  elenchus replay debate.yaml")]
pub struct Replay {
    /// A saved debate: a file, or - for standard input.
    file: String,
    #[command(flatten)]
    limit: TimeLimit,
    #[command(flatten)]
    print: PrintArgs,
}

impl Run {
    pub fn run(self) -> CommandResult {
        self.debated.limit.start()?;
        let out = self.out.as_deref().map(|path| OutputSink::file(path, self.force)).transpose()?;
        let mut seated = self.debated.seated()?;
        let End { names, comments, record, result, moved } =
            with_progress("moves", |token| End::of(&self.debated, &mut seated, token))??;
        let partial = result.as_ref().is_err_and(|error| error.is::<Cancelled>());
        // A debate that was stopped is saved with the moves so far.
        if let Some(out) = out.filter(|_| result.is_ok() || moved) {
            out.text(&write(&record)?)?;
        }
        if !partial {
            result?;
        }
        let told = PlayedOut::new(&seated, names, record, &comments);
        told.print(&OutputArgs::default(), self.json, partial)
    }
}

/// A debate that was played to its end, or as far as it went.
pub(super) struct End {
    /// The names of the players who made the moves, by seat.
    pub names: [String; 3],
    pub comments: Vec<ProgramComment>,
    pub record: Scenario,
    /// The reason why the debate did not end.
    pub result: anyhow::Result<()>,
    /// True if a move was made.
    pub moved: bool,
}

impl End {
    /// Plays a debate to its end.
    ///
    /// # Errors
    /// Returns an error if the debate was over before.
    pub(super) fn of(
        debated: &DebateArgs,
        seated: &mut PreparedDebate,
        token: &CancelToken,
    ) -> anyhow::Result<Self> {
        let was_over = matches!(seated.game.position().turn(), Turn::Over(_));
        if was_over && debated.players.are_named() {
            bail!(
                "{}: this debate is over, so other players cannot continue it. Narrate it with \
                 `elenchus replay`",
                debated.file
            );
        }
        let names = seated.headings();
        let moves = seated.game.record().len();
        let mut comments = Vec::new();
        let result = seated.play(&mut comments, token);
        let mut record = seated.record(&comments);
        if was_over {
            record.seats = seated.scenario.seats.clone();
        } else if record.attempt.is_none() && seated.scenario.moves.is_some() {
            // The moves at the start of the file come from other players.
            record.attempt = Some(Attempt::at("", &seated.scenario, "")?);
        }
        let moved = seated.game.record().len() > moves;
        Ok(Self { names, comments, record, result, moved })
    }
}

impl Replay {
    pub fn run(self) -> CommandResult {
        let Self { file, limit, print: PrintArgs { json, to } } = self;
        limit.start()?;
        let (scenario, game, doubts) =
            with_progress_detached("lines", move |token| replayed(&file, token))??;
        let partial = doubts.is_err();
        let doubts = doubts.unwrap_or_default();
        let told = PlayedOut::saved(&scenario, &*game, doubts);
        told.print(&to, json, partial)
    }
}

/// A saved debate, and the game after its moves. For a finished debate, also sentences about moves that contradict the
/// seed, the programs or the rules. If the command was stopped, an error replaces the sentences.
pub(super) type Replayed = (Scenario, Box<dyn Game>, Result<Vec<String>, Cancelled>);

fn replayed(file: &str, token: &CancelToken) -> anyhow::Result<Replayed> {
    let entry = cancellable::under(token, || find(file))??;
    replayed_entry(file, entry, token)
}

/// Replays the moves of an entry that was found under this name.
pub(super) fn replayed_entry(
    file: &str,
    entry: LibraryEntry,
    token: &CancelToken,
) -> anyhow::Result<Replayed> {
    let scenario = entry.scenario?;
    if scenario.moves.is_none() {
        bail!("{file}: this is a scenario without moves. Play it with `elenchus run`");
    }
    let at = |fault| FileError::at(file, &entry.text, fault);
    let mut game = cancellable::under(token, || open(&scenario))?.map_err(at)?;
    let played = cancellable::under(token, || replay(&scenario, &mut *game));
    let is_over = matches!(game.position().turn(), Turn::Over(_));
    let doubts = match played {
        Ok(played) => {
            played.map_err(at)?;
            show_line(&scenario, &mut *game);
            let again = || is_over.then(|| review::replay(&scenario)).transpose();
            cancellable::under(token, again).map(|again| {
                let doubts = again.ok().flatten().map(|again| again.doubts).unwrap_or_default();
                doubts.iter().map(ToString::to_string).collect()
            })
        }
        Err(stopped) => Err(stopped),
    };
    Ok((scenario, game, doubts))
}

/// A played debate, with everything that the output needs.
pub(super) struct PlayedOut<'a> {
    scenario: &'a Scenario,
    game: &'a dyn Game,
    /// The names of the players, by seat.
    names: [String; 3],
    record: Scenario,
    sight: Redaction,
    comments: &'a [ProgramComment],
    /// Sentences about the moves that contradict the seed, the programs or the rules.
    doubts: Vec<String>,
}

impl<'a> PlayedOut<'a> {
    /// A debate that was just played.
    pub(super) fn new(
        seated: &'a PreparedDebate,
        names: [String; 3],
        record: Scenario,
        comments: &'a [ProgramComment],
    ) -> Self {
        let PreparedDebate { scenario, game, sight, .. } = seated;
        let (game, sight, doubts) = (&**game, sight.clone(), Vec::new());
        Self { scenario, game, names, record, sight, comments, doubts }
    }

    /// A saved debate, with sentences about its doubtful moves. The output names external programs.
    pub(super) fn saved(scenario: &'a Scenario, game: &'a dyn Game, doubts: Vec<String>) -> Self {
        let record = journal::played(scenario, game);
        let names = Seat::each(|seat| match scenario.outside(seat) {
            Some(program) => program.words(),
            None => game.seat_plan(seat).words(),
        });
        let sight = Redaction::of_played(scenario, game);
        Self { scenario, game, names, record, sight, comments: &[], doubts }
    }

    /// The truth of the claim. `None` if it is hidden or unknown.
    fn truth(&self) -> Option<bool> {
        let told = self.sight.sees(Hidden::Truth);
        told.then(|| self.game.position().truth(&short_token()).ok().flatten()).flatten()
    }

    fn print(&self, to: &OutputArgs, as_json: bool, partial: bool) -> CommandResult {
        let stopped = if partial { "partial: the debate was stopped\n\n" } else { "" };
        match as_json {
            true => to.json(&self.to_json(partial))?,
            false => to.text(&(stopped.to_owned() + &self.story()))?,
        };
        if partial { Err(Cancelled.into()) } else { Ok(true) }
    }

    /// The debate as JSON.
    pub(super) fn to_json(&self, partial: bool) -> PlayedJson {
        let Self { game, sight, .. } = self;
        let now = game.position();
        let outcome = if let Turn::Over(outcome) = now.turn() { Some(outcome) } else { None };
        let answer_is_right = sight.truth(outcome.as_ref().and_then(|_| now.answer_is_right()));
        let mut played = json!({
            "winner": outcome.as_ref().map(|o| o.winner),
            "claim_true": outcome.as_ref().and_then(|_| self.truth()),
            "payoff": outcome.as_ref().and_then(|o| o.payoff),
            // `alice_right` is an older name.
            "alice_right": &answer_is_right,
            "answer_is_right": &answer_is_right,
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

    /// The debate as text for people.
    pub(super) fn story(&self) -> String {
        let Self { scenario, game, names, sight, comments, .. } = self;
        let now = game.position();
        let mut text = format!("{}\n{}\n\n", scenario.title, scenario.claim);
        let over = matches!(now.turn(), Turn::Over(_));
        let notes = RecordNotes::new(scenario, *game);
        let eye = scenario.seat.filter(|_| !over).map_or(Viewer::All, Viewer::Seat);
        for seat in Seat::ALL {
            text += &format!("  {:<6} {}\n", seat.word(), sight.player(seat, &names[seat.index()]));
        }
        text += "\n";
        text += &quoted(notes.comment(NodeId::START));
        let lines = line_text_for(*game, eye);
        for (n, (line, &node)) in lines.iter().zip(game.tree().line()).enumerate() {
            text += &format!("{:>4}  {line}\n", n + 1);
            let is_seen = game.tree().played(node).is_some_and(|played| eye.sees(played.to));
            for comment in comments.iter().filter(|c| c.r#move == n + 1 && is_seen) {
                text += &quoted(&comment.comment);
            }
            if is_seen {
                text += &quoted(notes.comment(node));
            }
        }
        let mut about: Vec<String> = one_of_many(*game).into_iter().chain(notes.name()).collect();
        about.extend(notes.votes());
        if over {
            about.extend(notes.predictions());
        }
        about.extend(notes.unlisted_variations());
        if !about.is_empty() {
            text += &format!("\n{}\n", about.join("\n"));
        }
        for other in notes.other_variations(eye) {
            text += &format!("\n{}:\n", other.heading);
            for CommentedMove { number, words, comment } in &other.moves {
                text += &format!("{number:>4}  {words}\n{}", quoted(comment));
            }
            text += &other.more.map_or_else(String::new, |more| format!("      {more}\n"));
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
            let account = now.ledger().account(seat);
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
            text += &format!("doubt: {doubt}\n");
        }
        text
    }
}

/// A comment below its move. Empty if there is none.
fn quoted(comment: &str) -> String {
    match comment {
        "" => String::new(),
        said => format!("          \u{201c}{}\u{201d}\n", said.replace('\n', "\n           ")),
    }
}

fn ledger(game: &dyn Game) -> Map<String, Value> {
    let account = |seat: Seat| {
        let account = game.position().ledger().account(seat);
        let paid: Map<String, Value> = Cost::ALL
            .into_iter()
            .filter(|cost| cost.is_query() || account.paid(*cost) > 0)
            .map(|cost| (cost.key().to_owned(), account.paid(cost).into()))
            .collect();
        (seat.word().to_owned(), Value::from(paid))
    };
    Seat::ALL.into_iter().map(account).collect()
}
