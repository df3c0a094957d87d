//! The numbers in the lessons of shipped scenarios, computed.

use std::sync::Arc;

use elenchus::batch::PlayersValue;
use elenchus::chance::Probability;
use elenchus::machine::claims::{
    ClaimId, ClaimsInstance, Epsilon, Knowledge, Rule, StabilityTable, WorldDistribution, uniform,
    with_evidence,
};
use elenchus::machine::plan::{UnrolledPlan, lipschitz};
use elenchus::protocol::prover_estimator::players::estimator::EstimatorStrategy;
use elenchus::protocol::prover_estimator::players::prover::{
    BestResponseProver, DrawCache, ProverStrategy,
};
use elenchus::protocol::prover_estimator::solve::{
    average_payoff, least_paid, payoff, transformed,
};
use elenchus::protocol::prover_estimator::{RewardParams, StatedRatio};
use elenchus::protocol::stochastic::{ConstantSet, Constants, LipschitzBound};
use elenchus::rules::Seat;
use elenchus::scenario::{ProtocolFile, Scenario, open};
use elenchus::work::CancelToken;

pub use crate::kit::named as shipped;
use crate::kit::{self, SMALL, json, press, programs};

fn case(id: &str) -> ClaimsInstance {
    shipped(id).machine.claims(Knowledge::Nothing).expect("claims")
}

/// The reward parameters of a case with this r.
fn stakes(case: &ClaimsInstance, stated: StatedRatio) -> RewardParams {
    RewardParams::new(case, 0.1, stated).expect("stakes")
}

/// The most that a case with r = 3 can pay.
fn most(case: &ClaimsInstance) -> f64 {
    stakes(case, StatedRatio::Ratio(3.0)).ratio.max_payment(case.tree().depth())
}

/// Checks that the summary or the lesson contains these words.
#[track_caller]
pub fn says(id: &str, words: &str) {
    let scenario = shipped(id);
    let (summary, lesson) = (&*scenario.summary, &scenario.lesson);
    let hints: Vec<&str> = lesson.hints.iter().map(|hint| &**hint).collect();
    let text = format!("{summary} {} {} {}", &*lesson.learn, &*lesson.look_for, hints.join(" "));
    assert!(text.contains(words), "`{id}` does not say `{words}`: {text}");
}

fn average(
    case: &ClaimsInstance,
    stakes: RewardParams,
    alice: &ProverStrategy,
    bob: &EstimatorStrategy,
) -> f64 {
    let paid = average_payoff(case, stakes, (alice, bob), &CancelToken::default());
    paid.expect("small").value()
}

fn deaf() -> EstimatorStrategy {
    EstimatorStrategy::Independent { false_parts: 1.0, root: None }
}

fn obfuscator() -> ProverStrategy {
    ProverStrategy::Obfuscator { towards: Arc::from([]) }
}

#[test]
fn four_estimates() {
    let id = "four-estimates";
    let case = case(id);
    let stakes = stakes(&case, StatedRatio::Ratio(3.0));
    let calibrated = pays(id, &obfuscator(), &EstimatorStrategy::Calibrated);
    says(id, &format!("she is paid {calibrated:.2} on average here"));
    let deaf = pays(id, &obfuscator(), &deaf());
    says(id, &format!("whatever is drawn, and she is paid {deaf:.3}. So is"));
    // An Alice who always goes to one leaf gains in this world, and loses as much in others.
    let places = (0..4).map(|at| ProverStrategy::Obfuscator { towards: Arc::from([at]) });
    for alice in places.chain([ProverStrategy::Ignorant, ProverStrategy::Marginal { answer: true }])
    {
        let paid = average(&case, stakes, &alice, &EstimatorStrategy::Marginal);
        assert!((paid - deaf).abs() < 1e-9, "{alice:?}: {paid}");
    }
    let first = ProverStrategy::Obfuscator { towards: Arc::from([0]) };
    assert!(pays(id, &first, &EstimatorStrategy::Marginal) > deaf + 1.0, "in this world");
    let most = BestResponseProver::new(&case, stakes, &parts(0.75, None, 4.0))
        .payoff_uninformed()
        .unwrap()
        .0
        .mean;
    assert!((most - (1.0 - deaf)).abs() < 1e-9, "for the right answer: {most}");
    says(id, &format!("Four subclaims of 0.75 make a claim of {:.3}", 0.75f64.powi(4)));
}

