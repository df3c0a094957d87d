//! `elenchus list`: lists scenarios and strategies.

use clap::Args;
use serde_json::{Value, json};

use super::output::{CommandResult, OUTPUT, OutputArgs, TableFormat, TableFormatArgs};
use super::scenario_args::find;
use super::table::OutputTable;
use crate::rules::Seat;
use crate::scenario::library::LibraryEntry;
use crate::scenario::{COMPOSED, course, library, open};

/// List the scenarios of the library, or the strategies for a scenario.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus list
  elenchus list --strategies contract-comma")]
pub struct List {
    /// Print JSON instead of text.
    #[arg(long, help_heading = OUTPUT)]
    json: bool,
    /// List the debates of a course: a folder, or `exercises`.
    #[arg(long, value_name = "COURSE")]
    course: Option<String>,
    /// List the strategies of each seat in this scenario: a file or a shipped name.
    #[arg(long, value_name = "FILE")]
    strategies: Option<String>,
    #[command(flatten)]
    format: TableFormatArgs,
    #[command(flatten)]
    to: OutputArgs,
}

/// The scenarios as JSON.
pub(super) fn rows(entries: &[LibraryEntry]) -> Vec<Value> {
    let row = |entry: &LibraryEntry| match &entry.scenario {
        Ok(s) => json!({
            "id": entry.id, "title": s.title, "summary": s.summary,
            "chapter": s.chapter, "protocol": s.protocol.name(),
            "seat": s.seat, "minutes": s.minutes, "source": s.source,
        }),
        Err(e) => json!({ "id": entry.id, "error": e.to_string() }),
    };
    entries.iter().map(row).collect()
}

impl List {
    pub fn run(self) -> CommandResult {
        let format = self.format.or(&[(self.json, TableFormat::Json)])?;
        match &self.strategies {
            Some(file) => self.strategies_of(file, format),
            None => self.scenarios(format),
        }
    }

    fn scenarios(&self, format: TableFormat) -> CommandResult {
        let entries = match &self.course {
            Some(name) => course::course(name)?.entries,
            None => library::all(),
        };
        if format != TableFormat::Text {
            let list = rows(&entries);
            return match format {
                TableFormat::Json => self.to.plain_json(&list),
                _ => OutputTable::keyed(
                    &[
                        "id", "title", "summary", "chapter", "protocol", "seat", "minutes",
                        "source", "error",
                    ],
                    &list,
                )
                .print(format, self.to.open()?),
            };
        }
        let titles = entries.iter().filter_map(|entry| entry.scenario.as_ref().ok());
        let width = titles.map(|own| own.title.chars().count()).max().unwrap_or_default();
        let ids = entries.iter().map(|entry| entry.id.chars().count()).max().unwrap_or_default();
        let mut text = String::new();
        let mut chapter = None;
        for entry in &entries {
            match &entry.scenario {
                Ok(s) => {
                    if chapter != Some(s.chapter.clone()) {
                        chapter = Some(s.chapter.clone());
                        let heading = if s.chapter.is_empty() { "Your own" } else { &s.chapter };
                        text += &format!("{}{heading}\n", if text.is_empty() { "" } else { "\n" });
                    }
                    let seat = s.seat.map_or("watch", Seat::word);
                    let minutes = s.minutes.map_or(String::new(), |m| format!("{m} min"));
                    let (id, title, protocol) = (&entry.id, &s.title, s.protocol.name());
                    text += &format!(
                        "  {id:<ids$} {title:<width$} {seat:<6} {minutes:<7} {protocol}\n"
                    );
                }
                Err(e) => text += &format!("  {:<ids$} has an error: {}\n", entry.id, e.message),
            }
        }
        self.to.text(&text)
    }

    fn strategies_of(&self, file: &str, format: TableFormat) -> CommandResult {
        let entry = find(file)?;
        let scenario = entry.scenario?;
        let game = open(&scenario)
            .map_err(|fault| crate::scenario::FileError::at(file, &entry.text, fault))?;
        if format == TableFormat::Json {
            let mut seats: serde_json::Map<String, serde_json::Value> = Seat::ALL
                .into_iter()
                .map(|seat| {
                    let list: Vec<_> = game
                        .strategies(seat)
                        .iter()
                        .map(|s| json!({ "name": s.name, "written": s.written, "says": s.says }))
                        .collect();
                    (seat.word().to_owned(), list.into())
                })
                .collect();
            let any = COMPOSED.map(|(written, says)| json!({ "written": written, "says": says }));
            seats.insert("any".into(), any.to_vec().into());
            return self.to.json(&seats);
        }
        if format != TableFormat::Text {
            let of = |seat: &str, written: &str, says: &str| json!({ "seat": seat, "strategy": written, "says": says });
            let strategies = Seat::ALL.into_iter().flat_map(|seat| {
                let own = game.strategies(seat);
                let rows = own.iter().map(|own| of(seat.word(), &own.written, own.says));
                rows.collect::<Vec<_>>()
            });
            let any = COMPOSED.map(|(written, says)| of("any", written, says));
            let rows: Vec<Value> = strategies.chain(any).collect();
            let table = OutputTable::keyed(&["seat", "strategy", "says"], &rows);
            return table.print(format, self.to.open()?);
        }
        let mut text = String::new();
        for seat in Seat::ALL {
            text += &format!("{seat}\n");
            for strategy in game.strategies(seat) {
                text += &format!("  {:<18} {}\n", strategy.written, strategy.says);
            }
        }
        text += "any seat\n";
        for (written, says) in COMPOSED {
            text += &format!("  {written}\n      {says}\n");
        }
        self.to.text(&text)
    }
}
