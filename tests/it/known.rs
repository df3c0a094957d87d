//! A program and a person in the same seat know the same. The program gets the values on the board,
//! and the evidence that the person can open.

use elenchus::analysis::Game;
use elenchus::debate::{Advance, SeatPlan};
use elenchus::outside::MoveRequest;
use elenchus::rules::{Seat, Viewer};
use elenchus::scenario::{Exhibit, library};
use elenchus::text::board::{CellValue, Pane};
use elenchus::text::{KnownFacts, StripCells};
use elenchus::tui::headless::HeadlessPlayground;
use serde_json::Value as Json;

use crate::kit::{one_in, seated, shipped};

/// The bits that a strip of a board shows, cell by cell.
fn bits(
    cells: StripCells,
    position: &dyn elenchus::text::Presentation,
    eye: Viewer,
) -> Option<Vec<Option<bool>>> {
    let board = position.board(eye);
    board.panes.iter().find_map(|pane| match pane {
        Pane::Strip(strip) if strip.cells == cells => {
            let bit = |at: usize| match (strip.mark)(at).value {
                CellValue::Is(text) => match text.as_str() {
                    "0" => Some(false),
                    "1" => Some(true),
                    _ => None,
                },
                _ => None,
            };
            Some((0..strip.len.min(200)).map(bit).collect())
        }
        _ => None,
    })
}

/// Plays with honest players, and checks before every question what each seat would see.
fn at_every_question(game: &mut dyn Game, mut look: impl FnMut(&dyn Game, Seat)) {
    for _ in 0..30 {
        match game.advance() {
            Ok(Advance::Moved(_)) => {}
            _ => break,
        }
        for seat in Seat::ALL {
            look(game, seat);
        }
    }
}

/// In every shipped scenario, a view has the bits of inputs and steps that the board shows to the
/// seat, and no others. The board may show more cells for gates that follow from the bits read, and
/// for rows written during the computation. The test compares the cells that both have.
#[test]
fn the_bits_of_a_view_are_those_of_the_board() {
    let (mut compared, mut shown, mut hidden) = (0, 0, 0);
    for (id, scenario) in one_in(7, shipped()) {
        if ["million", "hundred-thousand"].iter().any(|long| id.contains(long)) {
            continue;
        }
        let walks = matches!(
            scenario.protocol.value,
            elenchus::scenario::ProtocolFile::CircuitWalk(_)
                | elenchus::scenario::ProtocolFile::Twins(_)
        );
        let mut game = seated(&scenario, ["honest"; 3], 1);
        at_every_question(&mut *game, |game, seat| {
            let (now, eye) = (game.position(), Viewer::Seat(seat));
            let KnownFacts { inputs, steps, .. } = now.known(eye);
            let values = [
                (StripCells::Inputs, inputs.iter().map(|own| own.value).collect::<Vec<_>>()),
                (StripCells::Steps, steps.iter().map(|own| own.value).collect()),
            ];
            for (cells, known) in values {
                let Some(board) =
                    bits(cells, now, eye).filter(|own| own.len() == known.len().min(200))
                else {
                    continue;
                };
                // A walk writes pointers, and twins have no plan.
                if walks && cells == StripCells::Steps {
                    continue;
                }
                for (at, (board, known)) in board.iter().zip(&known).enumerate() {
                    assert_eq!(board, known, "{id}: {seat}, {cells:?} {}", at + 1);
                    compared += 1;
                    shown += u32::from(known.is_some());
                    hidden += u32::from(known.is_none());
                }
            }
        });
    }
    assert!(compared > 2_000 && shown > 500 && hidden > 500, "{compared} {shown} {hidden}");
}

