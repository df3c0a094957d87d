//! `elenchus eval`: a study, debate by debate into a log that is never lost.

mod exploit;
mod log;
mod played;
mod study;
mod table;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::bail;
use clap::Args;

use super::long::long;
use super::output::{Ended, To};
use crate::work::{Stopped, Token};
use log::Log;
use played::PlayedRow;
use study::{Job, Plan};

/// Play a study: scenarios by players by seeds, each debate a line of a log.
#[derive(Debug, Args)]
pub struct Eval {
    /// The study: a YAML file with `scenarios`, `players` and `seeds`.
    study: String,
    /// The log, a JSON line for each debate as it ends.
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    /// Go on with a log: what it has is not played again, but for debates that failed.
    #[arg(long)]
    resume: bool,
    /// How many debates are played at a time; players that wait on a network leave time for others.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    parallel: u16,
    /// How long a program may take to answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = super::number::seconds)]
    move_time: f64,
    /// Let the log tell also what a scenario hides until its review; needed where one does.
    #[arg(long)]
    reveal: bool,
    /// Print the table as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    to: To,
}

impl Eval {
    /// Runs it.
    pub fn run(self) -> Ended {
        let plan = Plan::read(&self.study, self.move_time, self.reveal)?;
        let jobs = plan.jobs();
        let mut log = match self.resume {
            true => Log::resumed(&self.log, &plan, &jobs)?,
            false => Log::new(&self.log)?,
        };
        let left: Vec<&Job> = jobs.iter().filter(|job| !log.has(job)).collect();
        let over = long("debates", |token| play(&plan, &left, &mut log, self.parallel, token))??;
        let (exploits, stopped) =
            long("debates exploited", |token| (plan.exploits(token), token.is_stopped()))?;
        let told = table::StudyTable::of(&plan, log.rows(), jobs.len(), &exploits);
        if self.json {
            self.to.json(&told)?;
        } else {
            self.to.text(&told.text())?;
        }
        match over {
            _ if stopped => Err(Stopped.into()),
            Some(what) => bail!("{what}; --resume goes on with a larger limit"),
            None => Ok(told.failed == 0),
        }
    }
}

/// Plays what is left, `parallel` debates at a time; each is in the log as soon as it is over. Says which
/// limit was reached.
fn play(
    plan: &Plan,
    left: &[&Job],
    log: &mut Log,
    parallel: u16,
    token: &Token,
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
