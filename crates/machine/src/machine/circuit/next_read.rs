//! Evaluates a circuit by reading only the inputs that it needs.

use super::{Circuit, DecisionTree};
use crate::machine::{BitRef, Input};

/// The next action after some inputs were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextRead {
    /// The known inputs decide the output.
    Decided(bool),
    /// This input must be read next.
    Needs(Input),
}

impl Circuit {
    /// The output, if the known inputs decide it gate by gate. Otherwise the input to read next:
    /// the search goes down from the output, always to the first undecided source.
    ///
    /// # Panics
    /// Panics if `known` does not have one entry for each input.
    pub fn next_read(&self, known: &[Option<bool>]) -> NextRead {
        let values = self.known_values(known);
        let plan = self.plan();
        let mut step = plan.output();
        if let Some(bit) = values[step.index()] {
            return NextRead::Decided(bit);
        }
        loop {
            // An undecided gate has an undecided source, so this always finds one.
            let open = plan.relevant(step).iter().find(|source| match source.get() {
                BitRef::Input(input) => known[input.index()].is_none(),
                BitRef::Step(earlier) => values[earlier.index()].is_none(),
            });
            match open.map(|source| source.get()) {
                Some(BitRef::Input(input)) => return NextRead::Needs(input),
                Some(BitRef::Step(earlier)) => step = earlier,
                None => unreachable!("a gate whose sources are all known is decided"),
            }
        }
    }

    /// Like [`Circuit::next_read`], but follows the best decision tree if there is one. Among equally good inputs, it
    /// takes the one that [`Circuit::next_read`] would read.
    ///
    /// # Panics
    /// Panics if `known` does not have one entry for each input.
    pub fn best_read(&self, tree: Option<&DecisionTree>, known: &[Option<bool>]) -> NextRead {
        match (self.next_read(known), tree) {
            (NextRead::Needs(first), Some(tree)) => {
                tree.next_read(|input| known[input.index()], Some(first))
            }
            (by_gates, _) => by_gates,
        }
    }

    /// The values of the gates that the known inputs decide.
    ///
    /// # Panics
    /// Panics if `known` does not have one entry for each input.
    pub fn known_values(&self, known: &[Option<bool>]) -> Vec<Option<bool>> {
        assert_eq!(known.len(), self.inputs(), "one entry for each input");
        let plan = self.plan();
        let mut values: Vec<Option<bool>> = Vec::with_capacity(plan.len());
        for step in plan.steps() {
            let sources = plan.relevant(step).iter().map(|source| match source.get() {
                BitRef::Input(input) => known[input.index()],
                BitRef::Step(earlier) => values[earlier.index()],
            });
            let decided = plan.op(step).decided(sources);
            values.push(decided);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::Op;
    use crate::machine::circuit::formula;
    use crate::machine::testing::random_circuit;

    fn read_all(circuit: &Circuit) -> (bool, Vec<u32>) {
        let mut known = vec![None; circuit.inputs()];
        let mut order = Vec::new();
        loop {
            match circuit.next_read(&known) {
                NextRead::Decided(bit) => return (bit, order),
                NextRead::Needs(input) => {
                    known[input.index()] = Some(circuit.plan().inputs().at(input.index()));
                    order.push(input.number());
                }
            }
        }
    }

    #[test]
    fn decided_gates_are_not_read() {
        let circuit = formula::circuit("x1 & x2 | x3").unwrap();
        let on = |bits: &str| read_all(&circuit.with_inputs(bits.parse().unwrap()).unwrap());
        assert_eq!(on("001"), (true, vec![1, 3]));
        assert_eq!(on("110"), (true, vec![1, 2]));
        assert_eq!(on("100"), (false, vec![1, 2, 3]));
    }

    #[test]
    fn a_gate_is_decided_where_its_open_sources_do_not_matter() {
        let ops = [Op::And, Op::Or, Op::Xor, Op::Nand, Op::Nor, Op::Xnor, Op::Majority];
        let bits = [false, true];
        let kinds = ops.into_iter().chain((0..4).map(Op::AtLeast)).chain(bits.map(Op::Constant));
        let unary = [Op::Not, Op::Copy].map(|op| (op, 1..2));
        for (op, widths) in kinds.map(|op| (op, 0..3)).chain(unary) {
            for width in widths {
                for row in 0..3usize.pow(width) {
                    let known = |at: u32| [Some(false), Some(true), None][row / 3usize.pow(at) % 3];
                    let sources: Vec<_> = (0..width).map(known).collect();
                    let filled = |fill: usize| {
                        let bit = |(at, source): (usize, &Option<bool>)| {
                            source.unwrap_or(fill >> at & 1 == 1)
                        };
                        op.gate(sources.iter().enumerate().map(bit))
                    };
                    let same = (1..4).all(|fill| filled(fill) == filled(0));
                    let expected = if same { filled(0) } else { None };
                    assert_eq!(
                        op.decided(sources.iter().copied()),
                        expected,
                        "{op:?} of {sources:?}"
                    );
                }
            }
        }
    }

    proptest! {
        #[test]
        fn reading_on_demand_finds_the_output(circuit in random_circuit(6, 30)) {
            let (bit, order) = read_all(&circuit);
            prop_assert_eq!(bit, circuit.output());
            let distinct: std::collections::HashSet<_> = order.iter().collect();
            prop_assert_eq!(distinct.len(), order.len());
        }
    }
}
