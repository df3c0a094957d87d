//! The bounds of debate query complexity, in debates over random circuits.

use elenchus::analysis::{Analysable, Game};
use elenchus::debate::{Advance, AnyDebate, Debate, SeatPlan, describe_move};
use elenchus::machine::circuit::formula;
use elenchus::machine::{Bits, Circuit, Input, Op, PlanBuilder, Source, Step, quantified};
use elenchus::protocol::quantified::{QuantifiedInstance, Verifier};
use elenchus::protocol::query::{QueryComplexity, twin_score};
use elenchus::protocol::twins::TranscriptSource;
use elenchus::protocol::{CircuitWalk, CrossExamination, Quantified, Twins, circuit_walk, twins};
use elenchus::rules::{Outcome, Seat, Side, Viewer};
use elenchus::text::Presentation;
use elenchus::text::board::{CellValue, Pane};
use elenchus::work::CancelToken;
use proptest::prelude::*;

use crate::kit::{named, one_in};

fn circuits(inputs: usize, most: usize) -> impl Strategy<Value = Circuit> {
    const OPS: [Op; 7] = [Op::And, Op::Or, Op::Xor, Op::Nand, Op::Nor, Op::Xnor, Op::Not];
    let gate = (0..OPS.len(), any::<u32>(), any::<u32>());
    let bits = proptest::collection::vec(any::<bool>(), inputs);
    (bits, proptest::collection::vec(gate, 1..=most)).prop_map(move |(bits, gates)| {
        let mut plan = PlanBuilder::over(bits);
        for (at, (op, a, b)) in gates.into_iter().enumerate() {
            let source = |pick: u32| match pick as usize % (inputs + at) {
                place if place < inputs => Source::input(Input::at(place)),
                place => Source::step(Step::at(place - inputs)),
            };
            let sources = [source(a), source(b)];
            let read = if OPS[op] == Op::Not { &sources[..1] } else { &sources[..] };
            plan.step(OPS[op], read).expect("sources that exist");
        }
        Circuit::new(plan.finish().expect("a gate")).expect("narrow gates")
    })
}

/// Plays a debate between programs. Returns its end and the judge's queries.
fn play<R: Analysable>(rules: R, players: [&str; 3], seed: u64) -> (Outcome, u64, Debate<R>) {
    let mut debate = Debate::new(rules, seed).expect("honest players");
    for (seat, player) in Seat::ALL.into_iter().zip(players) {
        debate.seat(seat, &SeatPlan::Program(player.into())).expect("the player exists");
    }
    let Ok(Advance::Over(outcome)) = Game::table(&mut debate).run() else { panic!("no end") };
    let queries = debate.rules().ledger().account(Seat::Judge).queries();
    (outcome, queries, debate)
}

fn walk(circuit: &Circuit) -> CircuitWalk {
    CircuitWalk::new(circuit_walk::CircuitWalkInstance { circuit: circuit.clone() })
}

fn check(circuit: &Circuit) -> CrossExamination {
    CrossExamination::gate_check(circuit, false)
}

/// The twins of a debate with this many reads, played this many times.
fn twin_game(written: TranscriptSource, budget: u32, rounds: u32) -> Twins {
    let setup = twins::TwinsInstance { written, budget, rounds };
    Twins::new(setup, &CancelToken::default()).expect("twins")
}

fn quantified_debate(game: quantified::QuantifiedGame, verifier: Verifier) -> Quantified {
    Quantified::new(QuantifiedInstance { game, verifier })
}

/// The share of right rulings of the best judge of these twins.
fn best_score(game: &Twins) -> f64 {
    game.best_judge(&CancelToken::default()).expect("unstopped").expect("small").score()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn twins_are_told_apart_with_enough_reads_and_only_then(
        circuit in circuits(5, 20), seed: u64,
    ) {
        let report = QueryComplexity::of_circuit(&circuit, &CancelToken::default()).expect("nobody stops it");
        prop_assume!(report.n > 0);
        for written in [TranscriptSource::check(circuit.clone()), TranscriptSource::walk(circuit.clone())] {
            let enough = match written {
                TranscriptSource::Walk { .. } => report.upper_walk,
                _ => report.upper_check,
            };
            let twins = |budget| twin_game(written.clone(), budget, 5);
            let (_, _, debate) = play(twins(enough as u32), ["honest"; 3], seed);
            prop_assert_eq!(debate.rules().score(), (5, 5));
            let (_, queries, _) = play(twins(0), ["honest", "honest", "coin"], seed);
            prop_assert_eq!(queries, 0);
        }
    }
}

