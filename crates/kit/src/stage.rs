//! A program without a terminal: keys in, a screen out. For pictures and for tests.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{App, Flow, Looks};
use crate::clock::Instant;
use crate::event::{KeyCode, KeyModifiers, MouseEvent, MouseEventKind};
use crate::keys::{BadChord, Chord};
use crate::screen::{Context, Program, Screen, Step};
use crate::svg::{Page, svg};
use crate::terminal::{Event, Inbox};
use crate::text::rows;

/// Work wakes the loop when it is done; who waits looks up now and then all the same.
const GLANCE: Duration = Duration::from_millis(200);

/// A program on a screen of its own.
pub struct Stage<P: Program> {
    app: App<P>,
    inbox: Inbox,
    size: Rect,
    left: Option<i32>,
    /// How long an event was worked on, at the longest.
    busy: Duration,
}

impl<P: Program> Stage<P> {
    /// A program that begins with this screen, on a screen of this size.
    pub fn new(
        first: Box<dyn Screen<P>>,
        (width, height): (u16, u16),
        shared: P,
        looks: Looks<P>,
    ) -> Self {
        let inbox = Inbox::detached();
        let app = App::new(first, looks, shared, inbox.waker());
        let mut stage = Self {
            app,
            inbox,
            size: Rect::new(0, 0, width, height),
            left: None,
            busy: Duration::ZERO,
        };
        stage.settle();
        stage
    }

    /// Opens a screen above the first one, before anything was pressed.
    pub fn push_with(&mut self, open: impl FnOnce(&mut Context<P>) -> Step<P>) {
        self.app.push_with(open);
    }

    /// Presses keys, written as in a key file and separated by spaces: `right right enter`.
    ///
    /// # Errors
    /// On a text that names no key.
    pub fn press(&mut self, keys: &str) -> Result<(), BadChord> {
        for key in keys.split_whitespace() {
            self.handle(Event::Key(key.parse()?));
        }
        Ok(())
    }

    /// Presses one key, and does not wait for the work that it starts.
    ///
    /// # Errors
    /// On a text that names no key.
    pub fn start(&mut self, key: &str) -> Result<(), BadChord> {
        let chord: Chord = key.parse()?;
        self.timed(|app| app.handle(Event::Key(chord)));
        Ok(())
    }

    /// Presses one key and draws; how long the thread that draws was busy with it at the longest. What
    /// the key starts is waited for, and is not counted until its result is taken in.
    ///
    /// # Errors
    /// On a text that names no key.
    pub fn frame_of(&mut self, key: &str) -> Result<Duration, BadChord> {
        let chord: Chord = key.parse()?;
        self.busy = Duration::ZERO;
        let mut buffer = Buffer::empty(self.size);
        self.timed(|app| {
            let flow = app.handle(Event::Key(chord));
            app.draw(&mut buffer);
            flow
        });
        self.settle();
        Ok(self.busy)
    }

    /// Types every character of a text.
    pub fn type_text(&mut self, text: &str) {
        for c in text.chars() {
            self.handle(Event::Key(Chord::new(KeyCode::Char(c), KeyModifiers::empty())));
        }
    }

    /// Clicks with the left button.
    pub fn click(&mut self, column: u16, row: u16) {
        self.handle(Event::Mouse(MouseEvent { kind: MouseEventKind::Press, column, row }));
    }

