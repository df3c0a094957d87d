//! The proved guarantees of a debate (Lean file `Details.lean`), also for oracles that differ.

use super::errors::UNCOVERED;
use super::{Constants, SampleRule, Tolerances};

/// The guarantees of a debate against every dishonest side (`Details.lean`, `completeness'` and
/// `soundness'`).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct ProvedBounds {
    /// Honest Alice wins with at least this probability against every Bob.
    pub completeness: f64,
    /// Honest Bob wins with at least this probability against every Alice.
    pub soundness: f64,
}

/// The distances between oracles: the largest difference at any ask of a plan, for all bits that it
/// reads (`Comp/Oracle.lean`, `dist`).
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct OracleDistances {
    /// From Alice's to the truth.
    pub alice: f64,
    /// From Bob's to the truth.
    pub bob: f64,
    /// From the judge's to the truth.
    pub judge: f64,
    /// From Alice's to the judge's.
    pub alice_judge: f64,
    /// From Bob's to the judge's.
    pub bob_judge: f64,
}

impl OracleDistances {
    /// δ: the largest distance of an oracle from the truth.
    pub fn delta(&self) -> f64 {
        self.alice.max(self.bob).max(self.judge)
    }
}

impl Tolerances {
    /// The guarantees over `steps` rounds, if the output is 1 with probability `truth`. `changes` are
    /// the most that the output moves if the oracle moves by c and by b: K·c and K·b, or the plan's own
    /// Δ(c) and Δ(b). The tolerances must be valid.
    pub fn proved(&self, steps: u64, truth: f64, changes: [f64; 2]) -> ProvedBounds {
        let ProvedBounds { completeness, soundness } = self.bounds(steps, truth, changes);
        ProvedBounds { completeness: completeness.max(0.0), soundness: soundness.max(0.0) }
    }

    /// The same by the plain formulas. They can give a number below 0, which proves nothing.
    pub(super) fn bounds(&self, steps: u64, truth: f64, changes: [f64; 2]) -> ProvedBounds {
        // (1 − q)^T and 1 − (1 − q)^T, with all digits of a small q.
        let all = steps as f64 * (-self.q).ln_1p();
        let (never_errs, errs) = (all.exp(), -all.exp_m1());
        ProvedBounds {
            completeness: (1.0 - self.v) * (truth - changes[0] - errs),
            soundness: (1.0 - self.v) * never_errs * (1.0 - truth - changes[1]),
        }
    }

    /// c and b, widened by the distances of the oracles from the truth. An honest number is off by at
    /// most the first. Honest Bob objects if a number is off by more than the second.
    pub fn widened(&self, apart: OracleDistances) -> [f64; 2] {
        [self.c + apart.alice, self.b + apart.bob].map(|reach| reach.min(1.0))
    }
}

impl Constants {
    /// The guarantees by the declared K, if it is true and the output is 1 with probability `truth`.
    /// `None` if no theorem covers these constants.
    pub fn proved_by_k(&self, truth: f64, apart: OracleDistances) -> Option<ProvedBounds> {
        let tolerances = self.tolerances_by_k(truth, apart)?;
        tolerances.validity().ok()?;
        Some(self.proved_with(&tolerances, truth, apart))
    }

    /// The reason why no theorem covers these constants. `None` if one does.
    pub fn uncovered(&self) -> Option<String> {
        let Some(tolerances) = self.tolerances(|_| 0.0) else { return Some(UNCOVERED.into()) };
        tolerances.validity().err().map(|why| why.to_string())
    }

    /// The tolerances that prove the most by the declared K.
    pub fn tolerances_by_k(&self, truth: f64, apart: OracleDistances) -> Option<Tolerances> {
        self.tolerances(|t| {
            let proved = self.proved_with(t, truth, apart);
            if truth >= 0.5 { proved.completeness } else { proved.soundness }
        })
    }

    fn proved_with(
        &self,
        tolerances: &Tolerances,
        truth: f64,
        apart: OracleDistances,
    ) -> ProvedBounds {
        let changes = tolerances.widened(apart).map(|reach| self.k.get() * reach);
        self.proved(tolerances, truth, apart, changes)
    }

    /// K·b, if it is above 2/3. The Lean file's `Params` asks for K·b ≤ w, and a claim that must be
    /// decided has w = 2/3. Above it, an honest Bob has no promise.
    pub fn above_the_promise(&self) -> Option<f64> {
        let b = self.tolerances(|t| -t.b)?.b;
        Some(self.k.get() * b).filter(|kb| *kb > 2.0 / 3.0)
    }

