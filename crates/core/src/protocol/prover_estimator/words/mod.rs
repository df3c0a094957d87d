//! Prover-estimator debate, said and shown.

mod asking;
mod board;
mod brief;
mod mistake;
mod payments;

use crate::analysis::Claim;
use crate::chance::Probability;
use crate::machine::claims::{ClaimId, ClaimTree};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::words::{chosen, levels, topic};
use crate::protocol::prover_estimator::solve::completeness;
use crate::protocol::prover_estimator::{Phase, Round, Seen};
use crate::rules::{Direction, Move, Offer, View};
use crate::text::number::{amount, as_typed, payment, probability};
use crate::text::{Asking, Board, Brief, Known, OfferWords, Topic, Words, said_by_the_view};

/// Numbers said in tenths may be so far from fitting together.
const ROUNDED: f64 = 0.05;

impl Words for ProverEstimator {
    said_by_the_view!(board, brief, question, offer, mistake);

    fn topics(view: Seen<'_>) -> Vec<Topic> {
        let tree = view.case().tree();
        if view.hears_nothing() {
            let leaf = || topic(tree, view.here(), view.evident());
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

    fn known(view: Seen<'_>) -> Known {
        let known = Known::default().case(view.case(), view.eye(), |claim| view.knows(claim));
        known
            .number("epsilon", view.stakes().epsilon.get())
            .number("r", view.ratio().get())
            .number("judgement", view.stakes().judgement.get())
    }

    fn why(view: Seen<'_>) -> String {
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

    /// One leaf is judged; the stakes grow as r to the depth.
    fn at_a_million(view: Seen<'_>) -> Option<String> {
        let (width, depth) = levels(view.case().tree())?;
        Some(format!(
            "A million leaves, {width} below each claim: still 1 judgement; at most {} is paid.",
            amount(view.ratio().most(depth as usize))
        ))
    }
}

impl<'a> View<'a, ProverEstimator> {
    /// What was decided, whether Alice's answer was right, and what she is paid against what an
    /// honest Alice is promised.
    fn why_paid(&self, decided: bool, paid: f64) -> String {
        let right = match (self.answer(), self.answer_is_right()) {
            (Some(answer), Some(right)) => chosen(answer, right),
            _ => String::new(),
        };
        let claim = self.truths().map(|truths| completeness(self.case(), self.stakes(), truths));
        let promise = match claim.filter(Claim::holds) {
            Some(claim) => {
                format!("an honest Alice is promised {} on average", as_typed(claim.limit))
            }
            None => "Thm 6.1 promises nothing here".into(),
        };
        let lost: String = [self.misfit(), self.dearest()].into_iter().flatten().collect();
        format!(
            "{lost}The judge decided that \u{201c}{}\u{201d} is {decided}.{right} She is paid {} of at \
             most {}; {promise}.",
            self.case().tree().words(self.here()),
            payment(paid),
            amount(self.ratio().most(self.depth())),
        )
    }

    /// Where no law of chance gives Bob's number for a claim together with those that he stated for
    /// its parts, each given the answers drawn before it; the widest gap, if it is more than [`ROUNDED`].
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
            (false, true) => format!("at most {}", probability(high)),
            (false, false) => format!("at least {}", probability(low)),
        };
        Some(format!(
            "Bob's numbers do not fit: he said {} of the whole in round {}, and by what he said \
             of its parts it is {bound}. ",
            chance(round.stated),
            at + 1,
        ))
    }

    /// Between what bounds P[rule = 1] lies by what was stated for the parts of a round's argument.
    /// What Bob would have said after other draws is not known, so it may be anything.
    fn by_the_parts(&self, round: &Round) -> Option<(f64, f64)> {
        let argument = self.argument_of(round)?;
        let drawn: Vec<bool> = round.parts.iter().map_while(|part| part.1).collect();
        let all = argument.parts.len();
        if drawn.len() < all {
            return None;
        }
        // The least and the most that the rule may come to after these answers.
        let ends = |answers: &[bool]| {
            let start = argument.rule.tally(all);
            let tally = answers.iter().fold(start, |tally, &answer| tally.with(answer));
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

    /// The round in which most was paid, by whom, and for what was said.
    fn dearest(&self) -> Option<String> {
        let paid = self.played().iter().enumerate();
        let paid = paid.filter_map(|(at, round)| Some((at, round, self.reward(at)?)));
        let (at, round, paid) = paid.max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()))?;
        let who = if paid > 0.0 { "Bob" } else { "Alice" };
        let said = round.said.map_or("", Direction::words);
        let stated = chance(round.stated);
        let after = format!(
            "{}, after she said \u{201c}{said}\u{201d} of his {stated}",
            amount(paid.abs())
        );
        (paid.abs() > 0.05).then(|| format!("{who} paid most in round {}: {after}. ", at + 1))
    }
}

/// "claim attic"; the root is called so.
fn named(tree: &ClaimTree, claim: ClaimId, root: &str) -> String {
    if claim == ClaimId::ROOT { root.to_owned() } else { format!("claim {}", tree.name(claim)) }
}

/// A probability as it was typed, unless that is long.
fn chance(p: Probability) -> String {
    let typed = p.to_string();
    if typed.len() <= 5 { typed } else { probability(p.get()) }
}
