//! The promises of the course: goals that are what they say, hints that stay in the
//! game, trials that the nearest keys lead through, attempts with bills of their own.

use std::time::Duration;

use elenchus::analysis::Game;
use elenchus::batch::{GoalRate, outlook};
use elenchus::debate::{Advance, SeatPlan};
use elenchus::review::{GoalCondition, GoalConditionResult, People, parts};
use elenchus::rules::{Cost, Move, Outcome, Seat, Side, Turn};
use elenchus::scenario::{GoalKind, Scenario, Verdict, course, library, open};
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::work::CancelToken;
use rayon::prelude::*;

use crate::kit::{self, SMALL, at_tables, press, shows, skip, until};
use crate::lessons::shipped;

/// Every debate that is shipped: the course, then the exercises.
fn all() -> Vec<(String, Scenario)> {
    let exercises = course::course("exercises").expect("they are shipped").entries.into_iter();
    let read = exercises.map(|entry| (entry.id, entry.scenario.expect("it reads")));
    kit::shipped().into_iter().chain(read).collect()
}

/// What of these goals is not what it says.
fn wrong(scenarios: Vec<(String, Scenario)>) -> Vec<String> {
    let look = |(id, scenario): &(String, Scenario)| {
        let goal = scenario.goal().filter(|goal| goal.value.best.is_none());
        goal.filter(|_| scenario.moves.is_none())?;
        match outlook(scenario, 12, &CancelToken::default()).expect("it can be played") {
            Some(found) if found.holds() => None,
            found => Some(format!("{id}: {found:?}")),
        }
    };
    scenarios.par_iter().filter_map(look).collect()
}

#[test]
fn every_goal_of_the_course_is_reached_by_the_best_play_known_or_is_made_to_be_lost() {
    let all = all();
    assert!(all.len() > 50);
    assert_eq!(wrong(all), [""; 0]);
}

fn found(id: &str) -> GoalRate {
    let found = outlook(&shipped(id), 24, &CancelToken::default()).expect("it can be played");
    found.expect("one person plays")
}

/// Where the best play is not the honest one, `check` names the player who reaches the goal.
#[test]
fn where_honest_play_misses_the_goal_another_player_is_named() {
    for (id, player) in [("crooked-ruler", "shift:-0.06"), ("obfuscator", "marginal")] {
        let found = found(id);
        assert!(found.honest.get() < 0.01 && found.best.get() > 0.7, "{id}: {found:?}");
        assert_eq!(found.best.player, player);
    }
    let goal = kit::json("check crooked-ruler --json")[0]["goal"].take();
    assert_eq!((&goal["kind"], &goal["best"]["player"]), (&"win".into(), &"shift:-0.06".into()));
}

/// Nobody who judges is right there, and nobody who lies wins.
#[test]
fn nobody_wins_a_debate_made_to_be_lost() {
    for id in ["two-faced-alice", "binary-increment"] {
        let found = found(id);
        assert_eq!((found.kind, found.best.get()), (GoalKind::Lost, 0.0), "{id}: {found:?}");
    }
}

/// A person who lies sits as Alice in chapters 2 to 5: lies that anybody finds, and a flaw that is hidden well.
#[test]
fn a_liar_sits_as_alice_and_comes_to_what_the_lesson_says() {
    let best = |id: &str| {
        let scenario = shipped(id);
        let game = open(&scenario).expect("it opens");
        assert_eq!(scenario.seat, Some(Seat::Alice), "{id}");
        assert_eq!(kit::truth(game.position()), Some(false), "{id}");
        found(id).best.get()
    };
    for id in ["hide-in-sha-256", "binary-increment"] {
        assert_eq!(best(id), 0.0, "{id}");
    }
    let id = "hide-in-five-numbers";
    crate::lessons::says(id, &format!("makes it {:.3}", best(id)));
    crate::lessons::says(id, &format!("1 in {:.3} of debates", found(id).honest.get()));
    let id = "hide-in-an-argument";
    assert!((best(id) - 7.0 / 8.0).abs() < 1e-12);
    // The short argument, which `honest` lays out.
    assert!((found(id).honest.get() - 0.5).abs() < 1e-12);
    crate::lessons::says(id, "one half of the time, of eight once in 8");
}

/// A goal that counts queries, or holds numbers to the law, holds par.
#[test]
fn a_goal_that_counts_reads_is_one_of_par() {
    for (id, scenario) in all() {
        let Some(goal) = scenario.goal().map(|goal| &goal.value) else { continue };
        let counts = goal.queries.is_some() || goal.law.is_some();
        assert!(!counts || goal.kind() == GoalKind::Par, "{id}");
    }
}

#[test]
fn hints_stay_in_the_game_and_what_is_learnt_is_said_in_sentences() {
    for (id, scenario) in all() {
        for hint in &scenario.lesson.hints {
            let said = hint.to_lowercase();
            for names in ["`", "elenchus", "press ", "--", "the key "] {
                assert!(!said.contains(names), "{id} names a key or a command: {hint}");
            }
        }
        let learn = &*scenario.lesson.learn;
        for sentence in learn.split_inclusive(['.', '?']).map(str::trim) {
            let title = ["Why ", "How ", "What "].iter().any(|word| sentence.starts_with(word));
            assert!(!title, "{id} teaches a title: {sentence}");
        }
        assert!(learn.is_empty() || learn.ends_with('.'), "{id}: {learn}");
    }
}

