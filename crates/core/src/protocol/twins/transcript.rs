//! Transcripts that are valid for two inputs, and the verifiers that read them.

use crate::machine::circuit::normal_form::{GateKind, GateSource};
use crate::machine::circuit::{NormalForm, TruthTable};
use crate::machine::quantified::{BitPlayer, PerfectPlay, TooWideToSolve};
use crate::machine::{Bits, Circuit, Input, QuantifiedGame, Source, Step};
use crate::protocol::cross_examination::location_bits;
use crate::protocol::{circuit_walk, quantified};
use crate::rules::{BitRef, BitsRead, Side};
use crate::work::{CancelToken, Cancelled};

/// The debate that produces the transcript. The cells of the transcript are named "step 1", "step
/// 2" and so on. The cells of x are named "input 1", "input 2" and so on.
#[derive(Clone, Debug)]
pub enum TranscriptSource {
    /// A circuit walk with one bit for each pointer; 0 means the first wire. If a path is short,
    /// zeros fill the rest of the transcript.
    Walk {
        /// The function.
        circuit: Circuit,
        /// The normal form of the circuit, which the walk follows.
        normal: NormalForm,
    },
    /// A gate check. The transcript holds the values of the gates. After these, it holds the number
    /// of the gate that Bob points at, minus 1, in binary, with the highest bit first.
    Check {
        /// The function.
        circuit: Circuit,
    },
    /// A quantified debate, with its bits in the order of play.
    Quantified {
        /// The quantified game, with perfect play of its bits.
        perfect: PerfectPlay,
        /// The verifier's inputs that form x.
        free: Vec<Input>,
    },
}

impl TranscriptSource {
    /// The transcript of a circuit walk.
    pub fn walk(circuit: Circuit) -> Self {
        let normal = NormalForm::from_circuit(&circuit);
        Self::Walk { circuit, normal }
    }

    /// The transcript of a gate check.
    pub fn check(circuit: Circuit) -> Self {
        Self::Check { circuit }
    }

    /// The transcript of a quantified debate, without the rounds that do not matter (Lemma 3).
    ///
    /// # Errors
    /// Returns an error if the game is too wide to solve.
    pub fn quantified(game: &QuantifiedGame) -> Result<Self, TooWideToSolve> {
        let perfect = PerfectPlay::new(&game.dropped())?;
        let free = perfect.game().free().collect();
        Ok(Self::Quantified { perfect, free })
    }

    /// The number of bits of x.
    pub fn inputs(&self) -> usize {
        match self {
            Self::Walk { circuit, .. } | Self::Check { circuit } => circuit.inputs(),
            Self::Quantified { free, .. } => free.len(),
        }
    }

    /// The number of gates that are evaluated for each row of the truth table. 0 for a quantified debate, whose perfect
    /// play has a limit of its own.
    pub(super) fn gates(&self) -> usize {
        match self {
            Self::Walk { circuit, .. } | Self::Check { circuit } => circuit.size(),
            Self::Quantified { .. } => 0,
        }
    }

    /// The name of an input.
    pub fn name(&self, input: Input) -> &str {
        match self {
            Self::Walk { circuit, .. } | Self::Check { circuit } => {
                circuit.plan().input_name(input)
            }
            Self::Quantified { perfect, free } => {
                perfect.game().verifier().plan().input_name(free[input.index()])
            }
        }
    }

    /// The number of bits of the transcript. It is the same for every x.
    pub fn transcript_bits(&self) -> usize {
        match self {
            Self::Walk { normal, .. } => normal.depth(),
            Self::Check { circuit } => circuit.size() + location_bits(circuit.size()) as usize,
            Self::Quantified { perfect, .. } => perfect.game().turns().len(),
        }
    }

    /// The truth table of f. `None` if f has too many inputs for a table.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled.
    pub fn table(&self, token: &CancelToken) -> Result<Option<TruthTable>, Cancelled> {
        match self {
            Self::Walk { circuit, .. } | Self::Check { circuit } => {
                TruthTable::from_circuit(circuit, token)
            }
            Self::Quantified { perfect, free } => perfect.table(free, token),
        }
    }

    /// The transcript in which honest Alice writes for the input `zero`, where f is 0, and honest
    /// Bob writes for the input `one`, where f is 1. The transcript is valid for both inputs,
    /// because on each input one of the two provers is right.
    ///
    /// # Errors
    /// Returns an error if the work was cancelled. The bits of a quantified debate need a search.
    pub fn transcript(
        &self,
        zero: &Bits,
        one: &Bits,
        token: &CancelToken,
    ) -> Result<Bits, Cancelled> {
        Ok(match self {
            Self::Walk { normal, .. } => {
                let (on_zero, on_one) = (normal.evaluate(zero), normal.evaluate(one));
                let mut pointers = Bits::zeros(normal.depth());
                let (mut node, mut at) = (normal.root(), 0);
                while let GateSource::Gate(gate) = node {
                    let taken = match normal.gate(gate).kind {
                        GateKind::And => normal.choice(gate, zero, &on_zero),
                        GateKind::Or => normal.choice(gate, one, &on_one),
                    };
                    pointers.set(at, taken == 1);
                    node = normal.gate(gate).sources[taken];
                    at += 1;
                }
                pointers
            }
            Self::Check { circuit } => {
                let values = circuit.plan().with_inputs(zero.clone()).evaluate();
                let wrong = circuit.plan().with_inputs(one.clone()).first_wrong(&values);
                let place = wrong.unwrap_or(circuit.plan().output()).index();
                let bits = location_bits(circuit.size());
                values.iter().chain((0..bits).rev().map(|bit| place >> bit & 1 == 1)).collect()
            }
            Self::Quantified { perfect, free } => {
                let on = |x: &Bits| perfect.with_bits(free.iter().copied().zip(x.iter()));
                let [alice, bob] = [zero, one].map(on);
                let mut played = Vec::new();
                for turn in perfect.game().turns() {
                    let bit = match turn.side {
                        BitPlayer::Alpha => alice.best(&played, token)?,
                        BitPlayer::Beta => bob.best(&played, token)?,
                    };
                    played.push(bit);
                }
                played.into_iter().collect()
            }
        })
    }

