//! Lists the answers that a seat may give in a position. Very long lists are shortened or refused.

use super::position::NotExact;
use crate::machine::Bits;
use crate::rules::{Domain, LegalAction, LegalActions, Move, Verb};

/// If a row has more free bits than this, the list contains only the honest row and the rows that
/// differ from the honest row in one bit.
const MOST_FREE: u32 = 12;

/// Returns the moves that end the turn, and whether the list is complete. For long rows of bits,
/// the list has only the honest row and the rows that differ from the honest row in one bit.
///
/// # Errors
/// Returns an error if there are more than `most` moves, or if the moves cannot be listed.
pub(super) fn answers_besides(
    honest: &Move,
    menu: &LegalActions,
    most: u64,
) -> Result<(Vec<Move>, bool), NotExact> {
    let (mut moves, mut whole) = (Vec::new(), true);
    for offer in menu.offers.iter().filter(|offer| offer.ends_turn) {
        if let (Domain::Bits { len, fixed }, Move::Write(bits)) = (&offer.domain, honest)
            && len - u32::from(fixed.is_some()) > MOST_FREE
        {
            whole = false;
            moves.extend(turned(bits, *fixed, most)?.map(Move::Write));
            continue;
        }
        let unlisted =
            || NotExact::Unlisted(format!("the possible arguments of `{}`", offer.verb.word()));
        moves.extend(offer.listed(most).ok_or_else(unlisted)?);
    }
    Ok((moves, whole))
}

/// Returns all moves that end the turn, at most `most` for each action. If `some` returns moves for
/// an action, only these moves of the action are returned.
///
/// # Errors
/// Returns the verb of an action if its moves cannot be listed.
pub(crate) fn ending_turn(
    menu: &LegalActions,
    most: u64,
    some: impl Fn(&LegalAction) -> Option<Vec<Move>>,
) -> Result<Vec<Move>, Verb> {
    let mut all = Vec::new();
    for offer in menu.offers.iter().filter(|offer| offer.ends_turn) {
        all.extend(some(offer).or_else(|| offer.listed(most)).ok_or(offer.verb)?);
    }
    Ok(all)
}

/// Returns a row of bits, and each row that differs from it in one free bit.
fn turned(
    bits: &Bits,
    fixed: Option<(u32, bool)>,
    most: u64,
) -> Result<impl Iterator<Item = Bits>, NotExact> {
    if bits.len() as u64 > most {
        return Err(NotExact::TooLarge(most));
    }
    let free = (0..bits.len()).filter(move |&at| fixed.is_none_or(|(f, _)| f as usize != at));
    let turned = free.map(|at| bits.clone().with_bit(at, !bits.at(at)));
    Ok(std::iter::once(bits.clone()).chain(turned))
}
