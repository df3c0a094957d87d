//! State, head and tape at one time; as text, and back.

use std::sync::Arc;

use super::{State, Symbol, TuringMachine};

/// State, head and tape of one machine. It has the shape of a configuration: the state exists,
/// the head is on the tape, and every cell holds something that it can hold. Whether the machine
/// is ever in it is another question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Configuration {
    pub(super) state: State,
    pub(super) head: u32,
    pub(super) tape: Arc<[Symbol]>,
}

/// Why something is not a configuration of a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// The text has another form.
    #[error("write a configuration as `state=… head=… tape=…`; `{0}` is missing")]
    Missing(&'static str),
    /// No such state.
    #[error("the machine has no state `{given}`; it has {known}")]
    UnknownState {
        /// What was given.
        given: String,
        /// The names that exist.
        known: String,
    },
    /// No head, or not a number.
    #[error("`{0}` is not a place for the head: write one cell number")]
    Head(String),
    /// More than one head.
    #[error("a configuration has one head, and `{0}` names more")]
    TwoHeads(String),
    /// A head that is not on the tape.
    #[error("the head cannot be at cell {cell}: the tape has cells {from} to {to}")]
    HeadOutside {
        /// Where it was said to be.
        cell: i64,
        /// The leftmost cell.
        from: i32,
        /// The rightmost cell.
        to: i32,
    },
    /// Too few or too many cells.
    #[error("the tape has {expected} cells ({from} to {to}), not {got}")]
    Length {
        /// How many were given.
        got: usize,
        /// How many there are.
        expected: u32,
        /// The leftmost cell.
        from: i32,
        /// The rightmost cell.
        to: i32,
    },
    /// A symbol that the machine does not know.
    #[error("cell {cell}: `{}` is not a symbol of this machine; it has {known}", .symbol.escape_default())]
    UnknownSymbol {
        /// Where.
        cell: i32,
        /// What was given.
        symbol: char,
        /// The symbols that exist.
        known: String,
    },
    /// A transcript cell with more or fewer pointers than its step reads cells.
    #[error(
        "a transcript cell names one step for each cell that its step reads: {expected}, not {got}"
    )]
    Pointers {
        /// How many were given.
        got: usize,
        /// How many cells the step reads.
        expected: u32,
    },
    /// A symbol that the cell can never hold.
    #[error(
        "cell {cell} can never hold `{symbol}`: it starts as `{first}`, and the table turns that only into {possible}"
    )]
    CannotHold {
        /// Where.
        cell: i32,
        /// What was given.
        symbol: char,
        /// What the cell holds before step 1.
        first: char,
        /// What it can hold.
        possible: String,
    },
}

impl Configuration {
    /// The state.
    pub fn state(&self) -> State {
        self.state
    }

    /// Where the head is in the tape's array, from 0.
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

