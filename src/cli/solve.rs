//! `elenchus solve`: what a debate is worth, exactly.

use clap::Args;

use super::long::long;
use super::output::{self, Ended};
use super::question::Debated;
use super::seated::Seated;
use crate::analysis::{Report, Standing, Unsolved, Worth};
use crate::lab::Pair;
use crate::rules::Seat;
use crate::scenario::Hidden;
use crate::work::Stopped;

/// Say exactly what a debate is worth: truth, values, bounds, costs.
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    debated: Debated,
    /// How many debates are played where the value of the players named, or of the scenario's own,
    /// is not known exactly.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    debates: u64,
    /// Print JSON; it hides nothing.
    #[arg(long)]
    json: bool,
}

impl Solve {
    /// Runs it.
    pub fn run(self) -> Ended {
        let Seated { scenario, game, hidden, .. } = self.debated.seated()?;
        if hidden.contains(&Hidden::Truth) && !self.json {
            return output::text(&format!(
                "{}\n{}\n\nWhat this debate is worth stays hidden until its review; --reveal tells.\n",
                scenario.title,
                game.now().claim()
            ));
        }
        let seats = Seat::each(|seat| game.seat_plan(seat));
        let pair = long("debates", |token| Pair::of(&*game, &seats, self.debates, token))??;
        let mut report = Report::default();
        let solved = long("pairs of players", |token| game.solving()(&mut report, token))?;
        let partial = match solved {
            Ok(()) => false,
            Err(Unsolved::Stopped(_)) => true,
            Err(Unsolved::Because(why)) => return Err(anyhow::Error::msg(why)),
        };
        report.more.insert("pair".into(), serde_json::json!(pair));
        if self.json {
            let mut json = report.to_json();
            json["partial"] = partial.into();
            output::json(&json)?;
        } else {
            let title =
                if partial { "\nstopped; what was found until then is partial\n" } else { "" };
            let (head, claim) = (&scenario.title, game.now().claim());
            let hidden = |seat| hidden.contains(&Hidden::player(seat));
            let counted = game.now().rulings().is_some();
            let pair = seated(&pair, (game.worth(), counted), &hidden);
            output::text(&format!(
                "{head}\n{claim}\n{title}\n{pair}{}",
                words(&report, game.worth())
            ))?;
        }
        if partial { Err(Stopped.into()) } else { Ok(true) }
    }
}

/// What the players in their seats come to; some are not named before the review. Where rulings are
/// `counted`, no side wins.
fn seated(pair: &Pair, (worth, counted): (Worth, bool), hidden: &dyn Fn(Seat) -> bool) -> String {
    let [alice, bob, judge] = Seat::each(|seat| match hidden(seat) {
        true => "(hidden)",
        false => pair.players[seat.index()].as_str(),
    });
    let what = match worth {
        Worth::Probability if counted => "half the rulings or more are for Alice with probability",
        Worth::Probability => "Alice wins with probability",
        Worth::Payoff => "Alice is paid on average",
    };
    format!(
        "{alice} against {bob}, judge {judge}: {what} {} ({})\n",
        number(pair.value),
        pair.words()
    )
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
    if !report.values.is_empty() {
        if let Some(what) = report.more.get("values_are").and_then(|what| what.as_str()) {
            text += &format!("\nvalues: {what}\n");
        }
        let sd = report.values.iter().any(|value| value.sd.is_some());
        text += &format!(
            "\n{:<20} {:<20} {:>14}{}\n",
            "Alice",
            "Bob",
            "value",
            if sd { "          sd" } else { "" }
        );
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
            text += &format!(
                "  {}  {}: {} (bound {}){why}\n",
                bound.standing,
                bound.name,
                number(bound.value),
                number(bound.limit)
            );
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
    let text = format!("{value:.6}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
