//! The game: a verifier circuit and the rounds of bits that its inputs are played in.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::machine::circuit::dependence::connected;
use crate::machine::circuit::{CircuitError, DecisionTree, Reading};
use crate::machine::{Bits, Circuit, Input};

/// Who plays a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mover {
    /// Alice plays α: "for all".
    Alpha,
    /// Bob plays β: "there is".
    Beta,
}

impl fmt::Display for Mover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alpha => "∀",
            Self::Beta => "∃",
        })
    }
}

/// One bit of the debate: who plays it, and which input of the verifier it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitTurn {
    /// Who plays it.
    pub side: Mover,
    /// Its round, from 1.
    pub round: usize,
    /// The verifier's input that it becomes.
    pub input: Input,
}

/// The bits of one round. A bit that is missing only fills a place between two others of the same
/// player: nobody plays it and the verifier does not read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundBits {
    /// Alice's bit.
    pub alpha: Option<Input>,
    /// Bob's bit.
    pub beta: Option<Input>,
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GameError {
    /// No bits to play.
    #[error("a quantified game needs at least one quantified variable")]
    NoRounds,
    /// An input played twice.
    #[error("`{name}` is quantified twice")]
    Twice {
        /// The variable's name.
        name: String,
    },
    /// An input that the verifier does not have.
    #[error("the verifier has no input {0}")]
    NoSuchInput(Input),
}

/// A game of bits: its inputs other than the rounds' bits are x. Clones share
/// everything.
#[derive(Clone, Debug)]
pub struct QuantifiedGame {
    verifier: Circuit,
    rounds: Arc<[RoundBits]>,
    turns: Arc<[BitTurn]>,
    read: Arc<[bool]>,
    /// Bits of rounds that were dropped, in order: nobody plays them, and they are not x.
    dropped: Arc<[Input]>,
    /// How V is read best, computed when somebody first needs it; none if it reads too much.
    reader: Arc<OnceLock<Option<DecisionTree>>>,
    /// By input of the verifier: the turn that plays it.
    turn_of: Arc<[Option<u32>]>,
}

impl QuantifiedGame {
    /// A game of these rounds over a verifier.
    ///
    /// # Errors
    /// If there are no bits to play, one twice, one that V does not have, or too many.
    pub fn new(verifier: Circuit, rounds: Vec<RoundBits>) -> Result<Self, GameError> {
        if rounds.iter().all(|round| round.alpha.is_none() && round.beta.is_none()) {
            return Err(GameError::NoRounds);
        }
        Self::of_rounds(verifier, rounds)
    }

