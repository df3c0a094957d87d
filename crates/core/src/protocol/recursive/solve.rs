//! The analysis of a recursive debate, from its start.

use super::guess_luck::GuessLuck;
use crate::analysis::adversary_range::AdversaryRange;
use crate::analysis::game_tree::{GameTreeWalk, NotExact, cast, if_exact, judge_pays};
use crate::analysis::{
    Analysable, Bound, BoundStatus, ExpectedCosts, Hypothesis, NEAR, PairValue, Report, Section,
    TheoremClaim, Unsolved, missing_value,
};
use crate::fact;
use crate::machine::claims::{ClaimId, Knowledge};
use crate::protocol::RecursiveDebate;
use crate::protocol::claims::world::as_known_to;
use crate::protocol::recursive::{Phase, RecursiveInstance};
use crate::rules::{Cost, Protocol, Seat, Side};
use crate::text::number::plural;
use crate::work::{CancelToken, Cancelled};

/// The largest number of positions that a walk visits for one pair of players.
const MOST_POSITIONS: u64 = 200_000;
/// The largest number of leaves for a walk, unless Bob always disputes the same subclaim.
const MOST_LEAVES: usize = 30_000;

impl Analysable for RecursiveDebate {
    /// Nature draws the world from those that the seat cannot distinguish.
    fn as_known_to(&self, seat: Seat) -> Result<Option<Self>, String> {
        let setup = self.setup();
        let Some(case) = as_known_to(&setup.case, seat)? else { return Ok(None) };
        let known = RecursiveInstance { case, answer: setup.answer };
        Self::new(known).map(Some).map_err(|why| why.to_string())
    }

    /// An honest judge decides a leaf by its truth.
    fn ruling(&self) -> Option<f64> {
        let Phase::Leaf(_) = self.phase else { return None };
        let winner = if self.world.truth(self.here())? { self.arguer() } else { self.disputer() };
        Some(f64::from(winner == Side::Alice))
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
        for alice in ["honest", "obfuscator", "random"] {
            for bob in ["honest", "guess", "lazy", "wrong"] {
                if tree.leaf_count() > MOST_LEAVES && bob != "lazy" {
                    missing.push(missing_value(alice, bob, "there are too many leaves"));
                    continue;
                }
                let cast = cast(self, [alice, bob, "honest"])?;
                match GameTreeWalk::new(&cast, MOST_POSITIONS, token).value(self) {
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
                fact!("luck": "guesses find one false subclaim among {named} at each level with \
                probability {named}^-{depth} = {luck:.3e}", named = named,
                depth = depth, luck = luck; width = width),
            );
        } else if depth > 0 {
            facts.push(fact!("luck": "guesses find a false subclaim at each level with probability at \
                least {named}^-{depth} = {luck:.3e}, because there are at most {depth} levels with at \
                most {named} named subclaims", named = named, depth = depth, luck = luck; width = width));
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
                Some(ExpectedCosts { seat, cost, expected: expected?, limit: Some(most) })
            })
            .collect();
        report.more.insert("luck".into(), serde_json::json!(luck));
        Ok(())
    }
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
             {}{:.3e}",
            right.name(),
            if luck.is_even { "" } else { "at least " },
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
        at_least: truth,
        limit: f64::from(truth),
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
            "a prover who knows every truth wins if its side is right (section 7, 2025 paper), \
             over {over}"
        ),
        limit: 1.0,
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
