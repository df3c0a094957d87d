//! The boards of the seats in a debate about claims.

use elenchus::analysis::Game;
use elenchus::machine::Ordinal;
use elenchus::rules::{Domain, Move, Seat, Turn, Verb, Viewer, YesNo};
use elenchus::scenario::read;
use elenchus::text::{Board, Pane};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::{random_move, seated};

const BOB: Viewer = Viewer::Seat(Seat::Bob);

fn debate(protocol: &str, claims: &str, seed: u64) -> Box<dyn Game> {
    let text = format!(
        "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  {protocol}\nmachine:\n  claims:\n{claims}"
    );
    seated(&read("test", &text).expect("it reads"), ["human"; 3], seed)
}

/// One of two subclaims is false, and Bob does not know which.
fn two_levels(seed: u64) -> Box<dyn Game> {
    debate(
        "prover-estimator: {epsilon: 0.1, ratio: 3}",
        "    uniform: {claim: x, rule: all, width: 2, depth: 1}\n    worlds: one-false\n",
        seed,
    )
}

/// Plays a move of a seat, and then all moves of chance and of the rules.
fn play(game: &mut dyn Game, seat: Seat, mv: &str) {
    settle(game);
    game.play(seat, mv.parse().expect("a move")).expect("it is legal");
    settle(game);
}

fn settle(game: &mut dyn Game) {
    while !matches!(game.position().turn(), Turn::Ask(_) | Turn::Over(_)) {
        game.advance().expect("nature and the rules move");
    }
}

#[track_caller]
fn bob_reads(game: &dyn Game, words: &str) {
    let (now, rule) = (game.position(), game.position().brief(BOB).rule);
    let said = [rule, now.prompt().notes].concat().join(" ");
    assert!(said.contains(words), "`{said}` does not say `{words}`");
}

#[test]
fn bob_always_sees_alices_answer_and_his_earlier_numbers() {
    let mut game = two_levels(1);
    play(&mut *game, Seat::Alice, "claim yes");
    bob_reads(&*game, "Alice answers yes.");
    bob_reads(&*game, "your probability for the claim is 0.");
    play(&mut *game, Seat::Bob, "estimate 0.25");
    play(&mut *game, Seat::Alice, "say too-low");
    bob_reads(&*game, "She says that your 0.25 for her answer is too low.");
    bob_reads(&*game, "Her argument: all of 2 subclaims.");
    bob_reads(&*game, "your probability for claim 1 is 0.500");
    let board = game.position().board(BOB);
    let Some(Pane::Tree(tree)) = board.panes.first() else { panic!("claims are a tree") };
    assert_eq!(tree.columns.last().map(String::as_str), Some("prior"));
    assert_eq!(tree.columns.len(), (tree.node)(1).cells.len());
    assert_eq!(
        (tree.node)(0).note.as_deref(),
        Some("Alice: yes, and your 0.25 is too low, because all of:")
    );
}

/// The nodes of a board's tree that can be picked.
fn picks(board: &Board<'_>) -> Vec<usize> {
    match board.panes.first() {
        Some(Pane::Tree(tree)) => tree.choices.clone(),
        _ => Vec::new(),
    }
}

#[test]
fn the_end_shows_if_alice_was_right_and_her_promise() {
    for (answer, words) in [
        ("yes", "Alice answered yes, which was wrong."),
        ("no", "Alice answered no, which was right."),
    ] {
        let mut game = two_levels(1);
        play(&mut *game, Seat::Alice, &format!("claim {answer}"));
        play(&mut *game, Seat::Bob, "estimate 0.5");
        play(&mut *game, Seat::Alice, "say too-low");
        play(&mut *game, Seat::Bob, "estimate 0.5");
        play(&mut *game, Seat::Bob, "estimate 0.5");
        play(&mut *game, Seat::Alice, "pick 1");
        play(&mut *game, Seat::Alice, "say about-right");
        play(&mut *game, Seat::Judge, "decide no");
        let why = game.position().outcome_reason();
        assert!(why.contains(words), "{why}");
        // If one of two is false, an error of 0.1 on each moves "all of 2" by more than 0.1.
        assert!(why.ends_with("of at most 13. Thm 6.1 guarantees nothing here."), "{why}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_claims_that_can_be_picked_on_the_board_are_those_on_the_menu(
        estimated in any::<bool>(), width in 2usize..5, seed in any::<u64>(),
    ) {
        let protocol = match estimated {
            true => "prover-estimator: {epsilon: 0.1, ratio: 3}",
            false => "recursive-debate: {}",
        };
        let claims = format!(
            "    uniform: {{claim: x, rule: any, width: {width}, depth: 2}}\n    false-leaves: []\n"
        );
        let mut game = debate(protocol, &claims, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut picked = 0;
        loop {
            settle(&mut *game);
            let Turn::Ask(seat) = game.position().turn() else { break };
            let prompt = game.position().prompt();
            let most = match prompt.offer(Verb::Pick).map(|offer| &offer.domain) {
                Some(Domain::Place(most)) => *most as usize,
                _ => 0,
            };
            let asked = picks(&game.position().board(Viewer::Seat(seat)));
            // The judge of a prover-estimator debate sees no tree.
            prop_assert_eq!(asked.len(), most);
            if let Some(&last) = asked.last() {
                // The claim under the cursor becomes the one under discussion.
                game.play(seat, Move::Pick(Ordinal::at(most - 1))).unwrap();
                picked += 1;
                let board = game.position().board(Viewer::All);
                let Some(Pane::Tree(tree)) = board.panes.first() else { panic!("a tree") };
                prop_assert_eq!(tree.here, Some(last));
                continue;
            }
            let mv = match prompt.offer(Verb::Claim) {
                Some(_) => Move::Claim(YesNo(true)),
                None => random_move(&prompt, &mut rng),
            };
            game.play(seat, mv).unwrap();
        }
        prop_assert_eq!(picked, 2);
    }
}