#[test]
fn a_negated_input_shows_its_own_value_and_its_name() {
    let circuit = formula::circuit("armed & !code").expect("a formula");
    let circuit = circuit.with_inputs("11".parse().expect("bits")).expect("two bits");
    let (_, _, debate) = play(walk(&circuit), ["honest"; 3], 0);
    let board = debate.rules().board(Viewer::All);
    let Some(Pane::Circuit(drawn)) = board.panes.first() else { panic!("a circuit") };
    let gates = (drawn.graph)(None, 40).nodes;
    let shown = |name: &str| {
        gates.iter().find(|gate| gate.name == name).map(|gate| gate.mark.value.clone())
    };
    // code is 1, so ¬code is 0. Alice has to point at it.
    assert_eq!(shown("¬code"), Some(CellValue::Is("0".into())));
    assert_eq!(shown("armed"), Some(CellValue::Is("1".into())));
    let line = debate.tree().line();
    let told: Vec<_> = line.iter().filter_map(|&node| describe_move(&debate, node)).collect();
    assert!(told.contains(&"point at ¬code".to_owned()), "{told:?}");
    assert!(told.contains(&"read code".to_owned()), "{told:?}");
}

#[test]
fn a_judge_who_wastes_reads_pays_for_them() {
    let circuit = formula::circuit("majority(x1, x2, x3)").expect("a formula");
    let circuit = circuit.with_inputs("101".parse().expect("bits")).expect("three bits");
    let (_, thrifty, _) = play(walk(&circuit), ["honest"; 3], 0);
    let (_, wasteful, _) = play(walk(&circuit), ["honest", "honest", "wasteful:2"], 0);
    assert_eq!((thrifty, wasteful), (3, 5));
}

#[test]
fn no_judge_beats_the_bound_of_the_twins() {
    let circuit = elenchus::machine::circuit::family::parity(16).expect("a family");
    const ROUNDS: u32 = 4000;
    for written in [TranscriptSource::check(circuit.clone()), TranscriptSource::walk(circuit)] {
        for judge in ["honest", "inputs", "scattered", "transcript", "coin", "trusting"] {
            let game = twin_game(written.clone(), 3, ROUNDS);
            let (_, _, debate) = play(game, ["honest", "honest", judge], 9);
            let (right, rounds) = debate.rules().score();
            let rate = f64::from(right) / f64::from(rounds);
            // Four standard deviations of a fair count.
            let noise = 4.0 * 0.5 / f64::from(ROUNDS).sqrt();
            assert!(rate <= twin_score(3, 16) + noise, "{judge}: {rate}");
            assert!(rate >= 0.5 - noise, "{judge}: {rate}");
        }
    }
}

