//! `elenchus sweep`: plays many debates for each value of a parameter.

use std::ops::Range;

use anyhow::{Context, bail};
use clap::Args;

use super::batch_args::{
    ChartStyle, Measured, OutputFormatArgs, head, print, print_part, warn_about_moves,
};
use super::number::count;
use super::output::{CommandResult, OUTPUT};
use super::prepared::PreparedDebate;
use super::progress::with_progress;
use super::scenario_args::{DebateArgs, find, provers};
use crate::batch::shard::{MeasuredRun, RunHeader, ShardIndex, SweepPoint};
use crate::batch::sweep::{PointResult, SweepAxis, grid, measure};
use crate::chance::seed_in_series;
use crate::debate::PlayError;
use crate::rules::Seat;
use crate::scenario::library::LibraryEntry;
use crate::scenario::{ParameterSetting, Scenario};
use crate::work::CancelToken;

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
    pub(super) debated: DebateArgs,
    /// A parameter and its values. You can repeat this option.
    ///
    /// The path is as for --set. The values are a range FROM:TO:STEP, or a list. Examples: --vary
    /// alice.shift=0:0.4:0.02, --vary k=1,2,4, or --vary bob=honest,never
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    pub(super) vary: Vec<SweepAxis>,
    /// The number of debates at each point.
    ///
    /// Each point has a seed of its own, and is the run of `simulate` with that seed.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(super) debates: u64,
    /// Play only slice I of N of the debates, for `elenchus merge`.
    ///
    /// So several machines can share a run. Example: --slice 3/16
    #[arg(long, value_name = "I/N")]
    #[arg(conflicts_with_all = ["json", "csv", "jsonl", "format", "plot"])]
    pub(super) slice: Option<ShardIndex>,
    /// Use the same seeds at all points.
    ///
    /// The difference between two points then depends less on chance.
    #[arg(long)]
    pub(super) common_seeds: bool,
    /// Also compute the best response of this seat at each point.
    ///
    /// Write alice, bob, or alice,bob for both.
    #[arg(long, value_name = "SEAT", value_delimiter = ',', value_parser = provers())]
    pub(super) best: Vec<Seat>,
    /// Draw a plot in the terminal: the points, the exact curve and the theorem's line.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl", "format"], help_heading = OUTPUT)]
    pub(super) plot: bool,
    /// Draw an SVG chart.
    ///
    /// Each point has its 95 % interval. The band around a curve holds for all points together.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl", "format", "plot", "slice"])]
    #[arg(help_heading = OUTPUT)]
    pub(super) svg: bool,
    #[command(flatten)]
    pub(super) output: OutputFormatArgs,
}

impl Sweep {
    pub fn run(self) -> CommandResult {
        self.debated.limit.start()?;
        let points = self.points()?;
        let out = self.output.to.open()?;
        let entry = find(&self.debated.file)?;
        warn_about_moves(&self.given(&entry)?);
        let head = self.head(&entry, &points)?;
        let numbers = self.slice.map_or(0..self.debates, |slice| slice.numbers(self.debates));
        let Measured { run, failed, .. } = with_progress("debates", |token| {
            self.measured(&entry, head, points, numbers.clone(), token)
        })??;
        match self.slice {
            Some(_) => print_part(run, failed, numbers, out),
            None => {
                print(run, failed, &self.output, ChartStyle { plot: self.plot, svg: self.svg }, out)
            }
        }
    }

    /// The values of the parameters at each point.
    ///
    /// # Errors
    /// Returns an error if a parameter is given twice, or if there are too many points.
    pub(super) fn points(&self) -> anyhow::Result<Vec<Vec<String>>> {
        let twice =
            |axis: &&SweepAxis| self.vary.iter().filter(|own| own.name == axis.name).count() > 1;
        if let Some(axis) = self.vary.iter().find(twice) {
            bail!("--vary {} is given twice. List all its values in one --vary", axis.name);
        }
        grid(&self.vary).map_err(anyhow::Error::msg)
    }

    /// The scenario without the varied parameters.
    fn given(&self, entry: &LibraryEntry) -> anyhow::Result<Scenario> {
        Ok(self.debated.asked.clone().about(entry.clone(), &self.debated.file)?.scenario)
    }

    /// The inputs of the run.
    ///
    /// # Errors
    /// Returns the errors of all points, because they must be reported before the work begins.
    pub(super) fn head(
        &self,
        entry: &LibraryEntry,
        points: &[Vec<String>],
    ) -> anyhow::Result<RunHeader> {
        // Takes the players of the first point. If a point replaces a player of the file, that player may not fit the
        // scenario.
        let seated = self.point(entry, &points[0])?;
        let (given, vary) = (self.given(entry)?, self.vary.clone());
        let mut head = head("sweep", &self.debated, &given, &seated, vary, self.debates)?;
        head.common_seeds = self.common_seeds;
        for at in points {
            self.point(entry, at)?;
        }
        Ok(head)
    }

    /// Plays the debates with these numbers at every point.
    pub(super) fn measured(
        &self,
        entry: &LibraryEntry,
        head: RunHeader,
        points: Vec<Vec<String>>,
        numbers: Range<u64>,
        token: &CancelToken,
    ) -> anyhow::Result<Measured> {
        let each = numbers.end - numbers.start;
        let mut run = MeasuredRun { head, points: Vec::new() };
        let (mut failed, mut all_lost) = (None, Vec::new());
        token.report(0, each * points.len() as u64);
        for (place, at) in (0..).zip(points) {
            if token.is_stopped() || failed.is_some() {
                break;
            }
            let seated = self.point(entry, &at)?;
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
            let PointResult { exact, promise, tally, lost, .. } = measured;
            let (seats, best) = (seated.names.clone(), [None, None]);
            let averages_over = seated.game.averages_over().map(str::to_owned);
            let mut point =
                SweepPoint { at, seed, seats, averages_over, exact, promise, best, tally };
            failed = measured.failed;
            all_lost.extend(lost);
            for &seat in self.best.iter().filter(|_| failed.is_none()) {
                point.best[seat.index()] = Some(seated.best_response(seat, token).into());
            }
            if point.tally.debates > 0 || each == 0 {
                run.points.push(point);
            }
        }
        Ok(Measured { run, failed, lost: all_lost })
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
