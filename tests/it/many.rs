//! Many debates. Each is the debate of its seed, in any mode and on any number of threads.

use elenchus::batch::simulate;
use elenchus::chance::BinomialTables;
use elenchus::debate::{Advance, SeatPlan};
use elenchus::rules::{Cost, Seat};
use elenchus::work::CancelToken;

use crate::kit::{one_in, seated, shipped};

fn honest() -> [SeatPlan; 3] {
    Seat::each(|_| SeatPlan::honest())
}

#[test]
fn debate_s_of_many_is_the_debate_that_is_run_with_seed_s() {
    for (id, scenario) in shipped() {
        let long = ["thousand", "million", "sha", "1024"].iter().any(|word| id.contains(word));
        let many = seated(&scenario, ["honest"; 3], 0)
            .simulator(&honest(), &CancelToken::default())
            .expect("honest players");
        let mut tables = BinomialTables::default();
        for seed in one_in(4, 0..if long { 1 } else { 12 }) {
            let mut game = seated(&scenario, ["honest"; 3], seed);
            let Ok(Advance::Over(outcome)) = game.table().run() else { panic!("{id} did not end") };
            let end =
                many.play_seed(seed, &mut tables, &CancelToken::default()).expect("legal moves");
            assert_eq!(end.outcome, outcome, "{id}, seed {seed}");
            assert_eq!(end.truth, crate::kit::truth(game.position()), "{id}, seed {seed}");
            for (seat, cost) in Seat::ALL.into_iter().flat_map(|s| Cost::ALL.map(|c| (s, c))) {
                let paid = game.position().ledger().account(seat).paid(cost);
                assert_eq!(end.costs[seat.index()][cost as usize], paid, "{id}: {seat} {cost:?}");
            }
        }
    }
}

#[test]
fn counts_are_the_same_on_any_number_of_threads() {
    let (_, scenario) = shipped().into_iter().find(|(id, _)| id == "rigged-coin").expect("shipped");
    let many = seated(&scenario, ["honest"; 3], 0)
        .simulator(&honest(), &CancelToken::default())
        .expect("honest players");
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| simulate(&*many, 5000, 7, &CancelToken::default())).expect("legal moves")
    };
    assert_eq!(on(1), on(5));
}

#[test]
fn a_stopped_run_gives_what_it_has_counted() {
    let (_, scenario) = shipped().into_iter().find(|(id, _)| id == "rigged-coin").expect("shipped");
    let many = seated(&scenario, ["honest"; 3], 0)
        .simulator(&honest(), &CancelToken::default())
        .expect("honest players");
    let token = CancelToken::default();
    token.stop();
    let tally = simulate(&*many, 1 << 40, 7, &token).expect("legal moves");
    assert!(tally.debates < 1 << 20, "{}", tally.debates);
}

#[test]
fn every_place_of_a_long_record_can_be_revisited() {
    let text = "elenchus: 1\ntitle: T\nclaim: C\nprotocol: {stochastic: {k: 1}}\n\
        machine: {chain: {question: Q, steps: 5000, start: 0.9, after-no: 0.1, after-yes: 0.7}}\n";
    let scenario = elenchus::scenario::read("f.yaml", text).expect("it is right");
    let mut game = elenchus::scenario::open(&scenario).expect("it can be played");
    game.table().run().expect("legal");
    let nodes = game.tree().line().to_vec();
    assert!(nodes.len() > 9_000, "{} moves", nodes.len());
    for node in nodes.iter().step_by(1_500).copied() {
        let mut again = elenchus::scenario::open(&scenario).expect("it can be played");
        for entry in &game.record()[..game.tree().depth(node)] {
            again.apply(entry).expect("it was legal");
        }
        let (back, afresh) = (game.position_at(node), again.position());
        assert_eq!(back.turn(), afresh.turn());
        assert_eq!(format!("{:?}", back.ledger()), format!("{:?}", afresh.ledger()));
    }
}
