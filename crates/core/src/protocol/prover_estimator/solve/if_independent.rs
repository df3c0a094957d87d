//! The value of a prover-estimator debate between players who know only the distribution. This
//! value is the probability that the root would have if the leaves were independent.
//! `docs/results/open-finding.md` has the theorem and its proof.

use foldhash::{HashMap, HashMapExt};
use serde::Serialize;

use super::least_ratio::least_ratio;
use crate::analysis::Fact;
use crate::fact;
use crate::machine::claims::{Argument, ClaimId, ClaimsInstance, Odds, PartialRule};
use crate::text::Limit;

/// The value between players who know only the distribution, and how large r must be for the value
/// to be exact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct IndependentValue {
    /// m, the probability that the root would have if the leaves were independent and kept their
    /// own probabilities.
    pub m: f64,
    /// `P[root is true]` over the distribution.
    pub root: f64,
    /// m − `P[root is true]`. If Alice answers *yes*, she earns this much more than the probability
    /// that she is right. If she answers *no*, she earns this much less.
    pub gap: f64,
    /// The bounds for an Alice who answers yes.
    pub yes: HeldPayoff,
    /// The bounds for an Alice who answers no.
    pub no: HeldPayoff,
}

/// Bounds on what the best Bob pays an Alice who gives one of the two answers. Bob knows only the distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HeldPayoff {
    /// A lower bound: every Bob pays her at least this much.
    pub low: f64,
    /// An upper bound: the marginal Bob pays her at most this much, whatever she does. If r < 1, he
    /// first states 0 for the root.
    pub high: f64,
    /// max(1, L), where L is the largest `leverage` of any claim. If r is at least this number, the
    /// two bounds are equal.
    pub from_ratio: f64,
    /// How large r must be for `low` and `high` to be equal, in a debate of one round. If r is
    /// below the first number, some Bob pays her less than `high`. If r is at least the second
    /// number, no Bob pays her less. `None` if nothing is known.
    pub least_ratio: Option<[f64; 2]>,
}

impl HeldPayoff {
    /// If r is at least this number, `low` and `high` are known to be equal. The `marginal` Alice is then paid at least
    /// `low`.
    pub(super) fn settled_from(&self) -> f64 {
        self.least_ratio.map_or(self.from_ratio, |[_, high]| high.min(self.from_ratio))
    }
}

/// The value of the debate between players who know only the distribution. `None` if a claim has
/// several arguments.
pub fn if_independent(case: &ClaimsInstance, ratio: f64) -> Option<IndependentValue> {
    let (tree, worlds) = (case.tree(), case.worlds());
    if tree.claims().any(|claim| tree.argument_count(claim) > 1) {
        return None;
    }
    let (m, root) = (worlds.if_independent(ClaimId::ROOT).yes, worlds.chance(ClaimId::ROOT));
    let [yes, no] = [true, false].map(|answer| held_payoff(case, ratio, answer));
    Some(IndependentValue { m, root, gap: m - root, yes, no })
}