    /// The verdict of the debate's verifier on these reads.
    ///
    /// # Errors
    /// Returns the cell to read next if the reads do not decide yet.
    pub fn verify(&self, read: &BitsRead) -> Result<Side, BitRef> {
        let bit = |cell: BitRef| read.bit(cell).ok_or(cell);
        match self {
            Self::Walk { normal, .. } => circuit_walk::verify(normal, read),
            Self::Check { circuit } => {
                let step = location(circuit, read)?;
                let plan = circuit.plan();
                let value = |source: Source| bit(source.get());
                // The verifier takes the output's value from the claim, f(x) = 0, and does not read
                // it.
                let own = if step == plan.output() { false } else { bit(BitRef::Step(step))? };
                let sources = plan.relevant(step).iter().map(|&source| value(source));
                let sources: Vec<bool> = sources.collect::<Result<_, _>>()?;
                let right = plan.op(step).gate(sources.into_iter()) == Some(own);
                Ok(Side::of_claim(right))
            }
            Self::Quantified { perfect, free } => quantified::verify(perfect.game(), free, read),
        }
    }

    /// The verdict that the bits of x alone prove. `None` if these bits do not decide f.
    pub fn by_inputs(&self, read: &BitsRead) -> Option<Side> {
        let (Self::Walk { circuit, .. } | Self::Check { circuit }) = self else { return None };
        circuit_walk::by_inputs(circuit, read)
    }

    /// The gate that Bob points at. `None` if the debate is not a gate check, or if the judge has
    /// not read all bits of the gate's number.
    pub fn pointed(&self, read: &BitsRead) -> Option<Step> {
        match self {
            Self::Check { circuit } => location(circuit, read).ok(),
            _ => None,
        }
    }
}

/// The gate with the number at the end of a gate check's transcript. A number above that of the
/// last gate means the output; no honest Bob writes such a number.
fn location(circuit: &Circuit, read: &BitsRead) -> Result<Step, BitRef> {
    let size = circuit.size();
    let mut place = 0;
    for bit in 0..location_bits(size) as usize {
        let cell = BitRef::Step(Step::at(size + bit));
        place = place << 1 | usize::from(read.bit(cell).ok_or(cell)?);
    }
    Ok(Step::at(place.min(size - 1)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::quantified::formula;
    use crate::machine::testing::random_circuit;
    use crate::rules::Ledger;

    /// The verdict of a verifier without a budget, and the cells that it reads.
    fn verdict(written: &TranscriptSource, x: &Bits, transcript: &Bits) -> (Side, Vec<BitRef>) {
        let mut ledger = Ledger::default();
        loop {
            match written.verify(ledger.readings()) {
                Ok(side) => {
                    let read = ledger.readings().list().iter().map(|r| r.cell).collect();
                    return (side, read);
                }
                Err(cell) => ledger.show(
                    cell,
                    match cell {
                        BitRef::Step(step) => transcript.at(step.index()),
                        BitRef::Input(input) => x.at(input.index()),
                    },
                ),
            }
        }
    }

    /// Checks that the transcript leads to the truth on both twins, and only after a read of x_i.
    fn check_pairs(written: &TranscriptSource) {
        let table = written.table(&CancelToken::default()).unwrap().unwrap();
        for index in 0..written.inputs() {
            let turned = table.turned_on_by(index);
            for rank in 0..turned.ones().min(3) {
                let zero = table.bits(turned.nth_one(rank).unwrap());
                let one = zero.clone().with_bit(index, !zero.at(index));
                let transcript = written.transcript(&zero, &one, &CancelToken::default()).unwrap();
                assert_eq!(transcript.len(), written.transcript_bits());
                for (x, side) in [(&zero, Side::Alice), (&one, Side::Bob)] {
                    let (ruled, read) = verdict(written, x, &transcript);
                    assert_eq!(ruled, side);
                    assert!(read.contains(&BitRef::Input(Input::at(index))));
                }
            }
        }
    }

    #[test]
    fn a_quantified_transcript_is_valid_for_both_twins() {
        for text in [
            "forall a exists b: (x1 | (a <-> b)) & x2",
            "forall a exists b forall c: ((x1 ^ x2) & a | b & x3) & (!a | x2 | c) | x3 & !c",
        ] {
            check_pairs(&TranscriptSource::quantified(&formula::game(text).unwrap()).unwrap());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_transcript_is_valid_for_both_twins_and_no_verdict_skips_their_difference(
            circuit in random_circuit(6, 30),
        ) {
            check_pairs(&TranscriptSource::check(circuit.clone()));
            check_pairs(&TranscriptSource::walk(circuit));
        }
    }
}
