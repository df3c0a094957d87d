//! What can be said of a plan's cross-examination from its start.

use super::CrossExamination;
use super::rules::cells;
use crate::analysis::game_tree;
use crate::analysis::{Bound, Evaluation, Fact, Report, Standing, claimed_output};
use crate::fact;
use crate::machine::{Plan, Step};
use crate::protocol::cross_examination::{Examined, Studied, location_bits};
use crate::rules::Seat;
use crate::work::{Stopped, Token};

impl Studied for Plan {
    fn theorem(debate: &CrossExamination) -> &'static str {
        if debate.is_gate_check() { "Thm 6" } else { "Thm 5.3" }
    }

    fn bound(debate: &CrossExamination) -> Option<Bound> {
        debate.is_gate_check().then(|| total(debate.plan()))
    }

    fn evaluate(debate: &CrossExamination, token: &Token) -> Result<Option<Evaluation>, Stopped> {
        let honest = game_tree::honest_value(debate, token)?;
        Ok(honest.map(Evaluation::honest))
    }

    fn lies(&self) -> Option<Vec<String>> {
        /// So many steps are lied about one by one: each lie is a debate over all of them.
        const MOST_LIES: usize = 400;
        let at = |t| [format!("lie-at:{t}"), format!("flip:{t}")];
        (self.len() <= MOST_LIES).then(|| (1..=self.len()).flat_map(at).collect())
    }

    /// Whatever Alice writes, the judge's oracle checks it. If the output by that oracle is the claim
    /// she writes the transcript by it, and no step of it is found wrong; else some step of whatever
    /// she writes is, and a Bob who points there wins.
    fn oracles(debate: &CrossExamination) -> Option<(Vec<Fact>, bool)> {
        let wrong = debate.wrong_oracles()?;
        let by = |seat: Seat| debate.run_by(seat).at(debate.plan().output().index());
        let mut facts: Vec<Fact> = Seat::ALL
            .into_iter()
            .filter(|seat| !wrong[seat.index()].is_empty())
            .map(|seat| {
                let steps: Vec<String> =
                    wrong[seat.index()].iter().map(ToString::to_string).collect();
                fact!("wrong": "{whose} oracle is wrong at step {steps}; by it the output is {output}",
                    whose = format!("{}'s", seat.name()), steps = steps.join(", "), output = u32::from(by(seat)))
            })
            .collect();
        let alice = by(Seat::Judge) == debate.setup().claim;
        if debate.setup().copies {
            let winner = if alice { Seat::Alice } else { Seat::Bob };
            facts.push(fact!("judged": "the judge's oracle decides: with best play on both sides \
                {winner} wins, who plays by that oracle", winner = winner.name()));
        }
        Some((facts, alice))
    }

    fn described(debate: &CrossExamination) -> Vec<Fact> {
        let (plan, claim) = (debate.plan(), debate.setup().claim);
        vec![
            fact!("plan": "{steps} steps, {asks} of them ask the oracle", steps = plan.len(),
                asks = debate.asks()),
            fact!("location": "Bob's location costs {bits} bits", bits = location_bits(plan.len())),
            claimed_output(<Plan as Examined>::output(debate), claim),
        ]
    }

    fn study(debate: &CrossExamination, report: &mut Report, token: &Token) -> Result<(), Stopped> {
        let pairs = game_tree::plain_pairs::<CrossExamination>();
        report.values.extend(game_tree::pair_values(debate, pairs, (100_000, None), token)?);
        crate::protocol::query::add_complexity_of_plan(report, debate.plan(), token)
    }
}

/// Theorem 6's bound on all reads of a gate check together, tested over every gate that Bob may
/// point at.
fn total(plan: &Plan) -> Bound {
    let location = location_bits(plan.len());
    let at = |step: Step| cells(plan, step).len() as u64;
    let (worst, limit) = (location + plan.steps().map(at).max().unwrap_or(0), location + 3);
    Bound {
        name: "judge's reads, all kinds, wherever Bob points (Thm 6)".into(),
        limit: limit as f64,
        value: worst as f64,
        standing: Standing::tested(worst <= limit),
    }
}
