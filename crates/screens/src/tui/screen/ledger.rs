//! What everyone has paid: two rows, `paid/limit` of every kind, limits by the theorem.

use crate::debate::AnyDebate;
use crate::rules::{Cost, Ledger, Viewer};
use crate::text::narrate;
use crate::tui::prelude::*;
use crate::tui::screen::moves::short;

/// One party's costs in words, and whether one is over its limit.
fn account(ledger: &Ledger, eye: Viewer, seat: Seat) -> Vec<(String, bool)> {
    let account = ledger.account(seat);
    let mut parts = Vec::new();
    let mut hidden = false;
    for cost in Cost::ALL {
        let limit = account.limit(cost);
        let Some(paid) = ledger.seen(eye, seat, cost) else {
            hidden = true;
            continue;
        };
        let usual = cost == Cost::Oracle && seat != Seat::Judge;
        if paid == 0 && limit.is_none() && !usual {
            continue;
        }
        let text = match limit {
            Some(limit) => format!("{} {}/{}", narrate::cost(cost), count(paid), count(limit)),
            None => format!("{} {}", narrate::cost(cost), count(paid)),
        };
        parts.push((text, limit.is_some_and(|limit| paid > limit)));
    }
    if parts.is_empty() {
        parts.push((if hidden { "hidden" } else { "nothing" }.into(), false));
    }
    parts
}

/// The judge's total, where several kinds of query add up, and whether it is over its bound; then the
/// same in fewer words, for where there is less room.
fn total(ledger: &Ledger, seat: Seat) -> Option<([String; 2], bool)> {
    let account = ledger.account(seat);
    let kinds = Cost::ALL
        .into_iter()
        .filter(|c| c.is_query() && (account.paid(*c) > 0 || account.limit(*c).is_some()));
    if kinds.count() < 2 {
        return None;
    }
    let paid = count(account.queries());
    let parts: Option<u64> =
        Cost::ALL.into_iter().filter(|c| c.is_query()).map(|c| account.limit(c)).sum();
    let Some(limit) = account.query_limit() else {
        return Some(([format!("total {paid}"), format!("total {paid}")], false));
    };
    let over = account.queries() > limit;
    let limit = count(limit);
    let short = format!("total {paid}/{limit}");
    // No debate needs the most of every kind at once: the total has a bound of its own.
    let own = parts.is_some_and(|parts| count(parts) != limit);
    let long = match (over, own) {
        (true, _) => format!("total {paid}, over the {limit} that suffice"),
        (false, true) => format!("total {paid}, {limit} suffice"),
        (false, false) => short.clone(),
    };
    Some(([long, short], over))
}

