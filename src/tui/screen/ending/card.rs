//! The card at the end of a debate: what it cost against its bound, and where to go on.

use crate::debate::Table;
use crate::rules::{Actor, Cost, Eye, Ledger, Outcome, Seat};
use crate::scenario::Forbidden;
use crate::show::Show;
use crate::show::narrate;
use crate::show::number::{count, fixed};
use crate::tui::goal::{self, capital};
use crate::tui::screen::Context;
use crate::tui::screen::moves::{mover, words};
use crate::tui::screen::side::{self, Paragraph};
use crate::tui::sitting::Sitting;
use crate::tui::theme::Role;

/// Where the card leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the next debate of the course: its library name and its title.
    Next(String, String),
    /// To the review of this one.
    Review,
    /// To its seats: once more, from another side.
    Again,
    /// To the lab, set to this debate.
    Lab,
}

impl Way {
    /// The ways on from a debate, the usual one first.
    pub fn all(sitting: &Sitting, context: &Context) -> Vec<Self> {
        let next = context.course.after(&sitting.id);
        let next = next.map(|listed| Self::Next(listed.id.clone(), listed.title.clone()));
        let mut ways: Vec<Self> = next.into_iter().collect();
        ways.push(Self::Review);
        if !sitting.scenario.forbids(Forbidden::Seats) {
            ways.push(Self::Again);
        }
        if !sitting.scenario.forbids(Forbidden::Lab) {
            ways.push(Self::Lab);
        }
        ways
    }

    /// What stands on the card.
    pub fn words(&self) -> String {
        match self {
            Self::Next(_, title) => format!("next: {title}"),
            Self::Review => "review".into(),
            Self::Again => "again, any seat".into(),
            Self::Lab => "try it 400 times".into(),
        }
    }
}

/// Who won, and whether the claim is true.
pub fn result(outcome: &Outcome, truth: Option<bool>) -> String {
    let claim = match truth {
        Some(true) => " · the claim is true",
        Some(false) => " · the claim is false",
        None => "",
    };
    let won = match outcome.payoff {
        Some(paid) => format!("Alice was paid {}", fixed(paid, 2)),
        None => format!("{} won", capital(outcome.winner.seat().name())),
    };
    format!("{won}{claim}")
}

/// What the judge paid, each kind against its limit; then this debate's numbers, which say what a
/// longer one would cost, and the theorem.
pub fn paragraphs(position: &dyn Show, sitting: &Sitting, eye: Eye, over: bool) -> Vec<Paragraph> {
    if !over {
        return side::paragraphs(&position.brief(eye));
    }
    let brief = position.brief(eye);
    let mut paragraphs: Vec<Paragraph> = vec![(costs(position.ledger()), Role::Text)];
    paragraphs.extend(brief.numbers.into_iter().map(|words| (words, Role::Text)));
    paragraphs.extend(brief.warnings.into_iter().map(|words| (words, Role::Bad)));
    paragraphs.extend(goal::revealed(sitting).into_iter().map(|words| (words, Role::Text)));
    paragraphs.push((brief.theorem, Role::Dim));
    paragraphs
}

/// What the judge paid, a line a kind, and the total against the bound.
fn costs(ledger: &Ledger) -> String {
    let judge = ledger.of(Seat::Judge);
    let kinds = Cost::ALL.into_iter().filter(|&cost| judge.paid(cost) > 0);
    let mut lines: Vec<String> = kinds
        .map(|cost| match judge.limit(cost) {
            Some(limit) => {
                let paid = count(judge.paid(cost));
                format!("{}: {paid} of at most {}", narrate::cost(cost), count(limit))
            }
            None => format!("{}: {}", narrate::cost(cost), count(judge.paid(cost))),
        })
        .collect();
    if lines.is_empty() {
        return "The judge paid nothing.".into();
    }
    lines.insert(0, "The judge paid".into());
    if lines.len() > 2 {
        let total = count(judge.queries());
        lines.push(match judge.query_limit() {
            Some(limit) => format!("together: {total} of at most {}", count(limit)),
            None => format!("together: {total}"),
        });
    }
    lines.join("\n")
}

/// What was just done, in words: "the judge reads step 9: 1".
pub fn happening(table: &dyn Table, sitting: &Sitting, node: crate::debate::NodeId) -> String {
    let Some(played) = table.tree().played(node) else { return String::new() };
    let told = crate::debate::by_name(table, node).unwrap_or_else(|| words(&played.mv));
    let who = mover(played.actor, &sitting.people());
    match played.actor {
        Actor::Seat(Seat::Judge) if who != "you" => format!("the judge: {told}"),
        Actor::Rules => format!("shown: {told}"),
        _ => format!("{who}: {told}"),
    }
}