/// Computes the bounds for one answer. Each claim has a *slack*; the slack of a leaf is 0. If a claim's number is wrong
/// by `off` to Alice's disadvantage, she is paid at least r^{k+1}·(off − slack) from that round on. Bob can change a
/// claim's probability by at most L·D, where D is the mean of his largest error among the subclaims. She regains
/// r·(D − s) of this, where s is the largest slack of a subclaim. The slack of the claim is the largest loss that can
/// remain.
fn held_payoff(case: &ClaimsInstance, ratio: f64, answer: bool) -> HeldPayoff {
    let tree = case.tree();
    let likely = |claim| {
        let Odds { no, yes } = case.worlds().if_independent(claim);
        if answer { yes } else { no }
    };
    if !tree.is_monotone() {
        // A number that is too high may help her or hurt her, so she names both directions. If one
        // number is replaced by m, the rule's probability changes by at most the error of this
        // number. So L ≤ q.
        let high = ratio.min(1.0) * likely(ClaimId::ROOT);
        let from_ratio = tree.width().max(1) as f64;
        let low = if ratio >= from_ratio { high } else { 0.0 };
        return HeldPayoff { low, high, from_ratio, least_ratio: None };
    }
    let mut from_ratio = 1.0f64;
    let mut slack = vec![0.0f64; tree.len()];
    // The cache helps because most claims of a large tree have equal subclaims.
    let mut known: HashMap<(String, Vec<u64>), f64> = HashMap::new();
    for claim in tree.claims().rev() {
        let Some(argument) = tree.argument(claim, 0) else { continue };
        let each: Vec<f64> = argument.parts.iter().map(likely).collect();
        let key = (argument.rule.to_string(), each.iter().map(|p| p.to_bits()).collect());
        let own = known.entry(key).or_insert_with(|| leverage(argument, &each, answer));
        from_ratio = from_ratio.max(*own);
        let below = argument.parts.iter().map(|part| slack[part.index()]).fold(0.0, f64::max);
        let most = likely(claim);
        let passed = (*own * below).min(most);
        let whole = most - ratio * (most / own.max(f64::MIN_POSITIVE) - below).max(0.0);
        slack[claim.index()] = passed.max(whole).max(0.0);
    }
    let sure = likely(ClaimId::ROOT) - slack[ClaimId::ROOT.index()];
    let [low, high] = [sure.max(0.0), likely(ClaimId::ROOT)].map(|end| ratio.min(1.0) * end);
    let least_ratio = match tree.argument(ClaimId::ROOT, 0) {
        Some(argument) if tree.depth() == 1 => {
            let each: Vec<f64> = argument.parts.iter().map(likely).collect();
            match needs_all(argument, answer) {
                true => Some([from_ratio; 2]),
                false => least_ratio(argument, &each, answer, from_ratio),
            }
        }
        _ => None,
    };
    let held = HeldPayoff { low, high, from_ratio, least_ratio };
    // From this r on, no slack is needed. The sums above only come close to the exact value.
    let low = if ratio >= held.settled_from() { high } else { low };
    HeldPayoff { low, ..held }
}

/// The leverage L of an argument. `each` holds the probabilities that the subclaims agree with the answer. Bob can
/// change `P[rule]` against the answer by at most L·E[max_i δ_i]. Here δ_i is the error of subclaim i: how far it is
/// below its m after a *yes*, or above its m after a *no*. The bound holds however Bob uses the drawn answers.
///
/// To bound L, replace Bob's numbers by m one after another. The sum of the influences of the subclaims, given the
/// answers before them, is then a bound. Use the largest such sum that any answers give. There is one special case.
/// After a *yes*, every subclaim is needed; or after a *no*, one subclaim is enough. Then very small equal errors cause
/// the largest loss for each unit of error. So L is the largest slope at error 0, after any answers that leave the rule
/// undecided. In the special case no smaller L is possible.
pub(super) fn leverage(argument: Argument<'_>, each: &[f64], answer: bool) -> f64 {
    if needs_all(argument, answer) {
        // Goes back from the last subclaim, and computes the product of all probabilities and the
        // sum of the products that leave out one probability.
        let mut most = 0.0f64;
        each.iter().rev().fold((1.0, 0.0), |(all, but_one), p| {
            let next = (all * p, but_one * p + all);
            most = most.max(next.1);
            next
        });
        return most;
    }
    influences(argument, each.iter().map(|&p| if answer { p } else { 1.0 - p }).collect())
}

/// The largest sum of the influences of the subclaims along any possible answers. `yes` holds the
/// probabilities of the subclaims. If all errors are at most D, in either direction, `P[rule]`
/// changes by at most this sum times the mean of D.
pub(super) fn influences(argument: Argument<'_>, yes: Vec<f64>) -> f64 {
    /// The sum is computed for at most this many subclaims. If there are more, the number of subclaims is used as a
    /// bound on the sum.
    const MOST: usize = 1000;
    let (rule, q) = (argument.rule, yes.len());
    if q > MOST || !rule.is_monotone() {
        return q as f64;
    }
    Paths { yes, known: HashMap::new() }.from(0, rule.tally(q)).influences
}

