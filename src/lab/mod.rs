//! The lab: many debates, in parallel, counted.
//!
//! Debate number i of a run has the seed `first + i`, so the same run gives the same counts on any
//! number of threads, and each of its debates can be played again by itself.

mod tally;

pub use tally::{Payoff, Rate, Tally};

use rayon::prelude::*;

use crate::chance::Tables;
use crate::debate::{Many, Stuck};
use crate::work::Token;

/// A run is cut into at most this many batches, however long it is: memory stays flat, and batches
/// are added up in their order, so that rounding is the same on any number of threads.
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
    let size = debates.div_ceil(BATCHES).max(1);
    let batch = |tables: &mut Tables, batch: u64| {
        let mut tally = Tally::default();
        let numbers = batch * size..debates.min((batch + 1) * size);
        for number in numbers.clone() {
            if number % ASKED_EVERY == 0 && token.is_stopped() {
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
    let tallies: Result<Vec<Tally>, Stuck> =
        (0..debates.div_ceil(size)).into_par_iter().map_init(Tables::default, batch).collect();
    Ok(tallies?.iter().fold(Tally::default(), Tally::and))
}
