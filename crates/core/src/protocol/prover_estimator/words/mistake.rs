//! What is wrong with a move of a prover-estimator debate, with everything shown.

use crate::machine::claims::{ClaimId, StabilityTable, Truths};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::leaf::Stage;
use crate::protocol::claims::words::yes_no;
use crate::protocol::prover_estimator::players::estimator::Estimator;
use crate::protocol::prover_estimator::players::roster::number;
use crate::protocol::prover_estimator::{Phase, direction};
use crate::rules::{Direction, Move, View};
use crate::text::number::{amount, as_typed};

/// Nearer than this, two probabilities are the same to whoever states one.
pub(super) const SAME: f64 = 0.005;

impl<'a> View<'a, ProverEstimator> {
    pub(super) fn mistaken(&self, mv: &Move) -> Option<String> {
        let truths = self.truths()?;
        match (self.phase(), mv) {
            (Phase::Answering, Move::Claim(answer)) => {
                let truth = truths.of(ClaimId::ROOT);
                (answer.0 != truth).then(|| {
                    format!(
                        "The truth is {}. A Bob who knows that says 0 of the answer {}, and then \
                         the coin at the start pays nothing.",
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
            (Phase::Arguing, Move::Argue(layout)) => self.brittler(layout.argument.index(), truths),
            (Phase::Picking, Move::Pick(place)) => self.nearer(place.index(), truths),
            (Phase::Leaf(Stage::Judging { asked }), Move::Decide(answer)) => {
                let truth = truths.of(self.here());
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
                            format!(" It pays Alice {} more than is right.", amount(more))
                        }
                        Some(less) if less < 0.0 => {
                            format!(" It pays Alice {} less than is right.", amount(-less))
                        }
                        _ => String::new(),
                    };
                    let how = if asked { "It was looked up: " } else { "" };
                    format!("{how}{} is {truth} in this scenario.{moved}", self.quoted(self.here()))
                })
            }
            _ => None,
        }
    }

    /// Bob's number for the claim that he is asked about, if the smallest claims tell nothing of each
    /// other, whatever was drawn.
    pub(super) fn by_its_parts(&self) -> Option<f64> {
        match self.phase() {
            Phase::First | Phase::Estimating => number(&Estimator::Marginal, *self),
            _ => None,
        }
    }

    fn quoted(&self, claim: ClaimId) -> String {
        format!("“{}”", self.case().tree().words(claim))
    }

    /// Bob states another number of a claim than what he knows and heard makes likely.
    fn misestimated(&self, [holds, fails]: [&str; 2], p: f64, claim: ClaimId) -> Option<String> {
        let believed = number(&Estimator::Informed, *self)?;
        let known = self.case().bob().covers(claim);
        let off = (believed - p).abs();
        if off < SAME {
            return None;
        }
        let round = self.played().len();
        let sure = known || believed <= 0.0 || believed >= 1.0;
        let likely = match sure {
            true => format!("Bob could tell that {}.", if believed > 0.5 { holds } else { fails }),
            false => format!(
                "By what Bob knew and heard, {holds} with probability {}.",
                as_typed(near(believed))
            ),
        };
        Some(format!(
            "{likely} {} is {} off, and if Alice goes on there she is paid {} for each unit that \
             Bob is off.",
            as_typed(near(p)),
            as_typed(near(off)),
            amount(self.ratio().stake(round))
        ))
    }

    /// Alice says another direction than the truth gives.
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
            _ => format!("what she could know, {}", as_typed(near(truth))),
        };
        let begin = format!("Bob's {} is {} from {from}.", as_typed(near(p)), as_typed(near(off)));
        Some(match due {
            Direction::AboutRight => format!(
                "{begin} That is within ε = {}: a payment of up to {} hangs on the coins, and an \
                 honest Alice lets it pass.",
                as_typed(epsilon),
                amount(stake * p.max(1.0 - p))
            ),
            _ => {
                let reach = format!(
                    "“{}” is paid up to {} × {} = {} here",
                    due.words(),
                    amount(stake),
                    as_typed(near(off)),
                    amount(stake * off)
                );
                match said {
                    Direction::AboutRight => format!("{begin} {reach}, “about right” nothing."),
                    _ => format!("{begin} {reach}; “{}” pays as much to Bob.", said.words()),
                }
            }
        })
    }

    /// Alice lays out an argument that small errors move further than another.
    fn brittler(&self, which: usize, truths: &Truths) -> Option<String> {
        let tree = self.case().tree();
        let epsilon = self.stakes().epsilon;
        let (best, steady) =
            StabilityTable::new(epsilon).steadiest(tree, self.here(), |claim| truths.of(claim))?;
        let own = tree.argument(self.here(), which)?;
        let own_truths: Vec<bool> = own.parts.iter().map(|part| truths.of(part)).collect();
        let rho = own.rule.stability(own_truths.into_iter(), epsilon).rho;
        (which != best && rho > steady.rho + 1e-9).then(|| {
            format!(
                "Errors of ε in Bob's numbers move this argument by up to {} ε, argument {} only \
                 by {} ε.",
                as_typed(near(rho)),
                best + 1,
                as_typed(near(steady.rho))
            )
        })
    }

    /// Alice goes on where Bob is less far off than elsewhere.
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
                "Bob is {} off on {} and {} off on {}: she is paid by how far Bob is off, {} for \
                 each unit in the next round.",
                as_typed(near(own)),
                self.quoted(parts[at]),
                as_typed(near(most)),
                self.quoted(parts[best]),
                amount(self.ratio().stake(self.played().len()))
            )
        })
    }
}

/// A number as it is said: to three decimals.
fn near(x: f64) -> f64 {
    (x * 1e3).round() / 1e3
}
