//! Computes how much the output changes when the oracle changes as a function of the question
//! (Def. 6.1 as the 2024 paper writes it). Steps that ask the same question in the same case change
//! together.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Ask, Plan, UnrolledPlan, UnrolledStep};
use crate::machine::{Op, Step};
use crate::work::{CancelToken, Cancelled};

/// The largest number of situations of a plan that is measured. Each needs a stored value.
const MOST_SITUATIONS: usize = 4_000_000;

/// The number of situations that all passes together visit, about.
const MOST_VISITED: usize = 60_000_000;

/// How often the search follows the slope again, for one size of the change.
const TURNS: usize = 4;

/// The two Lipschitz constants of a plan whose equal questions change together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueryLipschitz {
    /// The number of different queries.
    pub queries: usize,
    /// Δ(ε)/ε as ε goes to 0: a derivative.
    pub local: f64,
    /// The largest Δ(ε)/ε that the search found for an ε in (0, 1].
    pub worst: f64,
    /// The ε where it was found. 0 for the limit itself.
    pub at: f64,
}

impl Ask {
    /// Begins the question of a step of a machine that asks one of several words there.
    pub(crate) const SEVERAL_WORDS: &str = "What does the oracle answer to ";

    /// Returns whether a row of its table may stand for several queries.
    fn has_several_words(&self) -> bool {
        self.question.starts_with(Self::SEVERAL_WORDS)
    }
}

/// The Lipschitz constants of a plan by query. `None` if the plan does not tell its queries apart,
/// or has too many situations.
///
/// The constant at ε = 0 is exact. The other is the largest of a search, and no upper bound. The
/// constant by prefix is one.
///
/// # Errors
/// If the work was stopped.
pub fn lipschitz_by_query(
    unrolled: &UnrolledPlan,
    token: &CancelToken,
) -> Result<Option<QueryLipschitz>, Cancelled> {
    let Some(queries) = Queries::new(unrolled.plan()) else { return Ok(None) };
    let situations = unrolled.situations();
    if situations > MOST_SITUATIONS {
        return Ok(None);
    }
    let search = Search { unrolled, queries, token };
    let (truth, slopes) = search.slopes(&search.queries.usual)?;
    let room = |rises: bool, p: f64| if rises { p < 1.0 } else { p > 0.0 };
    let along = |up: bool| {
        let each = slopes.iter().zip(&search.queries.usual);
        each.filter(|(slope, p)| room((**slope > 0.0) == up, **p)).map(|(s, _)| s.abs()).sum()
    };
    let local = f64::max(along(true), along(false));
    let mut best = QueryLipschitz { queries: slopes.len(), local, worst: local, at: 0.0 };
    // A size of the change takes up to `TURNS` passes in each direction, of three sweeps each.
    let sizes = (MOST_VISITED / (6 * TURNS * situations.max(1))).clamp(8, 96);
    let mut all = search.queries.corners(sizes / 2);
    all.extend((0..sizes).map(|at| 0.001f64.powf(at as f64 / (sizes - 1) as f64)));
    let look = |epsilon: f64, best: &mut QueryLipschitz| {
        let ratio = search.reach(epsilon, truth, &slopes)? / epsilon;
        // A gain that a division by a small ε can make is none.
        if ratio > best.worst + 1e-9 + 1e-14 / epsilon {
            (best.worst, best.at) = (ratio, epsilon);
        }
        Ok(())
    };
    for epsilon in all {
        look(epsilon, &mut best)?;
    }
    let mut width = 0.07;
    for _ in 0..(sizes / 4).min(12) {
        let at = best.at;
        if at == 0.0 {
            break;
        }
        for epsilon in [at * (1.0 - width), (at * (1.0 + width)).min(1.0)] {
            look(epsilon, &mut best)?;
        }
        width /= 2.0;
    }
    Ok(Some(best))
}

/// The queries of a plan.
struct Queries {
    /// The queries of each step's rows. `None` at a gate.
    of_step: Vec<Option<Arc<[u32]>>>,
    /// `P[yes]` of each query.
    usual: Vec<f64>,
}

/// A question in words, the number of its rows, a row, `P[yes]` there, and the step if the words name
/// it.
type QueryKey = (Arc<str>, usize, usize, u64, Option<Step>);

