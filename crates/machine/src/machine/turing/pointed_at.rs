//! A run of a Turing machine as a computation, with the methods for cross-examination.

use super::{Configuration, Cursor, TuringRun};
use crate::machine::common::{JudgeCost, location_bits};
use crate::machine::{NotAConfiguration, Step};

/// The point in a Turing machine's transcript that Bob disputes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointedAt {
    /// A step.
    Step(Step),
    /// A step, and a later writer of its cell that the step's pointer skips.
    Skip {
        /// The step.
        step: Step,
        /// The later writer.
        writer: Step,
    },
}

impl PointedAt {
    /// The step that the judge checks.
    pub fn step(self) -> Step {
        match self {
            Self::Step(step) | Self::Skip { step, .. } => step,
        }
    }
}

/// The methods that [`Computation`](crate::machine::Computation) documents.
impl TuringRun {
    pub(crate) fn asks_between(&self, from: u32, to: u32) -> u32 {
        self.cursor(to).asked() - self.cursor(from).asked()
    }

    pub(crate) fn advance(
        &self,
        start: &Configuration,
        from: u32,
        to: u32,
    ) -> (Configuration, u32) {
        let mut cursor = Cursor::from(self.machine(), start, from);
        cursor.go(to - from);
        (cursor.configuration(), cursor.asked())
    }

    pub(crate) fn answered(&self, start: &Configuration, _: u32, answer: bool) -> Configuration {
        self.machine().answered(start, answer)
    }

    pub(crate) fn asks(&self, here: &Configuration, _: u32) -> bool {
        self.machine().asks(here.state())
    }

    pub(crate) fn question(&self, here: &Configuration, _: u32) -> Option<String> {
        self.machine().question_at(here)
    }

    pub(crate) fn accepts(&self, end: &Configuration) -> bool {
        self.machine().accepts(end.state())
    }

    pub(crate) fn with_output(&self, end: Configuration, output: bool) -> Configuration {
        if self.accepts(&end) == output {
            return end;
        }
        let machine = self.machine();
        let state = machine.states().find(|&state| machine.accepts(state) == output);
        Configuration { state: state.unwrap_or(end.state), ..end }
    }

    pub(crate) fn form(&self, _: u32) -> Configuration {
        self.machine().start()
    }

    pub(crate) fn bits(&self, _: u32) -> u32 {
        self.most_bits()
    }

    pub(crate) fn most_bits(&self) -> u32 {
        self.machine().configuration_bits()
    }

    pub(crate) fn write(&self, configuration: &Configuration) -> String {
        self.machine().write(configuration)
    }

    pub(crate) fn read(&self, text: &str, _: u32) -> Result<Configuration, NotAConfiguration> {
        Ok(self.machine().read(text)?)
    }

    pub(crate) fn shape(&self, _: u32) -> String {
        let space = self.machine().space();
        let (from, to, cells) = (space.from(), space.to(), space.cells());
        format!("state=… head={from}…{to} tape=…, {cells} cells")
    }

    pub(crate) fn rule_words(&self, here: &Configuration, _: u32) -> String {
        self.machine().row_words(here.state())
    }

    pub(crate) fn words(&self) -> String {
        let cells = self.machine().space().cells();
        format!("a Turing machine, {} steps in {cells} cells", self.machine().steps())
    }
}

impl TuringRun {
    /// The point that an honest Bob disputes in a transcript: the first step that differs from this run. `None` if no
    /// step differs. If this step follows from what it reads, its pointer skips a later writer.
    pub fn objection(&self, told: &Self) -> Option<PointedAt> {
        let t = self.first_difference(told)?;
        let step = Step::new(t);
        let is_wrong = |point: &PointedAt| {
            let (_, right, _) = self.machine().check(*point, |step| told.cell(step), None);
            !right
        };
        let writers = self.cell(t).from.into_iter().filter(|&writer| writer > 0).map(Step::new);
        let skips = writers.map(|writer| PointedAt::Skip { step, writer });
        std::iter::once(PointedAt::Step(step)).chain(skips).find(is_wrong)
    }

    /// The judge's largest possible cost, for any step at which Bob points, and for any transcript
    /// of Alice (Thm 5.3). The judge reads the step with its pointers, the state and the head
    /// before it, and the cell behind each pointer. Bob names at most two steps.
    pub fn limits(&self) -> JudgeCost {
        let (machine, bits) = (self.machine(), self.machine().cell_bits());
        let reads = machine.oracle().map_or(1, |oracle| oracle.reads());
        let step = bits.symbol + bits.state + bits.head + reads * bits.pointer;
        let before = bits.state + bits.head;
        let writers = reads * (bits.head + bits.symbol);
        JudgeCost {
            location: 2 * location_bits(machine.steps() as usize),
            transcript: (step + before + writers).into(),
            input: (reads * bits.symbol).into(),
            oracle: machine.oracle().is_some().into(),
        }
    }
}