/// Every shipped scenario that hides something or has evidence. A person and a program in the same
/// seat get the same evidence. It includes all evidence that the judge has.
#[test]
fn a_program_receives_the_evidence_on_a_persons_screen() {
    let mut looked = 0;
    for entry in one_in(5, library::shipped()) {
        let scenario = entry.scenario.clone().expect("it reads");
        if scenario.hide.is_empty() && scenario.evidence.is_empty() {
            continue;
        }
        let exhibits = scenario.exhibits();
        let Some(seat) = scenario.seat else { continue };
        let mut stage = HeadlessPlayground::new(Vec::new(), (200, 120), None);
        stage.open(&entry);
        stage.press("enter").expect("a key");
        let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while !stage.text().contains("your turn") && std::time::Instant::now() < until {
            stage.wait(std::time::Duration::from_millis(20));
        }
        let screen = stage.text();
        // The same debate, at the person's first question.
        let plans = Seat::each(|other| match scenario.player(other) {
            _ if other == seat => SeatPlan::Human,
            SeatPlan::Human => SeatPlan::honest(),
            plan => plan,
        });
        let opened = elenchus::scenario::open(&scenario).expect("it opens");
        let mut game = opened.restart(opened.seed(), &plans).expect("they sit down");
        let Ok(Advance::Waiting(_)) = game.table().run() else { continue };
        let asked = MoveRequest::new(seat, game.position(), &exhibits, Vec::new());
        let told: Json = serde_json::to_value(&asked).expect("JSON");
        let told = told["evidence"].to_string();
        for exhibit in &exhibits {
            let lines: Vec<String> = exhibit
                .lines()
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
                .filter(|line| line.chars().count() > 20)
                .collect();
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let on_screen = lines.iter().any(|line| plain(&screen).contains(line.as_str()));
            let is_told = told.contains(exhibit.title.trim());
            assert!(!on_screen || is_told, "{}: {} is on the screen", entry.id, &*exhibit.title);
            looked += u32::from(on_screen);
        }
        // The screen can show all evidence that the judge has.
        if seat == Seat::Judge && !exhibits.is_empty() {
            stage.press("x").expect("a key");
            let screen = stage.text();
            for own in Exhibit::open_to(&exhibits, seat, game.position()) {
                // The screen may begin a title with a capital.
                let title = own.title.trim().to_lowercase();
                assert!(screen.to_lowercase().contains(&title), "{}: {}", entry.id, &*own.title);
            }
        }
    }
    assert!(looked >= 3, "{looked}");
}

/// No message contains what the scenario hides: the players and the truth.
#[test]
fn a_view_holds_the_numbers_of_its_debate_and_no_more_than_its_seat_knows() {
    let known = |id: &str, seat: Seat| {
        let scenario = library::find(id).expect("shipped").scenario.expect("right");
        let mut game = seated(&scenario, ["honest"; 3], 1);
        while game.position().turn() != elenchus::rules::Turn::Ask(seat) {
            let Ok(Advance::Moved(_)) = game.advance() else { break };
        }
        game.position().known(Viewer::Seat(seat))
    };
    let bob = known("caffeine-vote", Seat::Bob);
    for name in ["k", "c", "s", "b", "bob_samples", "judge_tolerance", "steps"] {
        assert!(bob.numbers.contains_key(name), "{name}: {:?}", bob.numbers);
    }
    assert!(bob.steps.iter().any(|step| step.op == "ask" && !step.words.is_empty()));
    // Only votes reveal the answers of the oracle.
    let text = serde_json::to_string(&bob).expect("JSON");
    assert!(!text.contains("\"yes\""), "{text}");
    let bob = known("calibrated-bob", Seat::Bob);
    assert!(bob.numbers.contains_key("r") && bob.numbers.contains_key("epsilon"), "{bob:?}");
    assert!(bob.claims.iter().any(|claim| !claim.arguments.is_empty()), "{bob:?}");
    assert!(bob.claims.iter().all(|claim| claim.chance.is_some()), "{bob:?}");
    let judge = known("calibrated-bob", Seat::Judge);
    assert!(judge.claims.iter().all(|claim| claim.chance.is_none() && claim.truth.is_none()));
    let judge = known("nobody-argues", Seat::Judge);
    assert!(judge.inputs.iter().all(|input| input.value.is_none()) && judge.read.is_empty());
    assert_eq!(judge.steps[0].reads.len(), 2, "the wiring is everybody's: {judge:?}");
}

/// The messages and answers of version 1 still work.
#[test]
fn a_program_of_version_1_receives_the_same_messages_and_may_send_the_same_answers() {
    let scenario = library::find("find-the-lie").expect("shipped").scenario.expect("right");
    let mut game = seated(&scenario, ["honest", "human", "honest"], 1);
    game.table().run().expect("it goes on to Bob");
    let asked = MoveRequest::new(Seat::Bob, game.position(), &scenario.exhibits(), Vec::new());
    let told = serde_json::to_value(&asked).expect("JSON");
    let keys: Vec<&str> = told.as_object().expect("an object").keys().map(String::as_str).collect();
    let first = ["question", "notes", "offers", "board", "ledger", "brief", "moves"];
    assert!(first.iter().all(|key| keys.contains(key)), "{keys:?}");
    let later: Vec<&&str> = keys.iter().filter(|key| !first.contains(*key)).collect();
    assert_eq!(later, [&"evidence", &"view"], "{keys:?}");
    for answer in ["{\"move\": \"point 3\"}", "{\"move\": \"point 3\", \"comment\": \"there\"}"] {
        let answer: elenchus::outside::ProgramReply =
            serde_json::from_str(answer).expect("an answer");
        assert_eq!((answer.r#move.as_str(), answer.meta), ("point 3", None));
    }
    let schema = elenchus::outside::schema().to_string();
    assert!(schema.contains("Version 1 has the same messages without"), "{schema}");
}
