//! A debate that Python plays move by move, for environments and for models.

use std::sync::{Mutex, MutexGuard, PoisonError};

use elenchus::cli::calls::{DebateCall, SteppedDebate};
use elenchus::rules::Seat;
use elenchus::work::CancelToken;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::{RecordParts, error, long::long, parts, seat};

/// A debate in which Python has some seats.
#[pyclass(frozen, module = "elenchus._elenchus")]
pub struct Stepper {
    name: String,
    debate: Mutex<SteppedDebate>,
}

impl Stepper {
    pub fn start(py: Python<'_>, call: &DebateCall, people: &[Seat]) -> PyResult<Self> {
        let name = call.name().to_owned();
        let debate = SteppedDebate::start(call, people, &CancelToken::default());
        let debate = debate.map_err(|why| error(py, &name, &why))?;
        Ok(Self { name, debate: Mutex::new(debate) })
    }

    fn debate(&self) -> MutexGuard<'_, SteppedDebate> {
        self.debate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Stepper {
    /// Goes back to the start, with another seed.
    fn restart(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.debate().restart(seed).map_err(|why| error(py, &self.name, &why))
    }

    /// Lets the other players and nature move. Returns the seat that must move now, or `None` at the end.
    fn advance(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let turn = long(py, None, |token| self.debate().advance(token))?;
        let turn = turn.map_err(|why| error(py, &self.name, &why))?;
        Ok(turn.map(|seat| seat.word()))
    }

    /// The question to a seat as JSON.
    fn question(&self, name: &str, numbers: u32) -> PyResult<String> {
        Ok(self.debate().question(seat(name)?, numbers))
    }

    /// Makes a move of a seat.
    fn play(&self, name: &str, text: &str) -> PyResult<()> {
        let played = self.debate().play(seat(name)?, text, &CancelToken::default());
        played.map_err(|why| PyValueError::new_err(format!("move `{text}`: {why}")))
    }

    /// The moves that a seat saw, each with its actor.
    fn seen(&self, name: &str) -> PyResult<Vec<(String, String)>> {
        Ok(self.debate().seen(seat(name)?))
    }

    /// The debate so far.
    fn record(&self, py: Python<'_>) -> PyResult<RecordParts> {
        self.debate().record().map(parts).map_err(|why| error(py, &self.name, &why))
    }
}
