//! Everybody's costs: gauges for the table, and a page by kind.

use ratatui::widgets::{LineGauge, Widget};

use crate::debate::AnyDebate;
use crate::rules::{Cost, Ledger, Viewer};
use crate::text::narrate::capital;
use crate::tui::prelude::*;
use crate::tui::screen::moves::short;
use crate::tui::screen::panel::PanelParagraph;

/// A kind of cost in one or two words.
fn kind(cost: Cost) -> &'static str {
    match cost {
        Cost::Location => "Bob's pointer",
        Cost::Transcript => "bits",
        Cost::Input => "input bits",
        Cost::Oracle => "oracle",
        Cost::Steps => "steps run",
        Cost::Rounds => "rounds",
    }
}

/// The costs of a seat that this viewer can see: kind, cost and limit.
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

/// The judge's costs by kind. Empty if all of it are bits that the judge read.
fn by_kinds(ledger: &Ledger, eye: Viewer) -> Vec<(&'static str, u64)> {
    let kinds = kinds(ledger, eye, Seat::Judge).into_iter();
    let paid = kinds.filter(|(cost, paid, _)| cost.is_query() && *paid > 0);
    let paid: Vec<_> = paid.collect();
    match paid[..] {
        [(cost, ..)] if cost != Cost::Location => Vec::new(),
        _ => paid.into_iter().map(|(cost, paid, _)| (kind(cost), paid)).collect(),
    }
}

/// The rows of the gauges: one for each, and one for each kind of the judge's costs.
pub fn rows(ledger: &Ledger, eye: Viewer, own: Seat) -> u16 {
    (gauged(ledger, eye, own).len() + by_kinds(ledger, eye).len()).max(1) as u16
}

/// Draws a gauge with its number for each seat that has costs, and the judge's kinds of cost below.
pub fn gauges(canvas: &mut Canvas<'_>, ledger: &Ledger, eye: Viewer, own: Seat) {
    let gauges = gauged(ledger, eye, own);
    let (area, theme) = (canvas.area(), canvas.theme);
    if gauges.is_empty() {
        canvas.lines(area, [theme.line("nothing yet", Role::Dim)]);
    }
    for (y, &(seat, label, (paid, unit), limit)) in gauges.iter().enumerate() {
        let number = match limit {
            Some(limit) => format!("{}/{}", count(paid), count(limit)),
            None => count(paid) + unit,
        };
        let over = limit.is_some_and(|limit| paid > limit);
        // If a limit does not fit beside its label, only the page of costs shows it.
        let fits = width(label) + 1 + width(&number) <= area.width.into();
        let number = if fits { number } else { count(paid) };
        let row = Rect { y: area.y + y as u16, height: 1, ..area }.intersection(area);
        let room = area.width.saturating_sub(width(&number) as u16 + 1);
        let role = if over { Role::Bad } else { Role::Text };
        canvas.lines(row, [theme.line(number, role).right_aligned()]);
        let line = Rect { width: room, ..row };
        match limit.filter(|_| usize::from(room) > width(label) + 4) {
            Some(limit) => {
                let ratio = (paid as f64 / limit.max(1) as f64).clamp(0.0, 1.0);
                let style = canvas.style(if over { Role::Bad } else { Role::for_seat(seat) });
                let gauge = LineGauge::default().ratio(ratio).label(format!("{label:<5}"));
                let gauge = gauge.filled_symbol("█").unfilled_symbol("░");
                gauge.filled_style(style).render(line, canvas.buffer());
            }
            None => canvas.lines(line, [theme.line(label, Role::Text)]),
        }
    }
    for (y, (kind, paid)) in (gauges.len()..).zip(by_kinds(ledger, eye)) {
        canvas.print(1, y, kind, Role::Dim);
        canvas.print_right(y, &count(paid), Role::Dim);
    }
}

