//! From the command line to the last key: sets the terminal up, runs the loop, gives it back.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ratatui::layout::Rect;

use super::app::{App, Flow, HANGUP, Looks};
use super::keys::{KeyMap, KeyScope};
use super::screen::{Context, Library, Screen as FirstScreen, Step, Welcome};
use super::terminal::{Event, Guard, Inbox, Screen, Signal, force_attributes, stop_self};
use super::theme::{Glyphs, Preset, Theme};
use crate::scenario::course::Course;
use crate::scenario::files;
use crate::scenario::library::{self, Entry};

/// How long the reason why a terminal is gone may take to come in.
const GOODBYE: Duration = Duration::from_millis(500);

/// How the playground is started.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Open this scenario or record above the library.
    pub file: Option<Entry>,
    /// Show this course and nothing else; the library if none is given.
    pub course: Option<Course>,
    /// The theme's name; the configuration's, or dark, if none is given.
    pub theme: Option<String>,
    /// Draw with ASCII characters alone.
    pub ascii: bool,
}

/// Why the playground could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No terminal at one of the ends.
    #[error(
        "the playground needs a terminal; without one use `elenchus list`, `run`, `replay`, \
         `solve`, `simulate` or `check` (see `elenchus --help`)"
    )]
    NoTerminal,
    /// A configuration file that cannot be used; it is left as it is.
    #[error("{file}: {message}")]
    Configuration {
        /// The file.
        file: String,
        /// What is wrong with it.
        message: String,
    },
    /// No such theme.
    #[error("there is no theme `{0}`: there are dark, light, high-contrast and mono")]
    NoTheme(String),
    /// The terminal could not be used.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

/// Opens the playground and stays until the person leaves; returns the exit code.
///
/// # Errors
/// When it could not be started, or the terminal was lost.
pub fn run(start: Start) -> Result<i32, StartError> {
    let first = start.course.as_ref().map_or_else(Library::new, |c| Library::of(c.entries.clone()));
    run_on(Box::new(first), start)
}

/// As [`run`], on another first screen than the library.
///
/// # Errors
/// As [`run`].
pub fn run_on(first: Box<dyn FirstScreen>, start: Start) -> Result<i32, StartError> {
    if !super::terminal::is_interactive() {
        return Err(StartError::NoTerminal);
    }
    let (looks, warning) = configuration(&start)?;
    force_attributes();
    let inbox = Inbox::detached();
    let of_library = first.scope() == KeyScope::Library;
    let mut app = App::new(first, looks, library::data_folder(), inbox.waker());
    // Who names a debate gets that debate, and the library behind it.
    let welcomed =
        start.file.is_some() || !super::screen::is_first(library::data_folder().as_deref());
    if of_library && !welcomed {
        app.push_with(|_| Step::Push(Box::new(Welcome::default())));
    }
    if let Some(entry) = &start.file {
        app.push_with(|context| open(entry, context));
    }
    if let Some(warning) = warning {
        app.push_with(|context| context.stay(warning));
    }
    let guard = Guard::take()?;
    inbox.listen()?;
    let mut screen = guard.screen()?;
    let ended = turn(&mut app, &inbox, &guard, &mut screen);
    drop(guard);
    crate::outside::end_all();
    match ended {
        Ok(code) => Ok(code),
        // A window that was closed cannot be drawn on; the signal that says so is on its way.
        Err(e) => why_it_is_gone(&inbox).ok_or(StartError::Terminal(e)),
    }
}

/// The exit code that a signal asks for, or the terminal's end, if that is why it cannot be used.
fn why_it_is_gone(inbox: &Inbox) -> Option<i32> {
    let begun = Instant::now();
    while let Some(left) = GOODBYE.checked_sub(begun.elapsed()) {
        match inbox.next(Some(left))? {
            Event::Signal(Signal::End(code)) => return Some(code),
            Event::Gone => return Some(HANGUP),
            _ => {}
        }
    }
    None
}

fn open(entry: &Entry, context: &mut Context) -> Step {
    super::screen::open_entry(entry, context)
}

fn turn(app: &mut App, inbox: &Inbox, guard: &Guard, screen: &mut Screen) -> io::Result<i32> {
    loop {
        fit(app, screen)?;
        // First the screen's own news, so that the frame is up to date.
        if let Flow::Leave(code) = app.poll() {
            return Ok(code);
        }
        screen.draw(|frame| {
            if !frame.area().is_empty() {
                app.draw(frame.buffer_mut());
            }
            app.was_drawn();
        })?;
        let mut next = inbox.take(app.wants_poll_in());
        // What has come in meanwhile is handled before the next frame: held keys never lag. Not
        // for ever, though: a frame is due now and then.
        let begun = Instant::now();
        while let Some(taken) = next {
            if matches!(taken.event, Event::Resized) {
                fit(app, screen)?;
            }
            match app.take(taken) {
                Flow::Go => {}
                Flow::Redraw => screen.draw_anew()?,
                Flow::Retake => {
                    guard.retake()?;
                    screen.draw_anew()?;
                }
                Flow::Stop => {
                    guard.release();
                    stop_self()?;
                    guard.retake()?;
                    screen.draw_anew()?;
                }
                Flow::Leave(code) => return Ok(code),
            }
            if begun.elapsed() > Duration::from_millis(30) {
                break;
            }
            next = inbox.take(Some(Duration::ZERO));
        }
    }
}

