//! The best response of a seat by a search through its moves, whoever sits opposite.
//!
//! The seat knows what it was shown and no more: positions that look alike to it are one to it, and
//! it makes one move in all of them. They are carried along together, each with the weight of the
//! choices and draws that led there, so that nobody who knows more than the seat is taken for it.

use std::collections::{BTreeMap, HashMap};

use super::answers;
use super::best::Best;
use super::position::{Leaf, NotExact, Playing, Position, gained, worth};
use super::value::Method;
use crate::debate::{Driver, SeatPlan};
use crate::rules::{Move, Seat, Situation, Turn};
use crate::strategy::Players;
use crate::work::Token;

/// Positions that are looked at, at most.
const MOST: u64 = 20_000;

/// A move that gains less, as a share of how likely it is to come there, is as good: rounding is of this size.
const LEAST_GAIN: f64 = 1e-12;

/// Deeper debates are not looked through.
const DEEPEST: usize = 300;

/// What a seat does in its rounds, from 1, and whether an honest player does so too.
type RoundsPlayed = Vec<(u64, Move, bool)>;

/// What positions come to, and what the seat does there where that is the same whatever falls.
type ReplyValue = (f64, Option<RoundsPlayed>);

/// The best reply of a seat to the players of the others, if it is known. `ruling` says what an honest
/// judge makes of a position, where that need not be played.
///
/// # Errors
/// If there is too much to look at, or a player's moves cannot be listed.
pub(super) fn best_reply<R: Players>(
    rules: &R,
    seats: &[SeatPlan; 3],
    seat: Seat,
    ruling: Leaf<'_, R>,
    token: &Token,
) -> Result<Option<Best>, NotExact> {
    let person = |own: &Seat| *own != seat && seats[own.index()] == SeatPlan::Human;
    if let Some(person) = Seat::ALL.into_iter().find(person) {
        return Err(NotExact::Person(person));
    }
    let mut cast = seats.clone();
    cast[seat.index()] = SeatPlan::honest();
    let mixture = SeatPlan::unmixed(&cast);
    let judged = seat != Seat::Judge && seats[Seat::Judge.index()].is_honest();
    let drivers = mixture.iter().map(|(_, cast)| Driver::new(rules.clone(), cast, token));
    let drivers: Vec<_> = drivers.collect::<Result<_, _>>().map_err(NotExact::Illegal)?;
    let playing = |driver| {
        let leaf = judged.then_some(ruling);
        Playing { counted: true, leaf, ..Playing::new(driver, token) }
    };
    let playing: Vec<_> = drivers.iter().map(playing).collect();
    let starts = mixture.iter().zip(&playing).map(|((p, _), playing)| (*p, playing.at(rules)));
    ReplySearch::new(seat, MOST, Method::EveryMove, token).best(starts)
}

/// A position, as likely as the others' choices and nature's draws make it.
struct LikelyPosition<'a> {
    weight: f64,
    at: Box<dyn Position<'a> + 'a>,
    /// Who of the mixtures plays.
    by: usize,
    /// What the seat saw since it was last asked.
    seen: String,
}

impl LikelyPosition<'_> {
    /// The position after a move that is as likely as `p`.
    fn after(&self, p: f64, mv: &Move, by: Option<Seat>, shown: bool) -> Result<Self, NotExact> {
        let at = self.at.after(mv, by)?;
        // That something was done unseen may show on a board.
        let seen = self.seen.clone() + &if shown { format!("{mv}\n") } else { "\n".into() };
        Ok(Self { weight: self.weight * p, at, by: self.by, seen })
    }
}

/// A search through every move that a seat may make. Before the seat answers, it asks, reads and runs
/// what its honest player does.
pub(super) struct ReplySearch<'a> {
    seat: Seat,
    method: Method,
    most: u64,
    left: u64,
    /// By situation, and who plays.
    memory: HashMap<(Situation, usize), ReplyValue>,
    /// Whether every move was looked at wherever the seat was asked.
    whole: bool,
    token: &'a Token,
}

impl<'a> ReplySearch<'a> {
    /// A search for a seat through no more than `most` positions.
    pub fn new(seat: Seat, most: u64, method: Method, token: &'a Token) -> Self {
        Self { seat, method, most, left: most, memory: HashMap::new(), whole: true, token }
    }

