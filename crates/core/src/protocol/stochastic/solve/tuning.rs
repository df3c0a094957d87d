//! The cheapest constants for a wanted guarantee. The Lean defaults are "not tuned", as their
//! authors write; the same proof holds for every valid setting.

use rayon::prelude::*;
use serde::Serialize;

use crate::protocol::stochastic::{Lipschitz, Proved, Tolerances};

/// What a setting is asked to achieve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// The Lipschitz constant.
    pub k: Lipschitz,
    /// T, how many rounds.
    pub steps: u64,
    /// P[the output is what the right side says] of a claim that must be decided, in (1/2, 1].
    pub truth: f64,
    /// d, how often the right side must win if it is honest, in (1/2, truth).
    pub wins: f64,
}

/// Whose queries shall be few.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cheap {
    /// The judge's; Alice and Bob are each held to some multiple of the Lean defaults. Nobody could
    /// do without: the less the judge asks, the more they must, without end.
    Judge,
    /// The provers', together; the judge is held so.
    Provers,
    /// The sum of Alice's, Bob's and the judge's over a debate, with these weights, none negative.
    Weights([f64; 3]),
}

/// A setting and what it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The tolerances, as they would be written in a file.
    pub tolerances: Tolerances,
    /// The most queries of Alice, Bob and the judge in a whole debate: whole numbers, which may be more
    /// than a debate can be played with.
    pub queries: [f64; 3],
    /// How often the right side wins at least, on either side.
    pub wins: f64,
}

/// For programs.
impl Serialize for Setting {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Tolerances { c, s, b, q, v } = self.tolerances;
        // Whole numbers as such, as long as they are exact.
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

/// An inequality that the Lean proof asks for, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inequality {
    /// It, in the names of the Lean file.
    pub what: &'static str,
    /// The number on the left.
    pub left: f64,
    /// Whether it must be smaller, and not merely no larger.
    pub strict: bool,
    /// The number on the right.
    pub right: f64,
}

impl Inequality {
    /// Whether it holds.
    pub fn holds(&self) -> bool {
        if self.strict { self.left < self.right } else { self.left <= self.right }
    }
}

