//! The answers that a seat may give at a place, as far as they can be listed.

use super::position::NotExact;
use crate::machine::Bits;
use crate::rules::{Domain, Menu, Move, Offer, Verb};

/// Rows of bits with more free places than this are not all written: each of the honest row's bits
/// is turned by itself.
const MOST_FREE: u32 = 12;

/// Every move that ends the turn, and whether these are all: instead of long rows of bits there are the
/// honest one and those that differ from it in one bit.
///
/// # Errors
/// If there are more than `most`, or they cannot be listed.
pub(super) fn beside(honest: &Move, menu: &Menu, most: u64) -> Result<(Vec<Move>, bool), NotExact> {
    let (mut moves, mut whole) = (Vec::new(), true);
    for offer in menu.offers.iter().filter(|offer| offer.ends_turn) {
        if let (Domain::Bits { len, fixed }, Move::Write(bits)) = (&offer.domain, honest)
            && len - u32::from(fixed.is_some()) > MOST_FREE
        {
            whole = false;
            moves.extend(turned(bits, *fixed, most)?.map(Move::Write));
            continue;
        }
        let unlisted = || NotExact::Unlisted(format!("what can follow `{}`", offer.verb.word()));
        moves.extend(offer.listed(most).ok_or_else(unlisted)?);
    }
    Ok((moves, whole))
}

/// Every move that ends the turn: of an offer those that `some` picks, where it does, and else all, no
/// more than `most`.
///
/// # Errors
/// What was offered that cannot be listed.
pub(crate) fn ending_turn(
    menu: &Menu,
    most: u64,
    some: impl Fn(&Offer) -> Option<Vec<Move>>,
) -> Result<Vec<Move>, Verb> {
    let mut all = Vec::new();
    for offer in menu.offers.iter().filter(|offer| offer.ends_turn) {
        all.extend(some(offer).or_else(|| offer.listed(most)).ok_or(offer.verb)?);
    }
    Ok(all)
}

/// A row of bits, and each that differs from it in one place that is not fixed.
fn turned(
    bits: &Bits,
    fixed: Option<(u32, bool)>,
    most: u64,
) -> Result<impl Iterator<Item = Bits>, NotExact> {
    if bits.len() as u64 > most {
        return Err(NotExact::TooLarge(most));
    }
    let free = (0..bits.len()).filter(move |&at| fixed.is_none_or(|(f, _)| f as usize != at));
    let turned = free.map(|at| bits.clone().with(at, !bits.at(at)));
    Ok(std::iter::once(bits.clone()).chain(turned))
}
