//! `elenchus completions` and `elenchus man`.

use clap::{Args, Command};

use super::output::{self, Ended};

/// Print a script that completes this command in your shell.
#[derive(Debug, Args)]
pub struct Completions {
    /// Your shell.
    shell: clap_complete::Shell,
}

impl Completions {
    /// Runs it.
    pub fn run(self, command: &mut Command) -> Ended {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, command, "elenchus", &mut script);
        output::text(&String::from_utf8_lossy(&script))
    }
}

/// Prints the manual page.
pub fn man(command: Command) -> Ended {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    output::text(&String::from_utf8_lossy(&page))
}
