//! The exact analysis of the direct judge, and the cost of a debate on the same claim.

use serde_json::json;

use super::DirectJudge;
use crate::analysis::game_tree::honest_value;
use crate::analysis::honest::{HonestDebate, right_wins};
use crate::analysis::{
    Analysable, Evaluation, Fact, Hypothesis, PairValue, Report, Section, Unsolved, claimed_output,
    missing_value,
};
use crate::fact;
use crate::protocol::query::{QueryComplexity, add_complexity};
use crate::rules::Protocol;
use crate::work::{CancelToken, Cancelled};

/// The theorem about a debate on the same claim.
const ARGUED: &str = "Thm 6";

impl Analysable for DirectJudge {
    /// The provers have no move, so the best prover does as well as an honest one.
    fn evaluate(&self, token: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        Ok(honest_value(self, token)?.map(Evaluation::unbeaten))
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        report.truth = self.truth(token)?.map(f64::from);
        report.costs = HonestDebate::played(self, token)?.costs;
        let mut facts = self.facts();
        let argued = Hypothesis::unless("two provers argue", Some("nobody argues"));
        let claim = right_wins(self, ARGUED, None, token)?.map(|claim| claim.given(argued));
        match honest_value(self, token)? {
            Some(value) => {
                report.values.push(PairValue::new("honest", "honest", value));
                report.bounds.extend(claim.as_ref().map(|claim| claim.right_side_wins(value)));
            }
            None => facts.push(missing_value("honest", "honest", "the judge reads too many bits")),
        }
        report.claims.extend(claim);
        report.sections.push(Section::new("the judge alone", facts));
        let key = json!({ "inputs": self.inputs().len(), "reads": self.setup().reads });
        report.more.insert("direct_judge".into(), key);
        add_complexity(report, &QueryComplexity::of_circuit(&self.setup().circuit, token)?);
        Ok(())
    }
}

impl DirectJudge {
    fn facts(&self) -> Vec<Fact> {
        let (reads, inputs) = (self.setup().reads, self.inputs().len());
        let mut facts = vec![
            claimed_output(self.output(), self.setup().claim),
            fact!("alone": "the judge may read {reads} of {inputs} input bits", reads = reads,
                inputs = inputs),
            fact!("no-promise": "no theorem applies, because nobody argues"),
        ];
        facts.extend(self.depth().map(|depth| match reads as u64 >= u64::from(depth) {
            true => fact!("enough": "{reads} reads are enough on every input, because the query \
                complexity D(f) is {depth}", reads = reads, depth = depth),
            false => {
                fact!("too-few": "no judge with {reads} reads is always sure, because the query \
                complexity D(f) is {depth}", reads = reads, depth = depth)
            }
        }));
        facts
    }
}
