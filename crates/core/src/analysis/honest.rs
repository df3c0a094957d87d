//! Tests the bounds of a deterministic theorem in the honest debate. Also tests them in all debates in which one prover
//! makes arbitrary moves, if these debates can be enumerated.

use super::adversary_range::AdversaryRange;
use super::game_tree::{cast, if_exact};
use super::{
    Bound, BoundStatus, ExpectedCosts, Hypothesis, NEAR, PayoffGuarantee, TheoremClaim, Unsolved,
};
use crate::debate::{AnyDebate, Debate};
use crate::rules::{Cost, Protocol, Seat, Side, Turn};
use crate::strategy::StrategyRegistry;
use crate::text::number::plural;
use crate::text::{Limit, ProtocolText, narrate};
use crate::work::{CancelToken, Cancelled};

pub(crate) const EXAMINED: [(Cost, &str); 4] = [
    (Cost::Location, narrate::cost(Cost::Location)),
    (Cost::Transcript, narrate::cost(Cost::Transcript)),
    (Cost::Input, narrate::cost(Cost::Input)),
    (Cost::Oracle, narrate::cost(Cost::Oracle)),
];

/// The claim of a deterministic theorem: if the judge and the prover with the true claim are
/// honest, this prover wins. `None` if the truth is unknown. In protocols that can use independent
/// copies of Alice, `copies` says whether the copies answer the reads.
pub(crate) fn right_wins(
    rules: &impl Protocol,
    theorem: &str,
    copies: Option<bool>,
    token: &CancelToken,
) -> Result<Option<TheoremClaim>, Cancelled> {
    let Some(right) = rules.truth(token)? else { return Ok(None) };
    let afresh = "Alice answers each read herself, without an independent copy of Alice";
    let of_copies = copies.map(|copies| {
        let what = "independent copies of Alice answer the reads";
        Hypothesis::unless(what, (!copies).then_some(afresh))
    });
    Ok(Some(TheoremClaim {
        theorem: theorem.into(),
        statement: match right {
            true => "the claim is true: honest Alice wins".into(),
            false => "the claim is false: honest Bob wins".into(),
        },
        hypotheses: of_copies.into_iter().collect(),
        limit: match right {
            true => Limit::at_least(1.0),
            false => Limit::at_most(0.0),
        },
    }))
}

/// The guarantee that a claim of [`right_wins`] gives to these players. `None` if the judge or the
/// prover with the true claim is not honest.
pub(crate) fn promised(
    claim: Option<TheoremClaim>,
    [alice, bob, judge]: [&str; 3],
) -> Option<PayoffGuarantee> {
    let claim = claim.filter(|_| judge == "honest")?;
    let right = if claim.limit.is_lower() { alice } else { bob };
    claim.promise().filter(|_| right == "honest")
}

pub(crate) struct HonestDebate {
    /// The winner.
    pub winner: Side,
    /// The number of the judge's queries of all kinds.
    pub queries: u64,
    /// The costs of all three seats.
    pub costs: Vec<ExpectedCosts>,
}

impl HonestDebate {
    /// # Errors
    /// Returns an error if the debate cannot be played to its end, or if the work was stopped.
    pub fn played<R: StrategyRegistry + ProtocolText>(
        rules: &R,
        token: &CancelToken,
    ) -> Result<Self, Unsolved> {
        let mut debate = Debate::new(rules.clone(), 0)?;
        let table: &mut dyn AnyDebate = &mut debate;
        table.run_under(token)?;
        let Turn::Over(outcome) = table.position().turn() else {
            return Err("the honest debate did not end".to_owned().into());
        };
        let ledger = table.position().ledger();
        let told = |&(seat, cost): &(Seat, Cost)| {
            ledger.account(seat).paid(cost) > 0 || ledger.account(seat).limit(cost).is_some()
        };
        let costs = Cost::by_seat().filter(told).map(|(seat, cost)| ExpectedCosts {
            seat: seat.word(),
            cost: cost.key(),
            expected: ledger.account(seat).paid(cost) as f64,
            limit: ledger.account(seat).limit(cost).map(|limit| Limit::at_most(limit as f64)),
        });
        Ok(Self {
            winner: outcome.winner,
            queries: ledger.account(Seat::Judge).queries(),
            costs: costs.collect(),
        })
    }

    /// Compares the judge's costs of these kinds with the theorem's limits. A last row says whether
    /// the prover with the true claim wins.
    pub fn bounds<R: StrategyRegistry + ProtocolText>(
        &self,
        rules: &R,
        theorem: &str,
        kinds: &[(Cost, &str)],
        field: &Opponents<'_>,
        token: &CancelToken,
    ) -> Result<Vec<Bound>, Cancelled> {
        let tested = Tested::over(rules, field, token)?;
        let row = |&(cost, name): &(Cost, &str)| {
            let judge = Seat::Judge.word();
            let paid = self.costs.iter().find(|p| p.seat == judge && p.cost == cost.key());
            let limit = paid.and_then(|paid| paid.limit).map_or(0.0, Limit::get);
            let once = paid.map_or(0.0, |paid| paid.expected);
            let name = format!("judge's {name} ({theorem})");
            tested.cost(name, limit, once, |all| all.paid[cost as usize])
        };
        let right = rules.truth(token)?.map(|truth| tested.right(theorem, self.winner, truth));
        Ok(kinds.iter().map(row).chain(right).collect())
    }

