//! Complete runs with checkpoints, and runs that deviate from the table.

use std::convert::Infallible;
use std::sync::Arc;

use super::deviation::check_change;
use super::{
    Configuration, Cursor, Deviation, DeviationError, Symbol, TableChange, TableauCell,
    TuringMachine,
};

/// The smallest distance between checkpoints. Closer checkpoints would not make access faster.
const NEAREST: u32 = 1024;
/// The approximate memory of all checkpoints of a run, in bytes.
const MEMORY: u64 = 32 << 20;

#[derive(Clone, Debug)]
struct Checkpoint {
    step: u32,
    here: Configuration,
    last: Arc<[u32]>,
    asked: u32,
}

/// A run of a machine over all its T steps, with or without deviations from the table. To reach a step, the run
/// continues from the last checkpoint before it. The memory for checkpoints is limited for all T and S. Clones share
/// their storage.
#[derive(Clone, Debug)]
pub struct TuringRun {
    machine: TuringMachine,
    deviations: Arc<[Deviation]>,
    checkpoints: Arc<[Checkpoint]>,
    stride: u32,
    asked: u32,
}

impl TuringRun {
    /// The machine's own run.
    pub fn new(machine: TuringMachine) -> Self {
        let Ok(run) = Self::kept(machine, Arc::new([]), |cursor, until| {
            cursor.go(until - cursor.step());
            Ok::<_, Infallible>(())
        });
        run
    }

    /// The step of the smuggled cell, if this is the run's only deviation. Otherwise `None`.
    pub fn smuggled_at(&self) -> Option<u32> {
        match &*self.deviations {
            [Deviation { step, change: TableChange::Holds { .. } }] => Some(*step),
            _ => None,
        }
    }

    /// A run that deviates from the table. The deviations must be in the order of their steps.
    pub fn deviating(
        machine: TuringMachine,
        deviations: impl Into<Arc<[Deviation]>>,
    ) -> Result<Self, DeviationError> {
        let (deviations, steps) = (deviations.into(), machine.steps());
        let mut before = 0;
        for deviation in deviations.iter() {
            let step = deviation.step;
            if step == 0 || step > steps {
                return Err(DeviationError::NoSuchStep { step, steps });
            }
            if step <= before {
                return Err(DeviationError::Order(step));
            }
            before = step;
        }
        Self::kept(machine, deviations.clone(), |cursor, until| {
            advance_to(cursor, until, &deviations, true)
        })
    }

    /// A run with checkpoints. `go` moves the cursor from each checkpoint to the next.
    fn kept<E>(
        machine: TuringMachine,
        deviations: Arc<[Deviation]>,
        go: impl Fn(&mut Cursor<'_>, u32) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (stride, steps) = (stride(&machine), machine.steps());
        let start = machine.start();
        let mut cursor = Cursor::from(&machine, &start, 0);
        let mut checkpoints = vec![Checkpoint::new(&cursor)];
        while cursor.step() < steps {
            let until = (cursor.step() / stride + 1).saturating_mul(stride).min(steps);
            go(&mut cursor, until)?;
            checkpoints.push(Checkpoint::new(&cursor));
        }
        let asked = cursor.asked();
        Ok(Self { machine, deviations, checkpoints: checkpoints.into(), stride, asked })
    }

    /// The machine.
    pub fn machine(&self) -> &TuringMachine {
        &self.machine
    }

    /// The number of steps, T.
    pub fn steps(&self) -> u32 {
        self.machine.steps()
    }

    /// The number of steps that ask the oracle.
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// The configuration after `step` steps. 0 is the start.
    ///
    /// # Panics
    /// Panics if `step` is more than T.
    pub fn at(&self, step: u32) -> Configuration {
        self.cursor(step).configuration()
    }

    /// The transcript cell of a step, counted from 1.
    ///
    /// # Panics
    /// Panics if `step` is 0 or more than T.
    pub fn cell(&self, step: u32) -> TableauCell {
        assert!(step > 0, "steps are counted from 1");
        let mut cursor = self.cursor(step - 1);
        self.step(&mut cursor)
    }

    /// The transcript cells of the steps from `from` up to T, in order.
    pub fn cells(&self, from: u32) -> impl Iterator<Item = TableauCell> + '_ {
        let from = from.max(1);
        let mut cursor = (from <= self.steps()).then(|| self.cursor(from - 1));
        std::iter::from_fn(move || {
            let cursor = cursor.as_mut().filter(|cursor| cursor.step() < self.steps())?;
            Some(self.step(cursor))
        })
    }

