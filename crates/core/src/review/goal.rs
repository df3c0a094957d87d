//! Whether the goal of a debate that is over was reached.

use std::fmt;

use super::moves::{Grade, cost};
use super::people::{People, judge_queries};
use crate::analysis::{Game, NEAR};
use crate::debate::NodeId;
use crate::rules::{Actor, Cost, Eye, Move, Outcome, Seat, Side};
use crate::scenario::{Goal, GoalKind, Verdict};
use crate::text::number::{fixed, plural};
use crate::work::Token;

/// One thing that a goal asks for, with how it came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// This side wins.
    Winner(Side),
    /// The right side wins.
    Right,
    /// Every ruling of a series of them is right.
    Rulings {
        /// How many were right.
        right: u64,
        /// How many there are.
        of: u64,
    },
    /// The judge makes no more than so many queries.
    Queries {
        /// The most that it may make.
        most: u64,
        /// Those of this line.
        made: u64,
        /// Those taken back in this attempt.
        back: u64,
    },
    /// No more than so many rounds are played.
    Rounds {
        /// The most that may be played.
        most: u64,
        /// Those of this line.
        played: u64,
    },
    /// Alice is paid so much or more.
    Paid(f64),
    /// Alice is paid so much or less.
    PaidAtMost(f64),
    /// Alice is paid so much or more, coins apart.
    Par {
        /// The least that she must be paid.
        least: f64,
        /// What she was paid, coins apart; none while that is not known.
        apart: Option<f64>,
    },
    /// Alice is paid so much or less, coins apart.
    ParAtMost {
        /// The most that she may be paid.
        most: f64,
        /// What she was paid, coins apart; none while that is not known.
        apart: Option<f64>,
    },
    /// Bob's numbers are what the parts of each claim make it, if the smallest tell nothing of each other.
    Law {
        /// Or so near to that.
        within: f64,
        /// How many numbers there are.
        of: u32,
        /// How many of them are not.
        off: u32,
    },
    /// It is made to be lost, and was played to its end by so many moves of the person.
    HeldOut {
        /// How many moves.
        moves: u64,
    },
    /// A person's moves lose nothing against honest play.
    Best {
        /// How many were looked at.
        of: u32,
        /// How many of them lost something.
        missed: u32,
        /// Of how many it is not known.
        unknown: u32,
    },
}

