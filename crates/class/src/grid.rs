//! The class as a grid: a row a student, a column a debate, who needs help first.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use crate::marks::{Asked, Marks, STUCK, Said, StudentProgress, time};
use crate::review::Judgement;
use crate::student::{Seen, Student};
use crate::tui::prelude::*;

/// Columns of a name, of a time, and of a debate.
const NAME: usize = 16;
const TIME: usize = 5;
const CELL: usize = 4;

/// What the signs in the grid mean.
pub(crate) const SIGNS: &str =
    "· none over  7! stuck at 7  ✓ reached  ~ guessed  ✗ not reached  ? below";

/// A student, as the grid shows them.
#[derive(Clone)]
pub(crate) struct Pupil {
    /// Their number in the class.
    pub number: usize,
    /// Their name.
    pub name: String,
    /// Their screens, if they came since the program started.
    pub student: Option<Arc<Student>>,
    /// What they do now.
    pub seen: Seen,
}

impl Pupil {
    /// Are they here?
    pub(crate) fn is_here(&self) -> bool {
        self.student.as_ref().is_some_and(|student| student.is_here())
    }
}

/// Everybody's marks, and which debate of the class each has open.
#[derive(Default)]
pub(crate) struct Grid {
    best: HashMap<(usize, usize), StudentProgress>,
    answers: HashMap<Asked, Said>,
    /// The library's names of the debates.
    debates: Vec<String>,
}

impl Grid {
    /// Of the debates of these names, as far as they are marked.
    pub(crate) fn new(debates: Vec<String>, marks: &Marks) -> Self {
        Self { best: marks.best(), answers: marks.answers(), debates }
    }

    /// Where a student stands in the debate of this number. What is open before them is told as it is
    /// now, unless they reached its goal before.
    pub(crate) fn state(&self, pupil: &Pupil, debate: usize) -> StudentProgress {
        let here = self.debates.get(debate).filter(|id| **id == pupil.seen.id);
        match (here, self.best.get(&(pupil.number, debate))) {
            (_, Some(reached @ StudentProgress::Over(Judgement::Reached))) => reached.clone(),
            (Some(_), _) if !pupil.seen.over => {
                StudentProgress::AtMove(pupil.seen.moves, Some(pupil.seen.still))
            }
            (_, Some(marked)) => marked.clone(),
            (Some(_), None) => StudentProgress::NotGraded,
            (None, None) => StudentProgress::NotBegun,
        }
    }

    /// Those who need help first: who is stuck, the longest first; then who missed a goal and is not at
    /// another debate by now; then the others who are here, and last who is away.
    pub(crate) fn sort(&self, pupils: &mut [Pupil]) {
        let missed = |pupil: &Pupil| {
            let mut all = (0..self.debates.len()).map(|debate| self.state(pupil, debate));
            let over = |state| matches!(state, StudentProgress::Over(judged) if judged != Judgement::Reached);
            !pupil.seen.is_playing() && all.any(over)
        };
        pupils.sort_by_cached_key(|pupil| {
            let is_here = pupil.is_here();
            let still = pupil.seen.is_playing().then_some(pupil.seen.still);
            let stuck = still.filter(|still| is_here && *still >= STUCK).unwrap_or_default();
            (Reverse(stuck.as_secs()), !is_here, !missed(pupil), pupil.number)
        });
    }

    /// How many columns of debates have room beside the names.
    pub(crate) fn room(columns: usize) -> usize {
        columns.saturating_sub(NAME + TIME + 6) / CELL
    }

    /// The head over the columns of these debates.
    pub(crate) fn head(&self, debates: std::ops::Range<usize>, at: usize) -> String {
        let number = |debate: usize| match debate == at {
            true => pad_left(&format!("[{}", debate + 1), CELL),
            false => pad_left(&(debate + 1).to_string(), CELL),
        };
        let cells: String = debates.map(number).collect();
        format!("  {} {}{cells}", pad("who", NAME), pad_left("idle", TIME))
    }

    /// The row of a student, over these debates.
    pub(crate) fn row(&self, pupil: &Pupil, debates: std::ops::Range<usize>) -> String {
        let sign = |debate| pad_left(&self.state(pupil, debate).sign(), CELL);
        let cells: String = debates.map(sign).collect();
        let idle = if pupil.is_here() { time(pupil.seen.idle) } else { "away".into() };
        format!("{} {}{cells}", pad(&cut(&pupil.name, NAME), NAME), pad_left(&idle, TIME))
    }

