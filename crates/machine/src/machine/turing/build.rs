//! Checks a machine from a file, and reports all its errors at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unicode_width::UnicodeWidthChar;

use super::machine::MachineCode;
use super::oracle_state::trimmed;
use super::setup::{Placed, WrittenInstruction, WrittenMachine, WrittenOracle};
use super::space::can_become;
use super::survey::survey;
use super::{
    Alphabet, HeadMove, Instruction, LONGEST_WORD, LineColumn, MOST_CELLS, MOST_SYMBOLS,
    MOST_TURING_STEPS, MachineErrors, OracleState, RunSurvey, State, Symbol, TapeSpace,
    TuringMachine, YamlError,
};

/// The largest number of states of a machine.
pub const MOST_STATES: usize = 65_535;

/// The number of steps T, for a machine that does not halt and has no time limit in its file.
pub const DEFAULT_STEPS: u32 = 1_000;

#[derive(Default)]
struct ErrorCollector(Vec<YamlError>);

impl ErrorCollector {
    fn add(&mut self, place: Option<LineColumn>, message: impl Into<String>) {
        self.0.push(YamlError { place, message: message.into() });
    }

    fn done(self) -> Result<(), MachineErrors> {
        let mut faults = self.0;
        faults.sort_by_key(|fault| fault.place);
        // The symbols of a group share an instruction, so they repeat its errors.
        faults.dedup();
        if faults.is_empty() { Ok(()) } else { Err(MachineErrors(faults)) }
    }
}

impl WrittenMachine {
    /// Checks the machine, and runs it to find its number of steps and its space.
    ///
    /// If the file does not give T, it is the step at which the machine halts. If the machine does not halt within
    /// [`MOST_TURING_STEPS`] steps and [`MOST_CELLS`] cells, T is [`DEFAULT_STEPS`]. If the file does not give the
    /// space, it is the input and every cell that the run visits.
    ///
    /// If the file names no accepting states, the states with names such as `accept` or `q_accept`
    /// accept. If there is no such state, every state without instructions accepts, unless its name
    /// says that it rejects. If there is no such state either, the state of the run at step T
    /// accepts.
    ///
    /// # Errors
    /// Returns all errors, in the order of the file.
    pub fn build(&self) -> Result<TuringMachine, MachineErrors> {
        let mut report = ErrorCollector::default();
        let names = self.check_names(&mut report);
        let alphabet = self.check_symbols(&mut report);
        let checker = NameCheck { names: &names, alphabet: &alphabet };
        let table = self.check_table(&checker, &mut report);
        let oracle = self.oracle.as_ref().and_then(|o| self.check_oracle(o, &checker, &mut report));
        let start = checker.state(&self.start, "start state", &mut report);
        let accept = checker.list(self.accept.as_deref(), &mut report);
        let reject = checker.list(self.reject.as_deref(), &mut report);
        if let Some(both) = accept.intersection(&reject).next() {
            let place = self.accept.as_ref().and_then(|a| a.first()).and_then(|a| a.place);
            let name = &self.states[both.index()].name.value;
            report.add(place, format!("state `{name}` cannot both accept and reject"));
        }
        self.check_limits(&mut report);
        self.check_chance(oracle.as_ref(), &mut report);
        report.done()?;

        let mut code = MachineCode {
            name: self.name.as_deref().map(Arc::from),
            can_become: Vec::new(),
            witness: Vec::new(),
            bits: ['0', '1'].map(|bit| alphabet.symbol(bit).unwrap_or(Symbol::BLANK)),
            states: shown_names(self.states.iter().map(|s| s.name.value.as_str())),
            accepts: vec![false; self.states.len()],
            names_accepting: false,
            table,
            oracle,
            start: start.unwrap_or(State(0)),
            head: 0,
            input: Arc::new([]),
            space: TapeSpace::new(1, 1)
                .ok_or_else(|| MachineErrors::single(None, "there are no cells"))?,
            steps: 1,
            halts_at: None,
            alphabet,
        };
        self.set_limits(&mut code)?;
        self.set_witness(&mut code)?;
        self.set_accepting(&mut code, &accept, &reject);
        code.can_become = can_become(&code.alphabet, code.rules());
        Ok(TuringMachine(Arc::new(code)))
    }

