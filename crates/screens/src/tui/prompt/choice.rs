//! A widget for a complete move: a radio button.

use super::widget::{Widget, WidgetLabel};
use crate::rules::Move;
use crate::text::narrate::capital;

/// A move and the text of its button.
pub struct MoveChoice(pub Move, pub String);

impl Widget for MoveChoice {
    fn label(&self) -> WidgetLabel {
        // Votes come before rulings.
        let rank = if matches!(self.0, Move::Sample(_)) { 0 } else { 1 };
        // A name that comes from the machine keeps its small letters.
        let named = matches!(self.0, Move::Pick(_) | Move::Wire(_));
        let words = if named { self.1.clone() } else { capital(&self.1) };
        WidgetLabel { rank, ..WidgetLabel::new(words) }
    }

    fn to_move(&self) -> Result<Move, String> {
        Ok(self.0.clone())
    }

    fn choice(&self) -> Option<&Move> {
        Some(&self.0)
    }
}
