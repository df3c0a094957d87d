//! Wrong codes: nobody can try them all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// As many wrong codes from one address within [`WINDOW`] are answered; then none, right or wrong.
const MOST: u32 = 20;
const WINDOW: Duration = Duration::from_secs(60);
/// Of as many addresses the wrong codes are counted.
const ADDRESSES: usize = 4096;

/// How many wrong codes came from where, since when.
#[derive(Debug, Default)]
pub(crate) struct Guesses(HashMap<IpAddr, (u32, Instant)>);

impl Guesses {
    /// Is this the code?
    ///
    /// # Errors
    /// Words for who gave it.
    pub(crate) fn check(&mut self, given: &str, right: &str, from: IpAddr) -> Result<(), String> {
        let now = Instant::now();
        if self.0.len() >= ADDRESSES {
            self.0.retain(|_, (_, since)| now.duration_since(*since) < WINDOW);
        }
        let (count, since) = self.0.entry(from).or_insert((0, now));
        if now.duration_since(*since) >= WINDOW {
            (*count, *since) = (0, now);
        }
        if *count >= MOST {
            return Err("too many wrong codes: wait a minute".into());
        }
        let given: String = given.chars().filter(|c| !c.is_whitespace()).collect();
        if given.to_uppercase() == right {
            return Ok(());
        }
        *count += 1;
        Err("this is not the code of the class: ask the teacher for it".into())
    }
}
