//! One false claim through all six chapters, and the progress page.

use std::path::Path;

use elenchus::analysis::Game;
use elenchus::debate::SeatPlan;
use elenchus::rules::{Cost, Seat, Side, Turn};
use elenchus::scenario::{library, open};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::work::CancelToken;

use crate::kit::{self, press, shows};
use crate::lessons::{says, shipped};

const THREAD: [&str; 6] = [
    "pull-request",
    "pull-request-raters",
    "pull-request-run",
    "pull-request-sum",
    "pull-request-obfuscated",
    "pull-request-estimated",
];

#[test]
fn one_false_claim_goes_through_all_six_chapters_in_their_order() {
    let all = library::shipped();
    let mut chapters: Vec<String> = Vec::new();
    let mut of = Vec::new();
    for entry in &all {
        let chapter = entry.scenario.as_ref().expect("it reads").chapter.to_string();
        if !chapters.contains(&chapter) {
            chapters.push(chapter);
        }
        if THREAD.contains(&&*entry.id) {
            of.push((entry.id.clone(), chapters.len()));
        }
    }
    let ids: Vec<(String, usize)> = THREAD.iter().map(|id| id.to_string()).zip(1..).collect();
    assert_eq!((of, chapters.len()), (ids, 6));
    assert_eq!(all.last().map(|entry| &*entry.id), Some(THREAD[5]));
    for id in THREAD {
        let scenario = shipped(id);
        assert!(scenario.claim.contains("this pull request"), "{id}");
        // In some debates, coins choose the world first, so honest programs play here.
        assert_eq!(kit::truth(honest(id).position()), Some(false), "{id}");
    }
}

/// A scenario's debate by its own players, with an honest one in the person's seat.
fn honest(id: &str) -> Box<dyn Game> {
    let mut game = open(&shipped(id)).expect("a debate");
    let seats = Seat::each(|seat| match game.seat_plan(seat) {
        SeatPlan::Human => SeatPlan::honest(),
        plan => plan,
    });
    game.set_seats(&seats).expect("players");
    game.table().run().expect("it ends");
    game
}

/// The judge's total cost.
fn queries(id: &str) -> u64 {
    let game = honest(id);
    let Turn::Over(outcome) = game.position().turn() else { panic!("it is over") };
    assert_eq!(outcome.winner, Side::Bob, "{id}");
    game.position().ledger().account(Seat::Judge).queries()
}

#[test]
fn its_debates_state_correct_numbers() {
    let id = "pull-request-raters";
    let [so, said] = [0.1, 0.8].map(|units| 0.95 * units * 0.9);
    says(id, &format!("holds {so:.3} of the time"));
    says(id, &format!("made it {said:.3}, more than 2 in 3"));
    assert!(said > 2.0 / 3.0 && queries(id) > 0);
    let id = "pull-request-run";
    let scenario = shipped(id);
    // The machine's counter, written in Rust. It subtracts one, and returns to the right end. If it has to borrow
    // beyond the left end, it stops.
    let (mut tape, mut at, mut steps): (Vec<bool>, _, u64) = (Vec::new(), 19_i32, 0);
    tape.extend("0000000000111110100".chars().map(|c| c == '1'));
    let mut polls = true;
    while at >= 1 || !polls {
        let cell = usize::try_from(at - 1).ok().and_then(|cell| tape.get_mut(cell));
        (polls, at) = match (polls, cell) {
            (true, Some(bit)) => {
                *bit = !*bit;
                if *bit { (true, at - 1) } else { (false, at + 1) }
            }
            (false, Some(_)) => (false, at + 1),
            (_, None) => (true, at - 1),
        };
        steps += 1;
    }
    says(id, &format!("gives up after {} steps", elenchus::text::number::count(steps + 1)));
    assert_eq!(kit::truth(open(&scenario).expect("a debate").position()), Some(false));
    let game = open(&scenario).expect("a debate");
    assert_eq!(game.position().ledger().account(Seat::Judge).limit(Cost::Rounds), Some(20));
    says(id, "twenty rounds can reach");
    let id = "pull-request-sum";
    let report = kit::solved(&*open(&shipped(id)).expect("a debate")).expect("solved").to_json();
    assert_eq!(report["query_complexity"]["size"], 196);
    assert_eq!((queries(id), 196f64.log2().ceil()), (11, 8.0));
    says(id, "which of 196 gates is wrong and three say what is there: eleven reads");
    says(id, "For a million gates it would be 23");
    assert_eq!(1e6f64.log2().ceil() + 3.0, 23.0);
    let id = "pull-request-obfuscated";
    let game = open(&shipped(id)).expect("a debate");
    let seats = ["obfuscator", "honest", "honest"].map(|name| SeatPlan::Program(name.into()));
    let alice = game.exact(&seats, &CancelToken::default()).expect("it is solved").get();
    assert!((alice - 15.0 / 16.0).abs() < 1e-12);
    says(id, "once in 16 debates");
    says("pull-request-estimated", "loses 15 times in 16");
}

/// The shipped library at 80×24, with the saved data in this folder.
fn course(data: &Path) -> HeadlessPlayground {
    HeadlessPlayground::new(library::shipped(), (80, 24), Some(data.to_owned()))
}

#[test]
fn a_model_answer_appears_beside_ones_own_and_the_next_window_has_both() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = course(data.path());
    press(&mut stage, "C");
    kit::until(&mut stage, &["Why do twenty bits beat a liar?"]);
    let models =
        |stage: &HeadlessPlayground| stage.text().contains("A false claim has a wrong step");
    assert!(!models(&stage), "{}", stage.text());
    press(&mut stage, "enter 'One wrong step is enough.' enter");
    assert!(models(&stage), "{}", stage.text());
    let answered = |stage: &HeadlessPlayground| stage.text().matches("  answered").count();
    assert_eq!(answered(&stage), 1, "{}", stage.text());
    let mut stage = course(data.path());
    press(&mut stage, "C");
    kit::until(&mut stage, &["One wrong step is enough.", "You have predicted no winner yet."]);
    insta::assert_snapshot!(stage.text());
    // A long answer stays fully visible during typing.
    press(&mut stage, "enter");
    stage.type_text(&" She has to write every step before she knows which is read.".repeat(4));
    shows(&stage, &["One wrong step is enough. She"]);
    press(&mut stage, "enter");
    shows(&stage, &["One wrong step is enough. She"]);
}

#[test]
fn every_model_answer_can_be_read_on_a_small_screen() {
    let data = tempfile::tempdir().expect("a folder");
    let mut stage = course(data.path());
    press(&mut stage, "C");
    for question in 1..=6 {
        press(&mut stage, "enter 'so' enter");
        let pages = stage.on_offer().iter().any(|(_, words)| words == "a page");
        assert!(!pages, "question {question}: {}", stage.text());
        press(&mut stage, "down");
    }
}

#[test]
fn the_last_debate_leads_to_the_progress_page() {
    let data = tempfile::tempdir().expect("a folder");
    let entries = ["contract-comma", "find-the-lie"].map(|id| library::find(id).expect("shipped"));
    let mut stage =
        HeadlessPlayground::new(entries.to_vec(), (80, 24), Some(data.path().to_owned()));
    press(&mut stage, "down enter");
    shows(&stage, &["you are Bob"]);
    press(&mut stage, "3 enter esc");
    shows(&stage, &["▸ Your progress"]);
    press(&mut stage, "enter");
    shows(&stage, &["You played 1 of 2 debates"]);
}