#[test]
fn needle_estimates() {
    let id = "needle-estimates";
    let case = case(id);
    coaches_m(id, &case, &["0.984", "0.939", "0.777", "0.365"], "pays");
    let deaf = average(&case, stakes(&case, StatedRatio::Ratio(3.0)), &obfuscator(), &deaf());
    let whole = 0.75f64.powi(4);
    let hint = "for the claim and 0.75 for every interval, large or small, you pay her";
    says(id, &format!("With {whole:.3} {hint} {deaf:.3}"));
    let ignorant = pays(id, &ProverStrategy::Ignorant, &EstimatorStrategy::Calibrated);
    says(id, &format!("but an ignorant one {ignorant:.3}"));
    // The honest Bob of the paper follows the draws.
    let game = open(&shipped(id)).expect("a debate");
    let honest = game.exact(&programs(["ignorant", "honest", "honest"]), &CancelToken::default());
    assert!((honest.expect("exact").get() - ignorant).abs() < 1e-9);
    says(id, "The honest Bob of the paper follows the draws. He pays this Alice");
    says(id, &format!("of {} at most", most(&case)));
    says(id, &format!("once in {}", case.tree().leaf_count()));
}

/// The numbers that a lesson recommends are those of a marginal Bob, from a leaf up to the root. If a student states
/// them, the payment is the number of the root. It is the same for this Alice and for every other Alice who says yes.
/// If a student follows the draws, the payment is an average over the coins, as in the ending.
fn coaches_m(id: &str, case: &ClaimsInstance, numbers: &[&str], pay: &str) {
    let tree = case.tree();
    let mut claim = ClaimId::ROOT;
    for (at, number) in numbers.iter().rev().enumerate() {
        let m = case.worlds().if_independent(claim).yes;
        assert_eq!(format!("{m:.3}"), *number, "{id}, {at} down");
        says(id, number);
        claim =
            tree.argument(claim, 0).map_or(claim, |argument| argument.parts.iter().next().unwrap());
    }
    assert!(tree.is_leaf(claim), "{id}: one number a level");
    let m = case.worlds().if_independent(ClaimId::ROOT).yes;
    for alice in [obfuscator(), ProverStrategy::Ignorant, ProverStrategy::Marginal { answer: true }]
    {
        let paid = pays(id, &alice, &EstimatorStrategy::Marginal);
        assert!((paid - m).abs() < 1e-9, "{id}: {paid}");
    }
    let following = |alice: &ProverStrategy| pays(id, alice, &EstimatorStrategy::Calibrated);
    let [paid, more] = [obfuscator(), ProverStrategy::Ignorant].map(|alice| following(&alice));
    says(id, &format!("pays this Alice {paid:.3} on average").replace("pays", pay));
    assert!(more > paid && more > m, "{id}: {paid} {more}");
}

#[test]
fn obfuscated() {
    let case = case("obfuscator");
    coaches_m("obfuscator", &case, &["0.938", "0.772", "0.356"], "pay");
    says("obfuscator", &format!("of {} at most", most(&case)));
    assert_eq!(case.tree().leaf_count(), 16);
    says("obfuscator", "One step in sixteen of this proof");
}

#[test]
fn pull_request_estimated() {
    let id = "pull-request-estimated";
    ["0.938", "0.772", "0.356"].iter().for_each(|number| says(id, number));
    let paid = pays(id, &obfuscator(), &EstimatorStrategy::Marginal);
    says(id, &format!("pays her {paid:.3} on average, of {} at most", most(&case(id))));
}

