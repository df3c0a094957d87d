//! Makes a scenario from a file that contains only a Turing machine. The debate is a bisection of
//! the machine's run.

use super::located::YamlError;
use super::protocol::ProtocolFile;
use super::{FileError, MachineFile, SafeText, Scenario, printable};
use crate::machine::turing::{MachineErrors, TuringMachine, dialect};
use crate::protocol::bisection::BisectionFile;
use crate::rules::Seat;
use crate::text::number::plural;

/// Makes the scenario. `None` if the text is not a Turing machine. Alice always claims that the
/// machine accepts, even if this is false.
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
    let accepting: Vec<&str> = machine
        .states()
        .filter(|&state| machine.accepts(state))
        .map(|state| machine.state_name(state))
        .collect();
    if accepting.len() > 1 && !machine.names_accepting() {
        let message = format!(
            "the machine halts in several states ({}), and no name says which of them accept. Add \
             `accept: {}`, or a list",
            accepting.join(", "),
            accepting[0],
        );
        return Err(FileError::whole_file(file, printable(&message)));
    }
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
        Some(taken) => format!("it halts after {}", steps(taken)),
        None => format!("it has not halted after {}", steps(machine.steps())),
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
    format!("after {} this machine is {not}in state {}", steps(machine.steps()), names.join(" or "))
}

fn steps(count: u32) -> String {
    plural(u64::from(count), "step", "steps")
}

/// The name of a file without its folders and its extension.
fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    printable(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}
