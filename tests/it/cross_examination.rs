//! Cross-examination (2024 paper, Fig. 1 and Thm 5.3), stated and checked on random plans.

use elenchus::chance::Probability;
use elenchus::debate::{Advance, AnyDebate, Debate, SeatPlan};
use elenchus::machine::{Ask, Bits, Input, Op, Plan, PlanBuilder, Source, Step};
use elenchus::protocol::CrossExamination;
use elenchus::protocol::cross_examination::CrossExaminationInstance;
use elenchus::rules::{Actor, BitRef, Cost, Move, Seat, Side, Turn};
use proptest::prelude::*;

/// A random deterministic plan of at most 40 steps: gates of every kind, and questions.
fn plans() -> impl Strategy<Value = Plan> {
    let steps = prop::collection::vec((0u8..13, any::<u64>()), 1..40);
    (prop::collection::vec(any::<bool>(), 1..5), steps).prop_map(|(inputs, steps)| {
        let count = inputs.len();
        let mut plan = PlanBuilder::over(inputs);
        for (kind, noise) in steps {
            let done = plan.len();
            let source = |n: u64| match (n % (count + done) as u64) as usize {
                at if at < count => Source::input(Input::at(at)),
                at => Source::step(Step::at(at - count)),
            };
            let several: Vec<Source> =
                (0..1 + noise % 4).map(|n| source(noise.rotate_left(7 * n as u32))).collect();
            let one = &several[..1];
            let added = match kind {
                0 => plan.step(Op::And, &several),
                1 => plan.step(Op::Or, &several),
                2 => plan.step(Op::Xor, &several),
                3 => plan.step(Op::Nand, &several),
                4 => plan.step(Op::Nor, &several),
                5 => plan.step(Op::Xnor, &several),
                6 => plan.step(Op::Majority, &several),
                7 => plan.step(Op::AtLeast(1 + (noise % several.len() as u64) as u32), &several),
                8 => plan.step(Op::Not, one),
                9 => plan.step(Op::Copy, one),
                10 => plan.step(Op::Constant(noise % 2 == 1), &[]),
                _ => {
                    let rows = (0..1u64 << several.len())
                        .map(|row| Probability::certain(noise >> row & 1 == 1));
                    plan.ask(Ask { question: "Is it so?".into(), yes: rows.collect() }, &several)
                }
            };
            added.expect("the step is well formed");
        }
        plan.finish().expect("the plan has steps")
    })
}

fn debate(plan: &Plan, claim: bool, copies: bool, players: [&str; 3]) -> Debate<CrossExamination> {
    let setup =
        CrossExaminationInstance { machine: plan.clone(), claim, copies, judge_is_oracle: false };
    let rules = CrossExamination::new(setup).expect("the oracle is sure");
    let mut debate = Debate::new(rules, 1).expect("there are honest players");
    for (seat, player) in Seat::ALL.into_iter().zip(players) {
        debate.seat(seat, &SeatPlan::Program(player.into())).expect("a player");
    }
    debate
}

fn play(debate: &mut Debate<CrossExamination>) -> Side {
    let table: &mut dyn AnyDebate = debate;
    table.run().expect("legal moves");
    match table.position().turn() {
        Turn::Over(outcome) => outcome.winner,
        turn => panic!("not over: {turn:?}"),
    }
}

fn truth(plan: &Plan) -> bool {
    plan.evaluate().at(plan.output().index())
}

