//! What can be said of a cross-examination from its start.

use std::collections::HashSet;

use super::game_tree::{Walk, cast, if_exact};
use super::honest::{EXAMINED, bounds, honest_debate, without_copies};
use super::{Analysed, Bound, Report, Section, Standing, Unsolved, Value};
use crate::machine::{Plan, Source, Step};
use crate::protocol::CrossExamination;
use crate::protocol::cross_examination::location_bits;
use crate::rules::{Position, Seat};
use crate::strategy::{Argument, Players};
use crate::work::{Stopped, Token};

impl Analysed for CrossExamination {
    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        let plan = &self.setup().plan;
        let truth = self.truth().unwrap_or_default();
        report.truth = Some(f64::from(u8::from(truth)));
        report.sections.push(Section {
            title: "the computation".into(),
            lines: vec![
                format!("{} steps, {} of them ask the oracle", plan.len(), plan.asks().count()),
                format!("Bob's location costs {} bits", location_bits(plan.len())),
                format!(
                    "the output is {}; Alice claims {}",
                    u8::from(truth == self.setup().claim),
                    u8::from(self.setup().claim)
                ),
            ],
        });
        let (winner, costs) = honest_debate(self, token)?;
        let bounds = match self.is_gate_check() {
            true => {
                let mut all = vec![total(plan)];
                all.extend(bounds("Thm 6", &[], (winner, &costs), truth));
                all
            }
            false => bounds("Thm 5.3", &EXAMINED, (winner, &costs), truth),
        };
        report.bounds = if self.setup().copies { bounds } else { without_copies(bounds) };
        report.costs = costs;
        values(self, &mut report.values, token)?;
        Ok(super::query::add_complexity_of_plan(report, plan, token)?)
    }
}

/// Theorem 6's bound on all reads of a gate check together, tested over every gate that Bob may
/// point at.
fn total(plan: &Plan) -> Bound {
    let location = location_bits(plan.len());
    let at = |step: Step| {
        // The output's value is the claim.
        let own = u64::from(step != plan.output());
        let sources: HashSet<&Source> = plan.relevant(step).iter().collect();
        own + sources.len() as u64
    };
    let (worst, limit) = (location + plan.steps().map(at).max().unwrap_or(0), location + 3);
    Bound {
        name: "judge's reads, all kinds, wherever Bob points (Thm 6)".into(),
        limit: limit as f64,
        value: worst as f64,
        standing: Standing::tested(worst <= limit),
    }
}

/// Every pair of strategies that need no argument, before the protocol's own judge.
fn values(rules: &CrossExamination, values: &mut Vec<Value>, token: &Token) -> Result<(), Stopped> {
    let roster = CrossExamination::roster();
    let names = |seat: Seat| {
        let plain = |given: &Argument| *given == Argument::None;
        let mine = roster.iter().filter(move |listed| listed.seat == seat);
        mine.filter(move |listed| plain(&listed.argument)).map(|listed| listed.name)
    };
    for alice in names(Seat::Alice) {
        for bob in names(Seat::Bob) {
            let Ok(cast) = cast(rules, [alice, bob, "honest"]) else { continue };
            if let Some(value) = if_exact(Walk::new(&cast, 100_000, token).value(rules))? {
                values.push(Value { alice: alice.into(), bob: bob.into(), value, sd: None });
            }
        }
    }
    Ok(())
}
