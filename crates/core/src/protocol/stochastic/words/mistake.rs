//! What is wrong with a move of a stochastic debate, with everything shown.

use super::{Seen, shown};
use crate::chance::Probability;
use crate::protocol::stochastic::AskedFor;
use crate::rules::{Move, Side};
use crate::text::number::{self, fixed, probability, trimmed};

/// Nearer than this, a number is the honest one but for the votes' own noise.
const SAME: f64 = 1e-9;

pub(super) fn mistake(view: Seen<'_>, mv: &Move) -> Option<String> {
    match (view.asked(), mv) {
        (AskedFor::Number, Move::State(stated)) => misstated(view, *stated),
        (AskedFor::Bit { due }, Move::Bit(bit)) => (due != bit.0).then(|| {
            format!(
                "The coin fell on {}; an honest Bob aborts when another bit is set.",
                u8::from(due)
            )
        }),
        (AskedFor::GoOn { stated, .. }, Move::Abort) => {
            // Bob aborts over a number that is likely to stand.
            let stands = view.accepted(stated).filter(|stands| *stands >= 0.001)?;
            Some(format!("{} So it stands {}.", distance(view, stated)?, with(stands)))
        }
        (AskedFor::GoOn { stated, due, bit }, Move::Continue) => {
            // Bob goes on though an abort would be likely to win.
            let honest = view.honest_chance(view.step())?;
            if is_same(stated, honest) && bit == due {
                return None;
            }
            let stands = view.accepted(stated).filter(|stands| *stands < 1.0)?;
            let wins = with(1.0 - stands);
            Some(format!("{} An abort would win {wins}.", distance(view, stated)?))
        }
        (AskedFor::Verdict { stated, verdict }, Move::Rule(side)) if verdict != *side => {
            misruled(view, stated, verdict == Side::Alice)
        }
        _ => None,
    }
}

fn is_same(stated: Probability, honest: Probability) -> bool {
    (stated.get() - honest.get()).abs() <= SAME
}

/// "0.5 was stated where the honest vote gives 0.62: 0.12 off, …"
fn distance(view: Seen<'_>, stated: Probability) -> Option<String> {
    let step_at = view.step();
    let (honest, step) = (view.honest_chance(step_at)?, number::step(step_at));
    if let Some(gate) = view.gate() {
        let gate = u8::from(gate);
        return Some(format!("Step {step} is a gate and is {gate}; {} was stated.", shown(stated)));
    }
    let off = (stated.get() - honest.get()).abs();
    let judge = view.constants().judge.tolerance;
    // The judge forgives by what its own oracle gives.
    let judged = view.judged_chance(step_at).filter(|judged| !is_same(*judged, honest));
    let judged_off = judged.map(|judged| (stated.get() - judged.get()).abs());
    let beyond = judged_off.unwrap_or(off) - judge;
    let reach = match beyond >= 0.0 {
        true => format!(
            "{} further than the {} that the judge forgives",
            decimals(beyond),
            decimals(judge)
        ),
        false => format!("and the judge forgives less than {}", decimals(judge)),
    };
    let off = match judged.zip(judged_off) {
        Some((judged, by_it)) => format!(
            "{} off; the judge's oracle gives {}: {} off",
            decimals(off),
            shown(judged),
            decimals(by_it)
        ),
        None => format!("{} off", decimals(off)),
    };
    Some(format!(
        "{} was stated where the honest vote on step {step} gives {}: {off}, {reach}.",
        shown(stated),
        shown(honest),
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
        _ if stands < 0.5 => {
            format!("Bob could abort here, and would win {}.", with(1.0 - stands))
        }
        _ if stated.get() < honest.get() => "It makes a 1 less likely than it is.".to_owned(),
        _ => "It makes a 1 likelier than it is.".to_owned(),
    };
    Some(format!("{} {then}", distance(view, stated)?))
}

fn misruled(view: Seen<'_>, stated: Probability, stands: bool) -> Option<String> {
    let outcome = if stands { "stands" } else { "falls" };
    match view.votes().mean() {
        Some(mean) => Some(format!(
            "The votes' mean is {}, {} from her {}: {} than the {} that is forgiven, so the number \
             {outcome}.",
            fixed(mean, 4),
            decimals((mean - stated.get()).abs()),
            shown(stated),
            if stands { "less" } else { "no less" },
            decimals(view.constants().judge.tolerance),
        )),
        None if view.gate().is_some() => {
            Some(format!("{} So the number {outcome}.", distance(view, stated)?))
        }
        None => Some("Without a vote nothing speaks against the number, and it stands.".into()),
    }
}

fn with(p: f64) -> String {
    if p >= 1.0 { "for certain".into() } else { format!("with probability {}", probability(p)) }
}

/// At most three decimals, or two figures of what is smaller.
fn decimals(x: f64) -> String {
    if x > 0.0 && x < 0.001 {
        return format!("{x:.1e}");
    }
    trimmed(&fixed(x, if x < 0.01 { 4 } else { 3 })).to_owned()
}