/// Returns `true` if a single subclaim that disagrees with the answer makes the answer wrong.
fn needs_all(argument: Argument<'_>, answer: bool) -> bool {
    let (rule, q) = (argument.rule, argument.parts.len());
    rule.block() == 1 && rule.quorum().threshold(q) == Some(if answer { q } else { 1 })
}

/// All paths of answers to an argument. Each subclaim has its own probability of yes.
struct Paths {
    yes: Vec<f64>,
    known: HashMap<(usize, PartialRule), Following>,
}

#[derive(Clone, Copy)]
struct Following {
    /// `P[rule]` if the other subclaims are drawn independently.
    holds: f64,
    /// The largest sum of the influences of the other subclaims, along any answers to them.
    influences: f64,
}

impl Paths {
    fn from(&mut self, at: usize, tally: PartialRule) -> Following {
        let Some(&yes) = self.yes.get(at) else {
            return Following { holds: f64::from(tally.holds()), influences: 0.0 };
        };
        if let Some(&known) = self.known.get(&(at, tally)) {
            return known;
        }
        let [fails, holds] =
            [false, true].map(|answer| self.from(at + 1, tally.after_answer(answer)));
        let path = Following {
            holds: (1.0 - yes) * fails.holds + yes * holds.holds,
            influences: holds.holds - fails.holds + holds.influences.max(fails.influences),
        };
        self.known.insert((at, tally), path);
        path
    }
}

/// Rounds a lower and an upper bound to four decimals: the lower one down, the upper one up.
fn round_outwards([low, high]: [f64; 2]) -> [f64; 2] {
    // If only the last bits of a number differ from four decimals, the number keeps its value.
    [(low * 1e4 + 1e-6).floor() / 1e4, (high * 1e4 - 1e-6).ceil() / 1e4]
}

impl IndependentValue {
    /// Lowers the upper bounds to `most`, if some Bob pays no Alice more than `most`.
    pub(super) fn at_most(mut self, most: Option<f64>) -> Self {
        for held in [&mut self.yes, &mut self.no] {
            held.high = most.map_or(held.high, |most| held.high.min(most));
            // Values from separate computations may differ in their last bits.
            held.low = if held.low > held.high - 1e-9 { held.high } else { held.low };
        }
        self
    }

