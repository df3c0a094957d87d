//! Bob's best response where what Alice does follows from what is said alone, because she knows no
//! more of the world than he does: from the leaves up, a claim at a time.
//!
//! What she says of a number depends on nothing but the number, and what Bob states next on nothing
//! but what she said. So from a claim on she is paid −r^{k+1}·c·p and what does not depend on p.
//! A Bob told what she knows does at least as well: that bounds the others from below.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::hidden::{Hidden, PartsKnown};
use super::round::{CalledRound, Ends, Goes, StatedClaim};
use crate::machine::claims::{Case, ClaimId, StabilityTable, Truths};
use crate::protocol::prover_estimator::SeenRound;
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes, TooLarge};
use crate::rules::Direction;
use crate::work::{Stopped, Token};

/// The response to an Alice.
#[derive(Debug)]
pub(super) struct Bracket {
    classes: BTreeMap<(Vec<bool>, bool), AlikeWorlds>,
    /// What she is paid by it, averaged over the law.
    pub(super) value: Ends,
    /// Whether Bob had to be told what she knows: then the lower end alone is of the case at hand.
    pub(super) told: bool,
}

/// Worlds between which Bob cannot tell.
#[derive(Debug)]
struct AlikeWorlds {
    first: f64,
    rounds: Solved,
}

/// What he states in the rounds of a class.
#[derive(Debug)]
enum Solved {
    /// After what she said of a claim, who lays out this argument for it.
    Alike(HashMap<(ClaimId, Direction), (usize, Arc<CalledRound>)>),
    /// In the only round there is, where she knows more than he does.
    Hidden(usize, Vec<(Direction, Hidden)>),
}

/// The claims of a tree, at most.
const MOST_CLAIMS: usize = 2000;
/// Places that are looked at, at most: some seconds.
const MOST_PLACES: usize = 60_000_000;

impl Bracket {
    /// Solves all of it.
    ///
    /// # Errors
    /// If the tree or its worlds are too many, or the work was stopped.
    fn new(
        case: &Case,
        stakes: Stakes,
        alice: &Prover,
        worlds: Vec<(f64, Truths)>,
        token: &Token,
    ) -> Result<Self, TooLarge> {
        let tree = case.tree();
        if tree.len() > MOST_CLAIMS {
            return Err(TooLarge::Branches);
        }
        type Views = BTreeMap<Vec<u64>, Vec<(f64, Truths)>>;
        let mut all: BTreeMap<(Vec<bool>, bool), Views> = BTreeMap::new();
        for (weight, truths) in worlds.into_iter().filter(|world| world.0 > 0.0) {
            let view = match alice {
                Prover::Honest => {
                    tree.claims().map(|claim| case.alice_thinks(claim, &truths).to_bits()).collect()
                }
                _ => Vec::new(),
            };
            let key = (case.bob_knows(&truths), alice.answer(case, &truths));
            all.entry(key).or_default().entry(view).or_default().push((weight, truths));
        }
        let mut told = false;
        let (mut value, mut classes) = (Ends::at(0.0), BTreeMap::new());
        let table = StabilityTable::new(stakes.epsilon);
        let mut solver = BracketSolver {
            case,
            stakes,
            alice,
            token,
            left: MOST_PLACES,
            table,
            alike: HashMap::new(),
            rounds: HashMap::new(),
        };
        for (key, views) in all {
            let views: Vec<Vec<(f64, Truths)>> = views.into_values().collect();
            if views.len() > 1 {
                if let Some((weight, ends, class)) = solver.hidden(&views, key.1)? {
                    value.low += weight * ends.low;
                    value.high += weight * ends.high;
                    classes.insert(key, class);
                    continue;
                }
                told = true;
            }
            for worlds in views {
                let weight: f64 = worlds.iter().map(|world| world.0).sum();
                let worlds = Among { weight, worlds: &worlds, answer: key.1 };
                let root = solver.stated(&worlds, ClaimId::ROOT, 0)?;
                let (ends, first) = root.least();
                value.low += weight * ends.low;
                value.high += weight * ends.high;
                let rounds = Solved::Alike(std::mem::take(&mut solver.rounds));
                classes.insert(key.clone(), AlikeWorlds { first, rounds });
            }
        }
        Ok(Self { classes, value, told })
    }

