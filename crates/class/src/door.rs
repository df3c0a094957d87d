//! The door: how often codes may be tried, how many may come in at once, and who waits for the teacher.

use std::collections::{HashMap, VecDeque};
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
/// From all addresses together may come so many times as many as from one.
const ALL: usize = 2;
/// Who has not asked again for so long waits no more.
const KNOCK: Duration = Duration::from_secs(10);
/// A code for another device is good for so long.
const PAIRING: Duration = Duration::from_secs(600);
/// As many may wait.
const WAITING: usize = 100;

/// What is known of those who came to the door.
#[derive(Debug, Default)]
pub(crate) struct Door {
    tries: HashMap<IpAddr, Tries>,
    /// As many new names may come from one address within [`WINDOW`].
    joins: usize,
    came: VecDeque<(Instant, IpAddr)>,
    waiting: Vec<Waiting>,
    /// Whether the teacher lets the names in that waited: what they are told when they ask next.
    answers: HashMap<String, bool>,
    /// Codes by which students come in from another device: the code, the student, until when.
    pairs: Vec<(String, usize, Instant)>,
}

#[derive(Debug)]
struct Tries {
    wrong: u32,
    since: Instant,
    /// When the next turn is.
    next: Instant,
}

/// Somebody who waits for the teacher.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    /// The name that they gave.
    pub name: String,
    /// Where they come from.
    pub from: IpAddr,
    asked: Instant,
}

impl Door {
    /// A door through which as many new names come from one address within a minute.
    pub(crate) fn new(joins: usize) -> Self {
        Self { joins, ..Self::default() }
    }

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

    /// Lets this student in by a code of their own, once; an earlier one is good no more.
    pub(crate) fn pair(&mut self, number: usize, code: String) {
        self.pairs.retain(|(_, other, _)| *other != number);
        self.pairs.push((code, number, Instant::now() + PAIRING));
    }

    /// Is this a student's own code? It is used up then.
    pub(crate) fn is_paired(&mut self, given: &str, number: usize) -> bool {
        let now = Instant::now();
        self.pairs.retain(|(.., until)| *until > now);
        let own = |(code, other, _): &(String, usize, Instant)| {
            *other == number && code.eq_ignore_ascii_case(given.trim())
        };
        let at = self.pairs.iter().position(own);
        at.map(|at| self.pairs.remove(at)).is_some()
    }

    /// May somebody new come in from this address just now? Counts them.
    ///
    /// # Errors
    /// Words for who may not.
    pub(crate) fn come(&mut self, from: IpAddr) -> Result<(), String> {
        let now = Instant::now();
        while self.came.front().is_some_and(|(at, _)| now.duration_since(*at) >= WINDOW) {
            self.came.pop_front();
        }
        let same = self.came.iter().filter(|(_, other)| *other == from).count();
        if same >= self.joins || self.came.len() >= ALL * self.joins {
            return Err("many come in just now: try again in a minute".into());
        }
        self.came.push_back((now, from));
        Ok(())
    }

    /// Whether the teacher lets this name in; it waits as long as nothing was said. What was said is good
    /// once.
    pub(crate) fn knock(&mut self, name: &str, from: IpAddr) -> Option<bool> {
        let answer = self.answers.remove(name);
        if answer.is_some() {
            return answer;
        }
        let asked = Instant::now();
        if let Some(waiting) = self.waiting.iter_mut().find(|waiting| waiting.name == name) {
            waiting.asked = asked;
        } else if self.waiting.len() < WAITING {
            self.waiting.push(Waiting { name: name.to_owned(), from, asked });
        }
        None
    }

    /// Those who wait, in the order in which they came.
    pub(crate) fn waiting(&mut self) -> Vec<Waiting> {
        self.waiting.retain(|waiting| waiting.asked.elapsed() < KNOCK);
        self.waiting.clone()
    }

    /// Lets somebody in who waits, or turns them away.
    pub(crate) fn answer(&mut self, name: &str, comes_in: bool) {
        self.waiting.retain(|waiting| waiting.name != name);
        self.answers.insert(name.to_owned(), comes_in);
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
        let mut door = Door::new(60);
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

    #[test]
    fn one_address_does_not_fill_the_class_and_all_together_not_at_once() {
        let mut door = Door::new(10);
        let came = |door: &mut Door, from| (0..20).filter(|_| door.come(from).is_ok()).count();
        assert_eq!([1, 2, 3].map(|from| came(&mut door, address(from))), [10, 10, 0]);
    }

    #[test]
    fn who_waits_comes_in_when_the_teacher_says_so_and_once() {
        let mut door = Door::new(10);
        for answer in [true, false] {
            assert_eq!([(); 2].map(|()| door.knock("Ann", address(1))), [None; 2]);
            assert_eq!(door.waiting().len(), 1);
            door.answer("Ann", answer);
            assert!(door.waiting().is_empty());
            assert_eq!(door.knock("Ann", address(1)), Some(answer));
        }
    }
}
