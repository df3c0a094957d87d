//! K by hand: an error that fades, an error that travels, and a number of votes that grows with the square of K.

use elenchus::batch::sensitivity::{AnswerChain, standard_error};
use elenchus::rules::{Cost, Seat};
use elenchus::scenario::library;
use elenchus::tui::headless::HeadlessPlayground;
use elenchus::work::CancelToken;

use crate::kit::until;
use crate::lessons::shipped;

fn chain(id: &str) -> AnswerChain {
    AnswerChain::from_scenario(&shipped(id), &CancelToken::default()).expect("a chain")
}

#[test]
fn an_error_is_heeded_by_every_later_desk_as_much_as_desks_heed() {
    for (id, heeds) in [("ten-desks-look", 0.51 - 0.21), ("ten-desks-copy", 1.0 - 0.035)] {
        let chain = chain(id);
        assert!((chain.answers(|_| false, 0.0)[9] - 0.3).abs() < 5e-4, "{id}");
        for desk in 0..10 {
            // The error is small, so that every number stays between 0 and 1. A present mark cannot grow.
            let errors = chain.errors(desk, -0.01);
            assert!(errors[..desk].iter().all(|error| *error == 0.0), "{id}");
            for (later, error) in errors[desk..].iter().enumerate() {
                let due = -0.01 * f64::powi(heeds, later as i32);
                assert!((error - due).abs() < 1e-12, "{id}, {desk}: {errors:?}");
            }
        }
    }
}

#[test]
fn if_every_desk_is_off_the_last_is_off_by_k_times_that_and_the_votes_are_as_its_square() {
    let [look, copy] = ["ten-desks-look", "ten-desks-copy"].map(chain);
    // The debates declare more than the measured K, and their judge draws more.
    for (id, own) in [("ten-desks-look", &look), ("ten-desks-copy", &copy)] {
        let game = elenchus::scenario::open(&shipped(id)).expect("it opens");
        let judge =
            game.position().ledger().account(Seat::Judge).limit(Cost::Oracle).expect("a limit");
        assert!(own.declared > own.k && judge > own.votes, "{id}: {own:?}, {judge}");
    }
    for own in [&look, &copy] {
        let [truth, all] = [0.0, -1e-6].map(|by| own.answers(|_| true, by)[9]);
        assert!(((truth - all) / 1e-6 - own.k).abs() < 1e-3, "{own:?}");
    }
    let (votes, k) = (copy.votes as f64 / look.votes as f64, copy.k / look.k);
    assert!((votes / (k * k) - 1.0).abs() < 1e-3, "{votes} {k}");
    // Four times the votes, half the error. The deviation of a mean agrees with the text.
    assert!((standard_error(400) - standard_error(100) / 2.0).abs() < 1e-15);
    let deviation = |n: i32| {
        let mut chance = 0.5f64.powi(n);
        let mut sum = 0.0;
        for hits in 0..=n {
            sum += chance * (f64::from(hits) / f64::from(n) - 0.5).powi(2);
            chance *= f64::from(n - hits) / f64::from(hits + 1);
        }
        sum.sqrt()
    };
    assert!((deviation(100) - standard_error(100)).abs() < 1e-9);
}

#[test]
fn one_desk_is_dragged_by_the_arrows_and_the_columns_follow() {
    let entries = ["ten-desks-look", "pull-request"].map(|id| library::find(id).expect("shipped"));
    let mut stage = HeadlessPlayground::new(entries.to_vec(), (80, 24), None);
    let offered =
        |stage: &HeadlessPlayground| stage.on_offer().iter().any(|(_, words)| words == "K by hand");
    assert!(offered(&stage));
    stage.press("down").expect("keys");
    assert!(!offered(&stage));
    stage.press("up K").expect("keys");
    until(&mut stage, &["Each desk copies a mark"]);
    insta::assert_snapshot!(stage.text());
    stage.press("right up up").expect("keys");
    insta::assert_snapshot!("the_second_desk_is_dragged", stage.text());
}
