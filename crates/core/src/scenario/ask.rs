//! Changes the question that a scenario asks about its machine: the input, the output, the number
//! of steps, Alice's claim, or the protocol.

use super::circuit::OutputFile;
use super::import::IMPORTED_CLAIM;
use super::located::Located;
use super::machine_alone;
use super::{Lesson, MachineFile, ProtocolFile, SafeText, Scenario};
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::yaml;

/// A new question about a machine. A part that is `None` stays unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioQuestion {
    /// The input: the bits of a circuit or of a formula's x, or the tape of a Turing machine.
    pub input: Option<String>,
    /// The output of a circuit file: a number, counted from 0, or a name. A name that looks like a
    /// number needs quotes.
    pub output: Option<String>,
    /// Alice's claim: 0 or 1. For a circuit file, it may also be the values of all outputs
    /// together, in the form of the key `equals` in a scenario.
    pub claim: Option<String>,
    /// Either the name of a protocol, or a protocol in the form of a scenario file. With a name
    /// alone, the protocol gets its usual parameters.
    pub protocol: Option<String>,
    /// The number of steps of a Turing machine, of a shift register, or of a circuit file with
    /// latches.
    pub steps: Option<u32>,
}

/// A part of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionPart {
    /// The input.
    Input,
    /// The output of a circuit file.
    Output,
    /// The number of steps of a machine.
    Steps,
    /// The protocol.
    Protocol,
    /// Alice's claim.
    Claim,
}

/// The text of a claim shows at most this many characters of an input.
const SHOWN: usize = 64;

impl Scenario {
    /// Changes the question about the machine, and the text of the claim. Removes the moves and the
    /// lesson, because they belong to the old question.
    ///
    /// # Errors
    /// Returns an error if this machine or protocol does not have a part of the question, or if the
    /// value of a part is wrong.
    pub fn ask(&mut self, question: &ScenarioQuestion) -> Result<(), String> {
        if *question == ScenarioQuestion::default() {
            return Ok(());
        }
        if let Some(protocol) = &question.protocol {
            let claimed = self.protocol.value.form().claimed();
            self.protocol = self::protocol(protocol, claimed)?;
            let form = self.protocol.value.form();
            let idle = Seat::ALL.into_iter().filter(|&seat| !form.plays(seat));
            let people = idle.filter(|&seat| self.player(seat) == SeatPlan::Human);
            // If the protocol does not use a person's seat, the person becomes the judge.
            for seat in people.collect::<Vec<_>>() {
                self.seats.set(seat, SeatPlan::honest());
                self.seats.set(Seat::Judge, SeatPlan::Human);
                self.seat = Some(Seat::Judge);
            }
        }
        if let Some(input) = &question.input {
            self.set_input(input)?;
        }
        if let Some(output) = &question.output {
            let MachineFile::Circuit(file) = &mut self.machine.value else {
                return Err(self.has_no("output to choose"));
            };
            (file.output, file.equals) = (Some(Located::without_place(output_of(output)?)), None);
        }
        if let Some(steps) = question.steps {
            match &mut self.machine.value {
                MachineFile::Turing(machine) => machine.set_steps(steps),
                MachineFile::ShiftRegister(file) => {
                    file.steps = Located::without_place(steps.into())
                }
                MachineFile::Graph(file) => file.steps = Located::without_place(steps),
                MachineFile::Circuit(file) if file.latches() > 0 => {
                    file.steps = Some(Located::without_place(steps));
                }
                _ => return Err(self.has_no("number of steps to set")),
            }
        }
        if let Some(claim) = &question.claim {
            self.set_claim(claim)?;
        }
        if let Some(claim) = self.generated_claim()? {
            self.claim = claim;
        }
        (self.moves, self.lesson, self.summary) = (None, Lesson::default(), SafeText::default());
        Ok(())
    }