    /// The same, where there may be nothing to play: V is read on x alone.
    fn of_rounds(verifier: Circuit, rounds: Vec<RoundBits>) -> Result<Self, GameError> {
        let mut turns = Vec::new();
        let mut turn_of = vec![None; verifier.inputs()];
        for (at, round) in rounds.iter().enumerate() {
            for (side, input) in [(Mover::Alpha, round.alpha), (Mover::Beta, round.beta)] {
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

    /// A game of these quantified inputs in order, each "for all" or "there is"; rounds are filled
    /// up where one quantifier follows itself.
    pub fn alternating(
        verifier: Circuit,
        prefix: impl IntoIterator<Item = (Mover, Input)>,
    ) -> Result<Self, GameError> {
        let mut rounds: Vec<RoundBits> = Vec::new();
        for (side, input) in prefix {
            match (side, rounds.last_mut()) {
                (Mover::Beta, Some(round @ RoundBits { beta: None, .. })) => {
                    round.beta = Some(input)
                }
                (Mover::Beta, _) => rounds.push(RoundBits { alpha: None, beta: Some(input) }),
                (Mover::Alpha, _) => rounds.push(RoundBits { alpha: Some(input), beta: None }),
            }
        }
        Self::new(verifier, rounds)
    }

    /// V, on x and zeros for the bits to be played.
    pub fn verifier(&self) -> &Circuit {
        &self.verifier
    }

    /// The rounds; k is how many there are.
    pub fn rounds(&self) -> &[RoundBits] {
        &self.rounds
    }

    /// The bits in the order in which they are played.
    pub fn turns(&self) -> &[BitTurn] {
        &self.turns
    }

    /// The inputs that are x, in order.
    pub fn free(&self) -> impl Iterator<Item = Input> + '_ {
        let dropped = |input: &Input| self.dropped.binary_search(input).is_ok();
        let inputs = (0..self.verifier.inputs()).map(Input::at);
        inputs.filter(move |input| self.turn_of(*input).is_none() && !dropped(input))
    }

    /// The place among the turns, from 0, of the one that plays an input of the verifier; none if
    /// the input is part of x.
    pub fn turn_of(&self, input: Input) -> Option<usize> {
        self.turn_of[input.index()].map(|turn| turn as usize)
    }

    /// Whether V can ever read an input.
    pub fn is_read(&self, input: Input) -> bool {
        self.read[input.index()]
    }

    /// The rounds, from 1, neither of whose bits V can ever read: they may be dropped (Lemma 3).
    pub fn droppable(&self) -> impl Iterator<Item = usize> + '_ {
        let unread = |bit: Option<Input>| bit.is_none_or(|input| !self.is_read(input));
        let rounds = self.rounds.iter().enumerate();
        rounds.filter(move |(_, r)| unread(r.alpha) && unread(r.beta)).map(|(at, _)| at + 1)
    }

    /// The game without the rounds that may be dropped; V keeps its inputs, which are 0 where
    /// nobody plays them. It may be that nothing is left to play.
    pub fn dropped(&self) -> Self {
        let mut drop = self.droppable().peekable();
        let rounds = self.rounds.iter().copied().zip(1..);
        let (gone, kept): (Vec<_>, Vec<_>) =
            rounds.partition(|(_, at)| drop.next_if_eq(at).is_some());
        let gone = gone.into_iter().flat_map(|(round, _)| [round.alpha, round.beta]).flatten();
        let mut dropped: Vec<Input> = self.dropped.iter().copied().chain(gone).collect();
        dropped.sort_unstable();
        // Fewer rounds of a game that was admitted are admitted.
        let kept = kept.into_iter().map(|(round, _)| round).collect();
        match Self::of_rounds(self.verifier.clone(), kept) {
            Ok(game) => Self { dropped: dropped.into(), ..game },
            Err(_) => self.clone(),
        }
    }

    /// The inputs that V can read, of x and of the bits played.
    pub fn inputs_read(&self) -> Vec<Input> {
        (0..self.verifier.inputs()).map(Input::at).filter(|&input| self.is_read(input)).collect()
    }

    /// D(V), how many bits of x and of the debate a judge must read in the worst case to evaluate
    /// V; none where V reads more inputs than it is computed for.
    pub fn verifier_depth(&self) -> Option<u32> {
        self.reader().map(DecisionTree::depth)
    }

    /// What a judge who evaluates V reads next, or what V is. Where D(V) is known it reads no more
    /// than that many in all; elsewhere down from the output, gate by gate.
    ///
    /// # Panics
    /// If `known` has not one place for each input of V.
    pub fn next_read(&self, known: &[Option<bool>]) -> Reading {
        self.verifier.best_read(self.reader(), known)
    }

    fn reader(&self) -> Option<&DecisionTree> {
        let of = || DecisionTree::of(&self.verifier, &self.inputs_read());
        self.reader.get_or_init(of).as_ref()
    }

    /// The same game on another x; `inputs` are all of the verifier's.
    pub fn on(&self, inputs: Bits) -> Result<Self, CircuitError> {
        Ok(Self { verifier: self.verifier.on(inputs)?, ..self.clone() })
    }

    /// The same game where these inputs of the verifier have these bits.
    #[must_use]
    pub fn with(&self, bits: impl IntoIterator<Item = (Input, bool)>) -> Self {
        Self { verifier: self.verifier_with(bits), ..self.clone() }
    }

    fn verifier_with(&self, bits: impl IntoIterator<Item = (Input, bool)>) -> Circuit {
        let mut inputs = self.verifier.plan().inputs().clone();
        for (input, bit) in bits {
            inputs.set(input.index(), bit);
        }
        // The number of inputs is the verifier's own, so that this cannot fail.
        self.verifier.on(inputs).unwrap_or_else(|_| self.verifier.clone())
    }

    /// The verifier on x and the bits played so far, in order; those to come are 0.
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
