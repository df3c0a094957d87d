//! From a scenario to a debate.

use super::{Scenario, reading};
use crate::analysis::Game;
use crate::debate::{Entry, NodeId, SeatPlan, Stuck, Tree};
use crate::forms::{Fault, MachineFile};
use crate::protocol::form::Subject;
use crate::rules::{Seat, Turn};
use crate::text::number::plural;

/// The debate of a scenario, at its start, with the players that the scenario names. A seat that
/// it does not name is a person's if `seat` names it, and honest otherwise.
///
/// # Errors
/// What in the scenario cannot be played, and where.
pub fn open(scenario: &Scenario) -> Result<Box<dyn Game>, Fault> {
    let form = scenario.protocol.value.form();
    if let Some(marked) = scenario.machine.witness()
        && !form.takes_a_witness()
    {
        return Err(marked.wrong(format!(
            "{} is played on given inputs: a witness belongs to cross-examination or stochastic \
             debate (2024 paper, Fig. 3)",
            scenario.protocol.value.name()
        )));
    }
    let mut opened = form.open(&subject(scenario))?;
    scenario.evidence_fits(opened.steps, opened.claims.as_ref())?;
    if let Some(goal) = scenario.goal() {
        goal.value.check().map_err(|why| goal.wrong(why))?;
    }
    let plans = Seat::each(|seat| scenario.player(seat));
    opened.game.set_seats(&plans).map_err(|unseated| match scenario.seats.of(unseated.seat) {
        Some(player) => {
            let spot = player.value.spot_of(&unseated.written).unwrap_or(player.spot);
            Fault::at(spot, unseated.why)
        }
        None => scenario.protocol.wrong(unseated.why),
    })?;
    Ok(opened.game)
}

fn subject(scenario: &Scenario) -> Subject<'_> {
    Subject {
        machine: &scenario.machine,
        oracle: scenario.oracle,
        seed: scenario.seed.unwrap_or_default(),
        spot: scenario.protocol.spot,
    }
}

/// What a person should know of a scenario that can be played: seats that must be given again, and
/// promises that are less than they seem.
pub fn warnings(scenario: &Scenario) -> Vec<Fault> {
    let seats = Seat::ALL.into_iter().filter_map(|seat| {
        scenario.outside(seat)?;
        Some(scenario.seats.of(seat)?.wrong(given_again(seat)))
    });
    let less = scenario.protocol.value.form().warnings(&subject(scenario));
    let free = match &scenario.machine.value {
        MachineFile::Circuit(file) => file.warning(),
        MachineFile::Claims(file) => file.warning(),
        _ => None,
    };
    let par = scenario.goal().filter(|goal| goal.value.is_par_of_nothing()).map(|goal| {
        goal.wrong(
            "`kind: par` says by `queries`, `rounds`, `paid` or `paid-at-most` what best play comes to: \
             without them it asks only who wins",
        )
    });
    let unshown = noted_nowhere(scenario);
    seats
        .chain(played_by_a_program(scenario))
        .chain(less)
        .chain(free)
        .chain(par)
        .chain(unshown)
        .collect()
}

/// What is noted of a place that the record does not have, which nothing shows.
fn noted_nowhere(scenario: &Scenario) -> Option<Fault> {
    let places = scenario.moves.as_ref().map_or(0, Vec::len);
    let notes = scenario.notes.iter().map(|note| ("notes", note.at));
    let votes = scenario.votes.iter().map(|vote| ("votes", vote.at));
    let (key, at) = notes.chain(votes).find(|&(_, at)| at as usize > places)?;
    let message = format!(
        "`{key}` has something for place {at}, which nothing shows: the record has {}",
        plural(places as u64, "move", "moves")
    );
    Some(Fault { place: None, message })
}

/// Where a person is to sit at `seat:`, but a program is put there and a person elsewhere. In a
/// record that is how it was played.
fn played_by_a_program(scenario: &Scenario) -> Option<Fault> {
    let seat = scenario.seat.filter(|_| scenario.moves.is_none())?;
    let program = scenario.seats.of(seat).filter(|player| player.value.plan != SeatPlan::Human)?;
    let person = Seat::ALL.into_iter().find(|&at| scenario.player(at) == SeatPlan::Human)?;
    Some(program.wrong(format!(
        "`seat: {seat}` puts a person here, but a program sits here, and the person is {}",
        person.name()
    )))
}