    /// The parts of a question that apply to this machine, in the order in which a person chooses
    /// them.
    pub fn question_parts(&self) -> &'static [QuestionPart] {
        use QuestionPart::*;
        match &self.machine.value {
            MachineFile::Circuit(file) if file.latches() > 0 => {
                &[Input, Output, Steps, Protocol, Claim]
            }
            MachineFile::Circuit(_) => &[Input, Output, Protocol, Claim],
            MachineFile::Quantified(file) if file.qdimacs.is_some() => &[],
            MachineFile::Quantified(_) => &[Input],
            MachineFile::Turing(_) => &[Input, Steps, Protocol, Claim],
            MachineFile::ShiftRegister(_) | MachineFile::Graph(_) => &[Steps, Protocol, Claim],
            MachineFile::Plan(_)
            | MachineFile::Votes(_)
            | MachineFile::Chain(_)
            | MachineFile::Caffeine(_)
            | MachineFile::Claims(_) => &[],
        }
    }

    fn has_no(&self, what: &str) -> String {
        format!("a machine of the kind `{}` has no {what}", self.machine.word())
    }

    fn set_input(&mut self, input: &str) -> Result<(), String> {
        let bits = || Some(Located::without_place(input.to_owned()));
        match &mut self.machine.value {
            MachineFile::Circuit(file) => file.input = bits(),
            MachineFile::Quantified(file) => file.input = bits(),
            MachineFile::Turing(machine) => machine.set_input(input),
            _ => return Err(self.has_no("input to set")),
        }
        Ok(())
    }

    fn set_claim(&mut self, claim: &str) -> Result<(), String> {
        let bit = match claim {
            "0" | "no" | "false" => false,
            "1" | "yes" | "true" => true,
            word => {
                let MachineFile::Circuit(file) = &mut self.machine.value else {
                    return Err(format!("Alice can claim 0 or 1, not `{word}`"));
                };
                (file.output, file.equals) = (None, Some(Located::without_place(word.to_owned())));
                true
            }
        };
        let name = self.protocol.value.name();
        let claim = self.protocol.value.form_mut().claim(bit);
        claim.map_err(|why| format!("in the protocol `{name}`, {why}"))?;
        Ok(())
    }

    /// The sentence of Alice's claim, made from the machine and the protocol. `None` if only the
    /// author of the file can write it.
    fn generated_claim(&self) -> Result<Option<SafeText>, String> {
        let words = self.claim_words()?;
        words.map(|words| SafeText::new(&format!("Alice claims: {words}."))).transpose()
    }

    /// Returns whether Elenchus, and not an author, wrote the sentence of Alice's claim.
    pub(super) fn has_generated_claim(&self) -> bool {
        let imported = *self.claim == *IMPORTED_CLAIM;
        imported || self.generated_claim().is_ok_and(|claim| claim.as_ref() == Some(&self.claim))
    }

    /// Writes the sentence of Alice's claim again after values of the scenario have changed.
    /// `before` is the scenario before the change. Removes the summary of an imported file, because
    /// this summary names the old values.
    pub(super) fn renew_claim(&mut self, before: &Self) -> Result<(), String> {
        if self.claim != before.claim || !before.has_generated_claim() {
            return Ok(());
        }
        let unchanged = self.machine.value == before.machine.value
            && self.protocol.value.form().claimed() == before.protocol.value.form().claimed();
        if let Some(claim) = self.generated_claim()?.filter(|_| !unchanged) {
            (self.claim, self.summary) = (claim, SafeText::default());
        }
        Ok(())
    }

    /// Alice's claim in words, made from the machine and the protocol. `None` if only the author of
    /// the file can write it.
    fn claim_words(&self) -> Result<Option<String>, String> {
        let Some(claimed) = self.protocol.value.form().claimed() else { return Ok(None) };
        let bit = u8::from(claimed);
        Ok(Some(match &self.machine.value {
            MachineFile::Circuit(file) => {
                let input = on_input(file.input.as_ref(), "the input");
                let input = match &file.steps {
                    Some(steps) => format!(" in step {}{input}", **steps),
                    None => input,
                };
                match (&file.equals, &file.output) {
                    (Some(word), _) => {
                        let not = if claimed { "" } else { "not " };
                        format!("the outputs together are {not}{}{input}", shown(word))
                    }
                    (None, Some(Located { value: OutputFile::Number(number), .. })) => {
                        format!("output number {number}, counted from 0, is {bit}{input}")
                    }
                    (None, Some(Located { value: OutputFile::Name(name), .. })) => {
                        format!("output {} is {bit}{input}", shown(name))
                    }
                    (None, None) if file.aiger.is_some() || file.bristol.is_some() => {
                        format!("the first output is {bit}{input}")
                    }
                    (None, None) => format!("the circuit's output is {bit}{input}"),
                }
            }
            MachineFile::Quantified(file) => {
                format!("the formula is false{}", on_input(file.input.as_ref(), "x ="))
            }
            MachineFile::Turing(_) => match self.machine.turing() {
                Some(Ok(machine)) => machine_alone::end_words(&machine, claimed),
                Some(Err(fault)) => return Err(fault.message),
                None => return Ok(None),
            },
            MachineFile::Claims(_) => return Ok(None),
            MachineFile::Graph(file) => {
                let can = if claimed { "can" } else { "cannot" };
                let (to, from, steps) = (shown(&file.to), shown(&file.from), *file.steps);
                format!("{to} {can} be reached from {from} within {steps} edges")
            }
            _ => format!("the last step of the computation is {bit}"),
        }))
    }
}

fn on_input(input: Option<&Located<String>>, what: &str) -> String {
    input.map_or(String::new(), |input| format!(" on {what} {}", shown(input)))
}

/// The beginning of a text, without control characters.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    if text.chars().count() > SHOWN {
        shown.push('…');
    }
    shown
}

/// Reads a protocol: a name, or a protocol in the form of a file. With a name, Alice's claim stays
/// the same if the protocol allows this.
fn protocol(written: &str, claimed: Option<bool>) -> Result<Located<ProtocolFile>, String> {
    let is_name = !written.contains(':');
    let text = if is_name { format!("{written}: {{}}") } else { written.to_owned() };
    let mut read: ProtocolFile =
        yaml::read(&text).map_err(|e| format!("protocol `{}`: {}", shown(written), e.message))?;
    if let Some(claimed) = claimed.filter(|_| is_name) {
        // Ignore an error: some protocols allow only one claim.
        let _ = read.form_mut().claim(claimed);
    }
    Ok(Located::without_place(read))
}

fn output_of(written: &str) -> Result<OutputFile, String> {
    let quoted = |mark: char| written.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
    Ok(match (quoted('"').or_else(|| quoted('\'')), written.parse()) {
        (Some(name), _) => OutputFile::Name(name.to_owned()),
        (None, Ok(number)) => OutputFile::Number(number),
        (None, Err(_)) => OutputFile::Name(written.to_owned()),
    })
}