#[test]
fn files_of_other_tools_open_and_evaluate() {
    use elenchus::machine::circuit::aiger::{Aiger, OutputChoice};
    use elenchus::machine::circuit::bristol::Bristol;
    let number = |bits: &[bool]| bits.iter().rev().fold(0u32, |n, &b| n << 1 | u32::from(b));
    let aiger = Aiger::parse(include_str!("files_of_other_tools/adder4.aag")).expect("AIGER");
    let names: Vec<String> = aiger.outputs().map(str::to_owned).collect();
    assert_eq!(names.len(), 4);
    let sum: Vec<Circuit> = (0..4)
        .map(|bit| {
            aiger.circuit(Some(OutputChoice::Name(&format!("s[{bit}]")))).expect("an output")
        })
        .collect();
    let bristol = Bristol::parse(include_str!("files_of_other_tools/adder4.txt")).expect("Bristol");
    let other: Vec<Circuit> = (0..5).map(|bit| bristol.circuit(bit).expect("an output")).collect();
    for a in 0..16u32 {
        for b in 0..16u32 {
            let named = |circuit: &Circuit| -> Bits {
                let bits = (0..8).map(|at| {
                    let name = circuit.plan().input_name(Input::at(at)).to_owned();
                    let place: u32 = name[2..3].parse().expect("a place");
                    (if name.starts_with('a') { a } else { b }) >> place & 1 == 1
                });
                bits.collect()
            };
            let outputs: Vec<bool> =
                sum.iter().map(|c| c.output_on(&named(c)).expect("eight bits")).collect();
            assert_eq!(number(&outputs), (a + b) % 16, "AIGER: {a} + {b}");
            let bits: Bits =
                (0..8).map(|at| if at < 4 { a >> at } else { b >> (at - 4) } & 1 == 1).collect();
            let outputs: Vec<bool> =
                other.iter().map(|c| c.output_on(&bits).expect("eight bits")).collect();
            assert_eq!(number(&outputs), a + b, "Bristol: {a} + {b}");
        }
    }
}

#[test]
fn hexadecimal_words_of_a_bristol_file_are_its_values() {
    use elenchus::scenario::{open, read};
    let adder = include_str!("files_of_other_tools/adder4.txt").replace('\n', "\n      ");
    let truth = |equals: &str, input: &str| {
        let text = format!(
            "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  gate-check: {{claim: 1}}\nmachine:\n  \
             circuit:\n    bristol: |\n      {adder}\n    equals: '{equals}'\n    input: '{input}'\n"
        );
        let opened = open(&read("a.yaml", &text).expect("a scenario"));
        opened.map(|game| crate::kit::truth(game.position())).map_err(|fault| fault.message)
    };
    // 1 + 2 = 3 in five bits, with the lowest on the first wire. 3 alone takes two digits.
    assert_eq!(truth("0x03", "0x12"), Ok(Some(true)));
    assert_eq!(truth("0x18", "0x12"), Ok(Some(false)), "not the first wire as the highest bit");
    assert_eq!(truth("11000", "10000100"), Ok(Some(true)), "the same in the order of the wires");
    assert_eq!(truth("0x1e", "0xff"), Ok(Some(true)), "15 + 15 = 30");
    // The command line gives the same results.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/files_of_other_tools/adder4.txt");
    for (claim, right) in [("0x03", 1.0), ("0x18", 0.0)] {
        let asked = ["solve", file, "--claim", claim, "--input", "0x12", "--json"];
        assert_eq!(crate::kit::json(&asked)["truth"], right, "{claim}");
    }
    assert!(truth("0x3", "0x12").unwrap_err().contains("2 hexadecimal digits"));
    assert!(truth("0x23", "0x12").unwrap_err().contains("too large"));
}

/// Machines that replace the circuit of a good file, or its protocol.
const FAULTS: &str = r#"formula: x1 & x2 => formula: (x1 & x2
input: '11' => input: '110'
formula: x1 & x2\n    input: '11' => parity: 0
formula: x1 & x2\n    input: '11' => parity: 3\n    majority: 3
formula: x1 & x2\n => \n
formula: x1 & x2\n    input: '11' => aiger: |\n      aag 1 0 1 1 0\n      2\n      2
formula: x1 & x2\n    input: '11' => bristol: |\n      1 3\n      2 1 1\n      1 1
circuit:\n    formula: x1 & x2\n    input: '11' => plan:\n    steps:\n      - {ask: Is it so?, answer: 'yes'}
circuit-walk => quantified
circuit-walk: {}\nmachine:\n  circuit:\n    formula: x1 & x2\n    input: '11' => quantified: {}\nmachine:\n  quantified:\n    formula: 'forall x: y & x'\n    input: ''
circuit-walk: {}\nmachine:\n  circuit:\n    formula: x1 & x2\n    input: '11' => twins: {transcript: gate-check, reads: 2}\nmachine:\n  circuit: {parity: 30}"#;

