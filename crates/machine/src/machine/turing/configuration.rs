//! The state, head and tape at one time, with their text form.

use std::sync::Arc;

use super::{State, Symbol, TuringMachine};

/// The state, head and tape of a machine. It has the right shape: the state exists, the head is on the tape, and every
/// cell can hold its symbol. The run need not reach it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Configuration {
    pub(super) state: State,
    pub(super) head: u32,
    pub(super) tape: Arc<[Symbol]>,
}

/// Why something is not a configuration of a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MalformedConfiguration {
    /// A part of the text is missing.
    #[error("write a configuration as `state=… head=… tape=…`. `{0}` is missing")]
    Missing(&'static str),
    /// There is no such state.
    #[error("the machine has no state `{given}`. It has {known}")]
    UnknownState {
        /// The name that was given.
        given: String,
        /// The existing names.
        known: String,
    },
    /// The head is missing, or is not a number.
    #[error("`{0}` is not a place of the head. Write one cell number")]
    Head(String),
    /// There is more than one head.
    #[error("a configuration has one head, but `{0}` names more")]
    TwoHeads(String),
    /// The head is not on the tape.
    #[error("the head cannot be at cell {cell}, because the tape has cells {from} to {to}")]
    HeadOutside {
        /// The cell that was given.
        cell: i64,
        /// The leftmost cell.
        from: i32,
        /// The rightmost cell.
        to: i32,
    },
    /// There are too few or too many cells.
    #[error("the tape has {expected} cells ({from} to {to}), not {got}")]
    Length {
        /// The number of cells that were given.
        got: usize,
        /// The number of cells of the tape.
        expected: u32,
        /// The leftmost cell.
        from: i32,
        /// The rightmost cell.
        to: i32,
    },
    /// The machine does not have this symbol.
    #[error("cell {cell}: `{}` is not a symbol of this machine. It has {known}", .symbol.escape_default())]
    UnknownSymbol {
        /// The cell.
        cell: i32,
        /// The symbol that was given.
        symbol: char,
        /// The existing symbols.
        known: String,
    },
    /// A transcript cell has the wrong number of pointers.
    #[error(
        "a transcript cell names one step for each cell that its step reads. Here it must name \
         {expected}, not {got}"
    )]
    Pointers {
        /// The number of pointers that were given.
        got: usize,
        /// The number of cells that the step reads.
        expected: u32,
    },
    /// The cell can never hold this symbol.
    #[error(
        "cell {cell} can never hold `{symbol}`. It starts as `{first}`, and the table changes \
         that only to {possible}"
    )]
    CannotHold {
        /// The cell.
        cell: i32,
        /// The symbol that was given.
        symbol: char,
        /// The symbol of the cell before step 1.
        first: char,
        /// The symbols that the cell can hold.
        possible: String,
    },
}

impl Configuration {
    /// The state.
    pub fn state(&self) -> State {
        self.state
    }

    /// The index of the head in the tape, counted from 0.
    pub fn head(&self) -> u32 {
        self.head
    }

    /// The tape, from the leftmost cell of the machine's space to the rightmost.
    pub fn tape(&self) -> &[Symbol] {
        &self.tape
    }
}

impl TuringMachine {
    /// The configuration before step 1.
    pub fn start(&self) -> Configuration {
        Configuration { state: self.0.start, head: self.0.head, tape: Arc::clone(&self.0.input) }
    }

    /// Makes a configuration. The head and the cells of the tape count from 0.
    pub fn configuration(
        &self,
        state: State,
        head: u32,
        tape: impl Into<Arc<[Symbol]>>,
    ) -> Result<Configuration, MalformedConfiguration> {
        let (space, alphabet, tape) = (self.space(), self.alphabet(), tape.into());
        let (from, to) = (space.from(), space.to());
        if state.index() >= self.states().len() {
            let given = format!("number {}", state.index());
            return Err(MalformedConfiguration::UnknownState { given, known: self.state_list() });
        }
        if head >= space.cells() {
            let cell = i64::from(from) + i64::from(head);
            return Err(MalformedConfiguration::HeadOutside { cell, from, to });
        }
        if tape.len() != space.cells() as usize {
            let (got, expected) = (tape.len(), space.cells());
            return Err(MalformedConfiguration::Length { got, expected, from, to });
        }
        for (at, &symbol) in tape.iter().enumerate() {
            let (at, cell) = (at as u32, space.cell(at as u32));
            if symbol.index() >= alphabet.len() {
                let known = alphabet.list();
                return Err(MalformedConfiguration::UnknownSymbol { cell, symbol: '?', known });
            }
            self.check_symbol(at, symbol)?;
        }
        Ok(Configuration { state, head, tape })
    }

    /// A configuration as text: `state=back head=14 tape=_0101…_`. The head is the number of its
    /// cell, and the tape goes from the first cell of the space to the last.
    pub fn write(&self, configuration: &Configuration) -> String {
        format!(
            "state={} head={} tape={}",
            self.state_name(configuration.state),
            self.space().cell(configuration.head),
            self.write_tape(&configuration.tape)
        )
    }

    /// Symbols as text, for records.
    pub fn write_tape(&self, tape: &[Symbol]) -> String {
        tape.iter().map(|&symbol| self.alphabet().glyph(symbol)).collect()
    }

