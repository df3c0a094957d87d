//! Players of a recursive debate. The prover who says yes argues and the other disputes, so each
//! prover can do both.

use super::Phase;
use crate::machine::Ordinal;
use crate::machine::claims::{Argument, ClaimId};
use crate::protocol::RecursiveDebate;
use crate::protocol::claims::players::judges;
use crate::protocol::recursive::Seen;
use crate::rules::{ArgumentChoice, Move, Seat, YesNo};
use crate::strategy::{Choice, StrategyEntry, StrategyRegistry};

impl StrategyRegistry for RecursiveDebate {
    fn roster() -> Vec<StrategyEntry<Self>> {
        let plain = StrategyEntry::plain;
        let mut roster = vec![
            plain(
                Seat::Alice,
                "honest",
                "answers with what she knows; names true subclaims and disputes false ones",
                honest,
            ),
            plain(
                Seat::Alice,
                "obfuscator",
                "answers wrongly; hides the false subclaim among as many subclaims as possible",
                obfuscator,
            ),
            plain(
                Seat::Alice,
                "random",
                "answers and chooses at random; names all subclaims of the argument",
                random,
            ),
            plain(
                Seat::Bob,
                "honest",
                "disputes a subclaim that he knows is false, or the least likely subclaim",
                honest,
            ),
            plain(Seat::Bob, "guess", "disputes a random subclaim", random),
            plain(Seat::Bob, "lazy", "always disputes the first subclaim", lazy),
            plain(
                Seat::Bob,
                "always-objects",
                "the same as honest, because Bob must always dispute here",
                honest,
            ),
            plain(Seat::Bob, "wrong", "disputes the most likely subclaim", wrong),
        ];
        roster.extend(judges::<Self>(|sight| sight.consulted()));
        roster
    }
}

fn is_arguing(sight: Seen<'_>) -> bool {
    sight.phase() == Phase::Arguing
}

/// Plays by what this seat knows. For a claim that the seat does not know, uses the seat's prior.
fn honest(sight: Seen<'_>) -> Choice {
    if sight.phase() == Phase::Answering {
        return Move::Claim(YesNo(sight.thinks(ClaimId::ROOT) >= 0.5)).into();
    }
    if is_arguing(sight) {
        return Move::Argue(most_convincing(sight)).into();
    }
    extreme(sight, |thinks| -thinks)
}

/// The argument whose least likely named subclaim is as likely as possible. Names as many subclaims
/// as necessary. Among equally likely subclaims, names the first.
fn most_convincing(sight: Seen<'_>) -> ArgumentChoice {
    let tree = sight.case().tree();
    let mut best: Option<(f64, ArgumentChoice)> = None;
    for (which, argument) in tree.arguments(sight.here()).enumerate() {
        let named = likeliest(sight, argument);
        // The opponent can dispute any named subclaim, so the least likely one counts.
        let weakest = named
            .iter()
            .filter_map(|&at| argument.parts.get(at))
            .map(|part| sight.thinks(part))
            .fold(1.0, f64::min);
        if best.as_ref().is_none_or(|(strength, _)| weakest > strength + 1e-12) {
            best = Some((weakest, layout(which, named, argument.parts.len())));
        }
    }
    best.map_or(ArgumentChoice { argument: Ordinal::at(0), named: Vec::new() }, |(_, layout)| {
        layout
    })
}

/// The indices of the most likely subclaims, in order. There are as many as the rule needs.
fn likeliest(sight: Seen<'_>, argument: Argument<'_>) -> Vec<usize> {
    let thinks: Vec<f64> = argument.parts.iter().map(|part| sight.thinks(part)).collect();
    let mut places: Vec<usize> = (0..thinks.len()).collect();
    places.sort_by(|&a, &b| thinks[b].total_cmp(&thinks[a]).then(a.cmp(&b)));
    places.truncate(argument.rule.quorum().threshold(thinks.len()).unwrap_or(thinks.len()));
    places.sort_unstable();
    places
}

fn layout(which: usize, named: Vec<usize>, of: usize) -> ArgumentChoice {
    let all = named.len() == of;
    ArgumentChoice {
        argument: Ordinal::at(which),
        named: if all { Vec::new() } else { named.into_iter().map(Ordinal::at).collect() },
    }
}

/// Disputes the subclaim whose probability has the largest score. Chooses at random among equal scores.
fn extreme(sight: Seen<'_>, score: impl Fn(f64) -> f64) -> Choice {
    let scores: Vec<f64> = sight.named().iter().map(|&claim| score(sight.thinks(claim))).collect();
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut best: Vec<Move> = scores
        .iter()
        .enumerate()
        .filter(|(_, score)| **score >= most - 1e-12)
        .map(|(at, _)| Move::Pick(Ordinal::at(at)))
        .collect();
    if best.len() == 1 { best.swap_remove(0).into() } else { Choice::uniform(best) }
}

/// Gives the wrong answer, and presents the widest argument. Names as many subclaims as necessary.
fn obfuscator(sight: Seen<'_>) -> Choice {
    if sight.phase() == Phase::Answering {
        return Move::Claim(YesNo(sight.thinks(ClaimId::ROOT) < 0.5)).into();
    }
    if !is_arguing(sight) {
        return extreme(sight, |thinks| -thinks);
    }
    let mut widest = (0, 0, Vec::new());
    for (which, argument) in sight.case().tree().arguments(sight.here()).enumerate() {
        if argument.parts.len() > widest.1 {
            widest = (which, argument.parts.len(), likeliest(sight, argument));
        }
    }
    let (which, of, named) = widest;
    Move::Argue(layout(which, named, of)).into()
}

/// Chooses at random: an answer, an argument with all its subclaims, or a named subclaim.
fn random(sight: Seen<'_>) -> Choice {
    if sight.phase() == Phase::Answering {
        return Choice::uniform(vec![Move::Claim(YesNo(true)), Move::Claim(YesNo(false))]);
    }
    if is_arguing(sight) {
        let arguments = 0..sight.case().tree().argument_count(sight.here());
        return Choice::uniform(
            arguments.map(|which| Move::Argue(layout(which, Vec::new(), 0))).collect(),
        );
    }
    let places = 0..sight.named().len();
    Choice::uniform(places.map(|at| Move::Pick(Ordinal::at(at))).collect())
}

/// Chooses the first argument and the first subclaim.
fn lazy(sight: Seen<'_>) -> Choice {
    if is_arguing(sight) {
        return Move::Argue(layout(0, Vec::new(), 0)).into();
    }
    Move::Pick(Ordinal::at(0)).into()
}

/// Argues honestly, but disputes the most likely subclaim.
fn wrong(sight: Seen<'_>) -> Choice {
    if is_arguing(sight) { honest(sight) } else { extreme(sight, |thinks| thinks) }
}
