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

/// One condition of a goal, with the facts that decide it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GoalCondition {
    /// This side must win.
    Winner(Side),
    /// The side that is right must win.
    Right,
    /// Every ruling of a series must be right.
    Rulings {
        /// The number of right rulings.
        right: u64,
        /// The number of rulings.
        of: u64,
    },
    /// The number of the judge's queries is limited.
    Queries {
        /// The largest number of queries.
        most: u64,
        /// The number of queries on this line.
        made: u64,
        /// The number of queries that were undone in this attempt.
        back: u64,
    },
    /// The number of rounds is limited.
    Rounds {
        /// The largest number of rounds.
        most: u64,
        /// The number of rounds on this line.
        played: u64,
    },
    /// Alice's payment must be at least this much.
    Paid(f64),
    /// Alice's payment must be at most this much.
    PaidAtMost(f64),
    /// Without luck, Alice's payment must be at least par.
    Par {
        /// The smallest allowed payment.
        least: f64,
        /// Her payment in this debate, minus the changes of value through random draws. `None`
        /// while it is unknown.
        apart: Option<f64>,
    },
    /// Without luck, Alice's payment must be at most par.
    ParAtMost {
        /// The largest allowed payment.
        most: f64,
        /// Her payment in this debate, minus the changes of value through random draws. `None`
        /// while it is unknown.
        apart: Option<f64>,
    },
    /// Each of Bob's probabilities must be close to the probability that follows from those of the
    /// subclaims.
    Law {
        /// The largest allowed difference.
        within: f64,
        /// The number of probabilities that Bob stated.
        of: u32,
        /// The number of probabilities with a larger difference.
        off: u32,
    },
    /// The debate cannot be won. The person must play it to its end.
    HeldOut {
        /// The number of the person's moves.
        moves: u64,
    },
    /// Certain moves of a person must lose nothing compared with honest play.
    Best {
        /// The number of moves that count.
        of: u32,
        /// The number of these moves that lost something.
        missed: u32,
        /// The number of these moves with an unknown loss.
        unknown: u32,
    },
}

impl GoalCondition {
    /// The text after a payment that counts for par. The glossary explains it in the entry for par.
    pub const WITHOUT_LUCK: &str = ", not counting luck";
    /// The text for a goal with `law`. Randomly drawn answers do not affect such a goal.
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

fn net_payment_text(apart: Option<f64>) -> String {
    let without = GoalCondition::WITHOUT_LUCK;
    apart.map_or_else(
        || without.into(),
        |paid| format!("{without}: {} in this debate", fixed(paid, 3)),
    )
}

/// A condition of a goal, and whether it is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalConditionResult {
    /// The condition.
    pub aim: GoalCondition,
    /// Whether the condition is reached.
    pub verdict: Verdict,
}

impl GoalConditionResult {
    /// A condition with its verdict. The verdict is undecided if `reached` is `None`.
    fn new(aim: GoalCondition, reached: Option<bool>) -> Self {
        let verdict = match reached {
            Some(true) => Verdict::Reached,
            Some(false) => Verdict::Missed,
            None => Verdict::Undecided,
        };
        Self { aim, verdict }
    }
}

/// The verdict for all conditions together: missed if one is missed, and reached if all are
/// reached.
pub fn combine(parts: &[GoalConditionResult]) -> Verdict {
    let any = |verdict| parts.iter().any(|part| part.verdict == verdict);
    match (any(Verdict::Missed), any(Verdict::Undecided)) {
        (true, _) => Verdict::Missed,
        (false, true) => Verdict::Undecided,
        (false, false) => Verdict::Reached,
    }
}

/// The limits of a goal that the debate has already exceeded. Leaves out a limit on costs that this
/// viewer may not see. Undone moves still count.
pub fn overspent(goal: &Goal, game: &dyn Game, eye: Viewer) -> Vec<GoalCondition> {
    let ledger = game.position().ledger();
    let seen = Cost::queries().all(|cost| ledger.seen(eye, Seat::Judge, cost).is_some());
    let known = |aim: &GoalCondition| seen || !matches!(aim, GoalCondition::Queries { .. });
    let over = costs(goal, game).into_iter().filter(|(_, within)| !within);
    over.map(|(aim, _)| aim).filter(known).collect()
}

/// For each limit of a goal on queries or rounds: the limit, and whether the debate is within it.
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

/// The largest difference between the payment and the limit of a condition that the payment missed.
/// `None` if the payment missed no condition.
pub fn missed_by(parts: &[GoalConditionResult], outcome: &Outcome) -> Option<f64> {
    let paid = outcome.payoff?;
    let missed = parts.iter().filter(|part| part.verdict == Verdict::Missed);
    let by = missed.filter_map(|part| match part.aim {
        GoalCondition::Winner(_) => Some(paid.abs()),
        GoalCondition::Paid(least) => Some(least - paid),
        GoalCondition::PaidAtMost(most) => Some(paid - most),
        // Par is about moves, not about the payment alone.
        _ => None,
    });
    by.max_by(f64::total_cmp)
}

/// Returns whether this payment to Alice would satisfy all these conditions.
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

fn is_enough(paid: f64, least: f64) -> bool {
    paid >= least - NEAR
}

fn is_little(paid: f64, most: f64) -> bool {
    paid <= most + NEAR
}

/// The side that is right. `None` if no side is right, or if this takes long to compute (see
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

/// What a goal requires of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinCondition {
    /// The side that must win. `None` if the goal names no side.
    pub side: Option<Side>,
    /// True if the side that is right must win. In a series, every ruling must be right.
    pub right: bool,
}

impl WinCondition {
    /// What this goal requires for a person in this seat. If the goal does not mention a winner, a
    /// prover must win, and a judge must make the right side win. Nothing is required of the winner
    /// in two cases: the goal is about numbers or payments; the debate is a series of rulings.
    pub fn asked(goal: &Goal, seat: Option<Seat>, is_series: bool) -> Self {
        let right = goal.right == Some(true);
        let unsaid = !right && !goal.is_paid() && goal.law.is_none() && !is_series;
        let side = goal.winner.or(seat.and_then(Seat::side).filter(|_| unsaid));
        let right = right && !(is_series && side.is_some()) || unsaid && side.is_none();
        Self { side, right }
    }
}

/// Judges the conditions of a goal in a finished debate. `value` returns the value of a node.
/// Without a goal, judges the default of [`WinCondition::asked`]. The token can stop the search for
/// the side that is right.
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
        // The condition is undecided if no side is right, or if it is unknown which side is right.
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

/// Judges whether the numbers that people stated satisfy the goal's `law`. `None` if the goal has
/// no `law`.
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

/// Judges whether the moves in the goal's `best` lose nothing. `None` if the goal has no `best`.
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
