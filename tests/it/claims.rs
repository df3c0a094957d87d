//! Debates about claims: faulty files, and payments computed again from the record.

use elenchus::analysis::Game;
use elenchus::chance::ChanceOutcome;
use elenchus::debate::{Advance, RecordEntry, SeatPlan};
use elenchus::machine::claims::{ClaimId, ClaimTree, Rule, uniform};
use elenchus::rules::{Actor, Direction, Move, Seat, Turn, Viewer, YesNo};
use elenchus::scenario::{open, read};
use elenchus::text::board::{CellValue, Pane, TreePane};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::{self, evaluated, named, play_at_random, seated};

fn scenario(protocol: &str, claims: &str) -> String {
    let indented: String = claims.lines().map(|line| format!("    {line}\n")).collect();
    let head = "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  ";
    format!("{head}{protocol}\nmachine:\n  claims:\n{indented}")
}

/// The error in a scenario with these claims, and its place.
fn fault(protocol: &str, claims: &str) -> String {
    match read("test", &scenario(protocol, claims)) {
        Err(error) => error.to_string(),
        Ok(scenario) => open(&scenario).err().map_or("none".into(), |fault| fault.to_string()),
    }
}

const RECURSIVE: &str = "recursive-debate: {}";
const ESTIMATED: &str = "prover-estimator: {epsilon: 0.1, ratio: 3}";

#[test]
fn a_good_listing_opens() {
    let claims = "tree:\n  r: {claim: r, majority: [a, b, c]}\n  a: {claim: a, is: true}\n  \
                  b: {claim: b, is: true}\n  c: {claim: c, is: false}";
    assert_eq!(fault(RECURSIVE, claims), "none");
    assert_eq!(fault(ESTIMATED, claims), "none");
}

/// Faulty claims, each with the parameters of its protocol. `\n` begins a new line.
const FAULTS: &str = r#"recursive-debate: {} | tree:\n  r: {claim: r, all: [a]}\n  a: {claim: a, any: [r]}\nfalse-leaves: []
recursive-debate: {} | tree:\n  r: {claim: r, all: [x]}\nfalse-leaves: []
recursive-debate: {} | tree:\n  r: {claim: r, at-least: {k: 3, of: [a, b]}}\n  a: {claim: a}\n  b: {claim: b}\nfalse-leaves: []
recursive-debate: {} | tree:\n  r: {claim: r, all: [a], any: [a]}\n  a: {claim: a}\nfalse-leaves: []
recursive-debate: {} | tree:\n  r: {claim: r}\n  a: {claim: a}\nfalse-leaves: []
recursive-debate: {} | tree:\n  r: {claim: r}
recursive-debate: {} | tree:\n  r: {claim: r, all: [a, b]}\n  a: {claim: a, is: true}\n  b: {claim: b}
recursive-debate: {} | tree:\n  r: {claim: r, is: true, all: [a]}\n  a: {claim: a, is: true}
recursive-debate: {} | worlds: one-false
recursive-debate: {} | uniform: {claim: x, rule: most, width: 3, depth: 1}\nfalse-leaves: []
recursive-debate: {} | uniform: {claim: x, rule: all, width: 1000, depth: 1000}\nfalse-leaves: []
recursive-debate: {} | intervals: {n: 3, width: 2, depth: 1}
recursive-debate: {} | intervals: {n: twelve, width: 2, depth: 1}
recursive-debate: {} | intervals: {n: 221, width: 4, depth: 1, factors: [13, 19]}
recursive-debate: {} | intervals: {n: "100000000000000000000000000000000000000000000000000", width: 4, depth: 1}
recursive-debate: {} | uniform: {claim: x, rule: all, width: 3, depth: 1}\nevidence: {pieces: 3, right: 0.8}
recursive-debate: {} | knows: {bob: all}\nuniform: {claim: x, rule: all, width: 2, depth: 1}\nfalse-leaves: []
cross-examination: {claim: 1} | uniform: {claim: x, rule: all, width: 2, depth: 1}\nfalse-leaves: []
prover-estimator: {ratio: 3} | uniform: {claim: x, rule: all, width: 3, depth: 1}\nevidence: {pieces: 4, right: 0.8}
prover-estimator: {epsilon: 0} | uniform: {claim: x, rule: all, width: 3, depth: 1}\nfalse-leaves: []
prover-estimator: {epsilon: 1.5} | uniform: {claim: x, rule: all, width: 3, depth: 1}\nfalse-leaves: []
prover-estimator: {ratio: -2} | uniform: {claim: x, rule: all, width: 3, depth: 1}\nfalse-leaves: []
prover-estimator: {ratio: .inf} | uniform: {claim: x, rule: all, width: 3, depth: 1}\nfalse-leaves: []
prover-estimator: {} | uniform: {claim: x, rule: all, width: 3, depth: 1}\nfalse-leaves: []
prover-estimator: {ratio: 3} | uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: {list: [{weight: 0.5, false-leaves: ["1"]}, {weight: 0.3}]}
prover-estimator: {ratio: 3} | uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: {list: [{weight: 1, false-leaves: ["7"]}]}
prover-estimator: {ratio: 3} | uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: {independent: {each: 1.2}}
prover-estimator: {ratio: 3} | uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: {independent: {each: 0.5, but: {"9": 1}}}
prover-estimator: {ratio: 3} | uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: {independent: {each: 0.5, but: {"1": .nan}}}
recursive-debate: {} | tree:\n  a: {claim: a, all: [a]}\nfalse-leaves: []
recursive-debate: {} | tree:\n  a: {claim: a, all: [b, c]}\n  b: {claim: b, all: [d]}\n  c: {claim: c, all: [d]}\n  d: {claim: d}\nfalse-leaves: []
recursive-debate: {} | tree:\n  a: {claim: a, all: [b, b]}\n  b: {claim: b}\nfalse-leaves: []
recursive-debate: {} | tree: {}\nfalse-leaves: []
prover-estimator: {ratio: 3} | uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: {list: [{weight: 1.5}]}
prover-estimator: {ratio: 3} | uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: {list: []}"#;

