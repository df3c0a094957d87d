//! What can be said of a recursive debate from its start.

use crate::analysis::game_tree::{Walk, cast};
use crate::analysis::{Analysed, Bound, Paid, Report, Section, Value};
use crate::machine::claims::{ClaimId, Knowledge};
use crate::protocol::RecursiveDebate;
use crate::rules::{Cost, Position, Seat};

/// Positions that a walk for one pair may look at.
const MOST_POSITIONS: u64 = 300_000;

impl Analysed for RecursiveDebate {
    fn report(&self) -> Result<Report, String> {
        let case = &self.setup().case;
        let tree = case.tree();
        let mut values = Vec::new();
        let mut missing = Vec::new();
        for alice in ["honest", "obfuscator", "random"] {
            for bob in ["honest", "guess", "lazy", "wrong"] {
                let cast = cast(self, [alice, bob, "honest"])?;
                match Walk::new(&cast, MOST_POSITIONS).value(self) {
                    Ok(value) => {
                        values.push(Value { alice: alice.into(), bob: bob.into(), value, sd: None })
                    }
                    Err(why) => missing.push(format!("{alice} against {bob}: {why}")),
                }
            }
        }
        let (width, depth) = (tree.width(), self.depth());
        let luck = (width.max(1) as f64).powi(-(depth as i32));
        let mut bounds = Vec::new();
        let truth = self.truth();
        let of = |alice: &str, bob: &str| {
            values.iter().find(|v| v.alice == alice && v.bob == bob).map(|v| v.value)
        };
        if *case.bob() == Knowledge::Everything
            && self.setup().answer == Some(true)
            && truth == Some(false)
            && let Some(value) = of("obfuscator", "honest")
        {
            bounds.push(Bound {
                name: "a Bob who knows every truth beats a false claim".into(),
                limit: 0.0,
                value,
                holds: value <= 1e-12,
            });
        }
        let mut lines = vec![
            format!("{} claims, {} of them leaves", tree.len(), tree.leaf_count()),
            format!("depth {depth}, at most {width} subclaims an argument"),
        ];
        if depth > 0 {
            lines.push(format!(
                "one false subclaim among {width} at each level is found by guessing with \
                 probability {width}^-{depth} = {luck:.3e}"
            ));
        }
        let mut sections = vec![Section { title: "the claims".into(), lines }];
        if let Some(intervals) = tree.intervals() {
            let prime = if intervals.is_prime() { "prime" } else { "composite" };
            sections.push(Section {
                title: "primality".into(),
                lines: vec![format!("{} is {prime}, by the Miller–Rabin test", intervals.n())],
            });
        }
        if !missing.is_empty() {
            sections.push(Section { title: "not computed".into(), lines: missing });
        }
        let costs = [(Cost::Oracle, 1.0), (Cost::Rounds, depth as f64)]
            .map(|(cost, most)| Paid {
                seat: Seat::Judge.word(),
                cost: cost.key(),
                expected: most,
                limit: Some(most),
            })
            .to_vec();
        let chance = case.worlds().chance(ClaimId::ROOT);
        let truth = match truth {
            Some(truth) => Some(f64::from(u8::from(truth))),
            None if self.setup().answer == Some(false) => Some(1.0 - chance),
            None => Some(chance),
        };
        let mut more = serde_json::Map::new();
        more.insert("luck".into(), serde_json::json!(luck));
        Ok(Report { truth, values, bounds, costs, sections, more })
    }
}
