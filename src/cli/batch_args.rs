//! The options and the output of the commands that play many debates.

use std::io::Write;
use std::ops::Range;

use anyhow::bail;
use clap::Args;
use serde_json::{Map, Value, json};

use super::figures::{COMMIT, digest};
use super::output::{CommandResult, OUTPUT, OutputArgs, OutputSink, TableFormat, TableFormatArgs};
use super::plot::plot;
use super::prepared::PreparedDebate;
use super::redaction::{Redacted, Redaction};
use super::scenario_args::DebateArgs;
use super::table::OutputTable;
use super::{chart, figures};
use crate::analysis::{self, Rate, ResponseSummary};
use crate::batch::LostDebate;
use crate::batch::shard::{MeasuredRun, RunHeader, RunShard, SweepPoint};
use crate::batch::sweep::SweepAxis;
use crate::debate::PlayError;
use crate::rules::{Cost, Seat};
use crate::scenario::{Scenario, printable, write};
use crate::text::Limit;
use crate::text::narrate;
use crate::text::number::{fixed, plural};
use crate::work::Cancelled;

/// A run as far as it was played.
pub struct Measured {
    pub run: MeasuredRun,
    /// The error that ended the run. `None` if none did.
    pub failed: Option<PlayError>,
    /// The debates whose players are functions that failed.
    pub lost: Vec<LostDebate>,
}

/// The form and destination of the output.
#[derive(Debug, Default, Args)]
pub struct OutputFormatArgs {
    /// Print one JSON object instead of text.
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
    /// Print CSV: a row for each debate of `simulate`, or for each point of `sweep`.
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    pub csv: bool,
    /// Print JSON lines: one for each debate of `simulate`, or for each point of `sweep`.
    #[arg(long, conflicts_with_all = ["json", "csv"], help_heading = OUTPUT)]
    pub jsonl: bool,
    #[command(flatten)]
    pub format: TableFormatArgs,
    #[command(flatten)]
    pub to: OutputArgs,
}

impl OutputFormatArgs {
    /// The format that the options choose.
    ///
    /// # Errors
    /// If they choose several.
    pub fn format(&self) -> anyhow::Result<TableFormat> {
        use TableFormat::{Csv, Json, Jsonl};
        self.format.or(&[(self.json, Json), (self.csv, Csv), (self.jsonl, Jsonl)])
    }
}

/// Warns on standard error that the moves of a record are ignored.
pub(super) fn warn_about_moves(scenario: &Scenario) {
    let moves = scenario.moves.as_ref().map_or(0, |moves| moves.len() as u64);
    if moves > 0 {
        let moves = plural(moves, "move", "moves");
        // If standard error is closed, nobody can read this.
        let _ = writeln!(
            std::io::stderr(),
            "elenchus: this file has {moves}, which are ignored. Every debate begins at the start."
        );
    }
}

/// The inputs of a run of this scenario by these players.
pub(super) fn head(
    command: &str,
    asked: &DebateArgs,
    scenario: &Scenario,
    seated: &PreparedDebate,
    vary: Vec<SweepAxis>,
    debates: u64,
) -> anyhow::Result<RunHeader> {
    Ok(RunHeader {
        command: command.to_owned(),
        scenario: printable(&asked.file),
        title: scenario.title.to_string(),
        hash: digest(write(scenario)?.as_bytes()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: COMMIT.to_owned(),
        seed: seated.game.seed(),
        common_seeds: false,
        seats: seated.names.clone(),
        players: seated.players_json(),
        programs: seated.program_files(),
        set: asked.asked.set.iter().map(ToString::to_string).collect(),
        vary,
        debates,
        hidden: seated.sight.hidden().to_vec(),
    })
}

/// A run without the facts that its scenario hides.
pub fn seen(run: MeasuredRun) -> Redacted<MeasuredRun> {
    Redaction::hiding(run.head.hidden.clone()).see(run)
}

/// The result of one slice of a run.
///
/// # Errors
/// Returns an error if a point lacks some of these debates, because an incomplete slice cannot be merged.
pub fn part(
    run: MeasuredRun,
    failed: Option<PlayError>,
    numbers: Range<u64>,
) -> anyhow::Result<RunShard> {
    let short = |point: &SweepPoint| point.tally.debates < numbers.end - numbers.start;
    if run.points.len() < run.size() || run.points.iter().any(short) {
        return Err(failed.map_or_else(|| Cancelled.into(), Into::into));
    }
    Ok(RunShard::new(numbers, seen(run).into_inner()))
}

/// Writes the result of one slice of a run.
///
/// # Errors
/// The errors of [`part`].
pub fn print_part(
    run: MeasuredRun,
    failed: Option<PlayError>,
    numbers: Range<u64>,
    mut out: OutputSink,
) -> CommandResult {
    // A slice has a format and a version of its own.
    serde_json::to_writer(&mut out, &part(run, failed, numbers)?)?;
    out.write_all(b"\n")?;
    out.done()
}

/// The kind of drawing of a sweep. If neither field is true, the output is a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChartStyle {
    /// `true` for a plot of characters.
    pub plot: bool,
    /// `true` for an SVG chart.
    pub svg: bool,
}

