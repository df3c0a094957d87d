//! Bristol Fashion, the text format of Boolean circuits in multi-party computation, with its
//! older header too.
//!
//! Gates: `XOR AND OR NAND NOR XNOR INV NOT EQ EQW MAND`, and the names of other libraries for
//! functions of two bits. The output wires are the last ones.

use super::Circuit;
use super::netlist::{GateEnd, Netlist};
use crate::machine::line_fault::{LineFault, wrong};
use crate::machine::plan::MOST_STEPS;
use crate::machine::{Bits, Op};

/// More input bits than this are refused, as a short file could announce them.
const MOST_INPUTS: usize = 1 << 20;

/// A file that has been read.
#[derive(Debug)]
pub struct Bristol {
    netlist: Netlist,
    wires: u32,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    header_line: u32,
}

/// A line that is not empty: its number and its words.
type NumberedWords<'a> = (u32, Vec<&'a str>);

impl Bristol {
    /// Reads a whole file; which header it has is told by its third line.
    pub fn parse(text: &str) -> Result<Self, LineFault> {
        let mut rows = text.lines().zip(1u32..).filter_map(|(text, line)| {
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            (!words.is_empty()).then_some((line, words))
        });
        let counts = numbers(rows.next(), "the numbers of gates and of wires")?;
        let [gates, wires] = counts.1[..] else {
            return wrong(counts.0, "expected two numbers: of gates and of wires");
        };
        if gates > MOST_STEPS || wires > MOST_STEPS {
            return wrong(counts.0, "the file has more than 10,000,000 gates or wires");
        }
        let second = numbers(rows.next(), "how many bits the inputs have")?;
        let third = rows.next();
        let new_header = match &third {
            Some((_, words)) => words.iter().all(|word| word.parse::<usize>().is_ok()),
            None => false,
        };
        let (inputs, outputs, header_line) = if new_header {
            let third = numbers(third.clone(), "how many bits the outputs have")?;
            (counted(&second, "inputs")?, counted(&third, "outputs")?, third.0)
        } else {
            let [first, other, outputs] = second.1[..] else {
                return wrong(
                    second.0,
                    "expected three numbers: the bits of both parties' inputs and of the output",
                );
            };
            let inputs = [first, other].into_iter().filter(|&bits| bits > 0).collect();
            (inputs, vec![outputs], second.0)
        };
        let [ins, outs] = [&inputs, &outputs].map(|list| total(list));
        let (Some(ins), Some(_)) = (ins.filter(|&n| n <= wires), outs.filter(|&n| n <= wires))
        else {
            return wrong(header_line, format!("more input or output bits than the {wires} wires"));
        };
        if ins > MOST_INPUTS {
            return wrong(header_line, format!("{ins} input bits are more than {MOST_INPUTS}"));
        }
        let (netlist, wires) = (Netlist::new(), wires as u32);
        let mut file = Self { netlist, wires, inputs, outputs, header_line };
        for wire in 0..ins {
            file.netlist.input(wire as u32, format!("x{}", wire + 1).into(), header_line)?;
        }
        let first_gate = if new_header { None } else { third };
        let mut read = 0;
        let mut last_line = header_line;
        for (line, words) in first_gate.into_iter().chain(rows) {
            if read == gates {
                return wrong(line, format!("more than the {gates} gates that line 1 announces"));
            }
            file.gate(line, &words)?;
            read += 1;
            last_line = line;
        }
        if read < gates {
            return wrong(
                last_line + 1,
                format!("the file ends after {read} of the {gates} gates that line 1 announces"),
            );
        }
        Ok(file)
    }

    /// How many bits each input value has.
    pub fn inputs(&self) -> &[usize] {
        &self.inputs
    }

    /// How many bits each output value has; the first wire of a value is its lowest bit.
    pub fn outputs(&self) -> &[usize] {
        &self.outputs
    }

    /// The circuit of one output bit, counted from 0 over all output values.
    pub fn circuit(&self, output: usize) -> Result<Circuit, LineFault> {
        let outputs: usize = self.outputs.iter().sum();
        if output >= outputs {
            let message =
                format!("there is no output bit {output}: the file has {outputs}, counted from 0");
            return Err(LineFault::whole(message));
        }
        let wire = self.wires - outputs as u32 + output as u32;
        self.netlist.circuit(GateEnd { wire, inverted: false }, self.header_line)
    }

    /// The circuit that says whether all output bits, in order, are `word`; none if it has not a
    /// bit for each.
    pub fn equals(&self, word: &Bits) -> Option<Result<Circuit, LineFault>> {
        let count: usize = self.outputs.iter().sum();
        if word.len() != count || count == 0 {
            return None;
        }
        let end = |wire| (GateEnd { wire, inverted: false }, self.header_line);
        let outputs: Vec<_> = (self.wires - count as u32..self.wires).map(end).collect();
        Some(self.netlist.equals(&outputs, word))
    }