#[test]
fn every_fault_in_claims_names_its_place() {
    let mut told = String::new();
    for line in FAULTS.lines() {
        let (protocol, claims) = line.split_once(" | ").expect("a protocol and its claims");
        let fault = fault(protocol, &claims.replace("\\n", "\n"));
        assert_ne!(fault, "none", "{line}");
        told += &format!("{line}\n{fault}\n\n");
    }
    insta::assert_snapshot!(told);
}

#[test]
fn bob_states_one_subclaim_after_another() {
    let claims = "uniform: {claim: x, rule: all, width: 2, depth: 1}\nfalse-leaves: []";
    let mut game = seated(&kit::scenario(&scenario(ESTIMATED, claims)), ["human"; 3], 0);
    let plays = |game: &mut dyn Game, mv: &str| {
        game.play(Seat::Bob, mv.parse().expect("a move")).map_err(|error| error.to_string())
    };
    assert!(plays(&mut *game, "estimate 0.5").unwrap_err().contains("alice"));
    game.play(Seat::Alice, Move::Claim(YesNo(true))).unwrap();
    assert!(plays(&mut *game, "pick 1").unwrap_err().contains("estimate"));
    assert!("estimate 1.01".parse::<Move>().is_err());
    assert!(plays(&mut *game, "estimate 0.5").is_ok());
    assert!(plays(&mut *game, "estimate 0.5").unwrap_err().contains("nature"));
}

