//! Bounds as people read them. A lower bound is rounded down and an upper bound up, and no report
//! prints a bound that another of its numbers passes.

use elenchus::analysis::Report;
use elenchus::rules::{Seat, Viewer};
use elenchus::work::CancelToken;

use num_bigint::BigInt;

use crate::kit::{about, debate, file, folder, opened, printed, refused, words};

#[test]
fn a_guarantee_is_never_more_than_what_is_proved() {
    let text = printed(&words("solve rigged-coin --reveal"));
    // The proof gives 0.45188807.
    assert!(text.contains("honest Bob at least 0.4518 against every Alice"), "{text}");
    let mut report = Report::default();
    opened("rigged-coin").solving()(&mut report, &CancelToken::default()).expect("it is solved");
    let proved =
        report.facts("proved").next().and_then(|fact| fact.number("bob")).expect("a bound");
    assert!((proved - 0.451_888_07).abs() < 1e-8, "JSON keeps all digits: {proved}");
    // 0.32589 by the theorem.
    let brief = opened("drifting-liar").position().brief(Viewer::Seat(Seat::Bob));
    let told = [brief.numbers, brief.warnings].concat().concat();
    assert!(told.contains("at least 0.32") && !told.contains("at least 0.33"), "{told}");
}

/// Lean bounds queries, the paper bounds time, and no theorem bounds the costs of other constants.
#[test]
fn a_cost_names_the_theorem_that_bounds_it() {
    let of = |constants: &str| {
        let text = format!(
            "elenchus: 1\ntitle: t\nclaim: c\nprotocol: {{stochastic: {{k: 2, constants: {constants}}}}}\n\
             machine: {{votes: {{question: q, votes: 3, 'yes': 0.3, rule: majority}}}}\n"
        );
        let mut report = Report::default();
        debate(&text).solving()(&mut report, &CancelToken::default()).expect("it is solved");
        let names = report.bounds.into_iter().map(|bound| bound.name);
        names.filter(|name| name.contains("oracle queries") || name.contains("time")).collect()
    };
    let lean: Vec<String> = of("lean");
    assert!(lean[..3].iter().all(|name| name.ends_with("(Lean Cost)")), "{lean:?}");
    assert!(lean[3].ends_with("(Thm 6.2)"), "{lean:?}");
    assert!(of("paper").iter().all(|name| name.ends_with("(Thm 6.2)")));
    for other in ["teaching", "{custom: {c: 0.01, s: 0.02, b: 0.05, q: 0.01, v: 0.01}}"] {
        let names = of(other);
        assert_eq!(names.len(), 4);
        assert!(names.iter().all(|name| name.ends_with("(by the rules)")), "{names:?}");
    }
}

/// `Params` of the Lean file has no upper bound on b, and holds any setting.
#[test]
fn the_inequalities_of_a_setting_are_those_of_the_lean_file() {
    let check = printed(&words("constants --k 0.1 --steps 4 --check 0.1,0.2,0.5,0.001,0.01"));
    assert!(check.contains("K·b ≤ w") && !check.contains("b ≤ 1"), "{check}");
    let found = printed(&words("constants --k 1 --steps 4"));
    assert!(found.contains("Params holds any such constants"), "{found}");
}

/// A fraction such as 1/100, or a whole number, as its two numbers.
fn fraction(text: &str) -> [BigInt; 2] {
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    [top, bottom].map(|number| number.parse().unwrap_or_else(|_| panic!("no number: {number}")))
}

