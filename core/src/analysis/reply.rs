//! The best response of a seat by a search through its moves, whoever sits opposite.
//!
//! The seat knows what it was shown and no more: positions that look alike to it are one to it, and
//! it makes one move in all of them. They are carried along together, each with the weight of the
//! choices and draws that led there, so that no clairvoyant's value is taken for a player's.

use std::collections::{BTreeMap, HashMap};

use super::analysed::Analysed;
use super::best::Best;
use super::everybody::{MOST_FREE, listed, turned};
use super::game_tree::NotExact;
use super::value::{Bracket, Exact, Method};
use crate::debate::{Driver, SeatPlan};
use crate::rules::menu::Domain;
use crate::rules::{Move, Protocol, Seat, Side, Situation, Turn};
use crate::strategy::Choice;
use crate::strategy::script::Made;
use crate::work::Token;

/// Positions that are looked at, at most.
const MOST: u64 = 20_000;

/// Deeper debates are not looked through.
const DEEPEST: usize = 300;

/// What the best that a seat can do comes to.
pub(super) struct Reply {
    value: f64,
    /// Its rounds, and its move in each, where these are the same whatever falls.
    line: Option<Line>,
    /// Whether every move was looked at wherever the seat was asked.
    whole: bool,
}

/// What a seat does in its rounds, from 1, and whether an honest player does so too.
type Line = Vec<(u64, Move, bool)>;

impl Reply {
    /// The best reply of a seat to the players of the others. Before it answers it asks, reads and runs
    /// what its honest player does.
    ///
    /// # Errors
    /// If there is too much to look at, or a player's moves cannot be listed.
    pub(super) fn to<R: Analysed>(
        rules: &R,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &Token,
    ) -> Result<Self, NotExact> {
        let parts = Seat::ALL.into_iter().zip(seats).map(|(own, plan)| match own == seat {
            true => Ok(vec![(1.0, SeatPlan::honest())]),
            false => match plan {
                SeatPlan::Human => Err(NotExact::Person(own)),
                SeatPlan::Mix(parts) => {
                    let part = |(p, name): &(crate::chance::Probability, String)| {
                        (p.get(), SeatPlan::Program(name.clone()))
                    };
                    Ok(parts.iter().map(part).collect())
                }
                plan => Ok(vec![(1.0, plan.clone())]),
            },
        });
        let parts: Vec<Vec<(f64, SeatPlan)>> = parts.collect::<Result<_, _>>()?;
        let (mut drivers, mut nodes) = (Vec::new(), Vec::new());
        for (a, alice) in &parts[0] {
            for (b, bob) in &parts[1] {
                for (j, judge) in &parts[2] {
                    let cast = [alice, bob, judge].map(Clone::clone);
                    nodes.push(Node {
                        weight: a * b * j,
                        rules: Box::new(rules.clone()),
                        made: [Made::default(); 3],
                        by: drivers.len(),
                        seen: String::new(),
                    });
                    let driver = Driver::new(rules.clone(), &cast, token);
                    drivers.push(driver.map_err(NotExact::Illegal)?);
                }
            }
        }
        let memory = HashMap::new();
        let judged = seat != Seat::Judge && seats[Seat::Judge.index()] == SeatPlan::honest();
        let mut search = Search { drivers: &drivers, seat, judged, left: MOST, memory, token };
        search.of(nodes, 0)
    }

    /// As what the seat's best response is known to be.
    pub(super) fn best(self, seat: Seat) -> Option<Best> {
        let value = Exact::walked(self.value);
        let player = self.line.map(|line| {
            let other = line.into_iter().filter(|(_, _, honest)| !honest);
            let rounds: Vec<_> = other.map(|(n, mv, _)| (n, mv.to_string())).collect();
            match rounds.is_empty() {
                true => SeatPlan::honest(),
                false => SeatPlan::Rounds { rounds, then: "honest".into() },
            }
        });
        let played = player.as_ref().map(|_| value);
        let limit = self.whole.then_some(self.value);
        let value = Bracket::of(seat, played, limit, Method::EveryMove)?;
        Some(Best { player, value })
    }
}

