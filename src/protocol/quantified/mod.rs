//! Quantified debate (PROTOCOLS §8; Irving et al. 2018; Lemma 8 and Thm 9 of the 2026 paper).
//!
//! The provers alternate bits α_1, β_1, …; f(x) = 1 iff ∀α_1 ∃β_1 …: V(x, α, β) = 1. Alice says
//! f(x) = 0. Then the judge evaluates V, reading what it needs of x and the bits (the t-th bit
//! played is cell "step t", the j-th bit of x "input j"); or V is cross-examined on them.

mod board;
mod sight;

use std::sync::Arc;

use super::CrossExamination;
use crate::machine::circuit::Reading;
use crate::machine::quantified::{PerfectPlay, Side as Player, Turn as Place};
use crate::machine::{Circuit, Input, QuantifiedGame, Step};
use crate::rules::{
    Audience, Bit, Cell, Cost, Domain, Eye, Ledger, Move, Offer, Outcome, Position, Prompt,
    Refusal, Rules, Seat, Side, Situation, Turn, Verb,
};
use crate::show::{Board, Brief};

/// How the verifier's verdict is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verifier {
    /// The judge evaluates it, reading what it needs.
    Evaluated,
    /// Alice writes its gates, Bob points at one, the judge checks that one (Lemma 8).
    CrossExamined,
}

/// What a quantified debate is about.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game, on x.
    pub game: QuantifiedGame,
    /// How V is settled.
    pub verifier: Verifier,
    /// What f(x) = 0 means, in words; the whole claim.
    pub words: String,
}

/// A quantified debate, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Quantified {
    shared: Arc<Shared>,
    played: Vec<bool>,
    /// Who searched the game: Alice, Bob.
    ran: [bool; 2],
    stage: Stage,
    ledger: Ledger,
}

#[derive(Debug)]
struct Shared {
    setup: Setup,
    /// The game that is played: without the rounds that may be dropped (Lemma 3).
    game: QuantifiedGame,
    perfect: PerfectPlay,
    /// The verifier's inputs that are x.
    free: Vec<Input>,
    /// Gates evaluated in a search of the whole game.
    search: u64,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The provers play bits.
    Bits,
    /// The judge reads and rules.
    Reading,
    /// A bit is on its way to the judge.
    Showing(Cell),
    /// The judge has ruled.
    Over(Side),
    /// The verifier is cross-examined.
    Checking(Box<CrossExamination>),
}

impl Quantified {
    /// A debate about to begin.
    pub fn new(setup: Setup) -> Self {
        let game = setup.game.dropped();
        let perfect = PerfectPlay::of(&game);
        let free: Vec<Input> = game.free().collect();
        let read = |input: &&Input| game.is_read(**input);
        let bits = game.turns().iter().filter(|turn| game.is_read(turn.input)).count() as u64;
        let x = free.iter().filter(read).count() as u64;
        let gates = game.verifier().size();
        let ledger = match setup.verifier {
            Verifier::Evaluated => {
                // In all no more than D(V), which may be less than there is to read.
                let all = game.verifier_depth().map_or(bits + x, u64::from);
                Ledger::default()
                    .with_limit(Seat::Judge, Cost::Location, 0)
                    .with_limit(Seat::Judge, Cost::Transcript, bits.min(all))
                    .with_limit(Seat::Judge, Cost::Input, x.min(all))
                    .with_limit(Seat::Judge, Cost::Oracle, 0)
                    .with_query_limit(Seat::Judge, all)
            }
            Verifier::CrossExamined => Ledger::default(),
        };
        let search = (gates as u64).saturating_mul(1 << bits);
        let shared = Shared { perfect, free, search, setup, game };
        let mut debate = Self {
            shared: Arc::new(shared),
            played: Vec::new(),
            ran: [false; 2],
            stage: Stage::Bits,
            ledger,
        };
        if let Verifier::CrossExamined = debate.setup().verifier {
            // The limits are those of the check to come, known from the verifier's shape.
            debate.ledger = debate.examination().ledger().clone();
        }
        if debate.next().is_none() {
            debate.stage = debate.after_bits();
        }
        debate
    }

    /// What the debate is about.
    pub fn setup(&self) -> &Setup {
        &self.shared.setup
    }

    fn game(&self) -> &QuantifiedGame {
        &self.shared.game
    }

