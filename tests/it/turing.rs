//! Turing machines as files, bisected and cross-examined.

use elenchus::analysis::Game;
use elenchus::debate::{Advance, Entry};
use elenchus::rules::{Cost, Eye, Half, Move, Seat, Side, Turn};
use elenchus::scenario::{ProtocolFile, Scenario, open, read, write};
use elenchus::text::Fill;
use elenchus::text::board::{Flaw, Pane, Tape, TapeCell, Value};

use crate::kit::{evaluated, named as scenario, seated, seen};

fn play(game: &mut dyn Game, seat: Seat, mv: &str) {
    let mv: Move = mv.parse().expect("a move");
    game.play(seat, mv).expect("a legal move");
}

fn winner(game: &dyn Game) -> Option<Side> {
    match game.now().turn() {
        Turn::Over(outcome) => Some(outcome.winner),
        _ => None,
    }
}

/// Machines as their authors keep them: a plain file, one with everything in flow style, and a
/// document with its source as text.
const INCREMENT: &str = "
# One more than a binary number.
input: '1011'
blank: ' '
start state: right
table:
  # go to the last digit
  right:
    [1, 0]: R
    ' '   : {L: carry}
  carry:
    1      : {write: 0, L}
    [0,' ']: {write: 1, L: done}
  done:
";
const EVEN: &str = "
input: aaaa          # an even number of a's?
blank: _
start state: even
synonyms: {stop: {N: yes}}
table: {even: {a: {R: odd}, _: stop}, odd: {a: {R: even}}, yes: {}}
";
const DOCUMENT: &str = "
name: repeat
source code: |
  # writes 0 1 0 1 for ever
  blank: ' '
  start state: zero
  table:
    zero: {' ': {write: 0, R: gap}}
    gap:
      ' ': {R: one}
    one:
      ' ': {write: 1, R: zero}
positions:
  zero: {x: 10.5, y: 3}
";

#[test]
fn three_machine_files_open_as_they_are() {
    for (file, text, steps) in
        [("increment.yaml", INCREMENT, 8), ("even.yaml", EVEN, 5), ("repeat.yaml", DOCUMENT, 1_000)]
    {
        let scenario = read(file, text).unwrap_or_else(|e| panic!("{e}"));
        assert!(matches!(scenario.protocol.value, ProtocolFile::Bisection(_)), "{file}");
        let mut game = seated(&scenario, ["honest"; 3], 1);
        let end = game.table().run().expect("legal");
        assert!(matches!(end, Advance::Over(_)), "{file}");
        assert_eq!(winner(&*game), Some(Side::Alice), "{file}");
        let run = game.now().ledger().of(Seat::Alice).paid(Cost::Steps);
        assert_eq!(run, steps, "{file}");
        let again = read(file, &write(&scenario).expect("YAML")).expect("it reads back");
        assert_eq!(again, scenario, "{file}");
    }
}

#[test]
fn a_faulty_machine_in_a_scenario_is_named_with_its_place() {
    let good = write(&scenario("midpoint-hunt")).expect("YAML");
    let bad = good.replacen("R: back", "R: bcak", 1);
    assert_ne!(good, bad);
    let scenario = read("x.yaml", &bad).expect("its form is right");
    let fault = open(&scenario).err().expect("a fault");
    assert!(fault.message.contains("state `bcak` is not in the table"), "{}", fault.message);
    let line = bad.lines().position(|line| line.contains("bcak")).expect("it is there");
    assert_eq!(fault.place.unwrap().line as usize, line + 1);
}

/// The smuggled cell, played by a person who runs the machine in every round.
#[test]
fn a_person_catches_a_lie_in_a_million_steps_in_twenty_choices() {
    let mut game = seated(&scenario("smuggled-cell"), ["wrong-at:700001:1", "human", "honest"], 1);
    let mut choices = 0;
    while let Advance::Waiting(seat) = game.table().run().expect("legal") {
        assert_eq!(seat, Seat::Bob);
        play(&mut *game, Seat::Bob, "run");
        let board = game.now().board(Eye::Seat(Seat::Bob));
        let lied = board.panes.iter().any(|pane| match pane {
            Pane::Tapes(tapes) => tapes.in_play().iter().any(|tape| {
                let differs = tape.cells.iter().any(|cell| cell.mark.flaw == Flaw::Differs);
                tape.state.contains('≠') || differs
            }),
            _ => false,
        });
        drop(board);
        play(&mut *game, Seat::Bob, if lied { "dispute first" } else { "dispute second" });
        choices += 1;
    }
    assert_eq!((choices, winner(&*game)), (20, Some(Side::Bob)));
    let judge = game.now().ledger().of(Seat::Judge);
    assert_eq!((judge.paid(Cost::Transcript), judge.limit(Cost::Transcript)), (572, Some(572)));
}

