//! The command `elenchus`.

fn main() -> std::process::ExitCode {
    elenchus::cli::main()
}