/// The copies are what the second of these two debates has, and they cost the judge nothing.
#[test]
fn copies_cost_the_judge_no_read_more() {
    let queries = |id: &str| {
        let mut game = kit::seated(&shipped(id), ["lie-at:2", "honest", "honest"], 3);
        game.table().run().expect("it ends");
        game.position().ledger().account(Seat::Judge).queries()
    };
    assert_eq!(queries("two-faced-alice-with-copies"), queries("two-faced-alice"));
}

/// Through the bits on trial, read by read, either way round; to the neighbour of the disputed gate;
/// on for as many rounds as are said, one if none is, up to a decision; from mark to mark; by a digit to
/// one of several places, each in view. An Enter too many after the last choice leads nowhere. Back leaves
/// the evidence over the board before it leaves the debate.
const KEYS: &str = "\
sha-256 | tab enter right enter right enter | transcript 3/3
sha-256 | tab enter left enter left enter | transcript 3/3 | tab tab right right enter |  | skip | Par reached
sha-256 | tab b right | step 108,600 | b left | step 108,599
mean-price | g enter | round 2 of 10
mean-price | g 2 enter | round 3 of 10 | g 9 9 enter | round 10 of 10 | right right enter |  | skip | Goal reached
midpoint-hunt | g enter | round 2 of | g 9 9 enter |  | skip | Goal reached
seven-steps | s | steps are not as in your run, of 7; the first is step | m | !does nothing | m enter |  | skip | Bob wins
overconfident-bob | 2 enter 2 enter | pick the next subclaim | 2 | (●) 2 | enter 3 enter | pick the next subclaim & 2.1  part 2.1: 0.95, true & 2.3  part 2.3: 0.95, false
pull-request | right | is set back &    Alice      1  yes & x zoom
one-sided-brief | left enter enter | take with you | enter | !take with you
needle-estimates | x | q close evidence | ] q | !q close evidence | x | q close evidence & 112318505710716
chain-thousand-steps |  | Telling 700: do you believe it
contract-comma |  |    Alice      ";

#[test]
fn keys_at_the_table_lead_where_the_screen_says() {
    at_tables(SMALL, KEYS);
}

#[test]
fn an_ending_that_ran_out_is_awake() {
    let mut stage = kit::stage("find-the-lie", SMALL, "enter 3 enter");
    let offers = |stage: &HeadlessPlayground, word: &str| {
        stage.on_offer().iter().any(|(_, own)| own == word)
    };
    for _ in 0..40 {
        if !offers(&stage, "skip") {
            break;
        }
        std::thread::sleep(Duration::from_millis(520));
        stage.resize(80, 24);
    }
    assert!(!offers(&stage, "skip") && offers(&stage, "choose"), "{}", stage.text());
    let before = stage.text();
    assert_ne!(press(&mut stage, "right"), before, "nothing is chosen");
    press(&mut stage, "v q");
    assert!(offers(&stage, "go there"), "{:?}", stage.on_offer());
}

/// Plays a judge who reads these steps and rules for Bob.
fn judged(game: &mut dyn Game, steps: &[&str]) -> Outcome {
    steps.iter().for_each(|step| kit::play(game, &format!("read step {step}")));
    kit::play(game, "rule bob");
    let Turn::Over(outcome) = game.position().turn() else { panic!("it ends") };
    outcome
}

fn queries(scenario: &Scenario, game: &dyn Game, outcome: &Outcome) -> GoalConditionResult {
    let people = People::new(scenario, game);
    let goal = scenario.goal().map(|goal| &goal.value);
    let all = parts(goal, game, &people, outcome, &|_| None, &CancelToken::default());
    let counted = all.into_iter().find(|part| matches!(part.aim, GoalCondition::Queries { .. }));
    counted.expect("queries are counted")
}

