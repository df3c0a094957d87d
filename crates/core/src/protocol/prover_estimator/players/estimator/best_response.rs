//! The best Bob that a search finds against one fixed Alice. The search tries only few numbers, so
//! it ends soon.
//!
//! Alice follows a rule, so Bob can predict her statements, arguments and picks in each world. Her
//! payment is a piecewise polynomial in each of his numbers. The pieces meet at *breakpoints*:
//! numbers at which she says or picks something else. So the search tries breakpoints and
//! probabilities, and at the end numbers between them.
//!
//! The search first finds one number for each subclaim, one subclaim after another. Then it looks
//! for numbers that depend on the drawn answers. The result is the payment of an actual Bob, so the
//! best Bob pays at most this much. The result is exact if Alice's picks do not depend on Bob's
//! numbers, because each minimum is then at a breakpoint.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::machine::claims::{
    Argument, ClaimId, ClaimsInstance, Odds, PartialRule, StabilityTable, Truths,
};
use crate::protocol::prover_estimator::EstimateRound;
use crate::protocol::prover_estimator::players::prover::{
    ProverStrategy, ResponseTooLarge, RewardParams, furthest,
};
use crate::protocol::prover_estimator::reward::SAME_ERROR;
use crate::rules::Direction;
use crate::work::{CancelToken, Cancelled};

/// A search handles at most this many worlds.
pub const MOST_WORLDS: usize = 256;
/// A search handles trees with at most this many claims.
const MOST_CLAIMS: usize = 2000;
/// The upper limit on the work of a search: the number of values that are tried, times the number of information sets.
/// A search reaches this limit after about a third of a second. Then it returns its best result so far.
const MOST_LOOKS: usize = 10_000_000;
/// The numbers for an argument may depend on the drawn answers only if the argument has at most this many subclaims.
const MOST_DRAWN: usize = 7;
/// The number of searches that start at random numbers: first for arguments with at most [`MOST_DRAWN`] subclaims, then
/// for wider arguments.
const DRAWN_STARTS: [usize; 2] = [20, 6];
/// The largest number of numbers that are moved alone at the end of a search.
const MOST_MOVED: usize = 31;
/// The largest number of passes of a search over all numbers.
const MOST_PASSES: usize = 20;
/// The distance between the two numbers on either side of a breakpoint. It is large enough for
/// Alice to distinguish their errors.
const SLIVER: f64 = 2.0 * SAME_ERROR;

/// A Bob who plays his best response to one fixed Alice, given his knowledge and her answer.
#[derive(Debug)]
pub struct BestResponseEstimator {
    alice: ProverStrategy,
    classes: BTreeMap<(Vec<bool>, bool), WorldClass>,
    /// Bob's average payment to Alice.
    value: f64,
    is_least: bool,
}

/// Worlds that Bob cannot distinguish before the first round, and his plan in these worlds.
#[derive(Debug)]
struct WorldClass {
    views: Vec<InformationSet>,
    /// Bob's number for Alice's answer to the root.
    first: f64,
    plans: HashMap<DecisionPoint, Arc<NumberPlan>>,
}

/// Worlds that neither player can distinguish.
#[derive(Debug)]
struct InformationSet {
    weight: f64,
    truths: Truths,
    /// The probability of each claim in these worlds, by the claim's index.
    chances: Vec<f64>,
    /// The probability that Alice considers right for each claim, by the claim's index.
    targets: Vec<f64>,
}

/// The indices of information sets, in ascending order.
type InformationSets = Vec<usize>;

/// A position in which Bob states numbers: the claim, what Alice said about it, her argument, and
/// the information sets that are still possible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct DecisionPoint {
    claim: ClaimId,
    said: Direction,
    which: usize,
    views: InformationSets,
}

#[derive(Debug)]
struct NumberPlan {
    numbers: Numbers,
    /// Alice's payment from this position on. This leaves out the amount that depends only on her
    /// statement and on the claim's number.
    value: f64,
    is_least: bool,
}

