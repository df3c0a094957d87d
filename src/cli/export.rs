//! `elenchus export`: writes debates and courses for paper and browsers.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::output::{CommandResult, OutputArgs};
use super::page_export;
use super::progress::with_progress;
use crate::export::{DebatePage, ExportFormat, Reveal, debate_handout, handout, projected};
use crate::rules::Turn;
use crate::scenario::{FileError, course, library, resume};

/// Write a debate or a course as Markdown, HTML, a picture, or a page to play.
///
/// HTML files need no server and no network. Without --answers, the output has nothing that the
/// person's seat may not see, except pages for a partner: a handout of a seat that reads has what each bit
/// shows on a page of its own.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  elenchus export find-the-lie --to markdown
  elenchus export --course exercises --to html --answers --out course.html")]
pub struct Export {
    /// A scenario or a saved debate. Without it, the whole course becomes a handout.
    ///
    /// As Markdown or HTML, a scenario becomes a handout, and a saved debate becomes its moves with their
    /// boards.
    file: Option<String>,
    /// A course: a folder, or `exercises`. The default is the library.
    #[arg(long, value_name = "COURSE", conflicts_with = "file")]
    course: Option<String>,
    /// The format of the output.
    #[arg(long = "to", value_name = "FORMAT", value_parser = formats())]
    form: Form,
    #[command(flatten)]
    to: OutputArgs,
    /// Show everything that the review shows.
    ///
    /// In a handout, hints and honest play get separate pages. In a saved debate, each move has its comment,
    /// and the other variations come last.
    #[arg(long)]
    answers: bool,
    /// Show a debate step by step to a class.
    ///
    /// The page shows what the players say and what the judge sees. After the end of the debate it
    /// shows everything. In a course, honest programs play each debate.
    #[arg(long, conflicts_with = "answers")]
    projector: bool,
}

/// The format of a text or of a picture. `None` for a page to play.
type Form = Option<ExportFormat>;

fn formats() -> impl TypedValueParser<Value = Form> {
    let of = |name, help| PossibleValue::new(name).help(help);
    PossibleValuesParser::new([
        of("markdown", "Text with its boards").alias("md"),
        of("html", "A page that steps through the moves"),
        of("svg", "A picture of the last board"),
        of("play", "The playground as one page, to play in a browser"),
    ])
    .try_map(|name| if name == "play" { Ok(None) } else { name.parse().map(Some) })
}

impl Export {
    pub fn run(self) -> CommandResult {
        let Some(format) = self.form else { return self.play() };
        let out = self.to.open()?;
        let text = match &self.file {
            Some(file) => self.debate(file, format)?,
            None if format == ExportFormat::Svg => {
                anyhow::bail!(
                    "a course cannot become one picture. Name a debate, or use --to markdown or html"
                )
            }
            None => {
                let course = self.course()?;
                let made = with_progress("debates", |token| match self.projector {
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

    /// The course from the options. The default is the whole library.
    fn course(&self) -> Result<course::Course, FileError> {
        match &self.course {
            Some(name) => course::course(name),
            None => Ok(course::Course { title: "Elenchus".into(), entries: library::all() }),
        }
    }

    fn play(&self) -> CommandResult {
        if self.answers || self.projector {
            anyhow::bail!(
                "a page to play has no --answers and no --projector, because the review shows \
                 everything. Leave them out"
            );
        }
        let page = page_export::page()?;
        let course = match &self.file {
            Some(file) => page_export::debate(library::find(file)?)?,
            None => {
                let (course, left_out) = page_export::course(self.course()?);
                for error in left_out {
                    eprintln!("left out: {error}");
                }
                course
            }
        };
        self.to.open()?.text(&page_export::page_with_course(page, &course)?)
    }

    fn debate(&self, file: &str, format: ExportFormat) -> anyhow::Result<String> {
        let entry = library::find(file)?;
        let scenario = entry.scenario?;
        let at = |fault| FileError::at(file, &entry.text, fault);
        let game = resume(&scenario).map_err(at)?;
        let is_over = matches!(game.position().turn(), Turn::Over(_));
        let is_played = is_over || scenario.attempt.is_some();
        if format != ExportFormat::Svg && !is_played && !self.projector {
            let handout = with_progress("moves", |token| {
                debate_handout(&scenario, format, self.answers, token)
            });
            return Ok(handout?.map_err(at)?);
        }
        let reveal = match (self.projector, self.answers) {
            (true, _) => Reveal::AtTheEnd,
            (false, true) => Reveal::Throughout,
            (false, false) => Reveal::Never,
        };
        let page = with_progress("moves", |token| {
            DebatePage::for_format(format, &scenario, &*game, reveal, token)
        })?;
        Ok(page.written(format))
    }
}
