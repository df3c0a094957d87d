//! Turing machines as files, bisected and cross-examined.

use elenchus::analysis::Game;
use elenchus::debate::{Advance, RecordEntry};
use elenchus::rules::{Cost, Half, Move, Seat, Side, Turn, Viewer};
use elenchus::scenario::{ProtocolFile, Scenario, open, read, write};
use elenchus::text::ArgumentPrompt;
use elenchus::text::board::{CellFlaw, CellValue, Pane, TapeCell, TapeRow};

use crate::kit::{self, evaluated, named as scenario, play, seated, seen, settle};

fn winner(game: &dyn Game) -> Option<Side> {
    match game.position().turn() {
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
        let run = game.position().ledger().account(Seat::Alice).paid(Cost::Steps);
        assert_eq!(run, steps, "{file}");
        let again = read(file, &write(&scenario).expect("YAML")).expect("it reads back");
        assert_eq!(again, scenario, "{file}");
    }
}

#[test]
fn a_faulty_machine_in_a_scenario_is_named_with_its_place() {
    let good = write(&scenario("midpoint-hunt")).expect("YAML");
    let bad = good.replacen("R: back", "R: bcak", 1);
    let fault = open(&kit::scenario(&bad)).err().expect("a fault");
    assert!(fault.message.contains("`bcak`"), "{}", fault.message);
    let line = bad.lines().position(|line| line.contains("bcak")).expect("it is there");
    assert_eq!(fault.place.unwrap().line as usize, line + 1);
}

/// The smuggled cell, played by a person who runs the machine in every round.
#[test]
fn a_person_catches_a_lie_in_a_million_steps_in_twenty_choices() {
    let mut game = seated(&scenario("smuggled-cell"), ["wrong-at:700001:1", "human", "honest"], 1);
    let mut choices = 0;
    while game.table().run().expect("legal") == Advance::Waiting(Seat::Bob) {
        play(&mut *game, "run");
        let board = game.position().board(Viewer::Seat(Seat::Bob));
        let differs = |tape: TapeRow| {
            let differs = tape.cells.iter().any(|cell| cell.mark.flaw == CellFlaw::Differs);
            tape.state.contains('≠') || differs
        };
        let lied = board.panes.iter().any(|pane| match pane {
            Pane::Tapes(tapes) => tapes.in_play().into_iter().any(differs),
            _ => false,
        });
        drop(board);
        play(&mut *game, if lied { "dispute first" } else { "dispute second" });
        choices += 1;
    }
    assert_eq!((choices, winner(&*game)), (20, Some(Side::Bob)));
    let judge = game.position().ledger().account(Seat::Judge);
    assert_eq!((judge.paid(Cost::Transcript), judge.limit(Cost::Transcript)), (572, Some(572)));
}

/// Round 6 of that debate, with the numbers of its screen.
#[test]
fn the_board_of_round_six_shows_intervals_tapes_and_costs() {
    let mut game = seated(&scenario("smuggled-cell"), ["wrong-at:700001:1", "human", "honest"], 1);
    for half in ["second", "first", "second", "first", "second"] {
        play(&mut *game, &format!("dispute {half}"));
    }
    play(&mut *game, "run");
    let now = game.position();
    let (judge, bob) = (now.ledger().account(Seat::Judge), now.ledger().account(Seat::Bob));
    assert_eq!((judge.paid(Cost::Rounds), judge.limit(Cost::Rounds)), (5, Some(20)));
    assert_eq!((judge.paid(Cost::Transcript), judge.limit(Cost::Transcript)), (182, Some(572)));
    assert_eq!(bob.paid(Cost::Steps), 16_384);
    assert_eq!(now.ledger().account(Seat::Alice).paid(Cost::Steps), 1_048_556);
    let board = now.board(Viewer::Seat(Seat::Bob));
    let Pane::Intervals(intervals) = &board.panes[0] else { panic!("intervals come first") };
    let rounds = intervals.rounds.iter();
    let last: Vec<_> = rounds.clone().skip(3).map(|i| (i.from, i.middle, i.to, i.kept)).collect();
    assert_eq!(last[0], (655_347, 720_882, 786_417, Some(Half::First)));
    assert_eq!(last[1], (655_347, 688_114, 720_882, Some(Half::Second)));
    assert_eq!(last[2..], [(688_114, 704_498, 720_882, None)]);
    assert!(rounds.clone().all(|round| round.lie.is_none()), "review only");
    let Pane::Tapes(tapes) = &board.panes[1] else { panic!("then tapes") };
    let tapes = tapes.in_play();
    let row = |tape: &TapeRow| -> String {
        let glyph = |cell: &TapeCell| match &cell.mark.value {
            CellValue::Is(text) => text.clone(),
            other => panic!("{other:?}"),
        };
        tape.cells.iter().map(glyph).collect()
    };
    // The start, Alice's middle, and Bob's.
    for (tape, cells, head) in [
        (&tapes[0], "_0101010000000000000_", 13),
        (&tapes[1], "_1101011000000000000_", 15),
        (&tapes[2], "_0101011000000000000_", 15),
    ] {
        assert_eq!((&*row(tape), tape.head), (cells, Some(head)), "{}", tape.title);
    }
    let flaw = |at: &usize| tapes[1].cells[*at].mark.flaw == CellFlaw::Differs;
    assert_eq!((0..21).filter(flaw).collect::<Vec<usize>>(), [1]);
    // Alice does not see Bob's run.
    let board = now.board(Viewer::Seat(Seat::Alice));
    let Pane::Tapes(tapes) = &board.panes[1] else { panic!("then tapes") };
    assert!(tapes.in_play().iter().all(|tape| !tape.title.contains("own")));
}