#[derive(Clone, Debug)]
enum Numbers {
    Fixed(Vec<f64>),
    /// A number for each sequence of drawn answers, as a binary tree. The first number is at
    /// index 1. After index i, the next number is at 2i (answer no) or at 2i + 1 (answer yes).
    ByDraws(Vec<f64>),
    /// A number for each position of a subclaim and each tally of the answers before it.
    ByTally(HashMap<(usize, PartialRule), f64>),
}

impl Numbers {
    fn next(&self, tally: PartialRule, drawn: &[bool]) -> Option<f64> {
        match self {
            Self::Fixed(each) => each.get(drawn.len()).copied(),
            Self::ByDraws(each) => {
                each.get(drawn.iter().fold(1, |at, &yes| 2 * at + usize::from(yes))).copied()
            }
            Self::ByTally(each) => {
                let tally = drawn.iter().fold(tally, |tally, &yes| tally.after_answer(yes));
                each.get(&(drawn.len(), tally)).copied()
            }
        }
    }
}

impl BestResponseEstimator {
    /// Finds the best response to this Alice, on average over the distribution. Bob knows what the
    /// case tells him.
    ///
    /// # Errors
    /// Returns an error if there are too many worlds or claims, or if the work was cancelled.
    pub fn new(
        case: &ClaimsInstance,
        stakes: RewardParams,
        alice: ProverStrategy,
        token: &CancelToken,
    ) -> Result<Self, ResponseTooLarge> {
        let worlds = case.worlds().list(MOST_WORLDS).ok_or(ResponseTooLarge::Worlds)?;
        let truths = |(weight, leaves)| (weight, case.tree().truths(&leaves));
        Self::over((case, stakes), alice, worlds.into_iter().map(truths).collect(), token)
    }

    /// Finds the best response of a Bob who knows the actual world.
    ///
    /// # Errors
    /// Returns an error if there are too many claims, or if the work was cancelled.
    pub fn with_world_known(
        case: &ClaimsInstance,
        stakes: RewardParams,
        alice: ProverStrategy,
        truths: Truths,
        token: &CancelToken,
    ) -> Result<Self, ResponseTooLarge> {
        Self::over((case, stakes), alice, vec![(1.0, truths)], token)
    }

    fn over(
        (case, stakes): (&ClaimsInstance, RewardParams),
        alice: ProverStrategy,
        worlds: Vec<(f64, Truths)>,
        token: &CancelToken,
    ) -> Result<Self, ResponseTooLarge> {
        let tree = case.tree();
        if tree.len() > MOST_CLAIMS {
            return Err(ResponseTooLarge::Branches);
        }
        // Only an honest Alice uses her knowledge. Any other Alice plays the same in all worlds in
        // which she gives the same answer.
        let thinks = |truths: &Truths| -> Vec<u64> {
            let looks = alice == ProverStrategy::Honest;
            let claims = tree.claims().filter(|_| looks);
            claims.map(|claim| case.alice_thinks(claim, truths).to_bits()).collect()
        };
        type Alike = BTreeMap<Vec<u64>, Vec<(f64, Truths)>>;
        let mut classes: BTreeMap<(Vec<bool>, bool), Alike> = BTreeMap::new();
        for (weight, truths) in worlds.into_iter().filter(|world| world.0 > 0.0) {
            let key = (case.bob_knows(&truths), alice.answer(case, &truths));
            let alike = classes.entry(key).or_default();
            alike.entry(thinks(&truths)).or_default().push((weight, truths));
        }
        let left = Cell::new(MOST_LOOKS);
        let (mut value, mut is_least) = (0.0, true);
        let mut own = BTreeMap::new();
        for (key, alike) in classes {
            let views =
                alike.values().map(|worlds| InformationSet::new(case, (&alice, key.1), worlds));
            let views: Vec<InformationSet> = views.collect();
            let search = ClassSearch {
                case,
                stakes,
                alice: &alice,
                answer: key.1,
                views: &views,
                table: RefCell::new(StabilityTable::new(stakes.epsilon)),
                plans: RefCell::default(),
                left: &left,
                token,
            };
            let (paid, first, least) = search.first()?;
            value += paid;
            is_least &= least;
            let plans = search.plans.into_inner();
            own.insert(key, WorldClass { views, first, plans });
        }
        Ok(Self { alice, classes: own, value, is_least })
    }

