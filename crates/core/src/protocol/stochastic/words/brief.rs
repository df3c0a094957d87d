//! The rule in force, in words, with this debate's numbers.

use super::{Seen, shown};
use crate::analysis::Met;
use crate::protocol::stochastic::ConstantSet;
use crate::rules::{Eye, Seat};
use crate::text::Brief;
use crate::text::narrate::{self, capital};
use crate::text::number::{count, trimmed};

pub(super) fn brief(view: Seen<'_>) -> Brief {
    let eye = view.eye();
    let you = |seat: Seat| if eye == Eye::Seat(seat) { "you" } else { seat.name() };
    let wins = |seat: Seat| narrate::wins(seat, eye);
    let (constants, departures) = (view.constants(), view.departures());
    let (step, last) = (view.step(), view.steps());
    let mut rule = Vec::new();
    let mut numbers = Vec::new();
    if view.aborted() {
        rule.push("Bob aborted, so this one number is on trial and nothing else.".to_owned());
        if view.asks(step) {
            // The judge learns the number with the move that puts it on trial.
            let stated = view.on_trial().map_or_else(|| "what Alice stated".to_owned(), shown);
            rule.push(format!(
                "Mean of the votes less than {} from {stated}: {}. Further: {}.",
                short(constants.judge.tolerance),
                wins(Seat::Alice),
                wins(Seat::Bob)
            ));
            rule.push("Only the mean of all votes counts, not the batches.".to_owned());
            numbers.push(format!(
                "{} of {} votes drawn",
                count(view.votes().all),
                count(constants.judge.count)
            ));
        } else {
            let must = match departures.tolerant_gates {
                true => format!(
                    "A gate's number must be less than {} from its value. It is",
                    short(constants.judge.tolerance)
                ),
                false => "A gate's number must be exact. It is".to_owned(),
            };
            rule.push(format!("{must}: {}. Else: {}.", wins(Seat::Alice), wins(Seat::Bob)));
        }
    } else {
        rule.push(
            "Each round Alice states how likely yes is; a coin made by both turns it into \
             a bit."
                .to_owned(),
        );
        rule.push(format!(
            "Abort: votes test {} number, and nothing else.",
            if eye == Eye::Seat(Seat::Alice) { "your" } else { "her" }
        ));
        rule.push(format!(
            "Go on: the next round. The last bit decides: 1, {}; 0, {}.",
            wins(Seat::Alice),
            wins(Seat::Bob)
        ));
        numbers.push(format!(
            "Honest Bob aborts when {} off or more; the judge forgives less than {}.",
            short(constants.bob.tolerance),
            short(constants.judge.tolerance)
        ));
        // Said once, where it first matters.
        if step.number() == 1
            && constants.bob.tolerance > constants.judge.tolerance
            && constants.bob.count < constants.judge.count
        {
            numbers.push(
                "Bob waits for more because fewer votes are less sure: what he aborts over, the \
                 judge's votes should find too far off as well."
                    .to_owned(),
            );
        }
        let samples = match eye {
            Eye::Seat(Seat::Alice) => (you(Seat::Alice), constants.alice),
            Eye::Seat(Seat::Judge) => (you(Seat::Judge), constants.judge.count),
            _ => (you(Seat::Bob), constants.bob.count),
        };
        numbers.push(format!(
            "Votes an honest player draws ({}): {}.",
            samples.0,
            count(samples.1)
        ));
    }
    let mut warnings = Vec::new();
    warnings.extend(differing_oracles(view));
    let reaching = constants.reaching(view.measured_k()).met;
    match &reaching {
        Met::Fails(why) => warnings.push(format!("{why}. What it promises is not proved.")),
        Met::Unknown(why) => warnings.push(why.clone()),
        Met::Holds => {}
    }
    if let Some(why) = departures.without_theorem() {
        warnings.push(format!("{}.", capital(why)));
    } else if !matches!(reaching, Met::Fails(_)) {
        let (text, strong) = promise(view);
        if strong { numbers.push(text) } else { warnings.push(text) }
    }
    let progress = if view.aborted() {
        format!("aborted in round {step}")
    } else {
        format!("round {step} of {last}")
    };
    Brief {
        protocol: "stochastic debate".into(),
        progress,
        rule,
        numbers,
        warnings,
        theorem: match departures.without_theorem() {
            Some(_) => "Fig. 2, 2024 paper, with a departure".into(),
            None => "Thm 6.2, 2024 paper".into(),
        },
    }
}

/// Whose oracle differs from the truth, and what one off by as much would do to the output.
fn differing_oracles(view: Seen<'_>) -> Option<String> {
    let apart = view.apart();
    let far = [("Alice's", apart.alice), ("Bob's", apart.bob), ("the judge's", apart.judge)];
    let off: Vec<String> = far
        .into_iter()
        .filter(|(_, far)| *far > 0.0)
        .map(|(whose, far)| format!("{whose} by up to {}", short(far)))
        .collect();
    if off.is_empty() {
        return None;
    }
    let (k, delta) = (view.constants().k.get(), apart.delta());
    let measured = match view.measured_change() {
        Some(change) => format!("; measured, it moves by at most {}", short(change)),
        None => String::new(),
    };
    Some(format!(
        "Oracles are off: {}. One for all, off by δ = {}, would move the output by at most K·δ \
         = {}{measured}.",
        off.join(", "),
        short(delta),
        short(k * delta)
    ))
}
/// What is proved by the declared K of the side that is right, if it is honest and the claim is
/// right 2 times in 3 or at most 1 in 3; and whether that is more often than not.
fn promise(view: Seen<'_>) -> (String, bool) {
    let (constants, apart) = (view.constants(), view.apart());
    let k = constants.k.get();
    if view.three_in_five().fails().is_none() {
        let text = format!(
            "If K = {k}, the side that is right wins at least 3 in 5, if it is honest and the claim \
             is right 2 times in 3 or at most 1 in 3."
        );
        return (text, true);
    }
    let whose = match constants.set {
        ConstantSet::Lean | ConstantSet::Paper => "oracles that differ",
        ConstantSet::Teaching => "teaching values",
        ConstantSet::Custom(_) | ConstantSet::Explicit(_) => "the scenario's own values",
    };
    let sides = constants
        .proved_by_k(2.0 / 3.0, apart)
        .zip(constants.proved_by_k(1.0 / 3.0, apart))
        .map(|(right, wrong)| right.completeness.min(wrong.soundness));
    match sides {
        None => (format!("{whose}: no theorem speaks of them"), false),
        Some(proved) if proved > 0.5 => (
            format!(
                "{whose}, K = {k}: the side that is right and honest wins with probability {proved:.2} \
                 at least"
            ),
            true,
        ),
        Some(proved) if proved < 0.005 => {
            // Chosen so: nothing to be warned of.
            let teaching = matches!(constants.set, ConstantSet::Teaching);
            let few = if teaching {
                "fewer votes than the theorem asks for, so it"
            } else {
                "the theorem"
            };
            (format!("{whose}, K = {k}: {few} promises nothing"), teaching)
        }
        Some(proved) => (
            format!(
                "{whose}, K = {k}: the theorem proves that the side that is right and honest wins with \
                 probability {proved:.2} at least; it may win far more often"
            ),
            false,
        ),
    }
}

/// At most four decimals, no trailing zeros.
pub(super) fn short(number: f64) -> String {
    if number < 0.0005 {
        return format!("{number:.1e}");
    }
    trimmed(&format!("{number:.4}")).to_owned()
}