    fn check_names(&self, report: &mut ErrorCollector) -> BTreeMap<&str, usize> {
        if self.states.is_empty() {
            let rows = "give every state its rows, such as `table: {start: {0: R}, done: }`";
            report.add(None, format!("the table has no states. {rows}"));
        }
        if self.states.len() > MOST_STATES {
            report.add(None, format!("a machine can have at most {MOST_STATES} states"));
        }
        if !self.name.as_deref().is_none_or(is_plain) {
            report.add(None, "the machine's name has invisible characters");
        }
        let mut seen = BTreeSet::new();
        for Placed { value, place } in self.states.iter().map(|state| &state.name) {
            let known = ["head=", "tape=", "from="].iter().any(|word| value.contains(word));
            if value.trim().is_empty() || value.trim() != value || known {
                let form = "a name without spaces at its ends and without `head=` in it";
                report.add(*place, format!("`{value}` cannot be the name of a state. Use {form}"));
            }
            if !is_plain(value) {
                report.add(*place, "the name of a state cannot have invisible characters");
            }
            if !seen.insert(value) {
                report.add(*place, format!("state `{value}` is defined twice"));
            }
        }
        self.states.iter().enumerate().map(|(at, s)| (s.name.value.as_str(), at)).collect()
    }

    fn check_symbols(&self, report: &mut ErrorCollector) -> Alphabet {
        let blank = single(&self.blank.value).filter(|&c| is_symbol(c));
        if blank.is_none() {
            let message = match single(&self.blank.value) {
                Some(c) => format!(
                    "`{}` cannot be the blank, because nobody can see it. Write `blank: ' '`, with a \
                     space, or a visible character",
                    c.escape_unicode()
                ),
                None => {
                    "the blank must be a single character, such as `blank: ' '` or `blank: '0'`"
                        .to_owned()
                }
            };
            report.add(self.blank.place, message);
        }
        let mut others: Vec<char> = Vec::new();
        for c in self.input.value.chars() {
            if !is_symbol(c) {
                let c = c.escape_default();
                report.add(
                    self.input.place,
                    format!(
                        "`{c}` in the input cannot be a symbol. Use spaces and visible characters"
                    ),
                );
                break;
            }
            others.push(c);
        }
        if self.input.value.chars().count() > MOST_CELLS as usize {
            report.add(self.input.place, format!("the input can have at most {MOST_CELLS} cells"));
        }
        let oracle = self.oracle.iter().flat_map(|o| [&o.yes.value, &o.no.value]);
        let instructions = self.states.iter().flat_map(|s| &s.rows).map(|(_, i)| i).chain(oracle);
        let read = self.states.iter().flat_map(|s| &s.rows).map(|(symbol, _)| symbol);
        for symbol in read.chain(instructions.filter_map(|i| i.write.as_ref())) {
            match single(&symbol.value) {
                Some(c) if is_symbol(c) => others.push(c),
                Some(_) => report.add(
                    symbol.place,
                    format!(
                        "`{}` cannot be a symbol. Use a space or a visible character",
                        symbol.value.escape_default()
                    ),
                ),
                None => report.add(
                    symbol.place,
                    format!(
                        "a symbol must be a single character, but `{}` is not. For several \
                         symbols write a list, such as `[0, 1]`",
                        symbol.value.escape_default()
                    ),
                ),
            }
        }
        if !self.witness.is_empty() {
            others.extend(['0', '1']);
        }
        others.sort_unstable();
        others.dedup();
        if others.len() >= MOST_SYMBOLS {
            report.add(None, format!("a machine can have at most {MOST_SYMBOLS} symbols"));
            others.truncate(MOST_SYMBOLS - 1);
        }
        Alphabet::new(blank.unwrap_or(' '), others)
    }

    fn check_table(
        &self,
        checker: &NameCheck,
        report: &mut ErrorCollector,
    ) -> Vec<Option<Instruction>> {
        let columns = checker.alphabet.len();
        let mut table = vec![None; self.states.len() * columns];
        for (row, state) in self.states.iter().enumerate() {
            for (symbol, instruction) in &state.rows {
                let Some(read) = single(&symbol.value).and_then(|c| checker.alphabet.symbol(c))
                else {
                    continue; // reported with the symbols
                };
                let entry = &mut table[row * columns + read.index()];
                if entry.is_some() {
                    let (name, symbol_) = (&state.name.value, &symbol.value);
                    report.add(
                        symbol.place,
                        format!("state `{name}` has two instructions for `{symbol_}`"),
                    );
                }
                let here = State(row.min(MOST_STATES - 1) as u16);
                *entry = checker.instruction(instruction, read, here, report);
            }
        }
        table
    }