#[test]
fn calibrated_bob() {
    let id = "calibrated-bob";
    let case = case(id);
    let stakes = stakes(&case, StatedRatio::Ratio(3.0));
    let (paid, right) = BestResponseProver::new(&case, stakes, &EstimatorStrategy::Calibrated)
        .payoff_uninformed()
        .unwrap();
    assert!((paid.mean - 1.0 - 0.375 * 9.0).abs() < 1e-9 && right == 1.0);
    says(id, &format!("earns 3/8 of 9 on average, and 1 for the answer no: {}", paid.mean));
}

#[test]
fn friday_release() {
    let case = case("friday-release");
    let m = case.worlds().if_independent(ClaimId::ROOT);
    says("friday-release", &format!("the claim is {:.3} by the earlier releases", m.yes));
    says("friday-release", &format!("0.7 × 0.28 = {:.3}", m.no));
    says("friday-release", &format!("come to {:.2}.", 0.9 * 0.8));
    assert!((m.no - 0.7 * (1.0 - 0.9 * 0.8)).abs() < 1e-12);
    // A change that is stated too low makes the claim too high.
    let odds = [0.9, 0.8, 0.5].map(elenchus::machine::claims::Odds::from_probability);
    let rule = case.tree().argument(ClaimId::ROOT, 0).expect("an argument").rule;
    let high = rule.chances(odds.into_iter()).yes;
    says("friday-release", &format!("you say {high:.2} for the release instead of {:.3}", m.yes));
    // A Bob who states 1 for every claim pays an honest Alice 1.
    let sure = EstimatorStrategy::Constant(Probability::ONE);
    assert!((pays("friday-release", &ProverStrategy::Honest, &sure) - 1.0).abs() < 1e-12);
    let game = open(&shipped("friday-release")).expect("a debate");
    let honest =
        game.exact(&programs(["honest"; 3]), &CancelToken::default()).expect("exact").get();
    says("friday-release", &format!("he pays {honest:.3} on average, and 1 is enough"));
}

#[test]
fn asking_machine() {
    let plan = shipped("asking-machine").machine.stochastic_plan().expect("small");
    let asks: Vec<f64> =
        plan.asks().flat_map(|step| plan.ask(step).unwrap().yes.iter().map(|p| p.get())).collect();
    assert_eq!(asks, [0.3, 0.4, 0.35], "three of the steps ask");
    let bob = constants(ConstantSet::Teaching, 2.0, plan.len() as u64).bob;
    assert!(bob.tolerance < 0.15, "an honest Bob aborts");
    says("asking-machine", "Each of her three numbers is 0.15 too high.");
}

fn constants(set: ConstantSet, k: f64, steps: u64) -> Constants {
    Constants::new(set, LipschitzBound::new(k).expect("a K"), steps).expect("constants")
}

#[test]
fn brittle_but_true() {
    let id = "brittle-but-true";
    let bob = EstimatorStrategy::Independent { false_parts: 1.0, root: Some(p(0.8)) };
    assert_eq!(serde_json::to_value(&shipped(id).seats).unwrap()["bob"], "independent:1:0.8");
    // The argument by the surveys, and the bolts as the only argument.
    let tree = uniform("x", Rule::ALL, 10, 1).unwrap();
    let bolts = ClaimsInstance::drawn(
        WorldDistribution::certain(&tree, (0..10).map(|_| true).collect()).unwrap(),
    );
    let surveys = case(id);
    let stakes = stakes(&surveys, StatedRatio::Nothing);
    let [surveys, bolts] =
        [surveys, bolts].map(|case| average(&case, stakes, &ProverStrategy::Honest, &bob));
    says(id, &format!("{surveys:.2} on average"));
    says(id, &format!("{} on average", format!("{bolts:.2}").replace('-', "−")));
    assert!(surveys > 0.9 && bolts < 0.0);
    says(id, &format!("is {:.3}", 0.9f64.powi(10)));
    let each = elenchus::machine::claims::Odds::from_probability(1.0 - 1.0 / 11.0);
    let most = Rule::MAJORITY.chances(std::iter::repeat_n(each, 11)).yes;
    says(id, &format!("is {most:.4}"));
}

