//! The analysis of a whole cross-examination of a plan.

use super::CrossExamination;
use super::rules::cells;
use crate::analysis::game_tree;
use crate::analysis::honest::{EXAMINED, HonestDebate, Opponents, claimed, promised, right_wins};
use crate::analysis::{
    Analysable, BestResponse, Bound, BoundStatus, Evaluation, ExactValue, Fact, PayoffGuarantee,
    Report, Section, TheoremClaim, Unsolved, claimed_output, walked,
};
use crate::debate::SeatPlan;
use crate::fact;
use crate::machine::{Bits, Plan, Step};
use crate::protocol::cross_examination::{location_bits, one_oracle, over_lies};
use crate::protocol::query::add_complexity_of_plan;
use crate::protocol::witness::{self, AllWitnesses, WitnessOpening};
use crate::rules::{Protocol, Seat};
use crate::text::Limit;
use crate::work::{CancelToken, Cancelled};

impl Analysable for CrossExamination {
    fn evaluate(&self, token: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        match self.opening.as_ref().filter(|opening| opening.is_open()) {
            Some(opening) => {
                opening.evaluate(token, |witness| self.begun_on(witness).evaluate(token))
            }
            None => Ok(game_tree::honest_value(self, token)?.map(Evaluation::honest)),
        }
    }

    fn exact(&self, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<ExactValue> {
        let Some(opening) = &self.opening else { return walked(self, seats, token) };
        opening
            .exact(self, seats, token, |witness, seats| self.begun_on(witness?).exact(seats, token))
    }

    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String> {
        witness::best_response(self, self.opening.as_ref(), seats, seat, token)
    }

    fn promise(
        &self,
        written: [&str; 3],
        token: &CancelToken,
    ) -> Result<Option<PayoffGuarantee>, Cancelled> {
        Ok(promised(claim(self, token)?, written))
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        if let Some(opening) = &self.opening {
            self.begun_on(&opening.best(token)?.witness).report(report, token)?;
            // Without copies Alice answers each read when it comes, and a lie survives.
            let lost = self.setup().copies;
            return witness::report(self, (opening, "honest", lost), report, token, |all| {
                over_witnesses(self, opening, all, token)
            });
        }
        report.truth = self.truth(token)?.map(f64::from);
        // The transcript binds Alice, so the prover who is right wins. Without copies nothing binds
        // her. If the oracles differ, the judge's oracle decides.
        let oracles = oracles(self);
        let best = match &oracles {
            Some((_, alice)) => Some(f64::from(*alice)),
            None => report.truth,
        };
        report.value_of_the_game(best.filter(|_| self.setup().copies).map(|value| [value; 2]));
        report.sections.push(Section::new("the computation", described(self)));
        report.sections.extend(oracles.map(|(facts, _)| Section::new("the oracles", facts)));
        let honest = HonestDebate::played(self, token)?;
        let whole = self.is_gate_check().then(|| total(self.plan()));
        let kinds = if whole.is_some() { &[][..] } else { &EXAMINED };
        let bounds = honest.bounds(self, theorem(self), kinds, &field(self.plan()), token)?;
        let claim = claim(self, token)?;
        report.bounds = claimed(whole.into_iter().chain(bounds).collect(), claim.as_ref());
        report.claims.extend(claim);
        report.costs = honest.costs;
        let pairs = game_tree::plain_pairs::<Self>();
        report.values.extend(game_tree::pair_values(self, pairs, (100_000, None), token)?);
        Ok(add_complexity_of_plan(report, self.plan(), token)?)
    }
}

fn theorem(debate: &CrossExamination) -> &'static str {
    match debate.opening {
        Some(_) => "Thm 7.1",
        None if debate.is_gate_check() => "Thm 6",
        None => "Thm 5.3",
    }
}

fn claim(
    debate: &CrossExamination,
    token: &CancelToken,
) -> Result<Option<TheoremClaim>, Cancelled> {
    let claim = right_wins(debate, theorem(debate), Some(debate.setup().copies), token)?;
    if debate.opening.is_some() {
        return Ok(claim);
    }
    Ok(claim.map(|claim| claim.given(one_oracle(debate.wrong_oracles().is_some()))))
}

