//! `elenchus course`: a course as it is handed out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use serde_json::json;

use super::long::long;
use super::output::{Ended, file_names};
use crate::review::released;
use crate::scenario::{course, library, write};

/// Hand out a course.
#[derive(Debug, Subcommand)]
pub enum CourseCommand {
    Release(Release),
}

/// Write a course for each student, sealed: it is played and graded as any other, and no file of it tells
/// answers or who plays.
///
/// What differs from student to student is what `vary` of an exercise allows: a seed, players, inputs.
/// Grade with `--course` and the folder that is made.
#[derive(Debug, Args)]
pub struct Release {
    /// The course: a folder, or `exercises`.
    course: String,
    /// A file with the name of a student in each line.
    #[arg(long, value_name = "FILE")]
    students: PathBuf,
    /// The folder that is made, with a folder for each student.
    #[arg(long = "to", value_name = "FOLDER")]
    folder: PathBuf,
    /// The same number gives each student the same again.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl CourseCommand {
    /// Runs it.
    pub fn run(self) -> Ended {
        let Self::Release(release) = self;
        release.run()
    }
}

impl Release {
    fn run(self) -> Ended {
        let file = self.students.display();
        let text = std::fs::read_to_string(&self.students).with_context(|| file.to_string())?;
        let names: Vec<&str> =
            text.lines().map(str::trim).filter(|name| !name.is_empty()).collect();
        let mut seen = BTreeSet::new();
        if let Some(twice) = names.iter().find(|name| !seen.insert(**name)) {
            bail!("{file}: {twice} is there twice: tell them apart");
        }
        if names.is_empty() {
            bail!("{file}: there is no name in it: write a student's name in each line");
        }
        if self.folder.exists() {
            bail!("{} is there already: name a folder to be made", self.folder.display());
        }
        let course = course::course(&self.course)?;
        // The folder appears whole, or not at all.
        let within = match self.folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let made = tempfile::Builder::new().prefix(".elenchus-").tempdir_in(within)?;
        long("students", |token| {
            for (name, student) in file_names(&names).iter().zip(&names) {
                token.check()?;
                self.hand_out(&made.path().join(name), student, &course, token)?;
            }
            anyhow::Ok(())
        })??;
        std::fs::rename(made.keep(), &self.folder)?;
        Ok(true)
    }

    fn hand_out(
        &self,
        folder: &Path,
        student: &str,
        course: &course::Course,
        token: &crate::work::Token,
    ) -> anyhow::Result<()> {
        std::fs::create_dir(folder)?;
        let ids: Vec<&str> = course.entries.iter().map(|entry| entry.id.as_str()).collect();
        let names: Vec<String> =
            file_names(&ids).into_iter().map(|name| format!("{name}.yaml")).collect();
        for (entry, name) in course.entries.iter().zip(&names) {
            let scenario = entry.scenario.as_ref().map_err(Clone::clone)?;
            let own = released(scenario, &entry.id, student, self.seed, token)?;
            std::fs::write(folder.join(name), write(&own)?)?;
        }
        // JSON is YAML.
        let index = format!("title: {}\ndebates: {}\n", json!(course.title), json!(names));
        std::fs::write(folder.join(library::COURSE_INDEX), index)?;
        Ok(())
    }
}
