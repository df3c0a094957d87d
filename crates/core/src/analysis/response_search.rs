//! Finds the best response of a seat to any opponents, by a search through the seat's moves.
//!
//! Positions that the seat cannot distinguish form one information set, in which the seat makes one
//! move. The search evaluates these positions together and weights each by the probability of
//! reaching it. So the seat never uses information that it does not have.

use std::collections::{BTreeMap, HashMap};

use super::answers;
use super::best_response::BestResponse;
use super::position::{LeafValue, NotExact, Position, WalkContext, payoff, signed_gain};
use super::value::BoundMethod;
use crate::debate::{SeatPlan, Simulator};
use crate::rules::{Move, Seat, StateKey, Turn};
use crate::strategy::StrategyRegistry;
use crate::work::CancelToken;

/// The largest number of positions that a search visits.
const MOST: u64 = 20_000;

/// A gain smaller than this, relative to the probability of reaching the information set, counts as
/// a rounding error.
const LEAST_GAIN: f64 = 1e-12;

/// The search fails if a debate has more moves in a row than this.
const DEEPEST: usize = 300;

/// For each move of the seat: its round, counted from 1; the move; and whether an honest player
/// makes the same move.
type RoundsPlayed = Vec<(u64, Move, bool)>;

/// The value of some positions, and the moves that the seat makes from there on. The moves are
/// `None` if they depend on chance.
type ResponseValue = (f64, Option<RoundsPlayed>);

/// Finds the best response of a seat to the other players. `None` if the search cannot determine
/// it. `ruling` returns the value of a position in which only an honest judge still has to rule.
///
/// # Errors
/// Returns an error if there are too many positions, or if a player's moves cannot be listed.
pub(super) fn exhaustive_best_response<R: StrategyRegistry>(
    rules: &R,
    seats: &[SeatPlan; 3],
    seat: Seat,
    ruling: LeafValue<'_, R>,
    token: &CancelToken,
) -> Result<Option<BestResponse>, NotExact> {
    let person = |own: &Seat| *own != seat && seats[own.index()] == SeatPlan::Human;
    if let Some(person) = Seat::ALL.into_iter().find(person) {
        return Err(NotExact::Person(person));
    }
    let mut cast = seats.clone();
    cast[seat.index()] = SeatPlan::honest();
    let mixture = SeatPlan::unmixed(&cast);
    let judged = seat != Seat::Judge && seats[Seat::Judge.index()].is_honest();
    let drivers = mixture.iter().map(|(_, cast)| Simulator::new(rules.clone(), cast, token));
    let drivers: Vec<_> = drivers.collect::<Result<_, _>>().map_err(NotExact::Illegal)?;
    let playing = |driver| {
        let leaf = judged.then_some(ruling);
        WalkContext { counted: true, leaf, ..WalkContext::new(driver, token) }
    };
    let playing: Vec<_> = drivers.iter().map(playing).collect();
    let starts = mixture.iter().zip(&playing).map(|((p, _), playing)| (*p, playing.at(rules)));
    BestResponseSearch::new(seat, MOST, BoundMethod::EveryMove, token).best(starts)
}

/// A position, with the probability that the other players' choices and the random draws lead to
/// it.
struct LikelyPosition<'a> {
    weight: f64,
    at: Box<dyn Position<'a> + 'a>,
    /// The opponents can be a mixture of several combinations. This is the index of the combination
    /// that plays in this position.
    by: usize,
    seen: String,
}

impl LikelyPosition<'_> {
    /// The position after a move of probability `p`.
    fn after(&self, p: f64, mv: &Move, by: Option<Seat>, shown: bool) -> Result<Self, NotExact> {
        let at = self.at.after(mv, by)?;
        // A board may show that a hidden move happened, so the seat sees an empty line.
        let seen = self.seen.clone() + &if shown { format!("{mv}\n") } else { "\n".into() };
        Ok(Self { weight: self.weight * p, at, by: self.by, seen })
    }
}

