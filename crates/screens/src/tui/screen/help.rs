//! The help: first the keys of the screen, its marks and the words of the debate, then all keys and the glossary.

use crate::text::board::{CellFlaw, CellMark, CellRole};
use crate::text::glossary::{self, GLOSSARY, GlossaryEntry};
use crate::text::narrate::capital;
use crate::tui::board::BoardSign;
use crate::tui::keys::{ActionNames as _, KeyMap, Scope as _};
use crate::tui::prelude::*;
use crate::tui::screen::commands::Commands;
use crate::tui::screen::page;
use crate::tui::theme::{DrawnMark, Theme};
use elenchus_kit::card::Card;
use elenchus_kit::screen::{Command, Program};
use ratatui::style::Style;
use ratatui::text::Span;

/// The column at which the words start.
const WORDS: usize = 22;

const OF_FILES: &str = "You can change keys and themes in keys.yaml and theme.yaml of the configuration folder. \
                        This list then shows your keys. You can also use the mouse: click, turn the wheel, or \
                        click a key in the last row.";

/// The pages of the help.
const PAGES: [&str; 3] = ["Now", "All keys", "Glossary"];
/// The index of the glossary. Typed text filters it.
const WORDS_PAGE: usize = 2;

/// A heading, or a key, mark or word with its meaning.
enum Row {
    Heading(String),
    Entry(String, Style, String),
    Blank,
}

/// The help for one screen. It is made when the player opens it.
pub struct HelpScreen {
    place: KeyScope,
    name: &'static str,
    here: Vec<(String, String)>,
    /// The glossary words on the screen that the help is about.
    words: Vec<&'static GlossaryEntry>,
    /// The text of the screen that the help is about.
    seen: String,
    page: usize,
    top: usize,
    /// The filter of the glossary.
    filter: TextLine,
}

impl Program for Playground {
    type Action = Action;
    type Role = Role;
    type Subject = DebateSession;

    fn help(
        screen: &dyn Screen<Self>,
        offers: &[KeyCommand],
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
        offers: &[KeyCommand],
        keys: &KeyMap,
        seen: &str,
    ) -> Self {
        let everywhere = |offer: &KeyCommand| {
            let own = [Action::Redraw, Action::Suspend, Action::Theme, Action::Quit];
            matches!(offer.actions(), [action] if own.contains(action))
        };
        let here = offers.iter().filter(|offer| !everywhere(offer));
        let mut here: Vec<(String, String)> =
            here.filter_map(|o| Some((o.keys(keys)?, o.words().to_owned()))).collect();
        // If several commands have the same words, the help shows only the first.
        here.dedup_by(|next, own| next.1 == own.1);
        let words = glossary::entries_in(seen);
        let (place, name, seen) = (screen.scope(), screen.name(), seen.to_owned());
        Self { place, name, here, words, seen, page: 0, top: 0, filter: TextLine::default() }
    }

    fn rows(&self, size: Rect, keys: &KeyMap, theme: &Theme) -> Vec<Row> {
        match self.page {
            0 => self.now(size, theme),
            1 => self.all_keys(keys, theme),
            _ => self.glossary(theme),
        }
    }

    /// The glossary entries with every word of the filter. Entries whose own word begins with it come first.
    fn glossary(&self, theme: &Theme) -> Vec<Row> {
        let style = theme.style(Role::Chosen);
        let typed = self.filter.text().to_lowercase();
        let has = |own: &&GlossaryEntry| {
            let text = format!("{} {}", own.word, own.means).to_lowercase();
            typed.split_whitespace().all(|word| text.contains(word))
        };
        let mut found: Vec<&GlossaryEntry> = GLOSSARY.iter().filter(has).collect();
        found.sort_by_key(|own| !own.word.to_lowercase().starts_with(typed.trim()));
        if found.is_empty() {
            return vec![Row::Heading("No entry has these words.".into())];
        }
        found.into_iter().map(|own| Row::Entry(own.word.into(), style, own.means.into())).collect()
    }