    /// The results as facts of the report. `ratio` is the debate's r.
    pub(super) fn facts(&self, ratio: f64) -> Vec<Fact> {
        let Self { m, root, gap, yes, no } = *self;
        let mut facts = vec![
            fact!("independent": "if the leaves were independent, the root would \
            be true with probability m = {m:.6}; its true probability is {root:.6}", m = m, root = root),
        ];
        for (answer, held, right, m) in [("yes", yes, root, m), ("no", no, 1.0 - root, 1.0 - m)] {
            let (HeldPayoff { low, high, .. }, from) = (held, held.settled_from());
            // A ratio that is enough is rounded up.
            let enough = Limit::at_most(from);
            let least = match ratio >= from {
                _ if low == high && ratio < from => format!("exactly {high:.6}"),
                true => {
                    format!("exactly {high:.6}, because r = {ratio:.4} is at least {enough:.4}")
                }
                // Bounds that print alike count as one number.
                false if high - low < 1e-6 => format!(
                    "{high:.6} to within a millionth; if r is at least {enough:.4}, it is exactly {m:.6}"
                ),
                false => {
                    let (low, high) = (Limit::at_least(low), Limit::at_most(high));
                    format!(
                        "{low:.6} to {high:.6}; if r is at least {enough:.4}, it is exactly {m:.6}"
                    )
                }
            };
            facts.push(
                fact!("answer": "an Alice who answers {answer} is right with probability {right:.6}, and \
                the best Bob pays her {least}", answer = answer, right = right, least = least; low = low,
                high = high, from = from, exact = low == high || ratio >= from),
            );
            facts.extend(held.least_ratio.map(|[least, from]| {
                let [least, from] = round_outwards([least, from]);
                match from - least < 1.5e-4 {
                    true => {
                        fact!("least-ratio": "for the answer {answer}, the least r with this exact \
                        value is {from:.4}", answer = answer, from = from; least = least)
                    }
                    false => {
                        fact!("least-ratio": "for the answer {answer}, the least r with this exact \
                        value is more than {least:.4} and at most {from:.4}",
                        answer = answer, least = least, from = from)
                    }
                }
            }));
        }
        let (more, less) = if gap > 0.0 { ("more", "less") } else { ("less", "more") };
        facts.push(match gap.abs() < 1e-9 {
            true => fact!("sound": "m equals the probability that a yes is right, so soundness holds \
                between players who know only the distribution"),
            false => {
                fact!("gap": "for every r, a marginal Bob pays {gap:.6} {more} for a yes than the probability that \
                    it is right. For a no, he pays {gap:.6} {less} than the probability that it is right. The proof \
                    is in docs/results/open-finding.md",
                gap = gap.abs(), more = more, less = less)
            }
        });
        facts
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chance::Probability;
    use crate::machine::Bits;
    use crate::machine::claims::{
        ClaimTree, Knowledge, ListedArgument, ListedClaim, Rule, WorldDistribution, uniform,
    };
    use crate::protocol::prover_estimator::players::estimator::EstimatorStrategy;
    use crate::protocol::prover_estimator::players::prover::{BestResponseProver, ProverStrategy};
    use crate::protocol::prover_estimator::solve::{average_payoff, best_bob};
    use crate::protocol::prover_estimator::{RewardParams, StatedRatio};
    use crate::work::CancelToken;
    use proptest::prelude::*;

    /// A case in which both players know only the distribution.
    fn blind(worlds: WorldDistribution) -> ClaimsInstance {
        ClaimsInstance::drawn(worlds).known_to(Knowledge::Nothing, Knowledge::Nothing)
    }

    fn stakes(case: &ClaimsInstance, ratio: f64) -> RewardParams {
        RewardParams::new(case, 0.1, StatedRatio::Ratio(ratio)).unwrap()
    }

    fn tree(rule: Rule, width: usize, depth: usize) -> ClaimTree {
        uniform("x", rule, width, depth).unwrap()
    }

    /// A majority of three. With probability 0.4 all subclaims are true. Otherwise only one of them
    /// is true.
    fn reversed() -> ClaimsInstance {
        let tree = tree(Rule::MAJORITY, 3, 1);
        let of = |leaves: &str| leaves.parse::<Bits>().unwrap();
        let alone = ["100", "010", "001"].map(|leaves| (0.2, of(leaves)));
        let worlds = std::iter::once((0.4, of("111"))).chain(alone).collect();
        blind(WorldDistribution::listed(&tree, worlds).unwrap())
    }

    #[test]
    fn below_r_of_1_a_bob_who_states_0_first_pays_r_times_m() {
        for (rule, parts, ratio) in
            [(Rule::ALL, 3, 0.5), (Rule::MAJORITY, 3, 0.7), (Rule::ANY, 2, 0.9)]
        {
            let tree = tree(rule, parts, 1);
            let each = vec![Probability::HALF; parts];
            let case = blind(WorldDistribution::independent(&tree, &each).unwrap());
            let found = if_independent(&case, ratio).unwrap();
            for (answer, held, m) in [(true, found.yes, found.m), (false, found.no, 1.0 - found.m)]
            {
                // Bob states probability 0 for Alice's answer.
                let root = Some(if answer { Probability::ZERO } else { Probability::ONE });
                let bob = EstimatorStrategy::Independent { false_parts: parts as f64 / 2.0, root };
                let (stakes, alice) = (stakes(&case, ratio), ProverStrategy::Marginal { answer });
                let paid = average_payoff(&case, stakes, (&alice, &bob), &CancelToken::default());
                let paid = paid.unwrap().value();
                assert!((paid - held.high).abs() < 1e-9, "{rule}: {paid} {found:?}");
                assert!((held.high - ratio * m).abs() < 1e-9, "{found:?}");
                let best = best_bob(&case, stakes, &alice, &CancelToken::default()).unwrap();
                let least = best.value;
                assert!(
                    held.low <= least + 1e-6 && least <= held.high + 1e-6,
                    "{best:?} {found:?}"
                );
            }
        }
    }

    /// All of four blocks. Each block is a majority of this many copies, and one block is false.
    fn blocks(copies: usize) -> ClaimsInstance {
        let rule = Rule::ALL.over_majorities(copies as u32);
        let tree = tree(rule, 4 * copies, 1);
        let world = |block| (0..4 * copies).map(|at| at / copies != block).collect::<Bits>();
        blind(
            WorldDistribution::listed(&tree, (0..4).map(|block| (0.25, world(block))).collect())
                .unwrap(),
        )
    }

    const PAGE: &str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/open-finding.md"));

    #[test]
    fn the_table_of_the_page_is_computed() {
        let one_false = |q, depth| blind(WorldDistribution::one_false(&tree(Rule::ALL, q, depth)));
        for (root, case) in [
            ("all of 4, exactly one false", one_false(4, 1)),
            ("all of 8, exactly one false", one_false(8, 1)),
            ("all of 4, of 4 each, exactly one of 16 false", one_false(4, 2)),
            ("all of 4 majorities of 11 copies, one fact false", blocks(11)),
            ("all of 4 majorities of 41 copies, one fact false", blocks(41)),
            ("majority of 3, all true with 0.4, else one alone", reversed()),
        ] {
            let IndependentValue { m, root: chance, yes, .. } = if_independent(&case, 3.0).unwrap();
            let from = yes.from_ratio;
            let row = format!("| {root} | {chance} | {m:.6} | {from:.4} |");
            assert!(PAGE.contains(&row), "{row}");
        }
    }

    #[test]
    fn the_numbers_about_knowledge_are_computed() {
        let of_four =
            || ClaimsInstance::drawn(WorldDistribution::one_false(&tree(Rule::ALL, 4, 1)));
        // Bob knows leaf 1. He states the m of the distribution that remains with this knowledge.
        let first = of_four().tree().leaves().next().unwrap();
        let first = Knowledge::Only(Arc::new(std::iter::once(first).collect()));
        let case = of_four().known_to(Knowledge::Nothing, first);
        let stakes = stakes(&case, 3.0);
        let bob = EstimatorStrategy::Shading(crate::chance::Probability::ZERO);
        let alice = ProverStrategy::Marginal { answer: true };
        let paid = average_payoff(&case, stakes, (&alice, &bob), &CancelToken::default()).unwrap();
        let expected = 0.75 * (2.0f64 / 3.0).powi(3);
        assert!((paid.value() - expected).abs() < 1e-9, "{paid:?}");
        let best = BestResponseProver::new(&case, stakes, &bob).payoff_uninformed().unwrap().0.mean;
        assert!((best - (1.0 - expected)).abs() < 1e-9, "the best Alice is paid {best}");
        assert!(PAGE.contains(&format!("pays {expected:.6}\nin place of {:.6}", 0.75f64.powi(4))));
        // Alice knows the world, and Bob does not.
        let case = of_four().known_to(Knowledge::Everything, Knowledge::Nothing);
        let worlds = case.worlds().list(4).unwrap();
        let truths = Arc::new(case.tree().truths(&worlds[0].1));
        let hunter = BestResponseProver::new(&case, stakes, &EstimatorStrategy::Marginal);
        let (paid, right) = hunter.payoff_in_world(&truths).unwrap();
        assert!(right && PAGE.contains(&format!("paid {:.6} for the right answer", paid.mean)));
        assert!(PAGE.contains(&format!("paid {:.6} if she knows no more", 1.0 - 0.75f64.powi(4))));
    }

    #[test]
    fn the_page_says_what_each_known_leaf_is_worth() {
        let mut rows = Vec::new();
        for count in 0..4 {
            let tree = tree(Rule::ALL, 4, 1);
            let known = || match count {
                0 => Knowledge::Nothing,
                _ => Knowledge::Only(Arc::new(tree.leaves().take(count).collect())),
            };
            let of_four = || ClaimsInstance::drawn(WorldDistribution::one_false(&tree));
            let bob_knows = of_four().known_to(Knowledge::Nothing, known());
            let stakes = stakes(&bob_knows, 3.0);
            // Bob states the m of the distribution that is left. Players who know this distribution need an r of at
            // least L, and r is large enough here.
            let bob = EstimatorStrategy::Shading(crate::chance::Probability::ZERO);
            let yes = ProverStrategy::Marginal { answer: true };
            let paid = average_payoff(&bob_knows, stakes, (&yes, &bob), &CancelToken::default());
            let worth = match count {
                0 => {
                    if_independent(&blind(WorldDistribution::one_false(&tree)), 3.0)
                        .unwrap()
                        .yes
                        .low
                }
                _ => paid.unwrap().value(),
            };
            let left = 4.0 - count as f64;
            let expected = left / 4.0 * (1.0 - 1.0 / left).powf(left);
            assert!((worth - expected).abs() < 1e-9, "{count}: {worth}");
            let alice_knows = of_four().known_to(known(), Knowledge::Nothing);
            let hunter =
                BestResponseProver::new(&alice_knows, stakes, &EstimatorStrategy::Marginal);
            let most =
                if count == 0 { hunter.payoff_uninformed() } else { hunter.payoff_as_informed() }
                    .unwrap()
                    .0
                    .mean;
            // Against an honest Alice with the same knowledge, Bob can pay less.
            let best =
                best_bob(&alice_knows, stakes, &ProverStrategy::Honest, &CancelToken::default())
                    .unwrap();
            let least = best.value;
            rows.push(format!("| {count} | {worth:.6} | {most:.6} | {least:.6} |"));
        }
        assert!(PAGE.contains(&rows.join("\n")), "{rows:#?}");
    }

    #[test]
    fn the_page_states_the_bounds_of_the_least_r() {
        for (q, c) in [(3, 0.6), (3, 0.9), (5, 0.6), (5, 0.9)] {
            let tree = tree(Rule::MAJORITY, q, 1);
            let argument = tree.argument(ClaimId::ROOT, 0).unwrap();
            let each = vec![c; q];
            let own = leverage(argument, &each, true);
            let [low, high] = least_ratio(argument, &each, true, own).unwrap();
            let [low, high] = round_outwards([low, high]);
            let row = format!("| majority of {q}, {c} | {low:.4} | {high:.4} | {own:.4} |");
            assert!(PAGE.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_claim_with_two_arguments_has_no_result() {
        let claim = |name: &str, arguments| ListedClaim {
            name: name.into(),
            words: name.into(),
            arguments,
        };
        let argument = |rule| ListedArgument {
            words: None,
            formula: None,
            rule,
            parts: ["a", "b"].map(Into::into).to_vec(),
        };
        let both = vec![argument(Rule::ALL), argument(Rule::ANY)];
        let listing = [claim("r", both), claim("a", vec![]), claim("b", vec![])];
        let tree = ClaimTree::listed(&listing).unwrap();
        assert_eq!(if_independent(&blind(WorldDistribution::one_false(&tree)), 3.0), None);
    }

    fn any_rule(q: usize) -> impl Strategy<Value = Rule> {
        (1..=q as u32).prop_map(Rule::at_least)
    }

    /// A tree of depth 1 or 2 with a distribution over at most four worlds.
    fn any_case() -> impl Strategy<Value = ClaimsInstance> {
        let shape = prop_oneof![(2usize..4, Just(1usize)), (Just(2usize), Just(2usize))];
        shape.prop_flat_map(|(q, depth)| {
            let leaves = q.pow(depth as u32);
            let world = (1u32..10, proptest::collection::vec(any::<bool>(), leaves));
            (any_rule(q), proptest::collection::vec(world, 1..5)).prop_map(move |(rule, worlds)| {
                let all: f64 = worlds.iter().map(|world| f64::from(world.0)).sum();
                let worlds = worlds.into_iter().map(|(weight, leaves)| {
                    (f64::from(weight) / all, leaves.into_iter().collect::<Bits>())
                });
                blind(WorldDistribution::listed(&tree(rule, q, depth), worlds.collect()).unwrap())
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn between_players_who_know_the_law_alone_an_answer_is_worth_m(
            case in any_case(), answer: bool, more in 0.0f64..3.0,
        ) {
            let found = if_independent(&case, 1.0).unwrap();
            let from = if answer { found.yes.from_ratio } else { found.no.from_ratio };
            let stakes = stakes(&case, from + more);
            let m = if answer { found.m } else { 1.0 - found.m };
            // The marginal Bob pays no Alice more, for any r.
            for stakes in [stakes, self::stakes(&case, 0.3 + more)] {
                let best = BestResponseProver::new(&case, stakes, &EstimatorStrategy::Marginal).payoff_uninformed().unwrap().0.mean;
                prop_assert!((best - found.m.max(1.0 - found.m)).abs() < 1e-9, "{best} {found:?}");
            }
            // No Bob pays the marginal Alice less.
            let alice = ProverStrategy::Marginal { answer };
            let paid = average_payoff(&case, stakes, (&alice, &EstimatorStrategy::Marginal), &CancelToken::default());
            prop_assert!((paid.unwrap().value() - m).abs() < 1e-9);
            let best = best_bob(&case, stakes, &alice, &CancelToken::default()).unwrap();
            prop_assert!(best.is_exact() && best.value >= m - 1e-6, "{best:?} {m} {found:?}");
        }

        /// This also covers r below L. Alice hears p_0 and makes her best statement. Bob hears her
        /// statement, and states numbers from a grid that may depend on the drawn answers. She
        /// picks the subclaim whose number is furthest below m.
        #[test]
        fn a_game_on_a_grid_is_worth_no_less_than_the_lower_end(
            case in any_case().prop_filter("one round", |case| case.tree().depth() == 1),
            ratio in 0.3f64..4.0,
        ) {
            let found = if_independent(&case, ratio).unwrap();
            let argument = case.tree().argument(ClaimId::ROOT, 0).unwrap();
            let parts = argument.parts.iter().map(|part| case.worlds().chance(part)).collect();
            let grid = Grid { parts, ratio };
            let start = argument.rule.tally(argument.parts.len());
            let rounds = [0.0, 1.0].map(|said| (said, grid.least(said, 0, start, 0.0)));
            let firsts = (0..=200).map(|at| f64::from(at) / 200.0).chain([found.m]);
            let value = firsts.map(|p| {
                p + rounds.map(|(said, onward)| onward - ratio * said * p).into_iter().fold(f64::MIN, f64::max)
            });
            let value = value.fold(f64::MAX, f64::min);
            prop_assert!(value >= found.yes.low - 1e-9, "{value} {found:?}");
            prop_assert!(found.yes.low <= found.yes.high && found.no.low <= found.no.high);
        }
    }

    struct Grid {
        parts: Vec<f64>,
        ratio: f64,
    }

    impl Grid {
        /// The minimum of r·said·rule + r²·(the largest m_i − p̂_i) over the numbers that are left.
        fn least(&self, said: f64, at: usize, tally: PartialRule, off: f64) -> f64 {
            let Some(&m) = self.parts.get(at) else {
                return self.ratio * said * f64::from(tally.holds())
                    + self.ratio * self.ratio * off;
            };
            let below = (0..=8).map(|step| m * f64::from(step) / 8.0);
            let numbers = below.map(|p| {
                let off = off.max(m - p);
                let [no, yes] = [false, true]
                    .map(|answer| self.least(said, at + 1, tally.after_answer(answer), off));
                p * yes + (1.0 - p) * no
            });
            numbers.fold(f64::MAX, f64::min)
        }
    }
}
