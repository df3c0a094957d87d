//! Circuits and quantified games as a file writes them.

use serde::{Deserialize, Serialize};

use super::hex::unhex;
use super::place::{At, Fault};
use super::words::Words;
use crate::machine::circuit::aiger::{self, Aiger, Wanted};
use crate::machine::circuit::bristol::Bristol;
use crate::machine::circuit::family::{self, AskedBit, FamilyError};
use crate::machine::circuit::formula;
use crate::machine::{Bits, Circuit, LineFault, QuantifiedGame, quantified};

/// A circuit: exactly one of a formula, a file's text, and a family; and its input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct CircuitFile {
    /// A Boolean formula: `(x1 & x2) | !x3 ^ x4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<At<Words>>,
    /// The text of an ASCII AIGER file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aiger: Option<At<String>>,
    /// The text of a Bristol Fashion file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bristol: Option<At<String>>,
    /// The parity of this many inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parity: Option<At<usize>>,
    /// The majority of this many inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub majority: Option<At<usize>>,
    /// At least so many of so many inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<At<ThresholdFile>>,
    /// A ripple-carry adder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adder: Option<At<ArithmeticFile>>,
    /// A multiplier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<At<ArithmeticFile>>,
    /// SHA-256 of a short message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha_256: Option<At<Sha256File>>,
    /// Which output, of a file that has several: a name (AIGER) or a number from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<At<OutputFile>>,
    /// Instead of one output, whether all of a file's outputs together are this: a 0 or 1 for each,
    /// in order, or `0x` and a hexadecimal digit for each four. In a Bristol file the first bit of a
    /// value is its lowest, so there hexadecimal digits are those of its values, one after another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equals: Option<At<String>>,
    /// How many steps the latches of an AIGER file run from their first values. The output is then
    /// that of the last step, and the input has the bits of each step in turn, and then those of
    /// the latches without a first value. If left out the latches are inputs, after the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<At<u32>>,
    /// The input bits, in order: "0110". Zeros if left out, and the first values of latches. Of a
    /// Bristol file also its values in hexadecimal digits after `0x`, as in `equals`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<At<String>>,
}

/// An output of a file of gates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OutputFile {
    /// By its number, from 0.
    Number(usize),
    /// By its name.
    Name(String),
}

/// A threshold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ThresholdFile {
    /// How many inputs there are.
    pub inputs: usize,
    /// How many of them must be 1.
    pub at_least: usize,
}

/// Two numbers, and one bit about their sum or product: `bit` or `equals`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ArithmeticFile {
    /// How many bits each number has, up to 32.
    pub bits: At<usize>,
    /// The first number.
    pub a: At<u64>,
    /// The second number.
    pub b: At<u64>,
    /// The output is this bit of the result, the lowest being 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bit: Option<At<usize>>,
    /// The output says whether the result is this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equals: Option<At<u64>>,
}

/// "The SHA-256 digest of the message is this."
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sha256File {
    /// The message, up to 55 bytes of text.
    pub message: Words,
    /// The digest in 64 hexadecimal digits; the right one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<At<String>>,
}

/// A quantified game: a formula with quantifiers, or the text of a QDIMACS file; and x.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct QuantifiedFile {
    /// `exists w forall x exists y forall z: (w | z) & (x | !y) & (!x | y)`. Names that are not
    /// quantified are x, the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<At<Words>>,
    /// The text of a QDIMACS file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qdimacs: Option<At<String>>,
    /// The bits of x, in order. Zeros if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<At<String>>,
}

