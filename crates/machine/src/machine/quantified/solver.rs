//! Who wins a position of a quantified game, by search with learning (QCDCL: Zhang and Malik,
//! "Conflict driven learning in a quantified Boolean satisfiability solver", 2002).
//!
//! Both players are treated alike: a *demand* is a set of literals of which its owner must make
//! one true. The clauses are Bob's; what is learned from plays that satisfy them all is Alice's.
//! Work is counted, not timed, so that what is found never depends on the machine.

use std::sync::Arc;

use super::Mover;
use super::matrix::{Literal, Matrix};
use crate::work::{Stopped, Token};

/// Literals of which the owner must make one true.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    owner: Mover,
    literals: Box<[Literal]>,
    /// It holds in positions in which at most this many variables have been played: to derive it,
    /// a variable of the other player was left out that comes no earlier.
    holds_until: u32,
}

/// What a search has found.
#[derive(Debug)]
pub(super) struct SearchEnd {
    /// Whether V will be 1; none if the work allowed was not enough.
    pub value: Option<bool>,
    /// The work done: literals looked at.
    pub work: u64,
    /// What was learned, for positions further on.
    pub learned: Vec<Arc<Demand>>,
}

/// A search asks whether to go on once in so much work, a few milliseconds of it.
const BETWEEN_QUESTIONS: u64 = 1 << 18;

/// So many learned demands are kept at first; half of them are dropped when there are more.
const MOST_LEARNED: usize = 2_000;

/// Looks for the value of the position after these values of the first variables, with what was
/// learned in positions before it.
///
/// # Errors
/// If it was stopped.
pub(super) fn search(
    matrix: &Matrix,
    played: &[bool],
    learned: &[Arc<Demand>],
    allowed: u64,
    token: &Token,
) -> Result<SearchEnd, Stopped> {
    let usable = |demand: &&Arc<Demand>| demand.holds_until as usize >= played.len();
    let mut search = QbfSearch::new(matrix, played.len());
    for literals in &matrix.clauses {
        search.demands.push(Arc::new(Demand {
            owner: Mover::Beta,
            literals: literals.as_slice().into(),
            holds_until: u32::MAX,
        }));
    }
    search.demands.extend(learned.iter().filter(usable).cloned());
    let value = search.run(played, allowed, token)?;
    let learned = search.demands.split_off(matrix.clauses.len());
    Ok(SearchEnd { value, work: search.work, learned })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Assigned {
    Open,
    Is(bool),
}

struct QbfSearch<'a> {
    matrix: &'a Matrix,
    /// How many variables, the first ones, have been played.
    played: usize,
    /// The clauses first, then what was learned.
    demands: Vec<Arc<Demand>>,
    /// By demand: its true literals, and the literals of its owner that are open.
    trues: Vec<u32>,
    open: Vec<u32>,
    /// By literal: the demands that it stands in.
    occurs: Vec<Vec<u32>>,
    values: Vec<Assigned>,
    level: Vec<u32>,
    place: Vec<u32>,
    reason: Vec<Option<u32>>,
    trail: Vec<Literal>,
    /// Where each level above 0 begins on the trail.
    levels: Vec<usize>,
    to_check: Vec<u32>,
    /// Clauses without a true literal.
    unsatisfied: usize,
    activity: Vec<f64>,
    bump: f64,
    phase: Vec<bool>,
    most_learned: usize,
    work: u64,
}

/// A demand to be learned, and the literal that it forces on an earlier level.
struct Learned {
    demand: Demand,
    forced: Literal,
    level: u32,
}