/// Prints a run. If it was stopped or a debate failed, the output says that it is partial.
pub fn print(
    run: MeasuredRun,
    failed: Option<PlayError>,
    output: &OutputFormatArgs,
    drawn: ChartStyle,
    mut out: OutputSink,
) -> CommandResult {
    let run = &seen(run);
    let partial = run.is_partial();
    let is_sweep = !run.head.vary.is_empty();
    let format = output.format()?;
    let (is_csv, is_jsonl) = (format.is_csv(), format == TableFormat::Jsonl);
    if format == TableFormat::Json {
        out.json_object(&all(run))?;
    } else if (is_csv || is_jsonl) && !is_sweep {
        bail!(
            "slices have counts and no debates, so they have no rows to print. Leave out --csv and \
             --jsonl, or use these options with `simulate`"
        );
    } else if is_csv {
        out.write_all(format.mark().as_bytes())?;
        figures::points(run).csv(&mut out)?;
    } else if is_jsonl {
        for point in &run.points {
            let mut line = figures::head(&run.head);
            line.extend(figures::point(run, point));
            out.line(&line)?;
        }
    } else if is_sweep && drawn.svg {
        out.write_all(chart::sweep(run)?.as_bytes())?;
    } else {
        let body = match (is_sweep, drawn.plot) {
            (false, _) => story(run),
            (true, false) => table(run),
            (true, true) => plot(run),
        };
        out.write_all(about(run).as_bytes())?;
        out.write_all(body.as_bytes())?;
        if is_sweep && !run.sight.sees_all() {
            out.write_all(HIDDEN.as_bytes())?;
        }
    }
    out.done()?;
    match failed {
        Some(stuck) => Err(stuck.into()),
        None if partial => Err(Cancelled.into()),
        None => Ok(true),
    }
}

/// The last line of a text without exact values.
const HIDDEN: &str =
    "\nExact values and theorems are hidden until the review. Add --reveal to see them.\n";

/// A run as one JSON object.
pub fn all(run: &Redacted<MeasuredRun>) -> Map<String, Value> {
    let mut map = figures::head(&run.head);
    map.insert("partial".into(), run.is_partial().into());
    if run.head.vary.is_empty() {
        map.extend(
            run.points
                .first()
                .map(|point| figures::tally(&point.tally, &run.sight))
                .unwrap_or_default(),
        );
    } else {
        map.insert("vary".into(), json!(run.head.vary));
        let points = run.points.iter().map(|point| Value::Object(figures::point(run, point)));
        map.insert("points".into(), points.collect());
    }
    map
}

/// The inputs of a run, as text for people.
fn about(run: &MeasuredRun) -> String {
    let head = &run.head;
    let mut text = format!("{}\n", head.title);
    let varied = |seat: Seat| {
        let is_seat = |axis: &&SweepAxis| axis.name.split('.').next() == Some(seat.word());
        head.vary.iter().find(is_seat).map(|axis| format!("{}, varied", axis.name))
    };
    for (seat, player) in Seat::ALL.into_iter().zip(&head.seats) {
        text += &format!("  {:<6} {}\n", seat.word(), varied(seat).as_deref().unwrap_or(player));
    }
    text += &format!(
        "  {}, sha256 {}; elenchus {}; seed {}{}\n\n",
        head.scenario,
        &head.hash[..12.min(head.hash.len())],
        head.version,
        head.seed,
        head.set.iter().map(|set| format!("; {set}")).collect::<String>()
    );
    if run.is_partial() {
        text += "partial, because not all debates were played: ";
    }
    text
}

