//! The analysis of a whole recursive debate.

use super::guess_luck::GuessLuck;
use crate::analysis::adversary_range::AdversaryRange;
use crate::analysis::game_tree::{
    GameTreeWalk, NotExact, cast, honest_value, if_exact, judge_pays,
};
use crate::analysis::{
    Analysable, BestResponse, Bound, BoundStatus, Evaluation, ExactValue, ExpectedCosts,
    Hypothesis, NEAR, PairValue, Report, Section, TheoremClaim, Unsolved, is_foreseen,
    missing_value, walked,
};
use crate::debate::SeatPlan;
use crate::fact;
use crate::machine::claims::{ClaimId, Knowledge};
use crate::protocol::RecursiveDebate;
use crate::protocol::claims::words::scope;
use crate::protocol::claims::world::as_known_to;
use crate::protocol::recursive::{Phase, RecursiveInstance};
use crate::rules::{Cost, Protocol, Seat, Side};
use crate::text::Limit;
use crate::text::number::plural;
use crate::work::{CancelToken, Cancelled};

/// The largest number of positions that a walk visits for one pair of players.
const MOST_POSITIONS: u64 = 200_000;
/// The largest number of leaves for a walk, unless Bob always disputes the same subclaim.
const MOST_LEAVES: usize = 30_000;

impl Analysable for RecursiveDebate {
    /// Nature draws the world from the worlds that the seat cannot distinguish.
    fn as_known_to(&self, seat: Seat) -> Result<Option<Self>, String> {
        let setup = self.setup();
        let Some(case) = as_known_to(&setup.case, seat)? else { return Ok(None) };
        let known = RecursiveInstance { case, answer: setup.answer };
        Self::new(known).map(Some).map_err(|why| why.to_string())
    }

    fn averages_over(&self) -> Option<&'static str> {
        self.world.is_untouched().then(|| scope(&self.world))
    }

    /// An honest judge decides a leaf by its truth.
    fn ruling(&self) -> Option<f64> {
        let Phase::Leaf(_) = self.phase else { return None };
        if let Some(class) = &self.class {
            let yes = class.chance(self.here());
            return Some(if self.arguer() == Side::Alice { yes } else { 1.0 - yes });
        }
        let winner = if self.world.truth(self.here())? { self.arguer() } else { self.disputer() };
        Some(f64::from(winner == Side::Alice))
    }

    /// Before the world is drawn, the value over the classes of worlds.
    fn evaluate(&self, token: &CancelToken) -> Result<Option<Evaluation>, Cancelled> {
        let honest = match self.classes() {
            Some(classes) => if_exact(value_over(&classes, ["honest"; 3], token))?,
            None => honest_value(self, token)?,
        };
        Ok(honest.map(Evaluation::honest))
    }

    fn exact(&self, seats: &[SeatPlan; 3], token: &CancelToken) -> Option<ExactValue> {
        let named = seats.each_ref().map(|plan| plan.program());
        match (named, self.classes()) {
            ([Some(alice), Some(bob), Some("honest")], Some(classes)) => {
                value_over(&classes, [alice, bob, "honest"], token).ok().map(ExactValue::solved)
            }
            _ => walked(self, seats, token),
        }
    }

    /// If all worlds look alike to both provers, the search looks at all of them together.
    fn best_response(
        &self,
        seats: &[SeatPlan; 3],
        seat: Seat,
        token: &CancelToken,
    ) -> Result<BestResponse, String> {
        let exact = &|seats: &[SeatPlan; 3]| self.exact(seats, token);
        let classes = self.classes().filter(|_| is_foreseen(seats, seat));
        match classes.as_deref() {
            Some([(_, only)]) => BestResponse::from_roster(only, seats, seat, exact, token),
            _ => BestResponse::from_roster(self, seats, seat, exact, token),
        }
    }

    fn report(&self, report: &mut Report, token: &CancelToken) -> Result<(), Unsolved> {
        let case = &self.setup().case;
        let tree = case.tree();
        let truth = self.truth(token)?;
        let chance = case.worlds().chance(ClaimId::ROOT);
        report.truth = Some(match truth {
            Some(truth) => f64::from(truth),
            None if self.setup().answer == Some(false) => 1.0 - chance,
            None => chance,
        });
        let values = &mut report.values;
        let mut missing = Vec::new();
        let classes = self.classes();
        for alice in ["honest", "obfuscator", "random"] {
            for bob in ["honest", "guess", "lazy", "wrong"] {
                if classes.is_none() && tree.leaf_count() > MOST_LEAVES && bob != "lazy" {
                    missing.push(missing_value(alice, bob, "there are too many leaves"));
                    continue;
                }
                let players = [alice, bob, "honest"];
                let found = match &classes {
                    Some(classes) => value_over(classes, players, token),
                    None => {
                        let cast = cast(self, players)?;
                        GameTreeWalk::new(&cast, MOST_POSITIONS, token).value(self)
                    }
                };
                match found {
                    Ok(value) => values.push(PairValue::new(alice, bob, value)),
                    Err(NotExact::Stopped(stopped)) => return Err(stopped.into()),
                    Err(why) => missing.push(missing_value(alice, bob, why)),
                }
            }
        }
        let (width, depth) = (tree.width(), tree.depth());
        let found = GuessLuck::from_tree(tree);
        let (named, luck) = (found.named, found.chance());
        if let Some((claim, bound)) = knowing_wins(self, found, token)? {
            report.claims.push(claim);
            report.bounds.push(bound);
        }
        let mut facts = vec![
            fact!("claims": "{claims}, {leaves}",
            claims = tree.len() => plural(tree.len() as u64, "claim", "claims"),
            leaves = tree.leaf_count() => match tree.leaf_count() {
                1 => "1 of them is a leaf".to_owned(),
                leaves => format!("{leaves} of them are leaves"),
            }),
            fact!("shape": "depth {depth}; at most {width} subclaims in an argument", depth = depth,
                width = width),
        ];
        if depth > 0 && found.is_even {
            facts.push(
                fact!("luck": "if exactly one of {named} subclaims is false at each level, random guesses find all \
                    these false subclaims with probability {named}^-{depth} = {luck:.3e}", named = named,
                depth = depth, luck = luck; width = width),
            );
        } else if depth > 0 {
            facts.push(fact!("luck": "if every level has a false named subclaim, random guesses find a false \
                subclaim at every level with probability at least {named}^-{depth} = {luck:.3e}. There are at most \
                {depth} levels, and each argument names at most {named} subclaims", named = named, depth = depth,
                luck = luck; width = width));
        }
        let sections = &mut report.sections;
        sections.push(Section::new("the claims", facts));
        if let Some(intervals) = tree.intervals() {
            let is_prime = intervals.is_prime();
            let prime = fact!("primality": "{number} is {prime}, by the Miller–Rabin test",
                number = intervals.short(),
                prime = is_prime => if is_prime { "prime" } else { "composite" });
            sections.push(Section::new("primality", vec![prime]));
        }
        if !missing.is_empty() {
            sections.push(Section::new("not computed", missing));
        }
        let rounds = match tree.is_even() {
            true => Some(depth as f64),
            false => {
                let honest = cast(self, ["honest"; 3])?;
                let rounds = judge_pays(self, &honest, Cost::Rounds, MOST_POSITIONS, token);
                if_exact(rounds)?
            }
        };
        report.costs = [(Cost::Oracle, Some(1.0), 1.0), (Cost::Rounds, rounds, depth as f64)]
            .into_iter()
            .filter_map(|(cost, expected, most)| {
                let (seat, cost) = (Seat::Judge.word(), cost.key());
                Some(ExpectedCosts {
                    seat,
                    cost,
                    expected: expected?,
                    limit: Some(Limit::at_most(most)),
                })
            })
            .collect();
        report.more.insert("luck".into(), serde_json::json!(luck));
        Ok(())
    }
}

