//! ASCII AIGER, the `.aag` format of and-gates with inverters (Biere, Heljanko and Wieringa,
//! "AIGER 1.9 and beyond", 2011).
//!
//! Gates may come in any order. Constants 0 and 1, inverted literals, symbol tables and comments
//! are read. Latches, and the parts of the format that need them, are refused.

use std::sync::Arc;

use super::netlist::{End, Netlist};
use super::{Circuit, NetlistError};
use crate::machine::Op;
use crate::machine::plan::MOST_STEPS;

/// What is wrong with an AIGER file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AigerError {
    /// The text at a line is not what the format has there.
    #[error("line {line}: {message}")]
    Text {
        /// The line, from 1.
        line: u32,
        /// What was expected.
        message: String,
    },
    /// The gates do not make a circuit.
    #[error(transparent)]
    Wiring(#[from] NetlistError),
    /// No such output.
    #[error("there is no output `{wanted}`: the file has {outputs}")]
    NoSuchOutput {
        /// What was asked for.
        wanted: String,
        /// The names of those there are.
        outputs: String,
    },
}

/// A file that has been read: its gates and its named outputs.
#[derive(Debug)]
pub struct Aiger {
    netlist: Netlist,
    outputs: Vec<(Arc<str>, End, u32)>,
}

fn wrong<T>(line: u32, message: impl Into<String>) -> Result<T, AigerError> {
    Err(AigerError::Text { line, message: message.into() })
}

impl Aiger {
    /// Reads a whole file.
    pub fn parse(text: &str) -> Result<Self, AigerError> {
        let mut lines = Lines::new(text);
        let [most, inputs, outputs, gates] = header(&mut lines)?;
        let mut file = Self { netlist: Netlist::new(), outputs: Vec::new() };
        // Variable 0 is the constant 0.
        let nothing = End { wire: 0, inverted: false };
        file.netlist.gate(0, Op::Constant(false), [nothing; 2], 1)?;
        for number in 1..=inputs {
            let (line, [literal]) = lines.numbers("an input's literal")?;
            let end = literal_end(line, literal, most)?;
            if end.inverted || end.wire == 0 {
                return wrong(line, format!("{literal} is no input: write an even literal over 0"));
            }
            file.netlist.input(end.wire, format!("x{number}").into(), line)?;
        }
        for number in 0..outputs {
            let (line, [literal]) = lines.numbers("an output's literal")?;
            let name = format!("o{number}").into();
            file.outputs.push((name, literal_end(line, literal, most)?, line));
        }
        for _ in 0..gates {
            let (line, [gate, a, b]) = lines.numbers("a gate: three literals")?;
            let end = literal_end(line, gate, most)?;
            if end.inverted || end.wire == 0 {
                return wrong(line, format!("{gate} drives no gate: write an even literal over 0"));
            }
            let ends = [literal_end(line, a, most)?, literal_end(line, b, most)?];
            file.netlist.gate(end.wire, Op::And, ends, line)?;
        }
        file.symbols(&mut lines)?;
        Ok(file)
    }

    /// The names of the outputs in order; `o0`, `o1`, … where the file names none.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = &str> {
        self.outputs.iter().map(|(name, _, _)| &**name)
    }

    /// The circuit of one output, by its name or its number from 0; the first if none is wanted.
    pub fn circuit(&self, output: Option<&str>) -> Result<Circuit, AigerError> {
        let wanted = output.unwrap_or("0");
        let by_name = self.outputs.iter().find(|(name, _, _)| **name == *wanted);
        let by_number = || self.outputs.get(wanted.parse::<usize>().ok()?);
        let Some((_, end, line)) = by_name.or_else(by_number) else {
            let wanted = wanted.to_owned();
            return Err(AigerError::NoSuchOutput { wanted, outputs: list(self.outputs()) });
        };
        Ok(self.netlist.circuit(*end, *line)?)
    }

    fn symbols(&mut self, lines: &mut Lines<'_>) -> Result<(), AigerError> {
        while let Some((line, text)) = lines.next() {
            if text == "c" || text.starts_with("c ") {
                break;
            }
            if text.trim().is_empty() {
                continue;
            }
            let Some((place, name)) = text.split_once(' ') else {
                return wrong(line, "expected a symbol such as `i0 name`, or `c` and a comment");
            };
            let kind = place.chars().next().unwrap_or(' ');
            let Ok(index) = place[kind.len_utf8()..].parse::<usize>() else {
                return wrong(line, "expected a symbol such as `i0 name`, or `c` and a comment");
            };
            // A name is shown later: nothing in it may steer a terminal.
            let name: Arc<str> = name
                .chars()
                .map(|c| if c.is_control() { '?' } else { c })
                .collect::<String>()
                .into();
            let known = match kind {
                'i' => self.netlist.rename(index, name),
                'o' => self.outputs.get_mut(index).map(|entry| entry.0 = name).is_some(),
                _ => false,
            };
            if !known {
                return wrong(line, format!("there is no `{}` to name", place.escape_default()));
            }
        }
        Ok(())
    }
}

/// Names in a list that stays short.
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