    /// The configurations after step `from` and after each later step up to T.
    pub fn configurations(&self, from: u32) -> impl Iterator<Item = Configuration> + '_ {
        let mut cursor = (from <= self.steps()).then(|| self.cursor(from));
        std::iter::from_fn(move || {
            let now = cursor.as_ref()?.configuration();
            match cursor.as_mut().filter(|cursor| cursor.step() < self.steps()) {
                Some(cursor) => _ = self.step(cursor),
                None => cursor = None,
            }
            Some(now)
        })
    }

    /// The first step whose transcript cell differs from another run of the same machine. `None` if
    /// no step differs.
    pub fn first_difference(&self, other: &Self) -> Option<u32> {
        let first = |run: &Self| run.deviations.first().map_or(u32::MAX, |d| d.step);
        let from = first(self).min(first(other));
        if from > self.steps() {
            return None;
        }
        let mut pairs = self.cells(from).zip(other.cells(from));
        pairs.position(|(mine, theirs)| mine != theirs).map(|at| from + at as u32)
    }

    /// A cursor at the configuration after `step` steps.
    ///
    /// # Panics
    /// Panics if `step` is more than T.
    pub fn cursor(&self, step: u32) -> Cursor<'_> {
        assert!(step <= self.steps(), "step {step} of {}", self.steps());
        let checkpoint = &self.checkpoints[(step / self.stride) as usize];
        let mut cursor = checkpoint.cursor(&self.machine);
        // The constructor checked the deviations, so this cannot fail.
        let reached = advance_to(&mut cursor, step, &self.deviations, false);
        assert!(reached.is_ok());
        cursor
    }

    /// Takes one step of this run, with its deviation if there is one. Returns the step's
    /// transcript cell.
    fn step(&self, cursor: &mut Cursor<'_>) -> TableauCell {
        let step = cursor.step() + 1;
        let at = self.deviations.partition_point(|d| d.step < step);
        match self.deviations.get(at).filter(|d| d.step == step).map(|d| &d.change) {
            None => cursor.cell(),
            Some(change) => deviate(cursor, change),
        }
    }
}

impl Checkpoint {
    fn new(cursor: &Cursor<'_>) -> Self {
        Self {
            step: cursor.step,
            here: cursor.configuration(),
            last: Arc::from(cursor.last.as_slice()),
            asked: cursor.asked,
        }
    }

    fn cursor<'m>(&self, machine: &'m TuringMachine) -> Cursor<'m> {
        let cursor = Cursor::from(machine, &self.here, self.step);
        Cursor { last: self.last.to_vec(), asked: self.asked, ..cursor }
    }
}

fn stride(machine: &TuringMachine) -> u32 {
    let (cells, steps) = (u64::from(machine.space().cells()), u64::from(machine.steps()));
    let one = cells * (size_of::<Symbol>() + size_of::<u32>()) as u64 + 64;
    let spread = (steps * one).div_ceil(MEMORY);
    NEAREST.max(spread.min(u64::from(u32::MAX)) as u32)
}

/// Continues to step `until`, with the deviations. If `check` is set, it checks each deviation.
fn advance_to(
    cursor: &mut Cursor<'_>,
    until: u32,
    deviations: &[Deviation],
    check: bool,
) -> Result<(), DeviationError> {
    let due = deviations.partition_point(|d| d.step <= cursor.step);
    for Deviation { step, change } in &deviations[due..] {
        if *step > until {
            break;
        }
        cursor.go(step - 1 - cursor.step);
        if check {
            let ok = check_change(cursor, change);
            ok.map_err(|malformed| DeviationError::Malformed { step: *step, malformed })?;
        }
        deviate(cursor, change);
    }
    cursor.go(until - cursor.step);
    Ok(())
}

