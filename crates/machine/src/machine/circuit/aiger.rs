//! AIGER, a format of and-gates with inverters (Biere, Heljanko and Wieringa, "AIGER 1.9 and beyond", 2011). Reads
//! ASCII files (`.aag`). The module [`binary`] converts binary files (`.aig`) to ASCII.
//!
//! Gates may come in any order. Constants 0 and 1, inverted literals, symbol tables and comments
//! are supported. Bad states and constraints become additional outputs after the other outputs.
//! Justice and fairness are checked and then ignored. Other tools also write symbols of kinds that
//! the format does not name. These symbols are ignored.
//!
//! Each latch becomes an additional input with the latch's initial value, so the outputs are those of the first step.
//! [`Aiger::unrolled`] runs the latches for more steps.

pub mod binary;

use std::sync::Arc;

use super::Circuit;
use super::netlist::{GateEnd, Netlist, WireDriver};
use crate::machine::line_error::{LineError, wrong};
use crate::machine::plan::MOST_STEPS;
use crate::machine::{Bits, Op};

/// The name of an output, its wire, and the line of the file.
type NamedOutput = (Arc<str>, GateEnd, u32);

/// A parsed file: its gates and its named outputs.
#[derive(Debug)]
pub struct Aiger {
    netlist: Netlist,
    /// Zeros for the inputs, and then the initial values of the latches.
    first_values: Bits,
    latches: Vec<Latch>,
    /// Outputs, bad states and constraints.
    outputs: Vec<NamedOutput>,
    counts: Header,
}

/// A state bit of the file. `next` computes its value for the next step.
#[derive(Clone, Copy, Debug)]
struct Latch {
    wire: u32,
    /// The value in the first step. `None` if both are possible.
    first: Option<bool>,
    next: GateEnd,
    line: u32,
}

/// An output of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputChoice<'a> {
    /// The output with this number, counted from 0.
    Number(usize),
    /// The output with this name.
    Name(&'a str),
}

impl Aiger {
    /// Reads a whole file.
    pub fn parse(text: &str) -> Result<Self, LineError> {
        let mut lines = Lines::new(text);
        let counts = header(&mut lines)?;
        let Header { most, inputs, latches, gates, .. } = counts;
        let mut file = Self {
            netlist: Netlist::new(),
            first_values: Bits::zeros((inputs + latches) as usize),
            latches: Vec::new(),
            outputs: Vec::new(),
            counts,
        };
        // Variable 0 is the constant 0.
        let nothing = GateEnd { wire: 0, inverted: false };
        file.netlist.gate(0, Op::Constant(false), [nothing; 2], 1)?;
        for number in 1..=inputs {
            let (line, [literal]) = lines.numbers("an input's literal")?;
            let wire = driven(line, literal, most, "is not an input")?;
            file.netlist.input(wire, format!("x{number}").into(), line)?;
        }
        for number in 0..latches {
            file.latch(&mut lines, number as usize)?;
        }
        let kinds = [('o', "output"), ('b', "bad state"), ('c', "constraint")];
        for ((kind, what), count) in kinds.into_iter().zip(counts.outputs) {
            for number in 0..count {
                let (line, [literal]) = lines.numbers(&format!("a literal: {what} {number}"))?;
                let name = format!("{kind}{number}").into();
                file.outputs.push((name, literal_end(line, literal, most)?, line));
            }
        }
        let mut sizes = Vec::new();
        for _ in 0..counts.justice {
            sizes.push(lines.numbers::<1>("the number of literals of a justice property")?.1[0]);
        }
        let later = sizes.iter().map(|&size| u64::from(size)).sum::<u64>();
        for _ in 0..later + u64::from(counts.fairness) {
            let (line, [literal]) = lines.numbers("a literal of justice or fairness")?;
            literal_end(line, literal, most)?;
        }
        for _ in 0..gates {
            let (line, [gate, a, b]) = lines.numbers("a gate: three literals")?;
            let wire = driven(line, gate, most, "is not a gate")?;
            let end = |at, literal| {
                literal_end(line, literal, most).map_err(|fault: LineError| fault.of_word(at))
            };
            let ends = [end(1, a)?, end(2, b)?];
            file.netlist.gate(wire, Op::And, ends, line)?;
        }
        file.symbols(&mut lines)?;
        Ok(file)
    }

