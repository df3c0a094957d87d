//! Debates that a witness opens, if the computation marks one.

use super::{Main, Witnessed};
use crate::analysis::Analysed;
use crate::forms::Fault;
use crate::protocol::form::{Opened, Subject};

/// A debate at its start, after Alice's witness if the plan has one.
///
/// # Errors
/// If the protocol lacks an honest player.
pub(crate) fn opened<M: Main + Analysed>(main: M, subject: &Subject<'_>) -> Result<Opened, Fault>
where
    Witnessed<M>: Analysed,
{
    let (steps, bits) = (main.computation().len(), main.computation().witness().len());
    let opened = match bits {
        0 => Opened::new(main, subject)?,
        _ => Opened::new(Witnessed::new(main), subject)?,
    };
    Ok(opened.with_steps(steps))
}
