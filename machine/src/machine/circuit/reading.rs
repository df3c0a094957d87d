//! Evaluating a circuit by reading only the inputs that it turns out to need.

use super::Circuit;
use crate::machine::{Input, Op, Origin};

/// What to do next when some inputs have been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// What was read decides the output.
    Decided(bool),
    /// This input is to be read next.
    Needs(Input),
}

impl Circuit {
    /// The output, if the inputs that are known decide it gate by gate; otherwise the input to read
    /// next: down from the output, always to the first source that is not decided.
    ///
    /// # Panics
    /// If `known` has not one place for each input.
    pub fn next_read(&self, known: &[Option<bool>]) -> Reading {
        let values = self.known_values(known);
        let plan = self.plan();
        let mut step = plan.output();
        if let Some(bit) = values[step.index()] {
            return Reading::Decided(bit);
        }
        loop {
            // An undecided gate has an undecided source, so that this always finds one.
            let open = plan.relevant(step).iter().find(|source| match source.get() {
                Origin::Input(input) => known[input.index()].is_none(),
                Origin::Step(earlier) => values[earlier.index()].is_none(),
            });
            match open.map(|source| source.get()) {
                Some(Origin::Input(input)) => return Reading::Needs(input),
                Some(Origin::Step(earlier)) => step = earlier,
                None => unreachable!("a gate all of whose sources are known is decided"),
            }
        }
    }

    /// The values of the gates that the known inputs decide.
    ///
    /// # Panics
    /// If `known` has not one place for each input.
    pub fn known_values(&self, known: &[Option<bool>]) -> Vec<Option<bool>> {
        assert_eq!(known.len(), self.inputs(), "one place for each input");
        let plan = self.plan();
        let mut values: Vec<Option<bool>> = Vec::with_capacity(plan.len());
        for step in plan.steps() {
            let mut sources = plan.relevant(step).iter().map(|source| match source.get() {
                Origin::Input(input) => known[input.index()],
                Origin::Step(earlier) => values[earlier.index()],
            });
            let first = sources.next();
            let decided = decide(plan.op(step), first, sources.next());
            values.push(decided);
        }
        values
    }
}

/// A gate's value if it is the same whatever its unknown sources are. `None` outside means that
/// there is no such source, inside that its value is unknown.
fn decide(op: Op, first: Option<Option<bool>>, second: Option<Option<bool>>) -> Option<bool> {
    let choices = |source: Option<Option<bool>>| -> &'static [Option<bool>] {
        match source {
            None => &[None],
            Some(Some(false)) => &[Some(false)],
            Some(Some(true)) => &[Some(true)],
            Some(None) => &[Some(false), Some(true)],
        }
    };
    let mut decided = None;
    for &a in choices(first) {
        for &b in choices(second) {
            let value = op.gate(a.into_iter().chain(b))?;
            if decided.is_some_and(|before| before != value) {
                return None;
            }
            decided = Some(value);
        }
    }
    decided
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::circuit::formula;
    use crate::machine::testing::random_circuit;

    fn read_all(circuit: &Circuit) -> (bool, Vec<u32>) {
        let mut known = vec![None; circuit.inputs()];
        let mut order = Vec::new();
        loop {
            match circuit.next_read(&known) {
                Reading::Decided(bit) => return (bit, order),
                Reading::Needs(input) => {
                    known[input.index()] = Some(circuit.plan().inputs().at(input.index()));
                    order.push(input.number());
                }
            }
        }
    }

    #[test]
    fn what_is_decided_is_not_read() {
        let circuit = formula::circuit("x1 & x2 | x3").unwrap();
        let on = |bits: &str| read_all(&circuit.on(bits.parse().unwrap()).unwrap());
        assert_eq!(on("001"), (true, vec![1, 3]));
        assert_eq!(on("110"), (true, vec![1, 2]));
        assert_eq!(on("100"), (false, vec![1, 2, 3]));
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
