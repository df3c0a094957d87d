//! The quantified game: a verifier circuit, and the rounds of bits that are its inputs.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::machine::circuit::dependence::connected;
use crate::machine::circuit::{CircuitError, DecisionTree, NextRead};
use crate::machine::{Bits, Circuit, Input};

/// The player who chooses a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitPlayer {
    /// Alice, who chooses the bits α: "for all".
    Alpha,
    /// Bob, who chooses the bits β: "there exists".
    Beta,
}

impl fmt::Display for BitPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alpha => "∀",
            Self::Beta => "∃",
        })
    }
}

/// A bit of the debate: the player who chooses it, and the verifier's input that gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitTurn {
    /// The player.
    pub side: BitPlayer,
    /// The round of the bit, counted from 1.
    pub round: usize,
    /// The verifier's input that gets the bit.
    pub input: Input,
}

/// The bits of a round. A bit is `None` if its player chooses no bit in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundBits {
    /// Alice's bit.
    pub alpha: Option<Input>,
    /// Bob's bit.
    pub beta: Option<Input>,
}

/// Why a game is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GameError {
    /// The game has no bits to play.
    #[error("a quantified game needs at least one quantified variable")]
    NoRounds,
    /// An input has two quantifiers.
    #[error("`{name}` has two quantifiers")]
    Twice {
        /// The variable's name.
        name: String,
    },
    /// The verifier does not have this input.
    #[error("the verifier has no input {0}")]
    NoSuchInput(Input),
}

/// A game of bits. The verifier's inputs that no player chooses are x. Clones share their storage.
#[derive(Clone, Debug)]
pub struct QuantifiedGame {
    verifier: Circuit,
    rounds: Arc<[RoundBits]>,
    turns: Arc<[BitTurn]>,
    read: Arc<[bool]>,
    /// The bits of dropped rounds, in order. No player chooses them, and they are not part of x.
    dropped: Arc<[Input]>,
    /// The best way to read V, computed on first use. `None` if V has too many inputs for it.
    reader: Arc<OnceLock<Option<DecisionTree>>>,
    /// For each input of the verifier, the index of the turn that chooses it.
    turn_of: Arc<[Option<u32>]>,
}

impl QuantifiedGame {
    /// A game of these rounds over a verifier.
    ///
    /// # Errors
    /// Returns an error if there are no bits to play, if two bits have the same input, or if V does not have an input.
    pub fn new(verifier: Circuit, rounds: Vec<RoundBits>) -> Result<Self, GameError> {
        if rounds.iter().all(|round| round.alpha.is_none() && round.beta.is_none()) {
            return Err(GameError::NoRounds);
        }
        Self::of_rounds(verifier, rounds)
    }

    /// Like [`QuantifiedGame::new`], but there may be no bits to play. Then V reads only x.
    fn of_rounds(verifier: Circuit, rounds: Vec<RoundBits>) -> Result<Self, GameError> {
        let mut turns = Vec::new();
        let mut turn_of = vec![None; verifier.inputs()];
        for (at, round) in rounds.iter().enumerate() {
            for (side, input) in [(BitPlayer::Alpha, round.alpha), (BitPlayer::Beta, round.beta)] {
                let Some(input) = input else { continue };
                match turn_of.get_mut(input.index()) {
                    None => return Err(GameError::NoSuchInput(input)),
                    Some(Some(_)) => {
                        let name = verifier.plan().input_name(input).to_owned();
                        return Err(GameError::Twice { name });
                    }
                    Some(turn) => *turn = Some(turns.len() as u32),
                }
                turns.push(BitTurn { side, round: at + 1, input });
            }
        }
        let read = connected(&verifier);
        Ok(Self {
            verifier,
            rounds: rounds.into(),
            turns: turns.into(),
            read: read.into(),
            dropped: Arc::default(),
            reader: Arc::default(),
            turn_of: turn_of.into(),
        })
    }

    /// A game that plays these quantified inputs in order. If the same quantifier comes twice in a row, the other
    /// player has no bit between them.
    pub fn alternating(
        verifier: Circuit,
        prefix: impl IntoIterator<Item = (BitPlayer, Input)>,
    ) -> Result<Self, GameError> {
        let mut rounds: Vec<RoundBits> = Vec::new();
        for (side, input) in prefix {
            match (side, rounds.last_mut()) {
                (BitPlayer::Beta, Some(round @ RoundBits { beta: None, .. })) => {
                    round.beta = Some(input)
                }
                (BitPlayer::Beta, _) => rounds.push(RoundBits { alpha: None, beta: Some(input) }),
                (BitPlayer::Alpha, _) => rounds.push(RoundBits { alpha: Some(input), beta: None }),
            }
        }
        Self::new(verifier, rounds)
    }

    /// The verifier V. Its inputs are x, and zeros in place of the bits that the players will
    /// choose.
    pub fn verifier(&self) -> &Circuit {
        &self.verifier
    }

    /// The rounds of the game. Their number is k.
    pub fn rounds(&self) -> &[RoundBits] {
        &self.rounds
    }

