//! Parses the bytes of a terminal into keys, mouse events and pasted text.
//!
//! The parser never waits for ever. If the end of a paste or a sequence does not come, the parser gives up after a
//! silence.

use std::time::Duration;

use termina::Parser;
use termina::event as from;

use super::event_queue::Event;
use crate::event::{KeyCode, KeyModifiers, MouseEvent, MouseEventKind};
use crate::keys::Chord;

/// The longest pasted text in bytes. The rest is cut, because no text field needs more.
const LONGEST_PASTE: usize = 1 << 16;
const PASTE_BEGINS: &[u8] = b"\x1b[200~";
const PASTE_ENDS: &[u8] = b"\x1b[201~";

/// The parser's state.
#[derive(Debug, Default)]
pub struct InputDecoder {
    parser: Parser,
    /// The bytes that are not parsed yet.
    waiting: Vec<u8>,
    /// The text of an unfinished paste.
    paste: Option<Vec<u8>>,
    /// `true` if bytes arrived since the last silence.
    fresh: bool,
}

impl InputDecoder {
    /// Parses bytes and returns their events. `more` says that further bytes are already available.
    pub fn feed(&mut self, bytes: &[u8], more: bool) -> Vec<Event> {
        let mut events = Vec::new();
        self.fresh = true;
        self.waiting.extend_from_slice(bytes);
        loop {
            let mark = if self.paste.is_some() { PASTE_ENDS } else { PASTE_BEGINS };
            let found = self.waiting.windows(mark.len()).position(|part| part == mark);
            // The bytes may end inside the mark of a paste. A single Esc is a key if nothing follows.
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

    /// The silence after which the caller calls [`InputDecoder::silence`]. `None` if nothing is unfinished.
    pub fn patience(&self) -> Option<Duration> {
        // A paste over a slow line arrives in pieces. The bytes of a key arrive together.
        let millis = if self.paste.is_some() { 1_000 } else { 100 };
        self.fresh.then(|| Duration::from_millis(millis))
    }

    /// Handles a silence: stops waiting for the rest of a sequence or a paste, and returns the events of the bytes so
    /// far.
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

/// Converts a key. `None` if the program has no use for it.
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

/// Converts a mouse event. `None` if the program has no use for it.
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

    /// The events in short form: `a`, `up`, `ctrl-c`, `paste:text`.
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
        assert_eq!(short(&InputDecoder::default().feed(bytes, false)), expected);
        let mut typed = InputDecoder::default();
        let mut events = Vec::new();
        for byte in bytes {
            events.extend(typed.feed(&[*byte], true));
        }
        assert_eq!(short(&events), expected);
        assert_eq!(short(&InputDecoder::default().feed(b"\x1b", false)), ["esc"]);
    }

    #[test]
    fn a_paste_is_one_text_also_in_pieces() {
        let bytes = b"a\x1b[200~one\ttwo\x1b[31m\x1b[201~b";
        let expected = ["a", "paste:one\ttwo\u{1b}[31m", "b"];
        assert_eq!(short(&InputDecoder::default().feed(bytes, false)), expected);
        for cut in 1..bytes.len() {
            let mut typed = InputDecoder::default();
            let mut events = typed.feed(&bytes[..cut], true);
            events.extend(typed.feed(&bytes[cut..], false));
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
            let mut typed = InputDecoder::default();
            let mut events = typed.feed(open, false);
            events.extend(typed.silence());
            assert_eq!(short(&events), text, "{open:?}");
            assert_eq!(short(&typed.feed(b"\x03", false)), ["ctrl-c"], "{open:?}");
        }
    }

    #[test]
    fn a_paste_is_cut_before_it_fills_the_memory() {
        let mut typed = InputDecoder::default();
        typed.feed(PASTE_BEGINS, true);
        for _ in 0..100 {
            typed.feed(&[b'x'; 4096], true);
        }
        let [Event::Paste(text)] = &typed.feed(PASTE_ENDS, false)[..] else { panic!("a paste") };
        assert_eq!(text.len(), LONGEST_PASTE);
    }

    proptest! {
        #[test]
        fn no_bytes_break_it(
            parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..20),
            introduced in any::<bool>(),
        ) {
            let mut typed = InputDecoder::default();
            for part in &parts {
                if introduced {
                    typed.feed(b"\x1b[", true);
                }
                typed.feed(part, false);
            }
            typed.silence();
            prop_assert_eq!(short(&typed.feed(b"\x03", false)), ["ctrl-c"]);
        }
    }
}
