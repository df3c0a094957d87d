//! The boards of the seats in a debate about claims.

use elenchus::analysis::Game;
use elenchus::debate::Advance;
use elenchus::machine::Ordinal;
use elenchus::rules::{Domain, Move, Seat, Turn, Verb, Viewer, YesNo};
use elenchus::scenario::read;
use elenchus::text::{Board, Pane};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::kit::{named, random_move, seated};

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
        assert!(why.contains("of at most 13.") && !why.contains("is guaranteed"), "{why}");
    }
}

/// The reason at the end of a shipped debate, after Bob states these numbers.
fn paid_for(id: &str, numbers: &[&str], seed: u64) -> String {
    let mut game = seated(&named(id), ["ignorant", "human", "honest"], seed);
    for number in numbers {
        while matches!(game.advance(), Ok(Advance::Moved(_))) {}
        game.play(Seat::Bob, format!("estimate {number}").parse().expect("a move")).expect("legal");
    }
    while matches!(game.advance(), Ok(Advance::Moved(_))) {}
    game.position().outcome_reason()
}

/// The numbers of the sentences are those of the rules: 3 × (0.6 − 0.25) on average, because two draws at 0.5
/// are both yes in 1 case of 4.
#[test]
fn the_end_says_what_a_payment_came_from() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..60 {
        let why = paid_for("two-parcels", &["0.6", "0.5", "0.5"], seed);
        if !why.contains("Alice answered yes") {
            continue;
        }
        let says = |words: &str| assert!(why.contains(words), "{seed}: no `{words}`: {why}");
        says("his numbers for its subclaims give");
        says("The draws decide this, not the truth.");
        says("By Bob's numbers the round pays her +1.05 on average over the draws.");
        if why.contains("count as 1") {
            yes += 1;
            says("The drawn answers, yes and yes, count as 1.");
            says("she is paid 3 × (0.6 − 1) = −1.20. ");
            says("The rest, −2.25, is luck in the draws.");
        } else {
            no += 1;
            says("she is paid 3 × (0.6 − 0) = +1.80. ");
            says("The rest, +0.75, is luck in the draws.");
        }
        let first = [
            "By luck, the first draw paid her 1: with Bob's 0.6, the average draw pays 0.6.",
            "By luck, the first draw paid her nothing: with Bob's 0.6, the average draw pays 0.6.",
        ];
        assert!(first.iter().any(|words| why.contains(words)), "{why}");
    }
    assert!(yes > 1 && no > 5, "{yes} {no}");
    // What the judge decides, with the same prior of 0.3.
    for seed in 0..12 {
        let why = paid_for("one-claim", &["0.5"], seed);
        let rest = if why.contains("= +1.50.") { "+0.90" } else { "−2.10" };
        let words = format!(
            "0.5 is an error of 0.200. Over the worlds that fit what he knew, it pays her +0.60 on average. The rest, {rest}, is luck."
        );
        assert!(why.contains(&words), "{why}");
    }
    // A certain number leaves nothing to luck.
    let why = paid_for("one-claim", &["0"], 3);
    assert!(why.contains("The first draw paid her nothing, because Bob said 0."), "{why}");
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
