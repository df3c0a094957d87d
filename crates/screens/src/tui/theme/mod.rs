//! Colours, attributes and glyphs: one style per role, never a status by colour alone.

mod file;
mod marks;
mod role;

pub use elenchus_kit::theme::{Glyphs, Preset};
pub use file::read;
pub use marks::DrawnMark;
pub use role::Role;

/// A complete set of styles and glyphs.
pub type Theme = elenchus_kit::theme::Theme<Role>;