impl CircuitFile {
    /// The circuit on its input.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn build(&self, here: &At<()>) -> Result<Circuit, Fault> {
        let circuit = self.without_input(here)?;
        let Some(input) = &self.input else { return Ok(circuit) };
        let bits: Bits = match &self.bristol {
            Some(text) if input.starts_with("0x") => {
                let file = text.told(Bristol::parse(text))?;
                values(input, file.inputs())?
            }
            _ => input.parse().map_err(|e: String| input.wrong(e))?,
        };
        input.told(circuit.on(bits))
    }

    /// How many latches its AIGER file has.
    pub fn latches(&self) -> usize {
        self.aiger.as_ref().map_or(0, |text| aiger::latches(text))
    }

    /// That its latches are inputs, if they are: what may be anything proves nothing of the machine.
    pub fn warning(&self) -> Option<Fault> {
        let (text, latches) = (self.aiger.as_ref()?, self.latches());
        (latches > 0 && self.steps.is_none()).then(|| {
            text.wrong(format!(
                "the latches of this AIGER file, {latches} in all, are inputs here and may hold \
                 anything; `steps` runs them from their first values"
            ))
        })
    }

    fn without_input(&self, here: &At<()>) -> Result<Circuit, Fault> {
        if let Some(steps) = self.steps.as_ref().filter(|_| self.latches() == 0) {
            return Err(steps.wrong("only AIGER files with latches have steps"));
        }
        let one_output = self.aiger.is_none() && self.bristol.is_none();
        let none = "only AIGER and Bristol files have several outputs";
        match (&self.output, &self.equals) {
            (Some(output), _) if one_output => return Err(output.wrong(none)),
            (_, Some(word)) if one_output => return Err(word.wrong(none)),
            (Some(output), Some(_)) => {
                return Err(output.wrong("`equals` is about all outputs: leave `output` out"));
            }
            _ => {}
        }
        let kinds: [Option<Result<Circuit, Fault>>; 9] = [
            self.formula.as_ref().map(|text| text.told(formula::circuit(text))),
            self.aiger.as_ref().map(|text| self.aiger(text)),
            self.bristol.as_ref().map(|text| self.bristol(text)),
            self.parity.as_ref().map(|n| n.told(family::parity(n.value))),
            self.majority.as_ref().map(|n| n.told(family::majority(n.value))),
            self.threshold
                .as_ref()
                .map(|file| file.told(family::threshold(file.inputs, file.at_least))),
            self.adder.as_ref().map(|file| file.build(family::adder)),
            self.multiplier.as_ref().map(|file| file.build(family::multiplier)),
            self.sha_256.as_ref().map(At::<Sha256File>::build),
        ];
        let mut found = kinds.into_iter().flatten();
        match (found.next(), found.next()) {
            (Some(only), None) => only,
            (None, _) => Err(here.wrong(
                "a circuit needs one of formula, aiger, bristol, parity, majority, threshold, \
                 adder, multiplier, sha-256",
            )),
            _ => Err(here.wrong("a circuit is one formula, file or family; this has several")),
        }
    }

    fn aiger(&self, text: &At<String>) -> Result<Circuit, Fault> {
        let wrong = |e: LineFault| text.wrong(format!("AIGER: {e}"));
        let mut file = Aiger::parse(text).map_err(wrong)?;
        if let Some(steps) = &self.steps {
            file = steps.told(file.unrolled(**steps))?;
        }
        if let Some(equals) = &self.equals {
            let circuit = file.equals(&word(equals)?);
            let count = file.outputs().len();
            return circuit.ok_or_else(|| wrong_length(equals, count))?.map_err(wrong);
        }
        let output = self.output.as_ref().map(|output| match &output.value {
            OutputFile::Number(number) => Wanted::Number(*number),
            OutputFile::Name(name) => Wanted::Name(name),
        });
        file.circuit(output).map_err(wrong)
    }

    fn bristol(&self, text: &At<String>) -> Result<Circuit, Fault> {
        let wrong = |e: LineFault| text.wrong(format!("Bristol Fashion: {e}"));
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
                    return Err(output.wrong("the outputs of a Bristol file have numbers only"));
                }
            },
        };
        file.circuit(output).map_err(wrong)
    }
}