#[test]
fn the_choice_after_which_a_lie_cannot_be_caught_is_known() {
    let mut game = seated(&scenario("midpoint-hunt"), ["wrong-at:77:2", "human", "honest"], 1);
    // Step 77 is in the first hundred, and not in the first fifty.
    for value in [0.0, 0.0, 1.0] {
        settle(&mut *game);
        let here = game.tree().here();
        assert_eq!(evaluated(&*game, here).expect("an exact value").honest, value);
        play(&mut *game, "dispute first");
    }
    while game.position().turn() == Turn::Ask(Seat::Bob) {
        play(&mut *game, "dispute first");
    }
    assert_eq!(winner(&*game), Some(Side::Alice));
}

#[test]
fn only_a_lie_is_admitted_among_wrong_configurations() {
    let mut game = seated(&scenario("binary-increment"), ["human", "honest", "honest"], 1);
    for text in ["state=right head=1 tape=_1011_", "nonsense"] {
        let mv: Move = format!("name {text}").parse().expect("a move");
        assert!(game.play(Seat::Alice, mv).is_err(), "{text}");
    }
    play(&mut *game, "name state=done head=5 tape=111111");
    assert!(matches!(game.position().turn(), Turn::Ask(Seat::Alice)));
}

#[test]
fn a_judge_who_is_the_oracle_answers_one_question_and_that_is_the_ruling() {
    for (answer, side) in [("yes", Side::Alice), ("no", Side::Bob)] {
        let mut game = open(&scenario("rhythm")).expect("it opens");
        assert_eq!(game.table().run().expect("legal"), Advance::Waiting(Seat::Judge));
        assert_eq!(game.position().prompt().notes[0], "In the word rhythm, is y a vowel?");
        play(&mut *game, &format!("answer {answer}"));
        assert_eq!(winner(&*game), Some(side));
        assert_eq!(game.position().ledger().account(Seat::Judge).paid(Cost::Oracle), 1);
        // Alice is honest. A wrong answer is the judge's, and the review does not blame her.
        let said = format!(
            "{} {}",
            game.position().outcome_reason(),
            game.position().decided_by().expect("it is over")
        );
        assert_eq!(said.contains("oracle"), side == Side::Bob, "{said}");
        assert!(!said.contains("wrong configuration"), "{said}");
    }
}

#[test]
fn a_skipped_writer_is_caught_by_naming_it_and_not_by_the_step_alone() {
    for (bob, side) in [
        ("skipped 41 written 27", Side::Bob),
        ("point 41", Side::Alice),
        ("skipped 41 written 25", Side::Alice),
        ("skipped 41 written 26", Side::Alice),
    ] {
        let mut game = seated(&scenario("who-wrote-last"), ["skip:41", "human", "honest"], 1);
        play(&mut *game, bob);
        assert_eq!(winner(&*game), Some(side), "{bob}");
    }
}

#[test]
fn a_smuggled_symbol_is_named_with_its_origin_and_its_first_reader() {
    for (alice, steps) in
        [("wrong-at:40:1", &["Step 57", "step 40"][..]), ("wrong-at:50", &["Step 50"])]
    {
        let mut game = seated(&scenario("tableau-smuggled-cell"), [alice, "point:40", "honest"], 1);
        game.table().run().expect("legal");
        assert_eq!(winner(&*game), Some(Side::Alice));
        let words = game.position().decided_by().expect("it is over");
        assert!(steps.iter().all(|step| words.contains(step)), "{words}");
        // A step that is itself wrong hides nothing.
        assert_eq!(words.contains("From step"), steps.len() > 1, "{words}");
    }
}

