//! What is told in several places is told alike in all of them.

use elenchus::analysis::Game;
use elenchus::debate::{Advance, Entry, SeatPlan};
use elenchus::review::{Aim, JudgedAim, People, of_all, parts, replay, reviewed, rulings};
use elenchus::rules::{Actor, Seat, Side, Turn};
use elenchus::scenario::{
    Goal, GoalKind, Question, Scenario, Verdict, library, open, played, read, resume,
};
use elenchus::work::Token;

use crate::kit::{json, printed, seated, shipped};

fn scenario(text: &str) -> Scenario {
    read("one", &format!("elenchus: 1\ntitle: t\nclaim: c\n{text}")).expect("it reads")
}

fn value(game: &dyn Game, players: [&str; 3]) -> f64 {
    let plans = players.map(|name| SeatPlan::Program(name.into()));
    game.exact(&plans, &Token::default()).expect("it is small").get()
}

/// A file with this text, whose folder stays as long as it is kept.
fn file(scenario: &Scenario) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("one.yaml");
    let text = elenchus::scenario::write(scenario).expect("it can be written");
    std::fs::write(&path, text).expect("a file");
    (folder, path.to_string_lossy().into_owned())
}

/// A value of 0.9999999999999999 keeps to a promise of 1, wherever a promise is told.
#[test]
fn a_promise_is_not_broken_by_the_last_digit_of_a_sum() {
    for steps in 4..12 {
        let asks = "{ask: Is it so?, yes: 1}, ".repeat(steps);
        let all: Vec<String> = (1..=steps).map(|step| step.to_string()).collect();
        let plan = format!("machine: {{plan: {{steps: [{asks}{{and: [{}]}}]}}}}", all.join(", "));
        let scenario = scenario(&format!("protocol: {{cross-examination: {{}}}}\n{plan}\n"));
        let (_folder, path) = file(&scenario);
        let found = json(&["attack", &path, "--seat", "bob", "--over", "random", "--json"]);
        assert_eq!(found["holds"], true, "{steps}: {found}");
    }
}

/// Who looks ahead knows whether the judge lets the number of a gate stand.
#[test]
fn before_a_judge_who_lets_gates_be_near_the_best_bob_goes_on() {
    let scenario = scenario(
        "protocol:\n  stochastic:\n    k: 1\n    constants: {explicit: {alice: 100, bob: 80, judge: 150, \
         bob-tolerance: 0.2, judge-tolerance: 0.12}}\n    departures: {tolerant-gates: true}\n\
         machine: {plan: {inputs: {a: 0}, steps: [{copy: a}, {ask: q, yes: 0.3}, {or: [1, 2]}]}}\n",
    );
    let game = open(&scenario).expect("it opens");
    let against = |bob: &str| value(&*game, ["shift-gates:0.1", bob, "honest"]);
    assert!(against("never") < 0.5 && against("optimal") <= against("never") + 1e-9);
}

/// By all three oracles the first answer is no: of Alice's 001 the second is wrong.
#[test]
fn what_is_wrong_with_a_transcript_is_said_by_the_oracle_that_rules() {
    let of = |moves: &str| {
        let wrong = "{wrong: [1]}";
        scenario(&format!(
            "protocol: {{cross-examination: {{claim: 1, oracles: {{alice: {wrong}, bob: {wrong}, judge: \
             {wrong}}}}}}}\nmachine: {{plan: {{steps: [{{ask: first?, answer: yes}}, {{ask: second?, \
             answer: yes}}, {{or: [1, 2]}}]}}}}\nseat: alice\nseats: {{alice: human}}\nmoves: [{moves}]\n"
        ))
    };
    let game = resume(&of("{alice: run}, {alice: write 001}")).expect("it opens");
    let before = game.tree().line()[0];
    let made = game.tree().played(game.tree().here()).expect("a move").mv.clone();
    let mistake = game.at(before).mistake(&made, &Token::default()).expect("it is wrong elsewhere");
    assert!(mistake.contains("second?") && !mistake.contains("first?"), "{mistake}");
}