    /// Parses a latch: `LITERAL NEXT`, and optionally an initial value. The initial value is 0, 1, or the latch itself
    /// if both are possible.
    fn latch(&mut self, lines: &mut Lines<'_>, number: usize) -> Result<(), LineError> {
        let most = self.counts.most;
        let (line, text) = lines
            .expect("a latch: its literal, the next literal, and perhaps its initial value")?;
        let numbers: Result<Vec<u32>, _> = text.split_ascii_whitespace().map(str::parse).collect();
        let (literal, next, first) = match numbers.as_deref() {
            Ok(&[literal, next]) => (literal, next, 0),
            Ok(&[literal, next, first]) if first < 2 || first == literal => (literal, next, first),
            _ => {
                return wrong(
                    line,
                    "expected a latch: its literal, the next literal, and perhaps its initial \
                     value",
                );
            }
        };
        let wire = driven(line, literal, most, "is not a latch")?;
        let next = literal_end(line, next, most).map_err(|fault| fault.of_word(1))?;
        self.first_values.set(self.counts.inputs as usize + number, first == 1);
        let first = (first < 2).then_some(first == 1);
        self.latches.push(Latch { wire, first, next, line });
        self.netlist.input(wire, format!("l{number}").into(), line)
    }

    /// The number of latches. They are the last inputs of the circuit.
    pub fn latches(&self) -> usize {
        self.latches.len()
    }

    /// Runs the latches for `steps` steps, and returns the result as a file without latches. The
    /// new inputs are the inputs of the first step, then the inputs of the second step, and so on.
    /// After them come the latches with two possible initial values. The new outputs are the
    /// outputs of the last step.
    ///
    /// # Errors
    /// Returns an error if `steps` is 0, or the result has more than 10⁷ wires.
    pub fn unrolled(&self, steps: u32) -> Result<Self, LineError> {
        let wires = self.counts.most + 1;
        let all = u64::from(steps) * u64::from(wires);
        if steps == 0 || all > MOST_STEPS as u64 {
            let message = format!(
                "{steps} steps of {wires} wires cannot be unrolled. Write at least 1 step. All \
                 steps together can have at most 10,000,000 wires"
            );
            return Err(LineError::whole_text(message));
        }
        let in_step = |step: u32, wire: u32| step * wires + wire;
        let end_in = |step: u32, end: GateEnd| GateEnd { wire: in_step(step, end.wire), ..end };
        let mut netlist = Netlist::new();
        let mut wire_of = vec![0; self.netlist.inputs().len()];
        for (wire, driver) in self.netlist.driven() {
            if let WireDriver::Input(input) = driver {
                wire_of[input as usize] = wire;
            }
        }
        let (inputs, kept) = self.netlist.inputs().split_at(self.counts.inputs as usize);
        for step in 0..steps {
            for (name, wire) in inputs.iter().zip(&wire_of) {
                let name = format!("{name}@{}", step + 1).into();
                netlist.input(in_step(step, *wire), name, 0)?;
            }
        }
        for (latch, name) in self.latches.iter().zip(kept) {
            let Latch { wire, first, next, line } = *latch;
            match first {
                Some(bit) => netlist.gate(wire, Op::Constant(bit), [next; 2], line)?,
                None => netlist.input(wire, Arc::clone(name), line)?,
            }
            for step in 1..steps {
                let before = end_in(step - 1, next);
                netlist.gate(in_step(step, wire), Op::Copy, [before; 2], line)?;
            }
        }
        for step in 0..steps {
            for (wire, driver) in self.netlist.driven() {
                if let WireDriver::Gate { op, ends, line } = driver {
                    let ends = ends.map(|end| end_in(step, end));
                    netlist.gate(in_step(step, wire), op, ends, line)?;
                }
            }
        }
        let last =
            |(name, end, line): &NamedOutput| (Arc::clone(name), end_in(steps - 1, *end), *line);
        Ok(Self {
            first_values: Bits::zeros(netlist.inputs().len()),
            netlist,
            latches: Vec::new(),
            outputs: self.outputs.iter().map(last).collect(),
            counts: self.counts,
        })
    }