/// A second program checks the term in exact fractions, each over one denominator.
#[test]
fn a_lean_term_keeps_the_conditions_of_the_structure() {
    for command in [
        "constants --k 1 --steps 16 --lean",
        "constants --k 1 --steps 16 --lean --for provers",
        "constants --k 2.5 --steps 300 --truth 0.9 --wins 0.8 --lean",
        "constants --k 1 --steps 16 --check 0.01,0.02,0.05,0.0006,0.01 --lean",
    ] {
        let term = printed(&words(command));
        let head = term.lines().find_map(|line| line.strip_prefix("def Params.found : Params "));
        let head = head.expect("a term").replace(['(', ')'], " ");
        let given: Vec<&str> = head.split_whitespace().collect();
        let [w, d, k, t, "where"] = given[..] else { panic!("{head}") };
        let field = |name: &str| {
            let start = format!("  {name} := ");
            term.lines().find_map(|line| line.strip_prefix(&*start)).expect("a field")
        };
        let t: BigInt = t.parse().expect("a number");
        let [w, d, k, v, c, s, b, q] =
            [w, d, k, field("v"), field("c"), field("s"), field("b"), field("q")].map(fraction);
        let times = |x: &[BigInt; 2], y: &[BigInt; 2]| [&x[0] * &y[0], &x[1] * &y[1]];
        let less =
            |x: &[BigInt; 2], y: &[BigInt; 2]| [&x[0] * &y[1] - &y[0] * &x[1], &x[1] * &y[1]];
        let at_most = |x: &[BigInt; 2], y: &[BigInt; 2]| &x[0] * &y[1] <= &y[0] * &x[1];
        let (zero, one) = (fraction("0"), fraction("1"));
        let errs = times(&q, &[t + 1, 1.into()]);
        let kept = less(&one, &v);
        let completeness = times(&kept, &less(&less(&w, &times(&k, &c)), &errs));
        let soundness = times(&times(&kept, &less(&one, &errs)), &less(&w, &times(&k, &b)));
        for (low, high) in [(&zero, &c), (&c, &s), (&s, &b), (&zero, &q), (&zero, &v), (&zero, &k)]
        {
            assert!(!at_most(high, low), "{term}");
        }
        let reach = times(&k, &b);
        for (low, high) in
            [(&q, &v), (&v, &one), (&reach, &w), (&d, &completeness), (&d, &soundness)]
        {
            assert!(at_most(low, high), "{term}");
        }
        // The fields without a proof in the structure.
        for proved in ["k0", "cs", "sb", "q1", "v1", "qv", "bw", "complete", "sound"] {
            assert_eq!(field(proved), "by norm_num");
        }
    }
    let why = refused(&words("constants --k 1 --steps 16 --check 0.01,0.02,0.05,0.02,0.01 --lean"));
    assert!(why.contains("q ≤ v does not hold"), "{why}");
}

/// `docs/results/lipschitz.md`: the K of Def. 6.1 does not give this protocol the soundness that
/// Thm 6.2 states.
#[test]
fn the_two_lipschitz_constants_part_at_one_question() {
    let game = opened("one-question");
    let mut report = Report::default();
    game.solving()(&mut report, &CancelToken::default()).expect("it is solved");
    let json = report.to_json();
    let k = |path: &str| json["lipschitz"].pointer(path).and_then(|k| k.as_f64()).expect("a K");
    let near = |found: f64, known: f64| assert!((found - known).abs() < 6e-4, "{found} {known}");
    near(k("/by_query/worst"), 0.6249);
    near(k("/by_query/local"), 0.0);
    near(k("/worst"), 10.968);
    let page = include_str!("../../docs/results/lipschitz.md");
    near(report.truth.expect("a truth"), 0.3104);
    let most = report.values.iter().find(|v| v.alice == "optimal" && v.bob == "honest");
    let most = most.expect("the pair").value;
    near(most, 0.5569);
    for told in ["| 100 | 4 | 0.3104 | 0.625 | Lean | 0.5569", "K by prefix is 10.968"] {
        assert!(page.contains(told), "{told}");
    }
    // So no guarantee of 2/5 may be printed. Both constants have their names.
    let words: Vec<String> =
        report.sections.iter().flat_map(|own| &own.facts).map(ToString::to_string).collect();
    let says = |told: &str| words.iter().any(|words| words.contains(told));
    assert!(
        says("K by query (Def. 6.1): 0.000000") && says("K by prefix (Lean): 9.99"),
        "{words:#?}"
    );
    assert!(
        says("K = 1 is large enough by query, as far as the search found, and too small"),
        "{words:#?}"
    );
    assert!(report.claims.iter().all(|claim| !claim.theorem.contains("6.2") || !claim.holds()));
    // The side panel knows it too.
    let brief = game.position().brief(Viewer::Seat(Seat::Bob));
    let told = [brief.numbers, brief.warnings].concat().concat();
    assert!(told.contains("K = 1 is too small") && !told.contains("3 in 5"), "{told}");
}