    /// Gives the screen another size.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.size = Rect::new(0, 0, width, height);
        self.handle(Event::Resized);
    }

    /// Takes one event, and waits for the work that it starts.
    pub fn handle(&mut self, event: Event) {
        if self.left.is_none() {
            let flow = self.app.handle(event);
            self.note(flow);
            self.settle();
        }
    }

    /// The exit code, once the person left.
    pub fn left(&self) -> Option<i32> {
        self.left
    }

    fn note(&mut self, flow: Flow) {
        if let Flow::Leave(code) = flow {
            self.left = Some(code);
        }
    }

    /// Waits until nothing is under way, but not for ever.
    pub fn settle(&mut self) {
        let begun = Instant::now();
        self.app.resize(self.size);
        while self.left.is_none() && begun.elapsed() < Duration::from_secs(20) {
            self.timed(App::poll);
            let due = self.app.clock();
            if self.app.is_playing() || (due.is_none() && !self.app.is_working()) {
                break;
            }
            if let Some(event) = self.inbox.next(Some(due.unwrap_or(GLANCE))) {
                self.timed(|app| app.handle(event));
            }
        }
        // Work that nobody waits for, such as an evaluation, may still come in.
        while let Some(event) = self.inbox.next(Some(Duration::ZERO)) {
            self.timed(|app| app.handle(event));
        }
    }

    fn timed(&mut self, work: impl FnOnce(&mut App<P>) -> Flow) {
        let begun = Instant::now();
        let flow = work(&mut self.app);
        self.busy = self.busy.max(begun.elapsed());
        self.note(flow);
    }

    /// Waits for something to come in, at most this long; false if nothing did.
    pub fn wait(&mut self, patience: Duration) -> bool {
        match self.inbox.next(Some(patience)) {
            Some(event) => {
                self.handle(event);
                true
            }
            None => false,
        }
    }

    /// Everything that the keys do on this screen now: the keys of each offer, as a key file writes
    /// them, and its words.
    pub fn on_offer(&self) -> Vec<(Vec<String>, String)> {
        self.app.on_offer()
    }

    /// What the screens are about.
    pub fn subject(&self) -> Option<&P::Subject> {
        self.app.subject()
    }

    /// The screen as drawn.
    pub fn buffer(&self) -> Buffer {
        let mut buffer = Buffer::empty(self.size);
        self.app.draw(&mut buffer);
        buffer
    }

    /// The characters of the screen, a line a row.
    pub fn text(&self) -> String {
        let rows: Vec<_> = rows(&self.buffer()).map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n")
    }

    /// The screen as HTML, one part below the other.
    pub fn face(&self) -> String {
        self.app.face()
    }

    /// The screen as a picture.
    pub fn picture(&self) -> String {
        svg(&self.buffer(), Page::DARK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::fault;
    use crate::tests::sample::{List, Numbers};
    use crate::theme::{Glyphs, Theme};

    fn stage(looks: Looks<Numbers>) -> Stage<Numbers> {
        Stage::new(Box::new(List { left: vec![1, 2] }), (80, 24), Numbers, looks)
    }

    #[test]
    fn keys_lead_from_screen_to_screen_and_what_is_listed_is_what_they_do() {
        let mut stage = stage(Looks::default());
        assert!(stage.text().contains("▸ 2") && stage.text().contains("Enter strike it off"));
        stage.press("enter enter").unwrap();
        assert!(stage.text().contains("none is left"));
        assert!(stage.on_offer().iter().all(|(keys, _)| !keys.contains(&"enter".to_owned())));
        stage.press("enter").unwrap();
        assert!(stage.text().contains("Enter does nothing here; ? lists the keys"));
        stage.press("? enter q").unwrap();
        assert_eq!(stage.left(), None, "the help was left, the list below is there still");
        stage.press("q").unwrap();
        assert_eq!(stage.left(), Some(0));
    }

    #[test]
    fn a_screen_is_drawn_in_ascii_where_that_is_wanted_at_any_size() {
        let theme = Theme::default().with_glyphs(Glyphs::Ascii);
        let ascii = Looks::<Numbers> { theme, ..Looks::default() };
        let mut stage = stage(ascii.clone());
        for size in [(80, 24), (200, 50), (79, 24), (1, 1), (0, 0)] {
            stage.resize(size.0, size.1);
            assert_eq!(fault(&stage.buffer(), &ascii, false), None, "{size:?}");
        }
    }

    #[test]
    fn a_click_on_the_last_row_is_the_key_that_stands_there() {
        let mut stage = stage(Looks::default());
        let row = stage.text().lines().last().unwrap().to_owned();
        let column = row.find("strike").unwrap();
        stage.click(column as u16, 23);
        assert!(stage.text().contains("▸ 1") && !stage.text().contains("▸ 2"), "{}", stage.text());
    }
}
