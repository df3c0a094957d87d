//! The lower bound, played (PROTOCOLS §8; Cor. 4 and Thm 13 of the 2026 paper).
//!
//! f depends on n inputs. Nature picks one of them, i, an input w with f(w) = 0 and f(w ⊕ e_i) = 1,
//! and by a fair coin which of these twins is x. The transcript put before the judge is valid for
//! both: Alice wrote it as she honestly would on w, Bob as he would on the twin. A judge with a
//! budget of reads who does not read x_i cannot tell them apart. Afterwards the twin is revealed;
//! over many rounds the judge is right at most min(1, 1/2 + (2^q − 1)/(2n)) of the time.

mod best;
mod board;
mod sight;
mod transcript;

use std::sync::{Arc, OnceLock};

pub use best::{BestJudge, TooLarge};
pub use transcript::Written;

use crate::chance::{Fall, Law, Probability};
use crate::machine::circuit::TruthTable;
use crate::machine::{Bits, Input};
use crate::rules::{
    Audience, Bit, Cell, Cost, Domain, Eye, Ledger, Move, Offer, Outcome, Position, Prompt,
    Refusal, Rules, Seat, Side, Situation, Turn, Verb,
};
use crate::show::{Board, Brief};

/// What the lower bound is played on.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The function and the debate that the transcript is of.
    pub written: Written,
    /// How many bits the judge may read each round, of x and the transcript together.
    pub budget: u32,
    /// How many rounds are played; at least 1.
    pub rounds: u32,
    /// The claim in words.
    pub words: String,
}

/// Why the lower bound cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TwinsError {
    /// Too many inputs to list all pairs.
    #[error("twins are drawn from all inputs: at most {MOST_INPUTS} of them, not {0}")]
    TooManyInputs(usize),
    /// A constant function.
    #[error("the function depends on no input, so that no two inputs are twins")]
    Constant,
    /// No rounds.
    #[error("play 1 to 10,000 rounds, not {0}")]
    Rounds(u32),
}

/// Twins are drawn from the whole truth table.
pub const MOST_INPUTS: usize = 20;

/// More rounds than this in one debate are refused.
const MOST_ROUNDS: u32 = 10_000;

/// A game of twins, somewhere between its start and its end.
#[derive(Clone, Debug)]
pub struct Twins {
    shared: Arc<Shared>,
    phase: Phase,
    /// The rounds that are over: what the judge ruled, and what f(x) was.
    rulings: Vec<(Side, bool)>,
    ledger: Ledger,
}

#[derive(Debug)]
struct Shared {
    setup: Setup,
    table: TruthTable,
    /// The inputs that f depends on.
    dependent: Vec<Input>,
    /// Found when somebody first asks for it.
    best: OnceLock<Result<BestJudge, TooLarge>>,
}

/// Two inputs that differ in one bit alone, the transcript that is valid for both, and how likely
/// nature is to draw them.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnPair {
    /// f = 0 here.
    pub zero: Bits,
    /// f = 1 here.
    pub one: Bits,
    /// What is put before the judge.
    pub transcript: Bits,
    /// The probability that these are the two.
    pub probability: f64,
}

/// Two inputs that differ in one bit alone, and what is put before the judge.
#[derive(Clone, Debug, PartialEq)]
struct Pair {
    at: Input,
    /// f = 0 here.
    zero: Bits,
    /// Whether x is the twin, with f = 1.
    is_one: bool,
    transcript: Bits,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Nature draws i.
    Where,
    /// Nature draws w.
    Which(Input),
    /// Nature says which of the two is x.
    Coin(Input, Bits),
    /// The judge reads and rules.
    Judging(Arc<Pair>),
    /// A bit is on its way to the judge.
    Showing(Arc<Pair>, Cell),
    /// x is shown.
    Revealing(Arc<Pair>),
    /// The twin is shown.
    Twin(Arc<Pair>),
    /// All rounds are over.
    Over(Arc<Pair>),
}

impl Pair {
    /// x.
    fn input(&self) -> Bits {
        if self.is_one { self.one() } else { self.zero.clone() }
    }

    /// The input with f = 1.
    fn one(&self) -> Bits {
        let at = self.at.index();
        self.zero.clone().with(at, !self.zero.at(at))
    }
}

impl Twins {
    /// A game about to begin.
    ///
    /// # Errors
    /// If the function has too many inputs or depends on none.
    pub fn new(setup: Setup) -> Result<Self, TwinsError> {
        let inputs = setup.written.inputs();
        if inputs > MOST_INPUTS {
            return Err(TwinsError::TooManyInputs(inputs));
        }
        if !(1..=MOST_ROUNDS).contains(&setup.rounds) {
            return Err(TwinsError::Rounds(setup.rounds));
        }
        let table = setup.written.table().ok_or(TwinsError::TooManyInputs(inputs))?;
        let depends = |index: &usize| table.turned_on_by(*index).ones() > 0;
        let dependent: Vec<Input> = (0..inputs).filter(depends).map(Input::at).collect();
        if dependent.is_empty() {
            return Err(TwinsError::Constant);
        }
        Ok(Self {
            shared: Arc::new(Shared { setup, table, dependent, best: OnceLock::new() }),
            phase: Phase::Where,
            rulings: Vec::new(),
            ledger: Ledger::default(),
        })
    }