    fn check_oracle(
        &self,
        oracle: &WrittenOracle,
        checker: &NameCheck,
        report: &mut ErrorCollector,
    ) -> Option<OracleState> {
        let state = checker.state(&oracle.state, "oracle state", report)?;
        if !self.states[state.index()].rows.is_empty() {
            let name = &oracle.state.value;
            let message = format!("state `{name}` asks the oracle, so its row must be empty");
            report.add(oracle.state.place, message);
        }
        if !(1..=LONGEST_WORD).contains(&oracle.reads.value) {
            let message = format!("the oracle can see 1 to {LONGEST_WORD} cells");
            report.add(oracle.reads.place, message);
        }
        if !oracle.question.as_deref().is_none_or(is_plain) {
            report.add(oracle.state.place, "the oracle's question has invisible characters");
        }
        let mut answers = BTreeMap::new();
        for (word, answer) in &oracle.answers {
            let read: Option<Vec<Symbol>> = word
                .value
                .chars()
                .map(|c| checker.alphabet.symbol(c).or_else(|| checker.alphabet.read(c)))
                .collect();
            let Some(read) = read else {
                let known = checker.alphabet.list();
                let message = format!(
                    "`{}` has a symbol that is never on the tape. The symbols are {known}",
                    word.value.escape_default()
                );
                report.add(word.place, message);
                continue;
            };
            let read = trimmed(&read).to_vec();
            if read.len() > oracle.reads.value as usize {
                let reads = oracle.reads.value;
                let message = format!(
                    "`{}` is longer than the {reads} cells that the oracle sees",
                    word.value
                );
                report.add(word.place, message);
            }
            if answers.insert(read, *answer).is_some() {
                report.add(word.place, format!("`{}` has two answers", word.value));
            }
        }
        let blank = Symbol::BLANK;
        let yes = checker.instruction(&oracle.yes.value, blank, state, report)?;
        let no = checker.instruction(&oracle.no.value, blank, state, report)?;
        for (way, placed) in [("yes", &oracle.yes), ("no", &oracle.no)] {
            if placed.value.write.is_none() {
                let message = format!(
                    "say what the machine writes after `{way}`, such as `{way}: {{write: 1, R: \
                     next}}`"
                );
                report.add(placed.place, message);
            }
        }
        let question = oracle.question.as_deref().map(Arc::from);
        let (reads, otherwise) = (oracle.reads.value, oracle.otherwise);
        Some(OracleState { state, reads, question, answers, otherwise, yes, no })
    }

    /// Reports a missing time limit if the runs of the machine differ. Then no single run shows their length.
    fn check_chance(&self, oracle: Option<&OracleState>, report: &mut ErrorCollector) {
        let unsure =
            oracle.is_some_and(|oracle| oracle.chances().any(|p| p.as_certain().is_none()));
        if (unsure || !self.witness.is_empty()) && self.steps.is_none() {
            let place = self.oracle.as_ref().and_then(|oracle| oracle.state.place);
            report.add(
                place,
                "the runs of this machine differ, so set their length, such as `time limit: 8`",
            );
        }
    }

    fn set_witness(&self, code: &mut MachineCode) -> Result<(), MachineErrors> {
        for cell in &self.witness {
            let fault = |why: &str| {
                Err(MachineErrors::single(cell.place, format!("cell {} {why}", cell.value)))
            };
            match code.space.index(cell.value) {
                None => return fault("is not on the tape. Give the ends of the tape as `space`"),
                Some(at) if code.witness.contains(&at) => return fault("is listed twice"),
                Some(at) => code.witness.push(at),
            }
        }
        Ok(())
    }

