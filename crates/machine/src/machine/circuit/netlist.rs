//! Sorts the gates of a circuit file, which may come in any order.

use std::sync::Arc;

use super::{Circuit, CircuitBuilder, Wire};
use crate::machine::line_error::LineError;
use crate::machine::{Bits, Op};

/// One end of a gate: a numbered wire of the file, with an optional inverter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GateEnd {
    pub wire: u32,
    pub inverted: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum WireDriver {
    /// An input, counted from 0.
    Input(u32),
    /// A gate, and the line that defines it. If the gate reads only one value, both ends are this value.
    Gate { op: Op, ends: [GateEnd; 2], line: u32 },
}

/// The gates of a file, indexed by the wire that each drives.
#[derive(Debug)]
pub(super) struct Netlist {
    inputs: Vec<Arc<str>>,
    drivers: Vec<Option<WireDriver>>,
}

/// The progress of the search for a wire's sources.
#[derive(Clone, Copy, PartialEq)]
enum Traced {
    Unseen,
    Open,
    Done(Wire),
}

impl Netlist {
    /// An empty netlist.
    pub fn new() -> Self {
        Self { inputs: Vec::new(), drivers: Vec::new() }
    }

    /// Adds the next input, on this wire.
    pub fn input(&mut self, wire: u32, name: Arc<str>, line: u32) -> Result<(), LineError> {
        let index = self.inputs.len() as u32;
        self.inputs.push(name);
        self.drive(wire, WireDriver::Input(index), line)
    }

    /// The names of the inputs.
    pub fn inputs(&self) -> &[Arc<str>] {
        &self.inputs
    }

    /// The driver of each wire, in the order of the wires.
    pub fn driven(&self) -> impl Iterator<Item = (u32, WireDriver)> {
        let wires = self.drivers.iter().enumerate();
        wires.filter_map(|(wire, driver)| driver.map(|driver| (wire as u32, driver)))
    }

    /// Renames an input, counted from 0. Returns false if there is none.
    pub fn rename(&mut self, index: usize, name: Arc<str>) -> bool {
        self.inputs.get_mut(index).map(|old| *old = name).is_some()
    }

    /// Adds a gate.
    pub fn gate(
        &mut self,
        wire: u32,
        op: Op,
        ends: [GateEnd; 2],
        line: u32,
    ) -> Result<(), LineError> {
        self.drive(wire, WireDriver::Gate { op, ends, line }, line)
    }

    fn drive(&mut self, wire: u32, driver: WireDriver, line: u32) -> Result<(), LineError> {
        let at = wire as usize;
        if self.drivers.len() <= at {
            self.drivers.resize(at + 1, None);
        }
        if self.drivers[at].is_some() {
            return Err(LineError::at(line, format!("wire {wire} already has a driver")));
        }
        self.drivers[at] = Some(driver);
        Ok(())
    }

    /// The circuit of one output, which the file names in `line`.
    pub fn circuit(&self, output: GateEnd, line: u32) -> Result<Circuit, LineError> {
        self.equals(&[(output, line)], &[true].into_iter().collect())
    }

    /// A circuit that is 1 if the outputs, in order, equal `word`. Each output has the line of the file that names it.
    pub fn equals(&self, outputs: &[(GateEnd, u32)], word: &Bits) -> Result<Circuit, LineError> {
        let mut circuit = CircuitBuilder::new(self.inputs.iter().cloned());
        let mut wires = self.wires(&mut circuit, outputs)?;
        for (wire, bit) in wires.iter_mut().zip(word.iter()) {
            if !bit {
                *wire = circuit.not(*wire);
            }
        }
        let output = circuit.gate(Op::And, &wires);
        Ok(circuit.finish(output)?)
    }

    fn wires(
        &self,
        circuit: &mut CircuitBuilder,
        outputs: &[(GateEnd, u32)],
    ) -> Result<Vec<Wire>, LineError> {
        let mut states = vec![Traced::Unseen; self.drivers.len()];
        // A depth-first search without recursion, because a file may be millions of gates deep.
        let mut open: Vec<(u32, u32)> =
            outputs.iter().rev().map(|(end, line)| (end.wire, *line)).collect();
        while let Some(&(wire, read_at)) = open.last() {
            let at = wire as usize;
            let Some(Some(driver)) = self.drivers.get(at) else {
                let message =
                    format!("a gate reads wire {wire}, but no input and no gate drives it");
                return Err(LineError::at(read_at, message));
            };
            if matches!(states[at], Traced::Done(_)) {
                open.pop();
                continue;
            }
            match *driver {
                WireDriver::Input(index) => {
                    states[at] = Traced::Done(circuit.input(index as usize));
                    open.pop();
                }
                WireDriver::Gate { op, ends, line } => {
                    let ends = if matches!(op, Op::Constant(_)) { &[][..] } else { &ends[..] };
                    let waiting = ends.iter().find(|end| {
                        !matches!(states.get(end.wire as usize), Some(Traced::Done(_)))
                    });
                    if let Some(end) = waiting {
                        if states.get(end.wire as usize) == Some(&Traced::Open) || end.wire == wire
                        {
                            let others =
                                if end.wire == wire { "" } else { ", through other gates" };
                            let message = format!(
                                "the gate that drives wire {wire} depends on its own value{others}"
                            );
                            return Err(LineError::at(line, message));
                        }
                        states[at] = Traced::Open;
                        open.push((end.wire, line));
                        continue;
                    }
                    let sources: Vec<Wire> =
                        ends.iter().map(|&end| read(circuit, &states, end)).collect();
                    let one_source = matches!(op, Op::Not | Op::Copy);
                    let sources = if one_source { &sources[..1] } else { &sources[..] };
                    states[at] = Traced::Done(circuit.gate(op, sources));
                    open.pop();
                }
            }
        }
        Ok(outputs.iter().map(|(end, _)| read(circuit, &states, *end)).collect())
    }
}

fn read(circuit: &mut CircuitBuilder, states: &[Traced], end: GateEnd) -> Wire {
    match states[end.wire as usize] {
        Traced::Done(wire) if end.inverted => circuit.not(wire),
        Traced::Done(wire) => wire,
        // Everything that a gate reads is made before the gate itself.
        Traced::Unseen | Traced::Open => unreachable!("a wire was read before its gate was made"),
    }
}