impl<'a> QbfSearch<'a> {
    fn new(matrix: &'a Matrix, played: usize) -> Self {
        let variables = matrix.owners.len();
        let mut count = vec![0i64; variables];
        for literal in matrix.clauses.iter().flatten() {
            count[literal.variable()] += if literal.value() { 1 } else { -1 };
        }
        let bob = |at: usize| matrix.owners[at] == Mover::Beta;
        let phase = (0..variables).map(|at| if bob(at) { count[at] > 0 } else { count[at] < 0 });
        Self {
            matrix,
            played,
            demands: Vec::new(),
            trues: Vec::new(),
            open: Vec::new(),
            occurs: Vec::new(),
            values: vec![Assigned::Open; variables],
            level: vec![0; variables],
            place: vec![0; variables],
            reason: vec![None; variables],
            trail: Vec::new(),
            levels: Vec::new(),
            to_check: Vec::new(),
            unsatisfied: 0,
            activity: vec![0.0; variables],
            bump: 1.0,
            phase: phase.collect(),
            most_learned: MOST_LEARNED,
            work: 0,
        }
    }

    fn owner(&self, literal: Literal) -> Mover {
        self.matrix.owners[literal.variable()]
    }

    fn block(&self, literal: Literal) -> u32 {
        self.matrix.blocks[literal.variable()]
    }

    fn is(&self, literal: Literal, value: bool) -> bool {
        self.values[literal.variable()] == Assigned::Is(literal.value() == value)
    }

    fn run(
        &mut self,
        played: &[bool],
        allowed: u64,
        token: &Token,
    ) -> Result<Option<bool>, Stopped> {
        let mut asked_at = 0;
        self.count_anew(played);
        loop {
            if self.work >= asked_at {
                token.check()?;
                asked_at = self.work + BETWEEN_QUESTIONS;
            }
            let lost = match self.propagate() {
                Some(demand) => Some(Demand::clone(&self.demands[demand as usize])),
                None if self.unsatisfied == 0 => Some(self.solution()),
                None => None,
            };
            if let Some(demand) = lost {
                let owner = demand.owner;
                match self.explain(demand) {
                    Some(lesson) => self.learn(lesson),
                    // The owner cannot do what is demanded, whatever is played from here.
                    None => return Ok(Some(owner == Mover::Alpha)),
                }
                continue;
            }
            if self.work > allowed {
                return Ok(None);
            }
            if self.demands.len() - self.matrix.clauses.len() > self.most_learned {
                self.forget(played);
                continue;
            }
            let Some(literal) = self.decision() else { return Ok(None) };
            self.levels.push(self.trail.len());
            self.assign(literal, None);
        }
    }

    /// Sets up all counters, nothing being assigned, and then assigns what was played.
    fn count_anew(&mut self, played: &[bool]) {
        let demands = self.demands.len();
        (self.trues, self.open) = (vec![0; demands], vec![0; demands]);
        self.occurs = vec![Vec::new(); 2 * self.matrix.owners.len()];
        for at in 0..demands {
            self.enter(at);
        }
        self.to_check = (0..demands as u32).collect();
        self.unsatisfied = self.matrix.clauses.len();
        for (at, &bit) in played.iter().enumerate() {
            self.assign(Literal::new(at, bit), None);
        }
    }

    fn enter(&mut self, at: usize) {
        let demand = Arc::clone(&self.demands[at]);
        for &literal in &demand.literals {
            self.occurs[literal.index()].push(at as u32);
            self.trues[at] += u32::from(self.is(literal, true));
            let open = self.values[literal.variable()] == Assigned::Open;
            self.open[at] += u32::from(open && self.owner(literal) == demand.owner);
        }
    }

    fn assign(&mut self, literal: Literal, reason: Option<u32>) {
        let variable = literal.variable();
        self.values[variable] = Assigned::Is(literal.value());
        self.phase[variable] = literal.value();
        self.level[variable] = self.levels.len() as u32;
        self.place[variable] = self.trail.len() as u32;
        self.reason[variable] = reason;
        self.trail.push(literal);
        let owner = self.owner(literal);
        for &at in &self.occurs[literal.index()] {
            let at = at as usize;
            self.trues[at] += 1;
            let clause = at < self.matrix.clauses.len();
            self.unsatisfied -= usize::from(clause && self.trues[at] == 1);
            self.open[at] -= u32::from(self.demands[at].owner == owner);
        }
        for &at in &self.occurs[(!literal).index()] {
            let place = at as usize;
            self.open[place] -= u32::from(self.demands[place].owner == owner);
            if self.trues[place] == 0 && self.open[place] <= 1 {
                self.to_check.push(at);
            }
        }
        let touched = self.occurs[literal.index()].len() + self.occurs[(!literal).index()].len();
        self.work += touched as u64 + 1;
    }

