//! Statements about play, compared with random play in every shipped scenario.

use elenchus::analysis::Game;
use elenchus::debate::{Advance, SeatPlan};
use elenchus::review::{self, People};
use elenchus::review::{LITTLE, at_stake, points, stake};
use elenchus::rules::{Actor, Half, Move, Seat, Side, Turn, Verb, Viewer};
use elenchus::scenario::Goal;
use elenchus::text::board::Pane;
use elenchus::work::CancelToken;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::kit::{
    self, dearest, evaluated, named as scenario, one_in, play, play_at_random, quick, random_move,
    seated, settle, shipped,
};

#[test]
fn a_series_of_rulings_has_a_score_and_no_side_that_wins() {
    let scenario = kit::named("twins");
    for seed in 0..20 {
        let mut game = seated(&scenario, ["honest", "honest", "human"], seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut read = 0;
        loop {
            settle(&mut *game);
            if !matches!(game.position().turn(), Turn::Ask(_)) {
                break;
            }
            let menu = game.position().menu();
            let most = if seed == 0 { 0.0 } else { 0.6 };
            let reads = menu.offer(Verb::Read).is_some() && rng.random_bool(most);
            let mv = match reads {
                true => loop {
                    let mv = random_move(&game.position().prompt(), &mut rng);
                    if mv.verb() == Verb::Read {
                        break mv;
                    }
                },
                false => Move::Rule(Side::of_claim(rng.random_bool(0.5))),
            };
            read += u64::from(reads);
            game.play(Seat::Judge, mv).expect("it is legal");
        }
        let Turn::Over(outcome) = game.position().turn() else { panic!("it is over") };
        let (right, rounds) = game.position().score().expect("it has a score");
        assert_eq!(rounds, 10);
        // The person has no goal, so no text says that a goal was reached or does not count.
        let people = People::new(&scenario, &*game);
        let parts =
            review::parts(None, &*game, &people, &outcome, &|_| None, &CancelToken::default());
        assert!(parts.is_empty(), "{parts:?}");
        assert!(review::rulings(&scenario, &*game).expect("it plays").is_empty());
        let why = game.position().outcome_reason();
        let words = match read {
            0 => "read nothing".to_owned(),
            1 => "read 1 bit".to_owned(),
            n => format!("read {n} bits"),
        };
        assert!(why.starts_with(&format!("The judge was right in {right} of 10 rounds")), "{why}");
        assert!(why.contains(&words), "{read} were read: {why}");
        assert!(!why.contains("win"), "{why}");
    }
}

#[test]
fn only_a_ruling_that_no_read_decides_is_called_a_guess() {
    let (mut guesses, mut founded) = (0, 0);
    for (id, scenario) in one_in(4, quick()) {
        for seed in 0..6 {
            let players = ["honest", "honest", "human"];
            let mut game = seated(&scenario, players, seed);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut last = None;
            for _ in 0..60 {
                settle(&mut *game);
                if !matches!(game.position().turn(), Turn::Ask(_)) {
                    break;
                }
                let mut mv = random_move(&game.position().prompt(), &mut rng);
                let menu = game.position().menu();
                if mv.verb() == Verb::Rule && menu.offer(Verb::Read).is_some() && seed > 1 {
                    mv = random_move(&game.position().prompt(), &mut rng);
                }
                if mv.verb() == Verb::Rule {
                    last = Some(game.position().is_guess(&mv));
                } else {
                    assert!(!game.position().is_guess(&mv), "{id}: {mv}");
                }
                game.play(Seat::Judge, mv).expect("it is legal");
            }
            let several = game.position().rulings().is_some();
            let (Turn::Over(_), Some(guess), false) = (game.position().turn(), last, several)
            else {
                continue;
            };
            let why = game.position().outcome_reason();
            assert_eq!(why.contains("guess"), guess, "{id}, {seed}: {why}");
            if guess { guesses += 1 } else { founded += 1 }
        }
    }
    assert!(guesses > 3 && founded > 0, "{guesses} and {founded}");
}

#[test]
fn one_0_decides_an_and_and_a_ruling_by_it_is_no_guess() {
    // Step 60 is the and of two bits that are 0, and Alice writes 1.
    let ruling: Move = "rule bob".parse().expect("a move");
    for read in 0..=3 {
        let mut game = seated(&scenario("pull-request-sum"), ["lie-at:60", "honest", "human"], 1);
        for cell in ["read step 60", "read input 13", "read input 43"].into_iter().take(read) {
            play(&mut *game, cell);
        }
        settle(&mut *game);
        // The judge reads her own bit, then the inputs of the gate. One 0 is enough.
        assert_eq!(game.position().is_guess(&ruling), read < 2, "{read}");
        game.play(Seat::Judge, ruling.clone()).expect("it is legal");
        assert_eq!(
            game.position().outcome_reason().contains("guess"),
            read < 2,
            "{read}: {}",
            game.position().outcome_reason()
        );
    }
}

#[test]
fn the_board_says_that_bobs_run_agrees_with_alice_while_it_is_an_end() {
    let mut kept = [0; 2];
    for (id, scenario) in quick() {
        let game = seated(&scenario, ["honest"; 3], 1);
        let Some(Pane::Intervals(_)) = game.position().board(Viewer::All).panes.first() else {
            continue;
        };
        for (alice, seed) in [("honest", 1), ("honest", 2), ("random", 3)] {
            let listed = game.strategies(Seat::Alice);
            if !listed.iter().any(|info| info.name == alice) {
                continue;
            }
            let mut game = seated(&scenario, [alice, "human", "honest"], seed);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            // The end of the interval, up to which Bob ran the machine, and the comparison with it.
            let mut found: Option<(u64, bool)> = None;
            for _ in 0..40 {
                settle(&mut *game);
                if game.position().turn() != Turn::Ask(Seat::Bob) {
                    break;
                }
                let titles = |game: &dyn Game| -> Vec<String> {
                    let board = game.position().board(Viewer::Seat(Seat::Bob));
                    let tapes = board.panes.into_iter().filter_map(|pane| match pane {
                        Pane::Tapes(tapes) => Some(tapes.in_play()),
                        _ => None,
                    });
                    tapes.flatten().map(|tape| tape.title).collect()
                };
                let says = |title: &str| title.contains("your own run agrees");
                let end = titles(&*game).into_iter().find(|title| title.starts_with("end"));
                let span = |game: &dyn Game| {
                    let board = game.position().board(Viewer::Seat(Seat::Bob));
                    match board.panes.into_iter().next() {
                        Some(Pane::Intervals(intervals)) => {
                            intervals.rounds.last().map(|round| (round.middle, round.to))
                        }
                        _ => None,
                    }
                };
                let (middle, to) = span(&*game).expect("an interval");
                let end = end.expect("it has an end");
                if let Some((at, agreed)) = found.filter(|(at, _)| *at == to) {
                    assert_eq!(says(&end), agreed, "{id}: after step {at}: {end}");
                    kept[usize::from(agreed)] += 1;
                }
                if game.position().menu().offer(Verb::Run).is_none() {
                    break;
                }
                game.play(Seat::Bob, Move::Run).expect("he may run it");
                let title = titles(&*game).into_iter().find(|title| title.starts_with("middle"));
                let agreed = says(&title.expect("a middle"));
                let half = if rng.random_bool(0.7) { Half::First } else { Half::Second };
                if half == Half::First {
                    found = Some((middle, agreed));
                }
                game.play(Seat::Bob, Move::Dispute(half)).expect("it is legal");
            }
        }
    }
    assert!(kept[1] > 3, "{kept:?}");
}

#[test]
fn the_words_about_an_adaptive_alice_fit_the_debate() {
    let mut seen = 0;
    for (id, scenario) in shipped() {
        let game = seated(&scenario, ["honest"; 3], 1);
        let rule = game.position().brief(Viewer::All).rule.join(" ");
        for info in game.strategies(Seat::Alice).iter().filter(|info| info.name == "adaptive") {
            let copies = !rule.contains("no independent copies");
            assert_eq!(info.says.contains("a copy answers"), copies, "{id}: {}", info.says);
            assert!(!info.says.contains("without copies"), "{id}: {}", info.says);
            seen += 1;
        }
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn a_hint_makes_sense_alone() {
    let leaning =
        ["It ", "That ", "They ", "There is not", "Nothing,", "Yes", "No.", "No,", "None"];
    for (id, scenario) in shipped() {
        for hint in &scenario.lesson.hints {
            let begins = leaning.iter().find(|word| hint.starts_with(**word));
            assert_eq!(begins, None, "{id}: {}", &**hint);
        }
    }
}

#[test]
fn the_sum_of_both_shares_is_the_coin_as_printed() {
    let mut less = [0; 2];
    for (id, scenario) in quick() {
        for seed in one_in(3, 0..8) {
            let mut game = seated(&scenario, ["human", "human", "honest"], seed);
            if game.position().menu().offer(Verb::Sample).is_none() {
                let Ok(Advance::Waiting(_)) = game.advance() else { continue };
                if game.position().menu().offer(Verb::State).is_none() {
                    continue;
                }
            }
            play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
            for (at, &node) in game.tree().line().iter().enumerate().filter(|(at, _)| at % 3 == 0) {
                let position = game.position_at(node);
                let board = position.board(Viewer::Seat(Seat::Alice));
                let words = board.panes.iter().filter_map(|pane| match pane {
                    Pane::Table(table) => Some((0..table.len).flat_map(|at| (table.detail)(at))),
                    _ => None,
                });
                for line in words.flatten().filter(|line| line.starts_with("coin ")) {
                    let Some((coin, rest)) = line[5..].split_once(" (") else { continue };
                    if coin.starts_with('~') {
                        continue;
                    }
                    let (sum, _) = rest.split_once(')').expect("both shares");
                    let number = |text: &str| -> f64 { text.trim().parse().expect("a number") };
                    let (shares, one) = match sum.split_once(" − 1") {
                        Some((shares, _)) => (shares, 1.0),
                        None => (sum, 0.0),
                    };
                    let parts = shares
                        .split(" + ")
                        .map(|part| number(part.split_whitespace().last().expect("who and what")));
                    let off = parts.sum::<f64>() - one - number(coin);
                    assert!(off.abs() < 1e-9, "{id}, move {at}: {line}");
                    less[one as usize] += 1;
                }
            }
        }
    }
    assert!(less[0] > 3 && less[1] > 3, "{less:?}");
}

/// If a person misses a goal by a small amount, the review shows a move that cost this amount, if there was one.
#[test]
fn a_move_that_cost_what_was_missing_is_a_mistake() {
    let (mut near, mut found) = (0, 0);
    for (id, scenario) in shipped() {
        let people = match scenario.seat {
            Some(seat @ (Seat::Alice | Seat::Bob)) => seat,
            _ => continue,
        };
        let mut players = ["honest"; 3];
        players[people.index()] = "human";
        for seed in 0..6 {
            let mut game = seated(&scenario, players, seed);
            let deep =
                game.position().board(Viewer::All).panes.first().is_none_or(|pane| match pane {
                    Pane::Tree(tree) => tree.below.is_empty() || tree.len > 60,
                    _ => true,
                });
            if deep {
                break;
            }
            play_at_random(&mut *game, &mut ChaCha8Rng::seed_from_u64(seed));
            let Turn::Over(outcome) = game.position().turn() else { continue };
            // Judges the payment alone, without the other conditions of the goal.
            let said = scenario.goal().map(|goal| goal.value.clone()).unwrap_or_default();
            let goal = Goal { kind: None, law: None, ..said };
            let who = People::new(&scenario, &*game);
            let parts = review::parts(
                Some(&goal),
                &*game,
                &who,
                &outcome,
                &|_| None,
                &CancelToken::default(),
            );
            let Some(missed) = review::missed_by(&parts, &outcome) else { continue };
            let most = game.max_value();
            let plain = points(&*game, |node| evaluated(&*game, node).map(|value| value.honest));
            let measured = at_stake(plain.clone(), &*game, stake(&*game, Some(missed)));
            let least = missed.max(LITTLE * most).min(0.05 * most);
            for (plain, point) in plain.iter().zip(&measured) {
                let Some(played) = &point.played else { continue };
                let own = played.actor == Actor::Seat(people);
                let Some(cost) = plain.cost.filter(|_| own).map(|cost| cost * most) else {
                    continue;
                };
                if (cost - least).abs() > 1e-9 {
                    assert_eq!(point.is_mistake(), cost > least, "{id}: {cost} of {missed}");
                }
                if cost > least {
                    let dearest = dearest(people, &measured).expect("there is at least that one");
                    assert!(dearest.cost >= point.cost, "{id}, {seed}");
                    found += 1;
                }
            }
            near += u32::from(missed < 0.05 * most);
        }
    }
    assert!(near > 5 && found > 10, "{near} and {found}");
}

#[test]
fn the_needles_estimator_who_missed_by_a_tenth_is_shown_what_cost_more() {
    let scenario = kit::named("needle-estimates");
    let mut found = false;
    for seed in 0..12 {
        let mut game = seated(&scenario, ["obfuscator", "human", "honest"], seed);
        let mut said = ["0.3", "0.2", "0.9", "0.9", "0.9"].into_iter();
        loop {
            settle(&mut *game);
            if game.position().turn() != Turn::Ask(Seat::Bob) {
                break;
            }
            let number = said.next().unwrap_or("0.97");
            play(&mut *game, &format!("estimate {number}"));
        }
        let points = points(&*game, |node| evaluated(&*game, node).map(|value| value.honest));
        let whole = dearest(Seat::Bob, &points).is_some();
        let own = dearest(Seat::Bob, &at_stake(points, &*game, stake(&*game, Some(0.1)))).is_some();
        assert!(own, "{seed}: 0.3 of a claim known to be false costs more than 0.1");
        found |= !whole;
    }
    assert!(found, "in one of them no move cost 5 % of all that can be paid");
}

#[test]
fn a_goal_of_a_cost_is_lost_as_soon_as_it_is_overspent() {
    let scenario = kit::named("verifier-cross-examined");
    let goal = scenario.goal().expect("it has a goal").value.clone();
    let most = goal.queries.expect("of queries");
    let mut game = seated(&scenario, ["honest", "honest", "human"], 1);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    settle(&mut *game);
    for made in 0..=most + 2 {
        let now = game.position().ledger().account(Seat::Judge).queries();
        let told = review::overspent(&goal, &*game, Viewer::All);
        assert_eq!(told.is_empty(), now <= most, "{made}: {told:?}");
        let mv = loop {
            let mv = random_move(&game.position().prompt(), &mut rng);
            if mv.verb() == Verb::Read {
                break mv;
            }
        };
        let _ = game.play(Seat::Judge, mv);
        settle(&mut *game);
    }
    assert!(!review::overspent(&goal, &*game, Viewer::All).is_empty());
    assert_eq!(game.seat_plan(Seat::Judge), SeatPlan::Human);
}

#[test]
fn a_lost_goal_reveals_no_hidden_question_to_a_seat() {
    let mut scenario = kit::named("four-intervals");
    let goal = Goal { queries: Some(0), ..Goal::default() };
    scenario.hide.clear();
    let mut game = seated(&scenario, ["honest", "honest", "human"], 1);
    play(&mut *game, "look");
    let told = |eye| review::overspent(&goal, &*game, eye).len();
    assert_eq!(told(Viewer::Seat(Seat::Judge)), 1);
    assert_eq!(told(Viewer::Seat(Seat::Bob)), 0);
}

#[test]
fn no_promise_that_is_kept_at_the_end_is_denied_before() {
    let (mut promised, mut denied) = (0, 0);
    for (id, scenario) in quick() {
        let mut game = seated(&scenario, ["honest"; 3], 1);
        let denials = ["No r guarantees", "gives no r", "only from r ="];
        let mut said: Vec<String> = Vec::new();
        for _ in 0..60 {
            let warnings = game.position().brief(Viewer::Seat(Seat::Alice)).warnings;
            said.extend(warnings.into_iter().filter(|w| denials.iter().any(|d| w.contains(d))));
            match game.advance() {
                Ok(Advance::Moved(_)) => {}
                _ => break,
            }
        }
        let why = game.position().outcome_reason();
        let kept = why.contains("An honest Alice averages at least");
        assert!(!kept || said.is_empty(), "{id}: {why}: {said:?}");
        promised += u32::from(kept);
        denied += u32::from(!said.is_empty());
    }
    assert!(promised > 3 && denied > 3, "{promised} and {denied}");
}

#[test]
fn a_lie_that_nobody_tried_is_named_at_the_end_and_nothing_else_is() {
    let mut all = String::new();
    for id in ["when-to-shout", "caffeine-vote", "drifting-liar", "mean-price"] {
        let scenario = kit::named(id);
        let player = scenario.seats.get(Seat::Alice).and_then(|p| p.value.plan.program());
        let alice = player.filter(|name| *name != "human").unwrap_or("honest").to_owned();
        for alice in [&*alice, "honest"] {
            let mut game = seated(&scenario, [alice, "never", "honest"], 1);
            settle(&mut *game);
            all +=
                &format!("{id}, {alice}: {}\n", game.position().decided_by().unwrap_or_default());
        }
    }
    insta::assert_snapshot!(all);
}
