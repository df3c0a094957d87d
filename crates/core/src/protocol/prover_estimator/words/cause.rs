//! The cause of a payment: Bob's numbers, luck, or what Alice knew.

use super::{chance, named};
use crate::machine::claims::{Knowledge, Odds};
use crate::protocol::ProverEstimator;
use crate::protocol::claims::words::yes_no;
use crate::protocol::prover_estimator::EstimateRound;
use crate::rules::{Direction, View};
use crate::text::number::{amount, and, payment, probability};

/// The difference below which two payments look equal.
const SAME: f64 = 0.005;

/// The largest number of drawn answers that a sentence lists.
const LISTED: usize = 4;

impl<'a> View<'a, ProverEstimator> {
    /// Sentences about the first draw and its payment. `None` before the draw.
    pub(super) fn first_payment(&self) -> Option<String> {
        let (p, drawn) = self.first()?;
        let paid = if drawn? { "paid her 1" } else { "paid her nothing" };
        let stated = chance(p);
        Some(match p.get() {
            0.0 | 1.0 => format!("The first draw {paid}, because Bob said {stated}."),
            _ => format!(
                "By luck, the first draw {paid}: with Bob's {stated}, the average draw pays {stated}."
            ),
        })
    }

    /// Sentences about a finished round that paid Alice this amount: what was compared, and whether
    /// numbers, luck or knowledge made the payment.
    pub(super) fn cause(&self, at: usize, round: &EstimateRound, paid: f64) -> Option<String> {
        let about = named(self.case().tree(), round.claim, "her answer");
        let (stated, said) = (chance(round.stated), round.said?);
        let counts = u8::from(round.outcome?);
        let difference = match said {
            Direction::TooLow => format!("{counts} − {stated}"),
            Direction::AboutRight => return None,
            Direction::TooHigh => format!("{stated} − {counts}"),
        };
        let (compared, source) = match self.argument_of(round) {
            Some(_) => {
                (format!("The drawn answers, {},", drawn(round)), self.drawn_cause(at, round, paid))
            }
            None => {
                let decided = round.outcome? != self.turned(round.claim);
                let quoted = self.case().tree().words(round.claim);
                let by =
                    format!("The judge's decision, that \u{201c}{quoted}\u{201d} is {decided},");
                (by, self.decided_cause(at, round, paid)?)
            }
        };
        Some(format!(
            "Bob had said {stated} for {about}. {compared} count{} as {counts}. Alice had said \
             \u{201c}{}\u{201d}, so she is paid {} × ({difference}) = {}. {source} ",
            if self.argument_of(round).is_some() { "" } else { "s" },
            said.words(),
            amount(self.ratio().stake(at)),
            payment(paid),
        ))
    }

    /// Alice's payment for a round, if its outcome is 1 with this probability.
    fn on_average(&self, at: usize, round: &EstimateRound, yes: f64) -> f64 {
        let yes = if self.turned(round.claim) { 1.0 - yes } else { yes };
        let sign = round.said.map_or(0.0, |said| f64::from(said.sign()));
        self.ratio().stake(at) * sign * (yes - round.stated.get())
    }

    /// The cause of a payment that drawn answers decided.
    fn drawn_cause(&self, at: usize, round: &EstimateRound, paid: f64) -> String {
        let odds = round.parts.iter().map(|(p, _)| Odds::from_probability(p.get()));
        let argument = self.argument_of(round);
        let yes = argument.map_or(0.0, |argument| argument.rule.chances(odds).yes);
        let by_numbers = self.on_average(at, round, yes);
        let luck = paid - by_numbers;
        let cause = match (by_numbers.abs() < SAME, luck.abs() < SAME) {
            (true, _) => {
                "By Bob's numbers the round pays 0 on average over the draws, so all of it is luck."
                    .into()
            }
            (false, true) => {
                "With Bob's numbers every draw pays her that: luck has no part.".into()
            }
            (false, false) => format!(
                "By Bob's numbers the round pays her {} on average over the draws. The rest, {}, is luck in the draws.",
                payment(by_numbers),
                payment(luck)
            ),
        };
        format!("The draws decide this, not the truth. {cause}")
    }

    /// The cause of a payment that the judge decided. `None` if the truth is hidden.
    fn decided_cause(&self, at: usize, round: &EstimateRound, paid: f64) -> Option<String> {
        let thinks = self.stakes().says_true(self.case().bob_thinks(round.claim, self.truths()?));
        let by_numbers = self.on_average(at, round, thinks);
        let rest = paid - by_numbers;
        let what = match *self.case().alice() {
            Knowledge::Everything if self.stakes().judgement.get() == 1.0 => "what Alice knew",
            _ => "luck",
        };
        Some(match (by_numbers.abs() < SAME, rest.abs() < SAME) {
            (_, true) => "Bob knew the truth, so his number alone made this payment.".into(),
            (true, false) => {
                format!("With what Bob knew, his number was right: {what} made this payment.")
            }
            (false, false) => {
                let thinks = if self.turned(round.claim) { 1.0 - thinks } else { thinks };
                format!(
                    "With what Bob knew, {} is an error of {}. Over the worlds that fit what he knew, it pays her {} on \
                     average. The rest, {}, is {what}.",
                    chance(round.stated),
                    probability((thinks - round.stated.get()).abs()),
                    payment(by_numbers),
                    payment(rest),
                )
            }
        })
    }
}

/// The drawn answers of a round in words. Many answers are counted.
fn drawn(round: &EstimateRound) -> String {
    let answers = round.parts.iter().filter_map(|part| part.1);
    let list: Vec<String> = answers.clone().map(|yes| yes_no(yes).to_owned()).collect();
    if list.len() <= LISTED {
        return and(&list);
    }
    let yes = answers.filter(|yes| *yes).count();
    format!("{yes} yes and {} no", list.len() - yes)
}
