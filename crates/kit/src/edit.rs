//! Changes to a text that is being typed.

/// A change to text that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// One character.
    Char(char),
    /// Text that was pasted, cleaned.
    Paste(String),
    /// Take the character before the cursor away.
    Backspace,
    /// Take the character at the cursor away.
    Delete,
    /// Take the word before the cursor away.
    Word,
    /// Take everything before the cursor away.
    Clear,
    /// Cursor one to the left.
    Left,
    /// Cursor one to the right.
    Right,
    /// Cursor to the start.
    Home,
    /// Cursor to the end.
    End,
}