    /// The names of the outputs in order. An output without a name in the file is `o0`, `o1`, and
    /// so on.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = &str> {
        self.outputs.iter().map(|(name, _, _)| &**name)
    }

    /// The circuit of one output, or of the first output if `output` is `None`. Its input bits are zeros, followed by
    /// the initial values of the latches.
    pub fn circuit(&self, output: Option<OutputChoice<'_>>) -> Result<Circuit, LineError> {
        let wanted = output.unwrap_or(OutputChoice::Number(0));
        let found = match wanted {
            OutputChoice::Number(number) => self.outputs.get(number),
            OutputChoice::Name(name) => self.named(name)?,
        };
        let Some((_, end, line)) = found else {
            let wanted = match wanted {
                OutputChoice::Number(number) => number.to_string(),
                OutputChoice::Name(name) => name.to_owned(),
            };
            let outputs = list(self.outputs());
            let message = format!("there is no output `{wanted}`. The file has {outputs}");
            return Err(LineError::whole_text(message));
        };
        let circuit = self.netlist.circuit(*end, *line)?;
        Ok(circuit.with_inputs(self.first_values.clone())?)
    }

    /// The output with this name. Other tools join the names of one output with spaces, so each of these
    /// words is a name too.
    ///
    /// # Errors
    /// Returns an error if several outputs have the name.
    fn named(&self, name: &str) -> Result<Option<&NamedOutput>, LineError> {
        let with = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
            (0..self.outputs.len()).filter(|&number| fits(&self.outputs[number].0)).collect()
        };
        let whole = with(&|known| known == name);
        let all = match whole.is_empty() {
            true => with(&|known| known.split(' ').any(|word| word == name)),
            false => whole,
        };
        if all.len() > 1 {
            let numbers: Vec<String> = all.iter().map(usize::to_string).collect();
            let numbers = list(numbers.iter().map(String::as_str));
            let message = format!(
                "several outputs are named `{name}`: those with the numbers {numbers}. Choose one \
                 by its number"
            );
            return Err(LineError::whole_text(message));
        }
        Ok(all.first().map(|&number| &self.outputs[number]))
    }

    /// A circuit that is 1 if the outputs, in order, have the values in `word`. `None` if `word`
    /// does not have one bit for each output.
    pub fn equals(&self, word: &Bits) -> Option<Result<Circuit, LineError>> {
        if word.len() != self.outputs.len() {
            return None;
        }
        let outputs: Vec<_> = self.outputs.iter().map(|&(_, end, line)| (end, line)).collect();
        let circuit = self.netlist.equals(&outputs, word);
        let first =
            |circuit: Circuit| circuit.with_inputs(self.first_values.clone()).map_err(Into::into);
        Some(circuit.and_then(first))
    }

    fn symbols(&mut self, lines: &mut Lines<'_>) -> Result<(), LineError> {
        while let Some((line, text)) = lines.next() {
            let constraints = self.counts.outputs[2] as usize;
            if begins_comment(text, constraints) {
                break;
            }
            if text.trim().is_empty() {
                continue;
            }
            let symbol = text.split_once(' ').and_then(|(place, name)| {
                let mut digits = place.chars();
                Some((place, digits.next()?, digits.as_str().parse::<usize>().ok()?, name))
            });
            let Some((place, kind, index, name)) = symbol else {
                return wrong(line, "expected a symbol such as `i0 name`, or `c` and a comment");
            };
            // Screens show this name, so it must not contain control characters.
            let name: Arc<str> = name
                .chars()
                .map(|c| if c.is_control() { '?' } else { c })
                .collect::<String>()
                .into();
            let Header { inputs, outputs, justice, fairness, .. } = self.counts;
            let [outs, bad, constraints] = outputs.map(|count| count as usize);
            let inputs = inputs as usize;
            let mut output = |first: usize, count: usize| {
                let entry = (index < count).then(|| self.outputs.get_mut(first + index)).flatten();
                entry.map(|entry| entry.0 = Arc::clone(&name)).is_some()
            };
            let known = match kind {
                'i' if index < inputs => self.netlist.rename(index, name),
                'l' if index < self.latches.len() => self.netlist.rename(inputs + index, name),
                'o' => output(0, outs),
                'b' => output(outs, bad),
                'c' => output(outs + bad, constraints),
                'j' => index < justice as usize,
                'f' => index < fairness as usize,
                // Other tools also name other things, such as nodes (`n`). These names do not
                // change the circuit.
                'i' | 'l' => false,
                _ => kind.is_ascii_alphabetic(),
            };
            if !known {
                return wrong(
                    line,
                    format!("there is no `{}` that a symbol can name", place.escape_default()),
                );
            }
        }
        Ok(())
    }
}

