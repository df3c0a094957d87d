//! Negation normal form: ∧ and ∨ of two values over literals. A circuit walk goes down through it
//! (Thm 5 of the query complexity paper).
//!
//! All other gates are expanded, for example x ⊕ y into (x ∧ ¬y) ∨ (¬x ∧ y), and negations move down to the inputs.
//! Gates stay shared: each gate of the circuit is expanded at most once for its value and once for its negation.

use super::Circuit;
use super::gates::BinaryOp;
use crate::machine::{BitRef, Bits, Input, Op, Step};

/// The kind of a gate in a normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GateKind {
    /// ∧: 0 if at least one of its two sources is 0.
    And,
    /// ∨: 1 if at least one of its two sources is 1.
    Or,
}

/// A source of a gate in a normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GateSource {
    /// Another gate, by its number from 1. Gate 1 is the output.
    Gate(Step),
    /// An input or its negation.
    Literal {
        /// The input.
        input: Input,
        /// True for the negation.
        negated: bool,
    },
    /// A constant. Only the whole function can be a constant.
    Constant(bool),
}

/// A gate in a normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// ∧ or ∨.
    pub kind: GateKind,
    /// The two sources of the gate.
    pub sources: [GateSource; 2],
    /// The number of gates above this gate on the longest path from the output.
    pub level: u32,
}

/// A circuit in negation normal form. The output has number 1, and each gate reads only gates with
/// higher numbers.
#[derive(Clone, Debug)]
pub struct NormalForm {
    root: GateSource,
    gates: Vec<PackedGate>,
    depth: usize,
}

/// A [`Gate`] in twelve bytes, because there may be sixty million gates.
#[derive(Clone, Copy, Debug)]
struct PackedGate {
    sources: [Packed; 2],
    /// The lowest bit is 1 for ∨. The other bits are the level.
    level: u32,
}

impl PackedGate {
    fn new(Gate { kind, sources, level }: Gate) -> Self {
        let level = level << 1 | u32::from(kind == GateKind::Or);
        Self { sources: sources.map(Packed::new), level }
    }

    fn gate(self) -> Gate {
        let kind = if self.level & 1 == 1 { GateKind::Or } else { GateKind::And };
        Gate { kind, sources: self.sources.map(Packed::node), level: self.level >> 1 }
    }
}

/// A [`GateSource`] in four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed(u32);

impl Packed {
    const LITERAL: u32 = 1 << 31;
    const NEGATED: u32 = 1 << 30;
    const CONSTANT: u32 = 1 << 29;

    /// The numbers fit, because there are fewer than 2^29 gates and inputs.
    fn new(node: GateSource) -> Self {
        Self(match node {
            GateSource::Gate(gate) => gate.index() as u32,
            GateSource::Literal { input, negated: true } => {
                Self::LITERAL | Self::NEGATED | input.index() as u32
            }
            GateSource::Literal { input, negated: false } => Self::LITERAL | input.index() as u32,
            GateSource::Constant(bit) => Self::CONSTANT | u32::from(bit),
        })
    }

    fn node(self) -> GateSource {
        let place = (self.0 & (Self::CONSTANT - 1)) as usize;
        if self.0 & Self::LITERAL > 0 {
            GateSource::Literal { input: Input::at(place), negated: self.0 & Self::NEGATED > 0 }
        } else if self.0 & Self::CONSTANT > 0 {
            GateSource::Constant(place == 1)
        } else {
            GateSource::Gate(Step::at(place))
        }
    }
}

impl NormalForm {
    /// The normal form of a circuit. It has at most six gates for each gate of the circuit.
    pub fn from_circuit(circuit: &Circuit) -> Self {
        let mut expansion = Expansion { gates: Vec::new() };
        let plan = circuit.plan();
        // The nodes for the value of each gate of the circuit, and for its negation. Unneeded gates are dropped
        // afterwards.
        let mut nodes: Vec<[Packed; 2]> = Vec::with_capacity(plan.len());
        for step in plan.steps() {
            let pairs: Vec<[GateSource; 2]> = plan
                .relevant(step)
                .iter()
                .map(|source| match source.get() {
                    BitRef::Input(input) => {
                        [false, true].map(|negated| GateSource::Literal { input, negated })
                    }
                    BitRef::Step(earlier) => nodes[earlier.index()].map(Packed::node),
                })
                .collect();
            nodes.push(expansion.both(plan.op(step), &pairs).map(Packed::new));
        }
        let root = nodes.last().map_or(GateSource::Constant(false), |pair| pair[0].node());
        drop(nodes);
        numbered(root, &expansion.gates)
    }

    /// The start of a walk: the output's gate, or the literal or constant that is the whole
    /// function.
    pub fn root(&self) -> GateSource {
        self.root
    }

    /// The number of gates.
    pub fn size(&self) -> usize {
        self.gates.len()
    }

    /// The number of gates on the longest path from the output to a literal.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// One gate.
    ///
    /// # Panics
    /// Panics if there is no gate with this number.
    pub fn gate(&self, gate: Step) -> Gate {
        self.gates[gate.index()].gate()
    }

