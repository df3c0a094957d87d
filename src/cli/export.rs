//! `elenchus export`: debates and courses on paper and in a browser.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::long::long;
use super::output::{Ended, To};
use super::playable;
use crate::export::{Format, Page, Reveal, handout, projected};

use crate::scenario::{FileError, course, library, resume};

/// Write a debate, or the whole course, as Markdown, HTML or a picture, or to be played.
///
/// The HTML is one file that needs no server and no network. Without --answers nothing shows that the
/// person's seat may not see.
#[derive(Debug, Args)]
pub struct Export {
    /// A scenario or a saved debate; without one, the whole course as a handout.
    file: Option<String>,
    /// Another course: a folder, or `exercises`.
    #[arg(long, value_name = "COURSE", conflicts_with = "file")]
    course: Option<String>,
    /// As what it is written.
    #[arg(long = "to", value_name = "FORMAT", value_parser = formats())]
    form: Form,
    #[command(flatten)]
    to: To,
    /// Show everything that the review shows; in a handout, hints and honest play on pages of their own.
    #[arg(long)]
    answers: bool,
    /// For a class that looks on: what is said aloud and what the judge sees, nothing before its time, and
    /// everything after the debate's end. Of a course, each debate as honest programs play it.
    #[arg(long, conflicts_with = "answers")]
    projector: bool,
}

/// As what it is to be read; none if it is to be played.
type Form = Option<Format>;

fn formats() -> impl TypedValueParser<Value = Form> {
    let of = |name, help| PossibleValue::new(name).help(help);
    PossibleValuesParser::new([
        of("markdown", "text with its boards").alias("md"),
        of("html", "one page that steps through the moves"),
        of("svg", "a picture of the last board"),
        of("play", "the playground itself as one page, which plays in a browser"),
    ])
    .try_map(|name| if name == "play" { Ok(None) } else { name.parse().map(Some) })
}

impl Export {
    /// Runs it.
    pub fn run(self) -> Ended {
        let Some(format) = self.form else { return self.play() };
        let out = self.to.open()?;
        let text = match &self.file {
            Some(file) => self.debate(file, format)?,
            None if format == Format::Svg => {
                anyhow::bail!(
                    "a course is written as markdown or html; name a debate for a picture"
                )
            }
            None => {
                let course = self.course()?;
                let made = long("debates", |token| match self.projector {
                    true => projected(&course, format, token),
                    false => handout(&course, format, self.answers, token),
                });
                let (text, left_out) = made??;
                for error in left_out {
                    eprintln!("left out: {error}");
                }
                text
            }
        };
        out.text(&text)
    }

    /// The course that is asked for; the whole library if none is named.
    fn course(&self) -> Result<course::Course, FileError> {
        match &self.course {
            Some(name) => course::course(name),
            None => Ok(course::Course { title: "Elenchus".into(), entries: library::all() }),
        }
    }

    fn play(&self) -> Ended {
        if self.answers || self.projector {
            anyhow::bail!("a page that is played tells by itself what may be told, and when");
        }
        let page = playable::page()?;
        let course = match &self.file {
            Some(file) => playable::debate(library::find(file)?)?,
            None => {
                let (course, left_out) = playable::course(self.course()?);
                for error in left_out {
                    eprintln!("left out: {error}");
                }
                course
            }
        };
        self.to.open()?.text(&playable::filled(page, &course)?)
    }

    fn debate(&self, file: &str, format: Format) -> anyhow::Result<String> {
        let entry = library::find(file)?;
        let scenario = entry.scenario?;
        let game = resume(&scenario).map_err(|f| FileError::at(file, &entry.text, f))?;
        let reveal = match (self.projector, self.answers) {
            (true, _) => Reveal::AtTheEnd,
            (false, true) => Reveal::Throughout,
            (false, false) => Reveal::Never,
        };
        let page =
            long("moves", |token| Page::for_format(format, &scenario, &*game, reveal, token))?;
        Ok(page.written(format))
    }
}
