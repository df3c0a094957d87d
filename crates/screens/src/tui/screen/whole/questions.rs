//! Six questions at the end of the course, answered in one's own words, beside one's own moves.

use super::screen::Whole;
use crate::tui::prelude::*;
use crate::tui::screen::lines::{self, Line};

/// A question, and the debates whose moves bear on it, those first that say most.
pub(super) struct Question {
    pub asks: &'static str,
    pub debates: &'static [&'static str],
}

/// What the course asks at its end.
pub(super) const QUESTIONS: [Question; 6] = [
    Question {
        asks: "Why do twenty bits beat a liar?",
        debates: &["hide-in-sha-256", "sha-256", "hundred-thousand-steps", "pull-request"],
    },
    Question {
        asks: "What is bisection, and what does it save?",
        debates: &["pull-request-run", "smuggled-cell", "midpoint-hunt"],
    },
    Question { asks: "What does K do?", debates: &["ten-desks-copy", "ten-desks-look"] },
    Question {
        asks: "What is doubly efficient, and why must a debate be?",
        debates: &["seven-steps", "sixteen-quantifiers", "million-gates"],
    },
    Question {
        asks: "What is an obfuscated argument, and what a stable one?",
        debates: &[
            "pull-request-obfuscated",
            "brittle-but-true",
            "pull-request-tests",
            "all-of-three",
            "most-of-three",
            "needle",
        ],
    },
    Question {
        asks: "What does the estimator do, and when is a wrong Alice paid?",
        debates: &["pull-request-estimated", "four-estimates", "obfuscator"],
    },
];

/// Answers may be so long.
pub(super) const LONGEST: usize = 600;

impl Whole {
    /// The person's own answer to a question.
    pub(super) fn answer_to(&self, question: usize) -> String {
        self.answers.of(QUESTIONS[question].asks)
    }

    /// The person's own moves that bear on the question looked at, in lines of so many columns.
    pub(super) fn moves(&self, columns: usize) -> Vec<Line> {
        let evidence = &self.found.evidence;
        let debates = QUESTIONS[self.question].debates.iter();
        let bears = debates.filter_map(|id| evidence.iter().find(|e| e.id == *id));
        let room = columns.saturating_sub(6);
        let mut lines: Vec<String> = bears.flat_map(|own| wrap(&own.words, room)).collect();
        if lines.is_empty() {
            lines = vec!["You have not played a debate that bears on it.".into()];
        }
        lines.into_iter().map(|line| (format!("  {line}"), Role::Text)).collect()
    }

    /// Draws the questions, the answer to the one looked at or the text that is being typed, and the
    /// person's own moves that bear on it, from this line on; whether all of them fit.
    pub(super) fn draw_questions(&self, canvas: &mut Canvas<'_>, moves: &[Line]) -> bool {
        let room = canvas.width().saturating_sub(6);
        for (y, question) in QUESTIONS.iter().enumerate() {
            let here = y == self.question;
            let sign = if here { '▸' } else { ' ' };
            let role = if here { Role::Chosen } else { Role::Text };
            canvas.say(1, y, &format!("{sign} {} {}", y + 1, question.asks), role);
            if !self.answer_to(y).is_empty() {
                // In words: a sign beside a question would read as a verdict on the answer.
                canvas.say(room.saturating_sub(4), y, "answered", Role::Dim);
            }
        }
        let mut y = QUESTIONS.len() + 1;
        canvas.say(1, y, "in your words", Role::Heading);
        y += 1;
        match &self.typing {
            Some(field) => {
                // The field has one row; what was typed before stands above it.
                let typed = wrap(field.text(), room);
                let above = typed.len().saturating_sub(1);
                let shown = typed.iter().take(above).skip(above.saturating_sub(4));
                y = canvas.say_lines((3, y), shown, Role::Dim);
                field.draw(canvas, (3, y), room, true);
                y += 1;
            }
            None => {
                let said = self.answer_to(self.question);
                let (said, role) = match said.is_empty() {
                    true => ("Nothing yet.".to_owned(), Role::Dim),
                    false => (said, Role::Text),
                };
                y = canvas.say_lines((3, y), wrap(&said, room).iter().take(5), role);
            }
        }
        y += 1;
        canvas.say(1, y, "your moves", Role::Heading);
        let area = canvas.area();
        let below = (y + 1).min(usize::from(area.height)) as u16;
        let area = Rect { y: area.y + below, height: area.height - below, ..area };
        lines::draw(&mut canvas.part(area), moves, self.top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;
    use crate::scenario::{library, open};

    /// What a debate shows makes it evidence: lies that few reads find, bisection, K, honest players who run
    /// what is debated, arguments, estimates.
    #[test]
    fn the_debates_of_a_question_are_of_what_it_asks() {
        let of = |question: usize, protocols: &[&str]| {
            for id in QUESTIONS[question].debates {
                let scenario = library::find(id).expect(id).scenario.expect("it reads");
                let protocol = scenario.protocol.value.name();
                assert!(protocols.contains(&protocol), "{question}: {id}: {protocol}");
            }
        };
        of(1, &["bisection"]);
        of(2, &["stochastic"]);
        of(4, &["recursive-debate", "prover-estimator"]);
        of(5, &["prover-estimator"]);
        for id in QUESTIONS[0].debates {
            let scenario = library::find(id).expect(id).scenario.expect("it reads");
            let game = open(&scenario).expect("it opens");
            let most = game.now().ledger().of(Seat::Judge).query_limit().expect("a bound");
            assert!(most <= 40, "{id}: {most}");
        }
    }
}
