//! The numbers in the lessons about machines, circuits and stochastic oracles, computed.

use elenchus::analysis::{Bound, Report};
use elenchus::debate::{PlayedMove, SeatPlan};
use elenchus::rules::{Actor, Cost, Seat, Side, Turn};
use elenchus::scenario::open;
use elenchus::strategy::StrategyParameter;
use elenchus::work::CancelToken;

use crate::classroom::changed;
use crate::kit::{self, opened};
use crate::lessons::{says, shipped};

fn solved(id: &str) -> Report {
    kit::solved(&*opened(id)).expect("it can be solved")
}

/// The truth of a shipped scenario's claim after a part of its text is replaced.
fn truth_with(id: &str, from: &str, to: &str) -> Option<f64> {
    kit::solved(&*open(&changed(id, from, to)).expect("a debate")).expect("solved").truth
}

fn number(report: &Report, path: &str) -> f64 {
    let json = report.to_json();
    json.pointer(path).and_then(|n| n.as_f64()).unwrap_or_else(|| panic!("{path}: {json}"))
}

/// The exact expected result of Alice with these players.
fn value(id: &str, alice: &str, bob: &str) -> f64 {
    let seats = kit::programs([alice, bob, "honest"]);
    opened(id).exact(&seats, &CancelToken::default()).expect("it is solved").get()
}

/// The judge's cost of one kind in the scenario's own debate. Everybody is honest except Alice.
fn judge_paid(id: &str, cost: Cost) -> u64 {
    let mut game = opened(id);
    let alice = game.seat_plan(Seat::Alice);
    game.set_seats(&[alice, SeatPlan::honest(), SeatPlan::honest()]).expect("players");
    game.table().run().expect("it ends");
    game.position().ledger().account(Seat::Judge).paid(cost)
}

#[test]
fn transcripts_of_which_the_judge_reads_a_few_bits() {
    let id = "hundred-thousand-steps";
    let [steps, bits] = [judge_paid(id, Cost::Location), judge_paid(id, Cost::Transcript)];
    assert_eq!((steps, bits, judge_paid(id, Cost::Input)), (17, 3, 0));
    says(id, "the judge will read three bits of it");
    let sha = solved("sha-256");
    let gates = number(&sha, "/query_complexity/size");
    assert_eq!(gates, 109_384.0);
    says("sha-256", "109,384 gates");
    let location = gates.log2().ceil();
    assert_eq!([location, number(&sha, "/query_complexity/upper_check")], [17.0, 20.0]);
    says("sha-256", "Seventeen bits say where to look, three say what is there");
    says("sha-256", "twenty bits settle it");
}

#[test]
fn parities() {
    let report = solved("parity-of-1024");
    let of = |key: &str| number(&report, &format!("/query_complexity/{key}"));
    says("parity-of-1024", &format!("{} reads are enough", of("upper_check")));
    says("parity-of-1024", &format!("nobody can do it with fewer than {}", of("lower")));
    says("parity-of-1024", &format!("one gate of {}", "1,023"));
    assert_eq!(of("size"), 1023.0);
    let eight = solved("parity-of-eight-walk");
    let eight = |key: &str| number(&eight, &format!("/query_complexity/{key}"));
    says("parity-of-1024", &format!("a circuit {:.0} times larger", of("size") / eight("size")));
    assert_eq!([eight("depth"), eight("upper_walk"), eight("upper_check")], [6.0, 7.0, 6.0]);
    says(
        "parity-of-eight-walk",
        "six deep, so the walk costs at most seven reads. The gate check costs six",
    );
}

/// The number of steps until the counter of `midpoint-hunt` overflows. For each count, the head goes to the first 0
/// from the right and back.
fn steps_to_overflow(bits: u32) -> u32 {
    let mut steps = 0;
    for count in 0..1u32 << bits {
        let carried = count.trailing_ones().min(bits);
        // The head passes the ones with a carry, then a zero or a blank, and returns to the right end.
        steps += if carried == bits { bits + 1 } else { 2 * (carried + 1) };
    }
    steps
}

