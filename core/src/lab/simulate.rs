//! Playing the debates of a run in batches.

use std::ops::Range;

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
    let debates = numbers.end.saturating_sub(numbers.start);
    let size = debates.div_ceil(BATCHES).max(1);
    let batch = |tables: &mut Tables, batch: u64| {
        let mut tally = Tally::default();
        let first = numbers.start + batch * size;
        for number in first..numbers.end.min(first + size) {
            if (number - first).is_multiple_of(ASKED_EVERY) && token.is_stopped() {
                break;
            }
            match many.end(first_seed.wrapping_add(number), tables, token) {
                Ok(end) => tally.count(&end),
                Err(Stuck::Stopped(_)) => break,
                Err(stuck) => return Err(stuck),
            }
        }
        token.advance(tally.debates);
        Ok(tally)
    };
    (0..debates.div_ceil(size))
        .into_par_iter()
        .map_init(Tables::default, batch)
        .try_reduce(Tally::default, |all, some| Ok(all.and(&some)))
}

/// At most so many debates are held at once while each is told of.
const TOLD: u64 = 16_384;

/// Plays the debates of a run and tells of each, in order: its seed and how it ended. Stops early
/// if the token is stopped, behind those that had ended by then; how many were told of is returned.
///
/// # Errors
/// If a program made a move that is not legal, or what `tell` says.
pub fn each<E: From<Stuck>>(
    many: &dyn Many,
    debates: u64,
    first_seed: u64,
    token: &Token,
    mut tell: impl FnMut(u64, &End) -> Result<(), E>,
) -> Result<u64, E> {
    token.report(0, debates);
    let mut told = 0;
    while told < debates {
        // Few at first, so that something has been told of when slow debates are stopped.
        let some = told..debates.min(told + (2 * told).clamp(2, TOLD));
        let ends: Vec<Result<End, Stuck>> = some
            .clone()
            .into_par_iter()
            .map_init(Tables::default, |tables, n| {
                token.check()?;
                many.end(first_seed.wrapping_add(n), tables, token)
            })
            .collect();
        for (number, end) in some.zip(ends) {
            match end {
                Err(Stuck::Stopped(_)) => return Ok(told),
                end => tell(first_seed.wrapping_add(number), &end?)?,
            }
            told += 1;
        }
        token.report(told, debates);
    }
    Ok(told)
}