/// A guess finds a flaw with probability q^-depth only if exactly one subclaim is false.
#[test]
fn a_remark_about_guesses_names_its_condition() {
    let text = about(
        "recursive-debate: {answer: 'yes'}",
        "claims: {tree: {r: {claim: c, all: [a, b, c]}, a: {claim: a}, b: {claim: b}, c: {claim: c}}, \
         worlds: {list: [{weight: 1, false-leaves: [a, b]}]}, knows: {alice: everything, bob: nothing}}",
    );
    let mut report = Report::default();
    debate(&text).solving()(&mut report, &CancelToken::default()).expect("it is solved");
    let guessed = report.values.iter().find(|v| v.alice == "honest" && v.bob == "guess");
    assert!((guessed.expect("the pair").value - 1.0 / 3.0).abs() < 1e-9, "found in 2 of 3");
    let luck = report.facts("luck").next().expect("a remark").to_string();
    assert!(luck.starts_with("if exactly one of 3 subclaims is false"), "{luck}");
}

/// A statement about one witness says so.
#[test]
fn a_statement_about_one_witness_carries_its_scope() {
    let names =
        |form: &str| (0..26).map(|at| form.replace('#', &at.to_string())).collect::<String>();
    let text = about(
        "stochastic: {k: 1.2}",
        &format!(
            "plan: {{inputs: {{{}}}, witness: [{}], steps: [{{and: [w0, w1]}}, {{ask: a, given: [1], \
             table: {{'0': 0.1, '1': 0.9}}}}]}}",
            names("w#: 0, "),
            names("w#, ")
        ),
    );
    let mut report = Report::default();
    debate(&text).solving()(&mut report, &CancelToken::default()).expect("it is solved");
    // With w0 = w1 = 1 an Alice wins 0.9.
    let words: Vec<String> =
        report.sections.iter().flat_map(|own| &own.facts).map(ToString::to_string).collect();
    let on_it = |words: &&String| words.contains("very Alice");
    let mut about_every = words.iter().filter(on_it).peekable();
    assert!(about_every.peek().is_some(), "{words:#?}");
    assert!(about_every.all(|words| words.contains("who writes")), "{words:#?}");
}

/// Alice may know the world where Bob does not.
#[test]
fn a_statement_about_knowledge_names_who_does_not_know() {
    let mut report = Report::default();
    opened("calibrated-bob").solving()(&mut report, &CancelToken::default()).expect("it is solved");
    let words = report.facts("wrong-alice").next().expect("the finding").to_string();
    assert!(words.contains("Bob does not know which") && !words.contains("nobody"), "{words}");
}

/// With K = 1/50 the Lean tolerance b is 2.5, and the Lean theorems allow it.
#[test]
fn no_report_promises_what_it_says_that_no_theorem_covers() {
    let text =
        about("stochastic: {k: 0.02}", "plan: {steps: [{ask: q, 'yes': 0.5}, {constant: 1}]}");
    let mut report = Report::default();
    debate(&text).solving()(&mut report, &CancelToken::default()).expect("it is solved");
    assert_eq!(report.facts("invalid").count(), 0);
    assert!(report.facts("proved").count() > 0);
    // If q is above v, nothing is proved for Bob, and something for Alice.
    let text = about(
        "stochastic: {k: 1, constants: {custom: {c: 0.02, s: 0.04, b: 0.1, q: 0.06, v: 0.05}}}",
        "votes: {question: q, votes: 3, 'yes': 0.9, rule: majority}",
    );
    let mut report = Report::default();
    debate(&text).solving()(&mut report, &CancelToken::default()).expect("it is solved");
    let proved = report.facts("proved").next().expect("a bound");
    assert!(proved.number("alice") > Some(0.5) && proved.number("bob") == Some(0.0), "{proved}");
    assert!(report.claims.iter().all(|claim| !claim.theorem.contains("6.2") || !claim.holds()));
}

