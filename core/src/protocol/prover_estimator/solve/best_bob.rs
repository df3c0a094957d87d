//! The best answer to one Alice (`protocol::prover_estimator::players::estimator`), held against payoffs.

use std::sync::Arc;

use crate::analysis::game_tree::{Walk, cast};
use crate::chance::Probability;
use crate::machine::claims::{Case, Knowledge, Rule, Worlds, uniform};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::ProverEstimatorInstance;
use crate::protocol::prover_estimator::players::estimator::{Estimator, best_bob, best_of_grid};
use crate::protocol::prover_estimator::players::prover::Prover;
use crate::protocol::prover_estimator::solve::{average_payoff, least_paid};
use crate::protocol::prover_estimator::{Stakes, Stated};
use crate::work::Token;
use proptest::prelude::*;

#[test]
fn no_listed_bob_pays_less_than_the_best_response() {
    let tree = uniform("x", Rule::ALL, 3, 1).unwrap();
    let case = Case::drawn(Worlds::one_false(&tree)).known_to(Knowledge::root(), Knowledge::root());
    let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).unwrap();
    for alice in [Prover::Honest, Prover::Obfuscator { towards: Arc::from([]) }] {
        let best = best_bob(&case, stakes, &alice, &Token::default()).unwrap();
        for bob in [
            Estimator::Calibrated,
            Estimator::Constant(Probability::ONE),
            Estimator::Constant(Probability::HALF),
        ] {
            let paid = average_payoff(&case, stakes, (&alice, &bob), &Token::default());
            let paid = paid.unwrap().value();
            assert!(best.limit.unwrap() <= paid + 1e-9, "{alice:?} {bob:?}: {best:?} {paid}");
            assert!(best.value.unwrap() <= paid + 1e-6, "{alice:?} {bob:?}: {best:?} {paid}");
        }
        assert!(best.is_exact() && best.levels.is_none(), "{best:?}");
    }
}

#[test]
fn a_bob_who_knows_everything_is_the_one_of_the_guarantee() {
    let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
    let case = Case::drawn(Worlds::certain(&tree, "111".parse().unwrap()).unwrap());
    let stakes = Stakes::new(&case, 0.1, Stated::Nothing).unwrap();
    let best = best_bob(&case, stakes, &Prover::Honest, &Token::default()).unwrap();
    let truths = tree.truths(&"111".parse().unwrap());
    let least = least_paid(&case, stakes, &truths, &Token::default()).unwrap();
    assert!(
        (best.value.unwrap() - 0.9).abs() < 1e-9 && (least.value - 0.9).abs() < 1e-9,
        "{best:?}"
    );
}

/// A case by which players know the root alone.
fn knowing_the_root(rule: Rule, width: usize, depth: usize) -> Case {
    let tree = uniform("x", rule, width, depth).unwrap();
    Case::drawn(Worlds::one_false(&tree)).known_to(Knowledge::root(), Knowledge::root())
}

#[test]
fn trees_of_up_to_six_leaves_are_solved_to_a_millionth() {
    let alices = [
        Prover::Honest,
        Prover::Ignorant,
        Prover::Marginal { answer: true },
        Prover::Marginal { answer: false },
        Prover::Obfuscator { towards: Arc::from([]) },
    ];
    for (rule, width, depth) in [
        (Rule::ALL, 6, 1),
        (Rule::at_least(4), 6, 1),
        (Rule::MAJORITY, 5, 1),
        (Rule::ALL, 2, 2),
        (Rule::ANY, 2, 2),
    ] {
        let case = knowing_the_root(rule, width, depth);
        for ratio in [1.2, 3.0] {
            let stakes = Stakes::new(&case, 0.1, Stated::Ratio(ratio)).unwrap();
            for alice in &alices {
                let best = best_bob(&case, stakes, alice, &Token::default()).unwrap();
                assert!(best.is_exact(), "{rule} {width} {depth} {ratio} {alice:?}: {best:?}");
            }
        }
    }
}

