//! `elenchus completions` and `elenchus man`.

use anyhow::Context;
use clap::{Args, Command};

use super::output::{Ended, To};

/// Print a script that completes this command in your shell.
#[derive(Debug, Args)]
pub struct Completions {
    /// Your shell.
    shell: clap_complete::Shell,
    #[command(flatten)]
    to: To,
}

/// Print the manual page, of the program or of one of its commands.
#[derive(Debug, Args)]
pub struct Man {
    /// A command; the program itself if none.
    command: Option<String>,
    #[command(flatten)]
    to: To,
}

impl Completions {
    /// Runs it.
    pub fn run(self, mut command: Command) -> Ended {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "elenchus", &mut script);
        self.to.text(&String::from_utf8_lossy(&script))
    }
}

impl Man {
    /// Runs it.
    pub fn run(self, mut command: Command) -> Ended {
        command.build();
        let command = match &self.command {
            None => command,
            Some(name) => command
                .find_subcommand(name)
                .with_context(|| {
                    format!("there is no command `{name}`; `elenchus help` names them")
                })?
                .clone(),
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        self.to.text(&String::from_utf8_lossy(&page))
    }
}
