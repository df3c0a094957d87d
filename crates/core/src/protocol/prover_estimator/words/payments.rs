//! The table of payments. It has the past rounds, and the possible payments of later rounds.

use super::chance;
use crate::protocol::ProverEstimator;
use crate::protocol::claims::words::yes_no;
use crate::protocol::prover_estimator::Phase;
use crate::rules::{Direction, Seat, View, Viewer};
use crate::text::Limit;
use crate::text::number::{amount, fixed, payment};

impl<'a> View<'a, ProverEstimator> {
    /// The number of rounds that have not started yet.
    pub(super) fn rounds_to_come(&self) -> usize {
        match self.phase() {
            Phase::Over => 0,
            _ => (self.depth() + 1).saturating_sub(self.played().len()),
        }
    }

    /// The payments of each round, and the possible payments of later rounds.
    pub(super) fn payments(&self) -> Vec<String> {
        let Some(paid) = self.alice_is_paid() else { return Vec::new() };
        let head = match self.eye() {
            Viewer::Seat(Seat::Alice) => "You are paid, Bob pays",
            Viewer::Seat(Seat::Bob) => "Alice is paid, you pay",
            _ => "Alice is paid, Bob pays",
        };
        let mut lines = vec![line(head, "so far", "possible")];
        let coin = match self.first() {
            Some((_, Some(z))) => payment(f64::from(z)),
            _ => String::new(),
        };
        let answer = yes_no(self.answer() != Some(false));
        lines.push(line(&format!("  start    1 if drawn {answer}"), &coin, ""));
        let mut rows = Vec::new();
        for at in 0..=self.depth() {
            let stake = amount(self.ratio().stake(at));
            let (what, paid, may) = match self.played().get(at) {
                None if self.phase() == Phase::Over => continue,
                None => (format!("{stake} × ±error"), String::new(), String::new()),
                Some(round) => {
                    let outcome = match self.argument_of(round) {
                        Some(_) => "drawn".to_owned(),
                        None if self.case().tree().is_leaf(round.claim) => "judge".into(),
                        None => "rule".into(),
                    };
                    // If Alice answered no at the root, she is paid if the claim is false.
                    let outcome = match self.turned(round.claim) {
                        true => format!("not {outcome}"),
                        false => outcome,
                    };
                    let p = round.stated;
                    let reward = |said, yes| self.ratio().reward(at, said, yes, p.get());
                    let may = match (self.reward(at), round.said) {
                        (Some(_), _) => String::new(),
                        // If Alice has not named a direction yet, the payment can be positive or negative.
                        (None, None) => span(
                            Direction::ALL
                                .map(|said| [false, true].map(|outcome| reward(said, outcome)))
                                .as_flattened(),
                        ),
                        (None, Some(said)) => span(&[reward(said, false), reward(said, true)]),
                    };
                    let error = match round.said {
                        None => format!("±({outcome} − {})", chance(p)),
                        Some(Direction::TooLow) => format!("({outcome} − {})", chance(p)),
                        Some(Direction::AboutRight) => "0".to_owned(),
                        Some(Direction::TooHigh) => format!("({} − {outcome})", chance(p)),
                    };
                    let paid = self.reward(at).map_or(String::new(), payment);
                    (format!("{stake} × {error}"), paid, may)
                }
            };
            rows.push((at + 1, what, paid, may));
        }
        // If a formula is too long for a line with its amounts, the line drops the word before the
        // formula.
        let long = |(at, what, paid, may): &(usize, String, String, String)| {
            line(&format!("  round {at:<2} {what}"), paid, may)
        };
        let whole = rows.iter().all(|row| width(&long(row)) <= COLUMNS);
        lines.extend(rows.iter().map(|row| match (whole, row) {
            (true, row) => long(row),
            (false, (at, what, paid, may)) => {
                line(&format!("{at} {}", what.replace(" × ", "×")), paid, may)
            }
        }));
        let most = self.ratio().max_payment(self.depth());
        lines.push(format!(
            "  paid {} of at most {} ({} %)",
            payment(paid),
            Limit::at_most(most).amount(),
            fixed(100.0 * paid / most, 1)
        ));
        lines
    }
}

/// The number of columns of the board on the smallest screen.
const COLUMNS: usize = 50;

/// A line with two amounts under their headings. If the text is long, the amounts move to the
/// right.
fn line(what: &str, paid: &str, may: &str) -> String {
    let mut text = what.to_owned();
    for (amount, end) in [(paid, 36), (may, COLUMNS)] {
        if !amount.is_empty() {
            let gap = end.saturating_sub(width(&text) + width(amount)).max(1);
            text += &format!("{}{amount}", " ".repeat(gap));
        }
    }
    text
}

/// The number of columns of a text without wide characters.
fn width(text: &str) -> usize {
    text.chars().count()
}

fn span(amounts: &[f64]) -> String {
    let least = amounts.iter().copied().fold(f64::INFINITY, f64::min);
    let most = amounts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most == 0.0 && least == 0.0 {
        return payment(most);
    }
    if least == -most {
        return format!("±{}", amount(most));
    }
    format!("{} {}", payment(least), payment(most))
}
