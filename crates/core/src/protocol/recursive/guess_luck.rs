//! The probability that a guess at each level disputes a false subclaim.

use crate::machine::claims::ClaimTree;

/// The chance that a prover who guesses at each level always disputes a false subclaim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuessLuck {
    /// The largest number of subclaims that an argument names. In the worst case, only one of them is false.
    pub named: usize,
    /// The largest number of levels.
    pub depth: usize,
    /// True if every argument names exactly `named` subclaims that must all be true, at each of the `depth` levels.
    /// Otherwise a guess succeeds at least as often as computed.
    pub is_even: bool,
}

impl GuessLuck {
    /// The chance for this tree.
    pub fn from_tree(tree: &ClaimTree) -> Self {
        let arguments = tree.claims().flat_map(|claim| tree.arguments(claim));
        let (all, named) = arguments.fold((true, 0), |(all, most), argument| {
            let named = argument.fewest_sufficient();
            (all && named == argument.parts.len(), most.max(named))
        });
        Self { named, depth: tree.depth(), is_even: tree.is_even() && all }
    }

    /// The probability that all guesses succeed, if one named subclaim at each level is false.
    pub fn chance(self) -> f64 {
        (self.named.max(1) as f64).powi(-(self.depth as i32))
    }
}
