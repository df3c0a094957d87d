//! What a prover-estimator debate is worth between players who know no more than the law: the
//! root's probability were the leaves independent. `docs/results/open-finding.md` has theorem and proof.

use foldhash::{HashMap, HashMapExt};
use serde::Serialize;

use super::least_ratio::least_ratio;
use crate::analysis::Fact;
use crate::fact;
use crate::machine::claims::{Argument, Case, ClaimId, Odds, Tally};

/// The value between players who do not know the world, and from which r on it is one number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct IfIndependent {
    /// m: the chance of the root were the leaves independent, each as likely as by the law.
    pub m: f64,
    /// `P[root is true]` by the law.
    pub root: f64,
    /// m − `P[root is true]`: how much more than its chance to be right a *yes* is worth, and how
    /// much less a *no*.
    pub gap: f64,
    /// What an Alice who answers yes can be held to.
    pub yes: Held,
    /// What one who answers no can be held to.
    pub no: Held,
}

/// The least that an Alice with one answer can be held to by a Bob who knows the law alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Held {
    /// She is paid this at least, whoever estimates.
    pub low: f64,
    /// Some Bob pays her no more than this, whatever she does: a marginal one, who below r = 1 states 0
    /// of the root first.
    pub high: f64,
    /// From this r on the two are one: max(1, L), L the largest `leverage` of any claim.
    pub from_ratio: f64,
    /// Between which numbers the least r from which on they are one lies, in a debate of one round:
    /// below the first some Bob pays her less than the upper end.
    pub least_ratio: Option<[f64; 2]>,
}

impl Held {
    /// An r from which on the two ends are known to be one. The `marginal` Alice is then paid them at least.
    pub(super) fn settled_from(&self) -> f64 {
        self.least_ratio.map_or(self.from_ratio, |[_, high]| high.min(self.from_ratio))
    }
}

/// The value of the debate between players who know the law alone, where it is known: every claim
/// has one argument at most.
pub fn if_independent(case: &Case, ratio: f64) -> Option<IfIndependent> {
    let (tree, worlds) = (case.tree(), case.worlds());
    if tree.claims().any(|claim| tree.argument_count(claim) > 1) {
        return None;
    }
    let (m, root) = (worlds.if_independent(ClaimId::ROOT).yes, worlds.chance(ClaimId::ROOT));
    let [yes, no] = [true, false].map(|answer| held(case, ratio, answer));
    Some(IfIndependent { m, root, gap: m - root, yes, no })
}

/// An Alice who lets a claim's number pass if it is off against her by at most the claim's slack is
/// paid r^{k+1}·(off − slack) or more from there on. A leaf's slack is 0. Bob may move a claim by
/// L·D, D the mean of how far he is off at its worst subclaim, for which she takes back
/// r·(D − slack below): what is left at most is the claim's slack.
fn held(case: &Case, ratio: f64, answer: bool) -> Held {
    let tree = case.tree();
    let likely = |claim| {
        let Odds { no, yes } = case.worlds().if_independent(claim);
        if answer { yes } else { no }
    };
    if !tree.is_monotone() {
        // A subclaim that is stated too high may speak for her or against her, so she names both.
        // Each number that is exchanged for m moves the rule by its error at most: L is q or less.
        let high = ratio.min(1.0) * likely(ClaimId::ROOT);
        let from_ratio = tree.width().max(1) as f64;
        let low = if ratio >= from_ratio { high } else { 0.0 };
        return Held { low, high, from_ratio, least_ratio: None };
    }
    let mut from_ratio = 1.0f64;
    let mut slack = vec![0.0f64; tree.len()];
    // Most claims of a large tree are alike.
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
    let held = Held { low, high, from_ratio, least_ratio };
    // From there on no slack is needed; the sums above only come near to it.
    let low = if ratio >= held.settled_from() { high } else { low };
    Held { low, ..held }
}