#[test]
fn counters() {
    says("midpoint-hunt", &format!("needs {} steps to overflow", steps_to_overflow(6)));
    assert!(steps_to_overflow(6) > 200);
    // Runs the machine itself with one step too few, and with exactly enough steps.
    for (limit, truth) in [(246, 0.0), (247, 1.0)] {
        let limit = format!("time limit: {limit}");
        assert_eq!(truth_with("midpoint-hunt", "time limit: 200", &limit), Some(truth), "{limit}");
    }
    // A transcript has all steps. A bisection has one configuration for each round.
    let mut played = opened("midpoint-hunt");
    played.set_seat(Seat::Bob, &SeatPlan::honest()).expect("he may sit");
    played.table().run().expect("legal");
    let most =
        played.position().ledger().account(Seat::Judge).limit(Cost::Rounds).expect("a limit");
    let named = |played: &&PlayedMove| played.actor == Actor::Seat(Seat::Alice);
    let by_alice = played.tree().moves().filter(named).count() as u64;
    assert_eq!(by_alice, most + 2, "the first tape, the last, and one for each round");
    says("midpoint-hunt", "write down all 200 steps");
    says("midpoint-hunt", &format!("named at most {by_alice} tapes"));
    says("binary-increment", "needs eight steps. Your claim says seven");
    assert_eq!(truth_with("binary-increment", "time limit: 7", "time limit: 8"), Some(1.0));
    assert_eq!(solved("binary-increment").truth, Some(0.0));
}

#[test]
fn votes_of_a_stochastic_oracle() {
    // c, s and b of the teaching constants, and their counts.
    let (c, s, b) = (0.02, 0.04, 0.10);
    says("drifting-liar", &format!("aborts at {:.2} or more", (b + s) / 2.0));
    says("drifting-liar", &format!("forgives less than {:.2}", (c + s) / 2.0));
    let judge = number(&solved("drifting-liar"), "/debate/queries");
    assert_eq!(judge, 18_445.0);
    says("drifting-liar", "the judge's 18,445 votes");
    let bob = number(&solved("drifting-liar"), "/costs/bob/oracle_queries/limit") / 6.0;
    assert_eq!(bob, 2050.0);
    says("when-to-shout", "Draw 2,050 votes");
    // A lazy Bob draws one in two hundred of them.
    let lazy = (bob / 200.0).ceil();
    assert_eq!(lazy, 11.0);
    says("hasty-bob", "one vote in two hundred");
    says("hasty-bob", "He draws eleven votes");
    let spread = (0.3f64 * 0.7 / lazy).sqrt();
    says("hasty-bob", &format!("A mean of eleven votes is {spread:.2} off"));
    // Honest Alice wins more than half of the debates against him.
    assert!(value("hasty-bob", "honest", "lazy:0.005") > 0.5);
}

#[test]
fn the_price_of_k() {
    let [xor, mean] = ["xor-price", "mean-price"].map(solved);
    let k = |report: &Report| number(report, "/lipschitz/stated");
    let drawn = |report: &Report, seat: &str| {
        number(report, &format!("/costs/{seat}/oracle_queries/expected"))
    };
    let judge = |report: &Report| number(report, "/debate/queries");
    for times in [
        drawn(&xor, "alice") / drawn(&mean, "alice"),
        drawn(&xor, "bob") / drawn(&mean, "bob"),
        judge(&xor) / judge(&mean),
    ] {
        says("xor-price", &format!("everybody draws {times:.0} times as many votes"));
    }
    says("xor-price", &format!("K = {} here and {} for the mean", k(&xor), k(&mean)));
    // The large errors determine the K of a majority.
    assert!(number(&mean, "/lipschitz/local") < 0.01 && number(&mean, "/lipschitz/worst_at") > 0.5);
    assert!(value("mean-price", "honest", "honest") > 0.99);
}

#[test]
fn caffeine() {
    let id = "caffeine-vote";
    let report = solved(id);
    // c = 0.1, s = 0.2: the judge forgives less than their middle.
    says(id, "forgives less than 0.15");
    says(id, "her claim is wrong two times in three");
    assert!((report.truth.unwrap() - 1.0 / 3.0).abs() < 0.02, "{:?}", report.truth);
    // Alice states 0.75, and 0.62 is right. If Bob aborts because of this number, he usually loses.
    let with = |bob: &str| {
        let game = opened(id);
        let bob = SeatPlan::Program(bob.into());
        let seats = [game.seat_plan(Seat::Alice), bob, SeatPlan::honest()];
        let pair =
            elenchus::batch::PlayersValue::compute(&*game, &seats, 2000, &CancelToken::default());
        pair.expect("a value").value.middle()
    };
    says(id, "a number that is 0.13 off, you will probably lose");
    let abort = with("abort-at:2");
    assert!(abort > 0.5, "{abort}");
    // Bob prefers to continue.
    assert!(with("never") < abort - 0.1, "{} {abort}", with("never"));
    // No theorem gives 3 in 5, and K·b is above 2/3. Its lesson promises nothing.
    let promises = |b: &Bound| b.holds() && b.name.contains("(Thm 6.2)") && b.name.contains("wins");
    assert!(!report.bounds.iter().any(promises));
}

