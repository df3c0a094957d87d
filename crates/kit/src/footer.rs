//! The footer: one row that shows what the keys do now.

use super::canvas::Canvas;
use super::keys::{Chord, KeyMap};
use super::screen::{KeyCommand, Program};
use super::text::width;
use super::theme::Role;

/// The first key command with this action.
pub fn command_for<P: Program>(
    offers: &[KeyCommand<P>],
    action: P::Action,
) -> Option<&KeyCommand<P>> {
    offers.iter().find(|offer| offer.actions.contains(&action))
}

/// The action that a key has among these commands. `None` if it has none.
pub fn chosen<P: Program>(
    offers: &[KeyCommand<P>],
    map: &KeyMap<P::Action>,
    chord: Chord,
) -> Option<P::Action> {
    map.actions(chord).find(|&action| command_for(offers, action).is_some())
}

/// One entry of a footer, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterEntry<A> {
    /// The first column of the entry.
    pub x: usize,
    /// The column after the entry.
    pub end: usize,
    keys: String,
    words: String,
    /// The action of a click on the entry. `None` if the entry has several actions.
    pub action: Option<A>,
}

impl<A> FooterEntry<A> {
    /// The entry as drawn: its keys and its words.
    pub fn text(&self) -> String {
        format!("{} {}", self.keys, self.words)
    }
}

/// Arranges the commands on one row. The last two, help and back, always stay. The others are left out if they do not
/// fit. The help lists all of them.
pub fn footer<P: Program>(
    offers: &[KeyCommand<P>],
    map: &KeyMap<P::Action>,
    columns: usize,
) -> Vec<FooterEntry<P::Action>> {
    let entry = |offer: &KeyCommand<P>| {
        let action = if let [one] = offer.actions[..] { Some(one) } else { None };
        let (keys, words) = (offer.keys(map)?, offer.words.to_string());
        Some(FooterEntry { x: 0, end: 0, keys, words, action })
    };
    let all: Vec<_> = offers.iter().filter(|offer| offer.footer).filter_map(entry).collect();
    let wide = |entry: &FooterEntry<_>| width(&entry.keys) + 1 + width(&entry.words) + 2;
    let tail = all.len().saturating_sub(2);
    let kept: usize = all[tail..].iter().map(wide).sum();
    // Keep one column free before the first entry, and two columns between entries.
    let mut room = (columns + 1).saturating_sub(kept);
    let mut entries = Vec::new();
    let mut x = 1;
    for (i, mut entry) in all.into_iter().enumerate() {
        let w = wide(&entry);
        if i < tail {
            if w > room {
                continue;
            }
            room -= w;
        }
        (entry.x, entry.end) = (x, x + w - 2);
        entries.push(entry);
        x += w;
    }
    entries
}

/// Draws the footer on the first row of the canvas.
pub fn draw_footer<R: Role, A>(canvas: &mut Canvas<'_, R>, entries: &[FooterEntry<A>]) {
    let style = canvas.style(R::FOOTER);
    let key = canvas.style(R::KEY);
    canvas.tint_row(0, style);
    for entry in entries {
        let after = canvas.print_styled(entry.x, 0, &entry.keys, key);
        canvas.print_styled(after + 1, 0, &entry.words, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample::{Action, Numbers};
    use Action::*;

    fn text(entries: &[FooterEntry<Action>]) -> String {
        let mut out = String::new();
        for e in entries {
            while width(&out) < e.x {
                out.push(' ');
            }
            out += &format!("{} {}", e.keys, e.words);
        }
        out
    }

    fn offers() -> Vec<KeyCommand<Numbers>> {
        vec![
            KeyCommand::new(&[Left, Right, Up, Down], "step").or_typing("0-9"),
            KeyCommand::new(&[Confirm], "point"),
            KeyCommand::new(&[Ask], "ask"),
            KeyCommand::new(&[Concede], "concede"),
            KeyCommand::new(&[Hint], "hint"),
            KeyCommand::new(&[Theme], "theme").hidden_from_footer(),
            KeyCommand::new(&[Undo], "undo"),
            KeyCommand::new(&[Help], "help"),
            KeyCommand::new(&[Back], "back"),
        ]
    }

    #[test]
    fn the_footer_reads_as_drawn() {
        let entries = footer(&offers(), &KeyMap::default(), 80);
        assert_eq!(
            text(&entries),
            " ←→↑↓ or 0-9 step  Enter point  a ask  c concede  i hint  u undo  ? help  q back"
        );
        assert_eq!(entries[2].action, Some(Ask));
    }

    #[test]
    fn help_and_back_stay_when_there_is_no_room() {
        let entries = footer(&offers(), &KeyMap::default(), 52);
        assert_eq!(text(&entries), " ←→↑↓ or 0-9 step  Enter point  ? help  q back");
        let entries = footer(&offers(), &KeyMap::default(), 60);
        assert_eq!(text(&entries), " ←→↑↓ or 0-9 step  Enter point  a ask  ? help  q back");
    }

    #[test]
    fn the_footer_shows_what_the_keys_do() {
        let map = KeyMap::changed([("ask".to_owned(), vec!["A".to_owned()])].into()).unwrap();
        let footer_text = text(&footer(&offers(), &map, 80));
        assert!(footer_text.contains("A ask"));
        assert_eq!(chosen(&offers(), &map, "A".parse().unwrap()), Some(Ask));
        assert_eq!(chosen(&offers(), &map, "a".parse().unwrap()), None);
        assert_eq!(chosen(&offers(), &map, "t".parse().unwrap()), Some(Theme));
        assert_eq!(chosen(&offers(), &map, "g".parse().unwrap()), None, "not on offer here");
    }
}