/// Round 6 of that debate, with the numbers of its screen.
#[test]
fn the_board_of_round_six_shows_intervals_tapes_and_costs() {
    let mut game = seated(&scenario("smuggled-cell"), ["wrong-at:700001:1", "human", "honest"], 1);
    for half in ["second", "first", "second", "first", "second"] {
        game.table().run().expect("legal");
        play(&mut *game, Seat::Bob, &format!("dispute {half}"));
    }
    game.table().run().expect("legal");
    play(&mut *game, Seat::Bob, "run");
    let now = game.now();
    let (judge, bob) = (now.ledger().of(Seat::Judge), now.ledger().of(Seat::Bob));
    assert_eq!((judge.paid(Cost::Rounds), judge.limit(Cost::Rounds)), (5, Some(20)));
    assert_eq!((judge.paid(Cost::Transcript), judge.limit(Cost::Transcript)), (182, Some(572)));
    assert_eq!(bob.paid(Cost::Steps), 16_384);
    assert_eq!(now.ledger().of(Seat::Alice).paid(Cost::Steps), 1_048_556);
    let board = now.board(Eye::Seat(Seat::Bob));
    let Pane::Intervals(intervals) = &board.panes[0] else { panic!("intervals come first") };
    let rows: Vec<_> =
        intervals.rounds.iter().skip(3).map(|i| (i.from, i.middle, i.to, i.kept)).collect();
    assert_eq!(
        rows,
        [
            (655_347, 720_882, 786_417, Some(Half::First)),
            (655_347, 688_114, 720_882, Some(Half::Second)),
            (688_114, 704_498, 720_882, None),
        ]
    );
    assert!(intervals.rounds.iter().all(|round| round.lie.is_none()), "review only");
    let Pane::Tapes(tapes) = &board.panes[1] else { panic!("then tapes") };
    let tapes = tapes.in_play();
    let row = |tape: &Tape| -> String {
        let glyph = |cell: &TapeCell| match &cell.mark.value {
            Value::Is(text) => text.clone(),
            other => panic!("{other:?}"),
        };
        tape.cells.iter().map(glyph).collect()
    };
    let rows = tapes.iter().map(|tape| {
        format!("{} | {} | {}", row(tape), tape.head.expect("it is in view"), tape.title)
    });
    assert_eq!(
        rows.collect::<Vec<_>>()[..3],
        [
            "_0101010000000000000_ | 13 | start, after step 688,114: both agree",
            "_1101011000000000000_ | 15 | middle, after step 704,498: Alice says",
            "_0101011000000000000_ | 15 | middle, after step 704,498: your own run",
        ]
    );
    let wrong: Vec<usize> =
        (0..21).filter(|&at| tapes[1].cells[at].mark.flaw == Flaw::Differs).collect();
    assert_eq!(wrong, [1]);
    // Alice does not see what Bob ran.
    let board = now.board(Eye::Seat(Seat::Alice));
    let Pane::Tapes(tapes) = &board.panes[1] else { panic!("then tapes") };
    assert!(tapes.in_play().iter().all(|tape| !tape.title.contains("own")));
}

#[test]
fn the_choice_after_which_a_lie_cannot_be_caught_is_known() {
    let mut game = seated(&scenario("midpoint-hunt"), ["wrong-at:77:2", "human", "honest"], 1);
    let value = |game: &dyn Game| {
        let here = game.tree().here();
        evaluated(game, here).expect("an exact value").honest
    };
    game.table().run().expect("legal");
    assert_eq!(value(&*game), 0.0);
    play(&mut *game, Seat::Bob, "dispute first");
    game.table().run().expect("legal");
    assert_eq!(value(&*game), 0.0, "step 77 is in the first hundred");
    play(&mut *game, Seat::Bob, "dispute first");
    assert_eq!(value(&*game), 1.0, "it is not in the first fifty");
    while game.table().run().expect("legal") == Advance::Waiting(Seat::Bob) {
        play(&mut *game, Seat::Bob, "dispute first");
    }
    assert_eq!(winner(&*game), Some(Side::Alice));
}

#[test]
fn every_lie_that_alice_can_think_of_is_doomed() {
    for middle in ["tape=_1011_", "tape=_1111_", "tape=00000_", "tape=11001_"] {
        let mut game = seated(&scenario("binary-increment"), ["human", "honest", "honest"], 1);
        play(&mut *game, Seat::Alice, "name state=done head=2 tape=_1100_");
        while game.table().run().expect("legal") == Advance::Waiting(Seat::Alice) {
            let prompt = game.now().prompt();
            let elenchus::text::Fill::Text { start, .. } = &prompt.offers[0].fill else {
                panic!("a configuration is asked for")
            };
            let lie = format!("name state=carry head=3 {middle}");
            let honest = format!("name {}", start.as_ref().expect("a form to fill in"));
            let legal = prompt.admit(&lie.parse().expect("a move")).is_ok();
            play(&mut *game, Seat::Alice, if legal { &lie } else { &honest });
        }
        assert_eq!(winner(&*game), Some(Side::Bob), "{middle}");
    }
}

