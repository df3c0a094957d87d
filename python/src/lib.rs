//! The module `elenchus._elenchus`: the work behind the commands, for the Python package around it. Values cross the
//! border as JSON text, so a result has the same bytes as the output of its command.

mod long;
mod statistics;
mod stepper;

use elenchus::batch::sweep::SweepAxis;
use elenchus::cli::calls::{self, CalledPlayer, DebateCall, PlayedRecord, SliceNumber};
use elenchus::outside::PlayerFunction;
use elenchus::rules::{Seat, Verb};
use elenchus::scenario::{FileError, ParameterSetting, write};
use elenchus::work::{CancelToken, Cancelled};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde_json::Value;

use long::long;
use stepper::Stepper;

/// A failure as the Python exception `ScenarioError`. `name` is the scenario, for an error without a place in a file.
fn error(py: Python<'_>, name: &str, why: &anyhow::Error) -> PyErr {
    if why.is::<Cancelled>() {
        return PyKeyboardInterrupt::new_err("the work was stopped");
    }
    let at = why.chain().find_map(|cause| cause.downcast_ref::<FileError>());
    let (file, spot) = at.map_or((name, None), |error| (&*error.file, error.spot));
    let message = match at {
        Some(error) if why.is::<FileError>() => error.message.clone(),
        _ => format!("{why:#}"),
    };
    let shown = at.and_then(|error| error.shown.clone());
    let (line, column) = (spot.map(|spot| spot.line), spot.map(|spot| spot.column));
    let made = py
        .import("elenchus._errors")
        .and_then(|module| module.getattr("ScenarioError"))
        .and_then(|class| class.call1((message, file, line, column, shown)));
    made.map_or_else(|error| error, PyErr::from_value)
}

fn seat(name: &str) -> PyResult<Seat> {
    name.parse()
        .map_err(|why: String| pyo3::exceptions::PyValueError::new_err(format!("seat: {why}")))
}

/// A record as Python gets it: the JSON of the command, the file, and the error of a player.
type RecordParts = (String, String, Option<String>);

fn parts(played: PlayedRecord) -> RecordParts {
    (played.json, played.yaml, played.error)
}

/// A scenario with its settings, players and seed.
#[pyclass(frozen, module = "elenchus._elenchus")]
struct Debate(DebateCall);

#[pymethods]
impl Debate {
    /// Finds a scenario: a file, or a name of the library.
    #[staticmethod]
    fn find(py: Python<'_>, name: &str) -> PyResult<Self> {
        DebateCall::find(name).map(Self).map_err(|why| error(py, name, &why.into()))
    }

    /// Reads a scenario from text.
    #[staticmethod]
    fn read(py: Python<'_>, name: &str, text: &str) -> PyResult<Self> {
        DebateCall::read(name, text).map(Self).map_err(|why| error(py, name, &why.into()))
    }

    /// The name, the text and the settings, from which `read` and `set` make the same value.
    fn state(&self) -> (String, String, Vec<(String, String)>) {
        let set = self.0.settings().iter();
        let set = set.map(|one| (one.path.clone(), one.value.clone())).collect();
        (self.0.name().to_owned(), self.0.text().to_owned(), set)
    }

    /// The same scenario with another value of a parameter.
    fn set(&self, py: Python<'_>, path: String, value: String) -> PyResult<Self> {
        let mut call = self.0.clone();
        let setting = ParameterSetting { path, value };
        call.set(setting).map_err(|why| error(py, self.0.name(), &why))?;
        Ok(Self(call))
    }

    /// The same scenario with this player: the text of a strategy, or a function with its name.
    fn seat(
        &self,
        py: Python<'_>,
        name: &str,
        written: String,
        function: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let mut call = self.0.clone();
        let player = match function {
            None => CalledPlayer::Written(written),
            Some(function) => CalledPlayer::Function(written, player(function)),
        };
        call.seat(seat(name)?, player);
        call.scenario().map_err(|why| error(py, self.0.name(), &why))?;
        Ok(Self(call))
    }

    /// The same scenario with this seed, and with everything shown if `reveal` is true.
    fn under(&self, seed: Option<u64>, reveal: bool) -> Self {
        let mut call = self.0.clone();
        if let Some(seed) = seed {
            call.seed(seed);
        }
        if reveal {
            call.reveal();
        }
        Self(call)
    }

    /// The scenario as YAML, and as JSON.
    fn written(&self, py: Python<'_>) -> PyResult<(String, String)> {
        let text = || {
            let scenario = self.0.scenario()?;
            anyhow::Ok((write(&scenario)?, serde_json::to_string(&scenario)?))
        };
        text().map_err(|why| error(py, self.0.name(), &why))
    }

