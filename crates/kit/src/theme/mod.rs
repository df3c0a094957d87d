//! Colours, attributes and glyphs. Each role has one style, and colour alone never shows a status.

mod glyphs;
mod patch;
mod plain;
mod presets;
mod role;
mod styles;

pub use glyphs::{Glyphs, to_ascii};
pub use patch::ThemePatch;
pub use plain::Plain;
pub use presets::Preset;
pub use role::Role;
pub use styles::Theme;
