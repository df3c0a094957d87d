//! A search for the cheapest constants with a wanted guarantee. The Lean defaults are "not tuned", as
//! their authors write, and the same proof holds for every valid setting.

use rayon::prelude::*;
use serde::Serialize;

use crate::protocol::stochastic::{LipschitzBound, ProvedBounds, Tolerances};

/// The guarantee that a setting must give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuningGoal {
    /// The Lipschitz constant.
    pub k: LipschitzBound,
    /// T, the number of rounds.
    pub steps: u64,
    /// P[the output is as the right side says] for a claim that must be decided, in (1/2, 1].
    pub truth: f64,
    /// d: P[the right side wins] if it is honest must be at least this, in (1/2, truth).
    pub wins: f64,
}

/// The queries that the search minimizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CostGoal {
    /// The judge's. Alice and Bob each have a limit, which is a multiple of the Lean defaults. Without
    /// one, they would ask more and more so that the judge asks less.
    Judge,
    /// The sum of the provers'. The judge has a limit, which is a multiple of the Lean defaults.
    Provers,
    /// The sum of Alice's, Bob's and the judge's with these weights, which are at least 0.
    Weights([f64; 3]),
}

/// A setting, its costs and its guarantee.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TunedConstants {
    /// The tolerances, with as few digits as in a file.
    pub tolerances: Tolerances,
    /// The largest number of queries of Alice, Bob and the judge in a whole debate. They can be too
    /// many to play.
    pub queries: [f64; 3],
    /// P[the right side wins] is at least this, for either side.
    pub wins: f64,
}

/// For programs.
impl Serialize for TunedConstants {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Tolerances { c, s, b, q, v } = self.tolerances;
        // Larger numbers are not exact.
        let whole = |n: f64| match n <= 2f64.powi(53) {
            true => serde_json::json!(n as u64),
            false => serde_json::json!(n),
        };
        let [alice, bob, judge] = self.queries.map(whole);
        serde_json::json!({
            "constants": { "c": c, "s": s, "b": b, "q": q, "v": v },
            "queries": { "alice": alice, "bob": bob, "judge": judge },
            "wins": self.wins,
        })
        .serialize(serializer)
    }
}

/// An inequality that the Lean proof needs, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inequality {
    /// The inequality, with the names of the Lean file.
    pub what: &'static str,
    /// The number on the left.
    pub left: f64,
    /// True if the left must be smaller. Otherwise it may be equal.
    pub strict: bool,
    /// The number on the right.
    pub right: f64,
}

impl Inequality {
    /// Returns true if it holds.
    pub fn holds(&self) -> bool {
        if self.strict { self.left < self.right } else { self.left <= self.right }
    }
}

impl Tolerances {
    /// The inequalities that the Lean proof needs. The setting must be valid, and must prove d for both
    /// sides of a claim that is right with probability `w`.
    pub fn inequalities(&self, k: f64, steps: u64, w: f64, d: f64) -> Vec<Inequality> {
        let &Self { c, s, b, q, v } = self;
        let ProvedBounds { completeness, .. } = self.bounds(steps, w, [k * c, k * b]);
        let ProvedBounds { soundness, .. } = self.bounds(steps, 1.0 - w, [k * c, k * b]);
        let row = |what, left, strict, right| Inequality { what, left, strict, right };
        vec![
            row("0 < c", 0.0, true, c),
            row("c < s", c, true, s),
            row("s < b", s, true, b),
            row("b ≤ 1", b, false, 1.0),
            row("0 < q", 0.0, true, q),
            row("q ≤ v", q, false, v),
            row("v ≤ 1", v, false, 1.0),
            row("K·b ≤ w", k * b, false, w),
            row("d ≤ (1 − v)(w − K·c − (1 − (1 − q)^T))", d, false, completeness),
            row("d ≤ (1 − v)(1 − q)^T (w − K·b)", d, false, soundness),
        ]
    }
}