    /// What is played.
    pub fn setup(&self) -> &Setup {
        &self.shared.setup
    }

    /// n: how many inputs f depends on.
    pub fn n(&self) -> usize {
        self.shared.dependent.len()
    }

    /// min(1, 1/2 + (2^q − 1)/(2n)): how often a judge with this budget is right at most.
    pub fn best_score(&self) -> f64 {
        let reads = 2f64.powi(self.setup().budget.min(64) as i32) - 1.0;
        (0.5 + reads / (2.0 * self.n() as f64)).min(1.0)
    }

    /// How many rounds were judged rightly, and how many are over.
    pub fn score(&self) -> (u32, u32) {
        let right = self.rulings.iter().filter(|(side, one)| *side == Side::of_claim(!one)).count();
        (right as u32, self.rulings.len() as u32)
    }

    /// Of all judges with this budget, one that is right most often.
    ///
    /// # Errors
    /// If there are too many pairs of twins, cells and reads to look through.
    pub fn best_judge(&self) -> Result<&BestJudge, TooLarge> {
        self.shared.best.get_or_init(|| BestJudge::of(self)).as_ref().map_err(|&e| e)
    }

    /// How many pairs of twins there are.
    pub fn pairs_count(&self) -> u64 {
        self.shared.dependent.iter().map(|&at| self.turned_on(at).ones()).sum()
    }

    /// All pairs of twins, with what is put before the judge: everybody could work them out.
    pub fn pairs(&self) -> impl Iterator<Item = DrawnPair> + '_ {
        let table = &self.shared.table;
        self.shared.dependent.iter().flat_map(move |&at| {
            let turned = self.turned_on(at);
            let probability = 1.0 / (self.n() as f64 * turned.ones() as f64);
            (0..turned.ones()).filter_map(move |rank| turned.nth_one(rank)).map(move |x| {
                let zero = table.bits(x);
                let one = zero.clone().with(at.index(), !zero.at(at.index()));
                let transcript = self.setup().written.transcript(&zero, &one);
                DrawnPair { zero, one, transcript, probability }
            })
        })
    }

    fn pair(&self) -> Option<&Pair> {
        match &self.phase {
            Phase::Where | Phase::Which(_) | Phase::Coin(..) => None,
            Phase::Judging(pair)
            | Phase::Showing(pair, _)
            | Phase::Revealing(pair)
            | Phase::Twin(pair)
            | Phase::Over(pair) => Some(pair),
        }
    }

    /// Whether the twin of this round has been revealed.
    fn is_revealed(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn turned_on(&self, input: Input) -> TruthTable {
        self.shared.table.turned_on_by(input.index())
    }

    /// The reads left in this round.
    fn left(&self) -> u32 {
        let read = self.ledger.readings().list().len() as u32;
        self.setup().budget.saturating_sub(read)
    }

    fn bit_in(&self, cell: Cell) -> bool {
        let Some(pair) = self.pair() else { return false };
        let bit = match cell {
            Cell::Input(input) => pair.input().get(input.index()),
            Cell::Step(step) => pair.transcript.get(step.index()),
        };
        bit.unwrap_or_default()
    }

    /// What the verifier decides by what the judge read, or what it reads next.
    fn verified(&self) -> Result<Side, Cell> {
        self.setup().written.verify(self.ledger.readings())
    }

    fn judging(&self) -> Prompt {
        let left = self.left();
        let mut offers = vec![Offer::answer(Verb::Rule, Domain::Side, "rule")];
        let written = &self.setup().written;
        let (steps, inputs) = (written.transcript_bits(), written.inputs());
        if left > 0 && self.ledger.readings().list().len() < steps + inputs {
            let domain = Domain::Cell {
                steps: steps as u32,
                inputs: inputs as u32,
                readings: self.ledger.readings().clone(),
            };
            let words = format!("read a bit: {left} left");
            offers.push(Offer::before(Verb::Read, domain, words));
        }
        let note = match self.verified() {
            Ok(Side::Alice) => "The verifier's answer to what you read is 0.",
            Ok(Side::Bob) => "The verifier's answer to what you read is 1.",
            Err(_) => "What you read does not decide it: the rest is a guess.",
        };
        Prompt {
            question: "is f(x) 0, as Alice says, or 1, as Bob says?".into(),
            offers,
            notes: vec![note.into()],
        }
    }

    fn outcome(&self) -> Outcome {
        let for_alice = self.rulings.iter().filter(|(side, _)| *side == Side::Alice).count();
        Outcome { winner: Side::of_claim(2 * for_alice >= self.rulings.len()), payoff: None }
    }

    fn reason(&self, pair: &Pair) -> String {
        let (right, rounds) = self.score();
        let q = self.setup().budget;
        let best = self.best_score();
        if rounds == 1 {
            let read = self.ledger.readings().order(Cell::Input(pair.at)).is_some();
            format!(
                "f(x) was {}, and the ruling was {}. The twin differs in {} alone, which was {}.",
                u8::from(pair.is_one),
                if right == 1 { "right" } else { "wrong" },
                self.setup().written.name(pair.at),
                if read { "read" } else { "not read: on the twin you would have seen the same" },
            )
        } else {
            format!(
                "Right in {right} of {rounds} rounds, {:.3}, with {q} reads in each. No judge can \
                 expect more than {best:.3}.",
                f64::from(right) / f64::from(rounds),
            )
        }
    }
}

