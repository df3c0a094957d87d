//! Turns a machine file into a [`WrittenMachine`]: replaces synonyms, and splits groups of symbols.

use std::collections::BTreeMap;

use super::file::{
    EndsFile, FullInstructionFile, INSTRUCTION, InstructionFile, Names, OracleFile, TuringFile,
};
use crate::chance::Probability;
use crate::machine::turing::{
    MachineErrors, Placed, WrittenInstruction, WrittenMachine, WrittenOracle, WrittenState,
    YamlError,
};

/// The number of cells that the oracle sees, if the file does not give it. This is only the head's cell.
const DEFAULT_READS: u32 = 1;

impl TuringFile {
    /// The same machine. If it has no name, it gets this name.
    pub(super) fn named(mut self, name: Option<String>) -> Self {
        self.name = self.name.or(name);
        self
    }

    /// True if Alice writes a part of the tape.
    pub fn has_witness(&self) -> bool {
        !self.witness.is_empty()
    }

    /// Sets the input.
    pub fn set_input(&mut self, input: &str) {
        self.input = Some(Placed::without_place(input.to_owned()));
    }

    /// Sets the number of steps.
    pub fn set_steps(&mut self, steps: u32) {
        self.steps = Some(Placed::without_place(steps));
    }

    /// The machine without synonyms and groups of symbols.
    ///
    /// # Errors
    /// Returns an error for every invalid instruction.
    pub fn setup(self) -> Result<WrittenMachine, MachineErrors> {
        let mut faults = Vec::new();
        let mut synonyms = BTreeMap::new();
        for (name, action) in self.synonyms.map(|s| s.0).unwrap_or_default() {
            let written = instruction(action, &BTreeMap::new(), &mut faults);
            if let Some(instruction) = written
                && synonyms.insert(name.value.clone(), instruction).is_some()
            {
                let message = format!("synonym `{}` is defined twice", name.value);
                faults.push(YamlError { place: name.place, message });
            }
        }
        let mut states = Vec::new();
        for (name, rows) in self.table.0 {
            let mut state = WrittenState { name, rows: Vec::new() };
            for (symbol, action) in rows.map(|rows| rows.0).unwrap_or_default() {
                if let Some(instruction) = instruction(action, &synonyms, &mut faults) {
                    state.rows.push((symbol, instruction));
                }
            }
            states.push(state);
        }
        let oracle = self.oracle.and_then(|oracle| oracle.setup(&synonyms, &mut faults));
        if !faults.is_empty() {
            // The symbols of a group share an instruction, so they repeat its errors.
            faults.dedup();
            return Err(MachineErrors(faults));
        }
        let names = |names: Names| names.0;
        Ok(WrittenMachine {
            name: self.name,
            input: self.input.unwrap_or_else(|| Placed::without_place(String::new())),
            blank: self.blank,
            start: self.start,
            states,
            accept: self.accept.map(names),
            reject: self.reject.map(names),
            steps: self.steps,
            space: self.space.map(|space| {
                let Placed { value: EndsFile { from, to }, place } = space;
                Placed { value: (from, to), place }
            }),
            head: self.head,
            oracle,
            witness: self.witness,
        })
    }
}

impl OracleFile {
    fn setup(
        self,
        synonyms: &BTreeMap<String, WrittenInstruction>,
        faults: &mut Vec<YamlError>,
    ) -> Option<WrittenOracle> {
        let mut otherwise = Probability::ZERO;
        let mut answers = Vec::new();
        for (word, answer) in self.answers.0 {
            let answer = answer.value.0;
            if word.value == "else" {
                otherwise = answer;
            } else {
                answers.push((word, answer));
            }
        }
        let mut way = |action: Placed<InstructionFile>| {
            let place = action.place;
            let value = instruction(action, synonyms, faults)?;
            Some(Placed { value, place })
        };
        let (yes, no) = (way(self.yes), way(self.no));
        Some(WrittenOracle {
            state: self.state,
            reads: self.reads.unwrap_or_else(|| Placed::without_place(DEFAULT_READS)),
            question: self.question,
            answers,
            otherwise,
            yes: yes?,
            no: no?,
        })
    }
}

fn instruction(
    action: Placed<InstructionFile>,
    synonyms: &BTreeMap<String, WrittenInstruction>,
    faults: &mut Vec<YamlError>,
) -> Option<WrittenInstruction> {
    let mut fault = |message: String| {
        faults.push(YamlError { place: action.place, message });
        None
    };
    match action.value {
        InstructionFile::Word(word) => match word.as_str() {
            // `N` is not in every version of the dialect, so the author may have a synonym of that
            // name.
            "L" | "R" | "N" if word != "N" || !synonyms.contains_key("N") => {
                let direction = word.chars().next().unwrap_or('N');
                Some(WrittenInstruction { write: None, direction, next: None })
            }
            _ => match synonyms.get(&word) {
                Some(instruction) => Some(instruction.clone()),
                None => fault(format!(
                    "`{}` is neither a direction nor a synonym. Expected {INSTRUCTION}",
                    word.escape_default()
                )),
            },
        },
        InstructionFile::Full(full) => {
            let FullInstructionFile { write, left, right, stay } = *full;
            let ways = [('L', left), ('R', right), ('N', stay)];
            let mut given = ways.into_iter().filter_map(|(way, next)| Some((way, next?)));
            match (given.next(), given.next()) {
                (Some((direction, next)), None) => {
                    Some(WrittenInstruction { write, direction, next })
                }
                (None, _) => fault(format!("there is no direction. Expected {INSTRUCTION}")),
                (Some((one, _)), Some((other, _))) => fault(format!(
                    "`{one}` and `{other}` at once are impossible, because the head moves only \
                     one way"
                )),
            }
        }
    }
}
