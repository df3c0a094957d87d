//! Help: the keys that act on the screen below, the marks, the words.

use std::iter;

use ratatui::style::Style;

use crate::text::board::{CellFlaw, CellMark, CellRole};
use crate::text::glossary::{self, GLOSSARY, GlossaryEntry};
use crate::tui::keys::{KeyMap, Scope as _, Table as _};
use crate::tui::prelude::*;
use crate::tui::theme::{DrawnMark, Theme};
use elenchus_kit::screen::Program;

/// The column in which words stand.
const WORDS: usize = 24;

const OF_FILES: &str = "Keys and themes are changed in keys.yaml and theme.yaml of the configuration folder; \
                        this list then shows yours. The mouse works: click, wheel, and the last row.";

/// The column, the text and the style of a heading, a key or a mark; and the words beside it.
type HelpLine = (usize, String, Style, String);

/// The help for one screen, made when it is opened.
pub struct HelpScreen {
    place: KeyScope,
    name: &'static str,
    here: Vec<(String, String)>,
    /// The words of the glossary that stand on that screen.
    words: Vec<&'static GlossaryEntry>,
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

    fn may_leave(&self) -> bool {
        self.is_owner()
    }
}

impl HelpScreen {
    /// Help for a screen that offers this just now, and on which this is to be read.
    pub fn new(
        screen: &dyn Screen<Playground>,
        offers: &[Offer],
        keys: &KeyMap,
        seen: &str,
    ) -> Self {
        let here = offers
            .iter()
            .filter_map(|o| Some((all_keys(o, keys)?, o.words().to_owned())))
            .collect();
        Self {
            place: screen.scope(),
            name: screen.name(),
            here,
            words: glossary::entries_in(seen),
            top: 0,
        }
    }

    fn lines(&self, columns: usize, keys: &KeyMap, theme: &Theme) -> Vec<HelpLine> {
        let mut lines = Vec::new();
        let blank = || (0, String::new(), Style::new(), String::new());
        let heading = |text: &str| (1, text.to_owned(), theme.style(Role::Heading), String::new());
        let entry = |key: &str, words: &str| -> Vec<HelpLine> {
            let keys = iter::once(cut(key, WORDS - 4)).chain(iter::repeat("".into()));
            let words = wrap(words, columns.saturating_sub(WORDS)).into_iter();
            let style = theme.style(Role::Chosen);
            keys.zip(words).map(|(key, words)| (3, key.into_owned(), style, words)).collect()
        };
        lines.push(heading("what the keys do on this screen, now"));
        lines.extend(self.here.iter().flat_map(|(key, words)| entry(key, words)));
        lines.extend([blank(), heading("marks: what is known, which part it plays, is it true")]);
        let one = CellMark::bit(true);
        let marks = [
            (CellMark::unread(), "unread: the judge has not paid for it"),
            (one.clone(), "claimed: Alice wrote it, nobody checked it"),
            (one.clone().read_as(Some(2)), "read by the judge, as the 2nd thing read"),
            (one.clone().part(CellRole::Relevant), "relevant: the step under discussion reads it"),
            (one.clone().part(CellRole::Disputed), "disputed, or where the debate now stands"),
            (one.clone().flaw(CellFlaw::Differs), "not what you computed yourself, at a cost"),
            (one.clone().flaw(CellFlaw::Wrong), "wrong: shown once the debate is over"),
            (CellMark::hidden(), "hidden from your seat until the review"),
        ];
        let cursor = [(DrawnMark { mark: &one, cursor: true }, "the cursor")];
        let marks =
            marks.iter().map(|(mark, words)| (DrawnMark::plain(mark), *words)).chain(cursor);
        lines.extend(marks.map(|(shown, words)| {
            (3, shown.text(theme.glyphs), shown.style(theme), words.to_owned())
        }));
        lines.push(blank());
        let others = GLOSSARY.iter().filter(|entry| !self.words.contains(entry));
        for (title, words) in [
            ("words and symbols on this screen", self.words.clone()),
            ("other words and symbols", others.collect()),
        ] {
            lines.extend((!words.is_empty()).then(|| heading(title)));
            lines.extend(words.iter().flat_map(|own| entry(own.word, own.means)));
        }
        let class = (self.place == KeyScope::Class).then_some(KeyScope::Class);
        for place in KeyScope::ALL.into_iter().chain(class) {
            lines.extend([blank(), heading(&format!("all keys: {}", place.title()))]);
            for &action in Action::ALL.iter().filter(|a| a.scopes().contains(&place)) {
                let names = keys.keys(action).iter().map(|k| k.label()).collect::<Vec<_>>();
                let names = if names.is_empty() { "no key".into() } else { names.join(" ") };
                lines.extend(entry(&names, action.words()));
            }
        }
        lines.push(blank());
        lines.extend(entry("", OF_FILES));
        lines
    }

    fn rows(size: Rect) -> usize {
        usize::from(size.height.saturating_sub(3))
    }

    fn scroll(&mut self, action: Action, context: &mut Context) {
        let columns = context.size.width.into();
        // The number of lines depends on the width alone, not on the theme.
        let total = self.lines(columns, &context.keys, &Theme::default()).len();
        let rows = Self::rows(context.size);
        self.top = moved(self.top, action, rows - 1, total.saturating_sub(rows) + 1);
    }
}

/// Every key of an offer, not only the first of each action.
fn all_keys(offer: &Offer, keys: &KeyMap) -> Option<String> {
    if offer.actions().len() == 1 {
        let labels: Vec<_> = keys.keys(offer.actions()[0]).iter().map(|k| k.label()).collect();
        if !labels.is_empty() {
            return Some(labels.join(" "));
        }
    }
    offer.keys(keys)
}

impl Screen<Playground> for HelpScreen {
    fn scope(&self) -> KeyScope {
        self.place
    }

    fn view(&self, canvas: &mut Canvas<'_>, context: &Context) -> Vec<Offer> {
        use Action::*;
        let lines = self.lines(canvas.width(), &context.keys, canvas.theme);
        let rows = Self::rows(canvas.area());
        let top = self.top.min(lines.len().saturating_sub(rows));
        let below = lines.len().saturating_sub(top + rows);
        let place = counted(top, below).join("  ");
        layout::title_bar(canvas, "help", &place);
        let area = canvas.area();
        let row = Rect { y: area.y + 1, height: 1, ..area };
        Divider::new(self.name).draw(&mut canvas.part(row), Role::Heading);
        for (y, (x, label, style, words)) in (2..).zip(lines.iter().skip(top).take(rows)) {
            canvas.print_styled(*x, y, label, *style);
            canvas.print(WORDS, y, words, Role::Text);
        }
        let scroll = |actions: &[Action], words| Offer::new(actions, words).does(Self::scroll);
        vec![
            scroll(&[Up, Down], "scroll"),
            scroll(&[PageUp, PageDown], "page"),
            scroll(&[First, Last], "ends").hidden_from_footer(),
            Offer::new(&[Confirm, Cancel, Action::Help], "leave").hidden_from_footer().leaves(),
            Offer::new(&[Back], "back").leaves(),
        ]
    }
}
