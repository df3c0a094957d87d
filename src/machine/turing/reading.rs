//! What the judge reads of a transcript, one thing at a time, and how that is written.

use super::{Cell, CellBits, TuringMachine};

/// A part of a transcript cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// What the step wrote.
    Symbol,
    /// The state it left.
    State,
    /// Where it left the head.
    Head,
    /// Its pointers to the last writers of what it read.
    Pointers,
}

impl Field {
    /// All of them, in the order of a transcript cell's text.
    pub const ALL: [Self; 4] = [Self::Symbol, Self::State, Self::Head, Self::Pointers];
}

/// One thing the judge reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// A part of the transcript cell of a step, from 1.
    Transcript(u32, Field),
    /// The input at a cell of the tape.
    Input(i32),
}

impl Reading {
    /// How many bits it is. `pointers` is how many pointers the cell has.
    pub fn bits(self, bits: CellBits, pointers: u32) -> u32 {
        match self {
            Self::Transcript(_, Field::Symbol) | Self::Input(_) => bits.symbol,
            Self::Transcript(_, Field::State) => bits.state,
            Self::Transcript(_, Field::Head) => bits.head,
            Self::Transcript(_, Field::Pointers) => bits.pointer * pointers,
        }
    }
}

impl TuringMachine {
    /// Readings of one step, or of one input cell, as text: `6: write=b state=home head=1 from=2`,
    /// `input: cell 3 is a`. `cells` gives the transcript.
    pub fn write_readings(&self, readings: &[Reading], cells: impl Fn(u32) -> Cell) -> String {
        match readings.first() {
            None => "nothing".into(),
            Some(&Reading::Input(cell)) => {
                format!("input: cell {cell} is {}", self.alphabet().glyph(self.input_at(cell)))
            }
            Some(&Reading::Transcript(step, _)) => {
                let cell = cells(step);
                let fields = readings.iter().filter_map(|reading| match reading {
                    Reading::Transcript(_, field) => Some(self.write_field(&cell, *field)),
                    Reading::Input(_) => None,
                });
                format!("{step}: {}", fields.collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// One field of a transcript cell as text: `state=home`, `from=2`.
    pub fn write_field(&self, cell: &Cell, field: Field) -> String {
        match field {
            Field::Symbol => format!("write={}", self.alphabet().glyph(cell.wrote)),
            Field::State => format!("state={}", self.state_name(cell.state)),
            Field::Head => format!("head={}", self.space().cell(cell.head)),
            Field::Pointers => {
                let from: Vec<String> = cell.from.iter().map(u32::to_string).collect();
                format!("from={}", from.join(","))
            }
        }
    }
}
