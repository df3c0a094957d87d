//! `elenchus sweep`: plays many debates for each value of a parameter.

use anyhow::{Context, bail};
use clap::Args;

use super::batch_args::{ChartStyle, OutputFormatArgs, head, print, print_part, warn_about_moves};
use super::number::count;
use super::output::{CommandResult, OUTPUT};
use super::prepared::PreparedDebate;
use super::progress::with_progress;
use super::scenario_args::{DebateArgs, find, provers};
use crate::batch::shard::{MeasuredRun, ShardIndex, SweepPoint};
use crate::batch::sweep::{PointResult, SweepAxis, grid, measure};
use crate::chance::seed_in_series;
use crate::debate::PlayError;
use crate::rules::Seat;
use crate::scenario::ParameterSetting;
use crate::scenario::library::LibraryEntry;

/// Play many debates for each value of a parameter.
///
/// The parameter can be any key of the scenario, or the number of a strategy. With several
/// parameters, every combination of their values is a point.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus sweep rigged-coin --vary alice.shift=0:0.4:0.1 --plot
  elenchus sweep rigged-coin --vary alice.shift=0:0.4:0.1 --vary k=1,2 --csv")]
pub struct Sweep {
    #[command(flatten)]
    debated: DebateArgs,
    /// A parameter and its values. You can repeat this option.
    ///
    /// The path is as for --set. The values are a range FROM:TO:STEP, or a list. Examples: --vary
    /// alice.shift=0:0.4:0.02, --vary k=1,2,4, or --vary bob=honest,never
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    vary: Vec<SweepAxis>,
    /// The number of debates at each point.
    ///
    /// Each point has a seed of its own, and is the run of `simulate` with that seed.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count)]
    debates: u64,
    /// Play only slice I of N of the debates, for `elenchus merge`.
    ///
    /// So several machines can share a run. Example: --slice 3/16
    #[arg(long, value_name = "I/N")]
    #[arg(conflicts_with_all = ["json", "csv", "jsonl", "format", "plot"])]
    slice: Option<ShardIndex>,
    /// Use the same seeds at all points.
    ///
    /// The difference between two points then depends less on chance.
    #[arg(long)]
    common_seeds: bool,
    /// Also compute the best response of this seat at each point.
    ///
    /// Write alice, bob, or alice,bob for both.
    #[arg(long, value_name = "SEAT", value_delimiter = ',', value_parser = provers())]
    best: Vec<Seat>,
    /// Draw a plot in the terminal: the points, the exact curve and the theorem's line.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl", "format"], help_heading = OUTPUT)]
    plot: bool,
    /// Draw an SVG chart.
    ///
    /// Each point has its 95 % interval. The band around a curve holds for all points together.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl", "format", "plot", "slice"])]
    #[arg(help_heading = OUTPUT)]
    svg: bool,
    #[command(flatten)]
    output: OutputFormatArgs,
}

impl Sweep {
    pub fn run(self) -> CommandResult {
        self.debated.limit.start()?;
        let twice =
            |axis: &&SweepAxis| self.vary.iter().filter(|own| own.name == axis.name).count() > 1;
        if let Some(axis) = self.vary.iter().find(twice) {
            bail!("--vary {} is given twice. List all its values in one --vary", axis.name);
        }
        let points = grid(&self.vary).map_err(anyhow::Error::msg)?;
        let out = self.output.to.open()?;
        let entry = find(&self.debated.file)?;
        let found = self.debated.asked.clone().about(entry.clone(), &self.debated.file)?;
        let given = found.scenario.clone();
        // Takes the players of the first point. If a point replaces a player of the file, that player may not fit the
        // scenario.
        let seated = self.point(&entry, &points[0])?;
        let vary = self.vary.clone();
        warn_about_moves(&given);
        let mut head = head("sweep", &self.debated, &given, &seated, vary, self.debates)?;
        head.common_seeds = self.common_seeds;
        // Errors of later points must be reported before the work begins.
        for at in &points {
            self.point(&entry, at)?;
        }
        let numbers = self.slice.map_or(0..self.debates, |slice| slice.numbers(self.debates));
        let each = numbers.end - numbers.start;
        let mut run = MeasuredRun { head, points: Vec::new() };
        let mut failed = None;
        with_progress("debates", |token| {
            token.report(0, each * points.len() as u64);
            for (place, at) in (0..).zip(points) {
                if token.is_stopped() || failed.is_some() {
                    break;
                }
                let seated = self.point(&entry, &at)?;
                let same = self.common_seeds || self.vary.iter().any(|axis| axis.name == "seed");
                let seed = match seated.game.seed() {
                    seed if same || place == 0 => seed,
                    seed => seed_in_series(seed, place),
                };
                let (game, many) = (&*seated.game, seated.simulator(token)?);
                let measured = match measure(game, &*many, numbers.clone(), seed, token) {
                    Err(PlayError::Stopped(_)) => break,
                    measured => measured?,
                };
                let PointResult { exact, promise, tally, .. } = measured;
                let (seats, best) = (seated.names.clone(), [None, None]);
                let mut point = SweepPoint { at, seed, seats, exact, promise, best, tally };
                failed = measured.failed;
                for &seat in self.best.iter().filter(|_| failed.is_none()) {
                    point.best[seat.index()] = Some(seated.best_response(seat, token).into());
                }
                if point.tally.debates > 0 || each == 0 {
                    run.points.push(point);
                }
            }
            anyhow::Ok(())
        })??;
        match self.slice {
            Some(_) => print_part(run, failed, numbers, out),
            None => {
                print(run, failed, &self.output, ChartStyle { plot: self.plot, svg: self.svg }, out)
            }
        }
    }

    /// The debate of a point, with its players.
    fn point(&self, entry: &LibraryEntry, at: &[String]) -> anyhow::Result<PreparedDebate> {
        let mut asked = self.debated.asked.clone();
        let settings: Vec<ParameterSetting> = self
            .vary
            .iter()
            .zip(at)
            .map(|(axis, value)| ParameterSetting { path: axis.name.clone(), value: value.clone() })
            .collect();
        let names: Vec<String> = settings.iter().map(ToString::to_string).collect();
        asked.set.extend(settings);
        let seated = asked.about(entry.clone(), &self.debated.file);
        let seated = seated.and_then(|found| self.debated.players.seated_in(found));
        seated.with_context(|| format!("at {}", names.join(" and ")))
    }
}