/// Who has read all of x does not toss a coin, and is not told that the rest is a guess.
#[test]
fn who_reads_all_of_x_knows_which_twin_it_is() {
    let scenario = scenario(
        "protocol: {twins: {transcript: gate-check, reads: 4, rounds: 1}}\n\
         machine: {circuit: {formula: 'x1 ^ x2 ^ x3 ^ x4'}}\nseat: judge\n",
    );
    let (_folder, path) = file(&scenario);
    let found = json(&["simulate", &path, "--judge", "inputs", "--debates", "50", "--json"]);
    assert_eq!(found["right_rulings"]["rate"], 1.0, "{found}");
    // One ruling is a debate that somebody wins.
    assert!(!printed(&["solve", &path, "--judge", "inputs"]).contains("half the rulings"));
}

/// Where a protocol has nothing for a seat to do, nobody is left in it.
#[test]
fn another_question_seats_nobody_where_there_is_nothing_to_do() {
    for (id, protocol) in [
        ("query-golf", "direct-judge"),
        ("query-golf", "consultancy"),
        ("hide-in-sha-256", "direct-judge"),
        ("query-golf", "twins: {transcript: gate-check, reads: 3}"),
    ] {
        let (_, mut asked) = shipped().into_iter().find(|(own, _)| own == id).expect("shipped");
        let question = Question { protocol: Some(protocol.into()), ..Question::default() };
        asked.ask(&question).unwrap_or_else(|why| panic!("{id}, {protocol}: {why}"));
        let people: Vec<Seat> =
            Seat::ALL.into_iter().filter(|&seat| asked.player(seat) == SeatPlan::Human).collect();
        assert!(people.len() == 1 && asked.seat == Some(people[0]), "{id}, {protocol}: {people:?}");
        assert!(asked.protocol.value.form().plays(people[0]), "{id}, {protocol}: {people:?}");
    }
}

/// A move whose cost nobody knows is not among those that lose nothing.
#[test]
fn of_moves_whose_cost_is_not_known_it_is_said_so() {
    let record = scenario(
        "protocol: {twins: {transcript: gate-check, reads: 3, rounds: 1}}\n\
         machine: {circuit: {formula: 'x1 ^ x2 ^ x3 ^ x4'}}\nseat: judge\nseats: {judge: human}\nseed: 2\n\
         lesson: {goal: {best: all}}\n",
    );
    let (_folder, path) = file(&record);
    let out = path.replace("one.yaml", "out.yaml");
    printed(&["run", &path, "--judge", "coin", "--out", &out]);
    let text = std::fs::read_to_string(&out).expect("a record");
    let record = Scenario { moves: read("played", &text).expect("a record").moves, ..record };
    let game = resume(&record).expect("it opens");
    let judged = reviewed(&record, &*game, &Token::default()).expect("judged");
    let unknown = |part: &JudgedAim| matches!(part.aim, Aim::Best { unknown: 1.., .. });
    assert!(judged.goal.is_some_and(|goal| goal.parts.iter().any(unknown)));
    assert_eq!(replay(&record).expect("it replays").goal, Some(Verdict::Undecided));
}

/// A witness that is too long to search is the scenario's own, and that is said.
#[test]
fn values_on_a_witness_that_was_not_searched_for_are_said_to_be_of_it() {
    let names: Vec<String> = (0..26).map(|at| format!("w{at}")).collect();
    let all = names.join(", ");
    let zeros = names.iter().map(|name| format!("{name}: 0")).collect::<Vec<_>>().join(", ");
    let scenario = scenario(&format!(
        "protocol: {{cross-examination: {{}}}}\nmachine: {{plan: {{inputs: {{{zeros}}}, witness: [{all}], \
         steps: [{{and: [{all}]}}]}}}}\n"
    ));
    let (_folder, path) = file(&scenario);
    let found = json(&["solve", &path, "--json"]);
    let says = found["values_are"].as_str().expect("a sentence");
    assert!(says.contains("there may be a better one"), "{says}");
}

