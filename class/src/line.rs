//! The connection that shows a student's screens just now: only what has changed goes over it.

use std::mem::take;
use std::sync::Arc;

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tokio::sync::Notify;

/// What a terminal is told before the first frame: default colours, an empty screen, no cursor.
const BLANK: &[u8] = b"\x1b[0m\x1b[2J\x1b[?25l";

/// A connection, as the screens see it.
pub(crate) struct Line {
    /// Which of the student's connections it is.
    pub(crate) number: u64,
    /// Rings when there is something to write.
    pub(crate) bell: Arc<Notify>,
    /// What the other end shows.
    shown: Buffer,
    /// It has to be cleared before the next frame.
    blank: bool,
    out: Option<Vec<u8>>,
    /// A frame was handed out and has not been written yet.
    busy: bool,
    /// The screen has changed since.
    stale: bool,
    end: Option<String>,
}

/// What a connection has to write next.
pub(crate) enum Piece {
    /// A frame.
    Frame(Vec<u8>),
    /// These words, and then nothing more.
    End(String),
}

impl Line {
    /// A connection whose other end shows nothing yet.
    pub(crate) fn new(number: u64) -> Self {
        Self {
            number,
            bell: Arc::default(),
            shown: Buffer::empty(Rect::ZERO),
            blank: true,
            out: None,
            busy: false,
            stale: false,
            end: None,
        }
    }

    /// The other end is cleared before the next frame.
    pub(crate) fn clear(&mut self) {
        self.blank = true;
    }

    /// Can it take a frame? If not, the screen is drawn once it can.
    pub(crate) fn is_free(&mut self) -> bool {
        self.stale |= self.busy;
        !self.busy
    }

    /// Hands out what has changed since the last frame.
    pub(crate) fn show(&mut self, frame: Buffer) {
        let mut bytes = Vec::new();
        if take(&mut self.blank) {
            bytes.extend_from_slice(BLANK);
            self.shown = Buffer::empty(frame.area);
        }
        let mut terminal = CrosstermBackend::new(&mut bytes);
        // Writing to memory does not fail.
        let _ = terminal.draw(self.shown.diff(&frame).into_iter());
        let _ = Backend::flush(&mut terminal);
        if self.shown != frame || !bytes.is_empty() {
            self.shown = frame;
            self.out = Some(bytes);
            self.busy = true;
            self.bell.notify_one();
        }
    }

    /// What is to be written next; none for now.
    pub(crate) fn take(&mut self) -> Option<Piece> {
        self.out.take().map(Piece::Frame).or_else(|| self.end.take().map(Piece::End))
    }

    /// A frame was written: the next may come. Returns whether there is one.
    pub(crate) fn written(&mut self) -> bool {
        self.busy = false;
        take(&mut self.stale)
    }

    /// Ends the connection with these words.
    pub(crate) fn leave(&mut self, words: &str) {
        self.end = Some(words.to_owned());
        self.bell.notify_one();
    }
}