#[test]
fn what_is_no_configuration_is_refused_and_a_lie_is_not() {
    let mut game = seated(&scenario("binary-increment"), ["human", "honest", "honest"], 1);
    let mut refusal = |text: &str| {
        let mv: Move = format!("name {text}").parse().expect("a move");
        game.play(Seat::Alice, mv).expect_err(text).to_string()
    };
    assert!(refusal("state=right head=1 tape=_1011_").contains("in state done"));
    assert!(refusal("nonsense").contains("state=… head=… tape=…"));
    play(&mut *game, Seat::Alice, "name state=done head=5 tape=111111");
    assert!(matches!(game.now().turn(), Turn::Ask(Seat::Alice)));
}

#[test]
fn a_judge_who_is_the_oracle_answers_one_question_and_that_is_the_ruling() {
    for (answer, side) in [("yes", Side::Alice), ("no", Side::Bob)] {
        let scenario = scenario("rhythm");
        let mut game = open(&scenario).expect("it opens");
        assert_eq!(game.table().run().expect("legal"), Advance::Waiting(Seat::Judge));
        let prompt = game.now().prompt();
        assert_eq!(prompt.notes[0], "In the word rhythm, is y a vowel?");
        play(&mut *game, Seat::Judge, &format!("answer {answer}"));
        assert_eq!(winner(&*game), Some(side));
        assert_eq!(game.now().ledger().of(Seat::Judge).paid(Cost::Oracle), 1);
        // Alice is honest: a wrong answer is the judge's, and she is not blamed for it.
        let said = format!("{} {}", game.now().why(), game.now().decided_by().expect("it is over"));
        let is_wrong = side == Side::Bob;
        assert_eq!(said.contains("own oracle answers otherwise"), is_wrong, "{said}");
        assert_eq!(said.contains("By the answer no: After step 6"), is_wrong, "{said}");
        assert!(!said.contains("Alice named a wrong configuration"), "{said}");
    }
}

#[test]
fn a_skipped_writer_is_caught_by_naming_it_and_not_by_the_step_alone() {
    let scenario = scenario("who-wrote-last");
    let bob = |mv: &str| {
        let mut game = seated(&scenario, ["skip:41", "human", "honest"], 1);
        game.table().run().expect("legal");
        play(&mut *game, Seat::Bob, mv);
        game.table().run().expect("legal");
        winner(&*game)
    };
    assert_eq!(bob("skipped 41 written 27"), Some(Side::Bob));
    assert_eq!(bob("point 41"), Some(Side::Alice));
    assert_eq!(bob("skipped 41 written 25"), Some(Side::Alice));
    assert_eq!(bob("skipped 41 written 26"), Some(Side::Alice));
}

#[test]
fn of_a_smuggled_symbol_it_is_said_where_it_got_in_and_why_that_step_was_no_use_to_point_at() {
    let scenario = scenario("tableau-smuggled-cell");
    let said = |alice: &str| {
        let mut game = seated(&scenario, [alice, "point:40", "honest"], 1);
        game.table().run().expect("legal");
        assert_eq!(winner(&*game), Some(Side::Alice));
        game.now().decided_by().expect("it is over")
    };
    let words = said("wrong-at:40:1");
    assert!(words.contains("The mistake was elsewhere. Step 57 does not follow"), "{words}");
    assert!(words.contains("From step 40 on"), "{words}");
    assert!(words.contains("this is the first to read it"), "{words}");
    // A step that is told wrongly itself hides nothing.
    let words = said("wrong-at:50");
    assert!(words.contains("Step 50 does not follow") && !words.contains("From step"), "{words}");
}

#[test]
fn the_judge_sees_the_neighbourhood_of_the_disputed_cell_and_nothing_else() {
    let mut game =
        seated(&scenario("tableau-smuggled-cell"), ["wrong-at:40:1", "honest", "honest"], 1);
    game.table().run().expect("legal");
    assert_eq!(winner(&*game), Some(Side::Bob));
    let board = game.now().board(Eye::Seat(Seat::Judge));
    let Pane::Table(table) = &board.panes[0] else { panic!("the tableau comes first") };
    assert_eq!((table.len, table.here), (110, Some(56)));
    let mut read = Vec::new();
    for at in 0..table.len {
        for (column, mark) in (table.row)(at).into_iter().enumerate().skip(2) {
            match mark.value {
                Value::Unread => assert_eq!(mark.read, None),
                _ => read.push((at + 1, column, mark.read.expect("it was read"))),
            }
        }
    }
    // Step 57 as it stands, then state and head of step 56; the cell was never written.
    assert_eq!(read, [(56, 3, 5), (56, 4, 6), (57, 2, 1), (57, 3, 2), (57, 4, 3), (57, 5, 4)]);
    let judge = game.now().ledger().of(Seat::Judge);
    assert_eq!(judge.paid(Cost::Input), 2);
}

