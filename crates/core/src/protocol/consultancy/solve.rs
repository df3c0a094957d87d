//! The exact analysis of consultancy: the value of Alice's choice of bits, for each judge.

use serde_json::json;

use super::Consultancy;
use crate::analysis::adversary_range::AdversaryRange;
use crate::analysis::game_tree::{cast, honest_value, if_exact};
use crate::analysis::honest::{HonestDebate, right_wins};
use crate::analysis::{
    Analysable, Evaluation, ExactValue, Fact, Hypothesis, PairValue, Report, Section, Unsolved,
    claimed_output, missing_value,
};
use crate::debate::SeatPlan;
use crate::fact;
use crate::protocol::query::{QueryComplexity, add_complexity};
use crate::rules::{Protocol, Seat};
use crate::work::{CancelToken, Cancelled};

/// The theorem about a debate on the same claim.
const ARGUED: &str = "Thm 6";

/// The largest number of positions that a search of Alice's choices visits.
const MOST: u64 = 50_000;

impl Analysable for Consultancy {
    /// Bob has no move, so the best Bob does as well as an honest one.
    fn evaluate(&self, token: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        let Some(honest) = honest_value(self, token)? else { return Ok(None) };
        let best_alice = self.best_alice("honest", token)?;
        Ok(Some(Evaluation { honest, best_alice, best_bob: Some(honest) }))
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        report.truth = self.truth(token)?.map(f64::from);
        report.costs = HonestDebate::played(self, token)?.costs;
        let argued = Hypothesis::unless("two provers argue", Some("one prover argues"));
        let claim = right_wins(self, ARGUED, None, token)?.map(|claim| claim.given(argued));
        let mut facts = self.facts();
        for alice in ["honest", "advocate"] {
            let seats = [alice, "honest", "honest"].map(|name| SeatPlan::Program(name.into()));
            let Some(value) = self.exact(&seats, token).map(ExactValue::get) else {
                token.check()?;
                facts.push(missing_value(alice, "honest", "there are too many inputs to count"));
                continue;
            };
            if alice == "honest" {
                report.bounds.extend(claim.as_ref().map(|claim| claim.right_side_wins(value)));
            }
            report.values.push(PairValue::new(alice, "honest", value));
        }
        for judge in ["honest", "wary"] {
            if let Some(most) = self.best_alice(judge, token)? {
                facts.push(
                    fact!("chosen": "if Alice chooses her bits as well as possible, she \
                    convinces the {judge} judge with probability {most}", judge = judge, most = most),
                );
            }
        }
        report.claims.extend(claim);
        report.sections.push(Section::new("one prover", facts));
        // Bob has no move, so the best Alice's result is the value of the game.
        let best = self.best_alice("honest", token)?;
        report.value_of_the_game(best.map(|best| [best; 2]));
        let (shows, reads) = (self.shows, self.judge.setup().reads);
        let key = json!({ "inputs": self.judge.inputs().len(), "shows": shows, "reads": reads });
        report.more.insert("consultancy".into(), key);
        let circuit = &self.judge.setup().circuit;
        add_complexity(report, &QueryComplexity::of_circuit(circuit, token)?);
        Ok(())
    }
}

impl Consultancy {
    /// The largest probability with which any Alice convinces this judge. `None` if the search is too large.
    fn best_alice(&self, judge: &str, token: &CancelToken) -> Result<Option<f64>, Cancelled> {
        let Ok(cast) = cast(self, ["honest", "honest", judge]) else { return Ok(None) };
        let all = if_exact(AdversaryRange::search(self, &cast, Seat::Alice, MOST, token))?;
        Ok(all.filter(|all| all.whole).map(|all| all.most))
    }

    /// The value of honest play from here on.
    pub(super) fn honest_worth(&self, token: &CancelToken) -> Option<f64> {
        honest_value(self, token).ok().flatten()
    }

    fn facts(&self) -> Vec<Fact> {
        let (setup, inputs) = (self.judge.setup(), self.judge.inputs().len());
        vec![
            claimed_output(self.judge.output(), setup.claim),
            fact!("consulted": "Alice may show {shows} of {inputs} input bits, and the judge may read \
                {reads} more", shows = self.shows, inputs = inputs, reads = setup.reads),
            fact!("no-promise": "no theorem applies, because nobody answers Alice"),
        ]
    }
}
