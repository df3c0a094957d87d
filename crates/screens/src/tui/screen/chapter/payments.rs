//! What Alice is paid in the debates of a chapter that were played: by habits of whoever sits where the
//! person sat, exactly, and beside that in the person's own games.

use crate::review::{ALICES, BOBS, Habit, Habits, habits, paid_in};
use crate::scenario::{Scenario, archive};
use crate::tui::prelude::*;

/// Columns of a debate's title.
const TITLE: usize = 27;
/// Columns of a payment.
const PAID: usize = 9;

/// A debate of the table.
pub(super) struct PaymentRow {
    title: String,
    habits: Habits,
    /// What Alice was paid in each of the person's own games.
    own: Vec<f64>,
}

/// The table, as far as it is known.
pub(super) type Payments = Pending<Vec<PaymentRow>>;

impl Payments {
    /// Begins to work out what these debates come to.
    pub fn work_out(&mut self, played: Vec<LibraryEntry>, context: &Context) {
        if played.is_empty() {
            return;
        }
        let folder = context.data.as_deref().map(archive::folder);
        self.begin(context, move |token| {
            let records: Vec<Scenario> = folder.map_or_else(Vec::new, |folder| {
                archive::list(&folder).into_iter().filter_map(|kept| kept.record.ok()).collect()
            });
            let row = |debate: &LibraryEntry| {
                let scenario = debate.scenario.as_ref().ok()?;
                let habits = habits(scenario, token).ok().flatten()?;
                let of = |record: &&Scenario| {
                    let attempt = record.attempt.as_ref();
                    attempt.is_some_and(|attempt| *attempt.scenario == *debate.id)
                        && Seat::ALL.map(|seat| record.player(seat))
                            == Seat::ALL.map(|seat| scenario.player(seat))
                };
                let own = records.iter().filter(of).filter_map(paid_in).collect();
                Some(PaymentRow { title: debate.title().to_owned(), habits, own })
            };
            played.iter().filter_map(row).collect()
        });
    }

    /// The table in lines of so many columns; nothing where there are no payments.
    pub fn lines(&self, columns: usize) -> Vec<(String, Role)> {
        let mut lines = Vec::new();
        for (seat, habits, heading, about) in [
            (Seat::Bob, BOBS, "What Alice is paid by Bob's habits, and by you", BY_BOB),
            (Seat::Alice, ALICES, "What Alices are paid, and you in their place", BY_ALICE),
        ] {
            let rows: Vec<&PaymentRow> =
                self.iter().filter(|row| row.habits.seat == seat).collect();
            if rows.is_empty() {
                continue;
            }
            lines.push((String::new(), Role::Text));
            lines.push((heading.into(), Role::Heading));
            let room = columns.saturating_sub(2);
            lines.extend(wrap(about, room).into_iter().map(|line| (line, Role::Text)));
            lines.push((head(&habits), Role::Dim));
            lines.extend(rows.iter().map(|row| (told(row), Role::Text)));
            if seat == Seat::Bob {
                let words = wrong(&rows);
                lines.extend(wrap(&words, room).into_iter().map(|line| (line, Role::Text)));
            }
        }
        lines
    }
}

/// What the columns of the first table are.
const BY_BOB: &str = "On average, in exact numbers: law says of each claim what the law gives it, \
                      whatever was drawn; draws goes by what was drawn; shades is 0.2 off the truth, \
                      where he knows it; 0.5 says that of everything. A × marks debates in which her \
                      answer is wrong.";

/// What the columns of the second are.
const BY_ALICE: &str = "Against the Bob of the debate: honest answers truly; ignorant answers against \
                        the odds; hunts knows what can be known and goes where it pays most; hides is \
                        wrong and hides where.";

fn head(habits: &[Habit]) -> String {
    let words: String = habits.iter().map(|habit| pad_left(habit.word, PAID)).collect();
    format!("  {}{words}{}", pad("", TITLE), pad_left("you", PAID + 4))
}

/// A row of the table.
fn told(row: &PaymentRow) -> String {
    let wrong = if row.habits.is_right == Some(false) { '×' } else { ' ' };
    let paid = |paid: &Option<f64>| pad_left(&paid.map_or("–".into(), |x| fixed(x, 3)), PAID);
    let values: String = row.habits.paid.iter().map(paid).collect();
    let own = match row.own.len() {
        0 => "–".into(),
        1 => fixed(row.own[0], 3),
        n => format!("{} ({n})", fixed(row.own.iter().sum::<f64>() / n as f64, 2)),
    };
    format!(
        "{wrong} {}{values}{}",
        pad(&cut(&row.title, TITLE - 1), TITLE),
        pad_left(&own, PAID + 4)
    )
}

/// When a wrong Alice is paid.
fn wrong(rows: &[&PaymentRow]) -> String {
    let wrong: Vec<&&PaymentRow> =
        rows.iter().filter(|row| row.habits.is_right == Some(false)).collect();
    let all = wrong.iter().flat_map(|row| row.habits.paid.iter().flatten());
    let least = all.copied().fold(f64::INFINITY, f64::min);
    match wrong.is_empty() {
        true => String::new(),
        false if least > 0.0 => format!(
            "When is a wrong Alice paid? In every × row above, by each of these Bobs, on average \
             {} at least.",
            fixed(least, 3)
        ),
        false => {
            "When is a wrong Alice paid? In the × rows above by some of these Bobs, not by all."
                .into()
        }
    }
}
