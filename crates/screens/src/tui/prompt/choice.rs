//! A move that needs nothing more, behind a radio button.

use super::widget::{Label, Widget};
use crate::rules::Move;

/// A move and its words.
pub struct Choice(pub Move, pub String);

impl Widget for Choice {
    fn label(&self) -> Label {
        let confirm = match &self.0 {
            Move::Answer(yes) | Move::Claim(yes) | Move::Decide(yes) => {
                format!("answer {yes}").into()
            }
            Move::Rule(side) => format!("rule for {}", side.seat().name()).into(),
            Move::Bit(bit) => format!("play {bit}").into(),
            Move::Pick(_) => "pick".into(),
            Move::Wire(_) => "point".into(),
            _ => "do it".into(),
        };
        // Votes come before rulings.
        let rank = if matches!(self.0, Move::Sample(_)) { 0 } else { 1 };
        Label { confirm, rank, ..Label::new(&*self.1) }
    }

    fn to_move(&self) -> Result<Move, String> {
        Ok(self.0.clone())
    }

    fn choice(&self) -> Option<&Move> {
        Some(&self.0)
    }
}
