//! Compares the plan of a machine with the machine itself.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::machine::plan::chance_of_one;
use crate::machine::turing::{Instruction, dialect};

fn machine(text: &str) -> TuringMachine {
    dialect::parse(text).expect("a machine")
}

/// P[accept], from all runs of the machine itself and the probabilities of its answers.
fn accepts(machine: &TuringMachine, tape: Vec<Symbol>) -> f64 {
    let start = Followed { state: machine.0.start, head: machine.0.head, tape };
    let mut runs = vec![(1.0, start)];
    for _ in 0..machine.steps() {
        let mut after = Vec::new();
        for (weight, own) in runs {
            let reads = machine.reads(own.state) as usize;
            let mut word: Vec<Symbol> =
                own.tape.iter().skip(own.head as usize).take(reads).copied().collect();
            word.resize(reads, Symbol::BLANK);
            let mut go = |weight: f64, next: Option<Instruction>| {
                let mut own = own.clone();
                if let Some(instruction) = next {
                    own.tape[own.head as usize] = instruction.write;
                    own.state = instruction.next;
                    own.head = machine.moved(own.head, instruction.go).expect("on the tape");
                }
                after.push((weight, own));
            };
            match machine.oracle().filter(|oracle| oracle.state() == own.state) {
                Some(oracle) => {
                    let p = oracle.chance(&word).get();
                    go(weight * p, Some(oracle.instruction(true)));
                    go(weight * (1.0 - p), Some(oracle.instruction(false)));
                }
                None => go(weight, machine.next(own.state, &word)),
            }
        }
        runs = after;
    }
    runs.iter().filter(|(_, own)| machine.accepts(own.state)).map(|(weight, _)| weight).sum()
}

fn one(plan: &Plan) -> f64 {
    chance_of_one(plan, &CancelToken::default()).expect("not stopped").expect("small")
}

#[test]
fn an_oracle_that_answers_by_chance_makes_a_machine_probabilistic() {
    let text = COUNT.to_owned();
    assert!(machine(&text).is_probabilistic());
    let certain = text.replace("0.75", "yes").replace("0.6", "no").replace("0.9", "1");
    assert!(!machine(&certain).is_probabilistic());
    let told = dialect::parse(&text.replace("time limit: 14\n", "")).unwrap_err().to_string();
    assert!(told.contains("set their length"), "{told}");
    let told = dialect::parse(&text.replace("0.75", "1.5")).unwrap_err().to_string();
    assert!(told.contains("1.5"), "{told}");
}

/// The machine asks three questions, one after another, and counts the yes answers in its state.
const COUNT: &str = "\
input: abc
blank: ' '
start state: s0
table:
  s0: {[a, b, c]: {N: ask}}
  ask:
  seen: {'+': {R: back}, '-': {R: back}}
  back: {[a, b, c]: {N: ask}, ' ': {L: tally}}
  tally: {'+': {L: one}, '-': {L: tally}, ' ': {N: no}}
  one: {'+': {N: yes}, '-': {L: one}, ' ': {N: no}}
  yes:
  no:
accept: [yes]
reject: [no]
space: {from: 0, to: 4}
time limit: 14
oracle:
  state: ask
  question: Is {word} sound?
  answers: {a: 0.75, b: 0.6, else: 0.9}
  yes: {write: '+', N: seen}
  no: {write: '-', N: seen}
";

#[test]
fn a_machine_that_counts_votes_becomes_a_plan_of_three_questions_and_their_majority() {
    let machine = machine(COUNT);
    let plan = machine.as_plan(&CancelToken::default()).expect("small");
    let asks: Vec<String> =
        plan.asks().map(|step| plan.ask(step).unwrap().question.to_string()).collect();
    assert_eq!(asks, ["Is a sound?", "Is b sound?", "Is c sound?"]);
    // The probability of at least two yes answers, if their probabilities are 0.75, 0.6 and 0.9.
    let by_hand = 0.75 * 0.6 * 0.9 + 0.25 * 0.6 * 0.9 + 0.75 * 0.4 * 0.9 + 0.75 * 0.6 * 0.1;
    assert!((one(&plan) - by_hand).abs() < 1e-12);
    assert_eq!(plan.len(), 4, "three questions and one gate");
    assert!((accepts(&machine, machine.0.input.to_vec()) - by_hand).abs() < 1e-12);
}

#[test]
fn cells_that_alice_writes_are_the_plan_s_witness() {
    let text = COUNT
        .replace("answers: {a: 0.75, b: 0.6, else: 0.9}", "answers: {0: 0.2, 1: 0.8}")
        .replace("input: abc", "input: '101'")
        .replace("[a, b, c]", "[0, 1]")
        + "witness: [1, 3]\n";
    let machine = machine(&text);
    let plan = machine.as_plan(&CancelToken::default()).expect("small");
    assert_eq!(plan.witness().len(), 2);
    assert_eq!(plan.inputs().to_string(), "11", "as in the file");
    for word in 0..4usize {
        let bits = [word & 1, word >> 1];
        let witness = bits.iter().map(|&bit| bit == 1).collect();
        let mut tape = machine.0.input.to_vec();
        for (&bit, &cell) in bits.iter().zip(&machine.0.witness) {
            tape[cell as usize] = machine.0.bits[bit];
        }
        let found = one(&plan.with_witness(&witness));
        assert!((found - accepts(&machine, tape)).abs() < 1e-12, "{bits:?}: {found}");
    }
}

