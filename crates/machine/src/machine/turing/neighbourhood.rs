//! The judge's reads to check one step of a transcript, and their result.
//!
//! The judge checks step t against the state and the head after step t − 1, and against the steps that the pointers of
//! t name. A pointer to step s is right only if s wrote the cell that t reads. Step s writes the cell under the head
//! after step s − 1. A pointer to an older writer of the cell also passes this check. To prove such a pointer wrong,
//! Bob names the later writer that it skips.

use super::{CellField, PointedAt, State, Symbol, TableauCell, TranscriptRead, TuringMachine};

/// Why step t is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellError {
    /// The number of pointers of step t is not the number of cells that t reads.
    Pointers,
    /// A pointer names step t itself or a later step.
    Later(u32),
    /// A pointer names a step that wrote another cell.
    OtherCell(u32),
    /// The table gives another result.
    Table,
}

/// Why Bob's later writer s does not prove a pointer of step t wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipError {
    /// s is not before t.
    NotBefore,
    /// s wrote a cell that t does not read.
    OtherCell,
    /// Alice's pointer names s or a later step.
    NotSkipped,
}

/// The judge's reads, in order and without repetition, and the result of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbourhood<E> {
    /// The reads, in order.
    pub readings: Vec<TranscriptRead>,
    /// The result of the check.
    pub outcome: Result<(), E>,
    /// The word that the step asks the oracle about. `None` if it asks nothing, or the reads do not show the word.
    /// [`TuringMachine::question`] turns the word into the question.
    pub asked: Option<Vec<Symbol>>,
}

/// Reads a transcript and notes each read once. Step 0, the start, costs nothing.
struct NotingReader<'a, F> {
    machine: &'a TuringMachine,
    cells: F,
    readings: Vec<TranscriptRead>,
}

impl<F: Fn(u32) -> TableauCell> NotingReader<'_, F> {
    fn note(&mut self, reading: TranscriptRead) {
        if !self.readings.contains(&reading) {
            self.readings.push(reading);
        }
    }

    fn read(&mut self, step: u32, field: CellField) -> TableauCell {
        self.note(TranscriptRead::Transcript(step, field));
        (self.cells)(step)
    }

    fn head(&mut self, step: u32) -> u32 {
        if step == 0 { self.machine.start().head } else { self.read(step, CellField::Head).head }
    }

    fn state(&mut self, step: u32) -> State {
        if step == 0 { self.machine.start().state } else { self.read(step, CellField::State).state }
    }

    /// The symbol that the step in a pointer wrote at this index of the tape, or the input symbol for pointer 0. An
    /// error if the step wrote another cell.
    fn follow(&mut self, pointer: u32, index: u32) -> Result<Symbol, CellError> {
        if pointer == 0 {
            let cell = self.machine.space().from().saturating_add_unsigned(index);
            if self.machine.space().index(cell).is_some() {
                self.note(TranscriptRead::Input(cell));
            }
            return Ok(self.machine.input_at(cell));
        }
        if self.head(pointer - 1) != index {
            return Err(CellError::OtherCell(pointer));
        }
        Ok(self.read(pointer, CellField::Symbol).wrote)
    }
}

impl TuringMachine {
    /// Checks step `t` of a claimed transcript, given the steps before it.
    pub fn check_step(
        &self,
        t: u32,
        cells: impl Fn(u32) -> TableauCell,
    ) -> Neighbourhood<CellError> {
        self.check_step_answered(t, cells, None)
    }

    /// Like [`TuringMachine::check_step`], but `answer` replaces the answer of the machine's own oracle to the
    /// question of step `t`.
    pub fn check_step_answered(
        &self,
        t: u32,
        cells: impl Fn(u32) -> TableauCell,
        answer: Option<bool>,
    ) -> Neighbourhood<CellError> {
        let mut reader = NotingReader { machine: self, cells, readings: Vec::new() };
        let claimed = reader.read(t, CellField::Symbol);
        for field in [CellField::State, CellField::Head, CellField::Pointers] {
            reader.note(TranscriptRead::Transcript(t, field));
        }
        let state = reader.state(t - 1);
        let head = reader.head(t - 1);
        let word = word(&mut reader, &claimed, (t, state, head));
        let asked = word.as_ref().ok().filter(|_| self.asks(state)).cloned();
        let outcome = word.and_then(|word| {
            let expected = self.expected(&word, state, head, answer);
            let right = (claimed.wrote, claimed.state, claimed.head) == expected;
            if right { Ok(()) } else { Err(CellError::Table) }
        });
        Neighbourhood { readings: reader.readings, outcome, asked }
    }