/// The setting with these tolerances. `None` if they are not valid.
pub fn setting(wanted: TuningGoal, tolerances: Tolerances) -> Option<TunedConstants> {
    tolerances.validity().ok()?;
    let TuningGoal { k, steps, truth, .. } = wanted;
    let changes = [k.get() * tolerances.c, k.get() * tolerances.b];
    let wins = tolerances
        .proved(steps, truth, changes)
        .completeness
        .min(tolerances.proved(steps, 1.0 - truth, changes).soundness);
    let [alice, bob, judge] = tolerances.counts();
    let queries = [alice * steps as f64, bob * steps as f64, judge];
    queries.iter().all(|n| n.is_finite()).then_some(TunedConstants { tolerances, queries, wins })
}

/// The Lean defaults. They are not valid below K = 1/20. Then the defaults of 1/20 serve, because a
/// smaller Lipschitz constant implies every larger one.
pub fn lean(wanted: TuningGoal) -> Option<TunedConstants> {
    let k = wanted.k.get().max(0.05);
    setting(wanted, Tolerances::lean(1.0 / (100.0 * k), wanted.steps))
}

/// The failure probabilities, the largest b that soundness allows, and the largest c that completeness
/// allows.
#[derive(Clone, Copy, Debug)]
struct Shared {
    q: f64,
    v: f64,
    b: f64,
    most_c: f64,
}

/// The failure probabilities from the shares of the judge and of the debaters, both in (0, 1).
fn shared(wanted: TuningGoal, [judge, debaters]: [f64; 2]) -> Shared {
    let TuningGoal { k, steps, truth, wins } = wanted;
    // The judge may not fail more often than this, on either side.
    let v = written(judge * (1.0 - wins / truth), false);
    // (1 − q)^T must stay above this, for b ≥ 0.
    let all_right = wins / ((1.0 - v) * truth);
    let rounds = 1.0 - debaters * (1.0 - all_right);
    let q = written((-(rounds.ln() / steps as f64).exp_m1()).min(v), false);
    let rounds = (steps as f64 * (-q).ln_1p()).exp();
    let most_c = (truth - wins / (1.0 - v) - (1.0 - rounds)) / k.get();
    let b = written(((truth - wins / ((1.0 - v) * rounds)) / k.get()).min(1.0), false);
    Shared { q, v, b, most_c }
}

/// A number with few digits, rounded up or down.
fn written(x: f64, up: bool) -> f64 {
    let near: f64 = format!("{x:.4e}").parse().unwrap_or(x);
    if near == x || (near > x) == up {
        return near;
    }
    let unit = 10f64.powi(x.abs().log10().floor() as i32 - 4);
    let beside = if up { near + unit } else { near - unit };
    format!("{beside:.4e}").parse().unwrap_or(x)
}

/// The error of a mean of samples, except with probability `failure` (Hoeffding).
fn error_of(samples: f64, failure: f64) -> f64 {
    ((2.0 / failure).ln() / (2.0 * samples)).sqrt()
}

/// The cheapest setting, and the limit on the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheapestConstants {
    /// The setting.
    pub setting: TunedConstants,
    /// The limit on the parties whose queries are not minimized, in multiples of the Lean defaults. It is
    /// the least power of ten with which a setting exists. `None` if all queries have weights.
    pub held_to: Option<f64>,
}

/// The cheapest setting that the search finds. `None` if it finds none.
pub fn cheapest(wanted: TuningGoal, cheap: CostGoal) -> Option<CheapestConstants> {
    if matches!(cheap, CostGoal::Weights(_)) {
        let setting = cheapest_within(wanted, cheap, f64::INFINITY)?;
        return Some(CheapestConstants { setting, held_to: None });
    }
    let multiples = (0..9).map(|power| 10f64.powi(power));
    multiples.into_iter().find_map(|held| {
        let setting = cheapest_within(wanted, cheap, held)?;
        Some(CheapestConstants { setting, held_to: Some(held) })
    })
}

