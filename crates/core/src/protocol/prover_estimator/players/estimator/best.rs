//! The Bob who answers one fixed Alice best: by looking through everything he can state, round by
//! round, at what he may know.

mod argued;
mod bracket;
// In a browser no plan is looked for, see `committed/no_program.rs`.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod committed;
mod kinks;
mod pursuit;
mod round;
mod table;
mod views;

use std::collections::BTreeMap;

use std::sync::{Mutex, PoisonError};

use foldhash::HashMap;

use bracket::Bracket;
use round::Ends;

use crate::machine::claims::{Case, ClaimId, StabilityTable, Tally, Truths};
use crate::protocol::ProverEstimator;
use crate::protocol::prover_estimator::Round;
use crate::protocol::prover_estimator::players::prover::{Prover, Stakes, TooLarge};
use crate::rules::Direction;
use crate::work::{Stopped, Token};

/// What the Bob who answers a fixed Alice best pays her, over worlds and draws: between two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestBob {
    /// What [`BestResponse`] pays her; none where even a coarse grid is too much for him to look through.
    pub value: Option<f64>,
    /// No Bob pays her less; none where there is too much to look at to say.
    pub limit: Option<f64>,
    /// How many numbers he chose from at each estimate, where that was a grid: equal steps from 0 to
    /// 1, ε and 1 − ε.
    pub levels: Option<usize>,
}

impl BestBob {
    /// Whether both ends are one number, to a millionth.
    pub fn is_exact(&self) -> bool {
        let ends = self.value.zip(self.limit).map(|(high, low)| Ends { low, high });
        ends.is_some_and(|ends| ends.are_near(1e-6))
    }
}

/// Places that a search may look at, times the worlds at each.
const MOST_PLACES: f64 = 5e6;
/// The most worlds that are told apart.
pub const MOST_WORLDS: usize = 256;

/// The least that this Alice is paid, on average over the law, by a Bob who knows her, remembers
/// every answer drawn and every move she made, and knows of the world what the case says that he
/// knows. Where what she does tells him of the world, and there is too much to search, he chooses from a
/// grid; the limit is then that of a Bob who is told what she knows.
///
/// # Errors
/// If there are too many worlds or ways a debate can go, or the work was stopped.
pub fn best_bob(
    case: &Case,
    stakes: Stakes,
    alice: &Prover,
    token: &Token,
) -> Result<BestBob, TooLarge> {
    let bracket = Bracket::within_reach(case, stakes, alice, listed(case)?, token)?;
    let limit = bracket.as_ref().map(|bracket| bracket.value.low);
    if let Some(Bracket { value: Ends { high, .. }, told: false, .. }) = bracket {
        return Ok(BestBob { value: Some(high), limit, levels: None });
    }
    match best_of_grid(case, stakes, alice, token) {
        Ok((value, levels)) => Ok(BestBob { value: Some(value), limit, levels: Some(levels) }),
        Err(TooLarge::Branches) if limit.is_some() => {
            Ok(BestBob { value: None, limit, levels: None })
        }
        Err(why) => Err(why),
    }
}

/// The same of a debate, for all that share its setup.
///
/// # Errors
/// As [`best_bob`].
pub fn best_bob_of(
    debate: &ProverEstimator,
    alice: &Prover,
    token: &Token,
) -> Result<BestBob, TooLarge> {
    let (case, stakes) = (&debate.setup().case, debate.setup().stakes);
    let make = || best_bob(case, stakes, alice, token);
    Ok(*debate.kept().get(alice.key(), token, make)?)
}

