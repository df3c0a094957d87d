//! The command.

fn main() -> std::process::ExitCode {
    elenchus::cli::main()
}