/// The lines of the page of costs. They list the costs of each seat by kind.
pub fn by_kind(ledger: &Ledger, eye: Viewer, table: Option<&dyn AnyDebate>) -> Vec<PanelParagraph> {
    let mut parts = Vec::new();
    for seat in [Seat::Judge, Seat::Bob, Seat::Alice] {
        let name = if eye == Viewer::Seat(seat) { "You" } else { seat.name() };
        parts.push((capital(name), Role::Heading));
        // The ledger has no cost of undone moves.
        let listed = |cost: Cost| {
            let (paid, limit) = (ledger.seen(eye, seat, cost)?, ledger.account(seat).limit(cost));
            let back = table.map_or(0, |table| table.taken_back(seat, cost));
            (paid > 0 || back > 0 || limit.is_some()).then_some((cost, paid, limit, back))
        };
        let kinds: Vec<_> = Cost::ALL.into_iter().filter_map(listed).collect();
        let hides = Cost::ALL.iter().any(|&cost| ledger.seen(eye, seat, cost).is_none());
        if kinds.is_empty() {
            let words = if hides { "  hidden until the review" } else { "  nothing" };
            parts.push((words.into(), Role::Dim));
        }
        for &(cost, paid, limit, back) in &kinds {
            let most = limit.map_or(String::new(), |limit| format!(" of at most {}", count(limit)));
            let undone =
                if back > 0 { format!(", and {} undone", count(back)) } else { String::new() };
            let role = if limit.is_some_and(|limit| paid > limit) { Role::Bad } else { Role::Text };
            parts.push((format!("  {:<14}{:>8}{most}{undone}", kind(cost), count(paid)), role));
        }
        if let Some((words, over)) = total(ledger, seat).filter(|_| seat == Seat::Judge) {
            parts.push((format!("  {words}"), if over { Role::Bad } else { Role::Text }));
        }
    }
    let words = "Queries are the bits of Bob's pointer, bits of the transcript, input bits and questions to the oracle. \
                 A limit is what the theorem allows. The costs of undone moves are listed apart.";
    parts.push((words.into(), Role::Dim));
    parts
}

/// The judge's total in words, if the judge has several kinds of query, and `true` if it is over its limit.
fn total(ledger: &Ledger, seat: Seat) -> Option<(String, bool)> {
    let account = ledger.account(seat);
    let kinds = Cost::ALL
        .into_iter()
        .filter(|c| c.is_query() && (account.paid(*c) > 0 || account.limit(*c).is_some()));
    if kinds.count() < 2 {
        return None;
    }
    let paid = count(account.queries());
    let Some(limit) = account.query_limit() else {
        return Some((format!("total {paid}"), false));
    };
    let over = account.queries() > limit;
    let limit = count(limit);
    // No debate needs the most of every kind at once, so the total has a lower limit.
    Some(match over {
        true => (format!("total {paid}, over the limit {limit}"), over),
        false => (format!("total {paid}, limit {limit}"), over),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Game;
    use crate::debate::{Advance, SeatPlan};
    use crate::machine::{Input, Step};
    use crate::rules::{BitRef, Domain, Move, Verb};
    use crate::scenario::library::{self, LibraryEntry};

    /// The page of costs.
    fn page(ledger: &Ledger, seat: Seat, table: Option<&dyn AnyDebate>) -> String {
        let parts = by_kind(ledger, Viewer::Seat(seat), table);
        parts.into_iter().map(|(text, _)| text + "\n").collect()
    }

    /// The debate of an entry, with a person in this seat and honest programs in the other seats.
    fn with_a_person(entry: &LibraryEntry, person: Seat) -> Box<dyn Game> {
        let scenario = entry.scenario.as_ref().expect("it reads");
        let mut game = crate::scenario::open(scenario).expect("it opens");
        let plan = |seat| if seat == person { SeatPlan::Human } else { SeatPlan::honest() };
        game.set_seats(&Seat::each(plan)).expect("honest players");
        game
    }

    #[test]
    fn undone_runs_stay_in_the_costs_of_their_prover() {
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
            let page = page(game.position().ledger(), Seat::Bob, Some(&*game));
            let row = page.lines().find(|row| row.trim_start().starts_with("steps run"));
            let undone = format!("and {} undone", count(steps));
            let is_told = row.is_some_and(|row| row.contains(&undone));
            assert_eq!(is_told, steps > 0, "{}: {page}", entry.id);
            told += u32::from(steps > 0);
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
                // The steps that the judge can read, the latest first.
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
                let page = page(ledger, Seat::Judge, None);
                let paid = account.queries();
                let limit = account.query_limit().unwrap_or(u64::MAX);
                assert_eq!(is_over, paid > limit, "{}: {page}", entry.id);
                assert!(page.contains(&format!("total {}", count(paid))), "{}: {page}", entry.id);
                let limited = page.contains(&format!(", limit {limit}"));
                assert!(!limited || paid <= limit, "{}: {page}", entry.id);
                if is_over { over += 1 } else { within += 1 }
            }
        }
        assert!(within > 20 && over > 20, "{within} and {over}");
    }
}