proptest! {

    #[test]
    fn the_judge_pays_no_more_than_the_theorem_says(plan in plans(), at in 1u32..40) {
        let point = format!("point:{}", 1 + at % plan.len() as u32);
        let mut debate = debate(&plan, true, true, ["honest", &point, "honest"]);
        play(&mut debate);
        let step = Step::new(1 + at % plan.len() as u32);
        let judge = debate.position().ledger().account(Seat::Judge);
        let location = (plan.len() as f64).log2().ceil() as u64;
        prop_assert_eq!(judge.paid(Cost::Location), location);
        let cells = judge.paid(Cost::Transcript) + judge.paid(Cost::Input);
        prop_assert!(cells <= plan.relevant(step).len() as u64 + 1);
        prop_assert!(judge.paid(Cost::Oracle) <= 1);
        for cost in [Cost::Location, Cost::Transcript, Cost::Input, Cost::Oracle] {
            prop_assert!(judge.paid(cost) <= judge.limit(cost).expect("the theorem limits it"));
        }
    }

    #[test]
    fn the_board_highlights_exactly_what_the_ledger_counts(plan in plans(), at in 1u32..40) {
        let point = format!("point:{}", 1 + at % plan.len() as u32);
        let mut debate = debate(&plan, true, true, ["honest", &point, "wasteful:3"]);
        play(&mut debate);
        let ledger = debate.position().ledger();
        let board = debate.position().board(elenchus::rules::Viewer::All);
        let read: usize = board.panes.iter().map(|pane| match pane {
            elenchus::text::board::Pane::Strip(strip) =>
                (0..strip.len).filter(|&at| (strip.mark)(at).read.is_some()).count(),
            _ => 0,
        }).sum();
        prop_assert_eq!(read, ledger.readings().list().len());
        let judge = ledger.account(Seat::Judge);
        prop_assert_eq!(read as u64, judge.paid(Cost::Transcript) + judge.paid(Cost::Input));
    }

    #[test]
    fn without_copies_a_lie_survives_unless_the_output_step_cannot_be_bent(plan in plans()) {
        let last = plan.output();
        let read: Vec<Step> = plan.relevant(last).iter().filter_map(|s| s.get().step()).collect();
        let claim = !truth(&plan);
        // For some values of the steps that it reads, the output step equals the claim.
        let bendable = (0u64..1 << read.len().min(10)).any(|pattern| {
            let mut written = plan.evaluate();
            for (at, step) in read.iter().enumerate() {
                written.set(step.index(), pattern >> at & 1 == 1);
            }
            (plan.chance_in(last, &written).get() > 0.5) == claim
        });
        let mut debate = debate(&plan, claim, false, ["adaptive", "honest", "honest"]);
        prop_assert_eq!(play(&mut debate), Side::of_claim(bendable));
    }

    #[test]
    fn a_consistent_lie_is_wrong_at_one_step_besides_the_forced_output(
        plan in plans(), at in 1u32..40,
    ) {
        let lie = Step::new(1 + at % plan.len() as u32);
        let players = [&format!("lie-at:{lie}")[..], "honest", "honest"];
        let mut debate = debate(&plan, !truth(&plan), true, players);
        play(&mut debate);
        let written: &Bits = debate.record().iter().find_map(|entry| match entry {
            elenchus::debate::RecordEntry::Move { mv: Move::Write(bits), .. } => Some(bits),
            _ => None,
        }).expect("Alice wrote");
        let wrong: Vec<Step> =
            plan.steps().filter(|&step| !plan.is_right_at(step, written)).collect();
        prop_assert_eq!(plan.first_wrong(written), wrong.first().copied());
        prop_assert!(wrong.iter().all(|&step| step == lie || step == plan.output()));
    }
}

fn three_steps() -> Plan {
    let mut plan = PlanBuilder::over([true, false]);
    let x = |n| Source::input(Input::new(n));
    plan.step(Op::And, &[x(1), x(2)]).expect("a step");
    plan.step(Op::Or, &[x(1), x(2)]).expect("a step");
    plan.step(Op::Xor, &[Source::step(Step::new(1)), Source::step(Step::new(2))]).expect("a step");
    plan.finish().expect("a plan")
}

#[test]
fn conceding_is_pointing_at_the_output_and_loses_unless_that_step_is_wrong() {
    for claim in [true, false] {
        let mut debate = debate(&three_steps(), claim, true, ["honest", "lazy", "honest"]);
        assert_eq!(play(&mut debate), Side::of_claim(claim));
    }
}

#[test]
fn the_claim_gives_the_output_and_nobody_pays_for_it() {
    let mut debate = debate(&three_steps(), true, true, ["honest", "point:3", "honest"]);
    play(&mut debate);
    let judge = debate.position().ledger().account(Seat::Judge);
    assert_eq!(judge.paid(Cost::Transcript), 2, "steps 1 and 2, not step 3");
    let all = debate.position().ledger().readings().list();
    assert!(all.iter().all(|reading| reading.cell != BitRef::Step(Step::new(3))));
}

#[test]
fn undone_moves_before_an_end_stay_on_the_bill() {
    let mut debate = debate(&three_steps(), true, true, ["honest", "point:1", "honest"]);
    let read = |debate: &Debate<CrossExamination>| {
        let judge = debate.position().ledger().account(Seat::Judge);
        judge.paid(Cost::Input) == 2 && judge.paid(Cost::Transcript) == 1
    };
    while !read(&debate) {
        assert!(matches!(debate.advance(), Ok(Advance::Moved(_))), "the judge reads step 1");
    }
    let pointed = debate.tree().line().iter().copied().find(
        |&node| matches!(debate.tree().played(node), Some(p) if p.actor == Actor::Seat(Seat::Bob)),
    );
    debate.go_to(pointed.expect("Bob moved")).expect("it is there");
    assert_eq!(debate.position().ledger().account(Seat::Judge).paid(Cost::Input), 0);
    assert_eq!(debate.taken_back(Seat::Judge, Cost::Input), 2);
    assert_eq!(debate.taken_back(Seat::Judge, Cost::Transcript), 1);
}