impl Aim {
    /// How a payment counts where par is to be held: the glossary has it under par.
    pub const WITHOUT_LUCK: &str = ", luck with coins taken out";
    /// What is asked where a goal has a law: the answers drawn are no part of it.
    pub const BY_PARTS: &str = "numbers by the parts, whatever is drawn";
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let queries = |most| plural(most, "query", "queries");
        match *self {
            Self::Winner(side) => write!(f, "{} wins", side.seat().name()),
            Self::Right => f.write_str("the right side wins"),
            Self::Rulings { right, of } => write!(f, "every ruling is right ({right} of {of})"),
            Self::Queries { most, made, back: 0 } => {
                write!(f, "at most {} ({made} made)", queries(most))
            }
            Self::Queries { most, made, back } => {
                write!(f, "at most {} ({made} made, and {back} taken back)", queries(most))
            }
            Self::Rounds { most, played } => {
                write!(f, "at most {} ({played} played)", plural(most, "round", "rounds"))
            }
            Self::Paid(least) => write!(f, "Alice is paid {least} or more"),
            Self::PaidAtMost(most) => write!(f, "Alice is paid {most} or less"),
            Self::Par { least, apart } => {
                write!(f, "Alice is paid {least} or more{}", of_them(apart))
            }
            Self::ParAtMost { most, apart } => {
                write!(f, "Alice is paid {most} or less{}", of_them(apart))
            }
            Self::Law { within, of, off } => {
                let kept = of - off;
                write!(f, "{}, to within {within} ({kept} of {of})", Self::BY_PARTS)
            }
            Self::HeldOut { moves } => {
                write!(f, "you held out for {}", plural(moves, "move", "moves"))
            }
            Self::Best { of, missed, unknown } => {
                let known = of - missed - unknown;
                write!(f, "moves that lose nothing ({known} of {of}")?;
                if unknown > 0 {
                    write!(f, "; of {unknown} it is not known")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// What Alice was paid, coins apart, in words.
fn of_them(apart: Option<f64>) -> String {
    let without = Aim::WITHOUT_LUCK;
    apart.map_or_else(|| without.into(), |paid| format!("{without}: {} here", fixed(paid, 3)))
}

/// An aim of a goal and whether it was reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedAim {
    /// The aim.
    pub aim: Aim,
    /// Whether it was reached.
    pub verdict: Verdict,
}

impl JudgedAim {
    /// Whether it was reached; not decided where nobody can say.
    fn new(aim: Aim, reached: Option<bool>) -> Self {
        let verdict = match reached {
            Some(true) => Verdict::Reached,
            Some(false) => Verdict::Missed,
            None => Verdict::Undecided,
        };
        Self { aim, verdict }
    }
}

/// What all parts together come to: reached if all are, missed if one is.
pub fn of_all(parts: &[JudgedAim]) -> Verdict {
    let any = |verdict| parts.iter().any(|part| part.verdict == verdict);
    match (any(Verdict::Missed), any(Verdict::Undecided)) {
        (true, _) => Verdict::Missed,
        (false, true) => Verdict::Undecided,
        (false, false) => Verdict::Reached,
    }
}

/// The costs that a goal allows and that are already over it, as far as these eyes see them, while a
/// debate goes on: what was paid, or taken back, is never given back.
pub fn overspent(goal: &Goal, game: &dyn Game, eye: Eye) -> Vec<Aim> {
    let ledger = game.now().ledger();
    let seen = Cost::queries().all(|cost| ledger.seen(eye, Seat::Judge, cost).is_some());
    let known = |aim: &Aim| seen || !matches!(aim, Aim::Queries { .. });
    let over = costs(goal, game).into_iter().filter(|(_, within)| !within);
    over.map(|(aim, _)| aim).filter(known).collect()
}

/// The costs that a goal allows, each with whether the debate was within it.
fn costs(goal: &Goal, game: &dyn Game) -> Vec<(Aim, bool)> {
    let queries = goal.queries.map(|most| {
        let (made, back) = judge_queries(game);
        (Aim::Queries { most, made, back }, made + back <= most)
    });
    let rounds = goal.rounds.map(|most| {
        let played = game.now().rounds();
        (Aim::Rounds { most, played }, played <= most)
    });
    queries.into_iter().chain(rounds).collect()
}

/// By how much a payment missed what these parts ask for; none where no payment was missed.
pub fn missed_by(parts: &[JudgedAim], outcome: &Outcome) -> Option<f64> {
    let paid = outcome.payoff?;
    let missed = parts.iter().filter(|part| part.verdict == Verdict::Missed);
    let by = missed.filter_map(|part| match part.aim {
        Aim::Winner(_) => Some(paid.abs()),
        Aim::Paid(least) => Some(least - paid),
        Aim::PaidAtMost(most) => Some(paid - most),
        // Par is missed by moves, not by a payment.
        _ => None,
    });
    by.max_by(f64::total_cmp)
}

/// Whether Alice's being paid so much would meet what these parts ask of payments.
pub fn pays_enough(parts: &[JudgedAim], paid: f64) -> bool {
    parts.iter().all(|part| match part.aim {
        Aim::Winner(side) => Side::of_payment(paid) == side,
        Aim::Paid(least) | Aim::Par { least, .. } => is_enough(paid, least),
        Aim::PaidAtMost(most) | Aim::ParAtMost { most, .. } => is_little(paid, most),
        _ => true,
    })
}

/// Whether so much is the least that is asked for, or more.
fn is_enough(paid: f64, least: f64) -> bool {
    paid >= least - NEAR
}

/// Whether so much is the most that is allowed, or less.
fn is_little(paid: f64, most: f64) -> bool {
    paid <= most + NEAR
}

/// The side that is right, if it is known by now or found out at once (see
/// [`Protocol::right_side`](crate::rules::Protocol::right_side)).
pub fn right_side(game: &dyn Game) -> Option<Side> {
    game.now().right_side(&Token::at_hand()).ok().flatten()
}

/// The places whose values a goal asks for.
pub fn to_evaluate(goal: &Goal, game: &dyn Game, people: &People) -> Vec<NodeId> {
    let mut places: Vec<NodeId> = Vec::new();
    if let Some(best) = &goal.best {
        let moves = people.moves(game).into_iter();
        let these = moves.filter(|&(_, _, number)| best.include(number));
        places.extend(these.flat_map(|(before, after, _)| [before, after]));
    }
    if goal.kind() == GoalKind::Par && goal.is_paid() {
        places.extend(coins(game).flat_map(|(before, after)| [before, after]));
    }
    places.sort();
    places.dedup();
    places
}

/// The places before and after every coin of the line played to here.
fn coins(game: &dyn Game) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
    let tree = game.tree();
    let coin = |&node: &NodeId| tree.played(node).is_some_and(|p| p.actor == Actor::Nature);
    tree.line().iter().copied().filter(coin).map(|node| (before(game, node), node))
}

/// The place before one.
fn before(game: &dyn Game, node: NodeId) -> NodeId {
    game.tree().node(node).map_or(NodeId::START, |own| own.parent)
}

/// What Alice was paid, less what the coins moved the value by; none where a value is not known.
fn apart(game: &dyn Game, outcome: &Outcome, value: &dyn Fn(NodeId) -> Option<f64>) -> Option<f64> {
    let mut moved = 0.0;
    for (before, after) in coins(game) {
        moved += value(after)? - value(before)?;
    }
    Some(outcome.payoff? - moved)
}

/// What a goal asks of who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winning {
    /// This side has to win.
    pub side: Option<Side>,
    /// The right side has to win; in a series every ruling has to be right.
    pub right: bool,
}

impl Winning {
    /// What this goal asks of somebody in this seat. Where it says nothing a prover's own side has to win,
    /// and for a judge the right one, unless numbers or payments are asked for. A series of rulings has no
    /// side that wins.
    pub fn asked(goal: &Goal, seat: Option<Seat>, is_series: bool) -> Self {
        let right = goal.right == Some(true);
        let unsaid = !right && !goal.is_paid() && goal.law.is_none() && !is_series;
        let side = goal.winner.or(seat.and_then(Seat::side).filter(|_| unsaid));
        let right = right && !(is_series && side.is_some()) || unsaid && side.is_none();
        Self { side, right }
    }
}

/// The parts of a goal in a debate that is over, given the values of its places; without a goal what is asked
/// of everybody: see [`Winning::asked`]. Which side is right is found out as far as the token allows.
pub fn parts(
    goal: Option<&Goal>,
    game: &dyn Game,
    people: &People,
    outcome: &Outcome,
    value: &dyn Fn(NodeId) -> Option<f64>,
    token: &Token,
) -> Vec<JudgedAim> {
    let none = Goal::default();
    let goal = goal.unwrap_or(&none);
    if goal.kind() == GoalKind::Lost {
        let tree = game.tree();
        let mine = tree.line().iter().filter(|&&node| people.made(game, node)).count();
        let aim = match game.now().score() {
            Some((right, of)) => Aim::Rulings { right, of },
            None => Aim::HeldOut { moves: mine as u64 },
        };
        return vec![JudgedAim::new(aim, Some(true))];
    }
    let mut parts = Vec::new();
    let decided = |aim, reached| JudgedAim::new(aim, Some(reached));
    let pays = goal.is_paid();
    let score = game.now().score();
    let Winning { side, right } = Winning::asked(goal, people.first(), score.is_some());
    parts.extend(side.map(|side| decided(Aim::Winner(side), outcome.winner == side)));
    parts.extend(right.then(|| match score {
        Some((right, of)) => decided(Aim::Rulings { right, of }, right == of),
        // Where no side is right, or nobody knows which, nobody has let it win.
        None => {
            let right = game.now().right_side(token).ok().flatten();
            JudgedAim::new(Aim::Right, right.map(|right| right == outcome.winner))
        }
    }));
    parts.extend(costs(goal, game).into_iter().map(|(aim, within)| decided(aim, within)));
    if goal.kind() == GoalKind::Par && pays {
        let apart = apart(game, outcome, value);
        parts.extend(goal.paid.map(|least| {
            let aim = Aim::Par { least, apart };
            JudgedAim::new(aim, apart.map(|paid| is_enough(paid, least)))
        }));
        parts.extend(goal.paid_at_most.map(|most| {
            let aim = Aim::ParAtMost { most, apart };
            JudgedAim::new(aim, apart.map(|paid| is_little(paid, most)))
        }));
    } else {
        parts.extend(goal.paid.map(|least| {
            let paid = outcome.payoff.is_some_and(|paid| is_enough(paid, least));
            decided(Aim::Paid(least), paid)
        }));
        parts.extend(goal.paid_at_most.map(|most| {
            let paid = outcome.payoff.is_some_and(|paid| is_little(paid, most));
            decided(Aim::PaidAtMost(most), paid)
        }));
    }
    parts.extend(law(goal, game, people));
    parts.extend(best(goal, game, people, value));
    parts
}

/// Whether the numbers of the line played to here are those of the law.
fn law(goal: &Goal, game: &dyn Game, people: &People) -> Option<JudgedAim> {
    let within = goal.law?;
    let tree = game.tree();
    let mine = tree.line().iter().filter(|&&node| people.made(game, node));
    let numbers = mine.filter_map(|&node| {
        let played = tree.played(node)?;
        let Move::Estimate(p) = &played.mv else { return None };
        Some((p.get() - game.at(before(game, node)).by_its_parts()?).abs())
    });
    let (of, off) =
        numbers.fold((0, 0), |(of, off), x| (of + 1, off + u32::from(x > within + NEAR)));
    Some(JudgedAim::new(Aim::Law { within, of, off }, Some(off == 0)))
}

/// Whether the moves that must be best are.
fn best(
    goal: &Goal,
    game: &dyn Game,
    people: &People,
    value: &dyn Fn(NodeId) -> Option<f64>,
) -> Option<JudgedAim> {
    let best = goal.best.as_ref()?;
    let mut moves = people.moves(game);
    moves.retain(|&(_, _, number)| best.include(number));
    let actor = |node| game.tree().played(node).map_or(Actor::Rules, |played| played.actor);
    let costs: Vec<Option<f64>> = moves
        .iter()
        .map(|&(before, after, _)| cost(game, actor(after), value(after)? - value(before)?))
        .collect();
    let missed = costs.iter().flatten().filter(|&&cost| Grade::of(cost) != Grade::Best).count();
    let unknown = costs.iter().filter(|cost| cost.is_none()).count();
    let known = unknown == 0 && !costs.is_empty();
    let reached = (missed > 0 || known).then_some(missed == 0);
    let [of, missed, unknown] = [moves.len(), missed, unknown].map(|count| count as u32);
    Some(JudgedAim::new(Aim::Best { of, missed, unknown }, reached))
}