    /// The best from one of these positions on, each with its probability. The seat does not know which
    /// of them it is.
    pub fn best<'p>(
        mut self,
        starts: impl Iterator<Item = (f64, Box<dyn Position<'p> + 'p>)>,
    ) -> Result<Option<Best>, NotExact> {
        let start = |(by, (weight, at))| LikelyPosition { weight, at, by, seen: String::new() };
        let (value, line) = self.of(starts.enumerate().map(start).collect(), 0)?;
        let rounds = line.map(|line| {
            let other = line.into_iter().filter(|(_, _, honest)| !honest);
            other.map(|(n, mv, _)| (n, mv.to_string())).collect()
        });
        Ok(Best::searched(self.seat, value, rounds, (self.whole, self.method)))
    }

    /// What positions come to that look alike to the seat, by their weight.
    fn of(&mut self, nodes: Vec<LikelyPosition<'_>>, depth: usize) -> Result<ReplyValue, NotExact> {
        let (mut value, mut line) = (0.0, Some(Vec::new()));
        let mut asked: BTreeMap<String, Vec<LikelyPosition<'_>>> = BTreeMap::new();
        let mut open: Vec<(LikelyPosition<'_>, usize)> =
            nodes.into_iter().map(|node| (node, depth)).collect();
        while let Some((node, depth)) = open.pop() {
            self.token.check()?;
            self.left = self.left.checked_sub(1).ok_or(NotExact::TooLarge(self.most))?;
            if depth > DEEPEST {
                return Err(NotExact::TooDeep(DEEPEST));
            }
            if let Some(known) = node.at.leaf()? {
                value += node.weight * known;
                continue;
            }
            let turn = node.at.turn();
            let by = match turn {
                Turn::Over(outcome) => {
                    value += node.weight * worth(outcome);
                    continue;
                }
                Turn::Ask(seat) if seat == self.seat => {
                    // Who is offered other things knows that something else happened.
                    let key = format!("{}{:?}", node.seen, node.at.menu());
                    asked
                        .entry(key)
                        .or_default()
                        .push(LikelyPosition { seen: String::new(), ..node });
                    continue;
                }
                Turn::Ask(seat) => Some(seat),
                Turn::Reveal { .. } | Turn::Draw { .. } => None,
            };
            let mut after = node.at.moves(&turn)?;
            after.retain(|(p, _, _)| *p > 0.0);
            // Each of them will be looked at: what is too much is known before the first is.
            if (open.len() + after.len()) as u64 > self.left {
                return Err(NotExact::TooLarge(self.most));
            }
            for (p, mv, to) in after {
                open.push((node.after(p, &mv, by, to.includes(self.seat))?, depth + 1));
            }
        }
        let parted = asked.len() > 1;
        for alike in asked.into_values() {
            let (next, after) = self.remembered(alike, depth + 1)?;
            value += next;
            line = after;
        }
        Ok((value, line.filter(|_| !parted)))
    }

    /// The same where the seat is asked; a single position is looked at once.
    fn remembered(
        &mut self,
        alike: Vec<LikelyPosition<'_>>,
        depth: usize,
    ) -> Result<ReplyValue, NotExact> {
        let key = match &alike[..] {
            [one] => one.at.situation().map(|situation| ((situation, one.by), one.weight)),
            _ => None,
        };
        let Some((key, weight)) = key else { return self.turn(&alike, depth) };
        if let Some((value, line)) = self.memory.get(&key) {
            return Ok((weight * value, line.clone()));
        }
        let (value, line) = self.turn(&alike, depth)?;
        self.memory.insert(key, (value / weight, line.clone()));
        Ok((value, line))
    }

    /// The seat is asked in positions that look alike to it.
    fn turn(&mut self, alike: &[LikelyPosition<'_>], depth: usize) -> Result<ReplyValue, NotExact> {
        let menu = alike[0].at.menu();
        let turn = Turn::Ask(self.seat);
        let own = alike[0].at.moves(&turn)?;
        let ends_turn = |mv: &Move| menu.admit(mv).is_ok_and(|offer| offer.ends_turn);
        let Some((_, honest, _)) = own.first().filter(|(_, mv, _)| ends_turn(mv)) else {
            let mut after = Vec::new();
            for node in alike {
                for (p, mv, _) in node.at.moves(&turn)? {
                    after.push(node.after(p, &mv, Some(self.seat), true)?);
                }
            }
            let (value, line) = self.of(after, depth)?;
            return Ok((value, line.filter(|_| own.len() == 1)));
        };
        let (answers, whole) = answers::beside(honest, &menu, self.left)?;
        self.whole &= whole;
        let others = answers.into_iter().filter(|mv| mv != honest);
        let round = alike[0].at.made(self.seat).answers as u64 + 1;
        let mut best: Option<ReplyValue> = None;
        // What is gained counts by how likely it is to come here: what is remembered of a place is divided by that.
        let least = LEAST_GAIN * alike.iter().map(|node| node.weight).sum::<f64>();
        for mv in std::iter::once(honest.clone()).chain(others) {
            let after = alike.iter().map(|node| node.after(1.0, &mv, Some(self.seat), true));
            let after: Vec<LikelyPosition<'_>> = after.collect::<Result<_, _>>()?;
            // Rounds are counted by answers: what is none cannot be said of one.
            let counts = after[0].at.made(self.seat).answers as u64 == round;
            let (value, line) = self.of(after, depth)?;
            if best.as_ref().is_none_or(|(best, _)| gained(self.seat, value - best) > least) {
                // What an honest player does by chance is named, and so is what answers a program.
                let same = mv == *honest && own.len() == 1 && self.method != Method::Asked;
                let line = line.filter(|_| counts);
                let line =
                    line.map(|line| std::iter::once((round, mv, same)).chain(line).collect());
                best = Some((value, line));
            }
        }
        best.ok_or_else(|| NotExact::Illegal("the seat has no move".into()))
    }
}
