//! Perfect play of a quantified game: the value of every position, or as many as can be found.
//!
//! A small game is a table of all its positions. In a larger one a solver looks at one position at
//! a time, keeps what it learned for those further on, and gives up after a set amount of work, so
//! that what is found follows from the game and the bits played alone: not from the machine, nor
//! from what was asked before.

use std::sync::{Arc, Mutex};

use super::matrix::Matrix;
use super::solver::{self, Demand};
use super::table::ValueTable;
use super::{Mover, QuantifiedGame};
use crate::machine::Input;
use crate::machine::circuit::TruthTable;
use crate::work::{LazyValue, Stopped, Token};

/// The values of a game's positions under perfect play. Clones share what was found.
#[derive(Clone, Debug)]
pub struct PerfectPlay {
    /// For each bit to be played, whether V can read it; a bit that it cannot changes nothing.
    read: Arc<[bool]>,
    sides: Arc<[Mover]>,
    known: KnownBits,
}

#[derive(Clone, Debug)]
enum KnownBits {
    /// Every position, once somebody asked about one.
    Table { game: QuantifiedGame, table: Arc<LazyValue<ValueTable>> },
    /// Those asked about so far, and those on the way to them.
    Solved { search: Arc<Searched>, positions: Arc<Mutex<Vec<SearchPosition>>> },
}

/// What is searched.
#[derive(Debug)]
struct Searched {
    game: QuantifiedGame,
    matrix: Matrix,
    most_rest: u64,
}

/// A position after bits that V can read.
#[derive(Clone, Debug, Default)]
struct SearchPosition {
    value: Option<bool>,
    /// Everything from here on, where few bits are left.
    table: Option<Arc<ValueTable>>,
    /// The places of the positions after a 0 and after a 1; 0 if nobody asked.
    next: [usize; 2],
    learned: Arc<[Arc<Demand>]>,
    /// The work that may be spent on one position from here on to the end.
    allowance: u64,
}

/// The work spent on the first position, and on those along one line of play together as often as
/// [`SHARE`]: literals looked at, some 10^8 a second.
pub const MOST_WORK: u64 = 400_000_000;

/// A line of play may cost this many times the first position's work …
const SHARE: u64 = 2;

/// … and beyond that each position this part of it, which settles those near the end.
const LEAST_PART: u64 = 1 << 10;

/// Gates evaluated for a table of a whole game, in words of 64 plays: some tenths of a second.
const MOST_TABLE: u64 = 1 << 25;

/// What is left of a game is made a table if that evaluates no more gates, in words of 64 plays: a
/// millisecond, less than a solver takes over the positions in it one by one.
const MOST_REST: u64 = 1 << 18;

impl PerfectPlay {
    /// Prepares to find values: nothing is searched before a value is asked for.
    pub fn of(game: &QuantifiedGame) -> Self {
        match ValueTable::work(game, 0).is_some_and(|work| work <= MOST_TABLE) {
            true => Self::new(game, KnownBits::Table { game: game.clone(), table: Arc::default() }),
            false => Self::solved(game, MOST_REST),
        }
    }

    /// A solver, however small the game; `most_rest` as in [`MOST_REST`].
    fn solved(game: &QuantifiedGame, most_rest: u64) -> Self {
        let search = Searched { game: game.clone(), matrix: Matrix::of(game), most_rest };
        let search = Arc::new(search);
        Self::new(game, KnownBits::Solved { search, positions: Arc::default() })
    }

    fn new(game: &QuantifiedGame, known: KnownBits) -> Self {
        Self {
            read: game.turns().iter().map(|turn| game.is_read(turn.input)).collect(),
            sides: game.turns().iter().map(|turn| turn.side).collect(),
            known,
        }
    }

