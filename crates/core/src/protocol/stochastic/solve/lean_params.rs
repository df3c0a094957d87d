//! Constants as a term of the Lean structure `Params`, with its conditions checked in exact
//! fractions.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;

use super::tuning::{CostGoal, TuningGoal, cheapest};
use crate::protocol::stochastic::Tolerances;

/// Fractions with at most this denominator are written as such. Other numbers are decimals.
const MOST_DENOMINATOR: i64 = 100;

/// The search for a term asks for a little more at most this many times.
const MOST_TRIES: usize = 12;

/// A term of `Params w d K t` (Lean file `Details.lean`). All its conditions hold.
#[derive(Clone, Debug)]
pub struct LeanParams {
    k: Fraction,
    w: Fraction,
    d: Fraction,
    steps: u64,
    fields: [(&'static str, Fraction); 5],
}

impl LeanParams {
    /// The term with these constants.
    ///
    /// # Errors
    /// Returns the first condition that does not hold.
    pub fn new(wanted: TuningGoal, tolerances: Tolerances) -> Result<Self, &'static str> {
        let TuningGoal { k, steps, truth, wins } = wanted;
        let [k, w, d] = [k.get(), truth, wins].map(Fraction::new);
        let Tolerances { c, s, b, q, v } = tolerances;
        let [c, s, b, q, v] = [c, s, b, q, v].map(Fraction::new);
        let [zero, one, t] = [0.into(), 1.into(), BigInt::from(steps)].map(Fraction::whole);
        let kept = one.less(&v);
        let errs = q.times(&t);
        let completeness = kept.times(&w.less(&k.times(&c)).less(&errs));
        let soundness = kept.times(&one.less(&errs)).times(&w.less(&k.times(&b)));
        let conditions = [
            ("0 < k", zero.is_below(&k)),
            ("0 < c", zero.is_below(&c)),
            ("c < s", c.is_below(&s)),
            ("s < b", s.is_below(&b)),
            ("0 < q", zero.is_below(&q)),
            ("q ≤ 1", !one.is_below(&q)),
            ("0 < v", zero.is_below(&v)),
            ("v ≤ 1", !one.is_below(&v)),
            ("q ≤ v", !v.is_below(&q)),
            ("k·b ≤ w", !w.is_below(&k.times(&b))),
            ("d ≤ (1 − v)(w − k·c − q·T)", !completeness.is_below(&d)),
            ("d ≤ (1 − v)(1 − q·T)(w − k·b)", !soundness.is_below(&d)),
        ];
        match conditions.iter().find(|(_, holds)| !holds) {
            Some((what, _)) => Err(what),
            None => {
                let fields = [("v", v), ("c", c), ("s", s), ("b", b), ("q", q)];
                Ok(Self { k, w, d, steps, fields })
            }
        }
    }

    /// The cheapest term that the search finds. `Params` has 1 − qT in place of (1 − q)^T, so the
    /// search asks for a little more than the wanted guarantee. `None` if it finds no term.
    pub fn cheapest(wanted: TuningGoal, cheap: CostGoal) -> Option<Self> {
        let mut asked = wanted;
        for _ in 0..MOST_TRIES {
            let tolerances = cheapest(asked, cheap)?.setting.tolerances;
            if let Ok(found) = Self::new(wanted, tolerances) {
                return Some(found);
            }
            // (1 − q)^T exceeds 1 − qT by at most (qT)²/2.
            let errs = tolerances.q * wanted.steps as f64;
            asked.wins += (errs * errs / 2.0).max(1e-9);
        }
        None
    }
}

impl fmt::Display for LeanParams {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { k, w, d, steps, fields } = self;
        let t = steps - 1;
        writeln!(out, "/-- T = {steps}, so t = {t}. -/")?;
        writeln!(out, "def Params.found : Params ({w}) ({d}) ({k}) {t} where")?;
        for (name, value) in fields {
            writeln!(out, "  {name} := {value}")?;
        }
        // `c0`, `q0` and `v0` have proofs in the structure.
        for name in ["k0", "cs", "sb", "q1", "v1", "qv", "bw", "complete", "sound"] {
            writeln!(out, "  {name} := by norm_num")?;
        }
        Ok(())
    }
}

