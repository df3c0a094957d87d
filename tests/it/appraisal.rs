//! One price for a move: the goal, the review, the ending, exports and commands say the same of a debate.

use elenchus::analysis::Game;
use elenchus::debate::Advance;
use elenchus::exercise::{Habits, appraised, habits};
use elenchus::rules::{Eye, Seat};
use elenchus::scenario::{Scenario, library, open};
use elenchus::tui::stage::Stage;
use elenchus::work::Token;

use crate::lessons::shipped;

/// A shipped debate, played to its end with these moves of its person.
fn played(id: &str, moves: &[&str]) -> (Scenario, Box<dyn Game>) {
    let scenario = shipped(id);
    let mut game = open(&scenario).expect("it opens");
    let mut moves = moves.iter();
    while let advanced = game.advance().expect("it goes on")
        && !matches!(advanced, Advance::Over(_))
    {
        if let Advance::Waiting(seat) = advanced {
            let mv = moves.next().expect("a move").parse().expect("a move");
            game.play(seat, mv).expect("it is legal");
        }
    }
    (scenario, game)
}

fn said(id: &str, moves: &[&str]) -> String {
    let (scenario, game) = played(id, moves);
    let all = appraised(&scenario, &*game, &Token::default());
    all.into_iter().map(|(sentence, _)| sentence).collect::<Vec<_>>().join("\n")
}

/// The pages of the side panel of the review of a shipped debate that these keys play, wrapped as it is.
fn reviewed(id: &str, keys: &str) -> String {
    let mut stage = Stage::new(library::shipped(), (80, 60), None);
    stage.open(&library::find(id).expect("it is shipped"));
    stage.press(keys).expect("keys");
    while stage.on_offer().iter().any(|(_, words)| words == "skip") {
        stage.press("esc").expect("a key");
    }
    stage.press("v").expect("a key");
    stage.wait(std::time::Duration::from_secs(10));
    let text = stage.text();
    let side = text
        .lines()
        .filter_map(|line| line.rsplit_once(['│', '┤', '┬']))
        .map(|(_, side)| side.trim());
    side.collect::<Vec<_>>().join(" ")
}

const LAW: [&str; 5] =
    ["estimate 0.316", "estimate 0.75", "estimate 0.75", "estimate 0.75", "estimate 0.75"];

/// The four intervals: what the goal asks for is what is priced, in the review as in the page of habits.
#[test]
fn who_holds_par_is_blamed_for_nothing_and_the_prices_are_those_of_the_habits() {
    let said = said("four-estimates", &LAW);
    assert!(said.contains("Par was held"), "{said}");
    for blames in ["slip", "blunder", "Move ", "lost it", "off"] {
        assert!(!said.contains(blames), "{blames}: {said}");
    }
    let Habits { paid: [law, honest, ..], .. } =
        habits(&shipped("four-estimates"), &Token::default()).expect("it opens").expect("payments");
    let price = format!(
        "An honest Bob, Alice obfuscator: Alice is paid {:.3} on average; with the numbers that the \
         goal asks for, {:.3}.",
        honest.expect("exact"),
        law.expect("exact")
    );
    assert!(said.contains(&price), "{price}\n{said}");
    let shown = reviewed(
        "four-estimates",
        "enter 0 . 3 2 enter 0 . 7 5 enter 0 . 7 5 enter 0 . 7 5 enter 0 . 7 5 enter",
    );
    assert!(shown.contains(&price), "{price}\n{shown}");
    assert!(shown.contains("Par was held") && !shown.contains("cost you"), "{shown}");
}

#[test]
fn a_number_that_was_asked_for_and_not_said_is_what_par_was_lost_by() {
    let mut moves = LAW;
    moves[0] = "estimate 0";
    let said = said("four-estimates", &moves);
    assert!(said.contains("Par that was not held"), "{said}");
    assert!(said.contains("was a number that was off"), "{said}");
    assert!(
        said.contains("The goal asks for 0.316 here, to within 0.02: that is 0.316 off."),
        "{said}"
    );
    // By how the claims truly are it was the best there is; that is not what was asked.
    assert!(!said.contains("cost you"), "{said}");
}

