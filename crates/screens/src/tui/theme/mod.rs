//! Colours, attributes and glyphs. Each role has one style, and no status depends on colour alone.

mod file;
mod marks;
mod role;

pub use elenchus_kit::theme::{Glyphs, Preset};
pub use file::read;
pub use marks::DrawnMark;
pub use role::Role;

/// A complete set of styles and glyphs.
pub type Theme = elenchus_kit::theme::Theme<Role>;
