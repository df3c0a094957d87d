//! What can be said of a cross-examination from its start.

use std::collections::HashSet;

use crate::analysis::game_tree::{Walk, cast, if_exact};
use crate::analysis::honest::{EXAMINED, Field, Honest, promised, without_copies};
use crate::analysis::{Analysed, Bound, Promise, Report, Section, Standing, Unsolved, Value};
use crate::machine::{Plan, Source, Step};
use crate::protocol::CrossExamination;
use crate::protocol::cross_examination::location_bits;
use crate::rules::{Position, Seat};
use crate::strategy::{Argument, Players};
use crate::work::{Stopped, Token};

impl Analysed for CrossExamination {
    fn promise(&self, written: [&str; 3], _: &Token) -> Result<Option<Promise>, Stopped> {
        Ok(promised(self, if self.is_gate_check() { "Thm 6" } else { "Thm 5.3" }, written)
            .filter(|_| self.setup().copies))
    }

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
        let honest = Honest::played(self, token)?;
        let field = field(plan.len());
        let bounds = if self.is_gate_check() {
            let right = honest.bounds(self, "Thm 6", &[], &field, token)?;
            std::iter::once(total(plan)).chain(right).collect()
        } else {
            honest.bounds(self, "Thm 5.3", &EXAMINED, &field, token)?
        };
        report.bounds = if self.setup().copies { bounds } else { without_copies(bounds) };
        report.costs = honest.costs;
        values(self, &mut report.values, token)?;
        Ok(crate::protocol::query::add_complexity_of_plan(report, plan, token)?)
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

/// Where Bob may point, and what Alice may write: all of it if it is little; else one wrong step
/// anywhere.
fn field(steps: usize) -> Field<'static> {
    /// So many steps are lied about one by one: each lie is a debate over all of them.
    const MOST_LIES: usize = 400;
    let lies = move |seat| match seat {
        Seat::Alice => {
            (1..=steps).flat_map(|t| [format!("lie-at:{t}"), format!("flip:{t}")]).collect()
        }
        _ => Vec::new(),
    };
    Field {
        budget: 100_000,
        class: (steps <= MOST_LIES).then(|| ("every lie at one step", Box::new(lies) as _)),
    }
}
