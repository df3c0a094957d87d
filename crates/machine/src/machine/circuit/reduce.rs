//! Converts any plan without questions to a circuit.

use super::{Circuit, CircuitBuilder, CircuitError, Wire};
use crate::machine::{BitRef, Op, Plan};

impl Circuit {
    /// Converts a plan to a circuit with the same inputs. A plan that is already a circuit keeps all its gates.
    /// Otherwise wide gates become trees of gates with two sources, and gates that the output does not need are
    /// dropped.
    pub fn reduce(plan: &Plan) -> Result<Self, CircuitError> {
        if plan.steps().all(|step| plan.relevant(step).len() <= 2) {
            return Self::new(plan.clone());
        }
        let names = plan.inputs().iter().enumerate();
        let mut circuit = CircuitBuilder::new(
            names.map(|(at, _)| plan.input_name(crate::machine::Input::at(at)).to_owned()),
        );
        let mut wires: Vec<Wire> = Vec::with_capacity(plan.len());
        for step in plan.steps() {
            let op = plan.op(step);
            if matches!(op, Op::Ask(_)) {
                return Err(CircuitError::Asks(step));
            }
            let read = plan.relevant(step).iter().map(|source| match source.get() {
                BitRef::Input(_) => Wire::From(*source),
                BitRef::Step(earlier) => wires[earlier.index()],
            });
            let read: Vec<Wire> = read.collect();
            let wire = circuit.gate(op, &read);
            circuit.describe(wire, plan.words(step).into_owned());
            wires.push(wire);
        }
        let output = wires.last().copied().unwrap_or(Wire::Constant(false));
        circuit.finish(output)?.with_inputs(plan.inputs().clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::circuit::TruthTable;
    use crate::machine::testing::WIDE;
    use crate::machine::{Input, PlanBuilder, Source};

    #[test]
    fn wide_gates_of_every_kind_keep_their_values() {
        for op in WIDE.into_iter().chain([Op::AtLeast(2), Op::AtLeast(4)]) {
            for n in 4..=7 {
                let mut plan = PlanBuilder::over(vec![false; n]);
                let sources: Vec<_> = (0..n).map(|i| Source::input(Input::at(i))).collect();
                plan.step(op, &sources).unwrap();
                let circuit = Circuit::reduce(&plan.finish().unwrap()).unwrap();
                let table =
                    TruthTable::from_circuit(&circuit, &Default::default()).unwrap().unwrap();
                for x in 0..1u64 << n {
                    let wanted = op.gate((0..n).map(|i| x >> i & 1 == 1)).unwrap();
                    assert_eq!(table.at(x), wanted, "{op:?} of {n} on {x:b}");
                }
            }
        }
    }

    #[test]
    fn a_plan_of_narrow_gates_stays_as_it_is() {
        let mut plan = PlanBuilder::over([true, false]);
        let [x1, x2] = [1, 2].map(|i| Source::input(Input::new(i)));
        plan.step(Op::And, &[x1, x2]).unwrap();
        plan.step(Op::Or, &[x1, x2]).unwrap();
        let circuit = Circuit::reduce(&plan.finish().unwrap()).unwrap();
        assert_eq!(circuit.size(), 2);
        assert!(circuit.output());
    }
}
