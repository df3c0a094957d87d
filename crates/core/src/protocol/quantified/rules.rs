//! Quantified debate (Irving et al. 2018; 2026 paper, Lemma 8 and Thm 9). The provers play the bits
//! in turn. Then the judge evaluates V, or V is cross-examined.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::machine::circuit::NextRead;
use crate::machine::quantified::{BitPlayer, BitTurn, PerfectPlay, TooWideToSolve};
use crate::machine::{Circuit, Input, JudgeCost, QuantifiedGame, Step};
use crate::protocol::{CrossExamination, trial};
use crate::rules::{
    ArgumentDomain, Bit, BitRef, BitsRead, Cost, Ledger, Move, Next, Outcome, Protocol, Seat, Side,
    Visibility, effectful,
};
use crate::work::{CancelToken, Cancelled};

/// The way in which the judge finds the value of the verifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verifier {
    /// The judge evaluates it and reads the necessary bits.
    #[default]
    Evaluated,
    /// Alice writes the values of the verifier's gates, Bob points at one gate, and the judge checks it (Lemma 8).
    CrossExamined,
}

/// The subject of a quantified debate.
#[derive(Clone, Debug)]
pub struct QuantifiedInstance {
    /// The game with the input x.
    pub game: QuantifiedGame,
    /// The way in which the judge finds the value of V.
    pub verifier: Verifier,
}

/// The state of a quantified debate.
#[derive(Clone, Debug)]
pub struct Quantified {
    shared: Arc<Shared>,
    pub(super) played: Vec<bool>,
    /// For Alice and Bob, true if the prover searched the game.
    ran: [bool; 2],
    pub(super) stage: QuantifiedStage,
    ledger: Ledger,
}

#[derive(Debug)]
struct Shared {
    setup: QuantifiedInstance,
    /// The game that the provers play, without the rounds that can be dropped (Lemma 3).
    game: QuantifiedGame,
    /// The values of all positions.
    perfect: Result<PerfectPlay, TooWideToSolve>,
    /// The inputs of the verifier that belong to x.
    free: Vec<Input>,
}

/// The stage of a quantified debate.
#[derive(Clone, Debug)]
pub(super) enum QuantifiedStage {
    /// A prover plays this bit.
    Bits(BitTurn),
    /// The judge reads and rules.
    Reading,
    /// The rules show the judge the bit in a cell.
    Showing(BitRef, bool),
    /// The judge has ruled.
    Over(Side),
    /// The verifier is cross-examined.
    Checking(Box<CrossExamination>),
}

impl Protocol for Quantified {
    fn next(&self) -> Next<Self> {
        match &self.stage {
            // A prover plays a bit. Before that, the prover may search the game once, if it is not
            // too wide.
            QuantifiedStage::Bits(place) => {
                let seat = Self::seat_of(*place);
                let play =
                    effectful::bit(ArgumentDomain::<Bit>::ALL, |debate: &mut Self, Bit(bit)| {
                        debate.played.push(bit);
                        debate.go_on();
                    });
                let steps = self.search_steps().filter(|_| !self.ran(seat));
                let run = steps.map(|steps| {
                    let run = effectful::run(move |debate: &mut Self| {
                        debate.ran[seat.index()] = true;
                        debate.ledger.charge(seat, Cost::Steps, steps);
                    });
                    run.before().seen_by(Visibility::only(seat))
                });
                Next::ask(seat, [play.seen_by(Visibility::PROVERS)].into_iter().chain(run))
            }
            // The judge reads the necessary bits, and rules.
            QuantifiedStage::Reading => {
                let readings = self.ledger.readings();
                let (steps, inputs) = (self.played.len(), self.free().len());
                let rule =
                    effectful::rule(ArgumentDomain::<Side>::ALL, |debate: &mut Self, side| {
                        debate.stage = QuantifiedStage::Over(side);
                    });
                let cells = ArgumentDomain::<BitRef>::unread(steps, inputs, readings, None);
                let read = effectful::read(cells, |debate: &mut Self, cell| {
                    if let Some(bit) = debate.bit_in(cell) {
                        debate.stage = QuantifiedStage::Showing(cell, bit);
                    }
                });
                let left = readings.list().len() < steps + inputs;
                Next::ask(Seat::Judge, [rule].into_iter().chain(left.then(|| read.before())))
            }
            &QuantifiedStage::Showing(cell, bit) => {
                Next::reveal(Move::Shows(Bit(bit)), Visibility::ALL, move |debate: &mut Self| {
                    debate.ledger.show(cell, bit);
                    debate.stage = QuantifiedStage::Reading;
                })
            }
            &QuantifiedStage::Over(winner) => Next::Over(Outcome { winner, payoff: None }),
            QuantifiedStage::Checking(check) => {
                Protocol::next(&**check).embed(Self::checking, |_| {})
            }
        }
    }

