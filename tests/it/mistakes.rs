//! What is said of mistakes: every move that costs something is explained, and what an honest player
//! does is none.

use std::collections::BTreeMap;

use elenchus::analysis::Game;
use elenchus::analysis::review::{Point, points};
use elenchus::debate::Advance;
use elenchus::rules::{Actor, Move, Seat, Verb};
use elenchus::scenario::Scenario;
use elenchus::show::Show;
use elenchus::work::Token;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::kit::{random_move, seated, shipped};

/// Longer debates are not looked into here, nor are places that take longer to evaluate.
const MOST_MOVES: usize = 80;
const MOST_WORK: u64 = 20_000;

/// Of each protocol debates of a size that can be gone through, with claims that are true and false.
const IDS: [&str; 22] = [
    "find-the-lie",
    "adder-carry-lie",
    "contract-comma",
    "two-faced-alice",
    "lazy-bob",
    "who-wrote-last",
    "divisible-by-three",
    "midpoint-hunt",
    "binary-increment",
    "parity-of-eight",
    "parity-of-eight-walk",
    "query-golf",
    "qbf-duel",
    "verifier-read",
    "verifier-cross-examined",
    "caffeine-vote",
    "hasty-bob",
    "seating-plan",
    "four-intervals",
    "four-estimates",
    "calibrated-bob",
    "twins",
];

fn small() -> impl Iterator<Item = (String, Scenario)> {
    shipped().into_iter().filter(|(id, _)| IDS.contains(&id.as_str()))
}

/// Plays a debate in which one seat now and then does something at random.
fn play_badly(scenario: &Scenario, seat: Seat, seed: u64) -> Option<Box<dyn Game>> {
    let mut players = ["honest"; 3];
    players[seat.index()] = "human";
    let mut game = seated(scenario, players, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let token = Token::limited(MOST_WORK);
    for _ in 0..MOST_MOVES {
        match game.advance_after(&mut |_| Ok(()), &token).ok()? {
            Advance::Moved(_) => {}
            Advance::Over(_) => return Some(game),
            Advance::Waiting(seat) => {
                // An answer, not the work before it, which may be drawn for ever.
                let mut prompt = game.now().prompt();
                prompt.offers.retain(|offer| offer.ends_turn);
                let mv = if prompt.offers.is_empty() {
                    random_move(&game.now().prompt(), &mut rng)
                } else {
                    random_move(&prompt, &mut rng)
                };
                game.play(seat, mv).ok()?;
            }
        }
        let _ = rng.random::<u8>();
    }
    None
}

/// The points of a debate with their values, as far as these come quickly.
fn valued(game: &dyn Game) -> Vec<Point> {
    let mut values = BTreeMap::new();
    let evaluate = game.evaluator();
    for node in
        std::iter::once(elenchus::debate::NodeId::START).chain(game.tree().line().iter().copied())
    {
        let token = Token::limited(MOST_WORK);
        if let Ok(Some(value)) = evaluate(node, &token) {
            values.insert(node, value.honest);
        }
    }
    points(game, |node| values.get(&node).copied())
}

/// What is said of a move of the line, by the place before it.
fn said(game: &dyn Game, at: usize, mv: &Move) -> Option<String> {
    let line = game.tree().line();
    let before = match at.checked_sub(2) {
        None => elenchus::debate::NodeId::START,
        Some(before) => line[before],
    };
    let position: &dyn Show = &*game.at(before);
    position.mistake(mv)
}

#[test]
fn every_move_that_costs_something_is_explained() {
    let mut explained: BTreeMap<(String, Seat), u32> = BTreeMap::new();
    for (id, scenario) in small() {
        for seat in Seat::ALL {
            for seed in 1..=3 {
                let Some(game) = play_badly(&scenario, seat, seed) else { continue };
                let protocol = game.now().brief(elenchus::rules::Eye::All).protocol;
                for (at, point) in valued(&*game).iter().enumerate() {
                    let Some(played) = &point.played else { continue };
                    if played.actor != Actor::Seat(seat) || !point.is_mistake() {
                        continue;
                    }
                    let why = said(&*game, at, &played.mv);
                    let why = why.unwrap_or_else(|| {
                        panic!("{id}, seed {seed}: {seat}: {} cost {:?}", played.mv, point.cost)
                    });
                    if std::env::var_os("SHOW_MISTAKES").is_some() {
                        println!(
                            "{protocol} | {id} | {seat}: {} | {:.3} | {why}",
                            played.mv,
                            point.cost.unwrap_or_default()
                        );
                    }
                    assert!(why.ends_with('.') && !why.contains("  "), "{id}: {why}");
                    assert!(why.chars().count() <= 400, "{id}: too long: {why}");
                    *explained.entry((protocol.clone(), seat)).or_default() += 1;
                }
            }
        }
    }
    let kinds: Vec<(&str, Seat)> = explained.keys().map(|(kind, seat)| (&**kind, *seat)).collect();
    for kind in [
        ("bisection", Seat::Bob),
        ("circuit walk", Seat::Alice),
        ("circuit walk", Seat::Bob),
        ("cross-examination", Seat::Bob),
        ("cross-examination", Seat::Judge),
        ("gate check", Seat::Judge),
        ("prover-estimator debate", Seat::Alice),
        ("prover-estimator debate", Seat::Bob),
        ("quantified debate", Seat::Alice),
        ("stochastic debate", Seat::Alice),
        ("stochastic debate", Seat::Bob),
    ] {
        assert!(kinds.contains(&kind), "no mistake of {kind:?} was made: {kinds:?}");
    }
}

#[test]
fn what_an_honest_player_does_in_a_debate_without_chance_is_no_mistake() {
    for (id, scenario) in small() {
        let mut game = seated(&scenario, ["honest"; 3], 1);
        let token = Token::limited(MOST_WORK);
        let mut line = 0;
        while let Ok(Advance::Moved(_)) = game.advance_after(&mut |_| Ok(()), &token) {
            line += 1;
            if line > MOST_MOVES {
                break;
            }
        }
        for at in 1..=game.tree().line().len() {
            let played = game.tree().played(game.tree().line()[at - 1]).unwrap().clone();
            // A mean of votes is off by the votes' own noise, and is said to be.
            if matches!(played.mv.verb(), Verb::State | Verb::Abort | Verb::Continue) {
                continue;
            }
            // An honest judge of twins who cannot read enough has to guess.
            if id == "twins" {
                continue;
            }
            assert_eq!(said(&*game, at, &played.mv), None, "{id}: {}", played.mv);
        }
    }
}
