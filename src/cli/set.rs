//! Settings of the command line: of a scenario's parameters, and of its seats.

use anyhow::bail;

use crate::rules::Seat;
use crate::scenario::Setting;

/// The player that a setting seats: `alice=honest`, or by a strategy and its argument,
/// `alice.shift=0.1`. None if it is about the scenario.
pub fn seated(setting: &Setting) -> anyhow::Result<Option<(Seat, String)>> {
    let mut keys = setting.path.splitn(2, '.');
    let Some(seat) = keys.next().and_then(|key| key.parse::<Seat>().ok()) else { return Ok(None) };
    Ok(Some((
        seat,
        match keys.next() {
            None => setting.value.clone(),
            Some("") => bail!("{setting}: name a strategy after {seat}., such as {seat}.shift"),
            Some(name) => format!("{name}:{}", setting.value),
        },
    )))
}