#[test]
fn a_judge_with_too_small_a_budget_believes_alice() {
    // Step 1 needs three reads.
    for (judge, winner) in [("budget:2", Side::Alice), ("budget:3", Side::Bob)] {
        let mut debate = debate(&three_steps(), false, true, ["flip:1", "honest", judge]);
        assert_eq!(play(&mut debate), winner);
    }
}

fn a_plan_is_built_and_evaluated(steps: u64) {
    let start: Bits = "1011".parse().expect("bits");
    let plan = elenchus::machine::plan::shift_register(steps, &[4, 3], &start).expect("a plan");
    let transcript = plan.evaluate();
    assert_eq!(plan.first_wrong(&transcript), None);
    let late = steps as usize / 10 * 7;
    let lied = transcript.clone().with_bit(late, !transcript.at(late));
    assert_eq!(plan.first_wrong(&lied), Some(Step::at(late)));
}

#[test]
fn a_plan_of_a_million_steps_is_built_and_evaluated() {
    a_plan_is_built_and_evaluated(1_000_000);
}

#[test]
#[ignore = "long: .ci/nightly runs it"]
fn a_plan_of_ten_million_steps_is_built_and_evaluated() {
    a_plan_is_built_and_evaluated(10_000_000);
}

proptest! {
    /// Bob asks some steps, then runs the plan. He pays for no answer twice, and at most the cost
    /// that the screen announced.
    #[test]
    fn a_prover_pays_for_each_answer_once(
        plan in plans(),
        flips in any::<u64>(),
        picked in any::<u64>(),
    ) {
        let truth = plan.evaluate();
        let written: Bits = (0..plan.len())
            .map(|at| truth.at(at) != (at + 1 < plan.len() && flips >> (at % 64) & 1 == 1))
            .collect();
        let mut debate = debate(&plan, truth.at(plan.len() - 1), true, ["honest"; 3]);
        for seat in [Seat::Alice, Seat::Bob] {
            debate.seat(seat, &SeatPlan::Human).expect("a person");
        }
        let table: &mut dyn AnyDebate = &mut debate;
        table.play(Seat::Alice, Move::Write(written.clone())).expect("it is legal");
        let mut same = 0;
        for step in plan.asks().filter(|step| picked >> (step.index() % 64) & 1 == 1) {
            table.play(Seat::Bob, Move::Ask(step)).expect("it is legal");
            table.advance().expect("the oracle answers");
            let source = |at: usize| written.at(at) == truth.at(at);
            same += u64::from(plan.relevant(step).iter().all(|source_of| match source_of.get() {
                elenchus::machine::BitRef::Step(step) => source(step.index()),
                elenchus::machine::BitRef::Input(_) => true,
            }));
        }
        let paid = |table: &dyn AnyDebate| table.position().ledger().account(Seat::Bob).paid(Cost::Oracle);
        let (asked, said) = (paid(table), table.position().prompt());
        let said = said.offers.iter().find(|o| o.verb == elenchus::rules::Verb::Run).expect("he may").words.clone();
        table.play(Seat::Bob, Move::Run).expect("it is legal");
        let (all, more) = (plan.asks().count() as u64, paid(table) - asked);
        prop_assert_eq!(more, all - same);
        let number: u64 = said.split_whitespace().find_map(|w| w.parse().ok()).unwrap_or(0);
        prop_assert!(more == number || said.contains("at most") && more < number, "{}: {}", said, more);
    }
}

/// A plan with two questions and later steps, with separate oracles.
fn with_oracles(steps: &str, claim: u8, oracles: &str) -> Box<dyn elenchus::analysis::Game> {
    let text = format!(
        "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  cross-examination: {{claim: {claim}, oracles: {{{oracles}}}}}\n\
         machine:\n  plan:\n    steps: [{steps}]\n"
    );
    let scenario = elenchus::scenario::read("f.yaml", &text).expect("it is good");
    elenchus::scenario::open(&scenario).unwrap_or_else(|fault| panic!("{}", fault.message))
}

