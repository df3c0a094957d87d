//! The playground without a terminal, for pictures and tests. It takes keys and returns a screen.

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;

use super::app::Appearance;
use super::screen::{LibraryScreen, Playground, Screen};
use super::session::DebateSession;
use crate::debate::NodeId;
use crate::scenario::library::LibraryEntry;

/// A playground without a terminal.
pub struct HeadlessPlayground(elenchus_kit::headless::HeadlessApp<Playground>);

impl HeadlessPlayground {
    /// The library with these entries on a screen of this size. The player's data is saved in `data`. If it is `None`,
    /// nothing is saved.
    pub fn new(entries: Vec<LibraryEntry>, size: (u16, u16), data: Option<PathBuf>) -> Self {
        Self::with_appearance(entries, size, data, Appearance::default())
    }

    /// The same playground with other keys and colours.
    pub fn with_appearance(
        entries: Vec<LibraryEntry>,
        size: (u16, u16),
        data: Option<PathBuf>,
        looks: Appearance,
    ) -> Self {
        Self::beginning(Box::new(LibraryScreen::new(entries)), size, data, looks)
    }

    /// The same playground with another first screen.
    pub fn beginning(
        first: Box<dyn Screen<Playground>>,
        size: (u16, u16),
        data: Option<PathBuf>,
        looks: Appearance,
    ) -> Self {
        Self(elenchus_kit::headless::HeadlessApp::new(first, size, Playground::at(data), looks))
    }

    /// Opens the setup of the seats for a scenario, as the library does. A record opens in its review.
    pub fn open(&mut self, entry: &LibraryEntry) {
        self.push_with(|context| super::screen::set_up(entry, context));
        self.wait_until_idle();
    }

    /// Opens an entry like a file on the command line. A scenario opens at its board.
    pub fn play(&mut self, entry: &LibraryEntry) {
        self.push_with(|context| super::screen::open_entry(entry, context));
        self.wait_until_idle();
    }

    /// Opens the first debate, as the first start does.
    pub fn first_start(&mut self) {
        self.push_with(super::screen::first_debate);
        self.wait_until_idle();
    }

    /// The node of the debate on the screen. `None` if the screen shows no debate.
    pub fn node(&self) -> Option<NodeId> {
        self.subject().map(DebateSession::here)
    }
}

impl Deref for HeadlessPlayground {
    type Target = elenchus_kit::headless::HeadlessApp<Playground>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for HeadlessPlayground {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::HeadlessPlayground;
    use crate::scenario::library;
    use crate::tui::svg::escape;
    use crate::tui::text_mode::SIZE;

    #[test]
    fn a_table_is_headings_in_reading_order_lines_and_a_button_for_every_offer() {
        let mut stage = HeadlessPlayground::new(library::shipped(), SIZE, None);
        stage.open(&library::find("contract-comma").unwrap());
        stage.press("enter").unwrap();
        let html = stage.to_html();
        let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part}: {html}"));
        assert!(
            html.contains(
                ">The contract's comma</h1>\n<p class=\"state\">you are the judge · turn"
            ),
            "{html}"
        );
        // The question comes before the board.
        let order =
            ["Alice claims", "<h2>Your ruling", "<h2>Alice's transcript", "<h2>Cost", "<nav"];
        let places = order.map(at);
        assert!(places.is_sorted(), "{places:?}");
        for (keys, words) in stage.on_offer() {
            let Some(key) = keys.first() else { continue };
            at(&format!("data-key=\"{}\"", escape(key)));
            at(&escape(&words));
        }
        // At the table, at the end and in the library, the text has every word of the cells.
        for keys in ["y", "enter", "q q"] {
            stage.press(keys).unwrap();
            let (html, shown) = (stage.to_html(), stage.text());
            let rows: Vec<&str> = shown.lines().collect();
            let said = rows[..rows.len() - 1].join("\n");
            for word in said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                assert!(html.contains(word), "{word}: {html}");
            }
        }
        // No line is cut, and no line contains a part of the frame.
        assert!(!html.contains('│') && !html.contains('─'), "{html}");
    }
}
