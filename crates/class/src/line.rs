//! The connection that shows a student's screens just now: only what has changed goes over it.
//!
//! Its lock is held for no longer than a frame takes to be compared: who writes to a connection never
//! waits for screens that are being worked out.

use std::mem::take;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use tungstenite::Message;

/// What a terminal is told before the first frame: default colours, an empty screen, no cursor.
const BLANK: &[u8] = b"\x1b[0m\x1b[2J\x1b[?25l";

/// A connection, as the screens see it.
#[derive(Default)]
pub(crate) struct Line {
    state: Mutex<LineState>,
    /// Rings when there is something to write.
    bell: Condvar,
}

#[derive(Default)]
struct LineState {
    /// What the other end shows. Where that is nothing of the next frame's kind, it is cleared before that
    /// frame.
    shown: ShownThere,
    out: Option<Message>,
    /// A frame was handed out and has not been written yet.
    busy: bool,
    /// The screen has changed since.
    stale: bool,
    end: Option<String>,
    /// Its last words were said.
    ended: bool,
    over: bool,
}

/// What the other end shows that the next frame can stand on.
#[derive(Default)]
enum ShownThere {
    #[default]
    Nothing,
    Cells(Buffer),
    Face(String),
}

/// What a connection has to write next.
pub(crate) enum Piece {
    /// A frame: what a terminal is told, or HTML.
    Frame(Message),
    /// These words, and then nothing more.
    End(String),
    /// A sign of life: there was nothing to write for a while.
    Ping,
    /// Nothing more: the other end is gone.
    Over,
}

impl Line {
    /// The other end is cleared before the next frame.
    pub(crate) fn clear(&self) {
        self.state.lock().shown = ShownThere::Nothing;
    }

    /// Can it take a frame? If not, the screen is drawn once it can.
    pub(crate) fn is_free(&self) -> bool {
        let mut state = self.state.lock();
        state.stale |= state.busy;
        !state.busy
    }

    /// Hands out what has changed since the last frame.
    pub(crate) fn show(&self, frame: Buffer) {
        let mut state = self.state.lock();
        let mut bytes = Vec::new();
        let shown = match take(&mut state.shown) {
            ShownThere::Cells(shown) if shown.area == frame.area => shown,
            _ => {
                bytes.extend_from_slice(BLANK);
                Buffer::empty(frame.area)
            }
        };
        let mut terminal = CrosstermBackend::new(&mut bytes);
        // Writing to memory does not fail.
        let _ = terminal.draw(shown.diff(&frame).into_iter());
        let _ = Backend::flush(&mut terminal);
        if shown != frame || !bytes.is_empty() {
            state.out = Some(Message::binary(bytes));
            state.busy = true;
            self.bell.notify_one();
        }
        state.shown = ShownThere::Cells(frame);
    }

    /// Hands out the screen as text, unless it is the same as before.
    pub(crate) fn show_face(&self, html: String) {
        let mut state = self.state.lock();
        if !matches!(&state.shown, ShownThere::Face(shown) if *shown == html) {
            state.out = Some(Message::text(serde_json::json!({ "face": html }).to_string()));
            state.shown = ShownThere::Face(html);
            state.busy = true;
            self.bell.notify_one();
        }
    }

    /// What is to be written next; waits until there is something, for no longer than this.
    pub(crate) fn next(&self, patience: Duration) -> Piece {
        let quiet =
            |state: &mut LineState| state.out.is_none() && state.end.is_none() && !state.over;
        let mut state = self.state.lock();
        self.bell.wait_while_for(&mut state, quiet, patience);
        if state.over {
            return Piece::Over;
        }
        let end = |state: &mut LineState| state.end.take().map(Piece::End);
        state.out.take().map(Piece::Frame).or_else(|| end(&mut state)).unwrap_or(Piece::Ping)
    }

    /// A frame was written: the next may come. Returns whether there is one.
    pub(crate) fn written(&self) -> bool {
        let mut state = self.state.lock();
        state.busy = false;
        take(&mut state.stale)
    }

    /// Ends the connection with these words.
    pub(crate) fn leave(&self, words: &str) {
        let mut state = self.state.lock();
        (state.end, state.ended) = (Some(words.to_owned()), true);
        self.bell.notify_one();
    }

    /// Is what is typed there still meant for the screens?
    pub(crate) fn is_open(&self) -> bool {
        !self.state.lock().ended
    }

    /// The other end is gone.
    pub(crate) fn is_over(&self) {
        self.state.lock().over = true;
        self.bell.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    fn written(line: &Line) -> Vec<u8> {
        match line.next(Duration::ZERO) {
            Piece::Frame(frame) => frame.into_data().to_vec(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_screen_after_text_and_one_of_another_size_begin_on_a_blank_one() {
        let line = Line::default();
        let frame = |width, height| Buffer::empty(Rect::new(0, 0, width, height));
        line.show_face("<p>first</p>".into());
        assert_eq!(written(&line), br#"{"face":"<p>first</p>"}"#);
        line.show(frame(80, 24));
        assert!(written(&line).starts_with(BLANK));
        line.show(frame(80, 24));
        assert!(!written(&line).starts_with(BLANK), "what stands there is kept");
        line.show(frame(100, 30));
        assert!(written(&line).starts_with(BLANK));
        line.show_face("<p>first</p>".into());
        assert_eq!(
            written(&line),
            br#"{"face":"<p>first</p>"}"#,
            "the same text, but cells stood there"
        );
    }
}
