//! Measures the time that it takes to compute exact values of stochastic debates.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use elenchus::analysis::Report;
use elenchus::chance::{Binomial, Probability};
use elenchus::machine::plan::families;
use elenchus::machine::{Ask, Op, Plan, PlanBuilder, Source};
use elenchus::protocol::stochastic::players::values::{Solver, StrategyProfile};
use elenchus::protocol::stochastic::solve::report;
use elenchus::protocol::stochastic::{ConstantSet, Constants, LipschitzBound};
use elenchus::work::CancelToken;

fn p(x: f64) -> Probability {
    Probability::clamped(x)
}

fn constants(set: ConstantSet, plan: &Plan) -> Constants {
    let k = LipschitzBound::new(1.0).expect("1 is positive");
    Constants::new(set, k, plan.len() as u64).expect("these constants exist")
}

/// A plan in which each question reads the ninth and the tenth step before it, so ten bits are live at each step.
fn ten_live_bits(steps: usize) -> Plan {
    let mut plan = PlanBuilder::over([]);
    let first = plan.question(Ask::constant("?", p(0.4)));
    let yes = [0.2, 0.5, 0.4, 0.7].map(p).into();
    let later = plan.question(Ask { question: "?".into(), yes });
    let mut all: Vec<Source> = Vec::new();
    for at in 0..steps {
        let step = if at < 10 {
            plan.step(Op::Ask(first), &[])
        } else {
            plan.step(Op::Ask(later), &[all[at - 10], all[at - 9]])
        };
        all.push(Source::step(step.expect("a good step")));
    }
    plan.finish().expect("a good plan")
}

fn values(c: &mut Criterion) {
    let mut group = c.benchmark_group("honest v honest, lean, K=1");
    group.sample_size(10);
    for steps in [100, 1_000, 10_000] {
        let plan = ten_live_bits(steps);
        group.bench_function(format!("ten live bits, T={steps}"), |b| {
            b.iter_batched(
                || plan.clone(),
                |plan| {
                    let solver = Solver::new(
                        &plan,
                        constants(ConstantSet::Lean, &plan),
                        &CancelToken::default(),
                    );
                    solver
                        .expect("a narrow plan")
                        .solve(StrategyProfile::HONEST, &CancelToken::default())
                },
                BatchSize::PerIteration,
            )
        });
    }
    let wide = ten_live_bits(1_000);
    group.bench_function("the whole report, ten live bits, T=1000", |b| {
        b.iter(|| {
            let solver =
                Solver::new(&wide, constants(ConstantSet::Lean, &wide), &CancelToken::default());
            let mut whole = Report::default();
            report(&solver.expect("a narrow plan"), &mut whole, &CancelToken::default())
                .map(|()| whole)
        })
    });
    let chain = families::chain("?", 1_000, p(0.5), [p(0.1), p(0.8)]).expect("a good plan");
    group.bench_function("best Alice on a chain, T=1000", |b| {
        let players = StrategyProfile::BEST_ALICE;
        b.iter(|| {
            let solver =
                Solver::new(&chain, constants(ConstantSet::Lean, &chain), &CancelToken::default());
            solver.expect("a narrow plan").solve(players, &CancelToken::default())
        })
    });
}

fn tails(c: &mut Criterion) {
    c.bench_function("a binomial distribution of 3·10^7 trials", |b| {
        b.iter(|| Binomial::new(black_box(30_000_000), p(0.3)))
    });
}

criterion_group!(benches, values, tails);
criterion_main!(benches);
