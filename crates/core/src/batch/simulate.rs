//! Playing the debates of a run in batches.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;

use super::tally::Tally;
use crate::chance::Tables;
use crate::debate::{End, Many, Stuck};
use crate::work::Token;

/// A run is cut into at most this many batches, however long it is: memory stays flat.
const BATCHES: u64 = 4096;

/// A token is asked after so many debates of a batch.
const ASKED_EVERY: u64 = 64;

/// Plays `debates` debates from the seed `first_seed` on. The token counts them; if it is stopped,
/// what was counted so far is returned, and [`Tally::debates`] says of how many that is.
///
/// # Errors
/// If a program made a move that is not legal.
pub fn simulate(
    many: &dyn Many,
    debates: u64,
    first_seed: u64,
    token: &Token,
) -> Result<Tally, Stuck> {
    token.report(0, debates);
    simulate_some(many, 0..debates, first_seed, token)
}

/// Plays the debates of a run with these numbers, counted from 0: a slice of it.
///
/// # Errors
/// If a program made a move that is not legal.
pub fn simulate_some(
    many: &dyn Many,
    numbers: Range<u64>,
    first_seed: u64,
    token: &Token,
) -> Result<Tally, Stuck> {
    let Counted { tally, failed } = count(many, numbers, first_seed, token);
    failed.map_or(Ok(tally), Err)
}

/// What was counted, and why there is no more of it if a debate failed.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The debates that came to their end.
    pub tally: Tally,
    /// Why one did not.
    pub failed: Option<Stuck>,
}

/// As [`simulate_some`]; a debate that fails ends the run, and takes none of the others with it.
pub fn count(many: &dyn Many, numbers: Range<u64>, first_seed: u64, token: &Token) -> Counted {
    let debates = numbers.end.saturating_sub(numbers.start);
    let size = debates.div_ceil(BATCHES).max(1);
    let failed = OnceLock::new();
    let batch = |tables: &mut Tables, batch: u64| {
        let mut tally = Tally::default();
        let first = numbers.start + batch * size;
        for number in first..numbers.end.min(first + size) {
            let asked = (number - first).is_multiple_of(ASKED_EVERY);
            if asked && token.is_stopped() || failed.get().is_some() {
                break;
            }
            match many.end(first_seed.wrapping_add(number), tables, token) {
                Ok(end) => tally.count(&end),
                Err(Stuck::Stopped(_)) => break,
                Err(stuck) => {
                    // The first one is told of.
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
        .map_init(Tables::default, batch)
        .reduce(Tally::default, |all, some| all.and(&some));
    Counted { tally, failed: failed.into_inner() }
}

/// At most so many debates are played ahead of one that takes long.
const AHEAD: u64 = 16_384;

/// So many ended debates wait to be told of.
const WAITING: usize = 1024;

/// After so long without an end what was told is handed on.
const SILENCE: Duration = Duration::from_millis(20);

/// How long a worker that is far ahead waits before it looks again.
const WHILE: Duration = Duration::from_millis(2);

/// What [`each`] tells.
#[derive(Clone, Copy, Debug)]
pub enum PlayedDebate<'a> {
    /// The debate of this seed came to this end.
    Debate(u64, &'a End),
    /// No other has ended yet: what was told so far can be handed on.
    Pause,
}

/// Plays the debates of a run and tells of each as soon as it and those before it have ended. If one
/// fails or the token is stopped, no debate is begun any more, and those that had ended are told of all
/// the same; how many were told of is returned.
///
/// # Errors
/// Why a debate failed, or what `tell` says.
pub fn each<E: From<Stuck>>(
    many: &dyn Many,
    debates: u64,
    first_seed: u64,
    token: &Token,
    mut tell: impl FnMut(PlayedDebate<'_>) -> Result<(), E>,
) -> Result<u64, E> {
    token.report(0, debates);
    let (next, told) = (AtomicU64::new(0), AtomicU64::new(0));
    let enough = AtomicBool::new(false);
    let work = |ended: SyncSender<(u64, Result<End, Stuck>)>| {
        let mut tables = Tables::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let far = || number >= told.load(Ordering::Relaxed) + AHEAD;
            while far() && !enough.load(Ordering::Relaxed) && !token.is_stopped() {
                thread::sleep(WHILE);
            }
            if number >= debates || enough.load(Ordering::Relaxed) || token.is_stopped() {
                return;
            }
            let end = many.end(first_seed.wrapping_add(number), &mut tables, token);
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
                Some(end) => PlayedDebate::Debate(first_seed.wrapping_add(number), end),
                None => PlayedDebate::Pause,
            })?;
            token.advance(u64::from(end.is_some()));
            Ok(())
        });
        // Whoever waits to be heard need not wait for more.
        enough.store(true, Ordering::Relaxed);
        drop(ends);
        listened
    })
}