#[test]
fn faults_of_a_circuit_in_a_file_name_their_place() {
    let good = "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  circuit-walk: {}\nmachine:\n  \
                circuit:\n    formula: x1 & x2\n    input: '11'\n";
    insta::assert_snapshot!(crate::files::faults(good, FAULTS));
}

/// The whole text of a shipped scenario's lesson.
fn hints(name: &str) -> String {
    serde_json::to_string(&named(name).lesson).expect("a lesson as JSON")
}

#[test]
fn the_games_of_lemma_8_ask_whether_an_even_number_of_bits_is_1() {
    for name in ["verifier-read", "verifier-cross-examined"] {
        let elenchus::scenario::MachineFile::Quantified(mut file) = named(name).machine.value
        else {
            panic!("{name} is no game");
        };
        for x in one_in(3, 0..16u32) {
            let bits: String = (0..4).map(|at| if x >> at & 1 == 1 { '1' } else { '0' }).collect();
            file.input.as_mut().expect("an input").value = bits.clone();
            let game = file.build(&Default::default()).unwrap_or_else(|e| panic!("{}", e.message));
            let perfect = quantified::PerfectPlay::new(&game).expect("a narrow game");
            let truth = perfect.truth(&CancelToken::default());
            assert_eq!(truth, Ok(x.count_ones() % 2 == 0), "{name}: {bits}");
            assert_eq!((game.verifier().size(), game.verifier_depth()), (19, Some(12)));
        }
    }
}

/// Bits in turn for Alice and Bob, with random clauses of this size.
fn clauses(bits: usize, clauses: usize, width: usize) -> quantified::QuantifiedGame {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng, seq::index};
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut text = format!("p cnf {bits} {clauses}\n");
    for bit in 1..=bits {
        text += &format!("{} {bit} 0\n", ["e", "a"][bit % 2]);
    }
    for _ in 0..clauses {
        for at in index::sample(&mut random, bits, width) {
            text += &format!("{}{} ", ["", "-"][random.random_range(0..2)], at + 1);
        }
        text += "0\n";
    }
    quantified::qdimacs::game(&text).expect("a game")
}

#[test]
fn best_responses_in_a_game_of_24_bits_are_exact_and_can_be_seated() {
    let debate = quantified_debate(clauses(24, 60, 5), Verifier::Evaluated);
    let token = &CancelToken::default();
    let truth = crate::kit::truth(&debate).expect("it is found");
    for seat in [Seat::Alice, Seat::Bob] {
        for other in ["honest", "zeros"] {
            let mut seats = [(); 3].map(|()| SeatPlan::honest());
            seats[1 - seat.index()] = SeatPlan::Program(other.into());
            let best = debate.best_response(&seats, seat, token).expect("it is found");
            let value = best.value.played().expect("somebody reaches it");
            assert_eq!(best.value.limit(), Some(value), "{seat:?} {other}");
            if other == "honest" {
                assert_eq!(value, f64::from(truth), "the value of the game, {seat:?}");
            }
            // The judge who reads attains the stated value of the verdict.
            seats[seat.index()] = best.player.expect("somebody reaches it");
            let played = debate.exact(&seats, token).expect("one line");
            assert_eq!(played.get(), value, "{seat:?} {other}");
        }
    }
}

