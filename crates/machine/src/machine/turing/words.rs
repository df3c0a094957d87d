//! Describes a machine's table in words.

use super::{HeadMove, Instruction, State, Symbol, TuringMachine};

impl TuringMachine {
    /// The instructions of a state, in few words. Symbols with the same instruction share an entry:
    /// `carry: 1 write 0, L · 0 _ write 1, L to done`.
    pub fn row_words(&self, state: State) -> String {
        let name = self.state_name(state);
        if let Some(oracle) = self.oracle_in(state) {
            let way = |yes: bool| self.instruction_words(oracle.instruction(yes), None, state);
            return format!("{name}: asks; yes {} · no {}", way(true), way(false));
        }
        let mut groups: Vec<(String, String)> = Vec::new();
        let mut halts = String::new();
        for symbol in self.alphabet().symbols() {
            let glyph = self.alphabet().glyph(symbol);
            match self.next(state, &[symbol]) {
                None => push(&mut halts, glyph),
                Some(instruction) => {
                    let words = self.instruction_words(instruction, Some(symbol), state);
                    match groups.iter_mut().find(|(_, known)| *known == words) {
                        Some((symbols, _)) => push(symbols, glyph),
                        None => groups.push((glyph.to_string(), words)),
                    }
                }
            }
        }
        if groups.is_empty() {
            return format!("{name}: halts");
        }
        let mut entries: Vec<String> =
            groups.into_iter().map(|(symbols, words)| format!("{symbols} {words}")).collect();
        if !halts.is_empty() {
            entries.push(format!("{halts} halts"));
        }
        format!("{name}: {}", entries.join(" · "))
    }

    /// An instruction: `write 0, L to done`. Parts that change nothing are left out.
    fn instruction_words(&self, go: Instruction, read: Option<Symbol>, here: State) -> String {
        let direction = match go.go {
            HeadMove::Left => "L",
            HeadMove::Stay => "N",
            HeadMove::Right => "R",
        };
        let write = match read {
            Some(read) if read == go.write => String::new(),
            _ => format!("write {}, ", self.alphabet().glyph(go.write)),
        };
        let to = match go.next == here {
            true => String::new(),
            false => format!(" to {}", self.state_name(go.next)),
        };
        format!("{write}{direction}{to}")
    }
}

fn push(symbols: &mut String, glyph: char) {
    if !symbols.is_empty() {
        symbols.push(' ');
    }
    symbols.push(glyph);
}

#[cfg(test)]
mod tests {
    use crate::machine::turing::dialect::parse;

    #[test]
    fn a_row_of_the_table_is_written_in_the_fewest_words() {
        let machine = parse(
            "{input: '01', blank: ' ', start state: carry, table: {carry: {1: {write: 0, L}, \
             [0, ' ']: {write: 1, L: done}, x: R}, done: , some: {0: {N: done}}}}",
        )
        .expect("a machine");
        let words = |name: &str| machine.row_words(machine.state(name).expect("a state"));
        assert_eq!(words("carry"), "carry: _ 0 write 1, L to done · 1 write 0, L · x R");
        assert_eq!(words("done"), "done: halts");
        assert_eq!(words("some"), "some: 0 N to done · _ 1 x halts");
    }
}
