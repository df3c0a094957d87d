//! Quantified debate (Irving et al. 2018; 2026 paper, Lemma 8 and Thm 9): the provers play the
//! bits in turn; then the judge evaluates V, or V is cross-examined.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::machine::circuit::Reading;
use crate::machine::quantified::{BitTurn, Mover, PerfectPlay, TooWideToSolve};
use crate::machine::{Circuit, Input, JudgeCost, QuantifiedGame, Step};
use crate::protocol::{CrossExamination, trial};
use crate::rules::{
    Among, Audience, Bit, Cell, Cost, Ledger, Move, Next, Outcome, Protocol, Readings, Seat, Side,
    offer,
};
use crate::work::{Stopped, Token};

/// How the verifier's verdict is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verifier {
    /// The judge evaluates it, reading what it needs.
    #[default]
    Evaluated,
    /// Alice writes its gates, Bob points at one, the judge checks that one (Lemma 8).
    CrossExamined,
}

/// What a quantified debate is about.
#[derive(Clone, Debug)]
pub struct QuantifiedInstance {
    /// The game, on x.
    pub game: QuantifiedGame,
    /// How V is settled.
    pub verifier: Verifier,
}

/// A quantified debate, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Quantified {
    shared: Arc<Shared>,
    /// The bits played, in order.
    pub(super) played: Vec<bool>,
    /// Who searched the game: Alice, Bob.
    ran: [bool; 2],
    /// What happens now.
    pub(super) stage: QuantifiedStage,
    ledger: Ledger,
}

#[derive(Debug)]
struct Shared {
    setup: QuantifiedInstance,
    /// The game that is played: without the rounds that may be dropped (Lemma 3).
    game: QuantifiedGame,
    /// The values of all positions.
    perfect: Result<PerfectPlay, TooWideToSolve>,
    /// The verifier's inputs that are x.
    free: Vec<Input>,
}

/// Where a quantified debate is.
#[derive(Clone, Debug)]
pub(super) enum QuantifiedStage {
    /// A prover plays this bit.
    Bits(BitTurn),
    /// The judge reads and rules.
    Reading,
    /// A bit is on its way to the judge: where it is, and what it says.
    Showing(Cell, bool),
    /// The judge has ruled.
    Over(Side),
    /// The verifier is cross-examined.
    Checking(Box<CrossExamination>),
}