/// The least that this Alice is paid in the world with these truths, by a Bob who knows it beside all
/// else. No Bob pays her less there, whatever he knows.
///
/// # Errors
/// If there are too many ways a debate can go, or the work was stopped.
pub fn best_bob_in(
    case: &Case,
    stakes: Stakes,
    alice: &Prover,
    truths: Truths,
    token: &Token,
) -> Result<BestBob, TooLarge> {
    let bracket = Bracket::within_reach(case, stakes, alice, vec![(1.0, truths)], token)?;
    let Ends { low, high } = bracket.ok_or(TooLarge::Branches)?.value;
    Ok(BestBob { value: Some(high), limit: Some(low), levels: None })
}

/// The worlds of a case with their weights.
fn listed(case: &Case) -> Result<Vec<(f64, Truths)>, TooLarge> {
    let listed = case.worlds().list(MOST_WORLDS).ok_or(TooLarge::Worlds)?;
    Ok(listed.into_iter().map(|(weight, leaves)| (weight, case.tree().truths(&leaves))).collect())
}

/// What the best Bob pays who chooses his numbers from a grid, and how many there are.
///
/// # Errors
/// As [`best_bob`].
pub fn best_of_grid(
    case: &Case,
    stakes: Stakes,
    alice: &Prover,
    token: &Token,
) -> Result<(f64, usize), TooLarge> {
    let listed = listed(case)?;
    // A Bob who knows nothing of the world is one class; one who knows it all has a class a world.
    let mut classes: BTreeMap<Vec<bool>, Vec<(f64, Truths)>> = BTreeMap::new();
    let all_worlds = listed.len();
    for (weight, truths) in listed.into_iter().filter(|world| world.0 > 0.0) {
        classes.entry(case.bob_knows(&truths)).or_default().push((weight, truths));
    }
    let grid = finest(case, stakes, all_worlds)?;
    let table = StabilityTable::new(stakes.epsilon);
    let mut search = GridSearch { case, stakes, alice, table, grid: &grid, token };
    let mut value = 0.0;
    for worlds in classes.into_values() {
        let mut by_answer: BTreeMap<bool, Vec<(f64, &Truths)>> = BTreeMap::new();
        for (weight, truths) in &worlds {
            by_answer.entry(alice.answer(case, truths)).or_default().push((*weight, truths));
        }
        for (answer, worlds) in by_answer {
            value += search.next(&worlds, answer, &[])?.0;
        }
    }
    Ok((value, search.grid.len()))
}

/// The finest grid of numbers that can be looked through.
fn finest(case: &Case, stakes: Stakes, worlds: usize) -> Result<Vec<f64>, TooLarge> {
    let mut grids = [20usize, 12, 8, 4].into_iter().map(|steps| grid(steps, stakes.epsilon.get()));
    let fits = |grid: &Vec<f64>| {
        let places = grid.len() as f64 * below(case, ClaimId::ROOT, grid.len());
        places * worlds as f64 <= MOST_PLACES
    };
    grids.find(fits).ok_or(TooLarge::Branches)
}

/// The Bob of [`best_bob`] at the table. What he states follows from what he saw, so that it is
/// worked out once for debates that go the same way.
#[derive(Debug)]
pub struct BestResponse {
    alice: Prover,
    /// None where there is too much to search.
    bracket: Option<Bracket>,
    grid: Vec<f64>,
    known: Mutex<HashMap<Vec<u64>, f64>>,
}

impl BestResponse {
    /// The answer to this Alice.
    ///
    /// # Errors
    /// If there are too many worlds, or ways a debate can go.
    pub fn new(
        case: &Case,
        stakes: Stakes,
        alice: Prover,
        token: &Token,
    ) -> Result<Self, TooLarge> {
        let worlds = listed(case)?;
        let count = worlds.len();
        let bracket = Bracket::within_reach(case, stakes, &alice, worlds, token)?;
        let bracket = bracket.filter(|bracket| !bracket.told);
        let grid = match &bracket {
            Some(_) => Vec::new(),
            None => finest(case, stakes, count)?,
        };
        Ok(Self { alice, bracket, grid, known: Mutex::default() })
    }

