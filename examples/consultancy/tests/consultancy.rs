//! Plays, draws, solves and simulates the protocol from outside the core.

use consultancy::{Consultancy, Evidence};
use elenchus_core::analysis::Analysable;
use elenchus_core::batch::simulate;
use elenchus_core::chance::Probability;
use elenchus_core::debate::{Advance, AnyDebate, Debate, SeatPlan, Simulator};
use elenchus_core::rules::{Seat, Viewer};
use elenchus_core::text::Presentation;
use elenchus_core::text::board::{CellValue, Pane};
use elenchus_core::work::CancelToken;

fn start() -> Consultancy {
    Consultancy::new(Evidence {
        pieces: 5,
        reliable: Probability::new(0.7).expect("a probability"),
        shown: 3,
        question: "Is the bridge safe?".into(),
    })
}

/// The share of rulings for Alice, and the share of right rulings.
fn simulated(alice: &str, judge: &str) -> (f64, f64) {
    let seats = [alice, "honest", judge].map(|name| SeatPlan::Program(name.into()));
    let driver =
        Simulator::new(start(), &seats, &CancelToken::default()).expect("they are in the roster");
    let (mut won, mut right) = (0, 0);
    let mut tables = elenchus_core::chance::BinomialTables::default();
    for seed in 0..4_000 {
        let end = elenchus_core::debate::BatchSimulator::play_seed(
            &driver,
            seed,
            &mut tables,
            &CancelToken::default(),
        );
        let end = end.expect("programs play legal moves");
        let alice = end.outcome.winner == elenchus_core::rules::Side::Alice;
        won += u32::from(alice);
        right += u32::from(end.truth == Some(alice));
    }
    (f64::from(won) / 4_000.0, f64::from(right) / 4_000.0)
}

#[test]
fn it_is_played_to_an_end_that_is_explained() {
    let mut debate = Debate::new(start(), 3).expect("every seat has an honest player");
    let table: &mut dyn AnyDebate = &mut debate;
    assert!(matches!(table.run(), Ok(Advance::Over(_))));
    assert!(debate.rules().outcome_reason().starts_with("The judge "));
}

#[test]
fn the_judge_sees_what_was_shown_and_nothing_else() {
    let mut debate = Debate::new(start(), 3).expect("every seat has an honest player");
    debate.seat(Seat::Judge, &SeatPlan::Human).expect("a person can judge");
    let table: &mut dyn AnyDebate = &mut debate;
    assert_eq!(table.run().ok(), Some(Advance::Waiting(Seat::Judge)));
    let known = |eye: Viewer| {
        let board = table.position().board(eye);
        let Some(Pane::Strip(strip)) = board.panes.first() else { panic!("a strip") };
        (0..strip.len).filter(|&at| matches!((strip.mark)(at).value, CellValue::Is(_))).count()
    };
    assert_eq!(known(Viewer::Seat(Seat::Judge)), 3);
    assert_eq!(known(Viewer::Seat(Seat::Alice)), 5);
    assert_eq!(known(Viewer::All), 5);
}

/// A judge believes an advocate more often than an honest consultant, but is less often right.
#[test]
fn exact_values_and_debates_agree() {
    let report = start().reported(&CancelToken::default()).expect("it is small");
    let exact: Vec<f64> = report.values.iter().map(|value| value.value).collect();
    let (honest, honest_right) = simulated("honest", "honest");
    let (advocate, advocate_right) = simulated("advocate", "honest");
    assert!((honest - exact[0]).abs() < 0.03, "{honest} {exact:?}");
    assert!((advocate - exact[1]).abs() < 0.03, "{advocate} {exact:?}");
    assert!((exact[0] - 0.5).abs() < 1e-12, "honest evidence helps no side: {exact:?}");
    assert!(exact[1] > 0.9 && advocate_right < honest_right, "{exact:?}");
}

#[test]
fn the_lab_plays_it_by_the_thousand() {
    let seats = std::array::from_fn(|_| SeatPlan::honest());
    let driver =
        Simulator::new(start(), &seats, &CancelToken::default()).expect("they are in the roster");
    let tally = simulate(&driver, 1_000, 0, &CancelToken::default()).expect("legal moves");
    assert_eq!(tally.debates, 1_000);
}
