//! The verifier as clauses: what Bob must make true, in conjunctive normal form.
//!
//! A circuit that is a conjunction of disjunctions gives its own clauses. Other gates get a
//! variable each, innermost "there is", in the polarity in which they are read (Plaisted and
//! Greenbaum, "A structure-preserving clause form translation", 1986).

use std::collections::{HashMap, HashSet};
use std::ops::Not;

use super::{Mover, QuantifiedGame};
use crate::machine::circuit::PairOp;
use crate::machine::{Cell, Circuit, Source};

/// A variable, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal(u32);

impl Literal {
    /// The literal that is true if the variable has this value.
    pub fn new(variable: usize, value: bool) -> Self {
        Self((variable as u32) << 1 | u32::from(!value))
    }

    /// Its variable.
    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The value of its variable that makes it true.
    pub fn value(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its place in a table of all literals.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Clauses over variables in the order of the quantifiers: first the bits to be played that the
/// verifier can read, then those of gates.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    /// Who chooses each variable.
    pub owners: Vec<Mover>,
    /// How many times the quantifier has changed before each variable.
    pub blocks: Vec<u32>,
    /// Each must have a true literal for V = 1.
    pub clauses: Vec<Vec<Literal>>,
}

/// A disjunction of more gates than this is taken apart by variables of their own.
const MOST_FLAT: usize = 512;

impl Matrix {
    /// The clauses of a game's verifier on its x.
    pub fn of(game: &QuantifiedGame) -> Self {
        let verifier = game.verifier();
        let mut inputs: Vec<InputKind> =
            verifier.plan().inputs().iter().map(InputKind::Constant).collect();
        let mut owners = Vec::new();
        for turn in game.turns().iter().filter(|turn| game.is_read(turn.input)) {
            inputs[turn.input.index()] = InputKind::Literal(Literal::new(owners.len(), true));
            owners.push(turn.side);
        }
        let mut reader = MatrixReader {
            verifier,
            inputs,
            variables: owners.len(),
            clauses: Vec::new(),
            named: HashMap::new(),
            waiting: Vec::new(),
        };
        reader
            .conjunction(WireValue { source: Source::step(verifier.plan().output()), value: true });
        reader.definitions();
        let MatrixReader { variables, clauses, .. } = reader;
        owners.resize(variables, Mover::Beta);
        let mut blocks = Vec::with_capacity(variables);
        for (at, owner) in owners.iter().enumerate() {
            let before = blocks.last().copied().unwrap_or_default();
            let changes = at > 0 && owners[at - 1] != *owner;
            blocks.push(before + u32::from(changes));
        }
        Self { owners, blocks, clauses }
    }
}

/// What an input of the verifier is.
#[derive(Clone, Copy)]
enum InputKind {
    Constant(bool),
    Literal(Literal),
}

/// "This wire has this value."
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct WireValue {
    source: Source,
    value: bool,
}

/// What a part is made of.
enum Shape {
    Constant(bool),
    Literal(Literal),
    All(Vec<WireValue>),
    Any(Vec<WireValue>),
    /// Exactly one of the two.
    Either(WireValue, WireValue),
}

struct MatrixReader<'a> {
    verifier: &'a Circuit,
    inputs: Vec<InputKind>,
    variables: usize,
    clauses: Vec<Vec<Literal>>,
    named: HashMap<WireValue, Literal>,
    waiting: Vec<(Literal, WireValue)>,
}

impl MatrixReader<'_> {
    fn shape(&self, part: WireValue) -> Shape {
        let WireValue { source, value } = part;
        let step = match source.get() {
            Cell::Input(input) => {
                return match self.inputs[input.index()] {
                    InputKind::Constant(bit) => Shape::Constant(bit == value),
                    InputKind::Literal(literal) => {
                        Shape::Literal(if value { literal } else { !literal })
                    }
                };
            }
            Cell::Step(step) => step,
        };
        let plan = self.verifier.plan();
        let read = plan.relevant(step);
        let (op, negated) = plan.op(step).over_two(read.len());
        let value = value != negated;
        let parts = || read.iter().map(|&source| WireValue { source, value }).collect();
        match op {
            PairOp::Never => Shape::Constant(!value),
            PairOp::Xor => Shape::Either(
                WireValue { source: read[0], value: true },
                WireValue { source: read[1], value },
            ),
            op if (op == PairOp::And) == value => Shape::All(parts()),
            _ => Shape::Any(parts()),
        }
    }

    /// Clauses that say a part, and all that it is a conjunction of.
    fn conjunction(&mut self, part: WireValue) {
        let mut open = vec![part];
        let mut seen = HashSet::new();
        while let Some(part) = open.pop() {
            if !seen.insert(part) {
                continue;
            }
            match self.shape(part) {
                Shape::All(parts) => open.extend(parts.into_iter().rev()),
                shape => self.say(Vec::new(), shape),
            }
        }
    }

    /// What the variables of gates say, each once.
    fn definitions(&mut self) {
        while let Some((literal, part)) = self.waiting.pop() {
            match self.shape(part) {
                Shape::All(parts) => {
                    for part in parts {
                        let shape = self.shape(part);
                        self.say(vec![!literal], shape);
                    }
                }
                shape => self.say(vec![!literal], shape),
            }
        }
    }

    /// The clauses "one of these literals, or this".
    fn say(&mut self, literals: Vec<Literal>, shape: Shape) {
        let mut clause = literals;
        match shape {
            Shape::Constant(true) => return,
            Shape::Constant(false) => {}
            Shape::Literal(literal) => clause.push(literal),
            Shape::Any(parts) => {
                if !self.disjunction(parts, &mut clause) {
                    return;
                }
            }
            Shape::All(parts) => {
                for part in parts {
                    let mut clause = clause.clone();
                    if self.disjunction(vec![part], &mut clause) {
                        self.add(clause);
                    }
                }
                return;
            }
            Shape::Either(a, b) => {
                let not = |part: WireValue| WireValue { value: !part.value, ..part };
                for pair in [vec![a, b], vec![not(a), not(b)]] {
                    let mut clause = clause.clone();
                    if self.disjunction(pair, &mut clause) {
                        self.add(clause);
                    }
                }
                return;
            }
        }
        self.add(clause);
    }

    fn add(&mut self, mut clause: Vec<Literal>) {
        clause.sort_unstable();
        clause.dedup();
        let tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if !tautology {
            self.clauses.push(clause);
        }
    }

    /// Adds the literals of a disjunction; false if one of its parts is always true.
    fn disjunction(&mut self, parts: Vec<WireValue>, clause: &mut Vec<Literal>) -> bool {
        let mut open = parts;
        let mut seen = HashSet::new();
        while let Some(part) = open.pop() {
            if !seen.insert(part) {
                continue;
            }
            match self.shape(part) {
                Shape::Constant(true) => return false,
                Shape::Constant(false) => {}
                Shape::Literal(literal) => clause.push(literal),
                Shape::Any(parts) if seen.len() < MOST_FLAT => open.extend(parts),
                Shape::All(parts) if parts.len() == 1 => open.extend(parts),
                _ => clause.push(self.name(part)),
            }
        }
        true
    }

    /// A variable that implies a part.
    fn name(&mut self, part: WireValue) -> Literal {
        if let Some(&literal) = self.named.get(&part) {
            return literal;
        }
        let literal = Literal::new(self.variables, true);
        self.variables += 1;
        self.named.insert(part, literal);
        self.waiting.push((literal, part));
        literal
    }
}