    /// The answer to this Alice of one who knows that the world has these truths.
    ///
    /// # Errors
    /// If there are too many ways a debate can go.
    pub fn knowing(
        case: &Case,
        stakes: Stakes,
        alice: Prover,
        truths: Truths,
        token: &Token,
    ) -> Result<Self, TooLarge> {
        let bracket = Bracket::within_reach(case, stakes, &alice, vec![(1.0, truths)], token)?;
        let bracket = Some(bracket.ok_or(TooLarge::Branches)?);
        Ok(Self { alice, bracket, grid: Vec::new(), known: Mutex::default() })
    }

    /// What he states where he is asked next: of her answer before the first round, else of the
    /// next subclaim. `truths` is the actual world, of which he looks at what he knows. A move that
    /// this Alice does not make tells him nothing.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn number(
        &self,
        (case, stakes): (&Case, Stakes),
        truths: &Truths,
        answer: bool,
        rounds: &[Round],
        token: &Token,
    ) -> Result<f64, TooLarge> {
        let mine = case.bob_knows(truths);
        let key = seen(&mine, answer, rounds);
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&stated) = lock().get(&key) {
            return Ok(stated);
        }
        let alice = &self.alice;
        let stated = match &self.bracket {
            Some(bracket) => {
                // To what this Alice does not do, there is no best answer: then what the law says.
                let likely = || {
                    let round = rounds.last()?;
                    let argument = case.tree().argument(round.claim, round.which?)?;
                    Some(case.worlds().chance(argument.parts.get(round.drawn().count())?))
                };
                bracket
                    .number((case, stakes), (alice, answer), (&mine, rounds), token)?
                    .or_else(likely)
                    .unwrap_or(0.5)
            }
            None => {
                let table = StabilityTable::new(stakes.epsilon);
                let mut search = GridSearch { case, stakes, alice, table, grid: &self.grid, token };
                let listed = listed(case)?;
                let worlds = listed.iter().map(|(weight, truths)| (*weight, truths));
                let worlds = worlds.filter(|own| own.0 > 0.0 && case.bob_knows(own.1) == mine);
                let worlds = search.left(worlds, answer, rounds);
                search.next(&worlds, answer, rounds)?.1
            }
        };
        lock().insert(key, stated);
        Ok(stated)
    }
}

/// What was seen, as numbers.
fn seen(known: &[bool], answer: bool, rounds: &[Round]) -> Vec<u64> {
    let bits = |bits: &[bool]| bits.iter().fold(1, |word, &bit| word << 1 | u64::from(bit));
    let mut key: Vec<u64> = known.chunks(63).map(bits).collect();
    key.push(u64::from(answer));
    for round in rounds {
        let place = |at: Option<usize>| at.map_or(0, |at| at as u64 + 1);
        key.push(u64::from(round.claim.index() as u32));
        key.push(round.stated.get().to_bits());
        key.push(round.said.map_or(9, |said| u64::from((said.sign() + 1) as u8)));
        let drawn: Vec<bool> = round.drawn().collect();
        key.extend([place(round.which), bits(&drawn), place(round.picked)]);
        key.extend(round.estimates().into_iter().map(f64::to_bits));
    }
    key
}

/// Equal steps from 0 to 1, with ε and 1 − ε, the errors that an honest Alice just lets pass.
fn grid(steps: usize, epsilon: f64) -> Vec<f64> {
    let mut grid: Vec<f64> = (0..=steps).map(|at| at as f64 / steps as f64).collect();
    grid.retain(|p| (p - epsilon).abs() > 1e-9 && (p - 1.0 + epsilon).abs() > 1e-9);
    grid.extend([epsilon, 1.0 - epsilon]);
    grid.sort_by(f64::total_cmp);
    grid
}

