//! `elenchus solve`: computes the value of a debate, its bounds and costs.

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::figures::best_responses;
use super::number::count;
use super::output::{CommandResult, PrintArgs};
use super::prepared::PreparedDebate;
use super::progress::with_progress;
use super::redaction::{Redact, Redacted, Redaction, UNLESS_REVEALED};
use super::scenario_args::DebateArgs;
use crate::analysis::{BoundStatus, Game, PayoffUnit, Report, ResponseSummary, Unsolved};
use crate::batch::{NoValue, PlayersValue};
use crate::debate::{PlayError, SeatPlan};
use crate::rules::Seat;
use crate::scenario::Hidden;
use crate::text::number::{fixed, trimmed};
use crate::work::{CancelToken, Cancelled};

/// Compute the truth, exact values, bounds and costs of a debate.
///
/// The report begins with the players of the scenario, or those that you name: the value of their
/// debate, and the best response to each prover. Then it gives the truth, the value of each pair of
/// strategies, the bounds of theorems, and the costs if everybody is honest.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus solve find-the-lie
  elenchus solve contract-comma --alice lie-at:9 --reveal
  elenchus solve adder.aag --wire carry --claim 1 --only truth,values")]
pub struct Solve {
    #[command(flatten)]
    pub(super) debated: DebateArgs,
    /// The parts of the report to print, separated by commas. The default is all parts.
    ///
    /// Without `players` and `best-responses`, their values are not computed. Example: --only
    /// truth,values,bounds
    #[arg(long, value_name = "PART", value_delimiter = ',', value_enum)]
    pub(super) only: Vec<Part>,
    /// The number of debates to play if the value of the players is not known exactly.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = count)]
    pub(super) debates: u64,
    #[command(flatten)]
    pub(super) print: PrintArgs,
}

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Part {
    /// The truth of the claim.
    Truth,
    /// The value of the debate between its players.
    Players,
    /// The best response to each prover.
    BestResponses,
    /// The value of each pair of strategies.
    Values,
    /// The bounds of theorems, and whether they hold.
    Bounds,
    /// The expected costs if everybody is honest.
    Costs,
    /// Everything else that the protocol reports.
    Details,
}

impl Solve {
    /// True if this part is printed.
    fn has(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }

    /// Empties the parts of a report that are not printed.
    fn prune(&self, report: &mut Report) {
        if !self.has(Part::Truth) {
            report.truth = None;
        }
        if !self.has(Part::Values) {
            report.values.clear();
        }
        if !self.has(Part::Bounds) {
            report.bounds.clear();
            report.claims.clear();
        }
        if !self.has(Part::Costs) {
            report.costs.clear();
        }
        if !self.has(Part::Details) {
            report.sections.clear();
            report.more.retain(|key, _| ["values_are", "seated_judge"].contains(&&**key));
        }
    }

    pub fn run(self) -> CommandResult {
        self.debated.limit.start()?;
        let to = self.print.to.open()?;
        let seated = self.debated.seated()?;
        let found = with_progress("results", |token| self.found(&seated, token))??;
        let partial = found.partial;
        if self.print.json {
            to.json(&found.to_json())?;
        } else {
            let text = text(&found, &*seated.game);
            to.text(&format!("{}\n{}\n{text}", seated.scenario.title, seated.scenario.claim))?;
        }
        if partial { Err(Cancelled.into()) } else { Ok(true) }
    }

    /// The parts of the report that are printed.
    ///
    /// # Errors
    /// Returns an error if an external program plays, or if a debate fails.
    pub(super) fn found(
        &self,
        seated: &PreparedDebate,
        token: &CancelToken,
    ) -> anyhow::Result<Redacted<Solution>> {
        if let Some(seat) =
            Seat::ALL.into_iter().find(|s| seated.programs.commands[s.index()].is_some())
        {
            bail!(
                "`solve` cannot compute the value of an external program. Name a strategy for {}, or \
                 play debates with `simulate`",
                seat.name()
            );
        }
        let PreparedDebate { game, sight, .. } = seated;
        let (mut report, mut pair, mut partial) = (Report::default(), None, false);
        let mut best = [None, None];
        let seats = Seat::each(|seat| game.seat_plan(seat));
        // All results depend on the truth, so nothing is computed if the truth is hidden.
        if sight.sees(Hidden::Truth) {
            if self.has(Part::Players) && sight.sees_all() {
                match PlayersValue::compute(&**game, &seats, self.debates, token) {
                    Ok(found) => pair = Some(found),
                    Err(NoValue::Stopped | NoValue::Stuck(PlayError::Stopped(_))) => partial = true,
                    Err(why) => return Err(why.into()),
                }
            }
            if self.has(Part::BestResponses) {
                token.report(0, 0);
                best = [Seat::Alice, Seat::Bob]
                    .map(|seat| Some(game.best_response(&seats, seat, token).into()));
            }
            let report_has = [Part::Truth, Part::Values, Part::Bounds, Part::Costs, Part::Details];
            if report_has.into_iter().any(|part| self.has(part)) {
                token.report(0, 0);
                match game.solving()(&mut report, token) {
                    Ok(()) => {}
                    Err(Unsolved::Stopped(_)) => partial = true,
                    Err(Unsolved::Because(why)) => return Err(anyhow::Error::msg(why)),
                }
            }
            // The note about a hidden judge is always the same, so that it does not reveal an honest judge.
            let judge = &seats[Seat::Judge.index()];
            let is_seen = sight.sees(Hidden::player(Seat::Judge));
            if *judge != SeatPlan::Human && !(is_seen && judge.is_honest()) {
                report.judged_by(sight.player(Seat::Judge, &judge.words()));
            }
        }
        self.prune(&mut report);
        let players = seats.map(|seat| seat.words());
        Ok(sight.see(Solution { report, pair, best, players, partial }))
    }
}

