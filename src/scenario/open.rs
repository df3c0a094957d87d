//! From a scenario to a debate: the only place that names every protocol.

use super::at::Fault;
use super::protocol::ProtocolFile;
use super::{FileError, Oracle, Scenario};
use crate::analysis::{Analysed, Game};
use crate::debate::{Debate, SeatPlan};
use crate::machine::Computation;
use crate::protocol::cross_examination::Setup;
use crate::protocol::{Bisection, CrossExamination, Tableau, bisection, tableau};
use crate::rules::Seat;

/// The debate of a scenario, at its start, with the players that the scenario names. A seat that
/// it does not name is a person's if `seat` names it, and honest otherwise.
///
/// # Errors
/// What in the scenario cannot be played, and where.
pub fn open(scenario: &Scenario) -> Result<Box<dyn Game>, Fault> {
    match &scenario.protocol.value {
        ProtocolFile::Bisection(file) => {
            let debate = Bisection::new(bisection::Setup {
                computation: scenario.machine.computation()?,
                claim: claimed(scenario, file.claim)?,
                words: scenario.claim.to_string(),
                judge_is_oracle: scenario.oracle == Oracle::Judge,
            });
            seated(scenario, debate.map_err(|e| scenario.machine.wrong(e.to_string()))?)
        }
        ProtocolFile::CrossExamination(file) if scenario.machine.is_turing() => {
            if !file.copies {
                let message = "without copies only plans can be cross-examined";
                return Err(scenario.protocol.wrong(message));
            }
            let Computation::Turing(run) = scenario.machine.computation()? else {
                return Err(scenario.machine.wrong("this is no Turing machine"));
            };
            let debate = Tableau::new(tableau::Setup {
                run,
                claim: claimed(scenario, file.claim)?,
                words: scenario.claim.to_string(),
                judge_is_oracle: scenario.oracle == Oracle::Judge,
            });
            seated(scenario, debate.map_err(|e| scenario.machine.wrong(e.to_string()))?)
        }
        ProtocolFile::CrossExamination(file) => {
            let debate = CrossExamination::new(Setup {
                plan: scenario.machine.plan()?,
                claim: claimed(scenario, file.claim)?,
                words: scenario.claim.to_string(),
                copies: file.copies,
                judge_is_oracle: scenario.oracle == Oracle::Judge,
            });
            seated(scenario, debate.map_err(|e| scenario.machine.wrong(e.to_string()))?)
        }
    }
}

/// The output that Alice claims.
fn claimed(scenario: &Scenario, claim: u8) -> Result<bool, Fault> {
    match claim {
        0 | 1 => Ok(claim == 1),
        other => Err(scenario.protocol.wrong(format!("Alice claims 0 or 1, not {other}"))),
    }
}

/// The debate of a scenario with its moves played.
///
/// # Errors
/// As [`open`]; and the first move that is not legal, with its number.
pub fn resume(scenario: &Scenario) -> Result<Box<dyn Game>, Fault> {
    let mut game = open(scenario)?;
    for (n, line) in scenario.moves.iter().flatten().enumerate() {
        game.apply(&line.value.0)
            .map_err(|e| line.wrong(format!("move {}, `{}`: {e}", n + 1, line.value.0)))?;
    }
    Ok(game)
}

/// [`resume`], with faults named by file and line.
///
/// # Errors
/// As [`resume`].
pub fn resume_file(
    file: &str,
    text: &str,
    scenario: &Scenario,
) -> Result<Box<dyn Game>, FileError> {
    resume(scenario).map_err(|fault| FileError::at(file, text, fault))
}

fn seated<R: Analysed>(scenario: &Scenario, rules: R) -> Result<Box<dyn Game>, Fault> {
    let whole = |message| scenario.protocol.wrong(message);
    let mut debate = Debate::new(rules, scenario.seed.unwrap_or_default()).map_err(whole)?;
    for seat in Seat::ALL {
        match scenario.seats.of(seat) {
            Some(player) => {
                debate.seat(seat, &player.value.0).map_err(|e| player.wrong(e))?;
            }
            None if scenario.seat == Some(seat) => {
                debate.seat(seat, &SeatPlan::Human).map_err(whole)?;
            }
            None => {}
        }
    }
    Ok(Box::new(debate))
}
