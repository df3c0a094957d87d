//! How much is out of view.

/// `↑ 2 more   ↓ 9 more`.
pub fn more(above: usize, below: usize) -> String {
    counted(above, below).join("   ")
}

/// The parts of it: none for nothing.
pub fn counted(above: usize, below: usize) -> Vec<String> {
    let counts = [("↑", above), ("↓", below)];
    counts.iter().filter(|(_, n)| *n > 0).map(|(to, n)| format!("{to} {n} more")).collect()
}