/// A machine with more than 200,000 configurations is not followed. Each question is asked as it was, and the
/// probability that at least two of 16 answers are yes follows by hand.
#[test]
fn a_machine_with_sixteen_questions_on_its_tape_becomes_a_plan() {
    let word = "b".repeat(16);
    let text = COUNT
        .replace("abc", &word)
        .replace("b: 0.6", "b: 0.075")
        .replace("[a, b, c]", "[a, b]")
        .replace("to: 4", "to: 17")
        .replace("time limit: 14", "time limit: 66");
    let machine = machine(&text);
    assert!(matches!(machine.followed(&CancelToken::default()), Err(NotAPlan::TooMany { .. })));
    let plan = machine.as_plan(&CancelToken::default()).expect("a plan");
    assert_eq!(plan.asks().count(), 16);
    let none = 0.925f64.powi(16);
    let by_hand = 1.0 - none - 16.0 * 0.075 * 0.925f64.powi(15);
    assert!((one(&plan) - by_hand).abs() < 1e-12, "{} {by_hand}", one(&plan));
}

/// The answers move the head, so a question depends on the place of the head and on the symbol there. The small
/// machine is also followed, configuration by configuration.
#[test]
fn a_head_that_the_oracle_moves_becomes_a_plan() {
    let text = |input: &str, steps: u32| {
        format!(
            "input: {input}\nblank: ' '\nstart state: ask\ntable:\n  ask:\n  \
             go: {{[a, b, c, d]: {{N: ask}}, ' ': {{N: end}}}}\n  end:\naccept: [end]\n\
             space: {{from: -40, to: 40}}\ntime limit: {steps}\noracle:\n  state: ask\n  \
             answers: {{a: 0.6, b: 0.4, c: 0.7, d: 0.3}}\n  yes: {{write: c, R: go}}\n  \
             no: {{write: d, L: go}}\n"
        )
    };
    let small = machine(&text("abab", 9));
    let by_cell = small.as_plan_by_cell(&CancelToken::default()).expect("a plan");
    let own = accepts(&small, small.0.input.to_vec());
    assert!((one(&by_cell) - own).abs() < 1e-12, "{} {own}", one(&by_cell));
    // Here a question depends on many bits of the configuration, but on few of the state, the head and the cell.
    for input in ["abab", &"ab".repeat(16)] {
        assert!(machine(&text(input, 60)).as_plan(&CancelToken::default()).is_ok(), "{input}");
    }
}

#[test]
fn a_run_that_leaves_the_tape_is_named() {
    let text = "input: a\nblank: ' '\nstart state: ask\ntable: {ask: , far: {' ': R}}\ntime limit: 5\n\
                space: {from: 1, to: 3}\noracle: {state: ask, answers: {a: 0.1}, yes: {write: a, R: far}, \
                no: {write: a, N: ask}}\n";
    let told = machine(text).as_plan(&CancelToken::default()).unwrap_err().to_string();
    assert!(told.contains("the head leaves the tape at step 3"), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The machine has a random table of three states on four cells, and asks in some states.
    #[test]
    fn a_machine_s_plan_accepts_as_often_as_the_machine(
        rows in proptest::collection::vec((0usize..2, 0usize..3, 0usize..4), 6),
        ways in proptest::collection::vec((0usize..2, 0usize..3, 0usize..4), 2),
        chances in proptest::collection::vec(0usize..=4, 4),
        steps in 1u32..7, accept in 0usize..4, input in 0usize..16,
    ) {
        let states = ["p", "q", "r", "ask"];
        let instruction = |&(write, go, next): &(usize, usize, usize)| {
            format!("{{write: {write}, {}: {}}}", ["N", "L", "R"][go], states[next])
        };
        let table: BTreeMap<&str, String> = states[..3].iter().enumerate().map(|(at, state)| {
            let own = format!("{{0: {}, 1: {}}}", instruction(&rows[2 * at]), instruction(&rows[2 * at + 1]));
            (*state, own)
        }).collect();
        let table: String = table.iter().map(|(state, own)| format!("  {state}: {own}\n")).collect();
        let answers: Vec<String> = ["'00'", "'01'", "'10'", "'11'"].iter().zip(&chances)
            .map(|(word, &p)| format!("{word}: {}", p as f64 / 4.0)).collect();
        let text = format!(
            "input: '{input:04b}'\nblank: '0'\nstart state: p\ntable:\n{table}  ask:\naccept: [{}]\n\
             time limit: {steps}\nspace: {{from: -7, to: 12}}\noracle:\n  state: ask\n  reads: 2\n  \
             answers: {{{}, else: 0.3}}\n  yes: {}\n  no: {}\n",
            states[accept], answers.join(", "), instruction(&ways[0]), instruction(&ways[1]),
        );
        let machine = machine(&text);
        let plan = machine.as_plan(&CancelToken::default()).expect("small");
        let own = accepts(&machine, machine.0.input.to_vec());
        prop_assert!((one(&plan) - own).abs() < 1e-9, "{} {}\n{}", one(&plan), own, text);
        let by_cell = machine.as_plan_by_cell(&CancelToken::default()).expect("small");
        prop_assert!((one(&by_cell) - own).abs() < 1e-9, "{} {}\n{}", one(&by_cell), own, text);
    }
}