/// The header's numbers: the highest variable, inputs, outputs, gates.
fn header(lines: &mut Lines<'_>) -> Result<[u32; 4], AigerError> {
    let Some((line, text)) = lines.next() else {
        return wrong(1, "the file is empty; expected a header `aag M I L O A`");
    };
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        Some("aag") => {}
        Some("aig") => {
            return wrong(line, "this is binary AIGER; turn it into ASCII with `aigtoaig`");
        }
        _ => return wrong(line, "expected a header `aag M I L O A`"),
    }
    let numbers: Result<Vec<u32>, _> = words.map(str::parse).collect();
    let Ok(numbers) = numbers else {
        return wrong(line, "expected `aag` and five numbers: M I L O A");
    };
    let [most, inputs, latches, outputs, gates, ref rest @ ..] = numbers[..] else {
        return wrong(line, "expected `aag` and five numbers: M I L O A");
    };
    if latches > 0 {
        let latches = if latches == 1 { "1 latch".into() } else { format!("{latches} latches") };
        return wrong(
            line,
            format!("the file has {latches}, but a circuit here has no memory: write it without"),
        );
    }
    if rest.iter().any(|&count| count > 0) {
        return wrong(
            line,
            "bad states, constraints, justice and fairness are not supported: only outputs are",
        );
    }
    if most as usize > MOST_STEPS {
        return wrong(line, "the file has more than 10,000,000 variables");
    }
    if u64::from(inputs) + u64::from(gates) > u64::from(most) {
        return wrong(line, format!("{inputs} inputs and {gates} gates are more than M = {most}"));
    }
    Ok([most, inputs, outputs, gates])
}

fn literal_end(line: u32, literal: u32, most: u32) -> Result<End, AigerError> {
    if literal / 2 > most {
        return wrong(line, format!("literal {literal} is over 2M + 1 = {}", 2 * most + 1));
    }
    Ok(End { wire: literal / 2, inverted: literal % 2 == 1 })
}

/// The lines of a file, numbered.
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

    /// The next line, which is to be exactly so many numbers.
    fn numbers<const N: usize>(&mut self, what: &str) -> Result<(u32, [u32; N]), AigerError> {
        let Some((line, text)) = self.next() else {
            return wrong(self.read + 1, format!("the file ends here; expected {what}"));
        };
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
    use crate::machine::Bits;

    /// A half adder, its gates from the output down; the symbols name everything.
    const HALF_ADDER: &str = "aag 5 2 0 2 3\n2\n4\n10\n6\n10 7 9\n8 3 5\n6 2 4\n\
                              i0 x\ni1 y\no0 sum\no1 carry\nc\nx + y, by hand\n";

    fn table(file: &Aiger, output: &str) -> String {
        let circuit = file.circuit(Some(output)).unwrap();
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
        assert_eq!(table(&file, "1"), "0001");
        let circuit = file.circuit(Some("sum")).unwrap();
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
        let outputs = ["0", "1", "2", "3"].map(|o| {
            let circuit = file.circuit(Some(o)).unwrap();
            ["0", "1"].map(|x| circuit.output_on(&x.parse().unwrap()).unwrap())
        });
        assert_eq!(outputs, [[false, false], [true, true], [false, true], [true, false]]);
    }

    #[test]
    fn faults_are_told_with_their_line() {
        let cases = [
            ("", "line 1: the file is empty"),
            ("aig 1 1 0 1 0\n", "binary AIGER"),
            ("aag 2 1 1 1 0\n2\n4 2\n4\n", "line 1: the file has 1 latch,"),
            ("aag 1 1 0 1 0\n2\n", "line 3: the file ends here"),
            ("aag 1 1 0 1 0\n3\n2\n", "line 2: 3 is no input"),
            ("aag 1 1 0 1 0\n2\n9\n", "line 3: literal 9 is over"),
            ("aag 9 1 0 1 1\n2\n4\n4 2 x\n", "line 4: expected a gate"),
            ("aag 9 1 0 1 0 1\n2\n4\n", "bad states"),
            ("aag 1 1 0 0 0\n2\ni7 z\n", "line 3: there is no `i7`"),
            ("aag 1 9 0 0 9\n", "more than M"),
            ("aag 99999999 9 0 0 9\n", "10,000,000"),
        ];
        for (text, expected) in cases {
            let told = Aiger::parse(text).unwrap_err().to_string();
            assert!(told.contains(expected), "{told}");
        }
    }

    #[test]
    fn cycles_and_loose_wires_are_found_where_they_are() {
        let cycle = Aiger::parse("aag 3 1 0 1 2\n2\n6\n4 6 2\n6 4 2\n").unwrap();
        let told = cycle.circuit(None).unwrap_err().to_string();
        assert!(
            told.starts_with("line 4: the gate that drives wire 2 reads its own value"),
            "{told}"
        );
        let itself = Aiger::parse("aag 2 1 0 1 1\n2\n4\n4 4 2\n").unwrap();
        assert!(itself.circuit(None).unwrap_err().to_string().starts_with("line 4"));
        let loose = Aiger::parse("aag 3 1 0 1 1\n2\n4\n4 6 2\n").unwrap();
        let told = loose.circuit(None).unwrap_err().to_string();
        assert!(told.starts_with("line 4: wire 3 is read"), "{told}");
        let twice = Aiger::parse("aag 3 1 0 1 2\n2\n4\n4 2 2\n4 2 3\n").unwrap_err().to_string();
        assert!(twice.starts_with("line 5: wire 2 is driven already"), "{twice}");
        let none = Aiger::parse("aag 1 1 0 1 0\n2\n2\n").unwrap();
        let told = none.circuit(Some("carry")).unwrap_err().to_string();
        assert_eq!(told, "there is no output `carry`: the file has o0");
    }
}
