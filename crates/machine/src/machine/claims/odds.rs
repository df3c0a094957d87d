//! The odds of a claim, computed from the odds of its subclaims.

use std::collections::HashSet;

use super::errors::MOST_SHARED;
use super::groups::EvidenceGroups;
use super::{Argument, ClaimId, ClaimTree, Odds, Rule, WorldsError};

/// The subclaims that every argument of a claim needs. If any one of them is false, the claim is false.
pub(super) fn needed(tree: &ClaimTree, claim: ClaimId) -> Vec<ClaimId> {
    let mut arguments = tree.arguments(claim);
    let Some(first) = arguments.next() else { return Vec::new() };
    let breaking = |argument: Argument<'_>| {
        let (rule, of) = (argument.rule, argument.parts.len());
        let parts = argument.parts.iter().enumerate();
        let breaks = move |(at, part)| rule.breaks_without(at, of).then_some(part);
        parts.filter_map(breaks).collect::<Vec<ClaimId>>()
    };
    let first = breaking(first);
    let others: Vec<HashSet<ClaimId>> =
        arguments.map(|other| breaking(other).into_iter().collect()).collect();
    let all = |part: &ClaimId| others.iter().all(|other| other.contains(part));
    first.into_iter().filter(all).collect()
}

/// Independent events with their odds, each identified by a number. The quorum of an argument counts them.
pub(super) type NamedEvents = Vec<(u32, Odds)>;

/// The odds that at least one of a claim's arguments holds.
pub(super) fn any_argument(
    tree: &ClaimTree,
    claim: ClaimId,
    events: impl Fn(Argument<'_>) -> NamedEvents,
) -> Result<Odds, WorldsError> {
    let arguments: Vec<(Rule, NamedEvents)> = tree
        .arguments(claim)
        .map(|argument| {
            let events = events(argument);
            // The events are either the subclaims themselves or blocks of subclaims.
            let same = events.len() == argument.parts.len();
            let rule = if same { argument.rule } else { Rule::new(argument.rule.quorum()) };
            (rule, events)
        })
        .collect();
    let alone =
        |(rule, events): &(Rule, NamedEvents)| rule.chances(events.iter().map(|event| event.1));
    if let [only] = &arguments[..] {
        return Ok(alone(only));
    }
    let mut all: NamedEvents =
        arguments.iter().flat_map(|(_, events)| events.iter().copied()).collect();
    let listed = all.len();
    all.sort_by_key(|event| event.0);
    all.dedup_by_key(|event| event.0);
    if all.len() == listed {
        let no: f64 = arguments.iter().map(|argument| alone(argument).no).product();
        return Ok(Odds { no, yes: 1.0 - no });
    }
    if all.len() > MOST_SHARED {
        return Err(WorldsError::Shared(tree.name(claim)));
    }
    let mut odds = Odds { no: 0.0, yes: 0.0 };
    for word in 0..1usize << all.len() {
        let happens = |name: u32| {
            all.binary_search_by_key(&name, |event| event.0).is_ok_and(|at| word >> at & 1 == 1)
        };
        let weight: f64 = all
            .iter()
            .map(|&(name, odds)| if happens(name) { odds.yes } else { odds.no })
            .product();
        let holds = arguments
            .iter()
            .any(|(rule, events)| rule.holds(events.iter().map(|event| happens(event.0))));
        *(if holds { &mut odds.yes } else { &mut odds.no }) += weight;
    }
    Ok(odds)
}

/// The independent events of an argument over evidence: the majorities of whole groups, the pieces of one group, or
/// subclaims.
pub(super) fn events_of_evidence(
    tree: &ClaimTree,
    groups: &EvidenceGroups,
    argument: &Argument<'_>,
    odds: &[Odds],
) -> NamedEvents {
    let ranks: Option<Vec<usize>> =
        argument.parts.iter().map(|part| tree.leaf_rank(part)).collect();
    match ranks {
        Some(ranks) => ranks
            .chunks(groups.pieces)
            .map(|piece| piece[0] / groups.pieces)
            .map(|group| (group as u32, groups.majority(group)))
            .collect(),
        None => argument.parts.iter().map(|part| (part.0, odds[part.index()])).collect(),
    }
}
