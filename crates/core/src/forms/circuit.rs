//! The form of circuits and quantified games in files.

use serde::{Deserialize, Serialize};

use super::hex::unhex;
use super::located::{Located, YamlError};
use super::safe_text::{SafeText, file_text};
use crate::machine::circuit::aiger::{self, Aiger, OutputChoice};
use crate::machine::circuit::bristol::Bristol;
use crate::machine::circuit::family::{self, AskedBit, CircuitFamilyError};
use crate::machine::circuit::formula;
use crate::machine::{Bits, Circuit, LineError, QuantifiedGame, quantified};

/// A circuit with its input. The circuit is given by exactly one of these: a formula, the text of a
/// file, or a family.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct CircuitFile {
    /// A Boolean formula: `(x1 & x2) | !x3 ^ x4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<Located<SafeText>>,
    /// The text of an ASCII AIGER file.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "file_text")]
    pub aiger: Option<Located<String>>,
    /// The text of a Bristol Fashion file.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "file_text")]
    pub bristol: Option<Located<String>>,
    /// The parity of this many inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parity: Option<Located<usize>>,
    /// The majority of this many inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub majority: Option<Located<usize>>,
    /// A circuit with output 1 if at least this many inputs are 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<Located<ThresholdFile>>,
    /// A ripple-carry adder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adder: Option<Located<ArithmeticFile>>,
    /// A multiplier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<Located<ArithmeticFile>>,
    /// SHA-256 of a short message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha_256: Option<Located<Sha256File>>,
    /// The output to use, if the file has several: a name (AIGER) or a number from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<Located<OutputFile>>,
    /// If this is given, the circuit compares the outputs of the file with these values. Its output is 1 if all of them
    /// are equal. Write a 0 or 1 for each output, in order, or `0x` and one hexadecimal digit for every four outputs.
    /// For a Bristol file, `0x` is followed by the hexadecimal digits of the values, one value after another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equals: Option<Located<String>>,
    /// For an AIGER file with latches, the number of steps that the circuit runs from the initial
    /// values of the latches. The output is that of the last step. The input has the input bits of
    /// the first step, then those of the second step, and so on; the last bits are for latches
    /// without an initial value. If `steps` is left out, the latches are additional inputs after
    /// the other inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Located<u32>>,
    /// The input bits, in order: "0110". If this is left out, inputs are 0 and latches have their
    /// initial values. For a Bristol file you can also write the values as hexadecimal digits after
    /// `0x`, as in `equals`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Located<String>>,
}

/// An output of a circuit file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OutputFile {
    /// An output by number, counted from 0.
    Number(usize),
    /// An output by name.
    Name(String),
}

/// A circuit with output 1 if enough of its inputs are 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ThresholdFile {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of inputs that must be 1.
    pub at_least: usize,
}

/// Two numbers, and a question about their sum or product: `bit` or `equals`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ArithmeticFile {
    /// The number of bits of each number, at most 32.
    pub bits: Located<usize>,
    /// The first number.
    pub a: Located<u64>,
    /// The second number.
    pub b: Located<u64>,
    /// The output is this bit of the result. The lowest bit is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bit: Option<Located<usize>>,
    /// The output is 1 if the result is this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equals: Option<Located<u64>>,
}

/// The claim that the SHA-256 digest of a message has a given value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sha256File {
    /// The message, at most 55 bytes of text.
    pub message: SafeText,
    /// The claimed digest, in 64 hexadecimal digits. If left out, it is the digest of the message,
    /// so the claim is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Located<String>>,
}

/// A quantified game with its input x. The game is given by a formula with quantifiers or by the
/// text of a QDIMACS file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct QuantifiedFile {
    /// `exists w forall x exists y forall z: (w | z) & (x | !y) & (!x | y)`. Names without a
    /// quantifier belong to the input x.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<Located<SafeText>>,
    /// The text of a QDIMACS file.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "file_text")]
    pub qdimacs: Option<Located<String>>,
    /// The bits of x, in order. If this is left out, they are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Located<String>>,
}

impl CircuitFile {
    /// The circuit with its input.
    ///
    /// # Errors
    /// Returns the first mistake in the file, with its position.
    pub fn build(&self, here: &Located<()>) -> Result<Circuit, YamlError> {
        let circuit = self.without_input(here)?;
        let Some(input) = &self.input else { return Ok(circuit) };
        let bits: Bits = match &self.bristol {
            Some(text) if input.starts_with("0x") => {
                let file = text.locate_error(Bristol::parse(text))?;
                values(input, file.inputs())?
            }
            _ => input.parse().map_err(|e: String| input.wrong(e))?,
        };
        input.locate_error(circuit.with_inputs(bits))
    }