/// True if the comments begin with this line: a `c`, perhaps with a tool's own text behind it. The symbol
/// of a constraint also begins with `c`.
fn begins_comment(line: &str, constraints: usize) -> bool {
    let Some(rest) = line.strip_prefix('c') else { return false };
    let index = rest.split_once(' ').and_then(|(index, _)| index.parse::<usize>().ok());
    index.is_none_or(|index| index >= constraints)
}

/// The names as a text. The text leaves out some names of a long list.
pub(super) fn list<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 6;
    let count = names.len();
    let shown: Vec<&str> = names.take(SHOWN).collect();
    match count {
        0 => "none".to_owned(),
        _ if count > SHOWN => format!("{}, … {count} in all", shown.join(", ")),
        _ => shown.join(", "),
    }
}

/// The numbers of the header: `M I L O A`, and since version 1.9 optionally `B C J F`.
#[derive(Clone, Copy, Debug)]
struct Header {
    /// The number of the highest variable.
    most: u32,
    inputs: u32,
    latches: u32,
    /// The counts of outputs, bad states and constraints.
    outputs: [u32; 3],
    gates: u32,
    justice: u32,
    fairness: u32,
}

/// The number of latches in the header of an ASCII file. The rest of the file is not read.
pub fn latches(text: &str) -> usize {
    header(&mut Lines::new(text)).map_or(0, |header| header.latches as usize)
}

fn header(lines: &mut Lines<'_>) -> Result<Header, LineError> {
    const EXPECTED: &str = "expected a header `aag M I L O A`, with optional `B C J F` after it";
    let Some((line, text)) = lines.next() else {
        return wrong(1, format!("the file is empty. {EXPECTED}"));
    };
    read_header(line, text, "aag").unwrap_or_else(|| wrong(line, EXPECTED))
}

/// Parses the numbers after the first word of a header. `None` if the first word is wrong, or if there are too few or
/// too many numbers.
fn read_header(line: u32, text: &str, first: &str) -> Option<Result<Header, LineError>> {
    let rest = text.strip_prefix(first)?;
    let numbers: Result<Vec<u32>, _> = rest.split_ascii_whitespace().map(str::parse).collect();
    let mut numbers = numbers.ok().filter(|numbers| (5..=9).contains(&numbers.len()))?;
    numbers.resize(9, 0);
    let [most, inputs, latches, outputs, gates, bad, constraints, justice, fairness] =
        <[u32; 9]>::try_from(numbers).ok()?;
    if most as usize > MOST_STEPS {
        return Some(wrong(line, "the file can have at most 10,000,000 variables"));
    }
    if u64::from(inputs) + u64::from(latches) + u64::from(gates) > u64::from(most) {
        let message = format!(
            "{inputs} inputs, {latches} latches and {gates} gates are more than the M = {most} \
             variables"
        );
        return Some(wrong(line, message));
    }
    let outputs = [outputs, bad, constraints];
    Some(Ok(Header { most, inputs, latches, outputs, gates, justice, fairness }))
}

