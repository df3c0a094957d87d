//! A second evaluation of the same debates, slow and independent of the first. As in the Lean
//! formalization, a computation is a tree of results, coins and counted oracle queries. The
//! protocol is written out query by query, and the tree gives the distribution of the results.
//!
//! This evaluation shares only the plan with the solver. It has no binomials, no live bits and no
//! intervals.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::chance::Probability;
use crate::machine::{Bits, Plan, Step};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Party {
    Alice,
    Bob,
    Vera,
}

type Then<T> = Rc<dyn Fn(bool) -> Comp<T>>;

/// A stochastic computation relative to an oracle (Lean: `Comp`).
enum Comp<T> {
    Pure(T),
    /// A coin. Tossing it costs nothing.
    Coin(f64, Then<T>),
    /// An oracle query that says yes with this probability.
    Query(Party, f64, Then<T>),
}

impl<T: Clone + 'static> Comp<T> {
    fn bind<U: Clone + 'static>(&self, f: Rc<dyn Fn(T) -> Comp<U>>) -> Comp<U> {
        let after = |then: &Then<T>| -> Then<U> {
            let (then, f) = (Rc::clone(then), Rc::clone(&f));
            Rc::new(move |bit| then(bit).bind(Rc::clone(&f)))
        };
        match self {
            Self::Pure(value) => f(value.clone()),
            Self::Coin(p, then) => Comp::Coin(*p, after(then)),
            Self::Query(party, p, then) => Comp::Query(*party, *p, after(then)),
        }
    }
}

/// The number of queries of each player, and a result.
type Spent<T> = ([u64; 3], T);

/// The distribution of the results with their query counts. It has finite support (Lean: `Prob`).
fn distribution<T: Ord + Clone + 'static>(comp: &Comp<T>) -> BTreeMap<Spent<T>, f64> {
    fn walk<T: Ord + Clone + 'static>(
        comp: &Comp<T>,
        weight: f64,
        counts: [u64; 3],
        into: &mut BTreeMap<Spent<T>, f64>,
    ) {
        if weight == 0.0 {
            return;
        }
        match comp {
            Comp::Pure(value) => *into.entry((counts, value.clone())).or_default() += weight,
            Comp::Coin(p, then) => {
                walk(&then(true), weight * p, counts, into);
                walk(&then(false), weight * (1.0 - p), counts, into);
            }
            Comp::Query(party, p, then) => {
                let mut counts = counts;
                counts[*party as usize] += 1;
                walk(&then(true), weight * p, counts, into);
                walk(&then(false), weight * (1.0 - p), counts, into);
            }
        }
    }
    let mut into = BTreeMap::new();
    walk(comp, 1.0, [0; 3], &mut into);
    into
}

/// The number of yes answers to `n` queries in a row.
fn samples(party: Party, p: f64, n: u64) -> Comp<u64> {
    if n == 0 {
        return Comp::Pure(0);
    }
    Comp::Query(
        party,
        p,
        Rc::new(move |yes| {
            samples(party, p, n - 1).bind(Rc::new(move |rest| Comp::Pure(rest + u64::from(yes))))
        }),
    )
}

/// The strategies of both players, with numbers that are small enough to enumerate.
#[derive(Clone, Copy)]
pub struct Tiny {
    /// The number of samples of an honest Alice. `None` if she states the truth plus `shift`.
    pub alice: Option<u64>,
    /// The number that Alice adds to the truth if she draws no samples.
    pub shift: f64,
    /// The number of Bob's samples. `None` if he aborts only at `abort_at`.
    pub bob: Option<u64>,
    /// Bob's tolerance.
    pub bob_tolerance: f64,
    /// The step at which a Bob without samples aborts.
    pub abort_at: Option<Step>,
    /// The number of the judge's samples.
    pub judge: u64,
    /// The judge's tolerance.
    pub judge_tolerance: f64,
}

fn alice(tiny: Tiny, ask: bool, p: f64) -> Comp<f64> {
    match tiny.alice {
        _ if !ask => Comp::Pure(p),
        Some(n) => {
            samples(Party::Alice, p, n).bind(Rc::new(move |k| Comp::Pure(k as f64 / n as f64)))
        }
        None => Comp::Pure((p + tiny.shift).clamp(0.0, 1.0)),
    }
}

