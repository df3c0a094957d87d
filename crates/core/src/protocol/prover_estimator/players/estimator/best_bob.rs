//! The best Bob found against one fixed Alice: a search that tries few numbers and ends soon.
//!
//! Alice follows a rule, so Bob knows what she says, argues and picks in each world. What she is paid is linear in
//! each of his numbers between the *breakpoints*: numbers at which she says or picks something else. So a search
//! tries breakpoints and probabilities alone. It first looks for one number for each subclaim, one number after
//! another, and then for numbers that depend on the answers drawn. Its value is what this Bob pays, and so an
//! upper end of what the best Bob pays. It is the least value where Alice's pick does not depend on his numbers:
//! then every least lies at a breakpoint.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::machine::claims::{Argument, Case, ClaimId, Odds, StabilityTable, Tally, Truths};
use crate::protocol::prover_estimator::Round;
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes, TooLarge, furthest};
use crate::protocol::prover_estimator::reward::SAME_ERROR;
use crate::rules::Direction;
use crate::work::{Stopped, Token};

/// The most worlds that are told apart.
pub const MOST_WORLDS: usize = 256;
/// The claims of a tree, at most.
const MOST_CLAIMS: usize = 2000;
/// Numbers in views that a search looks at before it takes the numbers that it has: about a third of a second.
const MOST_LOOKS: usize = 10_000_000;
/// Numbers depend on the answers drawn in arguments of at most this many subclaims.
const MOST_DRAWN: usize = 7;
/// Searches that begin at numbers drawn at random, in such arguments and in wider ones.
const DRAWN_STARTS: [usize; 2] = [20, 6];
/// How often a search goes through all numbers, at most.
const MOST_PASSES: usize = 20;
/// Numbers so far apart lie on either side of a breakpoint: Alice tells their errors apart.
const SLIVER: f64 = 2.0 * SAME_ERROR;

/// A Bob who answers one Alice, by what he knows and what she answers.
#[derive(Debug)]
pub struct BestResponse {
    alice: Prover,
    classes: BTreeMap<(Vec<bool>, bool), Class>,
    /// What he pays her on average.
    value: f64,
    is_least: bool,
}

/// Worlds that Bob cannot tell apart before the first round, and what he does in them.
#[derive(Debug)]
struct Class {
    views: Vec<View>,
    /// His number for her answer.
    first: f64,
    plans: HashMap<Place, Arc<Plan>>,
}

/// Worlds that neither player can tell apart.
#[derive(Debug)]
struct View {
    weight: f64,
    truths: Truths,
    /// How likely each claim is, by its index.
    chances: Vec<f64>,
    /// What Alice takes the probability of each claim to be, by its index.
    targets: Vec<f64>,
}

/// Views by their index, in ascending order.
type Views = Vec<usize>;

/// Where Bob states numbers: Alice said this of a claim and laid out this argument, in these views.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    claim: ClaimId,
    said: Direction,
    which: usize,
    views: Views,
}

/// Bob's numbers for the subclaims of an argument.
#[derive(Debug)]
struct Plan {
    numbers: Numbers,
    /// What Alice is paid from there on, except for the part that her word and the claim's number fix.
    value: f64,
    is_least: bool,
}

#[derive(Clone, Debug)]
enum Numbers {
    /// One for each subclaim.
    Fixed(Vec<f64>),
    /// By the answers drawn before: the first is at 1; after the one at i come those at 2i (no) and 2i + 1 (yes).
    ByDraws(Vec<f64>),
    /// By the subclaim's place and the tally of the answers before it.
    ByTally(HashMap<(usize, Tally), f64>),
}

impl Numbers {
    fn next(&self, tally: Tally, drawn: &[bool]) -> Option<f64> {
        match self {
            Self::Fixed(each) => each.get(drawn.len()).copied(),
            Self::ByDraws(each) => {
                each.get(drawn.iter().fold(1, |at, &yes| 2 * at + usize::from(yes))).copied()
            }
            Self::ByTally(each) => {
                let tally = drawn.iter().fold(tally, |tally, &yes| tally.with(yes));
                each.get(&(drawn.len(), tally)).copied()
            }
        }
    }
}

