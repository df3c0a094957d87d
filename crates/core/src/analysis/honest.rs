//! Tests the bounds of a deterministic theorem. It plays the honest debate, and then every debate
//! in which one prover makes arbitrary moves, as far as they can be enumerated.

use super::adversary_range::AdversaryRange;
use super::game_tree::{cast, if_exact};
use super::{
    Bound, BoundStatus, ExpectedCosts, Hypothesis, NEAR, PayoffGuarantee, TheoremClaim, Unsolved,
};
use crate::debate::{AnyDebate, Debate};
use crate::rules::{Cost, Protocol, Seat, Side, Turn};
use crate::strategy::StrategyRegistry;
use crate::text::number::plural;
use crate::text::{ProtocolText, narrate};
use crate::work::{CancelToken, Cancelled};

/// The kinds of cost that Theorem 5.3 of the 2024 paper limits, with their names.
pub(crate) const EXAMINED: [(Cost, &str); 4] = [
    (Cost::Location, narrate::cost(Cost::Location)),
    (Cost::Transcript, narrate::cost(Cost::Transcript)),
    (Cost::Input, narrate::cost(Cost::Input)),
    (Cost::Oracle, narrate::cost(Cost::Oracle)),
];

/// The claim of a deterministic theorem: the honest prover who is right wins before an honest
/// judge. `None` if nobody knows who is right. `copies` says whether independent copies of Alice
/// answer the reads, in protocols that have copies.
pub(crate) fn right_wins(
    rules: &impl Protocol,
    theorem: &str,
    copies: Option<bool>,
    token: &CancelToken,
) -> Result<Option<TheoremClaim>, Cancelled> {
    let Some(right) = rules.truth(token)? else { return Ok(None) };
    let afresh = "Alice answers each read herself: no independent copy wrote the transcript";
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
        at_least: right,
        limit: f64::from(right),
    }))
}

/// The promise of such a claim to these players.
pub(crate) fn promised(
    claim: Option<TheoremClaim>,
    [alice, bob, judge]: [&str; 3],
) -> Option<PayoffGuarantee> {
    let claim = claim.filter(|_| judge == "honest")?;
    let right = if claim.at_least { alice } else { bob };
    claim.promise().filter(|_| right == "honest")
}

/// The honest debate, played to its end.
pub(crate) struct HonestDebate {
    /// The winner.
    pub winner: Side,
    /// The judge's queries of all kinds together.
    pub queries: u64,
    /// The costs of everybody.
    pub costs: Vec<ExpectedCosts>,
}

impl HonestDebate {
    /// Plays the debate.
    ///
    /// # Errors
    /// If it cannot be played to its end, or the work was stopped.
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
            limit: ledger.account(seat).limit(cost).map(|limit| limit as f64),
        });
        Ok(Self {
            winner: outcome.winner,
            queries: ledger.account(Seat::Judge).queries(),
            costs: costs.collect(),
        })
    }

    /// Compares the judge's costs of these kinds with the theorem's limits. Also checks that the
    /// prover with the true claim wins.
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
            let limit = paid.and_then(|paid| paid.limit).unwrap_or_default();
            let once = paid.map_or(0.0, |paid| paid.expected);
            let name = format!("judge's {name} ({theorem})");
            tested.cost(name, limit, once, |all| all.paid[cost as usize])
        };
        let right = rules.truth(token)?.map(|truth| tested.right(theorem, self.winner, truth));
        Ok(kinds.iter().map(row).chain(right).collect())
    }

    /// Compares the judge's reads of all kinds together with a theorem's limit. Also checks that
    /// the prover with the true claim wins.
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

/// The bounds of a theorem. If the theorem does not cover the debate, none of them applies.
pub(crate) fn claimed(mut bounds: Vec<Bound>, claim: Option<&TheoremClaim>) -> Vec<Bound> {
    if let Some(why) = claim.and_then(TheoremClaim::unmet) {
        bounds.iter_mut().for_each(|bound| bound.standing = BoundStatus::DoesNotApply(why.into()));
    }
    bounds
}

/// The name of a class of opponents, and its members in a seat.
pub(crate) type OpponentClass<'a> = (&'a str, Box<dyn Fn(Seat) -> Vec<String> + 'a>);

/// The opponents against whom a theorem is tested.
pub(crate) struct Opponents<'a> {
    /// The largest number of positions of a walk in which one prover makes arbitrary moves. 0 turns
    /// the walk off.
    pub budget: u64,
    /// A smaller class of opponents, for debates that are too large for the walk.
    pub class: Option<OpponentClass<'a>>,
}

impl Opponents<'_> {
    /// The results that a prover can force against honest players, and the name of the moves that
    /// were tried. `None` if nothing was tried.
    ///
    /// # Errors
    /// If the work was stopped.
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

/// The results of testing a theorem over its opponents.
struct Tested {
    /// The results that the wrong prover can force.
    wrong: Option<(AdversaryRange, String)>,
    /// The largest costs of the judge that either prover can cause.
    paid: Option<(AdversaryRange, String)>,
}

impl Tested {
    /// Tests all opponents of the field.
    ///
    /// # Errors
    /// If the work was stopped.
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

    /// A row about the judge's largest cost.
    fn cost(
        &self,
        name: String,
        limit: f64,
        once: f64,
        most: impl Fn(&AdversaryRange) -> u64,
    ) -> Bound {
        let value = self.paid.as_ref().map_or(once, |(all, _)| (most(all) as f64).max(once));
        row(name, limit, value, value <= limit, self.paid.as_ref())
    }

    /// The row that says that the prover with the true claim wins.
    fn right(&self, theorem: &str, winner: Side, truth: bool) -> Bound {
        let name = format!("the prover with the true claim wins ({theorem})");
        let once = f64::from(winner == Side::of_claim(truth));
        let worst = |all: &AdversaryRange| if truth { all.least } else { 1.0 - all.most };
        let value = self.wrong.as_ref().map_or(once, |(all, _)| worst(all).min(once));
        row(name, 1.0, value, value >= 1.0 - NEAR, self.wrong.as_ref())
    }
}

/// A row that was tested over these opponents, or else in one debate.
fn row(
    name: String,
    limit: f64,
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
