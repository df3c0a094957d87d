//! `elenchus attack`: finds the strongest strategy of a seat.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use super::batch_args::{head, warn_about_moves};
use super::figures;
use super::number;
use super::output::{CommandResult, OUTPUT, OutputArgs, OutputSink, TableFormat, TableFormatArgs};
use super::prepared::PreparedDebate;
use super::progress::with_progress;
use super::redaction::UNLESS_REVEALED;
use super::scenario_args::{DebateArgs, provers};
use super::table::labelled;
use crate::analysis::{
    BestResponse, BoundMethod, FamilySearch, Game, ResponseSummary, StrategyFamily, Value,
};
use crate::batch::attack::{AttackResult, AttackTarget, strongest};
use crate::batch::shard::RunHeader;
use crate::debate::SeatPlan;
use crate::rules::{Seat, Viewer};
use crate::scenario::{Hidden, SafeText, Scenario, write};
use crate::text::number::{fixed, plural};
use crate::work::CancelToken;
use crate::work::Cancelled;

/// Find the strongest strategy of a seat against the other players.
///
/// The result is exact where values can be computed. Elsewhere it comes from a search that plays
/// debates.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus attack rigged-coin --seat alice
  elenchus attack rigged-coin --seat alice --over shift=0:0.4 --out worst.yaml")]
pub struct Attack {
    #[command(flatten)]
    pub(super) debated: DebateArgs,
    /// The attacking seat.
    #[arg(long, value_name = "SEAT", value_parser = provers())]
    pub(super) seat: Seat,
    /// The strategies to search, separated by commas.
    ///
    /// The default is all strategies of the seat, with a grid over the numbers that they take. A
    /// range of your own is searched more finely. Examples: `never` is one strategy. `shift=0:0.4`
    /// is `shift` with every number from 0 to 0.4. `honest+shift:0.2=0:1` is a mixture, and the
    /// range is the weight of its second part.
    #[arg(long, value_name = "NAME=LOW:HIGH", value_delimiter = ',')]
    pub(super) over: Vec<FamilySearch>,
    /// The number of debates for the final result, and for each round of the search.
    ///
    /// It matters only where values are not exact.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::count)]
    pub(super) debates: u64,
    /// Print JSON instead of text.
    #[arg(long, help_heading = OUTPUT)]
    pub(super) json: bool,
    /// Print the result as CSV: one row under the names of its columns.
    #[arg(long, conflicts_with = "json", help_heading = OUTPUT)]
    pub(super) csv: bool,
    #[command(flatten)]
    pub(super) format: TableFormatArgs,
    /// Write the debate with the strongest strategy to this scenario file. You can play it.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub(super) out: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "out", help_heading = OUTPUT)]
    pub(super) force: bool,
}

impl Attack {
    pub fn run(self) -> CommandResult {
        self.debated.limit.start()?;
        let short = [(self.json, TableFormat::Json), (self.csv, TableFormat::Csv)];
        let format = self.format.or(&short)?;
        let out = self.out.as_deref().map(|path| OutputSink::file(path, self.force)).transpose()?;
        let seated = self.debated.seated()?;
        let head = self.head(&seated)?;
        warn_about_moves(&seated.scenario);
        let found = with_progress("strategies", |token| self.found(&seated, token))??;
        if let Some(out) = out {
            out.text(&write(&self.scenario(&seated, &found)?)?)?;
        }
        let to = OutputArgs::default();
        let head = seated.sight.see(head);
        match format {
            TableFormat::Text => to.text(&self.words(&seated, &found))?,
            TableFormat::Json => to.json(&figures::attack(&head, self.seat, &found))?,
            _ => figures::attack_table(&head, self.seat, &found).print(format, to.open()?)?,
        };
        if found.partial { Err(Cancelled.into()) } else { Ok(true) }
    }

    /// The inputs of the attack.
    ///
    /// # Errors
    /// Returns an error if the attack would show what the scenario hides, or if a program has its seat.
    pub(super) fn head(&self, seated: &PreparedDebate) -> anyhow::Result<RunHeader> {
        if !seated.sight.sees(Hidden::Truth) {
            bail!(
                "this scenario hides the truth until the review, and an attack would show \
                 it{UNLESS_REVEALED}"
            );
        }
        let other = self.seat.opposite();
        if !seated.sight.sees(Hidden::player(other)) {
            let name = other.name();
            bail!(
                "this scenario hides {name}'s player until the review, and the best response would reveal that \
                 player. Name a player for {name}{UNLESS_REVEALED}"
            );
        }
        if seated.programs.commands[self.seat.index()].is_some() {
            let name = self.seat.name();
            bail!("`attack` tries strategies in {name}'s seat. Give {name} no program");
        }
        head("attack", &self.debated, &seated.scenario, seated, Vec::new(), self.debates)
    }

