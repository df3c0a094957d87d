//! What a person predicted, beside what came: what reads would show, and who would win.

use crate::analysis::Game;
use crate::debate::{NodeId, Table};
use crate::rules::{Move, Side, Turn};
use crate::scenario::{Attempt, Percent, Scenario, open};

/// What the move at a place had shown: the first bit or answer after it, on any line played from
/// there; none if nothing was.
fn shown(table: &dyn Table, after: NodeId) -> Option<bool> {
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

/// How many predictions came true, and how many there are of what was shown.
pub fn predicted(table: &dyn Table, attempt: &Attempt) -> (usize, usize) {
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

/// The quadratic loss of a probability that was stated for something: (p − 1)² if it came, p² if not.
/// On average nothing costs less than the true probability.
pub fn loss(stated: f64, came: bool) -> f64 {
    (stated - f64::from(came)).powi(2)
}

/// A prediction of the winner, beside who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredictedWinner {
    /// How likely the person said Alice would win.
    pub alice: Percent,
    /// Whether she won; where she is paid, whether that is more than 0.
    pub alice_won: bool,
}

impl PredictedWinner {
    /// Whether the side that was called more likely won. `None` if neither was.
    pub fn is_right(self) -> Option<bool> {
        self.side().map(|side| (side == Side::Alice) == self.alice_won)
    }

    /// The side that was called more likely. `None` if neither was.
    pub fn side(self) -> Option<Side> {
        match self.alice.get() {
            50 => None,
            percent => Some(if percent > 50 { Side::Alice } else { Side::Bob }),
        }
    }

    /// What the stated probability cost.
    pub fn loss(self) -> f64 {
        loss(self.alice.part(), self.alice_won)
    }
}

/// The prediction of the winner of the debate that is over here.
pub fn predicted_winner(scenario: &Scenario, game: &dyn Game) -> Option<PredictedWinner> {
    let alice = scenario.attempt.as_ref()?.forecast?.alice?;
    let Turn::Over(outcome) = game.now().turn() else { return None };
    Some(PredictedWinner { alice, alice_won: outcome.winner == Side::Alice })
}

/// The prediction of the winner in a record, beside who won the first line that ended: a person who
/// plays on has seen that end. `None` if there is no prediction, or no line ended.
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
    fn on_average_nothing_costs_less_than_what_is_so() {
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