impl Tolerances {
    /// Everything that the Lean proof asks of a setting, with its numbers: that it is valid, and that
    /// it proves d on both sides, where a claim that must be decided is right with probability `w`.
    pub fn inequalities(&self, k: f64, steps: u64, w: f64, d: f64) -> Vec<Inequality> {
        let &Self { c, s, b, q, v } = self;
        let Proved { completeness, .. } = self.bounds(steps, w, [k * c, k * b]);
        let Proved { soundness, .. } = self.bounds(steps, 1.0 - w, [k * c, k * b]);
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

/// What some tolerances come to; none if they are not valid.
pub fn setting(wanted: Wanted, tolerances: Tolerances) -> Option<Setting> {
    tolerances.validity().ok()?;
    let Wanted { k, steps, truth, .. } = wanted;
    let changes = [k.get() * tolerances.c, k.get() * tolerances.b];
    let wins = tolerances
        .proved(steps, truth, changes)
        .completeness
        .min(tolerances.proved(steps, 1.0 - truth, changes).soundness);
    let [alice, bob, judge] = tolerances.counts();
    let queries = [alice * steps as f64, bob * steps as f64, judge];
    queries.iter().all(|n| n.is_finite()).then_some(Setting { tolerances, queries, wins })
}

/// The Lean defaults. They are valid from K = 1/20 on; below it, those of 1/20, as a plan has every
/// Lipschitz constant above its own.
pub fn lean(wanted: Wanted) -> Option<Setting> {
    let k = wanted.k.get().max(0.05);
    setting(wanted, Tolerances::lean(1.0 / (100.0 * k), wanted.steps))
}

/// What both sides leave of what may fail: b as large as soundness allows, and the largest c of
/// completeness.
#[derive(Clone, Copy, Debug)]
struct Shared {
    q: f64,
    v: f64,
    b: f64,
    most_c: f64,
}

/// Where the failure probabilities share so what may fail; both in (0, 1).
fn shared(wanted: Wanted, [judge, debaters]: [f64; 2]) -> Shared {
    let Wanted { k, steps, truth, wins } = wanted;
    // Neither side may fail more than this.
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

/// A number with few digits, as one would write it: no larger, or no smaller where it is rounded up.
fn written(x: f64, up: bool) -> f64 {
    let near: f64 = format!("{x:.4e}").parse().unwrap_or(x);
    if near == x || (near > x) == up {
        return near;
    }
    let unit = 10f64.powi(x.abs().log10().floor() as i32 - 4);
    let beside = if up { near + unit } else { near - unit };
    format!("{beside:.4e}").parse().unwrap_or(x)
}

/// How far off a mean of so many samples is, but with this probability (Hoeffding).
fn error_of(samples: f64, failure: f64) -> f64 {
    ((2.0 / failure).ln() / (2.0 * samples)).sqrt()
}

/// The cheapest setting, and what the others were held to for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cheapest {
    /// The setting.
    pub setting: Setting,
    /// Those whose queries do not count are held to so many times the Lean defaults' queries: the
    /// least power of ten with which anything gives what is wanted. None where all are weighed.
    pub held_to: Option<f64>,
}

/// The cheapest setting that gives what is wanted, by a search that narrows down; none if nothing
/// does.
pub fn cheapest(wanted: Wanted, cheap: Cheap) -> Option<Cheapest> {
    if matches!(cheap, Cheap::Weights(_)) {
        let setting = cheapest_within(wanted, cheap, f64::INFINITY)?;
        return Some(Cheapest { setting, held_to: None });
    }
    let multiples = (0..9).map(|power| 10f64.powi(power));
    multiples.into_iter().find_map(|held| {
        let setting = cheapest_within(wanted, cheap, held)?;
        Some(Cheapest { setting, held_to: Some(held) })
    })
}

/// The cheapest where those whose queries do not count are held to so many times the Lean defaults.
pub fn cheapest_within(wanted: Wanted, cheap: Cheap, held: f64) -> Option<Setting> {
    let defaults = lean(wanted);
    let most = defaults.as_ref().map(|lean| lean.queries.map(|n| n * held));
    // However many the others draw, it is less than one query of those who count.
    let hair = |counted: f64, others: f64| counted * 1e-12 * others.max(1.0).ln();
    let price = |found: &Setting| -> f64 {
        let [alice, bob, judge] = found.queries;
        // A hair of the others' queries decides between settings that are alike to the one.
        match (cheap, most) {
            (Cheap::Judge, Some(most)) if alice > most[0] || bob > most[1] => f64::INFINITY,
            (Cheap::Provers, Some(most)) if judge > most[2] => f64::INFINITY,
            (Cheap::Judge, _) => judge + hair(judge, alice + bob),
            (Cheap::Provers, _) => alice + bob + hair(alice + bob, judge),
            (Cheap::Weights([a, b, j]), _) => a * alice + b * bob + j * judge,
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
        // The less Alice is off, and the nearer Bob's threshold is to where he surely objects, the fewer samples
        // the judge needs: both ask what they are held to.
        (Cheap::Judge, Some([alice, bob, _])) => narrowed(6, |[judge, debaters]: [f64; 2]| {
            let shared = shared(wanted, [judge, debaters]);
            let c = written(error_of(per_step(alice), shared.q), true);
            let s = written(shared.b - 2.0 * error_of(per_step(bob), shared.q), false);
            priced(c, s, shared)
        }),
        // The same for the judge.
        (Cheap::Provers, Some([_, _, samples])) => {
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
    // Where few digits and a grid cost more than they find, the defaults stay.
    let proved = defaults.filter(|lean| lean.wins >= wanted.wins);
    found.into_iter().chain(proved).min_by(|a, b| price(a).total_cmp(&price(b)))
}

/// The cheapest place that a search finds which narrows down, by shares in (0, 1). Each level looks at a
/// grid around the best place, `side` steps either way; shares of what may fail are best compared by their
/// logarithms, so the grid is one of odds.
fn narrowed<const N: usize>(
    side: i32,
    look: impl Fn([f64; N]) -> Option<(f64, Setting)> + Sync,
) -> Option<Setting> {
    let share = |x: f64| 1.0 / (1.0 + (-x).exp());
    let mut best: Option<(f64, [f64; N], Setting)> = None;
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

    fn wanted(k: f64, steps: u64) -> Wanted {
        Wanted { k: Lipschitz::new(k).unwrap(), steps, truth: 2.0 / 3.0, wins: 0.6 }
    }

    #[test]
    fn the_cheapest_setting_beats_the_defaults_and_proves_as_much() {
        for (k, steps) in [(1.0, 8), (2.0, 100), (0.3, 10_000)] {
            let wanted = wanted(k, steps);
            let lean = lean(wanted).unwrap();
            let judge = cheapest(wanted, Cheap::Judge).unwrap().setting;
            assert!(judge.queries[2] < lean.queries[2] && judge.wins >= 0.6);
            assert!(judge.queries[0] <= lean.queries[0] && judge.queries[1] <= lean.queries[1]);
            let provers = cheapest(wanted, Cheap::Provers).unwrap().setting;
            assert!(provers.queries[0] + provers.queries[1] < lean.queries[0] + lean.queries[1]);
            assert!(provers.queries[2] <= lean.queries[2] && provers.wins >= 0.6);
        }
    }

    #[test]
    fn whoever_is_held_to_a_limit_asks_all_of_it() {
        // Settings that prove 0.6 with Alice and Bob within the defaults, found by hand.
        for (k, steps, judge) in [(1.0, 16, 31_677.0), (2.0, 100, 121_286.0), (5.0, 50, 769_778.0)]
        {
            let found = cheapest(wanted(k, steps), Cheap::Judge).unwrap().setting;
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
            for cheap in [Cheap::Judge, Cheap::Provers, Cheap::Weights([1.0; 3])] {
                let found =
                    cheapest(wanted, cheap).unwrap_or_else(|| panic!("{k} {steps} {cheap:?}"));
                let sum = |s: &Setting| match cheap {
                    Cheap::Judge => s.queries[2],
                    Cheap::Provers => s.queries[0] + s.queries[1],
                    Cheap::Weights(_) => s.queries.iter().sum(),
                };
                assert!(sum(&found.setting) <= sum(&lean), "{k} {steps} {cheap:?} {found:?}");
                assert!(found.setting.wins >= 0.6, "{found:?}");
            }
        }
    }

    #[test]
    fn what_one_way_finds_every_way_finds() {
        // 0.99 of a claim that is right always: far more than the defaults prove.
        let wanted = Wanted { truth: 1.0, wins: 0.99, ..wanted(1.0, 8) };
        let found = cheapest(wanted, Cheap::Judge).unwrap();
        assert!(found.held_to.is_some_and(|held| held > 1.0) && found.setting.wins >= 0.99);
        assert!(cheapest(wanted, Cheap::Weights([1.0; 3])).is_some());
    }

    #[test]
    fn who_wants_more_than_the_claim_holds_gets_nothing() {
        assert_eq!(cheapest(Wanted { wins: 0.7, ..wanted(1.0, 8) }, Cheap::Judge), None);
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
            let best = cheapest(wanted, Cheap::Weights(weights)).unwrap().setting;
            let other = setting(wanted, Tolerances { c, s: c * s, b: c * s * b, q: q.min(v), v });
            if let Some(other) = other.filter(|other| other.wins >= wanted.wins) {
                let sum = |s: &Setting| s.queries.iter().sum::<f64>();
                prop_assert!(sum(&best) <= sum(&other) * 1.001);
            }
        }
    }
}