/// Of a part of the proof it is 0.750 to Bob, and its four steps make it 0.772.
#[test]
fn the_number_that_a_goal_asks_for_can_be_seen_where_it_is_asked_for() {
    for id in ["obfuscator", "needle-estimates", "four-estimates"] {
        let mut game = open(&shipped(id)).expect("it opens");
        let mut seen = 0;
        loop {
            let seat = match game.advance().expect("it goes on") {
                Advance::Moved(_) => continue,
                Advance::Over(_) => break,
                Advance::Waiting(seat) => seat,
            };
            let now = game.now();
            let due = now.by_its_parts().expect("a number is asked for");
            let rule = now.brief(Eye::Seat(Seat::Bob)).rule.join(" ");
            let numbers = rule.split_whitespace().map(|word| word.trim_end_matches(['.', ',']));
            let near = |x: f64| (x - due).abs() < 0.005;
            let shown = numbers.filter_map(|word| word.parse().ok()).any(near);
            assert!(shown, "{id}: {due}: {rule}");
            let mv = format!("estimate {due:.3}").parse().expect("a move");
            game.play(seat, mv).expect("it is legal");
            seen += 1;
        }
        assert!(seen > 4, "{id}");
    }
}

/// Going on is as good as honest play, and an abort is better: neither is called best.
#[test]
fn a_move_worth_more_than_honest_play_is_a_gain_and_one_worth_as_much_is_sound() {
    let mut stage = Stage::new(library::shipped(), (80, 40), None);
    stage.open(&library::find("ten-desks-look").expect("it is shipped"));
    stage.press("enter left enter right enter esc v").expect("keys");
    stage.wait(std::time::Duration::from_secs(10));
    let text = stage.text();
    let row = |what: &str| text.lines().find(|line| line.contains("you ") && line.contains(what));
    assert!(row("go on").is_some_and(|row| row.contains(": sound")), "{text}");
    assert!(row("abort").is_some_and(|row| row.contains(": gain")), "{text}");
}

#[test]
fn a_wrong_ruling_that_moved_no_value_is_not_said_to_have_cost_0() {
    let said = said("one-sided-brief", &["rule alice"]);
    assert!(said.contains("Goal that was not reached"), "{said}");
    assert!(!said.contains("cost you 0\n") && !said.contains("cost you   0"), "{said}");
}

/// What all that may be read does not decide is nobody's wrong ruling: the side that is right wins.
#[test]
fn a_ruling_that_nothing_read_decides_counts_for_what_it_is() {
    let said = said("one-sided-brief", &["rule bob"]);
    assert!(said.contains("Goal reached"), "{said}");
    assert!(!said.contains("does not count"), "{said}");
}

#[test]
fn without_copies_no_bound_is_said_to_settle_anything() {
    let numbers = |id: &str| {
        let game = open(&shipped(id)).expect("it opens");
        game.now().brief(Eye::All).numbers.join(" ")
    };
    assert!(!numbers("two-faced-alice").contains("settle these"));
    assert!(numbers("two-faced-alice").contains("They settle nothing."));
    assert!(numbers("two-faced-alice-with-copies").contains("settle these 7 steps"));
}

/// What is made to be lost is held out, and no win.
#[test]
fn what_is_made_to_be_lost_is_not_counted_as_won() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut stage = Stage::new(library::shipped(), (80, 24), Some(folder.path().to_owned()));
    stage.press("down down enter enter enter left enter esc q").expect("keys");
    let text = stage.text();
    let row = text.lines().find(|line| line.contains("Two-faced Alice           judge"));
    assert!(row.is_some_and(|row| row.contains("held")), "{text}");
    assert!(!text.lines().next().is_some_and(|row| row.contains("won")), "{text}");
}