/// Elenchus makes the claim of an imported file after all values are set.
#[test]
fn a_generated_sentence_follows_the_values() {
    let folder = folder();
    let adder = "aag 5 2 0 2 3\n2\n4\n10\n6\n6 4 2\n8 5 3\n10 9 7\n";
    let adder = file(folder.path(), "half-adder.aag", adder);
    let said = |set: &[&str]| {
        let mut command = vec!["solve", &*adder, "--only", "truth"];
        set.iter().for_each(|set| command.extend(["--set", set]));
        printed(&command)
    };
    assert!(said(&[]).contains("the first output is 0 on an input of zeros"));
    let set = said(&["input=10"]);
    assert!(set.contains("the first output is 0 on the input 10"), "{set}");
    let claimed = said(&["input=10", "protocol.claim=1"]);
    assert!(claimed.contains("the first output is 1 on the input 10"), "{claimed}");
    assert!(claimed.contains("the claim is true"), "{claimed}");
    let machine = "blank: ' '\nstart state: go\ninput: '1'\ntable:\n  go: {1: {R: yes}, ' ': {R: no}}\n  \
                   yes:\n  no:\n";
    let machine = file(folder.path(), "one.yaml", machine);
    let of = |claim: &str| {
        printed(&vec![
            "solve",
            &*machine,
            "--set",
            "accept=[yes]",
            "--set",
            claim,
            "--only",
            "truth",
        ])
    };
    assert!(of("protocol.bisection.claim=0").contains("is not in state yes"));
}

/// A number of 320 digits decides the debate, so no message shows it as 0.
#[test]
fn no_message_rounds_a_number_that_decided() {
    let text = "{elenchus: 1, title: t, claim: c, protocol: {stochastic: {k: 1}}, machine: {plan: {steps: \
                [{ask: q, 'yes': 0.3}, {constant: 0}]}}, seats: {alice: {script: [state 0.3, state 1e-320], \
                then: honest}, bob: honest, judge: honest}}";
    let folder = folder();
    let told = printed(&["run", &file(folder.path(), "tiny.yaml", text)]);
    assert!(told.contains("because of Alice's 1e-320"), "{told}");
}

/// The probabilities of each number of yeses among `n` answers.
fn yeses(n: usize, p: f64) -> Vec<f64> {
    let mut log = n as f64 * (1.0 - p).ln();
    let mut all = vec![log.exp()];
    for k in 1..=n {
        log += ((n - k + 1) as f64 / k as f64).ln() + (p / (1.0 - p)).ln();
        all.push(log.exp());
    }
    all
}

/// P[output = 1] if the first half answers yes with probability `first` and the last half with `last`.
fn exceeds(n: usize, theta: usize, first: f64, last: f64) -> f64 {
    let mut fewer = 0.0;
    let pairs = yeses(n, first).into_iter().skip(theta).zip(yeses(n, last));
    pairs
        .map(|(more, less)| {
            fewer += less;
            more * fewer
        })
        .sum()
}

/// The long plans of `docs/results/lipschitz.md`: their probabilities are those of two binomial counts.
#[test]
fn the_rows_with_long_plans_follow_from_two_binomial_counts() {
    let page = include_str!("../../docs/results/lipschitz.md");
    for (name, n, theta) in [("100", 100, 4), ("5,000", 5_000, 23), ("20,000", 20_000, 44)] {
        let row = page.lines().find(|line| line.starts_with(&format!("| {name} | {theta} |")));
        let cells: Vec<&str> = row.expect("a row").split('|').map(str::trim).collect();
        let stated = |at: usize| -> f64 {
            let number = cells[at]
                .split_whitespace()
                .find_map(|word| word.trim_end_matches(',').parse().ok());
            number.unwrap_or_else(|| panic!("no number in {}", cells[at]))
        };
        let fair: f64 = exceeds(n, theta, 0.5, 0.5);
        assert!((stated(3) - fair).abs() < 5e-5 && fair <= 1.0 / 3.0, "{name}: {fair}");
        // Equal questions move together, so every answer has the same probability.
        let ratio = |p: f64| (fair - exceeds(n, theta, p, p)) / (p - 0.5);
        let k = (1..400).map(|at| ratio(0.5 + f64::from(at) / 800.0)).fold(0.0, f64::max);
        assert!((0.0..1e-3).contains(&(stated(4) - k)) && k < 1.0, "{name}: {k}");
        if n > 100 {
            // Bob aborts with probability below 10^-9 in each of the 3n + 1 steps.
            let least = exceeds(n, theta, 0.5029, 0.4971) - 1e-9 * (3 * n + 1) as f64;
            assert!((0.0..1e-4).contains(&(least - stated(6))), "{name}: {least}");
        }
    }
}
