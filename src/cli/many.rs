//! What commands that play many debates share: what a run follows from, and how it is printed.

use std::io::Write;
use std::ops::Range;

use anyhow::bail;
use clap::Args;
use serde_json::{Map, Value, json};

use super::figures::{COMMIT, digest};
use super::output::{Ended, Out, To};
use super::plot::plot;
use super::question::Debated;
use super::seated::Seated;
use super::sight::{Seen, Sight};
use super::table::Table;
use super::{chart, figures};
use crate::analysis::{self, Rate, Response};
use crate::batch::part::{Head, MeasuredRun, RunPart, SweepPoint};
use crate::batch::sweep::Axis;
use crate::debate::Stuck;
use crate::rules::{Cost, Seat};
use crate::scenario::{Hidden, Scenario, printable, write};
use crate::text::narrate;
use crate::text::number::{fixed, plural};
use crate::work::Stopped;

/// In which form, and where to.
#[derive(Debug, Args)]
pub struct Output {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Print comma-separated values: a line for each debate of `simulate`, each point of `sweep`.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print JSON in lines: one for each debate of `simulate`, each point of `sweep`.
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub jsonl: bool,
    #[command(flatten)]
    pub to: To,
}

/// Says on standard error that many debates of a record are not played on from its moves.
pub(super) fn tell_of_moves(scenario: &Scenario) {
    let moves = scenario.moves.as_ref().map_or(0, |moves| moves.len() as u64);
    if moves > 0 {
        let moves = plural(moves, "move", "moves");
        // Nothing fails because nobody reads this.
        let _ = writeln!(
            std::io::stderr(),
            "elenchus: the record's {moves} are left out: every debate is played from its start"
        );
    }
}

/// What a run of this scenario by these players follows from, as it was asked for.
pub(super) fn head(
    command: &str,
    asked: &Debated,
    scenario: &Scenario,
    seated: &Seated,
    vary: Vec<Axis>,
    debates: u64,
) -> anyhow::Result<Head> {
    Ok(Head {
        command: command.to_owned(),
        scenario: printable(&asked.file),
        title: scenario.title.to_string(),
        hash: digest(write(scenario)?.as_bytes()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: COMMIT.to_owned(),
        seed: seated.game.seed(),
        common_seeds: false,
        seats: seated.names.clone(),
        players: seated.whole(),
        programs: seated.program_files(),
        set: asked.asked.set.iter().map(ToString::to_string).collect(),
        vary,
        debates,
        hidden: seated.sight.hidden().to_vec(),
    })
}

/// A run as it is told to whom its head says.
pub fn seen(run: MeasuredRun) -> Seen<MeasuredRun> {
    Sight::without(run.head.hidden.clone()).see(run)
}

/// Writes a part of a run, if these debates were played at each of its points: half a part would be none.
pub fn print_part(
    run: MeasuredRun,
    failed: Option<Stuck>,
    numbers: Range<u64>,
    mut out: Out,
) -> Ended {
    let short = |point: &SweepPoint| point.tally.debates < numbers.end - numbers.start;
    if run.points.len() < run.size() || run.points.iter().any(short) {
        return Err(failed.map_or_else(|| Stopped.into(), Into::into));
    }
    out.line(&RunPart::new(numbers, seen(run).into_inner()))?;
    out.done()
}

/// How a sweep is drawn; neither way if it is told in words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drawn {
    /// In the terminal.
    pub plot: bool,
    /// As an SVG.
    pub svg: bool,
}

/// Prints a run. What was stopped, or ended by a debate that failed, says that it is partial.
pub fn print(
    run: MeasuredRun,
    failed: Option<Stuck>,
    output: &Output,
    drawn: Drawn,
    mut out: Out,
) -> Ended {
    let run = &seen(run);
    let partial = run.is_partial();
    let is_sweep = !run.head.vary.is_empty();
    if output.json {
        serde_json::to_writer_pretty(&mut out, &all(run))?;
        out.write_all(b"\n")?;
    } else if (output.csv || output.jsonl) && !is_sweep {
        bail!("a line for each debate is printed by `simulate` itself: parts hold no debates");
    } else if output.csv {
        figures::points(run).csv(&mut out)?;
    } else if output.jsonl {
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
        if is_sweep && !run.sight.sees(Hidden::Truth) {
            out.write_all(HIDDEN.as_bytes())?;
        }
    }
    out.done()?;
    match failed {
        Some(stuck) => Err(stuck.into()),
        None if partial => Err(Stopped.into()),
        None => Ok(true),
    }
}