    /// The steps of a search of the whole game: gates evaluated for a table of it, none where a
    /// solver looks for its value.
    pub fn table_steps(&self, game: &QuantifiedGame) -> Option<u64> {
        let KnownBits::Table { .. } = self.known else { return None };
        let bits = self.read.iter().filter(|&&read| read).count() as u32;
        (game.verifier().size() as u64).checked_mul(1u64.checked_shl(bits)?)
    }

    /// The steps of the solver on the first position: literals looked at.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn solver_steps(&self, token: &Token) -> Result<u64, Stopped> {
        let KnownBits::Solved { positions, .. } = &self.known else { return Ok(0) };
        self.truth(token)?;
        let first = token.lock(positions)?.first().map(|first| first.allowance);
        Ok(first.map_or(0, |allowance| SHARE * MOST_WORK - allowance))
    }

    /// f(x): the value if nothing has been played; none if the solver gave up.
    ///
    /// # Errors
    /// If it was stopped: then it will look again.
    pub fn truth(&self, token: &Token) -> Result<Option<bool>, Stopped> {
        self.value(&[], token)
    }

    /// f of these inputs of x, the first of them highest; none if they are too many for a table, or a value
    /// is too hard to find.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn table(
        game: &QuantifiedGame,
        inputs: &[Input],
        token: &Token,
    ) -> Result<Option<TruthTable>, Stopped> {
        let table = TruthTable::try_from_fn(inputs.len(), &|x| {
            let bits = (0..inputs.len()).rev().map(|place| x >> place & 1 == 1);
            let game = game.with(inputs.iter().copied().zip(bits));
            Self::of(&game).truth(token).ok().flatten().ok_or(())
        });
        token.check()?;
        Ok(table.ok().flatten())
    }

    /// The value of a position under perfect play from there on; none if the solver gave up.
    /// `played` are the bits so far.
    ///
    /// # Errors
    /// If it was stopped: then it will look again.
    pub fn value(&self, played: &[bool], token: &Token) -> Result<Option<bool>, Stopped> {
        let read = |bits: &[bool]| -> Vec<bool> {
            bits.iter().zip(&*self.read).filter(|&(_, &read)| read).map(|(&bit, _)| bit).collect()
        };
        match &self.known {
            KnownBits::Table { game, table } => {
                let table = table.get_or(token, || ValueTable::after(game, &[], token))?;
                Ok(Some(table.value(&read(played))))
            }
            KnownBits::Solved { search, positions } => {
                search.value(&mut *token.lock(positions)?, &read(played), token)
            }
        }
    }

    /// The bit that the player whose turn it is plays; 0 if both are as good, or if it is not known
    /// that 1 is better.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn best(&self, played: &[bool], token: &Token) -> Result<bool, Stopped> {
        let Some(side) = self.sides.get(played.len()) else { return Ok(false) };
        let win = *side == Mover::Beta;
        let after = |bit| {
            let mut next = played.to_vec();
            next.push(bit);
            self.value(&next, token)
        };
        // A 0 that wins, and any bit where all is lost, needs no second look.
        Ok(self.value(played, token)? != Some(!win)
            && after(false)? != Some(win)
            && after(true)? == Some(win))
    }
}

impl Searched {
    /// The value of a position, and on the way of those before it.
    fn value(
        &self,
        positions: &mut Vec<SearchPosition>,
        played: &[bool],
        token: &Token,
    ) -> Result<Option<bool>, Stopped> {
        if positions.is_empty() {
            let mut first =
                SearchPosition { allowance: SHARE * MOST_WORK, ..SearchPosition::default() };
            self.settle(&mut first, &[], token)?;
            positions.push(first);
        }
        let mut here = 0;
        for (at, &bit) in played.iter().enumerate() {
            if let Some(table) = &positions[here].table {
                return Ok(Some(table.value(&played[at..])));
            }
            if positions[here].next[usize::from(bit)] == 0 {
                let before = &played[..at];
                // What is learned after a 0 serves after a 1, and after a 1 only then.
                let zero = match positions[here].next[0] {
                    0 => {
                        let parent = positions[here].clone();
                        self.add(positions, here, (before, false), &parent, token)?
                    }
                    zero => zero,
                };
                if bit {
                    let sibling = positions[zero].clone();
                    self.add(positions, here, (before, true), &sibling, token)?;
                }
            }
            here = positions[here].next[usize::from(bit)];
        }
        Ok(positions[here].value)
    }

