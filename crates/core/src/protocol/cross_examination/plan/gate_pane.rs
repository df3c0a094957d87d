//! The disputed gate of a gate check, and what it reads, drawn as a circuit.

use super::CrossExamination;
use crate::machine::{Cell, Source};
use crate::rules::View;
use crate::text::board::{Circuit, Gate, Level, Pane};
use crate::text::plan_graph;

/// Levels drawn: the disputed gate, what it reads, and what that reads.
const LEVELS: usize = 3;

impl<'a> View<'a, CrossExamination> {
    /// The disputed gate with two levels of what feeds it; none before Bob has pointed, or where
    /// the computation is no circuit.
    pub(super) fn gate_pane(self) -> Option<Pane<'a>> {
        let step = self.on_trial().filter(|_| self.is_gate_check())?;
        let mut circuit = Circuit::default();
        let mut level = vec![Source::step(step)];
        for depth in 0..LEVELS {
            let mut below = Vec::new();
            let gates = level.iter().map(|&source| {
                let mut wires = Vec::new();
                if let (Cell::Step(step), true) = (source.get(), depth + 1 < LEVELS) {
                    for &read in self.plan().relevant(step) {
                        wires.push(below.len());
                        below.push(read);
                    }
                }
                self.drawn(source, wires)
            });
            circuit.levels.push(Level { depth, gates: gates.collect() });
            level = below;
            if level.is_empty() {
                break;
            }
        }
        Some(Pane::Circuit(circuit))
    }

    fn drawn(self, source: Source, wires: Vec<usize>) -> Gate {
        match source.get() {
            Cell::Input(input) => Gate {
                label: self.plan().input_name(input).to_owned(),
                mark: self.input_mark(input),
                note: String::new(),
                wires,
            },
            Cell::Step(step) => Gate {
                label: plan_graph::name(self.plan(), source),
                mark: self.step_mark(step),
                note: String::new(),
                wires,
            },
        }
    }
}
