//! Help: the keys that act on the screen below, the marks, the words.

use ratatui::text::{Line, Span};

use super::{Context, Playground, Screen};
use crate::show::board::{Flaw, Mark, Part};
use crate::show::glossary::{self, GLOSSARY, GlossaryEntry};
use crate::tui::keys::{KeyMap, Scope as _, Table as _};
use crate::tui::prelude::*;
use crate::tui::theme::{DrawnMark, Theme};

/// The help for one screen, made when it is opened.
pub struct Help {
    place: KeyScope,
    name: &'static str,
    here: Vec<(String, String)>,
    /// The words of the glossary that stand on that screen.
    words: Vec<&'static GlossaryEntry>,
    top: usize,
}

impl Help {
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
        Self { place: screen.scope(), name: screen.name(), here, words: glossary::on(seen), top: 0 }
    }

    fn lines(&self, columns: usize, keys: &KeyMap, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let heading = |text: String| Line::styled(format!(" {text}"), theme.style(Role::Heading));
        let entry = |key: &str, words: &str, lines: &mut Vec<Line<'static>>| {
            let parts = wrap(words, columns.saturating_sub(24));
            for (i, part) in parts.into_iter().enumerate() {
                let key = pad(if i == 0 { key } else { "" }, 20);
                lines.push(Line::from(vec![
                    Span::styled(format!("   {key} "), theme.style(Role::Chosen)),
                    Span::raw(part),
                ]));
            }
        };
        lines.push(heading("what the keys do on this screen, now".into()));
        for (key, words) in &self.here {
            entry(key, words, &mut lines);
        }
        lines.push(Line::default());
        lines.push(heading("marks: what is known, which part it plays, is it true".into()));
        let one = Mark::bit(true);
        let marks = [
            (Mark::unread(), "unread: the judge has not paid for it"),
            (one.clone(), "claimed: Alice wrote it, nobody checked it"),
            (one.clone().read_as(Some(2)), "read by the judge, as the 2nd thing read"),
            (one.clone().part(Part::Relevant), "relevant: the step under discussion reads it"),
            (one.clone().part(Part::Disputed), "disputed, or where the debate now stands"),
            (one.clone().flaw(Flaw::Differs), "not what you computed yourself, at a cost"),
            (one.clone().flaw(Flaw::Wrong), "wrong: shown once the debate is over"),
            (Mark::hidden(), "hidden from your seat until the review"),
        ];
        let cursor = [(DrawnMark { mark: &one, cursor: true }, "the cursor")];
        for (shown, words) in marks.iter().map(|(m, w)| (DrawnMark::plain(m), *w)).chain(cursor) {
            let text = shown.text(theme.glyphs);
            let gap = " ".repeat(21usize.saturating_sub(width(&text)));
            lines.push(Line::from(vec![
                Span::raw("   "),
                Span::styled(text, shown.style(theme)),
                Span::raw(gap),
                Span::raw(words),
            ]));
        }
        lines.push(Line::default());
        let others = GLOSSARY.iter().filter(|entry| !self.words.contains(entry));
        for (title, words) in [
            ("words and symbols on this screen", self.words.clone()),
            ("other words and symbols", others.collect()),
        ] {
            if !words.is_empty() {
                lines.push(heading(title.into()));
            }
            for GlossaryEntry { word, means } in words {
                entry(word, means, &mut lines);
            }
        }
        for place in KeyScope::ALL
            .into_iter()
            .chain((self.place == KeyScope::Class).then_some(KeyScope::Class))
        {
            lines.push(Line::default());
            lines.push(heading(format!("all keys: {}", place.title())));
            for &action in Action::ALL.iter().filter(|a| a.scopes().contains(&place)) {
                let names = keys.keys(action).iter().map(|k| k.label()).collect::<Vec<_>>();
                let names = if names.is_empty() { "no key".into() } else { names.join(" ") };
                entry(&names, action.words(), &mut lines);
            }
        }
        lines.push(Line::default());
        entry(
            "",
            "Keys and themes are changed in keys.yaml and theme.yaml of the configuration folder; this list then shows yours. The mouse works: click, wheel, and the last row.",
            &mut lines,
        );
        lines
    }

    fn rows(size: ratatui::layout::Rect) -> usize {
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

impl Screen<Playground> for Help {
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
        let row = ratatui::layout::Rect { y: area.y + 1, height: 1, ..area };
        Divider::new(self.name).draw(&mut canvas.part(row), Role::Heading);
        for (y, line) in lines.iter().skip(top).take(rows).enumerate() {
            canvas.line(0, y + 2, line);
        }
        let scroll = |actions: &[Action], words| Offer::new(actions, words).does(Self::scroll);
        vec![
            scroll(&[Up, Down], "scroll"),
            scroll(&[PageUp, PageDown], "page"),
            scroll(&[First, Last], "ends").quietly(),
            Offer::new(&[Confirm, Cancel, Action::Help], "leave").quietly().leaves(),
            Offer::new(&[Back], "back").leaves(),
        ]
    }
}
