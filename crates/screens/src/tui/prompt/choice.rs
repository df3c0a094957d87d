//! A move that needs nothing more, behind a radio button.

use super::widget::{Widget, WidgetLabel};
use crate::rules::Move;

/// A move and its words.
pub struct MoveChoice(pub Move, pub String);

impl Widget for MoveChoice {
    fn label(&self) -> WidgetLabel {
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
        WidgetLabel { confirm, rank, ..WidgetLabel::new(&*self.1) }
    }

    fn to_move(&self) -> Result<Move, String> {
        Ok(self.0.clone())
    }

    fn choice(&self) -> Option<&Move> {
        Some(&self.0)
    }
}
