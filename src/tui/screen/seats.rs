//! Who plays what: one row a choice, and below it everything that this row can be.

use ratatui::layout::{Position, Rect};

use super::table::{Options, TableScreen};
use super::{Context, Edit, Question, Screen, Step, side};
use crate::debate::{SeatPlan, StrategyInfo};
use crate::rules::{Eye, Seat};
use crate::scenario::{Forbidden, Hidden, Lesson};
use crate::show::Brief;
use crate::strategy::Argument;
use crate::tui::canvas::Canvas;
use crate::tui::goal::capital;
use crate::tui::keys::{Action, KeyScope};
use crate::tui::layout::{self, Anatomy, Divider};
use crate::tui::offer::Offer;
use crate::tui::prompt::Field;
use crate::tui::scroll::Scroll;
use crate::tui::sitting::Sitting;
use crate::tui::text::{pad, wrap};
use crate::tui::theme::Role;

/// One row of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Seat(Seat),
    Seed,
    Evaluation,
    Curtain,
    Question,
    Start,
}

const ROWS: [Row; 8] = [
    Row::Seat(Seat::Alice),
    Row::Seat(Seat::Bob),
    Row::Seat(Seat::Judge),
    Row::Seed,
    Row::Evaluation,
    Row::Curtain,
    Row::Question,
    Row::Start,
];

/// Who can sit in a seat.
enum Choice {
    Human,
    /// What the scenario says, if that is not a plain strategy or is hidden.
    Own(SeatPlan),
    Strategy(StrategyInfo),
    /// A program outside, whose command is typed.
    Outside,
}

/// The choices of one seat, the one chosen, and what was typed after its name.
struct Chair {
    choices: Vec<Choice>,
    at: usize,
    argument: Field,
}

/// The set-up of a debate.
pub struct Seats {
    sitting: Sitting,
    chairs: [Chair; 3],
    seed: Field,
    options: Options,
    focus: usize,
    brief: Brief,
    side_shift: usize,
}

impl Chair {
    fn new(sitting: &Sitting, seat: Seat) -> Self {
        let plan = sitting.game().seat_plan(seat);
        let hides = sitting.scenario.hides(Hidden::player(seat));
        let mut choices = vec![Choice::Human];
        let strategies = sitting.game().strategies(seat);
        let (name, argument) = match &plan {
            SeatPlan::Program(written) => written.split_once(':').unwrap_or((written.as_str(), "")),
            _ => ("", ""),
        };
        let plain = !hides && strategies.iter().any(|s| s.name == name);
        let own = plan != SeatPlan::Human && !plain;
        if own {
            choices.push(Choice::Own(plan.clone()));
        }
        choices.extend(strategies.into_iter().map(Choice::Strategy));
        choices.push(Choice::Outside);
        let at = match plan {
            SeatPlan::Human => 0,
            _ if own => 1,
            _ => choices
                .iter()
                .position(|c| matches!(c, Choice::Strategy(s) if s.name == name))
                .unwrap_or(0),
        };
        let argument = if plain { argument } else { "" };
        // What a file names is not started by it: the command has to be typed again.
        let named = sitting.scenario.seats.of(seat).is_some_and(|p| p.value.outside().is_some());
        let at = if named { choices.len() - 1 } else { at };
        Self { choices, at, argument: Field::new(argument) }
    }

    fn chosen(&self) -> &Choice {
        &self.choices[self.at.min(self.choices.len() - 1)]
    }

    fn takes_argument(&self) -> bool {
        match self.chosen() {
            Choice::Strategy(s) => s.argument != Argument::None,
            Choice::Outside => true,
            Choice::Human | Choice::Own(_) => false,
        }
    }

    /// The command that was typed, where a program outside shall sit.
    fn command(&self) -> Option<&str> {
        matches!(self.chosen(), Choice::Outside).then(|| self.argument.text().trim())
    }

    fn plan(&self) -> SeatPlan {
        match self.chosen() {
            Choice::Human | Choice::Outside => SeatPlan::Human,
            Choice::Own(plan) => plan.clone(),
            Choice::Strategy(s) if self.argument.text().is_empty() => {
                SeatPlan::Program(s.name.to_owned())
            }
            Choice::Strategy(s) => {
                SeatPlan::Program(format!("{}:{}", s.name, self.argument.text()))
            }
        }
    }

    fn step(&mut self, by: isize) {
        let n = self.choices.len() as isize;
        self.at = (self.at as isize + by).rem_euclid(n) as usize;
        self.argument.set("");
    }
}

