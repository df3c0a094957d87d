//! From the bytes that a terminal sends to keys, the mouse and pasted text.
//!
//! Nothing that a terminal sends can make it wait for ever: a paste or a sequence whose end does not
//! come is given up after a silence.

use std::time::Duration;

use termina::Parser;
use termina::event as from;

use super::input::Event;
use crate::event::{KeyCode, KeyModifiers, MouseEvent, MouseEventKind};
use crate::keys::Chord;

/// Pasted text longer than this is cut: no text that is asked for is so long.
const LONGEST_PASTE: usize = 1 << 16;
const PASTE_BEGINS: &[u8] = b"\x1b[200~";
const PASTE_ENDS: &[u8] = b"\x1b[201~";

/// What was typed, as far as it is understood.
#[derive(Debug, Default)]
pub struct Typed {
    parser: Parser,
    /// What has come in and is not understood yet.
    waiting: Vec<u8>,
    /// The text of a paste whose end has not come.
    paste: Option<Vec<u8>>,
    /// Has something come in since the last silence?
    fresh: bool,
}

impl Typed {
    /// Takes bytes in, and gives what they say. `more` says that the next bytes are there already.
    pub fn take(&mut self, bytes: &[u8], more: bool) -> Vec<Event> {
        let mut events = Vec::new();
        self.fresh = true;
        self.waiting.extend_from_slice(bytes);
        loop {
            let mark = if self.paste.is_some() { PASTE_ENDS } else { PASTE_BEGINS };
            let found = self.waiting.windows(mark.len()).position(|part| part == mark);
            // The beginning of a mark may stand at the end. A single Esc is a key, if nothing follows.
            let least = if more || self.paste.is_some() { 1 } else { 2 };
            let split = (least..mark.len()).rev().find(|&n| self.waiting.ends_with(&mark[..n]));
            let kept = if found.is_some() { 0 } else { split.unwrap_or(0) };
            let until = found.unwrap_or(self.waiting.len() - kept);
            let rest = self.waiting.split_off(until);
            let part = std::mem::replace(&mut self.waiting, rest);
            match &mut self.paste {
                Some(text) => text.extend(part.iter().take(LONGEST_PASTE - text.len())),
                None => self.parse(&part, more || kept > 0 || found.is_some(), &mut events),
            }
            if found.is_none() {
                return events;
            }
            self.waiting.drain(..mark.len());
            match self.paste.take() {
                Some(text) => events.push(pasted(&text)),
                None => self.paste = Some(Vec::new()),
            }
        }
    }

    /// How long a silence must be to be told; none needs to be told if nothing can have begun.
    pub fn patience(&self) -> Option<Duration> {
        // A paste over a slow line comes in pieces; the parts of a key come together.
        let millis = if self.paste.is_some() { 1_000 } else { 100 };
        self.fresh.then(|| Duration::from_millis(millis))
    }

    /// Nothing came for that long: what has begun is given up. The text of a paste is text.
    pub fn silence(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let waiting = std::mem::take(&mut self.waiting);
        match self.paste.take() {
            Some(text) => events.push(pasted(&text)),
            None => self.parse(&waiting, false, &mut events),
        }
        self.parser = Parser::default();
        self.fresh = false;
        events
    }

    fn parse(&mut self, bytes: &[u8], more: bool, events: &mut Vec<Event>) {
        self.parser.parse(bytes, more);
        while let Some(event) = self.parser.pop() {
            events.extend(match event {
                termina::Event::Key(key) => chord(&key).map(Event::Key),
                termina::Event::Mouse(mouse) => mouse_event(&mouse).map(Event::Mouse),
                termina::Event::Paste(text) => Some(Event::Paste(text)),
                _ => None,
            });
        }
    }
}

fn pasted(text: &[u8]) -> Event {
    Event::Paste(String::from_utf8_lossy(text).into_owned())
}

/// A key as the rest of the program knows it; none for one that it has no use for.
fn chord(key: &from::KeyEvent) -> Option<Chord> {
    use from::KeyCode as From;
    if key.kind == from::KeyEventKind::Release {
        return None;
    }
    let code = match key.code {
        From::Char(c) => KeyCode::Char(c),
        From::Enter => KeyCode::Enter,
        From::Backspace => KeyCode::Backspace,
        From::Tab => KeyCode::Tab,
        From::Escape => KeyCode::Esc,
        From::Left => KeyCode::Left,
        From::Right => KeyCode::Right,
        From::Up => KeyCode::Up,
        From::Down => KeyCode::Down,
        From::Home => KeyCode::Home,
        From::End => KeyCode::End,
        From::BackTab => KeyCode::BackTab,
        From::PageUp => KeyCode::PageUp,
        From::PageDown => KeyCode::PageDown,
        From::Insert => KeyCode::Insert,
        From::Delete => KeyCode::Delete,
        From::Function(n) => KeyCode::F(n),
        _ => return None,
    };
    Some(Chord::new(code, modifiers(key.modifiers)))
}