/// About how many places there are from a round on.
fn below(case: &Case, claim: ClaimId, levels: usize) -> f64 {
    let own = case.tree().arguments(claim).map(|argument| {
        let onward: f64 = argument.parts.iter().map(|part| below(case, part, levels)).sum();
        (2.0 * levels as f64).powi(argument.parts.len() as i32) * onward.max(1.0)
    });
    own.fold(1.0, f64::max)
}

struct GridSearch<'a> {
    case: &'a Case,
    stakes: Stakes,
    alice: &'a Prover,
    table: StabilityTable,
    grid: &'a [f64],
    token: &'a Token,
}

/// Worlds with the weight of having come here in them.
type Weighted<'w> = [(f64, &'w Truths)];

/// A round in which Alice said this of his number and laid out this argument.
#[derive(Clone, Copy)]
struct Said {
    claim: ClaimId,
    round: usize,
    stated: f64,
    answer: bool,
    call: Direction,
    which: usize,
}

impl GridSearch<'_> {
    /// The least she is still paid from the start of a round on.
    fn round(
        &mut self,
        claim: ClaimId,
        round: usize,
        stated: f64,
        worlds: &Weighted<'_>,
        answer: bool,
    ) -> Result<f64, Stopped> {
        self.token.check()?;
        let turned = claim == ClaimId::ROOT && !answer;
        // What she does tells him which worlds are left.
        type Weighted<'a> = Vec<(f64, &'a Truths)>;
        let mut by_move: BTreeMap<(i8, usize), (Direction, Weighted<'_>)> = BTreeMap::new();
        for &(weight, truths) in worlds {
            let call = self.alice.call(&self.stakes, self.case, truths, claim, answer, stated);
            let which = match self.case.tree().is_leaf(claim) {
                true => 0,
                false => self.alice.argument(&mut self.table, self.case, truths, claim),
            };
            let own = by_move.entry((call as i8, which)).or_insert((call, Vec::new()));
            own.1.push((weight, truths));
        }
        let mut paid = 0.0;
        for ((_, which), (call, worlds)) in by_move {
            let said = Said { claim, round, stated, answer, call, which };
            match self.case.tree().argument(claim, which) {
                None => {
                    for (weight, truths) in worlds {
                        let yes = self.stakes.says_true(f64::from(truths.of(claim)));
                        for (said, chance) in [(true, yes), (false, 1.0 - yes)] {
                            let ratio = self.stakes.ratio;
                            let reward = ratio.reward(round, call, said != turned, stated);
                            paid += weight * chance * reward;
                        }
                    }
                }
                Some(argument) => {
                    let tally = argument.rule.tally(argument.parts.len());
                    paid += self.estimates(said, &mut Vec::new(), tally, &worlds)?;
                }
            }
        }
        Ok(paid)
    }

    /// The same within a round, after he states `p` of the next subclaim.
    fn after(
        &mut self,
        said: Said,
        stated: &mut Vec<f64>,
        p: f64,
        tally: Tally,
        worlds: &Weighted<'_>,
    ) -> Result<f64, Stopped> {
        stated.push(p);
        let mut value = 0.0;
        for (answer, chance) in [(true, p), (false, 1.0 - p)] {
            if chance > 0.0 {
                value += chance * self.estimates(said, stated, tally.with(answer), worlds)?;
            }
        }
        stated.pop();
        Ok(value)
    }

    /// The worlds in which this Alice does what was seen, with the weight of having done it. What
    /// she does in none of them is passed over.
    fn left<'w>(
        &mut self,
        worlds: impl Iterator<Item = (f64, &'w Truths)>,
        answer: bool,
        rounds: &[Round],
    ) -> Vec<(f64, &'w Truths)> {
        let (case, alice) = (self.case, self.alice);
        let keep = |left: &mut Vec<(f64, &'w Truths)>, likely: &mut dyn FnMut(&Truths) -> f64| {
            let new: Vec<_> = left
                .iter()
                .map(|&(weight, truths)| (weight * likely(truths), truths))
                .filter(|world| world.0 > 0.0)
                .collect();
            if !new.is_empty() {
                *left = new;
            }
        };
        let mut left: Vec<(f64, &Truths)> = worlds.collect();
        keep(&mut left, &mut |truths| f64::from(alice.answer(case, truths) == answer));
        for (at, round) in rounds.iter().enumerate() {
            if let Some(said) = round.said {
                keep(&mut left, &mut |truths| {
                    let stakes = &self.stakes;
                    let stated = round.stated.get();
                    f64::from(alice.call(stakes, case, truths, round.claim, answer, stated) == said)
                });
            }
            let Some(which) = round.which else { continue };
            keep(&mut left, &mut |truths| {
                f64::from(alice.argument(&mut self.table, case, truths, round.claim) == which)
            });
            let argument = case.tree().argument(round.claim, which);
            if let Some((argument, picked)) = argument.zip(round.picked) {
                let stated = round.estimates();
                keep(&mut left, &mut |truths| {
                    let picks = alice.picks(case, truths, argument, at, &stated);
                    picks.iter().filter(|pick| pick.0 == picked).map(|pick| pick.1).sum()
                });
            }
        }
        left
    }

    /// The least that a number leaves her, and the number, the first of several that are as good.
    fn next(
        &mut self,
        worlds: &Weighted<'_>,
        answer: bool,
        rounds: &[Round],
    ) -> Result<(f64, f64), Stopped> {
        let all: f64 = worlds.iter().map(|world| world.0).sum();
        let (mut least, mut best) = (f64::INFINITY, (f64::INFINITY, 0.5));
        for &p in self.grid {
            let value = match rounds.last() {
                None => all * p + self.round(ClaimId::ROOT, 0, p, worlds, answer)?,
                Some(round) => {
                    let which = round.which.unwrap_or(0);
                    let Some(argument) = self.case.tree().argument(round.claim, which) else {
                        return Ok((least, p));
                    };
                    let (claim, stated) = (round.claim, round.stated.get());
                    let call = round.said.unwrap_or(Direction::AboutRight);
                    let at = rounds.len() - 1;
                    let said = Said { claim, round: at, stated, answer, call, which };
                    let tally = argument.rule.tally(argument.parts.len());
                    let tally = round.drawn().fold(tally, |tally, one| tally.with(one));
                    self.after(said, &mut round.estimates(), p, tally, worlds)?
                }
            };
            least = least.min(value);
            if value < best.0 - 1e-12 {
                best = (value, p);
            }
        }
        Ok((least, best.1))
    }

    /// The same within a round, after some estimates and answers.
    fn estimates(
        &mut self,
        said: Said,
        stated: &mut Vec<f64>,
        tally: Tally,
        worlds: &Weighted<'_>,
    ) -> Result<f64, Stopped> {
        let case = self.case;
        let Some(argument) = case.tree().argument(said.claim, said.which) else { return Ok(0.0) };
        if stated.len() < argument.parts.len() {
            let mut least = f64::INFINITY;
            for &p in self.grid {
                least = least.min(self.after(said, stated, p, tally, worlds)?);
            }
            return Ok(least);
        }
        let turned = said.claim == ClaimId::ROOT && !said.answer;
        let outcome = tally.holds() != turned;
        let reward = self.stakes.ratio.reward(said.round, said.call, outcome, said.stated);
        let mut by_place: BTreeMap<usize, Vec<(f64, &Truths)>> = BTreeMap::new();
        let mut paid = 0.0;
        for &(weight, truths) in worlds {
            paid += weight * reward;
            for (place, chance) in self.alice.picks(case, truths, argument, said.round, stated) {
                by_place.entry(place).or_default().push((weight * chance, truths));
            }
        }
        for (place, worlds) in by_place {
            if let Some(part) = argument.parts.get(place) {
                paid += self.round(part, said.round + 1, stated[place], &worlds, said.answer)?;
            }
        }
        Ok(paid)
    }
}