    /// Adds the position after one more bit; its place.
    fn add(
        &self,
        positions: &mut Vec<SearchPosition>,
        parent: usize,
        (before, bit): (&[bool], bool),
        from: &SearchPosition,
        token: &Token,
    ) -> Result<usize, Stopped> {
        let win = Some(self.matrix.owners[before.len()] == Mover::Beta);
        let first = positions[parent].value;
        let mut new = SearchPosition { value: None, table: None, next: [0; 2], ..from.clone() };
        if first.is_some() && first != win {
            // Where all is lost, every bit loses.
            new.value = first;
        } else if bit && first == win && from.value.is_some() && from.value != win {
            // One of the two bits must win.
            new.value = win;
        } else {
            let mut played = before.to_vec();
            played.push(bit);
            self.settle(&mut new, &played, token)?;
        }
        positions.push(new);
        let place = positions.len() - 1;
        positions[parent].next[usize::from(bit)] = place;
        Ok(place)
    }

    /// Makes a table of a short rest, or asks the solver.
    fn settle(
        &self,
        position: &mut SearchPosition,
        played: &[bool],
        token: &Token,
    ) -> Result<(), Stopped> {
        token.check()?;
        if self.is_short(played.len()) {
            let table = ValueTable::after(&self.game, played, token)?;
            position.value = Some(table.value(&[]));
            position.table = Some(Arc::new(table));
            return Ok(());
        }
        let allowed = position.allowance.clamp(MOST_WORK / LEAST_PART, MOST_WORK);
        let found = solver::search(&self.matrix, played, &position.learned, allowed, token)?;
        position.value = found.value;
        position.allowance = position.allowance.saturating_sub(found.work);
        position.learned = found.learned.into();
        Ok(())
    }