/// A position, as likely as the others' choices and nature's draws make it.
struct Node<R> {
    weight: f64,
    rules: Box<R>,
    made: [Made; 3],
    /// Who of the mixtures plays.
    by: usize,
    /// What the seat saw since it was last asked.
    seen: String,
}

impl<R: Protocol> Node<R> {
    /// The position after a move that is as likely as `p`.
    fn after(&self, p: f64, mv: &Move, by: Option<Seat>, shown: bool) -> Result<Self, NotExact> {
        let mut next = Self {
            weight: self.weight * p,
            rules: self.rules.clone(),
            made: self.made,
            by: self.by,
            seen: self.seen.clone(),
        };
        // That something was done unseen may show on a board.
        next.seen += &if shown { format!("{mv}\n") } else { "\n".into() };
        next.rules.play(mv).map_err(|e| NotExact::Illegal(e.to_string()))?;
        if let Some(seat) = by {
            next.made[seat.index()].count(mv);
        }
        Ok(next)
    }
}

/// What a position depends on: its situation, the moves made, and who plays.
type Key = (Situation, [(usize, usize); 3], usize);

struct Search<'a, R: Analysed> {
    drivers: &'a [Driver<R>],
    seat: Seat,
    /// Whether an honest judge sits there, so that a ruling need not be played.
    judged: bool,
    left: u64,
    memory: HashMap<Key, (f64, Option<Line>, bool)>,
    token: &'a Token,
}

