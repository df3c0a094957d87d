//! A loss that no move of a person brought about: what did.

use super::Review;
use super::walk::is_person;
use crate::analysis::Worth;
use crate::analysis::review::Point;
use crate::rules::{Actor, Seat};
use crate::show::number::{change, fixed, probability};
use crate::tui::sitting::Sitting;

/// Less than this, in the units of the debate's values, moved nothing.
const LITTLE: f64 = 0.005;

/// What lost it, as a heading, and what is said of it.
pub(super) fn said(review: &Review, sitting: &Sitting) -> (&'static str, Vec<String>) {
    let payoff = sitting.game().worth() == Worth::Payoff;
    let decimals = if payoff { 2 } else { 3 };
    let least = match payoff {
        true => "5 % of the stakes",
        false => "0.05",
    };
    let mut out = vec![format!("No move of yours cost {least} or more.")];
    let moved = |by: &dyn Fn(Actor) -> bool| -> f64 {
        (review.points.iter().filter(|p| p.played.as_ref().is_some_and(|p| by(p.actor))))
            .filter_map(|p| p.change)
            .sum()
    };
    // To whom a change does harm: to the people, if all of them sit on one side.
    let sign = match review.people.as_slice() {
        [Seat::Alice] => -1.0,
        [Seat::Bob] => 1.0,
        _ => 0.0,
    };
    let coins = moved(&|actor| actor == Actor::Nature);
    let others = moved(&|actor| matches!(actor, Actor::Seat(_)) && !is_person(sitting, actor));
    let own = moved(&|actor| is_person(sitting, actor));
    let harmed = |by: f64| if sign == 0.0 { by.abs() >= LITTLE } else { sign * by >= LITTLE };
    if let Some(start) = review.points.first().and_then(|point| point.value) {
        let worth = if payoff { fixed(start, 2) } else { probability(start) };
        let of = if payoff { "honest play pays Alice" } else { "Alice wins with" };
        out.push(format!("From the start {of} {worth}, if all are honest."));
    }
    // All that moved it is said, so that the figures add up to how it ended.
    let shown = |by: f64| by.abs() >= LITTLE;
    if shown(coins) || shown(others) || shown(own) {
        let by = |x: f64| change(x, decimals);
        let part = |what: &str, x: f64| match shown(x) {
            true => format!(", {what} by {}", by(x)),
            false => String::new(),
        };
        let others = part("the others' moves", others);
        let own = part("your own moves", own);
        out.push(format!("The coins moved that by {}{others}{own}.", by(coins)));
    }
    out.extend(most(review, decimals));
    let heading = match (harmed(coins), harmed(others), harmed(own)) {
        (_, _, true) => "no one move lost it",
        (true, false, false) => "only coins lost it",
        _ => "no move lost it",
    };
    (heading, out)
}

/// The coins that moved the value most.
fn most(review: &Review, decimals: usize) -> Option<String> {
    let fell = |(i, point): (usize, &Point)| {
        let coin = point.played.as_ref()?.actor == Actor::Nature;
        point.change.filter(|change| coin && change.abs() >= LITTLE).map(|change| (i, change))
    };
    let mut coins: Vec<(usize, f64)> = review.points.iter().enumerate().filter_map(fell).collect();
    coins.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let list: Vec<String> = (coins.iter().take(4))
        .map(|(i, by)| format!("move {i}: {}", change(*by, decimals)))
        .collect();
    (!list.is_empty()).then(|| format!("The coins that moved it most: {}.", list.join(", ")))
}