#[test]
fn the_judge_sees_the_neighbourhood_of_the_disputed_cell_and_nothing_else() {
    let mut game =
        seated(&scenario("tableau-smuggled-cell"), ["wrong-at:40:1", "honest", "honest"], 1);
    game.table().run().expect("legal");
    assert_eq!(winner(&*game), Some(Side::Bob));
    let board = game.position().board(Viewer::Seat(Seat::Judge));
    let Pane::Table(table) = &board.panes[0] else { panic!("the tableau comes first") };
    assert_eq!((table.len, table.here), (110, Some(56)));
    let mut read = Vec::new();
    for at in 0..table.len {
        for (column, mark) in (table.row)(at).into_iter().enumerate().skip(2) {
            match mark.value {
                CellValue::Unread => assert_eq!(mark.read, None),
                _ => read.push((at + 1, column, mark.read.expect("it was read"))),
            }
        }
    }
    // Step 57 as written, then state and head of step 56. No step wrote the cell.
    assert_eq!(read, [(56, 3, 5), (56, 4, 6), (57, 2, 1), (57, 3, 2), (57, 4, 3), (57, 5, 4)]);
    let judge = game.position().ledger().account(Seat::Judge);
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
        assert_eq!((crate::kit::truth(game.position()), winner(&*game)), (Some(false), Some(side)));
        let warned = !game.position().brief(Viewer::All).warnings.is_empty();
        assert_eq!(warned, !copies);
    }
}

#[test]
fn without_copies_the_judge_sees_what_alice_says_and_nothing_of_what_she_wrote() {
    let told = |alice: &str| {
        let mut game = seated(&tableau(false), [alice, "lazy", "honest"], 1);
        game.table().run().expect("legal");
        game.record().iter().find_map(|entry| match entry {
            RecordEntry::Move { mv: mv @ Move::Tell(_), .. } => Some(mv.to_string()),
            _ => None,
        })
    };
    let begun = |alice: &str| {
        let mut game = seated(&tableau(false), ["human", "human", "human"], 1);
        play(&mut *game, &told(alice).expect("she wrote"));
        play(&mut *game, "point 57");
        game
    };
    let (mut one, mut other) = (begun("honest"), begun("wrong-at:40:1"));
    let mut said = 0;
    while let Turn::Ask(Seat::Alice) = one.position().turn() {
        let prompt = one.position().prompt();
        let ArgumentPrompt::Text { start: Some(text), .. } = &prompt.offers[0].fill else {
            panic!("she says it in text")
        };
        let wrong: Move = "name nonsense".parse().expect("a move");
        assert!(one.play(Seat::Alice, wrong).is_err(), "no field");
        for game in [&mut one, &mut other] {
            play(&mut **game, &format!("name {text}"));
        }
        said += 1;
        let judge = Viewer::Seat(Seat::Judge);
        assert_eq!(seen(one.position(), judge), seen(other.position(), judge));
    }
    // The step's four fields, and the state and the head before it. The input appears unchanged.
    assert_eq!(said, 6);
    assert!(matches!(one.position().turn(), Turn::Ask(Seat::Judge)));
    let paid = |cost| one.position().ledger().account(Seat::Judge).paid(cost);
    assert!(paid(Cost::Transcript) > 0 && paid(Cost::Input) == 2);
}

#[test]
fn without_copies_the_last_state_is_still_the_one_that_is_claimed() {
    let mut game = seated(&tableau(false), ["honest", "lazy", "honest"], 1);
    while game.position().menu().offer(elenchus::rules::Verb::Name).is_none() {
        game.advance().expect("legal");
    }
    let mut human = seated(&tableau(false), ["human", "lazy", "honest"], 1);
    for entry in game.record() {
        human.apply(entry).expect("legal");
    }
    play(&mut *human, "name write=0");
    let rejects: Move = "name state=back".parse().expect("a move");
    assert!(human.play(Seat::Alice, rejects).is_err());
    play(&mut *human, "name state=accept");
}

#[test]
fn a_plan_is_bisected_by_its_live_bits() {
    let mut game = seated(&scenario("million-gates"), ["wrong-at:314159", "honest", "honest"], 1);
    game.table().run().expect("legal");
    assert_eq!(winner(&*game), Some(Side::Bob));
    assert!(
        game.position().outcome_reason().contains("314,159"),
        "{}",
        game.position().outcome_reason()
    );
    assert_eq!(game.position().ledger().account(Seat::Judge).paid(Cost::Rounds), 20);
}