impl<R: Analysed> Search<'_, R> {
    /// What positions come to that look alike to the seat, by their weight.
    fn of(&mut self, nodes: Vec<Node<R>>, depth: usize) -> Result<Reply, NotExact> {
        let mut all = Reply { value: 0.0, line: Some(Vec::new()), whole: true };
        let mut asked: BTreeMap<String, Vec<Node<R>>> = BTreeMap::new();
        let mut open: Vec<(Node<R>, usize)> = nodes.into_iter().map(|node| (node, depth)).collect();
        while let Some((node, depth)) = open.pop() {
            self.token.check()?;
            self.left = self.left.checked_sub(1).ok_or(NotExact::TooLarge(MOST))?;
            if depth > DEEPEST {
                return Err(NotExact::TooDeep(DEEPEST));
            }
            if let Some(value) = self.judged.then(|| node.rules.ruling()).flatten() {
                all.value += node.weight * value;
                continue;
            }
            let mut go = |p: f64, mv: &Move, by, shown| -> Result<(), NotExact> {
                if p > 0.0 {
                    open.push((node.after(p, mv, by, shown)?, depth + 1));
                }
                Ok(())
            };
            match node.rules.turn() {
                Turn::Over(outcome) => {
                    let won = f64::from(u8::from(outcome.winner == Side::Alice));
                    all.value += node.weight * outcome.payoff.unwrap_or(won);
                }
                Turn::Reveal { mv, to } => go(1.0, &mv, None, to.includes(self.seat))?,
                Turn::Draw { law, to } => {
                    let falls = law.outcomes().map_err(|e| NotExact::Unlisted(e.to_string()))?;
                    for (fall, p) in falls {
                        go(p, &Move::Falls(fall), None, to.includes(self.seat))?;
                    }
                }
                Turn::Ask(seat) if seat == self.seat => {
                    // Who is offered other things knows that something else happened.
                    let key = format!("{}{:?}", node.seen, node.rules.menu());
                    asked.entry(key).or_default().push(Node { seen: String::new(), ..node });
                }
                Turn::Ask(seat) => {
                    let menu = node.rules.menu();
                    for (p, mv) in self.choices(&node, seat)? {
                        let to = menu.admit(&mv).map_err(|e| NotExact::Illegal(e.to_string()))?.to;
                        go(p, &mv, Some(seat), to.includes(self.seat))?;
                    }
                }
            }
        }
        let parted = asked.len() > 1;
        for alike in asked.into_values() {
            let next = self.remembered(alike, depth + 1)?;
            all.value += next.value;
            all.whole &= next.whole;
            all.line = next.line;
        }
        if parted {
            all.line = None;
        }
        Ok(all)
    }

    fn choices(&self, node: &Node<R>, seat: Seat) -> Result<Vec<(f64, Move)>, NotExact> {
        let (driver, made) = (&self.drivers[node.by], node.made[seat.index()]);
        let choice = driver.choose(&node.rules, seat, made, self.token)?;
        match choice.ok_or(NotExact::Person(seat))? {
            Choice::Play(mv) => Ok(vec![(1.0, mv)]),
            Choice::Mix(moves) => Ok(moves),
            Choice::Drawn(_) => Err(NotExact::Unlisted(format!("the strategy of {}", seat.name()))),
        }
    }

    /// The same where the seat is asked; a single position is looked at once.
    fn remembered(&mut self, alike: Vec<Node<R>>, depth: usize) -> Result<Reply, NotExact> {
        let key = match &alike[..] {
            [one] => one.rules.situation().map(|situation| {
                let made = one.made.map(|made| (made.moves, made.answers));
                ((situation, made, one.by), one.weight)
            }),
            _ => None,
        };
        let Some((key, weight)) = key else { return self.turn(alike, depth) };
        if let Some((value, line, whole)) = self.memory.get(&key) {
            return Ok(Reply { value: weight * value, line: line.clone(), whole: *whole });
        }
        let found = self.turn(alike, depth)?;
        self.memory.insert(key, (found.value / weight, found.line.clone(), found.whole));
        Ok(found)
    }

    /// The seat is asked in positions that look alike to it.
    fn turn(&mut self, alike: Vec<Node<R>>, depth: usize) -> Result<Reply, NotExact> {
        let menu = alike[0].rules.menu();
        let own = self.choices(&alike[0], self.seat)?;
        let honest = own.first().map(|(_, mv)| mv.clone());
        let answers =
            honest.as_ref().filter(|mv| menu.admit(mv).is_ok_and(|offer| offer.ends_turn));
        let Some(honest) = answers else {
            let mut after = Vec::new();
            let sure = own.len() == 1;
            for node in &alike {
                for (p, mv) in self.choices(node, self.seat)? {
                    if p > 0.0 {
                        after.push(node.after(p, &mv, Some(self.seat), true)?);
                    }
                }
            }
            let found = self.of(after, depth)?;
            return Ok(Reply { line: found.line.filter(|_| sure), ..found });
        };
        let (mut whole, mut moves) = (true, vec![honest.clone()]);
        for offer in menu.offers.iter().filter(|offer| offer.ends_turn) {
            if let (Domain::Bits { len, fixed }, Move::Write(bits)) = (&offer.domain, honest)
                && len - u32::from(fixed.is_some()) > MOST_FREE
            {
                whole = false;
                moves.extend(turned(bits, *fixed, self.left)?.into_iter().map(Move::Write));
                continue;
            }
            let all = listed(offer, self.left).ok_or_else(|| {
                NotExact::Unlisted(format!("what can follow `{}`", offer.verb.word()))
            })?;
            moves.extend(all.into_iter().filter(|mv| mv != honest));
        }
        let round = alike[0].made[self.seat.index()].answers as u64 + 1;
        let sign = if self.seat == Seat::Alice { 1.0 } else { -1.0 };
        let mut best: Option<Reply> = None;
        for (at, mv) in moves.into_iter().enumerate() {
            if menu.admit(&mv).is_err() {
                continue;
            }
            let after = alike.iter().map(|node| node.after(1.0, &mv, Some(self.seat), true));
            let after: Vec<Node<R>> = after.collect::<Result<_, _>>()?;
            // Rounds are counted by answers: what is none cannot be said of one.
            let counts = after[0].made[self.seat.index()].answers as u64 == round;
            let mut found = self.of(after, depth)?;
            whole &= found.whole;
            if best.as_ref().is_none_or(|best| sign * (found.value - best.value) > 1e-12) {
                found.line = found
                    .line
                    .filter(|_| counts)
                    .map(|line| std::iter::once((round, mv, at == 0)).chain(line).collect());
                best = Some(found);
            }
        }
        let best = best.ok_or_else(|| NotExact::Illegal("the seat has no move".into()))?;
        Ok(Reply { whole, ..best })
    }
}
