//! Players whose payments are laid beside each other, to see who pays whom.

/// A habit of who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    /// The player that has it, as in a scenario file.
    pub player: &'static str,
    /// What it is, in a word.
    pub word: &'static str,
}

const fn habit(player: &'static str, word: &'static str) -> Habit {
    Habit { player, word }
}

/// Bobs: by the law of each claim alone, whatever is drawn; by what was drawn; a little off; always one
/// number.
pub const BOBS: [Habit; 4] = [
    habit("marginal", "law"),
    habit("calibrated", "draws"),
    habit("shading:0.2", "shades"),
    habit("constant:0.5", "0.5"),
];

/// Alices: who answers truly; who says what the odds are against; who
/// hunts for what pays her most on average; who is wrong and hides where.
pub const ALICES: [Habit; 4] = [
    habit("honest", "honest"),
    habit("ignorant", "ignorant"),
    habit("best-response", "hunts"),
    habit("obfuscator", "hides"),
];
