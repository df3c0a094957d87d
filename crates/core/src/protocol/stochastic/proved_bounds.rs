//! The proved guarantees of a debate (Lean file `Details.lean`), including those for oracles that
//! differ.

use super::errors::UNCOVERED;
use super::{Constants, SampleRule, Tolerances};

/// The guarantees of a debate against every dishonest opponent (`Details.lean`, `completeness'` and
/// `soundness'`).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct ProvedBounds {
    /// Honest Alice wins with at least this probability against every Bob.
    pub completeness: f64,
    /// Honest Bob wins with at least this probability against every Alice.
    pub soundness: f64,
}

/// The distances between the oracles. A distance is the largest difference between two oracles at
/// any question of a plan, whatever bits the step reads (`Comp/Oracle.lean`, `dist`).
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct OracleDistances {
    /// The distance of Alice's oracle from the truth.
    pub alice: f64,
    /// The distance of Bob's oracle from the truth.
    pub bob: f64,
    /// The distance of the judge's oracle from the truth.
    pub judge: f64,
    /// The distance of Alice's oracle from the judge's oracle.
    pub alice_judge: f64,
    /// The distance of Bob's oracle from the judge's oracle.
    pub bob_judge: f64,
}

impl OracleDistances {
    /// δ: the largest distance of an oracle from the truth.
    pub fn delta(&self) -> f64 {
        self.alice.max(self.bob).max(self.judge)
    }
}

impl Tolerances {
    /// The guarantees over `steps` rounds, if the output is 1 with probability `truth`. `changes`
    /// has two upper bounds on how much the output's probability changes: the first if the oracle
    /// changes by c, the second if the oracle changes by b. Such bounds are K·c and K·b, or the
    /// plan's own Δ↓(c) and Δ↑(b). The tolerances must be valid.
    pub fn proved(&self, steps: u64, truth: f64, changes: [f64; 2]) -> ProvedBounds {
        let ProvedBounds { completeness, soundness } = self.bounds(steps, truth, changes);
        let covered = self.soundness_validity().is_ok();
        let soundness = if covered { soundness.max(0.0) } else { 0.0 };
        ProvedBounds { completeness: completeness.max(0.0), soundness }
    }

    /// The guarantees before they are cut off at 0. A number below 0 proves nothing.
    pub(super) fn bounds(&self, steps: u64, truth: f64, changes: [f64; 2]) -> ProvedBounds {
        // (1 − q)^T and 1 − (1 − q)^T. This form keeps all digits of a small q.
        let all = steps as f64 * (-self.q).ln_1p();
        let (never_errs, errs) = (all.exp(), -all.exp_m1());
        ProvedBounds {
            completeness: (1.0 - self.v) * (truth - changes[0] - errs),
            soundness: (1.0 - self.v) * never_errs * (1.0 - truth - changes[1]),
        }
    }

    /// c and b, widened by the distances of the oracles from the truth. An honest number is off by
    /// at most the first result. Honest Bob objects to a number that is off by more than the second
    /// result.
    pub fn widened(&self, apart: OracleDistances) -> [f64; 2] {
        [self.c + apart.alice, self.b + apart.bob].map(|reach| reach.min(1.0))
    }
}

impl Constants {
    /// The guarantees that follow from the declared K, if this K is large enough and the output is
    /// 1 with probability `truth`. `None` if no theorem covers these constants.
    pub fn proved_by_k(&self, truth: f64, apart: OracleDistances) -> Option<ProvedBounds> {
        let tolerances = self.tolerances_by_k(truth, apart)?;
        tolerances.validity().ok()?;
        Some(self.proved_with(&tolerances, truth, apart))
    }

    /// The reason why no theorem covers these constants. `None` if a theorem covers them.
    pub fn uncovered(&self) -> Option<String> {
        let Some(tolerances) = self.tolerances(|_| 0.0) else { return Some(UNCOVERED.into()) };
        tolerances.validity().err().map(|why| why.to_string())
    }

    /// The reason why no theorem promises an honest Bob anything. `None` if a theorem promises him
    /// something.
    pub fn uncovered_soundness(&self) -> Option<String> {
        self.tolerances(|_| 0.0)?.soundness_validity().err().map(|why| why.to_string())
    }

    /// The tolerances for which the declared K proves the most.
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

    /// K·b, if it is above 2/3. The Lean file's `Params` requires K·b ≤ w, and w is 2/3 for the
    /// claim of a debate. If K·b is above w, the theorem promises nothing to an honest Bob.
    pub fn above_the_promise(&self) -> Option<f64> {
        let b = self.tolerances(|t| -t.b)?.b;
        Some(self.k.get() * b).filter(|kb| *kb > 2.0 / 3.0)
    }

    /// The guarantees with these distances between the oracles, if the output is 1 with probability
    /// `truth`. `changes` are upper bounds on how much the output's probability changes if the true
    /// oracle changes by the numbers of [`Tolerances::widened`]. The tolerances must be valid.
    ///
    /// If all players have the same oracle, this is [`Tolerances::proved`]. Otherwise the same
    /// proof applies, as `docs/reference/departures.md` shows:
    ///
    /// - An honest number is within c of Alice's oracle. The judge rejects it only if the mean of
    ///   the judge's votes is off by at least the tolerance minus c minus the distance between
    ///   their oracles.
    /// - A number that the judge may accept is within s of the judge's oracle. Bob rejects it only
    ///   if his mean is off by at least his tolerance minus s minus the distance between their
    ///   oracles. If that distance is at most b − s, the judge rejects every number that Bob is
    ///   sure to reject.
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

    /// All players have the same oracle.
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
    fn each_theorem_covers_the_constants_of_its_own_conditions() {
        let base = Tolerances { c: 0.02, s: 0.04, b: 0.1, q: 0.05, v: 0.05 };
        assert_eq!(base.soundness_validity(), Ok(()));
        let hasty = Tolerances { q: 0.06, ..base };
        let why = hasty.soundness_validity().unwrap_err().to_string();
        assert!(why.contains("q (0.06) must be at most v"), "{why}");
        let one = LipschitzBound::new(1.0).unwrap();
        let constants = Constants::new(ConstantSet::Custom(hasty), one, 4).unwrap();
        // `completeness'` covers them, and `soundness'` does not.
        assert_eq!((hasty.validity(), constants.uncovered()), (Ok(()), None));
        assert!(constants.uncovered_soundness().is_some());
        let by_hand = 0.95 * (1.0 - 0.02 - (1.0 - 0.94f64.powi(4)));
        let proved = constants.proved_by_k(1.0, ONE).unwrap();
        assert!((proved.completeness - by_hand).abs() < 1e-12);
        assert_eq!(constants.proved_by_k(0.0, ONE).unwrap().soundness, 0.0);
        // The Lean theorems put no upper bound on b.
        let wide = Tolerances { b: 2.5, ..base };
        assert_eq!((wide.validity(), wide.soundness_validity()), (Ok(()), Ok(())));
    }
}