    /// The number of latches in the AIGER file. 0 if the circuit has no AIGER file.
    pub fn latches(&self) -> usize {
        self.aiger.as_ref().map_or(0, |text| aiger::latches(text))
    }

    /// A warning if the latches are inputs. Then the claim is about arbitrary values of the
    /// latches, and not about the machine's real states.
    pub fn warning(&self) -> Option<YamlError> {
        let (text, latches) = (self.aiger.as_ref()?, self.latches());
        (latches > 0 && self.steps.is_none()).then(|| {
            text.wrong(format!(
                "the latches of this AIGER file ({latches} in all) are inputs here, so they can hold \
                 any values. Add `steps` to run them from their initial values"
            ))
        })
    }

    fn without_input(&self, here: &Located<()>) -> Result<Circuit, YamlError> {
        if let Some(steps) = self.steps.as_ref().filter(|_| self.latches() == 0) {
            return Err(steps.wrong("only AIGER files with latches have steps. Remove `steps`"));
        }
        let one_output = self.aiger.is_none() && self.bristol.is_none();
        let none = "only AIGER and Bristol files have several outputs. Remove this key";
        match (&self.output, &self.equals) {
            (Some(output), _) if one_output => return Err(output.wrong(none)),
            (_, Some(word)) if one_output => return Err(word.wrong(none)),
            (Some(output), Some(_)) => {
                return Err(output.wrong("`equals` compares all outputs. Remove `output`"));
            }
            _ => {}
        }
        let kinds: [Option<Result<Circuit, YamlError>>; 9] = [
            self.formula.as_ref().map(|text| text.locate_error(formula::circuit(text))),
            self.aiger.as_ref().map(|text| self.aiger(text)),
            self.bristol.as_ref().map(|text| self.bristol(text)),
            self.parity.as_ref().map(|n| n.locate_error(family::parity(n.value))),
            self.majority.as_ref().map(|n| n.locate_error(family::majority(n.value))),
            self.threshold
                .as_ref()
                .map(|file| file.locate_error(family::threshold(file.inputs, file.at_least))),
            self.adder.as_ref().map(|file| file.build(family::adder)),
            self.multiplier.as_ref().map(|file| file.build(family::multiplier)),
            self.sha_256.as_ref().map(Located::<Sha256File>::build),
        ];
        let mut found = kinds.into_iter().flatten();
        match (found.next(), found.next()) {
            (Some(only), None) => only,
            (None, _) => Err(here.wrong(
                "a circuit needs one of these keys: formula, aiger, bristol, parity, majority, \
                 threshold, adder, multiplier, sha-256",
            )),
            _ => Err(here
                .wrong("this circuit has several descriptions. Keep one formula, file or family")),
        }
    }

    fn aiger(&self, text: &Located<String>) -> Result<Circuit, YamlError> {
        let wrong = |e: LineError| text.wrong(format!("AIGER: {e}"));
        let mut file = Aiger::parse(text).map_err(wrong)?;
        if let Some(steps) = &self.steps {
            file = steps.locate_error(file.unrolled(**steps))?;
        }
        if let Some(equals) = &self.equals {
            let circuit = file.equals(&word(equals)?);
            let count = file.outputs().len();
            return circuit.ok_or_else(|| wrong_length(equals, count))?.map_err(wrong);
        }
        let output = self.output.as_ref().map(|output| match &output.value {
            OutputFile::Number(number) => OutputChoice::Number(*number),
            OutputFile::Name(name) => OutputChoice::Name(name),
        });
        file.circuit(output).map_err(wrong)
    }

    fn bristol(&self, text: &Located<String>) -> Result<Circuit, YamlError> {
        let wrong = |e: LineError| text.wrong(format!("Bristol Fashion: {e}"));
        let file = Bristol::parse(text).map_err(wrong)?;
        if let Some(equals) = &self.equals {
            let circuit = file.equals(&values(equals, file.outputs())?);
            let count = file.outputs().iter().sum();
            return circuit.ok_or_else(|| wrong_length(equals, count))?.map_err(wrong);
        }
        let output = match &self.output {
            None => 0,
            Some(output) => match &output.value {
                OutputFile::Number(number) => *number,
                OutputFile::Name(_) => {
                    return Err(
                        output.wrong("the outputs of a Bristol file have no names. Write a number")
                    );
                }
            },
        };
        file.circuit(output).map_err(wrong)
    }
}

