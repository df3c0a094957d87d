//! What a program is told is what a person in its seat sees: as values what stands on the board, and the
//! evidence that can be looked at.

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

/// Plays with honest players, and looks before every question at what each seat would see.
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

/// In every shipped scenario: where the board shows the bit of an input or of a step to a seat, the view has
/// it, and where it does not, the view has none either. Of gates that follow from what was read and of rows
/// that are written as they are computed the board may show more cells than there are; those that both have
/// are compared.
#[test]
fn the_bits_of_a_view_are_those_of_the_board() {
    let (mut compared, mut shown, mut hidden) = (0, 0, 0);
    for (id, scenario) in one_in(3, shipped()) {
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
                // What a walk writes are pointers, and what twins have no plan.
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

/// In every shipped scenario that hides something, or lays evidence out: what stands on a person's screen of
/// the evidence is what a program in that seat is told, and it is told of all that the judge has on it.
#[test]
fn the_evidence_on_a_persons_screen_is_what_a_program_is_told() {
    let mut looked = 0;
    for entry in one_in(2, library::shipped()) {
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
        // All that the judge is told of can be looked at on the screen.
        if seat == Seat::Judge && !exhibits.is_empty() {
            stage.press("x").expect("a key");
            let screen = stage.text();
            for own in Exhibit::open_to(&exhibits, seat, game.position()) {
                assert!(screen.contains(own.title.trim()), "{}: {}", entry.id, &*own.title);
            }
        }
    }
    assert!(looked >= 3, "{looked}");
}

/// What the scenario hides is in no message: who plays, and the truth.
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
    // Of what the oracle answers only votes tell.
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

/// What a program of version 1 was told and could answer is there as it was.
#[test]
fn a_program_of_version_1_is_told_what_it_was_told_and_may_answer_as_it_did() {
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
    assert!(schema.contains("Version 1 is this without"), "{schema}");
}
