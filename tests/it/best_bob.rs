//! The best Bob in prover-estimator debate, and lower bounds on what Bob pays.

use std::sync::Arc;

use elenchus::analysis::game_tree::{GameTreeWalk, cast};
use elenchus::chance::Probability;
use elenchus::machine::claims::{
    ClaimId, ClaimTree, ClaimsInstance, Knowledge, ListedArgument, ListedClaim, Rule,
    WorldDistribution, uniform,
};
use elenchus::protocol::ProverEstimator;
use elenchus::protocol::prover_estimator::players::estimator::EstimatorStrategy;
use elenchus::protocol::prover_estimator::players::prover::ProverStrategy;
use elenchus::protocol::prover_estimator::solve::{
    BestBobBounds, average_payoff, best_bob, best_bob_in,
};
use elenchus::protocol::prover_estimator::{ProverEstimatorInstance, RewardParams, StatedRatio};
use elenchus::rules::Seat;
use elenchus::work::CancelToken;
use proptest::prelude::*;

use crate::kit::{at_night, opened, programs};

fn alices() -> [(&'static str, ProverStrategy); 5] {
    [
        ("honest", ProverStrategy::Honest),
        ("ignorant", ProverStrategy::Ignorant),
        ("marginal", ProverStrategy::Marginal { answer: true }),
        ("marginal-no", ProverStrategy::Marginal { answer: false }),
        ("obfuscator", ProverStrategy::Obfuscator { towards: Arc::from([]) }),
    ]
}

fn found(case: &ClaimsInstance, stakes: RewardParams, alice: &ProverStrategy) -> BestBobBounds {
    best_bob(case, stakes, alice, &CancelToken::default()).unwrap()
}

/// The payments of these players in a debate. `None` if the walk would be too long.
fn played(case: &ClaimsInstance, stakes: RewardParams, alice: &str, bob: &str) -> Option<f64> {
    let setup = ProverEstimatorInstance { case: case.clone(), stakes };
    let debate = ProverEstimator::new(setup).unwrap();
    let cast = cast(&debate, [alice, bob, "honest"]).unwrap();
    GameTreeWalk::new(&cast, 400_000, &CancelToken::default()).value(&debate).ok()
}

fn near(value: f64) -> f64 {
    1e-6 * value.abs().max(1.0)
}

/// A case in which players know the root alone.
fn knowing_the_root(rule: Rule, width: usize, depth: usize) -> ClaimsInstance {
    let tree = uniform("x", rule, width, depth).unwrap();
    ClaimsInstance::drawn(WorldDistribution::one_false(&tree))
        .known_to(Knowledge::root(), Knowledge::root())
}

/// In each of these debates, the best Bob who knows the world pays 0.9 to the honest Alice of Thm 6.1. No Bob pays her
/// less.
#[test]
fn the_shipped_minimum_of_nine_tenths_is_exact() {
    for id in
        ["shading-bob", "most-of-three", "three-lamps", "brittle-but-true", "pull-request-tests"]
    {
        let seats = programs(["honest"; 3]);
        let best =
            opened(id).best_play(&seats, Seat::Bob, &CancelToken::default()).expect("it is found");
        let value = best.value().exact().unwrap_or_else(|| panic!("{id}: {best:?}"));
        assert!((value - 0.9).abs() < 1e-9, "{id}: {best:?}");
    }
}

/// r is about 1/ε, far below the 40 subclaims.
#[test]
fn a_stake_smaller_than_an_argument_is_wide_bounds_no_bob() {
    let case = knowing_the_root(Rule::ALL, 40, 1);
    let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(21.0)).unwrap();
    let best = found(&case, stakes, &ProverStrategy::Ignorant);
    // An ignorant Alice is paid at least ((q − 1)/q)^q if r is at least the width.
    let floor = (1.0 - 1.0 / 40.0f64).powi(40);
    assert!(best.limit.is_none() && best.value < -1.9 && floor > 0.36, "{best:?}");
}

/// Eight parts in eight worlds of these probabilities. Alice knows each part and Bob none.
const EIGHT_WORLDS: [(f64, &[usize]); 8] = [
    (0.0685, &[2, 3, 4, 5, 8]),
    (0.1647, &[1, 2, 3, 5, 6, 7]),
    (0.1709, &[2, 3, 5, 6]),
    (0.1187, &[5, 7, 8]),
    (0.1081, &[1, 2, 3, 4, 8]),
    (0.1291, &[2, 7]),
    (0.0886, &[4, 5, 6, 8]),
    (0.1514, &[1, 2, 5, 7, 8]),
];

#[test]
fn a_bob_of_eight_fixed_numbers_is_found() {
    let tree = uniform("x", Rule::at_least(5), 8, 1).unwrap();
    let all: f64 = EIGHT_WORLDS.iter().map(|world| world.0).sum();
    let worlds = EIGHT_WORLDS.iter().map(|(weight, failing)| {
        (weight / all, (1..=8).map(|leaf| !failing.contains(&leaf)).collect())
    });
    let law = WorldDistribution::listed(&tree, worlds.collect()).unwrap();
    let case = ClaimsInstance::drawn(law).known_to(Knowledge::Everything, Knowledge::Nothing);
    let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(4.0)).unwrap();
    let best = found(&case, stakes, &ProverStrategy::Honest);
    assert!((best.value - 7.440_328).abs() < 1e-5, "{best:?}");
}

