//! Debate query complexity: what the judge reads as the circuit grows.

use super::played::PlayedDebate;
use super::{
    Chart, ColumnOrigin, HeadlineTable, Measured, RowEntry, Unmeasured, columns, outcome, rows,
    unplayed,
};
use crate::debate::Debate;
use crate::machine::circuit::{CircuitBuilder, Wire};
use crate::machine::quantified::Mover;
use crate::machine::{Input, QuantifiedGame, ceil_log2};
use crate::protocol::Quantified;
use crate::protocol::quantified::{QuantifiedInstance, Verifier};
use crate::rules::{Cost, Seat, Side};
use crate::work::Token;

/// The message whose digest is in dispute, and its digest.
const MESSAGE: &str = "Debate is efficient with your time.";
const DIGEST: &str = "f30f40688e6932fa45a7404ab0fba43511cdad7367bff08810201ce702200309";

/// A function and how its circuit is written.
struct NamedFunction {
    name: String,
    /// How many bits of x there are.
    inputs: u64,
    /// Whether f is known to depend on all of them.
    depends_on_all: bool,
    /// No more gates than this, to leave large ones out.
    gates: u64,
    machine: String,
    claim: u8,
}

fn functions() -> Vec<NamedFunction> {
    let parity = |n: u64| {
        let input: String = (0..n).map(|i| if i % 3 == 0 { '1' } else { '0' }).collect();
        NamedFunction {
            name: format!("parity of {n}"),
            inputs: n,
            depends_on_all: true,
            gates: n - 1,
            claim: u8::from(n.div_ceil(3) % 2 == 1),
            machine: format!("parity: {n}\n    input: '{input}'"),
        }
    };
    let sum = |name: &str, bits: u64, equals: u64| NamedFunction {
        name: format!("{name} of {bits} bits"),
        inputs: 2 * bits,
        depends_on_all: name == "adder",
        gates: if name == "adder" { 8 * bits } else { 8 * bits * bits },
        claim: 1,
        machine: format!("{name}: {{bits: {bits}, a: 171, b: 205, equals: {equals}}}"),
    };
    vec![
        parity(8),
        parity(64),
        parity(1024),
        sum("adder", 8, 171 + 205),
        sum("adder", 32, 171 + 205),
        sum("multiplier", 8, 171 * 205),
        sum("multiplier", 32, 171 * 205),
        NamedFunction {
            name: "SHA-256 of 35 bytes".into(),
            inputs: 280,
            depends_on_all: false,
            gates: 1 << 17,
            claim: 1,
            machine: format!("sha-256:\n      message: {MESSAGE}\n      digest: {DIGEST}"),
        },
    ]
}

/// The judge reads log2 of the circuit's size (2026 paper, Thm 6).
///
/// # Errors
/// If a debate could not be played.
pub fn measure(most: u64, token: &Token) -> Result<Measured, Unmeasured> {
    let mut functions = functions();
    functions.retain(|function| function.gates <= most);
    let games: Vec<u32> = GAMES.into_iter().filter(|&k| 3 << (2 * k) <= most).collect();
    token.report(0, (functions.len() + games.len()) as u64);
    let mut circuits = rows(functions, token, |function| row(&function, token))?;
    circuits.sort_by_key(|row| match row[1] {
        RowEntry::Count(size) => size,
        _ => 0,
    });
    let games = rows(games, token, |rounds| game(rounds, token))?;
    Ok(Measured {
        claim: "A judge settles f(x) by reading at most ⌈log2 s⌉ + 3 bits of a debate about a circuit \
                of s gates, and of an f of n bits no debate needs fewer than ⌈log2(n + 1)⌉ (2026 paper, \
                Thm 6 and Cor. 4). So O(log n) bits settle all that is in PSPACE/poly, and no more: \
                there a game of quantifiers has a verifier of polynomial size (Thm 9).",
        how: "One debate a row: Alice falsifies the gate in the middle and fits all after it. Reads \
              are counted from the ledger: the place, the gate and what it reads. Below, for all \
              a1 there is b1, for all a2 there is b2, …, such that the bit of x at a1 b1 a2 b2 … is \
              1; f depends on every bit of x.",
        tables: vec![
            HeadlineTable {
                title: "reads by the size of the circuit",
                columns: columns([
                    ("function", ColumnOrigin::Given),
                    ("s", ColumnOrigin::Played),
                    ("log2 s", ColumnOrigin::Formula),
                    ("judge reads", ColumnOrigin::Played),
                    ("⌈log2 s⌉ + 3", ColumnOrigin::Formula),
                    ("n", ColumnOrigin::Given),
                    ("⌈log2(n+1)⌉", ColumnOrigin::Formula),
                    ("outcome", ColumnOrigin::Played),
                ]),
                rows: circuits,
                chart: Some(Chart {
                    along: "s",
                    by_logarithm: true,
                    up: "bits that the judge reads",
                    between: None,
                    curves: vec!["judge reads", "⌈log2 s⌉ + 3"],
                }),
            },
            HeadlineTable {
                title: "quantified games (Thm 9): reads by n, V being cross-examined or read",
                columns: columns([
                    ("n", ColumnOrigin::Given),
                    ("rounds", ColumnOrigin::Given),
                    ("m, gates of V", ColumnOrigin::Given),
                    ("judge reads", ColumnOrigin::Played),
                    ("⌈log2 m⌉ + 3", ColumnOrigin::Formula),
                    ("V read", ColumnOrigin::Played),
                    ("x read", ColumnOrigin::Formula),
                    ("⌈log2(n+1)⌉", ColumnOrigin::Formula),
                    ("outcome", ColumnOrigin::Played),
                ]),
                rows: games,
                chart: Some(Chart {
                    along: "n",
                    by_logarithm: true,
                    up: "bits that the judge reads",
                    between: None,
                    curves: vec!["judge reads", "⌈log2 m⌉ + 3", "V read", "⌈log2(n+1)⌉"],
                }),
            },
        ],
    })
}

