//! The review of a debate: facts of the one value that screens, exports and commands write down, and a
//! snapshot of its sentences.

use elenchus::analysis::Game;
use elenchus::debate::{Advance, SeatPlan};
use elenchus::review::{
    GoalCondition, GoalReview, MistakeKind, MoveRemark, People, Review, SubstituteValues, combine,
    parts, reviewed, right_side,
};
use elenchus::rules::{Actor, Seat, Side, Viewer};
use elenchus::scenario::{Attempt, GoalKind, Scenario, Verdict, library, open, read, write};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::work::CancelToken;

use crate::kit::{SMALL, about, folder, opened, press, programs, scenario, stage, until_evaluated};
use crate::lessons::shipped;

/// A shipped debate, played to its end with these moves of its person.
fn played(id: &str, moves: &[&str]) -> (Scenario, Box<dyn Game>) {
    let scenario = shipped(id);
    let game = over(&scenario, moves);
    (scenario, game)
}

fn over(scenario: &Scenario, moves: &[&str]) -> Box<dyn Game> {
    let mut game = open(scenario).expect("it opens");
    let mut moves = moves.iter();
    while let Advance::Waiting(seat) = game.table().run().expect("it goes on") {
        let mv = moves.next().expect("a move").parse().expect("a move");
        game.play(seat, mv).expect("it is legal");
    }
    game
}

/// What these players come to in a shipped debate.
fn paid(id: &str, alice: &str, bob: &str) -> f64 {
    let seats = programs([alice, bob, "honest"]);
    opened(id).exact(&seats, &CancelToken::default()).expect("exact").get()
}

/// The review of a shipped debate, played to its end with these moves of its person.
fn judged(id: &str, moves: &[&str]) -> Review {
    let (scenario, game) = played(id, moves);
    reviewed(&scenario, &*game, &CancelToken::default()).expect("a person played to the end")
}

fn goal(judged: &Review) -> &GoalReview {
    judged.goal.as_ref().expect("it is over")
}

/// What the move is called that is told of.
fn fault(judged: &Review) -> Option<MistakeKind> {
    judged.moves[judged.told?].fault
}

/// Every kind of sentence, once: it changes with this file alone.
#[test]
fn the_words_about_debates_stay_as_they_are() {
    let [law, off] = ["0.316", "0"].map(|first| {
        let others = ["0.75"; 4].into_iter();
        std::iter::once(first).chain(others).map(|p| format!("estimate {p}")).collect::<Vec<_>>()
    });
    let read =
        |ruling: &str| ["read step 4", "read step 5", "read step 6", ruling].map(String::from);
    let debates = [
        ("four-estimates", law),
        ("four-estimates", off),
        ("two-parcels", ["0.5", "0.5", "0.9"].map(|p| format!("estimate {p}")).to_vec()),
        ("four-intervals", vec!["pick 1".to_owned()]),
        ("one-sided-brief", vec!["rule alice".to_owned()]),
        ("two-faced-alice", read("rule alice").to_vec()),
        ("two-faced-alice", read("rule bob").to_vec()),
        ("two-faced-alice", vec!["rule alice".to_owned()]),
    ];
    let mut all = String::new();
    for (id, moves) in debates {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        all += &format!("{id}: {}\n", moves.join(", "));
        for (sentence, _) in judged(id, &moves).sentences() {
            all += &format!("  {}\n", sentence.replace('\n', "\n  "));
        }
    }
    insta::assert_snapshot!(all);
}

const LAW: [&str; 5] =
    ["estimate 0.316", "estimate 0.75", "estimate 0.75", "estimate 0.75", "estimate 0.75"];

/// The four intervals: what the goal asks for is what is priced.
#[test]
fn a_bob_who_holds_par_is_blamed_for_nothing_and_the_prices_are_exact() {
    let id = "four-estimates";
    let judged = judged(id, &LAW);
    assert_eq!((goal(&judged).kind, goal(&judged).verdict), (GoalKind::Par, Verdict::Reached));
    assert!(judged.told.is_none() && judged.losing.is_none() && judged.lost_by.is_none());
    let alice = opened(id).seat_plan(Seat::Alice).words();
    let prices = &judged.prices[0];
    let found = [prices.honest, prices.asked].map(|paid| paid.expect("exact").get());
    assert_eq!(found, ["calibrated", "marginal"].map(|bob| paid(id, &alice, bob)));
}

