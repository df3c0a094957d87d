//! Perfect play of a quantified game: the value of every position, from the last bit backwards.

use super::{QuantifiedGame, Side};
use crate::machine::circuit::TruthTable;

/// The value of every position of a game under perfect play, at most 4 MiB of them.
#[derive(Clone, Debug)]
pub struct PerfectPlay {
    /// For each bit to be played, whether V can read it; a bit that it cannot changes nothing.
    read: Vec<bool>,
    sides: Vec<Side>,
    /// Level j has a bit for each way to play the first j bits that V can read; the way is a
    /// number whose highest bit was played first.
    levels: Vec<Vec<u64>>,
}

impl PerfectPlay {
    /// Evaluates V on all plays, 64 at a time, and goes back through the quantifiers.
    pub fn of(game: &QuantifiedGame) -> Self {
        let read: Vec<bool> = game.turns().iter().map(|turn| game.is_read(turn.input)).collect();
        let matter: Vec<_> = game.turns().iter().filter(|t| game.is_read(t.input)).collect();
        let vary: Vec<usize> = matter.iter().map(|turn| turn.input.index()).collect();
        // The game was refused if there were too many.
        let leaves = TruthTable::over(game.verifier(), &vary)
            .map(|table| table.words().to_vec())
            .unwrap_or_default();
        let mut levels = vec![leaves];
        for (bits, turn) in matter.iter().enumerate().rev() {
            let after = levels.last().map_or(&[][..], Vec::as_slice);
            levels.push(fold(after, bits, turn.side));
        }
        levels.reverse();
        let sides = game.turns().iter().map(|turn| turn.side).collect();
        Self { read, sides, levels }
    }

    /// f(x): the value if nothing has been played.
    pub fn truth(&self) -> bool {
        self.value(&[])
    }

    /// The value of a position under perfect play from there on; `played` are the bits so far.
    pub fn value(&self, played: &[bool]) -> bool {
        let mut level = 0;
        let mut way = 0u64;
        for (&bit, &read) in played.iter().zip(&self.read) {
            if read {
                way = way << 1 | u64::from(bit);
                level += 1;
            }
        }
        self.levels[level].get((way / 64) as usize).is_some_and(|word| word >> (way % 64) & 1 == 1)
    }

    /// The bit that the player whose turn it is plays; 0 if both are as good.
    pub fn best(&self, played: &[bool]) -> bool {
        let Some(side) = self.sides.get(played.len()) else { return false };
        let [zero, one] = [false, true].map(|bit| {
            let mut next = played.to_vec();
            next.push(bit);
            self.value(&next)
        });
        match side {
            Side::Alpha => zero && !one,
            Side::Beta => one && !zero,
        }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::Input;
    use crate::machine::circuit::random::random_circuit;

    /// The same by plain recursion.
    fn minimax(game: &QuantifiedGame, played: &mut Vec<bool>) -> bool {
        let Some(turn) = game.turns().get(played.len()) else { return game.after(played).output() };
        let values = [false, true].map(|bit| {
            played.push(bit);
            let value = minimax(game, played);
            played.pop();
            value
        });
        match turn.side {
            Side::Alpha => values[0] && values[1],
            Side::Beta => values[0] || values[1],
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn every_position_has_the_value_that_recursion_gives(
            circuit in random_circuit(9, 40),
            sides in proptest::collection::vec(any::<bool>(), 1..=8),
        ) {
            let prefix = sides.iter().enumerate().map(|(at, &alpha)| {
                (if alpha { Side::Alpha } else { Side::Beta }, Input::at(at + 1))
            });
            let game = QuantifiedGame::alternating(circuit, prefix).unwrap();
            let perfect = PerfectPlay::of(&game);
            prop_assert_eq!(perfect.truth(), minimax(&game, &mut Vec::new()));
            let mut played = Vec::new();
            for _ in game.turns() {
                let value = perfect.value(&played);
                prop_assert_eq!(value, minimax(&game, &mut played.clone()));
                played.push(perfect.best(&played));
                prop_assert_eq!(perfect.value(&played), value, "the best bit keeps the value");
            }
            prop_assert_eq!(game.after(&played).output(), perfect.truth());
            let shorter = game.dropped();
            prop_assert_eq!(PerfectPlay::of(&shorter).truth(), perfect.truth());
            prop_assert_eq!(shorter.droppable().count(), 0);
        }
    }
}
