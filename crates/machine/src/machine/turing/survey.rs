//! A first run of a machine, which finds how many steps and which cells it needs.

use super::machine::MachineCode;
use super::{HeadMove, Instruction, MOST_CELLS, State, Symbol};

/// The extent of a machine's own run, in time and in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSurvey {
    /// The number of steps taken.
    pub steps: u32,
    /// True if the machine halted. Otherwise the survey stopped at a limit.
    pub halted: bool,
    /// True if the survey stopped because the machine used too many cells.
    pub too_wide: bool,
    /// The leftmost cell visited.
    pub from: i32,
    /// The rightmost cell visited.
    pub to: i32,
    /// The last state.
    pub state: State,
}

/// Runs a machine on a growing tape, for at most `steps` steps.
pub(super) fn survey(code: &MachineCode, input: &[Symbol], head: i32, steps: u32) -> RunSurvey {
    // Cell c is tape[c - left]. The tape doubles when the head leaves it.
    let mut left = head.min(1);
    let mut tape: Vec<Symbol> = vec![Symbol::BLANK; (1 - left) as usize];
    tape.extend_from_slice(input);
    let mut at = (head - left) as usize;
    let mut survey = RunSurvey {
        steps: 0,
        halted: false,
        too_wide: false,
        from: head,
        to: head,
        state: code.start,
    };
    if at >= tape.len() {
        tape.resize(at + 1, Symbol::BLANK);
    }
    while survey.steps < steps {
        let Some(instruction) = instruction(code, survey.state, &tape, at) else {
            survey.halted = true;
            break;
        };
        tape[at] = instruction.write;
        survey.state = instruction.next;
        survey.steps += 1;
        match instruction.go {
            HeadMove::Stay => {}
            HeadMove::Right => {
                at += 1;
                if at == tape.len() {
                    tape.resize(tape.len() * 2, Symbol::BLANK);
                }
            }
            HeadMove::Left if at > 0 => at -= 1,
            HeadMove::Left => {
                let more = tape.len();
                tape.splice(0..0, std::iter::repeat_n(Symbol::BLANK, more));
                left -= more as i32;
                at = more - 1;
            }
        }
        let cell = left + at as i32;
        survey.from = survey.from.min(cell);
        survey.to = survey.to.max(cell);
        if i64::from(survey.to) - i64::from(survey.from) >= i64::from(MOST_CELLS) {
            survey.too_wide = true;
            break;
        }
    }
    if survey.steps == steps {
        survey.halted = instruction(code, survey.state, &tape, at).is_none();
    }
    survey
}

fn instruction(
    code: &MachineCode,
    state: State,
    tape: &[Symbol],
    at: usize,
) -> Option<Instruction> {
    match &code.oracle {
        Some(oracle) if oracle.state() == state => {
            let end = tape.len().min(at + oracle.reads() as usize);
            Some(oracle.instruction(oracle.answer(&tape[at..end])))
        }
        _ => code.table[state.index() * code.alphabet.len() + tape[at].index()],
    }
}
