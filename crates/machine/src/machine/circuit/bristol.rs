//! Bristol Fashion, the text format of Boolean circuits in multi-party computation. Its older
//! header is also supported.
//!
//! The gates are `XOR AND OR NAND NOR XNOR INV NOT EQ EQW MAND`. Functions of two bits may also have the names that
//! other libraries give them. The last wires are the outputs.

use super::Circuit;
use super::netlist::{GateEnd, Netlist};
use crate::machine::line_error::{LineError, wrong};
use crate::machine::plan::MOST_STEPS;
use crate::machine::{Bits, Op};

/// The largest number of input bits. A short file could otherwise announce a huge number.
const MOST_INPUTS: usize = 1 << 20;

/// A parsed file.
#[derive(Debug)]
pub struct Bristol {
    netlist: Netlist,
    wires: u32,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    header_line: u32,
}

/// The number of a line, and the words of the line.
type NumberedWords<'a> = (u32, Vec<&'a str>);

impl Bristol {
    /// Reads a whole file. The third line shows which header it has.
    pub fn parse(text: &str) -> Result<Self, LineError> {
        let mut rows = text.lines().zip(1u32..).filter_map(|(text, line)| {
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            (!words.is_empty()).then_some((line, words))
        });
        let counts = numbers(rows.next(), "the numbers of gates and wires")?;
        let [gates, wires] = counts.1[..] else {
            return wrong(
                counts.0,
                "expected two numbers: the number of gates and the number of wires",
            );
        };
        if gates > MOST_STEPS || wires > MOST_STEPS {
            return wrong(counts.0, "the file can have at most 10,000,000 gates and wires");
        }
        let second = numbers(rows.next(), "the number of bits of each input")?;
        let third = rows.next();
        let new_header = match &third {
            Some((_, words)) => words.iter().all(|word| word.parse::<usize>().is_ok()),
            None => false,
        };
        let (inputs, outputs, header_line) = if new_header {
            let third = numbers(third.clone(), "the number of bits of each output")?;
            (counted(&second, "inputs")?, counted(&third, "outputs")?, third.0)
        } else {
            let [first, other, outputs] = second.1[..] else {
                return wrong(
                    second.0,
                    "expected three numbers: the input bits of both parties, and the output bits",
                );
            };
            let inputs = [first, other].into_iter().filter(|&bits| bits > 0).collect();
            (inputs, vec![outputs], second.0)
        };
        let [ins, outs] = [&inputs, &outputs].map(|list| total(list));
        let (Some(ins), Some(_)) = (ins.filter(|&n| n <= wires), outs.filter(|&n| n <= wires))
        else {
            return wrong(
                header_line,
                format!("the inputs or outputs have more bits than the {wires} wires"),
            );
        };
        if ins > MOST_INPUTS {
            return wrong(
                header_line,
                format!("there are {ins} input bits, but there can be at most {MOST_INPUTS}"),
            );
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
                return wrong(
                    line,
                    format!("this is one gate too many: line 1 announces {gates} gates"),
                );
            }
            file.gate(line, &words)?;
            read += 1;
            last_line = line;
        }
        if read < gates {
            return wrong(
                last_line + 1,
                format!("the file ends after {read} gates, but line 1 announces {gates}"),
            );
        }
        Ok(file)
    }

    /// The number of bits of each input value.
    pub fn inputs(&self) -> &[usize] {
        &self.inputs
    }

    /// The number of bits of each output value. The first wire of a value is its lowest bit.
    pub fn outputs(&self) -> &[usize] {
        &self.outputs
    }

    /// The circuit of one output bit. Output bits count from 0 over all output values.
    pub fn circuit(&self, output: usize) -> Result<Circuit, LineError> {
        let outputs: usize = self.outputs.iter().sum();
        if output >= outputs {
            let message =
                format!("there is no output bit {output}. The file has {outputs}, counted from 0");
            return Err(LineError::whole_text(message));
        }
        let wire = self.wires - outputs as u32 + output as u32;
        self.netlist.circuit(GateEnd { wire, inverted: false }, self.header_line)
    }

    /// A circuit that is 1 if the output bits, in order, equal `word`. `None` if `word` does not have one bit for each
    /// output bit.
    pub fn equals(&self, word: &Bits) -> Option<Result<Circuit, LineError>> {
        let count: usize = self.outputs.iter().sum();
        if word.len() != count || count == 0 {
            return None;
        }
        let end = |wire| (GateEnd { wire, inverted: false }, self.header_line);
        let outputs: Vec<_> = (self.wires - count as u32..self.wires).map(end).collect();
        Some(self.netlist.equals(&outputs, word))
    }

    fn gate(&mut self, line: u32, words: &[&str]) -> Result<(), LineError> {
        let Some((&kind, numbers)) = words.split_last() else { return Ok(()) };
        let number = |(at, word): (usize, &&str)| {
            let message = "expected numbers and then the name of a gate";
            word.parse().map_err(|_| LineError::at(line, message).of_word(at))
        };
        let numbers: Vec<usize> =
            numbers.iter().enumerate().map(number).collect::<Result<_, _>>()?;
        let [ins, outs, ref ends @ ..] = numbers[..] else {
            return wrong(
                line,
                "expected two counts: the wires that the gate reads, and the wires that it drives",
            );
        };
        if ins.checked_add(outs) != Some(ends.len()) {
            let got = ends.len();
            return wrong(
                line,
                format!("the gate announces {ins} + {outs} wires, but names {got}"),
            );
        }
        let (reads, drives) = ends.split_at(ins);
        let kind = kind.to_ascii_uppercase();
        let Some((op, inverted, takes)) = known(&kind) else {
            // A word from the file may contain control characters.
            let shown: String = kind.chars().take(20).flat_map(char::escape_default).collect();
            let message = format!("`{shown}` is not a known gate");
            return Err(LineError::at(line, message).of_word(words.len() - 1));
        };
        let shape = if kind == "MAND" { (2 * outs, outs) } else { (takes, 1) };
        if (ins, outs) != shape {
            let (r, d) = shape;
            return wrong(
                line,
                format!("`{kind}` reads {r} and drives {d} wires, not {ins} and {outs}"),
            );
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

    /// Checks the number of a wire. `word` is its position in the line, for the error message.
    fn wire(&self, line: u32, word: usize, wire: usize) -> Result<GateEnd, LineError> {
        if wire < self.wires as usize {
            Ok(GateEnd { wire: wire as u32, inverted: false })
        } else {
            let message = format!("there is no wire {wire}: line 1 announces {} wires", self.wires);
            Err(LineError::at(line, message).of_word(word))
        }
    }
}

/// Describes a kind of gate: its operation, which of its sources are inverted first, and the number
/// of its sources. Also accepts the names that other libraries give to functions of one or two
/// bits.
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

fn numbers(row: Option<NumberedWords<'_>>, what: &str) -> Result<(u32, Vec<usize>), LineError> {
    let Some((line, words)) = row else {
        return wrong(1, format!("the file ends, but needs {what}"));
    };
    let numbers: Result<Vec<usize>, _> = words.iter().map(|word| word.parse()).collect();
    match numbers {
        Ok(numbers) => Ok((line, numbers)),
        Err(_) => wrong(line, format!("expected {what}")),
    }
}

/// Parses a line of the form `count n_1 … n_count`.
fn counted((line, row): &(u32, Vec<usize>), what: &str) -> Result<Vec<usize>, LineError> {
    match row.split_first() {
        Some((&count, list)) if count == list.len() => Ok(list.to_vec()),
        _ => wrong(
            *line,
            format!("expected the number of {what}, and then the number of bits of each"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full adder with the new header: inputs a, b and carry; outputs sum and carry.
    const NEW: &str = "5 8\n3 1 1 1\n1 2\n\n2 1 0 1 3 XOR\n2 1 0 1 4 AND\n2 1 3 2 5 AND\n\
                       2 1 3 2 6 XOR\n2 1 4 5 7 XOR\n";
    /// The same full adder with the old header.
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
    fn faults_name_their_line() {
        let cases = [
            ("", "the file ends, but needs the numbers of gates and wires"),
            ("1 2 3\n1 1\n1 1\n", "line 1: expected two numbers"),
            ("1 3\n2 1 1\n1 1\n", "line 4: the file ends after 0 gates"),
            ("1 3\n2 1 1\n1 1\n2 1 0 1 2 FOO\n", "line 4: `FOO` is not a known gate"),
            ("1 3\n2 1 1\n1 1\n2 1 0 1 7 AND\n", "line 4: there is no wire 7"),
            ("1 3\n2 1 1\n1 1\n1 1 0 2 AND\n", "line 4: `AND` reads 2 and drives 1 wires"),
            ("1 3\n2 1 1\n1 1\n2 1 0 2 AND\n", "line 4: the gate announces 2 + 1 wires"),
            ("1 3\n2 1 1\n1 1\n2 1 0 1 1 AND\n", "line 4: wire 1 already has a driver"),
            ("1 3\n2 1 9\n1 1\n2 1 0 1 2 AND\n", "line 3: the inputs or outputs have more bits"),
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
        assert_eq!(told, "there is no output bit 5. The file has 1, counted from 0");
    }
}