/// Parses a row of bits: 0s and 1s, or hexadecimal digits after `0x`.
fn word(text: &Located<String>) -> Result<Bits, YamlError> {
    let Some(digits) = text.strip_prefix("0x") else {
        return text.parse().map_err(|e: String| text.wrong(e));
    };
    let digits: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(16)).collect();
    let digits =
        digits.ok_or_else(|| text.wrong("write only hexadecimal digits after 0x: 0-9, a-f"))?;
    Ok(digits.iter().flat_map(|d| (0..4).rev().map(move |bit| d >> bit & 1 == 1)).collect())
}

/// Parses several values with these widths in bits, and returns their bits, the lowest bit of each
/// value first. The text has 0s and 1s, or the hexadecimal digits of all values, one after another.
fn values(text: &Located<String>, widths: &[usize]) -> Result<Bits, YamlError> {
    let Some(digits) = text.strip_prefix("0x") else { return word(text) };
    let needed: usize = widths.iter().map(|width| width.div_ceil(4)).sum();
    if digits.len() != needed {
        return Err(text.wrong(format!(
            "values of {} bits need {needed} hexadecimal digits, but there are {}",
            widths.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
            digits.len()
        )));
    }
    let highest_first: Vec<bool> = word(text)?.iter().collect();
    let mut bits = Vec::new();
    let mut from = 0;
    for &width in widths {
        let own = &highest_first[from..from + 4 * width.div_ceil(4)];
        from += own.len();
        let (beyond, value) = own.split_at(own.len() - width);
        if beyond.contains(&true) {
            return Err(text.wrong(format!("this value is too large for {width} bits")));
        }
        bits.extend(value.iter().rev());
    }
    Ok(bits.into_iter().collect())
}

fn wrong_length(text: &Located<String>, outputs: usize) -> YamlError {
    text.wrong(format!("the file has {outputs} outputs. Write one bit for each"))
}

impl Located<ArithmeticFile> {
    fn build(
        &self,
        make: impl Fn(usize, u64, u64, AskedBit) -> Result<Circuit, CircuitFamilyError>,
    ) -> Result<Circuit, YamlError> {
        let asked = match (&self.bit, &self.equals) {
            (Some(bit), None) => AskedBit::Bit(**bit),
            (None, Some(number)) => AskedBit::Equals(**number),
            _ => {
                return Err(self.wrong("write either `bit` or `equals`, to say what the output is"));
            }
        };
        make(*self.bits, *self.a, *self.b, asked).map_err(|e| {
            let numbers = || [&self.a, &self.b].into_iter().chain(&self.equals);
            let spot = match e {
                CircuitFamilyError::Size { .. } => self.bits.spot,
                CircuitFamilyError::OutputBit { .. } => {
                    self.bit.as_ref().map_or(self.spot, |b| b.spot)
                }
                CircuitFamilyError::Value { number, .. } => {
                    numbers().find(|own| ***own == number).map_or(self.spot, |own| own.spot)
                }
                CircuitFamilyError::Circuit(_) => self.spot,
            };
            YamlError::at(spot, e.to_string())
        })
    }
}

impl Located<Sha256File> {
    fn build(&self) -> Result<Circuit, YamlError> {
        let message = self.message.as_bytes();
        let digest = match &self.digest {
            None => self.locate_error(family::sha256(message))?,
            Some(hex) => unhex(hex).and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| {
                hex.wrong("a SHA-256 digest has 64 hexadecimal digits: 0-9 and a-f")
            })?,
        };
        self.locate_error(family::sha256_circuit(message, &digest))
    }
}

impl QuantifiedFile {
    /// The game with its input.
    ///
    /// # Errors
    /// Returns the first mistake in the file, with its position.
    pub fn build(&self, here: &Located<()>) -> Result<QuantifiedGame, YamlError> {
        let game = match (&self.formula, &self.qdimacs) {
            (Some(text), None) => text.locate_error(quantified::formula::game(text))?,
            (None, Some(text)) => {
                quantified::qdimacs::game(text).map_err(|e| text.wrong(format!("QDIMACS: {e}")))?
            }
            _ => return Err(here.wrong("a quantified game needs either `formula` or `qdimacs`")),
        };
        let Some(input) = &self.input else { return Ok(game) };
        let bits: Bits = input.parse().map_err(|e: String| input.wrong(e))?;
        let free: Vec<_> = game.free().collect();
        if bits.len() != free.len() {
            return Err(input.wrong(format!(
                "write one bit for each input without a quantifier. The number of bits must be {}, not {}",
                free.len(),
                bits.len()
            )));
        }
        Ok(game.with_bits(free.into_iter().zip(bits.iter())))
    }
}
