//! Another question about the machine of a scenario: its input, its output, its steps, what Alice
//! claims of it, and by which protocol that is settled.

use super::circuit::OutputFile;
use super::machine_alone;
use super::place::At;
use super::{Lesson, MachineFile, ProtocolFile, Scenario, Words};
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::yaml;

/// What is asked instead of what a scenario asks. Nothing stays as it is if it is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The input: bits of a circuit or of a formula's x, a Turing machine's tape.
    pub input: Option<String>,
    /// Which output of a file of gates: a number from 0, or a name; a name that is a number is
    /// written in quotes.
    pub output: Option<String>,
    /// What Alice claims: 0 or 1; or of a file of gates, that its outputs together are a word, as
    /// `equals` has it in a scenario.
    pub claim: Option<String>,
    /// The protocol by its name, its parameters being the usual ones; or as a scenario writes it.
    pub protocol: Option<String>,
    /// The steps of a Turing machine, of a shift register, or of a circuit file with latches.
    pub steps: Option<u32>,
}

/// A part of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionPart {
    /// The input.
    Input,
    /// Which output of a file of gates.
    Output,
    /// The steps of a machine that runs.
    Steps,
    /// The protocol.
    Protocol,
    /// What Alice claims.
    Claim,
}

/// The longest part of an input that a claim shows.
const SHOWN: usize = 64;

impl Scenario {
    /// Asks something else of the machine; the claim's words say what. Moves that were played and
    /// the lesson, which were about another question, are left out.
    ///
    /// # Errors
    /// What cannot be asked of this machine in this protocol, and what can.
    pub fn ask(&mut self, question: &Question) -> Result<(), String> {
        if *question == Question::default() {
            return Ok(());
        }
        if let Some(protocol) = &question.protocol {
            let claimed = self.protocol.value.form().claimed();
            self.protocol = self::protocol(protocol, claimed)?;
            let form = self.protocol.value.form();
            let idle = Seat::ALL.into_iter().filter(|&seat| !form.plays(seat));
            let people = idle.filter(|&seat| self.player(seat) == SeatPlan::Human);
            // A person who has nothing to do there judges.
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
            (file.output, file.equals) = (Some(At::nowhere(output_of(output)?)), None);
        }
        if let Some(steps) = question.steps {
            match &mut self.machine.value {
                MachineFile::Turing(machine) => machine.set_steps(steps),
                MachineFile::ShiftRegister(file) => file.steps = At::nowhere(steps.into()),
                MachineFile::Graph(file) => file.steps = At::nowhere(steps),
                MachineFile::Circuit(file) if file.latches() > 0 => {
                    file.steps = Some(At::nowhere(steps));
                }
                _ => return Err(self.has_no("number of steps to set")),
            }
        }
        if let Some(claim) = &question.claim {
            self.set_claim(claim)?;
        }
        if let Some(words) = self.claim_words()? {
            self.claim = Words::new(&format!("Alice claims: {words}."))?;
        }
        (self.moves, self.lesson, self.summary) = (None, Lesson::default(), Words::default());
        Ok(())
    }

    /// What of a question this machine has, in the order in which a person chooses.
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
        let bits = || Some(At::nowhere(input.to_owned()));
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
                    return Err(format!("Alice claims 0 or 1, not `{word}`"));
                };
                (file.output, file.equals) = (None, Some(At::nowhere(word.to_owned())));
                true
            }
        };
        let name = self.protocol.value.name();
        let claim = self.protocol.value.form_mut().claim(bit);
        claim.map_err(|why| format!("in the protocol `{name}` {why}"))?;
        Ok(())
    }

    /// What Alice claims, from the machine and the protocol; none where only the file can say.
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
                    (None, Some(At { value: OutputFile::Number(number), .. })) => {
                        format!("output number {number}, counted from 0, is {bit}{input}")
                    }
                    (None, Some(At { value: OutputFile::Name(name), .. })) => {
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

fn on_input(input: Option<&At<String>>, what: &str) -> String {
    input.map_or(String::new(), |input| format!(" on {what} {}", shown(input)))
}

/// The beginning of a text, fit to stand in a claim.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    if text.chars().count() > SHOWN {
        shown.push('…');
    }
    shown
}

/// A protocol by its name, in which the same is claimed as before where it can be; or as it is written.
fn protocol(written: &str, claimed: Option<bool>) -> Result<At<ProtocolFile>, String> {
    let is_name = !written.contains(':');
    let text = if is_name { format!("{written}: {{}}") } else { written.to_owned() };
    let mut read: ProtocolFile =
        yaml::read(&text).map_err(|e| format!("protocol `{}`: {}", shown(written), e.message))?;
    if let Some(claimed) = claimed.filter(|_| is_name) {
        // Where only one thing can be claimed, that is.
        let _ = read.form_mut().claim(claimed);
    }
    Ok(At::nowhere(read))
}

fn output_of(written: &str) -> Result<OutputFile, String> {
    let quoted = |mark: char| written.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
    Ok(match (quoted('"').or_else(|| quoted('\'')), written.parse()) {
        (Some(name), _) => OutputFile::Name(name.to_owned()),
        (None, Ok(number)) => OutputFile::Number(number),
        (None, Err(_)) => OutputFile::Name(written.to_owned()),
    })
}
