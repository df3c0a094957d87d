//! Claim trees as a list of claims. All checks of a tree are here.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::tree::Arena;
use super::wording::ClaimWording;
use super::{ClaimTree, MOST_CLAIMS, Rule, RuleError};

/// A claim as a file lists it.
#[derive(Clone, Debug)]
pub struct ListedClaim {
    /// The name that other claims use.
    pub name: Arc<str>,
    /// The statement of the claim.
    pub words: Arc<str>,
    /// The arguments for the claim. A claim without arguments is a leaf.
    pub arguments: Vec<ListedArgument>,
}

/// An argument as a file lists it.
#[derive(Clone, Debug)]
pub struct ListedArgument {
    /// The text of the argument, in addition to its rule and subclaims. `None` if the file gives none.
    pub words: Option<Arc<str>>,
    /// The number of subclaims that must be true, or another rule.
    pub rule: Rule,
    /// The text of the rule, if it is a formula.
    pub formula: Option<Arc<str>>,
    /// The names of the subclaims, in order.
    pub parts: Vec<Arc<str>>,
}

/// Why a list is not a claim tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// There are no claims.
    #[error("a claim tree needs at least one claim")]
    Empty,
    /// There are more than [`MOST_CLAIMS`].
    #[error("a claim tree can have at most {MOST_CLAIMS} claims, but this one has {0}")]
    TooLarge(usize),
    /// Two claims share a name.
    #[error("two claims are called `{0}`. Give each its own name")]
    SameName(Arc<str>),
    /// A subclaim does not exist.
    #[error("claim `{claim}` depends on `{part}`, which is not a claim of this tree")]
    Missing {
        /// The claim whose argument names the missing subclaim.
        claim: Arc<str>,
        /// The name of the missing subclaim.
        part: Arc<str>,
    },
    /// A claim depends on itself through others.
    #[error(
        "claim `{claim}` depends on `{part}`, which depends on `{claim}`. A tree has no cycles"
    )]
    Cycle {
        /// The lower claim.
        claim: Arc<str>,
        /// The upper claim.
        part: Arc<str>,
    },
    /// Two claims depend on the same claim.
    #[error(
        "claims `{first}` and `{second}` both depend on `{part}`. List it twice, with two names"
    )]
    Shared {
        /// The first claim that depends on `part`.
        first: Arc<str>,
        /// The second claim that depends on `part`.
        second: Arc<str>,
        /// The subclaim.
        part: Arc<str>,
    },
    /// An argument names a subclaim twice.
    #[error("an argument of claim `{claim}` names `{part}` twice")]
    Twice {
        /// The claim of the argument.
        claim: Arc<str>,
        /// The subclaim.
        part: Arc<str>,
    },
    /// The root does not depend on some claim.
    #[error("the root `{root}` does not depend on claim `{claim}`")]
    Unreached {
        /// The name of the root.
        root: Arc<str>,
        /// The claim that the root does not depend on.
        claim: Arc<str>,
    },
    /// A rule does not fit.
    #[error("claim `{claim}`: {error}")]
    Rule {
        /// The claim of the argument.
        claim: Arc<str>,
        /// The error.
        error: RuleError,
    },
}

impl TreeError {
    /// The name of the claim with the error. `None` if the error is about the whole tree.
    pub fn claim(&self) -> Option<&str> {
        match self {
            Self::Empty | Self::TooLarge(_) => None,
            Self::SameName(claim)
            | Self::Missing { claim, .. }
            | Self::Cycle { claim, .. }
            | Self::Shared { second: claim, .. }
            | Self::Twice { claim, .. }
            | Self::Unreached { claim, .. }
            | Self::Rule { claim, .. } => Some(claim),
        }
    }

    /// The name of the subclaim that is wrong. `None` if the error is not about a subclaim.
    pub fn part(&self) -> Option<&str> {
        match self {
            Self::Missing { part, .. }
            | Self::Cycle { part, .. }
            | Self::Shared { part, .. }
            | Self::Twice { part, .. } => Some(part),
            _ => None,
        }
    }
}

impl ClaimTree {
    /// Checks a list and packs it. The first claim is the root.
    pub fn listed(claims: &[ListedClaim]) -> Result<Self, TreeError> {
        let root = claims.first().ok_or(TreeError::Empty)?;
        if claims.len() > MOST_CLAIMS {
            return Err(TreeError::TooLarge(claims.len()));
        }
        let mut places = HashMap::with_capacity(claims.len());
        for (at, claim) in claims.iter().enumerate() {
            if places.insert(&*claim.name, at).is_some() {
                return Err(TreeError::SameName(Arc::clone(&claim.name)));
            }
        }
        let order = breadth_first(claims, &places)?;
        if let Some(claim) = claims.iter().zip(&order.number).find(|(_, n)| n.is_none()) {
            return Err(TreeError::Unreached {
                root: Arc::clone(&root.name),
                claim: Arc::clone(&claim.0.name),
            });
        }
        Ok(pack(claims, &places, &order))
    }
}

/// The order of the claims in the arena.
struct ArenaOrder {
    /// The index of each claim in the list, in breadth-first order.
    places: Vec<usize>,
    /// The number of each listed claim in the arena. `None` if no argument has led to the claim yet.
    number: Vec<Option<u32>>,
    /// The number of each claim's parent, in arena order.
    parents: Vec<u32>,
}

