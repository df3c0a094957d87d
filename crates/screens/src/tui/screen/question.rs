//! A form for another question about the machine of a scenario. Each row is one part of the question. A part that is
//! left empty keeps its value.

use super::{SeatsScreen, WaitingScreen};
use crate::scenario::{ProtocolFile, QuestionPart, Scenario, ScenarioQuestion};
use crate::tui::goal::capital;
use crate::tui::list;
use crate::tui::prelude::*;
use elenchus_kit::card::Card;

/// The length limit of a row's text in characters. The inputs of a wide circuit fit.
const LONGEST: usize = 4096;

/// The number of columns of a row's name.
const NAME: usize = 12;

pub struct QuestionScreen {
    id: String,
    scenario: Scenario,
    rows: Vec<(QuestionPart, TextLine)>,
    at: usize,
    /// The protocols for debates about this machine. Empty while the search runs.
    protocols: Pending<Vec<&'static str>>,
}

fn name(part: QuestionPart) -> &'static str {
    match part {
        QuestionPart::Input => "input",
        QuestionPart::Output => "output",
        QuestionPart::Steps => "steps",
        QuestionPart::Protocol => "protocol",
        QuestionPart::Claim => "claim",
    }
}

fn part_label(part: QuestionPart) -> &'static str {
    match part {
        QuestionPart::Input => "Bits such as 0110, the first input first; or a machine's tape.",
        QuestionPart::Output => "Its number, counted from 0, or its name.",
        QuestionPart::Steps => "The number of steps of the machine.",
        QuestionPart::Protocol => "The rules of the debate. Left and right change the protocol.",
        QuestionPart::Claim => {
            "0 or 1. For a file of gates, all its outputs together: 01101 or 0x2f."
        }
    }
}

impl QuestionScreen {
    /// A form about the machine of this scenario.
    pub fn new(id: String, scenario: Scenario) -> Self {
        let rows =
            scenario.question_parts().iter().map(|&part| (part, TextLine::default())).collect();
        Self { id, scenario, rows, at: 0, protocols: Pending::default() }
    }

    fn part(&self) -> QuestionPart {
        self.rows[self.at].0
    }

    fn asked(&self) -> Result<ScenarioQuestion, String> {
        let of = |part| {
            let field = self.rows.iter().find(|(p, _)| *p == part).map(|(_, field)| field.text());
            field.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let steps = of(QuestionPart::Steps).map(|text| {
            text.parse().map_err(|_| format!("`{text}` is not a number of steps: write digits"))
        });
        Ok(ScenarioQuestion {
            input: of(QuestionPart::Input),
            output: of(QuestionPart::Output),
            steps: steps.transpose()?,
            protocol: of(QuestionPart::Protocol),
            claim: of(QuestionPart::Claim),
        })
    }

    /// Prepares the debate about this question on another thread, and then opens its seats.
    fn ask(&mut self, context: &mut Context) -> Transition {
        let asked = match self.asked() {
            Ok(asked) => asked,
            Err(reason) => return context.stay(reason),
        };
        let (id, mut scenario) = (self.id.clone(), self.scenario.clone());
        let ready =
            move |_: &_| scenario.ask(&asked).and_then(|()| DebateSession::new(&id, scenario));
        WaitingScreen::start(self.scenario.title.to_string(), context, ready, |sitting, _| {
            Transition::push(SeatsScreen::asked(sitting))
        })
    }

    /// Chooses another protocol, `by` places further on.
    fn next_protocol(&mut self, by: isize) {
        let known = !self.protocols.is_empty();
        let names = if known { &**self.protocols } else { ProtocolFile::NAMES };
        let field = &mut self.rows[self.at].1;
        let now = match field.text() {
            "" => self.scenario.protocol.value.name(),
            text => text,
        };
        let at = names.iter().position(|name| *name == now).unwrap_or(0) as isize;
        field.set(names[(at + by).rem_euclid(names.len() as isize) as usize]);
    }
}

impl Screen<Playground> for QuestionScreen {
    fn scope(&self) -> KeyScope {
        KeyScope::Seats
    }

    fn name(&self) -> &'static str {
        "another question"
    }

    /// Finds the protocols for which this machine opens a debate.
    fn entered(&mut self, context: &mut Context) -> Transition {
        let (id, scenario) = (self.id.clone(), self.scenario.clone());
        self.protocols.begin(context, move |token| {
            let opens = |name: &&str| {
                let (asked, mut scenario) = (
                    ScenarioQuestion {
                        protocol: Some((*name).into()),
                        ..ScenarioQuestion::default()
                    },
                    scenario.clone(),
                );
                !token.is_stopped()
                    && scenario.ask(&asked).and_then(|()| DebateSession::new(&id, scenario)).is_ok()
            };
            ProtocolFile::NAMES.iter().copied().filter(opens).collect()
        });
        Transition::Stay
    }

    fn poll(&mut self, _context: &mut Context) -> Transition {
        self.protocols.poll();
        Transition::Stay
    }

    fn is_working(&self) -> bool {
        self.protocols.is_working()
    }

    fn accepts_edit(&self, _edit: &Edit) -> bool {
        self.part() != QuestionPart::Protocol
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        self.rows[self.at].1.edit(edit, LONGEST);
    }

    fn view(&self, canvas: &mut Canvas<'_>, _context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let (size, theme) = (canvas.area(), canvas.theme);
        layout::header(canvas, [&self.scenario.title, "another question"], &self.scenario.claim);
        let parts = [Constraint::Length(self.rows.len() as u16 + 2), Constraint::Length(4)];
        let [list, below] = Layout::vertical(parts).areas(layout::body(size));
        let inside = Card::new("The question").focused(true).draw(canvas, list);
        let row = |at: usize| {
            let (part, field) = &self.rows[at];
            let (value, role) = match field.text() {
                "" if *part == QuestionPart::Protocol => {
                    (self.scenario.protocol.value.name(), Role::Dim)
                }
                "" if at != self.at => ("as it is", Role::Dim),
                text => (text, Role::Text),
            };
            vec![theme.span(pad(name(*part), NAME), Role::Text), theme.span(value, role)].into()
        };
        let rows = (self.rows.len(), Scroll::at(self.at));
        list::draw(canvas, Card::list_area(list), rows, Some(Role::Chosen), row);
        if self.part() != QuestionPart::Protocol {
            let x = inside.x + 2 + NAME as u16;
            let row =
                Rect { x, y: inside.y + self.at as u16, width: inside.right() - x, height: 1 };
            let mut row = canvas.part(row);
            let room = row.width().saturating_sub(1);
            self.rows[self.at].1.draw(&mut row, (0, 0), room, true);
        }
        let about = (part_label(self.part()), Role::Text);
        Card::new(&capital(name(self.part()))).paragraph(canvas, below, about, 0);
        let row = |question: &mut Self, action, _: &mut Context| {
            question.at = moved(question.at, action, 1, question.rows.len());
        };
        let change = |question: &mut Self, action, _: &mut Context| {
            question.next_protocol(by(action, 1));
        };
        let is_typed = self.part() != QuestionPart::Protocol;
        let mut offers = vec![
            KeyCommand::new(&[Up, Down], "row").does(row),
            match is_typed {
                true => KeyCommand::typing("text", "type it"),
                false => KeyCommand::new(&[Left, Right], "change").does(change),
            },
            KeyCommand::new(&[Confirm], "ask this").does(Self::ask),
            KeyCommand::new(&[Cancel], "back").leaves(),
        ];
        if !is_typed {
            let [help, back] = KeyCommand::help_and_back();
            offers.extend([help, back.hidden_from_footer()]);
        }
        offers
    }
}
