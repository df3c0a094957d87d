//! Claim trees written out claim by claim: the one place where a tree can turn out to be wrong.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::tree::Arena;
use super::wording::Wording;
use super::{ClaimTree, MOST_CLAIMS, Rule, RuleError};

/// A claim as it is written down.
#[derive(Clone, Debug)]
pub struct ListedClaim {
    /// What other claims call it.
    pub name: Arc<str>,
    /// What it says.
    pub words: Arc<str>,
    /// The ways to argue for it; none makes it a leaf.
    pub arguments: Vec<ListedArgument>,
}

/// An argument as it is written down.
#[derive(Clone, Debug)]
pub struct ListedArgument {
    /// What it says, beyond its rule and subclaims.
    pub words: Option<Arc<str>>,
    /// How many of the subclaims must be true.
    pub rule: Rule,
    /// The rule as it was written, where it is a formula.
    pub formula: Option<Arc<str>>,
    /// The names of the subclaims, in order.
    pub parts: Vec<Arc<str>>,
}

/// Why a listing is not a claim tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// No claims.
    #[error("a claim tree needs at least one claim")]
    Empty,
    /// More than [`MOST_CLAIMS`].
    #[error("a claim tree may have at most {MOST_CLAIMS} claims, not {0}")]
    TooLarge(usize),
    /// Two claims share a name.
    #[error("two claims are called `{0}`: give each a name of its own")]
    SameName(Arc<str>),
    /// A subclaim that is not there.
    #[error("claim `{claim}` rests on `{part}`, which is not a claim of this tree")]
    Missing {
        /// Who names it.
        claim: Arc<str>,
        /// The name.
        part: Arc<str>,
    },
    /// A claim that, in the end, rests on itself.
    #[error("claim `{claim}` rests on `{part}`, which rests on it: a tree has no cycles")]
    Cycle {
        /// The lower of the two.
        claim: Arc<str>,
        /// The upper of the two.
        part: Arc<str>,
    },
    /// A claim that two others rest on.
    #[error("claims `{first}` and `{second}` both rest on `{part}`: list it twice, by two names")]
    Shared {
        /// The first to name it.
        first: Arc<str>,
        /// The next.
        second: Arc<str>,
        /// The subclaim.
        part: Arc<str>,
    },
    /// A subclaim that one argument names twice.
    #[error("an argument of claim `{claim}` names `{part}` twice")]
    Twice {
        /// Whose argument.
        claim: Arc<str>,
        /// The subclaim.
        part: Arc<str>,
    },
    /// A claim that nothing leads to.
    #[error("nothing leads from `{root}` to claim `{claim}`")]
    Unreached {
        /// The root.
        root: Arc<str>,
        /// The claim.
        claim: Arc<str>,
    },
    /// A rule that does not fit.
    #[error("claim `{claim}`: {error}")]
    Rule {
        /// Whose argument.
        claim: Arc<str>,
        /// What is wrong with it.
        error: RuleError,
    },
}

impl TreeError {
    /// The name of the claim where the fault stands, if it stands at one.
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

    /// The subclaim that the claim should not name so.
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
    /// Checks a listing and packs it. The first claim is the root.
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

/// The claims in the order of the arena.
struct ArenaOrder {
    /// Listed places, in breadth-first order.
    places: Vec<usize>,
    /// The number of each listed claim, once it is reached.
    number: Vec<Option<u32>>,
    /// The number of the claim above, by number.
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
                    // Two ways to argue for one claim may share a subclaim.
                    Some(number) if number != 0 && order.parents[number as usize] == own => {}
                    Some(number) => return Err(clash(claims, &order, at, number)),
                }
            }
        }
    }
    Ok(order)
}

/// What is wrong with a claim that is used again: a cycle if it is above its user, else sharing.
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
    arena.wording = Wording::Listed(words.into());
    ClaimTree(Arc::new(arena))
}

impl Arena {
    /// An arena in which nothing has been packed yet.
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
            wording: Wording::Parts("".into()),
        }
    }

    /// Adds an argument to the claim being packed.
    pub(super) fn argue(&mut self, rule: Rule, parts: impl Iterator<Item = u32>) {
        self.rules.push(rule);
        self.monotone &= rule.is_monotone();
        self.parts.extend(parts);
        self.part_starts.push(self.parts.len() as u32);
    }

    /// Ends the claim being packed: one that was not argued for is a leaf.
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
            let whole = tree.truths(&bits).of(ClaimId::ROOT);
            assert_eq!(whole, tree.truth_of(ClaimId::ROOT, &mut |leaf| bits.at(leaf)));
            whole
        };
        assert!(truth("1110"), "by majority");
        assert!(truth("1001"), "by the other argument");
        assert!(!truth("1100"));
        assert!(!truth("0111"));
    }
}