    fn gate(&mut self, line: u32, words: &[&str]) -> Result<(), LineFault> {
        let Some((&kind, numbers)) = words.split_last() else { return Ok(()) };
        let number = |(at, word): (usize, &&str)| {
            let message = "expected numbers and then the gate's name";
            word.parse().map_err(|_| LineFault::at(line, message).of_word(at))
        };
        let numbers: Vec<usize> =
            numbers.iter().enumerate().map(number).collect::<Result<_, _>>()?;
        let [ins, outs, ref ends @ ..] = numbers[..] else {
            return wrong(line, "expected how many wires the gate reads and drives");
        };
        if ins.checked_add(outs) != Some(ends.len()) {
            let got = ends.len();
            return wrong(line, format!("the gate announces {ins} + {outs} wires and names {got}"));
        }
        let (reads, drives) = ends.split_at(ins);
        let kind = kind.to_ascii_uppercase();
        let Some((op, inverted, takes)) = known(&kind) else {
            // A word from a file, fit to be shown.
            let shown: String = kind.chars().take(20).flat_map(char::escape_default).collect();
            let message = format!("`{shown}` is not a gate known here");
            return Err(LineFault::at(line, message).of_word(words.len() - 1));
        };
        let shape = if kind == "MAND" { (2 * outs, outs) } else { (takes, 1) };
        if (ins, outs) != shape {
            let (r, d) = shape;
            return wrong(line, format!("`{kind}` reads {r} and drives {d}, not {ins} and {outs}"));
        }
        if kind == "EQ" {
            let op = match reads[0] {
                0 => Op::Constant(false),
                1 => Op::Constant(true),
                other => return wrong(line, format!("`EQ` sets 0 or 1, not {other}")),
            };
            let wire = self.wire(line, 3, drives[0])?;
            return self.netlist.gate(wire.wire, op, [wire; 2], line);
        }
        for (place, &drives) in drives.iter().enumerate() {
            let second = if ins == 1 { 0 } else { outs + place };
            let mut a = self.wire(line, 2 + place, reads[place])?;
            let mut b = self.wire(line, 2 + second, reads[second])?;
            [a.inverted, b.inverted] = inverted;
            let driven = self.wire(line, 2 + ins + place, drives)?.wire;
            self.netlist.gate(driven, op, [a, b], line)?;
        }
        Ok(())
    }

    /// A wire that stands as this word of the line.
    fn wire(&self, line: u32, word: usize, wire: usize) -> Result<GateEnd, LineFault> {
        if wire < self.wires as usize {
            Ok(GateEnd { wire: wire as u32, inverted: false })
        } else {
            let message = format!("there is no wire {wire}: line 1 announces {}", self.wires);
            Err(LineFault::at(line, message).of_word(word))
        }
    }
}

/// A gate by its name: what it does, which of its sources are inverted first, and how many it has.
/// Beside the format's own names there are those that other libraries write: all functions of one
/// or two bits.
fn known(kind: &str) -> Option<(Op, [bool; 2], usize)> {
    const PLAIN: [bool; 2] = [false, false];
    Some(match kind {
        "EQ" => (Op::Constant(false), PLAIN, 1),
        "INV" | "NOT" => (Op::Not, PLAIN, 1),
        "EQW" | "LID" => (Op::Copy, PLAIN, 1),
        "XOR" => (Op::Xor, PLAIN, 2),
        "AND" | "MAND" => (Op::And, PLAIN, 2),
        "OR" | "LOR" => (Op::Or, PLAIN, 2),
        "NAND" | "NND" => (Op::Nand, PLAIN, 2),
        "NOR" => (Op::Nor, PLAIN, 2),
        "XNOR" | "XNR" => (Op::Xnor, PLAIN, 2),
        "NIM" => (Op::And, [false, true], 2),
        "NIF" => (Op::And, [true, false], 2),
        "IMP" => (Op::Or, [true, false], 2),
        "LIF" => (Op::Or, [false, true], 2),
        _ => return None,
    })
}

fn total(bits: &[usize]) -> Option<usize> {
    bits.iter().try_fold(0usize, |sum, &more| sum.checked_add(more))
}

fn numbers(row: Option<NumberedWords<'_>>, what: &str) -> Result<(u32, Vec<usize>), LineFault> {
    let Some((line, words)) = row else {
        return wrong(1, format!("the file ends before {what}"));
    };
    let numbers: Result<Vec<usize>, _> = words.iter().map(|word| word.parse()).collect();
    match numbers {
        Ok(numbers) => Ok((line, numbers)),
        Err(_) => wrong(line, format!("expected {what}")),
    }
}

