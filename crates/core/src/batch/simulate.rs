//! Plays the debates of a run in batches.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;
use smallvec::SmallVec;

use super::tally::Tally;
use crate::chance::{BinomialTables, seed_in_series};
use crate::debate::{BatchSimulator, DebateResult, PlayError};
use crate::work::CancelToken;

/// The largest number of batches in a run. The limit keeps memory use constant for long runs.
const BATCHES: u64 = 4096;

/// The number of debates that a batch plays side by side. Before each of these groups, it checks whether the work was
/// stopped.
const AT_ONCE: u64 = 64;

/// Plays the `debates` debates of a run with this seed. The token counts the debates. If the token is stopped,
/// returns the counts so far; [`Tally::debates`] is then smaller than `debates`.
///
/// # Errors
/// Returns an error if a program made an illegal move.
pub fn simulate(
    many: &dyn BatchSimulator,
    debates: u64,
    run_seed: u64,
    token: &CancelToken,
) -> Result<Tally, PlayError> {
    token.report(0, debates);
    simulate_some(many, 0..debates, run_seed, token)
}

/// Plays the debates of a run with these numbers, counted from 0.
///
/// # Errors
/// Returns an error if a program made an illegal move.
pub fn simulate_some(
    many: &dyn BatchSimulator,
    numbers: Range<u64>,
    run_seed: u64,
    token: &CancelToken,
) -> Result<Tally, PlayError> {
    let PartialTally { tally, failed, .. } = count(many, numbers, run_seed, token);
    failed.map_or(Ok(tally), Err)
}

/// The counts up to the first debate that failed, if any.
#[derive(Clone, Debug)]
pub struct PartialTally {
    /// The debates that ended.
    pub tally: Tally,
    /// The error of a debate that failed and so ended the run. `None` if none did.
    pub failed: Option<PlayError>,
    /// The debates whose players are functions that failed, by seed. The run went on without them.
    pub lost: Vec<LostDebate>,
}

/// The seed of a debate in which a function failed, and the error of the function.
pub type LostDebate = (u64, String);

/// Works like [`simulate_some`]. But if a debate fails, returns its error together with the counts
/// of the debates that ended.
pub fn count(
    many: &dyn BatchSimulator,
    numbers: Range<u64>,
    run_seed: u64,
    token: &CancelToken,
) -> PartialTally {
    let debates = numbers.end.saturating_sub(numbers.start);
    let size = debates.div_ceil(BATCHES).max(1);
    let failed = OnceLock::new();
    let lost = Mutex::new(Vec::new());
    let batch = |tables: &mut BinomialTables, batch: u64| {
        let mut tally = Tally::default();
        let first = numbers.start + batch * size;
        let end = numbers.end.min(first + size);
        let mut next = first;
        while next < end && !token.is_stopped() && failed.get().is_none() {
            let group = next..end.min(next + AT_ONCE);
            let seeds: SmallVec<[u64; AT_ONCE as usize]> =
                group.map(|number| seed_in_series(run_seed, number)).collect();
            let mut told = 0;
            let mut tell = |end: &DebateResult| {
                told += 1;
                tally.count(end);
            };
            match many.play_seeds(&seeds, tables, token, &mut tell) {
                Ok(()) => next += seeds.len() as u64,
                // The debates of a function are played one after another, so the next one failed.
                Err(PlayError::Function(why)) => {
                    token.advance(1);
                    let debate = (next + told as u64, seeds[told], why);
                    lost.lock().unwrap_or_else(PoisonError::into_inner).push(debate);
                    next += told as u64 + 1;
                }
                Err(PlayError::Stopped(_)) => break,
                Err(stuck) => {
                    // Only the first failure is reported.
                    let _ = failed.set(stuck);
                    break;
                }
            }
        }
        token.advance(tally.debates);
        tally
    };
    let tally = (0..debates.div_ceil(size))
        .into_par_iter()
        .map_init(BinomialTables::default, batch)
        .reduce(Tally::default, |all, some| all.and(&some));
    let mut lost = lost.into_inner().unwrap_or_else(PoisonError::into_inner);
    lost.sort();
    let lost = lost.into_iter().map(|(_, seed, why)| (seed, why)).collect();
    PartialTally { tally, failed: failed.into_inner(), lost }
}

