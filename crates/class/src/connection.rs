//! The connection that carries a student's screens. It sends only the changes.
//!
//! The lock is held only while two frames are compared, so the writing thread never waits for slow screens.

use std::mem::take;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use tungstenite::Message;

/// Sent before the first frame: default colours, an empty screen, no cursor.
const BLANK: &[u8] = b"\x1b[0m\x1b[2J\x1b[?25l";

#[derive(Default)]
pub(crate) struct Connection {
    state: Mutex<ConnectionState>,
    /// Wakes the writing thread.
    bell: Condvar,
}

#[derive(Default)]
struct ConnectionState {
    /// The content of the screen at the other end. If the next frame has another kind or size, the screen is cleared
    /// first.
    shown: RemoteFrame,
    out: Option<Message>,
    /// `true` if a frame waits or is being written.
    busy: bool,
    /// `true` if the screen has changed since that frame.
    stale: bool,
    end: Option<String>,
    /// `true` once the last message is sent or waits to be sent.
    ended: bool,
    over: bool,
}

/// The content of the screen at the other end. The next frame can be sent as a difference from this content.
#[derive(Default)]
enum RemoteFrame {
    #[default]
    Nothing,
    Cells(Buffer),
    Face(String),
}

/// The next thing that the writing thread must write.
pub(crate) enum OutgoingFrame {
    /// A frame: bytes for a terminal, or HTML.
    Frame(Message),
    End(String),
    /// A ping, because there was nothing to write for a while.
    Ping,
    /// Nothing, because the other end is gone.
    Over,
}

impl Connection {
    /// Makes the next frame clear the screen at the other end first.
    pub(crate) fn clear(&self) {
        self.state.lock().shown = RemoteFrame::Nothing;
    }

    /// Returns `true` if the connection can take a frame now. If it cannot, the screen is drawn later.
    pub(crate) fn is_free(&self) -> bool {
        let mut state = self.state.lock();
        state.stale |= state.busy;
        !state.busy
    }

    /// Sends the changes since the last frame.
    pub(crate) fn show(&self, frame: Buffer) {
        let mut state = self.state.lock();
        let mut bytes = Vec::new();
        let shown = match take(&mut state.shown) {
            RemoteFrame::Cells(shown) if shown.area == frame.area => shown,
            _ => {
                bytes.extend_from_slice(BLANK);
                Buffer::empty(frame.area)
            }
        };
        let mut terminal = CrosstermBackend::new(&mut bytes);
        // A write to memory does not fail.
        let _ = terminal.draw(shown.diff(&frame).into_iter());
        let _ = Backend::flush(&mut terminal);
        if shown != frame || !bytes.is_empty() {
            state.out = Some(Message::binary(bytes));
            state.busy = true;
            self.bell.notify_one();
        }
        state.shown = RemoteFrame::Cells(frame);
    }

    /// Sends the screen as HTML, unless it has not changed.
    pub(crate) fn show_face(&self, html: String) {
        let mut state = self.state.lock();
        if !matches!(&state.shown, RemoteFrame::Face(shown) if *shown == html) {
            state.out = Some(Message::text(serde_json::json!({ "face": html }).to_string()));
            state.shown = RemoteFrame::Face(html);
            state.busy = true;
            self.bell.notify_one();
        }
    }

    /// Waits for something to write, at most for `patience`.
    pub(crate) fn next(&self, patience: Duration) -> OutgoingFrame {
        let quiet =
            |state: &mut ConnectionState| state.out.is_none() && state.end.is_none() && !state.over;
        let mut state = self.state.lock();
        self.bell.wait_while_for(&mut state, quiet, patience);
        if state.over {
            return OutgoingFrame::Over;
        }
        let end = |state: &mut ConnectionState| state.end.take().map(OutgoingFrame::End);
        state
            .out
            .take()
            .map(OutgoingFrame::Frame)
            .or_else(|| end(&mut state))
            .unwrap_or(OutgoingFrame::Ping)
    }

    /// Notes that a frame was written. Returns `true` if the screen has changed since then.
    pub(crate) fn written(&self) -> bool {
        let mut state = self.state.lock();
        state.busy = false;
        take(&mut state.stale)
    }

    /// Ends the connection with a last message.
    pub(crate) fn leave(&self, words: &str) {
        let mut state = self.state.lock();
        (state.end, state.ended) = (Some(words.to_owned()), true);
        self.bell.notify_one();
    }

    /// Returns `true` until the last message is queued. Later input is ignored.
    pub(crate) fn is_open(&self) -> bool {
        !self.state.lock().ended
    }

    /// Notes that the other end is gone.
    pub(crate) fn is_over(&self) {
        self.state.lock().over = true;
        self.bell.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    fn written(line: &Connection) -> Vec<u8> {
        match line.next(Duration::ZERO) {
            OutgoingFrame::Frame(frame) => frame.into_data().to_vec(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_screen_after_text_and_one_of_another_size_begin_on_a_blank_one() {
        let line = Connection::default();
        let frame = |width, height| Buffer::empty(Rect::new(0, 0, width, height));
        line.show_face("<p>first</p>".into());
        assert_eq!(written(&line), br#"{"face":"<p>first</p>"}"#);
        line.show(frame(80, 24));
        assert!(written(&line).starts_with(BLANK));
        line.show(frame(80, 24));
        assert!(!written(&line).starts_with(BLANK), "what is shown there stays");
        line.show(frame(100, 30));
        assert!(written(&line).starts_with(BLANK));
        line.show_face("<p>first</p>".into());
        assert_eq!(
            written(&line),
            br#"{"face":"<p>first</p>"}"#,
            "the same text, but the screen showed cells"
        );
    }
}