fn label(choice: &Choice, hides: bool) -> String {
    match choice {
        Choice::Human => "you".into(),
        Choice::Own(_) if hides => "as the scenario says".into(),
        Choice::Own(plan) => plan.words(),
        Choice::Strategy(s) => s.written.clone(),
        Choice::Outside => "program:".into(),
    }
}

fn says(choice: &Choice, hides: bool) -> String {
    match choice {
        Choice::Human => "a person at this screen".into(),
        Choice::Own(_) if hides => "a program that the review will name".into(),
        Choice::Own(_) => "as the scenario says".into(),
        Choice::Strategy(s) => s.says.into(),
        Choice::Outside => "a program of yours: type its command, such as python3 bob.py".into(),
    }
}

impl Seats {
    /// The set-up of a debate that has not begun.
    pub fn new(sitting: Sitting) -> Self {
        let people = sitting.people();
        let eye = people.first().map_or(Eye::Seat(Seat::Judge), |&s| Eye::Seat(s));
        let brief = sitting.position().brief(eye);
        Self {
            chairs: Seat::ALL.map(|seat| Chair::new(&sitting, seat)),
            seed: Field::new(sitting.game().seed().to_string()),
            options: Options::default(),
            focus: ROWS.len() - 1,
            brief,
            side_shift: 0,
            sitting,
        }
    }

    /// Is everything as the scenario says?
    fn is_default(&self) -> bool {
        let game = self.sitting.game();
        let seated = |seat: Seat| self.chairs[seat.index()].plan() == game.seat_plan(seat);
        let Options { evaluation, curtain } = self.options;
        let seed = self.seed.text() == game.seed().to_string();
        let outside = self.chairs.iter().any(|chair| chair.command().is_some());
        !outside && Seat::ALL.into_iter().all(seated) && seed && !evaluation && !curtain
    }

    fn row(&self) -> Row {
        ROWS[self.focus]
    }

    fn side(&self, context: &Context) -> (side::Panel, Rect) {
        let a = Anatomy::of(context.size, false);
        let paragraphs = side::paragraphs(&self.brief);
        let area = Rect { height: a.ask.y.saturating_sub(a.board.y), ..a.side };
        (side::Panel { paragraphs, last: String::new() }, area)
    }

    fn hides(&self, seat: Seat) -> bool {
        self.sitting.scenario.hides(Hidden::player(seat))
    }

    fn change(&mut self, by: isize, context: &mut Context) {
        let fixed = self.sitting.scenario.forbids(Forbidden::Seats);
        if fixed && matches!(self.row(), Row::Seat(_) | Row::Seed) {
            context.say("this exercise fixes the players and the seed");
            return;
        }
        match self.row() {
            Row::Seat(seat) => self.chairs[seat.index()].step(by),
            Row::Seed => {
                let seed = self.seed.text().parse::<u64>().unwrap_or(0);
                self.seed.set(seed.saturating_add_signed(by as i64).to_string());
            }
            Row::Evaluation if self.sitting.scenario.allows_evaluation() => {
                self.options.evaluation = !self.options.evaluation;
            }
            Row::Evaluation => context.say("this scenario keeps the evaluation off"),
            Row::Curtain => self.options.curtain = !self.options.curtain,
            Row::Question | Row::Start => {}
        }
    }

    /// Can something else be asked of the machine? Not in a lesson, which is about its own question.
    fn can_be_asked(&self) -> bool {
        let scenario = &self.sitting.scenario;
        !scenario.question_parts().is_empty()
            && scenario.lesson == Lesson::default()
            && !scenario.forbids(Forbidden::Seats)
    }

    fn is_shown(&self, row: Row) -> bool {
        row != Row::Question || self.can_be_asked()
    }

    /// The focus goes to the next row that is shown.
    fn step(&mut self, by: isize) {
        let mut at = self.focus;
        while let Some(next) = at.checked_add_signed(by).filter(|&next| next < ROWS.len()) {
            at = next;
            if self.is_shown(ROWS[at]) {
                self.focus = at;
                return;
            }
        }
    }

    fn confirm(&mut self, context: &mut Context) -> Step {
        if self.row() != Row::Question {
            return self.start(context);
        }
        if !context.is_owner() {
            // It may ask for millions of steps.
            context.say("in a class the machine is asked what its file asks");
            return Step::Stay;
        }
        let question = Question::new(self.sitting.id.clone(), self.sitting.scenario.clone());
        Step::Push(Box::new(question))
    }