/// Alice's payment, computed from the lines of a record by the text of the protocol alone.
fn reckoned(record: &[RecordEntry], tree: &ClaimTree, ratio: f64) -> f64 {
    let mut moves = record.iter().filter_map(|entry| match entry {
        RecordEntry::Move { actor, mv } => Some((*actor, mv.clone())),
        RecordEntry::Go(_) => None,
    });
    let mut next = || moves.next().expect("the record goes on").1;
    let Move::Claim(YesNo(answer)) = next() else { panic!("she answers first") };
    let Move::Estimate(p) = next() else { panic!("then he states p_0") };
    let Move::Falls(ChanceOutcome::Bit(z)) = next() else { panic!("then z is drawn") };
    let mut paid = f64::from(z);
    let (mut claim, mut p, mut stake) = (ClaimId::ROOT, p.get(), ratio);
    loop {
        let Move::Say(said) = next() else { panic!("she says of his number what she thinks") };
        let c = match said {
            Direction::TooLow => 1.0,
            Direction::AboutRight => 0.0,
            Direction::TooHigh => -1.0,
        };
        let mut estimates = Vec::new();
        let outcome = match tree.argument(claim, 0) {
            Some(argument) => {
                let mut answers = Vec::new();
                for _ in 0..argument.parts.len() {
                    let Move::Estimate(p) = next() else { panic!("he states each number") };
                    let Move::Falls(ChanceOutcome::Bit(answer)) = next() else {
                        panic!("it is drawn")
                    };
                    estimates.push(p.get());
                    answers.push(answer);
                }
                argument.rule.holds(answers.into_iter())
            }
            None => loop {
                if let Move::Decide(YesNo(truth)) = next() {
                    break truth;
                }
            },
        };
        let turned = claim == ClaimId::ROOT && !answer;
        paid += stake * c * (f64::from(outcome != turned) - p);
        let Some(argument) = tree.argument(claim, 0) else { return paid };
        let Move::Pick(place) = next() else { panic!("she picks a subclaim") };
        claim = argument.parts.get(place.index()).expect("it is there");
        p = estimates[place.index()];
        stake *= ratio;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn random_play_is_paid_by_the_rules_and_no_more_than_can_be(
        width in 2usize..5, depth in 0usize..3, rule in 0usize..3, seed in any::<u64>(),
    ) {
        let (word, rule) =
            [("all", Rule::ALL), ("any", Rule::ANY), ("majority", Rule::MAJORITY)][rule];
        let claims = format!(
            "uniform: {{claim: x, rule: {word}, width: {width}, depth: {depth}}}\nfalse-leaves: []"
        );
        let text = scenario(ESTIMATED, &claims);
        let mut game = seated(&read("test", &text).unwrap(), ["human"; 3], seed);
        play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
        let Turn::Over(outcome) = game.position().turn() else { panic!("it is over") };
        let paid = outcome.payoff.expect("it is a debate with payoffs");
        let tree = uniform("x", rule, width, depth).unwrap();
        prop_assert!((paid - reckoned(game.record(), &tree, 3.0)).abs() < 1e-9);
        let most: f64 = (0..=depth as i32 + 1).map(|k| 3f64.powi(k)).sum();
        prop_assert!(paid.abs() <= most + 1e-9);
    }
}

/// A number as a screen writes it: `−2,393.08`, `+1.80`.
fn number(text: &str) -> Option<f64> {
    text.replace(',', "").replace('−', "-").parse().ok()
}

/// The amounts of a line of payments, and the values of its formula if the line has one. For `round
/// 1 3 × (0.6 − all)` these are the two values at all = 0 and all = 1.
fn formula(line: &str) -> Option<(Vec<f64>, Vec<f64>)> {
    let stake = line.replace(" × ", "×");
    let (stake, rest) = stake.split_once("×(")?;
    let (difference, amounts) = rest.split_once(')')?;
    let stake = number(stake.split_whitespace().last()?)?;
    let (a, b) = difference.split_once(" − ")?;
    let at = |text: &str, outcome: f64| {
        let not = text.starts_with("not ");
        number(text).unwrap_or(if not { 1.0 - outcome } else { outcome })
    };
    let mut values: Vec<f64> = [0.0, 1.0].map(|z| stake * (at(a, z) - at(b, z))).into();
    values.sort_by(f64::total_cmp);
    let amounts = amounts.split_whitespace().map(|text| number(text).expect("a whole amount"));
    Some((amounts.collect(), values))
}

/// The value of the formula of a finished round, from the drawn answers on the board. `None` if the
/// board shows no such round.
fn by_the_board(line: &str, tree: &TreePane<'_>, decided: Option<bool>) -> Option<f64> {
    let line = line.replace(" × ", "×");
    let (head, rest) = line.split_once("×(")?;
    let mut head = head.split_whitespace();
    let at: usize = head.find_map(|word| word.parse().ok())?;
    let stake = number(head.next_back()?)?;
    let (a, b) = rest.split_once(')')?.0.split_once(" − ")?;
    let parts = (tree.children)(*tree.path.get(at - 1)?).into_iter();
    let drawn = |part| match &(tree.node)(part).cells.get(1)?.value {
        CellValue::Is(text) => ["no", "yes"].iter().position(|own| own == text),
        _ => None,
    };
    let drawn: Vec<usize> = parts.filter_map(drawn).collect();
    let (yes, all) = (drawn.iter().sum::<usize>(), drawn.len());
    let come = |text: &str| {
        let (not, word) = text.strip_prefix("not ").map_or((false, text), |word| (true, word));
        let holds = match word {
            "all" => yes == all,
            "any" => yes > 0,
            "most" => 2 * yes > all,
            "judge" => decided?,
            stated => return number(stated),
        };
        Some(f64::from(holds != not))
    };
    Some(stake * (come(a)? - come(b)?))
}

#[test]
fn the_formula_gives_the_payment_for_the_answers_on_the_board() {
    let mut checked = [0; 2];
    let people = Seat::each(|_| SeatPlan::Human);
    for (id, scenario) in kit::shipped() {
        let start = open(&scenario).expect("it opens");
        if !id.contains("-bob") && start.max_value() <= 1.0 {
            continue;
        }
        for seed in 0..12 {
            let Ok(mut game) = start.restart(0, &people) else { continue };
            play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
            let (mut answer, mut decided) = (None, None);
            for entry in game.record() {
                match entry {
                    RecordEntry::Move { mv: Move::Claim(YesNo(yes)), .. } => {
                        answer = answer.or(Some(*yes))
                    }
                    RecordEntry::Move { mv: Move::Decide(YesNo(yes)), .. } => decided = Some(*yes),
                    _ => {}
                }
            }
            let board = game.position().board(Viewer::All);
            let (Some(answer), Some(Pane::Tree(tree))) = (answer, board.panes.first()) else {
                continue;
            };
            // In such a tree, "all" means all of the majorities of the parts.
            let majorities = |note: String| note.contains("majorities");
            if tree.below.is_empty() || (tree.node)(0).note.is_some_and(majorities) {
                continue;
            }
            // Bob's number and the draw refer to her answer, and both lines say so.
            let root = (tree.node)(0).cells;
            let [CellValue::Is(number), CellValue::Is(drawn)] =
                [0, 1].map(|at| root[at].value.clone())
            else {
                panic!("{id}")
            };
            assert_eq!(number.starts_with("no "), !answer, "{id}: {number}");
            let start = tree.below.iter().find(|line| line.contains("if drawn")).expect("a start");
            let word = if answer { "yes" } else { "no" };
            assert!(start.contains(&format!("1 if drawn {word}")), "{id}: {start}");
            assert_eq!(drawn == word, start.ends_with("+1"), "{id}: drawn {drawn}: {start}");
            for line in &tree.below {
                let Some(due) = by_the_board(line, tree, decided) else { continue };
                let (amounts, _) = formula(line).expect("a formula");
                let [paid] = amounts[..] else { panic!("{id}: {line}") };
                let off = (paid - due).abs();
                assert!(off <= 0.005 + due.abs() * 0.002, "{id}, {seed}: {line}: {due}");
                checked[usize::from(answer)] += 1;
            }
        }
    }
    assert!(checked[0] > 20 && checked[1] > 20, "{checked:?}");
}

#[test]
fn the_formula_of_a_payment_gives_the_amounts_beside_it_and_both_are_in_full() {
    let mut checked = 0;
    let people = Seat::each(|_| SeatPlan::Human);
    for (id, scenario) in kit::shipped() {
        let start = open(&scenario).expect("it opens");
        for seed in 0..4 {
            let Ok(mut game) = start.restart(0, &people) else { continue };
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            for _ in 0..60 {
                match game.advance().expect("legal") {
                    Advance::Over(_) => break,
                    Advance::Moved(_) => {}
                    Advance::Waiting(seat) => {
                        let mv = kit::random_move(&game.position().prompt(), &mut rng);
                        game.play(seat, mv).expect("legal");
                    }
                }
                let board = game.position().board(Viewer::All);
                let Some(Pane::Tree(tree)) = board.panes.first() else { break };
                for line in &tree.below {
                    assert!(line.chars().count() <= 50, "{id}: `{line}` is cut on a board of 51");
                    let Some((amounts, values)) = formula(line) else { continue };
                    let close = |a: f64, b: f64| (a - b).abs() <= 0.005 + b.abs() * 0.002;
                    let right = match amounts[..] {
                        [] => continue,
                        [paid] => values.iter().any(|v| close(paid, *v)),
                        _ => amounts.iter().zip(&values).all(|(a, v)| close(*a, *v)),
                    };
                    assert!(right, "{id}: {line}: {values:?}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn a_prover_estimator_judge_is_shown_one_claim_and_nothing_else() {
    let claims = "uniform: {claim: x, rule: all, width: 2, depth: 1}\nworlds: one-false";
    let text = scenario(ESTIMATED, claims);
    let mut game = seated(&kit::scenario(&text), ["honest", "honest", "human"], 1);
    kit::settle(&mut *game);
    let tree = game.tree();
    let moves = || tree.line().iter().filter_map(|&node| tree.played(node));
    let seen = moves().filter(|played| played.to.includes(Seat::Judge));
    let seen: Vec<String> = seen.map(|played| played.mv.to_string()).collect();
    assert!(seen.len() == 1 && seen[0].starts_with("puts "), "{seen:?}");
    let world = moves().find(|played| played.actor == Actor::Nature).expect("it is drawn");
    assert!(Seat::ALL.iter().all(|&seat| !world.to.includes(seat)), "nobody sees the world");
}

#[test]
fn a_review_names_the_number_that_cost_bob() {
    let claims = "uniform: {claim: x, rule: all, width: 2, depth: 1}\nfalse-leaves: [\"1\"]";
    let text = scenario(ESTIMATED, claims);
    let mut game = seated(&kit::scenario(&text), ["obfuscator", "human", "honest"], 1);
    // Alice says yes to a false claim. Bob believes her at first, then states the truth.
    for number in ["estimate 1", "estimate 0", "estimate 1"] {
        kit::play(&mut *game, number);
    }
    assert!(matches!(game.position().turn(), Turn::Over(_)));
    let value = |node| evaluated(&*game, node).map(|value| value.honest);
    let points = elenchus::review::points(&*game, value);
    let own = points.iter().filter(|point| {
        point.played.as_ref().is_some_and(|played| played.actor == Actor::Seat(Seat::Bob))
    });
    let cost: Vec<f64> = own.map(|point| point.cost.expect("it is known")).collect();
    // For the first number, Bob pays 1 for the coin. He also loses the case in which an honest Alice would have said
    // yes.
    assert!(cost[0] > 0.05 && cost[1] < 1e-9 && cost[2] < 1e-9, "{cost:?}");
    let worst = kit::dearest(Seat::Bob, &points).expect("one was a mistake");
    assert_eq!(worst.played.as_ref().unwrap().mv.to_string(), "estimate 1");
}

#[test]
fn an_independent_estimator_accepts_a_number_for_the_root() {
    let first = |bob: &str| {
        let mut game = seated(&named("four-estimates"), ["honest", bob, "honest"], 1);
        game.table().run().expect("legal moves");
        let record = kit::lines(game.record());
        let line = record.lines().find_map(|line| line.strip_prefix("bob: estimate "));
        line.expect("Bob estimates").to_owned()
    };
    // Honest Alice says that 221 is not prime, and p_0 is the probability that she is right.
    assert_eq!(first("independent:1:0.25"), "0.75");
    assert_ne!(first("independent:1"), "0.75");
}

#[test]
fn an_argument_that_leaves_a_number_out_is_false_in_the_claim_that_it_leaves_none_out() {
    let scenario = named("ranges-with-a-gap");
    let elenchus::scenario::MachineFile::Claims(file) = &scenario.machine.value else {
        panic!("no claims")
    };
    let tree = &file.tree.as_ref().expect("a listed tree").value;
    let words = |name: &str| tree[name].value.claim.to_string();
    let is = |name: &str| tree[name].value.is.expect("a leaf");
    let ranges = ["first", "second", "third", "fourth"].map(|name| {
        let words = words(name);
        let ends: Vec<u32> = words.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [from, to, 667] = ends[..] else { panic!("{words}") };
        assert_eq!(is(name), (from..=to).all(|d| 667 % d != 0), "{words}");
        (from, to)
    });
    assert_eq!(is("begins"), ranges[0].0 == 2);
    assert_eq!(is("ends"), (ranges[3].1 + 1).pow(2) > 667);
    for (at, name) in ["one-two", "two-three", "three-four"].into_iter().enumerate() {
        assert_eq!(is(name), ranges[at].1 + 1 == ranges[at + 1].0, "{name}");
    }
    // All four ranges are free of divisors, and 667 is not prime.
    assert!(ranges.iter().all(|&(from, to)| (from..=to).all(|d| 667 % d != 0)));
    assert_eq!((2..667).filter(|d| 667 % d == 0).collect::<Vec<u32>>(), [23, 29]);
    let mut quick = 1u32;
    (0..666).for_each(|_| quick = quick * 2 % 667);
    assert!(scenario.evidence[0].text.contains(&format!("It leaves {quick}.")));
    // Bob wins if he disputes the gap, and loses if he disputes any range.
    for place in 1..=5 {
        let mut game = seated(&scenario, ["obfuscator", "human", "honest"], 1);
        game.table().run().expect("legal");
        let dispute = |game: &mut dyn Game, place: usize| {
            let mv: Move = format!("pick {place}").parse().expect("a move");
            game.play(Seat::Bob, mv).expect("legal");
            game.table().run().expect("legal")
        };
        let mut now = dispute(&mut *game, place);
        if place == 5 {
            now = dispute(&mut *game, 4);
        }
        let Advance::Over(outcome) = now else { panic!("{now:?}") };
        assert_eq!(outcome.winner == elenchus::rules::Side::Bob, place == 5, "{place}");
    }
}

#[test]
fn the_rounds_and_the_luck_of_an_uneven_tree_are_the_played_ones() {
    for (is, rounds) in [("false", 1.0), ("true", 1.5)] {
        let tree = "root: {claim: R, all: [a, c]}, a: {claim: A, all: [x, y]}, x: {claim: X, is: true}, \
                    y: {claim: Y, is: true}";
        let claims = format!("claims: {{tree: {{{tree}, c: {{claim: C, is: {is}}}}}}}");
        let game = kit::debate(&kit::about("recursive-debate: {}", &claims));
        let report = kit::solved(&*game).expect("it is small").to_json();
        assert_eq!(report["costs"]["judge"]["rounds"]["expected"], rounds, "{report}");
        assert_eq!(report["luck"], 0.25, "{report}");
    }
}

/// A statement about the likeliest world can be false in another world that may be drawn. Here the
/// best Bob beats the promise because of the world in which her answer is no.
#[test]
fn no_promise_holds_because_of_the_likeliest_world_alone() {
    let text = kit::about(
        "prover-estimator: {epsilon: 0.1, ratio: 30}",
        "claims: {uniform: {claim: c, rule: majority, width: 3, depth: 1}, worlds: {list: [{weight: 0.6}, \
         {weight: 0.4, false-leaves: ['2', '3']}]}, knows: {alice: everything, bob: nothing}}",
    );
    let folder = kit::folder();
    let solved = kit::json(&format!("solve {} --json", kit::file(folder.path(), "f.yaml", &text)));
    let best = solved["best_responses"]["bob"]["value"]["value"].as_f64().expect("it is exact");
    let claim = &solved["claims"][0];
    assert!(best < claim["limit"].as_f64().expect("a number"), "{solved}");
    let fails = |hypothesis: &serde_json::Value| hypothesis["met"]["fails"].is_string();
    assert!(claim["hypotheses"].as_array().expect("a list").iter().any(fails), "{claim}");
}
