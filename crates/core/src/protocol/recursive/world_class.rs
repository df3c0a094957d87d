//! Classes of worlds that look alike to both provers. One debate stands for all worlds of a class,
//! and the truth of its last leaf is a probability. Subtrees that look alike have equal values.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::{Phase, RecursiveDebate};
use crate::machine::Bits;
use crate::machine::claims::{ClaimId, ClaimsInstance, Rule, Truths};
use crate::rules::{Side, StateKey};

/// The largest number of worlds that are put into classes.
const MOST_WORLDS: usize = 1 << 12;
/// The upper limit on the work: classes times claims.
const MOST_WORK: usize = 1 << 22;

/// Worlds that look alike to both provers.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldClass {
    /// P[a leaf is true] in these worlds, by claim.
    chances: Vec<f64>,
    /// A number for each claim. Claims with equal numbers have equal subtrees.
    shapes: Vec<u64>,
}

/// The shape of a subtree: P[leaf is true], what each prover thinks of its claim, and its
/// arguments.
type Shape = (Option<u64>, [u64; 2], Vec<(Rule, Vec<u64>)>);

impl WorldClass {
    /// `truths` is any of its worlds.
    fn new(case: &ClaimsInstance, truths: &Truths, leaf: impl Fn(ClaimId) -> f64) -> Self {
        let tree = case.tree();
        let (mut chances, mut shapes) = (vec![0.0; tree.len()], vec![0; tree.len()]);
        let mut known: HashMap<Shape, u64> = HashMap::new();
        for claim in tree.claims().rev() {
            let is_leaf = tree.is_leaf(claim);
            if is_leaf {
                chances[claim.index()] = leaf(claim);
            }
            // A prover thinks the truth, or the probability before anything was known.
            let thinks = |covers| match covers {
                true => f64::from(truths.is_true(claim)),
                false => case.worlds().chance(claim),
            };
            let arguments = tree.arguments(claim).map(|argument| {
                let parts = argument.parts.iter().map(|part| shapes[part.index()]);
                (argument.rule, parts.collect())
            });
            let shape = (
                is_leaf.then(|| chances[claim.index()].to_bits()),
                [case.alice(), case.bob()].map(|knows| thinks(knows.covers(claim)).to_bits()),
                arguments.collect(),
            );
            let next = known.len() as u64;
            shapes[claim.index()] = *known.entry(shape).or_insert(next);
        }
        Self { chances, shapes }
    }

    /// P[a leaf is true] in these worlds.
    pub(super) fn chance(&self, leaf: ClaimId) -> f64 {
        self.chances[leaf.index()]
    }

    /// The key of a position. The path to it does not matter.
    pub(super) fn situation(&self, debate: &RecursiveDebate) -> StateKey {
        let shape = |claim: ClaimId| self.shapes[claim.index()];
        let phase = match debate.phase {
            Phase::Opening => 0,
            Phase::Answering => 1,
            Phase::Arguing => 2,
            Phase::Disputing => 3,
            Phase::Leaf(_) => 4,
            Phase::Over { decided } => 5 + u64::from(decided),
        };
        let place = [phase, u64::from(debate.arguer() == Side::Alice), shape(debate.here())];
        let named = debate.named().iter().map(|&claim| shape(claim));
        StateKey(place.into_iter().chain(named).collect())
    }
}

impl RecursiveDebate {
    /// The debates in the classes of worlds, each with its probability. `None` if the world is
    /// drawn, or if there are too many worlds.
    pub(super) fn classes(&self) -> Option<Vec<(f64, Self)>> {
        let (case, tree) = (self.case(), self.case().tree());
        if !self.world.is_untouched() {
            return None;
        }
        let in_class = |leaves: &Bits, leaf: &dyn Fn(ClaimId) -> f64| {
            let class = WorldClass::new(case, &tree.truths(leaves), leaf);
            let world = self.world.clone().drawn(leaves);
            let mut debate = self.clone();
            (debate.world, debate.class) = (world, Some(Arc::new(class)));
            debate.open();
            debate
        };
        if !case.alice_is_told() && !case.bob_is_told() {
            let any = case.drawn_from().draw(&mut ChaCha8Rng::seed_from_u64(0));
            return Some(vec![(1.0, in_class(&any, &|leaf| case.drawn_from().chance(leaf)))]);
        }
        // The weight of a world, its leaves and its truths.
        type Weighted = (f64, Bits, Truths);
        let mut alike: BTreeMap<[Vec<bool>; 2], Vec<Weighted>> = BTreeMap::new();
        for (weight, leaves) in case.drawn_from().list(MOST_WORLDS)? {
            if weight > 0.0 {
                let truths = tree.truths(&leaves);
                let seen = [case.alice_knows(&truths), case.bob_knows(&truths)];
                alike.entry(seen).or_default().push((weight, leaves, truths));
            }
        }
        if alike.len() * tree.len() > MOST_WORK {
            return None;
        }
        let class = |worlds: Vec<Weighted>| {
            let all: f64 = worlds.iter().map(|world| world.0).sum();
            let leaf = |leaf| {
                let holds = worlds.iter().filter(|world| world.2.is_true(leaf));
                holds.map(|world| world.0).sum::<f64>() / all
            };
            (all, in_class(&worlds[0].1, &leaf))
        };
        Some(alike.into_values().map(class).collect())
    }
}