    /// Compares the total number of the judge's reads with a theorem's limit. A last row says
    /// whether the prover with the true claim wins.
    pub fn read_bounds<R: StrategyRegistry + ProtocolText>(
        &self,
        rules: &R,
        theorem: &str,
        limit: u64,
        field: &Opponents<'_>,
        token: &CancelToken,
    ) -> Result<Vec<Bound>, Cancelled> {
        let tested = Tested::over(rules, field, token)?;
        let name = format!("judge's reads of all kinds ({theorem})");
        let reads = tested.cost(name, limit as f64, self.queries as f64, |all| all.queries);
        let right = rules.truth(token)?.map(|truth| tested.right(theorem, self.winner, truth));
        Ok(std::iter::once(reads).chain(right).collect())
    }
}

/// Marks these bounds as not applying if the theorem does not cover the debate.
pub(crate) fn claimed(mut bounds: Vec<Bound>, claim: Option<&TheoremClaim>) -> Vec<Bound> {
    if let Some(why) = claim.and_then(TheoremClaim::unmet) {
        bounds.iter_mut().for_each(|bound| bound.standing = BoundStatus::DoesNotApply(why.into()));
    }
    bounds
}

/// The name of a class of opponents, and the strategies of the class for a given seat.
pub(crate) type OpponentClass<'a> = (&'a str, Box<dyn Fn(Seat) -> Vec<String> + 'a>);

/// The opponents against whom a theorem is tested.
pub(crate) struct Opponents<'a> {
    /// The largest number of positions in the walk in which one prover makes arbitrary moves. With
    /// 0, there is no walk.
    pub budget: u64,
    /// A smaller class of opponents, for debates that are too large for the walk.
    pub class: Option<OpponentClass<'a>>,
}

impl Opponents<'_> {
    /// The results that a prover can force against honest players, and a description of the moves
    /// that were tried. `None` if no moves were tried.
    ///
    /// # Errors
    /// Returns an error if the work was stopped.
    fn against<R: StrategyRegistry + ProtocolText>(
        &self,
        rules: &R,
        free: Seat,
        token: &CancelToken,
    ) -> Result<Option<(AdversaryRange, String)>, Cancelled> {
        let Ok(honest) = cast(rules, ["honest"; 3]) else { return Ok(None) };
        let found = match self.budget {
            0 => None,
            budget => if_exact(AdversaryRange::search(rules, &honest, free, budget, token))?,
        };
        if let Some(all) = found {
            let what = match all.whole {
                true => format!("every move of {}", free.name()),
                false => format!("every single false bit that {} can write", free.name()),
            };
            return Ok(Some((all, what)));
        }
        let Some((what, written)) = &self.class else { return Ok(None) };
        let all = AdversaryRange::listed(rules, free, written(free), token)?;
        Ok(all.map(|all| (all, (*what).to_owned())))
    }
}

/// The results of testing a theorem against its opponents.
struct Tested {
    /// The results that the prover with the false claim can force.
    wrong: Option<(AdversaryRange, String)>,
    /// The results that the two provers can force. They give the judge's largest costs.
    paid: Option<(AdversaryRange, String)>,
}

impl Tested {
    /// # Errors
    /// Returns an error if the work was stopped.
    fn over<R: StrategyRegistry + ProtocolText>(
        rules: &R,
        field: &Opponents<'_>,
        token: &CancelToken,
    ) -> Result<Self, Cancelled> {
        let mut found =
            [field.against(rules, Seat::Alice, token)?, field.against(rules, Seat::Bob, token)?];
        let paid = match &found {
            [Some((alice, told)), Some((bob, tried))] => Some((
                alice.clone().or(bob.clone()),
                format!("{told} or {tried}, while the other prover is honest"),
            )),
            [one, other] => one.clone().or(other.clone()),
        };
        let wrong = rules
            .truth(token)?
            .and_then(|truth| found[if truth { Seat::Bob } else { Seat::Alice }.index()].take());
        Ok(Self { wrong, paid })
    }

    /// The row for the judge's largest cost. `once` is the cost in the honest debate.
    fn cost(
        &self,
        name: String,
        limit: f64,
        once: f64,
        most: impl Fn(&AdversaryRange) -> u64,
    ) -> Bound {
        let value = self.paid.as_ref().map_or(once, |(all, _)| (most(all) as f64).max(once));
        row(name, Limit::at_most(limit), value, value <= limit, self.paid.as_ref())
    }

    /// The row that says that the prover with the true claim wins.
    fn right(&self, theorem: &str, winner: Side, truth: bool) -> Bound {
        let name = format!("the prover with the true claim wins ({theorem})");
        let once = f64::from(winner == Side::of_claim(truth));
        let worst = |all: &AdversaryRange| if truth { all.least } else { 1.0 - all.most };
        let value = self.wrong.as_ref().map_or(once, |(all, _)| worst(all).min(once));
        row(name, Limit::at_least(1.0), value, value >= 1.0 - NEAR, self.wrong.as_ref())
    }
}

/// A row of bounds. `over` has the results against a class of opponents, and a description of them.
/// If `over` is `None`, only one debate was tested.
fn row(
    name: String,
    limit: Limit,
    value: f64,
    kept: bool,
    over: Option<&(AdversaryRange, String)>,
) -> Bound {
    let Some((AdversaryRange { debates, .. }, over)) = over else {
        return Bound { name, limit, value, standing: BoundStatus::tested_once(kept) };
    };
    let name = format!("{name}, tested over {over}: {}", plural(*debates, "debate", "debates"));
    Bound { name, limit, value, standing: BoundStatus::tested(kept) }
}
