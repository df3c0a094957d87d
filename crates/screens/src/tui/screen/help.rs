//! Help: the keys of the screen, its marks and the words of the debate, then all keys and the glossary.

use crate::text::board::{CellFlaw, CellMark, CellRole};
use crate::text::glossary::{self, GLOSSARY, GlossaryEntry};
use crate::text::narrate::capital;
use crate::tui::board::BoardSign;
use crate::tui::keys::{KeyMap, Scope as _, Table as _};
use crate::tui::prelude::*;
use crate::tui::screen::commands::Commands;
use crate::tui::theme::{DrawnMark, Theme};
use elenchus_kit::card::Card;
use elenchus_kit::screen::{Command, Program};
use ratatui::style::Style;

/// The first column of the words.
const WORDS: usize = 22;

/// The largest number of glossary entries on the first page.
const FEW: usize = 5;

const OF_FILES: &str = "You can change keys and themes in keys.yaml and theme.yaml of the configuration folder. \
                        This list then shows your keys. You can also use the mouse: click, turn the wheel, or \
                        click a key in the last row.";

/// The pages of the help.
const PAGES: [&str; 3] = ["Now", "All keys", "Glossary"];

/// A heading, or a key, mark or word with its meaning.
enum Row {
    Heading(String),
    Entry(String, Style, String),
    Blank,
}

/// The help for one screen, made when it is opened.
pub struct HelpScreen {
    place: KeyScope,
    name: &'static str,
    here: Vec<(String, String)>,
    /// The glossary words on that screen.
    words: Vec<&'static GlossaryEntry>,
    /// The text of that screen.
    seen: String,
    page: usize,
    top: usize,
}

impl Program for Playground {
    type Action = Action;
    type Role = Role;
    type Subject = DebateSession;

    fn help(
        screen: &dyn Screen<Self>,
        offers: &[Offer],
        keys: &KeyMap,
        seen: &str,
    ) -> Box<dyn Screen<Self>> {
        Box::new(HelpScreen::new(screen, offers, keys, seen))
    }

    fn commands(
        screen: &dyn Screen<Self>,
        commands: Vec<Command<Action>>,
    ) -> Box<dyn Screen<Self>> {
        use Action::{Down, First, Last, Left, PageDown, PageUp, Right, Up};
        let moves = [Left, Right, Up, Down, PageUp, PageDown, First, Last];
        let of = commands.into_iter().filter(|command| !moves.contains(&command.action)).collect();
        Box::new(Commands::new(screen.scope(), of))
    }

    fn may_leave(&self) -> bool {
        self.is_owner()
    }
}

impl HelpScreen {
    /// Help for a screen with these commands and this text.
    pub fn new(
        screen: &dyn Screen<Playground>,
        offers: &[Offer],
        keys: &KeyMap,
        seen: &str,
    ) -> Self {
        let everywhere = |offer: &Offer| {
            let own = [Action::Redraw, Action::Suspend, Action::Theme, Action::Quit];
            matches!(offer.actions(), [action] if own.contains(action))
        };
        let here = offers.iter().filter(|offer| !everywhere(offer));
        let mut here: Vec<(String, String)> =
            here.filter_map(|o| Some((o.keys(keys)?, o.words().to_owned()))).collect();
        // If several commands do the same, help shows the first.
        here.dedup_by(|next, own| next.1 == own.1);
        let words = glossary::entries_in(seen);
        let (place, name, seen) = (screen.scope(), screen.name(), seen.to_owned());
        Self { place, name, here, words, seen, page: 0, top: 0 }
    }

    fn rows(&self, columns: usize, keys: &KeyMap, theme: &Theme) -> Vec<Row> {
        match self.page {
            0 => self.now(columns, theme),
            1 => self.all_keys(keys, theme),
            _ => {
                let style = theme.style(Role::Chosen);
                let entry =
                    |own: &GlossaryEntry| Row::Entry(own.word.into(), style, own.means.into());
                GLOSSARY.iter().map(entry).collect()
            }
        }
    }

    /// The keys, the marks and a few words of the screen below.
    fn now(&self, columns: usize, theme: &Theme) -> Vec<Row> {
        let style = theme.style(Role::Chosen);
        let mut rows = vec![Row::Heading("Keys".into())];
        // Two short entries share a row.
        let mut keys = self.here.iter().peekable();
        while let Some((key, words)) = keys.next() {
            let mut text = words.clone();
            let fits = |(key, words): &&(String, String)| width(key) < 14 && width(words) < 20;
            if width(words) < 20
                && let Some((key, words)) = keys.next_if(fits)
            {
                text = format!("{}  {}  {words}", pad(&text, 20), pad(key, 14));
            }
            rows.push(Row::Entry(key.clone(), style, text));
        }
        let one = CellMark::bit(true);
        let marks = [
            (CellMark::unread(), BoardSign::Unread, "The judge has not read it."),
            (one.clone().read_as(Some(2)), BoardSign::Read, "The judge read it second."),
            (
                one.clone().part(CellRole::Relevant),
                BoardSign::Relevant,
                "The step in dispute uses it.",
            ),
            (
                one.clone().part(CellRole::Disputed),
                BoardSign::Disputed,
                "In dispute, or where the debate is.",
            ),
            (
                one.clone().flaw(CellFlaw::Differs),
                BoardSign::Differs,
                "You computed something else.",
            ),
            (one.clone().flaw(CellFlaw::Wrong), BoardSign::Wrong, "Wrong. Shown after the debate."),
            (CellMark::hidden(), BoardSign::Hidden, "Hidden from you until the review."),
        ];
        let on_board: Vec<_> =
            marks.iter().filter(|(_, sign, _)| sign.is_in(&self.seen, theme.glyphs)).collect();
        if !on_board.is_empty() {
            rows.extend([Row::Blank, Row::Heading("Marks on the board".into())]);
            rows.extend(on_board.into_iter().map(|(mark, _, words)| {
                let shown = DrawnMark::plain(mark);
                let text = shown.text(theme.glyphs).trim().to_owned();
                Row::Entry(text, shown.style(theme), (*words).into())
            }));
        }
        if !self.words.is_empty() {
            rows.extend([Row::Blank, Row::Heading("Words".into())]);
            let few = self.words.iter().take(FEW);
            let text =
                |own: &GlossaryEntry| cut(own.means, columns.saturating_sub(WORDS)).into_owned();
            rows.extend(few.map(|own| Row::Entry(own.word.into(), style, text(own))));
        }
        rows
    }