    /// Bob's payment to Alice, on average over the worlds.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Returns `true` if no Bob with the same knowledge pays Alice less.
    pub fn is_least(&self) -> bool {
        self.is_least
    }

    /// The number that Bob states next. Before the first round it is about Alice's answer, and
    /// later about the next subclaim. `truths` is the actual world, but he uses only what he knows
    /// of it. If Alice deviates from the strategy to which he responds, he states a probability
    /// from the distribution over worlds.
    pub fn number(
        &self,
        (case, stakes): (&ClaimsInstance, RewardParams),
        truths: &Truths,
        answer: bool,
        rounds: &[EstimateRound],
    ) -> f64 {
        let class = self.classes.get(&(case.bob_knows(truths), answer));
        let Some(round) = rounds.last() else { return class.map_or(0.5, |class| class.first) };
        let argument = round.which.and_then(|which| case.tree().argument(round.claim, which));
        let likely = || {
            let part = argument?.parts.get(round.drawn().count())?;
            Some(case.worlds().chance(part))
        };
        let planned = class.and_then(|class| self.planned((case, stakes), class, answer, rounds));
        planned.or_else(likely).unwrap_or(0.5)
    }

    /// The number that Bob planned for the position after these rounds. The last round is not
    /// finished.
    fn planned(
        &self,
        (case, stakes): (&ClaimsInstance, RewardParams),
        class: &WorldClass,
        answer: bool,
        rounds: &[EstimateRound],
    ) -> Option<f64> {
        let mut views: InformationSets = (0..class.views.len()).collect();
        let mut table = StabilityTable::new(stakes.epsilon);
        for round in rounds {
            let (claim, said, which) = (round.claim, round.said?, round.which?);
            let argument = case.tree().argument(claim, which)?;
            let place = (claim, answer);
            views.retain(|&view| {
                let InformationSet { targets, truths, .. } = &class.views[view];
                let (target, stated) = (targets[claim.index()], round.stated.get());
                self.alice.call_beside(target, (&stakes, case), place, stated) == said
                    && self.alice.argument(&mut table, case, truths, claim) == which
            });
            let Some(picked) = round.picked else {
                let plan = class.plans.get(&DecisionPoint { claim, said, which, views })?;
                let tally = argument.rule.tally(argument.parts.len());
                return plan.numbers.next(tally, &round.drawn().collect::<Vec<_>>());
            };
            if self.alice.chosen(0, argument.parts.len()).is_none() {
                let (stated, seeks) = (round.estimates(), self.alice.seeks(case));
                views.retain(|&view| class.views[view].picks(argument, &stated, seeks) == picked);
            }
        }
        None
    }
}

impl InformationSet {
    fn new(
        case: &ClaimsInstance,
        (alice, answer): (&ProverStrategy, bool),
        worlds: &[(f64, Truths)],
    ) -> Self {
        let truths = worlds[0].1.clone();
        let weight: f64 = worlds.iter().map(|world| world.0).sum();
        let chance = |claim| {
            let holds = worlds.iter().filter(|(_, truths)| truths.is_true(claim));
            holds.map(|world| world.0).sum::<f64>() / weight
        };
        let chances = case.tree().claims().map(chance).collect();
        let target = |claim| alice.target(case, &truths, claim, answer);
        let targets = case.tree().claims().map(target).collect();
        Self { weight, chances, targets, truths }
    }

    /// The position of the subclaim that Alice picks, if Bob's numbers decide her pick.
    fn picks(&self, argument: Argument<'_>, stated: &[f64], seeks: [bool; 2]) -> usize {
        let targets = argument.parts.iter().map(|part| self.targets[part.index()]);
        furthest(targets.zip(stated.iter().copied()), seeks).0
    }
}

