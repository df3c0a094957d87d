//! The review of a debate. Screens, exports and commands format the facts of this one value. A
//! snapshot has its sentences.

use elenchus::analysis::Game;
use elenchus::debate::{Advance, SeatPlan};
use elenchus::review::{
    GoalCondition, GoalReview, Grade, MistakeKind, MoveRemark, People, Review, SubstituteValues,
    combine, parts, reviewed, right_side,
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

/// The payment of these players in a shipped debate.
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

/// The name of the move that the review blames.
fn fault(judged: &Review) -> Option<MistakeKind> {
    judged.moves[judged.told?].fault
}

/// Every kind of sentence, once. It changes with this file alone.
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

/// The four intervals: the prices refer to the numbers that the goal asks for.
#[test]
fn a_bob_who_reaches_par_gets_no_blame_and_the_prices_are_exact() {
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
fn a_number_that_differs_from_the_goal_loses_par() {
    let mut moves = LAW;
    moves[0] = "estimate 0";
    let judged = judged("four-estimates", &moves);
    assert_eq!(goal(&judged).verdict, Verdict::Missed);
    assert_eq!(fault(&judged), Some(MistakeKind::OffNumber));
    // The number was the best one for the true values of the claims. The goal asks for another number.
    let told = &judged.moves[judged.told.expect("a move")];
    assert!(!told.made.is_mistake());
    let due = told.due.expect("a number");
    assert_eq!(format!("{:.3} {:.3} {}", due.number, due.off, due.within), "0.316 0.316 0.02");
}

/// Par is the payment by the numbers of the goal. They pay the same to every wrong Alice who knows no more than Bob.
/// Honest numbers pay one of these Alices more. The ending says so for this debate. It also says so for the needle,
/// where honest numbers pay the actual Alice less.
#[test]
fn the_numbers_of_a_goal_pay_every_equally_informed_wrong_alice_the_same() {
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

/// The key `m` leads to every number that the goal counts as off. An honest number can be off too, because the goal
/// asks for other numbers.
#[test]
fn every_number_that_is_off_is_a_mistake_in_the_goal_and_in_the_review() {
    let honest = ["0", "0.75", "0.667", "0.5", "0"].map(|p| format!("estimate {p}"));
    let (scenario, game) = played("four-estimates", &honest.each_ref().map(|mv| &**mv));
    let judged = reviewed(&scenario, &*game, &CancelToken::default()).expect("it is over");
    let tree = game.tree();
    let own = |&at: &usize| {
        tree.played(tree.line()[at - 1])
            .is_some_and(|played| played.actor == Actor::Seat(Seat::Bob))
    };
    let mine: Vec<usize> = (1..=tree.line().len()).filter(own).collect();
    // The second number, 0.75, is also the number of the goal.
    let off: Vec<usize> = [0, 2, 3, 4].map(|at| mine[at]).to_vec();
    let mistakes = judged.mistakes();
    let blamed: Vec<usize> = mistakes.iter().copied().filter(|at| mine.contains(at)).collect();
    assert_eq!(blamed, off);
    let law = goal(&judged).parts.iter().find(|part| matches!(part.aim, GoalCondition::Law { .. }));
    assert_eq!(law.map(|part| part.aim), Some(GoalCondition::Law { within: 0.02, of: 5, off: 4 }));
    let keys = "enter 0 enter 0 . 7 5 enter 0 . 6 6 7 enter 0 . 5 enter 0 enter esc v";
    let mut stage = stage("four-estimates", SMALL, keys);
    until_evaluated(&mut stage);
    // The key goes through the mistakes in order, and then begins again. Alice's wrong answer is a mistake too.
    for n in 0..=mistakes.len() {
        let at = mistakes[n % mistakes.len()];
        let text = press(&mut stage, "m");
        assert!(text.contains(&format!(" move {at} of ")), "{at}: {text}");
        assert!(!mine.contains(&at) || text.contains(&format!("Move {at}, yours")), "{at}: {text}");
    }
}

#[test]
fn the_number_of_a_goal_is_visible_at_its_question() {
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
            let due = now.by_its_parts().expect("the goal has a number");
            let rule = now.brief(Viewer::Seat(Seat::Bob)).rule;
            let rule = [rule, now.prompt().notes].concat().join(" ");
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
fn a_wrong_ruling_that_moved_no_value_has_no_cost_of_0() {
    let judged = judged("one-sided-brief", &["rule alice"]);
    assert_eq!(goal(&judged).verdict, Verdict::Missed);
    let told = &judged.moves[judged.told.expect("a ruling")];
    assert!(told.is_mine && !told.made.is_mistake());
}

/// If the evidence does not decide the claim, no ruling is a mistake: the side that is right wins.
#[test]
fn a_ruling_that_no_read_decides_is_no_mistake() {
    let judged = judged("one-sided-brief", &["rule bob"]);
    assert_eq!((goal(&judged).verdict, &goal(&judged).doubt), (Verdict::Reached, &None));
}

/// The rules bind the judge to the bits read on trial. The review does not praise a ruling that
/// follows the rules if the wrong side wins by it. A ruling against the rules gets a note that says
/// which side is right.
#[test]
fn a_ruling_for_a_lie_can_follow_the_rules_without_praise() {
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
    let game = played(id, &ruled("rule bob")).1;
    let line = game.tree().line();
    let before = game.position_at(line[line.len() - 2]);
    let said = before.mistake(&"rule bob".parse().expect("a move"), &CancelToken::default());
    let due = "By the bits that the judge read, step 7 is 1, as Alice says.";
    assert_eq!(said.as_deref(), Some(due));
    let guessed = judged(id, &["rule alice"]);
    assert!(goal(&guessed).guessed && !goal(&guessed).by_the_rules);
}

/// Par is the value of honest play against the actual player. Among honest players alone the value
/// differs where Alice is wrong, and the review says so.
#[test]
fn the_value_of_honest_play_differs_from_par() {
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

/// A debate that you cannot win ends as "held out", and is no win.
#[test]
fn a_debate_that_cannot_be_won_does_not_count_as_won() {
    let folder = folder();
    let mut stage =
        HeadlessPlayground::new(library::shipped(), (80, 24), Some(folder.path().to_owned()));
    stage.play(&crate::kit::entry("two-faced-alice"));
    press(&mut stage, "left enter esc q /");
    stage.type_text("two-faced-alice");
    let text = stage.text();
    assert!(text.contains("▸ ✓ Two-faced Alice"), "{text}");
    assert!(text.contains("to its end") && !text.contains("won"), "{text}");
}

/// If honest play has to guess, a wrong guess is bad luck. The review reports it, and does not blame the player. If the
/// factors of a number are found by hand, there is nothing to guess.
#[test]
fn a_wrong_pick_is_bad_luck_if_honest_play_guesses() {
    for place in ["1", "2", "3"] {
        let judged = judged("four-intervals", &[&format!("pick {place}")]);
        assert_eq!(fault(&judged), Some(MistakeKind::LostIt));
        assert_eq!(judged.losing, judged.told);
        let told = &judged.moves[judged.told.expect("a pick")];
        assert_eq!(told.remark, Some(MoveRemark::Graded(Grade::Blunder)));
        assert!(told.better.as_ref().expect("it is looked into").why.is_some());
    }
    let found = judged("four-intervals", &["pick 4"]);
    assert!(found.moves.iter().all(|own| !own.is_unlucky && !own.errs));
    // 100,160,063 is the product of two primes near 10,000.
    let text = write(&shipped("four-intervals")).expect("it can be written");
    let long = read("f.yaml", &text.replace("221", "100160063")).expect("it reads");
    let judged =
        reviewed(&long, &*over(&long, &["pick 1"]), &CancelToken::default()).expect("it is over");
    assert_eq!((fault(&judged), judged.losing), (Some(MistakeKind::UnluckyGuess), None));
    let told = &judged.moves[judged.told.expect("a pick")];
    assert_eq!(told.remark, Some(MoveRemark::Unlucky));
    let better = told.better.as_ref().expect("it is looked into");
    assert!(better.why.is_some() && better.instead.is_none());
    // A Bob who knows the flaw and does not pick it makes a blunder.
    let text = write(&shipped("four-intervals")).expect("it can be written");
    assert!(text.contains("bob: root"), "{text}");
    let knowing = read("f.yaml", &text.replace("bob: root", "bob: everything")).expect("it reads");
    let game = over(&knowing, &["pick 1"]);
    let judged = reviewed(&knowing, &*game, &CancelToken::default()).expect("it is over");
    let told = &judged.moves[judged.told.expect("a pick")];
    assert!(told.made.is_mistake() && !told.is_unlucky);
}

/// If the output is 1 with a probability between 1/3 and 2/3, no side is right by the theorem.
#[test]
fn no_move_lets_the_right_side_win_if_no_side_is_right() {
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

/// The goal applies to the seat that the scenario names. People in other seats must win, or be
/// right.
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
