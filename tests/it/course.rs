//! The promises of the course. Goals mean what they say, and hints name no key and no command. Keys do what the screen
//! says, and each attempt has its own costs.

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

/// The goals among these that do not mean what they say.
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
fn every_goal_of_the_course_is_reached_by_the_best_known_play_or_out_of_reach() {
    let all: Vec<_> = kit::sample(3, all()).collect();
    assert!(all.len() > 25);
    assert_eq!(wrong(all), [""; 0]);
}

fn found(id: &str) -> GoalRate {
    let found = outlook(&shipped(id), 24, &CancelToken::default()).expect("it can be played");
    found.expect("one person plays")
}

/// If the best play is not the honest one, `check` names the player who reaches the goal.
#[test]
fn check_names_another_player_if_honest_play_misses_the_goal() {
    for (id, player) in [("crooked-ruler", "shift:-0.06"), ("obfuscator", "marginal")] {
        let found = found(id);
        assert!(found.honest.get() < 0.01 && found.best.get() > 0.7, "{id}: {found:?}");
        assert_eq!(found.best.player, player);
    }
    let goal = kit::json("check crooked-ruler --json")[0]["goal"].take();
    assert_eq!((&goal["kind"], &goal["best"]["player"]), (&"win".into(), &"shift:-0.06".into()));
}

#[test]
fn what_is_said_to_be_never_won_is_won_by_no_player_that_is_known() {
    let never: Vec<String> = shipped_never_won();
    assert!(never.len() > 1, "{never:?}");
    for id in never {
        assert_eq!(found(&id).best.get(), 0.0, "{id}");
    }
}

fn shipped_never_won() -> Vec<String> {
    let all = all().into_iter();
    all.filter(|(_, scenario)| scenario.is_never_won()).map(|(id, _)| id).collect()
}

/// In these debates, the judge always rules for the wrong side, or the person who lies always loses.
#[test]
fn nobody_wins_a_debate_that_cannot_be_won() {
    for id in ["two-faced-alice", "binary-increment"] {
        let found = found(id);
        assert_eq!((found.kind, found.best.get()), (GoalKind::Lost, 0.0), "{id}: {found:?}");
    }
}

/// In chapters 2 to 5, a person who lies is Alice. Anybody finds her lies, except one flaw that is
/// hidden well.
#[test]
fn a_lying_alice_gets_the_result_of_the_lesson() {
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
    // The short argument, which `honest` uses.
    assert!((found(id).honest.get() - 0.5).abs() < 1e-12);
    crate::lessons::says(id, "one half of the time, of eight once in 8");
}

/// A goal that counts queries, or requires numbers of a distribution, is a goal of par.
#[test]
fn a_goal_that_counts_reads_is_one_of_par() {
    for (id, scenario) in all() {
        let Some(goal) = scenario.goal().map(|goal| &goal.value) else { continue };
        let counts = goal.queries.is_some() || goal.law.is_some();
        assert!(!counts || goal.kind() == GoalKind::Par, "{id}");
    }
}

#[test]
fn hints_stay_in_the_game_and_lessons_are_sentences() {
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

/// The second of these two debates has copies, and they cost the judge nothing.
#[test]
fn copies_cost_the_judge_no_reads() {
    let queries = |id: &str| {
        let mut game = kit::seated(&shipped(id), ["lie-at:2", "honest", "honest"], 3);
        game.table().run().expect("it ends");
        game.position().ledger().account(Seat::Judge).queries()
    };
    assert_eq!(queries("two-faced-alice-with-copies"), queries("two-faced-alice"));
}

/// Keys at the table of each debate, and the texts that the screen shows after them. Keys move through the bits on
/// trial, in both directions, and to the neighbour of the disputed gate. A key can play one round, the stated number of
/// rounds, or all rounds up to a decision. `m` moves from mark to mark, and a digit chooses one of several visible
/// places. Enter in an ending takes its first choice. A key that goes back closes the evidence before it leaves the
/// debate.
const KEYS: &str = "\
sha-256 | tab space m space m space | 3 read & Your bits decide it. | right | The next arrow chooses & ( ) 1 & ( ) 2
sha-256 | tab space m space m space | 3 read | right right enter |  | skip | Par reached
sha-256 | tab right | step 108,600 | left | step 108,599
mean-price | g | round 2 of 10
mean-price | : s e v e r a l enter 2 enter | round 3 of 10 | : s e v e r a l enter 9 9 enter | round 10 of 10 | right right enter |  | skip | You won
midpoint-hunt | g | round 2 of | : s e v e r a l enter 9 9 enter |  | skip | You won
seven-steps | s | of 7 steps. m goes to the next of them & step [   ] | m | !does nothing & step [ 5 ] | enter |  | skip | You won
overconfident-bob | 2 enter 2 enter | Pick the next subclaim | 2 | (●) 2 | enter 3 enter | Pick the next subclaim & 2.1  part 2.1: 0.95, true & 2.3  part 2.3: 0.95, false
pull-request | right | set back &    Alice      1  yes & x: evidence
one-sided-brief | left enter | Remember | enter | !Remember
chain-thousand-steps |  | Telling 700: do you believe it
contract-comma |  |    Alice      ";

#[test]
fn keys_at_the_table_do_what_the_screen_says() {
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
    assert!(offers(&stage, "go"), "{:?}", stage.on_offer());
}

/// A judge who reads these steps and rules for Bob.
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
    // A read that is undone before an end counts in the costs of that attempt.
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
    // A read that is undone before an end.
    game.go_to(before_reads).expect("a place");
    game.play(Seat::Judge, "read step 108600".parse().expect("a move")).expect("it is legal");
    game.advance().expect("it is told");
    game.go_to(before_reads).expect("a place");
    assert_eq!(game.taken_back(Seat::Judge, Cost::Transcript), 1);
    again(&mut *game, 1);
    // Each line keeps its result.
    game.go_to(second).expect("a place");
    assert_eq!(game.taken_back(Seat::Judge, Cost::Transcript), 0);
    assert_eq!(game.taken_back_in_all(Seat::Judge, Cost::Transcript), 1);
    assert!(game.tree().has(first));
}