impl Protocol for Quantified {
    fn next(&self) -> Next<Self> {
        match &self.stage {
            // A prover may search a game that is not too wide, once, and plays a bit.
            QuantifiedStage::Bits(place) => {
                let seat = Self::seat_of(*place);
                let play = offer::bit(Among::<Bit>::ALL, |debate: &mut Self, Bit(bit)| {
                    debate.played.push(bit);
                    debate.go_on();
                });
                let steps = self.search_steps().filter(|_| !self.ran(seat));
                let run = steps.map(|steps| {
                    let run = offer::run(move |debate: &mut Self| {
                        debate.ran[seat.index()] = true;
                        debate.ledger.charge(seat, Cost::Steps, steps);
                    });
                    run.before().seen_by(Audience::only(seat))
                });
                Next::ask(seat, [play.seen_by(Audience::PROVERS)].into_iter().chain(run))
            }
            // The judge reads what it needs, and rules.
            QuantifiedStage::Reading => {
                let readings = self.ledger.readings();
                let (steps, inputs) = (self.played.len(), self.free().len());
                let rule = offer::rule(Among::<Side>::ALL, |debate: &mut Self, side| {
                    debate.stage = QuantifiedStage::Over(side);
                });
                let cells = Among::<Cell>::unread(steps, inputs, readings, None);
                let read = offer::read(cells, |debate: &mut Self, cell| {
                    if let Some(bit) = debate.bit_in(cell) {
                        debate.stage = QuantifiedStage::Showing(cell, bit);
                    }
                });
                let left = readings.list().len() < steps + inputs;
                Next::ask(Seat::Judge, [rule].into_iter().chain(left.then(|| read.before())))
            }
            &QuantifiedStage::Showing(cell, bit) => {
                Next::reveal(Move::Shows(Bit(bit)), Audience::ALL, move |debate: &mut Self| {
                    debate.ledger.show(cell, bit);
                    debate.stage = QuantifiedStage::Reading;
                })
            }
            &QuantifiedStage::Over(winner) => Next::Over(Outcome { winner, payoff: None }),
            QuantifiedStage::Checking(check) => {
                Protocol::next(&**check).within(Self::checking, |_| {})
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

    fn prepare(&self, mv: &Move, token: &Token) -> Result<(), Stopped> {
        match mv {
            Move::Run => self.truth(token).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn truth(&self, token: &Token) -> Result<Option<bool>, Stopped> {
        match self.perfect() {
            Ok(perfect) => Ok(Some(!perfect.truth(token)?)),
            Err(_) => Ok(None),
        }
    }
}

impl Quantified {
    /// A debate about to begin.
    pub fn new(setup: QuantifiedInstance) -> Self {
        let game = setup.game.dropped();
        let perfect = PerfectPlay::of(&game);
        let free: Vec<Input> = game.free().collect();
        let read = |input: &&Input| game.is_read(**input);
        let bits = game.turns().iter().filter(|turn| game.is_read(turn.input)).count() as u64;
        let x = free.iter().filter(read).count() as u64;
        let ledger = match setup.verifier {
            Verifier::Evaluated => {
                // In all no more than D(V), which may be less than there is to read.
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
            // The limits are those of the check to come, known from the verifier's shape.
            debate.ledger = Protocol::ledger(&debate.examination()).clone();
        }
        debate.go_on();
        debate
    }

    /// What the debate is about.
    pub fn setup(&self) -> &QuantifiedInstance {
        &self.shared.setup
    }

    /// V on the bits played, once they all are, where the judge evaluates it.
    pub fn verdict(&self) -> Option<bool> {
        matches!(self.stage, QuantifiedStage::Reading).then(|| self.verifier().output())
    }

    /// The game that is played: without the rounds that may be dropped (Lemma 3).
    pub(crate) fn game(&self) -> &QuantifiedGame {
        &self.shared.game
    }

    /// The verifier's inputs that are x.
    pub(crate) fn free(&self) -> &[Input] {
        &self.shared.free
    }

    /// The values of all positions.
    pub(crate) fn perfect(&self) -> Result<&PerfectPlay, TooWideToSolve> {
        self.shared.perfect.as_ref().map_err(|why| *why)
    }

    /// Gates evaluated in a search of the whole game; `None` if it is too wide.
    pub(super) fn search_steps(&self) -> Option<u64> {
        self.perfect().ok().map(PerfectPlay::steps)
    }

    /// Whether a prover searched the game.
    pub(super) fn ran(&self, seat: Seat) -> bool {
        self.ran.get(seat.index()).is_some_and(|&ran| ran)
    }

    /// Goes to the next bit, or to the verdict once all are played.
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

    /// Who plays a bit.
    pub(super) fn seat_of(place: BitTurn) -> Seat {
        match place.side {
            Mover::Alpha => Seat::Alice,
            Mover::Beta => Seat::Bob,
        }
    }

    /// V on x and the bits played.
    fn verifier(&self) -> Circuit {
        self.game().after(&self.played)
    }

    /// The cross-examination of V on the bits played so far: Alice says that V is 0.
    fn examination(&self) -> CrossExamination {
        CrossExamination::gate_check(&self.verifier(), false)
    }

    /// The verifier's input that a cell holds.
    pub(super) fn input_of(&self, cell: Cell) -> Option<Input> {
        match cell {
            Cell::Step(step) => self.game().turns().get(step.index()).map(|turn| turn.input),
            Cell::Input(input) => self.shared.free.get(input.index()).copied(),
        }
    }

    /// The cell that holds an input of the verifier.
    pub(super) fn cell_of(&self, input: Input) -> Cell {
        cell_of(self.game(), self.free(), input)
    }

    /// The bit that a cell holds; none if it was not played yet.
    pub(super) fn bit_in(&self, cell: Cell) -> Option<bool> {
        match cell {
            Cell::Step(step) => self.played.get(step.index()).copied(),
            Cell::Input(_) => {
                let input = self.input_of(cell)?;
                self.game().verifier().plan().inputs().get(input.index())
            }
        }
    }

    /// What the judge's reads decide of V, or what to read next.
    pub(super) fn reading(&self) -> Result<Side, Cell> {
        verify(self.game(), self.free(), self.ledger.readings())
    }

    /// What follows once all bits are played. The check goes on with what was paid for the search.
    fn after_bits(&self) -> QuantifiedStage {
        if self.setup().verifier == Verifier::Evaluated {
            return QuantifiedStage::Reading;
        }
        let mut check = self.examination();
        for seat in Seat::ALL {
            for cost in Cost::ALL {
                check.carry_over(seat, cost, self.ledger.of(seat).paid(cost));
            }
        }
        QuantifiedStage::Checking(Box::new(check))
    }
}

/// The cell that holds an input of the verifier of a game whose x is `free`.
fn cell_of(game: &QuantifiedGame, free: &[Input], input: Input) -> Cell {
    match game.turn_of(input) {
        Some(at) => Cell::Step(Step::at(at)),
        None => Cell::Input(Input::at(free.binary_search(&input).unwrap_or_default())),
    }
}

/// What was read decides of V, or else what to read next.
pub(in crate::protocol) fn verify(
    game: &QuantifiedGame,
    free: &[Input],
    read: &Readings,
) -> Result<Side, Cell> {
    let inputs = (0..game.verifier().inputs()).map(Input::at);
    let known: Vec<_> = inputs.map(|input| read.bit(cell_of(game, free, input))).collect();
    match game.next_read(&known) {
        Reading::Decided(bit) => Ok(Side::of_claim(!bit)),
        Reading::Needs(input) => Err(cell_of(game, free, input)),
    }
}
