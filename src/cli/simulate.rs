//! `elenchus simulate`: many debates, counted.

use std::io::Write;

use clap::Args;

use super::figures;
use super::long::long;
use super::many::{Drawn, Output, head, print, print_part, tell_of_moves};
use super::number::count;
use super::output::{Ended, Out};
use super::question::Debated;
use super::seated::Seated;
use super::sight::Seen;
use crate::batch::part::{Head, MeasuredRun, Slice, SweepPoint};
use crate::batch::{Counted, PlayedDebate, count as counted, each};
use crate::work::Stopped;

/// Play many debates and count who wins.
#[derive(Debug, Args)]
pub struct Simulate {
    #[command(flatten)]
    debated: Debated,
    /// How many debates; each has its own seed, counted up from the first.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count)]
    debates: u64,
    /// Play only this slice of the debates, and write a part for `elenchus merge`.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["json", "csv", "jsonl"])]
    slice: Option<Slice>,
    #[command(flatten)]
    output: Output,
}

impl Simulate {
    /// Runs it.
    pub fn run(self) -> Ended {
        let out = self.output.to.open()?;
        let found = self.debated.asked.clone().of(&self.debated.file)?;
        let given = found.scenario.clone();
        let seated = self.debated.players.seated_in(found)?;
        tell_of_moves(&given);
        let head = head("simulate", &self.debated, &given, &seated, Vec::new(), self.debates)?;
        if self.output.csv || self.output.jsonl {
            let head = seated.sight.see(head);
            return tell(&head, &seated, self.output.csv, out);
        }
        let numbers = self.slice.map_or(0..self.debates, |slice| slice.numbers(self.debates));
        let Counted { tally, failed } = long("debates", |token| -> anyhow::Result<_> {
            let many = seated.many(token)?;
            token.report(0, numbers.end - numbers.start);
            Ok(counted(&*many, numbers.clone(), head.seed, token))
        })??;
        let (seed, seats) = (head.seed, head.seats.clone());
        let point = SweepPoint { seed, seats, tally, ..SweepPoint::default() };
        let run = MeasuredRun { head, points: vec![point] };
        match self.slice {
            Some(_) => print_part(run, failed, numbers, out),
            None => print(run, failed, &self.output, Drawn::default(), out),
        }
    }
}

/// A line for each debate.
fn tell(head: &Seen<Head>, seated: &Seated, csv: bool, mut out: Out) -> Ended {
    let columns = figures::debate_columns();
    if csv {
        out.row(figures::debate_names(&columns))?;
    }
    let mut given = figures::head(head);
    given.remove("asked_for");
    let told = long("debates", |token| -> anyhow::Result<_> {
        let many = seated.many(token)?;
        let told = each::<anyhow::Error>(&*many, head.debates, head.seed, token, |told| {
            let (seed, end) = match told {
                PlayedDebate::Debate(seed, end) => (seed, &head.sight.see(*end)),
                PlayedDebate::Pause => return Ok(out.flush()?),
            };
            if csv {
                out.row(figures::debate_row(head, &columns, (seed, end)))?;
            } else {
                let mut line = given.clone();
                line.extend(figures::debate(seed, end));
                out.line(&line)?;
            }
            Ok(())
        });
        Ok(told)
    })??;
    // What was told stays, whatever became of the rest.
    out.done()?;
    if told? < head.debates { Err(Stopped.into()) } else { Ok(true) }
}