#[test]
fn rings_and_witnesses() {
    assert_eq!(number(&solved("seating-plan"), "/witness/good"), 0.0);
    says("seating-plan", "Every seating is wrong somewhere");
    assert_eq!(solved("caffeine-plan").more["witness"]["bits"], "10");
    let best = "Randomised trials only, but of any length, is the plan that raters like best";
    says("caffeine-plan", best);
}

/// A game of quantifiers over k pairs. It says if an odd number of k bits is 1. Either player can
/// make one bracket 0 by their last bit.
fn parity_game(k: usize) -> String {
    let list = |of: &dyn Fn(usize) -> String, from: usize, to: usize, by: &str| {
        (from..=to).map(of).collect::<Vec<_>>().join(by)
    };
    let quantifiers = list(&|i| format!("forall a{i} exists b{i}"), 1, k, " ");
    let x = list(&|i| format!("x{i}"), 1, k, " ^ ");
    let pairs = |to: usize| list(&|i| format!("a{i} ^ b{i}"), 1, to, " ^ ");
    let own = list(&|i| format!("(a{i} & b{i})"), 1, k - 1, " ^ ");
    let next = list(&|i| format!("(b{i} & a{})", i + 1), 1, k - 1, " ^ ");
    format!("{quantifiers}: ({x}) ^ (({} ^ a{k} ^ {own}) & ({} ^ {next}))", pairs(k - 1), pairs(k))
}

/// The cost of Alice's search of the game with honest players, without the later check of the
/// verifier. Also the verifier's gates, and the winner.
fn searched(formula: &str, input: &str) -> (u64, u64, Side) {
    let mut game = kit::debate(&kit::about(
        "quantified: {verifier: cross-examined}",
        &format!("quantified: {{formula: \"{formula}\", input: \"{input}\"}}"),
    ));
    game.set_seats(&kit::programs(["honest"; 3])).expect("they sit");
    game.table().run().expect("legal");
    let [paid, by_bob] = [Seat::Alice, Seat::Bob]
        .map(|seat| game.position().ledger().account(seat).paid(Cost::Steps));
    let known =
        game.position_at(elenchus::debate::NodeId::START).known(elenchus::rules::Viewer::All);
    let gates = known.steps.len() as u64;
    let Turn::Over(outcome) = game.position().turn() else { panic!("it ends") };
    // Bob searches after Alice's first bit.
    assert_eq!((by_bob - gates) * 2, paid - gates);
    (paid - gates, gates, outcome.winner)
}

#[test]
fn two_bills_for_one_claim() {
    let (game, steps) = ("sixteen-quantifiers", "seven-steps");
    let input = "01101011";
    let text = elenchus::scenario::write(&shipped(game)).expect("it can be written");
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    assert!(plain(&text).contains(&plain(&parity_game(8))) && text.contains(input), "{text}");
    let counted = |n: u64| elenchus::text::number::count(n);
    let mut smaller = Vec::new();
    for k in [8, 6, 4, 2] {
        let (search, gates, _) = searched(&parity_game(k), &input[..k]);
        assert_eq!(search, (1 << (2 * k)) * gates, "all continuations, each through the verifier");
        if k == 8 {
            says(game, &format!("2^{} continuations of a verifier of {gates} gates", 2 * k));
            says(game, "After the first bit it takes half of that.");
            says(game, &format!("the whole game takes {} gates", counted(search)));
            says(steps, &format!("takes {} gates", counted(search)));
        } else {
            smaller.push(counted(search));
        }
    }
    let smaller = elenchus::text::number::and(&smaller);
    says(game, &format!("Games of twelve, eight and four quantifiers take {smaller} gates"));
    let bits = [Cost::Location, Cost::Transcript, Cost::Input];
    let judge = |id: &str| bits.map(|cost| judge_paid(id, cost)).iter().sum::<u64>();
    let (_, gates, _) = searched(&parity_game(8), input);
    let most = u64::from(gates.next_power_of_two().ilog2()) + 3;
    assert!(judge(game) <= most, "Lemma 8");
    says(game, &format!("The judge reads at most {most} bits"));
    // The input decides which player can win.
    for (k, input) in [(2, "01"), (2, "11"), (4, "0110"), (4, "0111")] {
        let wins = searched(&parity_game(k), input).2;
        assert_eq!(wins == Side::Bob, input.matches('1').count() % 2 == 1, "{input}");
    }
    says(steps, &format!("the judge reads {} bits", judge(steps)));
    let mut played = opened(steps);
    played.set_seat(Seat::Bob, &SeatPlan::honest()).expect("he may sit");
    played.table().run().expect("legal");
    for seat in [Seat::Alice, Seat::Bob] {
        assert_eq!(played.position().ledger().account(seat).paid(Cost::Steps), 7);
    }
    says(steps, "Both honest players run 7 steps");
    // This debate has the same bits and the same claim, which is false.
    let known = played.position().known(elenchus::rules::Viewer::All).inputs;
    let bit = |one: Option<bool>| if one == Some(true) { '1' } else { '0' };
    assert_eq!(known.iter().map(|one| bit(one.value)).collect::<String>(), input);
    for id in [game, steps] {
        assert_eq!(opened(id).position().truth_at_hand(), Some(false), "{id}");
    }
    // A careless player loses about half of the games.
    let careless = value(game, "random", "zeros");
    assert!(careless > 0.4 && careless < 0.6, "{careless}");
}

