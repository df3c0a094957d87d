//! Keys and the mouse, whatever they come from: a terminal or a page.

use std::ops::{BitAnd, BitOr, SubAssign};

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyCode {
    /// One that types this character.
    Char(char),
    /// A function key, from 1.
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
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// The arrow up.
    Up,
    /// The arrow down.
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

/// The keys held with another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeyModifiers(u8);

impl KeyModifiers {
    /// No key.
    pub const NONE: Self = Self(0);
    /// Shift.
    pub const SHIFT: Self = Self(1);
    /// Control.
    pub const CONTROL: Self = Self(2);
    /// Alt.
    pub const ALT: Self = Self(4);
    /// The system's own key.
    pub const SUPER: Self = Self(8);

    /// Is none held?
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Are all of these held?
    pub fn contains(self, all: Self) -> bool {
        self & all == all
    }

    /// Is one of these held?
    pub fn intersects(self, any: Self) -> bool {
        !(self & any).is_empty()
    }
}

impl BitOr for KeyModifiers {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for KeyModifiers {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl SubAssign for KeyModifiers {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

/// A key went down, or repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyEvent {
    /// Which.
    pub code: KeyCode,
    /// What was held with it.
    pub modifiers: KeyModifiers,
}

impl KeyEvent {
    /// A key with others held.
    pub fn new(code: KeyCode, modifiers: KeyModifiers) -> Self {
        Self { code, modifiers }
    }
}

impl From<KeyCode> for KeyEvent {
    fn from(code: KeyCode) -> Self {
        Self::new(code, KeyModifiers::NONE)
    }
}

/// What a mouse or a finger did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseEventKind {
    /// The left button went down.
    Press,
    /// The wheel turned up.
    ScrollUp,
    /// The wheel turned down.
    ScrollDown,
    /// Something else, which means nothing here.
    Other,
}

/// What a mouse or a finger did, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MouseEvent {
    /// What.
    pub kind: MouseEventKind,
    /// The column, from 0.
    pub column: u16,
    /// The row, from 0.
    pub row: u16,
}
