//! Perfect play of a quantified game: the value of every position, computed backwards from the last bit.

use std::sync::Arc;

use super::{BitPlayer, BitTurn, QuantifiedGame};
use crate::machine::Input;
use crate::machine::circuit::TruthTable;
use crate::work::{CancelToken, Cancelled, LazyValue};

/// At most this many of the played bits may be readable by V.
const MOST_BITS: usize = 24;

/// The limit on the gate evaluations for a table. One evaluation handles 64 plays at once. This much work takes some
/// seconds.
const MOST_WORK: u64 = 1 << 34;

/// Why a game has no table of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooWideToSolve {
    /// V can read too many of the bits that are played.
    #[error("the game is too wide to solve: it has {0} bits, but at most {MOST_BITS} are possible")]
    Bits(usize),
    /// V has too many gates for this many bits.
    #[error(
        "the game is too large to solve: it has {bits} bits and {gates} gates, but at most \
         {most} gates are possible"
    )]
    Gates {
        /// The number of played bits that V can read.
        bits: usize,
        /// The number of gates of V.
        gates: u64,
        /// The largest number of gates of V for this many bits.
        most: u64,
    },
}

/// The values of a game's positions under perfect play. Clones share the table.
#[derive(Clone, Debug)]
pub struct PerfectPlay {
    game: QuantifiedGame,
    table: Arc<LazyValue<ValueTable>>,
}

impl PerfectPlay {
    /// Prepares perfect play. The table is computed on first use.
    ///
    /// # Errors
    /// Returns an error if the game is too wide.
    pub fn new(game: &QuantifiedGame) -> Result<Self, TooWideToSolve> {
        let (bits, gates) = (read_turns(game).count(), game.verifier().size() as u64);
        if bits > MOST_BITS {
            return Err(TooWideToSolve::Bits(bits));
        }
        let most = MOST_WORK >> bits.saturating_sub(6);
        if gates > most {
            return Err(TooWideToSolve::Gates { bits, gates, most });
        }
        Ok(Self { game: game.clone(), table: Arc::default() })
    }

    /// The game.
    pub fn game(&self) -> &QuantifiedGame {
        &self.game
    }

    /// Perfect play of the same game, with these bits set at inputs of the verifier.
    #[must_use]
    pub fn with_bits(&self, bits: impl IntoIterator<Item = (Input, bool)>) -> Self {
        Self { game: self.game.with_bits(bits), table: Arc::default() }
    }

    /// The cost of a search of all continuations after this many bits: the number of gate evaluations.
    pub fn steps_after(&self, played: usize) -> u64 {
        let left = self.game.turns().iter().skip(played);
        (self.game.verifier().size() as u64)
            << left.filter(|turn| self.game.is_read(turn.input)).count()
    }

    /// f(x): the value of the game before the first bit.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled. The next call starts again.
    pub fn truth(&self, token: &CancelToken) -> Result<bool, Cancelled> {
        self.value(&[], token)
    }

    /// The table of f over these inputs of x. The first input is the highest bit of a row's number. `None` if there
    /// are too many inputs.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn table(
        &self,
        inputs: &[Input],
        token: &CancelToken,
    ) -> Result<Option<TruthTable>, Cancelled> {
        TruthTable::try_from_fn(inputs.len(), &|x| {
            let bits = (0..inputs.len()).rev().map(|place| x >> place & 1 == 1);
            self.with_bits(inputs.iter().copied().zip(bits)).truth(token)
        })
    }

    /// The value of a position under perfect play. `played` has the bits played so far.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled. The next call starts again.
    pub fn value(&self, played: &[bool], token: &CancelToken) -> Result<bool, Cancelled> {
        let table = self.table.get_or(token, || ValueTable::compute(&self.game, token))?;
        let turns = self.game.turns().iter().zip(played);
        let read = turns.filter(|(turn, _)| self.game.is_read(turn.input));
        Ok(table.value(read.map(|(_, &bit)| bit)))
    }

    /// The best next bit for its player. 0 if both bits are equally good.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn best(&self, played: &[bool], token: &CancelToken) -> Result<bool, Cancelled> {
        let Some(turn) = self.game.turns().get(played.len()) else { return Ok(false) };
        let win = turn.side == BitPlayer::Beta;
        let after = |bit| self.value(&[played, &[bit]].concat(), token);
        Ok(after(false)? != win && after(true)? == win)
    }
}

fn read_turns(game: &QuantifiedGame) -> impl Iterator<Item = &BitTurn> {
    game.turns().iter().filter(|turn| game.is_read(turn.input))
}

/// The value of every position, by the played bits that V can read. It takes at most 4 MiB.
#[derive(Debug)]
struct ValueTable {
    /// Level j has one bit for each play of the first j bits that V can read. A play is a number with the first bit as
    /// its highest bit.
    levels: Vec<Vec<u64>>,
}

