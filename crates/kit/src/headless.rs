//! A driver without a terminal, for pictures and tests: it takes keys and returns screens.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::{App, AppCommand, Appearance};
use crate::clock::Instant;
use crate::event::{KeyCode, KeyModifiers, MouseEvent, MouseEventKind};
use crate::keys::{Chord, ChordError};
use crate::screen::{Context, Program, Screen, Transition};
use crate::svg::{SvgPage, svg};
use crate::terminal::{Event, EventQueue};
use crate::text::rows;

/// A waiting driver polls at this interval. Finished work also wakes it.
const GLANCE: Duration = Duration::from_millis(200);

/// A program with its own event queue and screen size.
pub struct HeadlessApp<P: Program> {
    app: App<P>,
    inbox: EventQueue,
    size: Rect,
    left: Option<i32>,
    /// The longest time that one event took.
    busy: Duration,
}

impl<P: Program> HeadlessApp<P> {
    /// Starts a program with its first screen and the size of its screen in columns and rows.
    pub fn new(
        first: Box<dyn Screen<P>>,
        (width, height): (u16, u16),
        shared: P,
        looks: Appearance<P>,
    ) -> Self {
        let inbox = EventQueue::detached();
        let app = App::new(first, looks, shared, inbox.waker());
        let mut stage = Self {
            app,
            inbox,
            size: Rect::new(0, 0, width, height),
            left: None,
            busy: Duration::ZERO,
        };
        stage.wait_until_idle();
        stage
    }

    /// Opens a screen above the first one, before any key is pressed.
    pub fn push_with(&mut self, open: impl FnOnce(&mut Context<P>) -> Transition<P>) {
        self.app.push_with(open);
    }

    /// Presses keys in the notation of a key file, separated by spaces: `right right enter`.
    ///
    /// # Errors
    /// Returns an error if a text names no key.
    pub fn press(&mut self, keys: &str) -> Result<(), ChordError> {
        for key in keys.split_whitespace() {
            self.handle(Event::Key(key.parse()?));
        }
        Ok(())
    }

    /// Presses one key, and does not wait for the work that it starts.
    ///
    /// # Errors
    /// Returns an error if the text names no key.
    pub fn start(&mut self, key: &str) -> Result<(), ChordError> {
        let chord: Chord = key.parse()?;
        self.timed(|app| app.handle(Event::Key(chord)));
        Ok(())
    }

    /// Presses one key and draws a frame. Returns the longest time that the drawing thread was busy. Work on
    /// other threads does not count, but taking its result does.
    ///
    /// # Errors
    /// Returns an error if the text names no key.
    pub fn frame_of(&mut self, key: &str) -> Result<Duration, ChordError> {
        let chord: Chord = key.parse()?;
        self.busy = Duration::ZERO;
        let mut buffer = Buffer::empty(self.size);
        self.timed(|app| {
            let flow = app.handle(Event::Key(chord));
            app.draw(&mut buffer);
            flow
        });
        self.wait_until_idle();
        Ok(self.busy)
    }

    /// Types each character of a text.
    pub fn type_text(&mut self, text: &str) {
        for c in text.chars() {
            self.handle(Event::Key(Chord::new(KeyCode::Char(c), KeyModifiers::empty())));
        }
    }

    /// Clicks with the left button.
    pub fn click(&mut self, column: u16, row: u16) {
        self.handle(Event::Mouse(MouseEvent { kind: MouseEventKind::Press, column, row }));
    }

