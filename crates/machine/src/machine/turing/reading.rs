//! The judge's reads of a transcript, one by one, with their text form.

use super::build::single;
use super::tableau::Pointers;
use super::{CellBits, Symbol, TableauCell, TuringMachine};

/// A part of a transcript cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CellField {
    /// The symbol that the step wrote.
    Symbol,
    /// The state after the step.
    State,
    /// The place of the head after the step.
    Head,
    /// The pointers of the step to the last writers of the cells that it read.
    Pointers,
}

impl CellField {
    /// All fields, in the order of a transcript cell's text.
    pub const ALL: [Self; 4] = [Self::Symbol, Self::State, Self::Head, Self::Pointers];

    /// The name of the field in the text, before the `=`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Symbol => "write",
            Self::State => "state",
            Self::Head => "head",
            Self::Pointers => "from",
        }
    }
}

/// A read of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TranscriptRead {
    /// A field of the transcript cell of this step, counted from 1.
    Transcript(u32, CellField),
    /// The input at a cell of the tape.
    Input(i32),
}

impl TranscriptRead {
    /// True if both reads are of the same step or of the same input cell. Such reads are shown together.
    pub fn is_beside(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Transcript(step, _), Self::Transcript(other, _)) => step == other,
            _ => self == other,
        }
    }

    /// The number of bits that the read costs. `pointers` is the number of pointers in the transcript cell.
    pub fn bits(self, bits: CellBits, pointers: u32) -> u32 {
        match self {
            Self::Transcript(_, CellField::Symbol) | Self::Input(_) => bits.symbol,
            Self::Transcript(_, CellField::State) => bits.state,
            Self::Transcript(_, CellField::Head) => bits.head,
            Self::Transcript(_, CellField::Pointers) => bits.pointer * pointers,
        }
    }
}

impl TuringMachine {
    /// A transcript cell as text: `write=1 state=add head=5 from=3`.
    pub fn write_cell(&self, cell: &TableauCell) -> String {
        CellField::ALL.map(|field| self.write_field(cell, field)).join(" ")
    }

    /// Parses a text that [`TuringMachine::write_cell`] has written.
    pub fn read_cell(&self, text: &str) -> Result<TableauCell, String> {
        let form = || {
            "write a transcript cell as `write=… state=… head=… from=…`. `from` has the steps \
             that last wrote the cells that the step reads, or 0 for the input"
                .to_owned()
        };
        let rest = text.trim().strip_prefix("write=").ok_or_else(form)?;
        let (symbol, rest) = rest.split_once(" state=").ok_or_else(form)?;
        let (name, rest) = rest.split_once(" head=").ok_or_else(form)?;
        let (head, from) = rest.split_once(" from=").ok_or_else(form)?;
        let mut cell = TableauCell {
            wrote: Symbol::BLANK,
            state: self.start().state(),
            head: 0,
            from: Pointers::new(),
        };
        let values = [symbol, name, head, from];
        for (field, value) in CellField::ALL.into_iter().zip(values) {
            self.set_field(&mut cell, field, value)?;
        }
        Ok(cell)
    }

    /// The reads of one step or one input cell as text: `6: write=b state=home head=1 from=2`,
    /// `input: cell 3 is a`. `cells` gives the transcript.
    pub fn write_readings(
        &self,
        readings: &[TranscriptRead],
        cells: impl Fn(u32) -> TableauCell,
    ) -> String {
        match readings.first() {
            None => "nothing".into(),
            Some(&TranscriptRead::Input(cell)) => {
                format!("input: cell {cell} is {}", self.alphabet().glyph(self.input_at(cell)))
            }
            Some(&TranscriptRead::Transcript(step, _)) => {
                let cell = cells(step);
                let fields = readings.iter().filter_map(|reading| match reading {
                    TranscriptRead::Transcript(_, field) => Some(self.write_field(&cell, *field)),
                    TranscriptRead::Input(_) => None,
                });
                format!("{step}: {}", fields.collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// One field of a transcript cell as text: `state=home`, `from=2`.
    pub fn write_field(&self, cell: &TableauCell, field: CellField) -> String {
        let value = match field {
            CellField::Symbol => self.alphabet().glyph(cell.wrote).to_string(),
            CellField::State => self.state_name(cell.state).to_owned(),
            CellField::Head => self.space().cell(cell.head).to_string(),
            CellField::Pointers => {
                cell.from.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
            }
        };
        format!("{}={value}", field.key())
    }

    /// Sets a field of a transcript cell from the text of [`TuringMachine::write_field`].
    ///
    /// # Errors
    /// Returns an error if the text has another form, or names something that this machine does not have. The cell
    /// then stays the same.
    pub fn read_field(
        &self,
        cell: &mut TableauCell,
        field: CellField,
        text: &str,
    ) -> Result<(), String> {
        let key = field.key();
        let value = text.trim().strip_prefix(key).and_then(|rest| rest.strip_prefix('='));
        let value = value.ok_or_else(|| format!("write `{key}=…`"))?;
        self.set_field(cell, field, value)
    }

    fn set_field(
        &self,
        cell: &mut TableauCell,
        field: CellField,
        value: &str,
    ) -> Result<(), String> {
        match field {
            CellField::Symbol => {
                let wrote = single(value).and_then(|glyph| self.alphabet().read(glyph));
                cell.wrote = wrote.ok_or_else(|| {
                    let (known, value) = (self.alphabet().list(), value.escape_default());
                    format!("`{value}` is not a symbol of this machine. It has {known}")
                })?;
            }
            CellField::State => {
                let unknown = || format!("the machine has no state `{}`", value.escape_default());
                cell.state = self.state(value).ok_or_else(unknown)?;
            }
            CellField::Head => {
                let head = value.trim().parse().ok().and_then(|at| self.space().index(at));
                let outside = || format!("the head must be at one of {}", self.space());
                cell.head = head.ok_or_else(outside)?;
            }
            CellField::Pointers => {
                let from: Option<Pointers> = value
                    .split(',')
                    .map(|step| step.trim().parse().ok().filter(|&step: &u32| step <= self.steps()))
                    .collect();
                let wrong = || format!("`from` must have step numbers from 0 to {}", self.steps());
                cell.from = from.ok_or_else(wrong)?;
            }
        }
        Ok(())
    }
}