    fn check_limits(&self, report: &mut ErrorCollector) {
        let far = MOST_CELLS as i32;
        if let Some(steps) = self.steps.as_ref()
            && !(1..=MOST_TURING_STEPS).contains(&steps.value)
        {
            let message = format!("the time limit must be from 1 to {MOST_TURING_STEPS} steps");
            report.add(steps.place, message);
        }
        if let Some(space) = self.space.as_ref()
            && TapeSpace::new(space.value.0, space.value.1).is_none()
        {
            let message = format!("the space must have from 1 to {MOST_CELLS} cells");
            report.add(space.place, message);
        }
        if let Some(head) = self.head.as_ref()
            && !(-far..=far).contains(&head.value)
        {
            report.add(head.place, format!("the head must start within {far} cells of cell 1"));
        }
    }

    /// Runs the machine once, and sets T, the space, the input on the tape, and the head.
    fn set_limits(&self, code: &mut MachineCode) -> Result<(), MachineErrors> {
        let alphabet = &code.alphabet;
        let input: Vec<Symbol> =
            self.input.value.chars().map(|c| alphabet.symbol(c).unwrap_or(Symbol::BLANK)).collect();
        let head = self.head.as_ref().map_or(1, |head| head.value);
        let limit = self.steps.as_ref().map_or(MOST_TURING_STEPS, |steps| steps.value);
        let mut found = survey(code, &input, head, limit);
        if self.steps.is_none() && !found.halted {
            found = survey(code, &input, head, DEFAULT_STEPS);
        }
        if found.too_wide {
            let place = self.steps.as_ref().and_then(|steps| steps.place);
            let message =
                format!("the machine uses more than {MOST_CELLS} cells. Set a shorter time limit");
            return Err(MachineErrors::single(place, message));
        }
        code.steps = self.steps.as_ref().map_or(found.steps.max(1), |steps| steps.value);
        code.halts_at = found.halted.then_some(found.steps);
        code.space = self.space_for(&found, input.len(), head)?;
        let space = code.space;
        let mut tape = vec![Symbol::BLANK; space.cells() as usize];
        for (at, &symbol) in input.iter().enumerate() {
            if let Some(index) = space.index(at as i32 + 1) {
                tape[index as usize] = symbol;
            }
        }
        code.input = tape.into();
        code.head = space.index(head).unwrap_or(0);
        Ok(())
    }

    fn space_for(
        &self,
        found: &RunSurvey,
        input: usize,
        head: i32,
    ) -> Result<TapeSpace, MachineErrors> {
        let (mut from, mut to) = (found.from.min(head), found.to.max(head));
        if input > 0 {
            (from, to) = (from.min(1), to.max(input as i32));
        }
        let Some(Placed { value, place }) = &self.space else {
            let message = format!("the machine uses more than {MOST_CELLS} cells");
            return TapeSpace::new(from, to).ok_or_else(|| MachineErrors::single(None, message));
        };
        let (least, most) = *value;
        let outside = |what: &str, cell: i32| {
            let message = format!("the space has cells {least} to {most}, but {what} cell {cell}");
            Err(MachineErrors::single(*place, message))
        };
        if input > 0 && least > 1 {
            return outside("the input begins at", 1);
        }
        if input as i32 > most {
            return outside("the input ends at", input as i32);
        }
        if from < least || to > most {
            let cell = if from < least { from } else { to };
            return outside("the head reaches", cell);
        }
        TapeSpace::new(least, most)
            .ok_or_else(|| MachineErrors::single(*place, "the space has no cells"))
    }

    fn set_accepting(
        &self,
        code: &mut MachineCode,
        accept: &BTreeSet<State>,
        reject: &BTreeSet<State>,
    ) {
        let all = || (0..code.states.len()).map(|at| State(at as u16));
        let says = |state: State, words: &[&str]| says(&code.states[state.index()], words);
        let mut accepting: Vec<State> = accept.iter().copied().collect();
        if self.accept.is_none() {
            accepting.extend(all().filter(|&s| says(s, &ACCEPTING) && !reject.contains(&s)));
        }
        let names_accepting = self.accept.is_some() || !accepting.is_empty();
        if self.accept.is_none() && accepting.is_empty() {
            let asks = code.oracle.as_ref().map(OracleState::state);
            accepting = all()
                .filter(|s| self.states[s.index()].rows.is_empty() && asks != Some(*s))
                .filter(|&s| !reject.contains(&s) && !says(s, &REJECTING))
                .collect();
        }
        if accepting.is_empty() {
            let head = self.head.as_ref().map_or(1, |head| head.value);
            let first = code.space.index(1).map_or(0, |at| at as usize);
            let end = survey(code, &code.input[first..], head, code.steps);
            accepting.push(end.state);
        }
        code.names_accepting = names_accepting;
        for state in accepting {
            code.accepts[state.index()] = true;
        }
    }
}

