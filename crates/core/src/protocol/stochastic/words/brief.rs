//! The rule of the current phase, and the numbers of this debate.

use super::{Seen, short, shown};
use crate::analysis::HypothesisStatus;
use crate::protocol::stochastic::ConstantSet;
use crate::rules::{Seat, Viewer};
use crate::text::BriefPane;
use crate::text::Limit;
use crate::text::narrate::{self, capital};
use crate::text::number::count;

pub(super) fn brief(view: Seen<'_>) -> BriefPane {
    let (departures, step) = (view.departures(), view.step());
    let (rule, mut numbers) = if view.aborted() { on_trial(view) } else { in_a_round(view) };
    let mut warnings = Vec::new();
    warnings.extend(differing_oracles(view));
    let reaching = view.constants().reaching(view.measured_k()).met;
    match &reaching {
        HypothesisStatus::Fails(why) => {
            warnings.push(format!("{why}. So its promise is not proved."))
        }
        HypothesisStatus::Unknown(why) => warnings.push(why.clone()),
        HypothesisStatus::Holds => {}
    }
    if let Some(why) = departures.without_theorem() {
        warnings.push(format!("{}.", capital(why)));
    } else if !matches!(reaching, HypothesisStatus::Fails(_)) {
        let (text, strong) = promise(view, reaching == HypothesisStatus::Holds);
        if strong { numbers.push(text) } else { warnings.push(text) }
    }
    BriefPane {
        protocol: "stochastic debate".into(),
        progress: match view.aborted() {
            true => format!("aborted in round {step}"),
            false => format!("round {step} of {}", view.steps()),
        },
        rule,
        numbers,
        warnings,
        theorem: match departures.any() {
            true => "Fig. 2, 2024 paper, with a departure".into(),
            false => "Thm 6.2, 2024 paper".into(),
        },
    }
}

fn on_trial(view: Seen<'_>) -> (Vec<String>, Vec<String>) {
    let [alice, bob] = [Seat::Alice, Seat::Bob].map(|seat| narrate::wins(seat, view.eye()));
    let judge = view.constants().judge;
    let tolerance = short(judge.tolerance);
    let mut rule = vec!["Bob aborted, so only this number counts.".to_owned()];
    if !view.asks(view.step()) {
        let must = match view.departures().tolerant_gates {
            true => format!("The error of a gate's number must be less than {tolerance}."),
            false => "A gate's number must be exact.".to_owned(),
        };
        rule.push(format!("{must} If it is, {alice}; if not, {bob}."));
        return (rule, Vec::new());
    }
    // The judge learns the number after the abort.
    let stated = view.on_trial().map_or_else(|| "Alice's number".to_owned(), shown);
    rule.push(format!(
        "If the mean of the votes differs from {stated} by less than {tolerance}, {alice}. \
         Otherwise {bob}."
    ));
    rule.push("Only the mean of all votes counts, not the batches.".to_owned());
    let drawn = format!("{} of {} votes drawn", count(view.votes().all), count(judge.count));
    (rule, vec![drawn])
}

fn in_a_round(view: Seen<'_>) -> (Vec<String>, Vec<String>) {
    let eye = view.eye();
    let [alice, bob] = [Seat::Alice, Seat::Bob].map(|seat| narrate::wins(seat, eye));
    let own = eye == Viewer::Seat(Seat::Alice);
    let states = if own { "You state" } else { "Alice states" };
    let whose = if own { "your" } else { "her" };
    let aborts = if eye == Viewer::Seat(Seat::Bob) { "you abort" } else { "Bob aborts" };
    let rule = vec![
        format!("{states} the probability of yes. The coin of both provers turns it into a bit."),
        format!("If {aborts}, votes test {whose} number only."),
        format!("Otherwise the last bit decides: if it is 1, {alice}; if it is 0, {bob}."),
    ];
    let constants = view.constants();
    let mut numbers = vec![format!(
        "An honest Bob aborts if the number is off by {} or more. The judge accepts errors below {}.",
        short(constants.bob.tolerance),
        short(constants.judge.tolerance)
    )];
    // One explanation in the first round is enough.
    if view.step().number() == 1
        && constants.bob.tolerance > constants.judge.tolerance
        && constants.bob.count < constants.judge.count
    {
        numbers.push(
            "Bob's limit is larger: he draws fewer votes, so the error of his mean is larger. If \
             he aborts, the judge's votes should also show that the number is too far off."
                .to_owned(),
        );
    }
    let (whom, votes) = match eye {
        Viewer::Seat(Seat::Alice) => ("you", constants.alice),
        Viewer::Seat(Seat::Judge) => ("you", constants.judge.count),
        Viewer::Seat(Seat::Bob) => ("you", constants.bob.count),
        _ => ("Bob", constants.bob.count),
    };
    numbers.push(format!("Votes for honest play ({whom}): {}.", count(votes)));
    (rule, numbers)
}

/// The oracles that differ from the truth, and how much the output would change with such an
/// oracle.
fn differing_oracles(view: Seen<'_>) -> Option<String> {
    let apart = view.oracle_distances();
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
    let measured = view.measured_change().map_or_else(String::new, |change| {
        format!("; measured, at most {:.4}", Limit::at_most(change))
    });
    Some(format!(
        "Oracles are wrong: {}. If all players shared one oracle that is wrong by δ = {}, the \
         output would change by at most \
         K·δ = {}{measured}.",
        off.join(", "),
        short(delta),
        short(k * delta)
    ))
}

/// The promise to an honest prover who is right, as it follows from the declared K. `known` is true
/// if K is known to be large enough. The promise holds only if the claim is right at least 2 times
/// in 3, or at most 1 time in 3. The returned flag is false if the promise needs a warning.
fn promise(view: Seen<'_>, known: bool) -> (String, bool) {
    let constants = view.constants();
    let k = constants.k.get();
    if view.three_in_five().fails().is_none() {
        let text = format!(
            "{} the side that is right wins at least 3 in 5 if it is honest. The claim must be right at least 2 \
             times in 3, or at most 1 time in 3.",
            match known {
                true => format!("With K = {k},"),
                false => format!("If K = {k} is large enough,"),
            }
        );
        return (text, true);
    }
    let whose = match constants.set {
        ConstantSet::Lean | ConstantSet::Paper => "oracles that differ",
        ConstantSet::Teaching => "teaching values",
        ConstantSet::Custom(_) | ConstantSet::Explicit(_) => "the scenario's own values",
    };
    let [right, wrong] =
        [2.0 / 3.0, 1.0 / 3.0].map(|p| constants.proved_by_k(p, view.oracle_distances()));
    let sides = right.zip(wrong).map(|(right, wrong)| right.completeness.min(wrong.soundness));
    let wins = "an honest prover who is right wins with probability";
    match sides {
        None => (format!("{whose}: no theorem covers them"), false),
        Some(p) if p > 0.5 => {
            (format!("{whose}, K = {k}: {wins} at least {:.2}", Limit::at_least(p)), true)
        }
        // Teaching values promise nothing on purpose, so they need no warning.
        Some(p) if p < 0.005 && constants.set == ConstantSet::Teaching => {
            let few = "the theorem needs more votes, so it promises nothing here";
            (format!("{whose}, K = {k}: {few}"), true)
        }
        Some(p) if p < 0.005 => (format!("{whose}, K = {k}: the theorem promises nothing"), false),
        Some(p) => (
            format!(
                "{whose}, K = {k}: {wins} at least {:.2} by the theorem, and perhaps much more",
                Limit::at_least(p)
            ),
            false,
        ),
    }
}