impl ValueTable {
    /// Evaluates V on all plays of the bits that it can read, 64 plays at a time, and then goes back through the
    /// quantifiers. The caller checks the number of bits.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    fn compute(game: &QuantifiedGame, token: &CancelToken) -> Result<Self, Cancelled> {
        let turns: Vec<_> = read_turns(game).collect();
        let vary: Vec<usize> = turns.iter().map(|turn| turn.input.index()).collect();
        let table = TruthTable::over(game.verifier(), &vary, token)?;
        let mut levels = vec![table.map_or(Vec::new(), |table| table.words().to_vec())];
        for (bits, turn) in turns.iter().enumerate().rev() {
            let after = levels.last().map_or(&[][..], Vec::as_slice);
            levels.push(fold(after, bits, turn.side));
        }
        levels.reverse();
        Ok(Self { levels })
    }

    /// The value after the bits `played`, which are the played bits that V can read.
    fn value(&self, played: impl Iterator<Item = bool>) -> bool {
        let (level, way) =
            played.fold((0, 0u64), |(level, way), bit| (level + 1, way << 1 | u64::from(bit)));
        let words = self.levels.get(level).map_or(&[][..], Vec::as_slice);
        words.get((way / 64) as usize).is_some_and(|word| word >> (way % 64) & 1 == 1)
    }
}

/// Goes back by one bit. Each new value is the better of two neighbouring values for the player who chooses. The
/// result has 2^`bits` values.
fn fold(after: &[u64], bits: usize, side: BitPlayer) -> Vec<u64> {
    let choose = |word: u64| match side {
        BitPlayer::Alpha => word & word >> 1,
        BitPlayer::Beta => word | word >> 1,
    };
    let halves: Vec<u64> = after.iter().map(|&word| even_bits(choose(word))).collect();
    if bits < 6 {
        return vec![halves.first().copied().unwrap_or(0) & ((1u64 << (1u64 << bits)) - 1)];
    }
    halves.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 32).collect()
}

/// Collects the bits at even positions in the lower half of the word.
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
    use crate::machine::quantified::qdimacs;
    use crate::machine::testing::random_circuit;

    /// The value of a position, by plain recursion.
    fn minimax(game: &QuantifiedGame, played: &mut Vec<bool>) -> bool {
        let Some(turn) = game.turns().get(played.len()) else { return game.after(played).output() };
        let values = [false, true].map(|bit| {
            played.push(bit);
            let value = minimax(game, played);
            played.pop();
            value
        });
        match turn.side {
            BitPlayer::Alpha => values[0] && values[1],
            BitPlayer::Beta => values[0] || values[1],
        }
    }

    fn random_game() -> impl Strategy<Value = QuantifiedGame> {
        let sides = proptest::collection::vec(any::<bool>(), 1..=8);
        (random_circuit(9, 40), sides).prop_map(|(circuit, sides)| {
            let prefix = sides.iter().enumerate().map(|(at, &alpha)| {
                (if alpha { BitPlayer::Alpha } else { BitPlayer::Beta }, Input::at(at + 1))
            });
            QuantifiedGame::alternating(circuit, prefix).unwrap()
        })
    }

    /// A game of this many "there exists" bits. V reads all of them.
    fn wide(bits: usize) -> QuantifiedGame {
        let all: String = (1..=bits).map(|bit| format!("{bit} ")).collect();
        qdimacs::game(&format!("p cnf {bits} 1\ne {all}0\n{all}0\n")).unwrap()
    }

    #[test]
    fn twenty_four_bits_are_solved_and_a_wider_game_says_how_wide_it_is() {
        assert_eq!(PerfectPlay::new(&wide(24)).unwrap().truth(&CancelToken::default()), Ok(true));
        let why = PerfectPlay::new(&wide(31)).unwrap_err();
        assert_eq!(
            why.to_string(),
            "the game is too wide to solve: it has 31 bits, but at most 24 are possible"
        );
    }

    #[test]
    fn a_search_that_was_stopped_keeps_nothing_and_is_made_again() {
        let perfect = PerfectPlay::new(&wide(20)).unwrap();
        assert_eq!(perfect.truth(&CancelToken::limited(0)), Err(Cancelled));
        assert_eq!(perfect.truth(&CancelToken::default()), Ok(true));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn every_position_has_the_value_that_recursion_gives(game in random_game()) {
            let (perfect, token) = (PerfectPlay::new(&game).unwrap(), CancelToken::default());
            let mut played = Vec::new();
            for _ in game.turns() {
                let value = perfect.value(&played, &token);
                prop_assert_eq!(value, Ok(minimax(&game, &mut played.clone())));
                for bit in [true, false] {
                    let mut next = [&*played, &[bit]].concat();
                    prop_assert_eq!(perfect.value(&next, &token), Ok(minimax(&game, &mut next)));
                }
                played.push(perfect.best(&played, &token).unwrap());
                prop_assert_eq!(perfect.value(&played, &token), value, "the best bit keeps the value");
            }
            prop_assert_eq!(Ok(game.after(&played).output()), perfect.truth(&token));
            let shorter = game.dropped();
            let truth = PerfectPlay::new(&shorter).unwrap().truth(&token);
            prop_assert_eq!(truth, perfect.truth(&token));
            prop_assert_eq!(shorter.droppable().count(), 0);
        }
    }
}