/// What words say where exact values are hidden.
const HIDDEN: &str = "\nExact values and theorems stay hidden until the debate's review; \
                      --reveal tells them.\n";

fn all(run: &Seen<MeasuredRun>) -> Map<String, Value> {
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

/// What the run is of, in words.
fn about(run: &MeasuredRun) -> String {
    let head = &run.head;
    let mut text = format!("{}\n", head.title);
    let varied = |seat: Seat| {
        let is_seat = |axis: &&Axis| axis.name.split('.').next() == Some(seat.word());
        head.vary.iter().find(is_seat).map(|axis| format!("{}, varied", axis.name))
    };
    for (seat, player) in Seat::ALL.into_iter().zip(&head.seats) {
        text += &format!("  {:<6} {}\n", seat.word(), varied(seat).as_deref().unwrap_or(player));
    }
    text += &format!(
        "  {}, sha256 {}; elenchus {}; seeds from {}{}\n\n",
        head.scenario,
        &head.hash[..12.min(head.hash.len())],
        head.version,
        head.seed,
        head.set.iter().map(|set| format!("; {set}")).collect::<String>()
    );
    if run.is_partial() {
        text += "not played to the end; partial figures: ";
    }
    text
}

/// The only point of a simulation, in words.
fn story(run: &MeasuredRun) -> String {
    let played = run.points.first().filter(|point| point.tally.debates > 0);
    let Some(SweepPoint { tally, .. }) = played else {
        return "no debate came to its end\n".into();
    };
    // Where there are payoffs, nobody wins: what counts is what Alice is paid on average.
    let what = if tally.payoff().is_some() { "Alice is paid more than 0 in" } else { "Alice wins" };
    // A debate with several rulings has a score, and nobody wins it.
    let scores = tally.rulings.is_some_and(|(_, all)| all > tally.debates);
    let mut text = match scores {
        true => String::new(),
        false => share(what, (tally.alice_wins, tally.debates), tally.rate()),
    };
    if let (Some(counts), Some(rate)) = (tally.rulings, tally.right_rulings()) {
        text += &share("The judge rules rightly", counts, rate);
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
        text += &format!("  {seat:<6} {cost:<11} {:.2} on average{error}\n", paid.mean);
    }
    text
}

/// How many of how many, with the interval of the rate.
fn share(what: &str, (some, all): (u64, u64), Rate { rate, low, high, .. }: Rate) -> String {
    format!("{what} {some}/{all} = {rate:.4}   95 % from {low:.4} to {high:.4}\n")
}

/// A standard error, where there is one to be told.
fn deviation(se: f64) -> Option<String> {
    (se > 0.0 && se.is_finite()).then(|| fixed(se, 2))
}

/// The points of a sweep in a table.
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
        let theorem = theorem.map(|own| format!("{} {}", own.side(), fixed(own.limit, 4)));
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
    let table = Table { columns: columns.collect(), rows: run.points.iter().map(row).collect() };
    let axes = run.head.vary.len();
    text += &table.text(axes..axes + 6).concat();
    let responses: Vec<String> =
        run.points.iter().flat_map(|point| responses(run, point)).collect();
    if !responses.is_empty() {
        text += &format!("\nbest responses, by what Alice can expect\n{}", responses.concat());
    }
    text
}

/// The best responses at a point of a sweep, a line each.
fn responses(run: &MeasuredRun, point: &SweepPoint) -> Vec<String> {
    let at = run.head.vary.iter().zip(&point.at).map(|(axis, at)| format!("{} {at}", axis.name));
    let at: Vec<String> = at.collect();
    let line = |(seat, best): (Seat, &Option<Response>)| {
        let told = best.as_ref()?.told(seat, &point.seats[seat.opposite().index()]);
        Some(format!("  {}: {told}\n", at.join(", ")))
    };
    Seat::ALL.into_iter().zip(&point.best).filter_map(line).collect()
}