fn breadth_first(
    claims: &[ListedClaim],
    places: &HashMap<&str, usize>,
) -> Result<ArenaOrder, TreeError> {
    let mut order =
        ArenaOrder { places: vec![0], number: vec![None; claims.len()], parents: vec![0] };
    order.number[0] = Some(0);
    let mut queue = VecDeque::from([0usize]);
    while let Some(at) = queue.pop_front() {
        let claim = &claims[at];
        let own = order.number[at].unwrap_or_default();
        for argument in &claim.arguments {
            argument
                .rule
                .fits(argument.parts.len())
                .map_err(|error| TreeError::Rule { claim: Arc::clone(&claim.name), error })?;
            let mut named = std::collections::HashSet::new();
            for part in &argument.parts {
                let &below = places.get(&**part).ok_or_else(|| TreeError::Missing {
                    claim: Arc::clone(&claim.name),
                    part: Arc::clone(part),
                })?;
                if !named.insert(below) {
                    return Err(TreeError::Twice {
                        claim: Arc::clone(&claim.name),
                        part: Arc::clone(part),
                    });
                }
                match order.number[below] {
                    None => {
                        order.number[below] = Some(order.places.len() as u32);
                        order.places.push(below);
                        order.parents.push(own);
                        queue.push_back(below);
                    }
                    // Two arguments for the same claim may share a subclaim.
                    Some(number) if number != 0 && order.parents[number as usize] == own => {}
                    Some(number) => return Err(clash(claims, &order, at, number)),
                }
            }
        }
    }
    Ok(order)
}

/// The error for a claim that two claims use. If the claim is above its user, the error is a cycle.
/// Otherwise, the error is a shared claim.
fn clash(claims: &[ListedClaim], order: &ArenaOrder, user: usize, number: u32) -> TreeError {
    let name = |number: u32| Arc::clone(&claims[order.places[number as usize]].name);
    let mut above = order.number[user].unwrap_or_default();
    loop {
        if above == number {
            return TreeError::Cycle { claim: Arc::clone(&claims[user].name), part: name(number) };
        }
        if above == 0 {
            return TreeError::Shared {
                first: name(order.parents[number as usize]),
                second: Arc::clone(&claims[user].name),
                part: name(number),
            };
        }
        above = order.parents[above as usize];
    }
}

fn pack(claims: &[ListedClaim], places: &HashMap<&str, usize>, order: &ArenaOrder) -> ClaimTree {
    let mut arena = Arena::with_root();
    arena.parents = order.parents.clone();
    let mut words = Vec::with_capacity(claims.len());
    for (number, &place) in order.places.iter().enumerate() {
        let claim = &claims[place];
        words.push((Arc::clone(&claim.name), Arc::clone(&claim.words)));
        for argument in &claim.arguments {
            if let Some(words) = &argument.words {
                arena.argument_words.insert(arena.rules.len() as u32, Arc::clone(words));
            }
            if let Some(formula) = &argument.formula {
                arena.formulas.insert(arena.rules.len() as u32, Arc::clone(formula));
            }
            arena.argue(
                argument.rule,
                argument.parts.iter().filter_map(|part| order.number[places[&**part]]),
            );
        }
        arena.close(number as u32);
    }
    arena.wording = ClaimWording::Listed(words.into());
    ClaimTree(Arc::new(arena))
}

impl Arena {
    pub(super) fn with_root() -> Self {
        Self {
            parents: vec![0],
            argument_starts: vec![0],
            rules: Vec::new(),
            monotone: true,
            part_starts: vec![0],
            parts: Vec::new(),
            leaves: Vec::new(),
            argument_words: HashMap::new(),
            formulas: HashMap::new(),
            wording: ClaimWording::Parts("".into()),
        }
    }

    /// Adds an argument to the current claim.
    pub(super) fn argue(&mut self, rule: Rule, parts: impl Iterator<Item = u32>) {
        self.rules.push(rule);
        self.monotone &= rule.is_monotone();
        self.parts.extend(parts);
        self.part_starts.push(self.parts.len() as u32);
    }

    /// Ends the current claim. A claim without arguments is a leaf.
    pub(super) fn close(&mut self, claim: u32) {
        if self.argument_starts.last() == Some(&(self.rules.len() as u32)) {
            self.leaves.push(claim);
        }
        self.argument_starts.push(self.rules.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Bits;
    use crate::machine::claims::ClaimId;

    fn claim(name: &str, arguments: &[(Rule, &[&str])]) -> ListedClaim {
        ListedClaim {
            name: name.into(),
            words: format!("{name} is so").into(),
            arguments: arguments
                .iter()
                .map(|(rule, parts)| ListedArgument {
                    words: None,
                    formula: None,
                    rule: *rule,
                    parts: parts.iter().map(|&part| part.into()).collect(),
                })
                .collect(),
        }
    }

    #[test]
    fn truth_follows_from_the_leaves() {
        let tree = ClaimTree::listed(&[
            claim("top", &[(Rule::ALL, &["a", "m"])]),
            claim("m", &[(Rule::MAJORITY, &["b", "c", "d"]), (Rule::ANY, &["d"])]),
            claim("a", &[]),
            claim("b", &[]),
            claim("c", &[]),
            claim("d", &[]),
        ])
        .unwrap();
        let names: Vec<_> = tree.claims().map(|c| tree.name(c).to_string()).collect();
        assert_eq!(names, ["top", "a", "m", "b", "c", "d"]);
        assert_eq!((tree.depth(), tree.width(), tree.leaf_count()), (2, 3, 4));
        let truth = |leaves: &str| {
            let bits: Bits = leaves.parse().unwrap();
            let whole = tree.truths(&bits).is_true(ClaimId::ROOT);
            assert_eq!(whole, tree.truth_of(ClaimId::ROOT, &mut |leaf| bits.at(leaf)));
            whole
        };
        assert!(truth("1110"), "by majority");
        assert!(truth("1001"), "by the other argument");
        assert!(!truth("1100"));
        assert!(!truth("0111"));
    }
}