#[test]
fn a_number_that_was_asked_for_and_not_said_is_what_par_was_lost_by() {
    let mut moves = LAW;
    moves[0] = "estimate 0";
    let judged = judged("four-estimates", &moves);
    assert_eq!(goal(&judged).verdict, Verdict::Missed);
    assert_eq!(fault(&judged), Some(MistakeKind::OffNumber));
    // By how the claims truly are it was the best there is; that is not what was asked.
    let told = &judged.moves[judged.told.expect("a move")];
    assert!(!told.made.is_mistake());
    let due = told.due.expect("a number");
    assert_eq!(format!("{:.3} {:.3} {}", due.number, due.off, due.within), "0.316 0.316 0.02");
}

/// Par is one price: the numbers of the goal pay the same to every wrong Alice who knows no more than Bob, and
/// honest numbers pay one of them more. An ending says so of this debate, of the needle too, where they pay
/// the Alice who sits there less.
#[test]
fn the_numbers_that_a_goal_asks_for_pay_every_wrong_alice_the_same_who_knows_no_more() {
    for id in ["four-estimates", "needle-estimates", "pull-request-estimated", "obfuscator"] {
        let par = paid(id, "obfuscator", "marginal");
        let alices = ["obfuscator", "ignorant", "marginal"];
        assert!(
            alices.iter().all(|alice| (paid(id, alice, "marginal") - par).abs() < 1e-9),
            "{id}"
        );
        assert!(alices.iter().any(|alice| paid(id, alice, "honest") > par + 0.5), "{id}");
        let [alice, _, judge] = programs(["obfuscator", "honest", "honest"]);
        let goal = shipped(id);
        let goal = goal.goal_in(Some(Seat::Bob));
        let seats = [alice, SeatPlan::Human, judge];
        let prices = SubstituteValues::compute(&*opened(id), &seats, goal, &CancelToken::default());
        let ignorant = prices[0].ignorant.map(|paid| paid.map(|paid| format!("{:.9}", paid.get())));
        let due = [paid(id, "ignorant", "honest"), par].map(|paid| format!("{paid:.9}"));
        assert_eq!(ignorant, Some(due), "{id}");
    }
    let sits = |bob| paid("needle-estimates", "obfuscator", bob);
    assert!(sits("honest") < sits("marginal"));
}

/// What `m` leads to is what the goal calls off, honest numbers too: the goal asks for others.
#[test]
fn every_number_that_is_off_is_a_mistake_to_the_goal_and_to_the_review() {
    let honest = ["0", "0.75", "0.667", "0.5", "0"].map(|p| format!("estimate {p}"));
    let (scenario, game) = played("four-estimates", &honest.each_ref().map(|mv| &**mv));
    let judged = reviewed(&scenario, &*game, &CancelToken::default()).expect("it is over");
    let tree = game.tree();
    let own = |&at: &usize| {
        tree.played(tree.line()[at - 1])
            .is_some_and(|played| played.actor == Actor::Seat(Seat::Bob))
    };
    let mine: Vec<usize> = (1..=tree.line().len()).filter(own).collect();
    // The second, 0.75, is as the parts make it.
    let off: Vec<usize> = [0, 2, 3, 4].map(|at| mine[at]).to_vec();
    let mistakes = judged.mistakes();
    let blamed: Vec<usize> = mistakes.iter().copied().filter(|at| mine.contains(at)).collect();
    assert_eq!(blamed, off);
    let law = goal(&judged).parts.iter().find(|part| matches!(part.aim, GoalCondition::Law { .. }));
    assert_eq!(law.map(|part| part.aim), Some(GoalCondition::Law { within: 0.02, of: 5, off: 4 }));
    let keys = "enter 0 enter 0 . 7 5 enter 0 . 6 6 7 enter 0 . 5 enter 0 enter esc v";
    let mut stage = stage("four-estimates", SMALL, keys);
    until_evaluated(&mut stage);
    // It opens on the one that is furthest off, and goes round; Alice's wrong answer is a mistake too.
    let last = mistakes.iter().position(|&at| at == off[3]).expect("a mistake");
    for n in 0..=mistakes.len() {
        let at = mistakes[(last + n) % mistakes.len()];
        let text = stage.text();
        assert!(text.contains(&format!(" ▸ {at:>2} ")), "{at}: {text}");
        assert!(!mine.contains(&at) || text.contains(&format!("Move {at}, yours")), "{at}: {text}");
        stage.press("m").expect("a key");
    }
}

