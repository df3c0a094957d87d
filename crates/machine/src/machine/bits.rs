//! Packed bits, for transcripts, inputs and witnesses.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

/// A packed row of bits. Clones are cheap: they share their storage until one of them changes.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Bits(Arc<FixedBitSet>);

/// The largest number of bits that a text may give. (The longest transcript has 10^7 bits.)
pub const LONGEST: usize = 10_000_000;

impl Bits {
    /// `len` zeros.
    pub fn zeros(len: usize) -> Self {
        Self(Arc::new(FixedBitSet::with_capacity(len)))
    }

    /// The number of bits.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are no bits.
    pub fn is_empty(&self) -> bool {
        self.0.len() == 0
    }

    /// The bit at `index`, counted from 0. `None` past the end.
    pub fn get(&self, index: usize) -> Option<bool> {
        (index < self.len()).then(|| self.0.contains(index))
    }

    /// The bit at `index`, counted from 0.
    ///
    /// # Panics
    /// Panics if `index` is past the end.
    #[inline]
    pub fn at(&self, index: usize) -> bool {
        assert!(index < self.len(), "bit {index} of {}", self.len());
        self.0.contains(index)
    }

    /// Sets the bit at `index`, counted from 0. Copies storage that clones share.
    ///
    /// # Panics
    /// Panics if `index` is past the end.
    pub fn set(&mut self, index: usize, bit: bool) {
        Arc::make_mut(&mut self.0).set(index, bit);
    }

    /// The same row with one bit changed.
    pub fn with_bit(mut self, index: usize, bit: bool) -> Self {
        self.set(index, bit);
        self
    }

    /// The bits in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = bool> + '_ {
        (0..self.len()).map(|i| self.0.contains(i))
    }

    /// The number of ones.
    pub fn ones(&self) -> usize {
        self.0.count_ones(..)
    }

    /// The first index at which this row and another of the same length differ. `None` if they are equal.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        let blocks = self.0.as_slice().iter().zip(other.0.as_slice());
        let (at, (a, b)) = blocks.enumerate().find(|(_, (a, b))| a != b)?;
        Some(at * usize::BITS as usize + (a ^ b).trailing_zeros() as usize)
    }
}

impl FromIterator<bool> for Bits {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        let bits = bits.into_iter();
        let mut set = FixedBitSet::with_capacity(bits.size_hint().0);
        let mut len = 0;
        for bit in bits {
            if len >= set.len() {
                set.grow((len * 2).max(64));
            }
            set.set(len, bit);
            len += 1;
        }
        let mut exact = FixedBitSet::with_capacity_and_blocks(len, set.as_slice().iter().copied());
        exact.grow(len);
        Self(Arc::new(exact))
    }
}

impl FromStr for Bits {
    type Err = String;

    /// Parses 0s and 1s. Ignores spaces and underscores between them.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut bits = Vec::with_capacity(text.len());
        for (at, c) in text.chars().enumerate() {
            match c {
                '0' => bits.push(false),
                '1' => bits.push(true),
                ' ' | '_' => {}
                other => {
                    return Err(format!(
                        "`{}` at place {} is not a bit. Write 0s and 1s",
                        other.escape_default(),
                        at + 1
                    ));
                }
            }
        }
        if bits.len() > LONGEST {
            return Err(format!(
                "there are {} bits, but there can be at most {LONGEST}",
                bits.len()
            ));
        }
        Ok(bits.into_iter().collect())
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.iter().map(|bit| if bit { '1' } else { '0' }).collect();
        f.write_str(&text)
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.len() <= 64 {
            write!(f, "Bits({self})")
        } else {
            write!(f, "Bits({} bits, {} ones)", self.len(), self.ones())
        }
    }
}
