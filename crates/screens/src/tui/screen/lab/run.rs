//! A run of the lab: point after point on another thread, each shown when it is there.

use std::sync::{Arc, Mutex};

use crate::analysis::{Game, ResponseSummary};
use crate::batch::sweep::{PointResult, measure};
use crate::debate::PlayError;
use crate::tui::plot::PlotPoint;
use crate::tui::prelude::*;

/// Debates of each point.
pub const DEBATES: u64 = 400;

/// A run under way, or done.
pub struct LabRun {
    points: Arc<Mutex<Vec<PlotPoint>>>,
    job: Option<Job<Result<(), String>>>,
}

impl LabRun {
    /// Starts a run: so many debates for every value that `values` finds, of the game that `open` gives for
    /// it. A value for which there is no game stays without a point.
    pub fn start(
        values: impl FnOnce(&CancelToken) -> Result<Vec<Option<f64>>, String> + Send + 'static,
        open: impl Fn(Option<f64>) -> Result<Box<dyn Game>, String> + Send + 'static,
        hides_values: bool,
        context: &Context,
    ) -> Self {
        let points = Arc::new(Mutex::new(Vec::<PlotPoint>::new()));
        let theirs = Arc::clone(&points);
        let bell = context.waker.clone();
        let job = Job::spawn_and_wait(context, move |token| {
            let values = values(token)?;
            if let Ok(mut points) = theirs.lock() {
                let empty = |&value| PlotPoint { value, ..PlotPoint::default() };
                *points = values.iter().map(empty).collect();
            }
            let mut refused = Ok(());
            for (i, value) in values.into_iter().enumerate() {
                if token.is_stopped() {
                    break;
                }
                let game = match open(value) {
                    Ok(game) => game,
                    Err(reason) => {
                        refused = refused.and(Err(reason));
                        continue;
                    }
                };
                let seats = Seat::each(|seat| game.seat_plan(seat));
                let many = game.simulator(&seats, token)?;
                let measured = match measure(&*game, &*many, 0..DEBATES, game.seed(), token) {
                    Err(PlayError::Stopped(_)) => break,
                    measured => measured.map_err(|e| e.to_string())?,
                };
                if let Some(stuck) = measured.failed {
                    return Err(stuck.to_string());
                }
                // A point that was stopped half way has fewer debates than it says.
                if token.is_stopped() {
                    break;
                }
                if let Ok(mut points) = theirs.lock() {
                    let PointResult { exact, promise, tally, .. } = measured;
                    points[i].tally = Some(tally);
                    if !hides_values {
                        (points[i].exact, points[i].promise) = (exact, promise);
                    }
                }
                bell.wake();
            }
            refused
        });
        Self { points, job: Some(job) }
    }

    /// What is there so far.
    pub fn points(&self) -> Vec<PlotPoint> {
        self.points.lock().map(|p| p.clone()).unwrap_or_default()
    }

    /// Takes in what is known of the best players of a point.
    pub fn answered(&self, at: usize, best: [ResponseSummary; 2]) {
        if let Ok(mut points) = self.points.lock()
            && let Some(point) = points.get_mut(at)
        {
            point.best = Some(best);
        }
    }

    /// Is it still under way?
    pub fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// Points done, and of how many.
    pub fn progress(&self) -> (u64, u64) {
        let points = self.points();
        (points.iter().filter(|p| p.tally.is_some()).count() as u64, points.len() as u64)
    }

    /// Debates played so far, and of how many.
    pub fn debates(&self) -> (u64, u64) {
        let (ended, total) = self.progress();
        let (ended, total) = (ended * DEBATES, total * DEBATES);
        // Within a point the work itself counts on.
        let counted = self.job.as_ref().map_or(0, |job| job.progress().0);
        (ended.max(counted).min(total), total)
    }

    /// Looks whether it has ended; the fault it ended with, if any.
    pub fn poll(&mut self) -> Option<String> {
        if let JobStatus::Done(result) = Job::poll_slot(&mut self.job) {
            result.err()
        } else {
            None
        }
    }

    /// Asks it to stop; of the point under way nothing is kept.
    pub fn stop(&self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }
}