fn bob(tiny: Tiny, ask: bool, step: Step, p: f64, stated: f64) -> Comp<bool> {
    match tiny.bob {
        _ if !ask && tiny.bob.is_some() => Comp::Pure(stated != p),
        Some(n) => samples(Party::Bob, p, n).bind(Rc::new(move |k| {
            Comp::Pure((k as f64 / n as f64 - stated).abs() >= tiny.bob_tolerance)
        })),
        None => Comp::Pure(tiny.abort_at == Some(step)),
    }
}

fn vera(tiny: Tiny, ask: bool, p: f64, stated: f64) -> Comp<bool> {
    if !ask {
        return Comp::Pure(stated == p);
    }
    let n = tiny.judge;
    samples(Party::Vera, p, n).bind(Rc::new(move |k| {
        Comp::Pure((k as f64 / n as f64 - stated).abs() < tiny.judge_tolerance)
    }))
}

/// The debate from this step on. The result is true if Alice wins.
fn debate(plan: Plan, tiny: Tiny, step: Step, transcript: Bits) -> Comp<bool> {
    let p = plan.chance_in(step, &transcript).get();
    let ask = plan.ask(step).is_some();
    alice(tiny, ask, p).bind(Rc::new(move |stated| {
        let (plan, transcript) = (plan.clone(), transcript.clone());
        Comp::Coin(
            stated,
            Rc::new(move |bit| {
                let (plan, transcript) = (plan.clone(), transcript.clone());
                bob(tiny, ask, step, p, stated).bind(Rc::new(move |aborts| {
                    if aborts {
                        vera(tiny, ask, p, stated)
                    } else if step == plan.output() {
                        Comp::Pure(bit)
                    } else {
                        let next = Step::at(step.index() + 1);
                        let transcript = transcript.clone().with_bit(step.index(), bit);
                        debate(plan.clone(), tiny, next, transcript)
                    }
                }))
            }),
        )
    }))
}

/// P[Alice wins], and the expected queries of Alice, Bob and the judge.
pub fn evaluate(plan: &Plan, tiny: Tiny) -> (f64, [f64; 3]) {
    let whole = debate(plan.clone(), tiny, Step::new(1), Bits::zeros(plan.len()));
    let (mut value, mut queries) = (0.0, [0.0; 3]);
    for ((counts, wins), weight) in distribution(&whole) {
        value += if wins { weight } else { 0.0 };
        for (sum, count) in queries.iter_mut().zip(counts) {
            *sum += weight * count as f64;
        }
    }
    (value, queries)
}

/// P[honest Alice wins] against the best Bob, computed from the definition over complete histories.
pub fn best_bob(plan: &Plan, tiny: Tiny, step: Step, transcript: &Bits) -> f64 {
    let p = plan.chance_in(step, transcript).get();
    let ask = plan.ask(step).is_some();
    let after = [false, true].map(|bit| {
        if step == plan.output() {
            f64::from(bit)
        } else {
            let next = Step::at(step.index() + 1);
            best_bob(plan, tiny, next, &transcript.clone().with_bit(step.index(), bit))
        }
    });
    // Floats of at least 0 have the same order as their bits.
    let numbers = alice(tiny, ask, p).bind(Rc::new(|stated: f64| Comp::Pure(stated.to_bits())));
    let mut value = 0.0;
    for ((_, bits), weight) in distribution(&numbers) {
        let stated = f64::from_bits(bits);
        let accepted: f64 = distribution(&vera(tiny, ask, p, stated))
            .into_iter()
            .map(|((_, accepts), weight)| if accepts { weight } else { 0.0 })
            .sum();
        value +=
            weight * (stated * accepted.min(after[1]) + (1.0 - stated) * accepted.min(after[0]));
    }
    value
}

mod tests {
    use super::*;
    use crate::machine::{Ask, Op, PlanBuilder, Source};
    use crate::protocol::stochastic::Coin;
    use crate::protocol::stochastic::players::values::testing::{forked, small, votes};
    use crate::protocol::stochastic::players::values::{Solver, StrategyProfile};
    use crate::protocol::stochastic::players::{AliceStrategy, BobStrategy};
    use crate::work::CancelToken;
    use proptest::prelude::*;

