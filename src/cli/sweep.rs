//! `elenchus sweep`: many debates at each of many points.

use anyhow::{Context, bail};
use clap::Args;

use super::long::long;
use super::many::{Drawn, Output, head, print, print_part, tell_of_moves};
use super::number::count;
use super::output::Ended;
use super::question::{Debated, find, provers};
use super::seated::Seated;
use crate::batch::part::{MeasuredRun, Slice, SweepPoint};
use crate::batch::sweep::{Axis, Measured, grid, measure};
use crate::debate::Stuck;
use crate::rules::Seat;
use crate::scenario::Setting;
use crate::scenario::library::LibraryEntry;

/// Play many debates at each of many points: any parameter of the scenario or of a strategy.
#[derive(Debug, Args)]
pub struct Sweep {
    #[command(flatten)]
    debated: Debated,
    /// What is varied: a parameter as `--set` names it, over a range or a list of values, such as
    /// alice.shift=0:0.4:0.02, k=1,2,4 or bob=honest,never. As often as there are parameters.
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    vary: Vec<Axis>,
    /// How many debates at each point; each has its own seed, counted up from the first.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count)]
    debates: u64,
    /// Play only this slice of every point's debates, and write a part for `elenchus merge`.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["json", "csv", "jsonl", "plot"])]
    slice: Option<Slice>,
    /// Give all points the same seeds: what differs between two points is then less a matter of chance,
    /// and what they have in common more.
    #[arg(long)]
    common_seeds: bool,
    /// Say also what the best that can sit in this seat comes to against who sits opposite, at each
    /// point: alice, bob, or alice,bob for both.
    #[arg(long, value_name = "SEAT", value_delimiter = ',', value_parser = provers())]
    best: Vec<Seat>,
    /// Draw the points, the exact curve and the theorem's line in the terminal.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl"])]
    plot: bool,
    /// Draw them as an SVG, each point with its interval, and the band that holds for all points together.
    #[arg(long, conflicts_with_all = ["json", "csv", "jsonl", "plot", "slice"])]
    svg: bool,
    #[command(flatten)]
    output: Output,
}

impl Sweep {
    /// Runs it.
    pub fn run(self) -> Ended {
        let twice = |axis: &&Axis| self.vary.iter().filter(|own| own.name == axis.name).count() > 1;
        if let Some(axis) = self.vary.iter().find(twice) {
            bail!("--vary {} is given twice: list all its values in one", axis.name);
        }
        let points = grid(&self.vary).map_err(anyhow::Error::msg)?;
        let out = self.output.to.open()?;
        let entry = find(&self.debated.file)?;
        let found = self.debated.asked.clone().about(entry.clone(), &self.debated.file)?;
        let given = found.scenario.clone();
        // The players of the first point: whom it replaces need not fit the scenario any more.
        let seated = self.point(&entry, &points[0])?;
        let vary = self.vary.clone();
        tell_of_moves(&given);
        let mut head = head("sweep", &self.debated, &given, &seated, vary, self.debates)?;
        head.common_seeds = self.common_seeds;
        // What the scenario refuses is refused before the work.
        for at in &points {
            self.point(&entry, at)?;
        }
        let numbers = self.slice.map_or(0..self.debates, |slice| slice.numbers(self.debates));
        let each = numbers.end - numbers.start;
        let mut run = MeasuredRun { head, points: Vec::new() };
        let mut failed = None;
        long("debates", |token| {
            token.report(0, each * points.len() as u64);
            for (place, at) in (0..).zip(points) {
                if token.is_stopped() || failed.is_some() {
                    break;
                }
                let seated = self.point(&entry, &at)?;
                // Each point has the seeds behind those of the one before, unless it says its own.
                let same = self.common_seeds || self.vary.iter().any(|axis| axis.name == "seed");
                let apart = if same { 0 } else { self.debates.wrapping_mul(place) };
                let seed = seated.game.seed().wrapping_add(apart);
                let (game, many) = (&*seated.game, seated.many(token)?);
                let measured = match measure(game, &*many, numbers.clone(), seed, token) {
                    Err(Stuck::Stopped(_)) => break,
                    measured => measured?,
                };
                let Measured { exact, promise, tally, .. } = measured;
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
            None => print(run, failed, &self.output, Drawn { plot: self.plot, svg: self.svg }, out),
        }
    }

    /// The debate of a point.
    fn point(&self, entry: &LibraryEntry, at: &[String]) -> anyhow::Result<Seated> {
        let mut asked = self.debated.asked.clone();
        let settings: Vec<Setting> = self
            .vary
            .iter()
            .zip(at)
            .map(|(axis, value)| Setting { path: axis.name.clone(), value: value.clone() })
            .collect();
        let names: Vec<String> = settings.iter().map(ToString::to_string).collect();
        asked.set.extend(settings);
        let seated = asked.about(entry.clone(), &self.debated.file);
        let seated = seated.and_then(|found| self.debated.players.seated_in(found));
        seated.with_context(|| format!("at {}", names.join(" and ")))
    }
}
