//! A page in a format.

#[cfg(unix)]
use super::cast;
use super::{Format, Page, html, markdown};
use crate::tui::svg::{self, Page as Paper};

impl Page {
    /// The page in a format.
    pub fn written(&self, format: Format) -> String {
        match format {
            Format::Markdown => markdown::page(self),
            Format::Html => html::document(&self.title, &self.lang, &html::page(self)),
            #[cfg(unix)]
            Format::Cast => cast::recording(self),
            Format::Svg => {
                let last = self.frames.last();
                last.map_or_else(String::new, |f| svg::svg(&f.board, Paper::LIGHT))
            }
        }
    }
}