    fn start(&mut self, context: &mut Context) -> Step {
        let plans = Seat::ALL.map(|seat| self.chairs[seat.index()].plan());
        for seat in Seat::ALL {
            if let SeatPlan::Program(written) = &plans[seat.index()]
                && let Err(reason) = self.sitting.game().check_strategy(seat, written)
            {
                self.focus = seat.index();
                context.say(format!("{}: {reason}", capital(seat.name())));
                return Step::Stay;
            }
        }
        let commands = Seat::ALL.map(|seat| self.chairs[seat.index()].command());
        if !context.is_owner()
            && let Some(at) = commands.iter().position(Option::is_some)
        {
            self.focus = at;
            context.say("in a class nobody runs a program of theirs on this machine");
            return Step::Stay;
        }
        if let Some(at) = commands.iter().position(|command| *command == Some("")) {
            self.focus = at;
            context.say("type the command of the program that shall sit here");
            return Step::Stay;
        }
        let Ok(seed) = self.seed.text().parse::<u64>() else {
            self.focus = 3;
            context.say("the seed is a whole number");
            return Step::Stay;
        };
        let mut sitting = match self.sitting.again(seed, &plans) {
            Ok(sitting) => sitting,
            Err(reason) => {
                context.say(reason);
                return Step::Stay;
            }
        };
        sitting.seat_programs(commands.map(|command| command.map(str::to_owned)));
        sitting.begin(context.attempt(&self.sitting.id, &self.sitting.scenario));
        // Without a journal it can be played all the same, but the person has to know.
        match context.journals().map(|folder| sitting.keep_journal(&folder)) {
            Some(Err(e)) => context.say(format!("no journal, a crash would lose this debate: {e}")),
            None => context.say("no folder for a journal: a crash would lose this debate"),
            Some(Ok(())) => {}
        }
        Step::Replace(Box::new(TableScreen::new(sitting, self.options)))
    }

    fn value(&self, row: Row) -> String {
        match row {
            Row::Seat(seat) => {
                let chair = &self.chairs[seat.index()];
                match (chair.chosen(), chair.plan()) {
                    (Choice::Strategy(s), SeatPlan::Program(_))
                        if s.argument != Argument::None && chair.argument.text().is_empty() =>
                    {
                        s.written.clone()
                    }
                    (Choice::Strategy(_), SeatPlan::Program(written)) => written,
                    (Choice::Outside, _) => format!("program: {}", chair.argument.text()),
                    (choice, _) => label(choice, self.hides(seat)),
                }
            }
            Row::Seed => self.seed.text().to_owned(),
            Row::Evaluation if !self.sitting.scenario.allows_evaluation() => {
                "off, by the scenario".into()
            }
            Row::Evaluation => on_off(self.options.evaluation),
            Row::Curtain => on_off(self.options.curtain),
            Row::Question | Row::Start => String::new(),
        }
    }

    fn row_of(&self, at: Position, context: &Context) -> Option<usize> {
        let a = Anatomy::of(context.size, false);
        let y = usize::from(at.y.checked_sub(a.board.y)?);
        (0..ROWS.len())
            .find(|&i| screen_row(i) == y && a.board.contains(at) && self.is_shown(ROWS[i]))
    }

    /// On a wide screen: everything that every seat can be, side by side.
    fn all_choices(&self, canvas: &mut Canvas<'_>) {
        let columns = canvas.width() / 3;
        for seat in Seat::ALL {
            let chair = &self.chairs[seat.index()];
            let area = canvas.area();
            let x = area.x + (seat.index() * columns) as u16;
            let mut part = canvas.part(Rect { x, width: columns as u16, ..area });
            part.say(3, 0, &capital(seat.name()), Role::Heading);
            let hides = self.hides(seat);
            let mut y = 1;
            for (i, choice) in chair.choices.iter().enumerate() {
                let here = i == chair.at;
                let role = if here { Role::Chosen } else { Role::Text };
                let sign = if here { '▸' } else { ' ' };
                part.say(1, y, &format!("{sign} {}", label(choice, hides)), role);
                y += 1;
                for line in wrap(&says(choice, hides), columns.saturating_sub(7)) {
                    part.say(5, y, &line, Role::Dim);
                    y += 1;
                }
            }
        }
    }