/// The value of these players before the honest judge, over the classes of worlds.
fn value_over(
    classes: &[(f64, RecursiveDebate)],
    players: [&str; 3],
    token: &CancelToken,
) -> Result<f64, NotExact> {
    let ruling = |debate: &RecursiveDebate| Ok(debate.ruling());
    let each = classes.iter().map(|(weight, debate)| {
        let cast = cast(debate, players).map_err(NotExact::Illegal)?;
        let mut walk = GameTreeWalk::new(&cast, MOST_POSITIONS, token).with_leaf(&ruling);
        Ok(weight * walk.value(debate)?)
    });
    each.sum()
}

/// Tests that the prover who is right wins against everybody, if that prover knows every truth.
fn knowing_wins(
    debate: &RecursiveDebate,
    luck: GuessLuck,
    token: &CancelToken,
) -> Result<Option<(TheoremClaim, Bound)>, Cancelled> {
    const MOST: u64 = 100_000;
    let Some(side) = debate.right_side(token)? else { return Ok(None) };
    let case = &debate.setup().case;
    let (truth, right, wrong) = (side == Side::Alice, side.seat(), side.other().seat());
    let knows = if truth { case.alice() } else { case.bob() };
    let Ok(honest) = cast(debate, ["honest"; 3]) else { return Ok(None) };
    let found = match if_exact(AdversaryRange::search(debate, &honest, wrong, MOST, token))? {
        Some(all) => Some((all, true)),
        None if case.tree().leaf_count() <= MOST_LEAVES => {
            let written = match truth {
                true => ["guess", "lazy", "wrong"],
                false => ["honest", "obfuscator", "random"],
            };
            AdversaryRange::listed(debate, wrong, written.map(str::to_owned), token)?
                .map(|all| (all, false))
        }
        None => None,
    };
    let Some((all, everything)) = found else { return Ok(None) };
    let knows_less = (*knows != Knowledge::Everything).then(|| {
        format!(
            "{} does not know every truth. Guesses at all levels are right with probability \
             at least {:.3e}",
            right.name(),
            luck.chance()
        )
    });
    let claim = TheoremClaim {
        theorem: "section 7, 2025 paper".into(),
        statement: format!("{} is right and wins", right.name()),
        hypotheses: vec![Hypothesis::unless(
            "the prover who is right knows every truth",
            knows_less,
        )],
        limit: match truth {
            true => Limit::at_least(1.0),
            false => Limit::at_most(0.0),
        },
    };
    let value = if truth { all.least } else { 1.0 - all.most };
    let right_wins = value >= 1.0 - NEAR;
    let tested = if everything { BoundStatus::tested } else { BoundStatus::tested_once };
    let standing = claim.tested(tested(right_wins));
    let debates = if all.debates == 1 { "debate" } else { "debates" };
    let over = match everything {
        true => format!("every move of {}: {} {debates}", wrong.name(), all.debates),
        false => format!("the listed strategies of {}", wrong.name()),
    };
    let bound = Bound {
        name: format!(
            "a prover who knows every truth wins if its side is right (section 7, 2025 paper), tested over {over}"
        ),
        limit: Limit::at_least(1.0),
        value,
        standing,
    };
    Ok(Some((claim, bound)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::claims::{ClaimsInstance, Rule, WorldDistribution, uniform};

    fn debate(case: ClaimsInstance, answer: Option<bool>) -> RecursiveDebate {
        RecursiveDebate::new(RecursiveInstance { case, answer }).unwrap()
    }

    fn value(debate: &RecursiveDebate, alice: &str, bob: &str) -> f64 {
        let cast = cast(debate, [alice, bob, "honest"]).unwrap();
        GameTreeWalk::new(&cast, 1_000_000, &CancelToken::default()).value(debate).unwrap()
    }

    #[test]
    fn classes_of_worlds_have_the_values_of_their_worlds() {
        use crate::chance::Probability;
        let p = |value| Probability::new(value).unwrap();
        let tree = uniform("x", Rule::MAJORITY, 3, 2).unwrap();
        let leaves: Vec<_> = (0..9).map(|at| p([0.5, 0.8, 0.8, 1.0][at % 4])).collect();
        let law = WorldDistribution::independent(&tree, &leaves).unwrap();
        for knows in [Knowledge::Nothing, Knowledge::root(), Knowledge::Everything] {
            let case =
                ClaimsInstance::drawn(law.clone()).known_to(knows.clone(), Knowledge::root());
            for answer in [Some(true), Some(false), None] {
                let debate = debate(case.clone(), answer);
                let classes = debate.classes().unwrap();
                for (alice, bob) in [
                    ("honest", "honest"),
                    ("obfuscator", "guess"),
                    ("random", "wrong"),
                    ("obfuscator", "lazy"),
                ] {
                    let slow = value(&debate, alice, bob);
                    let token = CancelToken::default();
                    let quick = value_over(&classes, [alice, bob, "honest"], &token).unwrap();
                    assert!((quick - slow).abs() < 1e-9, "{alice} {bob}: {quick} {slow}");
                }
            }
        }
    }

    #[test]
    fn one_flaw_among_65536_leaves_is_one_class_of_worlds() {
        for (depth, found) in [(5, 4f64.powi(-5)), (8, 4f64.powi(-8))] {
            let tree = uniform("x", Rule::ALL, 4, depth).unwrap();
            let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree))
                .known_to(Knowledge::root(), Knowledge::root());
            let debate = debate(case, Some(true));
            let seats =
                ["obfuscator", "honest", "honest"].map(|name| SeatPlan::Program(name.to_owned()));
            let token = CancelToken::default();
            let paid = debate.exact(&seats, &token).unwrap().get();
            assert!((paid - (1.0 - found)).abs() < 1e-12, "{paid}");
            for seat in [Seat::Alice, Seat::Bob] {
                let best = debate.best_response(&seats, seat, &token).unwrap();
                assert!((best.exact().unwrap() - (1.0 - found)).abs() < 1e-12, "{best:?}");
            }
        }
    }

    #[test]
    fn a_bob_who_cannot_tell_finds_the_flaw_with_probability_q_to_the_minus_depth() {
        for (width, depth) in [(2, 1), (4, 1), (3, 2), (2, 4)] {
            let tree = uniform("x", Rule::ALL, width, depth).unwrap();
            let case = ClaimsInstance::drawn(WorldDistribution::one_false(&tree))
                .known_to(Knowledge::root(), Knowledge::root());
            let luck = (width as f64).powi(-(depth as i32));
            for bob in ["honest", "guess"] {
                let lost = 1.0 - value(&debate(case.clone(), Some(true)), "obfuscator", bob);
                assert!((lost - luck).abs() < 1e-12, "{width}^{depth}: {lost}");
            }
        }
    }
}