    fn all_keys(&self, keys: &KeyMap, theme: &Theme) -> Vec<Row> {
        let style = theme.style(Role::Chosen);
        let commands = keys.label(Action::Commands);
        let mut rows = Vec::new();
        let class = (self.place == KeyScope::Class).then_some(KeyScope::Class);
        for place in KeyScope::ALL.into_iter().chain(class) {
            rows.push(Row::Heading(capital(place.title())));
            for &action in Action::ALL.iter().filter(|a| a.scopes().contains(&place)) {
                let names = keys.keys(action).iter().map(|k| k.label()).collect::<Vec<_>>();
                let listed = place == KeyScope::Table && Action::LISTED_AT_TABLE.contains(&action);
                let names =
                    if names.is_empty() || listed { commands.clone() } else { names.join(" ") };
                rows.push(Row::Entry(names, style, action.words().into()));
            }
            rows.push(Row::Blank);
        }
        rows.push(Row::Entry(String::new(), style, OF_FILES.into()));
        rows
    }

    /// The rows as lines of this width.
    fn lines(&self, columns: usize, keys: &KeyMap, theme: &Theme) -> Vec<(String, Style, String)> {
        let mut lines = Vec::new();
        for row in self.rows(columns, keys, theme) {
            match row {
                Row::Heading(text) => {
                    lines.push((text, theme.style(Role::Heading), String::new()));
                }
                Row::Blank => lines.push((String::new(), Style::new(), String::new())),
                Row::Entry(key, style, words) => {
                    let room = columns.saturating_sub(WORDS);
                    let wrapped =
                        if width(&words) <= room { vec![words] } else { wrap(&words, room) };
                    let mut key = format!("  {}", cut(&key, WORDS - 4));
                    for words in wrapped {
                        lines.push((std::mem::take(&mut key), style, words));
                    }
                }
            }
        }
        lines
    }

    fn inside(size: Rect) -> Rect {
        let card = Rect { y: size.y + 1, height: size.height.saturating_sub(2), ..size };
        let inner = Card::inner(card);
        Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        let inside = Self::inside(context.size);
        // The number of lines does not depend on the theme.
        let lines = self.lines(inside.width.into(), &context.keys, &Theme::default()).len();
        let furthest = lines.saturating_sub(inside.height.into());
        let page = usize::from(inside.height).saturating_sub(1);
        self.top = moved(self.top.min(furthest), action, page, furthest + 1);
    }

    fn turn(&mut self, action: Action, _: &mut Context) {
        let by = if action == Action::Left { PAGES.len() - 1 } else { 1 };
        (self.page, self.top) = ((self.page + by) % PAGES.len(), 0);
    }
}

impl Screen<Playground> for HelpScreen {
    fn scope(&self) -> KeyScope {
        self.place
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        use Action::*;
        let size = canvas.area();
        layout::title_bar(canvas, &format!("help: {}", self.name), "");
        let card = Rect { y: size.y + 1, height: size.height.saturating_sub(2), ..size };
        let pages = PAGES.iter().enumerate();
        let title = pages.map(|(at, page)| match at == self.page {
            true => format!("[{page}]"),
            false => (*page).to_owned(),
        });
        let title = title.collect::<Vec<_>>().join("  ");
        let inside = Self::inside(size);
        let lines = self.lines(inside.width.into(), &context.keys, canvas.theme);
        let rows = usize::from(inside.height);
        let top = self.top.min(lines.len().saturating_sub(rows));
        let below = more(top, lines.len().saturating_sub(top + rows));
        Card::new(&title).focused(true).below(&below).draw(canvas, card);
        let mut part = canvas.part(inside);
        for (y, (key, style, words)) in lines.iter().skip(top).take(rows).enumerate() {
            part.print_styled(0, y, key, *style);
            part.print(WORDS, y, words, Role::Text);
        }
        let mut offers = vec![Offer::new(&[Focus], "more help").does(Self::turn)];
        offers.push(Offer::new(&[Left, Right], "pages").hidden_from_footer().does(Self::turn));
        if lines.len() > rows {
            offers.extend(Offer::rows("scroll", Self::scroll));
        }
        offers.push(
            Offer::new(&[Confirm, Cancel, Action::Help], "close").hidden_from_footer().leaves(),
        );
        offers.push(Offer::new(&[Back], "close").leaves());
        offers
    }
}