/// The bits of a word: 0s and 1s, or hexadecimal digits after `0x`.
fn word(text: &At<String>) -> Result<Bits, Fault> {
    let Some(digits) = text.strip_prefix("0x") else {
        return text.parse().map_err(|e: String| text.wrong(e));
    };
    let digits: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(16)).collect();
    let digits = digits.ok_or_else(|| text.wrong("after 0x stand hexadecimal digits: 0-9, a-f"))?;
    Ok(digits.iter().flat_map(|d| (0..4).rev().map(move |bit| d >> bit & 1 == 1)).collect())
}

/// The bits of values that are so many wires wide, their lowest first: 0s and 1s, or the values in
/// hexadecimal digits, one after another, each with as many as it needs.
fn values(text: &At<String>, widths: &[usize]) -> Result<Bits, Fault> {
    let Some(digits) = text.strip_prefix("0x") else { return word(text) };
    let needed: usize = widths.iter().map(|width| width.div_ceil(4)).sum();
    if digits.len() != needed {
        return Err(text.wrong(format!(
            "values of {} bits are {needed} hexadecimal digits; these are {}",
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
            return Err(text.wrong(format!("a value of {width} bits is too large")));
        }
        bits.extend(value.iter().rev());
    }
    Ok(bits.into_iter().collect())
}

fn wrong_length(text: &At<String>, outputs: usize) -> Fault {
    text.wrong(format!("the file has {outputs} outputs: write a bit for each"))
}

impl At<ArithmeticFile> {
    fn build(
        &self,
        make: impl Fn(usize, u64, u64, AskedBit) -> Result<Circuit, FamilyError>,
    ) -> Result<Circuit, Fault> {
        let asked = match (&self.bit, &self.equals) {
            (Some(bit), None) => AskedBit::Bit(**bit),
            (None, Some(number)) => AskedBit::Equals(**number),
            _ => return Err(self.wrong("write one of `bit` and `equals`: what is asked")),
        };
        make(*self.bits, *self.a, *self.b, asked).map_err(|e| {
            let numbers = || [&self.a, &self.b].into_iter().chain(&self.equals);
            let spot = match e {
                FamilyError::Size { .. } => self.bits.spot,
                FamilyError::OutputBit { .. } => self.bit.as_ref().map_or(self.spot, |b| b.spot),
                FamilyError::Value { number, .. } => {
                    numbers().find(|own| ***own == number).map_or(self.spot, |own| own.spot)
                }
                FamilyError::Circuit(_) => self.spot,
            };
            Fault::at(spot, e.to_string())
        })
    }
}

impl At<Sha256File> {
    fn build(&self) -> Result<Circuit, Fault> {
        let message = self.message.as_bytes();
        let digest = match &self.digest {
            None => self.told(family::sha256(message))?,
            Some(hex) => unhex(hex).and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| {
                hex.wrong("a SHA-256 digest is 64 hexadecimal digits: 0-9 and a-f")
            })?,
        };
        self.told(family::sha256_circuit(message, &digest))
    }
}

impl QuantifiedFile {
    /// The game on its input.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn build(&self, here: &At<()>) -> Result<QuantifiedGame, Fault> {
        let game = match (&self.formula, &self.qdimacs) {
            (Some(text), None) => text.told(quantified::formula::game(text))?,
            (None, Some(text)) => {
                quantified::qdimacs::game(text).map_err(|e| text.wrong(format!("QDIMACS: {e}")))?
            }
            _ => return Err(here.wrong("a quantified game needs one of formula and qdimacs")),
        };
        let Some(input) = &self.input else { return Ok(game) };
        let bits: Bits = input.parse().map_err(|e: String| input.wrong(e))?;
        let free: Vec<_> = game.free().collect();
        if bits.len() != free.len() {
            return Err(input.wrong(format!(
                "the input has a bit for each input that is not quantified: {} here, not {}",
                free.len(),
                bits.len()
            )));
        }
        Ok(game.with(free.into_iter().zip(bits.iter())))
    }
}