impl Queries {
    fn new(plan: &Plan) -> Option<Self> {
        let mut known: HashMap<QueryKey, u32> = HashMap::new();
        let mut of_question: HashMap<(u32, Option<Step>), Arc<[u32]>> = HashMap::new();
        let (mut of_step, mut usual) = (Vec::with_capacity(plan.len()), Vec::new());
        for step in plan.steps() {
            let (Op::Ask(number), Some(ask)) = (plan.op(step), plan.ask(step)) else {
                of_step.push(None);
                continue;
            };
            if ask.has_several_words() {
                return None;
            }
            let named = ask.question.contains("{t}").then_some(step);
            let rows = of_question.entry((number, named)).or_insert_with(|| {
                let query = |(row, p): (usize, &crate::chance::Probability)| {
                    let (question, rows) = (Arc::clone(&ask.question), ask.yes.len());
                    let key = (question, rows, row, p.get().to_bits(), named);
                    *known.entry(key).or_insert_with(|| {
                        usual.push(p.get());
                        usual.len() as u32 - 1
                    })
                };
                ask.yes.iter().enumerate().map(query).collect()
            });
            of_step.push(Some(Arc::clone(rows)));
        }
        Some(Self { of_step, usual })
    }

    /// The query of a row of a step.
    fn get(&self, step: Step, row: u16) -> usize {
        self.of_step[step.index()].as_ref().map_or(0, |rows| rows[usize::from(row)] as usize)
    }

    /// The changes that push some probability to 0 or 1, at most this many.
    fn corners(&self, most: usize) -> Vec<f64> {
        let mut all: Vec<f64> = self.usual.iter().flat_map(|&p| [p, 1.0 - p]).collect();
        all.retain(|&epsilon| epsilon > 0.0);
        all.sort_by(f64::total_cmp);
        all.dedup();
        all.truncate(most);
        all
    }
}

struct Search<'a> {
    unrolled: &'a UnrolledPlan,
    queries: Queries,
    token: &'a CancelToken,
}

