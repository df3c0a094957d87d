//! Runs the playground: sets the terminal up, runs the loop and restores the terminal.

use std::io;
use std::path::{Path, PathBuf};

use elenchus_kit::environment::{colours, is_ascii};
use elenchus_kit::run::{until_left, why_it_is_gone};

use super::app::{App, Appearance};
use super::keys::{self, KeyScope};
use super::screen::{LibraryScreen, Playground, Screen, Transition};
use super::terminal::{EventQueue, TerminalGuard, force_attributes};
use super::theme::{self, Glyphs, Preset};
use crate::scenario::course::Course;
use crate::scenario::files;
use crate::scenario::library::{self, LibraryEntry};

/// The options with which the playground starts.
#[derive(Clone, Debug, Default)]
pub struct StartOptions {
    /// A scenario or record that opens above the library.
    pub file: Option<LibraryEntry>,
    /// The only course to show. `None` shows the whole library.
    pub course: Option<Course>,
    /// The name of the theme. If `None`, the theme of the configuration is used, or else the dark one.
    pub theme: Option<String>,
    /// `true` to draw with ASCII characters only.
    pub ascii: bool,
    /// `true` to open records at their first move, with the rest covered.
    pub covered: bool,
}

/// The reason why the playground could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Input or output is not a terminal.
    #[error(
        "the playground needs a terminal; without one use `elenchus list`, `run`, `replay`, \
         `solve`, `simulate` or `check` (see `elenchus --help`)"
    )]
    NoTerminal,
    /// An unknown theme.
    #[error("there is no theme `{0}`: choose dark, light, high-contrast or mono")]
    NoTheme(String),
    /// The terminal cannot be used.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

/// Runs the playground until the player leaves. Returns the exit code.
///
/// # Errors
/// Returns an error if the playground could not start, or if it lost the terminal.
pub fn run(start: StartOptions) -> Result<i32, StartError> {
    let entries = start.course.as_ref().map_or_else(library::all, |course| course.entries.clone());
    let all = LibraryScreen::new(entries);
    let first = match &start.file {
        Some(entry) => all.begun_at(&entry.id),
        None => all,
    };
    run_on(Box::new(first), start)
}

/// Runs the playground like [`run`], but with `first` as the first screen instead of the library.
///
/// # Errors
/// Returns the same errors as [`run`].
pub fn run_on(first: Box<dyn Screen<Playground>>, start: StartOptions) -> Result<i32, StartError> {
    if !super::terminal::is_interactive() {
        return Err(StartError::NoTerminal);
    }
    let (looks, warning) = configuration(&start)?;
    force_attributes();
    let inbox = EventQueue::detached();
    let of_library = first.scope() == KeyScope::Library;
    let mut app = App::new(first, looks, Playground::at(library::data_folder()), inbox.waker());
    // A file on the command line opens on top of the library.
    let is_first = super::screen::is_first(library::data_folder().as_deref());
    app.push_with(|context| {
        context.covers = start.covered;
        context.coaches = of_library && !context.progress.has_won();
        match of_library && is_first && start.file.is_none() {
            true => super::screen::first_debate(context),
            false => Transition::Stay,
        }
    });
    if let Some(entry) = &start.file {
        app.push_with(|context| super::screen::open_entry(entry, context));
    }
    if let Some(warning) = warning {
        app.push_with(|context| context.stay(warning));
    }
    let guard = TerminalGuard::acquire()?;
    inbox.listen()?;
    let mut screen = guard.screen()?;
    let ended = until_left(&mut app, &inbox, &guard, &mut screen);
    drop(guard);
    crate::outside::end_all();
    match ended {
        Ok(code) => Ok(code),
        // Nothing can be drawn in a closed window. A signal with the reason will follow.
        Err(e) => why_it_is_gone(&inbox).ok_or(StartError::Terminal(e)),
    }
}

/// Keys and theme: the defaults with the changes of the configuration files. The text is a warning if a file
/// cannot be used. Then the defaults take its place.
fn configuration(start: &StartOptions) -> Result<(Appearance, Option<String>), StartError> {
    let folder = configuration_folder();
    let mut warnings = Vec::new();
    let keys = setting(folder.as_deref(), "keys.yaml", keys::read, &mut warnings);
    let theme = setting(folder.as_deref(), "theme.yaml", theme::read, &mut warnings);
    let (keys, (theme, preset)) = (keys.unwrap_or_default(), theme.unwrap_or_default());
    let (colourless, sixteen) = colours();
    let looks = Appearance { keys, theme, preset, colourless, sixteen };
    let looks = appearance(looks, start.theme.as_deref(), start.ascii || is_ascii())?;
    Ok((looks, (!warnings.is_empty()).then(|| warnings.join(" "))))
}

/// Changes to the theme with this name, if there is a name. If `ascii` is true, also changes to ASCII characters.
///
/// # Errors
/// Returns an error if there is no theme with this name.
pub fn appearance(
    mut looks: Appearance,
    theme: Option<&str>,
    ascii: bool,
) -> Result<Appearance, StartError> {
    if let Some(name) = theme {
        let preset = Preset::named(name).ok_or_else(|| StartError::NoTheme(name.to_owned()))?;
        looks = looks.in_preset(preset);
    }
    if ascii {
        looks.theme = looks.theme.with_glyphs(Glyphs::Ascii);
    }
    Ok(looks)
}

/// The folder of `keys.yaml` and `theme.yaml`.
pub fn configuration_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    etcetera::choose_base_strategy().ok().map(|base| base.config_dir().join("elenchus"))
}

/// The value of a file of the folder. `None` if there is no such file, or if it cannot be used. A warning then
/// says why.
fn setting<T>(
    folder: Option<&Path>,
    name: &str,
    parse: impl Fn(&str) -> Result<T, String>,
    warnings: &mut Vec<String>,
) -> Option<T> {
    let path = folder?.join(name);
    let value = match files::text(&path) {
        Ok(text) => parse(&text),
        Err(e) if e.kind() == io::ErrorKind::NotFound => return None,
        Err(e) => Err(e.to_string()),
    };
    let warn = |e| warnings.push(format!("Your {name} is not used. {}: {e}.", path.display()));
    value.map_err(warn).ok()
}
