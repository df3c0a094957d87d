//! The value of every position of a small game, from the last bit backwards.

use super::{QuantifiedGame, Side};
use crate::machine::circuit::TruthTable;

/// The value of every position after bits that V can read, at most 4 MiB of them.
#[derive(Debug)]
pub(super) struct Table {
    /// Level j has a bit for each way to play the first j bits that V can read; the way is a
    /// number whose highest bit was played first.
    levels: Vec<Vec<u64>>,
}

/// Gates evaluated for a table, in words of 64 plays: some tenths of a second.
const MOST_WORK: u64 = 1 << 25;

/// A table is made of at most this many bits that V can read.
const MOST_READ: usize = 24;

impl Table {
    /// Evaluates V on all plays, 64 at a time, and goes back through the quantifiers; none if that
    /// is too much work.
    pub fn of(game: &QuantifiedGame) -> Option<Self> {
        Self::after(game, &[], MOST_WORK)
    }

    /// The same for what may follow on the first bits that V can read; none if it takes more gates
    /// than this, in words of 64 plays.
    pub fn after(game: &QuantifiedGame, played: &[bool], most_work: u64) -> Option<Self> {
        let matter: Vec<_> = game.turns().iter().filter(|t| game.is_read(t.input)).collect();
        let (before, after) = matter.split_at(played.len());
        let words = 1u64 << after.len().min(MOST_READ).saturating_sub(6);
        let work = words.saturating_mul(game.verifier().size() as u64);
        if after.len() > MOST_READ || work > most_work {
            return None;
        }
        let mut inputs = game.verifier().plan().inputs().clone();
        for (turn, &bit) in before.iter().zip(played) {
            inputs.set(turn.input.index(), bit);
        }
        let verifier = game.verifier().on(inputs).ok()?;
        let vary: Vec<usize> = after.iter().map(|turn| turn.input.index()).collect();
        let mut levels = vec![TruthTable::over(&verifier, &vary)?.words().to_vec()];
        for (bits, turn) in after.iter().enumerate().rev() {
            let after = levels.last().map_or(&[][..], Vec::as_slice);
            levels.push(fold(after, bits, turn.side));
        }
        levels.reverse();
        Some(Self { levels })
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
fn fold(after: &[u64], bits: usize, side: Side) -> Vec<u64> {
    let choose = |word: u64| match side {
        Side::Alpha => word & word >> 1,
        Side::Beta => word | word >> 1,
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