/// r of the largest ρ in any world, and in how many worlds it suffices, are found over the same worlds.
#[test]
fn where_r_is_of_all_worlds_it_is_known_in_how_many_it_suffices() {
    let leaves: Vec<String> = (0..101).map(|at| format!("l{at}")).collect();
    let tree =
        leaves.iter().map(|leaf| format!("      {leaf}: {{claim: x}}\n")).collect::<String>();
    let unsure: Vec<String> = leaves.iter().take(13).map(|leaf| format!("{leaf}: 0.9")).collect();
    let scenario = scenario(&format!(
        "protocol: {{prover-estimator: {{epsilon: 0.01}}}}\nmachine:\n  claims:\n    tree:\n      root: \
         {{claim: most, majority: [{}]}}\n{tree}    worlds: {{independent: {{each: 1, but: {{{}}}}}}}\n    \
         knows: {{alice: everything, bob: nothing}}\n",
        leaves.join(", "),
        unsure.join(", ")
    ));
    let (_folder, path) = file(&scenario);
    let told = printed(&["solve", &path]);
    assert!(!told.contains("too many worlds to say in how many"), "{told}");
}

/// Of a plan as of a machine: what won is what she told, not what she had written.
#[test]
fn without_copies_the_ending_says_what_alice_told_the_judge() {
    for id in ["ex-tableau-without-copies", "ex-tableau-machine-without-copies"] {
        let scenario = library::find(id).and_then(|entry| entry.scenario).expect("shipped");
        let mut game = seated(&scenario, ["adaptive", "honest", "honest"], 1);
        game.table().run().expect("it ends");
        let told = game.now().decided_by().unwrap_or_default();
        assert!(
            told.starts_with("Alice told the judge that") && told.contains("had written"),
            "{id}: {told}"
        );
    }
}

/// Who has nothing to do by the form of a protocol makes no move in its debates.
#[test]
fn a_seat_without_anything_to_do_never_moves() {
    for (id, scenario) in shipped() {
        let form = scenario.protocol.value.form();
        let mut game = open(&scenario).expect("it opens");
        for seat in Seat::ALL {
            game.set_seat(seat, &SeatPlan::honest()).expect("honest");
        }
        game.table().run().expect("it ends");
        let moved = game.record().iter().filter_map(|entry| match entry {
            Entry::Move { actor: Actor::Seat(seat), .. } => Some(*seat),
            _ => None,
        });
        for seat in moved {
            assert!(form.plays(seat), "{id}: {seat}");
        }
    }
}

/// A goal is of the seat that it is written for: who sits in another one has to win there.
#[test]
fn a_goal_is_asked_of_nobody_in_another_seat() {
    let lamps = library::find("three-lamps").expect("it is shipped").scenario.expect("it reads");
    for (person, held) in [(Seat::Bob, true), (Seat::Alice, false)] {
        let mut scenario = lamps.clone();
        for seat in Seat::ALL {
            scenario.seats.set(seat, SeatPlan::honest());
        }
        let mut game = open(&scenario).expect("it opens");
        game.table().run().expect("it ends");
        scenario.seats.set(person, SeatPlan::Human);
        let record = played(&scenario, &*game);
        let mut game = resume(&record).expect("it is legal");
        game.set_seat(person, &SeatPlan::Human).expect("a person");
        let judged = reviewed(&record, &*game, &Token::default()).expect("it is over");
        let kind = if held { GoalKind::Par } else { GoalKind::Win };
        let goal = judged.goal.map(|goal| (goal.kind, goal.verdict));
        assert_eq!(goal, Some((kind, Verdict::Reached)));
    }
}

/// Plays what programs play, and of what is asked of a person this.
fn judged(text: &str, moves: &[&str]) -> Box<dyn Game> {
    let scenario = scenario(text);
    let mut game = open(&scenario).expect("it opens");
    for mv in moves {
        game.table().run().expect("legal");
        game.play(Seat::Judge, mv.parse().expect("a move")).expect("legal");
    }
    game.table().run().expect("legal");
    game
}

