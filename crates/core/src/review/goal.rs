//! Decides whether the goal of a finished debate was reached.

use std::fmt;

use super::moves::{Grade, cost};
use super::people::{People, judge_queries};
use crate::analysis::{Game, NEAR};
use crate::debate::NodeId;
use crate::rules::{Actor, Cost, Move, Outcome, Seat, Side, Viewer};
use crate::scenario::{Goal, GoalKind, Verdict};
use crate::text::number::{fixed, plural};
use crate::work::CancelToken;

/// One part of a goal, with its result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GoalCondition {
    /// This side wins.
    Winner(Side),
    /// The right side wins.
    Right,
    /// Every ruling of a series is right.
    Rulings {
        /// The number of right rulings.
        right: u64,
        /// The number of rulings.
        of: u64,
    },
    /// The judge makes at most this many queries.
    Queries {
        /// The limit.
        most: u64,
        /// The queries on this line.
        made: u64,
        /// The queries that were undone in this attempt.
        back: u64,
    },
    /// The debate has at most this many rounds.
    Rounds {
        /// The limit.
        most: u64,
        /// The rounds on this line.
        played: u64,
    },
    /// Alice is paid at least this much.
    Paid(f64),
    /// Alice is paid at most this much.
    PaidAtMost(f64),
    /// Alice is paid at least this much after a correction for luck.
    Par {
        /// The limit.
        least: f64,
        /// Her payment after a correction for luck. `None` while it is unknown.
        apart: Option<f64>,
    },
    /// Alice is paid at most this much after a correction for luck.
    ParAtMost {
        /// The limit.
        most: f64,
        /// Her payment after a correction for luck. `None` while it is unknown.
        apart: Option<f64>,
    },
    /// Bob's probabilities follow from the subclaims of each claim, if the smallest claims are
    /// independent.
    Law {
        /// The allowed distance.
        within: f64,
        /// The number of probabilities.
        of: u32,
        /// The number of those that are too far off.
        off: u32,
    },
    /// The debate cannot be won, and the person played it to its end.
    HeldOut {
        /// The number of the person's moves.
        moves: u64,
    },
    /// A person's moves lose nothing compared with honest play.
    Best {
        /// The number of moves that count.
        of: u32,
        /// The number of those that lost something.
        missed: u32,
        /// The number of those whose loss is unknown.
        unknown: u32,
    },
}

impl GoalCondition {
    /// The words for a payment that counts towards par. The glossary explains them under par.
    pub const WITHOUT_LUCK: &str = ", not counting luck";
    /// The requirement of a goal with `law`. Drawn answers do not matter to it.
    pub const BY_PARTS: &str = "each probability fits those of the subclaims";
}

