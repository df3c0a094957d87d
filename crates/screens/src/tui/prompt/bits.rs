//! A row of bits, edited in place: each cell is empty until it is written.

use fixedbitset::FixedBitSet;

use crate::machine::Bits;
use crate::tui::prelude::*;

/// A row of bits that is being written.
#[derive(Clone, Debug)]
pub struct Draft {
    bits: Bits,
    written: FixedBitSet,
    fixed: Option<(u32, bool)>,
    /// The cell under the cursor.
    pub cursor: usize,
}

impl Draft {
    /// An empty row with some bits that cannot be chosen.
    pub fn new(len: u32, fixed: Option<(u32, bool)>) -> Self {
        let mut draft = Self {
            bits: Bits::zeros(len as usize),
            written: FixedBitSet::with_capacity(len as usize),
            fixed,
            cursor: 0,
        };
        draft.fix();
        draft
    }

    fn fix(&mut self) {
        if let Some((at, bit)) = self.fixed.filter(|fixed| (fixed.0 as usize) < self.bits.len()) {
            self.bits.set(at as usize, bit);
            self.written.insert(at as usize);
        }
    }

    /// The bit under the cursor, where it is not chosen: it is as the claim says.
    pub fn claimed(&self) -> Option<bool> {
        self.fixed.filter(|fixed| fixed.0 as usize == self.cursor).map(|fixed| fixed.1)
    }

    /// How many bits the row has.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// The bit written at a place, if one is.
    pub fn get(&self, at: usize) -> Option<bool> {
        self.written.contains(at).then(|| self.bits.at(at))
    }

    /// Writes the bit under the cursor and goes one on.
    ///
    /// # Errors
    /// When this bit cannot be chosen.
    pub fn write(&mut self, bit: bool) -> Result<(), String> {
        let at = self.cursor;
        if at >= self.len() {
            return Ok(());
        }
        if let Some(must) = self.claimed() {
            if must != bit {
                return Err(format!("bit {} is {}, by the claim", at + 1, u8::from(must)));
            }
        } else {
            self.bits.set(at, bit);
            self.written.insert(at);
        }
        self.cursor = (at + 1).min(self.len() - 1);
        Ok(())
    }

    /// Turns the bit under the cursor over; an empty cell becomes 1.
    ///
    /// # Errors
    /// When this bit cannot be chosen.
    pub fn turn(&mut self) -> Result<(), String> {
        let at = self.cursor;
        let bit = !self.get(at).unwrap_or(false);
        self.write(bit)?;
        self.cursor = at;
        Ok(())
    }

    /// Takes a whole row as a starting point.
    pub fn fill(&mut self, bits: &Bits) {
        if bits.len() == self.len() {
            self.bits = bits.clone();
            self.written.insert_range(..);
            self.fix();
        }
    }

    /// Would [`Draft::fill`] change anything?
    pub fn would_change(&self, bits: &Bits) -> bool {
        let mut filled = self.clone();
        filled.fill(bits);
        (&filled.bits, &filled.written) != (&self.bits, &self.written)
    }

    /// The whole row.
    ///
    /// # Errors
    /// Which cell is still empty.
    pub fn bits(&self) -> Result<Bits, String> {
        match self.written.zeroes().next() {
            None => Ok(self.bits.clone()),
            Some(first) => {
                let left = self.len() - self.written.count_ones(..);
                let more = match left {
                    1 => String::new(),
                    n => format!(" and {} more", count(n as u64 - 1)),
                };
                Err(format!("bit {}{more} not written yet: type 0 or 1", count(first as u64 + 1)))
            }
        }
    }

    /// Is this change one for bits?
    pub fn takes(&self, edit: &Edit) -> bool {
        match edit {
            Edit::Char(c) => matches!(c, '0' | '1' | ' '),
            Edit::Paste(text) => {
                !text.is_empty() && text.chars().all(|c| matches!(c, '0' | '1' | ' ' | '_'))
            }
            Edit::Backspace => true,
            _ => false,
        }
    }

    /// Takes a change.
    ///
    /// # Errors
    /// When this bit cannot be chosen.
    pub fn edit(&mut self, edit: Edit) -> Result<(), String> {
        match edit {
            Edit::Char(' ') => self.turn(),
            Edit::Char(c) => self.write(c == '1'),
            Edit::Paste(text) => text
                .chars()
                .filter(|c| matches!(c, '0' | '1'))
                .try_for_each(|c| self.write(c == '1')),
            Edit::Backspace => {
                self.cursor = self.cursor.saturating_sub(1);
                if self.fixed.is_none_or(|f| f.0 as usize != self.cursor) && !self.is_empty() {
                    self.written.set(self.cursor, false);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_whole_when_every_cell_is_written() {
        let mut draft = Draft::new(3, Some((2, true)));
        assert_eq!(draft.bits().unwrap_err(), "bit 1 and 1 more not written yet: type 0 or 1");
        draft.edit(Edit::Char('0')).unwrap();
        draft.edit(Edit::Char('1')).unwrap();
        assert_eq!(draft.bits().unwrap().to_string(), "011");
    }

    #[test]
    fn the_claim_cannot_be_changed() {
        let mut draft = Draft::new(3, Some((2, true)));
        draft.fill(&"000".parse().unwrap());
        assert_eq!(draft.bits().unwrap().to_string(), "001");
        draft.cursor = 2;
        assert_eq!(draft.turn().unwrap_err(), "bit 3 is 1, by the claim");
    }

    #[test]
    fn bits_are_pasted_and_taken_back() {
        let mut draft = Draft::new(4, None);
        draft.edit(Edit::Paste("10 11".into())).unwrap();
        assert_eq!(draft.bits().unwrap().to_string(), "1011");
        draft.edit(Edit::Backspace).unwrap();
        assert!(draft.bits().is_err());
        assert_eq!(draft.get(2), None);
    }
}
