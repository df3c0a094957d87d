//! What is wrong with a move of a prover-estimator debate. Only the review shows these texts.

use crate::machine::claims::{ClaimId, StabilityTable, Truths};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::leaf::LeafStage;
use crate::protocol::claims::words::yes_no;
use crate::protocol::prover_estimator::players::estimator::EstimatorStrategy;
use crate::protocol::prover_estimator::players::registry::number;
use crate::protocol::prover_estimator::{Phase, direction};
use crate::rules::{Direction, Move, View};
use crate::text::number::{amount, as_typed};

/// Two stated probabilities count as equal if they differ by less than this.
pub(super) const SAME: f64 = 0.005;

impl<'a> View<'a, ProverEstimator> {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        let truths = self.truths()?;
        match (self.phase(), mv) {
            (Phase::Answering, Move::Claim(answer)) => {
                let truth = truths.is_true(ClaimId::ROOT);
                (answer.0 != truth).then(|| {
                    format!(
                        "The truth is {}. If Bob knows this, he says 0 for the answer {}, and then \
                         the first draw pays Alice nothing.",
                        yes_no(truth),
                        yes_no(!truth)
                    )
                })
            }
            (Phase::First, Move::Estimate(p)) => {
                let told = ["Alice's answer is right", "Alice's answer is wrong"];
                self.misestimated(told, p.get(), ClaimId::ROOT)
            }
            (Phase::Estimating, Move::Estimate(p)) => {
                let claim = self.asked()?;
                let quoted = self.quoted(claim);
                let [holds, fails] = ["true", "false"].map(|is| format!("{quoted} is {is}"));
                self.misestimated([&*holds, &*fails], p.get(), claim)
            }
            (Phase::Calling, Move::Say(said)) => self.miscalled(*said, truths),
            (Phase::Arguing, Move::Argue(layout)) => {
                self.less_stable(layout.argument.index(), truths)
            }
            (Phase::Picking, Move::Pick(place)) => self.nearer(place.index(), truths),
            (Phase::Leaf(LeafStage::Judging { asked }), Move::Decide(answer)) => {
                let truth = truths.is_true(self.here());
                (answer.0 != truth).then(|| {
                    let paid = self.round().and_then(|round| {
                        let (said, p) = (round.said?, round.stated.get());
                        let at = self.played().len() - 1;
                        let turned = self.turned(self.here());
                        let pay =
                            |outcome: bool| self.ratio().reward(at, said, outcome != turned, p);
                        Some(pay(answer.0) - pay(truth))
                    });
                    let moved = match paid {
                        Some(more) if more > 0.0 => {
                            format!(" This pays Alice {} too much.", amount(more))
                        }
                        Some(less) if less < 0.0 => {
                            format!(" This pays Alice {} too little.", amount(-less))
                        }
                        _ => String::new(),
                    };
                    let how = if asked { "The judge looked it up: " } else { "" };
                    format!("{how}{} is {truth} in this scenario.{moved}", self.quoted(self.here()))
                })
            }
            _ => None,
        }
    }

    /// Bob's number for the claim that he estimates, if he treats all leaves as independent.
    pub(super) fn by_its_parts(&self) -> Option<f64> {
        match self.phase() {
            Phase::First | Phase::Estimating => number(&EstimatorStrategy::Marginal, *self),
            _ => None,
        }
    }

    fn quoted(&self, claim: ClaimId) -> String {
        format!("“{}”", self.case().tree().words(claim))
    }

    /// What is wrong if Bob states a number that differs from what he could know.
    fn misestimated(&self, [holds, fails]: [&str; 2], p: f64, claim: ClaimId) -> Option<String> {
        let believed = number(&EstimatorStrategy::Informed, *self)?;
        let known = self.case().bob().covers(claim);
        let off = (believed - p).abs();
        if off < SAME {
            return None;
        }
        let round = self.played().len();
        let sure = known || believed <= 0.0 || believed >= 1.0;
        let likely = match sure {
            true => format!("Bob could know that {}.", if believed > 0.5 { holds } else { fails }),
            false => format!(
                "From what Bob knew and heard, the probability that {holds} is {}.",
                as_typed(rounded(believed))
            ),
        };
        Some(format!(
            "{likely} His number {} is off by {}. If Alice continues there, she is paid {} for each unit of \
             his error.",
            as_typed(rounded(p)),
            as_typed(rounded(off)),
            amount(self.ratio().stake(round))
        ))
    }

    /// What is wrong if Alice names a direction that does not fit the truth.
    fn miscalled(&self, said: Direction, truths: &Truths) -> Option<String> {
        let round = self.round()?;
        let (p, at) = (round.stated.get(), self.played().len() - 1);
        let thinks = self.case().alice_thinks(round.claim, truths);
        let truth = if self.turned(round.claim) { 1.0 - thinks } else { thinks };
        let epsilon = self.stakes().epsilon.get();
        let due = direction(p, truth, epsilon);
        if said == due {
            return None;
        }
        let stake = self.ratio().stake(at);
        let off = (truth - p).abs();
        let from = match truth {
            0.0 | 1.0 => format!("the truth, {truth}"),
            _ => format!("the best estimate that she could make, {}", as_typed(rounded(truth))),
        };
        let begin = format!(
            "Bob's {} differs by {} from {from}.",
            as_typed(rounded(p)),
            as_typed(rounded(off))
        );
        Some(match due {
            Direction::AboutRight => format!(
                "{begin} That is within ε = {}, so an honest Alice says “about right”. With any other answer she can \
                 lose up to {}, depending on the draws.",
                as_typed(epsilon),
                amount(stake * p.max(1.0 - p))
            ),
            _ => {
                let reach = format!(
                    "“{}” pays up to {} × {} = {} here",
                    due.words(),
                    amount(stake),
                    as_typed(rounded(off)),
                    amount(stake * off)
                );
                match said {
                    Direction::AboutRight => {
                        format!("{begin} {reach}, and “about right” pays nothing.")
                    }
                    _ => {
                        format!("{begin} {reach}, and “{}” pays that amount to Bob.", said.words())
                    }
                }
            }
        })
    }

    /// What is wrong if Alice chooses an argument that is less stable than another one.
    fn less_stable(&self, which: usize, truths: &Truths) -> Option<String> {
        let tree = self.case().tree();
        let epsilon = self.stakes().epsilon;
        let (best, steady) =
            StabilityTable::new(epsilon)
                .most_stable(tree, self.here(), |claim| truths.is_true(claim))?;
        let own = tree.argument(self.here(), which)?;
        let own_truths: Vec<bool> = own.parts.iter().map(|part| truths.is_true(part)).collect();
        let rho = own.rule.stability(own_truths.into_iter(), epsilon).rho;
        (which != best && rho > steady.rho + 1e-9).then(|| {
            format!(
                "If Bob's numbers are off by ε, this argument can be off by {} ε. Argument {} can \
                 be off by at most {} ε.",
                as_typed(rounded(rho)),
                best + 1,
                as_typed(rounded(steady.rho))
            )
        })
    }

    /// What is wrong if Alice picks a subclaim although Bob's error is larger at another one.
    fn nearer(&self, at: usize, truths: &Truths) -> Option<String> {
        let round = self.round()?;
        let parts: Vec<ClaimId> = self.argument_of(round)?.parts.iter().collect();
        let off = |at: usize| {
            let truth = self.case().alice_thinks(*parts.get(at)?, truths);
            Some((round.parts.get(at)?.0.get() - truth).abs())
        };
        let own = off(at)?;
        let (best, most) = (0..parts.len())
            .filter_map(|at| Some((at, off(at)?)))
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
        (most > own + 1e-9).then(|| {
            format!(
                "Bob's number is off by {} for {}, and by {} for {}. In the next round, Alice is paid {} for \
                 each unit of his error.",
                as_typed(rounded(own)),
                self.quoted(parts[at]),
                as_typed(rounded(most)),
                self.quoted(parts[best]),
                amount(self.ratio().stake(self.played().len()))
            )
        })
    }
}

fn rounded(x: f64) -> f64 {
    (x * 1e3).round() / 1e3
}
