//! Deviations of a run from its machine's table, as data and as text. A lie about a run is a list of deviations.

use super::build::single;
use super::{Cursor, MalformedConfiguration, Symbol, TableauCell, TuringMachine};

/// A deviation from the table at a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deviation {
    /// The step, counted from 1.
    pub step: u32,
    /// How the step deviates from the table.
    pub change: TableChange,
}

/// A way to deviate from the table at one step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TableChange {
    /// The transcript shows this cell for the step, and the run continues from it.
    Claims(TableauCell),
    /// The transcript shows this cell for the step, but the run continues as if the cell were correct.
    Slips(TableauCell),
    /// After the step, a cell of the tape holds this symbol, although no step wrote it there. The transcript does not
    /// show this until the head reads the cell.
    Holds {
        /// The index of the cell in the tape, counted from 0.
        at: u32,
        /// The symbol that it holds.
        symbol: Symbol,
    },
}

/// Why a run cannot have a deviation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviationError {
    /// The run does not have this step.
    #[error("there is no step {step}. The run has {steps} steps")]
    NoSuchStep {
        /// The step.
        step: u32,
        /// The number of steps, T.
        steps: u32,
    },
    /// Two deviations are at the same step, or the deviations are not in order.
    #[error("step {0}: list the deviations in the order of their steps, at most one for a step")]
    Order(u32),
    /// The result of the deviation would not be a configuration.
    #[error("step {step}: {malformed}")]
    Malformed {
        /// The step.
        step: u32,
        /// What is wrong with the result.
        malformed: MalformedConfiguration,
    },
}

/// Checks that a change leads to a valid configuration, and that its transcript cell has the right number of pointers.
/// Without the second check, Alice could make the judge read any number of pointers.
pub(super) fn check_change(
    cursor: &Cursor<'_>,
    change: &TableChange,
) -> Result<(), MalformedConfiguration> {
    let machine = cursor.machine;
    let space = machine.space();
    let on_tape = |at: u32| {
        let cell = i64::from(space.from()) + i64::from(at);
        let outside =
            MalformedConfiguration::HeadOutside { cell, from: space.from(), to: space.to() };
        if at < space.cells() { Ok(()) } else { Err(outside) }
    };
    match change {
        TableChange::Holds { at, symbol } => {
            on_tape(*at)?;
            machine.check_symbol(*at, *symbol)
        }
        TableChange::Claims(cell) => {
            on_tape(cell.head)?;
            machine.check_pointers(cell, [cursor.state])?;
            machine.check_symbol(cursor.head, cell.wrote)
        }
        TableChange::Slips(cell) => {
            on_tape(cell.head)?;
            machine.check_pointers(cell, [cursor.state])
        }
    }
}

/// The text of a run without deviations.
const AS_IT_RUNS: &str = "run";

impl TuringMachine {
    /// Describes a whole transcript briefly by its deviations. The text is `run` for the machine's own run. Otherwise
    /// it has one entry for each deviation, separated by `; `. Three examples are `1500 claims write=1 state=add
    /// head=5 from=3`, `1500 slips …`, and `700001 holds 1=1` (after that step, cell 1 holds a 1).
    pub fn write_deviations(&self, deviations: &[Deviation]) -> String {
        let entry = |Deviation { step, change }: &Deviation| match change {
            TableChange::Claims(cell) => format!("{step} claims {}", self.write_cell(cell)),
            TableChange::Slips(cell) => format!("{step} slips {}", self.write_cell(cell)),
            TableChange::Holds { at, symbol } => {
                let cell = self.space().cell(*at);
                format!("{step} holds {cell}={}", self.alphabet().glyph(*symbol))
            }
        };
        if deviations.is_empty() {
            return AS_IT_RUNS.into();
        }
        deviations.iter().map(entry).collect::<Vec<_>>().join("; ")
    }

    /// Parses a text that [`TuringMachine::write_deviations`] has written.
    ///
    /// # Errors
    /// Returns an error if the text has another form, or names something that this machine does not have.
    pub fn read_deviations(&self, text: &str) -> Result<Vec<Deviation>, String> {
        let text = text.trim();
        if text == AS_IT_RUNS {
            return Ok(Vec::new());
        }
        text.split("; ").map(|entry| self.read_deviation(entry.trim())).collect()
    }

    fn read_deviation(&self, entry: &str) -> Result<Deviation, String> {
        let form = || {
            format!(
                "`{}`: write `{AS_IT_RUNS}` for the machine's own run. Otherwise write the differences, in one of three \
                 forms. `9 claims write=… state=… head=… from=…` changes step 9, and the run continues from there. \
                 `9 slips …` changes only step 9. `9 holds 4=1` writes a 1 into cell 4 from step 9 on",
                entry.escape_default()
            )
        };
        let mut parts = entry.splitn(3, ' ');
        let (Some(step), Some(verb), Some(rest)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(form());
        };
        let step: u32 = step.replace(',', "").parse().map_err(|_| form())?;
        let change = match verb {
            "claims" => TableChange::Claims(self.read_cell(rest)?),
            "slips" => TableChange::Slips(self.read_cell(rest)?),
            "holds" => {
                let (cell, symbol) = rest.split_once('=').ok_or_else(form)?;
                let at = cell.trim().parse().ok().and_then(|cell| self.space().index(cell));
                let at = at.ok_or_else(|| {
                    format!("there is no cell {cell}. The tape has {}", self.space())
                })?;
                let symbol = single(symbol).and_then(|glyph| self.alphabet().read(glyph));
                let known = || format!("the symbols are {}", self.alphabet().list());
                TableChange::Holds { at, symbol: symbol.ok_or_else(known)? }
            }
            _ => return Err(form()),
        };
        Ok(Deviation { step, change })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::turing::dialect::parse;

    fn machine() -> TuringMachine {
        parse(
            "{input: '01', blank: ' ', start state: on, time limit: 9, table: {on: {0: {write: 1, \
             R: on}, 1: {write: 0, L: off}}, off: {0: R}}}",
        )
        .expect("a machine")
    }

    #[test]
    fn deviations_read_back_as_written() {
        let machine = machine();
        for text in [
            "run",
            "3 holds 2=0",
            "1 claims write=0 state=off head=2 from=0; 4 slips write=1 state=on head=1 from=2,3",
        ] {
            let deviations = machine.read_deviations(text).expect(text);
            assert_eq!(machine.write_deviations(&deviations), text);
        }
    }

    #[test]
    fn a_text_that_is_no_deviation_is_refused_with_the_form() {
        let refusal = |text: &str| machine().read_deviations(text).expect_err(text);
        for text in ["", "walk", "3", "3 holds", "x holds 2=0", "3 keeps 2=0"] {
            assert!(refusal(text).contains("for the machine's own run"), "{text}");
        }
        assert!(refusal("3 holds 7=0").contains("no cell 7"));
        assert!(refusal("3 holds 2=z").contains("the symbols are _ 0 1"));
        assert!(refusal("3 claims write=0 state=of head=2 from=0").contains("no state `of`"));
        assert!(refusal("3 claims write=0 state=off head=2 from=99").contains("from 0 to 9"));
    }
}