/// The cheapest setting if this multiple of the Lean defaults limits the other parties.
pub fn cheapest_within(wanted: TuningGoal, cheap: CostGoal, held: f64) -> Option<TunedConstants> {
    let defaults = lean(wanted);
    let most = defaults.as_ref().map(|lean| lean.queries.map(|n| n * held));
    // A tiny part of the others' queries, always less than one query of those that are minimized.
    let hair = |counted: f64, others: f64| counted * 1e-12 * others.max(1.0).ln();
    let price = |found: &TunedConstants| -> f64 {
        let [alice, bob, judge] = found.queries;
        // It decides between settings that cost the same.
        match (cheap, most) {
            (CostGoal::Judge, Some(most)) if alice > most[0] || bob > most[1] => f64::INFINITY,
            (CostGoal::Provers, Some(most)) if judge > most[2] => f64::INFINITY,
            (CostGoal::Judge, _) => judge + hair(judge, alice + bob),
            (CostGoal::Provers, _) => alice + bob + hair(alice + bob, judge),
            (CostGoal::Weights([a, b, j]), _) => a * alice + b * bob + j * judge,
        }
    };
    let priced = |c: f64, s: f64, Shared { q, v, b, .. }: Shared| {
        let tolerances = Tolerances { c, s, b, q, v };
        let found = setting(wanted, tolerances)?;
        let price = price(&found);
        (found.wins >= wanted.wins && price.is_finite()).then_some((price, found))
    };
    let per_step = |queries: f64| queries / wanted.steps as f64;
    let found = match (cheap, most) {
        // The judge needs the fewest samples if Alice and Bob draw as many as their limit allows.
        (CostGoal::Judge, Some([alice, bob, _])) => narrowed(6, |[judge, debaters]: [f64; 2]| {
            let shared = shared(wanted, [judge, debaters]);
            let c = written(error_of(per_step(alice), shared.q), true);
            let s = written(shared.b - 2.0 * error_of(per_step(bob), shared.q), false);
            priced(c, s, shared)
        }),
        // The provers need the fewest samples if the judge draws as many as its limit allows.
        (CostGoal::Provers, Some([_, _, samples])) => {
            narrowed(6, |[judge, debaters, near]: [f64; 3]| {
                let shared = shared(wanted, [judge, debaters]);
                let apart = 2.0 * error_of(samples, shared.v);
                let c = written(near * shared.most_c.min(shared.b - apart), false);
                priced(c, written(c + apart, true), shared)
            })
        }
        _ => narrowed(4, |[judge, debaters, near, between]: [f64; 4]| {
            let shared = shared(wanted, [judge, debaters]);
            let c = written(near * shared.most_c.min(shared.b), false);
            priced(c, written(c + between * (shared.b - c), false), shared)
        }),
    };
    // The defaults stay if rounding and the grid make everything else more expensive.
    let proved = defaults.filter(|lean| lean.wins >= wanted.wins);
    found.into_iter().chain(proved).min_by(|a, b| price(a).total_cmp(&price(b)))
}

