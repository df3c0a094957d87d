//! Everybody's costs: gauges for the table, a page by kind, and two rows for an ending.

use ratatui::widgets::{LineGauge, Widget};

use crate::debate::AnyDebate;
use crate::rules::{Cost, Ledger, Viewer};
use crate::text::narrate;
use crate::tui::prelude::*;
use crate::tui::screen::moves::short;
use crate::tui::screen::panel::PanelParagraph;

/// A kind of cost in one or two words.
fn kind(cost: Cost) -> &'static str {
    match cost {
        Cost::Location => "pointing",
        Cost::Transcript => "bits",
        Cost::Input => "input bits",
        Cost::Oracle => "oracle",
        Cost::Steps => "steps run",
        Cost::Rounds => "rounds",
    }
}

/// A seat's costs that this viewer can see: kind, cost and limit.
fn kinds(ledger: &Ledger, eye: Viewer, seat: Seat) -> Vec<(Cost, u64, Option<u64>)> {
    let account = ledger.account(seat);
    let of = |cost: Cost| {
        let paid = ledger.seen(eye, seat, cost)?;
        let limit = account.limit(cost);
        (paid > 0 || limit.is_some()).then_some((cost, paid, limit))
    };
    Cost::ALL.into_iter().filter_map(of).collect()
}

/// A gauge: the seat, its label, its cost and unit, and its limit.
type Gauged = (Seat, &'static str, (u64, &'static str), Option<u64>);

/// The gauges, with the viewer's own seat first.
fn gauged(ledger: &Ledger, eye: Viewer, own: Seat) -> Vec<Gauged> {
    let mut seats = vec![own];
    seats.extend([Seat::Judge, Seat::Bob, Seat::Alice].into_iter().filter(|&seat| seat != own));
    let mut gauges = Vec::new();
    for seat in seats {
        let label = if eye == Viewer::Seat(seat) { "you" } else { short(seat) };
        let kinds = kinds(ledger, eye, seat);
        let queries: Vec<_> = kinds.iter().filter(|(cost, ..)| cost.is_query()).collect();
        if !queries.is_empty() {
            let paid = queries.iter().map(|(_, paid, _)| paid).sum();
            let one = if let [(.., limit)] = queries[..] { *limit } else { None };
            gauges.push((seat, label, (paid, ""), ledger.account(seat).query_limit().or(one)));
        }
        let steps = kinds.iter().find(|(cost, ..)| *cost == Cost::Steps);
        gauges.extend(steps.map(|&(_, paid, limit)| (seat, label, (paid, " steps"), limit)));
    }
    gauges.truncate(3);
    gauges
}

/// The judge's costs by kind, as many as fit.
fn by_kinds(ledger: &Ledger, eye: Viewer, columns: usize) -> String {
    let kinds = kinds(ledger, eye, Seat::Judge);
    let paid = kinds.iter().filter(|(cost, paid, _)| cost.is_query() && *paid > 0);
    let words = paid.map(|&(cost, paid, _)| format!("{} {}", kind(cost), count(paid)));
    words.fold(String::new(), |before, own| {
        let longer = if before.is_empty() { own } else { format!("{before}, {own}") };
        if width(&longer) <= columns { longer } else { before }
    })
}

/// The rows of the gauges: one for each, and one for the kinds if the judge has costs.
pub fn rows(ledger: &Ledger, eye: Viewer, own: Seat) -> u16 {
    let paid = !by_kinds(ledger, eye, usize::MAX).is_empty();
    (gauged(ledger, eye, own).len() as u16 + u16::from(paid)).max(1)
}

