//! The choices that a seat has at a place, as far as they can be gone through.

use crate::analysis::answers;
use crate::rules::{Domain, Menu, Move, Offer};

/// More choices than this at one place are not gone through.
const MOST: usize = 64;

/// How finely numbers from 0 to 1 are gone through.
const PARTS: u32 = 20;

/// Every move that ends the turn; of numbers from 0 to 1 those at even distances. None if there are
/// too many, or they cannot be listed.
pub(super) fn of(menu: &Menu) -> Option<Vec<Move>> {
    let numbers = |offer: &Offer| {
        let part = |at: u32| offer.verb.with(&(f64::from(at) / f64::from(PARTS)).to_string()).ok();
        let number = matches!(offer.domain, Domain::Probability | Domain::Share);
        number.then(|| (0..=PARTS).filter_map(part).collect())
    };
    let all = answers::ending_turn(menu, MOST as u64, numbers).ok()?;
    (all.len() <= MOST).then_some(all)
}
