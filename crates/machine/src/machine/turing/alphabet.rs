//! The symbols of a machine.

use std::fmt;

use unicode_width::UnicodeWidthChar;

/// The largest number of symbols of a machine, including its blank.
pub const MOST_SYMBOLS: usize = 255;

/// A symbol of a machine: its index in the machine's [`Alphabet`]. The blank has index 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u8);

impl Symbol {
    /// The blank of every alphabet.
    pub const BLANK: Self = Self(0);

    pub(super) const fn at(index: u8) -> Self {
        Self(index)
    }

    /// The index of the symbol in its alphabet, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The symbols of a machine: single characters, the blank first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    symbols: Vec<char>,
    /// The character that screens show for each symbol. It differs from the symbol if the symbol is invisible or two
    /// columns wide.
    glyphs: Vec<char>,
}

impl Alphabet {
    /// The alphabet with this blank, followed by the other symbols in the given order. Repeated symbols are dropped.
    pub(super) fn new(blank: char, others: impl IntoIterator<Item = char>) -> Self {
        let mut symbols = vec![blank];
        for symbol in others {
            if !symbols.contains(&symbol) {
                symbols.push(symbol);
            }
        }
        let free = ['_', '-', '.', '~', '^', '#', '*', '%', '&', '$', '@', '!', '?', ':'];
        // There are more free characters than symbols.
        let mut free = free
            .into_iter()
            .chain('a'..='z')
            .chain('A'..='Z')
            .chain('\u{a1}'..='\u{ac}')
            .chain('\u{ae}'..='\u{17f}')
            .filter(|c| !symbols.contains(c));
        let plain = |c: char| c != ' ' && c.width() == Some(1);
        let glyph = |&c: &char| if plain(c) { c } else { free.next().unwrap_or('␣') };
        let glyphs = symbols.iter().map(glyph).collect();
        Self { symbols, glyphs }
    }

    /// The number of symbols, including the blank.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Always false, because every alphabet has a blank.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All symbols, beginning with the blank.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = Symbol> + use<> {
        (0..self.symbols.len()).map(|at| Symbol(at as u8))
    }

    /// The symbol that a machine file writes as this character. `None` if there is none.
    pub fn symbol(&self, written: char) -> Option<Symbol> {
        self.symbols.iter().position(|&c| c == written).map(|at| Symbol(at as u8))
    }

    /// The character for a symbol on screens and in records: the symbol itself, or `_` for a space.
    /// A symbol that is two columns wide gets a character that the machine does not use.
    pub fn glyph(&self, symbol: Symbol) -> char {
        self.glyphs[symbol.index()]
    }

    /// The symbols that have another character on screens, each with that character. The blank is left out.
    pub fn shown_otherwise(&self) -> impl Iterator<Item = (char, char)> + '_ {
        let pairs = self.symbols.iter().copied().zip(self.glyphs.iter().copied());
        pairs.skip(1).filter(|(written, shown)| written != shown)
    }

    /// The symbol that [`Alphabet::glyph`] writes as this character. `None` if there is none.
    pub fn read(&self, glyph: char) -> Option<Symbol> {
        let shown = self.glyphs.iter().position(|&known| known == glyph);
        shown.map(|at| Symbol(at as u8)).or_else(|| self.symbol(glyph))
    }

    /// All characters, for messages, as in `_ 0 1`.
    pub fn list(&self) -> String {
        let glyphs: Vec<String> = self.symbols().map(|s| self.glyph(s).to_string()).collect();
        glyphs.join(" ")
    }
}