/// L of an argument whose subclaims are as the answer has them with the chances `each`: Bob moves
/// `P[rule]` against the answer by L·E[max_i δ_i] at most, where δ_i is how far he states subclaim i
/// below its m after a *yes*, above it after a *no*, whatever he makes of the answers drawn.
///
/// Exchanging his numbers for m one by one, the sum of the influences that subclaims have after
/// the answers before them is a bound, the largest over all answers. Where every subclaim is needed
/// (after a *no*: where one suffices) a common step by t loses most at t = 0, and L is the largest
/// slope there, after any number of answers that leave it open; this is the least possible.
pub(super) fn leverage(argument: Argument<'_>, each: &[f64], answer: bool) -> f64 {
    if needs_all(argument, answer) {
        // Of the subclaims from the last back: the product, and the sum of products without one.
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

/// The largest sum of the influences of subclaims along the answers that may be drawn, if they are true with these
/// chances: errors of at most D on either side move `P[rule]` by at most so many times the mean of D.
pub(super) fn influences(argument: Argument<'_>, yes: Vec<f64>) -> f64 {
    /// Sums over all answers take so many subclaims; the sum is never more than their number.
    const MOST: usize = 1000;
    let (rule, q) = (argument.rule, yes.len());
    if q > MOST || !rule.is_monotone() {
        return q as f64;
    }
    Paths { yes, known: HashMap::new() }.from(0, rule.tally(q)).influences
}

/// Whether one subclaim that is not as the answer has it is enough to make the answer wrong.
fn needs_all(argument: Argument<'_>, answer: bool) -> bool {
    let (rule, q) = (argument.rule, argument.parts.len());
    rule.block() == 1 && rule.quorum().threshold(q) == Some(if answer { q } else { 1 })
}

/// What the answers to an argument come to, each true with its own chance.
struct Paths {
    yes: Vec<f64>,
    known: HashMap<(usize, Tally), Following>,
}

/// What is to come after some answers.
#[derive(Clone, Copy)]
struct Following {
    /// `P[rule]` if the other subclaims are drawn independently.
    holds: f64,
    /// The sum of the influences of the other subclaims, along the answers that make it largest.
    influences: f64,
}

impl Paths {
    fn from(&mut self, at: usize, tally: Tally) -> Following {
        let Some(&yes) = self.yes.get(at) else {
            return Following { holds: f64::from(tally.holds()), influences: 0.0 };
        };
        if let Some(&known) = self.known.get(&(at, tally)) {
            return known;
        }
        let [fails, holds] = [false, true].map(|answer| self.from(at + 1, tally.with(answer)));
        let path = Following {
            holds: (1.0 - yes) * fails.holds + yes * holds.holds,
            influences: holds.holds - fails.holds + holds.influences.max(fails.influences),
        };
        self.known.insert((at, tally), path);
        path
    }
}

/// Two ends to four places, so that what is between them stays there.
fn outwards([low, high]: [f64; 2]) -> [f64; 2] {
    // What is a whole number of places but for its last bits stays it.
    [(low * 1e4 + 1e-6).floor() / 1e4, (high * 1e4 - 1e-6).ceil() / 1e4]
}

impl IfIndependent {
    /// The same if some Bob pays no Alice more than this.
    pub(super) fn at_most(mut self, most: Option<f64>) -> Self {
        for held in [&mut self.yes, &mut self.no] {
            held.high = most.map_or(held.high, |most| held.high.min(most));
            // What was computed apart may differ in its last bits.
            held.low = if held.low > held.high - 1e-9 { held.high } else { held.low };
        }
        self
    }

    /// What was found; `ratio` is the debate's r.
    pub(super) fn facts(&self, ratio: f64) -> Vec<Fact> {
        let Self { m, root, gap, yes, no } = *self;
        let mut facts =
            vec![fact!("independent": "were the leaves independent, each as likely as it \
            is, the root would be true with m = {m:.6}; it is with {root:.6}", m = m, root = root)];
        for (answer, held, right, m) in [("yes", yes, root, m), ("no", no, 1.0 - root, 1.0 - m)] {
            let (Held { low, high, .. }, from) = (held, held.settled_from());
            let least = match ratio >= from {
                _ if low == high && ratio < from => format!("{high:.6} exactly"),
                true => format!("{high:.6}, exactly: r = {ratio:.4} is {from:.4} or more"),
                // What differs by less than is printed is one number.
                false if high - low < 1e-6 => format!(
                    "{high:.6}, to a millionth; it would be {m:.6} exactly from r = {from:.4} on"
                ),
                false => format!(
                    "{low:.6} to {high:.6}; it would be {m:.6} exactly from r = {from:.4} on"
                ),
            };
            facts.push(
                fact!("answer": "an Alice who answers {answer} is right with {right:.6} and can \
                be held to {least}", answer = answer, right = right, least = least; low = low,
                high = high, from = from, exact = low == high || ratio >= from),
            );
            facts.extend(held.least_ratio.map(|[least, from]| {
                let [least, from] = outwards([least, from]);
                match from - least < 1.5e-4 {
                    true => fact!("least-ratio": "the least r at which that is all a Bob can do \
                        against a {answer} is {from:.4}", answer = answer, from = from; least = least),
                    false => fact!("least-ratio": "the least r at which that is all a Bob can do \
                        against a {answer} is more than {least:.4} and at most {from:.4}",
                        answer = answer, least = least, from = from),
                }
            }));
        }
        let (more, less) = if gap > 0.0 { ("more", "less") } else { ("less", "more") };
        facts.push(match gap.abs() < 1e-9 {
            true => fact!("sound": "m is the chance of a yes to be right: between such players \
                soundness holds"),
            false => {
                fact!("gap": "a marginal Bob pays a yes {gap:.6} {more} than its chance to be \
                right, and a no as much {less}, whatever r is; docs/results/open-finding.md has the proof",
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
        ClaimTree, Knowledge, ListedArgument, ListedClaim, Rule, Worlds, uniform,
    };
    use crate::protocol::prover_estimator::players::estimator::Estimator;
    use crate::protocol::prover_estimator::players::prover::{Hunter, Prover};
    use crate::protocol::prover_estimator::solve::{average_payoff, best_bob};
    use crate::protocol::prover_estimator::{Stakes, Stated};
    use crate::work::Token;
    use proptest::prelude::*;

    /// Between players who know the law alone.
    fn blind(worlds: Worlds) -> Case {
        Case::drawn(worlds).known_to(Knowledge::Nothing, Knowledge::Nothing)
    }

    fn stakes(case: &Case, ratio: f64) -> Stakes {
        Stakes::new(case, 0.1, Stated::Ratio(ratio)).unwrap()
    }

    fn tree(rule: Rule, width: usize, depth: usize) -> ClaimTree {
        uniform("x", rule, width, depth).unwrap()
    }

    #[test]
    fn all_of_q_with_one_false_has_the_numbers_of_the_page() {
        for (q, m, from) in [(4, 0.316_406_25, 1.6875), (8, 0.343_608_915, 3.141_567)] {
            let found =
                if_independent(&blind(Worlds::one_false(&tree(Rule::ALL, q, 1))), 3.2).unwrap();
            assert!((found.m - m).abs() < 1e-8 && found.root == 0.0, "{found:?}");
            assert!((found.yes.from_ratio - from).abs() < 1e-5, "{found:?}");
            // Upwards, where a no is answered: q(1 − c^q).
            assert!((found.no.from_ratio - q as f64 * (1.0 - m)).abs() < 1e-5, "{found:?}");
        }
    }

    /// Majority of three; 111 with 0.4, else one of them alone is true.
    fn reversed() -> Case {
        let tree = tree(Rule::MAJORITY, 3, 1);
        let of = |leaves: &str| leaves.parse::<Bits>().unwrap();
        let alone = ["100", "010", "001"].map(|leaves| (0.2, of(leaves)));
        let worlds = std::iter::once((0.4, of("111"))).chain(alone).collect();
        blind(Worlds::listed(&tree, worlds).unwrap())
    }

    #[test]
    fn below_r_of_1_a_bob_who_states_0_first_pays_r_times_m() {
        for (rule, parts, ratio) in
            [(Rule::ALL, 3, 0.5), (Rule::MAJORITY, 3, 0.7), (Rule::ANY, 2, 0.9)]
        {
            let tree = tree(rule, parts, 1);
            let each = vec![Probability::HALF; parts];
            let case = blind(Worlds::independent(&tree, &each).unwrap());
            let found = if_independent(&case, ratio).unwrap();
            for (answer, held, m) in [(true, found.yes, found.m), (false, found.no, 1.0 - found.m)]
            {
                // That the root is as she says: 0.
                let root = Some(if answer { Probability::ZERO } else { Probability::ONE });
                let bob = Estimator::Independent { false_parts: parts as f64 / 2.0, root };
                let (stakes, alice) = (stakes(&case, ratio), Prover::Marginal { answer });
                let paid = average_payoff(&case, stakes, (&alice, &bob), &Token::default());
                let paid = paid.unwrap().value();
                assert!((paid - held.high).abs() < 1e-9, "{rule}: {paid} {found:?}");
                assert!((held.high - ratio * m).abs() < 1e-9, "{found:?}");
                let best = best_bob(&case, stakes, &alice, &Token::default()).unwrap();
                let least = best.value;
                assert!(
                    held.low <= least + 1e-6 && least <= held.high + 1e-6,
                    "{best:?} {found:?}"
                );
            }
        }
    }

    /// All of four blocks, each a majority of so many copies; one block is false.
    fn blocks(copies: usize) -> Case {
        let rule = Rule::ALL.over_majorities(copies as u32);
        let tree = tree(rule, 4 * copies, 1);
        let world = |block| (0..4 * copies).map(|at| at / copies != block).collect::<Bits>();
        blind(Worlds::listed(&tree, (0..4).map(|block| (0.25, world(block))).collect()).unwrap())
    }

    const PAGE: &str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/open-finding.md"));

    #[test]
    fn the_table_of_the_page_is_computed() {
        let one_false = |q, depth| blind(Worlds::one_false(&tree(Rule::ALL, q, depth)));
        for (root, case) in [
            ("all of 4, exactly one false", one_false(4, 1)),
            ("all of 8, exactly one false", one_false(8, 1)),
            ("all of 4, of 4 each, exactly one of 16 false", one_false(4, 2)),
            ("all of 4 majorities of 11 copies, one fact false", blocks(11)),
            ("all of 4 majorities of 41 copies, one fact false", blocks(41)),
            ("majority of 3, all true with 0.4, else one alone", reversed()),
        ] {
            let IfIndependent { m, root: chance, yes, .. } = if_independent(&case, 3.0).unwrap();
            let from = yes.from_ratio;
            let row = format!("| {root} | {chance} | {m:.6} | {from:.4} |");
            assert!(PAGE.contains(&row), "{row}");
        }
    }

    #[test]
    fn what_the_page_says_of_knowledge_is_computed() {
        let of_four = || Case::drawn(Worlds::one_false(&tree(Rule::ALL, 4, 1)));
        // Bob knows leaf 1 and states m of the law that leaves.
        let first = of_four().tree().leaves().next().unwrap();
        let first = Knowledge::Only(Arc::new(std::iter::once(first).collect()));
        let case = of_four().known_to(Knowledge::Nothing, first);
        let stakes = stakes(&case, 3.0);
        let bob = Estimator::Shading(crate::chance::Probability::ZERO);
        let alice = Prover::Marginal { answer: true };
        let paid = average_payoff(&case, stakes, (&alice, &bob), &Token::default()).unwrap();
        let expected = 0.75 * (2.0f64 / 3.0).powi(3);
        assert!((paid.value() - expected).abs() < 1e-9, "{paid:?}");
        let best = Hunter::new(&case, stakes, &bob).blind().unwrap().0.mean;
        assert!((best - (1.0 - expected)).abs() < 1e-9, "no Alice is paid more: {best}");
        assert!(PAGE.contains(&format!("pays {expected:.6}\nin place of {:.6}", 0.75f64.powi(4))));
        // Alice knows the world and Bob does not.
        let case = of_four().known_to(Knowledge::Everything, Knowledge::Nothing);
        let worlds = case.worlds().list(4).unwrap();
        let truths = Arc::new(case.tree().truths(&worlds[0].1));
        let hunter = Hunter::new(&case, stakes, &Estimator::Marginal);
        let (paid, right) = hunter.knowing(&truths).unwrap();
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
            let of_four = || Case::drawn(Worlds::one_false(&tree));
            let bob_knows = of_four().known_to(Knowledge::Nothing, known());
            let stakes = stakes(&bob_knows, 3.0);
            // He states m of the law that is left; between players of that law r is L or more.
            let bob = Estimator::Shading(crate::chance::Probability::ZERO);
            let yes = Prover::Marginal { answer: true };
            let paid = average_payoff(&bob_knows, stakes, (&yes, &bob), &Token::default());
            let worth = match count {
                0 => if_independent(&blind(Worlds::one_false(&tree)), 3.0).unwrap().yes.low,
                _ => paid.unwrap().value(),
            };
            let left = 4.0 - count as f64;
            let expected = left / 4.0 * (1.0 - 1.0 / left).powf(left);
            assert!((worth - expected).abs() < 1e-9, "{count}: {worth}");
            let alice_knows = of_four().known_to(known(), Knowledge::Nothing);
            let hunter = Hunter::new(&alice_knows, stakes, &Estimator::Marginal);
            let most = if count == 0 { hunter.blind() } else { hunter.told() }.unwrap().0.mean;
            // Against the honest one who knows as much, Bob can do better.
            let best = best_bob(&alice_knows, stakes, &Prover::Honest, &Token::default()).unwrap();
            let least = best.value;
            rows.push(format!("| {count} | {worth:.6} | {most:.6} | {least:.6} |"));
        }
        assert!(PAGE.contains(&rows.join("\n")), "{rows:#?}");
    }

    #[test]
    fn the_page_says_between_what_the_least_r_lies() {
        for (q, c) in [(3, 0.6), (3, 0.9), (5, 0.6), (5, 0.9)] {
            let tree = tree(Rule::MAJORITY, q, 1);
            let argument = tree.argument(ClaimId::ROOT, 0).unwrap();
            let each = vec![c; q];
            let own = leverage(argument, &each, true);
            let [low, high] = least_ratio(argument, &each, true, own).unwrap();
            let [low, high] = outwards([low, high]);
            let row = format!("| majority of {q}, {c} | {low:.4} | {high:.4} | {own:.4} |");
            assert!(PAGE.contains(&row), "{row}");
        }
    }

    #[test]
    fn where_a_claim_has_two_arguments_nothing_is_said() {
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
        assert_eq!(if_independent(&blind(Worlds::one_false(&tree)), 3.0), None);
    }

    /// A rule over so many subclaims.
    fn any_rule(q: usize) -> impl Strategy<Value = Rule> {
        (1..=q as u32).prop_map(Rule::at_least)
    }

    /// A tree of depth 1 or 2 with a law of up to four worlds.
    fn any_case() -> impl Strategy<Value = Case> {
        let shape = prop_oneof![(2usize..4, Just(1usize)), (Just(2usize), Just(2usize))];
        shape.prop_flat_map(|(q, depth)| {
            let leaves = q.pow(depth as u32);
            let world = (1u32..10, proptest::collection::vec(any::<bool>(), leaves));
            (any_rule(q), proptest::collection::vec(world, 1..5)).prop_map(move |(rule, worlds)| {
                let all: f64 = worlds.iter().map(|world| f64::from(world.0)).sum();
                let worlds = worlds.into_iter().map(|(weight, leaves)| {
                    (f64::from(weight) / all, leaves.into_iter().collect::<Bits>())
                });
                blind(Worlds::listed(&tree(rule, q, depth), worlds.collect()).unwrap())
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
            // No Alice is paid more by a marginal Bob, at any r.
            for stakes in [stakes, self::stakes(&case, 0.3 + more)] {
                let best = Hunter::new(&case, stakes, &Estimator::Marginal).blind().unwrap().0.mean;
                prop_assert!((best - found.m.max(1.0 - found.m)).abs() < 1e-9, "{best} {found:?}");
            }
            // No Bob pays the marginal Alice less.
            let alice = Prover::Marginal { answer };
            let paid = average_payoff(&case, stakes, (&alice, &Estimator::Marginal), &Token::default());
            prop_assert!((paid.unwrap().value() - m).abs() < 1e-9);
            let best = best_bob(&case, stakes, &alice, &Token::default()).unwrap();
            prop_assert!(best.is_exact() && best.value >= m - 1e-6, "{best:?} {m} {found:?}");
        }

        /// Below L too: Alice hears p_0 and says of it what is best, Bob hears that and states each
        /// number of a grid by what was drawn; she goes on where he is furthest below m.
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
        /// The least of r·said·rule + r²·(the largest m_i − p̂_i) that is still to come.
        fn least(&self, said: f64, at: usize, tally: Tally, off: f64) -> f64 {
            let Some(&m) = self.parts.get(at) else {
                return self.ratio * said * f64::from(tally.holds())
                    + self.ratio * self.ratio * off;
            };
            let below = (0..=8).map(|step| m * f64::from(step) / 8.0);
            let numbers = below.map(|p| {
                let off = off.max(m - p);
                let [no, yes] =
                    [false, true].map(|answer| self.least(said, at + 1, tally.with(answer), off));
                p * yes + (1.0 - p) * no
            });
            numbers.fold(f64::MAX, f64::min)
        }
    }
}