#[test]
fn pull_request_tests() {
    let case = case("pull-request-tests");
    let truths = case.tree().truths(case.actual().unwrap());
    let stakes = stakes(&case, StatedRatio::Rho(0.28));
    let least = least_paid(&case, stakes, truths, &CancelToken::default()).unwrap().value;
    assert!((least - 0.9).abs() < 1e-9);
    says("pull-request-tests", "paid 0.9 at least whatever you do");
    says("pull-request-tests", &format!("is {:.3}", 0.9f64.powi(3) + 3.0 * 0.81 * 0.1));
}

#[test]
fn correlated_evidence() {
    let case = case("correlated-evidence");
    let epsilon = Epsilon::new(0.1).unwrap();
    let stable = |worlds: &WorldDistribution| -> f64 {
        let mut table = StabilityTable::new(epsilon);
        let mut sum = 0.0;
        for (weight, leaves) in worlds.list(1 << 9).unwrap() {
            let rho = table.tree_stability(worlds.tree(), &worlds.tree().truths(&leaves)).rho;
            sum += if rho < 1.0 { weight } else { 0.0 };
        }
        sum
    };
    let independent = case.worlds().with_correlation(Probability::ZERO).unwrap();
    let (alone, alike) = (stable(&independent), stable(case.worlds()));
    says("correlated-evidence", &format!("in {:.0} % of all worlds", 100.0 * alone));
    says("correlated-evidence", &format!("in {:.0} % if half", 100.0 * alike));
    // `solve` goes through all 512 worlds, and prints the same.
    let found = transformed(case.worlds(), epsilon, Some(1.0), 1000, &CancelToken::default())
        .unwrap()
        .unwrap();
    let laws = [found.independent, found.correlated.unwrap()];
    assert!(laws.iter().all(|law| law.exact && law.worlds == 1 << 9), "{laws:?}");
    let printed = laws.map(|law| law.stable);
    assert!((printed[0] - alone).abs() + (printed[1] - alike).abs() < 1e-9, "{printed:?}");
    // The probability that the majorities are right if all three facts are true.
    let right = |correlation: f64| {
        let tree = uniform("x", Rule::ALL, 3, 1).unwrap();
        let evidence = with_evidence(&tree, 3).unwrap();
        let p = |x| Probability::new(x).unwrap();
        WorldDistribution::evidence(&evidence, &[p(1.0); 3], p(0.8), p(correlation))
            .unwrap()
            .chance(ClaimId::ROOT)
    };
    says("correlated-evidence", &format!("{:.3} instead of {:.3}", right(0.5), right(0.0)));
}

/// The probability that Alice wins a scenario's debate against this Bob, at another declared K.
fn wins(id: &str, k: f64, bob: &str) -> f64 {
    let mut scenario = shipped(id);
    if let ProtocolFile::Stochastic(file) = &mut scenario.protocol.value {
        file.value.k.value = k;
    }
    let game = open(&scenario).expect("it opens");
    let seats = programs(["shift:0.016", bob, "honest"]);
    game.exact(&seats, &CancelToken::default()).expect("it is solved").get()
}

