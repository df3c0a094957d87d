//! The cause of a loss. The review blames only coins if no other choice was worth more by the exact
//! values.

use std::collections::BTreeMap;

use elenchus::analysis::Game;
use elenchus::debate::{Advance, NodeId, RecordEntry};
use elenchus::review::{LITTLE, LossCause, ReviewedMove, ValueLoss};
use elenchus::rules::{Actor, Move, Seat, Turn, Verb};
use elenchus::scenario::{Scenario, read};
use elenchus::work::CancelToken;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::kit::{named as scenario, random_move, seated, shipped, valued};

const MOST_MOVES: usize = 120;
const MOST_WORK: u64 = 200_000;

fn plan(steps: &str) -> Scenario {
    let text = format!(
        "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  stochastic: {{k: 2, constants: teaching}}\n\
         machine:\n  plan:\n    steps:\n{steps}"
    );
    read("test", &text).expect("it reads")
}

fn debates() -> Vec<(String, Scenario)> {
    let asks = |n: usize, yes: f64| format!("      - {{ask: Is it so?, yes: {yes}}}\n").repeat(n);
    let mut all = vec![
        ("one ask".to_owned(), plan(&asks(1, 0.3))),
        ("three asks".to_owned(), plan(&format!("{}      - majority: [1, 2, 3]\n", asks(3, 0.6)))),
        ("unlikely".to_owned(), plan(&format!("{}      - majority: [1, 2, 3]\n", asks(3, 0.1)))),
        ("their xor".to_owned(), plan(&format!("{}      - xor: [1, 2]\n", asks(2, 0.5)))),
    ];
    let ids =
        ["find-the-lie", "four-intervals", "two-parcels", "three-lamps", "shading-bob", "twins"];
    all.extend(shipped().into_iter().filter(|(id, _)| ids.contains(&id.as_str())));
    all
}

