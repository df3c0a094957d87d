//! The class as a grid: a row for each student, a column for each debate. Students who need help come first.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::class_progress::{ClassProgress, QuestionKey, StudentAnswer, StudentProgress, time};
use crate::review::Judgement;
use crate::student::{Student, StudentStatus};
use crate::tui::prelude::*;

/// The widths of a name, a time and a debate, in columns.
const NAME: usize = 16;
const TIME: usize = 5;
const CELL: usize = 4;

pub(crate) const SIGNS: &str =
    "· not played  7! stuck at 7  ✓ reached  ~ guessed  ✗ not reached  ? other";

#[derive(Clone)]
pub(crate) struct GridStudent {
    pub number: usize,
    pub name: String,
    /// `None` if the student has not come since the program started.
    pub student: Option<Arc<Student>>,
    pub seen: StudentStatus,
}

impl GridStudent {
    pub(crate) fn is_here(&self) -> bool {
        self.student.as_ref().is_some_and(|student| student.is_here())
    }
}

/// The results of everybody, and the answers to the questions.
#[derive(Default)]
pub(crate) struct ProgressGrid {
    best: HashMap<(usize, usize), StudentProgress>,
    answers: HashMap<QuestionKey, StudentAnswer>,
    /// The ids of the debates in the library.
    debates: Vec<String>,
    /// The debate that the teacher sent to everybody, and the time since then.
    pushed: Option<(usize, Duration)>,
}

impl ProgressGrid {
    pub(crate) fn new(
        debates: Vec<String>,
        marks: &ClassProgress,
        pushed: Option<(String, Duration)>,
    ) -> Self {
        let pushed = pushed.and_then(|(id, since)| {
            Some((debates.iter().position(|debate| *debate == id)?, since))
        });
        Self { best: marks.best(), answers: marks.answers(), debates, pushed }
    }

    /// The progress of a student in a debate. If the student's screen shows the debate, the current state of the debate
    /// counts. But if the student reached the goal earlier, the goal stays reached.
    pub(crate) fn state(&self, pupil: &GridStudent, debate: usize) -> StudentProgress {
        let here = self.debates.get(debate).filter(|id| **id == pupil.seen.id);
        match (here, self.best.get(&(pupil.number, debate))) {
            (_, Some(reached @ StudentProgress::Over(Judgement::Reached))) => reached.clone(),
            (Some(_), _) if !pupil.seen.over => {
                StudentProgress::AtMove(pupil.seen.moves, Some(pupil.seen.still))
            }
            (_, Some(marked)) => marked.clone(),
            (Some(_), None) => StudentProgress::NotGraded,
            (None, None) => match self.pushed {
                Some((pushed, since)) if pushed == debate => StudentProgress::NotStarted(since),
                _ => StudentProgress::NotBegun,
            },
        }
    }

    /// Sorts the students. Students who are stuck come first, because they need help. Among these, the student who
    /// has been stuck longest comes first. Then come those who missed a goal and play no other debate, then the
    /// others who are connected, then the rest.
    pub(crate) fn sort(&self, pupils: &mut [GridStudent]) {
        let missed = |pupil: &GridStudent| {
            let mut all = (0..self.debates.len()).map(|debate| self.state(pupil, debate));
            let over = |state| matches!(state, StudentProgress::Over(judged) if judged != Judgement::Reached);
            !pupil.seen.is_playing() && all.any(over)
        };
        pupils.sort_by_cached_key(|pupil| {
            let is_here = pupil.is_here();
            let all =
                (0..self.debates.len()).filter_map(|debate| self.state(pupil, debate).stuck());
            let stuck = all.max().filter(|_| is_here).unwrap_or_default();
            (Reverse(stuck.as_secs()), !is_here, !missed(pupil), pupil.number)
        });
    }

    /// The number of debate columns that fit beside the names.
    pub(crate) fn room(columns: usize) -> usize {
        columns.saturating_sub(NAME + TIME + 6) / CELL
    }

    /// The heading of the columns of these debates.
    pub(crate) fn head(&self, debates: std::ops::Range<usize>, at: usize) -> String {
        let number = |debate: usize| match debate == at {
            true => pad_left(&format!("[{}", debate + 1), CELL),
            false => pad_left(&(debate + 1).to_string(), CELL),
        };
        let cells: String = debates.map(number).collect();
        format!("  {} {}{cells}", pad("who", NAME), pad_left("idle", TIME))
    }

    /// The row of a student for these debates.
    pub(crate) fn row(&self, pupil: &GridStudent, debates: std::ops::Range<usize>) -> String {
        let sign = |debate| pad_left(&self.state(pupil, debate).sign(), CELL);
        let cells: String = debates.map(sign).collect();
        let idle = if pupil.is_here() { time(pupil.seen.idle) } else { "away".into() };
        format!("{} {}{cells}", pad(&cut(&pupil.name, NAME), NAME), pad_left(&idle, TIME))
    }

