//! Opens a scenario as a debate.

use super::{Scenario, cancellable};
use crate::analysis::Game;
use crate::debate::{MoveTree, NodeId, PlayError, RecordEntry, SeatPlan};
use crate::forms::{MachineFile, YamlError};
use crate::protocol::form::DebateSubject;
use crate::rules::{Seat, Turn};
use crate::text::number::plural;

/// Opens the debate of a scenario before its first move, with the scenario's players.
///
/// # Errors
/// Returns the first mistake in the scenario, with its position.
pub fn open(scenario: &Scenario) -> Result<Box<dyn Game>, YamlError> {
    let form = scenario.protocol.value.form();
    if let Some(marked) = scenario.machine.witness()
        && !form.takes_a_witness()
    {
        return Err(marked.wrong(format!(
            "in the protocol `{}` the inputs are fixed, so the machine can have no witness. Only \
             cross-examination and stochastic debate allow one (2024 paper, Fig. 3)",
            scenario.protocol.value.name()
        )));
    }
    let mut opened = form.open(&subject(scenario))?;
    scenario.evidence_fits(opened.steps, opened.claims.as_ref())?;
    if let Some(goal) = scenario.goal() {
        goal.value.check().map_err(|why| goal.wrong(why))?;
    }
    let plans = Seat::each(|seat| scenario.player(seat));
    opened.game.set_seats(&plans).map_err(|unseated| match scenario.seats.get(unseated.seat) {
        Some(player) => {
            let spot = player.value.spot_of(&unseated.written).unwrap_or(player.spot);
            YamlError::at(spot, unseated.why)
        }
        None => scenario.protocol.wrong(unseated.why),
    })?;
    Ok(opened.game)
}

fn subject(scenario: &Scenario) -> DebateSubject<'_> {
    DebateSubject {
        machine: &scenario.machine,
        oracle: scenario.oracle,
        seed: scenario.seed.unwrap_or_default(),
        spot: scenario.protocol.spot,
    }
}

/// Warnings about a scenario that can be played: about seats of external programs, and about keys
/// that have no effect or an unexpected effect.
pub fn warnings(scenario: &Scenario) -> Vec<YamlError> {
    let seats = Seat::ALL.into_iter().filter_map(|seat| {
        scenario.outside(seat)?;
        Some(scenario.seats.get(seat)?.wrong(given_again(seat)))
    });
    let less = scenario.protocol.value.form().warnings(&subject(scenario));
    let free = match &scenario.machine.value {
        MachineFile::Circuit(file) => file.warning(),
        MachineFile::Claims(file) => file.warning(),
        _ => None,
    };
    let par = scenario.goal().filter(|goal| goal.value.is_par_of_nothing()).map(|goal| {
        goal.wrong(
            "`kind: par` needs `queries`, `rounds`, `paid` or `paid-at-most` to say what par is. \
             Without them the goal asks only who wins",
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

/// A warning about a note or vote at a node that the record does not have. Such a note is never
/// shown.
fn noted_nowhere(scenario: &Scenario) -> Option<YamlError> {
    let places = scenario.moves.as_ref().map_or(0, Vec::len);
    let notes = scenario.notes.iter().map(|note| ("notes", note.at));
    let votes = scenario.votes.iter().map(|vote| ("votes", vote.at));
    let (key, at) = notes.chain(votes).find(|&(_, at)| at as usize > places)?;
    let message = format!(
        "`{key}` has an entry with `at: {at}`, but the record has only {}, so the entry is never \
         shown",
        plural(places as u64, "move", "moves")
    );
    Some(YamlError { place: None, message })
}

/// A warning if the key `seat` names a seat for a person, but the file puts a program in this seat,
/// and a person in another seat. For a record there is no warning, because the debate was really
/// played in this way.
fn played_by_a_program(scenario: &Scenario) -> Option<YamlError> {
    let seat = scenario.seat.filter(|_| scenario.moves.is_none())?;
    let program = scenario.seats.get(seat).filter(|player| player.value.plan != SeatPlan::Human)?;
    let person = Seat::ALL.into_iter().find(|&at| scenario.player(at) == SeatPlan::Human)?;
    Some(program.wrong(format!(
        "`seat: {seat}` gives this seat to a person, but the file puts a program in this seat, and \
         the person \
         plays {}",
        person.name()
    )))
}

/// A warning that the external program of a seat must be named again on the command line.
pub fn given_again(seat: Seat) -> String {
    format!(
        "an external program played {}, and a file cannot start it. Give the seat a player \
         again, such as --{seat} 'program:COMMAND'",
        seat.name()
    )
}

/// Opens the debate of a scenario and plays the scenario's moves. The debate is then on the
/// variation that is shown first.
///
/// # Errors
/// Returns the errors of [`open`], or an error about the first illegal move, with its number.
pub fn resume(scenario: &Scenario) -> Result<Box<dyn Game>, YamlError> {
    let mut game = open(scenario)?;
    replay(scenario, &mut *game)?;
    show_line(scenario, &mut *game);
    Ok(game)
}

/// The variations to list, each given by its last node. The main line comes first, and folded
/// variations come last. Deleted variations are left out.
pub fn listed_lines(scenario: &Scenario, tree: &MoveTree) -> Vec<NodeId> {
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

/// Goes to the first listed variation in two cases: the current variation was deleted; the current
/// variation is finished, and there is a main line.
pub fn show_line(scenario: &Scenario, game: &mut dyn Game) {
    let note = |leaf| scenario.note(leaf);
    let removed = note(game.tree().here()).is_some_and(|note| note.removed);
    let ended = matches!(game.position().turn(), Turn::Over(_));
    let first = listed_lines(scenario, game.tree()).first().copied();
    let promoted = |&leaf: &NodeId| note(leaf).is_some_and(|note| note.first);
    if let Some(leaf) = first.filter(|leaf| removed || ended && promoted(leaf)) {
        // The tree has this node, so this cannot fail.
        let _ = game.apply(&RecordEntry::Go(leaf));
    }
}

/// Plays a scenario to test its scripts. Honest programs play in place of people. Finds the first
/// illegal move of a script. In a scenario with people, this move is returned as a warning, because
/// people may play differently.
///
/// # Errors
/// Returns the illegal move as an error if no person plays. Also returns the errors of [`open`].
pub fn dry_run(scenario: &Scenario) -> Result<Option<YamlError>, YamlError> {
    let scripted = |seat| {
        scenario
            .seats
            .get(seat)
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
    let Err(stuck) = game.table().run_under(&cancellable::token()) else { return Ok(None) };
    let PlayError::Script { seat, .. } = stuck else { return Ok(None) };
    let fault = match scripted(seat) {
        Some(player) => player
            .wrong(format!("{stuck}. To skip such a move, write `if-legal: true` beside `script`")),
        None => scenario.protocol.wrong(stuck.to_string()),
    };
    if people.contains(&true) { Ok(Some(fault)) } else { Err(fault) }
}

/// Plays the moves of a scenario.
///
/// # Errors
/// Returns an error about the first illegal move, with its number.
pub fn replay(scenario: &Scenario, game: &mut dyn Game) -> Result<(), YamlError> {
    let moves = scenario.moves.as_deref().unwrap_or_default();
    for (n, line) in moves.iter().enumerate() {
        line.check_cancelled(n, moves.len())?;
        game.apply(&line.value.0).map_err(|e| {
            line.wrong(format!(
                "move {}, `{}`: {e}. If you changed something above `moves`, the moves no longer \
                 fit: delete `moves` and play again",
                n + 1,
                line.value.0
            ))
        })?;
    }
    Ok(())
}
