//! Converts binary AIGER to ASCII.
//!
//! In a binary file, the inputs have the first numbers and are not listed. The latches come next, and then the gates
//! in order. A gate is stored as two differences: its own literal minus the larger source, and the larger source minus
//! the smaller source. Each byte holds seven bits of a difference, with the low bits first.

use std::fmt::Write;

use super::{Header, read_header};
use crate::machine::line_error::{LineError, wrong};

/// True if a file begins like a binary one.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(b"aig ")
}

/// The same file in ASCII, with its symbols and comments.
///
/// # Errors
/// Returns an error that names the faulty line of the header or of a list, or the faulty gate.
pub fn to_ascii(bytes: &[u8]) -> Result<String, LineError> {
    let mut rest = Tail { bytes, at: 0, line: 0 };
    let text = rest.line("a header `aig M I L O A`")?;
    let header = read_header(1, text, "aig").unwrap_or_else(|| {
        wrong(1, "expected a header `aig M I L O A`, with optional `B C J F` after it")
    })?;
    let mut ascii = format!("aag{}\n", &text[3..]);
    if is_ascii_body(&bytes[rest.at..], &header) {
        return wrong(
            1,
            "the header says `aig`, which is binary, but the file is text. Write `aag`",
        );
    }
    for input in 1..=header.inputs {
        let _ = writeln!(ascii, "{}", 2 * input);
    }
    for latch in 1..=header.latches {
        let text = rest.line("a latch: the next literal, and perhaps its initial value")?;
        let _ = writeln!(ascii, "{} {text}", 2 * (header.inputs + latch));
    }
    let outputs = header.outputs.iter().map(|&count| u64::from(count)).sum::<u64>();
    for _ in 0..outputs {
        ascii += rest.line("an output's literal")?;
        ascii.push('\n');
    }
    let mut later = u64::from(header.fairness);
    for _ in 0..header.justice {
        let text = rest.line("the number of literals of a justice property")?;
        let Ok(size) = text.trim().parse::<u32>() else {
            return wrong(rest.line, "expected the number of literals of a justice property");
        };
        later += u64::from(size);
        let _ = writeln!(ascii, "{size}");
    }
    for _ in 0..later {
        ascii += rest.line("a literal of justice or fairness")?;
        ascii.push('\n');
    }
    for gate in 1..=header.gates {
        let literal = 2 * (header.inputs + header.latches + gate);
        let broken = || {
            let gates = header.gates;
            LineError::whole_text(format!(
                "gate {gate} of {gates} must be two differences that lead to earlier literals"
            ))
        };
        let first = rest.number().filter(|&by| by > 0).and_then(|by| literal.checked_sub(by));
        let first = first.ok_or_else(broken)?;
        let second = rest.number().and_then(|by| first.checked_sub(by)).ok_or_else(broken)?;
        let _ = writeln!(ascii, "{literal} {first} {second}");
    }
    ascii += &String::from_utf8_lossy(&bytes[rest.at..]);
    Ok(ascii)
}

/// True if the lists are those of an ASCII file: its first lines are the inputs, which a binary file leaves
/// out, and all its gates are lines of three numbers.
fn is_ascii_body(rest: &[u8], header: &Header) -> bool {
    let Ok(text) = std::str::from_utf8(rest) else { return false };
    let outputs = header.outputs.iter().map(|&count| count as usize).sum::<usize>();
    let numbers =
        |line: &str| line.split_ascii_whitespace().all(|word| word.parse::<u32>().is_ok());
    let words = |line: &str| line.split_ascii_whitespace().count();
    let mut lines = text.lines();
    let inputs = lines
        .by_ref()
        .take(header.inputs as usize)
        .filter(|line| words(line) == 1 && numbers(line));
    let inputs = inputs.count() == header.inputs as usize;
    let mut gates = lines.skip(header.latches as usize + outputs).take(header.gates as usize);
    let more = header.inputs > 0 || header.gates > 0;
    let later = header.justice == 0 && header.fairness == 0;
    more && later
        && inputs
        && gates.clone().count() == header.gates as usize
        && gates.all(|line| words(line) == 3 && numbers(line))
}

struct Tail<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
}

impl<'a> Tail<'a> {
    fn line(&mut self, what: &str) -> Result<&'a str, LineError> {
        self.line += 1;
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|&byte| byte == b'\n');
        let text = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
        let Some(text) = text else {
            return wrong(self.line, format!("expected {what}"));
        };
        self.at += text.len() + 1;
        Ok(text.trim_end_matches('\r'))
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = 0u32;
        for shift in (0..32).step_by(7) {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            let bits = u32::from(byte & 0x7f);
            if bits.leading_zeros() < shift {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::circuit::aiger::Aiger;

    /// The half adder from the format's report: inputs x and y, outputs sum and carry.
    const HALF_ADDER: &[u8] =
        b"aig 5 2 0 2 3\n10\n6\n\x02\x02\x03\x02\x01\x02i0 x\no0 s\nc\nby hand\n";

    #[test]
    fn a_binary_half_adder_is_the_ascii_one() {
        let ascii = to_ascii(HALF_ADDER).unwrap();
        assert_eq!(
            ascii,
            "aag 5 2 0 2 3\n2\n4\n10\n6\n6 4 2\n8 5 3\n10 9 7\ni0 x\no0 s\nc\nby hand\n"
        );
        let circuit = Aiger::parse(&ascii).unwrap().circuit(None).unwrap();
        let sums =
            ["00", "10", "01", "11"].map(|x| circuit.output_on(&x.parse().unwrap()).unwrap());
        assert_eq!(sums, [false, true, true, false]);
    }

    #[test]
    fn a_file_cut_anywhere_is_refused_or_read_and_never_panics() {
        for end in 0..HALF_ADDER.len() {
            let _ = to_ascii(&HALF_ADDER[..end]).map(|text| Aiger::parse(&text));
        }
        let told = to_ascii(&HALF_ADDER[..21]).unwrap_err().to_string();
        assert_eq!(told, "gate 2 of 3 must be two differences that lead to earlier literals");
        let told = to_ascii(b"aig 3 2 0 1 1\n2\n4\n6\n6 2 4\n").unwrap_err().to_string();
        assert!(told.starts_with("line 1: the header says `aig`"), "{told}");
        let told = to_ascii(b"aig 1 0 0 0 1\n\xff\xff\xff\xff\xff\xff").unwrap_err().to_string();
        assert!(told.starts_with("gate 1 of 1"), "{told}");
    }
}