impl fmt::Display for GoalCondition {
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
                write!(f, "at most {} ({made} made, and {back} undone)", queries(most))
            }
            Self::Rounds { most, played } => {
                write!(f, "at most {} ({played} played)", plural(most, "round", "rounds"))
            }
            Self::Paid(least) => write!(f, "Alice is paid at least {least}"),
            Self::PaidAtMost(most) => write!(f, "Alice is paid at most {most}"),
            Self::Par { least, apart } => {
                write!(f, "Alice is paid at least {least}{}", net_payment_text(apart))
            }
            Self::ParAtMost { most, apart } => {
                write!(f, "Alice is paid at most {most}{}", net_payment_text(apart))
            }
            Self::Law { within, of, off } => {
                let kept = of - off;
                write!(f, "{}, to within {within} ({kept} of {of})", Self::BY_PARTS)
            }
            Self::HeldOut { moves } => {
                write!(f, "you lasted for {}", plural(moves, "move", "moves"))
            }
            Self::Best { of, missed, unknown } => {
                let known = of - missed - unknown;
                write!(f, "moves that lose nothing compared with honest play ({known} of {of}")?;
                if unknown > 0 {
                    write!(f, "; {unknown} unknown")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Alice's payment after a correction for luck, in words.
fn net_payment_text(apart: Option<f64>) -> String {
    let without = GoalCondition::WITHOUT_LUCK;
    apart.map_or_else(
        || without.into(),
        |paid| format!("{without}: {} in this debate", fixed(paid, 3)),
    )
}

/// A part of a goal, with its verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalConditionResult {
    /// The part.
    pub aim: GoalCondition,
    /// Its verdict.
    pub verdict: Verdict,
}

impl GoalConditionResult {
    /// A part with its verdict. `None` as `reached` means that nobody can tell.
    fn new(aim: GoalCondition, reached: Option<bool>) -> Self {
        let verdict = match reached {
            Some(true) => Verdict::Reached,
            Some(false) => Verdict::Missed,
            None => Verdict::Undecided,
        };
        Self { aim, verdict }
    }
}

/// The verdict for all parts together: missed if one part is missed, reached if all are reached.
pub fn combine(parts: &[GoalConditionResult]) -> Verdict {
    let any = |verdict| parts.iter().any(|part| part.verdict == verdict);
    match (any(Verdict::Missed), any(Verdict::Undecided)) {
        (true, _) => Verdict::Missed,
        (false, true) => Verdict::Undecided,
        (false, false) => Verdict::Reached,
    }
}

/// The limits of a goal that this viewer knows to be exceeded during a debate. Costs stay spent,
/// even if the move is undone.
pub fn overspent(goal: &Goal, game: &dyn Game, eye: Viewer) -> Vec<GoalCondition> {
    let ledger = game.position().ledger();
    let seen = Cost::queries().all(|cost| ledger.seen(eye, Seat::Judge, cost).is_some());
    let known = |aim: &GoalCondition| seen || !matches!(aim, GoalCondition::Queries { .. });
    let over = costs(goal, game).into_iter().filter(|(_, within)| !within);
    over.map(|(aim, _)| aim).filter(known).collect()
}

/// The cost limits of a goal, each with whether the debate kept it.
fn costs(goal: &Goal, game: &dyn Game) -> Vec<(GoalCondition, bool)> {
    let queries = goal.queries.map(|most| {
        let (made, back) = judge_queries(game);
        (GoalCondition::Queries { most, made, back }, made + back <= most)
    });
    let rounds = goal.rounds.map(|most| {
        let played = game.position().rounds();
        (GoalCondition::Rounds { most, played }, played <= most)
    });
    queries.into_iter().chain(rounds).collect()
}

/// The largest amount by which a payment missed these parts. `None` if no payment missed any.
pub fn missed_by(parts: &[GoalConditionResult], outcome: &Outcome) -> Option<f64> {
    let paid = outcome.payoff?;
    let missed = parts.iter().filter(|part| part.verdict == Verdict::Missed);
    let by = missed.filter_map(|part| match part.aim {
        GoalCondition::Winner(_) => Some(paid.abs()),
        GoalCondition::Paid(least) => Some(least - paid),
        GoalCondition::PaidAtMost(most) => Some(paid - most),
        // Moves miss par; a payment alone does not.
        _ => None,
    });
    by.max_by(f64::total_cmp)
}

/// Returns whether this payment to Alice would satisfy all these parts.
pub fn pays_enough(parts: &[GoalConditionResult], paid: f64) -> bool {
    parts.iter().all(|part| match part.aim {
        GoalCondition::Winner(side) => Side::of_payment(paid) == side,
        GoalCondition::Paid(least) | GoalCondition::Par { least, .. } => is_enough(paid, least),
        GoalCondition::PaidAtMost(most) | GoalCondition::ParAtMost { most, .. } => {
            is_little(paid, most)
        }
        _ => true,
    })
}

/// Returns whether a payment reaches the lower limit.
fn is_enough(paid: f64, least: f64) -> bool {
    paid >= least - NEAR
}

/// Returns whether a payment stays within the upper limit.
fn is_little(paid: f64, most: f64) -> bool {
    paid <= most + NEAR
}

/// The side that is right. `None` unless it is quick to find (see
/// [`Protocol::right_side`](crate::rules::Protocol::right_side)).
pub fn right_side(game: &dyn Game) -> Option<Side> {
    game.position().right_side(&CancelToken::for_frame()).ok().flatten()
}

/// The nodes whose values a goal needs.
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

/// The nodes before and after every random draw of the current line.
fn coins(game: &dyn Game) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
    let tree = game.tree();
    let coin = |&node: &NodeId| tree.played(node).is_some_and(|p| p.actor == Actor::Nature);
    tree.line().iter().copied().filter(coin).map(|node| (before(game, node), node))
}

/// The parent of a node.
fn before(game: &dyn Game, node: NodeId) -> NodeId {
    game.tree().node(node).map_or(NodeId::START, |own| own.parent)
}

/// Alice's payment without the changes of value through random draws. `None` if a value is unknown.
fn net_of_luck(
    game: &dyn Game,
    outcome: &Outcome,
    value: &dyn Fn(NodeId) -> Option<f64>,
) -> Option<f64> {
    let mut moved = 0.0;
    for (before, after) in coins(game) {
        moved += value(after)? - value(before)?;
    }
    Some(outcome.payoff? - moved)
}

/// The requirement of a goal for the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinCondition {
    /// This side has to win.
    pub side: Option<Side>,
    /// The right side has to win. In a series every ruling has to be right.
    pub right: bool,
}

impl WinCondition {
    /// The requirement of this goal for a person in this seat. If the goal does not mention the
    /// winner, a prover's own side has to win. For a judge, it is the right side. Nothing is
    /// required if the goal is about numbers or payments. A series of rulings has no winning side.
    pub fn asked(goal: &Goal, seat: Option<Seat>, is_series: bool) -> Self {
        let right = goal.right == Some(true);
        let unsaid = !right && !goal.is_paid() && goal.law.is_none() && !is_series;
        let side = goal.winner.or(seat.and_then(Seat::side).filter(|_| unsaid));
        let right = right && !(is_series && side.is_some()) || unsaid && side.is_none();
        Self { side, right }
    }
}

