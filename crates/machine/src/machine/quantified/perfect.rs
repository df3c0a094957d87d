//! Perfect play of a quantified game: a table of the value of every position, from the last bit
//! backwards.

use std::sync::Arc;

use super::{BitTurn, Mover, QuantifiedGame};
use crate::machine::Input;
use crate::machine::circuit::TruthTable;
use crate::work::{LazyValue, Stopped, Token};

/// A table is made of at most this many bits that V can read.
const MOST_BITS: usize = 24;

/// A table takes at most this many evaluations of a gate, 64 plays at once: some seconds.
const MOST_WORK: u64 = 1 << 34;

/// Why a game has no table of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooWideToSolve {
    /// V can read too many of the bits played.
    #[error("too wide to solve: {0} bits, at most {MOST_BITS}")]
    Bits(usize),
    /// V has too many gates for so many bits.
    #[error("too large to solve: {bits} bits and {gates} gates, at most {most} gates")]
    Gates {
        /// The bits played that V can read.
        bits: usize,
        /// The gates of V.
        gates: u64,
        /// The most gates that a table of these bits allows.
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
    /// Prepares to find values: nothing is computed before a value is asked for.
    ///
    /// # Errors
    /// If the game is too wide.
    pub fn of(game: &QuantifiedGame) -> Result<Self, TooWideToSolve> {
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

    /// Perfect play of the same game where these inputs of the verifier have these bits.
    #[must_use]
    pub fn with(&self, bits: impl IntoIterator<Item = (Input, bool)>) -> Self {
        Self { game: self.game.with(bits), table: Arc::default() }
    }

    /// The steps of a search of the whole game: the gates evaluated.
    pub fn steps(&self) -> u64 {
        (self.game.verifier().size() as u64) << read_turns(&self.game).count()
    }

    /// f(x): the value if nothing has been played.
    ///
    /// # Errors
    /// If it was stopped: then it will look again.
    pub fn truth(&self, token: &Token) -> Result<bool, Stopped> {
        self.value(&[], token)
    }

    /// f of these inputs of x, the first of them highest; `None` if they are too many for a table.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn table(&self, inputs: &[Input], token: &Token) -> Result<Option<TruthTable>, Stopped> {
        TruthTable::try_from_fn(inputs.len(), &|x| {
            let bits = (0..inputs.len()).rev().map(|place| x >> place & 1 == 1);
            self.with(inputs.iter().copied().zip(bits)).truth(token)
        })
    }

    /// The value of a position under perfect play from there on. `played` are the bits so far.
    ///
    /// # Errors
    /// If it was stopped: then it will look again.
    pub fn value(&self, played: &[bool], token: &Token) -> Result<bool, Stopped> {
        let table = self.table.get_or(token, || ValueTable::of(&self.game, token))?;
        let turns = self.game.turns().iter().zip(played);
        let read = turns.filter(|(turn, _)| self.game.is_read(turn.input));
        Ok(table.value(read.map(|(_, &bit)| bit)))
    }

    /// The bit that the player whose turn it is plays; 0 if both are as good.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn best(&self, played: &[bool], token: &Token) -> Result<bool, Stopped> {
        let Some(turn) = self.game.turns().get(played.len()) else { return Ok(false) };
        let win = turn.side == Mover::Beta;
        let after = |bit| self.value(&[played, &[bit]].concat(), token);
        Ok(after(false)? != win && after(true)? == win)
    }
}

/// The turns whose bits V can read.
fn read_turns(game: &QuantifiedGame) -> impl Iterator<Item = &BitTurn> {
    game.turns().iter().filter(|turn| game.is_read(turn.input))
}

/// The value of every position after bits that V can read, at most 4 MiB of them.
#[derive(Debug)]
struct ValueTable {
    /// Level j has a bit for each way to play the first j bits that V can read; the way is a
    /// number whose highest bit was played first.
    levels: Vec<Vec<u64>>,
}

impl ValueTable {
    /// Evaluates V on all plays of the bits that it can read, 64 at a time, and goes back through
    /// the quantifiers. There must be few enough of them.
    ///
    /// # Errors
    /// If the work was stopped.
    fn of(game: &QuantifiedGame, token: &Token) -> Result<Self, Stopped> {
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

    /// The value of a position after these of the bits that V can read.
    fn value(&self, played: impl Iterator<Item = bool>) -> bool {
        let (level, way) =
            played.fold((0, 0u64), |(level, way), bit| (level + 1, way << 1 | u64::from(bit)));
        let words = self.levels.get(level).map_or(&[][..], Vec::as_slice);
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::quantified::qdimacs;
    use crate::machine::testing::random_circuit;

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
            Mover::Alpha => values[0] && values[1],
            Mover::Beta => values[0] || values[1],
        }
    }

    fn random_game() -> impl Strategy<Value = QuantifiedGame> {
        let sides = proptest::collection::vec(any::<bool>(), 1..=8);
        (random_circuit(9, 40), sides).prop_map(|(circuit, sides)| {
            let prefix = sides.iter().enumerate().map(|(at, &alpha)| {
                (if alpha { Mover::Alpha } else { Mover::Beta }, Input::at(at + 1))
            });
            QuantifiedGame::alternating(circuit, prefix).unwrap()
        })
    }

    /// A game of this many "there is" bits, all of which V reads.
    fn wide(bits: usize) -> QuantifiedGame {
        let all: String = (1..=bits).map(|bit| format!("{bit} ")).collect();
        qdimacs::game(&format!("p cnf {bits} 1\ne {all}0\n{all}0\n")).unwrap()
    }

    #[test]
    fn twenty_four_bits_are_solved_and_a_wider_game_says_how_wide_it_is() {
        assert_eq!(PerfectPlay::of(&wide(24)).unwrap().truth(&Token::default()), Ok(true));
        let why = PerfectPlay::of(&wide(31)).unwrap_err();
        assert_eq!(why.to_string(), "too wide to solve: 31 bits, at most 24");
    }

    #[test]
    fn a_search_that_was_stopped_keeps_nothing_and_is_made_again() {
        let perfect = PerfectPlay::of(&wide(20)).unwrap();
        assert_eq!(perfect.truth(&Token::limited(0)), Err(Stopped));
        assert_eq!(perfect.truth(&Token::default()), Ok(true));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn every_position_has_the_value_that_recursion_gives(game in random_game()) {
            let (perfect, token) = (PerfectPlay::of(&game).unwrap(), Token::default());
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
            let truth = PerfectPlay::of(&shorter).unwrap().truth(&token);
            prop_assert_eq!(truth, perfect.truth(&token));
            prop_assert_eq!(shorter.droppable().count(), 0);
        }
    }
}