#[test]
fn a_judge_who_looks_everything_up_in_a_table_is_always_right() {
    let mut scenario = named("judge-as-a-table");
    let rows: Vec<(String, String)> = scenario.evidence[0]
        .text
        .lines()
        .skip(1)
        .map(|line| line.split_once("  ").expect("two columns"))
        .map(|(read, next)| (read.trim().to_owned(), next.trim().to_owned()))
        .collect();
    // Seven rows for the situations with fewer than three reads, and one row for all situations with three reads.
    assert_eq!(rows.len(), (1 << 3) - 1 + 1);
    let next = |read: &str| match read.len() {
        3 => ["Alice is right", "Bob is right"][usize::from(read.ends_with('1'))],
        _ => {
            let key = if read.is_empty() { "-" } else { read };
            &rows.iter().find(|(known, _)| known == key).expect("a row").1
        }
    };
    for x in 0..16u32 {
        let bits: String = (0..4).map(|at| if x >> at & 1 == 1 { '1' } else { '0' }).collect();
        let elenchus::scenario::MachineFile::Quantified(file) = &mut scenario.machine.value else {
            panic!("no game");
        };
        file.input.as_mut().expect("an input").value = bits.clone();
        let truth = &bits[..2] == "11" || &bits[2..] == "11";
        let mut game = elenchus::scenario::open(&scenario).expect("it opens");
        game.table().run().expect("legal");
        let mut read = String::new();
        let ruled = loop {
            let cell = match next(&read) {
                "Alice is right" => break Side::Alice,
                "Bob is right" => break Side::Bob,
                "b1" => "step 1".to_owned(),
                input => format!("input {}", &input[1..]),
            };
            let mv = format!("read {cell}").parse().expect("a move");
            game.play(Seat::Judge, mv).expect("legal");
            game.table().run().expect("legal");
            let readings = game.position().ledger().readings();
            read.push(if readings.list().last().expect("a read").bit { '1' } else { '0' });
        };
        assert_eq!(ruled, Side::of_claim(!truth), "{bits}: {read}");
        assert!(read.len() <= 3);
    }
}

#[test]
fn the_lesson_of_the_twins_states_facts() {
    let circuit = elenchus::machine::circuit::family::parity(16).expect("a family");
    let game = |budget, rounds| twin_game(TranscriptSource::check(circuit.clone()), budget, rounds);
    let told = hints("twins");
    assert!(told.contains("The last four bits of the transcript name the gate that Bob points at"));
    assert_eq!(circuit.size().next_power_of_two().trailing_zeros(), 4);
    assert!(told.contains("Three reads reach at most seven places"));
    assert_eq!((1u32 << 3) - 1, 7);
    assert!(told.contains(&format!(
        "nobody is right more than {:.3} of the time",
        game(3, 1).best_score()
    )));
    assert!(told.contains("Seven reads are always enough"));
    let (_, reads, debate) = play(game(7, 200), ["honest"; 3], 4);
    assert_eq!(debate.rules().score(), (200, 200));
    assert_eq!(reads, 7 * 200);
}

#[test]
fn the_best_judge_of_parity_of_eight_with_three_reads_is_right_five_times_in_eight() {
    let circuit = elenchus::machine::circuit::family::parity(8).expect("a family");
    let game = |budget, rounds| twin_game(TranscriptSource::check(circuit.clone()), budget, rounds);
    let three = game(3, 4000);
    assert_eq!((best_score(&three), three.best_score()), (0.625, 0.9375));
    assert_eq!(best_score(&game(0, 1)), 0.5);
    let (_, _, debate) = play(three, ["honest", "honest", "best"], 7);
    let (right, rounds) = debate.rules().score();
    let rate = f64::from(right) / f64::from(rounds);
    assert!((rate - 0.625).abs() < 4.0 * 0.5 / f64::from(rounds).sqrt(), "{rate}");
    assert_eq!(Presentation::rulings(debate.rules()), Some((right.into(), rounds.into())));
}

#[test]
fn no_judge_with_two_reads_beats_the_best_one() {
    let circuit = formula::circuit("majority(x1, x2, x3)").expect("a formula");
    for written in [TranscriptSource::check(circuit.clone()), TranscriptSource::walk(circuit)] {
        let game = twin_game(written, 2, 1);
        // Each case: its cells, the value of f, and its probability.
        let cases: Vec<(Vec<bool>, bool, f64)> = game
            .pairs(&CancelToken::default())
            .map(|pair| pair.expect("unstopped"))
            .flat_map(|pair| {
                [(pair.zero, false), (pair.one, true)].map(|(x, one)| {
                    let cells = pair.transcript.iter().chain(x.iter()).collect();
                    (cells, one, pair.probability / 2.0)
                })
            })
            .collect();
        let cells = cases[0].0.len();
        let mut best: f64 = 0.0;
        for first in 0..cells {
            for zero in 0..cells {
                for one in 0..cells {
                    let mut seen = [[0.0; 2]; 4];
                    for (bits, is_one, weight) in &cases {
                        let second = bits[if bits[first] { one } else { zero }];
                        let leaf = 2 * usize::from(bits[first]) + usize::from(second);
                        seen[leaf][usize::from(*is_one)] += weight;
                    }
                    best = best.max(seen.iter().map(|[a, b]| f64::max(*a, *b)).sum());
                }
            }
        }
        assert!((best_score(&game) - best).abs() < 1e-12);
    }
}