/// Judges the parts of a goal in a finished debate, given the values of its nodes. Without a goal
/// it judges the default of [`WinCondition::asked`]. The token limits the search for the side that is
/// right.
pub fn parts(
    goal: Option<&Goal>,
    game: &dyn Game,
    people: &People,
    outcome: &Outcome,
    value: &dyn Fn(NodeId) -> Option<f64>,
    token: &CancelToken,
) -> Vec<GoalConditionResult> {
    let none = Goal::default();
    let goal = goal.unwrap_or(&none);
    if goal.kind() == GoalKind::Lost {
        let tree = game.tree();
        let mine = tree.line().iter().filter(|&&node| people.made(game, node)).count();
        let aim = match game.position().score() {
            Some((right, of)) => GoalCondition::Rulings { right, of },
            None => GoalCondition::HeldOut { moves: mine as u64 },
        };
        return vec![GoalConditionResult::new(aim, Some(true))];
    }
    let mut parts = Vec::new();
    let decided = |aim, reached| GoalConditionResult::new(aim, Some(reached));
    let pays = goal.is_paid();
    let score = game.position().score();
    let WinCondition { side, right } = WinCondition::asked(goal, people.first(), score.is_some());
    parts.extend(side.map(|side| decided(GoalCondition::Winner(side), outcome.winner == side)));
    parts.extend(right.then(|| match score {
        Some((right, of)) => decided(GoalCondition::Rulings { right, of }, right == of),
        // The part stays open if no side is right, or nobody knows which one is.
        None => {
            let right = game.position().right_side(token).ok().flatten();
            GoalConditionResult::new(
                GoalCondition::Right,
                right.map(|right| right == outcome.winner),
            )
        }
    }));
    parts.extend(costs(goal, game).into_iter().map(|(aim, within)| decided(aim, within)));
    if goal.kind() == GoalKind::Par && pays {
        let apart = net_of_luck(game, outcome, value);
        parts.extend(goal.paid.map(|least| {
            let aim = GoalCondition::Par { least, apart };
            GoalConditionResult::new(aim, apart.map(|paid| is_enough(paid, least)))
        }));
        parts.extend(goal.paid_at_most.map(|most| {
            let aim = GoalCondition::ParAtMost { most, apart };
            GoalConditionResult::new(aim, apart.map(|paid| is_little(paid, most)))
        }));
    } else {
        parts.extend(goal.paid.map(|least| {
            let paid = outcome.payoff.is_some_and(|paid| is_enough(paid, least));
            decided(GoalCondition::Paid(least), paid)
        }));
        parts.extend(goal.paid_at_most.map(|most| {
            let paid = outcome.payoff.is_some_and(|paid| is_little(paid, most));
            decided(GoalCondition::PaidAtMost(most), paid)
        }));
    }
    parts.extend(law(goal, game, people));
    parts.extend(best(goal, game, people, value));
    parts
}

/// Judges whether the numbers on the current line satisfy `law`. `None` if the goal has no `law`.
fn law(goal: &Goal, game: &dyn Game, people: &People) -> Option<GoalConditionResult> {
    let within = goal.law?;
    let tree = game.tree();
    let mine = tree.line().iter().filter(|&&node| people.made(game, node));
    let numbers = mine.filter_map(|&node| {
        let played = tree.played(node)?;
        let Move::Estimate(p) = &played.mv else { return None };
        Some((p.get() - game.position_at(before(game, node)).by_its_parts()?).abs())
    });
    let (of, off) =
        numbers.fold((0, 0), |(of, off), x| (of + 1, off + u32::from(x > within + NEAR)));
    Some(GoalConditionResult::new(GoalCondition::Law { within, of, off }, Some(off == 0)))
}

/// Returns whether the required moves lose nothing.
fn best(
    goal: &Goal,
    game: &dyn Game,
    people: &People,
    value: &dyn Fn(NodeId) -> Option<f64>,
) -> Option<GoalConditionResult> {
    let best = goal.best.as_ref()?;
    let mut moves = people.moves(game);
    moves.retain(|&(_, _, number)| best.include(number));
    let actor = |node| game.tree().played(node).map_or(Actor::Rules, |played| played.actor);
    let costs: Vec<Option<f64>> = moves
        .iter()
        .map(|&(before, after, _)| cost(game, actor(after), value(after)? - value(before)?))
        .collect();
    let missed =
        costs.iter().flatten().filter(|&&cost| Grade::from_cost(cost) != Grade::Best).count();
    let unknown = costs.iter().filter(|cost| cost.is_none()).count();
    let known = unknown == 0 && !costs.is_empty();
    let reached = (missed > 0 || known).then_some(missed == 0);
    let [of, missed, unknown] = [moves.len(), missed, unknown].map(|count| count as u32);
    Some(GoalConditionResult::new(GoalCondition::Best { of, missed, unknown }, reached))
}