    fn below(&self, canvas: &mut Canvas<'_>) {
        match self.row() {
            Row::Seat(seat) => {
                let chair = &self.chairs[seat.index()];
                let rows = canvas.height();
                let mut scroll = Scroll::at(chair.at);
                scroll.settle(chair.choices.len(), rows);
                let window = scroll.plain_window(chair.choices.len(), rows);
                let hides = self.hides(seat);
                for (y, i) in (window.first..window.first + window.count).enumerate() {
                    let choice = &chair.choices[i];
                    let here = i == chair.at;
                    let role = if here { Role::Chosen } else { Role::Text };
                    let sign = if here { '▸' } else { ' ' };
                    let name = pad(&label(choice, hides), 22);
                    canvas.say(0, y, &format!(" {sign} {name} {}", says(choice, hides)), role);
                }
                let mut note = String::new();
                if window.above > 0 {
                    note += &format!("↑ {} ", window.above);
                }
                if window.below > 0 {
                    note += &format!("↓ {} more", window.below);
                }
                if !note.is_empty() {
                    let style = canvas.style(Role::Dim);
                    canvas.put_right(rows.saturating_sub(1), &note, style, 1);
                }
            }
            row => {
                let words = match row {
                    Row::Seed => "The same seed draws the same coins, whatever is taken back.",
                    Row::Evaluation => {
                        "Shows what each place is worth while you play; e switches it as well."
                    }
                    Row::Curtain => {
                        "Covers the screen when the turn goes from one person to another."
                    }
                    Row::Question => {
                        "Enter asks about another input, output or number of steps, or by another \
                         protocol."
                    }
                    _ => "Enter begins. Every move is kept on disk; q leaves and r goes on later.",
                };
                canvas.say(3, 0, words, Role::Text);
                let look_for = &*self.sitting.scenario.lesson.look_for;
                if row == Row::Start && !look_for.is_empty() {
                    let columns = canvas.width().saturating_sub(5);
                    for (y, line) in wrap(look_for, columns).iter().take(2).enumerate() {
                        canvas.say(3, y + 1, line, Role::Dim);
                    }
                }
            }
        }
    }
}

/// Row of the board on which a row of the set-up stands.
fn screen_row(i: usize) -> usize {
    match i {
        0..=2 => i,
        3 => 4,
        4 | 5 => i + 2,
        6 => 10,
        _ => 12,
    }
}

fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.into()
}

impl Screen for Seats {
    fn scope(&self) -> KeyScope {
        KeyScope::Seats
    }

