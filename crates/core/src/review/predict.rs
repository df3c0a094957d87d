//! What a person said would be shown, against what was.

use crate::debate::{NodeId, Table};
use crate::rules::Move;
use crate::scenario::Attempt;

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