/// Hands debates on in their order, and at the end those behind one that did not end; how many.
fn listen<E: From<Stuck>>(
    ends: &Receiver<(u64, Result<End, Stuck>)>,
    told: &AtomicU64,
    mut tell: impl FnMut(u64, Option<&End>) -> Result<(), E>,
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
            Err(Stuck::Stopped(_)) => {}
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

    /// Debates that Alice wins; the one of this seed fails, and each waits until so many were told of.
    struct Fake {
        fails: Option<u64>,
        slow: u64,
        told: AtomicU64,
    }

    impl Many for Fake {
        fn end(&self, seed: u64, _: &mut Tables, token: &Token) -> Result<End, Stuck> {
            // The slow one ends when nothing else is left to be told of.
            while seed == self.slow && self.told.load(Ordering::Relaxed) < seed {
                token.check()?;
                thread::sleep(WHILE);
            }
            if self.fails == Some(seed) {
                return Err(Stuck::Outside("it fails".into()));
            }
            Ok(End {
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
        Fake { fails, slow, told: AtomicU64::new(0) }
    }

    fn told_of(fake: &Fake, debates: u64, token: &Token) -> (Result<u64, Stuck>, Vec<u64>) {
        let mut seeds = Vec::new();
        let told = each::<Stuck>(fake, debates, 0, token, |told| {
            if let PlayedDebate::Debate(seed, _) = told {
                seeds.push(seed);
                fake.told.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        });
        (told, seeds)
    }

    #[test]
    fn debates_are_told_of_in_order_while_others_are_played() {
        // The slow one waits for all before it to be told of.
        let (told, seeds) = told_of(&fake(None, 500), 1000, &Token::default());
        assert_eq!((told, seeds), (Ok(1000), (0..1000).collect()));
    }

    #[test]
    fn a_debate_that_fails_takes_none_of_the_others_with_it() {
        let (told, seeds) = told_of(&fake(Some(49), u64::MAX), 1000, &Token::default());
        assert_eq!(told, Err(Stuck::Outside("it fails".into())));
        assert!(seeds.len() >= 49 && seeds[..49].iter().copied().eq(0..49), "{seeds:?}");
        assert!(seeds.is_sorted() && !seeds.contains(&49), "{seeds:?}");
        let counted = count(&fake(Some(49), u64::MAX), 0..1000, 0, &Token::default());
        assert!(counted.failed.is_some() && counted.tally.debates < 1000);
        assert_eq!(counted.tally.debates, counted.tally.alice_wins);
    }

    #[test]
    fn progress_moves_with_every_debate_and_a_stop_loses_none_that_ended() {
        let token = Token::default();
        let (fake, mut last) = (fake(None, 700), 0);
        let told = each::<Stuck>(&fake, 1000, 0, &token, |told| {
            let (done, of) = token.progress();
            assert!(of == 1000 && done >= last);
            last = done;
            if let PlayedDebate::Debate(600, _) = told {
                token.stop();
            }
            Ok(())
        });
        assert!(told.is_ok_and(|told| (601..1000).contains(&told)));
        assert!(last >= 600, "{last}");
    }
}
