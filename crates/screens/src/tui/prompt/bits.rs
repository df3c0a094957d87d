//! A widget for a row of bits. Each cell is empty until the player writes it.

use std::any::Any;

use fixedbitset::FixedBitSet;

use super::widget::{ARROWS, Widget, WidgetContext, WidgetLabel};
use crate::machine::Bits;
use crate::rules::{Move, Verb};
use crate::tui::prelude::*;

/// A row of bits that the player writes.
#[derive(Clone, Debug)]
pub struct BitField {
    bits: Bits,
    written: FixedBitSet,
    fixed: Option<(u32, bool)>,
    /// The cell under the cursor.
    cursor: usize,
    /// The values that this seat has computed. `None` if it has computed none.
    start: Option<Bits>,
    /// `true` if the seat can run the machine to compute the values.
    runs: bool,
}

impl BitField {
    /// An empty row of `len` bits. `fixed` is the index and value of the bit that the claim fixes.
    pub fn new(len: u32, fixed: Option<(u32, bool)>) -> Self {
        let mut field = Self {
            bits: Bits::zeros(len as usize),
            written: FixedBitSet::with_capacity(len as usize),
            fixed,
            cursor: 0,
            start: None,
            runs: false,
        };
        field.fix();
        field
    }

    /// Tells the field where the honest values come from. `start` has the values if the seat knows them. If `runs` is
    /// true, a run of the machine computes them.
    #[must_use]
    pub fn filled_from(self, start: Option<Bits>, runs: bool) -> Self {
        Self { start, runs, ..self }
    }

    fn fix(&mut self) {
        if let Some((at, bit)) = self.fixed.filter(|fixed| (fixed.0 as usize) < self.bits.len()) {
            self.bits.set(at as usize, bit);
            self.written.insert(at as usize);
        }
    }

    /// The value that the claim gives to the bit under the cursor. `None` if the claim does not fix this bit.
    fn claimed(&self) -> Option<bool> {
        self.fixed.filter(|fixed| fixed.0 as usize == self.cursor).map(|fixed| fixed.1)
    }

    fn len(&self) -> usize {
        self.bits.len()
    }

    /// Writes the bit under the cursor and moves the cursor to the next bit.
    ///
    /// # Errors
    /// Returns an error if the claim fixes this bit to the other value.
    fn write(&mut self, bit: bool) -> Result<(), String> {
        let at = self.cursor;
        if at >= self.len() {
            return Ok(());
        }
        if let Some(must) = self.claimed() {
            if must != bit {
                return Err(format!("the claim sets bit {} to {}", at + 1, u8::from(must)));
            }
        } else {
            self.bits.set(at, bit);
            self.written.insert(at);
        }
        self.cursor = (at + 1).min(self.len() - 1);
        Ok(())
    }

    /// Flips the bit under the cursor. An empty cell becomes 1.
    ///
    /// # Errors
    /// Returns an error if the claim fixes this bit to the other value.
    fn turn(&mut self) -> Result<(), String> {
        let at = self.cursor;
        let bit = !self.bit(at).unwrap_or(false);
        self.write(bit)?;
        self.cursor = at;
        Ok(())
    }

    /// Replaces all bits except the fixed one. Does nothing if `bits` has another length.
    fn take(&mut self, bits: &Bits) {
        if bits.len() == self.len() {
            self.bits = bits.clone();
            self.written.insert_range(..);
            self.fix();
        }
    }

    /// The whole row.
    ///
    /// # Errors
    /// Returns an error if a cell is still empty. The error names the first empty cell.
    fn complete(&self) -> Result<Bits, String> {
        match self.written.zeroes().next() {
            None => Ok(self.bits.clone()),
            Some(first) => {
                let left = self.len() - self.written.count_ones(..);
                let are = match left {
                    1 => " is".to_owned(),
                    n => format!(" and {} more are", count(n as u64 - 1)),
                };
                Err(format!("bit {}{are} empty: type 0 or 1", count(first as u64 + 1)))
            }
        }
    }
}

impl Widget for BitField {
    fn label(&self) -> WidgetLabel {
        let form = Some((ARROWS, "bit", "0 1"));
        WidgetLabel { form, confirm: "write it".into(), ..WidgetLabel::new("write the bits") }
    }

