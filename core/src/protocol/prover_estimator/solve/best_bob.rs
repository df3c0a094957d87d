//! The best answer to one Alice (`protocol::prover_estimator::players::estimator`), held against payoffs.

use std::sync::Arc;

use crate::chance::Probability;
use crate::machine::claims::{Case, Knowledge, Rule, Worlds, uniform};
use crate::protocol::prover_estimator::players::estimator::{Estimator, best_bob};
use crate::protocol::prover_estimator::players::prover::Prover;
use crate::protocol::prover_estimator::solve::{average_payoff, least_paid};
use crate::protocol::prover_estimator::{Stakes, Stated};
use crate::work::Token;

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
            // The grid may miss his numbers by half a step.
            assert!(best.value <= paid + 0.2, "{alice:?} {bob:?}: {best:?} {paid}");
        }
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
    assert!((best.value - 0.9).abs() < 1e-9 && (least.value - 0.9).abs() < 1e-9, "{best:?}");
}
