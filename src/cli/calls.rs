//! The work of the commands without a command line, for the package `python`. Every result is the JSON that its command
//! prints.

use std::path::Path;

use anyhow::bail;
use serde_json::{Map, Value, json};

use super::attack::Attack;
use super::batch_args::{self, Measured, OutputFormatArgs, head, seen};
use super::figures;
use super::output::{PrintArgs, TableFormatArgs, versioned, versioned_text};
use super::player_args::PlayerArgs;
use super::prepared::PreparedDebate;
use super::progress::TimeLimit;
use super::run::{End, PlayedOut, replayed_entry};
use super::scenario_args::{DebateArgs, MachineQuestionArgs, ScenarioArgs};
use super::simulate;
use super::solve::Solve;
use super::sweep::Sweep;
use crate::analysis::Game;
use crate::batch::shard::{RunShard, ShardIndex, merge};
use crate::batch::sweep::SweepAxis;
use crate::chance::{BinomialTables, seed_in_series};
use crate::debate::{Advance, NodeId, PlayError, SeatPlan};
use crate::export::{DebatePage, ExportFormat, Reveal, ended, move_text_for};
use crate::outside::{PlayerFunction, ProgramPlayError, RunningPrograms};
use crate::review::{points, reviewed};
use crate::rules::{Seat, Turn, Viewer};
use crate::scenario::library::{self, LibraryEntry};
use crate::scenario::{FileError, ParameterSetting, Scenario, SeatFile, open, printable, write};
use crate::work::CancelToken;

/// A player that a caller names.
#[derive(Clone, Debug)]
pub enum CalledPlayer {
    /// A strategy or program, as on the command line.
    Written(String),
    /// A function and its name.
    Function(String, PlayerFunction),
}

/// A scenario with settings, and the players and the seed of its debates.
#[derive(Clone, Debug)]
pub struct DebateCall {
    entry: LibraryEntry,
    debated: DebateArgs,
}

/// The part of a run: all of it, or a slice with its number and the number of slices.
pub type SliceNumber = Option<(u64, u64)>;

impl DebateCall {
    /// Finds a scenario: a file, or a name of the library.
    ///
    /// # Errors
    /// Returns an error if there is no such scenario, or if it has a mistake.
    pub fn find(name: &str) -> Result<Self, FileError> {
        Self::of(name, library::find(name)?)
    }

    /// Reads a scenario from text. Errors name the text `name`.
    ///
    /// # Errors
    /// Returns an error if the text is no scenario.
    pub fn read(name: &str, text: &str) -> Result<Self, FileError> {
        Self::of(name, library::from_reader(Path::new(name), text.as_bytes())?)
    }

    fn of(name: &str, entry: LibraryEntry) -> Result<Self, FileError> {
        entry.scenario.as_ref().map_err(Clone::clone)?;
        let debated = DebateArgs {
            file: name.to_owned(),
            limit: TimeLimit::default(),
            players: PlayerArgs { move_time: 10.0, ..PlayerArgs::default() },
            asked: MachineQuestionArgs::default(),
        };
        Ok(Self { entry, debated })
    }

    /// The name of the scenario, as the caller gave it.
    pub fn name(&self) -> &str {
        &self.debated.file
    }

    /// The text of the scenario, without the settings.
    pub fn text(&self) -> &str {
        &self.entry.text
    }

    /// The settings, in their order.
    pub fn settings(&self) -> &[ParameterSetting] {
        &self.debated.asked.set
    }

    /// Sets a parameter, as the option `--set` does.
    ///
    /// # Errors
    /// Returns an error if there is no such parameter, or if it may not have this value.
    pub fn set(&mut self, setting: ParameterSetting) -> anyhow::Result<()> {
        self.debated.asked.set.push(setting);
        self.seated().map(|_| ())
    }