/// The cheapest setting over N shares in (0, 1). Each level looks at a finer grid around the best place,
/// with `side` steps either way. The grid is one of log odds, because small shares differ by factors.
fn narrowed<const N: usize>(
    side: i32,
    look: impl Fn([f64; N]) -> Option<(f64, TunedConstants)> + Sync,
) -> Option<TunedConstants> {
    let share = |x: f64| 1.0 / (1.0 + (-x).exp());
    let mut best: Option<(f64, [f64; N], TunedConstants)> = None;
    let mut width = 7.0;
    let across = (2 * side + 1) as usize;
    for _ in 0..16 {
        let middle = best.map_or([0.0; N], |(_, place, _)| place);
        let found = (0..across.pow(N as u32))
            .into_par_iter()
            .filter_map(|at| {
                let place: [f64; N] = std::array::from_fn(|axis| {
                    let step = (at / across.pow(axis as u32) % across) as f64 - f64::from(side);
                    middle[axis] + step / f64::from(side) * width
                });
                let (price, setting) = look(place.map(share))?;
                Some((price, place, setting))
            })
            .min_by(|a, b| {
                a.0.total_cmp(&b.0).then(a.1.partial_cmp(&b.1).unwrap_or(std::cmp::Ordering::Equal))
            });
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| found.0 < best.0)
        {
            best = Some(found);
        }
        width *= 0.6;
    }
    best.map(|(_, _, setting)| setting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wanted(k: f64, steps: u64) -> TuningGoal {
        TuningGoal { k: LipschitzBound::new(k).unwrap(), steps, truth: 2.0 / 3.0, wins: 0.6 }
    }

    #[test]
    fn the_cheapest_setting_beats_the_defaults_and_proves_as_much() {
        for (k, steps) in [(1.0, 8), (2.0, 100), (0.3, 10_000)] {
            let wanted = wanted(k, steps);
            let lean = lean(wanted).unwrap();
            let judge = cheapest(wanted, CostGoal::Judge).unwrap().setting;
            assert!(judge.queries[2] < lean.queries[2] && judge.wins >= 0.6);
            assert!(judge.queries[0] <= lean.queries[0] && judge.queries[1] <= lean.queries[1]);
            let provers = cheapest(wanted, CostGoal::Provers).unwrap().setting;
            assert!(provers.queries[0] + provers.queries[1] < lean.queries[0] + lean.queries[1]);
            assert!(provers.queries[2] <= lean.queries[2] && provers.wins >= 0.6);
        }
    }

    #[test]
    fn a_setting_under_limits_is_as_cheap_as_one_found_by_hand() {
        // Found by hand: these settings prove 0.6 with Alice and Bob within the defaults.
        for (k, steps, judge) in [(1.0, 16, 31_677.0), (2.0, 100, 121_286.0), (5.0, 50, 769_778.0)]
        {
            let found = cheapest(wanted(k, steps), CostGoal::Judge).unwrap().setting;
            assert!(found.queries[2] <= judge * 1.001, "{k} {steps} {found:?}");
        }
    }

    #[test]
    fn a_setting_is_found_for_any_k_and_t_and_never_dearer_than_the_defaults() {
        for (k, steps) in
            [(0.01, 8), (0.04, 100), (1.0, 1_000_000_000), (1.0, 10_u64.pow(12)), (1e6, 10)]
        {
            let wanted = wanted(k, steps);
            let lean = lean(wanted).unwrap();
            for cheap in [CostGoal::Judge, CostGoal::Provers, CostGoal::Weights([1.0; 3])] {
                let found =
                    cheapest(wanted, cheap).unwrap_or_else(|| panic!("{k} {steps} {cheap:?}"));
                let sum = |s: &TunedConstants| match cheap {
                    CostGoal::Judge => s.queries[2],
                    CostGoal::Provers => s.queries[0] + s.queries[1],
                    CostGoal::Weights(_) => s.queries.iter().sum(),
                };
                assert!(sum(&found.setting) <= sum(&lean), "{k} {steps} {cheap:?} {found:?}");
                assert!(found.setting.wins >= 0.6, "{found:?}");
            }
        }
    }

    #[test]
    fn all_ways_find_the_same() {
        // 0.99 for a claim that is always right is far more than the defaults prove.
        let wanted = TuningGoal { truth: 1.0, wins: 0.99, ..wanted(1.0, 8) };
        let found = cheapest(wanted, CostGoal::Judge).unwrap();
        assert!(found.held_to.is_some_and(|held| held > 1.0) && found.setting.wins >= 0.99);
        assert!(cheapest(wanted, CostGoal::Weights([1.0; 3])).is_some());
    }

    #[test]
    fn a_demand_above_the_claim_gets_nothing() {
        assert_eq!(cheapest(TuningGoal { wins: 0.7, ..wanted(1.0, 8) }, CostGoal::Judge), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(6))]
        #[test]
        fn no_random_setting_is_cheaper(
            c in 0.0005f64..0.05, s in 1.05f64..4.0, b in 1.05f64..4.0,
            q in 1e-5f64..0.01, v in 0.001f64..0.1
        ) {
            let wanted = wanted(1.0, 8);
            let weights = [1.0; 3];
            let best = cheapest(wanted, CostGoal::Weights(weights)).unwrap().setting;
            let other = setting(wanted, Tolerances { c, s: c * s, b: c * s * b, q: q.min(v), v });
            if let Some(other) = other.filter(|other| other.wins >= wanted.wins) {
                let sum = |s: &TunedConstants| s.queries.iter().sum::<f64>();
                prop_assert!(sum(&best) <= sum(&other) * 1.001);
            }
        }
    }
}
