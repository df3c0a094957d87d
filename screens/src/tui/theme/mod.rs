//! Colours, attributes and glyphs: one style per role, never a status by colour alone.

mod glyphs;
mod marks;
mod patch;
mod presets;
mod role;
mod styles;

pub use glyphs::{Glyphs, to_ascii};
pub use marks::Shown;
pub use patch::ThemeError;
pub use presets::Preset;
pub use role::Role;
pub use styles::Theme;