    /// The bits in the order of play.
    pub fn turns(&self) -> &[BitTurn] {
        &self.turns
    }

    /// The inputs that form x, in order.
    pub fn free(&self) -> impl Iterator<Item = Input> + '_ {
        let dropped = |input: &Input| self.dropped.binary_search(input).is_ok();
        let inputs = (0..self.verifier.inputs()).map(Input::at);
        inputs.filter(move |input| self.turn_of(*input).is_none() && !dropped(input))
    }

    /// The index of the turn that chooses an input of the verifier, counted from 0. `None` if the
    /// input is part of x.
    pub fn turn_of(&self, input: Input) -> Option<usize> {
        self.turn_of[input.index()].map(|turn| turn as usize)
    }

    /// True if V can ever read an input.
    pub fn is_read(&self, input: Input) -> bool {
        self.read[input.index()]
    }

    /// The rounds, counted from 1, whose bits V can never read. They may be dropped (Lemma 3).
    pub fn droppable(&self) -> impl Iterator<Item = usize> + '_ {
        let unread = |bit: Option<Input>| bit.is_none_or(|input| !self.is_read(input));
        let rounds = self.rounds.iter().enumerate();
        rounds.filter(move |(_, r)| unread(r.alpha) && unread(r.beta)).map(|(at, _)| at + 1)
    }

    /// The game without the rounds that may be dropped. V keeps its inputs. Those of dropped rounds are 0. There may
    /// be no bits left to play.
    pub fn dropped(&self) -> Self {
        let mut drop = self.droppable().peekable();
        let rounds = self.rounds.iter().copied().zip(1..);
        let (gone, kept): (Vec<_>, Vec<_>) =
            rounds.partition(|(_, at)| drop.next_if_eq(at).is_some());
        let gone = gone.into_iter().flat_map(|(round, _)| [round.alpha, round.beta]).flatten();
        let mut dropped: Vec<Input> = self.dropped.iter().copied().chain(gone).collect();
        dropped.sort_unstable();
        // A valid game is still valid with fewer rounds.
        let kept = kept.into_iter().map(|(round, _)| round).collect();
        match Self::of_rounds(self.verifier.clone(), kept) {
            Ok(game) => Self { dropped: dropped.into(), ..game },
            Err(_) => self.clone(),
        }
    }

    /// The inputs that V can read. They are inputs of x or played bits.
    pub fn inputs_read(&self) -> Vec<Input> {
        (0..self.verifier.inputs()).map(Input::at).filter(|&input| self.is_read(input)).collect()
    }

    /// D(V): the number of bits that a judge must read in the worst case to evaluate V, from x and from the debate.
    /// `None` if V has too many inputs to compute it.
    pub fn verifier_depth(&self) -> Option<u32> {
        self.reader().map(DecisionTree::depth)
    }

    /// The next read of a judge who evaluates V, or the value of V. If D(V) is known, the judge reads at most D(V)
    /// bits. Otherwise the judge goes down from the output, gate by gate.
    ///
    /// # Panics
    /// Panics if `known` does not have one entry for each input of V.
    pub fn next_read(&self, known: &[Option<bool>]) -> NextRead {
        self.verifier.best_read(self.reader(), known)
    }

    fn reader(&self) -> Option<&DecisionTree> {
        let of = || DecisionTree::from_circuit(&self.verifier, &self.inputs_read());
        self.reader.get_or_init(of).as_ref()
    }

    /// The same game on another x. `inputs` has all inputs of the verifier.
    pub fn with_inputs(&self, inputs: Bits) -> Result<Self, CircuitError> {
        Ok(Self { verifier: self.verifier.with_inputs(inputs)?, ..self.clone() })
    }

    /// The same game, with these bits set at inputs of the verifier.
    #[must_use]
    pub fn with_bits(&self, bits: impl IntoIterator<Item = (Input, bool)>) -> Self {
        Self { verifier: self.verifier_with(bits), ..self.clone() }
    }

    fn verifier_with(&self, bits: impl IntoIterator<Item = (Input, bool)>) -> Circuit {
        let mut inputs = self.verifier.plan().inputs().clone();
        for (input, bit) in bits {
            inputs.set(input.index(), bit);
        }
        // The number of inputs does not change, so this cannot fail.
        self.verifier.with_inputs(inputs).unwrap_or_else(|_| self.verifier.clone())
    }

    /// The verifier on x and the bits played so far, in order. Later bits are 0.
    pub fn after(&self, played: &[bool]) -> Circuit {
        self.verifier_with(self.turns.iter().zip(played).map(|(turn, &bit)| (turn.input, bit)))
    }

    /// The prefix in signs: `∃w ∀x ∃y ∀z`.
    pub fn prefix(&self) -> String {
        let plan = self.verifier.plan();
        let parts = self.turns.iter().map(|t| format!("{}{}", t.side, plan.input_name(t.input)));
        parts.collect::<Vec<_>>().join(" ")
    }
}
