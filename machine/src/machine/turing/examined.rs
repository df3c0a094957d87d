//! A run of a Turing machine as a [`Machine`].

use super::{Configuration, Cursor, Field, Reading, Run};
use crate::machine::common::{Check, JudgeCost, Machine, location_bits};
use crate::machine::{NotAConfiguration, Step};

/// Where Bob points in a Turing machine's transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointedAt {
    /// At a step.
    Step(Step),
    /// At a step, and at a later writer than its pointer names.
    Skip {
        /// The step.
        step: Step,
        /// The later writer.
        writer: Step,
    },
}

impl PointedAt {
    /// The step that is checked.
    pub fn step(self) -> Step {
        match self {
            Self::Step(step) | Self::Skip { step, .. } => step,
        }
    }
}

impl Machine for Run {
    type Configuration = Configuration;
    type Transcript = Self;
    type Point = PointedAt;
    type Reading = Reading;

    fn steps(&self) -> u32 {
        self.machine().steps()
    }

    fn asks_between(&self, from: u32, to: u32) -> u32 {
        self.cursor(to).asked() - self.cursor(from).asked()
    }

    fn at(&self, step: u32) -> Configuration {
        self.cursor(step).configuration()
    }

    fn advance(&self, start: &Configuration, from: u32, to: u32) -> (Configuration, u32) {
        let mut cursor = Cursor::from(self.machine(), start, from);
        cursor.go(to - from);
        (cursor.configuration(), cursor.asked())
    }

    fn answered(&self, start: &Configuration, _: u32, answer: bool) -> Configuration {
        self.machine().answered(start, answer)
    }

    fn asks(&self, here: &Configuration, _: u32) -> bool {
        self.machine().asks(here.state())
    }

    fn question(&self, here: &Configuration, _: u32) -> Option<String> {
        self.machine().question_at(here)
    }

    fn accepts(&self, end: &Configuration) -> bool {
        self.machine().accepts(end.state())
    }

    fn with_output(&self, end: Configuration, output: bool) -> Configuration {
        if Machine::accepts(self, &end) == output {
            return end;
        }
        let machine = self.machine();
        let state = machine.states().find(|&state| machine.accepts(state) == output);
        Configuration { state: state.unwrap_or(end.state), ..end }
    }

    fn form(&self, _: u32) -> Configuration {
        self.machine().start()
    }

    fn bits(&self, _: u32) -> u32 {
        self.most_bits()
    }

    fn most_bits(&self) -> u32 {
        self.machine().configuration_bits()
    }

    fn write(&self, configuration: &Configuration) -> String {
        self.machine().write(configuration)
    }

    fn read(&self, text: &str, _: u32) -> Result<Configuration, NotAConfiguration> {
        Ok(self.machine().read(text)?)
    }

    fn shape(&self, _: u32) -> String {
        let space = self.machine().space();
        let (from, to, cells) = (space.from(), space.to(), space.cells());
        format!("state=… head={from}…{to} tape=…, {cells} cells")
    }

    fn rule_words(&self, here: &Configuration, _: u32) -> String {
        self.machine().row_words(here.state())
    }

    fn words(&self) -> String {
        let cells = self.machine().space().cells();
        format!("a Turing machine, {} steps in {cells} cells", self.machine().steps())
    }

    fn transcript(&self) -> &Self {
        self
    }

    fn says(&self, told: &Self) -> bool {
        self.machine().accepts(told.cell(told.machine().steps()).state)
    }

    /// If the first wrong step follows from what it reads, its pointer skips a later writer.
    fn objection(&self, told: &Self) -> Option<PointedAt> {
        let t = self.first_difference(told)?;
        let step = Step::new(t);
        if !self.check(told, PointedAt::Step(step), None).right {
            return Some(PointedAt::Step(step));
        }
        let writers = self.cell(t).from.into_iter().filter(|&writer| writer > 0).map(Step::new);
        let mut points = writers.map(|writer| PointedAt::Skip { step, writer });
        points.find(|&point| !self.check(told, point, None).right)
    }

    fn check(&self, told: &Self, point: PointedAt, answer: Option<bool>) -> Check<Reading> {
        let (readings, right, asked) = self.machine().check(point, |step| told.cell(step), answer);
        Check { readings, right, asks: asked.is_some() }
    }

    fn cost(&self, told: &Self, reading: Reading) -> JudgeCost {
        let pointers = match reading {
            Reading::Transcript(step, Field::Pointers) => told.cell(step).from.len() as u32,
            _ => 1,
        };
        let bits = reading.bits(self.machine().cell_bits(), pointers).into();
        match reading {
            Reading::Transcript(..) => JudgeCost { transcript: bits, ..JudgeCost::default() },
            Reading::Input(_) => JudgeCost { input: bits, ..JudgeCost::default() },
        }
    }

    /// The step with its pointers, what the step before it left, and what each pointer leads to.
    /// Bob names two steps at the most.
    fn limits(&self) -> JudgeCost {
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
