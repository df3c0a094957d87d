//! The text form of moves. It is the same in records (`- bob: point 3`), journals and scripts, and
//! for typed moves. Each text reads back as the same move, and an error says what to write instead.

mod arguments;
mod moves;
mod seats;