    const TINY: Tiny = Tiny {
        alice: Some(2),
        shift: 0.0,
        bob: Some(2),
        bob_tolerance: 0.55,
        abort_at: None,
        judge: 3,
        judge_tolerance: 0.3,
    };

    fn solver(plan: &Plan) -> Solver {
        let tolerances = [TINY.bob_tolerance, TINY.judge_tolerance];
        let debate = small(plan.clone(), [2, 2, TINY.judge], tolerances, Coin::Nature);
        Solver::new(plan, *debate.constants(), &CancelToken::default()).unwrap()
    }

    fn pairs() -> Vec<(StrategyProfile, Tiny)> {
        let mut pairs = Vec::new();
        let alices = [(AliceStrategy::Honest, Some(2), 0.0), (AliceStrategy::Exact, None, 0.0)];
        for (alice, draws, shift) in
            alices.into_iter().chain([(AliceStrategy::Shift(0.2), None, 0.2)])
        {
            let two = Step::new(2);
            for (bob, queries, abort_at) in [
                (BobStrategy::Honest, Some(2), None),
                (BobStrategy::Lazy(0.5), Some(1), None),
                (BobStrategy::Never, None, None),
                (BobStrategy::AbortAt(two), None, Some(two)),
            ] {
                let tiny = Tiny { alice: draws, shift, bob: queries, abort_at, ..TINY };
                pairs.push((StrategyProfile { alice, bob }, tiny));
            }
        }
        pairs
    }

    fn agree(plan: &Plan) {
        let solver = solver(plan);
        for (players, tiny) in pairs() {
            let fast = solver.solve(players, &CancelToken::default()).unwrap();
            let (value, queries) = evaluate(plan, tiny);
            let (alice, bob) = (players.alice, players.bob);
            assert!((fast.value - value).abs() < 1e-12, "{alice} v {bob}: {} {value}", fast.value);
            for (a, b) in fast.queries.into_iter().zip(queries) {
                assert!((a - b).abs() < 1e-10, "{alice} v {bob} costs: {fast:?}, not {queries:?}");
            }
        }
        let players =
            StrategyProfile { alice: AliceStrategy::Honest, bob: BobStrategy::BestResponse };
        let slow = best_bob(plan, TINY, Step::new(1), &Bits::zeros(plan.len()));
        assert!(
            (solver.solve(players, &CancelToken::default()).unwrap().value - slow).abs() < 1e-12
        );
    }

    #[test]
    fn the_solver_agrees_with_counted_computations_on_the_check_plans() {
        agree(&forked());
        agree(&votes(3, 0.75, Op::Majority));
        agree(&votes(3, 0.3, Op::Xor));
    }

    prop_compose! {
        /// A plan of four steps. Some steps ask about earlier steps, and the others are gates.
        fn any_plan()(
            tables in prop::collection::vec(prop::collection::vec(0.0f64..=1.0, 4), 4),
            reads in prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 4),
        ) -> Plan {
            let mut plan = PlanBuilder::over([true]);
            for (at, (table, (kind, a, b))) in tables.iter().zip(reads).enumerate() {
                let of = |n: u8| Source::step(Step::new(u32::from(n) % at.max(1) as u32 + 1));
                let asks = match kind % 5 {
                    _ if at == 0 => vec![],
                    0 => vec![],
                    1 => vec![of(a)],
                    2 => vec![of(a), of(b)],
                    3 => {
                        plan.step(Op::Xor, &[of(a), of(b)]).unwrap();
                        continue;
                    }
                    _ => {
                        plan.step(Op::Nand, &[of(a), of(b)]).unwrap();
                        continue;
                    }
                };
                let yes = table.iter().take(1 << asks.len());
                let yes = yes.map(|&x| Probability::new(x).unwrap()).collect();
                plan.ask(Ask { question: "?".into(), yes }, &asks).unwrap();
            }
            plan.finish().unwrap()
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        #[test]
        fn the_solver_agrees_with_counted_computations_on_any_plan(plan in any_plan()) {
            agree(&plan);
        }
    }
}
