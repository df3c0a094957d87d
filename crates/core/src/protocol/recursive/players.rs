//! Players of a recursive debate. Whoever said yes argues, the other disputes, so both provers can
//! do both.

use super::Phase;
use crate::machine::Place;
use crate::machine::claims::{Argument as Case, ClaimId};
use crate::protocol::RecursiveDebate;
use crate::protocol::claims::players::judges;
use crate::protocol::recursive::Seen;
use crate::rules::{Layout, Move, Seat, YesNo};
use crate::strategy::{Choice, Listed, Players};

impl Players for RecursiveDebate {
    fn roster() -> Vec<Listed<Self>> {
        let plain = Listed::plain;
        let mut roster = vec![
            plain(
                Seat::Alice,
                "honest",
                "answers by what she knows; names true subclaims, disputes false ones",
                honest,
            ),
            plain(
                Seat::Alice,
                "obfuscator",
                "answers wrongly; hides the flaw among as many subclaims as she can",
                obfuscator,
            ),
            plain(
                Seat::Alice,
                "random",
                "answers and chooses at random; names all the subclaims of her argument",
                random,
            ),
            plain(
                Seat::Bob,
                "honest",
                "disputes what he knows to be false, or else what seems least likely",
                honest,
            ),
            plain(Seat::Bob, "guess", "disputes a subclaim at random, whatever he knows", random),
            plain(Seat::Bob, "lazy", "disputes the first subclaim, always", lazy),
            plain(
                Seat::Bob,
                "always-objects",
                "disputes as an honest Bob does: here there is no other way to play",
                honest,
            ),
            plain(Seat::Bob, "wrong", "disputes what he takes to be the truest subclaim", wrong),
        ];
        roster.extend(judges::<Self>(|sight| sight.consulted()));
        roster
    }
}

fn is_arguing(sight: Seen<'_>) -> bool {
    sight.phase() == Phase::Arguing
}

/// Plays by what this seat knows, and beyond that by what it believes.
fn honest(sight: Seen<'_>) -> Choice {
    if sight.phase() == Phase::Answering {
        return Move::Claim(YesNo(sight.thinks(ClaimId::ROOT) >= 0.5)).into();
    }
    if is_arguing(sight) {
        return Move::Argue(most_convincing(sight)).into();
    }
    extreme(sight, |thinks| -thinks)
}

/// The argument that seems likeliest to hold, with the subclaims that are likeliest to be true: as
/// many as are needed, the first of equals.
fn most_convincing(sight: Seen<'_>) -> Layout {
    let tree = sight.case().tree();
    let mut best: Option<(f64, Layout)> = None;
    for (which, argument) in tree.arguments(sight.here()).enumerate() {
        let named = likeliest(sight, argument);
        // Every one of them can be disputed, so the weakest counts.
        let weakest = named
            .iter()
            .filter_map(|&at| argument.parts.get(at))
            .map(|part| sight.thinks(part))
            .fold(1.0, f64::min);
        if best.as_ref().is_none_or(|(strength, _)| weakest > strength + 1e-12) {
            best = Some((weakest, layout(which, named, argument.parts.len())));
        }
    }
    best.map_or(Layout { argument: Place::at(0), named: Vec::new() }, |(_, layout)| layout)
}

/// The places of the likeliest subclaims, as many as the rule needs, in order.
fn likeliest(sight: Seen<'_>, argument: Case<'_>) -> Vec<usize> {
    let thinks: Vec<f64> = argument.parts.iter().map(|part| sight.thinks(part)).collect();
    let mut places: Vec<usize> = (0..thinks.len()).collect();
    places.sort_by(|&a, &b| thinks[b].total_cmp(&thinks[a]).then(a.cmp(&b)));
    places.truncate(argument.rule.quorum().threshold(thinks.len()).unwrap_or(thinks.len()));
    places.sort_unstable();
    places
}

fn layout(which: usize, named: Vec<usize>, of: usize) -> Layout {
    let all = named.len() == of;
    Layout {
        argument: Place::at(which),
        named: if all { Vec::new() } else { named.into_iter().map(Place::at).collect() },
    }
}

/// Disputes a subclaim for which `score` of its probability is largest: at random among equals.
fn extreme(sight: Seen<'_>, score: impl Fn(f64) -> f64) -> Choice {
    let scores: Vec<f64> = sight.named().iter().map(|&claim| score(sight.thinks(claim))).collect();
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut best: Vec<Move> = scores
        .iter()
        .enumerate()
        .filter(|(_, score)| **score >= most - 1e-12)
        .map(|(at, _)| Move::Pick(Place::at(at)))
        .collect();
    if best.len() == 1 { best.swap_remove(0).into() } else { Choice::uniform(best) }
}

/// The wrong answer, and the widest argument for it, all of whose subclaims she names if she must.
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

/// At random: an answer, an argument with all its subclaims, one of the subclaims named.
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
    Choice::uniform(places.map(|at| Move::Pick(Place::at(at))).collect())
}

/// The first argument, the first subclaim.
fn lazy(sight: Seen<'_>) -> Choice {
    if is_arguing(sight) {
        return Move::Argue(layout(0, Vec::new(), 0)).into();
    }
    Move::Pick(Place::at(0)).into()
}

/// Argues as an honest player does, but disputes the subclaim that seems truest.
fn wrong(sight: Seen<'_>) -> Choice {
    if is_arguing(sight) { honest(sight) } else { extreme(sight, |thinks| thinks) }
}
