//! The guarantee of Thm 6.1 (2025 paper) for an honest Alice. Only this module checks the
//! hypotheses of this theorem.

use crate::analysis::{Hypothesis, TheoremClaim};
use crate::chance::Probability;
use crate::machine::claims::{ClaimsInstance, Knowledge, StabilityTable, Truths, default_ratio};
use crate::protocol::prover_estimator::RewardParams;
use crate::text::Limit;

/// The claim of the theorem in the world with these truths.
pub fn completeness(case: &ClaimsInstance, stakes: RewardParams, truths: &Truths) -> TheoremClaim {
    let here = StabilityTable::new(stakes.epsilon).tree_stability(case.tree(), truths);
    let (rho, judgement) = (here.rho, stakes.judgement);
    let needed = default_ratio(stakes.epsilon, rho);
    let errs = (judgement != Probability::ONE).then(|| {
        format!(
            "human judgement of a leaf is right with probability {}, which is below 1",
            judgement.get()
        )
    });
    let knows_less =
        (*case.alice() != Knowledge::Everything).then_some("Alice does not know every claim here");
    let brittle = needed.is_none().then(|| {
        format!("claim {} is unstable: ρ = {rho:.4} is not below 1", case.tree().name(here.claim))
    });
    let small = match needed {
        None => Some("no r is large enough, because ρ is not below 1".to_owned()),
        Some(needed) => (!stakes.suffice_for(rho)).then(|| {
            format!("r = {:.4} is below 1 + 2/(ε(1 − ρ)) = {needed:.4}", stakes.ratio.get())
        }),
    };
    TheoremClaim {
        theorem: "Thm 6.1".into(),
        statement: "an honest Alice who knows every claim is paid at least 1 − ε by every Bob"
            .into(),
        hypotheses: vec![
            Hypothesis::unless("human judgement of a leaf is always right", errs),
            Hypothesis::unless("Alice knows every claim", knows_less),
            Hypothesis::unless("the tree is stable: ρ is below 1", brittle),
            Hypothesis::unless("r is at least 1 + 2/(ε(1 − ρ))", small),
        ],
        limit: Limit::at_least(1.0 - stakes.epsilon.get()),
    }
}

impl RewardParams {
    /// Returns `true` if r is large enough for Thm 6.1. `rho` is the largest ρ of the tree.
    pub fn suffice_for(&self, rho: f64) -> bool {
        let needed = default_ratio(self.epsilon, rho);
        needed.is_some_and(|needed| self.ratio.get() >= needed - 1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::{AnyDebate, Debate, SeatPlan};
    use crate::machine::claims::{Rule, WorldDistribution, uniform};
    use crate::protocol::ProverEstimator;
    use crate::protocol::prover_estimator::{ProverEstimatorInstance, StatedRatio};
    use crate::rules::Seat;

    #[test]
    fn an_ending_promises_nothing_where_human_judgement_errs() {
        for (judgement, promised) in [(1.0, true), (0.9, false)] {
            let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
            let case = ClaimsInstance::drawn(
                WorldDistribution::certain(&tree, "111".parse().unwrap()).unwrap(),
            );
            let mut stakes = RewardParams::new(&case, 0.1, StatedRatio::Nothing).unwrap();
            stakes.judgement = Probability::new(judgement).unwrap();
            let set = ProverEstimatorInstance { case, stakes };
            let mut debate = Debate::new(ProverEstimator::new(set).unwrap(), 0).unwrap();
            for seat in Seat::ALL {
                debate.seat(seat, &SeatPlan::honest()).unwrap();
            }
            let table: &mut dyn AnyDebate = &mut debate;
            table.run().unwrap();
            let ending = table.position().outcome_reason();
            let guarantee = "An honest Alice averages at least 0.9";
            assert_eq!(ending.contains(guarantee), promised, "{ending}");
            assert_eq!(ending.contains("averages"), promised, "{ending}");
        }
    }
}