/// Tells the program the size of the screen.
fn fit(app: &mut App, screen: &Screen) -> io::Result<()> {
    let size = screen.size()?;
    app.resize(Rect::new(0, 0, size.width, size.height));
    Ok(())
}

/// Keys and theme: the defaults, patched by the files of the configuration folder; and a warning
/// if these cannot be read.
fn configuration(start: &Start) -> Result<(Looks, Option<String>), StartError> {
    let folder = configuration_folder();
    let mut warning = None;
    let mut read = |name| {
        read(folder.as_deref(), name).unwrap_or_else(|e| {
            warning = Some(e);
            None
        })
    };
    let keys = match read("keys.yaml") {
        Some((file, text)) => KeyMap::from_yaml(&text).map_err(|e| wrong(&file, &e.to_string()))?,
        None => KeyMap::default(),
    };
    let (theme, preset) = match read("theme.yaml") {
        Some((file, text)) => Theme::from_yaml(&text).map_err(|e| wrong(&file, &e.to_string()))?,
        None => (Theme::default(), Preset::default()),
    };
    let (colourless, sixteen) = colours();
    let looks = Looks { keys, theme, preset, colourless, sixteen };
    Ok((looks.wanted(start.theme.as_deref(), start.ascii || is_ascii())?, warning))
}

impl Looks {
    /// The same as somebody wants it: in the theme of this name, if one is given; in ASCII characters
    /// alone.
    ///
    /// # Errors
    /// If there is no such theme.
    pub fn wanted(mut self, theme: Option<&str>, ascii: bool) -> Result<Self, StartError> {
        if let Some(name) = theme {
            let preset = Preset::named(name).ok_or_else(|| StartError::NoTheme(name.to_owned()))?;
            self = self.in_preset(preset);
        }
        if ascii {
            self.theme = self.theme.with_glyphs(Glyphs::Ascii);
        }
        Ok(self)
    }
}

/// What the terminal says of its colours: that none are wanted (`NO_COLOR`), and that it has no more than
/// sixteen.
pub fn colours() -> (bool, bool) {
    let colourless = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    (colourless, has_sixteen_colours(|name| std::env::var(name).unwrap_or_default()))
}

/// Does the terminal say that it draws ASCII characters alone, or is its locale another than UTF-8?
pub fn is_ascii() -> bool {
    cfg!(unix) && draws_ascii(|name| std::env::var(name).unwrap_or_default())
}

/// Where no locale is named at all, nothing is known of it.
fn draws_ascii(variable: impl Fn(&str) -> String) -> bool {
    let locales = ["LC_ALL", "LC_CTYPE", "LANG"].map(&variable);
    let locale = locales.iter().find(|locale| !locale.is_empty());
    let is_utf8 = |locale: &String| locale.to_lowercase().replace('-', "").contains("utf8");
    variable("TERM") == "dumb" || locale.is_some_and(|locale| !is_utf8(locale))
}

/// Does the terminal say that it has no more than sixteen colours? `COLORTERM` names more, as does
/// the name of a terminal that has them.
fn has_sixteen_colours(variable: impl Fn(&str) -> String) -> bool {
    let term = variable("TERM");
    let more = ["256color", "direct", "truecolor", "kitty", "alacritty", "foot", "ghostty"];
    cfg!(unix) && variable("COLORTERM").is_empty() && !more.iter().any(|name| term.contains(name))
}

fn wrong(file: &Path, message: &str) -> StartError {
    StartError::Configuration { file: file.display().to_string(), message: message.to_owned() }
}

/// The folder of `keys.yaml` and `theme.yaml`.
pub fn configuration_folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    etcetera::choose_base_strategy().ok().map(|base| base.config_dir().join("elenchus"))
}

/// A file of the folder, if it is there; or why it cannot be read.
fn read(folder: Option<&Path>, name: &str) -> Result<Option<(PathBuf, String)>, String> {
    let Some(path) = folder.map(|f| f.join(name)) else { return Ok(None) };
    match files::text(&path) {
        Ok(text) => Ok(Some((path, text))),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(format!("without your own keys and colours: {}: {e}", path.display())),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_draws_no_other_signs_is_sent_ascii() {
        let of = |set: &'static [(&str, &str)]| {
            draws_ascii(|name| {
                set.iter().find(|v| v.0 == name).map_or(String::new(), |v| v.1.to_owned())
            })
        };
        assert!(of(&[("TERM", "dumb"), ("LANG", "de_DE.UTF-8")]));
        assert!(of(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]) && of(&[("LANG", "de_DE@euro")]));
        assert!(!of(&[("LC_CTYPE", "C.utf8"), ("LANG", "C")]) && !of(&[("TERM", "xterm")]));
    }

    #[test]
    fn a_terminal_says_how_many_colours_it_has() {
        let of = |term: &'static str, colours: &'static str| {
            has_sixteen_colours(|name| if name == "TERM" { term } else { colours }.to_owned())
        };
        assert!(of("linux", "") && of("xterm", "") && of("screen", "") && of("vt100", ""));
        assert!(!of("xterm-256color", "") && !of("xterm-kitty", "") && !of("linux", "truecolor"));
    }
}