    /// Seats a player, in place of one that a setting named.
    pub fn seat(&mut self, seat: Seat, player: CalledPlayer) {
        self.debated.asked.set.retain(|set| set.path.split('.').next() != Some(seat.word()));
        let PlayerArgs { alice, bob, judge, functions, .. } = &mut self.debated.players;
        let written = [alice, bob, judge];
        (*written[seat.index()], functions[seat.index()]) = match player {
            CalledPlayer::Written(written) => (Some(written), None),
            CalledPlayer::Function(name, function) => {
                (None, Some((format!("python:{}", printable(&name)), function)))
            }
        };
    }

    /// Chooses the seed of all random draws.
    pub fn seed(&mut self, seed: u64) {
        self.debated.players.seed = Some(seed);
    }

    /// Shows also what the scenario hides until the review.
    pub fn reveal(&mut self) {
        self.debated.players.reveal = true;
    }

    /// The scenario with its settings and its players.
    ///
    /// # Errors
    /// Returns an error if a setting does not fit.
    pub fn scenario(&self) -> anyhow::Result<Scenario> {
        let ScenarioArgs { mut scenario, seats, .. } = self.found()?;
        for (seat, written) in seats {
            let player: SeatFile = written.parse().map_err(anyhow::Error::msg)?;
            scenario.seats.set(seat, player.plan);
        }
        Ok(scenario)
    }

    fn found(&self) -> anyhow::Result<ScenarioArgs> {
        self.debated.asked.clone().about(self.entry.clone(), &self.debated.file)
    }

    fn seated(&self) -> anyhow::Result<PreparedDebate> {
        self.debated.players.seated_in(self.found()?)
    }

    /// Computes the value of the debate, like `elenchus solve`.
    ///
    /// # Errors
    /// Returns the errors of the command.
    pub fn solve(&self, debates: u64, token: &CancelToken) -> anyhow::Result<Value> {
        let (debated, print) = (self.debated.clone(), PrintArgs::default());
        let solve = Solve { debated, only: Vec::new(), debates, print };
        Ok(versioned(&solve.found(&self.seated()?, token)?.to_json())?)
    }

    /// Plays many debates, like `elenchus simulate`. The result of a slice is a part for [`merged`].
    ///
    /// # Errors
    /// Returns the errors of the command.
    pub fn simulate(
        &self,
        debates: u64,
        slice: SliceNumber,
        token: &CancelToken,
    ) -> anyhow::Result<Value> {
        let (given, seated) = (self.found()?.scenario, self.seated()?);
        let head = head("simulate", &self.debated, &given, &seated, Vec::new(), debates)?;
        let numbers = numbers(slice, debates)?;
        let measured = simulate::measured(head, &seated, numbers.clone(), token)?;
        printed(measured, slice.map(|_| numbers))
    }

    /// Plays debates one after another. Each result is a line of `elenchus simulate --jsonl` without the inputs of the run.
    /// If a function failed, the result has its `error`.
    ///
    /// # Errors
    /// Returns the errors of the command.
    pub fn debates(&self, debates: u64, token: &CancelToken) -> anyhow::Result<Vec<Value>> {
        let seated = self.seated()?;
        let (many, mut tables) = (seated.simulator(token)?, BinomialTables::default());
        token.report(0, debates);
        let row = |number| {
            token.check()?;
            token.advance(1);
            let seed = seed_in_series(seated.game.seed(), number);
            match many.play_seed(seed, &mut tables, token) {
                Ok(end) => Ok(figures::debate(seed, &seated.sight.see(end)).into()),
                Err(PlayError::Function(why)) => Ok(json!({ "seed": seed, "error": why })),
                Err(PlayError::Stopped(stopped)) => Err(stopped.into()),
                Err(why) => Err(why.into()),
            }
        };
        (0..debates).map(row).collect()
    }

    /// Plays many debates for each value of some parameters, like `elenchus sweep`. The result of a slice is a part for
    /// [`merged`].
    ///
    /// # Errors
    /// Returns the errors of the command.
    pub fn sweep(
        &self,
        vary: Vec<SweepAxis>,
        best: Vec<Seat>,
        common_seeds: bool,
        (debates, slice): (u64, SliceNumber),
        token: &CancelToken,
    ) -> anyhow::Result<Value> {
        let sweep = Sweep {
            debated: self.debated.clone(),
            vary,
            debates,
            slice: None,
            common_seeds,
            best,
            plot: false,
            svg: false,
            output: OutputFormatArgs::default(),
        };
        let points = sweep.points()?;
        let (head, numbers) = (sweep.head(&self.entry, &points)?, numbers(slice, debates)?);
        let measured = sweep.measured(&self.entry, head, points, numbers.clone(), token)?;
        printed(measured, slice.map(|_| numbers))
    }