/// The rounds of the games: x has 4 to this power of bits.
const GAMES: [u32; 6] = [1, 2, 3, 4, 5, 6];

/// For all a1 there is b1, and so on for k rounds, such that the bit of x at that place is 1. Every
/// place that ends in 1 has a 1, so that the game is true and Alice's claim false.
fn game(rounds: u32, token: &Token) -> Result<Vec<RowEntry>, Unmeasured> {
    let (bits, n) = (2 * rounds as usize, 1usize << (2 * rounds));
    let mut verifier = CircuitBuilder::over(n + bits);
    let mut places: Vec<Wire> = (0..n).map(|at| verifier.input(at)).collect();
    for turn in (n..n + bits).rev().map(Input::at) {
        let one = verifier.input(turn.index());
        let zero = verifier.not(one);
        let halves = places.chunks(2).map(|half| {
            let [zero, one] = [(zero, half[0]), (one, half[1])].map(|(a, b)| verifier.and(a, b));
            verifier.or(zero, one)
        });
        places = halves.collect();
    }
    let verifier = verifier.finish(places[0]).map_err(unplayed)?;
    let size = verifier.size() as u64;
    let sides = [Mover::Alpha, Mover::Beta].into_iter().cycle();
    let turns = sides.zip((n..n + bits).map(Input::at));
    let x = (0..n + bits).map(|at| at < n && at % 2 == 1).collect();
    let game = QuantifiedGame::alternating(verifier, turns).map_err(unplayed)?;
    let game = game.on(x).map_err(unplayed)?;
    let play = |verifier: Verifier, alice: &str| {
        let rules = Quantified::new(QuantifiedInstance { game: game.clone(), verifier });
        let debate = Debate::new(rules, 1).map_err(unplayed)?;
        PlayedDebate::by(Box::new(debate), [alice, "honest", "honest"], token)
    };
    let read = play(Verifier::Evaluated, "honest")?;
    let played = play(Verifier::CrossExamined, &format!("lie-at:{}", size.div_ceil(2)))?;
    let n = n as u64;
    Ok(vec![
        RowEntry::Count(n),
        RowEntry::Count(rounds.into()),
        RowEntry::Count(size),
        RowEntry::Count(played.judge()),
        RowEntry::Count(u64::from(ceil_log2(size)) + 3),
        RowEntry::Count(read.judge()),
        RowEntry::Count(n),
        RowEntry::Count(ceil_log2(n + 1).into()),
        outcome(played.winner() == Some(Side::Bob)),
    ])
}

fn row(function: &NamedFunction, token: &Token) -> Result<Vec<RowEntry>, Unmeasured> {
    let NamedFunction { name, inputs, machine, claim, .. } = function;
    let scenario = format!(
        "elenchus: 1\ntitle: A circuit\nclaim: 'Alice claims: it is so.'\n\
         protocol:\n  gate-check: {{claim: {claim}}}\nmachine:\n  circuit:\n    {machine}\n"
    );
    // An honest debate tells how many gates there are: Bob computes each once.
    let honest = PlayedDebate::of(&scenario, ["honest"; 3], token)?;
    let size = honest.paid(Seat::Bob, Cost::Steps);
    let lie = format!("lie-at:{}", size.div_ceil(2));
    let played = PlayedDebate::of(&scenario, [&lie, "honest", "honest"], token)?;
    Ok(vec![
        RowEntry::Words(name.clone()),
        RowEntry::Count(size),
        RowEntry::Number((size as f64).log2()),
        RowEntry::Count(played.judge()),
        RowEntry::Count(u64::from(ceil_log2(size)) + 3),
        RowEntry::Count(*inputs),
        match function.depends_on_all {
            true => RowEntry::Count(ceil_log2(inputs + 1).into()),
            false => RowEntry::Nothing,
        },
        outcome((honest.winner(), played.winner()) == (Some(Side::Alice), Some(Side::Bob))),
    ])
}
