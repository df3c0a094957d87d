//! The text form of moves, which is the same everywhere: a line of a record (`- bob: point 3`), a
//! line of a journal, a line of a script, and what a person may type. Each reads back as it is
//! written; an error says what to write instead.

mod arguments;
mod moves;
mod seats;
