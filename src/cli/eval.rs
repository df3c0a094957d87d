//! `elenchus eval`: plays a study and writes each debate to a log, which survives a crash.

mod compare;
mod dry_run;
mod exploit;
mod log;
mod study;
mod study_debate;
mod table;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::bail;
use clap::Args;

use super::output::{CommandResult, OUTPUT, OutputArgs, TableFormat, TableFormatArgs};
use super::progress::{TimeLimit, with_progress};
use crate::work::{CancelToken, Cancelled};
use dry_run::DryRun;
use log::StudyLog;
use study::{StudyDebate, StudyPlan};
use study_debate::PlayedRow;

/// Play a study: every scenario with every group of players and every seed.
///
/// Each debate becomes a line of the log as soon as it ends. At the end, the command prints a table:
/// how often the right side wins, and how well the best dishonest prover does. Before the first debate,
/// each program has to make one move, which is in no log.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus eval study.yaml --dry-run 5
  elenchus eval study.yaml --log study.jsonl
  elenchus eval study.yaml --log study.jsonl --resume --parallel 8")]
pub struct Eval {
    /// The study: a YAML file with the keys `title`, `scenarios`, `players` and `seeds`.
    study: String,
    /// The log: a new file with a line of JSON for each debate.
    #[arg(long, value_name = "FILE", required_unless_present = "dry_run")]
    log: Option<PathBuf>,
    /// Play this many debates without a log, and estimate the time, tokens and cost of the study.
    #[arg(long, value_name = "N", conflicts_with_all = ["log", "resume"], value_parser = clap::value_parser!(u64).range(1..))]
    dry_run: Option<u64>,
    /// Continue an existing log. Only debates that failed are played again.
    #[arg(long)]
    resume: bool,
    /// The number of debates to play at the same time, from 1 to 256.
    ///
    /// More than 1 helps if players wait for a network.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    parallel: u16,
    /// The time that a program may take for each answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = super::number::seconds)]
    move_time: f64,
    #[command(flatten)]
    limit: TimeLimit,
    /// Allow the log to contain what a scenario hides until the review.
    #[arg(long)]
    reveal: bool,
    /// Print the table as JSON.
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    #[command(flatten)]
    format: TableFormatArgs,
    #[command(flatten)]
    to: OutputArgs,
}

/// Reads a study and a log of it, as `eval --resume` does before the first debate.
///
/// # Errors
/// Returns an error if the study or its log cannot be read.
pub(super) fn read(study: &str, log: &std::path::Path) -> anyhow::Result<()> {
    let plan = StudyPlan::read(study, 120.0, true)?;
    StudyLog::resumed(log, &plan, &plan.jobs()).map(drop)
}

impl Eval {
    pub fn run(self) -> CommandResult {
        self.limit.start()?;
        let format = self.format.or(&[(self.json, TableFormat::Json)])?;
        let plan = StudyPlan::read(&self.study, self.move_time, self.reveal)?;
        let jobs = plan.jobs();
        let tries = || with_progress("programs", |token| plan.try_programs(token))?;
        let Some(file) = &self.log else {
            tries()?;
            return self.estimate(&plan, &jobs, format);
        };
        let mut log = match self.resume {
            true => StudyLog::resumed(file, &plan, &jobs)?,
            false => {
                StudyLog::check_new(file)?;
                tries()?;
                StudyLog::new(file)?
            }
        };
        let left: Vec<&StudyDebate> = jobs.iter().filter(|job| !log.has(job)).collect();
        if self.resume && !left.is_empty() {
            tries()?;
        }
        let over =
            with_progress("debates", |token| play(&plan, &left, &mut log, self.parallel, token))??;
        let (exploits, stopped) =
            with_progress("debates exploited", |token| (plan.exploits(token), token.is_stopped()))?;
        let told = table::StudyTable::new(&plan, log.rows(), jobs.len(), &exploits);
        match format {
            TableFormat::Text => self.to.text(&told.text())?,
            TableFormat::Json => self.to.json(&told)?,
            _ => told.table().print(format, self.to.open()?)?,
        };
        match over {
            _ if stopped => Err(Cancelled.into()),
            Some(what) => {
                bail!("{what}. Set a larger limit in the study and continue with --resume")
            }
            None => Ok(told.failed == 0),
        }
    }

    /// Plays some debates of the study, and prints what all of them would take.
    fn estimate(
        &self,
        plan: &StudyPlan,
        jobs: &[StudyDebate],
        format: TableFormat,
    ) -> CommandResult {
        let wanted = self.dry_run.unwrap_or(1).min(jobs.len() as u64) as usize;
        // Takes one debate of each scenario and cast in turn, so that the estimate covers all of them.
        let (casts, each) = (plan.debates.len(), jobs.len() / plan.debates.len());
        let some: Vec<&StudyDebate> =
            (0..wanted).map(|n| &jobs[n % casts * each + n / casts]).collect();
        let rows = with_progress("debates", |token| {
            token.report(0, wanted as u64);
            let mut rows = Vec::new();
            for job in some {
                rows.push(plan.played(job, token)?);
                token.advance(1);
            }
            Ok::<_, Cancelled>(rows)
        })??;
        let told = DryRun::new(&rows, jobs.len(), self.parallel);
        match format {
            TableFormat::Text => self.to.text(&told.text())?,
            TableFormat::Json => self.to.json(&told)?,
            _ => bail!("an estimate is no table. Choose --format text or json"),
        };
        Ok(told.failed == 0)
    }
}

/// Plays the remaining debates, `parallel` debates at a time. Each debate is in the log as soon as it is over. Returns
/// the limit that stopped the study, if one did.
fn play(
    plan: &StudyPlan,
    left: &[&StudyDebate],
    log: &mut StudyLog,
    parallel: u16,
    token: &CancelToken,
) -> anyhow::Result<Option<String>> {
    let mut over = plan.over(log.spent());
    let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(over.is_some()));
    token.report(0, left.len() as u64);
    thread::scope(|scope| -> anyhow::Result<()> {
        let (done, rows) = channel::<PlayedRow>();
        for _ in 0..usize::from(parallel).min(left.len()) {
            let done = done.clone();
            scope.spawn(|| {
                let done = done;
                while let Some(job) = left.get(next.fetch_add(1, Ordering::Relaxed))
                    && !enough.load(Ordering::Relaxed)
                {
                    let Ok(row) = plan.played(job, token) else { return };
                    if done.send(row).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        for row in rows {
            if let Err(why) = log.write(row) {
                enough.store(true, Ordering::Relaxed);
                return Err(why);
            }
            token.advance(1);
            over = plan.over(log.spent());
            enough.fetch_or(over.is_some(), Ordering::Relaxed);
        }
        Ok(())
    })?;
    Ok(over)
}