/// The wire that an input, a latch or a gate drives. `literal` names it in the file.
fn driven(line: u32, literal: u32, most: u32, what: &str) -> Result<u32, LineError> {
    let end = literal_end(line, literal, most)?;
    if end.inverted || end.wire == 0 {
        return wrong(line, format!("{literal} {what}. Write an even number above 0"));
    }
    Ok(end.wire)
}

fn literal_end(line: u32, literal: u32, most: u32) -> Result<GateEnd, LineError> {
    if literal / 2 > most {
        return wrong(
            line,
            format!("literal {literal} is too large. The largest is 2M + 1 = {}", 2 * most + 1),
        );
    }
    Ok(GateEnd { wire: literal / 2, inverted: literal % 2 == 1 })
}

/// The lines of a file, with their numbers.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    read: u32,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { lines: text.lines(), read: 0 }
    }

    fn next(&mut self) -> Option<(u32, &'a str)> {
        let text = self.lines.next()?;
        self.read += 1;
        Some((self.read, text))
    }

    fn expect(&mut self, what: &str) -> Result<(u32, &'a str), LineError> {
        let line = self.next();
        line.map_or_else(
            || wrong(self.read + 1, format!("the file ends here, but needs {what}")),
            Ok,
        )
    }

    /// Reads the next line, which must have exactly `N` numbers.
    fn numbers<const N: usize>(&mut self, what: &str) -> Result<(u32, [u32; N]), LineError> {
        let (line, text) = self.expect(what)?;
        let numbers: Result<Vec<u32>, _> = text.split_ascii_whitespace().map(str::parse).collect();
        match numbers.ok().and_then(|numbers| <[u32; N]>::try_from(numbers).ok()) {
            Some(numbers) => Ok((line, numbers)),
            None => wrong(line, format!("expected {what}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A half adder. The file lists its gates from the output down, and names all inputs and outputs.
    const HALF_ADDER: &str = "aag 5 2 0 2 3\n2\n4\n10\n6\n10 7 9\n8 3 5\n6 2 4\n\
                              i0 x\ni1 y\no0 sum\no1 carry\nc\nx + y, by hand\n";

    fn table(file: &Aiger, output: &str) -> String {
        let circuit = file.circuit(Some(OutputChoice::Name(output))).unwrap();
        let inputs = ["00", "10", "01", "11"];
        let outputs = inputs.map(|x| circuit.output_on(&x.parse::<Bits>().unwrap()).unwrap());
        outputs.iter().map(|&bit| if bit { '1' } else { '0' }).collect()
    }

    #[test]
    fn a_half_adder_adds_and_its_symbols_name_it() {
        let file = Aiger::parse(HALF_ADDER).unwrap();
        assert_eq!(file.outputs().collect::<Vec<_>>(), ["sum", "carry"]);
        assert_eq!(table(&file, "sum"), "0110");
        assert_eq!(table(&file, "carry"), "0001");
        let circuit = file.circuit(Some(OutputChoice::Number(0))).unwrap();
        assert_eq!(circuit.plan().input_name(crate::machine::Input::new(2)), "y");
    }

    #[test]
    fn gates_may_come_in_any_order() {
        let shuffled = "aag 5 2 0 2 3\n4\n2\n10\n6\n8 3 5\n10 7 9\n6 2 4\n";
        let file = Aiger::parse(shuffled).unwrap();
        assert_eq!(table(&file, "o0"), "0110");
    }

    #[test]
    fn outputs_may_be_constants_or_inputs() {
        let file = Aiger::parse("aag 1 1 0 4 0\n2\n0\n1\n2\n3\n").unwrap();
        let outputs = [0, 1, 2, 3].map(|o| {
            let circuit = file.circuit(Some(OutputChoice::Number(o))).unwrap();
            ["0", "1"].map(|x| circuit.output_on(&x.parse().unwrap()).unwrap())
        });
        assert_eq!(outputs, [[false, false], [true, true], [false, true], [true, false]]);
    }

    #[test]
    fn faults_name_their_line() {
        let cases = [
            ("", "line 1: the file is empty"),
            ("aig 1 1 0 1 0\n", "line 1: expected a header `aag M I L O A`"),
            ("aag 2 1 1 1 0\n2\n4 2 3\n4\n", "line 3: expected a latch"),
            ("aag 0 0 0 1 0\n0\n x\n", "line 3: expected a symbol"),
            ("aag 0 0 0 1 0\n0\n\u{e9} x\n", "line 3: expected a symbol"),
            ("aag 1 1 0 1 0\n2\n", "line 3: the file ends here"),
            ("aag 1 1 0 1 0\n3\n2\n", "line 2: 3 is not an input"),
            ("aag 1 1 0 1 0\n2\n9\n", "line 3: literal 9 is too large"),
            ("aag 9 1 0 1 1\n2\n4\n4 2 x\n", "line 4: expected a gate"),
            (
                "aag 9 1 0 1 0 1\n2\n4\n",
                "line 4: the file ends here, but needs a literal: bad state 0",
            ),
            ("aag 1 1 0 0 0\n2\ni7 z\n", "line 3: there is no `i7`"),
            ("aag 1 9 0 0 9\n", "more than the M"),
            ("aag 99999999 9 0 0 9\n", "10,000,000"),
        ];
        for (text, expected) in cases {
            let told = Aiger::parse(text).unwrap_err().to_string();
            assert!(told.contains(expected), "{told}");
        }
    }

    #[test]
    fn what_other_tools_add_to_symbols_and_comments_is_read() {
        let body = "aag 3 2 0 2 1\n2\n4\n6\n2\n6 2 4\ni0 a alias_a\n";
        for end in [
            "cn\0\0half\0\nwritten by a tool\n",
            "c\n",
            "c by hand\n",
            "c0 no constraint\n",
            "n3 node\nc\n",
        ] {
            let file = Aiger::parse(&format!("{body}o0 ack grant\n{end}")).unwrap();
            assert_eq!(file.outputs().collect::<Vec<_>>(), ["ack grant", "o1"], "{end:?}");
            for name in ["ack grant", "ack", "grant"] {
                assert_eq!(table(&file, name), "0001", "{name}");
            }
        }
        let told = Aiger::parse(&format!("{body}o7 x\n")).unwrap_err().to_string();
        assert!(told.contains("there is no `o7`"), "{told}");
        let twice = Aiger::parse(&format!("{body}o0 s\no1 s t\n")).unwrap();
        assert_eq!(table(&twice, "s"), "0001", "the whole name comes first");
        let twice = Aiger::parse(&format!("{body}o0 s\no1 s\n")).unwrap();
        let told = twice.circuit(Some(OutputChoice::Name("s"))).unwrap_err().to_string();
        assert_eq!(
            told,
            "several outputs are named `s`: those with the numbers 0, 1. Choose one by its number"
        );
    }

    #[test]
    fn an_output_named_1_is_not_output_1() {
        let file = Aiger::parse("aag 2 2 0 2 0\n2\n4\n2\n4\no0 1\no1 0\n").unwrap();
        let reads = |wanted| {
            let circuit = file.circuit(Some(wanted)).unwrap();
            ["10", "01"].map(|x| circuit.output_on(&x.parse().unwrap()).unwrap())
        };
        assert_eq!(reads(OutputChoice::Number(1)), [false, true]);
        assert_eq!(reads(OutputChoice::Name("1")), [true, false]);
    }

    #[test]
    fn the_whole_header_of_1_9_is_read() {
        // A toggle that starts at 1, with an output, a bad state, a constraint, justice and
        // fairness.
        let text = "aag 3 1 1 1 1 1 1 1 1\n2\n4 5 1\n6\n4\n3\n2\n2\n5\n4\n6 2 4\n\
                    i0 go\nl0 state\no0 both\nb0 still\nc0 halt\nj0 j\nf0 f\n";
        let file = Aiger::parse(text).unwrap();
        assert_eq!(file.outputs().collect::<Vec<_>>(), ["both", "still", "halt"]);
        assert_eq!(file.latches(), 1);
        assert_eq!(latches(text), 1);
        let bad = file.circuit(Some(OutputChoice::Name("still"))).unwrap();
        assert!(bad.output(), "the latch starts at 1");
        assert_eq!(bad.plan().input_name(crate::machine::Input::new(2)), "state");
        assert!(file.circuit(None).unwrap().output_on(&"11".parse().unwrap()).unwrap());
        let told = Aiger::parse(&text.replace("j0 j", "j1 j")).unwrap_err().to_string();
        assert!(told.contains("there is no `j1`"), "{told}");
    }

    #[test]
    fn latches_run_from_their_first_values_with_an_input_for_each_step() {
        // A shift register of three bits with one input. The bits start at 0, at 1 and at either value. The outputs
        // are the last bit, and the conjunction of all three bits.
        let text = "aag 6 1 3 2 2\n2\n4 2 0\n6 4 1\n8 6 8\n8\n12\n10 4 6\n12 10 8\ni0 in\nl2 z\n";
        let file = Aiger::parse(text).unwrap();
        let names = |file: &Aiger| file.netlist.inputs().join(" ");
        let one = file.unrolled(1).unwrap();
        assert_eq!((names(&one), one.latches()), ("in@1 z".to_owned(), 0));
        let ends = |steps: u32, input: &str, output: &str| {
            let circuit = file.unrolled(steps).unwrap().circuit(Some(OutputChoice::Name(output)));
            circuit.unwrap().output_on(&input.parse().unwrap()).unwrap()
        };
        assert!(!ends(1, "10", "o0") && ends(1, "01", "o0"), "the free bit");
        assert!(ends(2, "000", "o0"), "the second latch started at 1");
        assert!(!ends(3, "1110", "o0"), "the first latch started at 0");
        for input in 0..32u32 {
            let bits: String =
                (0..5).map(|at| if input >> at & 1 == 1 { '1' } else { '0' }).collect();
            assert_eq!(ends(4, &bits, "o0"), input & 1 == 1, "the first input");
            assert_eq!(ends(4, &bits, "o1"), input & 7 == 7, "{bits}");
        }
        let told = file.unrolled(0).unwrap_err().to_string();
        assert!(told.starts_with("0 steps of 7 wires"), "{told}");
        assert!(file.unrolled(2_000_000).is_err());
    }

    #[test]
    fn cycles_and_loose_wires_are_found_where_they_are() {
        let cycle = Aiger::parse("aag 3 1 0 1 2\n2\n6\n4 6 2\n6 4 2\n").unwrap();
        let told = cycle.circuit(None).unwrap_err().to_string();
        assert!(
            told.starts_with("line 4: the gate that drives wire 2 depends on its own value"),
            "{told}"
        );
        let itself = Aiger::parse("aag 2 1 0 1 1\n2\n4\n4 4 2\n").unwrap();
        assert!(itself.circuit(None).unwrap_err().to_string().starts_with("line 4"));
        let loose = Aiger::parse("aag 3 1 0 1 1\n2\n4\n4 6 2\n").unwrap();
        let told = loose.circuit(None).unwrap_err().to_string();
        assert!(told.starts_with("line 4: a gate reads wire 3"), "{told}");
        let twice = Aiger::parse("aag 3 1 0 1 2\n2\n4\n4 2 2\n4 2 3\n").unwrap_err().to_string();
        assert!(twice.starts_with("line 5: wire 2 already has a driver"), "{twice}");
        let none = Aiger::parse("aag 1 1 0 1 0\n2\n2\n").unwrap();
        let told = none.circuit(Some(OutputChoice::Name("carry"))).unwrap_err().to_string();
        assert_eq!(told, "there is no output `carry`. The file has o0");
    }
}