/// An exact number.
#[derive(Clone, Debug)]
struct Fraction {
    numerator: BigInt,
    /// Above 0.
    denominator: BigInt,
}

impl Fraction {
    /// The fraction with a small denominator that this float rounds, or the float as it is written.
    fn new(x: f64) -> Self {
        let small = (1..=MOST_DENOMINATOR).find_map(|denominator| {
            let numerator = (x * denominator as f64).round();
            let is_it = numerator / denominator as f64 == x && numerator.abs() < 2f64.powi(53);
            is_it.then(|| (BigInt::from(numerator as i64), BigInt::from(denominator)))
        });
        let (numerator, denominator) = small.unwrap_or_else(|| {
            let text = format!("{x}");
            let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
            let digits = format!("{whole}{decimals}").parse().unwrap_or_default();
            (digits, BigInt::from(10).pow(decimals.len() as u32))
        });
        Self { numerator, denominator }
    }

    fn whole(numerator: BigInt) -> Self {
        Self { numerator, denominator: 1.into() }
    }

    fn times(&self, other: &Self) -> Self {
        Self {
            numerator: &self.numerator * &other.numerator,
            denominator: &self.denominator * &other.denominator,
        }
    }

    fn less(&self, other: &Self) -> Self {
        Self {
            numerator: &self.numerator * &other.denominator - &other.numerator * &self.denominator,
            denominator: &self.denominator * &other.denominator,
        }
    }

    fn is_below(&self, other: &Self) -> bool {
        let [own, others] =
            [&self.numerator * &other.denominator, &other.numerator * &self.denominator];
        own.cmp(&others) == Ordering::Less
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator == 1.into() {
            true => write!(out, "{}", self.numerator),
            false => write!(out, "{}/{}", self.numerator, self.denominator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::stochastic::LipschitzBound;

    fn wanted(k: f64, wins: f64) -> TuningGoal {
        TuningGoal { k: LipschitzBound::new(k).unwrap(), steps: 16, truth: 2.0 / 3.0, wins }
    }

    #[test]
    fn the_defaults_of_the_lean_file_are_its_term() {
        let lean = Tolerances { c: 0.01, s: 0.02, b: 0.05, q: 1.0 / 1600.0, v: 0.01 };
        let term = LeanParams::new(wanted(1.0, 0.6), lean).unwrap().to_string();
        assert!(term.contains("Params (2/3) (3/5) (1) 15 where"), "{term}");
        assert!(term.contains("  v := 1/100\n  c := 1/100\n  s := 1/50\n  b := 1/20\n"), "{term}");
    }

    /// 1 − qT is below (1 − q)^T, so a setting can have the bound of the theorem and no term.
    #[test]
    fn a_term_needs_a_little_more_than_the_theorem() {
        let (k, steps, w) = (1.0, 16, 2.0 / 3.0);
        let t = Tolerances { c: 0.001, s: 0.002, b: 0.003, q: 0.002, v: 0.01 };
        let bound = |at: usize| t.inequalities(k, steps, w, 0.0)[at].right;
        let d = bound(7).min(bound(8)) - 1e-9;
        let why = LeanParams::new(wanted(k, d), t).unwrap_err();
        assert_eq!(why, "d ≤ (1 − v)(w − k·c − q·T)");
        // By hand: 0.99 (2/3 − 0.001 − 0.032).
        let by_hand = 0.99 * (w - 0.033);
        assert!(LeanParams::new(wanted(k, by_hand - 1e-12), t).is_ok());
        assert!(LeanParams::new(wanted(k, by_hand + 1e-12), t).is_err());
    }

    #[test]
    fn equal_fractions_keep_a_condition_that_allows_them() {
        let t = Tolerances { c: 0.1, s: 0.2, b: 0.3, q: 0.001, v: 0.001 };
        // 0.3 · 3 is 0.8999… in floats.
        let exact = TuningGoal { truth: 0.9, steps: 1, ..wanted(3.0, 0.0) };
        assert_eq!(LeanParams::new(exact, t).err(), None);
        assert_eq!(LeanParams::new(exact, Tolerances { s: 0.1, ..t }).unwrap_err(), "c < s");
        assert_eq!(LeanParams::new(exact, Tolerances { q: 0.01, ..t }).unwrap_err(), "q ≤ v");
    }
}
