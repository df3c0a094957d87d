//! A key with its modifiers, and its text form: `k`, `ctrl-c`, `shift-tab`.

use std::fmt;
use std::str::FromStr;

use crate::event::{KeyCode, KeyModifiers};

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// The error for a text that names no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a key. Write a character, f1 to f24, or one of {list}. \
     You can put ctrl-, alt- or shift- before it",
    list = NAMED.map(|n| n.0).join(", ")
)]
pub struct ChordError(pub String);

/// The named keys: the name in a key file, the key, and the name in the footer.
const NAMED: [(&str, KeyCode, &str); 16] = [
    ("up", KeyCode::Up, "↑"),
    ("down", KeyCode::Down, "↓"),
    ("left", KeyCode::Left, "←"),
    ("right", KeyCode::Right, "→"),
    ("enter", KeyCode::Enter, "Enter"),
    ("esc", KeyCode::Esc, "Esc"),
    ("tab", KeyCode::Tab, "Tab"),
    ("space", KeyCode::Char(' '), "Space"),
    ("backspace", KeyCode::Backspace, "Backspace"),
    ("delete", KeyCode::Delete, "Del"),
    ("insert", KeyCode::Insert, "Ins"),
    ("home", KeyCode::Home, "Home"),
    ("end", KeyCode::End, "End"),
    ("pageup", KeyCode::PageUp, "PgUp"),
    ("pagedown", KeyCode::PageDown, "PgDn"),
    ("backtab", KeyCode::BackTab, "Shift-Tab"),
];

/// The modifiers: the name in a key file, the name in the footer, and the modifier.
const HELD: [(&str, &str, KeyModifiers); 3] = [
    ("ctrl-", "Ctrl-", KeyModifiers::CONTROL),
    ("alt-", "Alt-", KeyModifiers::ALT),
    ("shift-", "Shift-", KeyModifiers::SHIFT),
];

impl Chord {
    /// Creates a chord. If the key is a character, drops Shift, because the character already
    /// includes it.
    pub fn new(mut code: KeyCode, mut modifiers: KeyModifiers) -> Self {
        if code == KeyCode::Tab && modifiers.contains(KeyModifiers::SHIFT) {
            code = KeyCode::BackTab;
        }
        if matches!(code, KeyCode::Char(_) | KeyCode::BackTab) {
            modifiers -= KeyModifiers::SHIFT;
        }
        Self { code, modifiers }
    }

    /// The character that the chord types. `None` if it types none.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c)
                if !self.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                Some(c)
            }
            _ => None,
        }
    }

    /// The modifiers.
    pub fn modifiers(self) -> KeyModifiers {
        self.modifiers
    }

    /// The key without its modifiers.
    pub fn code(self) -> KeyCode {
        self.code
    }

    /// The name in the footer: `↑`, `Enter`, `Ctrl-C`, `u`.
    pub fn label(self) -> String {
        let mut out: String = self.modifier_names().map(|held| held.1).collect();
        match self.code {
            KeyCode::Char(c) if c != ' ' => {
                out.push(if self.modifiers.is_empty() { c } else { c.to_ascii_uppercase() })
            }
            KeyCode::F(n) => out.push_str(&format!("F{n}")),
            code => out.push_str(NAMED.iter().find(|n| n.1 == code).map_or("?", |n| n.2)),
        }
        out
    }

    fn modifier_names(
        self,
    ) -> impl Iterator<Item = &'static (&'static str, &'static str, KeyModifiers)> {
        HELD.iter().filter(move |held| self.modifiers.contains(held.2))
    }
}

impl fmt::Display for Chord {
    /// Writes the key as a key file names it. The text can be parsed again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.modifier_names().try_for_each(|held| f.write_str(held.0))?;
        match self.code {
            KeyCode::BackTab => f.write_str("shift-tab"),
            KeyCode::Char(c) if c != ' ' => write!(f, "{c}"),
            KeyCode::F(n) => write!(f, "f{n}"),
            code => f.write_str(NAMED.iter().find(|n| n.1 == code).map_or("?", |n| n.0)),
        }
    }
}

impl FromStr for Chord {
    type Err = ChordError;

    fn from_str(text: &str) -> Result<Self, ChordError> {
        let mut modifiers = KeyModifiers::empty();
        let mut rest = text.trim();
        let begins = |rest: &str, name: &str| {
            let start = rest.get(..name.len()).filter(|_| rest.len() > name.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        while let Some((name, _, modifier)) = HELD.iter().find(|held| begins(rest, held.0)) {
            modifiers |= *modifier;
            rest = &rest[name.len()..];
        }
        let mut chars = rest.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) if !c.is_control() => KeyCode::Char(c),
            _ => {
                let lower = rest.to_ascii_lowercase();
                let function = lower.strip_prefix('f').and_then(|n| n.parse::<u8>().ok());
                match (function, NAMED.iter().find(|n| n.0 == lower)) {
                    (Some(n @ 1..=24), _) => KeyCode::F(n),
                    (_, Some(named)) => named.1,
                    _ => return Err(ChordError(text.to_owned())),
                }
            }
        };
        Ok(Self::new(code, modifiers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms_read_back() {
        for text in ["k", "?", "L", "ctrl-c", "shift-tab", "alt-enter", "space", "f1", "-", "é"] {
            let chord: Chord = text.parse().unwrap();
            assert_eq!(chord.to_string(), text);
        }
    }

    #[test]
    fn shift_belongs_to_the_character() {
        let of = |code| Chord::new(code, KeyModifiers::SHIFT);
        assert_eq!(of(KeyCode::Char('L')), "L".parse().unwrap());
        assert_eq!(of(KeyCode::BackTab), "shift-tab".parse().unwrap());
    }

    #[test]
    fn a_word_that_is_no_key_is_refused() {
        for text in ["", "ctrl-", "hyper-x", "enterr", "f99"] {
            assert!(text.parse::<Chord>().is_err(), "{text}");
        }
    }

    #[test]
    fn control_characters_type_nothing() {
        assert_eq!("x".parse::<Chord>().unwrap().typed(), Some('x'));
        assert_eq!("ctrl-x".parse::<Chord>().unwrap().typed(), None);
        assert_eq!("ctrl-c".parse::<Chord>().unwrap().label(), "Ctrl-C");
    }
}