/// Two plans with the same question, shape and lie. Errors fade in one and stay in the other, and
/// that determines K.
#[test]
fn ten_desks() {
    let (look, copy) = ("ten-desks-look", "ten-desks-copy");
    for (id, k) in [(look, 1.43), (copy, 8.56)] {
        let scenario = shipped(id);
        assert_eq!(serde_json::to_value(&scenario.seats).unwrap()["alice"], "shift:0.016");
        let plan = scenario.machine.plan().expect("a plan");
        assert_eq!(plan.len(), 10);
        let unrolled = UnrolledPlan::new(&plan, &CancelToken::default()).expect("one live bit");
        let found = lipschitz(&unrolled, &CancelToken::default()).expect("not stopped");
        assert!((found.worst - k).abs() < 0.005 && found.at_most < k + 0.005, "{found:?}");
        says(id, &format!("{k:.2}"));
        says(id, "0.300");
    }
    // The truth: a chain that stays in its state, and ten chances of 0.035 for a mark.
    for truth in [0.21 / (1.0 - (0.51 - 0.21)), 1.0 - 0.965f64.powi(10)] {
        assert_eq!(format!("{truth:.3}"), "0.300");
    }
    let [small, large] = [1.5, 9.0].map(|k| constants(ConstantSet::Lean, k, 10));
    let count = elenchus::text::number::count;
    for judge in [small.judge.count, large.judge.count] {
        says(copy, &count(judge));
    }
    says(look, &count(small.judge.count));
    assert!((large.judge.count as f64 / small.judge.count as f64 - 36.0).abs() < 0.01);
    says(copy, "6 times");
    says(copy, "36 times the votes");
    says(look, &format!("{:.4}", small.bob.tolerance));
    says(copy, &format!("{:.4}", small.bob.tolerance));
    says(copy, &format!("{:.4} off or more", large.bob.tolerance));
    // The gain of the lie if nobody objects, and its gain under the rules of the first.
    let gained = wins(look, 1.5, "never");
    says(look, &format!("from 0.300 to {gained:.3}"));
    says(look, &format!("by {:.3}", gained - 0.3));
    says(copy, &format!("would be 1 with probability {:.3}", wins(copy, 9.0, "never")));
    let fooled = wins(copy, 1.5, "honest");
    says(copy, &format!("{fooled:.3} of the time"));
    assert!(fooled > 0.4 && wins(copy, 9.0, "honest") < 1e-6);
}

/// Bob's average payment in the actual world, or over the worlds if there is no actual one.
fn pays(id: &str, alice: &ProverStrategy, bob: &EstimatorStrategy) -> f64 {
    let case = case(id);
    let protocol = serde_json::to_value(&shipped(id).protocol).expect("it is written");
    let ratio = protocol["prover-estimator"]["ratio"].as_f64().expect("a ratio");
    let stakes = stakes(&case, StatedRatio::Ratio(ratio));
    match case.actual() {
        None => average(&case, stakes, alice, bob),
        Some(leaves) => {
            let truths = Arc::new(case.tree().truths(leaves));
            let most = (1_000_000, &DrawCache::default());
            let paid = payoff(&case, stakes, alice, bob, &truths, most, &CancelToken::default());
            paid.expect("small").value()
        }
    }
}

fn parts(of_each: f64, root: Option<f64>, q: f64) -> EstimatorStrategy {
    EstimatorStrategy::Independent { false_parts: (1.0 - of_each) * q, root: root.map(p) }
}

fn p(p: f64) -> Probability {
    Probability::new(p).expect("a chance")
}

#[test]
fn two_parcels() {
    let id = "two-parcels";
    let pays = |bob: &EstimatorStrategy| pays(id, &ProverStrategy::Ignorant, bob);
    let misfit = pays(&parts(0.5, Some(0.6), 2.0));
    says(id, &format!("pay her {misfit:.3} on average"));
    let coherent = pays(&parts(0.5, Some(0.25), 2.0));
    says(id, &format!("pay her {coherent:.3}, which is par here"));
    // Par: the value of the claim, and the payment of a calibrated Bob.
    assert!((coherent - case(id).worlds().chance(ClaimId::ROOT)).abs() < 1e-12);
    assert!(
        (coherent - pays(&EstimatorStrategy::Calibrated)).abs() < 1e-12 && misfit > coherent + 1.0
    );
    says(id, &format!("3 × 0.35 = {:.2} on average", misfit - 0.6));
    assert!((3.0 * (0.6 - 0.25) - 1.05f64).abs() < 1e-12);
}