#[test]
fn a_gate_check_has_the_total_bound_of_its_own_theorem() {
    let circuit = elenchus::machine::circuit::family::parity(8).expect("a family");
    let report = check(&circuit).reported(&CancelToken::default()).expect("a report").to_json();
    let bounds = report["bounds"].as_array().expect("bounds");
    assert!(bounds.iter().all(|bound| !bound["name"].as_str().unwrap_or("").contains("Thm 5.3")));
    let total = bounds
        .iter()
        .find(|b| b["name"].as_str().unwrap_or("").starts_with("judge's reads of all kinds"));
    let total = total.expect("the total");
    // Bob points at one of seven gates. The gate costs three reads, and its number three bits.
    assert_eq!((&total["limit"], &total["value"]), (&6.0.into(), &6.0.into()));
    assert_eq!(total["standing"], "holds");
}

#[test]
fn evaluating_a_verifier_costs_its_decision_tree_depth_and_not_its_variables() {
    let game = quantified::formula::game("forall a exists b: (x1 & (a | b)) | (!x1 & x2)");
    let game = game.expect("a game");
    let report =
        QueryComplexity::from_game(&game, None, &CancelToken::default()).expect("nobody stops it");
    assert_eq!((game.inputs_read().len(), report.upper_read), (4, Some(3)));
    assert_eq!(report.upper_read_exact, Some(true));
    for x in ["00", "01", "10", "11"] {
        let bits: Bits = format!("{x}00").parse().expect("bits");
        let debate =
            quantified_debate(game.with_inputs(bits).expect("four bits"), Verifier::Evaluated);
        assert_eq!(debate.ledger().account(Seat::Judge).query_limit(), Some(3));
        for other in ["honest", "random", "zeros", "wrong"] {
            let (_, queries, _) = play(debate.clone(), [other, "random", "honest"], 3);
            assert!(queries <= 3, "{x} {other}: {queries}");
        }
    }
}

#[test]
fn rounds_that_v_cannot_read_are_not_played() {
    let text = "forall a exists b forall c exists d: (a & b) | (!a & !b)";
    let game = quantified::formula::game(text).expect("a game");
    let debate = quantified_debate(game, Verifier::Evaluated);
    let (_, _, debate) = play(debate, ["honest"; 3], 0);
    let tree = debate.tree();
    let said = tree.line().iter().filter_map(|&node| tree.played(node));
    let said = said.filter(|played| matches!(played.mv, elenchus::rules::Move::Bit(_))).count();
    assert_eq!(said, 2);
}

#[test]
fn reading_x_is_an_upper_bound_and_theorem_14_counts_rounds_and_inputs() {
    let report = QueryComplexity::of_circuit(
        &formula::circuit("x1 ^ x2 ^ x3").expect("a formula"),
        &CancelToken::default(),
    )
    .expect("nobody stops it");
    assert_eq!((report.upper_input, report.upper_input_exact), (3, true));
    assert_eq!(report.exact, Some(3));
    // Two gates and one bit of Bob's need 2 rounds. The last gate and the pointer are in the same round.
    assert_eq!(report.rounds, 2);
    let text = "forall a exists b forall c: (x1 | (a & b)) & (x2 | c)";
    let game = quantified::formula::game(text).expect("a game");
    let report =
        QueryComplexity::from_game(&game, None, &CancelToken::default()).expect("nobody stops it");
    assert_eq!((report.rounds, report.inputs), (2, 2));
    assert!((report.without_coins_adds - (6f64.log2() + 10.0)).abs() < 1e-12);
}
