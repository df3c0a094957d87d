//! What is proved of a debate (the Lean file `Details.lean`), also where the oracles differ.

use super::{Constants, Samples, Tolerances};

/// What is proved of a debate, whatever the dishonest side does (`Details.lean`, `completeness'`
/// and `soundness'`).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Proved {
    /// Honest Alice wins with at least this probability against every Bob.
    pub completeness: f64,
    /// Honest Bob wins with at least this probability against every Alice.
    pub soundness: f64,
}

/// How far oracles are apart: the largest difference at any ask of a plan, whatever it is given
/// (`Comp/Oracle.lean`, `dist`).
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Distances {
    /// Alice's from the truth.
    pub alice: f64,
    /// Bob's from the truth.
    pub bob: f64,
    /// The judge's from the truth.
    pub judge: f64,
    /// Alice's from the judge's.
    pub alice_judge: f64,
    /// Bob's from the judge's.
    pub bob_judge: f64,
}

impl Distances {
    /// The largest distance of any oracle from the truth: δ.
    pub fn delta(&self) -> f64 {
        self.alice.max(self.bob).max(self.judge)
    }
}

impl Tolerances {
    /// What is proved over `steps` rounds where the output is 1 with probability `truth`, and
    /// moves by at most `changes` when the oracle moves by c, and by b: K·c and K·b, or the
    /// plan's own Δ(c) and Δ(b). They must be valid.
    pub fn proved(&self, steps: u64, truth: f64, changes: [f64; 2]) -> Proved {
        let Proved { completeness, soundness } = self.bounds(steps, truth, changes);
        Proved { completeness: completeness.max(0.0), soundness: soundness.max(0.0) }
    }

    /// The same as the formulas give it, below 0 where they prove nothing.
    pub(super) fn bounds(&self, steps: u64, truth: f64, changes: [f64; 2]) -> Proved {
        // (1 − q)^T, and what it lacks of 1, without losing the digits of a small q.
        let all = steps as f64 * (-self.q).ln_1p();
        let (never_errs, errs) = (all.exp(), -all.exp_m1());
        Proved {
            completeness: (1.0 - self.v) * (truth - changes[0] - errs),
            soundness: (1.0 - self.v) * never_errs * (1.0 - truth - changes[1]),
        }
    }

    /// How far honest numbers are off the truth, and how far others may be before honest Bob is
    /// sure to object, where the oracles are so far apart: c and b, widened.
    pub fn widened(&self, apart: Distances) -> [f64; 2] {
        [self.c + apart.alice, self.b + apart.bob].map(|reach| reach.min(1.0))
    }
}

impl Constants {
    /// What is proved by a K that is declared and believed, where the output is 1 with probability
    /// `truth` and the oracles are so far apart; none if no theorem speaks of these constants.
    pub fn proved_by_k(&self, truth: f64, apart: Distances) -> Option<Proved> {
        let tolerances = self.tolerances_by_k(truth, apart)?;
        tolerances.validity().ok()?;
        Some(self.proved_with(&tolerances, truth, apart))
    }

    /// The accuracies and failure probabilities that prove the most by the declared K.
    pub fn tolerances_by_k(&self, truth: f64, apart: Distances) -> Option<Tolerances> {
        self.tolerances(|t| {
            let proved = self.proved_with(t, truth, apart);
            if truth >= 0.5 { proved.completeness } else { proved.soundness }
        })
    }

    fn proved_with(&self, tolerances: &Tolerances, truth: f64, apart: Distances) -> Proved {
        let changes = tolerances.widened(apart).map(|reach| self.k.get() * reach);
        self.proved(tolerances, truth, apart, changes)
    }

    /// K·b where it is above 2/3. The Lean file's `Params` asks for K·b ≤ w, and a claim that must be
    /// decided has w = 2/3; above it nothing is promised there to an honest Bob.
    pub fn above_the_promise(&self) -> Option<f64> {
        let b = self.tolerances(|t| -t.b)?.b;
        Some(self.k.get() * b).filter(|kb| *kb > 2.0 / 3.0)
    }

    /// What is proved with oracles so far apart where the output is 1 with probability `truth`, and
    /// moves by at most `changes` when the true oracle moves by the two of
    /// [`Tolerances::widened`]. The tolerances must be valid. With one oracle for all this is
    /// [`Tolerances::proved`]; else the same proof, as `docs/reference/departures.md` goes through it:
    ///
    /// - The judge accepts an honest number, which is within c of what Alice's oracle says, unless
    ///   its mean is off by its threshold less c and less the distance of their oracles.
    /// - Bob lets pass what the judge may accept, which is within s of what the judge's oracle
    ///   says, unless his mean is off by his threshold less s and less the distance of theirs. What
    ///   he is sure to object to the judge is sure to reject if that distance is at most b − s.
    pub fn proved(
        &self,
        tolerances: &Tolerances,
        truth: f64,
        apart: Distances,
        changes: [f64; 2],
    ) -> Proved {
        let &Tolerances { c, s, b, q, v } = tolerances;
        let fails = |usual: f64, samples: Samples, within: f64, distance: f64| match distance {
            0.0 => usual,
            distance => usual.max(samples.fails(samples.tolerance - within - distance)),
        };
        let v_of_alice = fails(v, self.judge, c, apart.alice_judge);
        let q_of_bob = match apart.bob_judge <= b - s {
            true => fails(q, self.bob, s, apart.bob_judge),
            false => 1.0,
        };
        let by = |t: Tolerances| t.proved(self.steps, truth, changes);
        Proved {
            completeness: by(Tolerances { v: v_of_alice, ..*tolerances }).completeness,
            soundness: by(Tolerances { q: q_of_bob, ..*tolerances }).soundness,
        }
    }
}

impl Samples {
    /// The most that a mean can be off by `error` or more with probability (Hoeffding).
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
    use crate::protocol::stochastic::{ConstantSet, Lipschitz};

    /// One oracle for all.
    const ONE: Distances =
        Distances { alice: 0.0, bob: 0.0, judge: 0.0, alice_judge: 0.0, bob_judge: 0.0 };

    #[test]
    fn the_lean_defaults_prove_three_in_five_and_others_what_they_prove() {
        let one = Lipschitz::new(1.0).unwrap();
        for steps in [1, 16, 10_000] {
            let lean = Constants::new(ConstantSet::Lean, one, steps).unwrap();
            assert!(lean.proved_by_k(2.0 / 3.0, ONE).unwrap().completeness >= 0.6);
            assert!(lean.proved_by_k(1.0 / 3.0, ONE).unwrap().soundness >= 0.6);
            // The paper's counts are larger, so the same formulas prove no less.
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
    fn constants_that_no_theorem_speaks_of_prove_nothing() {
        let base = Tolerances { c: 0.02, s: 0.04, b: 0.1, q: 0.05, v: 0.05 };
        assert_eq!(base.validity(), Ok(()));
        let hasty = Tolerances { q: 0.06, ..base };
        assert!(hasty.validity().unwrap_err().to_string().contains("q (0.06) must be at most v"));
        let one = Lipschitz::new(1.0).unwrap();
        let constants = Constants::new(ConstantSet::Custom(hasty), one, 4).unwrap();
        assert_eq!(constants.proved_by_k(1.0, ONE), None);
    }
}
