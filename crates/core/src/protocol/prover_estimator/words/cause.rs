//! What a payment came from: Bob's numbers, luck, or what Alice knew.

use super::chance;
use crate::machine::claims::{Knowledge, Odds};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::EstimateRound;
use crate::rules::View;
use crate::text::number::{payment, probability};

impl<'a> View<'a, ProverEstimator> {
    /// Sentences about a finished round that paid Alice this amount.
    pub(super) fn cause(&self, at: usize, round: &EstimateRound, paid: f64) -> Option<String> {
        let sign = f64::from(round.said?.sign());
        let on_average =
            |outcome: f64| self.ratio().stake(at) * sign * (outcome - round.stated.get());
        let turn = |yes: f64| if self.turned(round.claim) { 1.0 - yes } else { yes };
        if let Some(argument) = self.argument_of(round) {
            let odds: Vec<Odds> =
                round.parts.iter().map(|(p, _)| Odds::from_probability(p.get())).collect();
            let by_numbers = on_average(turn(argument.rule.chances(odds.into_iter()).yes));
            let luck = paid - by_numbers;
            let decided = "The drawn answers decided that, not the truth. By his numbers the round pays Alice";
            let mut said = format!("{decided} {} on average", payment(by_numbers));
            if luck.abs() >= 0.005 {
                said += &format!(", and luck in the draws adds {}", payment(luck));
            }
            return Some(said + ". ");
        }
        let thinks = self.case().bob_thinks(round.claim, self.truths()?);
        let by_numbers = on_average(turn(self.stakes().says_true(thinks)));
        let rest = paid - by_numbers;
        if rest.abs() < 0.005 {
            return Some(
                "This payment came from the judge's decision: Bob's number was off. ".into(),
            );
        }
        let what = match *self.case().alice() {
            Knowledge::Everything if self.stakes().judgement.get() == 1.0 => "what Alice knew",
            _ => "luck",
        };
        if by_numbers.abs() < 0.005 {
            return Some(format!(
                "This payment came from the judge's decision. With what Bob knew, his number was right: {what} made \
                 the payment. "
            ));
        }
        Some(format!(
            "This payment came from the judge's decision. With what Bob knew, {} was {} off. Such an error pays {} \
             on average, and {what} adds {}. ",
            chance(round.stated),
            probability((turn(self.stakes().says_true(thinks)) - round.stated.get()).abs()),
            payment(by_numbers),
            payment(rest),
        ))
    }
}