    /// The bit to be played next; none once all are.
    fn next(&self) -> Option<Place> {
        self.game().turns().get(self.played.len()).copied()
    }

    fn seat_of(place: Place) -> Seat {
        match place.side {
            Player::Alpha => Seat::Alice,
            Player::Beta => Seat::Bob,
        }
    }

    /// The name of a variable.
    fn name(&self, input: Input) -> &str {
        self.game().verifier().plan().input_name(input)
    }

    /// V on x and the bits played.
    fn verifier(&self) -> Circuit {
        self.game().after(&self.played)
    }

    /// The cross-examination of V on the bits played so far: Alice says that V is 0.
    fn examination(&self) -> CrossExamination {
        CrossExamination::gate_check(&self.verifier(), false, self.setup().words.clone())
    }

    /// The verifier's input that a cell holds.
    fn input_of(&self, cell: Cell) -> Option<Input> {
        match cell {
            Cell::Step(step) => self.game().turns().get(step.index()).map(|turn| turn.input),
            Cell::Input(input) => self.shared.free.get(input.index()).copied(),
        }
    }

    /// The cell that holds an input of the verifier.
    fn cell_of(&self, input: Input) -> Cell {
        match self.game().turns().iter().position(|turn| turn.input == input) {
            Some(at) => Cell::Step(Step::at(at)),
            None => {
                let at = self.shared.free.iter().position(|&free| free == input);
                Cell::Input(Input::at(at.unwrap_or_default()))
            }
        }
    }

    fn bit_in(&self, cell: Cell) -> bool {
        match cell {
            Cell::Step(step) => self.played.get(step.index()).copied().unwrap_or_default(),
            Cell::Input(_) => {
                let input = self.input_of(cell);
                input.is_some_and(|i| self.game().verifier().plan().inputs().at(i.index()))
            }
        }
    }

    /// What the judge's reads decide of V, or what to read next.
    fn reading(&self) -> Result<Side, Cell> {
        let inputs = self.game().verifier().inputs();
        let readings = self.ledger.readings();
        let known = (0..inputs).map(|at| readings.bit(self.cell_of(Input::at(at))));
        match self.game().next_read(&known.collect::<Vec<_>>()) {
            Reading::Decided(bit) => Ok(Side::of_claim(!bit)),
            Reading::Needs(input) => Err(self.cell_of(input)),
        }
    }

    fn playing(&self, place: Place) -> Prompt {
        let seat = Self::seat_of(place);
        let name = self.name(place.input).to_owned();
        let says = if seat == Seat::Alice { "0" } else { "1" };
        let bit = Offer::answer(Verb::Bit, Domain::Bit, format!("play {name}"));
        let mut offers = vec![bit.seen_by(Audience::PROVERS)];
        let mut notes = vec![format!("You want V to be {says} in the end.")];
        if self.ran[seat.index()] {
            let leads = [false, true].map(|bit| {
                let mut next = self.played.clone();
                next.push(bit);
                u8::from(self.shared.perfect.value(&next))
            });
            notes.push(format!(
                "Played perfectly from here, {name} = 0 leads to V = {}, {name} = 1 to V = {}.",
                leads[0], leads[1]
            ));
        } else {
            let words = format!("search the game: {} steps", self.shared.search);
            let run = Offer::before(Verb::Run, Domain::Nothing, words);
            offers.push(run.seen_by(Audience::only(seat)));
        }
        if !self.game().is_read(place.input) {
            notes.push("The verifier can never read this bit.".into());
        }
        Prompt { question: format!("play {name}: 0 or 1"), offers, notes }
    }

    fn judging(&self) -> Prompt {
        let mut offers = vec![Offer::answer(Verb::Rule, Domain::Side, "rule: Alice says V is 0")];
        let (steps, inputs) = (self.played.len(), self.shared.free.len());
        if self.ledger.readings().list().len() < steps + inputs {
            let domain = Domain::Cell {
                steps: steps as u32,
                inputs: inputs as u32,
                readings: self.ledger.readings().clone(),
            };
            offers.push(Offer::before(Verb::Read, domain, "read a bit: 1 query"));
        }
        let note = match self.reading() {
            Ok(Side::Alice) => "What you read makes V 0.".into(),
            Ok(Side::Bob) => "What you read makes V 1.".into(),
            Err(_) => "What you read does not decide V yet.".into(),
        };
        Prompt { question: "is V 0 or 1 on these bits?".into(), offers, notes: vec![note] }
    }