    /// The gates in the order of their numbers, the output first.
    pub fn gates(&self) -> impl ExactSizeIterator<Item = Gate> + '_ {
        self.gates.iter().map(|row| row.gate())
    }

    /// The values of all gates on an input, in the order of their numbers.
    pub fn evaluate(&self, inputs: &Bits) -> Bits {
        let mut values = Bits::zeros(self.gates.len());
        for at in (0..self.gates.len()).rev() {
            let gate = self.gates[at].gate();
            let [a, b] = gate.sources.map(|node| node.value(inputs, &values));
            let bit = match gate.kind {
                GateKind::And => a && b,
                GateKind::Or => a || b,
            };
            if bit {
                values.set(at, true);
            }
        }
        values
    }

    /// The source to which an honest prover points, given the values of all gates. 0 means the
    /// first source, and 1 means the second. At ∧, the prover points at the first source with value
    /// 0, and at ∨ at the first source with value 1. If no source has this value, the prover points
    /// at the first source.
    pub fn choice(&self, gate: Step, inputs: &Bits, values: &Bits) -> usize {
        let gate = self.gate(gate);
        let wanted = gate.kind == GateKind::Or;
        let fits = |&node: &GateSource| node.value(inputs, values) == wanted;
        gate.sources.iter().position(fits).unwrap_or(0)
    }

    /// The number of different gates below a node, including the node itself. The count stops at `most`, so that it is
    /// fast enough for a screen.
    pub fn gates_under(&self, node: GateSource, most: usize) -> usize {
        let GateSource::Gate(top) = node else { return 0 };
        let mut seen = std::collections::HashSet::from([top]);
        let mut waiting = vec![top];
        while let Some(gate) = waiting.pop() {
            for node in self.gate(gate).sources {
                if let GateSource::Gate(below) = node
                    && seen.len() < most
                    && seen.insert(below)
                {
                    waiting.push(below);
                }
            }
        }
        seen.len()
    }
}

impl GateSource {
    /// The value of this source, given the values of all gates.
    pub fn value(self, inputs: &Bits, gates: &Bits) -> bool {
        match self {
            Self::Gate(gate) => gates.at(gate.index()),
            Self::Literal { input, negated } => inputs.at(input.index()) != negated,
            Self::Constant(bit) => bit,
        }
    }
}

/// Gates under construction, sources before their readers. A [`GateSource::Gate`] here is an index
/// into this list.
struct Expansion {
    gates: Vec<(GateKind, [Packed; 2])>,
}

impl Expansion {
    /// The nodes for a gate's value and for its negation.
    fn both(&mut self, op: Op, sources: &[[GateSource; 2]]) -> [GateSource; 2] {
        let (op, negated) = op.over_two(sources.len());
        let Some(&first) = sources.first() else {
            return [negated, !negated].map(GateSource::Constant);
        };
        let second = sources.get(1).copied().unwrap_or(first);
        let pair = match op {
            BinaryOp::Never => [false, true].map(GateSource::Constant),
            BinaryOp::And => self.and_pair(first, second),
            BinaryOp::Or => swap(self.and_pair(swap(first), swap(second))),
            BinaryOp::Xor => self.xor_pair(first, second),
        };
        if negated { swap(pair) } else { pair }
    }

    /// a ∧ b, and its negation ¬a ∨ ¬b.
    fn and_pair(
        &mut self,
        [a, not_a]: [GateSource; 2],
        [b, not_b]: [GateSource; 2],
    ) -> [GateSource; 2] {
        [self.gate(GateKind::And, a, b), self.gate(GateKind::Or, not_a, not_b)]
    }

    /// a ⊕ b, and its negation.
    fn xor_pair(
        &mut self,
        [a, not_a]: [GateSource; 2],
        [b, not_b]: [GateSource; 2],
    ) -> [GateSource; 2] {
        let (only_a, only_b) =
            (self.gate(GateKind::And, a, not_b), self.gate(GateKind::And, not_a, b));
        let (both, neither) =
            (self.gate(GateKind::And, a, b), self.gate(GateKind::And, not_a, not_b));
        [self.gate(GateKind::Or, only_a, only_b), self.gate(GateKind::Or, both, neither)]
    }

    fn gate(&mut self, kind: GateKind, a: GateSource, b: GateSource) -> GateSource {
        let absorbing = kind == GateKind::Or;
        match (a, b) {
            (GateSource::Constant(bit), other) | (other, GateSource::Constant(bit)) => {
                if bit == absorbing { GateSource::Constant(bit) } else { other }
            }
            _ if a == b => a,
            // The sources are x and ¬x, because equal sources were handled above.
            (GateSource::Literal { input: a, .. }, GateSource::Literal { input: b, .. })
                if a == b =>
            {
                GateSource::Constant(absorbing)
            }
            _ => {
                self.gates.push((kind, [a, b].map(Packed::new)));
                GateSource::Gate(Step::at(self.gates.len() - 1))
            }
        }
    }
}

fn swap([value, opposite]: [GateSource; 2]) -> [GateSource; 2] {
    [opposite, value]
}

