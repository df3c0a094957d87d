//! The edits that a text field understands.

/// An edit of a text field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Insert one character.
    Char(char),
    /// Insert pasted text, which is already clean.
    Paste(String),
    /// Delete the character before the cursor.
    Backspace,
    /// Delete the character at the cursor.
    Delete,
    /// Delete the word before the cursor.
    Word,
    /// Delete everything before the cursor.
    Clear,
    /// Move the cursor one to the left.
    Left,
    /// Move the cursor one to the right.
    Right,
    /// Move the cursor to the start.
    Home,
    /// Move the cursor to the end.
    End,
}