    fn reason(&self, winner: Side) -> String {
        let value = u8::from(winner == Side::Bob);
        let mut why = format!("The judge ruled that V is {value} on the bits played.");
        match self.reading() {
            Ok(side) if side != winner => why += " What it read says the opposite.",
            Err(_) => why += " What it had read did not decide it.",
            Ok(_) => {}
        }
        why
    }
}

impl Position for Quantified {
    fn turn(&self) -> Turn {
        match &self.stage {
            Stage::Bits => match self.next() {
                Some(place) => Turn::Ask(Self::seat_of(place)),
                None => Turn::Ask(Seat::Judge),
            },
            Stage::Reading => Turn::Ask(Seat::Judge),
            Stage::Showing(cell) => {
                Turn::Reveal { mv: Move::Shows(Bit(self.bit_in(*cell))), to: Audience::ALL }
            }
            Stage::Over(winner) => Turn::Over(Outcome { winner: *winner, payoff: None }),
            Stage::Checking(check) => check.turn(),
        }
    }

    fn menu(&self) -> crate::rules::menu::Menu {
        crate::protocol::legacy::menu(self.old_prompt())
    }

    fn ledger(&self) -> &Ledger {
        match &self.stage {
            Stage::Checking(check) => check.ledger(),
            _ => &self.ledger,
        }
    }

    fn situation(&self) -> Option<Situation> {
        None
    }

    fn truth(&self) -> Option<bool> {
        Some(!self.shared.perfect.truth())
    }
}

impl crate::show::Show for Quantified {
    fn claim(&self) -> String {
        self.setup().words.clone()
    }

    fn board(&self, eye: Eye) -> Board<'_> {
        self.draw_board(eye)
    }

    fn brief(&self, eye: Eye) -> Brief {
        self.draw_brief(eye)
    }

    fn asking(&self) -> crate::show::Asking {
        crate::protocol::legacy::asking(self.old_prompt())
    }

    fn why(&self) -> String {
        match &self.stage {
            Stage::Over(winner) => self.reason(*winner),
            Stage::Checking(check) => crate::show::Show::why(check.as_ref()),
            _ => String::new(),
        }
    }
}

impl Quantified {
    pub(super) fn old_prompt(&self) -> Prompt {
        match (&self.stage, self.next()) {
            (Stage::Bits, Some(place)) => self.playing(place),
            (Stage::Bits | Stage::Reading, _) => self.judging(),
            (Stage::Showing(_) | Stage::Over(_), _) => {
                Prompt { question: String::new(), offers: Vec::new(), notes: Vec::new() }
            }
            (Stage::Checking(check), _) => check.old_prompt(),
        }
    }
}

impl Rules for Quantified {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        match (&mut self.stage, mv) {
            (Stage::Checking(check), mv) => return check.play(mv),
            (Stage::Bits, Move::Run) => {
                let Some(place) = self.next() else { return Err(Refusal::out_of_place(mv)) };
                let seat = Self::seat_of(place);
                self.ran[seat.index()] = true;
                self.ledger.charge(seat, Cost::Steps, self.shared.search);
            }
            (Stage::Bits, Move::Bit(Bit(bit))) => {
                self.played.push(*bit);
                if self.next().is_none() {
                    self.stage = self.after_bits();
                }
            }
            (Stage::Reading, Move::Read(cell)) => self.stage = Stage::Showing(*cell),
            (Stage::Showing(cell), Move::Shows(Bit(bit))) => {
                let cell = *cell;
                self.ledger.show(cell, *bit);
                self.stage = Stage::Reading;
            }
            (Stage::Reading, Move::Rule(side)) => self.stage = Stage::Over(*side),
            _ => return Err(Refusal::out_of_place(mv)),
        }
        Ok(())
    }
}

impl Quantified {
    /// What follows once all bits are played. The check goes on with what was paid for the search.
    fn after_bits(&self) -> Stage {
        if self.setup().verifier == Verifier::Evaluated {
            return Stage::Reading;
        }
        let mut check = self.examination();
        for seat in Seat::ALL {
            for cost in Cost::ALL {
                check.carry_over(seat, cost, self.ledger.of(seat).paid(cost));
            }
        }
        Stage::Checking(Box::new(check))
    }
}