impl Position for Twins {
    fn turn(&self) -> Turn {
        let draw = |law| Turn::Draw { law, to: Audience::PROVERS };
        match &self.phase {
            Phase::Where => draw(Law::Index { below: self.n() as u64 }),
            Phase::Which(input) => draw(Law::Index { below: self.turned_on(*input).ones() }),
            Phase::Coin(..) => draw(Law::Bernoulli(Probability::HALF)),
            Phase::Judging(_) => Turn::Ask(Seat::Judge),
            Phase::Showing(_, cell) => {
                Turn::Reveal { mv: Move::Shows(Bit(self.bit_in(*cell))), to: Audience::ALL }
            }
            Phase::Revealing(pair) => {
                Turn::Reveal { mv: Move::Write(pair.input()), to: Audience::ALL }
            }
            Phase::Twin(pair) => Turn::Reveal { mv: Move::Twin(pair.at), to: Audience::ALL },
            Phase::Over(_) => Turn::Over(self.outcome()),
        }
    }

    fn menu(&self) -> crate::rules::menu::Menu {
        crate::protocol::legacy::menu(self.old_prompt())
    }

    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn situation(&self) -> Option<Situation> {
        None
    }

    fn rulings(&self) -> Option<(u64, u64)> {
        let (right, rounds) = self.score();
        Some((right.into(), rounds.into()))
    }

    /// The truth of one round; over several there is none.
    fn truth(&self) -> Option<bool> {
        let one = self.setup().rounds == 1;
        self.pair().filter(|_| one).map(|pair| !pair.is_one)
    }
}

impl crate::show::Show for Twins {
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
        match &self.phase {
            Phase::Over(pair) => self.reason(pair),
            _ => String::new(),
        }
    }
}

impl Twins {
    pub(super) fn old_prompt(&self) -> Prompt {
        match &self.phase {
            Phase::Judging(_) => self.judging(),
            _ => Prompt { question: String::new(), offers: Vec::new(), notes: Vec::new() },
        }
    }
}

impl Rules for Twins {
    fn play(&mut self, mv: &Move) -> Result<(), Refusal> {
        let next = match (&self.phase, mv) {
            (Phase::Where, Move::Falls(Fall::Index(at))) => {
                let at = usize::try_from(*at).ok().and_then(|at| self.shared.dependent.get(at));
                Phase::Which(*at.ok_or_else(|| Refusal::out_of_place(mv))?)
            }
            (Phase::Which(input), Move::Falls(Fall::Index(rank))) => {
                let x = self.turned_on(*input).nth_one(*rank);
                let x = x.ok_or_else(|| Refusal::out_of_place(mv))?;
                Phase::Coin(*input, self.shared.table.bits(x))
            }
            (Phase::Coin(at, zero), Move::Falls(Fall::Bit(is_one))) => {
                let (at, zero) = (*at, zero.clone());
                let mut pair = Pair { at, zero, is_one: *is_one, transcript: Bits::default() };
                pair.transcript = self.setup().written.transcript(&pair.zero, &pair.one());
                self.new_round();
                Phase::Judging(Arc::new(pair))
            }
            (Phase::Judging(pair), Move::Read(cell)) => Phase::Showing(Arc::clone(pair), *cell),
            (Phase::Showing(pair, cell), Move::Shows(Bit(bit))) => {
                let (pair, cell) = (Arc::clone(pair), *cell);
                self.ledger.show(cell, *bit);
                Phase::Judging(pair)
            }
            (Phase::Judging(pair), Move::Rule(side)) => {
                let pair = Arc::clone(pair);
                self.rulings.push((*side, pair.is_one));
                Phase::Revealing(pair)
            }
            (Phase::Revealing(pair), Move::Write(_)) => Phase::Twin(Arc::clone(pair)),
            (Phase::Twin(pair), Move::Twin(_)) => {
                if self.rulings.len() < self.setup().rounds as usize {
                    Phase::Where
                } else {
                    Phase::Over(Arc::clone(pair))
                }
            }
            _ => return Err(Refusal::out_of_place(mv)),
        };
        self.phase = next;
        Ok(())
    }
}

impl Twins {
    /// A fresh page for the judge's reads; what was paid stays paid.
    fn new_round(&mut self) {
        let before = std::mem::take(&mut self.ledger);
        for cost in Cost::ALL {
            self.ledger.charge(Seat::Judge, cost, before.of(Seat::Judge).paid(cost));
        }
        self.ledger.charge(Seat::Judge, Cost::Rounds, 1);
    }
}
