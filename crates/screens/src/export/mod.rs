//! Debates on paper and in a browser: boards, reads and reasons as Markdown, as one HTML file that
//! needs nothing else, as a picture, or as a recording for a terminal; and a whole course as a handout.
//!
//! Without answers a page shows what the person's seat may see, and nothing that the review reveals.

#[cfg(unix)]
mod cast;
mod feedback;
mod format;
mod handout;
mod html;
mod markdown;
mod page;
mod projected;

pub use feedback::{Judged, feedback};
pub use format::Format;
pub use handout::{WrittenCourse, handout};
pub use page::{Frame, Page, Reveal, ended, one_of_many, said};
pub use projected::projected;

use crate::tui::svg;

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
                last.map_or_else(String::new, |f| svg::svg(&f.board, svg::Page::LIGHT))
            }
        }
    }
}