    /// Finds the strongest strategy of a seat, like `elenchus attack`.
    ///
    /// # Errors
    /// Returns the errors of the command.
    pub fn attack(
        &self,
        seat: Seat,
        over: &[String],
        debates: u64,
        token: &CancelToken,
    ) -> anyhow::Result<Value> {
        let over = over.iter().map(|text| text.parse().map_err(anyhow::Error::msg));
        let attack = Attack {
            debated: self.debated.clone(),
            seat,
            over: over.collect::<Result<_, _>>()?,
            debates,
            json: false,
            csv: false,
            format: TableFormatArgs::default(),
            out: None,
            force: false,
        };
        let seated = self.seated()?;
        let head = attack.head(&seated)?;
        let found = attack.found(&seated, token)?;
        Ok(versioned(&figures::attack(&seated.sight.see(head), seat, &found))?)
    }

    /// Plays one debate, like `elenchus run`.
    ///
    /// # Errors
    /// Returns the errors of the command. If a function failed, the record has the moves before, and no error is
    /// returned.
    pub fn run(&self, token: &CancelToken) -> anyhow::Result<PlayedRecord> {
        let mut seated = self.seated()?;
        let End { names, comments, record, result, .. } =
            End::of(&self.debated, &mut seated, token)?;
        let error = result.err().map(|why| lost(&seated, why)).transpose()?;
        let yaml = write(&record)?;
        let told = PlayedOut::new(&seated, names, record, &comments);
        let json = serde_json::to_string(&versioned(&told.to_json(false))?)?;
        Ok(PlayedRecord { json, yaml, error })
    }

    /// Replays the moves of a record and checks them, like `elenchus replay`.
    ///
    /// # Errors
    /// Returns the errors of the command.
    pub fn replay(&self, token: &CancelToken) -> anyhow::Result<PlayedRecord> {
        let (scenario, game, doubts) =
            replayed_entry(&self.debated.file, self.entry.clone(), token)?;
        let told = PlayedOut::saved(&scenario, &*game, doubts?);
        let json = serde_json::to_string(&versioned(&told.to_json(false))?)?;
        Ok(PlayedRecord { json, yaml: self.entry.text.clone(), error: None })
    }

    /// The review of a record: each move with Alice's value if everybody is honest from there on, and sentences.
    ///
    /// # Errors
    /// Returns an error if the record is not over, because a review shows everything that was hidden.
    pub fn review(&self, token: &CancelToken) -> anyhow::Result<Value> {
        let (scenario, game, _) = replayed_entry(&self.debated.file, self.entry.clone(), token)?;
        let Turn::Over(outcome) = game.position().turn() else {
            bail!("this debate is not over. Play it to its end, and then review it")
        };
        let judged = reviewed(&scenario, &*game, token);
        let found = judged.as_ref().map(|review| {
            let made = |own: &crate::review::JudgedMove| {
                (own.made.clone(), own.remark.map(|remark| remark.word()))
            };
            review.moves.iter().map(made).collect::<Vec<_>>()
        });
        let found = found.unwrap_or_else(|| {
            let values = points(&*game, |node| game.honest_value(node, token));
            values.into_iter().map(|made| (made, None)).collect()
        });
        token.check()?;
        let moves = found.iter().enumerate().map(|(number, (made, remark))| {
            json!({
                "number": number,
                "by": made.played.as_ref().map(|played| played.actor.to_string()),
                "move": made.played.as_ref().map(|played| played.mv.to_string()),
                "words": move_text_for(&*game, made.node, Viewer::All),
                "value": made.value, "change": made.change, "cost": made.cost, "remark": remark,
            })
        });
        let mut sentences = vec![ended(game.position(), &outcome)];
        let said = judged.iter().flat_map(|review| review.sentences());
        sentences.extend(said.map(|(sentence, _)| sentence));
        let verdict = judged.as_ref().and_then(|review| review.verdict());
        Ok(json!({
            "winner": outcome.winner, "payoff": outcome.payoff,
            "goal_reached": verdict.map(|verdict| verdict == crate::scenario::Verdict::Reached),
            "sentences": sentences, "moves": moves.collect::<Vec<_>>(),
        }))
    }