    /// Parses the text of a configuration, as written by [`TuringMachine::write`].
    pub fn read(&self, text: &str) -> Result<Configuration, MalformedConfiguration> {
        let rest =
            text.trim().strip_prefix("state=").ok_or(MalformedConfiguration::Missing("state="))?;
        let (name, rest) =
            rest.split_once(" head=").ok_or(MalformedConfiguration::Missing("head="))?;
        let (head, tape) =
            rest.split_once(" tape=").ok_or(MalformedConfiguration::Missing("tape="))?;
        let name = name.trim();
        let state = self.state(name).ok_or_else(|| MalformedConfiguration::UnknownState {
            given: name.escape_default().to_string(),
            known: self.state_list(),
        })?;
        let (space, head) = (self.space(), head.trim());
        if head.contains("head=") || head.contains(',') {
            return Err(MalformedConfiguration::TwoHeads(head.escape_default().to_string()));
        }
        let cell: i64 = head
            .parse()
            .map_err(|_| MalformedConfiguration::Head(head.escape_default().to_string()))?;
        let index = i32::try_from(cell).ok().and_then(|cell| space.index(cell));
        let (from, to) = (space.from(), space.to());
        let head = index.ok_or(MalformedConfiguration::HeadOutside { cell, from, to })?;
        let tape: Result<Vec<Symbol>, MalformedConfiguration> = tape
            .chars()
            .enumerate()
            .map(|(at, symbol)| {
                self.alphabet().read(symbol).ok_or_else(|| MalformedConfiguration::UnknownSymbol {
                    cell: from.saturating_add(i32::try_from(at).unwrap_or(i32::MAX)),
                    symbol,
                    known: self.alphabet().list(),
                })
            })
            .collect();
        self.configuration(state, head, tape?)
    }

    /// The question of the next step. `None` if the next step does not ask.
    pub fn question_at(&self, configuration: &Configuration) -> Option<String> {
        let word = self.word(&configuration.tape, configuration.head, configuration.state);
        self.question(configuration.state, &word)
    }

    /// True if the machine has halted, because the table has no instruction for the configuration.
    pub fn is_halted(&self, configuration: &Configuration) -> bool {
        let word = self.word(&configuration.tape, configuration.head, configuration.state);
        self.next(configuration.state, &word).is_none()
    }

    /// The symbols that a step from this state reads. Cells outside the space are blank.
    pub(super) fn word(&self, tape: &[Symbol], head: u32, state: State) -> Vec<Symbol> {
        (head..head + self.reads(state))
            .map(|at| tape.get(at as usize).copied().unwrap_or(Symbol::BLANK))
            .collect()
    }

    fn state_list(&self) -> String {
        const SHOWN: usize = 12;
        let names: Vec<&str> = self.states().take(SHOWN).map(|s| self.state_name(s)).collect();
        let more = if self.states().len() > SHOWN { ", …" } else { "" };
        names.join(", ") + more
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::turing::dialect::parse;
    use crate::machine::turing::{MalformedConfiguration, TuringMachine};

    fn machine() -> TuringMachine {
        parse(
            "{input: '0100', blank: ' ', start state: add one, table: {add one: {1: {write: 0, \
             L}, 0: {write: 1, R: done}}, done: }}",
        )
        .expect("a machine")
    }

    fn refusal(text: &str) -> MalformedConfiguration {
        machine().read(text).expect_err("not a configuration")
    }

    #[test]
    fn a_lie_in_the_shape_of_a_configuration_is_one() {
        let machine = machine();
        let lie = machine.read("state=done head=4 tape=1111").expect("the shape is right");
        assert_eq!(machine.write(&lie), "state=done head=4 tape=1111");
        assert!(machine.is_halted(&lie));
    }

    #[test]
    fn a_configuration_of_the_wrong_shape_is_refused_with_the_reason() {
        assert!(matches!(
            refusal("state=dun head=4 tape=1111"),
            MalformedConfiguration::UnknownState { .. }
        ));
        assert!(matches!(
            refusal("state=done head=4 tape=111"),
            MalformedConfiguration::Length { got: 3, .. }
        ));
        assert!(matches!(
            refusal("state=done head=9 tape=1111"),
            MalformedConfiguration::HeadOutside { .. }
        ));
        assert!(matches!(
            refusal("state=done head=9999999999 tape=1111"),
            MalformedConfiguration::HeadOutside { .. }
        ));
        assert!(matches!(refusal("state=done head=x tape=1111"), MalformedConfiguration::Head(_)));
        assert!(matches!(
            refusal("state=done tape=1111"),
            MalformedConfiguration::Missing("head=")
        ));
        assert!(matches!(
            refusal("state=done head=1,2 tape=1111"),
            MalformedConfiguration::TwoHeads(_)
        ));
        assert!(matches!(
            refusal("state=done head=1 head=2 tape=1111"),
            MalformedConfiguration::TwoHeads(_)
        ));
        assert!(matches!(
            refusal("state=done head=1 tape=11x1"),
            MalformedConfiguration::UnknownSymbol { cell: 3, .. }
        ));
        assert!(matches!(
            refusal("state=done head=1 tape=_111"),
            MalformedConfiguration::CannotHold { cell: 1, .. }
        ));
        assert!(matches!(refusal(""), MalformedConfiguration::Missing("state=")));
    }

    #[test]
    fn a_false_configuration_at_the_edge_halts_there() {
        let machine = machine();
        let edge = machine.read("state=add one head=1 tape=1000").expect("a configuration");
        assert_eq!(machine.after(&edge, 1), edge);
    }

    #[test]
    fn bits_count_state_head_and_what_each_cell_can_hold() {
        // The machine has two states, and four cells with 0 or 1 in each.
        assert_eq!(machine().configuration_bits(), 1 + 2 + 4);
    }
}