/// A person in one seat who mostly plays as an honest player does, and sometimes slightly
/// differently.
fn play(scenario: &Scenario, seat: Seat, seed: u64) -> Option<Box<dyn Game>> {
    let mut players = ["honest"; 3];
    let mut honest = seated(scenario, players, seed);
    players[seat.index()] = "human";
    let mut game = seated(scenario, players, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..MOST_MOVES {
        match game.advance().ok()? {
            Advance::Moved(_) => {}
            Advance::Over(_) => return Some(game),
            Advance::Waiting(seat) => {
                let record: Vec<RecordEntry> = game.record().to_vec();
                honest.go_to(NodeId::START).ok()?;
                for entry in &record {
                    honest.apply(entry).ok()?;
                }
                honest.advance().ok()?;
                let here = honest.tree().here();
                let mut mv = honest.tree().played(here)?.mv.clone();
                if mv.verb() == Verb::State && rng.random_bool(0.4) {
                    let Move::State(p) = mv else { continue };
                    let off = rng.random_range(-0.09..0.09);
                    let p = elenchus::chance::Probability::clamped(p.get() + off);
                    mv = Move::State(p);
                } else if mv.verb() != Verb::State && rng.random_bool(0.1) {
                    let mut prompt = game.position().prompt();
                    prompt.offers.retain(|offer| offer.ends_turn);
                    if !prompt.offers.is_empty() {
                        mv = random_move(&prompt, &mut rng);
                    }
                }
                game.play(seat, mv).ok()?;
            }
        }
    }
    None
}

/// Some random choices instead of the move at `at`, each with its gain over that move.
fn gains(
    game: &mut dyn Game,
    points: &[ReviewedMove],
    at: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<(Move, f64)> {
    let played = points[at].played.clone().expect("a move");
    let before = points[at - 1].node;
    let value = points[at].value.expect("a value");
    let Actor::Seat(seat) = played.actor else { panic!("a person's") };
    let mut found = Vec::new();
    for _ in 0..12 {
        game.go_to(before).expect("it is on the line");
        let mut prompt = game.position().prompt();
        prompt.offers.retain(|offer| offer.ends_turn);
        if prompt.offers.is_empty() {
            return found;
        }
        let mv = random_move(&prompt, rng);
        game.apply(&RecordEntry::Move { actor: played.actor, mv: mv.clone() })
            .expect("it is legal");
        let here = game.tree().here();
        let Ok(Some(other)) = game.evaluation(here)(&CancelToken::limited(MOST_WORK)) else {
            continue;
        };
        let gain = match seat {
            Seat::Alice => other.honest - value,
            Seat::Bob => value - other.honest,
            Seat::Judge => match crate::kit::truth(game.position()) {
                Some(true) => other.honest - value,
                Some(false) => value - other.honest,
                None => continue,
            },
        };
        found.push((mv, gain));
    }
    found
}

#[test]
fn the_review_names_a_better_choice_if_there_are_few() {
    let mut game = seated(&scenario("hide-in-an-argument"), ["human", "honest", "honest"], 4);
    assert!(matches!(game.advance(), Ok(Advance::Waiting(Seat::Alice))));
    game.play(Seat::Alice, Verb::Argue.parse_argument("1").expect("a move")).expect("it is legal");
    while !matches!(game.advance(), Ok(Advance::Over(_))) {}
    let points = valued(&*game, MOST_WORK);
    let loss = ValueLoss::find(&mut *game, &points, &[Seat::Alice], &CancelToken::default())
        .expect("it is known");
    // The other choice wins with probability 1/2 instead of 1/8.
    let (at, more) = loss.more.unwrap_or_else(|| panic!("{loss:?} {points:?}"));
    assert!(at == 1 && (more - 0.375).abs() < 1e-9, "{loss:?}");
}

#[test]
fn only_coins_are_blamed_if_no_other_choice_was_worth_more() {
    let mut causes: BTreeMap<&str, u32> = BTreeMap::new();
    let mut compared = 0;
    for (id, scenario) in debates() {
        for seat in [Seat::Alice, Seat::Bob] {
            for seed in 1..=25 {
                let Some(mut game) = play(&scenario, seat, seed) else { continue };
                let points = valued(&*game, MOST_WORK);
                if points.iter().any(|point| point.is_mistake()) {
                    continue;
                }
                let little = LITTLE * game.max_value();
                let Turn::Over(end) = game.position().turn() else { panic!("{id} is not over") };
                if end.winner.seat() == seat && end.payoff.is_none() {
                    continue;
                }
                let loss = ValueLoss::find(&mut *game, &points, &[seat], &CancelToken::default())
                    .expect("it ends");
                let kind = match loss.cause {
                    LossCause::CoinsAlone => "alone",
                    LossCause::Coins => "coins",
                    LossCause::Tried { .. } => "tried",
                    LossCause::Own => "own",
                    LossCause::Nothing => "nothing",
                };
                *causes.entry(kind).or_default() += 1;
                if let LossCause::Tried { stated, objected } = loss.cause {
                    let played = |at: usize| points[at].played.clone().expect("a move");
                    assert_eq!(played(stated).actor, Actor::Seat(seat), "{id}, {seed}");
                    assert!(matches!(played(stated).mv, Move::State(_)), "{id}, {seed}");
                    assert_eq!(played(objected).mv, Move::Abort, "{id}, {seed}");
                }
                if loss.cause != LossCause::CoinsAlone {
                    continue;
                }
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                for at in 1..points.len() {
                    let played = points[at].played.as_ref().expect("a move");
                    let change = points[at].change.expect("a value").abs();
                    match played.actor {
                        Actor::Seat(by) if by == seat => {
                            assert!(change < little, "{id}, {seed}, move {at}: {change}");
                            for (mv, gain) in gains(&mut *game, &points, at, &mut rng) {
                                compared += 1;
                                assert!(gain < little, "{id}, {seed}: {mv} is worth {gain} more");
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    for kind in ["alone", "coins", "tried"] {
        assert!(causes.contains_key(kind), "{causes:?}");
    }
    assert!(compared > 100, "{compared}");
}