/// A debate won by keys. Then the library starts at the next one.
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
    press(&mut first, "enter 3 enter enter");
    shows(&first, &["You won"]);
    assert!(here(&stage()).contains("The contract's comma"), "{}", stage().text());
}

/// The lessons of the sixth chapter compare players. They state the average payment that Alice gets from each player.
#[test]
fn the_lessons_of_the_sixth_chapter_say_what_alice_is_paid() {
    let paid = |id: &str, bob: &str| {
        let game = open(&shipped(id)).expect("it opens");
        let exact = game.exact(&game.seats_with(Seat::Bob, bob), &CancelToken::default());
        exact.expect("exact").get()
    };
    for (id, bob, x) in [
        ("two-parcels", "marginal", "0.250"),
        ("two-parcels-seen", "marginal", "4.750"),
        ("four-estimates", "marginal", "0.316"),
        ("obfuscator", "marginal", "0.356"),
        ("four-estimates", "calibrated", "1.688"),
        ("three-lamps", "constant:0.5", "5.000"),
    ] {
        assert_eq!(format!("{:.3}", paid(id, bob)), x, "{id}: {bob}");
    }
}

#[test]
fn after_a_run_of_a_long_transcript_a_key_goes_to_the_first_step_that_differs() {
    let id = "hundred-thousand-steps";
    let mut stage = kit::stage(id, SMALL, "enter s");
    until(&mut stage, &["m goes to the next of them", "step [         ]"]);
    press(&mut stage, "m");
    let alice = shipped(id).player(Seat::Alice).words();
    let lie: u64 = alice.strip_prefix("lie-at:").expect("she lies").parse().expect("a step");
    until(&mut stage, &[&elenchus::text::number::count(lie)]);
    press(&mut stage, "enter");
    skip(&mut stage);
    shows(&stage, &["You won"]);
}

/// Bob finds a wrong gate wherever the lie is, and the judge reads the same number of bits.
#[test]
fn a_lie_in_sha_256_is_found_wherever_it_is_hidden() {
    let scenario = shipped("hide-in-sha-256");
    for place in [1, 777, 54_321, 109_383, 109_384] {
        let alice = format!("lie-at:{place}");
        let mut game = kit::seated(&scenario, [&alice, "honest", "honest"], place);
        let over = game.table().run().expect("it ends");
        assert!(matches!(over, Advance::Over(end) if end.winner == Side::Bob), "{alice}");
        // The claim already gives the output, so the judge does not read it.
        let read = game.position().ledger().account(Seat::Judge).queries();
        assert!((19..=20).contains(&read), "{alice}: {read}");
    }
}

/// If the judge's oracle is wrong, the review does not blame a number that this oracle gives.
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

/// A goal that only a guess can reach counts as out of reach, as `grade` counts it.
#[test]
fn a_goal_that_only_a_guess_reaches_is_reached_by_nobody() {
    let text = "{elenchus: 1, title: t, claim: c, protocol: {consultancy: {claim: 1, shows: 3}}, \
                machine: {circuit: {majority: 7, input: '1010011'}}, seat: judge, \
                seats: {alice: advocate, bob: honest, judge: human}, seed: 3, \
                lesson: {learn: l, goal: {right: true}}}";
    let outlook_of = |text: &str| {
        let scenario = elenchus::scenario::read("test", text).expect("it reads");
        outlook(&scenario, 40, &CancelToken::default())
            .expect("it can be played")
            .expect("somebody plays")
    };
    let found = outlook_of(text);
    assert!(found.best.get() == 0.0 && !found.holds(), "{found:?}");
    // Four of the seven votes decide it.
    let enough = text.replace("shows: 3", "shows: 4");
    let found = outlook_of(&enough);
    assert!(found.best.get() == 1.0 && found.holds(), "{found:?}");
    // The claim is not decided by bits that a judge did not read.
    let winner = text.replace("{right: true}", "{winner: alice}");
    assert_eq!(outlook_of(&winner).best.get(), 0.0);
}