/// Of a part of the proof it is 0.750 to Bob, and its four steps make it 0.772.
#[test]
fn the_number_that_a_goal_asks_for_can_be_seen_where_it_is_asked_for() {
    for id in ["obfuscator", "needle-estimates", "four-estimates", "pull-request-estimated"] {
        let mut game = open(&shipped(id)).expect("it opens");
        let mut seen = 0;
        loop {
            let seat = match game.advance().expect("it goes on") {
                Advance::Moved(_) => continue,
                Advance::Over(_) => break,
                Advance::Waiting(seat) => seat,
            };
            let now = game.position();
            let due = now.by_its_parts().expect("a number is asked for");
            let rule = now.brief(Viewer::Seat(Seat::Bob)).rule.join(" ");
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

#[test]
fn a_wrong_ruling_that_moved_no_value_is_not_said_to_have_cost_0() {
    let judged = judged("one-sided-brief", &["rule alice"]);
    assert_eq!(goal(&judged).verdict, Verdict::Missed);
    let told = &judged.moves[judged.told.expect("a ruling")];
    assert!(told.is_mine && !told.made.is_mistake());
}

/// What all that may be read does not decide is nobody's wrong ruling: the side that is right wins.
#[test]
fn a_ruling_that_nothing_read_decides_counts_for_what_it_is() {
    let judged = judged("one-sided-brief", &["rule bob"]);
    assert_eq!((goal(&judged).verdict, &goal(&judged).doubt), (Verdict::Reached, &None));
}

/// The rules bind the judge to what was read on trial. A ruling that keeps to them is not praised where the
/// side that is wrong wins by it; one that does not keep to them is told which side that is.
#[test]
fn a_ruling_for_a_lie_is_held_by_the_rules_and_not_without_loss() {
    let id = "two-faced-alice";
    let reads = ["read step 4", "read step 5", "read step 6"];
    let ruled = |side: &'static str| [&reads[..], &[side]].concat();
    let game = played(id, &ruled("rule alice")).1;
    assert_eq!(right_side(&*game), Some(Side::Bob));
    let kept = judged(id, &ruled("rule alice"));
    assert!(goal(&kept).by_the_rules && goal(&kept).verdict == Verdict::Reached);
    let broken = judged(id, &ruled("rule bob"));
    let doubt = goal(&broken).doubt.as_ref().map(|wrong| wrong.due.to_string());
    assert_eq!(doubt.as_deref(), Some("rule alice"));
    assert!(!goal(&broken).by_the_rules);
    let guessed = judged(id, &["rule alice"]);
    assert!(goal(&guessed).guessed && !goal(&guessed).by_the_rules);
}

/// Par is the value of honest play against the player who sits there. Among honest players alone the value
/// is another where Alice is wrong, and says so.
#[test]
fn the_value_of_honest_play_is_told_apart_from_par() {
    let honest = |alice: &str| paid("two-parcels", alice, "honest");
    let judged = judged("two-parcels", &["estimate 0.5", "estimate 0.5", "estimate 0.9"]);
    assert!(honest("honest") > honest("ignorant") + 0.1);
    let near = |x: f64, y: f64| (x - y).abs() < 1e-9;
    assert!(judged.moves[0].made.value.is_some_and(|value| near(value, honest("honest"))));
    assert_eq!(judged.departing, Some(Seat::Alice));
    let par = judged.prices[0].honest.expect("exact").get();
    assert!(near(par, honest("ignorant")), "{par}");
    assert_eq!(fault(&judged), Some(MistakeKind::OffNumber));
}

/// A debate that is made to be lost is held out, and is no win.
#[test]
fn a_debate_made_to_be_lost_is_not_counted_as_won() {
    let folder = folder();
    let mut stage =
        HeadlessPlayground::new(library::shipped(), SMALL, Some(folder.path().to_owned()));
    let text = press(&mut stage, "down down enter enter enter left enter esc q");
    let row = text.lines().find(|line| line.contains("Two-faced Alice           judge"));
    assert!(row.is_some_and(|row| row.contains("held")), "{text}");
    assert!(!text.lines().next().is_some_and(|row| row.contains("won")), "{text}");
}

/// Where honest play guesses, a guess that fails is bad luck: it is told of, and not blamed.
#[test]
fn a_wrong_pick_among_parts_that_honest_play_guesses_among_is_unlucky_and_no_blunder() {
    for place in ["1", "2", "3"] {
        let judged = judged("four-intervals", &[&format!("pick {place}")]);
        assert_eq!(fault(&judged), Some(MistakeKind::UnluckyGuess));
        assert_eq!(judged.losing, None);
        let told = &judged.moves[judged.told.expect("a pick")];
        assert_eq!(told.remark, Some(MoveRemark::Unlucky));
        let better = told.better.as_ref().expect("it is looked into");
        assert!(better.why.is_some() && better.instead.is_none());
    }
    let found = judged("four-intervals", &["pick 4"]);
    assert!(found.moves.iter().all(|own| !own.is_unlucky));
    // A player who knows the flaw and passes it by blunders.
    let text = write(&shipped("four-intervals")).expect("it can be written");
    assert!(text.contains("bob: root"), "{text}");
    let knowing = read("f.yaml", &text.replace("bob: root", "bob: everything")).expect("it reads");
    let game = over(&knowing, &["pick 1"]);
    let judged = reviewed(&knowing, &*game, &CancelToken::default()).expect("it is over");
    let told = &judged.moves[judged.told.expect("a pick")];
    assert!(told.made.is_mistake() && !told.is_unlucky);
}

/// Where the output is 1 with a probability between 1/3 and 2/3 the theorem calls neither side right.
#[test]
fn where_no_side_is_right_nobody_has_let_the_right_side_win() {
    let text = about(
        "stochastic: {k: 1, constants: {explicit: {alice: 5, bob: 6, bob-tolerance: 0.31, judge: 7, \
         judge-tolerance: 0.17}}}",
        "votes: {question: 'q {t}', votes: 3, yes: YES, rule: {at-least: 2}}",
    );
    let more = "title: t, seat: bob, seats: {bob: human}, lesson: {learn: l, goal: {right: true}},";
    let verdicts = |yes: &str| {
        let scenario = scenario(&text.replacen("title: t,", more, 1).replace("YES", yes));
        let verdict = |seed| {
            let scenario = Scenario { seed: Some(seed), ..scenario.clone() };
            let mut game = open(&scenario).expect("it opens");
            let people = People::new(&scenario, &*game);
            game.set_seats(&programs(["shift:0.2", "honest", "honest"])).expect("they sit");
            let Ok(Advance::Over(outcome)) = game.table().run() else { panic!("it ends") };
            let goal = scenario.goal().map(|goal| &goal.value);
            combine(&parts(goal, &*game, &people, &outcome, &|_| None, &CancelToken::default()))
        };
        (1..7).map(verdict).collect::<Vec<_>>()
    };
    assert_eq!(verdicts("0.6"), [Verdict::Undecided; 6]);
    let right = verdicts("0.1");
    assert!(right.contains(&Verdict::Reached) && !right.contains(&Verdict::Undecided), "{right:?}");
}

/// The goal is asked of the seat that the scenario names. Other people must win, or be right.
#[test]
fn a_record_is_judged_by_the_goal_of_its_seat() {
    let text =
        about("cross-examination: {claim: 1}", "plan: {steps: [{ask: Is it so?, answer: no}]}");
    let more = "title: t, seat: bob, seats: {alice: 'lie-at:1', bob: human, judge: human}, \
                lesson: {learn: l, goal: {kind: lost}},";
    let scenario = scenario(&text.replacen("title: t,", more, 1));
    let game = over(&scenario, &["point 1", "ask 1", "rule bob"]);
    let goal = |seat| {
        let attempt = Some(Attempt { seat: Some(seat), ..Attempt::default() });
        let record = Scenario { attempt, ..scenario.clone() };
        let judged = reviewed(&record, &*game, &CancelToken::default()).expect("it is over");
        judged.goal.map(|goal| (goal.kind, goal.verdict, goal.parts[0].aim))
    };
    let held = (GoalKind::Lost, Verdict::Reached, GoalCondition::HeldOut { moves: 1 });
    assert_eq!(goal(Seat::Bob), Some(held));
    assert_eq!(goal(Seat::Judge), Some((GoalKind::Win, Verdict::Reached, GoalCondition::Right)));
}
