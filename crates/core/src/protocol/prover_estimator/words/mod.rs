//! Texts and boards for prover-estimator debate.

mod asking;
mod board;
mod brief;
mod cause;
mod curve;
mod mistake;
mod payments;

use crate::analysis::TheoremClaim;
use crate::chance::Probability;
use crate::machine::claims::{ClaimId, ClaimTree, StabilityTable};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::words::{chosen, levels, topic};
use crate::protocol::prover_estimator::solve::{HonestWorld, completeness};
use crate::protocol::prover_estimator::{EstimateRound, Phase, RatioSource, Seen};
use crate::rules::{LegalAction, Move, View};
use crate::text::Limit;
use crate::text::number::{amount, payment, probability};
use crate::text::{
    ActionText, Board, BriefPane, KnownFacts, ProtocolText, QuestionText, Topic, said_by_the_view,
};

/// A gap of at most this size can come from rounding to tenths.
const ROUNDED: f64 = 0.05;

impl ProtocolText for ProverEstimator {
    said_by_the_view!(board, brief, question, offer, mistake);

    fn topics(view: Seen<'_>) -> Vec<Topic> {
        let tree = view.case().tree();
        if view.hears_nothing() {
            let leaf = || topic(tree, view.here(), view.leaf_truth());
            return view.is_judged().then(leaf).into_iter().collect();
        }
        match view.phase() {
            Phase::Picking => view.subclaims().map(|at| topic(tree, at, view.knows(at))).collect(),
            _ => {
                let at = view.asked().unwrap_or(view.here());
                vec![topic(tree, at, view.knows(at))]
            }
        }
    }

    fn known(view: Seen<'_>) -> KnownFacts {
        let known = KnownFacts::default().case(view.case(), view.eye(), |claim| view.knows(claim));
        known
            .number("epsilon", view.stakes().epsilon.get())
            .number("r", view.ratio().get())
            .number("judgement", view.stakes().judgement.get())
    }

    fn outcome_reason(view: Seen<'_>) -> String {
        match (view.round().and_then(|round| round.outcome), view.alice_is_paid()) {
            (Some(outcome), Some(paid)) if view.phase() == Phase::Over => {
                view.why_paid(outcome != view.turned(view.here()), paid)
            }
            _ => String::new(),
        }
    }

    fn by_its_parts(view: Seen<'_>) -> Option<f64> {
        view.by_its_parts()
    }

    /// The judge decides only one leaf. The payments grow as r to the power of the depth.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let (width, depth) = levels(view.case().tree())?;
        Some(format!(
            "With a million leaves and {width} subclaims for each claim, the judge still decides \
             only 1 leaf. Alice is paid at most {}.",
            Limit::at_most(view.ratio().max_payment(depth as usize)).amount()
        ))
    }
}

impl<'a> View<'a, ProverEstimator> {
    /// A text with the judge's decision, with Alice's payment, and with the theorem's guarantee. It also says whether
    /// Alice's answer was right.
    fn why_paid(&self, decided: bool, paid: f64) -> String {
        let right = match (self.answer(), self.answer_is_right()) {
            (Some(answer), Some(right)) => chosen(answer, right),
            _ => String::new(),
        };
        let claim = self.truths().map(|truths| completeness(self.case(), self.stakes(), truths));
        let promise = match claim.filter(TheoremClaim::holds) {
            Some(claim) => {
                let least = claim.limit.as_typed();
                format!(" An honest Alice averages at least {least} over the draws.")
            }
            None => self.world_is_less_stable(),
        };
        let (costliest, is_last) = self.costliest_round().unwrap_or_default();
        // The sentences about the last round name the judge's decision.
        let decided = match is_last {
            true => String::new(),
            false => {
                let quoted = self.case().tree().words(self.here());
                format!("The judge decided that \u{201c}{quoted}\u{201d} is {decided}. ")
            }
        };
        format!(
            "{}{costliest}{decided}{} In all, Alice is paid {} of at most {}.{right}{promise}",
            self.misfit().unwrap_or_default(),
            self.first_payment().unwrap_or_default(),
            payment(paid),
            Limit::at_most(self.ratio().max_payment(self.depth())).amount(),
        )
    }