/// Draws the ledger: the judge's row, then the provers'.
pub fn draw(canvas: &mut Canvas<'_>, ledger: &Ledger, eye: Viewer, table: Option<&dyn AnyDebate>) {
    let taken_back = |seat: Seat| -> Option<String> {
        let of = |kind: fn(Cost) -> bool| -> u64 {
            let known = |c: &Cost| kind(*c) && ledger.seen(eye, seat, *c).is_some();
            let back = |c: Cost| table.map_or(0, |table| table.taken_back(seat, c));
            Cost::ALL.into_iter().filter(known).map(back).sum()
        };
        let words = match (of(Cost::is_query), of(|cost| cost == Cost::Steps)) {
            (0, 0) => return None,
            (queries, 0) => count(queries),
            (0, steps) => plural(steps, "step", "steps"),
            (queries, steps) => {
                format!("{} and {}", count(queries), plural(steps, "step", "steps"))
            }
        };
        Some(format!("taken back {words}"))
    };
    let all = canvas.width();
    let mut seat = |x: usize, y: usize, seat: Seat, gap: usize| -> usize {
        let mut at = canvas.print(x, y, short(seat), Role::Dim) + 2;
        for (i, (text, over)) in account(ledger, eye, seat).iter().enumerate() {
            at += if i > 0 { gap } else { 0 };
            at = canvas.print(at, y, text, if *over { Role::Bad } else { Role::Text });
        }
        at
    };
    let (totals, over) = total(ledger, Seat::Judge).unwrap_or_default();
    let parts = account(ledger, eye, Seat::Judge);
    let wide = |gap: usize, total: &str| {
        let texts: usize = parts.iter().map(|(text, _)| width(text)).sum();
        3 + width(short(Seat::Judge)) + texts + gap * (parts.len() - 1) + 2 + width(total)
    };
    let ways = totals.iter().flat_map(|total| [3, 2, 1].map(|gap| (gap, total)));
    let (gap, total) =
        ways.clone().find(|&(gap, total)| wide(gap, total) < all).unwrap_or((1, &totals[1]));
    let end = seat(1, 0, Seat::Judge, gap);
    let after = seat(1, 1, Seat::Alice, 3);
    let below = seat((after + 6).max(22), 1, Seat::Bob, 3);
    let room = all.saturating_sub(end + width(total) + 3);
    if end + 2 + width(total) < all {
        canvas.print_right(0, total, if over { Role::Bad } else { Role::Text });
    }
    // What was taken back never stands in place of the total.
    let mut told: Vec<String> = Vec::new();
    for seat in Seat::ALL {
        let Some(words) = taken_back(seat) else { continue };
        if seat == Seat::Judge && width(&words) + 2 <= room {
            canvas.print(end + 2, 0, &words, Role::Dim);
        } else {
            told.push(format!("{} {words}", short(seat)));
        }
    }
    let told = told.join("  ");
    if below + 2 + width(&told) < all {
        canvas.print_right(1, &told, Role::Dim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Game;
    use crate::debate::{Advance, SeatPlan};
    use crate::machine::{Input, Step};
    use crate::rules::{BitRef, Domain, Move, Verb};
    use crate::scenario::library::{self, LibraryEntry};
    use crate::tui::theme::Theme;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    /// The judge's row, then the provers'.
    fn rows(ledger: &Ledger, seat: Seat, table: Option<&dyn AnyDebate>) -> [String; 2] {
        let area = Rect::new(0, 0, 80, 2);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::default();
        draw(&mut Canvas::new(&mut buffer, area, &theme), ledger, Viewer::Seat(seat), table);
        [0, 80].map(|at| {
            buffer.content[at..at + 80].iter().map(ratatui::buffer::Cell::symbol).collect()
        })
    }

    /// A person in this seat, and honest programs in the others.
    fn with_a_person(entry: &LibraryEntry, person: Seat) -> Box<dyn Game> {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let mut game = crate::scenario::open(scenario).expect("it opens");
        let plan = |seat| if seat == person { SeatPlan::Human } else { SeatPlan::honest() };
        game.set_seats(&Seat::each(plan)).expect("honest players");
        game
    }

    #[test]
    fn runs_of_moves_taken_back_stay_in_the_row_of_their_prover() {
        let mut told = 0;
        for entry in library::shipped() {
            let mut game = with_a_person(&entry, Seat::Bob);
            while let Ok(Advance::Moved(_)) = game.advance() {}
            let before = game.tree().here();
            if game.play(Seat::Bob, Move::Run).is_err() {
                continue;
            }
            let steps = game.position().ledger().account(Seat::Bob).paid(Cost::Steps);
            game.go_to(before).expect("it is there");
            let [_, provers] = rows(game.position().ledger(), Seat::Bob, Some(&*game));
            assert_eq!(provers.contains("taken back"), steps > 0, "{}: {provers}", entry.id);
            if steps > 0 {
                let words = plural(steps, "step", "steps");
                assert!(provers.contains(&words), "{}: {provers}", entry.id);
                told += 1;
            }
        }
        assert!(told > 5, "{told}");
    }

    #[test]
    fn the_judges_total_is_always_there_and_never_said_to_suffice_when_it_did_not() {
        let (mut within, mut over) = (0, 0);
        for entry in library::shipped() {
            let mut game = with_a_person(&entry, Seat::Judge);
            for _ in 0..200 {
                while let Ok(Advance::Moved(_)) = game.advance() {}
                let menu = game.position().menu();
                let Some(Domain::Cell { steps, inputs, .. }) =
                    menu.offer(Verb::Read).map(|offer| &offer.domain)
                else {
                    break;
                };
                // What can be read, the steps that were written last first.
                let cells =
                    (0..*steps).rev().take(40).map(|at| BitRef::Step(Step::at(at as usize)));
                let inputs = (0..*inputs).take(40).map(|at| BitRef::Input(Input::at(at as usize)));
                let mut reads = cells.chain(inputs).map(Move::Read);
                let Some(read) = reads.find(|read| menu.admit(read).is_ok()) else { break };
                game.play(Seat::Judge, read).expect("it is admitted");
                while let Ok(Advance::Moved(_)) = game.advance() {}
                let ledger = game.position().ledger();
                let account = ledger.account(Seat::Judge);
                let Some((_, is_over)) = total(ledger, Seat::Judge) else { continue };
                let [row, _] = rows(ledger, Seat::Judge, None);
                let paid = account.queries();
                let limit = account.query_limit().unwrap_or(u64::MAX);
                assert_eq!(is_over, paid > limit, "{}: {row}", entry.id);
                assert!(row.contains(&format!("total {}", count(paid))), "{}: {row}", entry.id);
                let suffice = row.contains(&format!(", {limit} suffice"));
                assert!(!suffice || paid <= limit, "{}: {row}", entry.id);
                if is_over { over += 1 } else { within += 1 }
            }
        }
        assert!(within > 20 && over > 20, "{within} and {over}");
    }
}
