//! A deterministic theorem's bounds: the honest debate, played, and then every debate in which one
//! of the provers does whatever it may, as far as they can be gone through.

use super::everybody::Everybody;
use super::game_tree::{cast, if_exact};
use super::{Bound, Claim, Hypothesis, NEAR, Paid, Promise, Standing, Unsolved};
use crate::debate::{Debate, Table};
use crate::rules::{Cost, Protocol, Seat, Side, Turn};
use crate::strategy::Players;
use crate::text::number::plural;
use crate::text::{Words, narrate};
use crate::work::{Stopped, Token};

/// The kinds of cost that Theorem 5.3 of the 2024 paper limits, in their own words.
pub(crate) const EXAMINED: [(Cost, &str); 4] = [
    (Cost::Location, narrate::cost(Cost::Location)),
    (Cost::Transcript, narrate::cost(Cost::Transcript)),
    (Cost::Input, narrate::cost(Cost::Input)),
    (Cost::Oracle, narrate::cost(Cost::Oracle)),
];

/// What a deterministic theorem says: whoever is right and honest wins, before a judge who is honest
/// too. None where nobody knows who is right. `copies`: whether independent copies of Alice write what
/// is read, in protocols that have them.
pub(crate) fn right_wins(
    rules: &impl Protocol,
    theorem: &str,
    copies: Option<bool>,
    token: &Token,
) -> Result<Option<Claim>, Stopped> {
    let Some(right) = rules.truth(token)? else { return Ok(None) };
    let afresh = "Alice answers each read afresh: no independent copy wrote the transcript";
    let of_copies = copies.map(|copies| {
        let what = "independent copies of Alice answer the reads";
        Hypothesis::unless(what, (!copies).then_some(afresh))
    });
    Ok(Some(Claim {
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
pub(crate) fn promised(claim: Option<Claim>, [alice, bob, judge]: [&str; 3]) -> Option<Promise> {
    let claim = claim.filter(|_| judge == "honest")?;
    let right = if claim.at_least { alice } else { bob };
    claim.promise().filter(|_| right == "honest")
}

/// The honest debate, played to its end.
pub(crate) struct Honest {
    /// Who won.
    pub winner: Side,
    /// The judge's queries, all kinds together.
    pub queries: u64,
    /// What everyone paid.
    pub costs: Vec<Paid>,
}

impl Honest {
    /// Plays it.
    ///
    /// # Errors
    /// If it cannot be played to its end, or the work was stopped.
    pub fn played<R: Players + Words>(rules: &R, token: &Token) -> Result<Self, Unsolved> {
        let mut debate = Debate::new(rules.clone(), 0)?;
        let table: &mut dyn Table = &mut debate;
        table.run_under(token)?;
        let Turn::Over(outcome) = table.now().turn() else {
            return Err("the honest debate did not end".to_owned().into());
        };
        let ledger = table.now().ledger();
        let told = |&(seat, cost): &(Seat, Cost)| {
            ledger.of(seat).paid(cost) > 0 || ledger.of(seat).limit(cost).is_some()
        };
        let costs = Cost::by_seat().filter(told).map(|(seat, cost)| Paid {
            seat: seat.word(),
            cost: cost.key(),
            expected: ledger.of(seat).paid(cost) as f64,
            limit: ledger.of(seat).limit(cost).map(|limit| limit as f64),
        });
        Ok(Self {
            winner: outcome.winner,
            queries: ledger.of(Seat::Judge).queries(),
            costs: costs.collect(),
        })
    }

    /// The judge's costs of these kinds beside the theorem's limits, and whether the party whose
    /// claim is true wins.
    pub fn bounds<R: Players + Words>(
        &self,
        rules: &R,
        theorem: &str,
        kinds: &[(Cost, &str)],
        field: &Opponents<'_>,
        token: &Token,
    ) -> Result<Vec<Bound>, Stopped> {
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

    /// The judge's reads of all kinds together beside a theorem's limit, and whether the party
    /// whose claim is true wins.
    pub fn read_bounds<R: Players + Words>(
        &self,
        rules: &R,
        theorem: &str,
        limit: u64,
        field: &Opponents<'_>,
        token: &Token,
    ) -> Result<Vec<Bound>, Stopped> {
        let tested = Tested::over(rules, field, token)?;
        let name = format!("judge's reads, all kinds ({theorem})");
        let reads = tested.cost(name, limit as f64, self.queries as f64, |all| all.queries);
        let right = rules.truth(token)?.map(|truth| tested.right(theorem, self.winner, truth));
        Ok(std::iter::once(reads).chain(right).collect())
    }
}

/// The bounds of a theorem, where it says this of the debate: without it none of them is promised.
pub(crate) fn claimed(mut bounds: Vec<Bound>, claim: Option<&Claim>) -> Vec<Bound> {
    if let Some(why) = claim.and_then(Claim::unmet) {
        bounds.iter_mut().for_each(|bound| bound.standing = Standing::DoesNotApply(why.into()));
    }
    bounds
}

/// The name of a class of opponents, and who of them sits in a seat.
pub(crate) type OpponentClass<'a> = (&'a str, Box<dyn Fn(Seat) -> Vec<String> + 'a>);

/// Over whom a theorem is tested.
pub(crate) struct Opponents<'a> {
    /// Debates in which one prover does anything are looked through up to so many positions; 0
    /// where that is out of the question.
    pub budget: u64,
    /// A smaller class of opponents, for where those are too many: its name, and who is in it.
    pub class: Option<OpponentClass<'a>>,
}

impl Opponents<'_> {
    /// What a prover can do against honest players, with the name of what was gone through; none
    /// if nothing was.
    ///
    /// # Errors
    /// If the work was stopped.
    fn against<R: Players + Words>(
        &self,
        rules: &R,
        free: Seat,
        token: &Token,
    ) -> Result<Option<(Everybody, String)>, Stopped> {
        let Ok(honest) = cast(rules, ["honest"; 3]) else { return Ok(None) };
        let found = match self.budget {
            0 => None,
            budget => if_exact(Everybody::of(rules, &honest, free, budget, token))?,
        };
        if let Some(all) = found {
            let what = match all.whole {
                true => format!("every move of {}", free.name()),
                false => format!("every single lie in what {} writes", free.name()),
            };
            return Ok(Some((all, what)));
        }
        let Some((what, written)) = &self.class else { return Ok(None) };
        let all = Everybody::listed(rules, free, written(free), token)?;
        Ok(all.map(|all| (all, (*what).to_owned())))
    }
}

/// What was found of a theorem over its opponents.
struct Tested {
    /// What the party who is wrong can do.
    wrong: Option<(Everybody, String)>,
    /// What the judge can be made to pay, by either prover.
    paid: Option<(Everybody, String)>,
}

impl Tested {
    /// Goes through the opponents that the field names.
    ///
    /// # Errors
    /// If the work was stopped.
    fn over<R: Players + Words>(
        rules: &R,
        field: &Opponents<'_>,
        token: &Token,
    ) -> Result<Self, Stopped> {
        let mut found =
            [field.against(rules, Seat::Alice, token)?, field.against(rules, Seat::Bob, token)?];
        let paid = match &found {
            [Some((alice, told)), Some((bob, tried))] => Some((
                alice.clone().or(bob.clone()),
                format!("{told} or {tried}, the other being honest"),
            )),
            [one, other] => one.clone().or(other.clone()),
        };
        let wrong = rules
            .truth(token)?
            .and_then(|truth| found[if truth { Seat::Bob } else { Seat::Alice }.index()].take());
        Ok(Self { wrong, paid })
    }

    /// A row about what the judge pays at most.
    fn cost(&self, name: String, limit: f64, once: f64, most: impl Fn(&Everybody) -> u64) -> Bound {
        let value = self.paid.as_ref().map_or(once, |(all, _)| (most(all) as f64).max(once));
        row(name, limit, value, value <= limit, self.paid.as_ref())
    }

    /// The row that says that the party whose claim is true wins.
    fn right(&self, theorem: &str, winner: Side, truth: bool) -> Bound {
        let name = format!("the party whose claim is true wins ({theorem})");
        let once = f64::from(winner == Side::of_claim(truth));
        let worst = |all: &Everybody| if truth { all.least } else { 1.0 - all.most };
        let value = self.wrong.as_ref().map_or(once, |(all, _)| worst(all).min(once));
        row(name, 1.0, value, value >= 1.0 - NEAR, self.wrong.as_ref())
    }
}

/// A row that was tested over these, or else in the one debate.
fn row(
    name: String,
    limit: f64,
    value: f64,
    kept: bool,
    over: Option<&(Everybody, String)>,
) -> Bound {
    let Some((Everybody { debates, .. }, over)) = over else {
        return Bound { name, limit, value, standing: Standing::tested_once(kept) };
    };
    let name = format!("{name}, over {over}: {}", plural(*debates, "debate", "debates"));
    Bound { name, limit, value, standing: Standing::tested(kept) }
}
