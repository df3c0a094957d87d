//! The command.

fn main() {
    elenchus::cli::main();
}
