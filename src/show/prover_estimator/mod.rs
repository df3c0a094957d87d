//! Prover-estimator debate, said and shown.

mod asking;
mod board;
mod brief;
mod mistake;
mod payments;

use crate::chance::Probability;
use crate::machine::claims::{Knowledge, Odds, StabilityTable, default_ratio};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::Phase;
use crate::rules::{Eye, Move, Position, Seat};
use crate::show::claims::{known, topic};
use crate::show::number::{amount, as_typed, payment, probability};
use crate::show::{Show, Topic};

impl Show for ProverEstimator {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn topics(&self, eye: Eye) -> Vec<Topic> {
        let tree = self.case().tree();
        let decided =
            matches!(self.phase(), Phase::Judging { .. } | Phase::Consulting | Phase::Over);
        match (eye, self.phase()) {
            (Eye::Seat(Seat::Judge), _) if !decided => Vec::new(),
            (Eye::Seat(Seat::Judge), _) => {
                vec![topic(tree, self.here(), self.world().truth(self.here()))]
            }
            (eye, Phase::Picking) => {
                self.subclaims().map(|at| topic(tree, at, known(self.world(), eye, at))).collect()
            }
            (eye, _) => {
                let at = self.asked().unwrap_or(self.here());
                vec![topic(tree, at, known(self.world(), eye, at))]
            }
        }
    }

    fn why(&self) -> String {
        match self.round().and_then(|round| round.outcome) {
            Some(outcome) if self.phase() == Phase::Over => {
                self.why_paid(outcome != self.turned(self.here()))
            }
            _ => String::new(),
        }
    }

    fn mistake(&self, mv: &Move) -> Option<String> {
        self.mistaken(mv)
    }
}

impl ProverEstimator {
    /// What was decided, whether Alice's answer was right, and what she is paid against what an
    /// honest Alice is promised.
    fn why_paid(&self, decided: bool) -> String {
        let right = match (self.answer(), self.truth()) {
            (Some(answer), Some(truth)) if answer == truth => " Alice's answer was right.",
            (Some(_), Some(_)) => " Alice's answer was wrong.",
            _ => "",
        };
        let promise = match self.promise() {
            Some(least) => format!("an honest Alice is promised {} on average", as_typed(least)),
            None => "Thm 6.1 promises nothing here".into(),
        };
        let lost: String = [self.misfit(), self.dearest()].into_iter().flatten().collect();
        format!(
            "The judge decided that \u{201c}{}\u{201d} is {decided}.{right} She is paid {} of at \
             most {}; {promise}.{lost}",
            self.case().tree().words(self.here()),
            payment(self.paid()),
            amount(self.ratio().most(self.depth())),
        )
    }

    /// Where Bob's number for a claim and his numbers for its parts are furthest apart, if that is
    /// more than ε.
    fn misfit(&self) -> Option<String> {
        let gaps = self.rounds().iter().filter_map(|round| {
            let argument = self.argument_of(round)?;
            let parts: Vec<Probability> = round.parts.iter().map(|part| part.0).collect();
            if parts.len() < argument.parts.len() {
                return None;
            }
            let odds = argument.rule.chances(parts.iter().map(|p| Odds::of(p.get())));
            let whole = if self.turned(round.claim) { odds.no } else { odds.yes };
            Some((round, parts, whole, (whole - round.stated.get()).abs()))
        });
        let (round, parts, whole, gap) = gaps.max_by(|a, b| a.3.total_cmp(&b.3))?;
        if gap <= self.setup().stakes.epsilon.get() + 1e-9 {
            return None;
        }
        let said = parts.iter().take(4).map(|&p| chance(p)).collect::<Vec<_>>().join(", ");
        let more = if parts.len() > 4 { " \u{2026}" } else { "" };
        Some(format!(
            " Bob's numbers did not fit: {} for the whole of round {}, and {said}{more} for its parts, \
             which make {} if they tell nothing of one another.",
            chance(round.stated),
            self.rounds().iter().position(|own| own.claim == round.claim)?,
            probability(whole),
        ))
    }

    /// The round that Bob paid most for.
    fn dearest(&self) -> Option<String> {
        let paid = (0..self.rounds().len()).filter_map(|at| Some((at, self.reward(at)?)));
        let (at, paid) = paid.max_by(|a, b| a.1.total_cmp(&b.1))?;
        (paid > 0.05).then(|| format!(" The dearest round was {at}: {}.", payment(paid)))
    }

    /// 1 − ε, the least that an honest Alice is paid on average in the world as drawn (Thm 6.1);
    /// none where a hypothesis of the theorem fails.
    fn promise(&self) -> Option<f64> {
        let epsilon = self.setup().stakes.epsilon;
        let truths = self.world().truths()?;
        let rho = StabilityTable::new(epsilon).of_tree(self.case().tree(), truths).rho;
        let needed = default_ratio(epsilon, rho)?;
        let holds =
            *self.case().alice() == Knowledge::Everything && self.ratio().get() >= needed - 1e-9;
        holds.then_some(1.0 - epsilon.get())
    }
}

/// A probability as it was typed, unless that is long.
fn chance(p: Probability) -> String {
    let typed = p.to_string();
    if typed.len() <= 5 { typed } else { probability(p.get()) }
}