/// The largest number of debates that the other threads play while they wait for a slow debate.
const AHEAD: u64 = 16_384;

/// The largest number of finished debates that wait to be reported.
const WAITING: usize = 1024;

/// If no debate ends for this long, [`each`] reports a pause.
const SILENCE: Duration = Duration::from_millis(20);

/// The time that a thread sleeps if it is too far ahead of a slow debate.
const WHILE: Duration = Duration::from_millis(2);

/// An event that [`each`] reports.
#[derive(Clone, Copy, Debug)]
pub enum PlayedDebate<'a> {
    /// The debate with this seed ended.
    Debate(u64, &'a DebateResult),
    /// No further debate has ended yet, so buffered output can be flushed.
    Pause,
}

/// Plays the debates of a run and reports them to `tell` in the order of their numbers. If a debate
/// fails or the token is stopped, no new debate starts, but all debates that have ended are still
/// reported. Returns the number of reported debates.
///
/// # Errors
/// Returns the error of a debate that failed, or the error of `tell`.
pub fn each<E: From<PlayError>>(
    many: &dyn BatchSimulator,
    debates: u64,
    run_seed: u64,
    token: &CancelToken,
    mut tell: impl FnMut(PlayedDebate<'_>) -> Result<(), E>,
) -> Result<u64, E> {
    token.report(0, debates);
    let (next, told) = (AtomicU64::new(0), AtomicU64::new(0));
    let enough = AtomicBool::new(false);
    let work = |ended: SyncSender<(u64, Result<DebateResult, PlayError>)>| {
        let mut tables = BinomialTables::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let far = || number >= told.load(Ordering::Relaxed) + AHEAD;
            while far() && !enough.load(Ordering::Relaxed) && !token.is_stopped() {
                thread::sleep(WHILE);
            }
            if number >= debates || enough.load(Ordering::Relaxed) || token.is_stopped() {
                return;
            }
            let end = many.play_seed(seed_in_series(run_seed, number), &mut tables, token);
            enough.fetch_or(end.is_err(), Ordering::Relaxed);
            if ended.send((number, end)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (ended, ends) = sync_channel(WAITING);
        for _ in 0..(rayon::current_num_threads() as u64).min(debates) {
            let ended = ended.clone();
            scope.spawn(|| work(ended));
        }
        drop(ended);
        let listened = listen(&ends, &told, |number, end| {
            tell(match end {
                Some(end) => PlayedDebate::Debate(seed_in_series(run_seed, number), end),
                None => PlayedDebate::Pause,
            })?;
            token.advance(u64::from(end.is_some()));
            Ok(())
        });
        // After this, no thread waits for a receiver that has stopped.
        enough.store(true, Ordering::Relaxed);
        drop(ends);
        listened
    })
}

/// Passes results to `tell` in the order of their numbers. After a failure, the results of some numbers are missing;
/// the results of later numbers are then passed on too. Returns the number of results.
fn listen<E: From<PlayError>>(
    ends: &Receiver<(u64, Result<DebateResult, PlayError>)>,
    told: &AtomicU64,
    mut tell: impl FnMut(u64, Option<&DebateResult>) -> Result<(), E>,
) -> Result<u64, E> {
    let (mut failed, mut waiting, mut count) = (None, BTreeMap::new(), 0);
    loop {
        let (number, end) = match ends.recv_timeout(SILENCE) {
            Ok(ended) => ended,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                tell(0, None)?;
                continue;
            }
        };
        match end {
            Ok(end) => {
                waiting.insert(number, end);
            }
            Err(PlayError::Stopped(_)) => {}
            Err(stuck) => {
                failed.get_or_insert(stuck);
            }
        }
        while let Some(end) = waiting.remove(&told.load(Ordering::Relaxed)) {
            tell(told.fetch_add(1, Ordering::Relaxed), Some(&end))?;
            count += 1;
        }
    }
    for (number, end) in waiting {
        tell(number, Some(&end))?;
        count += 1;
    }
    failed.map_or(Ok(count), |stuck| Err(stuck.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Cost, Outcome, Side};

    /// Debates that Alice wins, in a run with seed 0. The debate with number `fails` fails. The debate with
    /// number `slow` waits until all before it were reported.
    struct Fake {
        fails: Option<u64>,
        by_function: bool,
        slow: (u64, u64),
        told: AtomicU64,
    }

    impl BatchSimulator for Fake {
        fn play_seed(
            &self,
            seed: u64,
            _: &mut BinomialTables,
            token: &CancelToken,
        ) -> Result<DebateResult, PlayError> {
            // The slow debate ends when all before it were reported.
            while seed == self.slow.0 && self.told.load(Ordering::Relaxed) < self.slow.1 {
                token.check()?;
                thread::sleep(WHILE);
            }
            if self.fails == Some(seed) {
                let error = if self.by_function { PlayError::Function } else { PlayError::Outside };
                return Err(error("it fails".into()));
            }
            Ok(DebateResult {
                outcome: Outcome { winner: Side::Alice, payoff: None },
                truth: None,
                right: None,
                rulings: None,
                answer_is_right: None,
                costs: [[0; Cost::ALL.len()]; 3],
            })
        }
    }

    fn fake(fails: Option<u64>, slow: u64) -> Fake {
        let fails = fails.map(|number| seed_in_series(0, number));
        let slow = (seed_in_series(0, slow), slow);
        Fake { fails, by_function: false, slow, told: AtomicU64::new(0) }
    }

    fn told_of(
        fake: &Fake,
        debates: u64,
        token: &CancelToken,
    ) -> (Result<u64, PlayError>, Vec<u64>) {
        let numbers: BTreeMap<u64, u64> = (0..debates).map(|n| (seed_in_series(0, n), n)).collect();
        let mut told_numbers = Vec::new();
        let told = each::<PlayError>(fake, debates, 0, token, |told| {
            if let PlayedDebate::Debate(seed, _) = told {
                told_numbers.push(numbers[&seed]);
                fake.told.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        });
        (told, told_numbers)
    }

    #[test]
    fn debates_are_reported_in_order_while_others_are_played() {
        // The slow debate waits until all before it were reported.
        let (told, numbers) = told_of(&fake(None, 500), 1000, &CancelToken::default());
        assert_eq!((told, numbers), (Ok(1000), (0..1000).collect()));
    }

    #[test]
    fn a_debate_that_fails_takes_none_of_the_others_with_it() {
        let (told, numbers) = told_of(&fake(Some(49), u64::MAX), 1000, &CancelToken::default());
        assert_eq!(told, Err(PlayError::Outside("it fails".into())));
        assert!(numbers.len() >= 49 && numbers[..49].iter().copied().eq(0..49), "{numbers:?}");
        assert!(numbers.is_sorted() && !numbers.contains(&49), "{numbers:?}");
        let counted = count(&fake(Some(49), u64::MAX), 0..1000, 0, &CancelToken::default());
        assert!(counted.failed.is_some() && counted.tally.debates < 1000);
        assert_eq!(counted.tally.debates, counted.tally.alice_wins);
    }

    #[test]
    fn a_function_that_fails_loses_only_its_own_debate() {
        let fake = Fake { by_function: true, ..fake(Some(49), u64::MAX) };
        let counted = count(&fake, 0..1000, 0, &CancelToken::default());
        assert_eq!((counted.tally.debates, counted.failed), (999, None));
        assert_eq!(counted.lost, [(seed_in_series(0, 49), "it fails".to_owned())]);
    }

    #[test]
    fn progress_moves_with_every_debate_and_a_stop_loses_none_that_ended() {
        let token = CancelToken::default();
        let (fake, mut last) = (fake(None, 700), 0);
        let told = each::<PlayError>(&fake, 1000, 0, &token, |told| {
            let (done, of) = token.progress();
            assert!(of == 1000 && done >= last);
            last = done;
            if matches!(told, PlayedDebate::Debate(seed, _) if seed == seed_in_series(0, 600)) {
                token.stop();
            }
            Ok(())
        });
        assert!(told.is_ok_and(|told| (601..1000).contains(&told)));
        assert!(last >= 600, "{last}");
    }
}