    /// Two rows of percentages for each debate: the students who reached the goal, and the answers that are right.
    pub(crate) fn shares(
        &self,
        pupils: &[GridStudent],
        debates: std::ops::Range<usize>,
    ) -> [String; 2] {
        // 100 % must mean everybody, so any smaller share is shown as at most 99 %.
        let share = |(part, of): (usize, usize)| match of {
            0 => pad_left("", CELL),
            _ if part == of => pad_left("100%", CELL),
            _ => pad_left(&format!("{}%", ((100 * part + of / 2) / of).min(99)), CELL),
        };
        let reached = |debate: usize| share((self.counts(pupils, debate)[0], pupils.len()));
        let right = |debate: usize| {
            let both = [false, true].map(|after| self.answer((debate, after)));
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

    /// Counts the students of a debate in four groups: those who reached the goal, those who ended without it, those
    /// who play now, and those whose finished debate has no grade yet.
    pub(crate) fn counts(&self, pupils: &[GridStudent], debate: usize) -> [usize; 4] {
        let mut counts = [0; 4];
        for pupil in pupils {
            match self.state(pupil, debate) {
                StudentProgress::Over(Judgement::Reached) => counts[0] += 1,
                StudentProgress::Over(_) => counts[1] += 1,
                StudentProgress::AtMove(..) => counts[2] += 1,
                StudentProgress::NotGraded => counts[3] += 1,
                StudentProgress::NotBegun | StudentProgress::NotStarted(_) => {}
            }
        }
        counts
    }

    pub(crate) fn answer(&self, asked: QuestionKey) -> StudentAnswer {
        self.answers.get(&asked).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pupil(number: usize, seen: StudentStatus) -> GridStudent {
        GridStudent { number, name: format!("Student {number}"), student: None, seen }
    }

    fn grid(best: Vec<((usize, usize), StudentProgress)>) -> ProgressGrid {
        let debates = vec!["one".to_owned(), "two".to_owned()];
        let said = StudentAnswer { right: 1, of: 3, wrong: Default::default() };
        ProgressGrid {
            best: best.into_iter().collect(),
            answers: HashMap::from([((1, true), said)]),
            debates,
            pushed: None,
        }
    }

    #[test]
    fn a_cell_shows_progress_and_an_open_debate_counts_first() {
        let playing = |still| StudentStatus {
            id: "two".into(),
            moves: 7,
            still: Duration::from_secs(still),
            ..StudentStatus::default()
        };
        let grid = grid(vec![
            ((0, 0), StudentProgress::Over(Judgement::Reached)),
            ((0, 1), StudentProgress::Over(Judgement::NotReached)),
            ((1, 0), StudentProgress::AtMove(4, None)),
            ((2, 0), StudentProgress::Over(Judgement::Guessed)),
        ]);
        let signs = |p: &GridStudent| [0, 1].map(|debate| grid.state(p, debate).sign());
        assert_eq!(signs(&pupil(0, StudentStatus::default())), ["✓", "✗"]);
        assert_eq!(signs(&pupil(0, playing(5))), ["✓", "7"]);
        assert_eq!(signs(&pupil(0, playing(200))), ["✓", "7!"]);
        // A goal that was reached stays reached while the debate is played again.
        assert_eq!(signs(&pupil(0, StudentStatus { id: "one".into(), ..playing(5) })), ["✓", "✗"]);
        // After the end of a debate, its cell shows the grade.
        assert_eq!(signs(&pupil(0, StudentStatus { over: true, ..playing(200) })), ["✓", "✗"]);
        assert_eq!(signs(&pupil(3, StudentStatus { over: true, ..playing(200) })), ["·", "?"]);
        assert_eq!(signs(&pupil(1, StudentStatus::default())), ["4", "·"]);
        assert_eq!(signs(&pupil(2, StudentStatus::default())), ["~", "·"]);
        assert_eq!(grid.state(&pupil(0, playing(200)), 1).words(), "stuck at move 7 for 3 m");
        let pushed = ProgressGrid { pushed: Some((1, Duration::from_secs(200))), ..grid };
        let state = |p: &GridStudent| (pushed.state(p, 1).sign(), pushed.state(p, 1).words());
        let waiting = ("0!".to_owned(), "sent 3 m ago, and not begun".to_owned());
        assert_eq!(state(&pupil(1, StudentStatus::default())), waiting);
        assert_eq!(state(&pupil(1, playing(5))).0, "7");
        let grid = ProgressGrid { pushed: None, ..pushed };
        let all = [0, 1, 2].map(|n| pupil(n, StudentStatus::default()));
        let [reached, right] = grid.shares(&all, 0..2);
        assert!(reached.ends_with(" 33%  0%"), "{reached}");
        assert!(right.ends_with("     33%"), "{right}");
    }
}
