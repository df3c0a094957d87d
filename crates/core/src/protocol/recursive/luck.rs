//! How likely it is to dispute a false subclaim at each level without knowing which are false.

use crate::machine::claims::ClaimTree;

/// What a guess at each level finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// The most subclaims of which one may be false alone: those that have to be named.
    pub named: usize,
    /// The most levels.
    pub depth: usize,
    /// Whether so many are named at each of so many levels, all of which have to be true: else a guess
    /// finds one at least as often.
    pub is_even: bool,
}

impl Luck {
    /// The luck of this tree.
    pub fn of(tree: &ClaimTree) -> Self {
        let arguments = tree.claims().flat_map(|claim| tree.arguments(claim));
        let (all, named) = arguments.fold((true, 0), |(all, most), argument| {
            let named = argument.suffice();
            (all && named == argument.parts.len(), most.max(named))
        });
        Self { named, depth: tree.depth(), is_even: tree.is_even() && all }
    }

    /// The chance of a guess, if one of the subclaims named at each level is false.
    pub fn chance(self) -> f64 {
        (self.named.max(1) as f64).powi(-(self.depth as i32))
    }
}