/// Draws a gauge with its number for each seat that has costs, and the judge's kinds of cost below.
pub fn gauges(canvas: &mut Canvas<'_>, ledger: &Ledger, eye: Viewer, own: Seat) {
    let gauges = gauged(ledger, eye, own);
    if gauges.is_empty() {
        canvas.print(0, 0, "nothing yet", Role::Dim);
    }
    let area = canvas.area();
    for (y, &(seat, label, (paid, unit), limit)) in gauges.iter().enumerate() {
        let number = match limit {
            Some(limit) => format!("{}/{}", count(paid), count(limit)),
            None => count(paid) + unit,
        };
        let over = limit.is_some_and(|limit| paid > limit);
        // A limit that does not fit beside its label is on the page of costs.
        let fits = width(label) + 1 + width(&number) <= area.width.into();
        let number = if fits { number } else { count(paid) };
        let room = area.width.saturating_sub(width(&number) as u16 + 1);
        let line = Rect { y: area.y + y as u16, height: 1, width: room, ..area }.intersection(area);
        match limit.filter(|_| usize::from(room) > width(label) + 4) {
            Some(limit) => {
                let ratio = (paid as f64 / limit.max(1) as f64).clamp(0.0, 1.0);
                let style = canvas.style(if over { Role::Bad } else { Role::of(seat) });
                let gauge = LineGauge::default().ratio(ratio).label(format!("{label:<5}"));
                let gauge = gauge.filled_symbol("█").unfilled_symbol("░");
                gauge.filled_style(style).render(line, canvas.buffer());
            }
            None => _ = canvas.print(0, y, label, Role::Text),
        }
        let x = usize::from(area.width).saturating_sub(width(&number));
        canvas.print(x, y, &number, if over { Role::Bad } else { Role::Text });
    }
    let kinds = by_kinds(ledger, eye, canvas.width());
    canvas.print(0, gauges.len(), &kinds, Role::Dim);
}

/// The lines of the page of costs: each seat by kind.
pub fn by_kind(ledger: &Ledger, eye: Viewer, table: Option<&dyn AnyDebate>) -> Vec<PanelParagraph> {
    let mut parts = Vec::new();
    for seat in [Seat::Judge, Seat::Bob, Seat::Alice] {
        let name = if eye == Viewer::Seat(seat) { "You" } else { seat.name() };
        let name = crate::text::narrate::capital(name);
        parts.push((name, Role::Heading));
        let kinds = kinds(ledger, eye, seat);
        let hides = Cost::ALL.iter().any(|&cost| ledger.seen(eye, seat, cost).is_none());
        if kinds.is_empty() {
            let words = if hides { "  hidden until the review" } else { "  nothing" };
            parts.push((words.into(), Role::Dim));
        }
        for &(cost, paid, limit) in &kinds {
            let back = table.map_or(0, |table| table.taken_back(seat, cost));
            let most = limit.map_or(String::new(), |limit| format!(" of at most {}", count(limit)));
            let undone =
                if back > 0 { format!(", {} of it undone", count(back)) } else { String::new() };
            let role = if limit.is_some_and(|limit| paid > limit) { Role::Bad } else { Role::Text };
            parts.push((format!("  {:<12}{:>10}{most}{undone}", kind(cost), count(paid)), role));
        }
        if let Some(([long, _], over)) = total(ledger, seat).filter(|_| seat == Seat::Judge) {
            parts.push((format!("  {long}"), if over { Role::Bad } else { Role::Text }));
        }
    }
    let words = "Queries are pointing bits, bits of the transcript, input bits and questions to the oracle. \
                 A limit is what the theorem allows. What you undo still counts.";
    parts.push((words.into(), Role::Dim));
    parts
}

/// One seat's costs in words. `true` marks a cost over its limit.
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

/// The judge's total in words, if the judge has several kinds of query, and `true` if it is over its limit.
/// The second text is shorter.
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
    // No debate needs the most of every kind at once, so the total has a lower limit.
    let own = parts.is_some_and(|parts| count(parts) != limit);
    let long = match (over, own) {
        (true, _) => format!("total {paid}, over the limit {limit}"),
        (false, true) => format!("total {paid}, limit {limit}"),
        (false, false) => short.clone(),
    };
    Some(([long, short], over))
}

/// Draws the ledger: the judge's row, then the provers' row.
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
        Some(format!("{words} undone"))
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
    // Undone costs never replace the total.
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
    fn undone_runs_stay_in_the_row_of_their_prover() {
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
            assert_eq!(provers.contains("undone"), steps > 0, "{}: {provers}", entry.id);
            if steps > 0 {
                let words = plural(steps, "step", "steps");
                assert!(provers.contains(&words), "{}: {provers}", entry.id);
                told += 1;
            }
        }
        assert!(told > 5, "{told}");
    }

    #[test]
    fn the_judges_total_is_always_there_and_never_called_sufficient_wrongly() {
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
                // Readable steps, the latest first.
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
                let limited = row.contains(&format!(", limit {limit}"));
                assert!(!limited || paid <= limit, "{}: {row}", entry.id);
                if is_over { over += 1 } else { within += 1 }
            }
        }
        assert!(within > 20 && over > 20, "{within} and {over}");
    }
}
