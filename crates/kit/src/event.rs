//! Keys and mouse events of a terminal or a page.

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyCode {
    /// A key that types this character.
    Char(char),
    /// A function key. F1 is 1.
    F(u8),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Tab with Shift.
    BackTab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// The left arrow.
    Left,
    /// The right arrow.
    Right,
    /// The up arrow.
    Up,
    /// The down arrow.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
}

bitflags::bitflags! {
    /// The modifier keys that are held down.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct KeyModifiers: u8 {
        /// Shift.
        const SHIFT = 1;
        /// Control.
        const CONTROL = 2;
        /// Alt.
        const ALT = 4;
    }
}

/// The kind of a mouse or touch event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseEventKind {
    /// The left button went down.
    Press,
    /// The wheel turned up.
    ScrollUp,
    /// The wheel turned down.
    ScrollDown,
}

/// A mouse or touch event with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MouseEvent {
    /// The kind of the event.
    pub kind: MouseEventKind,
    /// The column, counted from 0.
    pub column: u16,
    /// The row, counted from 0.
    pub row: u16,
}
