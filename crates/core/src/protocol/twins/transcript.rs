//! The transcripts that are valid for two inputs at once, and how a verifier reads them.

use crate::machine::circuit::normal_form::{GateSource, Kind};
use crate::machine::circuit::{NormalForm, TruthTable};
use crate::machine::quantified::{Mover, PerfectPlay, TooWideToSolve};
use crate::machine::{Bits, Circuit, Input, QuantifiedGame, Source, Step};
use crate::protocol::cross_examination::location_bits;
use crate::protocol::{circuit_walk, quantified};
use crate::rules::{Cell, Readings, Side};
use crate::work::{Stopped, Token};

/// The debate that the transcript is of. Its cells: the transcript's bits are "step 1" on, x's bits
/// "input 1" on.
#[derive(Clone, Debug)]
pub enum Written {
    /// A circuit walk: one bit a pointer, 0 for the first wire; zeros after the end of a short path.
    Walk {
        /// The function.
        circuit: Circuit,
        /// What the walk goes down.
        normal: NormalForm,
    },
    /// A gate check: the gates' values, and then the number of the gate that Bob points at, less
    /// one, highest bit first.
    Check {
        /// The function.
        circuit: Circuit,
    },
    /// A quantified debate: the bits in the order played.
    Quantified {
        /// The function, and how its bits are played.
        perfect: PerfectPlay,
        /// The verifier's inputs that are x.
        free: Vec<Input>,
    },
}

impl Written {
    /// The transcript of a circuit walk.
    pub fn walk(circuit: Circuit) -> Self {
        let normal = NormalForm::of(&circuit);
        Self::Walk { circuit, normal }
    }

    /// The transcript of a gate check.
    pub fn check(circuit: Circuit) -> Self {
        Self::Check { circuit }
    }

    /// The transcript of a quantified debate, without the rounds that may be dropped (Lemma 3).
    ///
    /// # Errors
    /// If the game is too wide to solve.
    pub fn quantified(game: &QuantifiedGame) -> Result<Self, TooWideToSolve> {
        let perfect = PerfectPlay::of(&game.dropped())?;
        let free = perfect.game().free().collect();
        Ok(Self::Quantified { perfect, free })
    }

    /// How many bits x has.
    pub fn inputs(&self) -> usize {
        match self {
            Self::Walk { circuit, .. } | Self::Check { circuit } => circuit.inputs(),
            Self::Quantified { free, .. } => free.len(),
        }
    }

    /// What an input is called.
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

    /// How many bits the transcript has: as many whatever x is.
    pub fn transcript_bits(&self) -> usize {
        match self {
            Self::Walk { normal, .. } => normal.depth(),
            Self::Check { circuit } => circuit.size() + location_bits(circuit.size()) as usize,
            Self::Quantified { perfect, .. } => perfect.game().turns().len(),
        }
    }