    /// The last board as an SVG picture. If the debate is not over, the picture shows what the player's seat may see.
    ///
    /// # Errors
    /// Returns an error if the scenario or a move has a mistake.
    pub fn svg(&self, token: &CancelToken) -> anyhow::Result<String> {
        let scenario = self.scenario()?;
        let at = |fault| FileError::at(&self.debated.file, &self.entry.text, fault);
        let game: Box<dyn Game> = match scenario.moves.is_some() {
            true => replayed_entry(&self.debated.file, self.entry.clone(), token)?.1,
            false => open(&scenario).map_err(at)?,
        };
        let reveal = match game.position().turn() {
            Turn::Over(_) => Reveal::Throughout,
            _ => Reveal::Never,
        };
        let page = DebatePage::for_format(ExportFormat::Svg, &scenario, &*game, reveal, token);
        Ok(page.written(ExportFormat::Svg))
    }
}

/// A debate that was played or replayed.
pub struct PlayedRecord {
    /// The output of `elenchus run --json`.
    pub json: String,
    /// The record as a file.
    pub yaml: String,
    /// The error of a function that ended the debate. `None` if it was played to its end.
    pub error: Option<String>,
}

/// The error of a function in a seat.
///
/// # Errors
/// Returns every other error.
fn lost(seated: &PreparedDebate, why: anyhow::Error) -> anyhow::Result<String> {
    match why.downcast_ref() {
        Some(ProgramPlayError::Program { seat, why })
            if seated.programs.function(*seat).is_some() =>
        {
            Ok(format!("{}: {why}", seat.name()))
        }
        _ => Err(why),
    }
}

/// The numbers of the debates in a slice.
fn numbers(slice: SliceNumber, debates: u64) -> anyhow::Result<std::ops::Range<u64>> {
    let Some((number, of)) = slice else { return Ok(0..debates) };
    let index: ShardIndex = format!("{number}/{of}").parse().map_err(anyhow::Error::msg)?;
    Ok(index.numbers(debates))
}

/// The JSON of a run, or of the slice with these debates.
fn printed(measured: Measured, slice: Option<std::ops::Range<u64>>) -> anyhow::Result<Value> {
    let Measured { run, failed, lost } = measured;
    if let Some(numbers) = slice {
        if let Some((seed, why)) = lost.first() {
            bail!("in the debate of seed {seed}, {why}");
        }
        return Ok(serde_json::to_value(batch_args::part(run, failed, numbers)?)?);
    }
    if let Some(why) = failed {
        return Err(why.into());
    }
    let asked = run.head.debates.saturating_mul(run.size() as u64);
    let played: u64 = run.points.iter().map(|point| point.tally.debates).sum();
    let mut map: Map<String, Value> = batch_args::all(&seen(run));
    if !lost.is_empty() {
        map.insert("partial".into(), (played + (lost.len() as u64) < asked).into());
        let lost = lost.iter().map(|(seed, error)| json!({ "seed": seed, "error": error }));
        map.insert("failed".into(), lost.collect());
    }
    Ok(versioned(&map)?)
}

/// The text of a result, as its command prints it.
pub fn text(result: &Value) -> String {
    let mut keys = result.as_object().cloned().unwrap_or_default();
    let written = match keys.remove("schema") {
        Some(_) => versioned_text(&keys),
        None => serde_json::to_string_pretty(result),
    };
    // A JSON value always converts to text.
    written.unwrap_or_default() + "\n"
}

