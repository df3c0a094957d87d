//! Makes a scenario from a file that has only a Turing machine: a bisection of its run.

use super::located::YamlError;
use super::protocol::ProtocolFile;
use super::{FileError, MachineFile, SafeText, Scenario, printable};
use crate::machine::turing::{MachineErrors, TuringMachine, dialect};
use crate::protocol::bisection::BisectionFile;
use crate::rules::Seat;

/// The scenario of a machine file. `None` if the text is no machine. Alice claims that the machine
/// accepts, whether or not it does.
pub(super) fn scenario(file: &str, text: &str) -> Option<Result<Scenario, FileError>> {
    dialect::is_machine(text).then(|| around(file, text))
}

fn around(file: &str, text: &str) -> Result<Scenario, FileError> {
    let refuse = |faults: MachineErrors| {
        let first = faults.iter().next();
        let spot = first.and_then(|fault| fault.place).unwrap_or_default();
        let others = match faults.iter().len() {
            0 | 1 => String::new(),
            n => format!(" (and {} more)", n - 1),
        };
        let message = first.map_or(String::new(), |fault| fault.message.clone());
        FileError::at(file, text, YamlError::at(spot, message + &others))
    };
    let file_words = |words: &str| SafeText::new(words).map_err(|e| FileError::whole_file(file, e));
    let machine = dialect::parse(text).map_err(refuse)?;
    let written = dialect::read_machine(text).map_err(refuse)?;
    let ignored = dialect::ignored_keys(text).map_err(refuse)?;
    let ignored: Vec<String> = ignored.iter().map(|key| format!("`{}`", printable(key))).collect();
    let mut notes = String::new();
    if !ignored.is_empty() {
        notes += &format!(" Ignored parts of the file: {}.", ignored.join(", "));
    }
    for (written, shown) in machine.alphabet().shown_otherwise() {
        notes += &format!(" The symbol `{written}` is shown as {shown}.");
    }
    let title = machine.name().map_or_else(|| stem(file), printable);
    let end = match machine.halts_at() {
        Some(steps) => format!("it halts after {steps} steps"),
        None => format!("it has not halted after {} steps", machine.steps()),
    };
    let claim = file_words(&format!("Alice claims: {}.", end_words(&machine, true)))?;
    let protocol = ProtocolFile::Bisection(BisectionFile::default());
    Ok(Scenario {
        title: file_words(&title)?,
        summary: file_words(&format!("A Turing machine from its own file; {end}.{notes}"))?,
        seat: Some(Seat::Bob),
        ..Scenario::new(claim, protocol, MachineFile::Turing(Box::new(written)))
    })
}

/// Describes the end of the run: "after 8 steps this machine is in state done".
pub(super) fn end_words(machine: &TuringMachine, accepts: bool) -> String {
    let accepting = machine.states().filter(|&state| machine.accepts(state));
    let names: Vec<&str> = accepting.map(|state| machine.state_name(state)).collect();
    let not = if accepts { "" } else { "not " };
    format!("after {} steps this machine is {not}in state {}", machine.steps(), names.join(" or "))
}

/// The name of a file without its folders and ending.
fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    printable(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}
