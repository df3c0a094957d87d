//! What the lessons of shipped scenarios say in numbers, computed.

use std::sync::Arc;

use elenchus::analysis::claims::{Drawings, Payoff, least_paid, payoff};
use elenchus::chance::Probability;
use elenchus::machine::claims::{
    Case, ClaimId, Epsilon, Knowledge, Rule, StabilityTable, Worlds, uniform, with_evidence,
};
use elenchus::protocol::prover_estimator::{Stakes, Stated};
use elenchus::scenario::Scenario;
use elenchus::strategy::estimator::Estimator;
use elenchus::strategy::prover::{Hunter, Prover};
use elenchus::work::Token;

fn shipped(id: &str) -> Scenario {
    let all = crate::kit::shipped();
    all.into_iter().find(|(own, _)| own == id).expect("shipped").1
}

fn case(id: &str) -> Case {
    shipped(id).machine.claims(Knowledge::Nothing).expect("claims")
}

/// The lesson states these words.
#[track_caller]
fn says(id: &str, words: &str) {
    let lesson = shipped(id).lesson;
    let hints: Vec<&str> = lesson.hints.iter().map(|hint| &**hint).collect();
    let text = format!("{} {} {}", &*lesson.learn, &*lesson.look_for, hints.join(" "));
    assert!(text.contains(words), "`{id}` does not say `{words}`: {text}");
}

fn average(case: &Case, stakes: Stakes, alice: &Prover, bob: &Estimator) -> f64 {
    let worlds = case.worlds().list(1 << 12).expect("few worlds");
    Payoff::average(worlds.into_iter().map(|(weight, leaves)| {
        let truths = case.tree().truths(&leaves);
        (
            weight,
            payoff(
                case,
                stakes,
                alice,
                bob,
                &truths,
                (1_000_000, &Drawings::default()),
                &Token::default(),
            )
            .expect("small"),
        )
    }))
    .value()
}

fn deaf() -> Estimator {
    Estimator::Independent { false_parts: 1.0, root: None }
}

fn obfuscator() -> Prover {
    Prover::Obfuscator { towards: Arc::from([]) }
}

#[test]
fn four_estimates() {
    let case = case("four-estimates");
    let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).unwrap();
    let calibrated = average(&case, stakes, &obfuscator(), &Estimator::Calibrated);
    says("four-estimates", &format!("she is paid {calibrated:.3} on average"));
    let deaf = average(&case, stakes, &obfuscator(), &deaf());
    says("four-estimates", &format!("she is paid {deaf:.3}"));
    says(
        "four-estimates",
        &format!("Four numbers of 0.75 make {:.3} of the whole", 0.75f64.powi(4)),
    );
}

#[test]
fn needle_estimates() {
    let case = case("needle-estimates");
    let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).unwrap();
    let calibrated = average(&case, stakes, &obfuscator(), &Estimator::Calibrated);
    says("needle-estimates", &format!("pays an obfuscator {calibrated:.3} on average"));
    let deaf = average(&case, stakes, &obfuscator(), &deaf());
    says("needle-estimates", &format!("pays her {deaf:.3}"));
    let most = stakes.ratio.most(case.tree().depth());
    says("needle-estimates", &format!("of {most} at most"));
    says("needle-estimates", &format!("once in {}", case.tree().leaf_count()));
}

#[test]
fn calibrated_bob() {
    let case = case("calibrated-bob");
    let stakes = Stakes::new(&case, 0.1, Stated::Ratio(3.0)).unwrap();
    let (paid, right) = Hunter::new(&case, stakes, &Estimator::Calibrated).blind().unwrap();
    assert!((paid.mean - 1.0 - 0.375 * 9.0).abs() < 1e-9 && right == 1.0);
    says(
        "calibrated-bob",
        &format!(
            "3/8 of r² from him on average, besides the 1 for answering no; that makes {}",
            paid.mean
        ),
    );
}

#[test]
fn brittle_but_true() {
    let whole = case("brittle-but-true");
    let stakes = Stakes::new(&whole, 0.1, Stated::Nothing).unwrap();
    let bob =
        Estimator::Independent { false_parts: 1.0, root: Some(Probability::new(0.8).unwrap()) };
    let bob_of = serde_json::to_value(&shipped("brittle-but-true").seats).unwrap();
    assert_eq!(bob_of["bob"], "independent:1:0.8");
    let surveys = average(&whole, stakes, &Prover::Honest, &bob);
    says("brittle-but-true", &format!("{surveys:.2} on average"));
    // The same with the bolts as the only argument.
    let tree = uniform("x", Rule::ALL, 10, 1).unwrap();
    let only = Case::drawn(Worlds::certain(&tree, (0..10).map(|_| true).collect()).unwrap());
    let bolts = average(&only, stakes, &Prover::Honest, &bob);
    says("brittle-but-true", &format!("{} on average", format!("{bolts:.2}").replace('-', "−")));
    assert!(surveys > 0.9 && bolts < 0.0);
    says("brittle-but-true", &format!("is {:.3}", 0.9f64.powi(10)));
    let each = elenchus::machine::claims::Odds::of(1.0 - 1.0 / 11.0);
    let most = Rule::MAJORITY.chances(std::iter::repeat_n(each, 11)).yes;
    says("brittle-but-true", &format!("is {most:.4}"));
}

#[test]
fn pull_request_tests() {
    let case = case("pull-request-tests");
    let stakes = Stakes::new(&case, 0.1, Stated::Rho(0.28)).unwrap();
    let truths = case.tree().truths(case.actual().unwrap());
    let least = least_paid(&case, stakes, &truths, &Token::default()).unwrap().value;
    assert!((least - 0.9).abs() < 1e-9);
    says("pull-request-tests", "paid 0.9 at least whatever you do");
    says("pull-request-tests", &format!("is {:.3}", 0.9f64.powi(3) + 3.0 * 0.81 * 0.1));
}

#[test]
fn correlated_evidence() {
    let case = case("correlated-evidence");
    let epsilon = Epsilon::new(0.1).unwrap();
    let stable = |worlds: &Worlds| -> f64 {
        let mut table = StabilityTable::new(epsilon);
        let mut sum = 0.0;
        for (weight, leaves) in worlds.list(1 << 9).unwrap() {
            let rho = table.of_tree(worlds.tree(), &worlds.tree().truths(&leaves)).rho;
            sum += if rho < 1.0 { weight } else { 0.0 };
        }
        sum
    };
    let independent = case.worlds().with_correlation(Probability::ZERO).unwrap();
    let (alone, alike) = (stable(&independent), stable(case.worlds()));
    says("correlated-evidence", &format!("in {:.0} % of all worlds", 100.0 * alone));
    says("correlated-evidence", &format!("in {:.0} %, if half", 100.0 * alike));
    // Where all three facts hold, how often the majorities say so.
    let right = |correlation: f64| {
        let tree = uniform("x", Rule::ALL, 3, 1).unwrap();
        let evidence = with_evidence(&tree, 3).unwrap();
        let p = |x| Probability::new(x).unwrap();
        Worlds::evidence(&evidence, &[p(1.0); 3], p(0.8), p(correlation))
            .unwrap()
            .chance(ClaimId::ROOT)
    };
    says("correlated-evidence", &format!("{:.3} instead of {:.3}", right(0.5), right(0.0)));
}
