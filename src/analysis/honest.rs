//! A deterministic theorem's bounds: the honest debate, played, and then every debate in which one
//! of the provers does whatever it may, as far as they can be gone through.

use super::everybody::Everybody;
use super::game_tree::cast;
use super::{Bound, Paid, Standing};
use crate::debate::{Debate, SeatPlan, Table};
use crate::rules::{Cost, Seat, Side, Turn};
use crate::show::narrate;
use crate::strategy::Players;

/// The kinds of cost that Theorem 5.3 of the 2024 paper limits, in their own words.
pub(super) const EXAMINED: [(Cost, &str); 4] = [
    (Cost::Location, narrate::cost(Cost::Location)),
    (Cost::Transcript, narrate::cost(Cost::Transcript)),
    (Cost::Input, narrate::cost(Cost::Input)),
    (Cost::Oracle, narrate::cost(Cost::Oracle)),
];

/// The honest debate, played to its end.
pub(super) struct Honest {
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
    /// If it cannot be played to its end.
    pub fn played<R: Players + crate::show::Show>(rules: &R) -> Result<Self, String> {
        let mut debate = Debate::new(rules.clone(), 0)?;
        for seat in Seat::ALL {
            debate.seat(seat, &SeatPlan::honest())?;
        }
        let table: &mut dyn Table = &mut debate;
        table.run().map_err(|e| e.to_string())?;
        let Turn::Over(outcome) = table.now().turn() else {
            return Err("the honest debate did not end".into());
        };
        let ledger = table.now().ledger();
        let all = Seat::ALL.into_iter().flat_map(|seat| Cost::ALL.map(|cost| (seat, cost)));
        let told = |&(seat, cost): &(Seat, Cost)| {
            ledger.of(seat).paid(cost) > 0 || ledger.of(seat).limit(cost).is_some()
        };
        let costs = all.filter(told).map(|(seat, cost)| Paid {
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
    pub fn bounds<R: Players>(
        &self,
        rules: &R,
        theorem: &str,
        kinds: &[(Cost, &str)],
        field: &Field<'_>,
    ) -> Vec<Bound> {
        let tested = Tested::over(rules, field);
        let row = |&(cost, name): &(Cost, &str)| {
            let judge = Seat::Judge.word();
            let paid = self.costs.iter().find(|p| p.seat == judge && p.cost == cost.key());
            let limit = paid.and_then(|paid| paid.limit).unwrap_or_default();
            let once = paid.map_or(0.0, |paid| paid.expected);
            let name = format!("judge's {name} ({theorem})");
            tested.cost(name, limit, once, |all| all.paid[cost as usize])
        };
        let right = rules.truth().map(|truth| tested.right(theorem, self.winner, truth));
        kinds.iter().map(row).chain(right).collect()
    }

    /// The judge's reads of all kinds together beside a theorem's limit, and whether the party
    /// whose claim is true wins.
    pub fn read_bounds<R: Players>(
        &self,
        rules: &R,
        theorem: &str,
        limit: u64,
        field: &Field<'_>,
    ) -> Vec<Bound> {
        let tested = Tested::over(rules, field);
        let name = format!("judge's reads, all kinds ({theorem})");
        let reads = tested.cost(name, limit as f64, self.queries as f64, |all| all.queries);
        let right = rules.truth().map(|truth| tested.right(theorem, self.winner, truth));
        std::iter::once(reads).chain(right).collect()
    }
}

/// The same bounds where no independent copy of Alice wrote the transcript.
pub(super) fn without_copies(mut bounds: Vec<Bound>) -> Vec<Bound> {
    for bound in &mut bounds {
        let why = "Alice answers each read afresh: no independent copy wrote the transcript";
        bound.standing = Standing::DoesNotApply(why.into());
    }
    bounds
}

/// Over whom a theorem is tested.
pub(super) struct Field<'a> {
    /// Debates in which one prover does anything are looked through up to so many positions; 0
    /// where that is out of the question.
    pub budget: u64,
    /// A smaller class of opponents, for where those are too many: its name, and who is in it.
    pub class: Option<(&'a str, Box<dyn Fn(Seat) -> Vec<String> + 'a>)>,
}

impl Field<'_> {
    /// What a prover can do against honest players, with the name of what was gone through; none
    /// if nothing was.
    fn against<R: Players>(&self, rules: &R, free: Seat) -> Option<(Everybody, String)> {
        let honest = cast(rules, ["honest"; 3]).ok()?;
        let found = (self.budget > 0)
            .then(|| Everybody::of(rules, &honest, free, self.budget).ok())
            .flatten();
        if let Some(all) = found {
            let what = match all.whole {
                true => format!("every move of {}", free.name()),
                false => format!("every single lie in what {} writes", free.name()),
            };
            return Some((all, what));
        }
        let (what, written) = self.class.as_ref()?;
        let all = Everybody::listed(rules, free, written(free))?;
        Some((all, (*what).to_owned()))
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
    fn over<R: Players>(rules: &R, field: &Field<'_>) -> Self {
        let mut found = [Seat::Alice, Seat::Bob].map(|seat| field.against(rules, seat));
        let paid = match &found {
            [Some((alice, told)), Some((bob, tried))] => {
                Some((alice.clone().or(bob), format!("{told} and {tried}")))
            }
            [one, other] => one.clone().or(other.clone()),
        };
        let wrong = rules
            .truth()
            .and_then(|truth| found[if truth { Seat::Bob } else { Seat::Alice }.index()].take());
        Self { wrong, paid }
    }

    /// A row about what the judge pays at most.
    fn cost(&self, name: String, limit: f64, once: f64, most: impl Fn(&Everybody) -> u64) -> Bound {
        match &self.paid {
            Some((all, over)) => {
                let value = (most(all) as f64).max(once);
                let name = over_them(name, over, all.debates);
                Bound { name, limit, value, standing: Standing::tested(value <= limit) }
            }
            None => {
                Bound { name, limit, value: once, standing: Standing::tested_once(once <= limit) }
            }
        }
    }

    /// The row that says that the party whose claim is true wins.
    fn right(&self, theorem: &str, winner: Side, truth: bool) -> Bound {
        let name = format!("the party whose claim is true wins ({theorem})");
        let once = winner == Side::of_claim(truth);
        match &self.wrong {
            Some((all, over)) => {
                let worst = if truth { all.least } else { 1.0 - all.most };
                let value = worst.min(f64::from(u8::from(once)));
                let standing = Standing::tested(value >= 1.0 - 1e-12);
                Bound { name: over_them(name, over, all.debates), limit: 1.0, value, standing }
            }
            None => {
                let value = f64::from(u8::from(once));
                Bound { name, limit: 1.0, value, standing: Standing::tested_once(once) }
            }
        }
    }
}

fn over_them(name: String, over: &str, debates: u64) -> String {
    format!("{name}, over {over}: {debates} debate{}", if debates == 1 { "" } else { "s" })
}