impl Redacted<Solution> {
    /// The results as JSON.
    pub(super) fn to_json(&self) -> serde_json::Value {
        let mut json = self.report.to_json();
        json["pair"] = serde_json::json!(self.pair);
        json["best_responses"] = best_responses(&self.best);
        json["partial"] = self.partial.into();
        json["hidden"] = serde_json::json!(self.sight.hidden());
        json
    }
}

/// The results of the command.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    report: Report,
    /// The value of the debate between its players.
    pair: Option<PlayersValue>,
    /// The best responses of Alice and Bob to the other players.
    best: [Option<ResponseSummary>; 2],
    /// The names of the players, by seat.
    players: [String; 3],
    /// True if the work was stopped.
    partial: bool,
}

/// All results follow from the truth. The value of the debate also follows from its players.
impl Redact for Solution {
    fn redact(&mut self, sight: &Redaction) {
        if !sight.sees(Hidden::Truth) {
            (self.report, self.pair) = (Report::default(), None);
        }
        self.best.redact(sight);
        self.players.redact(sight);
        self.pair = self.pair.take().filter(|_| sight.sees_all());
    }
}

/// The results as text for people.
fn text(found: &Redacted<Solution>, game: &dyn Game) -> String {
    if !found.sight.sees(Hidden::Truth) {
        return format!(
            "\nThe value of this debate is hidden until the review{UNLESS_REVEALED}.\n"
        );
    }
    let Solution { report, pair, best, players, partial } = &**found;
    let title = if *partial { "\npartial: the command was stopped\n" } else { "" };
    let [alice, bob, judge] = players;
    let worth = game.payoff_unit();
    let what = worth.label(game.position().is_series());
    let over = game.averages_over().map_or(String::new(), |over| format!(", over {over}"));
    let pair = pair
        .as_ref()
        .map(|pair| format!("{alice} against {bob}, judge {judge}: {what} {}{over}\n", pair.value));
    let strongest = |(seat, best): (Seat, &Option<ResponseSummary>)| {
        let best = best.as_ref()?;
        // An average over the worlds that a seat cannot distinguish already names its scope.
        let scoped = matches!(best, ResponseSummary::Known { value, .. } if !value.is_averaged());
        let over = if scoped { &*over } else { "" };
        let against = &players[seat.opposite().index()];
        Some(format!("{}{over}\n", best.sentence(seat, against)))
    };
    let best = Seat::ALL.into_iter().zip(best).filter_map(strongest);
    let hidden = (!found.sight.sees_all()).then(|| {
        format!("The value of its players is hidden until the review{UNLESS_REVEALED}.\n")
    });
    let pair = pair.or(hidden);
    let seated: String = pair.into_iter().chain(best).collect();
    let gap = if seated.is_empty() { "" } else { "\n" };
    format!("{title}{gap}{seated}{}", words(report, worth))
}

/// A report as text for people.
fn words(report: &Report, worth: PayoffUnit) -> String {
    let mut text = String::new();
    if let Some(truth) = report.truth {
        // In a debate with payments, Alice chooses her answer to the claim at the root. So the truth is about that
        // claim, and not about her answer.
        let what = match worth {
            PayoffUnit::Probability => "the claim",
            PayoffUnit::Payoff => "the claim at the root",
        };
        text += &match truth {
            1.0 => format!("\ntruth: {what} is true\n"),
            0.0 => format!("\ntruth: {what} is false\n"),
            chance => format!("\ntruth: {what} is true with probability {}\n", number(chance)),
        };
    }
    if let Some(judge) = report.more.get("seated_judge").and_then(|judge| judge.as_str()) {
        text += &format!("\nThe judge here is {judge}. Everything below is for an honest judge.\n");
    }
    if !report.values.is_empty() {
        if let Some(what) = report.more.get("values_are").and_then(|what| what.as_str()) {
            text += &format!("\nvalues: {what}\n");
        }
        let sd = report.values.iter().any(|value| value.sd.is_some());
        let more = if sd { "          sd" } else { "" };
        text += &format!("\n{:<20} {:<20} {:>14}{more}\n", "Alice", "Bob", "value");
        for value in &report.values {
            let sd = value.sd.map_or(String::new(), |sd| format!("{sd:>12.4}"));
            text += &format!("{:<20} {:<20} {:>14.9}{sd}\n", value.alice, value.bob, value.value);
        }
    }
    if !report.bounds.is_empty() {
        text += "\nbounds\n";
        for bound in &report.bounds {
            let why = match &bound.standing {
                BoundStatus::DoesNotApply(reason) => format!("; {reason}"),
                _ => String::new(),
            };
            let (value, limit) = (number(bound.value), bound.limit);
            let (standing, name) = (&bound.standing, &bound.name);
            text += &format!("  {standing}  {name}: {value} (bound {limit}){why}\n");
        }
    }
    if !report.costs.is_empty() {
        text += "\nexpected costs if everybody is honest\n";
        for paid in &report.costs {
            let limit = paid.limit.map_or(String::new(), |l| format!(" of {l}"));
            let what = paid.cost.replace('_', " ");
            text += &format!("  {:<6} {what:<18} {}{limit}\n", paid.seat, number(paid.expected));
        }
    }
    for section in &report.sections {
        text += &format!("\n{}\n", section.title);
        for fact in &section.facts {
            text += &format!("  {fact}\n");
        }
    }
    text
}

/// A number with at most six decimals, and none if it is whole.
fn number(value: f64) -> String {
    trimmed(&fixed(value, 6)).to_owned()
}
