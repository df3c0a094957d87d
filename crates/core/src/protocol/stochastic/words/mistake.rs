//! The reason why a move of a stochastic debate is a mistake. Only the review shows this text.

use super::{Seen, shown};
use crate::chance::Probability;
use crate::protocol::stochastic::SeatRequest;
use crate::rules::{Move, Side};
use crate::text::number::{self, fixed, probability, trimmed};

/// Two numbers that differ by less than this are equal, apart from rounding errors.
const SAME: f64 = 1e-9;

pub(super) fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
    match (view.asked(), mv) {
        (SeatRequest::Number, Move::State(stated)) => misstated(view, *stated),
        (SeatRequest::Bit { due }, Move::Bit(bit)) => (due != bit.0).then(|| {
            format!("The coin gave {}. An honest Bob aborts if you set another bit.", u8::from(due))
        }),
        (SeatRequest::GoOn { stated, .. }, Move::Abort) => {
            let stands = view.accepted(stated).filter(|stands| *stands >= 0.001)?;
            Some(format!(
                "{} The judge accepts the number {}.",
                distance(view, stated)?,
                with(stands)
            ))
        }
        (SeatRequest::GoOn { stated, due, bit }, Move::Continue) => {
            let honest = view.honest_chance(view.step())?;
            if is_same(stated, honest) && bit == due {
                return None;
            }
            let stands = view.accepted(stated).filter(|stands| *stands < 1.0)?;
            Some(format!(
                "{} If Bob aborts, he wins {}.",
                distance(view, stated)?,
                with(1.0 - stands)
            ))
        }
        (SeatRequest::Verdict { stated, verdict }, Move::Rule(side)) if verdict != *side => {
            misruled(view, stated, verdict == Side::Alice)
        }
        _ => None,
    }
}

fn is_same(stated: Probability, honest: Probability) -> bool {
    (stated.get() - honest.get()).abs() <= SAME
}

/// The error of a number, and the error that the judge accepts, as a text.
fn distance(view: Seen<'_>, stated: Probability) -> Option<String> {
    let step = view.step();
    let (honest, name) = (view.honest_chance(step)?, number::step(step));
    if let Some(gate) = view.gate() {
        let (gate, stated) = (u8::from(gate), shown(stated));
        return Some(format!(
            "Step {name} is a gate with the value {gate}, but Alice stated {stated}."
        ));
    }
    let off = |from: Probability| (stated.get() - from.get()).abs();
    // The judge compares the number with the judge's own oracle.
    let judged = view.judged_chance(step).filter(|judged| !is_same(*judged, honest));
    let by_judge = judged.map_or_else(String::new, |judged| {
        let (gives, off) = (shown(judged), decimals(off(judged)));
        format!("; by the judge's oracle, which gives {gives}, it is off by {off}")
    });
    let tolerance = view.constants().judge.tolerance;
    let beyond = off(judged.unwrap_or(honest)) - tolerance;
    let reach = match beyond >= 0.0 {
        true => format!(
            "so the error is {} larger than the judge's limit of {}",
            decimals(beyond),
            decimals(tolerance)
        ),
        false => format!("and the judge accepts errors below {}", decimals(tolerance)),
    };
    Some(format!(
        "Alice stated {}, but the honest vote on step {name} gives {}. Her number is off by \
         {}{by_judge}, {reach}.",
        shown(stated),
        shown(honest),
        decimals(off(honest)),
    ))
}

fn misstated(view: Seen<'_>, stated: Probability) -> Option<String> {
    let honest = view.honest_chance(view.step())?;
    if is_same(stated, honest) {
        return None;
    }
    let stands = view.accepted(stated)?;
    let then = match view.gate() {
        Some(_) if stands == 0.0 => "Bob can abort here and wins for certain.".to_owned(),
        _ if stands < 0.5 => format!("Bob can abort here and wins {}.", with(1.0 - stands)),
        _ if stated.get() < honest.get() => {
            "This number makes a 1 less likely than it really is.".to_owned()
        }
        _ => "This number makes a 1 more likely than it really is.".to_owned(),
    };
    Some(format!("{} {then}", distance(view, stated)?))
}

fn misruled(view: Seen<'_>, stated: Probability, stands: bool) -> Option<String> {
    let outcome = if stands { "right" } else { "wrong" };
    match view.votes().mean() {
        Some(mean) => Some(format!(
            "The mean of the votes is {}. It differs by {} from Alice's number {}. The limit is \
             {}, so her number counts as {outcome}.",
            fixed(mean, 4),
            decimals((mean - stated.get()).abs()),
            shown(stated),
            decimals(view.constants().judge.tolerance),
        )),
        None if view.gate().is_some() => {
            Some(format!("{} So the number is {outcome}.", distance(view, stated)?))
        }
        None => Some("Without votes, the number counts as right.".into()),
    }
}

fn with(p: f64) -> String {
    if p >= 1.0 { "for certain".into() } else { format!("with probability {}", probability(p)) }
}

/// The number with at most three decimals. A very small number gets two digits.
fn decimals(x: f64) -> String {
    if x > 0.0 && x < 0.001 {
        return format!("{x:.1e}");
    }
    trimmed(&fixed(x, if x < 0.01 { 4 } else { 3 })).to_owned()
}