#[test]
fn an_obfuscator_is_answered_exactly() {
    for (rule, width, depth) in [(Rule::ALL, 6, 1), (Rule::MAJORITY, 5, 1), (Rule::ANY, 2, 2)] {
        let case = knowing_the_root(rule, width, depth);
        for ratio in [1.2, 3.0] {
            let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(ratio)).unwrap();
            let best = found(&case, stakes, &ProverStrategy::Obfuscator { towards: Arc::from([]) });
            assert!(best.is_exact(), "{rule} {width} {depth} {ratio}: {best:?}");
        }
    }
}

/// A root over parts. Each part is an argument over this many leaves, or a leaf itself if the
/// number is 0.
fn tree_of(rule: Rule, parts: &[(Rule, usize)]) -> ClaimTree {
    let argument = |rule, parts: Vec<String>| ListedArgument {
        words: None,
        rule,
        formula: None,
        parts: parts.iter().map(|part| part.as_str().into()).collect(),
    };
    let claim = |name: &str, argument: Option<ListedArgument>| ListedClaim {
        name: name.into(),
        words: name.into(),
        arguments: argument.into_iter().collect(),
    };
    let names: Vec<String> = (0..parts.len()).map(|at| format!("p{at}")).collect();
    let mut all = vec![claim("x", Some(argument(rule, names.clone())))];
    for (name, &(rule, width)) in names.iter().zip(parts) {
        let leaves: Vec<String> = (0..width).map(|at| format!("{name}.{at}")).collect();
        let own = (width > 0).then(|| argument(rule, leaves.clone()));
        all.push(claim(name, own));
        all.extend(leaves.iter().map(|leaf| claim(leaf, None)));
    }
    ClaimTree::listed(&all).unwrap()
}

/// A case over independent leaves. Alice knows the leaves at some places, and Bob at others.
fn knowing(tree: &ClaimTree, p: f64, [alice, bob]: [&[usize]; 2]) -> ClaimsInstance {
    let law = vec![Probability::new(p).unwrap(); tree.leaf_count()];
    let law = WorldDistribution::independent(tree, &law).unwrap();
    let leaves: Vec<ClaimId> = tree.leaves().collect();
    let only = |places: &[usize]| match places {
        [] => Knowledge::Nothing,
        places if places.len() == leaves.len() => Knowledge::Everything,
        places => Knowledge::Only(Arc::new(places.iter().map(|&at| leaves[at]).collect())),
    };
    ClaimsInstance::drawn(law).known_to(only(alice), only(bob))
}

const LEAF: (Rule, usize) = (Rule::ALL, 0);

/// A case: the number of true parts that an argument needs, its parts, the leaves that Alice knows, the probability of
/// each leaf with r, and the payment by the best Bob. A search through all of Bob's numbers found that payment.
type Solved<'a> = (u32, &'a [(Rule, usize)], &'a [usize], [f64; 2], f64);

/// The search never finds a value below the values in [`SOLVED`]. It misses two of them. There, the payment by its Bob
/// is an upper bound.
#[test]
fn the_search_finds_most_best_bobs_of_small_trees() {
    let mut are_found = 0;
    for (k, parts, alice, [p, ratio], least) in SOLVED {
        let case = knowing(&tree_of(Rule::at_least(k), parts), p, [alice, &[]]);
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(ratio)).unwrap();
        let best = found(&case, stakes, &ProverStrategy::Honest);
        assert!(best.value >= least - near(least), "{k} {alice:?}: {best:?} {least}");
        assert!(best.limit.is_none_or(|limit| limit <= least + near(least)), "{best:?} {least}");
        are_found += usize::from(best.value <= least + 1e-3);
    }
    assert_eq!(are_found, 5);
}

const SOLVED: [Solved<'static>; 7] = [
    (5, &[LEAF; 6], &[0, 2, 4], [0.7, 3.0], 3.057870),
    (2, &[LEAF; 3], &[0, 1], [0.5, 3.0], 2.898),
    (3, &[LEAF, LEAF, (Rule::ALL, 2), LEAF], &[0, 3, 4], [0.3, 1.2], 0.917453),
    (4, &[LEAF, LEAF, LEAF, (Rule::ALL, 2)], &[0, 2], [0.3, 1.2], 1.189140),
    (2, &[(Rule::ANY, 2), (Rule::ANY, 2)], &[0, 1, 2, 3], [0.7, 3.0], 10.366119),
    (2, &[(Rule::ANY, 2), (Rule::ANY, 2)], &[0, 2], [0.7, 3.0], 0.863300),
    (1, &[(Rule::ANY, 5), LEAF], &[0, 1, 2, 3, 4], [0.7, 6.0], 10.542790),
];

