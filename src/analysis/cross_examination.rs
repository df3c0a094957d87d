//! What can be said of a cross-examination from its start.

use super::game_tree::{Walk, cast};
use super::{Analysed, Bound, Paid, Report, Section, Value};
use crate::debate::{Debate, SeatPlan, Table};
use crate::protocol::CrossExamination;
use crate::protocol::cross_examination::location_bits;
use crate::rules::{Cost, Position, Seat, Side, Turn};
use crate::strategy::{Argument, Players};

impl Analysed for CrossExamination {
    fn report(&self) -> Result<Report, String> {
        let plan = &self.setup().plan;
        let truth = self.truth().unwrap_or_default();
        let (winner, costs) = honest_debate(self)?;
        let judge =
            |cost: Cost| self.ledger().of(Seat::Judge).limit(cost).unwrap_or_default() as f64;
        let paid = |cost: Cost| {
            let found = costs.iter().find(|p| p.seat == "judge" && p.cost == cost.key());
            found.map_or(0.0, |p| p.expected)
        };
        let mut bounds: Vec<Bound> = [Cost::Location, Cost::Transcript, Cost::Input, Cost::Oracle]
            .into_iter()
            .map(|cost| Bound {
                name: format!("judge's {} (Thm 5.3)", cost.word()),
                limit: judge(cost),
                value: paid(cost),
                holds: paid(cost) <= judge(cost),
            })
            .collect();
        let right = Side::of_claim(truth);
        bounds.push(Bound {
            name: "the party whose claim is true wins (Thm 5.3)".into(),
            limit: 1.0,
            value: f64::from(u8::from(winner == right)),
            holds: winner == right,
        });
        let mut report = Report {
            truth: Some(f64::from(u8::from(truth))),
            values: values(self),
            bounds,
            costs,
            sections: vec![Section {
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
            }],
            more: serde_json::Map::new(),
        };
        super::query::add_complexity_of_plan(&mut report, plan);
        Ok(report)
    }
}

/// The honest debate, played: who wins, and what everyone pays.
pub(super) fn honest_debate<R: Players>(rules: &R) -> Result<(Side, Vec<Paid>), String> {
    let mut debate = Debate::new(rules.clone(), 0)?;
    for seat in Seat::ALL {
        debate.seat(seat, &SeatPlan::honest())?;
    }
    let table: &mut dyn Table = &mut debate;
    table.run().map_err(|e| e.to_string())?;
    let Turn::Over(outcome) = table.now().turn() else {
        return Err("the honest debate did not end".into());
    };
    let ledger = table.now().ledger();
    let all = Seat::ALL.into_iter().flat_map(|seat| Cost::ALL.map(|cost| (seat, cost)));
    let costs = all
        .filter(|&(seat, cost)| {
            ledger.of(seat).paid(cost) > 0 || ledger.of(seat).limit(cost).is_some()
        })
        .map(|(seat, cost)| Paid {
            seat: seat.word(),
            cost: cost.key(),
            expected: ledger.of(seat).paid(cost) as f64,
            limit: ledger.of(seat).limit(cost).map(|limit| limit as f64),
        })
        .collect();
    Ok((outcome.winner, costs))
}

/// Every pair of strategies that need no argument, before the protocol's own judge.
fn values(rules: &CrossExamination) -> Vec<Value> {
    let roster = CrossExamination::roster();
    let names = |seat: Seat| {
        let plain = |given: &Argument| *given == Argument::None;
        let mine = roster.iter().filter(move |listed| listed.seat == seat);
        mine.filter(move |listed| plain(&listed.argument)).map(|listed| listed.name)
    };
    let mut values = Vec::new();
    for alice in names(Seat::Alice) {
        for bob in names(Seat::Bob) {
            let Ok(cast) = cast(rules, [alice, bob, "honest"]) else { continue };
            if let Ok(value) = Walk::new(&cast, 100_000).value(rules) {
                values.push(Value { alice: alice.into(), bob: bob.into(), value, sd: None });
            }
        }
    }
    values
}
