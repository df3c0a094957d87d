//! What Thm 6.1 (2025 paper) promises an honest Alice: here alone its hypotheses are looked at.

use crate::analysis::{Claim, Hypothesis};
use crate::chance::Probability;
use crate::machine::claims::{Case, Knowledge, StabilityTable, Truths, default_ratio};
use crate::protocol::prover_estimator::Stakes;

/// Its claim in the world with these truths.
pub fn completeness(case: &Case, stakes: Stakes, truths: &Truths) -> Claim {
    let here = StabilityTable::new(stakes.epsilon).of_tree(case.tree(), truths);
    let (rho, judgement) = (here.rho, stakes.judgement);
    let needed = default_ratio(stakes.epsilon, rho);
    let errs = (judgement != Probability::ONE).then(|| {
        format!("human judgement of a leaf is right with {}, not always", judgement.get())
    });
    let knows_less =
        (*case.alice() != Knowledge::Everything).then_some("Alice does not know every claim here");
    let brittle = needed
        .is_none()
        .then(|| format!("claim {} has ρ = {rho:.4}, not below 1", case.tree().name(here.claim)));
    let small = match needed {
        None => Some("no r is so large where ρ is not below 1".to_owned()),
        Some(needed) => (!stakes.suffice_for(rho)).then(|| {
            format!("r = {:.4} is below 1 + 2/(ε(1 − ρ)) = {needed:.4}", stakes.ratio.get())
        }),
    };
    Claim {
        theorem: "Thm 6.1".into(),
        statement: "an honest Alice who knows every claim is paid at least 1 − ε by every Bob"
            .into(),
        hypotheses: vec![
            Hypothesis::unless("human judgement of a leaf is always right", errs),
            Hypothesis::unless("Alice knows every claim", knows_less),
            Hypothesis::unless("the tree is stable: ρ is below 1", brittle),
            Hypothesis::unless("r is 1 + 2/(ε(1 − ρ)) or more", small),
        ],
        at_least: true,
        limit: 1.0 - stakes.epsilon.get(),
    }
}

impl Stakes {
    /// Whether r is as large as Thm 6.1 asks for where the largest ρ is this.
    pub fn suffice_for(&self, rho: f64) -> bool {
        let needed = default_ratio(self.epsilon, rho);
        needed.is_some_and(|needed| self.ratio.get() >= needed - 1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::{Debate, SeatPlan, Table};
    use crate::machine::claims::{Rule, Worlds, uniform};
    use crate::protocol::ProverEstimator;
    use crate::protocol::prover_estimator::{ProverEstimatorInstance, Stated};
    use crate::rules::Seat;

    #[test]
    fn an_ending_promises_nothing_where_human_judgement_errs() {
        for (judgement, promised) in [(1.0, true), (0.9, false)] {
            let tree = uniform("x", Rule::MAJORITY, 3, 1).unwrap();
            let case = Case::drawn(Worlds::certain(&tree, "111".parse().unwrap()).unwrap());
            let mut stakes = Stakes::new(&case, 0.1, Stated::Nothing).unwrap();
            stakes.judgement = Probability::new(judgement).unwrap();
            let set = ProverEstimatorInstance { case, stakes };
            let mut debate = Debate::new(ProverEstimator::new(set).unwrap(), 0).unwrap();
            for seat in Seat::ALL {
                debate.seat(seat, &SeatPlan::honest()).unwrap();
            }
            let table: &mut dyn Table = &mut debate;
            table.run().unwrap();
            let ending = table.now().why();
            assert_eq!(ending.contains("an honest Alice is promised 0.9"), promised, "{ending}");
            assert_eq!(ending.contains("Thm 6.1 promises nothing"), !promised, "{ending}");
        }
    }
}