#[test]
fn one_claim() {
    let id = "one-claim";
    let pays =
        |p: f64| pays(id, &ProverStrategy::Ignorant, &EstimatorStrategy::Constant(self::p(p)));
    let [fits, high, low] = [0.3, 0.5, 0.1].map(pays);
    says(id, &format!("0.3 pays her {fits:.3} on average. With 0.5 it is {high:.3}"));
    says(id, &format!("With 0.1 it is {low:.3}"));
    assert!((fits - case(id).worlds().chance(ClaimId::ROOT)).abs() < 1e-12);
}

/// The heights of the columns in the curve that Bob sees under the claims when he must answer.
fn heights(game: &dyn elenchus::analysis::Game) -> Vec<usize> {
    let board = game.position().board(elenchus::rules::Viewer::Seat(elenchus::rules::Seat::Bob));
    let lines = board.panes.iter().find_map(|pane| match pane {
        elenchus::text::board::Pane::Tree(tree) => Some(tree.below.clone()),
        _ => None,
    });
    let lines = lines.expect("a tree");
    assert_eq!(lines.len(), 5, "{lines:?}");
    let bar = |row: &String, column: usize| {
        let own = row.chars().nth(6 + column).unwrap_or(' ');
        " ▁▂▃▄▅▆▇█".chars().position(|bar| bar == own).expect("a bar")
    };
    (0..=40).map(|column| lines[1..4].iter().map(|row| bar(row, column)).sum()).collect()
}

/// The curve is lowest where the numbers fit, and its columns are what Alice is paid on average.
#[test]
fn what_she_earns() {
    let id = "what-she-earns";
    let scenario = shipped(id);
    let game = open(&scenario).expect("a debate");
    let fits = game.exact(&programs(["ignorant", "marginal", "honest"]), &CancelToken::default());
    says(id, &format!("pay her {:.3}", fits.expect("exact").get()));
    let sampled = |numbers: &[f64], paid: f64| {
        let script: Vec<String> = numbers.iter().map(|p| format!("estimate {p}")).collect();
        let bob = format!("bob: {{script: [{}], then: marginal}}", script.join(", "));
        let text = elenchus::scenario::write(&scenario).expect("text").replace("bob: human", &bob);
        let game = open(&elenchus::scenario::read("script", &text).expect("it reads"));
        let game = game.expect("a debate");
        let seats = elenchus::rules::Seat::each(|seat| game.seat_plan(seat));
        let pair = PlayersValue::compute(&*game, &seats, 2000, &CancelToken::default())
            .expect("they can play");
        assert!((pair.value.middle() - paid).abs() < 0.3, "{numbers:?}: {paid} {:?}", pair.value);
    };
    // r = 3: an error of 0.2 in the claim costs 3 × 0.2, in a subclaim 9 × 0.2.
    sampled(&[0.6], 1.2);
    sampled(&[0.4, 0.6], 2.2);
    says(id, &format!("With 0.6 for both it is {:.3}", 0.6 + 3.0 * (0.6 - 0.4)));
    says(id, &format!("With 0.6 for the first it is {:.3}", 0.4 + 9.0 * (0.8 - 0.6)));
    let mut game = open(&scenario).expect("a debate");
    let bob = elenchus::rules::Seat::Bob;
    for (number, column) in [("0.6", 16), ("0.8", 32), ("0.5", 20)] {
        game.table().run().expect("Alice plays");
        let heights = heights(&*game);
        assert_eq!(heights.iter().min(), Some(&heights[column]), "{number}: {heights:?}");
        game.play(bob, format!("estimate {number}").parse().expect("a move")).expect("legal");
    }
}

