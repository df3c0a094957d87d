//! The probability that a guess at each level disputes a false subclaim.

use crate::machine::claims::ClaimTree;

/// The results of guesses at each level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuessLuck {
    /// The largest number of subclaims that an argument names. Only one of them may be false.
    pub named: usize,
    /// The largest number of levels.
    pub depth: usize,
    /// True if every argument names this many subclaims, all of which must be true, at each of
    /// these levels. Otherwise a guess succeeds at least this often.
    pub is_even: bool,
}

impl GuessLuck {
    /// The luck for this tree.
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