impl MachineCode {
    /// Every instruction of the table with the symbol that it reads. For an oracle state, these are its two
    /// instructions for every symbol.
    fn rules(&self) -> impl Iterator<Item = (Symbol, Instruction)> + Clone + '_ {
        let columns = self.alphabet.len();
        let rows = self.table.iter().enumerate().filter_map(move |(at, instruction)| {
            instruction.map(|i| (Symbol::at((at % columns) as u8), i))
        });
        let ways = self.oracle.iter().flat_map(|o| [o.instruction(true), o.instruction(false)]);
        let asked = ways.flat_map(move |i| (0..columns).map(move |at| (Symbol::at(at as u8), i)));
        rows.chain(asked)
    }
}

/// Appearance up the states and symbols that a file names, and reports those that do not exist.
struct NameCheck<'a> {
    names: &'a BTreeMap<&'a str, usize>,
    alphabet: &'a Alphabet,
}

impl NameCheck<'_> {
    fn state(
        &self,
        name: &Placed<String>,
        what: &str,
        report: &mut ErrorCollector,
    ) -> Option<State> {
        let found = self.names.get(name.value.as_str()).map(|&at| State(at as u16));
        if found.is_none() {
            let message = format!(
                "{what} `{}` is not in the table. Add it, with an empty row if it halts",
                name.value.escape_default()
            );
            report.add(name.place, message);
        }
        found
    }

    fn list(
        &self,
        names: Option<&[Placed<String>]>,
        report: &mut ErrorCollector,
    ) -> BTreeSet<State> {
        let names = names.unwrap_or_default().iter();
        names.filter_map(|name| self.state(name, "state", report)).collect()
    }

    fn instruction(
        &self,
        written: &WrittenInstruction,
        read: Symbol,
        here: State,
        report: &mut ErrorCollector,
    ) -> Option<Instruction> {
        let go = match written.direction {
            'L' => HeadMove::Left,
            'R' => HeadMove::Right,
            _ => HeadMove::Stay,
        };
        let write = match &written.write {
            None => read,
            Some(symbol) => self.alphabet.symbol(single(&symbol.value)?)?,
        };
        let next = match &written.next {
            None => here,
            Some(name) => self.state(name, "state", report)?,
        };
        Some(Instruction { write, go, next })
    }
}

/// The names of states on screens and in input. A `;` separates moves on a line, so another sign replaces it in a
/// name.
fn shown_names<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Vec<Arc<str>> {
    let with =
        |sign: &str| -> Vec<String> { names.clone().map(|name| name.replace(';', sign)).collect() };
    let distinct = |names: &Vec<String>| names.iter().collect::<BTreeSet<_>>().len() == names.len();
    let mut shown = [":", "|", "/", "~"].map(with).into_iter();
    let found = shown.find(distinct).unwrap_or_else(|| with("::;::"));
    found.into_iter().map(Arc::from).collect()
}

pub(super) fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// True if a text is safe to show. It must contain nothing that controls a terminal or changes the direction of the
/// text.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.width().is_some_and(|width| width > 0))
}

/// Common names of accepting states, in lower case and without `_`, `-` and spaces.
const ACCEPTING: [&str; 9] =
    ["accept", "accepted", "accepting", "acc", "qaccept", "qacc", "haltaccept", "yes", "qyes"];

/// Common names of rejecting states, written in the same way.
const REJECTING: [&str; 9] =
    ["reject", "rejected", "rejecting", "rej", "qreject", "qrej", "haltreject", "no", "qno"];

/// True if a state has one of these names, in any spelling.
fn says(state: &str, names: &[&str]) -> bool {
    let letters =
        state.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase);
    let name: String = letters.collect();
    names.contains(&&*name)
}

/// True if a character can be a symbol: a space, or a visible character.
fn is_symbol(c: char) -> bool {
    c == ' ' || (!c.is_whitespace() && !c.is_control() && c.width().is_some_and(|width| width > 0))
}