    /// The strongest strategy of the seat.
    pub(super) fn found(
        &self,
        seated: &PreparedDebate,
        token: &CancelToken,
    ) -> anyhow::Result<AttackResult> {
        // The strategies are tried in the debate as the seat knows it. If that debate cannot be built, they are tried
        // in this debate itself.
        let known = seated.game.as_known_to(self.seat).unwrap_or_default();
        let game = known.as_deref().unwrap_or(&*seated.game);
        let families = match self.over.is_empty() {
            true => StrategyFamily::all(game, self.seat),
            false => self
                .over
                .iter()
                .map(|over| StrategyFamily::asked(over, game, self.seat))
                .collect::<Result<_, _>>()
                .map_err(anyhow::Error::msg)
                .context("--over")?,
        };
        let best = seated.best_response(self.seat, token);
        let plays = |seats: &[SeatPlan; 3], token: &CancelToken| seated.many_in(game, seats, token);
        let target = AttackTarget {
            game,
            anybody: self.over.is_empty(),
            seats: Seat::each(|seat| game.seat_plan(seat)),
            seat: self.seat,
            plays: &plays,
            best,
            debates: self.debates,
            seed: game.seed(),
        };
        Ok(strongest(&target, &families, token)?)
    }

    /// The debate with the strongest strategy in its seat. If a person had this seat, the person gets the opposite
    /// seat.
    fn scenario(&self, seated: &PreparedDebate, found: &AttackResult) -> anyhow::Result<Scenario> {
        let given = &seated.scenario;
        let (seat, name) = (self.seat, self.seat.name());
        let words = |text: String| SafeText::new(&text).map_err(anyhow::Error::msg);
        let value = value_line(found, &*seated.game);
        let mut scenario = Scenario {
            title: words(format!("{}: the strongest {name} found", &*given.title))?,
            summary: words(format!("{name} plays {}. {value}", found.plan.words()))?,
            seat: given.seat.map(|own| if own == seat { seat.opposite() } else { own }),
            hide: seated.sight.hidden().to_vec(),
            lesson: Default::default(),
            exercise: None,
            attempt: None,
            moves: None,
            order: None,
            ..given.clone()
        };
        for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
            match seated.game.seat_plan(other) {
                _ if scenario.seat == Some(other) => {
                    scenario.seats.set(other, SeatPlan::Human);
                }
                SeatPlan::Human => {}
                plan => scenario.seats.set(other, plan),
            }
        }
        scenario.seats.set(seat, found.plan.clone());
        Ok(scenario)
    }

    fn words(&self, seated: &PreparedDebate, found: &AttackResult) -> String {
        let opposite = self.seat.opposite();
        let name = |seat: Seat| seated.sight.player(seat, &seated.names[seat.index()]);
        let [other, judge] = [opposite, Seat::Judge].map(name);
        let (title, claim) = (&seated.scenario.title, &seated.scenario.claim);
        let own = self.seat.name();
        let heading =
            format!("{title}\n{claim}\n\n{own} against {opposite} {other}, judge {judge}\n\n");
        let mut lines: Vec<(&str, String)> = Vec::new();
        let stopped = if found.partial { "partial, the search was stopped: " } else { "" };
        lines.push(("strongest found", format!("{stopped}{}", found.plan.words())));
        lines.push(("", value_line(found, &*seated.game)));
        let is_averaged = seated.game.as_known_to(self.seat).is_ok_and(|known| known.is_some());
        if is_averaged && found.value.both_ends().is_none() {
            lines.push(("", format!("on average over the worlds that {own} cannot distinguish")));
        } else if !is_averaged && let Some(over) = seated.game.averages_over() {
            lines.push(("", format!("on average over {over}")));
        }
        lines.push(("theorem", theorem(found)));
        if found.is_best {
            let by_search = |best: &BestResponse| best.value.by() == BoundMethod::EveryMove;
            let is_searched = found.best_response.as_ref().is_ok_and(by_search);
            let known = seated.game.position().known(Viewer::Seat(self.seat));
            let nobody = match !is_searched && !is_averaged && known.has_the_world() {
                true => format!("no {own} does better"),
                false => format!("no {own} with the same knowledge does better"),
            };
            lines.push(("", format!("it is the exact best response: {nobody}")));
        } else if let Ok(best) = &found.best_response {
            lines.push(("best response", ResponseSummary::from(best.clone()).to_string()));
        }
        let tried = plural(found.tried as u64, "strategy", "strategies");
        let played = plural(found.played, "debate", "debates");
        lines.push(("searched", format!("{tried}, {played}")));
        if let Err(why) = &found.best_response {
            lines.push(("best response", format!("unknown: {why}")));
        }
        if let Some((player, why)) = found.failed.first() {
            let count = plural(found.failed.len() as u64, "strategy", "strategies");
            lines.push(("failed", format!("{count}; the first is {player}: {why}")));
        }
        if let Some(path) = &self.out {
            lines.push(("written", path.display().to_string()));
        }
        heading + &labelled(&lines)
    }
}

fn value_line(found: &AttackResult, game: &dyn Game) -> String {
    let what = game.payoff_unit().label(game.position().is_series());
    match &found.value {
        Value::Estimated(sampled) => format!(
            "{what} {}   {} ({} after the search)",
            fixed(found.value.middle(), 4),
            sampled.trust(),
            plural(sampled.debates(), "debate", "debates")
        ),
        value => format!("{what} {value}"),
    }
}

fn theorem(found: &AttackResult) -> String {
    let Some(promise) = &found.promise else {
        return "no theorem gives a number for these players in this debate".into();
    };
    let held = match promise.is_kept(found.value.ends()) {
        Some(true) => "it holds against this strategy",
        Some(false) => "it fails against this strategy",
        None => "the interval is too wide to say whether it holds; play more debates",
    };
    format!("{} {:.4} ({}): {held}", promise.limit.side(), promise.limit, promise.theorem)
}