/// The only point of a simulation, as text for people.
fn story(run: &MeasuredRun) -> String {
    let played = run.points.first().filter(|point| point.tally.debates > 0);
    let Some(SweepPoint { tally, .. }) = played else {
        return "no debate ended\n".into();
    };
    // A debate with payments has no winner. Its result is Alice's average payment.
    let what = if tally.payoff().is_some() { "Alice is paid more than 0 in" } else { "Alice wins" };
    // A debate with several rulings has a score and no winner.
    let scores = tally.rulings.is_some_and(|(_, all)| all > tally.debates);
    let mut text = match scores {
        true => String::new(),
        false => share(what, (tally.alice_wins, tally.debates), tally.rate()),
    };
    if let (Some(counts), Some(rate)) = (tally.rulings, tally.right_rulings()) {
        text += &share("The judge rules correctly", counts, rate);
    }
    if let (Some(paid), Some(analysis::Value::Estimated(sampled))) = (tally.payoff(), tally.value())
    {
        let ([low, high], mean) = (sampled.interval(), fixed(paid.mean, 4));
        text += &match low.is_finite() {
            true if low < high => format!(
                "Alice is paid {mean} on average, sd {}   {}\n",
                fixed(paid.sd, 4),
                sampled.trust()
            ),
            true => format!("Alice is paid {mean} in every debate\n"),
            false => format!("Alice is paid {mean}\n"),
        };
    }
    if let (Some(counts), Some(rate)) = (tally.answers, tally.right_answers()) {
        text += &share("Alice's answer is right", counts, rate);
    } else if tally.settled > 0 {
        text += &format!("the side that is right wins {}/{}\n", tally.right, tally.settled);
    }
    for paid in tally.costs().filter(|paid| paid.mean > 0.0) {
        let (seat, cost) = (paid.seat.word(), narrate::cost(paid.cost));
        let error = deviation(paid.se).map_or_else(String::new, |se| format!(", se {se}"));
        text += &format!(
            "  {seat:<6} {cost:<11} {:.2} on average over the debates{error}\n",
            paid.mean
        );
    }
    text + &scopes(run)
}

/// What the averages of a run are over. Empty if its debates have no worlds.
fn scopes(run: &MeasuredRun) -> String {
    let mut over: Vec<&str> =
        run.points.iter().filter_map(|point| point.averages_over.as_deref()).collect();
    over.sort_unstable();
    over.dedup();
    match over[..] {
        [] => String::new(),
        [one] => format!("Averages are over {one}.\n"),
        _ => format!("Averages are over {}, by point.\n", over.join(" or ")),
    }
}

/// A count, its total, and the rate with its interval.
fn share(what: &str, (some, all): (u64, u64), Rate { rate, low, high, .. }: Rate) -> String {
    let (low, high) = (Limit::at_least(low), Limit::at_most(high));
    format!("{what} {some}/{all} = {rate:.4}   95 % interval: {low:.4} to {high:.4}\n")
}

/// A standard error. `None` if it is 0 or unknown.
fn deviation(se: f64) -> Option<String> {
    (se > 0.0 && se.is_finite()).then(|| fixed(se, 2))
}

/// The points of a sweep, as text for people.
fn table(run: &MeasuredRun) -> String {
    let mut text = if run.is_partial() { "\n".to_owned() } else { String::new() };
    let what = if run.pays() { "Alice's pay" } else { "Alice wins" };
    let axes = run.head.vary.iter().map(|axis| (&*axis.name, 0));
    let figures = [
        ("debates", 0),
        (what, 4),
        ("95 % from", 4),
        ("to", 4),
        ("exact", 4),
        ("theorem", 0),
        ("oracle queries: Alice, Bob, judge", 0),
    ];
    let columns = axes.chain(figures).map(|(name, decimals)| (name.to_owned(), decimals));
    let row = |point: &SweepPoint| {
        let (mid, low, high) = point.tally.shown();
        let theorem = point.promise.as_ref();
        let theorem = theorem.map(|own| format!("{} {:.4}", own.limit.side(), own.limit));
        let queries: Vec<String> = point
            .tally
            .costs()
            .filter(|paid| paid.cost == Cost::Oracle)
            .map(|paid| match deviation(paid.se) {
                Some(se) => format!("{} (se {se})", fixed(paid.mean, 2)),
                None => fixed(paid.mean, 2),
            })
            .collect();
        let mut row: Vec<Value> = point.at.iter().map(|value| json!(value)).collect();
        row.extend([json!(point.tally.debates), json!(mid), json!(low), json!(high)]);
        row.extend([json!(point.exact), json!(theorem), queries.join(", ").into()]);
        row
    };
    let table =
        OutputTable { columns: columns.collect(), rows: run.points.iter().map(row).collect() };
    let axes = run.head.vary.len();
    text += &table.text(axes..axes + 6).concat();
    text += &scopes(run);
    let responses: Vec<String> =
        run.points.iter().flat_map(|point| responses(run, point)).collect();
    if !responses.is_empty() {
        text += &format!("\nbest responses, with Alice's expected value\n{}", responses.concat());
    }
    text
}

/// The best responses at a point of a sweep, one on each line.
fn responses(run: &MeasuredRun, point: &SweepPoint) -> Vec<String> {
    let at = run.head.vary.iter().zip(&point.at).map(|(axis, at)| format!("{} {at}", axis.name));
    let at: Vec<String> = at.collect();
    let line = |(seat, best): (Seat, &Option<ResponseSummary>)| {
        let told = best.as_ref()?.sentence(seat, &point.seats[seat.opposite().index()]);
        Some(format!("  {}: {told}\n", at.join(", ")))
    };
    Seat::ALL.into_iter().zip(&point.best).filter_map(line).collect()
}
