//! The door: how often codes may be tried.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// After as many wrong codes from one address within [`WINDOW`], its tries take turns.
const MOST: u32 = 20;
const WINDOW: Duration = Duration::from_secs(60);
/// Such an address has one try in so long, right or wrong: all codes together would take years.
const TURN: Duration = Duration::from_millis(100);
/// Who would wait longer for a turn is told to come again.
const PATIENCE: Duration = Duration::from_secs(5);
/// Of as many addresses the tries are counted.
const ADDRESSES: usize = 4096;

/// What is known of those who came to the door.
#[derive(Debug, Default)]
pub(crate) struct Door {
    tries: HashMap<IpAddr, Tries>,
}

#[derive(Debug)]
struct Tries {
    wrong: u32,
    since: Instant,
    /// When the next turn is.
    next: Instant,
}

impl Door {
    /// How long somebody from this address waits before their code is looked at.
    ///
    /// # Errors
    /// Words for who would wait too long.
    pub(crate) fn turn(&mut self, from: IpAddr) -> Result<Duration, String> {
        let now = Instant::now();
        let Some(tries) = self.tries.get_mut(&from) else { return Ok(Duration::ZERO) };
        if !tries.is_locked(now) {
            return Ok(Duration::ZERO);
        }
        let wait = tries.next.max(now) - now;
        if wait > PATIENCE {
            return Err("many codes are tried from where you are: try again in a moment".into());
        }
        tries.next = now + wait + TURN;
        Ok(wait)
    }

    /// Is this the code? The right one is let in however many wrong ones came from the same address.
    ///
    /// # Errors
    /// Words for who gave it.
    pub(crate) fn check(&mut self, given: &str, right: &str, from: IpAddr) -> Result<(), String> {
        let given: String = given.chars().filter(|c| !c.is_whitespace()).collect();
        if given.to_uppercase() == right {
            return Ok(());
        }
        let now = Instant::now();
        if self.tries.len() >= ADDRESSES {
            self.tries.retain(|_, tries| now.duration_since(tries.since) < WINDOW);
        }
        let new = || Tries { wrong: 0, since: now, next: now };
        let tries = self.tries.entry(from).or_insert_with(new);
        if now.duration_since(tries.since) >= WINDOW {
            *tries = new();
        }
        tries.wrong = tries.wrong.saturating_add(1);
        Err(match tries.is_locked(now) {
            true => "too many wrong codes: the next one is looked at after a while".into(),
            false => "this is not the code of the class: ask the teacher for it".into(),
        })
    }
}

impl Tries {
    fn is_locked(&self, now: Instant) -> bool {
        self.wrong > MOST && now.duration_since(self.since) < WINDOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn address(last: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(10, 0, 0, last))
    }

    #[test]
    fn wrong_codes_lock_out_wrong_codes_and_slow_their_address() {
        let mut door = Door::default();
        let (theirs, other) = (address(1), address(2));
        for _ in 0..MOST {
            assert_eq!(door.turn(theirs), Ok(Duration::ZERO));
            assert!(door.check("WRONG2", "RIGHT2", theirs).unwrap_err().contains("ask"));
        }
        assert!(
            door.check("WRONG2", "RIGHT2", theirs).unwrap_err().contains("looked at after a while")
        );
        // Their next tries take turns; the right code is let in, at its turn.
        let waits: Vec<_> = (0..3).map(|_| door.turn(theirs).unwrap()).collect();
        assert!(waits[1] > waits[0] && waits[2] > TURN, "{waits:?}");
        assert_eq!(door.check(" right 2 ", "RIGHT2", theirs), Ok(()));
        while door.turn(theirs).is_ok() {}
        assert_eq!(door.turn(other), Ok(Duration::ZERO));
        assert_eq!(door.check("RIGHT2", "RIGHT2", other), Ok(()));
    }
}