/// Numbers the needed gates level by level from the output. Within a level, gates come in the order in which the level
/// above reads them.
fn numbered(root: GateSource, made: &[(GateKind, [Packed; 2])]) -> NormalForm {
    let GateSource::Gate(top) = root else {
        return NormalForm { root, gates: Vec::new(), depth: 0 };
    };
    let levels = levels_from(top, made);
    let deepest = levels.iter().filter(|&&level| level != NONE).max();
    let depth = deepest.map_or(0, |&deepest| deepest as usize + 1);
    let mut by_level: Vec<Vec<Step>> = vec![Vec::new(); depth];
    let mut numbers: Vec<u32> = vec![NONE; made.len()];
    let mut order = Vec::new();
    by_level[0].push(top);
    for level in 0..depth {
        for gate in std::mem::take(&mut by_level[level]) {
            // Several readers may lead to the same gate.
            if numbers[gate.index()] != NONE {
                continue;
            }
            numbers[gate.index()] = order.len() as u32;
            order.push((gate, level as u32));
            for node in made[gate.index()].1 {
                if let GateSource::Gate(below) = node.node() {
                    by_level[levels[below.index()] as usize].push(below);
                }
            }
        }
    }
    let renumber = |node: GateSource| match node {
        GateSource::Gate(gate) => GateSource::Gate(Step::at(numbers[gate.index()] as usize)),
        leaf => leaf,
    };
    let gates = order.iter().map(|&(gate, level)| {
        let (kind, sources) = made[gate.index()];
        PackedGate::new(Gate { kind, sources: sources.map(|node| renumber(node.node())), level })
    });
    NormalForm { root: GateSource::Gate(Step::at(0)), gates: gates.collect(), depth }
}

/// Marks a gate that the output does not need.
const NONE: u32 = u32::MAX;

/// For each gate that `top` needs, the number of gates above it on the longest path from `top`.
fn levels_from(top: Step, made: &[(GateKind, [Packed; 2])]) -> Vec<u32> {
    let mut levels = vec![NONE; made.len()];
    levels[top.index()] = 0;
    // A gate's readers come after it in the list, so its level is final here.
    for at in (0..=top.index()).rev() {
        let level = levels[at];
        if level == NONE {
            continue;
        }
        for node in made[at].1 {
            if let GateSource::Gate(below) = node.node() {
                let under = &mut levels[below.index()];
                *under = if *under == NONE { level + 1 } else { (*under).max(level + 1) };
            }
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::circuit::NextRead;
    use crate::machine::circuit::family::{majority, parity};
    use crate::machine::circuit::formula;
    use crate::machine::testing::random_circuit;

    #[test]
    fn parity_of_eight_has_seven_gates_and_a_normal_form_six_deep() {
        let circuit = parity(8).unwrap();
        let normal = NormalForm::from_circuit(&circuit);
        assert_eq!((circuit.size(), normal.depth()), (7, 6));
        // Each gate becomes six gates, except the output, which becomes three because its negation
        // is not needed.
        assert_eq!(normal.size(), 6 * 6 + 3);
    }

    #[test]
    fn majority_of_three_is_numbered_from_the_output() {
        let normal = NormalForm::from_circuit(&majority(3).unwrap());
        let kinds: Vec<GateKind> = normal.gates().map(|gate| gate.kind).collect();
        assert_eq!(kinds, [GateKind::Or, GateKind::And, GateKind::And, GateKind::Or]);
        assert_eq!(normal.gate(Step::new(3)).sources[1], GateSource::Gate(Step::new(4)));
        assert_eq!(normal.depth(), 3);
    }

    #[test]
    fn constants_and_single_literals_have_no_gates() {
        let of = |text| NormalForm::from_circuit(&formula::circuit(text).unwrap());
        assert_eq!(of("x1 & 0").root(), GateSource::Constant(false));
        let negated = GateSource::Literal { input: Input::new(1), negated: true };
        assert_eq!(of("!x1").root(), negated);
        assert_eq!((of("!!!x1").depth(), of("!!!x1").size()), (0, 0));
    }

    proptest! {
        #[test]
        fn a_normal_form_is_the_same_function_of_and_and_or(circuit in random_circuit(6, 40)) {
            let normal = NormalForm::from_circuit(&circuit);
            for x in 0..64u32 {
                let bits: Bits = (0..6).map(|i| x >> i & 1 == 1).collect();
                prop_assert_eq!(normal.output_on(&bits), circuit.output_on(&bits).unwrap());
            }
            // The walk relies on this: without an input, gate by gate, only a constant form is decided.
            let decided = matches!(circuit.next_read(&[None; 6]), NextRead::Decided(_));
            prop_assert!(!decided || matches!(normal.root(), GateSource::Constant(_)));
            prop_assert!(normal.size() <= 6 * circuit.size());
            prop_assert!(normal.depth() <= 2 * circuit.depth());
            for (at, gate) in normal.gates().enumerate() {
                for node in gate.sources {
                    prop_assert!(!matches!(node, GateSource::Constant(_)));
                    if let GateSource::Gate(below) = node {
                        prop_assert!(below.index() > at);
                        prop_assert!(normal.gate(below).level > gate.level);
                    }
                }
            }
        }
    }
}
