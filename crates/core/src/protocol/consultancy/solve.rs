//! What can be said of a consultancy: what Alice's choice of bits is worth before each judge.

use serde_json::json;

use super::Consultancy;
use crate::analysis::everybody::Everybody;
use crate::analysis::game_tree::{cast, honest_value, if_exact};
use crate::analysis::honest::{Honest, right_wins};
use crate::analysis::{
    Analysed, Evaluation, Exact, Fact, Hypothesis, PairValue, Report, Section, Unsolved,
    claimed_output, missed,
};
use crate::debate::SeatPlan;
use crate::fact;
use crate::protocol::query::{QueryComplexity, add_complexity};
use crate::rules::{Protocol, Seat};
use crate::work::{Stopped, Token};

/// The theorem about the debate on the same claim.
const ARGUED: &str = "Thm 6";

/// What Alice may show is gone through up to so many positions.
const MOST: u64 = 50_000;

impl Analysed for Consultancy {
    /// Bob has no move, so that the best of him does as well as an honest one.
    fn evaluate(&self, token: &Token) -> Result<Option<Evaluation>, Stopped> {
        let Some(honest) = honest_value(self, token)? else { return Ok(None) };
        let best_alice = self.best_alice("honest", token)?;
        Ok(Some(Evaluation { honest, best_alice, best_bob: Some(honest) }))
    }

    fn report(&self, report: &mut Report, token: &Token) -> Result<(), Unsolved> {
        report.truth = self.truth(token)?.map(f64::from);
        report.costs = Honest::played(self, token)?.costs;
        let argued = Hypothesis::unless("two provers argue", Some("one prover argues"));
        let claim = right_wins(self, ARGUED, None, token)?.map(|claim| claim.given(argued));
        let mut facts = self.facts();
        for alice in ["honest", "advocate"] {
            let seats = [alice, "honest", "honest"].map(|name| SeatPlan::Program(name.into()));
            let Some(value) = self.exact(&seats, token).map(Exact::get) else {
                token.check()?;
                facts.push(missed(alice, "honest", "there are too many inputs to be counted"));
                continue;
            };
            if alice == "honest" {
                report.bounds.extend(claim.as_ref().map(|claim| claim.right_side_wins(value)));
            }
            report.values.push(PairValue::new(alice, "honest", value));
        }
        for judge in ["honest", "wary"] {
            if let Some(most) = self.best_alice(judge, token)? {
                facts
                    .push(fact!("chosen": "before the {judge} judge the best choice of bits wins \
                    with probability {most}", judge = judge, most = most));
            }
        }
        report.claims.extend(claim);
        report.sections.push(Section::new("one prover", facts));
        // Bob has no move: what the best Alice gets is what best play on both sides comes to.
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
    /// The most that any Alice wins before this judge, if all that she may show can be gone through.
    fn best_alice(&self, judge: &str, token: &Token) -> Result<Option<f64>, Stopped> {
        let Ok(cast) = cast(self, ["honest", "honest", judge]) else { return Ok(None) };
        let all = if_exact(Everybody::of(self, &cast, Seat::Alice, MOST, token))?;
        Ok(all.filter(|all| all.whole).map(|all| all.most))
    }

    /// What honest play comes to from here on.
    pub(super) fn honest_worth(&self, token: &Token) -> Option<f64> {
        honest_value(self, token).ok().flatten()
    }

    fn facts(&self) -> Vec<Fact> {
        let (setup, inputs) = (self.judge.setup(), self.judge.inputs().len());
        vec![
            claimed_output(self.judge.output(), setup.claim),
            fact!("consulted": "Alice may show {shows} of {inputs} input bits, the judge may read \
                {reads} more", shows = self.shows, inputs = inputs, reads = setup.reads),
            fact!("no-promise": "no theorem promises anything: nobody answers Alice"),
        ]
    }
}