/// Compares every column with the exact average payment by a Bob who states these numbers.
#[test]
fn the_curve_is_exact() {
    let text = elenchus::scenario::write(&shipped("what-she-earns")).expect("text");
    let text = text.replace("each: 0.5", "each: 0.6").replace("first: 0.8", "first: 0.6");
    let scenario = elenchus::scenario::read("even", &text).expect("it reads");
    let even = scenario.machine.claims(Knowledge::Nothing).expect("claims");
    let stakes = RewardParams::new(&even, 0.1, StatedRatio::Ratio(3.0)).expect("stakes");
    let paid: Vec<f64> = (0..=40)
        .map(|at| {
            let bob = parts(0.6, Some(f64::from(at) / 40.0), 2.0);
            average(&even, stakes, &ProverStrategy::Ignorant, &bob)
        })
        .collect();
    let most = paid.iter().copied().fold(0.0, f64::max);
    let mut game = open(&scenario).expect("a debate");
    game.table().run().expect("Alice plays");
    for (at, (height, paid)) in heights(&*game).into_iter().zip(&paid).enumerate() {
        assert!((height as f64 - paid / most * 24.0).abs() < 0.5 + 1e-9, "{at}: {height} {paid}");
    }
}

#[test]
fn three_lamps() {
    let id = "three-lamps";
    let pays = |bob: &EstimatorStrategy| pays(id, &ProverStrategy::Honest, bob);
    says(id, &format!("pay {:.3} for a right answer", pays(&EstimatorStrategy::Informed)));
    says(
        id,
        &format!("pays {:.3} on average", pays(&EstimatorStrategy::Constant(Probability::HALF))),
    );
    for said in [0.8, 0.9] {
        let paid = pays(&EstimatorStrategy::Constant(p(said)));
        says(id, &format!("{said} everywhere pays {paid:.3}"));
    }
    assert!((pays(&EstimatorStrategy::Constant(Probability::ONE)) - 1.0).abs() < 1e-12);
}

#[test]
fn three_cameras() {
    let (most, all) = ("most-of-three", "all-of-three");
    let of_each =
        |id: &str, root: f64| pays(id, &ProverStrategy::Honest, &parts(0.9, Some(root), 3.0));
    for (id, root, rule) in [(most, 0.972, Rule::MAJORITY), (all, 0.729, Rule::ALL)] {
        let paid = of_each(id, root);
        says(id, &format!("paid {paid:.3} on average"));
        assert!((paid - root).abs() < 1e-12, "{id}: {paid}");
        let found = rule.stability_if_all_true(3, Epsilon::new(0.1).expect("an ε"));
        says(id, &format!("{:.3} in the claim", found.rho * 0.1));
        assert_eq!(found.is_brittle(), id == all);
    }
    says(all, "paid her 0.972");
    says(most, &format!("paid {:.3} on average, because", of_each(most, 0.5)));
    let spread =
        pays(most, &ProverStrategy::Honest, &EstimatorStrategy::Constant(Probability::HALF));
    says(most, &format!("an error of 0.5 there costs {:.2}", spread - 0.5));
    // Both debates use the default r of the stable one.
    let r = 1.0 + 2.0 / (0.1 * (1.0 - 0.28));
    assert!((r - 28.78f64).abs() < 0.005, "{r}");
}

/// The words at the end of a debate of the scenario's Alice and this Bob.
fn ended(scenario: &Scenario, bob: &str, seed: u64) -> String {
    let alice = scenario.player(Seat::Alice);
    let alice = alice.program().unwrap_or("honest");
    let mut game = crate::kit::seated(scenario, [alice, bob, "honest"], seed);
    game.table().run().expect("it ends");
    game.position().outcome_reason()
}

