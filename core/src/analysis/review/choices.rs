//! The choices that a seat has at a place, as far as they can be gone through.

use crate::rules::{Domain, Menu, Move, Offer};

/// More choices than this at one place are not gone through.
const MOST: usize = 64;

/// How finely numbers from 0 to 1 are gone through.
const PARTS: u32 = 20;

/// Every move that ends the turn; of numbers from 0 to 1 those at even distances. None if there are
/// too many, or they cannot be listed.
pub(super) fn of(menu: &Menu) -> Option<Vec<Move>> {
    let mut all = Vec::new();
    for offer in menu.offers.iter().filter(|offer| offer.ends_turn) {
        let listed = of_offer(offer)?.into_iter().filter_map(|text| offer.verb.with(&text).ok());
        all.extend(listed.filter(|mv| offer.domain.admit(mv).is_ok()));
    }
    (all.len() <= MOST).then_some(all)
}

/// The arguments of an offer, as they are written.
fn of_offer(offer: &Offer) -> Option<Vec<String>> {
    let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
    let numbers = |last: u32| {
        let all = || (1..=last).map(|number| number.to_string()).collect();
        (last as usize <= MOST).then(all)
    };
    match &offer.domain {
        Domain::Nothing => words(&[""]),
        Domain::Bit => words(&["0", "1"]),
        Domain::YesNo => words(&["yes", "no"]),
        Domain::Side => words(&["alice", "bob"]),
        Domain::Half => words(&["first", "second"]),
        Domain::Direction => {
            Some(crate::rules::Direction::ALL.iter().map(ToString::to_string).collect())
        }
        Domain::Step { most, .. } => numbers(*most),
        Domain::Place(of) => numbers(*of),
        Domain::Wire(wires) => Some(wires.iter().map(ToString::to_string).collect()),
        Domain::Probability | Domain::Share => {
            Some((0..=PARTS).map(|at| (f64::from(at) / f64::from(PARTS)).to_string()).collect())
        }
        Domain::Bits { len, .. } if *len <= MOST.ilog2() => {
            let len = *len as usize;
            Some((0..1_u32 << len).map(|bits| format!("{bits:0len$b}")).collect())
        }
        Domain::Bits { .. }
        | Domain::Cell { .. }
        | Domain::Count(_)
        | Domain::Layout(_)
        | Domain::Text(_)
        | Domain::Skip { .. } => None,
    }
}