    /// The symbol that a step with this word writes, and the state and the head after it. `answer` replaces the answer
    /// of the machine's own oracle.
    pub fn expected(
        &self,
        word: &[Symbol],
        state: State,
        head: u32,
        answer: Option<bool>,
    ) -> (Symbol, State, u32) {
        let next = match (self.oracle_in(state), answer) {
            (Some(oracle), Some(answer)) => Some(oracle.instruction(answer)),
            _ => self.next(state, word),
        };
        let done = next.and_then(|next| Some((next.write, next.next, self.moved(head, next.go)?)));
        done.unwrap_or((word[0], state, head))
    }

    /// Checks the point that Bob disputes. Returns the judge's reads, whether Alice is right there, and the word that
    /// the step asks about. If `answer` is `None`, the machine's own oracle answers.
    pub fn check(
        &self,
        point: PointedAt,
        cells: impl Fn(u32) -> TableauCell,
        answer: Option<bool>,
    ) -> (Vec<TranscriptRead>, bool, Option<Vec<Symbol>>) {
        match point {
            PointedAt::Step(step) => {
                let Neighbourhood { readings, outcome, asked } =
                    self.check_step_answered(step.number(), cells, answer);
                (readings, outcome.is_ok(), asked)
            }
            PointedAt::Skip { step, writer } => {
                let Neighbourhood { readings, outcome, asked } =
                    self.check_skip(step.number(), writer.number(), cells);
                (readings, outcome.is_err(), asked)
            }
        }
    }

    /// Checks Bob's claim that a pointer of step `t` skips the later writer `s`.
    pub fn check_skip(
        &self,
        t: u32,
        s: u32,
        cells: impl Fn(u32) -> TableauCell,
    ) -> Neighbourhood<SkipError> {
        let mut reader = NotingReader { machine: self, cells, readings: Vec::new() };
        let outcome = skip(&mut reader, t, s);
        Neighbourhood { readings: reader.readings, outcome, asked: None }
    }
}

/// The word that a step reads. An error if a pointer names a step that wrote another cell.
fn word<F: Fn(u32) -> TableauCell>(
    reader: &mut NotingReader<'_, F>,
    claimed: &TableauCell,
    (t, state, head): (u32, State, u32),
) -> Result<Vec<Symbol>, CellError> {
    if claimed.from.len() != reader.machine.reads(state) as usize {
        return Err(CellError::Pointers);
    }
    if let Some(&later) = claimed.from.iter().find(|&&pointer| pointer >= t) {
        return Err(CellError::Later(later));
    }
    let pointers = claimed.from.iter().zip(head..);
    pointers.map(|(&pointer, index)| reader.follow(pointer, index)).collect()
}