/// A ruling that nothing which was read decides is a guess, by whatever protocol the judge came to it.
#[test]
fn who_rules_without_a_look_guesses_in_every_protocol() {
    let plan = "machine: {plan: {steps: [{ask: Is it so?, answer: yes}, {copy: 1}]}}\n";
    let debates = [
        ("cross-examination: {}", plan, "point:1"),
        ("bisection: {claim: 1}", plan, "always-first"),
        ("stochastic: {k: 2, constants: teaching}", plan, "abort-at:1"),
        ("gate-check: {}", "machine: {circuit: {formula: x1 & x2, input: '10'}}\n", "point:1"),
    ];
    for (protocol, machine, bob) in debates {
        let seats = format!("seats: {{alice: honest, bob: '{bob}', judge: human}}\n");
        let text = format!("protocol: {{{protocol}}}\n{machine}{seats}");
        let game = judged(&text, &[]);
        let rules = "rule alice".parse().expect("a move");
        assert!(game.now().is_guess(&rules), "{protocol}");
        let game = judged(&text, &["rule alice"]);
        assert!(game.now().why().contains("it was a guess"), "{protocol}: {}", game.now().why());
    }
}

/// What a judge read of x may decide before the path does, for the ending, the review and the grade alike.
#[test]
fn inputs_that_decide_f_decide_a_walk_whose_path_is_not_read() {
    let text = "protocol: {circuit-walk: {}}\nmachine: {circuit: {formula: x1 & x2, input: '10'}}\n\
                seats: {alice: wrong, bob: honest, judge: human}\nlesson: {goal: {right: true}}\n";
    let before = judged(text, &["continue", "read input 2"]);
    for (mv, right) in [("rule alice", true), ("rule bob", false)] {
        let ruling = mv.parse().expect("a move");
        assert!(!before.now().is_guess(&ruling), "{mv}");
        assert_eq!(before.now().mistake(&ruling, &Token::default()).is_none(), right, "{mv}");
        let over = judged(text, &["continue", "read input 2", mv]);
        let wrong = rulings(&scenario(text), &*over).expect("it opens");
        assert_eq!(wrong.is_empty(), right, "{mv}: {wrong:?}");
    }
}

/// A step whose pointer skips a writer follows from what it reads, and is said to.
#[test]
fn a_step_that_overlooks_a_writer_is_not_said_to_be_wrong() {
    let shipped = library::find("who-wrote-last").expect("it is shipped").scenario;
    let mut game = open(&shipped.expect("it reads")).expect("it opens");
    game.table().run().expect("legal");
    let said = game.now().mistake(&"point 41".parse().expect("a move"), &Token::default());
    let said = said.expect("it loses");
    let words = "Step 41 follows from what it reads, but overlooks that step 27 wrote its cell.";
    assert_eq!(said, format!("{words} Both have to be named."));
    game.play(Seat::Bob, "point 41".parse().expect("a move")).expect("legal");
    game.table().run().expect("legal");
    assert_eq!(game.now().decided_by().as_deref(), Some(words));
}

/// What comes to 0 is not won by the last digit of a sum.
#[test]
fn who_is_paid_nothing_does_not_win() {
    let parcels = library::find("two-parcels").expect("it is shipped").scenario.expect("it reads");
    let mut scenario = Scenario { seed: Some(87), ..parcels };
    for (seat, plan) in [(Seat::Alice, SeatPlan::Human), (Seat::Judge, SeatPlan::honest())] {
        scenario.seats.set(seat, plan);
    }
    let mut game = open(&scenario).expect("it opens");
    let own = "claim yes,estimate 0.7,say too-low,estimate 0.1,estimate 0.9,pick 1,say too-low";
    for mv in own.split(',') {
        let Advance::Waiting(seat) = game.table().run().expect("legal") else { break };
        game.play(seat, mv.parse().expect("a move")).expect(mv);
    }
    game.table().run().expect("it ends");
    let Turn::Over(outcome) = game.now().turn() else { panic!("it goes on") };
    // 0.9 − 0.9, but for rounding.
    assert_eq!(outcome.payoff.map(|paid| paid > 0.0 && paid < 1e-12), Some(true));
    assert_eq!(outcome.winner, Side::Bob);
    for (goal, verdict) in [
        (Goal { winner: Some(Side::Bob), ..Goal::default() }, Verdict::Reached),
        (Goal { paid_at_most: Some(0.0), ..Goal::default() }, Verdict::Reached),
        (Goal { winner: Some(Side::Alice), ..Goal::default() }, Verdict::Missed),
    ] {
        let people = People::of(&scenario, &*game);
        let parts = parts(Some(&goal), &*game, &people, &outcome, &|_| None, &Token::default());
        assert_eq!(of_all(&parts), verdict, "{goal:?}");
    }
}
