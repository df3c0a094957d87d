//! From a machine file's structure to a [`WrittenMachine`]: synonyms replaced, grouped symbols taken apart.

use std::collections::BTreeMap;

use super::file::{Action, Ends, FullAction, INSTRUCTION, Machine, Names, Oracle};
use crate::chance::Probability;
use crate::machine::turing::{
    Fault, Faults, Placed, WrittenInstruction, WrittenMachine, WrittenOracle, WrittenState,
};

/// An oracle that the file does not say more about is shown the head's cell alone.
const DEFAULT_READS: u32 = 1;

impl Machine {
    /// The same machine under a name, if it has none of its own.
    pub(super) fn named(mut self, name: Option<String>) -> Self {
        self.name = self.name.or(name);
        self
    }

    /// Puts something else on the tape.
    pub fn set_input(&mut self, input: &str) {
        self.input = Some(Placed::nowhere(input.to_owned()));
    }

    /// Sets how many steps are run.
    pub fn set_steps(&mut self, steps: u32) {
        self.steps = Some(Placed::nowhere(steps));
    }

    /// The machine with its synonyms replaced and its grouped symbols taken apart.
    ///
    /// # Errors
    /// Every instruction that is none.
    pub fn setup(self) -> Result<WrittenMachine, Faults> {
        let mut faults = Vec::new();
        let mut synonyms = BTreeMap::new();
        for (name, action) in self.synonyms.map(|s| s.0).unwrap_or_default() {
            let written = instruction(action, &BTreeMap::new(), &mut faults);
            if let Some(instruction) = written
                && synonyms.insert(name.value.clone(), instruction).is_some()
            {
                let message = format!("synonym `{}` has been defined before", name.value);
                faults.push(Fault { place: name.place, message });
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
            // A group of symbols shares its instruction, faults included.
            faults.dedup();
            return Err(Faults(faults));
        }
        let names = |names: Names| names.0;
        Ok(WrittenMachine {
            name: self.name,
            input: self.input.unwrap_or_else(|| Placed::nowhere(String::new())),
            blank: self.blank,
            start: self.start,
            states,
            accept: self.accept.map(names),
            reject: self.reject.map(names),
            steps: self.steps,
            space: self.space.map(|space| {
                let Placed { value: Ends { from, to }, place } = space;
                Placed { value: (from, to), place }
            }),
            head: self.head,
            oracle,
            witness: self.witness,
        })
    }
}

impl Oracle {
    fn setup(
        self,
        synonyms: &BTreeMap<String, WrittenInstruction>,
        faults: &mut Vec<Fault>,
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
        let mut way = |action: Placed<Action>| {
            let place = action.place;
            let value = instruction(action, synonyms, faults)?;
            Some(Placed { value, place })
        };
        let (yes, no) = (way(self.yes), way(self.no));
        Some(WrittenOracle {
            state: self.state,
            reads: self.reads.unwrap_or_else(|| Placed::nowhere(DEFAULT_READS)),
            question: self.question,
            answers,
            otherwise,
            yes: yes?,
            no: no?,
        })
    }
}

/// Resolves one instruction.
fn instruction(
    action: Placed<Action>,
    synonyms: &BTreeMap<String, WrittenInstruction>,
    faults: &mut Vec<Fault>,
) -> Option<WrittenInstruction> {
    let mut fault = |message: String| {
        faults.push(Fault { place: action.place, message });
        None
    };
    match action.value {
        Action::Word(word) => match word.as_str() {
            // `N` is not in every version of the dialect: a synonym of that name is the author's.
            "L" | "R" | "N" if word != "N" || !synonyms.contains_key("N") => {
                let direction = word.chars().next().unwrap_or('N');
                Some(WrittenInstruction { write: None, direction, next: None })
            }
            _ => match synonyms.get(&word) {
                Some(instruction) => Some(instruction.clone()),
                None => fault(format!(
                    "`{}` is neither a direction nor a synonym; expected {INSTRUCTION}",
                    word.escape_default()
                )),
            },
        },
        Action::Full(full) => {
            let FullAction { write, left, right, stay } = *full;
            let ways = [('L', left), ('R', right), ('N', stay)];
            let mut given = ways.into_iter().filter_map(|(way, next)| Some((way, next?)));
            match (given.next(), given.next()) {
                (Some((direction, next)), None) => {
                    Some(WrittenInstruction { write, direction, next })
                }
                (None, _) => fault(format!("no direction; expected {INSTRUCTION}")),
                (Some((one, _)), Some((other, _))) => {
                    fault(format!("`{one}` and `{other}` at once: the head moves only one way"))
                }
            }
        }
    }
}