impl Search<'_> {
    /// The mean of the values after 0 and 1, if the queries have these probabilities.
    fn mean(&self, now: &[f64], step: Step, spot: UnrolledStep, [zero, one]: [f64; 2]) -> f64 {
        match spot {
            UnrolledStep::Ask { row, .. } => {
                let p = now[self.queries.get(step, row)];
                p * one + (1.0 - p) * zero
            }
            gate => gate.mean([zero, one]),
        }
    }

    /// P[output = 1] if the queries have these probabilities.
    fn output(&self, now: &[f64]) -> Result<f64, Cancelled> {
        self.unrolled
            .sweep([0.0, 1.0], self.token, |step, spot, after| self.mean(now, step, spot, after))
    }

    /// P[output = 1], and its derivative by each query's probability.
    fn slopes(&self, now: &[f64]) -> Result<(f64, Vec<f64>), Cancelled> {
        let unrolled = self.unrolled;
        let mean = |step, spot, after| self.mean(now, step, spot, after);
        let values = unrolled.table([0.0, 1.0], self.token, mean)?;
        let mut slopes = vec![0.0; now.len()];
        let (mut here, mut after) = (vec![[1.0]], Vec::new());
        let mut passed = 0;
        for step in unrolled.plan().steps() {
            self.token.check_after(&mut passed, here.len())?;
            let asks = unrolled.plan().ask(step).is_some();
            let mut situation = 0;
            unrolled.pass_on(step, &here, &mut after, |reading, [reach]| {
                let yes = match asks {
                    true => {
                        let query = self.queries.get(step, reading as u16);
                        let next = |bit| {
                            let next = unrolled.next(step, situation, bit);
                            next.map_or(0.0, |next| values.after(step.index() + 1, next))
                        };
                        slopes[query] += reach * (next(true) - next(false));
                        now[query]
                    }
                    false => reading as f64,
                };
                situation += 1;
                [[reach * (1.0 - yes)], [reach * yes]]
            });
            std::mem::swap(&mut here, &mut after);
        }
        Ok((values.after(0, 0), slopes))
    }

    /// The largest move of the output that is found if every query changes by ε. The search follows
    /// the slope, upwards and downwards.
    fn reach(&self, epsilon: f64, truth: f64, slopes: &[f64]) -> Result<f64, Cancelled> {
        let mut most: f64 = 0.0;
        for up in [1.0, -1.0] {
            let mut along = slopes.to_vec();
            let mut tried: Vec<Vec<f64>> = Vec::new();
            for _ in 0..TURNS {
                let moved = |sign: f64| -> Vec<f64> {
                    let each = self.queries.usual.iter().zip(&along);
                    each.map(|(p, slope)| match slope * sign >= 0.0 {
                        true => (p + epsilon).min(1.0),
                        false => (p - epsilon).max(0.0),
                    })
                    .collect()
                };
                let now = moved(up);
                if tried.contains(&now) {
                    break;
                }
                let (output, next) = self.slopes(&now)?;
                most = most.max((output - truth).abs());
                tried.push(now);
                along = next;
            }
        }
        // All queries up, and all down: where every slope is 0, the slope leads nowhere.
        for up in [epsilon, -epsilon] {
            let now: Vec<f64> =
                self.queries.usual.iter().map(|p| (p + up).clamp(0.0, 1.0)).collect();
            most = most.max((self.output(&now)? - truth).abs());
        }
        Ok(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Probability;
    use crate::machine::plan::{PlanBuilder, change, families, lipschitz};
    use crate::machine::{Op, Source};
    use proptest::prelude::*;

    fn token() -> CancelToken {
        CancelToken::default()
    }

    fn measured(plan: &Plan) -> QueryLipschitz {
        let unrolled = UnrolledPlan::new(plan, &token()).unwrap();
        lipschitz_by_query(&unrolled, &token()).unwrap().expect("it is small")
    }

    /// One question of probability 1/2, asked 2n times. The output is 1 if the first half has at
    /// least `lead` more yeses than the second.
    fn halves(n: usize, lead: u32) -> Plan {
        let mut plan = PlanBuilder::over([]);
        let coin = Ask::constant("Is the coin heads?", Probability::HALF);
        let ask = plan.question(coin);
        let mut read = Vec::new();
        for at in 0..2 * n {
            let asked = Source::step(plan.step(Op::Ask(ask), &[]).unwrap());
            read.push(match at < n {
                true => asked,
                false => Source::step(plan.step(Op::Not, &[asked]).unwrap()),
            });
        }
        plan.step(Op::AtLeast(n as u32 + lead), &read).unwrap();
        plan.finish().unwrap()
    }

    #[test]
    fn one_question_that_both_halves_ask_moves_the_output_little() {
        let plan = halves(100, 4);
        let found = measured(&plan);
        assert_eq!(found.queries, 1);
        // Both halves move together, so the slope at 1/2 is 0.
        assert!(found.local < 1e-9, "{found:?}");
        assert!((found.worst - 0.6249).abs() < 5e-4, "{found:?}");
        let by_prefix = lipschitz(&UnrolledPlan::new(&plan, &token()).unwrap(), &token()).unwrap();
        assert!((by_prefix.worst - 10.968).abs() < 5e-3, "{by_prefix:?}");
    }

    #[test]
    fn questions_that_name_their_step_are_different_queries() {
        let xor = |words: &str| {
            measured(&families::votes(words, 9, Probability::new(0.75).unwrap(), Op::Xor).unwrap())
        };
        let (same, other) = (xor("Is it so?"), xor("Is it so, says person {t}?"));
        assert_eq!([same.queries, other.queries], [1, 9]);
        // The derivative of (1 − (1 − 2p)^9)/2 is 9(1 − 2p)^8.
        let by_hand = 9.0 * 0.5f64.powi(8);
        assert!((same.local - by_hand).abs() < 1e-12 && (other.local - by_hand).abs() < 1e-12);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn no_query_moves_the_output_further_than_a_prefix_may(
            n in 1usize..6, p in 0.0f64..=1.0, xor in any::<bool>()
        ) {
            let gate = if xor { Op::Xor } else { Op::Majority };
            let plan = families::votes("Is it so?", n, Probability::new(p).unwrap(), gate).unwrap();
            let unrolled = UnrolledPlan::new(&plan, &token()).unwrap();
            let (found, by_prefix) = (measured(&plan), lipschitz(&unrolled, &token()).unwrap());
            prop_assert!(found.local <= by_prefix.local + 1e-9);
            prop_assert!(found.worst <= by_prefix.at_most + 1e-9);
            // One query: every ε in a fine grid.
            for i in 1..=400 {
                let epsilon = f64::from(i) / 400.0;
                let (down, up) = change(&unrolled, epsilon, &token()).unwrap();
                let output = |p: f64| {
                    let p = Probability::clamped(p);
                    let plan = families::votes("Is it so?", n, p, gate).unwrap();
                    UnrolledPlan::new(&plan, &token()).unwrap().truth(&token()).unwrap()
                };
                let moved = f64::max(
                    (output(p + epsilon) - output(p)).abs(),
                    (output(p - epsilon) - output(p)).abs(),
                );
                prop_assert!(moved <= down.max(up) + 1e-9);
                prop_assert!(moved / epsilon <= found.worst * 1.02 + 1e-6, "{epsilon}: {found:?}");
            }
        }
    }
}
