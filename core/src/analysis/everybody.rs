//! A theorem's claim over everybody: one seat makes every move that it may, the others play fixed
//! strategies, and what is kept is the worst for the party who is right and the most that the
//! judge paid.

use super::game_tree::{Cast, NotExact, if_exact};
use crate::machine::{Bits, Place, Source, Step};
use crate::rules::View;
use crate::rules::menu::{ArgumentShape, Domain, Offer};
use crate::rules::{
    Bit, Cost, Direction, Half, Layout, Move, Protocol, Seat, Side, Skip, Turn, Verb, YesNo,
};
use crate::strategy::Choice;
use crate::work::{Stopped, Token};

/// Rows of bits with more free places than this are not all written: each of the honest row's bits
/// is turned by itself.
pub(super) const MOST_FREE: u32 = 12;

/// Deeper debates are not looked through.
const DEEPEST: usize = 300;

/// What one seat can do against fixed players.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Everybody {
    /// Debates played to their end.
    pub debates: u64,
    /// Whether every move was made wherever the seat was asked; otherwise some rows of bits were
    /// the honest one with one bit turned.
    pub whole: bool,
    /// The least that Alice can be held to, and the most that she can reach, as far as the seat
    /// can bring it about: the probability that she wins.
    pub least: f64,
    /// See `least`.
    pub most: f64,
    /// The most that the judge paid, of each kind.
    pub paid: [u64; Cost::ALL.len()],
    /// The most queries of the judge, all kinds together.
    pub queries: u64,
}

impl Everybody {
    fn ended(rules: &impl Protocol, winner: Side) -> Self {
        let judge = rules.ledger().of(Seat::Judge);
        let value = f64::from(u8::from(winner == Side::Alice));
        Self {
            debates: 1,
            whole: true,
            least: value,
            most: value,
            paid: Cost::ALL.map(|cost| judge.paid(cost)),
            queries: judge.queries(),
        }
    }

    /// Counts and costs of both; the values are left as they are.
    fn with_costs_of(mut self, other: &Self) -> Self {
        self.debates += other.debates;
        self.whole &= other.whole;
        self.queries = self.queries.max(other.queries);
        for (mine, others) in self.paid.iter_mut().zip(other.paid) {
            *mine = (*mine).max(others);
        }
        self
    }

    /// Both together, somebody choosing between them.
    pub fn or(self, other: &Self) -> Self {
        let (least, most) = (self.least.min(other.least), self.most.max(other.most));
        Self { least, most, ..self.with_costs_of(other) }
    }

    /// What those who play `written` in a seat come to, each against the other two seats' honest
    /// players: the worst of them. None of those who cannot play is counted.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn listed<R: crate::strategy::Players>(
        rules: &R,
        seat: Seat,
        written: impl IntoIterator<Item = String>,
        token: &Token,
    ) -> Result<Option<Self>, Stopped> {
        let mut all: Option<Self> = None;
        for written in written {
            let mut names = ["honest"; 3];
            names[seat.index()] = &written;
            let Ok(cast) = super::game_tree::cast(rules, names) else { continue };
            // A fixed player has one move everywhere.
            let search = Search { cast: &cast, free: None, left: 100_000, token }.of(rules, 0);
            let Some(one) = if_exact(search)? else { return Ok(None) };
            all = Some(match all {
                None => one,
                Some(all) => all.or(&one),
            });
        }
        Ok(all)
    }

    /// Everything that `free` can do against the others of the cast, if no more than `budget`
    /// positions show it. Before it answers, the free seat does what its own player does: what can
    /// be done there decides nothing.
    ///
    /// # Errors
    /// If there are more, or moves that cannot be listed.
    pub fn of<R: Protocol>(
        rules: &R,
        cast: &Cast<R>,
        free: Seat,
        budget: u64,
        token: &Token,
    ) -> Result<Self, NotExact> {
        Search { cast, free: Some(free), left: budget, token }.of(rules, 0)
    }
}

struct Search<'a, R: Protocol> {
    cast: &'a Cast<R>,
    free: Option<Seat>,
    left: u64,
    token: &'a Token,
}