    /// The ρ of this world, and the payment that is certain there, if r follows from a smaller ρ.
    /// Empty otherwise.
    fn world_is_less_stable(&self) -> String {
        let (stakes, tree) = (self.stakes(), self.case().tree());
        let (RatioSource::AllTrue(rho), Some(truths)) = (stakes.source, self.truths()) else {
            return String::new();
        };
        let here = StabilityTable::new(stakes.epsilon).tree_stability(tree, truths).rho;
        let world = HonestWorld::new(tree, truths, stakes.epsilon);
        let paid = world.and_then(|world| world.least_payment(stakes.ratio.get(), 1 << 10));
        match paid.filter(|_| here > rho + 1e-9) {
            Some([paid, _]) => format!(
                " The reward ratio r is chosen for ρ = {rho:.3}, where all leaves are true. Here ρ is \
                 {here:.3}. Every Bob still pays an honest Alice at least {} on average over the draws.",
                Limit::at_least(paid)
            ),
            None => String::new(),
        }
    }

    /// The widest gap between Bob's number for a claim and the range that his numbers for its
    /// subclaims allow. `None` if no gap exceeds [`ROUNDED`].
    fn misfit(&self) -> Option<String> {
        let gaps = self.played().iter().enumerate().filter_map(|(at, round)| {
            let (low, high) = self.by_the_parts(round)?;
            let stated = round.stated.get();
            Some((at, round, low, high, (stated - high).max(low - stated)))
        });
        let (at, round, low, high, gap) = gaps.max_by(|a, b| a.4.total_cmp(&b.4))?;
        if gap <= ROUNDED + 1e-9 {
            return None;
        }
        let bound = match (high - low < 1e-9, round.stated.get() > high) {
            (true, _) => probability(high),
            (false, true) => format!("at most {}", Limit::at_most(high).probability()),
            (false, false) => format!("at least {}", Limit::at_least(low).probability()),
        };
        Some(format!(
            "Bob's numbers do not fit together: he said {} for the claim in round {}, but his \
             numbers for its subclaims give {bound}. ",
            chance(round.stated),
            at + 1,
        ))
    }

    /// The range of P[rule = 1] that Bob's numbers for the subclaims of a round allow. Nobody knows
    /// his numbers after other draws, so these may be anything.
    fn by_the_parts(&self, round: &EstimateRound) -> Option<(f64, f64)> {
        let argument = self.argument_of(round)?;
        let drawn: Vec<bool> = round.parts.iter().map_while(|part| part.1).collect();
        let all = argument.parts.len();
        if drawn.len() < all {
            return None;
        }
        // The range of the rule's value after these answers.
        let ends = |answers: &[bool]| {
            let start = argument.rule.tally(all);
            let tally = answers.iter().fold(start, |tally, &answer| tally.after_answer(answer));
            let [fails, holds] = tally.can(all - answers.len());
            (f64::from(!fails), f64::from(holds))
        };
        let mut bounds = ends(&drawn);
        for (at, (p, _)) in round.parts.iter().enumerate().rev() {
            let (before, drawn) = (&drawn, drawn[at]);
            let otherwise: Vec<bool> = before[..at].iter().copied().chain([!drawn]).collect();
            let other = ends(&otherwise);
            let (one, zero) = if drawn { (bounds, other) } else { (other, bounds) };
            let mean = |one: f64, zero: f64| p.get() * one + (1.0 - p.get()) * zero;
            bounds = (mean(one.0, zero.0), mean(one.1, zero.1));
        }
        Some(match self.turned(round.claim) {
            true => (1.0 - bounds.1, 1.0 - bounds.0),
            false => bounds,
        })
    }

    /// Sentences about the round with the largest payment, and `true` if the judge decided it.
    fn costliest_round(&self) -> Option<(String, bool)> {
        let paid = self.played().iter().enumerate();
        let paid = paid.filter_map(|(at, round)| Some((at, round, self.reward(at)?)));
        let (at, round, paid) = paid.max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()))?;
        let who = if paid > 0.0 { "Bob" } else { "Alice" };
        let cause = self.cause(at, round, paid).filter(|_| paid.abs() > 0.05)?;
        let largest = amount(paid.abs());
        let said =
            format!("Round {} made the largest payment: {who} paid {largest}. {cause}", at + 1);
        Some((said, self.argument_of(round).is_none()))
    }
}

/// Returns "claim attic" for a claim of this name, or `root` for the root.
fn named(tree: &ClaimTree, claim: ClaimId, root: &str) -> String {
    if claim == ClaimId::ROOT { root.to_owned() } else { format!("claim {}", tree.name(claim)) }
}

/// A probability as it was typed. A long number is rounded.
fn chance(p: Probability) -> String {
    let typed = p.to_string();
    if typed.len() <= 5 { typed } else { probability(p.get()) }
}
