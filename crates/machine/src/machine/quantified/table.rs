//! The value of every position of a small game, from the last bit backwards.

use super::{Mover, QuantifiedGame};
use crate::machine::circuit::TruthTable;
use crate::work::{Stopped, Token};

/// The value of every position after bits that V can read, at most 4 MiB of them.
#[derive(Debug)]
pub(super) struct ValueTable {
    /// Level j has a bit for each way to play the first j bits that V can read; the way is a
    /// number whose highest bit was played first.
    levels: Vec<Vec<u64>>,
}

/// A table is made of at most this many bits that V can read.
const MOST_READ: usize = 24;

impl ValueTable {
    /// The work of a table of what may follow on so many of the first bits that V can read: gates
    /// evaluated, in words of 64 plays; none if there are too many bits for a table.
    pub fn work(game: &QuantifiedGame, played: usize) -> Option<u64> {
        let after = game.turns().iter().filter(|t| game.is_read(t.input)).count() - played;
        let words = 1u64 << after.min(MOST_READ).saturating_sub(6);
        let work = words.saturating_mul(game.verifier().size() as u64);
        (after <= MOST_READ).then_some(work)
    }

    /// Evaluates V on all plays that begin with these of the bits that it can read, 64 at a time,
    /// and goes back through the quantifiers. There must be few enough of them.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn after(game: &QuantifiedGame, played: &[bool], token: &Token) -> Result<Self, Stopped> {
        let matter: Vec<_> = game.turns().iter().filter(|t| game.is_read(t.input)).collect();
        let (before, after) = matter.split_at(played.len());
        let mut inputs = game.verifier().plan().inputs().clone();
        for (turn, &bit) in before.iter().zip(played) {
            inputs.set(turn.input.index(), bit);
        }
        // There are as many inputs as V has, and no more vary than a table has.
        let verifier = game.verifier().on(inputs).unwrap_or_else(|_| game.verifier().clone());
        let vary: Vec<usize> = after.iter().map(|turn| turn.input.index()).collect();
        let table = TruthTable::over(&verifier, &vary, token)?;
        let mut levels = vec![table.map_or(Vec::new(), |table| table.words().to_vec())];
        for (bits, turn) in after.iter().enumerate().rev() {
            let after = levels.last().map_or(&[][..], Vec::as_slice);
            levels.push(fold(after, bits, turn.side));
        }
        levels.reverse();
        Ok(Self { levels })
    }

    /// The value of a position; `played` are the bits that V can read.
    pub fn value(&self, played: &[bool]) -> bool {
        let way = played.iter().fold(0u64, |way, &bit| way << 1 | u64::from(bit));
        let words = &self.levels[played.len()];
        words.get((way / 64) as usize).is_some_and(|word| word >> (way % 64) & 1 == 1)
    }
}

/// One bit back: each value is the better of two neighbours for the player who chooses between
/// them. There are 2^`bits` values afterwards.
fn fold(after: &[u64], bits: usize, side: Mover) -> Vec<u64> {
    let choose = |word: u64| match side {
        Mover::Alpha => word & word >> 1,
        Mover::Beta => word | word >> 1,
    };
    let halves: Vec<u64> = after.iter().map(|&word| even_bits(choose(word))).collect();
    if bits < 6 {
        return vec![halves.first().copied().unwrap_or(0) & ((1u64 << (1u64 << bits)) - 1)];
    }
    halves.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 32).collect()
}

/// The bits at even places, moved together into the lower half.
fn even_bits(word: u64) -> u64 {
    const STEPS: [(u32, u64); 5] = [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0F0F_0F0F_0F0F_0F0F),
        (4, 0x00FF_00FF_00FF_00FF),
        (8, 0x0000_FFFF_0000_FFFF),
        (16, 0x0000_0000_FFFF_FFFF),
    ];
    let even = word & 0x5555_5555_5555_5555;
    STEPS.iter().fold(even, |bits, &(shift, mask)| (bits | bits >> shift) & mask)
}
