//! Debate query complexity: what the judge reads as the circuit grows.

use super::played::Played;
use super::{Cell, Measured, Table, Unmeasured, rows};
use crate::rules::{Cost, Seat, Side};
use crate::work::Token;

/// The message whose digest is in dispute, and its digest.
const MESSAGE: &str = "Debate is efficient with your time.";
const DIGEST: &str = "f30f40688e6932fa45a7404ab0fba43511cdad7367bff08810201ce702200309";

/// A function and how its circuit is written.
struct Function {
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

fn functions() -> Vec<Function> {
    let parity = |n: u64| {
        let input: String = (0..n).map(|i| if i % 3 == 0 { '1' } else { '0' }).collect();
        Function {
            name: format!("parity of {n}"),
            inputs: n,
            depends_on_all: true,
            gates: n - 1,
            claim: u8::from(n.div_ceil(3) % 2 == 1),
            machine: format!("parity: {n}\n    input: '{input}'"),
        }
    };
    let sum = |name: &str, bits: u64, equals: u64| Function {
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
        Function {
            name: "SHA-256 of 35 bytes".into(),
            inputs: 280,
            depends_on_all: false,
            gates: 1 << 17,
            claim: 1,
            machine: format!("sha-256:\n      message: {MESSAGE}\n      digest: {DIGEST}"),
        },
    ]
}

pub(super) fn measure(most: u64, token: &Token) -> Result<Measured, Unmeasured> {
    let mut functions = functions();
    functions.retain(|function| function.gates <= most);
    token.report(0, functions.len() as u64);
    let mut rows = rows(functions, token, |function| row(&function, token))?;
    rows.sort_by_key(|row| match row[1] {
        Cell::Count(size) => size,
        _ => 0,
    });
    Ok(Measured {
        claim: "A judge settles f(x) by reading at most ⌈log2 s⌉ + 3 bits of a debate about a circuit \
                of s gates, and of an f of n bits no debate needs fewer than ⌈log2(n + 1)⌉ (2026 paper, \
                Thm 6 and Cor. 4).",
        how: "One gate check a row: Alice falsifies the gate in the middle and fits all after it. \
              Reads are counted from the ledger: the place, the gate and what it reads.",
        tables: vec![Table {
            title: "reads by the size of the circuit",
            columns: vec![
                "function",
                "s",
                "log2 s",
                "judge reads",
                "⌈log2 s⌉ + 3",
                "n",
                "⌈log2(n+1)⌉",
                "outcome",
            ],
            rows,
        }],
    })
}

fn row(function: &Function, token: &Token) -> Result<Vec<Cell>, Unmeasured> {
    let Function { name, inputs, machine, claim, .. } = function;
    let scenario = format!(
        "elenchus: 1\ntitle: A circuit\nclaim: 'Alice claims: it is so.'\n\
         protocol:\n  gate-check: {{claim: {claim}}}\nmachine:\n  circuit:\n    {machine}\n"
    );
    // An honest debate tells how many gates there are: Bob computes each once.
    let honest = Played::of(&scenario, ["honest"; 3], token)?;
    let size = honest.paid(Seat::Bob, Cost::Steps);
    let lie = format!("lie-at:{}", size.div_ceil(2));
    let played = Played::of(&scenario, [&lie, "honest", "honest"], token)?;
    let ceil_log2 = |n: u64| u64::from(n.max(1).next_power_of_two().trailing_zeros());
    Ok(vec![
        Cell::Words(name.clone()),
        Cell::Count(size),
        Cell::Number((size as f64).log2()),
        Cell::Count(played.judge()),
        Cell::Count(ceil_log2(size) + 3),
        Cell::Count(*inputs),
        match function.depends_on_all {
            true => Cell::Count(ceil_log2(inputs + 1)),
            false => Cell::Nothing,
        },
        Cell::Words(match (honest.winner(), played.winner()) {
            (Some(Side::Alice), Some(Side::Bob)) => "the lie loses".into(),
            _ => "the lie wins".into(),
        }),
    ])
}