    fn to_move(&self) -> Result<Move, String> {
        self.complete().map(Move::Write)
    }

    fn rows(&self, _columns: usize) -> usize {
        1
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: &WidgetContext<'_>) -> usize {
        let fill = look.keys.label(Action::Fill);
        let write = match self.claimed() {
            Some(bit) => format!("the claim says {} here", u8::from(bit)),
            None => "0 1 write, Space flips".into(),
        };
        let text = match self.start {
            Some(_) if self.can_fill() => format!("{write}; {fill} fills in the honest values"),
            None if self.runs => format!("{write}; {fill} fills all by a run"),
            _ => write,
        };
        let [bit, of] = [self.cursor + 1, self.len()].map(|n| count(n as u64));
        let after = canvas.print(3, 0, &format!("bit [ {bit} ] of {of}"), Role::Chosen);
        canvas.print(after + 4, 0, &text, Role::Text);
        1
    }

    fn accepts_edit(&self, edit: &Edit) -> bool {
        match edit {
            Edit::Char(c) => matches!(c, '0' | '1' | ' '),
            Edit::Paste(text) => {
                !text.is_empty() && text.chars().all(|c| matches!(c, '0' | '1' | ' ' | '_'))
            }
            Edit::Backspace => true,
            _ => false,
        }
    }

    fn edit(&mut self, edit: Edit) -> Result<(), String> {
        match edit {
            Edit::Char(' ') => self.turn(),
            Edit::Char(c) => self.write(c == '1'),
            Edit::Paste(text) => text
                .chars()
                .filter(|c| matches!(c, '0' | '1'))
                .try_for_each(|c| self.write(c == '1')),
            Edit::Backspace => {
                self.cursor = self.cursor.saturating_sub(1);
                if self.fixed.is_none_or(|f| f.0 as usize != self.cursor) && self.len() > 0 {
                    self.written.set(self.cursor, false);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn fill(&mut self) -> bool {
        if let Some(start) = self.start.clone() {
            self.take(&start);
        }
        self.start.is_some()
    }

    fn can_fill(&self) -> bool {
        let Some(start) = &self.start else { return self.runs };
        let mut filled = self.clone();
        filled.take(start);
        (&filled.bits, &filled.written) != (&self.bits, &self.written)
    }

    fn keep(&mut self, old: &dyn Any) {
        if let Some(old) = old.downcast_ref::<Self>().filter(|old| old.len() == self.len()) {
            *self = old.clone().filled_from(self.start.take(), self.runs);
        }
    }

    fn input(&self) -> Option<(Verb, Option<usize>)> {
        Some((Verb::Write, Some(self.cursor)))
    }

    fn follow(&mut self, item: usize) {
        self.cursor = item.min(self.len().saturating_sub(1));
    }

    fn bit(&self, at: usize) -> Option<bool> {
        self.written.contains(at).then(|| self.bits.at(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_whole_when_every_cell_is_written() {
        let mut field = BitField::new(3, Some((2, true)));
        assert_eq!(field.complete().unwrap_err(), "bit 1 and 1 more are empty: type 0 or 1");
        field.edit(Edit::Char('0')).unwrap();
        field.edit(Edit::Char('1')).unwrap();
        assert_eq!(field.complete().unwrap().to_string(), "011");
    }

    #[test]
    fn the_claim_cannot_be_changed() {
        let mut field = BitField::new(3, Some((2, true)));
        field.take(&"000".parse().unwrap());
        assert_eq!(field.complete().unwrap().to_string(), "001");
        field.cursor = 2;
        assert_eq!(field.turn().unwrap_err(), "the claim sets bit 3 to 1");
    }

    #[test]
    fn bits_are_pasted_and_taken_back() {
        let mut field = BitField::new(4, None);
        field.edit(Edit::Paste("10 11".into())).unwrap();
        assert_eq!(field.complete().unwrap().to_string(), "1011");
        field.edit(Edit::Backspace).unwrap();
        assert!(field.complete().is_err());
        assert_eq!(field.bit(2), None);
    }
}