/// The results for Thm 7.1, in which Alice may choose any witness.
fn over_witnesses(
    debate: &CrossExamination,
    opening: &WitnessOpening,
    all: Option<&[Bits]>,
    token: &CancelToken,
) -> Result<AllWitnesses, Unsolved> {
    let count = all.map_or(0, <[Bits]>::len);
    let written = move |seat| match seat {
        Seat::Alice => (1..=count).map(|n| format!("witness:{n}")).collect(),
        _ => Vec::new(),
    };
    let class = (count > 0).then(|| ("every witness", Box::new(written) as _));
    let field = Opponents { budget: 100_000, class };
    let honest = HonestDebate::played(debate, token)?;
    let bounds = honest.bounds(debate, theorem(debate), &EXAMINED, &field, token)?;
    let claim = claim(debate, token)?;
    let bounds = claimed(bounds, claim.as_ref());
    let best = opening.best(token)?;
    let game = best.merit.filter(|_| best.is_best() && debate.setup().copies);
    Ok(AllWitnesses { claims: claim.into_iter().collect(), bounds, truth: None, game })
}

/// The opponents that the report tries: all choices of Bob and Alice if they are few, and otherwise every lie at one
/// step.
fn field(plan: &Plan) -> Opponents<'static> {
    /// The largest plan for which every single lie is tried. Each lie is a debate over all steps.
    const MOST_LIES: usize = 400;
    let at = |t| [format!("lie-at:{t}"), format!("flip:{t}")];
    over_lies((plan.len() <= MOST_LIES).then(|| (1..=plan.len()).flat_map(at).collect()))
}

/// The judge's oracle decides the debate. If its output is the claim, Alice writes the transcript that this oracle
/// gives, and no step is wrong. Otherwise some step is always wrong, and a Bob who points there wins.
fn oracles(debate: &CrossExamination) -> Option<(Vec<Fact>, bool)> {
    let wrong = debate.wrong_oracles()?;
    let by = |seat: Seat| debate.run_by(seat).at(debate.plan().output().index());
    let mut facts: Vec<Fact> = Seat::ALL
        .into_iter()
        .filter(|seat| !wrong[seat.index()].is_empty())
        .map(|seat| {
            let steps: Vec<String> =
                wrong[seat.index()].iter().map(ToString::to_string).collect();
            fact!("wrong": "{whose} oracle is wrong at step {steps}. With this oracle, the output \
                is {output}",
                whose = format!("{}'s", seat.name()), steps = steps.join(", "), output = u32::from(by(seat)))
        })
        .collect();
    let alice = by(Seat::Judge) == debate.setup().claim;
    if debate.setup().copies {
        let winner = if alice { Seat::Alice } else { Seat::Bob };
        facts.push(fact!("judged": "the judge's oracle decides. If both sides play optimally and \
            follow that oracle, {winner} wins", winner = winner.name()));
    }
    Some((facts, alice))
}

fn described(debate: &CrossExamination) -> Vec<Fact> {
    let (plan, claim) = (debate.plan(), debate.setup().claim);
    vec![
        fact!("plan": "{steps} steps; {asks} of them ask the oracle", steps = plan.len(),
            asks = debate.asks()),
        fact!("location": "Bob's location costs {bits} bits", bits = location_bits(plan.len())),
        claimed_output(debate.honest().at(plan.output().index()), claim),
    ]
}

/// Theorem 6's bound on all reads of a gate check together, tested for every gate that Bob can
/// choose.
fn total(plan: &Plan) -> Bound {
    let location = location_bits(plan.len());
    let at = |step: Step| cells(plan, step).len() as u64;
    let (worst, limit) = (location + plan.steps().map(at).max().unwrap_or(0), location + 3);
    Bound {
        name: "judge's reads of all kinds, for every step that Bob can name (Thm 6)".into(),
        limit: Limit::at_most(limit as f64),
        value: worst as f64,
        standing: BoundStatus::tested(worst <= limit),
    }
}