    /// The same over these worlds; none if there is too much to look at.
    ///
    /// # Errors
    /// If the work was stopped.
    pub(super) fn within_reach(
        case: &Case,
        stakes: Stakes,
        alice: &Prover,
        worlds: Vec<(f64, Truths)>,
        token: &Token,
    ) -> Result<Option<Self>, TooLarge> {
        match Self::new(case, stakes, alice, worlds, token) {
            Ok(found) => Ok(Some(found)),
            Err(TooLarge::Stopped(stopped)) => Err(stopped.into()),
            Err(_) => Ok(None),
        }
    }

    /// What he states next, by what he knows and saw; none where Alice did what this one does not.
    ///
    /// # Errors
    /// If the work was stopped.
    pub(super) fn number(
        &self,
        known: &[bool],
        answer: bool,
        rounds: &[SeenRound],
        token: &Token,
    ) -> Result<Option<f64>, Stopped> {
        let Some(class) = self.classes.get(&(known.to_vec(), answer)) else { return Ok(None) };
        let Some(seen) = rounds.last() else { return Ok(Some(class.first)) };
        let Some(said) = seen.said else { return Ok(None) };
        match &class.rounds {
            Solved::Alike(rounds) => {
                let round = rounds.get(&(seen.claim, said));
                let own = round.filter(|(which, _)| Some(*which) == seen.which);
                Ok(own.map(|(_, round)| round.next(&seen.estimates, &seen.drawn)))
            }
            Solved::Hidden(which, after) => {
                let after = after.iter().find(|(own, _)| *own == said);
                let own = after.filter(|_| Some(*which) == seen.which && rounds.len() == 1);
                let next =
                    |(_, own): &(Direction, Hidden)| own.next(&seen.estimates, &seen.drawn, token);
                own.map(next).transpose()
            }
        }
    }
}

/// Worlds that are one to both players, and Alice's answer in them.
struct Among<'a> {
    weight: f64,
    worlds: &'a [(f64, Truths)],
    answer: bool,
}

impl Among<'_> {
    fn chance(&self, claim: ClaimId) -> f64 {
        let holds = self.worlds.iter().filter(|(_, truths)| truths.of(claim));
        holds.map(|world| world.0).sum::<f64>() / self.weight
    }
}

struct BracketSolver<'a> {
    case: &'a Case,
    stakes: Stakes,
    alice: &'a Prover,
    token: &'a Token,
    /// How many places may still be looked at.
    left: usize,
    table: StabilityTable,
    /// Rounds as they were asked for, solved: many claims of a tree are alike.
    alike: HashMap<String, (Ends, Arc<CalledRound>)>,
    rounds: HashMap<(ClaimId, Direction), (usize, Arc<CalledRound>)>,
}