    /// The guarantees with these distances between the oracles, if the output is 1 with probability
    /// `truth`. `changes` are bounds on the moves of the output if the true oracle moves by the numbers of
    /// [`Tolerances::widened`]. The tolerances must be valid.
    ///
    /// With one oracle for all, this is [`Tolerances::proved`]. Otherwise the same proof applies, as
    /// `docs/reference/departures.md` shows:
    ///
    /// - An honest number is within c of Alice's oracle. So the judge rejects it only if its mean is off
    ///   by the tolerance, less c and less the distance between their oracles.
    /// - A number that the judge may accept is within s of the judge's oracle. So Bob rejects it only if
    ///   his mean is off by his tolerance, less s and less the distance between their oracles. The
    ///   judge rejects what Bob surely rejects, if that distance is at most b − s.
    pub fn proved(
        &self,
        tolerances: &Tolerances,
        truth: f64,
        apart: OracleDistances,
        changes: [f64; 2],
    ) -> ProvedBounds {
        let &Tolerances { c, s, b, q, v } = tolerances;
        let fails = |usual: f64, samples: SampleRule, within: f64, distance: f64| match distance {
            0.0 => usual,
            distance => usual.max(samples.fails(samples.tolerance - within - distance)),
        };
        let v_of_alice = fails(v, self.judge, c, apart.alice_judge);
        let q_of_bob = match apart.bob_judge <= b - s {
            true => fails(q, self.bob, s, apart.bob_judge),
            false => 1.0,
        };
        let by = |t: Tolerances| t.proved(self.steps, truth, changes);
        ProvedBounds {
            completeness: by(Tolerances { v: v_of_alice, ..*tolerances }).completeness,
            soundness: by(Tolerances { q: q_of_bob, ..*tolerances }).soundness,
        }
    }
}

impl SampleRule {
    /// An upper bound on P[the mean is off by `error` or more] (Hoeffding).
    fn fails(self, error: f64) -> f64 {
        if error <= 0.0 {
            return 1.0;
        }
        (2.0 * (-2.0 * self.count as f64 * error * error).exp()).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::stochastic::{ConstantSet, LipschitzBound};

    /// One oracle for all.
    const ONE: OracleDistances =
        OracleDistances { alice: 0.0, bob: 0.0, judge: 0.0, alice_judge: 0.0, bob_judge: 0.0 };

    #[test]
    fn the_lean_defaults_prove_three_in_five_and_others_what_they_prove() {
        let one = LipschitzBound::new(1.0).unwrap();
        for steps in [1, 16, 10_000] {
            let lean = Constants::new(ConstantSet::Lean, one, steps).unwrap();
            assert!(lean.proved_by_k(2.0 / 3.0, ONE).unwrap().completeness >= 0.6);
            assert!(lean.proved_by_k(1.0 / 3.0, ONE).unwrap().soundness >= 0.6);
            // The paper's counts are larger, so they prove at least as much.
            let paper = Constants::new(ConstantSet::Paper, one, steps).unwrap();
            assert!(paper.proved_by_k(2.0 / 3.0, ONE).unwrap().completeness >= 0.6);
            assert!(paper.proved_by_k(1.0 / 3.0, ONE).unwrap().soundness >= 0.6);
        }
        // 0.95 (2/3 − 0.02 K − (1 − 0.95⁴)) with K = 1.
        let teaching = Constants::new(ConstantSet::Teaching, one, 4).unwrap();
        let by_hand = 0.95 * (2.0 / 3.0 - 0.02 - (1.0 - 0.95f64.powi(4)));
        let proved = teaching.proved_by_k(2.0 / 3.0, ONE).unwrap();
        assert!((proved.completeness - by_hand).abs() < 1e-12);
        let by_hand = 0.95 * 0.95f64.powi(4) * (1.0 / 3.0 - 0.1);
        assert!((proved.soundness - by_hand).abs() < 1e-12);
    }

    #[test]
    fn each_inequality_of_the_proof_has_its_numbers() {
        let lean = Tolerances { c: 0.01, s: 0.02, b: 0.05, q: 1.0 / 1600.0, v: 0.01 };
        let failing = |t: Tolerances, k: f64, d: f64| -> Vec<&str> {
            let all = t.inequalities(k, 16, 2.0 / 3.0, d);
            all.iter().filter(|one| !one.holds()).map(|one| one.what).collect()
        };
        assert_eq!(failing(lean, 1.0, 0.6), [""; 0]);
        // 0.99 (2/3 − 0.01 − …) is about 0.64, and 0.99 · 0.99 (2/3 − 0.05) about 0.604.
        assert_eq!(failing(lean, 1.0, 0.62), ["d ≤ (1 − v)(1 − q)^T (w − K·b)"]);
        assert_eq!(failing(Tolerances { q: 0.02, ..lean }, 0.1, 0.3), ["q ≤ v"]);
        assert_eq!(failing(Tolerances { s: 0.01, ..lean }, 1.0, 0.6), ["c < s"]);
        let all = failing(lean, 20.0, 0.5);
        assert_eq!(all.len(), 3, "{all:?}");
        assert_eq!(all[0], "K·b ≤ w");
    }

    #[test]
    fn constants_without_a_theorem_prove_nothing() {
        let base = Tolerances { c: 0.02, s: 0.04, b: 0.1, q: 0.05, v: 0.05 };
        assert_eq!(base.validity(), Ok(()));
        let hasty = Tolerances { q: 0.06, ..base };
        assert!(hasty.validity().unwrap_err().to_string().contains("q (0.06) must be at most v"));
        let one = LipschitzBound::new(1.0).unwrap();
        let constants = Constants::new(ConstantSet::Custom(hasty), one, 4).unwrap();
        assert_eq!(constants.proved_by_k(1.0, ONE), None);
    }
}
