//! Measures, for each protocol, the number of debates that all cores together play in a second. The debates are played
//! as `elenchus simulate` plays them.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use elenchus::batch::simulate;
use elenchus::debate::SeatPlan;
use elenchus::rules::Seat;
use elenchus::scenario::{library, open, read};
use elenchus::work::CancelToken;

/// A shipped scenario for every protocol.
const SHIPPED: [&str; 11] = [
    "contract-comma",
    "binary-increment",
    "divisible-by-three",
    "when-to-shout",
    "four-intervals",
    "four-estimates",
    "parity-of-eight",
    "parity-of-eight-walk",
    "qbf-duel",
    "twins",
    "million-gates",
];

/// A scenario with the constants of the paper for K = 1 and T = 16.
const SIXTEEN: &str = "
elenchus: 1
title: Sixteen steps
claim: yes it is
protocol: {stochastic: {constants: paper, k: 1}}
machine: {chain: {steps: 16, question: \"?\", start: 0.5, after-no: 0.25, after-yes: 0.75}}
";

fn debates(c: &mut Criterion) {
    let mut group = c.benchmark_group("debates");
    group.sample_size(10);
    let shipped = SHIPPED.map(|id| (id, library::find(id).expect("shipped").scenario));
    let sixteen = ("paper constants, K=1, T=16", read("sixteen", SIXTEEN));
    for (name, scenario) in shipped.into_iter().chain([sixteen]) {
        let game = open(&scenario.expect("a scenario")).expect("it opens");
        let many = game
            .simulator(&Seat::each(|_| SeatPlan::honest()), &CancelToken::default())
            .expect("honest players");
        let debates = match name {
            "million-gates" => 2,
            "binary-increment" | "contract-comma" => 10_000,
            _ if name.contains("paper") => 1_000_000,
            _ => 20_000,
        };
        group.throughput(Throughput::Elements(debates));
        let token = CancelToken::default();
        group.bench_function(name, |b| b.iter(|| simulate(&*many, debates, 1, &token)));
    }
}

criterion_group!(benches, debates);
criterion_main!(benches);