    fn offers(&self, context: &Context) -> Vec<Offer> {
        use Action::*;
        let mut offers = vec![Offer::new(&[Up, Down], "row")];
        if !matches!(self.row(), Row::Question | Row::Start) {
            offers.push(Offer::new(&[Left, Right], "change"));
        }
        let typed = match self.row() {
            Row::Seat(seat) => self.chairs[seat.index()].takes_argument(),
            Row::Seed => true,
            _ => false,
        };
        if typed {
            let outside = matches!(self.row(), Row::Seat(seat) if self.chairs[seat.index()].command().is_some());
            offers.push(Offer::typing(if outside { "a-z" } else { "0-9." }, "type it"));
        }
        let does = if self.row() == Row::Question { "ask something else" } else { "start" };
        offers.push(Offer::new(&[Confirm], does));
        if !self.is_default() {
            offers.push(Offer::new(&[Defaults], "defaults"));
        }
        let (panel, area) = self.side(context);
        if panel.overflows(area) {
            offers.push(Offer::new(&[PageUp, PageDown], "a page").quietly());
        }
        offers.push(Offer::new(&[First, Last], "first and last row").quietly());
        offers.push(Offer::new(&[Cancel], "back").quietly());
        offers.push(Offer::new(&[Help], "help"));
        offers.push(Offer::new(&[Back], "back"));
        offers
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Step {
        match action {
            Action::Up => self.step(-1),
            Action::Down => self.step(1),
            Action::First => self.focus = 0,
            Action::Last => self.focus = ROWS.len() - 1,
            Action::PageUp | Action::PageDown => {
                let (panel, area) = self.side(context);
                self.side_shift = panel.paged(action, self.side_shift, area);
            }
            Action::Left => self.change(-1, context),
            Action::Right => self.change(1, context),
            Action::Defaults => {
                self.chairs = Seat::ALL.map(|seat| Chair::new(&self.sitting, seat));
                self.seed.set(self.sitting.game().seed().to_string());
                self.options = Options::default();
            }
            Action::Confirm => return self.confirm(context),
            _ => return Step::Pop,
        }
        Step::Stay
    }

    fn takes(&self, edit: &Edit) -> bool {
        let number = |field: &Field, signs: &str| match edit {
            Edit::Char(c) => c.is_ascii_digit() || signs.contains(*c),
            Edit::Backspace => !field.text().is_empty(),
            _ => false,
        };
        if self.sitting.scenario.forbids(Forbidden::Seats) {
            return false;
        }
        match self.row() {
            Row::Seat(seat) => {
                let chair = &self.chairs[seat.index()];
                let typed = match edit {
                    Edit::Char(_) | Edit::Paste(_) => chair.command().is_some(),
                    _ => false,
                };
                typed || (chair.takes_argument() && number(&chair.argument, ".-"))
            }
            Row::Seed => number(&self.seed, ""),
            _ => false,
        }
    }

    fn edit(&mut self, edit: Edit, _context: &mut Context) {
        match self.row() {
            Row::Seat(seat) => {
                let chair = &mut self.chairs[seat.index()];
                let most = if chair.command().is_some() { 400 } else { 20 };
                chair.argument.edit(edit, most);
            }
            Row::Seed => self.seed.edit(edit, 19),
            _ => {}
        }
    }

    fn click(&mut self, at: Position, context: &mut Context) -> Step {
        match self.row_of(at, context) {
            Some(row) if row == self.focus && matches!(ROWS[row], Row::Question | Row::Start) => {
                self.confirm(context)
            }
            Some(row) if row == self.focus => {
                self.change(1, context);
                Step::Stay
            }
            Some(row) => {
                self.focus = row;
                Step::Stay
            }
            None => Step::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let a = Anatomy::of(canvas.area(), false);
        let scenario = &self.sitting.scenario;
        layout::title_bar(&mut canvas.part(a.title), &scenario.title, "seats");
        canvas.part(a.claim).say(1, 0, &self.sitting.game().now().claim(), Role::Text);
        Divider::new("who plays, with what")
            .heading(a.side.x.into(), &self.brief.protocol)
            .crossing(a.seam(), '┬')
            .draw(&mut canvas.part(a.top), Role::Heading);
        // The list of choices takes the rows of ledger and prompt below it.
        let body = Rect { height: a.ask.y.saturating_sub(a.board.y), ..a.board };
        layout::seam(canvas, a.seam(), body.y, body.height);
        let mut list = canvas.part(body);
        for (i, &row) in ROWS.iter().enumerate().filter(|(_, row)| self.is_shown(**row)) {
            let here = i == self.focus;
            let sign = if here { '▸' } else { ' ' };
            let name = match row {
                Row::Seat(seat) => pad(&capital(seat.name()), 10),
                Row::Seed => pad("seed of every coin", 30),
                Row::Evaluation => pad("evaluation bar while playing", 30),
                Row::Curtain => pad("curtain between players", 30),
                Row::Question => "Ask something else of this file …".into(),
                Row::Start => "Start the debate".into(),
            };
            let y = screen_row(i);
            let role = match (here, row) {
                (true, Row::Question | Row::Start) => Role::Cursor,
                (true, _) => Role::Chosen,
                _ => Role::Text,
            };
            let x = list.say(1, y, &format!("{sign} "), Role::Text);
            let x = list.say(x, y, &name, role);
            let value = self.value(row);
            if !value.is_empty() {
                let shown = if here { format!("← {value} →") } else { format!("  {value}") };
                list.say(x + 1, y, &shown, role);
            }
        }
        if list.width() >= 100 && list.height() > 20 {
            let area = list.area();
            let rest = Rect { y: area.y + 13, height: area.height - 13, ..area };
            self.all_choices(&mut list.part(rest));
        }
        let hints = scenario.lesson.hints.len();
        list.say(3, 8, &format!("{} {hints}", pad("hints", 32)), Role::Text);
        let (panel, area) = self.side(context);
        panel.draw(&mut canvas.part(area), self.side_shift);
        let heading = match self.row() {
            Row::Seat(seat) => format!(
                "{}: {} to choose from",
                capital(seat.name()),
                self.chairs[seat.index()].choices.len()
            ),
            Row::Seed => "the seed".into(),
            Row::Evaluation => "the evaluation".into(),
            Row::Curtain => "the curtain".into(),
            Row::Question => "another question".into(),
            Row::Start => "ready".into(),
        };
        Divider::new(&heading).crossing(a.seam(), '┴').draw(&mut canvas.part(a.ask), Role::Ask);
        self.below(&mut canvas.part(a.prompt));
    }
}