/// Each case searches for several Bobs, so there are few cases by day and more at night.
fn cases(by_day: u32) -> ProptestConfig {
    ProptestConfig::with_cases(if at_night() { 24 } else { by_day })
}

proptest! {
    #![proptest_config(cases(1))]

    /// No listed, scripted or random Bob pays less than a lower bound, and the Bob of the upper
    /// bound pays the stated amount.
    #[test]
    fn no_bob_pays_less_than_a_lower_bound_and_the_best_one_pays_the_stated_amount(
        shape in 0usize..6, p in 3u32..10, ratio in 0.8f64..32.0,
        alice in 0usize..64, bob in 0usize..64, judge in 0usize..4,
        number in 0u32..=20,
    ) {
        let tree = match shape {
            0 => tree_of(Rule::ALL, &[(Rule::ANY, 2), LEAF]),
            1 => tree_of(Rule::ANY, &[(Rule::ALL, 2), LEAF]),
            2 => tree_of(Rule::MAJORITY, &[LEAF; 3]),
            3 => tree_of(Rule::at_least(2), &[(Rule::ANY, 2), LEAF, LEAF]),
            4 => tree_of(Rule::ALL, &[LEAF; 3]),
            _ => tree_of(Rule::ANY, &[LEAF; 3]),
        };
        // In half of the cases, a player knows all leaves or none.
        let leaves = |word: usize| -> Vec<usize> {
            let word = match word { 0..16 => 0, 16..32 => usize::MAX, word => word };
            (0..tree.leaf_count()).filter(|leaf| word >> leaf & 1 == 1).collect()
        };
        let case = knowing(&tree, f64::from(p) / 10.0, [&leaves(alice), &leaves(bob)]);
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(ratio)).unwrap();
        let judge = Probability::new([1.0, 1.0, 1.0, 0.8][judge]).unwrap();
        let stakes = stakes.judged(judge);
        let number = Probability::new(f64::from(number) / 20.0).unwrap();
        let bobs = [
            EstimatorStrategy::Calibrated,
            EstimatorStrategy::Informed,
            EstimatorStrategy::Marginal,
            EstimatorStrategy::Constant(number),
            EstimatorStrategy::Shading(number),
            EstimatorStrategy::Independent { false_parts: 1.0, root: Some(number) },
        ];
        for (name, alice) in alices() {
            let best = found(&case, stakes, &alice);
            if let Some(own) = played(&case, stakes, name, "best-response") {
                prop_assert!((own - best.value).abs() < near(own), "{name}: {own} {best:?}");
            }
            let Some(floor) = best.limit else { continue };
            let listed = bobs.iter().map(|bob| {
                average_payoff(&case, stakes, (&alice, bob), &CancelToken::default()).unwrap().value()
            });
            for paid in listed.chain(played(&case, stakes, name, "random")) {
                prop_assert!(floor <= paid + near(paid), "{name}: {best:?} {paid}");
            }
        }
    }

    /// In one world, no Bob pays an honest Alice who knows every claim less than the bound. Some of her arguments are
    /// unstable.
    #[test]
    fn no_bob_who_knows_the_world_pays_less_than_the_bound_of_an_unstable_tree(
        rule in 0usize..3, depth in 1usize..3, word in 0u32..512, ratio in 1.0f64..30.0,
        numbers in proptest::collection::vec(0.0f64..1.0, 8),
    ) {
        let tree = uniform("x", [Rule::ALL, Rule::ANY, Rule::MAJORITY][rule], 3, depth).unwrap();
        let leaves = (0..tree.leaf_count()).map(|leaf| word >> leaf & 1 == 1).collect();
        let case = ClaimsInstance::drawn(WorldDistribution::certain(&tree, leaves).unwrap());
        let truths = tree.truths(case.actual().unwrap());
        let stakes = RewardParams::new(&case, 0.1, StatedRatio::Ratio(ratio)).unwrap();
        let best = best_bob_in(&case, stakes, &ProverStrategy::Honest, truths, &CancelToken::default()).unwrap();
        // A bound is left out if a Bob pays less.
        prop_assert!(best.limit.is_some(), "{best:?}");
        let floor = best.limit.unwrap_or_default();
        // The search is only an upper bound. In 5,500 random trees it was near the lower one, except in 4 % of the
        // unstable majorities of majorities. There it was up to 8 % above.
        prop_assert!(rule == 2 && depth == 2 || best.value - floor <= 1e-4, "{best:?}");
        for number in numbers {
            let number = Probability::new(number).unwrap();
            for bob in [EstimatorStrategy::Constant(number), EstimatorStrategy::Shading(number)] {
                let alice = (&ProverStrategy::Honest, &bob);
                let paid = average_payoff(&case, stakes, alice, &CancelToken::default()).unwrap().value();
                prop_assert!(floor <= paid + near(paid), "{bob:?}: {paid} {best:?}");
            }
        }
    }
}
