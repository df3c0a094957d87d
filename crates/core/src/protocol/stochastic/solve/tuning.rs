//! A search for the cheapest constants with a wanted guarantee. The authors of the Lean file call
//! its defaults "not tuned", and the same proof covers every valid setting.

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
    /// The probability that the output agrees with the side that is right, in (1/2, 1].
    pub truth: f64,
    /// d: the side that is right must win with at least this probability if it is honest, in (1/2,
    /// truth).
    pub wins: f64,
}

/// The queries that the search minimizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CostGoal {
    /// The judge's queries. The queries of Alice and of Bob each have a limit, a multiple of the
    /// Lean defaults. Without a limit, the provers would ask ever more so that the judge asks less.
    Judge,
    /// The queries of Alice and Bob together. The judge's queries have a limit, a multiple of the
    /// Lean defaults.
    Provers,
    /// A weighted sum of the queries of Alice, Bob and the judge. The weights are at least 0.
    Weights([f64; 3]),
}

/// A setting, its costs and its guarantee.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TunedConstants {
    /// The tolerances, rounded to few digits so that a file can contain them.
    pub tolerances: Tolerances,
    /// The largest number of queries of Alice, Bob and the judge in a complete debate. These can be
    /// too many to play.
    pub queries: [f64; 3],
    /// The lower bound on P[the side that is right wins]. It holds for both sides.
    pub wins: f64,
}

impl Serialize for TunedConstants {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Tolerances { c, s, b, q, v } = self.tolerances;
        // JSON cannot represent larger whole numbers exactly.
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
    /// True if the left number must be smaller. False if the two may be equal.
    pub strict: bool,
    /// The number on the right.
    pub right: f64,
}

impl Inequality {
    /// Returns true if the inequality holds.
    pub fn holds(&self) -> bool {
        if self.strict { self.left < self.right } else { self.left <= self.right }
    }
}

impl Tolerances {
    /// The inequalities that the Lean proof needs. The setting must be valid. If the claim is right
    /// with probability `w`, honest Alice must win with probability at least `d`. If the claim is
    /// wrong with probability `w`, honest Bob must win with probability at least `d`.
    pub fn inequalities(&self, k: f64, steps: u64, w: f64, d: f64) -> Vec<Inequality> {
        let &Self { c, s, b, q, v } = self;
        let ProvedBounds { completeness, .. } = self.bounds(steps, w, [k * c, k * b]);
        let ProvedBounds { soundness, .. } = self.bounds(steps, 1.0 - w, [k * c, k * b]);
        let row = |what, left, strict, right| Inequality { what, left, strict, right };
        vec![
            row("0 < c", 0.0, true, c),
            row("c < s", c, true, s),
            row("s < b", s, true, b),
            row("0 < q", 0.0, true, q),
            row("q ≤ v", q, false, v),
            row("v ≤ 1", v, false, 1.0),
            row("K·b ≤ w", k * b, false, w),
            row("d ≤ (1 − v)(w − K·c − (1 − (1 − q)^T))", d, false, completeness),
            row("d ≤ (1 − v)(1 − q)^T (w − K·b)", d, false, soundness),
        ]
    }
}

/// The setting with these tolerances. `None` if the tolerances are not valid.
pub fn setting(wanted: TuningGoal, tolerances: Tolerances) -> Option<TunedConstants> {
    tolerances.check().ok()?;
    tolerances.soundness_validity().ok()?;
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

/// The Lean defaults. If K is below 1/20, their b is above 1, and a scenario cannot have such a b.
/// Then this function uses the defaults for K = 1/20, because a plan that is Lipschitz with a
/// smaller K is also Lipschitz with 1/20.
pub fn lean(wanted: TuningGoal) -> Option<TunedConstants> {
    let k = wanted.k.get().max(0.05);
    setting(wanted, Tolerances::lean(1.0 / (100.0 * k), wanted.steps))
}

/// The failure probabilities, the largest b for which soundness holds, and the largest c for which
/// completeness holds.
#[derive(Clone, Copy, Debug)]
struct Shared {
    q: f64,
    v: f64,
    b: f64,
    most_c: f64,
}

/// The failure probabilities. `judge` is the judge's share of the allowed failures, and `debaters`
/// is the share of the provers. Both are in (0, 1).
fn shared(wanted: TuningGoal, [judge, debaters]: [f64; 2]) -> Shared {
    let TuningGoal { k, steps, truth, wins } = wanted;
    // The judge may fail at most this often, whichever side is right.
    let v = written(judge * (1.0 - wins / truth), false);
    // (1 − q)^T must stay above this number, because b must be at least 0.
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

/// The error of a mean of samples is larger than this with probability at most `failure`
/// (Hoeffding).
fn error_of(samples: f64, failure: f64) -> f64 {
    ((2.0 / failure).ln() / (2.0 * samples)).sqrt()
}

/// The cheapest setting, and the limit on the queries that were not minimized.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheapestConstants {
    /// The setting.
    pub setting: TunedConstants,
    /// The limit on the queries that were not minimized, as a multiple of the Lean defaults. It is
    /// the smallest power of ten for which a setting exists. `None` if the search minimized a
    /// weighted sum.
    pub held_to: Option<f64>,
}

/// The cheapest setting that the search finds. `None` if the search finds no setting.
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

/// The cheapest setting, if the queries that are not minimized are limited to `held` times the Lean
/// defaults.
pub fn cheapest_within(wanted: TuningGoal, cheap: CostGoal, held: f64) -> Option<TunedConstants> {
    let defaults = lean(wanted);
    let most = defaults.as_ref().map(|lean| lean.queries.map(|n| n * held));
    // A tiny price for the other queries, always less than the price of one minimized query.
    let hair = |counted: f64, others: f64| counted * 1e-12 * others.max(1.0).ln();
    let price = |found: &TunedConstants| -> f64 {
        let [alice, bob, judge] = found.queries;
        // The tiny price decides between settings that otherwise cost the same.
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
    // The defaults are kept if rounding and the grid make all other settings more expensive.
    let proved = defaults.filter(|lean| lean.wins >= wanted.wins);
    found.into_iter().chain(proved).min_by(|a, b| price(a).total_cmp(&price(b)))
}

/// The cheapest setting that N shares in (0, 1) can give. Each level searches a finer grid around
/// the best point so far, with `side` points in each direction. The points are evenly spaced in log
/// odds, because small shares differ by factors.
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
        // These settings were found by hand. They prove 0.6, and Alice and Bob stay within the
        // defaults.
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
        // The defaults prove much less than 0.99, even for a claim that is always right.
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
