//! Runs the lab on another thread. Each point is shown as soon as it is computed.

use std::sync::{Arc, Mutex};

use crate::analysis::{Game, ResponseSummary};
use crate::batch::sweep::{PointResult, measure};
use crate::debate::PlayError;
use crate::tui::plot::PlotPoint;
use crate::tui::prelude::*;

/// The number of debates for each point.
pub const DEBATES: u64 = 400;

/// A run that is active or has finished.
pub struct LabRun {
    points: Arc<Mutex<Vec<PlotPoint>>>,
    job: Option<Job<Result<(), String>>>,
}

impl LabRun {
    /// Starts a run. `values` finds the values to try, and `open` gives the game for each value. A value without a game
    /// has no point.
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
                // A point of a cancelled run has fewer debates than it would claim.
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

    /// The points so far.
    pub fn points(&self) -> Vec<PlotPoint> {
        self.points.lock().map(|p| p.clone()).unwrap_or_default()
    }

    /// Stores the best responses at a point.
    pub fn answered(&self, at: usize, best: [ResponseSummary; 2]) {
        if let Ok(mut points) = self.points.lock()
            && let Some(point) = points.get_mut(at)
        {
            point.best = Some(best);
        }
    }

    /// Returns `true` while the run is active.
    pub fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// The number of finished points, and the number of all points.
    pub fn progress(&self) -> (u64, u64) {
        let points = self.points();
        (points.iter().filter(|p| p.tally.is_some()).count() as u64, points.len() as u64)
    }

    /// The number of debates played so far, and the number of all debates.
    pub fn debates(&self) -> (u64, u64) {
        let (ended, total) = self.progress();
        let (ended, total) = (ended * DEBATES, total * DEBATES);
        // Until the next point is finished, the job counts the debates.
        let counted = self.job.as_ref().map_or(0, |job| job.progress().0);
        (ended.max(counted).min(total), total)
    }

    /// Checks if the run has ended. Returns the error if it has failed.
    pub fn poll(&mut self) -> Option<String> {
        if let JobStatus::Done(result) = Job::poll_slot(&mut self.job) {
            result.err()
        } else {
            None
        }
    }

    /// Stops the run. Drops the unfinished point.
    pub fn stop(&self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }
}