/// The factors by which a search moves all numbers towards the probabilities, or away from them.
fn factors() -> impl Iterator<Item = f64> {
    let steps = std::iter::successors(Some(0.5), |step| Some(step / 2.0)).take(20);
    steps.flat_map(|step| [1.0 + step, 1.0 - step])
}

/// The search in one class of worlds.
struct ClassSearch<'a> {
    case: &'a ClaimsInstance,
    stakes: RewardParams,
    alice: &'a ProverStrategy,
    answer: bool,
    views: &'a [InformationSet],
    table: RefCell<StabilityTable>,
    plans: RefCell<HashMap<DecisionPoint, Arc<NumberPlan>>>,
    /// The work that is left, shared by the searches in all classes of worlds.
    left: &'a Cell<usize>,
    token: &'a CancelToken,
}

struct NumberTask<'a> {
    argument: Argument<'a>,
    parts: Vec<ClaimId>,
    views: InformationSets,
    weight: f64,
    /// The index of the next round, which is about one of the subclaims.
    round: usize,
    /// Alice's payment if the argument fails, and her payment if it holds. Both leave out the
    /// amount that depends on the claim's number.
    gain: [f64; 2],
}

impl ClassSearch<'_> {
    /// The value of the best first number, and this number. The flag is true if the value is exact.
    fn first(&self) -> Result<(f64, f64, bool), Cancelled> {
        let all: InformationSets = (0..self.views.len()).collect();
        let weight = self.weight(&all);
        let (mut best, mut is_least) = ((f64::INFINITY, 0.5), true);
        for p in self.breakpoints(&all, ClaimId::ROOT, &[], 1) {
            let (paid, least) = self.stated(ClaimId::ROOT, 0, p, &all)?;
            is_least &= least;
            if weight * p + paid < best.0 {
                best = (weight * p + paid, p);
            }
        }
        Ok((best.0, best.1, is_least))
    }

    fn weight(&self, views: &[usize]) -> f64 {
        views.iter().map(|&view| self.views[view].weight).sum()
    }

    /// The numbers at which Alice's statement about a claim changes, and the numbers with one of
    /// these `errors`. Each number comes with two neighbours, one below and one above. The
    /// neighbours are further away if more numbers (`left`) are still to be chosen, so that later
    /// numbers fit between them.
    fn breakpoints(
        &self,
        views: &[usize],
        claim: ClaimId,
        errors: &[f64],
        left: usize,
    ) -> Vec<f64> {
        let beside = SLIVER * 4.0f64.powi(left.clamp(1, 6) as i32 - 1);
        let slack = self.alice.slack(&self.stakes);
        let mut all = vec![0.0, 1.0];
        let mut targets: Vec<f64> =
            views.iter().map(|&view| self.views[view].targets[claim.index()]).collect();
        targets.sort_by(f64::total_cmp);
        targets.dedup();
        for target in targets {
            for off in errors.iter().copied().chain([0.0, slack]) {
                let near = [-beside, 0.0, beside];
                all.extend(near.iter().flat_map(|by| [target - off + by, target + off + by]));
            }
        }
        all.retain(|p| (0.0..=1.0).contains(p));
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < SLIVER / 4.0);
        all
    }

    /// Alice's payment for the rest of the debate in these information sets, after Bob's number `p`
    /// for a claim. The flag is true if the payment is exact.
    fn stated(
        &self,
        claim: ClaimId,
        round: usize,
        p: f64,
        views: &[usize],
    ) -> Result<(f64, bool), Cancelled> {
        let (tree, stake) = (self.case.tree(), self.stakes.ratio.stake(round));
        let is_leaf = tree.is_leaf(claim);
        let turned = claim == ClaimId::ROOT && !self.answer;
        let (mut paid, mut is_least) = (0.0, true);
        let mut by_deed: BTreeMap<(i32, usize), (Direction, InformationSets)> = BTreeMap::new();
        for &at in views {
            let InformationSet { weight, truths, chances, targets } = &self.views[at];
            let (target, place) = (targets[claim.index()], (claim, self.answer));
            let said = self.alice.call_beside(target, (&self.stakes, self.case), place, p);
            let sign = f64::from(said.sign());
            if is_leaf {
                let yes = self.stakes.says_true(chances[claim.index()]);
                paid += weight * stake * sign * (if turned { 1.0 - yes } else { yes } - p);
                continue;
            }
            paid -= weight * stake * sign * p;
            let which = match tree.argument_count(claim) {
                1 => 0,
                _ => self.alice.argument(&mut self.table.borrow_mut(), self.case, truths, claim),
            };
            let own = by_deed.entry((said.sign().into(), which));
            own.or_insert((said, InformationSets::new())).1.push(at);
        }
        self.left.set(self.left.get().saturating_sub(views.len()));
        for ((_, which), (said, views)) in by_deed {
            let plan = self.plan(DecisionPoint { claim, said, which, views }, round)?;
            paid += plan.value;
            is_least &= plan.is_least;
        }
        Ok((paid, is_least))
    }

    fn plan(&self, place: DecisionPoint, round: usize) -> Result<Arc<NumberPlan>, Cancelled> {
        if let Some(known) = self.plans.borrow().get(&place) {
            return Ok(Arc::clone(known));
        }
        self.token.check()?;
        let plan = Arc::new(self.planned(&place, round)?);
        self.plans.borrow_mut().insert(place, Arc::clone(&plan));
        Ok(plan)
    }

    fn planned(&self, place: &DecisionPoint, round: usize) -> Result<NumberPlan, Cancelled> {
        let argument = self.case.tree().argument(place.claim, place.which);
        let argument = argument.expect("an argument of this claim");
        let weight = self.weight(&place.views);
        let named = weight * self.stakes.ratio.stake(round) * f64::from(place.said.sign());
        let turned = place.claim == ClaimId::ROOT && !self.answer;
        let task = NumberTask {
            argument,
            parts: argument.parts.iter().collect(),
            views: place.views.clone(),
            weight,
            round: round + 1,
            gain: if turned { [named, 0.0] } else { [0.0, named] },
        };
        let chosen = match task.parts.len() {
            1 => Some(vec![1.0]),
            q => self.alice.chosen(round, q).map(|picks| {
                let mut chances = vec![0.0; q];
                picks.into_iter().for_each(|(at, chance)| chances[at] += chance);
                chances
            }),
        };
        match chosen {
            Some(chances) => self.by_tally(&task, &chances),
            None => self.searched(&task),
        }
    }

    /// The exact minimum if Alice's picks have these fixed probabilities. The search goes backwards
    /// from the last subclaim, and each number is a breakpoint.
    fn by_tally(&self, task: &NumberTask<'_>, chances: &[f64]) -> Result<NumberPlan, Cancelled> {
        let q = task.parts.len();
        let mut tallies = vec![vec![task.argument.rule.tally(q)]];
        for at in 0..q {
            let both = |tally: &PartialRule| [false, true].map(|yes| tally.after_answer(yes));
            let mut next: Vec<PartialRule> = tallies[at].iter().flat_map(both).collect();
            next.sort_unstable();
            next.dedup();
            tallies.push(next);
        }
        let value = |tally: &PartialRule| task.gain[usize::from(tally.holds())];
        let mut onward: HashMap<PartialRule, f64> =
            tallies[q].iter().map(|tally| (*tally, value(tally))).collect();
        let (mut numbers, mut is_least) = (HashMap::new(), true);
        for (at, &part) in task.parts.iter().enumerate().rev() {
            let mut own = Vec::new();
            for p in self.breakpoints(&task.views, part, &[], 1) {
                let (paid, least) = match chances[at] > 0.0 {
                    true => self.stated(part, task.round, p, &task.views)?,
                    false => (0.0, true),
                };
                is_least &= least;
                own.push((p, chances[at] * paid));
            }
            let mut before = HashMap::new();
            for tally in &tallies[at] {
                let [no, yes] = [false, true].map(|yes| onward[&tally.after_answer(yes)]);
                let each = own.iter().map(|&(p, paid)| (paid + (1.0 - p) * no + p * yes, p));
                let best = each.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0.5));
                before.insert(*tally, best.0);
                numbers.insert((at, *tally), best.1);
            }
            onward = before;
        }
        let value = onward[&tallies[0][0]];
        Ok(NumberPlan { numbers: Numbers::ByTally(numbers), value, is_least })
    }

    /// The best numbers that the search finds if Alice picks the subclaim with Bob's largest error.
    fn searched(&self, task: &NumberTask<'_>) -> Result<NumberPlan, Cancelled> {
        let q = task.parts.len();
        let likely = |part: &ClaimId| {
            let each = task.views.iter().map(|&view| &self.views[view]);
            each.map(|view| view.weight * view.chances[part.index()]).sum::<f64>() / task.weight
        };
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let drawn = std::iter::repeat_with(|| (0..q).map(|_| rng.random()).collect());
        let likely: Vec<f64> = task.parts.iter().map(likely).collect();
        let off = |by: f64| likely.iter().map(|p| (p + by).clamp(0.0, 1.0)).collect();
        let epsilon = self.stakes.epsilon.get();
        let starts = [likely.clone(), vec![0.5; q], off(-epsilon), off(epsilon)];
        let mut best: Option<(f64, Vec<f64>)> = None;
        for start in starts.into_iter().chain(drawn.take(DRAWN_STARTS[usize::from(q > MOST_DRAWN)]))
        {
            if best.is_some() && self.left.get() == 0 {
                break;
            }
            let found = self.one_by_one(task, &likely, start)?;
            if best.as_ref().is_none_or(|best| found.0 < best.0 - 1e-12) {
                best = Some(found);
            }
        }
        let (value, fixed) = best.unwrap_or((f64::INFINITY, Vec::new()));
        let by_draws = match q <= MOST_DRAWN && self.left.get() > 0 {
            true => self.by_draws(task, &likely, &fixed)?,
            false => None,
        };
        Ok(match by_draws.filter(|found| found.0 < value - 1e-12) {
            Some((value, own)) => {
                NumberPlan { numbers: Numbers::ByDraws(own), value, is_least: false }
            }
            None => NumberPlan { numbers: Numbers::Fixed(fixed), value, is_least: false },
        })
    }

    /// Improves numbers that do not depend on the drawn answers. Changes one number after another,
    /// and then moves all numbers towards the probabilities or away from them.
    fn one_by_one(
        &self,
        task: &NumberTask<'_>,
        likely: &[f64],
        mut numbers: Vec<f64>,
    ) -> Result<(f64, Vec<f64>), Cancelled> {
        let mut value = self.fixed(task, &numbers)?;
        for _ in 0..MOST_PASSES {
            let before = value;
            for at in 0..numbers.len() {
                self.token.check()?;
                let errors = self.errors(task, &numbers, Some(at));
                let left = numbers.len() - at;
                for p in self.breakpoints(&task.views, task.parts[at], &errors, left) {
                    if self.left.get() == 0 {
                        return Ok((value, numbers));
                    }
                    let old = std::mem::replace(&mut numbers[at], p);
                    let own = self.fixed(task, &numbers)?;
                    match own < value - 1e-12 {
                        true => value = own,
                        false => numbers[at] = old,
                    }
                }
            }
            for factor in factors() {
                let scaled = |(p, likely): (&f64, &f64)| likely + factor * (p - likely);
                let other: Vec<f64> =
                    numbers.iter().zip(likely).map(|own| scaled(own).clamp(0.0, 1.0)).collect();
                let own = self.fixed(task, &other)?;
                if own < value - 1e-12 {
                    (value, numbers) = (own, other);
                }
            }
            if value > before - 1e-10 * before.abs().max(1.0) {
                break;
            }
        }
        Ok((value, numbers))
    }

    /// The largest error of these numbers in each information set, sorted. Ignores the number at
    /// position `but`.
    fn errors(&self, task: &NumberTask<'_>, numbers: &[f64], but: Option<usize>) -> Vec<f64> {
        let seeks = self.alice.seeks(self.case);
        let of = |view: &usize| {
            let targets = task.parts.iter().map(|part| self.views[*view].targets[part.index()]);
            let each = targets.zip(numbers.iter().copied()).enumerate();
            furthest(each.filter(|own| Some(own.0) != but).map(|own| own.1), seeks).1
        };
        let mut all: Vec<f64> = task.views.iter().map(of).filter(|off| off.is_finite()).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        all
    }

    /// Alice's payment for the rest of the debate, for numbers that do not depend on the drawn
    /// answers.
    fn fixed(&self, task: &NumberTask<'_>, numbers: &[f64]) -> Result<f64, Cancelled> {
        let Odds { no, yes } =
            task.argument.rule.chances(numbers.iter().map(|&p| Odds::from_probability(p)));
        Ok(no * task.gain[0] + yes * task.gain[1] + self.continuation_value(task, numbers)?)
    }

    /// Alice's payment in the rounds after the round with these numbers.
    fn continuation_value(&self, task: &NumberTask<'_>, numbers: &[f64]) -> Result<f64, Cancelled> {
        let seeks = self.alice.seeks(self.case);
        let mut goes: Vec<InformationSets> = vec![InformationSets::new(); numbers.len()];
        for &view in &task.views {
            goes[self.views[view].picks(task.argument, numbers, seeks)].push(view);
        }
        self.left.set(self.left.get().saturating_sub(task.views.len() * numbers.len() + 8));
        let mut paid = 0.0;
        for (at, views) in goes.into_iter().enumerate().filter(|goes| !goes.1.is_empty()) {
            paid += self.stated(task.parts[at], task.round, numbers[at], &views)?.0;
        }
        Ok(paid)
    }

    /// Improves numbers that depend on the drawn answers. Starts with the numbers `fixed`, and
    /// returns the best table.
    fn by_draws(
        &self,
        task: &NumberTask<'_>,
        likely: &[f64],
        fixed: &[f64],
    ) -> Result<Option<(f64, Vec<f64>)>, Cancelled> {
        let q = fixed.len();
        let stage = |at: usize| at.checked_ilog2().map_or(0, |stage| stage as usize);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let start: Vec<f64> = (0..1 << q).map(|at| fixed[stage(at)]).collect();
        let half = vec![0.5; 1 << q];
        let drawn = std::iter::repeat_with(|| {
            let errors = self.errors(task, fixed, None);
            let number = |at: usize| {
                let each = self.breakpoints(&task.views, task.parts[stage(at)], &errors, 1);
                each[rng.random_range(0..each.len())]
            };
            (0..1 << q).map(number).collect()
        });
        let mut best: Option<(f64, Vec<f64>)> = None;
        for mut table in [start, half].into_iter().chain(drawn.take(DRAWN_STARTS[0])) {
            let mut value = f64::INFINITY;
            for _ in 0..MOST_PASSES {
                if self.left.get() == 0 {
                    return Ok(best);
                }
                let mut stated = Vec::new();
                let tally = task.argument.rule.tally(q);
                let own = self.improve(task, &mut table, &mut stated, 1, tally)?;
                if own > value - 1e-10 * own.abs().max(1.0) {
                    break;
                }
                value = own;
            }
            if best.as_ref().is_none_or(|best| value < best.0 - 1e-12) {
                best = Some((value, table));
            }
        }
        match best {
            Some(found) => self.in_groups(task, likely, found).map(Some),
            None => Ok(None),
        }
    }

    /// Improves the best table further, between the breakpoints. Moves single numbers, and all
    /// numbers with the same error together, because Alice picks the largest error.
    fn in_groups(
        &self,
        task: &NumberTask<'_>,
        likely: &[f64],
        (mut value, mut table): (f64, Vec<f64>),
    ) -> Result<(f64, Vec<f64>), Cancelled> {
        let tally = task.argument.rule.tally(likely.len());
        let stage = |at: usize| at.checked_ilog2().map_or(0, |stage| stage as usize);
        let off = |table: &[f64], at: usize| table[at] - likely[stage(at)];
        for _ in 0..MOST_PASSES {
            let before = value;
            // An error that gains nothing would hide the gain of a smaller error elsewhere.
            for at in (1..table.len()).rev() {
                let old = std::mem::replace(&mut table[at], likely[stage(at)]);
                let own = self.drawn(task, &table, &mut Vec::new(), 1, tally)?;
                if (own - value).abs() > 1e-13 {
                    table[at] = old;
                }
            }
            let same = |a: f64, b: f64| (a - b).abs() < SLIVER * 1e4;
            let mut places: Vec<usize> = (1..table.len()).collect();
            places.sort_by(|&a, &b| {
                let [a, b] = [a, b].map(|at| off(&table, at));
                b.abs().total_cmp(&a.abs()).then(a.total_cmp(&b))
            });
            let levels = places.chunk_by(|&a, &b| same(off(&table, a), off(&table, b)));
            let groups: Vec<Vec<usize>> =
                places.chunks(1).take(MOST_MOVED).chain(levels).map(<[usize]>::to_vec).collect();
            for group in groups {
                for factor in factors() {
                    if self.left.get() == 0 {
                        return Ok((value, table));
                    }
                    let by = (factor - 1.0) * off(&table, group[0]);
                    let mut other = table.clone();
                    for &at in &group {
                        other[at] = (other[at] + by).clamp(0.0, 1.0);
                    }
                    let own = self.drawn(task, &other, &mut Vec::new(), 1, tally)?;
                    if own < value - 1e-13 {
                        (value, table) = (own, other);
                    }
                }
            }
            if value > before - 1e-10 * before.abs().max(1.0) {
                break;
            }
        }
        Ok((value, table))
    }

    /// Improves the entries of a table that start at the index `at`. The last entries come first.
    fn improve(
        &self,
        task: &NumberTask<'_>,
        table: &mut [f64],
        stated: &mut Vec<f64>,
        at: usize,
        tally: PartialRule,
    ) -> Result<f64, Cancelled> {
        let part = stated.len();
        let left = task.parts.len() - part;
        if left > 1 {
            stated.push(table[at]);
            for yes in [false, true] {
                let next = 2 * at + usize::from(yes);
                self.improve(task, table, stated, next, tally.after_answer(yes))?;
            }
            stated.pop();
        }
        self.token.check()?;
        let mut best = (self.drawn(task, table, stated, at, tally)?, table[at]);
        let errors = self.errors(task, stated, None);
        for p in self.breakpoints(&task.views, task.parts[part], &errors, left) {
            table[at] = p;
            let value = self.drawn(task, table, stated, at, tally)?;
            if value < best.0 - 1e-13 {
                best = (value, p);
            }
        }
        table[at] = best.1;
        Ok(best.0)
    }

    /// Alice's payment for the rest of the debate, if Bob uses the entries of this table that start at the index
    /// `at`.
    fn drawn(
        &self,
        task: &NumberTask<'_>,
        table: &[f64],
        stated: &mut Vec<f64>,
        at: usize,
        tally: PartialRule,
    ) -> Result<f64, Cancelled> {
        let p = table[at];
        stated.push(p);
        let mut paid = 0.0;
        if stated.len() == task.parts.len() {
            paid += self.continuation_value(task, stated)?;
        }
        for (yes, chance) in [(false, 1.0 - p), (true, p)] {
            if chance > 0.0 {
                paid += chance
                    * match stated.len() == task.parts.len() {
                        true => task.gain[usize::from(tally.after_answer(yes).holds())],
                        false => {
                            let next = 2 * at + usize::from(yes);
                            self.drawn(task, table, stated, next, tally.after_answer(yes))?
                        }
                    };
            }
        }
        stated.pop();
        Ok(paid)
    }
}