    /// f; `None` if it has too many inputs for a table.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn table(&self, token: &Token) -> Result<Option<TruthTable>, Stopped> {
        match self {
            Self::Walk { circuit, .. } | Self::Check { circuit } => TruthTable::of(circuit, token),
            Self::Quantified { perfect, free } => perfect.table(free, token),
        }
    }

    /// What Alice honestly writes on `zero`, where f is 0, and Bob on `one`, where it is 1: valid
    /// for both, as on each of them one of the two is the honest one.
    ///
    /// # Errors
    /// If the work was stopped: the bits of a quantified debate are searched for.
    pub fn transcript(&self, zero: &Bits, one: &Bits, token: &Token) -> Result<Bits, Stopped> {
        Ok(match self {
            Self::Walk { normal, .. } => {
                let (on_zero, on_one) = (normal.evaluate(zero), normal.evaluate(one));
                let mut pointers = Bits::zeros(normal.depth());
                let (mut node, mut at) = (normal.root(), 0);
                while let GateSource::Gate(gate) = node {
                    let taken = match normal.gate(gate).kind {
                        Kind::And => normal.choice(gate, zero, &on_zero),
                        Kind::Or => normal.choice(gate, one, &on_one),
                    };
                    pointers.set(at, taken == 1);
                    node = normal.gate(gate).sources[taken];
                    at += 1;
                }
                pointers
            }
            Self::Check { circuit } => {
                let values = circuit.plan().on(zero.clone()).evaluate();
                let wrong = circuit.plan().on(one.clone()).first_wrong(&values);
                let place = wrong.unwrap_or(circuit.plan().output()).index();
                let bits = location_bits(circuit.size());
                values.iter().chain((0..bits).rev().map(|bit| place >> bit & 1 == 1)).collect()
            }
            Self::Quantified { perfect, free } => {
                let on = |x: &Bits| perfect.with(free.iter().copied().zip(x.iter()));
                let [alice, bob] = [zero, one].map(on);
                let mut played = Vec::new();
                for turn in perfect.game().turns() {
                    let bit = match turn.side {
                        Mover::Alpha => alice.best(&played, token)?,
                        Mover::Beta => bob.best(&played, token)?,
                    };
                    played.push(bit);
                }
                played.into_iter().collect()
            }
        })
    }

    /// The verdict of the debate's verifier on what was read, or the cell that it reads next.
    ///
    /// # Errors
    /// The cell, while what was read does not decide.
    pub fn verify(&self, read: &Readings) -> Result<Side, Cell> {
        let bit = |cell: Cell| read.bit(cell).ok_or(cell);
        match self {
            Self::Walk { normal, .. } => circuit_walk::verify(normal, read),
            Self::Check { circuit } => {
                let step = location(circuit, read)?;
                let plan = circuit.plan();
                let value = |source: Source| bit(source.get());
                // The output's value is the claim, f(x) = 0, and is not read.
                let own = if step == plan.output() { false } else { bit(Cell::Step(step))? };
                let sources = plan.relevant(step).iter().map(|&source| value(source));
                let sources: Vec<bool> = sources.collect::<Result<_, _>>()?;
                let right = plan.op(step).gate(sources.into_iter()) == Some(own);
                Ok(Side::of_claim(right))
            }
            Self::Quantified { perfect, free } => quantified::verify(perfect.game(), free, read),
        }
    }

    /// Who is right by the bits of x that were read alone, if these decide f whatever the others are.
    pub fn by_inputs(&self, read: &Readings) -> Option<Side> {
        let (Self::Walk { circuit, .. } | Self::Check { circuit }) = self else { return None };
        circuit_walk::by_inputs(circuit, read)
    }

    /// The gate that Bob points at, if this is a gate check and the judge has read its number.
    pub fn pointed(&self, read: &Readings) -> Option<Step> {
        match self {
            Self::Check { circuit } => location(circuit, read).ok(),
            _ => None,
        }
    }
}

/// The gate whose number stands at the end of a gate check's transcript. A number past the last
/// gate, which no honest Bob writes, means the output.
fn location(circuit: &Circuit, read: &Readings) -> Result<Step, Cell> {
    let size = circuit.size();
    let mut place = 0;
    for bit in 0..location_bits(size) as usize {
        let cell = Cell::Step(Step::at(size + bit));
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

    /// What the verifier says when it may read all it wants, and how much it read.
    fn verdict(written: &Written, x: &Bits, transcript: &Bits) -> (Side, Vec<Cell>) {
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
                        Cell::Step(step) => transcript.at(step.index()),
                        Cell::Input(input) => x.at(input.index()),
                    },
                ),
            }
        }
    }

    /// On both twins the transcript leads to the truth, and only by reading x_i.
    fn check_pairs(written: &Written) {
        let table = written.table(&Token::default()).unwrap().unwrap();
        for index in 0..written.inputs() {
            let turned = table.turned_on_by(index);
            for rank in 0..turned.ones().min(3) {
                let zero = table.bits(turned.nth_one(rank).unwrap());
                let one = zero.clone().with(index, !zero.at(index));
                let transcript = written.transcript(&zero, &one, &Token::default()).unwrap();
                assert_eq!(transcript.len(), written.transcript_bits());
                for (x, side) in [(&zero, Side::Alice), (&one, Side::Bob)] {
                    let (ruled, read) = verdict(written, x, &transcript);
                    assert_eq!(ruled, side);
                    assert!(read.contains(&Cell::Input(Input::at(index))));
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
            check_pairs(&Written::quantified(&formula::game(text).unwrap()).unwrap());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_transcript_is_valid_for_both_twins_and_no_verdict_skips_their_difference(
            circuit in random_circuit(6, 30),
        ) {
            check_pairs(&Written::check(circuit.clone()));
            check_pairs(&Written::walk(circuit));
        }
    }
}
