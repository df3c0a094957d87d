//! Compares a person's predictions with the results: the bits that reads showed, and the winner.

use crate::analysis::Game;
use crate::debate::{AnyDebate, NodeId};
use crate::rules::{Move, Side, Turn};
use crate::scenario::{Attempt, Percent, Scenario, open};

/// The result of the query that a person predicted at a node. It is the first bit or answer after
/// this node, on the last line that continues from it. `None` if no bit was shown.
fn shown(table: &dyn AnyDebate, after: NodeId) -> Option<bool> {
    let tree = table.tree();
    let mut at = tree.children(after).last()?;
    loop {
        match tree.played(at).map(|played| &played.mv) {
            Some(Move::Shows(bit)) => return Some(bit.0),
            Some(Move::Answer(answer)) => return Some(answer.0),
            _ => at = tree.children(at).next()?,
        }
    }
}

/// The number of correct predictions, and the number of predictions with a known result.
pub fn predicted(table: &dyn AnyDebate, attempt: &Attempt) -> (usize, usize) {
    let place = |at: u32| {
        let mut places = std::iter::once(NodeId::START).chain(table.tree().all());
        places.find(|node| node.number() == at)
    };
    let known = attempt
        .predictions
        .iter()
        .filter_map(|prediction| Some(shown(table, place(prediction.at)?)? == prediction.says));
    known.fold((0, 0), |(right, of), came_true| (right + usize::from(came_true), of + 1))
}

/// The quadratic loss of a stated probability p: (p − 1)² if the event happened, p² if not. The
/// expected loss is smallest if p is the true probability.
pub fn loss(stated: f64, came: bool) -> f64 {
    (stated - f64::from(came)).powi(2)
}

/// A prediction of the winner, and the real winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredictedWinner {
    /// Alice's winning probability, as the person predicted it.
    pub alice: Percent,
    /// True if Alice won. In a debate with payments, true if she was paid more than 0.
    pub alice_won: bool,
}

impl PredictedWinner {
    /// Returns whether the predicted side won. `None` if the person predicted 50 %.
    pub fn is_right(self) -> Option<bool> {
        self.side().map(|side| (side == Side::Alice) == self.alice_won)
    }

    /// The predicted winner. `None` if the person predicted 50 %.
    pub fn side(self) -> Option<Side> {
        match self.alice.get() {
            50 => None,
            percent => Some(if percent > 50 { Side::Alice } else { Side::Bob }),
        }
    }

    /// The quadratic loss of the predicted probability.
    pub fn loss(self) -> f64 {
        loss(self.alice.part(), self.alice_won)
    }
}

/// The prediction and the winner of this debate. `None` if there is no prediction, or if the debate
/// is not over.
pub fn predicted_winner(scenario: &Scenario, game: &dyn Game) -> Option<PredictedWinner> {
    let alice = scenario.attempt.as_ref()?.forecast?.alice?;
    let Turn::Over(outcome) = game.position().turn() else { return None };
    Some(PredictedWinner { alice, alice_won: outcome.winner == Side::Alice })
}

/// The prediction in a record, and the winner of the first line that ended. Later lines do not
/// count, because the person already knew a result. `None` if there is no prediction, or if no line
/// ended.
pub fn predicted_winner_in(record: &Scenario) -> Option<PredictedWinner> {
    record.attempt.as_ref()?.forecast?.alice?;
    let mut game = open(record).ok()?;
    for line in record.moves.iter().flatten() {
        game.apply(&line.value.0).ok()?;
        if let Some(found) = predicted_winner(record, &*game) {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_true_probability_costs_least_on_average() {
        for so in 0..=10 {
            let cost = |stated: u8| {
                let p = f64::from(so) / 10.0;
                let stated = f64::from(stated) / 10.0;
                p * loss(stated, true) + (1.0 - p) * loss(stated, false)
            };
            assert!((0..=10).all(|stated| stated == so || cost(stated) > cost(so)), "{so}");
        }
    }

    #[test]
    fn the_side_that_was_called_more_likely_is_the_prediction() {
        let said = |percent, alice_won| {
            PredictedWinner { alice: Percent::at_most_all(percent), alice_won }.is_right()
        };
        assert_eq!([said(100, true), said(30, false), said(51, true)], [Some(true); 3]);
        assert_eq!([said(100, false), said(30, true), said(0, true)], [Some(false); 3]);
        assert_eq!([said(50, true), said(50, false)], [None; 2]);
    }
}