impl BestResponse {
    /// The answer to this Alice on average over the law, by a Bob who knows of the world what the case says.
    ///
    /// # Errors
    /// If there are too many worlds or claims, or the work was stopped.
    pub fn new(
        case: &Case,
        stakes: Stakes,
        alice: Prover,
        token: &Token,
    ) -> Result<Self, TooLarge> {
        let worlds = case.worlds().list(MOST_WORLDS).ok_or(TooLarge::Worlds)?;
        let truths = |(weight, leaves)| (weight, case.tree().truths(&leaves));
        Self::over((case, stakes), alice, worlds.into_iter().map(truths).collect(), token)
    }

    /// The answer to this Alice by a Bob who knows that the world has these truths.
    ///
    /// # Errors
    /// If there are too many claims, or the work was stopped.
    pub fn knowing(
        case: &Case,
        stakes: Stakes,
        alice: Prover,
        truths: Truths,
        token: &Token,
    ) -> Result<Self, TooLarge> {
        Self::over((case, stakes), alice, vec![(1.0, truths)], token)
    }

    fn over(
        (case, stakes): (&Case, Stakes),
        alice: Prover,
        worlds: Vec<(f64, Truths)>,
        token: &Token,
    ) -> Result<Self, TooLarge> {
        let tree = case.tree();
        if tree.len() > MOST_CLAIMS {
            return Err(TooLarge::Branches);
        }
        // An Alice who looks at what she knows is honest: the others do the same in all worlds of one answer.
        let thinks = |truths: &Truths| -> Vec<u64> {
            let looks = alice == Prover::Honest;
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
            let views = alike.values().map(|worlds| View::new(case, (&alice, key.1), worlds));
            let views: Vec<View> = views.collect();
            let search = Search {
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
            own.insert(key, Class { views, first, plans });
        }
        Ok(Self { alice, classes: own, value, is_least })
    }

    /// What he pays Alice, on average over the worlds.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Whether no Bob who knows as much pays her less.
    pub fn is_least(&self) -> bool {
        self.is_least
    }

    /// What he states where he is asked next: of her answer before the first round, else of the next
    /// subclaim. `truths` is the actual world, of which he looks at what he knows. If Alice did what the
    /// Alice whom he answers does not do, he states what the law says.
    pub fn number(
        &self,
        (case, stakes): (&Case, Stakes),
        truths: &Truths,
        answer: bool,
        rounds: &[Round],
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

    /// What he planned to state after these rounds, the last of which is not over.
    fn planned(
        &self,
        (case, stakes): (&Case, Stakes),
        class: &Class,
        answer: bool,
        rounds: &[Round],
    ) -> Option<f64> {
        let mut views: Views = (0..class.views.len()).collect();
        let mut table = StabilityTable::new(stakes.epsilon);
        for round in rounds {
            let (claim, said, which) = (round.claim, round.said?, round.which?);
            let argument = case.tree().argument(claim, which)?;
            let place = (claim, answer);
            views.retain(|&view| {
                let View { targets, truths, .. } = &class.views[view];
                let (target, stated) = (targets[claim.index()], round.stated.get());
                self.alice.call_beside(target, (&stakes, case), place, stated) == said
                    && self.alice.argument(&mut table, case, truths, claim) == which
            });
            let Some(picked) = round.picked else {
                let plan = class.plans.get(&Place { claim, said, which, views })?;
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

impl View {
    fn new(case: &Case, (alice, answer): (&Prover, bool), worlds: &[(f64, Truths)]) -> Self {
        let truths = worlds[0].1.clone();
        let weight: f64 = worlds.iter().map(|world| world.0).sum();
        let chance = |claim| {
            let holds = worlds.iter().filter(|(_, truths)| truths.of(claim));
            holds.map(|world| world.0).sum::<f64>() / weight
        };
        let chances = case.tree().claims().map(chance).collect();
        let target = |claim| alice.target(case, &truths, claim, answer);
        let targets = case.tree().claims().map(target).collect();
        Self { weight, chances, targets, truths }
    }

    /// Where Alice goes on, if that depends on Bob's numbers.
    fn picks(&self, argument: Argument<'_>, stated: &[f64], seeks: [bool; 2]) -> usize {
        let targets = argument.parts.iter().map(|part| self.targets[part.index()]);
        furthest(targets.zip(stated.iter().copied()), seeks).0
    }
}

/// The search in one class of worlds.
struct Search<'a> {
    case: &'a Case,
    stakes: Stakes,
    alice: &'a Prover,
    answer: bool,
    views: &'a [View],
    table: RefCell<StabilityTable>,
    plans: RefCell<HashMap<Place, Arc<Plan>>>,
    /// What may still be looked at, in all classes.
    left: &'a Cell<usize>,
    token: &'a Token,
}

/// An argument for which numbers are looked for.
struct Task<'a> {
    argument: Argument<'a>,
    parts: Vec<ClaimId>,
    views: Views,
    weight: f64,
    /// The round about a subclaim.
    round: usize,
    /// What Alice is paid if the argument fails, and if it holds, except for the part of the claim's number.
    gain: [f64; 2],
}

impl Search<'_> {
    /// The best first number, with what it comes to and whether that is the least.
    fn first(&self) -> Result<(f64, f64, bool), Stopped> {
        let all: Views = (0..self.views.len()).collect();
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

    /// Numbers at which Alice says something else of a claim, or at which its error is one of `errors`, with the
    /// numbers beside them. The more numbers are still `left`, the further apart they lie, so that later ones fit between.
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

    /// What she is still paid in these views after he stated `p` for a claim, and whether that is the least.
    fn stated(
        &self,
        claim: ClaimId,
        round: usize,
        p: f64,
        views: &[usize],
    ) -> Result<(f64, bool), Stopped> {
        let (tree, stake) = (self.case.tree(), self.stakes.ratio.stake(round));
        let is_leaf = tree.is_leaf(claim);
        let turned = claim == ClaimId::ROOT && !self.answer;
        let (mut paid, mut is_least) = (0.0, true);
        let mut by_deed: BTreeMap<(i32, usize), (Direction, Views)> = BTreeMap::new();
        for &at in views {
            let View { weight, truths, chances, targets } = &self.views[at];
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
            own.or_insert((said, Views::new())).1.push(at);
        }
        self.left.set(self.left.get().saturating_sub(views.len()));
        for ((_, which), (said, views)) in by_deed {
            let plan = self.plan(Place { claim, said, which, views }, round)?;
            paid += plan.value;
            is_least &= plan.is_least;
        }
        Ok((paid, is_least))
    }

    fn plan(&self, place: Place, round: usize) -> Result<Arc<Plan>, Stopped> {
        if let Some(known) = self.plans.borrow().get(&place) {
            return Ok(Arc::clone(known));
        }
        self.token.check()?;
        let plan = Arc::new(self.planned(&place, round)?);
        self.plans.borrow_mut().insert(place, Arc::clone(&plan));
        Ok(plan)
    }

    fn planned(&self, place: &Place, round: usize) -> Result<Plan, Stopped> {
        let argument = self.case.tree().argument(place.claim, place.which);
        let argument = argument.expect("an argument that she lays out");
        let weight = self.weight(&place.views);
        let named = weight * self.stakes.ratio.stake(round) * f64::from(place.said.sign());
        let turned = place.claim == ClaimId::ROOT && !self.answer;
        let task = Task {
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

    /// The least over all numbers where she goes on by these chances: from the last subclaim back, each number is a
    /// breakpoint.
    fn by_tally(&self, task: &Task<'_>, chances: &[f64]) -> Result<Plan, Stopped> {
        let q = task.parts.len();
        let mut tallies = vec![vec![task.argument.rule.tally(q)]];
        for at in 0..q {
            let both = |tally: &Tally| [false, true].map(|yes| tally.with(yes));
            let mut next: Vec<Tally> = tallies[at].iter().flat_map(both).collect();
            next.sort_unstable();
            next.dedup();
            tallies.push(next);
        }
        let value = |tally: &Tally| task.gain[usize::from(tally.holds())];
        let mut onward: HashMap<Tally, f64> =
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
                let [no, yes] = [false, true].map(|yes| onward[&tally.with(yes)]);
                let each = own.iter().map(|&(p, paid)| (paid + (1.0 - p) * no + p * yes, p));
                let best = each.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0.5));
                before.insert(*tally, best.0);
                numbers.insert((at, *tally), best.1);
            }
            onward = before;
        }
        let value = onward[&tallies[0][0]];
        Ok(Plan { numbers: Numbers::ByTally(numbers), value, is_least })
    }

    /// The best numbers found where she goes on where he is furthest off.
    fn searched(&self, task: &Task<'_>) -> Result<Plan, Stopped> {
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
            true => self.by_draws(task, &fixed)?,
            false => None,
        };
        Ok(match by_draws.filter(|found| found.0 < value - 1e-12) {
            Some((value, own)) => Plan { numbers: Numbers::ByDraws(own), value, is_least: false },
            None => Plan { numbers: Numbers::Fixed(fixed), value, is_least: false },
        })
    }

    /// Betters numbers that are the same whatever is drawn: one after another, and all together nearer to what is
    /// likely or further away.
    fn one_by_one(
        &self,
        task: &Task<'_>,
        likely: &[f64],
        mut numbers: Vec<f64>,
    ) -> Result<(f64, Vec<f64>), Stopped> {
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
            let steps = std::iter::successors(Some(0.5), |step| Some(step / 2.0)).take(20);
            for factor in steps.flat_map(|step| [1.0 + step, 1.0 - step]) {
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

    /// How far these numbers are off in each view where that is furthest; the one at `but` does not count.
    fn errors(&self, task: &Task<'_>, numbers: &[f64], but: Option<usize>) -> Vec<f64> {
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

    /// What is still paid by numbers that are the same whatever is drawn.
    fn fixed(&self, task: &Task<'_>, numbers: &[f64]) -> Result<f64, Stopped> {
        let Odds { no, yes } = task.argument.rule.chances(numbers.iter().map(|&p| Odds::of(p)));
        Ok(no * task.gain[0] + yes * task.gain[1] + self.onward(task, numbers)?)
    }

    /// What is paid in the rounds after this one, in which he stated these numbers.
    fn onward(&self, task: &Task<'_>, numbers: &[f64]) -> Result<f64, Stopped> {
        let seeks = self.alice.seeks(self.case);
        let mut goes: Vec<Views> = vec![Views::new(); numbers.len()];
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

    /// Numbers that depend on what was drawn, bettered one after another from these.
    fn by_draws(&self, task: &Task<'_>, fixed: &[f64]) -> Result<Option<(f64, Vec<f64>)>, Stopped> {
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
                let own = self.bettered(task, &mut table, &mut stated, 1, tally)?;
                if own > value - 1e-10 * own.abs().max(1.0) {
                    break;
                }
                value = own;
            }
            if best.as_ref().is_none_or(|best| value < best.0 - 1e-12) {
                best = Some((value, table));
            }
        }
        Ok(best)
    }

    /// Betters the numbers of a table from one of its places on, the last first.
    fn bettered(
        &self,
        task: &Task<'_>,
        table: &mut [f64],
        stated: &mut Vec<f64>,
        at: usize,
        tally: Tally,
    ) -> Result<f64, Stopped> {
        let part = stated.len();
        let left = task.parts.len() - part;
        if left > 1 {
            stated.push(table[at]);
            for yes in [false, true] {
                let next = 2 * at + usize::from(yes);
                self.bettered(task, table, stated, next, tally.with(yes))?;
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

    /// What is still paid by a table from one of its places on.
    fn drawn(
        &self,
        task: &Task<'_>,
        table: &[f64],
        stated: &mut Vec<f64>,
        at: usize,
        tally: Tally,
    ) -> Result<f64, Stopped> {
        let p = table[at];
        stated.push(p);
        let mut paid = 0.0;
        if stated.len() == task.parts.len() {
            paid += self.onward(task, stated)?;
        }
        for (yes, chance) in [(false, 1.0 - p), (true, p)] {
            if chance > 0.0 {
                paid += chance
                    * match stated.len() == task.parts.len() {
                        true => task.gain[usize::from(tally.with(yes).holds())],
                        false => {
                            let next = 2 * at + usize::from(yes);
                            self.drawn(task, table, stated, next, tally.with(yes))?
                        }
                    };
            }
        }
        stated.pop();
        Ok(paid)
    }
}