fn modifiers(of: from::Modifiers) -> KeyModifiers {
    use from::Modifiers as From;
    [
        (From::SHIFT, KeyModifiers::SHIFT),
        (From::ALT, KeyModifiers::ALT),
        (From::CONTROL, KeyModifiers::CONTROL),
    ]
    .into_iter()
    .filter_map(|(from, to)| of.contains(from).then_some(to))
    .collect()
}

/// What a mouse did; none for what means nothing here.
fn mouse_event(mouse: &from::MouseEvent) -> Option<MouseEvent> {
    use from::MouseEventKind as From;
    let kind = match mouse.kind {
        From::Down(from::MouseButton::Left) => MouseEventKind::Press,
        From::ScrollDown => MouseEventKind::ScrollDown,
        From::ScrollUp => MouseEventKind::ScrollUp,
        _ => return None,
    };
    Some(MouseEvent { kind, column: mouse.column, row: mouse.row })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What was typed, in short: `a`, `up`, `ctrl-c`, `paste:text`.
    fn short(events: &[Event]) -> Vec<String> {
        events
            .iter()
            .map(|event| match event {
                Event::Key(chord) => chord.to_string(),
                Event::Paste(text) => format!("paste:{text}"),
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn keys_are_what_they_are_also_in_pieces() {
        let bytes = "a\u{1b}[A\u{3}é\r\t\u{7f}\u{1b}[5~\u{1b}OH".as_bytes();
        let expected = ["a", "up", "ctrl-c", "é", "enter", "tab", "backspace", "pageup", "home"];
        assert_eq!(short(&Typed::default().take(bytes, false)), expected);
        let mut typed = Typed::default();
        let mut events = Vec::new();
        for byte in bytes {
            events.extend(typed.take(&[*byte], true));
        }
        assert_eq!(short(&events), expected);
        assert_eq!(short(&Typed::default().take(b"\x1b", false)), ["esc"]);
    }

    #[test]
    fn a_paste_is_one_text_also_in_pieces() {
        let bytes = b"a\x1b[200~one\ttwo\x1b[31m\x1b[201~b";
        let expected = ["a", "paste:one\ttwo\u{1b}[31m", "b"];
        assert_eq!(short(&Typed::default().take(bytes, false)), expected);
        for cut in 1..bytes.len() {
            let mut typed = Typed::default();
            let mut events = typed.take(&bytes[..cut], true);
            events.extend(typed.take(&bytes[cut..], false));
            assert_eq!(short(&events), expected, "cut at {cut}");
        }
    }

    #[test]
    fn a_paste_or_a_sequence_without_an_end_swallows_no_later_key() {
        for (open, text) in [
            (&b"\x1b[200~abc"[..], &["paste:abc"][..]),
            (b"\x1b[200~abc\x1b[20", &["paste:abc"]),
            (b"\x1b]0;title", &[]),
            (b"\x1bPdevice", &[]),
            (b"\x1b[12;", &[]),
        ] {
            let mut typed = Typed::default();
            let mut events = typed.take(open, false);
            events.extend(typed.silence());
            assert_eq!(short(&events), text, "{open:?}");
            assert_eq!(short(&typed.take(b"\x03", false)), ["ctrl-c"], "{open:?}");
        }
    }

    #[test]
    fn a_paste_is_cut_before_it_fills_the_memory() {
        let mut typed = Typed::default();
        typed.take(PASTE_BEGINS, true);
        for _ in 0..100 {
            typed.take(&[b'x'; 4096], true);
        }
        let [Event::Paste(text)] = &typed.take(PASTE_ENDS, false)[..] else { panic!("a paste") };
        assert_eq!(text.len(), LONGEST_PASTE);
    }

    proptest! {
        #[test]
        fn no_bytes_break_it(
            parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..20),
            introduced in any::<bool>(),
        ) {
            let mut typed = Typed::default();
            for part in &parts {
                if introduced {
                    typed.take(b"\x1b[", true);
                }
                typed.take(part, false);
            }
            typed.silence();
            prop_assert_eq!(short(&typed.take(b"\x03", false)), ["ctrl-c"]);
        }
    }
}
