//! Limits how often a network address can try codes of the class.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

/// After this many wrong codes from one address within [`WINDOW`], the next tries from there must wait.
const MOST: u32 = 20;
const WINDOW: Duration = Duration::from_secs(60);
/// The time between two tries from an address that must wait. Trying all codes would take years.
const TURN: Duration = Duration::from_millis(100);
/// The longest wait before a code is checked. If the wait would be longer, the student must try again later.
const PATIENCE: Duration = Duration::from_secs(5);
/// If there are this many addresses, old ones are removed.
const ADDRESSES: usize = 4096;

/// The wrong codes that came from each address.
#[derive(Debug, Default)]
pub(crate) struct JoinLimiter {
    tries: HashMap<IpAddr, Tries>,
}

#[derive(Debug)]
struct Tries {
    wrong: u32,
    since: Instant,
    /// The earliest time of the next try.
    next: Instant,
}

impl JoinLimiter {
    /// Returns the time that somebody from this address must wait before their code is checked.
    ///
    /// # Errors
    /// Returns a message for the student if the wait is too long.
    pub(crate) fn turn(&mut self, from: IpAddr) -> Result<Duration, String> {
        let from = network(from);
        let now = Instant::now();
        let Some(tries) = self.tries.get_mut(&from) else { return Ok(Duration::ZERO) };
        if !tries.is_locked(now) {
            return Ok(Duration::ZERO);
        }
        let wait = tries.next.max(now) - now;
        if wait > PATIENCE {
            return Err(
                "too many codes were tried from your network address. Try again in a moment".into(),
            );
        }
        tries.next = now + wait + TURN;
        Ok(wait)
    }

    /// Checks a code. The right code is accepted, even after many wrong ones from the same address.
    ///
    /// # Errors
    /// Returns a message for the student if the code is wrong.
    pub(crate) fn check(&mut self, given: &str, right: &str, from: IpAddr) -> Result<(), String> {
        let given: String = given.chars().filter(|c| !c.is_whitespace()).collect();
        if given.to_uppercase() == right {
            return Ok(());
        }
        let (now, from) = (Instant::now(), network(from));
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
            true => "too many wrong codes. The next one is checked after a pause".into(),
            false => "this is not the code of the class. Ask the teacher for the code".into(),
        })
    }
}

/// The address that stands for all addresses of one network: the first 64 bits of an IPv6 address, because one
/// device has all the others, or an IPv4 address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(own) => IpAddr::V6(Ipv6Addr::from_bits(own.to_bits() & (u128::MAX << 64))),
        own => own,
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
        let mut door = JoinLimiter::default();
        let (theirs, other) = (address(1), address(2));
        for _ in 0..MOST {
            assert_eq!(door.turn(theirs), Ok(Duration::ZERO));
            assert!(door.check("WRONG2", "RIGHT2", theirs).unwrap_err().contains("Ask"));
        }
        assert!(
            door.check("WRONG2", "RIGHT2", theirs).unwrap_err().contains("checked after a pause")
        );
        // The next tries from that address must wait. The right code is accepted when its turn comes.
        let waits: Vec<_> = (0..3).map(|_| door.turn(theirs).unwrap()).collect();
        assert!(waits[1] > waits[0] && waits[2] > TURN, "{waits:?}");
        assert_eq!(door.check(" right 2 ", "RIGHT2", theirs), Ok(()));
        // A device has all addresses of its IPv6 network.
        let wide = |last: u16| IpAddr::V6(Ipv6Addr::new(0xfd00, 1, 2, 3, 9, 9, 9, last));
        (0..=MOST as u16).for_each(|n| drop(door.check("WRONG2", "RIGHT2", wide(n))));
        assert!(door.turn(wide(999)).is_ok() && door.turn(wide(1000)).unwrap() > Duration::ZERO);
        while door.turn(theirs).is_ok() {}
        assert_eq!(door.turn(other), Ok(Duration::ZERO));
        assert_eq!(door.check("RIGHT2", "RIGHT2", other), Ok(()));
    }
}