    fn back_to(&mut self, level: u32) {
        self.to_check.clear();
        let Some(&from) = self.levels.get(level as usize) else { return };
        self.levels.truncate(level as usize);
        while self.trail.len() > from {
            let Some(literal) = self.trail.pop() else { break };
            self.values[literal.variable()] = Assigned::Open;
            let owner = self.owner(literal);
            for &at in &self.occurs[literal.index()] {
                let at = at as usize;
                self.trues[at] -= 1;
                let clause = at < self.matrix.clauses.len();
                self.unsatisfied += usize::from(clause && self.trues[at] == 0);
                self.open[at] += u32::from(self.demands[at].owner == owner);
            }
            for &at in &self.occurs[(!literal).index()] {
                let at = at as usize;
                self.open[at] += u32::from(self.demands[at].owner == owner);
            }
        }
    }

    /// Follows what is forced; a demand that its owner can no longer meet, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(at) = self.to_check.pop() {
            let place = at as usize;
            if self.trues[place] > 0 || self.open[place] > 1 {
                continue;
            }
            let demand = Arc::clone(&self.demands[place]);
            self.work += demand.literals.len() as u64;
            let open = |literal: &&Literal| self.values[literal.variable()] == Assigned::Open;
            let mine = |literal: &&Literal| self.owner(**literal) == demand.owner;
            let Some(&forced) = demand.literals.iter().filter(open).find(mine) else {
                return Some(at);
            };
            // The other player's open literals that come later will be made false.
            let earlier = |literal: &Literal| self.block(*literal) < self.block(forced);
            let waits = demand.literals.iter().filter(open).any(earlier);
            if !waits {
                self.assign(forced, Some(at));
            }
        }
        None
    }

    /// Literals, one or more of each clause, that are all true: Alice must make one of them false.
    fn solution(&mut self) -> Demand {
        let mut chosen: Vec<Literal> = Vec::new();
        let mut covered = vec![false; self.values.len()];
        for clause in &self.matrix.clauses {
            self.work += clause.len() as u64;
            let trues = || clause.iter().filter(|&&literal| self.is(literal, true));
            if trues().any(|literal| covered[literal.variable()]) {
                continue;
            }
            // Bob's last literals cost nothing, as they can be left out afterwards.
            let cost = |literal: &&Literal| match self.owner(**literal) {
                Mover::Beta => (0, u32::MAX - self.block(**literal)),
                Mover::Alpha => (1, self.block(**literal)),
            };
            if let Some(&literal) = trues().min_by_key(cost) {
                covered[literal.variable()] = true;
                chosen.push(!literal);
            }
        }
        Demand { owner: Mover::Alpha, literals: chosen.into(), holds_until: u32::MAX }
    }

    /// From a demand that cannot be met back to a choice of its owner that was wrong; none if there
    /// was no such choice.
    fn explain(&mut self, demand: Demand) -> Option<Learned> {
        let owner = demand.owner;
        let mut holds_until = demand.holds_until;
        let mut literals = demand.literals.into_vec();
        let mut seen = vec![false; self.occurs.len()];
        for &literal in &literals {
            seen[literal.index()] = true;
        }
        loop {
            self.leave_out(owner, &mut literals, &mut seen, &mut holds_until);
            self.work += literals.len() as u64;
            let mine = || literals.iter().copied().filter(|&literal| self.owner(literal) == owner);
            let last = mine().max_by_key(|literal| self.place[literal.variable()])?;
            let top = self.level[last.variable()];
            if top == 0 {
                return None;
            }
            let decided = self.trail[self.levels[top as usize - 1]];
            let alone = mine().filter(|literal| self.level[literal.variable()] == top).count() == 1;
            let theirs = || {
                let other = literals.iter().copied().filter(|&l| self.owner(l) != owner);
                other.filter(|&literal| self.block(literal) < self.block(last))
            };
            let settled = |l: Literal| self.is(l, false) && self.level[l.variable()] < top;
            let reason = self.reason[last.variable()];
            let forces = alone && self.owner(decided) == owner && theirs().all(settled);
            let Some(reason) = reason.filter(|_| !forces) else {
                let others = mine().filter(|&literal| literal != last).chain(theirs());
                let level = others.map(|l| self.level[l.variable()]).max().unwrap_or(0);
                let demand = Demand { owner, literals: literals.into(), holds_until };
                return Some(Learned { demand, forced: last, level: level.min(top - 1) });
            };
            let reason = Arc::clone(&self.demands[reason as usize]);
            holds_until = holds_until.min(reason.holds_until);
            literals.retain(|&literal| literal != last);
            seen[last.index()] = false;
            for &literal in reason.literals.iter().filter(|&&literal| literal != !last) {
                if !seen[literal.index()] {
                    seen[literal.index()] = true;
                    literals.push(literal);
                }
            }
            self.work += reason.literals.len() as u64;
        }
    }

    /// Leaves out the other player's literals that come after all of the owner's: that player would
    /// make them false.
    fn leave_out(
        &self,
        owner: Mover,
        literals: &mut Vec<Literal>,
        seen: &mut [bool],
        holds_until: &mut u32,
    ) {
        let mine = literals.iter().filter(|&&literal| self.owner(literal) == owner);
        let last = mine.map(|&literal| self.block(literal)).max();
        literals.retain(|&literal| {
            let variable = literal.variable();
            let stays = self.owner(literal) == owner
                || variable < self.played
                || last.is_some_and(|last| self.block(literal) < last);
            if !stays {
                seen[literal.index()] = false;
                *holds_until = (*holds_until).min(variable as u32);
            }
            stays
        });
    }

    fn learn(&mut self, lesson: Learned) {
        for &literal in &lesson.demand.literals {
            self.activity[literal.variable()] += self.bump;
        }
        self.bump *= 1.05;
        if self.bump > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
        self.back_to(lesson.level);
        let at = self.demands.len();
        self.demands.push(Arc::new(lesson.demand));
        self.trues.push(0);
        self.open.push(0);
        self.enter(at);
        self.assign(lesson.forced, Some(at as u32));
    }

    /// Drops the longer half of what was learned, and begins again.
    fn forget(&mut self, played: &[bool]) {
        let mut learned = self.demands.split_off(self.matrix.clauses.len());
        // The last ones are kept whatever their length.
        let recent = learned.split_off(learned.len() - learned.len() / 4);
        let mut lengths: Vec<usize> = learned.iter().map(|demand| demand.literals.len()).collect();
        lengths.sort_unstable();
        let most = lengths.get(lengths.len() / 3).copied().unwrap_or_default();
        learned.retain(|demand| demand.literals.len() <= most);
        self.demands.extend(learned);
        self.demands.extend(recent);
        self.most_learned += self.most_learned / 10;
        self.values.fill(Assigned::Open);
        self.trail.clear();
        self.levels.clear();
        self.count_anew(played);
        self.work += self.demands.iter().map(|demand| demand.literals.len() as u64).sum::<u64>();
    }

    /// The next choice: in the outermost block with an open variable, the one that lessons were
    /// about most lately.
    fn decision(&mut self) -> Option<Literal> {
        let open = |at: &usize| self.values[*at] == Assigned::Open;
        let first = (0..self.values.len()).find(open)?;
        let block = self.matrix.blocks[first];
        let mut best = first;
        for at in (first..self.values.len()).take_while(|&at| self.matrix.blocks[at] == block) {
            self.work += 1;
            if open(&at) && self.activity[at] > self.activity[best] {
                best = at;
            }
        }
        self.work += first as u64 / 8;
        Some(Literal::new(best, self.phase[best]))
    }
}