    /// Puts a configuration together; the head and the tape are counted from 0.
    pub fn configuration(
        &self,
        state: State,
        head: u32,
        tape: impl Into<Arc<[Symbol]>>,
    ) -> Result<Configuration, Malformed> {
        let (space, alphabet, tape) = (self.space(), self.alphabet(), tape.into());
        let (from, to) = (space.from(), space.to());
        if state.index() >= self.states().len() {
            let given = format!("number {}", state.index());
            return Err(Malformed::UnknownState { given, known: self.state_list() });
        }
        if head >= space.cells() {
            let cell = i64::from(from) + i64::from(head);
            return Err(Malformed::HeadOutside { cell, from, to });
        }
        if tape.len() != space.cells() as usize {
            let (got, expected) = (tape.len(), space.cells());
            return Err(Malformed::Length { got, expected, from, to });
        }
        for (at, &symbol) in tape.iter().enumerate() {
            let (at, cell) = (at as u32, space.cell(at as u32));
            if symbol.index() >= alphabet.len() {
                let known = alphabet.list();
                return Err(Malformed::UnknownSymbol { cell, symbol: '?', known });
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

    /// Symbols as they are written in records.
    pub fn write_tape(&self, tape: &[Symbol]) -> String {
        tape.iter().map(|&symbol| self.alphabet().glyph(symbol)).collect()
    }

    /// Reads what [`TuringMachine::write`] writes.
    pub fn read(&self, text: &str) -> Result<Configuration, Malformed> {
        let rest = text.trim().strip_prefix("state=").ok_or(Malformed::Missing("state="))?;
        let (name, rest) = rest.split_once(" head=").ok_or(Malformed::Missing("head="))?;
        let (head, tape) = rest.split_once(" tape=").ok_or(Malformed::Missing("tape="))?;
        let name = name.trim();
        let state = self.state(name).ok_or_else(|| Malformed::UnknownState {
            given: name.escape_default().to_string(),
            known: self.state_list(),
        })?;
        let (space, head) = (self.space(), head.trim());
        if head.contains("head=") || head.contains(',') {
            return Err(Malformed::TwoHeads(head.escape_default().to_string()));
        }
        let cell: i64 =
            head.parse().map_err(|_| Malformed::Head(head.escape_default().to_string()))?;
        let index = i32::try_from(cell).ok().and_then(|cell| space.index(cell));
        let (from, to) = (space.from(), space.to());
        let head = index.ok_or(Malformed::HeadOutside { cell, from, to })?;
        let tape: Result<Vec<Symbol>, Malformed> = tape
            .chars()
            .enumerate()
            .map(|(at, symbol)| {
                self.alphabet().read(symbol).ok_or_else(|| Malformed::UnknownSymbol {
                    cell: from.saturating_add(i32::try_from(at).unwrap_or(i32::MAX)),
                    symbol,
                    known: self.alphabet().list(),
                })
            })
            .collect();
        self.configuration(state, head, tape?)
    }

    /// The question that the next step from here puts to the oracle; none if it puts none.
    pub fn question_at(&self, configuration: &Configuration) -> Option<String> {
        let word = self.word(&configuration.tape, configuration.head, configuration.state);
        self.question(configuration.state, &word)
    }

    /// Whether the machine has halted here: the table has no instruction.
    pub fn is_halted(&self, configuration: &Configuration) -> bool {
        let word = self.word(&configuration.tape, configuration.head, configuration.state);
        self.next(configuration.state, &word).is_none()
    }

    /// The symbols that a step from this state reads; cells past the space are blank.
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
    use crate::machine::turing::{Malformed, TuringMachine};

    fn machine() -> TuringMachine {
        parse(
            "{input: '0100', blank: ' ', start state: add one, table: {add one: {1: {write: 0, \
             L}, 0: {write: 1, R: done}}, done: }}",
        )
        .expect("a machine")
    }

    fn refusal(text: &str) -> Malformed {
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
    fn what_has_not_the_shape_of_a_configuration_is_refused_with_the_reason() {
        assert!(matches!(refusal("state=dun head=4 tape=1111"), Malformed::UnknownState { .. }));
        assert!(matches!(refusal("state=done head=4 tape=111"), Malformed::Length { got: 3, .. }));
        assert!(matches!(refusal("state=done head=9 tape=1111"), Malformed::HeadOutside { .. }));
        assert!(matches!(
            refusal("state=done head=9999999999 tape=1111"),
            Malformed::HeadOutside { .. }
        ));
        assert!(matches!(refusal("state=done head=x tape=1111"), Malformed::Head(_)));
        assert!(matches!(refusal("state=done tape=1111"), Malformed::Missing("head=")));
        assert!(matches!(refusal("state=done head=1,2 tape=1111"), Malformed::TwoHeads(_)));
        assert!(matches!(refusal("state=done head=1 head=2 tape=1111"), Malformed::TwoHeads(_)));
        assert!(matches!(
            refusal("state=done head=1 tape=11x1"),
            Malformed::UnknownSymbol { cell: 3, .. }
        ));
        assert!(matches!(
            refusal("state=done head=1 tape=_111"),
            Malformed::CannotHold { cell: 1, .. }
        ));
        assert!(matches!(refusal(""), Malformed::Missing("state=")));
    }

    #[test]
    fn a_false_configuration_at_the_edge_halts_there() {
        let machine = machine();
        let edge = machine.read("state=add one head=1 tape=1000").expect("a configuration");
        assert_eq!(machine.after(&edge, 1), edge);
    }

    #[test]
    fn bits_count_state_head_and_what_each_cell_can_hold() {
        // Two states, four cells, 0 or 1 in each.
        assert_eq!(machine().configuration_bits(), 1 + 2 + 4);
    }
}