impl<R: Protocol> Search<'_, R> {
    fn of(&mut self, rules: &R, depth: usize) -> Result<Everybody, NotExact> {
        if self.left == 0 || depth > DEEPEST {
            return Err(NotExact::TooLarge(0));
        }
        self.token.check()?;
        self.left -= 1;
        let (chances, moves) = match rules.turn() {
            Turn::Over(outcome) => return Ok(Everybody::ended(rules, outcome.winner)),
            Turn::Reveal { mv, .. } => (None, vec![mv]),
            Turn::Draw { law, .. } => {
                let outcomes = law.outcomes().map_err(|e| NotExact::Unlisted(e.to_string()))?;
                let outcomes = outcomes.into_iter().filter(|(_, p)| *p > 0.0);
                let (p, moves) = outcomes.map(|(fall, p)| (p, Move::Falls(fall))).unzip();
                (Some(p), moves)
            }
            Turn::Ask(seat) => {
                let choice = self.cast[seat.index()].choose(View::new(rules, seat, self.token));
                let own: Vec<(f64, Move)> = match choice {
                    Choice::Play(mv) => vec![(1.0, mv)],
                    Choice::Mix(moves) => moves.into_iter().filter(|(p, _)| *p > 0.0).collect(),
                    Choice::Drawn(_) => {
                        return Err(NotExact::Unlisted(format!("the strategy of {}", seat.name())));
                    }
                };
                let menu = rules.menu();
                let answers = match own.first() {
                    Some((_, mv)) if self.free == Some(seat) => {
                        menu.admit(mv).is_ok_and(|offer| offer.ends_turn).then_some(mv)
                    }
                    _ => None,
                };
                if let Some(honest) = answers {
                    return self.every(rules, depth, honest);
                }
                let (p, moves) = own.into_iter().unzip();
                (Some(p), moves)
            }
        };
        let mut all: Option<Everybody> = None;
        let chances = chances.unwrap_or_else(|| vec![1.0; moves.len()]);
        for (p, mv) in chances.into_iter().zip(moves) {
            let next = self.after(rules, &mv, depth)?;
            let weighted = Everybody { least: p * next.least, most: p * next.most, ..next };
            all = Some(match all {
                None => weighted,
                Some(all) => {
                    let (least, most) = (all.least + weighted.least, all.most + weighted.most);
                    Everybody { least, most, ..all.with_costs_of(&weighted) }
                }
            });
        }
        all.ok_or_else(|| NotExact::Illegal("nobody has a move".into()))
    }

    /// The free seat makes every move that ends its turn.
    fn every(&mut self, rules: &R, depth: usize, honest: &Move) -> Result<Everybody, NotExact> {
        let mut whole = true;
        let mut moves = Vec::new();
        for offer in rules.menu().offers.iter().filter(|offer| offer.ends_turn) {
            if let (Domain::Bits { len, fixed }, Move::Write(bits)) = (&offer.domain, honest)
                && len - u32::from(fixed.is_some()) > MOST_FREE
            {
                whole = false;
                moves.extend(turned(bits, *fixed, self.left)?.into_iter().map(Move::Write));
                continue;
            }
            let listed = listed(offer, self.left);
            moves.extend(listed.ok_or_else(|| {
                NotExact::Unlisted(format!("what can follow `{}`", offer.verb.word()))
            })?);
        }
        let mut all: Option<Everybody> = None;
        for mv in moves {
            if rules.menu().admit(&mv).is_err() {
                continue;
            }
            let next = self.after(rules, &mv, depth)?;
            all = Some(match all {
                None => next,
                Some(all) => all.or(&next),
            });
        }
        let all = all.ok_or_else(|| NotExact::Illegal("the free seat has no move".into()))?;
        Ok(Everybody { whole: all.whole && whole, ..all })
    }

    fn after(&mut self, rules: &R, mv: &Move, depth: usize) -> Result<Everybody, NotExact> {
        let mut next = Box::new(rules.clone());
        next.play(mv).map_err(|e| NotExact::Illegal(e.to_string()))?;
        self.of(&next, depth + 1)
    }
}

