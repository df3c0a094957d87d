//! The text form of moves, which is the same in records (`- bob: point 3`), journals, scripts and
//! typed moves. Parsing the text of a move returns the same move. An error says what to write
//! instead.

mod arguments;
mod moves;
mod seats;