impl BracketSolver<'_> {
    /// The response to an honest Alice who knows which of the parts of the only argument are true, and
    /// whose parts are leaves; none where it is otherwise. With the weight of her worlds.
    fn hidden(
        &mut self,
        views: &[Vec<(f64, Truths)>],
        answer: bool,
    ) -> Result<Option<(f64, Ends, AlikeWorlds)>, TooLarge> {
        const MOST_PARTS: usize = 6;
        let (case, alice, stakes, root) = (self.case, self.alice, self.stakes, ClaimId::ROOT);
        let Some(first) = views.first().and_then(|worlds| worlds.first()) else { return Ok(None) };
        let tree = case.tree();
        if tree.argument_count(root) != 1 {
            return Ok(None);
        }
        let Some(argument) = tree.argument(root, 0) else { return Ok(None) };
        let parts: Vec<ClaimId> = argument.parts.iter().collect();
        let target = alice.target(case, &first.1, root, answer);
        let (mut own, mut weight) = (Vec::new(), 0.0);
        for worlds in views {
            let truths = &worlds[0].1;
            let thinks = parts.iter().map(|&part| alice.target(case, truths, part, answer));
            let knows = thinks.clone().all(|thinks| thinks == 0.0 || thinks == 1.0);
            if !knows || alice.target(case, truths, root, answer) != target {
                return Ok(None);
            }
            let alike = PartsKnown {
                weight: worlds.iter().map(|world| world.0).sum(),
                truths: thinks.map(|thinks| thinks == 1.0).collect(),
            };
            weight += alike.weight;
            own.push(alike);
        }
        if parts.len() < 2 || parts.len() > MOST_PARTS || !parts.iter().all(|&p| tree.is_leaf(p)) {
            return Ok(None);
        }
        own.iter_mut().for_each(|view| view.weight /= weight);
        let noise = 1.0 - stakes.says_true(1.0);
        let paid = (stakes.ratio.stake(1), alice.slack(&stakes), noise);
        let stake = stakes.ratio.stake(0);
        let (mut rest, mut after) = ([Ends::at(0.0); 3], Vec::new());
        for (at, said) in Direction::ALL.into_iter().enumerate() {
            let slack = alice.slack(&stakes);
            let never = match said {
                Direction::TooLow => target <= slack,
                Direction::AboutRight => false,
                Direction::TooHigh => target + slack >= 1.0,
            };
            if never {
                continue;
            }
            let gain = stake * f64::from(said.sign());
            let gain = if answer { [gain, 0.0] } else { [0.0, gain] };
            let solved = Hidden::solved(argument.rule, gain, &own, paid, self.token)?;
            rest[at] = solved.0;
            after.push((said, solved.1));
        }
        let names = alice.names(self.case, root, answer);
        let root = StatedClaim { target, slack: alice.slack(&stakes), names, stake, rest };
        let (ends, first) = root.least();
        Ok(Some((weight, ends, AlikeWorlds { first, rounds: Solved::Hidden(0, after) })))
    }

    /// A claim as a number is stated for it in a round.
    fn stated(
        &mut self,
        among: &Among<'_>,
        claim: ClaimId,
        round: usize,
    ) -> Result<StatedClaim, TooLarge> {
        self.token.check()?;
        let (case, alice, stakes) = (self.case, self.alice, self.stakes);
        let (truths, answer) = (&among.worlds[0].1, among.answer);
        let turned = claim == ClaimId::ROOT && !answer;
        let stake = stakes.ratio.stake(round);
        let names = alice.names(case, claim, answer);
        let mut rest = [Ends::at(0.0); 3];
        let which = alice.argument(&mut self.table, case, truths, claim);
        let argument = case.tree().argument(claim, which);
        let mut parts = Vec::new();
        for part in argument.iter().flat_map(|argument| argument.parts.iter()) {
            parts.push(self.stated(among, part, round + 1)?);
        }
        for (at, said) in Direction::ALL.into_iter().enumerate() {
            let unnamed = match said {
                Direction::TooLow => !names[0],
                Direction::AboutRight => false,
                Direction::TooHigh => !names[1],
            };
            if unnamed {
                continue;
            }
            let gain = stake * f64::from(said.sign());
            let Some(argument) = argument else {
                let yes = stakes.says_true(among.chance(claim));
                rest[at] = Ends::at(gain * if turned { 1.0 - yes } else { yes });
                continue;
            };
            let gains = if turned { [0.0, gain] } else { [gain, 0.0] };
            let goes = match alice.chosen(round, parts.len()) {
                Some(picks) => {
                    let mut chances = vec![0.0; parts.len()];
                    picks.into_iter().for_each(|(at, chance)| chances[at] += chance);
                    Goes::By(chances)
                }
                None => Goes::Furthest(alice.seeks(case)),
            };
            let game = CalledRound::new(argument.rule, gains, parts.clone(), goes);
            let key = format!("{game:?}");
            let (ends, solved) = match self.alike.get(&key) {
                Some(known) => known.clone(),
                None => {
                    let (ends, solved) = game.solved(&mut self.left, self.token)?;
                    let solved = (ends, Arc::new(solved));
                    self.alike.insert(key, solved.clone());
                    solved
                }
            };
            rest[at] = ends;
            self.rounds.insert((claim, said), (which, solved));
        }
        let target = alice.target(case, truths, claim, answer);
        Ok(StatedClaim { target, slack: alice.slack(&stakes), names, stake, rest })
    }
}