    /// A row of shares below them: of those in the class who reached the goal, or of those who answered
    /// the question who did so right.
    pub(crate) fn shares(&self, pupils: &[Pupil], debates: std::ops::Range<usize>) -> [String; 2] {
        // 100 % is said only where nobody is left out.
        let share = |(part, of): (usize, usize)| match of {
            0 => pad_left("", CELL),
            _ if part == of => pad_left("100%", CELL),
            _ => pad_left(&format!("{}%", ((100 * part + of / 2) / of).min(99)), CELL),
        };
        let reached = |debate: usize| share((self.counts(pupils, debate)[0], pupils.len()));
        let right = |debate: usize| {
            let both = [false, true].map(|after| self.said((debate, after)));
            share(both.iter().fold((0, 0), |(right, of), said| (right + said.right, of + said.of)))
        };
        let row = |name: &str, cells: String| {
            format!("  {} {}{cells}", pad(name, NAME), pad_left("", TIME))
        };
        [
            row("goal reached", debates.clone().map(reached).collect()),
            row("answers right", debates.map(right).collect()),
        ]
    }

    /// How many reached the goal of a debate, how many ended it otherwise, how many have it open, and how many
    /// ended it and are not graded yet.
    pub(crate) fn counts(&self, pupils: &[Pupil], debate: usize) -> [usize; 4] {
        let mut counts = [0; 4];
        for pupil in pupils {
            match self.state(pupil, debate) {
                StudentProgress::Over(Judgement::Reached) => counts[0] += 1,
                StudentProgress::Over(_) => counts[1] += 1,
                StudentProgress::AtMove(..) => counts[2] += 1,
                StudentProgress::NotGraded => counts[3] += 1,
                StudentProgress::NotBegun => {}
            }
        }
        counts
    }

    /// What was answered to a question.
    pub(crate) fn said(&self, asked: Asked) -> Said {
        self.answers.get(&asked).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn pupil(number: usize, seen: Seen) -> Pupil {
        Pupil { number, name: format!("Student {number}"), student: None, seen }
    }

    fn grid(best: Vec<((usize, usize), StudentProgress)>) -> Grid {
        let debates = vec!["one".to_owned(), "two".to_owned()];
        let said = Said { right: 1, of: 3, wrong: Default::default() };
        Grid {
            best: best.into_iter().collect(),
            answers: HashMap::from([((1, true), said)]),
            debates,
        }
    }

    #[test]
    fn a_cell_says_where_somebody_stands_and_what_is_before_them_counts_first() {
        let playing = |still| Seen {
            id: "two".into(),
            moves: 7,
            still: Duration::from_secs(still),
            ..Seen::default()
        };
        let grid = grid(vec![
            ((0, 0), StudentProgress::Over(Judgement::Reached)),
            ((0, 1), StudentProgress::Over(Judgement::NotReached)),
            ((1, 0), StudentProgress::AtMove(4, None)),
            ((2, 0), StudentProgress::Over(Judgement::Guessed)),
        ]);
        let signs = |p: &Pupil| [0, 1].map(|debate| grid.state(p, debate).sign());
        assert_eq!(signs(&pupil(0, Seen::default())), ["✓", "✗"]);
        assert_eq!(signs(&pupil(0, playing(5))), ["✓", "7"]);
        assert_eq!(signs(&pupil(0, playing(200))), ["✓", "7!"]);
        // What was reached once stays so while it is played again.
        assert_eq!(signs(&pupil(0, Seen { id: "one".into(), ..playing(5) })), ["✓", "✗"]);
        // At its end, what was graded is told.
        assert_eq!(signs(&pupil(0, Seen { over: true, ..playing(200) })), ["✓", "✗"]);
        assert_eq!(signs(&pupil(3, Seen { over: true, ..playing(200) })), ["·", "?"]);
        assert_eq!(signs(&pupil(1, Seen::default())), ["4", "·"]);
        assert_eq!(signs(&pupil(2, Seen::default())), ["~", "·"]);
        assert_eq!(grid.state(&pupil(0, playing(200)), 1).words(), "stuck at move 7 for 3 m");
        let all = [0, 1, 2].map(|n| pupil(n, Seen::default()));
        let [reached, right] = grid.shares(&all, 0..2);
        assert!(reached.ends_with(" 33%  0%"), "{reached}");
        assert!(right.ends_with("     33%"), "{right}");
    }
}
