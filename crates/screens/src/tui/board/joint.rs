//! Lines that meet in a cell.

/// The sides of a cell on which it has a line.
pub const UP: u8 = 1;
pub const DOWN: u8 = 2;
pub const LEFT: u8 = 4;
pub const RIGHT: u8 = 8;

/// The sign of a cell with lines on these sides.
pub fn joint(sides: u8) -> &'static str {
    const SIGNS: [&str; 16] =
        ["│", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"];
    SIGNS[usize::from(sides)]
}
