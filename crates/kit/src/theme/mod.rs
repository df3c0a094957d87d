//! Colours, attributes and glyphs: one style per role, never a status by colour alone.

mod glyphs;
mod patch;
mod plain;
mod presets;
mod role;
mod styles;

pub use glyphs::{Glyphs, to_ascii};
pub use patch::Patch;
pub use plain::Plain;
pub use presets::Preset;
pub use role::Role;
pub use styles::Theme;