#[test]
fn the_end_says_of_numbers_that_no_distribution_gives_that_they_do_not_fit() {
    let parcels = shipped("two-parcels");
    for seed in 0..8 {
        let why = ended(&parcels, "independent:1:0.7", seed);
        assert!(why.contains("0.7") && why.contains("do not fit"), "{why}");
        assert!(why.contains("0.250") || why.contains("0.5"), "{why}");
    }
    assert!(ended(&shipped("three-lamps"), "constant:0.5", 1).contains("4.50"));
}

/// If some distribution gives the numbers, no text says that they do not fit.
#[test]
fn no_text_says_that_coherent_numbers_do_not_fit() {
    let mut ends = 0;
    for (id, scenario) in crate::kit::shipped() {
        if !matches!(scenario.protocol.value, ProtocolFile::ProverEstimator(_)) {
            continue;
        }
        for bob in ["calibrated", "informed"] {
            for seed in 0..6 {
                let why = ended(&scenario, bob, seed);
                assert!(!why.contains("do not fit"), "{id}, {bob}, {seed}: {why}");
                ends += 1;
            }
        }
    }
    assert!(ends > 100, "{ends}");
}

#[test]
fn a_student_who_sits_as_bob_is_told_what_was_lost_and_why() {
    let mut stage = kit::table("two-parcels", SMALL);
    let mut text = press(&mut stage, "'0.6' enter '0.5' enter '0.5' enter");
    for _ in 0..3 {
        if !text.contains("Remember") {
            text = press(&mut stage, "enter");
        }
    }
    let words: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("Bob's numbers do not fit together: he said 0.6 for the claim"),
        "{text}"
    );
}

#[test]
fn nearly_a_gate() {
    let id = "nearly-a-gate";
    let game = open(&shipped(id)).expect("a debate");
    let wins = |alice: &str| {
        let seats = programs([alice, "honest", "honest"]);
        game.exact(&seats, &CancelToken::default()).expect("the search covers it").get()
    };
    let [exact, shifted] = ["exact", "shift-gates:0.19"].map(wins);
    says(id, &format!("0.19 at each of five gates makes {exact:.3} into {shifted:.3}"));
    assert!(wins("shift-gates:0.2") < exact + 1e-9, "he accepts errors of less than 0.2");
}

/// The debate at its start, with or without votes of Bob. The coin says 0, her bit is 1, and on
/// trial her number passes.
#[test]
fn bit_of_her_own() {
    says("bit-of-her-own", "the last bit is not what the coin says");
    says("bit-of-her-own", "the judge takes votes on a number that is true");
    let votes = "sample 2050, ";
    for (first, second) in [("", ""), (votes, ""), ("", votes), (votes, votes)] {
        for last in ["continue", "abort"] {
            let bob = format!("script: [{first}continue, {second}{last}], then: never");
            let run = json(&["run", "bit-of-her-own", "--bob", &bob, "--json", "--reveal"]);
            assert_eq!(run["winner"], "alice", "{bob}");
            let moves = run["record"]["moves"].as_array().expect("moves");
            let of = |who: &str, word: &str| -> f64 {
                let mut said = moves.iter().filter_map(|mv| mv[who].as_str()?.strip_prefix(word));
                // An abort puts her number before the judge. That is a move of the rules.
                said.next_back().expect(word).parse().expect("a number")
            };
            let stated = of("alice", "state ");
            assert!(of("rules", "falls real ") >= stated && of("alice", "bit ") == 1.0, "{bob}");
            assert!(stated == 0.4, "as near as can be: upstairs hears it 2 times in 5");
        }
    }
}

#[test]
fn coin_she_has_seen() {
    says("coin-she-has-seen", "The coin alone does it.");
    let run = json("simulate coin-she-has-seen --alice rig --debates 40 --reveal --json");
    assert_eq!((&run["alice_wins"], &run["debates"]), (&40.into(), &40.into()), "{run}");
}