    fn ledger(&self) -> &Ledger {
        match &self.stage {
            QuantifiedStage::Checking(check) => Protocol::ledger(&**check),
            _ => &self.ledger,
        }
    }

    fn rounds(&self) -> u64 {
        let last = self.played.len().checked_sub(1);
        last.map_or(0, |at| self.game().turns()[at].round as u64)
    }

    fn prepare(&self, mv: &Move, token: &CancelToken) -> Result<(), Cancelled> {
        match mv {
            Move::Run => self.truth(token).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn truth(&self, token: &CancelToken) -> Result<Option<bool>, Cancelled> {
        match self.perfect() {
            Ok(perfect) => Ok(Some(!perfect.truth(token)?)),
            Err(_) => Ok(None),
        }
    }
}

impl Quantified {
    /// A debate before its first move.
    pub fn new(setup: QuantifiedInstance) -> Self {
        let game = setup.game.dropped();
        let perfect = PerfectPlay::new(&game);
        let free: Vec<Input> = game.free().collect();
        let read = |input: &&Input| game.is_read(**input);
        let bits = game.turns().iter().filter(|turn| game.is_read(turn.input)).count() as u64;
        let x = free.iter().filter(read).count() as u64;
        let ledger = match setup.verifier {
            Verifier::Evaluated => {
                // The judge makes at most D(V) reads in all. D(V) may be smaller than the number of
                // bits.
                let all = game.verifier_depth().map_or(bits + x, u64::from);
                let (transcript, input) = (bits.min(all), x.min(all));
                let most = JudgeCost { transcript, input, ..JudgeCost::default() };
                trial::limits(most).with_query_limit(Seat::Judge, all)
            }
            Verifier::CrossExamined => Ledger::default(),
        };
        let shared = Shared { perfect, free, setup, game };
        let mut debate = Self {
            shared: Arc::new(shared),
            played: Vec::new(),
            ran: [false; 2],
            stage: QuantifiedStage::Reading,
            ledger,
        };
        if let Verifier::CrossExamined = debate.setup().verifier {
            // The limits of the later check depend only on the verifier's gates, not on the bits.
            debate.ledger = Protocol::ledger(&debate.examination()).clone();
        }
        debate.go_on();
        debate
    }

    /// The subject of the debate.
    pub fn setup(&self) -> &QuantifiedInstance {
        &self.shared.setup
    }

    /// The value of V when all bits are played, if the judge evaluates it.
    pub fn verdict(&self) -> Option<bool> {
        matches!(self.stage, QuantifiedStage::Reading).then(|| self.verifier().output())
    }

    /// The game that the provers play, without the rounds that can be dropped (Lemma 3).
    pub(crate) fn game(&self) -> &QuantifiedGame {
        &self.shared.game
    }

    /// The inputs of the verifier that belong to x.
    pub(crate) fn free(&self) -> &[Input] {
        &self.shared.free
    }

    /// The values of all positions.
    pub(crate) fn perfect(&self) -> Result<&PerfectPlay, TooWideToSolve> {
        self.shared.perfect.as_ref().map_err(|why| *why)
    }

    /// The number of gate evaluations in a search of all continuations. `None` if the game is too
    /// wide.
    pub(super) fn search_steps(&self) -> Option<u64> {
        Some(self.perfect().ok()?.steps_after(self.played.len()))
    }

    pub(super) fn ran(&self, seat: Seat) -> bool {
        self.ran.get(seat.index()).is_some_and(|&ran| ran)
    }

    /// Continues with the next bit, or with the verdict when all bits are played.
    fn go_on(&mut self) {
        self.stage = match self.game().turns().get(self.played.len()) {
            Some(&place) => QuantifiedStage::Bits(place),
            None => self.after_bits(),
        };
    }

    fn checking(&mut self) -> Option<&mut CrossExamination> {
        match &mut self.stage {
            QuantifiedStage::Checking(check) => Some(check),
            _ => None,
        }
    }

    /// The player of a bit.
    pub(super) fn seat_of(place: BitTurn) -> Seat {
        match place.side {
            BitPlayer::Alpha => Seat::Alice,
            BitPlayer::Beta => Seat::Bob,
        }
    }

    /// The circuit of V, with x and the bits played so far as fixed inputs.
    fn verifier(&self) -> Circuit {
        self.game().after(&self.played)
    }

    /// The cross-examination of V with the bits played so far. Alice says that V is 0.
    fn examination(&self) -> CrossExamination {
        CrossExamination::gate_check(&self.verifier(), false)
    }

    /// The input of the verifier that a cell holds.
    pub(super) fn input_of(&self, cell: BitRef) -> Option<Input> {
        match cell {
            BitRef::Step(step) => self.game().turns().get(step.index()).map(|turn| turn.input),
            BitRef::Input(input) => self.shared.free.get(input.index()).copied(),
        }
    }

    /// The cell that holds an input of the verifier.
    pub(super) fn cell_of(&self, input: Input) -> BitRef {
        cell_of(self.game(), self.free(), input)
    }

    /// The bit in a cell. `None` if it was not played yet.
    pub(super) fn bit_in(&self, cell: BitRef) -> Option<bool> {
        match cell {
            BitRef::Step(step) => self.played.get(step.index()).copied(),
            BitRef::Input(_) => {
                let input = self.input_of(cell)?;
                self.game().verifier().plan().inputs().get(input.index())
            }
        }
    }

    /// The prover who wins according to the judge's reads. If the reads do not decide this, returns the cell to read
    /// next.
    pub(super) fn reading(&self) -> Result<Side, BitRef> {
        verify(self.game(), self.free(), self.ledger.readings())
    }

    /// The stage after all bits are played. The check starts with the costs of the search.
    fn after_bits(&self) -> QuantifiedStage {
        if self.setup().verifier == Verifier::Evaluated {
            return QuantifiedStage::Reading;
        }
        let mut check = self.examination();
        for seat in Seat::ALL {
            for cost in Cost::ALL {
                check.carry_over(seat, cost, self.ledger.account(seat).paid(cost));
            }
        }
        QuantifiedStage::Checking(Box::new(check))
    }
}

/// The cell that holds an input of the verifier, in a game whose x is `free`.
fn cell_of(game: &QuantifiedGame, free: &[Input], input: Input) -> BitRef {
    match game.turn_of(input) {
        Some(at) => BitRef::Step(Step::at(at)),
        None => BitRef::Input(Input::at(free.binary_search(&input).unwrap_or_default())),
    }
}

/// The prover who wins according to the judge's reads. If the reads do not decide this, returns the cell to read next.
pub(in crate::protocol) fn verify(
    game: &QuantifiedGame,
    free: &[Input],
    read: &BitsRead,
) -> Result<Side, BitRef> {
    let inputs = (0..game.verifier().inputs()).map(Input::at);
    let known: Vec<_> = inputs.map(|input| read.bit(cell_of(game, free, input))).collect();
    match game.next_read(&known) {
        NextRead::Decided(bit) => Ok(Side::of_claim(!bit)),
        NextRead::Needs(input) => Err(cell_of(game, free, input)),
    }
}