    /// Whether what is left after so many bits is made a table.
    fn is_short(&self, played: usize) -> bool {
        ValueTable::work(&self.game, played).is_some_and(|work| work <= self.most_rest)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::Input;
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

    /// Quantifiers over `n` variables and clauses of them, as QDIMACS.
    fn random_clauses(n: usize, clauses: usize) -> impl Strategy<Value = QuantifiedGame> {
        let literal = (1..=n as i64, any::<bool>()).prop_map(|(v, not)| if not { -v } else { v });
        let clauses = proptest::collection::vec(proptest::collection::vec(literal, 2..5), clauses);
        (proptest::collection::vec(any::<bool>(), n), clauses).prop_map(move |(sides, clauses)| {
            let mut text = format!("p cnf {n} {}\n", clauses.len());
            for (at, &all) in sides.iter().enumerate() {
                text += &format!("{} {} 0\n", if all { 'a' } else { 'e' }, at + 1);
            }
            for clause in clauses {
                clause.iter().for_each(|literal| text += &format!("{literal} "));
                text += "0\n";
            }
            qdimacs::game(&text).unwrap()
        })
    }

    fn plays_as_recursion_does(game: &QuantifiedGame, perfect: &PerfectPlay) {
        assert_eq!(perfect.truth(&Token::default()), Ok(Some(minimax(game, &mut Vec::new()))));
        let mut played = Vec::new();
        for _ in game.turns() {
            let value = perfect.value(&played, &Token::default());
            assert_eq!(value, Ok(Some(minimax(game, &mut played.clone()))));
            for bit in [true, false] {
                let mut next = played.clone();
                next.push(bit);
                assert_eq!(
                    perfect.value(&next, &Token::default()),
                    Ok(Some(minimax(game, &mut next)))
                );
            }
            played.push(perfect.best(&played, &Token::default()).unwrap());
            assert_eq!(
                perfect.value(&played, &Token::default()),
                value,
                "the best bit keeps the value"
            );
        }
        assert_eq!(Ok(Some(game.after(&played).output())), perfect.truth(&Token::default()));
    }

    #[test]
    fn a_search_that_was_stopped_keeps_nothing_and_is_made_again() {
        let text = "p cnf 4 3\na 1 0\ne 2 0\na 3 0\ne 4 0\n1 2 0\n-2 3 4 0\n-1 -4 2 0\n";
        let game = qdimacs::game(text).unwrap();
        let (known, searched) = (PerfectPlay::of(&game), PerfectPlay::solved(&game, 0));
        for _ in 0..2 {
            assert_eq!(searched.truth(&Token::limited(0)), Err(Stopped));
        }
        for played in [&[][..], &[true], &[false, true], &[true, false]] {
            let truth = known.value(played, &Token::default());
            assert_eq!(searched.value(played, &Token::default()), truth);
        }
    }

    #[test]
    fn a_game_of_24_bits_under_a_thousand_clauses_is_solved_with_little_work() {
        use rand::rngs::ChaCha8Rng;
        use rand::{RngExt, SeedableRng};
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut text = "p cnf 24 1000\n".to_owned();
        for variable in 1..=24 {
            text += &format!("{} {variable} 0\n", if variable % 2 == 1 { 'a' } else { 'e' });
        }
        for _ in 0..1000 {
            let clause =
                (0..8).map(|_| random.random_range(1..=24) * [-1, 1][random.random_range(0..2)]);
            clause.for_each(|literal: i64| text += &format!("{literal} "));
            text += "0\n";
        }
        let perfect = PerfectPlay::of(&qdimacs::game(&text).unwrap());
        assert!(perfect.truth(&Token::default()).unwrap().is_some());
        assert!(perfect.solver_steps(&Token::default()).unwrap() < MOST_WORK / 1_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn every_position_has_the_value_that_recursion_gives(game in random_game()) {
            let perfect = PerfectPlay::of(&game);
            plays_as_recursion_does(&game, &perfect);
            let shorter = game.dropped();
            prop_assert_eq!(PerfectPlay::of(&shorter).truth(&Token::default()), perfect.truth(&Token::default()));
            prop_assert_eq!(shorter.droppable().count(), 0);
        }

        #[test]
        fn the_solver_finds_what_recursion_finds_of_a_circuit(game in random_game()) {
            plays_as_recursion_does(&game, &PerfectPlay::solved(&game, 0));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn the_solver_finds_what_recursion_finds_of_clauses(
            game in (4usize..9).prop_flat_map(|n| random_clauses(n, 3 * n / 2))
        ) {
            plays_as_recursion_does(&game, &PerfectPlay::solved(&game, 0));
        }

        #[test]
        fn a_table_of_the_last_bits_goes_on_where_the_solver_stopped(
            game in (7usize..10).prop_flat_map(|n| random_clauses(n, 3 * n / 2))
        ) {
            // Six bits are one word.
            let one_word = game.verifier().size() as u64;
            let solved = PerfectPlay::solved(&game, one_word);
            plays_as_recursion_does(&game, &solved);
        }

        #[test]
        fn what_the_solver_finds_does_not_depend_on_what_was_asked_before(
            game in random_clauses(7, 12),
            bits in proptest::collection::vec(any::<bool>(), 7),
        ) {
            let (fresh, asked) = (PerfectPlay::solved(&game, 0), PerfectPlay::solved(&game, 0));
            let last = bits.len().min(game.turns().len());
            for at in 0..last {
                let mut other = bits[..at].to_vec();
                other.push(!bits[at]);
                asked.best(&other, &Token::default()).unwrap();
            }
            prop_assert_eq!(fresh.best(&bits[..last - 1], &Token::default()), asked.best(&bits[..last - 1], &Token::default()));
        }
    }
}
