//! An exercise as each student gets it.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};

use super::reach::{Reach, reach};
use crate::debate::SeatPlan;
use crate::rules::Seat;
use crate::scenario::{Fault, FileError, Hidden, Scenario, Setting, Vary, Words, open, resume};
use crate::work::Token;

/// So many draws are made for one student before the exercise is called one that cannot be varied.
const DRAWS: usize = 64;

/// One of a list; none of an empty one.
fn one_of<'a, T>(list: &'a [T], rng: &mut ChaCha8Rng) -> Option<&'a T> {
    (!list.is_empty()).then(|| &list[rng.random_range(0..list.len())])
}

/// The exercise as one student gets it: varied as it allows, hidden as an exercise is, and sealed. The
/// same names, number and exercise give the same.
///
/// # Errors
/// What cannot be varied so; or that no draw could be played and won.
pub fn released(
    scenario: &Scenario,
    file: &str,
    student: &str,
    number: u64,
    token: &Token,
) -> Result<Scenario, FileError> {
    let name = format!("{number} {student}\n{file}\n{}", scenario.title);
    let mut rng = ChaCha8Rng::from_seed(Sha256::digest(name).into());
    let vary = scenario.exercise.as_ref().and_then(|exercise| exercise.vary.as_deref());
    let vary = vary.cloned().unwrap_or_default();
    for _ in 0..DRAWS {
        let drawn = drawn(scenario, file, &vary, &mut rng)?;
        let at = |fault: Fault| FileError::whole(file, fault.message);
        resume(&drawn).map_err(at)?;
        // An input can make a claim true that Bob was to win against.
        if vary != Vary::default() && reach(&drawn, token).map_err(at)? == Reach::NoPlay {
            continue;
        }
        return Ok(closed(drawn, student));
    }
    let message = format!("in {DRAWS} draws of `vary` nothing was drawn that reaches the goal");
    Err(FileError::whole(file, message))
}

/// Looks whether everything that `vary` lists can be played, one thing at a time.
///
/// # Errors
/// What cannot, and where that is known.
pub fn varied(scenario: &Scenario, token: &Token) -> Result<(), Fault> {
    let vary = scenario.exercise.as_ref().and_then(|exercise| exercise.vary.as_deref());
    let Some(vary) = vary else { return Ok(()) };
    let bare = Scenario { moves: None, ..scenario.clone() };
    for seat in Seat::ALL {
        for player in vary.players(seat) {
            let mut own = bare.clone();
            own.seats.set(seat, player.value.clone());
            open(&own).map_err(|fault| player.wrong(fault.message))?;
        }
    }
    for (path, values) in &vary.set {
        for value in values {
            if token.is_stopped() {
                return Ok(());
            }
            let setting = Setting { path: path.clone(), value: value.to_string() };
            let cannot =
                |why: &str| Fault { place: None, message: format!("`vary`: {setting}: {why}") };
            let own = bare.with("", std::slice::from_ref(&setting));
            let (own, _) = own.map_err(|error| cannot(&error.message))?;
            open(&own).map_err(|fault| cannot(&fault.message))?;
        }
    }
    Ok(())
}

/// What the lists leave to chance, drawn.
fn drawn(
    scenario: &Scenario,
    file: &str,
    vary: &Vary,
    rng: &mut ChaCha8Rng,
) -> Result<Scenario, FileError> {
    let settings = vary.set.iter().filter_map(|(path, values)| {
        let value = one_of(values, rng)?.to_string();
        Some(Setting { path: path.clone(), value })
    });
    let settings: Vec<Setting> = settings.collect();
    let mut scenario = match settings.is_empty() {
        true => scenario.clone(),
        false => scenario.with(file, &settings)?.0,
    };
    for seat in Seat::ALL {
        if let Some(player) = one_of(vary.players(seat), rng) {
            scenario.seats.set(seat, player.value.clone());
        }
    }
    if vary.seed {
        // Fits every reader's numbers.
        scenario.seed = Some(rng.random_range(1..1 << 32));
    }
    Ok(scenario)
}

/// For whom it is, what an exercise does not tell before its end hidden, and sealed.
fn closed(mut scenario: Scenario, student: &str) -> Scenario {
    let programs = Seat::ALL.into_iter().filter(|&seat| scenario.player(seat) != SeatPlan::Human);
    let players: Vec<Hidden> = programs.map(Hidden::player).collect();
    for hidden in players.into_iter().chain([Hidden::Truth]) {
        if !scenario.hide.contains(&hidden) {
            scenario.hide.push(hidden);
        }
    }
    scenario.seed = Some(scenario.seed.unwrap_or_default());
    let exercise = scenario.exercise.get_or_insert_default();
    exercise.vary = None;
    exercise.student = Words::cut(student);
    scenario.sealed = true;
    scenario
}