#[test]
fn the_judges_oracle_decides_if_oracles_differ_and_no_theorem_applies() {
    let steps = "{ask: a?, answer: yes}, {ask: b?, answer: yes}, {and: [1, 2]}";
    let solved = |oracles: &str| crate::kit::solved(&*with_oracles(steps, 1, oracles)).unwrap();
    let value = |report: &elenchus::analysis::Report, alice: &str, bob: &str| {
        report.values.iter().find(|v| v.alice == alice && v.bob == bob).expect("listed").value
    };
    let game = |report: &elenchus::analysis::Report| report.more["game_value"].as_f64();
    // The truth of the claim stays the same with wrong oracles. The columns are the value of best play, the value of
    // honest play, and `true` if a theorem applies.
    for (oracles, best, honest, speaks) in [
        ("", 1.0, 1.0, true),
        // The judge's oracle is wrong. An honest Bob finds nothing.
        ("judge: {wrong: [1]}", 0.0, 1.0, false),
        // Bob objects to a correct step.
        ("bob: {wrong: [1]}", 1.0, 1.0, false),
        // Alice writes a wrong step.
        ("alice: {wrong: [2]}", 1.0, 0.0, false),
        // The truth loses, and nobody is caught.
        ("alice: {wrong: [1]}, bob: {wrong: [1]}, judge: {wrong: [1]}", 0.0, 0.0, false),
    ] {
        let report = solved(oracles);
        assert_eq!((report.truth, game(&report)), (Some(1.0), Some(best)), "{oracles}");
        assert_eq!(value(&report, "honest", "honest"), honest, "{oracles}");
        assert_eq!(report.claims.iter().any(|claim| claim.holds()), speaks, "{oracles}");
    }
    // The judge believes a Bob who points at the step with the judge's wrong oracle.
    assert_eq!(value(&solved("judge: {wrong: [1]}"), "honest", "always-objects"), 0.0);
    let plans = [(); 3].map(|()| elenchus::debate::SeatPlan::honest());
    let promise = |oracles: &str| {
        with_oracles(steps, 1, oracles).promise(&plans, &Default::default()).expect("not stopped")
    };
    assert!(promise("").is_some() && promise("judge: {wrong: [1]}").is_none());
}

#[test]
fn the_value_of_a_game_with_oracles_of_their_own_is_that_over_every_transcript_and_point() {
    let steps = "{ask: a?, answer: yes}, {ask: b?, given: [1], table: {'0': 1, '1': 0}}, {xor: [1, 2]}, \
                 {ask: c?, given: [3], table: {'0': 0, '1': 1}}";
    for wrong in ["", "1", "2", "4", "1, 2", "1, 4", "1, 2, 4"] {
        for claim in [0, 1] {
            let oracles = format!("judge: {{wrong: [{wrong}]}}, bob: {{wrong: [2]}}");
            let game = with_oracles(steps, claim, &oracles);
            let found = crate::kit::solved(&*game).unwrap().more["game_value"].as_f64();
            let mut best = false;
            for word in 0..8u32 {
                let bits: String =
                    (0..3).map(|at| char::from(b'0' + (word >> at & 1) as u8)).collect();
                let wins = (1..=4).all(|step| {
                    let mut game = with_oracles(steps, claim, &oracles);
                    let seats = [
                        elenchus::debate::SeatPlan::Human,
                        elenchus::debate::SeatPlan::Human,
                        elenchus::debate::SeatPlan::honest(),
                    ];
                    game.set_seats(&seats).expect("three seats");
                    game.play(Seat::Alice, format!("write {bits}{claim}").parse().unwrap())
                        .unwrap();
                    game.play(Seat::Bob, format!("point {step}").parse().unwrap()).unwrap();
                    let Advance::Over(outcome) = game.table().run().unwrap() else { panic!() };
                    outcome.winner == Side::Alice
                });
                best |= wins;
            }
            assert_eq!(found, Some(f64::from(best)), "wrong at {wrong}, claim {claim}");
        }
    }
}

#[test]
fn oracles_that_cannot_differ_are_refused_with_their_place() {
    let told = |protocol: &str, machine: &str| {
        let text = format!(
            "elenchus: 1\ntitle: t\nclaim: c\nprotocol:\n  cross-examination: {protocol}\nmachine:\n  {machine}\n"
        );
        match elenchus::scenario::read("f.yaml", &text) {
            Err(error) => error.to_string(),
            Ok(scenario) => match elenchus::scenario::open(&scenario) {
                Err(fault) => fault.to_string(),
                Ok(_) => {
                    let all = elenchus::scenario::warnings(&scenario);
                    all.into_iter().map(|fault| fault.message).collect()
                }
            },
        }
    };
    let plan = "plan: {steps: [{ask: a?, answer: yes}, {not: 1}]}";
    assert!(
        told("{oracles: {judge: {wrong: [2]}}}", plan).contains("step 2 does not ask the oracle")
    );
    assert!(told("{oracles: {judge: {off: 0.1}}}", plan).contains("no key `off`"));
    assert!(told("{oracles: {judge: {wrong: [1]}}}", plan).contains("guarantees nothing"));
    let witness = "plan: {inputs: {w: 0}, witness: [w], steps: [{ask: a?, answer: yes}]}";
    assert!(told("{oracles: {bob: {wrong: [1]}}}", witness).contains("instead of a witness"));
}