/// Of a seat in which a program outside sat.
pub fn given_again(seat: Seat) -> String {
    format!(
        "a program outside sat in {}'s seat, which a file cannot start: give the seat again, such \
         as --{seat} 'program:COMMAND'",
        seat.name()
    )
}

/// The debate of a scenario with its moves played, at the line that is shown.
///
/// # Errors
/// As [`open`]; and the first move that is not legal, with its number.
pub fn resume(scenario: &Scenario) -> Result<Box<dyn Game>, Fault> {
    let mut game = open(scenario)?;
    replay(scenario, &mut *game)?;
    show_line(scenario, &mut *game);
    Ok(game)
}

/// The lines of play that are listed: the promoted one first, folded ones last, and none that was removed.
pub fn listed_lines(scenario: &Scenario, tree: &Tree) -> Vec<NodeId> {
    let mut leaves = tree.leaves();
    leaves.retain(|&leaf| !scenario.note(leaf).is_some_and(|note| note.removed));
    leaves.sort_by_key(|&leaf| {
        scenario.note(leaf).map_or(1, |note| match (note.first, note.folded) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        })
    });
    leaves
}

/// Leaves a line that was removed, and one that ended where another is promoted.
pub fn show_line(scenario: &Scenario, game: &mut dyn Game) {
    let note = |leaf| scenario.note(leaf);
    let removed = note(game.tree().here()).is_some_and(|note| note.removed);
    let ended = matches!(game.now().turn(), Turn::Over(_));
    let first = listed_lines(scenario, game.tree()).first().copied();
    let promoted = |&leaf: &NodeId| note(leaf).is_some_and(|note| note.first);
    if let Some(leaf) = first.filter(|leaf| removed || ended && promoted(leaf)) {
        // It is a place of the record.
        let _ = game.apply(&Entry::Go(leaf));
    }
}

/// Plays a scenario's scripts against its own players, honest programs in a person's seat: the
/// first scripted move that is not legal. `Ok` says of it that it comes up only if the people play
/// so, an error that it always does with this seed.
///
/// # Errors
/// See above; and as [`open`].
pub fn rehearse(scenario: &Scenario) -> Result<Option<Fault>, Fault> {
    let scripted = |seat| {
        scenario
            .seats
            .of(seat)
            .filter(|player| matches!(player.value.plan, SeatPlan::Script { .. }))
    };
    if !Seat::ALL.into_iter().any(|seat| scripted(seat).is_some()) {
        return Ok(None);
    }
    let mut game = open(scenario)?;
    let people = Seat::each(|seat| game.seat_plan(seat) == SeatPlan::Human);
    for seat in Seat::ALL.into_iter().filter(|seat| people[seat.index()]) {
        let seated = game.set_seat(seat, &SeatPlan::honest());
        seated.map_err(|why| scenario.protocol.wrong(why))?;
    }
    let Err(stuck) = game.table().run_under(&reading::token()) else { return Ok(None) };
    let Stuck::Script { seat, .. } = stuck else { return Ok(None) };
    let fault = match scripted(seat) {
        Some(player) => player.wrong(format!(
            "{stuck}. Write `if-legal: true` beside `script` where such a move is to be passed over"
        )),
        None => scenario.protocol.wrong(stuck.to_string()),
    };
    if people.contains(&true) { Ok(Some(fault)) } else { Err(fault) }
}

/// Plays the moves of a scenario.
///
/// # Errors
/// The first move that is not legal, with its number.
pub fn replay(scenario: &Scenario, game: &mut dyn Game) -> Result<(), Fault> {
    let moves = scenario.moves.as_deref().unwrap_or_default();
    for (n, line) in moves.iter().enumerate() {
        line.taken(n, moves.len())?;
        game.apply(&line.value.0).map_err(|e| {
            line.wrong(format!(
                "move {}, `{}`: {e}. If something above the moves was edited, they no longer fit \
                 it: delete `moves` and play anew",
                n + 1,
                line.value.0
            ))
        })?;
    }
    Ok(())
}