/// Adds up the slices of a run, like `elenchus merge`.
///
/// # Errors
/// Returns an error if a slice is missing, appears twice, or comes from another run.
pub fn merged(parts: &[String]) -> anyhow::Result<Value> {
    let read = |(number, text): (usize, &String)| {
        Ok((format!("slice {}", number + 1), RunShard::read(text).map_err(anyhow::Error::msg)?))
    };
    let parts = parts.iter().enumerate().map(read).collect::<anyhow::Result<_>>()?;
    let run = merge(parts).map_err(anyhow::Error::msg)?;
    Ok(versioned(&batch_args::all(&seen(run)))?)
}

/// A debate that a caller plays move by move in some seats.
pub struct SteppedDebate {
    seated: PreparedDebate,
    running: RunningPrograms,
}

impl SteppedDebate {
    /// Starts a debate in which the caller has these seats.
    ///
    /// # Errors
    /// Returns an error if the scenario or a player has a mistake.
    pub fn start(call: &DebateCall, people: &[Seat], token: &CancelToken) -> anyhow::Result<Self> {
        let mut seated = call.seated()?.restart(call.debated.players.seed.unwrap_or_default())?;
        for &seat in people {
            seated.programs.commands[seat.index()] = None;
            seated.programs.functions[seat.index()] = None;
            seated.game.set_seat(seat, &SeatPlan::Human).map_err(anyhow::Error::msg)?;
        }
        let running = seated.programs.start(token)?;
        Ok(Self { seated, running })
    }

    /// Goes back to the start, with another seed.
    ///
    /// # Errors
    /// Returns an error if a player cannot play.
    pub fn restart(&mut self, seed: u64) -> anyhow::Result<()> {
        self.seated = self.seated.restart(seed)?;
        self.running.send_start(self.seated.game.table());
        Ok(())
    }

    /// Lets the other players and nature move. Returns the seat that must move now. `None` if the debate is over.
    ///
    /// # Errors
    /// Returns an error if another player fails.
    pub fn advance(&mut self, token: &CancelToken) -> anyhow::Result<Option<Seat>> {
        match self.running.run(self.seated.game.table(), token)? {
            Advance::Waiting(seat) => Ok(Some(seat)),
            _ => Ok(None),
        }
    }

    /// The question to a seat as JSON, with its legal moves. Where any number from 0 to 1 is legal, the list has `numbers`.
    pub fn question(&mut self, seat: Seat, numbers: u32) -> String {
        self.seated.programs.question(seat, self.seated.game.table(), numbers)
    }

    /// Makes a move of a seat.
    ///
    /// # Errors
    /// Returns the reason if the move is illegal.
    pub fn play(&mut self, seat: Seat, text: &str, token: &CancelToken) -> anyhow::Result<()> {
        let mv = text.trim().parse().map_err(anyhow::Error::msg)?;
        self.seated.game.prepare(&mv, token)?;
        let played = self.seated.game.play(seat, mv);
        played.map(|_| ()).map_err(|refusal| anyhow::Error::msg(refusal.to_string()))
    }

    /// The moves that a seat saw so far, each with its actor.
    pub fn seen(&self, seat: Seat) -> Vec<(String, String)> {
        let (tree, game) = (self.seated.game.tree(), &self.seated.game);
        let line = game.tree().line().iter().filter(|node| **node != NodeId::START);
        let played = line.filter_map(|&node| tree.played(node));
        let seen = played.filter(|played| played.to.includes(seat));
        seen.map(|played| (played.actor.to_string(), played.mv.to_string())).collect()
    }

    /// The debate so far, like `elenchus run --json`.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written.
    pub fn record(&self) -> anyhow::Result<PlayedRecord> {
        let record = self.seated.record(&[]);
        let yaml = write(&record)?;
        let told = PlayedOut::new(&self.seated, self.seated.names.clone(), record, &[]);
        Ok(PlayedRecord { json: serde_json::to_string(&told.to_json(false))?, yaml, error: None })
    }
}

/// The scenarios of the library, like `elenchus list --json`.
pub fn listed() -> Vec<Value> {
    super::list::rows(&library::all())
}