#[test]
fn a_retry_is_a_new_attempt_whose_bill_is_clean_and_the_record_keeps_both() {
    let scenario = shipped("sha-256");
    let mut game = open(&scenario).expect("it opens");
    assert_eq!(game.seat_plan(Seat::Judge), SeatPlan::Human);
    let (neighbour, right) =
        (["108600", "108599", "108598", "103934"], ["108599", "108598", "103934"]);
    let outcome = judged(&mut *game, &neighbour);
    assert_eq!(queries(&scenario, &*game, &outcome).verdict, Verdict::Missed);
    let first = game.tree().here();
    let start = game.table().last_choice().expect("a move of the judge");
    // What is taken back on the way to an end is on the bill of that attempt.
    let again = |game: &mut dyn Game, back: u64| {
        let outcome = judged(game, &right);
        let made = queries(&scenario, game, &outcome);
        assert_eq!(made.aim, GoalCondition::Queries { most: 20, made: 20, back });
        assert_eq!(made.verdict == Verdict::Reached, back == 0);
        game.tree().here()
    };
    let before_reads = {
        let tree = game.tree();
        let reads = |node: &&elenchus::debate::NodeId| {
            tree.played(**node).is_some_and(|played| matches!(played.mv, Move::Read(_)))
        };
        let read = tree.line().iter().find(reads).expect("a read");
        tree.node(*read).expect("it is there").parent
    };
    assert_ne!(start, first);
    game.go_to(before_reads).expect("a place");
    assert_eq!(game.taken_back(Seat::Judge, Cost::Transcript), 0, "the bill is clean");
    let second = again(&mut *game, 0);
    // A read that is taken back before an end.
    game.go_to(before_reads).expect("a place");
    game.play(Seat::Judge, "read step 108600".parse().expect("a move")).expect("it is legal");
    game.advance().expect("it is told");
    game.go_to(before_reads).expect("a place");
    assert_eq!(game.taken_back(Seat::Judge, Cost::Transcript), 1);
    again(&mut *game, 1);
    // Each line keeps what it came to.
    game.go_to(second).expect("a place");
    assert_eq!(game.taken_back(Seat::Judge, Cost::Transcript), 0);
    assert_eq!(game.taken_back_in_all(Seat::Judge, Cost::Transcript), 1);
    assert!(game.tree().has(first));
}

/// A debate won by keys: the library then begins at the next.
#[test]
fn the_library_begins_at_the_next_debate_that_was_not_played() {
    let folder = kit::folder();
    let stage =
        || HeadlessPlayground::new(library::shipped(), SMALL, Some(folder.path().to_owned()));
    let here = |stage: &HeadlessPlayground| {
        let text = stage.text();
        text.lines().find(|line| line.contains('▸')).unwrap_or_default().to_owned()
    };
    let mut first = stage();
    assert!(here(&first).contains("Find the lie"), "{}", first.text());
    press(&mut first, "enter enter enter 3 enter enter");
    shows(&first, &["Goal reached"]);
    assert!(here(&stage()).contains("The contract's comma"), "{}", stage().text());
}

#[test]
fn a_run_of_a_long_transcript_goes_to_the_first_step_that_differs() {
    let id = "hundred-thousand-steps";
    let mut stage = kit::stage(id, SMALL, "enter s");
    let alice = shipped(id).player(Seat::Alice).words();
    let lie: u64 = alice.strip_prefix("lie-at:").expect("she lies").parse().expect("a step");
    until(&mut stage, &[&elenchus::text::number::count(lie)]);
    press(&mut stage, "enter");
    skip(&mut stage);
    shows(&stage, &["Goal reached"]);
}

/// Wherever the lie is hidden, Bob finds a wrong gate and the judge reads as much.
#[test]
fn a_lie_in_sha_256_is_found_wherever_it_is_hidden() {
    let scenario = shipped("hide-in-sha-256");
    for place in [1, 777, 54_321, 109_383, 109_384] {
        let alice = format!("lie-at:{place}");
        let mut game = kit::seated(&scenario, [&alice, "honest", "honest"], place);
        let over = game.table().run().expect("it ends");
        assert!(matches!(over, Advance::Over(end) if end.winner == Side::Bob), "{alice}");
        // The output is known from the claim and is not read.
        let read = game.position().ledger().account(Seat::Judge).queries();
        assert!((19..=20).contains(&read), "{alice}: {read}");
    }
}

/// Where the judge's oracle is off, a number that this oracle gives is not blamed.
#[test]
fn a_number_that_the_judge_would_have_found_right_is_not_blamed() {
    for seed in 0..8 {
        let said = |alice: &str| {
            let mut game = kit::seated(&shipped("crooked-ruler"), [alice, "never", "honest"], seed);
            game.table().run().expect("it ends");
            game.position().decided_by().unwrap_or_default()
        };
        let (bent, straight) = (said("shift:-0.06"), said("exact"));
        assert!(!bent.contains("0.69"), "{seed}: {bent}");
        assert!(straight.contains("0.75") && straight.contains("0.69"), "{straight}");
    }
}

#[test]
fn the_best_player_known_is_asked_for_also_where_payments_are_made() {
    let text = kit::about(
        "prover-estimator: {epsilon: 0.1, ratio: 3}",
        "claims: {uniform: {claim: r, rule: all, width: 2, depth: 1}, worlds: {list: [{weight: 0.5}, {weight: \
         0.5, false-leaves: ['1']}]}, knows: {alice: everything, bob: nothing}}",
    );
    let more = "title: t, seat: bob, seats: {bob: human}, seed: 1, lesson: {learn: l, goal: {winner: bob}},";
    let scenario = kit::scenario(&text.replacen("title: t,", more, 1));
    let found = outlook(&scenario, 40, &CancelToken::default()).expect("it can be played");
    let GoalRate { honest, best, .. } = found.expect("somebody plays");
    assert!(honest.get() == 0.0 && best.player == "best-response" && best.get() > 0.05, "{best:?}");
}