#[test]
fn the_bob_of_the_upper_end_can_be_played_and_pays_it() {
    for (rule, width, depth) in [(Rule::ALL, 3, 1), (Rule::MAJORITY, 3, 1), (Rule::ANY, 2, 2)] {
        let case = knowing_the_root(rule, width, depth);
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(1.7)).unwrap();
        let debate = ProverEstimator::new(ProverEstimatorInstance {
            case: case.clone(),
            stakes,
            words: "x".into(),
        })
        .unwrap();
        for (name, alice) in [
            ("honest", Prover::Honest),
            ("ignorant", Prover::Ignorant),
            ("marginal", Prover::Marginal { answer: true }),
            ("obfuscator", Prover::Obfuscator { towards: Arc::from([]) }),
        ] {
            let best = best_bob(&case, stakes, &alice, &Token::default()).unwrap();
            let seats = [name, "best-response", "honest"];
            let cast = cast(&debate, seats).unwrap();
            let played = Walk::new(&cast, 2_000_000, &Token::default()).value(&debate).unwrap();
            assert!(
                (played - best.value.unwrap()).abs() < 1e-6,
                "{rule} {name}: {played} {best:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_grid_gets_below_the_limit(
        chances in proptest::collection::vec(1u32..10, 3), k in 1u32..4, ratio in 0.5f64..5.0,
        which in 0usize..4,
    ) {
        let tree = uniform("x", Rule::at_least(k), 3, 1).unwrap();
        let all: u32 = chances.iter().sum();
        let worlds = chances.iter().enumerate().map(|(at, &weight)| {
            (f64::from(weight) / f64::from(all), (0..3).map(|leaf| leaf != at).collect())
        });
        let law = Worlds::listed(&tree, worlds.collect()).unwrap();
        let case = Case::drawn(law).known_to(Knowledge::Nothing, Knowledge::Nothing);
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(ratio)).unwrap();
        let alice = match which {
            0 => Prover::Honest,
            1 => Prover::Ignorant,
            2 => Prover::Marginal { answer: true },
            _ => Prover::Obfuscator { towards: Arc::from([]) },
        };
        let best = best_bob(&case, stakes, &alice, &Token::default()).unwrap();
        prop_assert!(best.is_exact(), "{alice:?} {best:?}");
        let (grid, _) = best_of_grid(&case, stakes, &alice, &Token::default()).unwrap();
        prop_assert!(best.value.unwrap() <= grid + 1e-6, "{alice:?}: {best:?} {grid}");
    }
}

/// An honest Alice who knows each part of one argument, of which Bob knows nothing: what no Bob gets past
/// is what one of them comes to, at the table too, and no grid gets below it.
#[test]
fn against_an_honest_alice_who_knows_more_of_the_leaves_the_best_bob_is_exact() {
    for (rule, width, ratio, p) in [
        (Rule::MAJORITY, 3, 3.0, 0.5),
        (Rule::ALL, 3, 28.8, 0.9),
        (Rule::ANY, 2, 1.3, 0.4),
        (Rule::ALL, 2, 7.0, 0.75),
        (Rule::ALL, 4, 3.0, 0.8),
    ] {
        let tree = uniform("x", rule, width, 1).unwrap();
        let law = Worlds::independent(&tree, &vec![Probability::new(p).unwrap(); width]).unwrap();
        let case = Case::drawn(law).known_to(Knowledge::Everything, Knowledge::Nothing);
        let stakes = Stakes::new(&case, 0.1, Stated::Ratio(ratio)).unwrap();
        let best = best_bob(&case, stakes, &Prover::Honest, &Token::default()).unwrap();
        assert!(best.is_exact() && best.levels.is_none(), "{rule} {width}: {best:?}");
        // A grid of four numbers takes long to look through.
        if width < 4 {
            let grid = best_of_grid(&case, stakes, &Prover::Honest, &Token::default()).unwrap().0;
            assert!(best.value.unwrap() <= grid + 1e-6, "{rule} {width}: {best:?} {grid}");
        }
        let setup = ProverEstimatorInstance { case, stakes, words: "x".into() };
        let debate = ProverEstimator::new(setup).unwrap();
        let cast = cast(&debate, ["honest", "best-response", "honest"]).unwrap();
        let played = Walk::new(&cast, 2_000_000, &Token::default()).value(&debate).unwrap();
        let near = 1e-6 * best.value.unwrap().abs().max(1.0);
        assert!((played - best.value.unwrap()).abs() < near, "{rule} {width}: {played} {best:?}");
    }
}

#[test]
fn where_an_honest_alice_tells_of_the_world_the_grid_stays_above_the_limit() {
    // Of the third leaf she knows as little as he does.
    let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
    let half = Probability::HALF;
    let law = Worlds::independent(&tree, &[half; 3]).unwrap();
    let two = Knowledge::Only(Arc::new(tree.leaves().take(2).collect()));
    let case = Case::drawn(law).known_to(two, Knowledge::Nothing);
    let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).unwrap();
    let best = best_bob(&case, stakes, &Prover::Honest, &Token::default()).unwrap();
    assert!(
        best.levels.is_some() && !best.is_exact() && best.limit.unwrap() < best.value.unwrap(),
        "{best:?}"
    );
}
