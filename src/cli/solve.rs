//! `elenchus solve`: what a debate is worth, exactly.

use anyhow::bail;
use clap::Args;

use super::figures::best_responses;
use super::long::long;
use super::number::count;
use super::output::{Ended, Print};
use super::question::Debated;
use super::seated::Seated;
use super::sight::{Seen, Sight, UNLESS_REVEALED, Veil};
use crate::analysis::{Game, Report, Response, Standing, Unsolved, Worth};
use crate::batch::Pair;
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::scenario::Hidden;
use crate::text::number::{trimmed, without_minus_zero};
use crate::work::Stopped;

/// Say exactly what a debate is worth: truth, values, bounds, costs.
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    debated: Debated,
    /// How many debates are played where the value of the players named, or of the scenario's own,
    /// is not known exactly.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = count)]
    debates: u64,
    #[command(flatten)]
    print: Print,
}

impl Solve {
    /// Runs it.
    pub fn run(self) -> Ended {
        let to = self.print.to.open()?;
        let seated = self.debated.seated()?;
        if let Some(seat) =
            Seat::ALL.into_iter().find(|s| seated.programs.commands[s.index()].is_some())
        {
            bail!(
                "what a program outside is worth cannot be computed: name a strategy for {}, or let it \
                 play with `simulate`",
                seat.name()
            );
        }
        let Seated { scenario, game, sight, .. } = seated;
        let (mut report, mut pair, mut partial) = (Report::default(), None, false);
        let mut best = [None, None];
        // Nothing is computed of what is hidden.
        if sight.sees(Hidden::Truth) {
            let seats = Seat::each(|seat| game.seat_plan(seat));
            pair = Some(long("debates", |token| Pair::of(&*game, &seats, self.debates, token))??);
            best = long("best responses", |token| {
                let best = |seat| Some(game.best_response(&seats, seat, token).into());
                [Seat::Alice, Seat::Bob].map(best)
            })?;
            partial = match long("pairs of players", |token| game.solving()(&mut report, token))? {
                Ok(()) => false,
                Err(Unsolved::Stopped(_)) => true,
                Err(Unsolved::Because(why)) => return Err(anyhow::Error::msg(why)),
            };
            // Of a judge who is hidden the same is said whoever it is.
            let judge = &seats[Seat::Judge.index()];
            let is_seen = sight.sees(Hidden::player(Seat::Judge));
            if *judge != SeatPlan::Human && !(is_seen && judge.is_honest()) {
                report.judged_by(sight.player(Seat::Judge, &judge.words()));
            }
        }
        let found = sight.see((report, pair, best));
        if self.print.json {
            let mut json = found.0.to_json();
            json["pair"] = serde_json::json!(found.1);
            json["best_responses"] = best_responses(&found.2);
            json["partial"] = partial.into();
            json["hidden"] = serde_json::json!(found.sight.hidden());
            to.json(&json)?;
        } else {
            let told = told(&found, &*game, UNLESS_REVEALED, partial);
            to.text(&format!("{}\n{}\n{told}", scenario.title, scenario.claim))?;
        }
        if partial { Err(Stopped.into()) } else { Ok(true) }
    }
}

/// What was found: the report, the value of the players, and the strongest Alice and Bob against them.
type Found = (Report, Option<Pair>, [Option<Response>; 2]);

/// All of what was found follows from the truth.
impl Veil for Found {
    fn veil(&mut self, sight: &Sight) {
        if !sight.sees(Hidden::Truth) {
            (self.0, self.1) = (Report::default(), None);
        }
        self.2.veil(sight);
        if let Some(pair) = &mut self.1 {
            pair.players.veil(sight);
        }
    }
}

/// What was found, in words.
fn told(found: &Seen<Found>, game: &dyn Game, unless: &str, partial: bool) -> String {
    let (report, Some(pair), best) = &**found else {
        return format!("\nWhat this debate is worth stays hidden until its review{unless}.\n");
    };
    let title = if partial { "\nstopped; what was found until then is partial\n" } else { "" };
    let Pair { players, value, .. } = pair;
    let [alice, bob, judge] = players;
    let worth = game.worth();
    let what = worth.said(game.now().is_series());
    let strongest = |(seat, best): (Seat, &Option<Response>)| {
        Some(best.as_ref()?.told(seat, &players[seat.opposite().index()]) + "\n")
    };
    let best: String = Seat::ALL.into_iter().zip(best).filter_map(strongest).collect();
    let seated = format!("{alice} against {bob}, judge {judge}: {what} {value}\n");
    format!("{title}\n{seated}{best}{}", words(report, worth))
}

/// A report for people.
fn words(report: &Report, worth: Worth) -> String {
    let mut text = String::new();
    if let Some(truth) = report.truth {
        // Where payments count Alice chooses her answer: the truth is that of what she is asked.
        let what = match worth {
            Worth::Probability => "the claim",
            Worth::Payoff => "the claim at the root",
        };
        text += &match truth {
            1.0 => format!("\ntruth: {what} is true\n"),
            0.0 => format!("\ntruth: {what} is false\n"),
            chance => format!("\ntruth: {what} is true with probability {}\n", number(chance)),
        };
    }
    if let Some(judge) = report.more.get("seated_judge").and_then(|judge| judge.as_str()) {
        text +=
            &format!("\nwhat follows is of the debate before an honest judge; {judge} sits here\n");
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
                Standing::DoesNotApply(reason) => format!("; {reason}"),
                _ => String::new(),
            };
            let (value, limit) = (number(bound.value), number(bound.limit));
            let (standing, name) = (&bound.standing, &bound.name);
            text += &format!("  {standing}  {name}: {value} (bound {limit}){why}\n");
        }
    }
    if !report.costs.is_empty() {
        text += "\nexpected costs, all honest\n";
        for paid in &report.costs {
            let limit = paid.limit.map_or(String::new(), |l| format!(" of {}", number(l)));
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

/// A number with at most six decimals, none if it is whole.
fn number(value: f64) -> String {
    trimmed(&format!("{:.6}", without_minus_zero(value, 6))).to_owned()
}