    /// The keys and the marks of the screen below, and as many of its words as fit.
    fn now(&self, size: Rect, theme: &Theme) -> Vec<Row> {
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
        let columns = usize::from(size.width).saturating_sub(WORDS);
        let mut left = usize::from(size.height).saturating_sub(rows.len() + 2);
        let fits = |own: &&&GlossaryEntry| {
            let needed = wrap(own.means, columns).len();
            let fits = needed <= left;
            left = left.saturating_sub(if fits { needed } else { 0 });
            fits
        };
        let words: Vec<_> = self.words.iter().filter(fits).collect();
        if !words.is_empty() {
            rows.extend([Row::Blank, Row::Heading("Words".into())]);
            let entry = |own: &&GlossaryEntry| Row::Entry(own.word.into(), style, own.means.into());
            rows.extend(words.into_iter().map(entry));
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

    /// The rows as lines in an area of this size.
    fn lines(&self, size: Rect, keys: &KeyMap, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for row in self.rows(size, keys, theme) {
            match row {
                Row::Heading(text) => lines.push(theme.line(text, Role::Heading)),
                Row::Blank => lines.push(Line::default()),
                Row::Entry(key, style, words) => {
                    let room = usize::from(size.width).saturating_sub(WORDS);
                    let wrapped =
                        if width(&words) <= room { vec![words] } else { wrap(&words, room) };
                    let mut key = format!("  {}", cut(&key, WORDS - 4));
                    for words in wrapped {
                        let key = Span::styled(pad(&std::mem::take(&mut key), WORDS), style);
                        lines.push(vec![key, theme.span(words, Role::Text)].into());
                    }
                }
            }
        }
        lines
    }

    /// The card. Above the glossary is the row of its filter.
    fn card(&self, size: Rect) -> Rect {
        let card = page::card(size);
        let filter = u16::from(self.page == WORDS_PAGE);
        Rect { y: card.y + filter, height: card.height.saturating_sub(filter), ..card }
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        let inside = Card::text_area(self.card(context.size));
        // The number of lines does not depend on the theme.
        let lines = self.lines(inside, &context.keys, &Theme::default()).len();
        self.top = scrolled(self.top, action, lines, inside.height.into());
    }

    fn turn(&mut self, action: Action, _: &mut Context) {
        let by = if matches!(action, Action::Left | Action::PageUp) { PAGES.len() - 1 } else { 1 };
        (self.page, self.top) = ((self.page + by) % PAGES.len(), 0);
    }
}

impl Screen<Playground> for HelpScreen {
    fn scope(&self) -> KeyScope {
        self.place
    }

    fn accepts_edit(&self, edit: &Edit) -> bool {
        self.page == WORDS_PAGE
            && !matches!(edit, Edit::Left | Edit::Right | Edit::Home | Edit::End)
    }

    fn edit(&mut self, edit: Edit, _: &mut Context) {
        self.filter.edit(edit, 60);
        self.top = 0;
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<KeyCommand> {
        use Action::*;
        let size = canvas.area();
        layout::title_bar(canvas, &format!("help: {}", self.name), "");
        let pages = PAGES.iter().enumerate();
        let title = pages.map(|(at, page)| match at == self.page {
            true => format!("[{page}]"),
            false => (*page).to_owned(),
        });
        let title = title.collect::<Vec<_>>().join("  ");
        let card = self.card(size);
        let filters = self.page == WORDS_PAGE;
        if filters {
            let words = canvas.line(" Find:", Role::Dim);
            canvas.lines(Rect { y: size.y + 1, height: 1, ..size }, [words]);
            self.filter.draw(canvas, (7, 1), canvas.width().saturating_sub(9), true);
        }
        let lines = self.lines(Card::text_area(card), &context.keys, canvas.theme);
        let is_long = Card::new(&title).focused(true).page(canvas, card, &lines, self.top);
        let mut offers = vec![KeyCommand::new(&[Focus], "more help").does(Self::turn)];
        offers.push(KeyCommand::hidden(&[Left, Right], "pages").does(Self::turn));
        if filters {
            offers.insert(0, KeyCommand::typing("type", "to find a word"));
        }
        if is_long {
            offers.extend(KeyCommand::rows("scroll", Self::scroll));
        } else {
            let turn = KeyCommand::hidden(&[PageUp, PageDown], "pages");
            offers.push(turn.does(Self::turn));
        }
        offers.push(KeyCommand::hidden(&[Confirm, Cancel, Action::Help], "close").leaves());
        let close = if filters { Cancel } else { Back };
        offers.push(KeyCommand::new(&[close], "close").leaves());
        offers
    }
}
