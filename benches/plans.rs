//! Measures how long it takes to build, evaluate and check long plans, and to play a whole
//! cross-examination.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use elenchus::debate::{AnyDebate, Debate, SeatPlan};
use elenchus::machine::Plan;
use elenchus::machine::plan::shift_register;
use elenchus::protocol::CrossExamination;
use elenchus::protocol::cross_examination::CrossExaminationInstance;
use elenchus::rules::Seat;

fn plan(steps: u64) -> Plan {
    let start = "10000000000000000000".parse().expect("bits");
    shift_register(steps, &[20, 3], &start).expect("a good plan")
}

fn ten_million_steps(c: &mut Criterion) {
    const STEPS: u64 = 10_000_000;
    let mut group = c.benchmark_group("10^7 steps");
    group.throughput(Throughput::Elements(STEPS)).sample_size(10);
    group.bench_function("build", |b| b.iter(|| black_box(plan(STEPS))));
    let built = plan(STEPS);
    group.bench_function("evaluate", |b| b.iter(|| black_box(built.evaluate())));
    let transcript = built.evaluate();
    group.bench_function("check every step", |b| {
        b.iter(|| black_box(built.first_wrong(&transcript)));
    });
    group.finish();
}

fn cross_examination(c: &mut Criterion) {
    let setup = CrossExaminationInstance {
        machine: plan(100_000),
        claim: false,
        copies: true,
        judge_is_oracle: false,
    };
    let rules = CrossExamination::new(setup).expect("no oracle is unsure");
    c.bench_function("cross-examination of 10^5 steps, a lie at 70,001", |b| {
        b.iter(|| {
            let mut debate = Debate::new(rules.clone(), 1).expect("honest players");
            let liar = SeatPlan::Program("lie-at:70001".into());
            debate.seat(Seat::Alice, &liar).expect("a player");
            let table: &mut dyn AnyDebate = &mut debate;
            black_box(table.run().expect("legal moves"))
        });
    });
}

criterion_group!(benches, ten_million_steps, cross_examination);
criterion_main!(benches);
