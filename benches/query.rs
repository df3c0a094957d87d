//! Measures query-complexity debates: a debate about the gates of SHA-256 from its start to its verdict, the evaluation
//! of circuits, and the search of quantified games.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use elenchus::debate::{AnyDebate, Debate, SeatPlan};
use elenchus::machine::circuit::{BitSlicedCircuit, NormalForm, family};
use elenchus::machine::quantified::{PerfectPlay, formula};
use elenchus::machine::{Circuit, QuantifiedGame};
use elenchus::protocol::CrossExamination;
use elenchus::protocol::query::QueryComplexity;
use elenchus::rules::Seat;
use elenchus::work::CancelToken;

const MESSAGE: &[u8] = b"Debate is efficient with your time.";

fn sha_256() -> Circuit {
    let digest = family::sha256(MESSAGE).expect("a short message");
    family::sha256_circuit(MESSAGE, &digest).expect("a short message")
}

/// A quantified game of twelve rounds and 24 bits.
fn twelve_rounds() -> QuantifiedGame {
    let prefix: Vec<String> = (1..=12).map(|i| format!("forall a{i} exists b{i}")).collect();
    let clauses: Vec<String> = (1..=12)
        .map(|i| format!("(a{i} ^ b{i} | a{} & b{})", i % 12 + 1, (i + 4) % 12 + 1))
        .collect();
    let text = format!("{}: {}", prefix.join(" "), clauses.join(" & "));
    formula::game(&text).expect("a game of 24 bits")
}

fn gate_check(c: &mut Criterion) {
    let circuit = sha_256();
    c.bench_function("SHA-256: gates written, the wrong one found and judged", |b| {
        b.iter(|| {
            // The rules are made anew each time, so that the time includes the computation of the true transcript.
            let rules = CrossExamination::gate_check(&circuit, true);
            let mut debate = Debate::new(rules, 1).expect("honest players");
            let liar = SeatPlan::Program("flip:60000".into());
            debate.seat(Seat::Alice, &liar).expect("a player");
            let table: &mut dyn AnyDebate = &mut debate;
            black_box(table.run().expect("legal moves"))
        });
    });
    c.bench_function("SHA-256: the circuit built", |b| b.iter(|| black_box(sha_256())));
    c.bench_function("SHA-256: normal form", |b| {
        b.iter(|| black_box(NormalForm::from_circuit(&circuit)))
    });
    let mut group = c.benchmark_group("slow");
    group.sample_size(10);
    group.bench_function("SHA-256: the whole report", |b| {
        b.iter(|| black_box(QueryComplexity::of_circuit(&circuit, &CancelToken::default())));
    });
    group.finish();
}

fn evaluation(c: &mut Criterion) {
    let circuit = sha_256();
    let mut group = c.benchmark_group("gates evaluated");
    group.throughput(Throughput::Elements(circuit.size() as u64));
    group.bench_function("one input", |b| b.iter(|| black_box(circuit.output())));
    group.throughput(Throughput::Elements(64 * circuit.size() as u64));
    let mut lanes = BitSlicedCircuit::new(&circuit);
    let words = vec![0x0123_4567_89AB_CDEF; circuit.inputs()];
    group.bench_function("64 inputs at once", |b| b.iter(|| black_box(lanes.outputs(&words))));
    group.finish();
}

fn search(c: &mut Criterion) {
    let game = twelve_rounds();
    c.bench_function("perfect play of 12 rounds", |b| {
        let solve = || PerfectPlay::new(&game).expect("narrow").truth(&CancelToken::default());
        b.iter(|| black_box(solve()));
    });
}

criterion_group!(benches, gate_check, evaluation, search);
criterion_main!(benches);