/// A search through every answer that a seat may give. Before an answer, the seat makes the moves
/// of its honest player, such as questions and reads.
pub(super) struct BestResponseSearch<'a> {
    seat: Seat,
    method: BoundMethod,
    most: u64,
    left: u64,
    /// The values found so far, by state and by index of the opponents (`LikelyPosition::by`).
    memory: HashMap<(StateKey, usize), ResponseValue>,
    /// True if the search tried every answer of the seat.
    whole: bool,
    token: &'a CancelToken,
}

impl<'a> BestResponseSearch<'a> {
    pub fn new(seat: Seat, most: u64, method: BoundMethod, token: &'a CancelToken) -> Self {
        Self { seat, method, most, left: most, memory: HashMap::new(), whole: true, token }
    }

    /// The best response from these start positions, each with its probability. The seat does not
    /// know which of them is the real one.
    pub fn best<'p>(
        mut self,
        starts: impl Iterator<Item = (f64, Box<dyn Position<'p> + 'p>)>,
    ) -> Result<Option<BestResponse>, NotExact> {
        let start = |(by, (weight, at))| LikelyPosition { weight, at, by, seen: String::new() };
        let (value, line) = self.group_value(starts.enumerate().map(start).collect(), 0)?;
        let rounds = line.map(|line| {
            let other = line.into_iter().filter(|(_, _, honest)| !honest);
            other.map(|(n, mv, _)| (n, mv.to_string())).collect()
        });
        Ok(BestResponse::searched(self.seat, value, rounds, (self.whole, self.method)))
    }

    /// The sum of the values of positions that the seat cannot distinguish, each multiplied by its
    /// weight.
    fn group_value(
        &mut self,
        nodes: Vec<LikelyPosition<'_>>,
        depth: usize,
    ) -> Result<ResponseValue, NotExact> {
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
                    value += node.weight * payoff(outcome);
                    continue;
                }
                Turn::Ask(seat) if seat == self.seat => {
                    // If two positions have different lists of actions, the seat can distinguish
                    // them.
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

    /// The value of positions in which the seat must act. The value of a single position is
    /// remembered.
    fn remembered(
        &mut self,
        alike: Vec<LikelyPosition<'_>>,
        depth: usize,
    ) -> Result<ResponseValue, NotExact> {
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

    /// Finds the seat's best move for positions that it cannot distinguish.
    fn turn(
        &mut self,
        alike: &[LikelyPosition<'_>],
        depth: usize,
    ) -> Result<ResponseValue, NotExact> {
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
            let (value, line) = self.group_value(after, depth)?;
            return Ok((value, line.filter(|_| own.len() == 1)));
        };
        let (answers, whole) = answers::answers_besides(honest, &menu, self.left)?;
        self.whole &= whole;
        let others = answers.into_iter().filter(|mv| mv != honest);
        let round = alike[0].at.moves_made(self.seat).answers as u64 + 1;
        let mut best: Option<ResponseValue> = None;
        // A gain counts relative to the probability of reaching these positions, because remembered
        // values are divided by this probability.
        let least = LEAST_GAIN * alike.iter().map(|node| node.weight).sum::<f64>();
        for mv in std::iter::once(honest.clone()).chain(others) {
            let after = alike.iter().map(|node| node.after(1.0, &mv, Some(self.seat), true));
            let after: Vec<LikelyPosition<'_>> = after.collect::<Result<_, _>>()?;
            // Rounds are counted by answers, so a move that is not an answer has no round of its
            // own.
            let counts = after[0].at.moves_made(self.seat).answers as u64 == round;
            let (value, line) = self.group_value(after, depth)?;
            if best.as_ref().is_none_or(|(best, _)| signed_gain(self.seat, value - best) > least) {
                // The list of rounds must also name the honest move if the honest player moves at
                // random, or if an opponent is an external program.
                let same = mv == *honest && own.len() == 1 && self.method != BoundMethod::Asked;
                let line = line.filter(|_| counts);
                let line =
                    line.map(|line| std::iter::once((round, mv, same)).chain(line).collect());
                best = Some((value, line));
            }
        }
        best.ok_or_else(|| NotExact::Illegal("the seat has no move".into()))
    }
}
