//! The reward ledger: what was paid for each round, and what the next ones may bring.

use super::chance;
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::Phase;
use crate::rules::{Eye, Seat};
use crate::show::claims::rule_word;
use crate::show::number::{amount, fixed, payment};

impl ProverEstimator {
    /// What was paid for each round, and what the next ones may bring.
    pub(super) fn payments(&self, eye: Eye) -> Vec<String> {
        let head = match eye {
            Eye::Seat(Seat::Alice) => "You are paid, Bob pays",
            Eye::Seat(Seat::Bob) => "Alice is paid, you pay",
            _ => "Alice is paid, Bob pays",
        };
        let mut lines = vec![format!("{head:<26}{:>10}{:>14}", "so far", "may bring")];
        let coin = match self.first() {
            Some((_, Some(z))) => payment(f64::from(u8::from(z))),
            _ => String::new(),
        };
        lines.push(format!("  {:<24}{coin:>10}", "start    1 if drawn yes"));
        for at in 0..=self.depth() {
            let stake = amount(self.ratio().stake(at));
            let (what, paid, may) = match self.rounds().get(at) {
                None if self.phase() == Phase::Over => continue,
                None => (format!("{stake} × ±error"), String::new(), String::new()),
                Some(round) => {
                    let outcome = match self.argument_of(round) {
                        Some(argument) => rule_word(argument.rule).to_owned(),
                        None if self.case().tree().is_leaf(round.claim) => "judge".into(),
                        None => "rule".into(),
                    };
                    let p = round.stated;
                    let may = match (self.reward(at), round.said) {
                        (Some(_), _) => String::new(),
                        (None, said) => {
                            let reach =
                                |said, outcome| self.ratio().reward(at, said, outcome, p.get());
                            let said = said.map_or(crate::rules::Direction::TooLow, |said| said);
                            let (a, b) = (reach(said, false), reach(said, true));
                            format!("{} {}", payment(a.min(b)), payment(a.max(b)))
                        }
                    };
                    let paid = self.reward(at).map_or(String::new(), payment);
                    (format!("{stake} × ({outcome} − {})", chance(p)), paid, may)
                }
            };
            lines.push(format!("  round {:<2} {what:<16}{paid:>9}{may:>15}", at + 1));
        }
        let most = self.ratio().most(self.depth());
        lines.push(format!(
            "  paid {} of at most {} ({} %)",
            payment(self.paid()),
            amount(most),
            fixed(100.0 * self.paid() / most, 1)
        ));
        lines
    }
}