/// A row of bits, and each that differs from it in one place that is not fixed.
pub(super) fn turned(
    bits: &Bits,
    fixed: Option<(u32, bool)>,
    most: u64,
) -> Result<Vec<Bits>, NotExact> {
    if bits.len() as u64 > most {
        return Err(NotExact::TooLarge(most));
    }
    let free = (0..bits.len()).filter(|&at| fixed.is_none_or(|(f, _)| f as usize != at));
    let turned = free.map(|at| bits.clone().with(at, !bits.at(at)));
    Ok(std::iter::once(bits.clone()).chain(turned).collect())
}

/// Every move of an offer, if they can be listed and are no more than `most`.
pub(super) fn listed(offer: &Offer, most: u64) -> Option<Vec<Move>> {
    let few = |count: u64| (count <= most).then_some(());
    let verb = offer.verb;
    Some(match &offer.domain {
        Domain::Nothing => vec![verb.with("").ok()?],
        Domain::Step { most, .. } => {
            few(u64::from(*most))?;
            let mv = |n| match verb {
                Verb::Point => Some(Move::Point(Step::new(n))),
                Verb::Ask => Some(Move::Ask(Step::new(n))),
                _ => None,
            };
            (1..=*most).map(mv).collect::<Option<_>>()?
        }
        Domain::Bits { len, fixed } => {
            few(1u64.checked_shl(*len)?)?;
            let rows = (0..1u64 << len).map(|n| (0..*len).map(|at| n >> at & 1 == 1).collect());
            rows.filter(|row: &Bits| fixed.is_none_or(|(at, bit)| row.at(at as usize) == bit))
                .map(Move::Write)
                .collect()
        }
        Domain::Bit if verb == Verb::Bit => [false, true].map(|b| Move::Bit(Bit(b))).to_vec(),
        Domain::YesNo => {
            let mv = |yes| match verb {
                Verb::Claim => Some(Move::Claim(YesNo(yes))),
                Verb::Decide => Some(Move::Decide(YesNo(yes))),
                Verb::Answer => Some(Move::Answer(YesNo(yes))),
                _ => None,
            };
            [false, true].into_iter().map(mv).collect::<Option<_>>()?
        }
        Domain::Side => [Side::Alice, Side::Bob].map(Move::Rule).to_vec(),
        Domain::Half => [Half::First, Half::Second].map(Move::Dispute).to_vec(),
        Domain::Direction => {
            [Direction::TooLow, Direction::AboutRight, Direction::TooHigh].map(Move::Say).to_vec()
        }
        Domain::Place(of) => {
            few(u64::from(*of))?;
            (1..=*of).map(|n| Move::Pick(Place::new(n))).collect()
        }
        Domain::Layout(shapes) => {
            let mut moves = Vec::new();
            for (at, shape) in shapes.iter().enumerate() {
                let argument = Place::new(at as u32 + 1);
                let named = subsets(shape, most)?;
                moves
                    .extend(named.into_iter().map(|named| Move::Argue(Layout { argument, named })));
            }
            moves
        }
        Domain::Wire(wires) => wires.iter().map(|&wire: &Source| Move::Wire(wire)).collect(),
        Domain::Skip { most: steps } => {
            few(u64::from(*steps) * u64::from(*steps))?;
            let pairs = (1..=*steps).flat_map(|step| (1..step).map(move |writer| (step, writer)));
            let skip = |(step, writer)| Skip { step: Step::new(step), writer: Step::new(writer) };
            pairs.map(|pair| Move::Skipped(skip(pair))).collect()
        }
        _ => return None,
    })
}

/// The sets of subclaims that an argument may name; none if they are too many.
fn subsets(shape: &ArgumentShape, most: u64) -> Option<Vec<Vec<Place>>> {
    if *shape.named.start() == shape.of {
        return Some(vec![Vec::new()]);
    }
    if shape.of > 16 || 1u64 << shape.of > most {
        return None;
    }
    let sets = (0u32..1 << shape.of).filter(|set| shape.named.contains(&set.count_ones()));
    let places = |set: u32| (0..shape.of).filter(move |at| set >> at & 1 == 1);
    Some(sets.map(|set| places(set).map(|at| Place::new(at + 1)).collect()).collect())
}