/// A line `count n_1 … n_count`.
fn counted((line, row): &(u32, Vec<usize>), what: &str) -> Result<Vec<usize>, LineFault> {
    match row.split_first() {
        Some((&count, list)) if count == list.len() => Ok(list.to_vec()),
        _ => wrong(*line, format!("expected the number of {what} and then the bits of each")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full adder with the new header: a, b and the carry in; the sum and the carry out.
    const NEW: &str = "5 8\n3 1 1 1\n1 2\n\n2 1 0 1 3 XOR\n2 1 0 1 4 AND\n2 1 3 2 5 AND\n\
                       2 1 3 2 6 XOR\n2 1 4 5 7 XOR\n";
    /// The same with the old one.
    const OLD: &str = "5 8\n2 1   2\n\n2 1 0 1 3 XOR\n2 1 0 1 4 AND\n2 1 3 2 5 AND\n\
                       2 1 3 2 6 XOR\n2 1 4 5 7 XOR\n";

    #[test]
    fn a_full_adder_adds_under_both_headers() {
        for text in [NEW, OLD] {
            let file = Bristol::parse(text).unwrap();
            assert_eq!(file.outputs(), [2]);
            let [sum, carry] = [0, 1].map(|bit| file.circuit(bit).unwrap());
            for x in 0..8u32 {
                let bits: Bits = (0..3).map(|i| x >> i & 1 == 1).collect();
                let ones = x.count_ones();
                assert_eq!(sum.output_on(&bits).unwrap(), ones % 2 == 1);
                assert_eq!(carry.output_on(&bits).unwrap(), ones >= 2);
            }
        }
    }

    #[test]
    fn constants_copies_and_many_ands_are_read() {
        let text = "5 10\n1 4\n1 3\n1 1 1 4 EQ\n1 1 0 5 EQW\n4 2 0 1 2 3 6 7 MAND\n\
                    1 1 5 8 INV\n2 1 7 4 9 XOR\n";
        let file = Bristol::parse(text).unwrap();
        let on = |bit, x: &str| file.circuit(bit).unwrap().output_on(&x.parse().unwrap()).unwrap();
        assert!(on(0, "0101") && !on(0, "0110"), "x2 and x4");
        assert!(on(1, "0111") && !on(1, "1111"), "not x1");
        assert!(!on(2, "0101") && on(2, "0110"), "not (x2 and x4)");
    }

    #[test]
    fn names_of_other_libraries_are_read() {
        let text = "6 8\n1 2\n1 6\n2 1 0 1 2 NIM\n2 1 0 1 3 NIF\n2 1 0 1 4 IMP\n2 1 0 1 5 LIF\n\
                    2 1 0 1 6 NND\n2 1 0 1 7 XNR\n";
        let file = Bristol::parse(text).unwrap();
        let table = |bit| -> String {
            let circuit: Circuit = file.circuit(bit).unwrap();
            let on = |x: &str| circuit.output_on(&x.parse::<Bits>().unwrap()).unwrap();
            ["00", "01", "10", "11"].map(|x| if on(x) { '1' } else { '0' }).iter().collect()
        };
        let tables: Vec<String> = (0..6).map(table).collect();
        assert_eq!(tables, ["0010", "0100", "1101", "1011", "1110", "1001"]);
    }

    #[test]
    fn faults_are_told_with_their_line() {
        let cases = [
            ("", "the file ends before the numbers of gates and of wires"),
            ("1 2 3\n1 1\n1 1\n", "line 1: expected two numbers"),
            ("1 3\n2 1 1\n1 1\n", "line 4: the file ends after 0 of the 1 gates"),
            ("1 3\n2 1 1\n1 1\n2 1 0 1 2 FOO\n", "line 4: `FOO` is not a gate known here"),
            ("1 3\n2 1 1\n1 1\n2 1 0 1 7 AND\n", "line 4: there is no wire 7"),
            ("1 3\n2 1 1\n1 1\n1 1 0 2 AND\n", "line 4: `AND` reads 2 and drives 1"),
            ("1 3\n2 1 1\n1 1\n2 1 0 2 AND\n", "line 4: the gate announces 2 + 1 wires"),
            ("1 3\n2 1 1\n1 1\n2 1 0 1 1 AND\n", "line 4: wire 1 is driven already"),
            ("1 3\n2 1 9\n1 1\n2 1 0 1 2 AND\n", "line 3: more input or output bits"),
            ("1 3\n2 1\n1 1\n2 1 0 1 2 AND\n", "line 2: expected the number of inputs"),
            ("99999999 3\n2 1 1\n1 1\n", "10,000,000"),
        ];
        for (text, expected) in cases {
            let told = Bristol::parse(text).unwrap_err().to_string();
            assert!(told.contains(expected), "{told}");
        }
        let cyclic = Bristol::parse("1 3\n2 1 1\n1 1\n2 1 0 2 2 AND\n").unwrap();
        assert!(cyclic.circuit(0).unwrap_err().to_string().starts_with("line 4"));
        let told = cyclic.circuit(5).unwrap_err().to_string();
        assert_eq!(told, "there is no output bit 5: the file has 1, counted from 0");
    }
}
