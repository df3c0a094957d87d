//! Properties of every debate, for any dishonest Alice.

use proptest::prelude::*;

use super::{Tableau, TableauInstance};
use crate::debate::{Advance, AnyDebate, Debate, SeatPlan};
use crate::machine::turing::dialect::parse;
use crate::machine::turing::{Symbol, TuringRun};
use crate::rules::{Cost, Move, Seat, View};
use crate::text::{ArgumentPrompt, Prompt};

/// A machine that asks the oracle about several cells at a time.
const ASKING: &str = "
input: '0110'
blank: ' '
start state: ask
time limit: 24
oracle:
  state: ask
  reads: 3
  answers: {011: yes, 11: yes, else: no}
  yes: {write: 1, R: ask}
  no: {write: 0, L: back}
table: {ask: , back: {[0, 1]: L, ' ': {R: out}}, out: {0: {write: 1, R: ask}, 1: {R: out}}}
accept: [out]
";

/// Any cell of that machine, with any number of pointers, as text.
fn any_cell() -> impl Strategy<Value = String> {
    let state = prop::sample::select(vec!["ask", "back", "out"]);
    let pointers = prop_oneof![4 => Just(1), 2 => Just(3), 1 => 0usize..=200]
        .prop_flat_map(|many| prop::collection::vec(0u32..=24, many));
    let symbol = prop::sample::select(vec!['0', '1', '_']);
    (symbol, state, 0i32..=5, pointers).prop_map(|(symbol, state, head, pointers)| {
        let from: Vec<String> = pointers.iter().map(u32::to_string).collect();
        format!("write={symbol} state={state} head={head} from={}", from.join(","))
    })
}

/// Plays a move written as text, if it is legal.
fn play(table: &mut dyn AnyDebate, seat: Seat, text: &str) -> Result<(), String> {
    let mv: Move = text.parse()?;
    table.play(seat, mv).map(drop).map_err(|e| e.to_string())
}

/// The text with which a prompt starts.
fn begun(prompt: &Prompt) -> String {
    match &prompt.offers[0].fill {
        ArgumentPrompt::Text { start: Some(start), .. } => start.clone(),
        other => panic!("expected a prompt for text, not {other:?}"),
    }
}

/// A debate in which people play Alice and Bob, and the honest program judges.
fn debate(claim: bool, copies: bool) -> Debate<Tableau> {
    let run = TuringRun::new(parse(ASKING).expect("a machine"));
    let setup = TableauInstance { machine: run, claim, copies, judge_is_oracle: false };
    let mut debate = Debate::new(Tableau::new(setup).expect("a debate"), 1).expect("a debate");
    for seat in [Seat::Alice, Seat::Bob] {
        debate.seat(seat, &SeatPlan::Human).expect("a person");
    }
    debate
}

#[test]
fn a_cell_with_more_pointers_than_its_step_reads_cells_is_refused() {
    let from = vec!["3"; 200].join(",");
    let text = format!("tell 9 claims write=1 state=back head=3 from={from}");
    let refused = play(&mut debate(false, true), Seat::Alice, &text).expect_err("200 pointers");
    assert!(refused.contains("one step for each cell that its step reads"), "{refused}");
    let mut afresh = debate(false, false);
    play(&mut afresh, Seat::Alice, "tell run").expect("a transcript");
    play(&mut afresh, Seat::Bob, "point 9").expect("a step");
    for said in ["write=1", "state=back", "head=3"] {
        play(&mut afresh, Seat::Alice, &format!("name {said}")).expect(said);
    }
    let text = format!("name from={from}");
    let refused = play(&mut afresh, Seat::Alice, &text).expect_err("200 pointers");
    assert!(refused.contains("one step for each cell that its step reads"), "{refused}");
}

#[test]
fn the_judge_is_handed_the_machine_without_the_tape_that_it_reads() {
    let debate = debate(true, true);
    let tape = |seat| {
        let start = View::for_frame(debate.rules(), seat).machine().start();
        start.tape().iter().filter(|&&symbol| symbol != Symbol::BLANK).count()
    };
    assert_eq!([Seat::Alice, Seat::Bob, Seat::Judge].map(tape), [4, 4, 0]);
}

proptest! {
    /// Theorem 5.3 bounds the judge's cost for every transcript and every point.
    #[test]
    fn the_judge_reads_no_more_than_the_bound_for_any_alice(
        lies in prop::collection::btree_map(
            1u32..=24, (prop::sample::select(vec!["claims", "slips"]), any_cell()), 0..4),
        said in prop::collection::vec(any_cell(), 10),
        point in (1u32..=24, 0u32..24),
        copies: bool,
        claim: bool,
    ) {
        let mut debate = debate(claim, copies);
        let table: &mut dyn AnyDebate = &mut debate;
        let told: Vec<String> =
            lies.iter().map(|(step, (verb, cell))| format!("{step} {verb} {cell}")).collect();
        let told = if told.is_empty() { "run".into() } else { told.join("; ") };
        // The rules refuse text that is not a transcript.
        if play(table, Seat::Alice, &format!("tell {told}")).is_err() {
            let honest = begun(&table.position().prompt());
            play(table, Seat::Alice, &format!("tell {honest}")).expect("a transcript");
        }
        let (step, back) = point;
        let pointed = match step.checked_sub(back) {
            Some(writer @ 1..) if back > 0 => format!("skipped {step} written {writer}"),
            _ => format!("point {step}"),
        };
        play(table, Seat::Bob, &pointed).expect("a step");
        let mut said = said.into_iter();
        while table.run().expect("legal") == Advance::Waiting(Seat::Alice) {
            let prompt = table.position().prompt();
            let start = begun(&prompt);
            let (key, _) = start.split_once('=').expect("a field");
            let cell = said.next().unwrap_or_default();
            let other = cell.split(' ').find(|field| field.starts_with(key)).unwrap_or(&start);
            if play(table, Seat::Alice, &format!("name {other}")).is_err() {
                play(table, Seat::Alice, &format!("name {start}")).expect("what she wrote");
            }
        }
        let judge = table.position().ledger().account(Seat::Judge);
        for cost in Cost::ALL {
            let limit = judge.limit(cost).unwrap_or(u64::MAX);
            prop_assert!(judge.paid(cost) <= limit, "{told}: {cost:?} {} of \
                                                     {limit}", judge.paid(cost));
        }
    }
}