fn skip<F: Fn(u32) -> TableauCell>(
    reader: &mut NotingReader<'_, F>,
    t: u32,
    s: u32,
) -> Result<(), SkipError> {
    if s == 0 || s >= t {
        return Err(SkipError::NotBefore);
    }
    let written = reader.head(s - 1);
    let head = reader.head(t - 1);
    // Only a step in the oracle state reads more than the head's cell.
    if written != head {
        let state = reader.state(t - 1);
        if !(head..head + reader.machine.reads(state)).contains(&written) {
            return Err(SkipError::OtherCell);
        }
    }
    let pointers = reader.read(t, CellField::Pointers).from;
    match pointers.get((written - head) as usize) {
        Some(&pointer) if pointer < s => Ok(()),
        _ => Err(SkipError::NotSkipped),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::turing::dialect::parse;
    use crate::machine::turing::{Deviation, TableChange, TuringRun};

    /// A machine that walks to the right end and back, and changes every a to b.
    fn walker() -> TuringMachine {
        parse(
            "{input: aaa, blank: ' ', start state: out, table: {out: {[a, b]: R, ' ': {L: home}}, \
             home: {a: {write: b, L}, ' ': {R: accept}}, accept: }}",
        )
        .expect("a machine")
    }

    #[test]
    fn the_judge_reads_the_step_the_one_before_and_the_last_writer() {
        let run = TuringRun::new(walker());
        // Step 6 changes cell 2 to b. Step 2 was the last step to write there.
        let checked = run.machine().check_step(6, |t| run.cell(t));
        assert_eq!(checked.outcome, Ok(()));
        let heads = [
            (6, CellField::Symbol),
            (6, CellField::State),
            (6, CellField::Head),
            (6, CellField::Pointers),
        ];
        let others = [
            (5, CellField::State),
            (5, CellField::Head),
            (1, CellField::Head),
            (2, CellField::Symbol),
        ];
        let expected: Vec<TranscriptRead> = heads
            .into_iter()
            .chain(others)
            .map(|(step, field)| TranscriptRead::Transcript(step, field))
            .collect();
        assert_eq!(checked.readings, expected);
    }

    #[test]
    fn a_first_visit_is_checked_against_the_input() {
        let run = TuringRun::new(walker());
        let checked = run.machine().check_step(1, |t| run.cell(t));
        assert_eq!((checked.outcome, checked.readings.len()), (Ok(()), 5));
        assert_eq!(checked.readings[4], TranscriptRead::Input(1));
    }

    #[test]
    fn a_wrong_pointer_is_caught_by_the_step_or_by_the_writer_it_skips() {
        let run = TuringRun::new(walker());
        let with = |pointer: u32| {
            move |run: &TuringRun, t: u32| {
                let mut cell = run.cell(t);
                if t == 6 {
                    cell.from[0] = pointer;
                }
                cell
            }
        };
        let check = |pointer: u32| run.machine().check_step(6, |t| with(pointer)(&run, t)).outcome;
        let skip = |pointer: u32, s: u32| {
            run.machine().check_skip(6, s, |t| with(pointer)(&run, t)).outcome
        };
        // Step 3 wrote cell 3, and step 7 comes later.
        assert_eq!(check(3), Err(CellError::OtherCell(3)));
        assert_eq!(check(7), Err(CellError::Later(7)));
        // The input had the same symbol in that cell, so the step alone looks right.
        assert_eq!(check(0), Ok(()));
        assert_eq!(skip(0, 2), Ok(()));
        assert_eq!(skip(2, 2), Err(SkipError::NotSkipped));
        assert_eq!(skip(2, 3), Err(SkipError::OtherCell));
        assert_eq!(skip(2, 6), Err(SkipError::NotBefore));
        assert_eq!(skip(2, 0), Err(SkipError::NotBefore));
    }

    /// The judge's ruling on the honest Bob's point: true if he wins.
    fn honest_bob_catches(honest: &TuringRun, told: &TuringRun) -> bool {
        let Some(t) = honest.first_difference(told) else { return false };
        let machine = honest.machine();
        let cells = |t: u32| told.cell(t);
        if machine.check_step(t, cells).outcome.is_err() {
            return true;
        }
        let skipped = honest.cell(t).from.into_iter().filter(|&s| s > 0);
        skipped.into_iter().any(|s| machine.check_skip(t, s, cells).outcome.is_ok())
    }

    fn any_lie() -> impl Strategy<Value = (TuringMachine, u32, u8, u32, u8, u32, u32)> {
        let machine = crate::machine::testing::any_machine();
        (machine, any::<u32>(), 0u8..4, any::<u32>(), 0u8..3, any::<u32>(), any::<u32>())
    }

    proptest! {
        #[test]
        fn an_honest_transcript_passes_every_check(
            machine in crate::machine::testing::any_machine(),
            s in any::<u32>(),
        ) {
            let run = TuringRun::new(machine.clone());
            for t in 1..=machine.steps() {
                prop_assert_eq!(machine.check_step(t, |t| run.cell(t)).outcome, Ok(()));
                let skip = machine.check_skip(t, s % (t + 1), |t| run.cell(t));
                prop_assert!(skip.outcome.is_err());
            }
        }

        #[test]
        fn a_false_transcript_is_always_caught_at_its_first_wrong_step(
            (machine, step, kind, at, symbol, from, state) in any_lie()
        ) {
            let honest = TuringRun::new(machine.clone());
            let step = step % machine.steps() + 1;
            let cells = machine.space().cells();
            let symbols: Vec<Symbol> = machine.alphabet().symbols().collect();
            let symbol = symbols[symbol as usize % symbols.len()];
            let states: Vec<_> = machine.states().collect();
            let mut cell = honest.cell(step);
            let change = match kind {
                0 => TableChange::Holds { at: at % cells, symbol },
                1 => {
                    cell.wrote = symbol;
                    cell.head = at % cells;
                    TableChange::Claims(cell)
                }
                2 => {
                    cell.state = states[state as usize % states.len()];
                    TableChange::Claims(cell)
                }
                _ => {
                    cell.from[0] = from % (machine.steps() + 1);
                    TableChange::Slips(cell)
                }
            };
            if let Ok(told) = TuringRun::deviating(machine, [Deviation { step, change }]) {
                let differs = honest.first_difference(&told).is_some();
                prop_assert_eq!(honest_bob_catches(&honest, &told), differs);
            }
        }
    }
}