/// Takes the next step with this deviation. Returns the step's transcript cell.
fn deviate(cursor: &mut Cursor<'_>, change: &TableChange) -> TableauCell {
    match change {
        TableChange::Claims(cell) => {
            cursor.claim(cell);
            cell.clone()
        }
        TableChange::Slips(cell) => {
            cursor.cell();
            cell.clone()
        }
        TableChange::Holds { at, symbol } => {
            let cell = cursor.cell();
            cursor.tape[*at as usize] = *symbol;
            cell
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::machine::testing::any_machine;
    use crate::machine::turing::MalformedConfiguration;
    use crate::machine::turing::dialect::parse;

    /// A counter on five cells that never halts. After its largest number it starts again.
    const CLOCK: &str = "
input: '00000'
blank: ' '
start state: add
head: 5
space: {from: 0, to: 6}
time limit: 5000
table:
  add: {1: {write: 0, L}, 0: {write: 1, R: back}, ' ': {R: back}}
  back: {[0, 1]: R, ' ': {L: add}}
";

    fn clock() -> TuringMachine {
        parse(CLOCK).expect("a machine")
    }

    fn deviate(change: TableChange) -> Result<TuringRun, DeviationError> {
        TuringRun::deviating(clock(), [Deviation { step: 1500, change }])
    }

    #[test]
    fn any_step_is_the_same_however_it_is_reached() {
        let machine = clock();
        let run = TuringRun::new(machine.clone());
        assert!(run.checkpoints.len() > 4);
        let mut cursor = Cursor::from(&machine, &machine.start(), 0);
        for step in 1..=machine.steps() {
            let cell = cursor.cell();
            if step % 97 == 0 || step % NEAREST <= 1 {
                assert_eq!(run.at(step), cursor.configuration(), "after {step}");
                assert_eq!(run.cell(step), cell, "at {step}");
            }
        }
    }

    #[test]
    fn a_pointer_names_the_step_that_last_wrote_the_cell() {
        let machine = parse(
            "{input: ab, blank: ' ', start state: go, table: {go: {[a, b]: R, ' ': {L: on}}, \
             on: {b: {write: c, L: on}, a: {R: end}}, end: }}",
        )
        .expect("a machine");
        let run = TuringRun::new(machine.clone());
        let texts: Vec<String> = run.cells(1).map(|cell| machine.write_cell(&cell)).collect();
        assert_eq!(
            texts,
            [
                "write=a state=go head=2 from=0",
                "write=b state=go head=3 from=0",
                "write=_ state=on head=2 from=0",
                "write=c state=on head=1 from=2",
                "write=a state=end head=2 from=1",
            ]
        );
        for (step, text) in texts.iter().enumerate() {
            assert_eq!(machine.read_cell(text), Ok(run.cell(step as u32 + 1)));
        }
    }

    #[test]
    fn a_halted_machine_repeats_its_configuration() {
        let text = "{blank: ' ', start state: a, time limit: 3000, table: {a: {' ': {R: b}}, b: }}";
        let run = TuringRun::new(parse(text).expect("a machine"));
        assert_eq!(run.at(1), run.at(3000));
        assert_eq!(run.cell(3000).from[..], [2999]);
        assert_eq!(run.cell(2).from[..], [0]);
    }

    #[test]
    fn a_deviation_must_leave_a_configuration() {
        let blank = Symbol::BLANK;
        assert!(matches!(
            deviate(TableChange::Holds { at: 1, symbol: blank }),
            Err(DeviationError::Malformed { step: 1500, .. })
        ));
        assert!(deviate(TableChange::Holds { at: 9, symbol: blank }).is_err());
        let none = TuringRun::deviating(clock(), [Deviation { step: 5001, change: smuggled() }]);
        assert!(matches!(none, Err(DeviationError::NoSuchStep { step: 5001, steps: 5000 })));
    }

    #[test]
    fn a_cell_names_one_step_for_each_cell_that_its_step_reads() {
        for many in [0, 2, 200] {
            let mut cell = TuringRun::new(clock()).cell(1500);
            cell.from = std::iter::repeat_n(3, many).collect();
            for change in [TableChange::Claims(cell.clone()), TableChange::Slips(cell)] {
                let malformed = MalformedConfiguration::Pointers { got: many, expected: 1 };
                let refused = DeviationError::Malformed { step: 1500, malformed };
                assert_eq!(deviate(change).err(), Some(refused));
            }
        }
    }

    fn smuggled() -> TableChange {
        let now = TuringRun::new(clock()).at(1500).tape()[1];
        let symbol = clock().can_hold(1).iter().copied().find(|&s| s != now).expect("0 and 1");
        TableChange::Holds { at: 1, symbol }
    }

    #[test]
    fn a_smuggled_cell_shows_only_when_the_head_comes_by() {
        let honest = TuringRun::new(clock());
        let told = deviate(smuggled()).expect("a run");
        assert_eq!(honest.at(1499), told.at(1499));
        assert_ne!(honest.at(1500), told.at(1500));
        let first = honest.first_difference(&told).expect("a difference");
        assert!(first > 1500, "{first}");
        assert_eq!(honest.at(first - 1).head(), 1);
        // No step between the change and the first difference reads the cell.
        assert!((1500..first - 1).all(|step| honest.at(step).head() != 1));
        assert_eq!((told.smuggled_at(), honest.smuggled_at()), (Some(1500), None));
    }

    #[test]
    fn a_slip_is_gone_after_its_step() {
        let honest = TuringRun::new(clock());
        let mut cell = honest.cell(1500);
        cell.from[0] = 0;
        let told = deviate(TableChange::Slips(cell.clone())).expect("a run");
        assert_eq!(told.cell(1500), cell);
        assert_eq!(told.cell(1501), honest.cell(1501));
        assert_eq!(told.at(1500), honest.at(1500));
        assert_eq!(honest.first_difference(&told), Some(1500));
    }

    proptest! {
        #[test]
        fn configurations_read_back_as_written(machine in any_machine(), at in any::<u32>()) {
            let run = TuringRun::new(machine.clone());
            let configuration = run.at(at % (machine.steps() + 1));
            let text = machine.write(&configuration);
            prop_assert_eq!(machine.read(&text), Ok(configuration));
        }

        #[test]
        fn running_on_from_any_step_is_the_run(machine in any_machine(), ends in any::<(u32, u32)>()) {
            let run = TuringRun::new(machine.clone());
            let (a, b) = (ends.0 % (machine.steps() + 1), ends.1 % (machine.steps() + 1));
            let (from, to) = (a.min(b), a.max(b));
            prop_assert_eq!(machine.after(&run.at(from), to - from), run.at(to));
        }

        #[test]
        fn the_machines_own_run_stays_in_its_space(machine in any_machine()) {
            let run = TuringRun::new(machine.clone());
            let moves = (1..=machine.steps()).filter(|&t| run.at(t) != run.at(t - 1)).count();
            let still = machine.halts_at().unwrap_or(machine.steps());
            // A step that changes nothing (same symbol, same place, same state) may be part of a
            // run.
            prop_assert!(moves as u32 <= still);
        }
    }
}