    /// Changes the size of the screen.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.size = Rect::new(0, 0, width, height);
        self.handle(Event::Resized);
    }

    /// Handles one event, and waits for the work that it starts.
    pub fn handle(&mut self, event: Event) {
        if self.left.is_none() {
            let flow = self.app.handle(event);
            self.note(flow);
            self.wait_until_idle();
        }
    }

    /// The exit code. `None` until the user leaves.
    pub fn left(&self) -> Option<i32> {
        self.left
    }

    fn note(&mut self, flow: AppCommand) {
        if let AppCommand::Leave(code) = flow {
            self.left = Some(code);
        }
    }

    /// Waits until no work is running, at most 20 seconds.
    pub fn wait_until_idle(&mut self) {
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
        // The result of work that no screen waits for, such as an evaluation, may still arrive.
        while let Some(event) = self.inbox.next(Some(Duration::ZERO)) {
            self.timed(|app| app.handle(event));
        }
    }

    fn timed(&mut self, work: impl FnOnce(&mut App<P>) -> AppCommand) {
        let begun = Instant::now();
        let flow = work(&mut self.app);
        self.busy = self.busy.max(begun.elapsed());
        self.note(flow);
    }

    /// Waits for an event, at most for `patience`. Returns `false` if none arrived.
    pub fn wait(&mut self, patience: Duration) -> bool {
        match self.inbox.next(Some(patience)) {
            Some(event) => {
                self.handle(event);
                true
            }
            None => false,
        }
    }

    /// Lists what the keys do on this screen now. Each entry has the keys of a command in the notation of a key file,
    /// and the words of the command.
    pub fn on_offer(&self) -> Vec<(Vec<String>, String)> {
        self.app.on_offer()
    }

    /// The subject of the screens.
    pub fn subject(&self) -> Option<&P::Subject> {
        self.app.subject()
    }

    /// The screen as drawn.
    pub fn buffer(&self) -> Buffer {
        let mut buffer = Buffer::empty(self.size);
        self.app.draw(&mut buffer);
        buffer
    }

    /// The characters of the screen, one line for each row.
    pub fn text(&self) -> String {
        let rows: Vec<_> = rows(&self.buffer()).map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n")
    }

    /// The screen as HTML, with its parts below each other.
    pub fn to_html(&self) -> String {
        self.app.to_html()
    }

    /// The screen as an SVG picture.
    pub fn picture(&self) -> String {
        svg(&self.buffer(), SvgPage::DARK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen_checks::fault;
    use crate::tests::sample::{List, Numbers};
    use crate::theme::{Glyphs, Theme};

    fn stage(looks: Appearance<Numbers>) -> HeadlessApp<Numbers> {
        HeadlessApp::new(Box::new(List { left: vec![1, 2] }), (80, 24), Numbers, looks)
    }

    #[test]
    fn keys_lead_from_screen_to_screen_and_what_is_listed_is_what_they_do() {
        let mut stage = stage(Appearance::default());
        assert!(stage.text().contains("▸ 2") && stage.text().contains("Enter cross it off"));
        stage.press("enter enter").unwrap();
        assert!(stage.text().contains("none is left"));
        assert!(stage.on_offer().iter().all(|(keys, _)| !keys.contains(&"enter".to_owned())));
        stage.press("enter").unwrap();
        assert!(stage.text().contains("Enter does nothing here; ? lists the keys"));
        stage.press("? enter q").unwrap();
        assert_eq!(stage.left(), None, "the help was closed, and the list below is still open");
        stage.press("q").unwrap();
        assert_eq!(stage.left(), Some(0));
    }

    #[test]
    fn a_screen_is_drawn_in_ascii_where_that_is_wanted_at_any_size() {
        let theme = Theme::default().with_glyphs(Glyphs::Ascii);
        let ascii = Appearance::<Numbers> { theme, ..Appearance::default() };
        let mut stage = stage(ascii.clone());
        for size in [(80, 24), (200, 50), (79, 24), (1, 1), (0, 0)] {
            stage.resize(size.0, size.1);
            assert_eq!(fault(&stage.buffer(), &ascii, false), None, "{size:?}");
        }
    }

    #[test]
    fn a_click_on_the_last_row_presses_the_key_there() {
        let mut stage = stage(Appearance::default());
        let row = stage.text().lines().last().unwrap().to_owned();
        let column = row.find("cross").unwrap();
        stage.click(column as u16, 23);
        assert!(stage.text().contains("▸ 1") && !stage.text().contains("▸ 2"), "{}", stage.text());
    }
}