    fn solve(&self, py: Python<'_>, debates: u64, progress: Option<Py<PyAny>>) -> PyResult<String> {
        self.value(py, progress, |token| self.0.solve(debates, token))
    }

    fn simulate(
        &self,
        py: Python<'_>,
        debates: u64,
        slice: SliceNumber,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        self.value(py, progress, |token| self.0.simulate(debates, slice, token))
    }

    fn debates(
        &self,
        py: Python<'_>,
        debates: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        self.value(py, progress, |token| Ok(self.0.debates(debates, token)?.into()))
    }

    fn sweep(
        &self,
        py: Python<'_>,
        vary: Vec<(String, Vec<String>)>,
        best: Vec<String>,
        common_seeds: bool,
        debates: (u64, SliceNumber),
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let vary: Vec<_> =
            vary.into_iter().map(|(name, values)| SweepAxis { name, values }).collect();
        let best = best.iter().map(|name| seat(name)).collect::<PyResult<Vec<_>>>()?;
        self.value(py, progress, |token| self.0.sweep(vary, best, common_seeds, debates, token))
    }

    fn attack(
        &self,
        py: Python<'_>,
        attacking: &str,
        over: Vec<String>,
        debates: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let attacking = seat(attacking)?;
        self.value(py, progress, |token| self.0.attack(attacking, &over, debates, token))
    }

    fn run(&self, py: Python<'_>) -> PyResult<RecordParts> {
        self.long(py, None, |token| self.0.run(token).map(parts))
    }

    fn replay(&self, py: Python<'_>) -> PyResult<RecordParts> {
        self.long(py, None, |token| self.0.replay(token).map(parts))
    }

    fn review(&self, py: Python<'_>) -> PyResult<String> {
        self.value(py, None, |token| self.0.review(token))
    }

    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.long(py, None, |token| self.0.svg(token))
    }

    /// Starts a debate in which the caller plays these seats.
    fn step(&self, py: Python<'_>, people: Vec<String>) -> PyResult<Stepper> {
        let people = people.iter().map(|name| seat(name)).collect::<PyResult<Vec<_>>>()?;
        Stepper::start(py, &self.0, &people)
    }
}

impl Debate {
    fn long<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<Py<PyAny>>,
        work: impl FnOnce(&CancelToken) -> anyhow::Result<T> + Send,
    ) -> PyResult<T> {
        long(py, progress, work)?.map_err(|why| error(py, self.0.name(), &why))
    }

    fn value(
        &self,
        py: Python<'_>,
        progress: Option<Py<PyAny>>,
        work: impl FnOnce(&CancelToken) -> anyhow::Result<Value> + Send,
    ) -> PyResult<String> {
        self.long(py, progress, work).map(|value| calls::text(&value))
    }
}

/// A player of a Python function that takes a question as JSON text and returns moves with their probabilities.
fn player(function: Py<PyAny>) -> PlayerFunction {
    PlayerFunction::new(move |question| {
        Python::attach(|py| {
            let answered = function.call1(py, (question,));
            answered.and_then(|moves| moves.extract(py)).map_err(|error| traceback(py, &error))
        })
    })
}

/// The traceback of a Python exception, as Python prints it.
fn traceback(py: Python<'_>, error: &PyErr) -> String {
    let lines = py
        .import("traceback")
        .and_then(|module| {
            let parts = (error.get_type(py), error.value(py), error.traceback(py));
            module.call_method1("format_exception", parts)
        })
        .and_then(|lines| lines.extract::<Vec<String>>());
    lines.map_or_else(|_| error.to_string(), |lines| lines.concat().trim_end().to_owned())
}

/// The scenarios of the library as JSON.
#[pyfunction]
fn listed() -> String {
    calls::text(&calls::listed().into())
}

/// The verbs of all moves.
#[pyfunction]
fn verbs() -> Vec<&'static str> {
    Verb::ALL.iter().map(|verb| verb.word()).collect()
}

/// Adds up the slices of a run.
#[pyfunction]
fn merged(py: Python<'_>, parts: Vec<String>) -> PyResult<String> {
    let run = calls::merged(&parts).map_err(|why| error(py, "slices", &why))?;
    Ok(calls::text(&run))
}

/// The compiled part of the package `elenchus`.
#[pymodule]
mod _elenchus {
    #[pymodule_export]
    use super::statistics::{
        agent_score_difference, bootstrap_mean, calibration, effective_size, paired_difference,
        performance_gap_recovered, scenarios_for_means, scenarios_for_rates,
    };
    #[pymodule_export]
    use super::{Debate, Stepper, listed, merged, verbs};

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