/// The smuggled cell with or without an independent copy of Alice.
fn tableau(copies: bool) -> Scenario {
    let mut scenario = scenario("tableau-smuggled-cell");
    let ProtocolFile::CrossExamination(file) = &mut scenario.protocol.value else {
        panic!("it is cross-examined")
    };
    file.copies = copies;
    let text = write(&scenario).expect("YAML");
    read("tableau.yaml", &text).expect("it reads back")
}

#[test]
fn a_two_faced_alice_gets_away_with_a_lie_about_a_machine_unless_a_copy_wrote_it_down() {
    for (copies, side) in [(true, Side::Bob), (false, Side::Alice)] {
        let mut game = seated(&tableau(copies), ["adaptive", "honest", "honest"], 1);
        game.table().run().expect("legal");
        assert_eq!((crate::kit::truth(game.now()), winner(&*game)), (Some(false), Some(side)));
        let warned = !game.now().brief(Eye::All).warnings.is_empty();
        assert_eq!(warned, !copies);
    }
}

#[test]
fn without_copies_the_judge_sees_what_alice_says_and_nothing_of_what_she_wrote() {
    let told = |alice: &str| {
        let mut game = seated(&tableau(false), [alice, "lazy", "honest"], 1);
        game.table().run().expect("legal");
        game.record().iter().find_map(|entry| match entry {
            Entry::Move { mv: mv @ Move::Tell(_), .. } => Some(mv.to_string()),
            _ => None,
        })
    };
    let begun = |alice: &str| {
        let mut game = seated(&tableau(false), ["human", "human", "human"], 1);
        play(&mut *game, Seat::Alice, &told(alice).expect("she wrote"));
        play(&mut *game, Seat::Bob, "point 57");
        game
    };
    let (mut one, mut other) = (begun("honest"), begun("wrong-at:40:1"));
    let mut said = 0;
    while let Turn::Ask(Seat::Alice) = one.now().turn() {
        let prompt = one.now().prompt();
        let Fill::Text { start: Some(text), .. } = &prompt.offers[0].fill else {
            panic!("she says it in text")
        };
        let wrong: Move = "name nonsense".parse().expect("a move");
        let refused = one.play(Seat::Alice, wrong).expect_err("no field").to_string();
        assert!(refused.starts_with("write `"), "{refused}");
        for game in [&mut one, &mut other] {
            play(&mut **game, Seat::Alice, &format!("name {text}"));
        }
        said += 1;
        let judge = Eye::Seat(Seat::Judge);
        assert_eq!(seen(one.now(), judge), seen(other.now(), judge));
    }
    // The step's four fields, and the state and the head before it; the input is shown as it is.
    assert_eq!(said, 6);
    one.advance().expect("the input is shown");
    assert!(matches!(one.now().turn(), Turn::Ask(Seat::Judge)));
    let paid = |cost| one.now().ledger().of(Seat::Judge).paid(cost);
    assert!(paid(Cost::Transcript) > 0 && paid(Cost::Input) == 2);
}

#[test]
fn without_copies_the_last_state_is_still_the_one_that_is_claimed() {
    let mut game = seated(&tableau(false), ["honest", "lazy", "honest"], 1);
    while game.now().menu().offer(elenchus::rules::Verb::Name).is_none() {
        game.advance().expect("legal");
    }
    let mut human = seated(&tableau(false), ["human", "lazy", "honest"], 1);
    for entry in game.record() {
        human.apply(entry).expect("legal");
    }
    play(&mut *human, Seat::Alice, "name write=0");
    let mv: Move = "name state=back".parse().expect("a move");
    let refused = human.play(Seat::Alice, mv).expect_err("it rejects").to_string();
    assert_eq!(refused, "by the claim the last configuration is in state accept");
    play(&mut *human, Seat::Alice, "name state=accept");
}

#[test]
fn a_plan_is_bisected_by_its_live_bits() {
    let game = {
        let mut game =
            seated(&scenario("million-gates"), ["wrong-at:314159", "honest", "honest"], 1);
        game.table().run().expect("legal");
        game
    };
    let outcome = match game.now().turn() {
        Turn::Over(outcome) => outcome,
        other => panic!("{other:?}"),
    };
    assert_eq!(outcome.winner, Side::Bob);
    let why = game.now().why();
    assert!(why.contains("step 314,159"), "{why}");
    assert_eq!(game.now().ledger().of(Seat::Judge).paid(Cost::Rounds), 20);
}