/// The bar of the computation is the cost of one run for an honest prover. A bisection takes at
/// least as long. A game that needs a search has no computation to run.
#[test]
fn an_honest_prover_works_as_long_as_the_computation_takes() {
    for id in ["find-the-lie", "two-faced-alice", "seven-steps", "divisible-by-three", "qbf-duel"] {
        let mut game = opened(id);
        game.set_seats(&kit::programs(["honest"; 3])).expect("players");
        game.table().run().expect("it ends");
        let (ledger, run) = (game.position().ledger(), game.position().computation());
        assert_eq!(run.is_none(), id == "qbf-duel", "{id}");
        let Some(run) = run else { continue };
        let alice = ledger.account(Seat::Alice);
        let alice = alice.paid(Cost::Steps) + alice.paid(Cost::Oracle);
        assert!(run == alice || run < alice && id == "divisible-by-three", "{id}: {run}, {alice}");
        let work = elenchus::text::Work::new(ledger, Some(run)).expect("provers worked");
        assert_eq!((work.computation, work.provers[0]), (Some(run), alice), "{id}");
    }
}

#[test]
fn no_player_who_writes_a_wrong_step_is_described_as_honest() {
    let mut wrong = 0;
    for id in ["sixteen-quantifiers", "two-faced-alice-with-copies"] {
        let all = opened(id).strategies(Seat::Alice);
        for info in all.iter().filter(|info| info.argument == StrategyParameter::None) {
            let mut game = kit::seated(&shipped(id), [&*info.written, "honest", "honest"], 8);
            game.table().run().expect("it ends");
            let Turn::Over(outcome) = game.position().turn() else { panic!("{id}") };
            if outcome.winner == Side::Bob {
                assert!(!info.says.contains("honestly"), "{id}: {} {}", info.name, info.says);
                wrong += 1;
            }
        }
    }
    assert!(wrong > 3, "{wrong}");
}

/// To concede is no loss if the last step is the wrong one, so the note speaks only of a transcript without a wrong step.
#[test]
fn bob_concedes_a_transcript_without_a_wrong_step() {
    let mut game = kit::seated(&shipped("find-the-lie"), ["flip:7", "human", "honest"], 1);
    game.table().run().expect("she writes");
    let notes = game.position().prompt().notes;
    let due = "If no step is wrong, concede: point at the last step, 7.";
    assert!(notes.iter().any(|note| note == due), "{notes:?}");
}

/// The model answers on the progress page state the numbers of the debates that they name.
#[test]
fn model_answers_state_the_numbers_of_their_debates() {
    let model = |question: usize| {
        let keys = format!("C {}enter 'mine' enter", "down ".repeat(question));
        let text = kit::stage("", (160, 60), &keys).text();
        let model =
            text.lines().filter_map(|row| Some(row.split_once("││")?.1.trim_end_matches('│')));
        model.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    };
    let judge = opened("sha-256").position().ledger().account(Seat::Judge).clone();
    let limit = |cost| judge.limit(cost).expect("a limit");
    let gates = opened("sha-256").position().computation().expect("a circuit");
    let gates = elenchus::text::number::count(gates);
    let first = model(0);
    let location = limit(Cost::Location);
    assert!(first.contains(&format!("{location} bits name one of {gates} gates")), "{first}");
    let all = judge.query_limit().expect("a limit");
    assert!(first.contains(&format!("uses: {all} bits in all")), "{first}");
    let halvings = 1_000_000u64.next_power_of_two().ilog2();
    assert_eq!(halvings, 20);
    let second = model(1);
    assert!(second.contains("Twenty halvings of a million steps leave one step"), "{second}");
    assert!(second.contains("twenty states, not a million steps"), "{second}");
}
