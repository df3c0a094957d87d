//! What the keys do on a screen just now: each key with its words and what it does, read by the
//! handler, the footer, the mouse and the help alike.

use std::any::Any;
use std::borrow::Cow;

use super::canvas::Canvas;
use super::context::Context;
use super::keys::{Action as _, Chord, KeyMap};
use super::program::Program;
use super::screen::{Screen, Step};
use super::text::width;
use super::theme::Role;

/// What a key does with the screen that offers it.
type Deed<P> =
    Box<dyn Fn(&mut dyn Any, <P as Program>::Action, &mut Context<P>) -> Step<P> + Send + Sync>;

/// What a key can do with a screen `S`: a function of the screen, which may take the [`Context`] too,
/// and before it the action, and which stays unless it says where to go. `M` tells these apart.
pub trait Does<P: Program, S, M>: Send + Sync + 'static {
    /// Does it.
    fn run(&self, screen: &mut S, action: P::Action, context: &mut Context<P>) -> Step<P>;
}

impl<P, S, R, F> Does<P, S, (R,)> for F
where
    P: Program,
    R: Into<Step<P>>,
    F: Fn(&mut S) -> R + Send + Sync + 'static,
{
    fn run(&self, screen: &mut S, _: P::Action, _: &mut Context<P>) -> Step<P> {
        self(screen).into()
    }
}

impl<P, S, R, F> Does<P, S, (Context<P>, R)> for F
where
    P: Program,
    R: Into<Step<P>>,
    F: Fn(&mut S, &mut Context<P>) -> R + Send + Sync + 'static,
{
    fn run(&self, screen: &mut S, _: P::Action, context: &mut Context<P>) -> Step<P> {
        self(screen, context).into()
    }
}

impl<P, S, R, F> Does<P, S, (P::Action, Context<P>, R)> for F
where
    P: Program,
    R: Into<Step<P>>,
    F: Fn(&mut S, P::Action, &mut Context<P>) -> R + Send + Sync + 'static,
{
    fn run(&self, screen: &mut S, action: P::Action, context: &mut Context<P>) -> Step<P> {
        self(screen, action, context).into()
    }
}

/// One thing that can be done now.
pub struct Offer<P: Program> {
    actions: Vec<P::Action>,
    typing: &'static str,
    words: Cow<'static, str>,
    footer: bool,
    deed: Option<Deed<P>>,
}

impl<P: Program> Offer<P> {
    /// Keys that do something, and what.
    pub fn new(actions: &[P::Action], words: impl Into<Cow<'static, str>>) -> Self {
        let (actions, words) = (actions.to_vec(), words.into());
        Self { actions, typing: "", words, footer: true, deed: None }
    }

    /// Characters that are taken as text, as the footer writes them (`0-9`), and what they become.
    pub fn typing(characters: &'static str, words: impl Into<Cow<'static, str>>) -> Self {
        Self::new(&[], words).or_typing(characters)
    }

    /// The last two of a row of keys: help, and the way back, which leaves the screen.
    pub fn help_and_back() -> [Self; 2] {
        Self::help_and(Self::new(&[<P::Action>::BACK], "back").leaves())
    }

    /// Help, and a way back of its own.
    pub fn help_and(back: Self) -> [Self; 2] {
        [Self::new(&[<P::Action>::HELP], "help"), back]
    }

    /// The keys that lead through rows: one on, a page, to an end. The footer has the first, with these
    /// words.
    pub fn rows<S: Screen<P>, M>(
        words: &'static str,
        lead: impl Does<P, S, M> + Copy,
    ) -> [Self; 3] {
        let [up, page_up, first] = [<P::Action>::UP, <P::Action>::PAGE_UP, <P::Action>::FIRST];
        let [down, page_down, last] =
            [<P::Action>::DOWN, <P::Action>::PAGE_DOWN, <P::Action>::LAST];
        [
            Self::new(&[up, down], words).does(lead),
            Self::new(&[page_up, page_down], "a page").quietly().does(lead),
            Self::new(&[first, last], "ends").quietly().does(lead),
        ]
    }

    /// Does this with the screen that offers it.
    #[must_use]
    pub fn does<S: Screen<P>, M>(mut self, deed: impl Does<P, S, M>) -> Self {
        self.deed = Some(Box::new(move |screen, action, context| {
            let screen =
                screen.downcast_mut().expect("a key is pressed on the screen that offers it");
            deed.run(screen, action, context)
        }));
        self
    }

    /// Leaves the screen that offers it.
    #[must_use]
    pub fn leaves(mut self) -> Self {
        self.deed = Some(Box::new(|_, _, _| Step::Pop));
        self
    }

    /// What one of its keys does with the screen; none where that is the same on every screen.
    pub fn act(
        &self,
        action: P::Action,
        screen: &mut dyn Screen<P>,
        context: &mut Context<P>,
    ) -> Option<Step<P>> {
        self.deed.as_ref().map(|deed| deed(screen, action, context))
    }

    /// Characters that are taken as well as the keys: `←→↑↓ or 0-9. number`.
    #[must_use]
    pub fn or_typing(mut self, characters: &'static str) -> Self {
        self.typing = characters;
        self
    }

    /// Keeps it out of the footer; keys and help still have it.
    #[must_use]
    pub fn quietly(mut self) -> Self {
        self.footer = false;
        self
    }

    /// Whether letters are taken as text.
    pub fn takes_text(&self) -> bool {
        !self.typing.is_empty() && !self.typing.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Its actions.
    pub fn actions(&self) -> &[P::Action] {
        &self.actions
    }

    /// What it does.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Its keys, as the footer writes them; none if a key file took all of them away.
    pub fn keys(&self, map: &KeyMap<P::Action>) -> Option<String> {
        let labels: Vec<_> =
            self.actions.iter().map(|&a| map.label(a)).filter(|l| !l.is_empty()).collect();
        // Arrows stand together, letters apart.
        let together = labels.iter().all(|l| "←→↑↓".contains(l.as_str()));
        let keys = labels.join(if together { "" } else { " " });
        match (keys.is_empty(), self.typing) {
            (true, "") => None,
            (true, typing) => Some(typing.to_owned()),
            (false, "") => Some(keys),
            (false, typing) => Some(format!("{keys} or {typing}")),
        }
    }
}

/// The first of these offers that has an action.
pub fn with<P: Program>(offers: &[Offer<P>], action: P::Action) -> Option<&Offer<P>> {
    offers.iter().find(|offer| offer.actions.contains(&action))
}

/// The action that a key has among these offers.
pub fn chosen<P: Program>(
    offers: &[Offer<P>],
    map: &KeyMap<P::Action>,
    chord: Chord,
) -> Option<P::Action> {
    map.actions(chord).find(|&action| with(offers, action).is_some())
}

/// One entry of a footer, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterEntry<A> {
    /// First column.
    pub x: usize,
    /// Column after the last.
    pub end: usize,
    keys: String,
    words: String,
    /// What a click on it does.
    pub action: Option<A>,
}

impl<A> FooterEntry<A> {
    /// What stands on the row: its keys and its words.
    pub fn text(&self) -> String {
        format!("{} {}", self.keys, self.words)
    }
}

/// Lays the offers out on one row. What does not fit is left out before the last two (help and
/// back), which always stay; the help lists everything.
pub fn footer<P: Program>(
    offers: &[Offer<P>],
    map: &KeyMap<P::Action>,
    columns: usize,
) -> Vec<FooterEntry<P::Action>> {
    let entry = |offer: &Offer<P>| {
        let action = if let [one] = offer.actions[..] { Some(one) } else { None };
        let (keys, words) = (offer.keys(map)?, offer.words.to_string());
        Some(FooterEntry { x: 0, end: 0, keys, words, action })
    };
    let all: Vec<_> = offers.iter().filter(|offer| offer.footer).filter_map(entry).collect();
    let wide = |entry: &FooterEntry<_>| width(&entry.keys) + 1 + width(&entry.words) + 2;
    let tail = all.len().saturating_sub(2);
    let kept: usize = all[tail..].iter().map(wide).sum();
    // A column before the first entry; two after each but the last.
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
        let after = canvas.put(entry.x, 0, &entry.keys, key);
        canvas.put(after + 1, 0, &entry.words, style);
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

    fn offers() -> Vec<Offer<Numbers>> {
        vec![
            Offer::new(&[Left, Right, Up, Down], "step").or_typing("0-9"),
            Offer::new(&[Confirm], "point"),
            Offer::new(&[Ask], "ask"),
            Offer::new(&[Concede], "concede"),
            Offer::new(&[Hint], "hint"),
            Offer::new(&[Theme], "theme").quietly(),
            Offer::new(&[Undo], "undo"),
            Offer::new(&[Help], "help"),
            Offer::new(&[Back], "back"),
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
    fn what_the_footer_shows_is_what_the_keys_do() {
        let map = KeyMap::changed([("ask".to_owned(), vec!["A".to_owned()])].into()).unwrap();
        let footer_text = text(&footer(&offers(), &map, 80));
        assert!(footer_text.contains("A ask"));
        assert_eq!(chosen(&offers(), &map, "A".parse().unwrap()), Some(Ask));
        assert_eq!(chosen(&offers(), &map, "a".parse().unwrap()), None);
        assert_eq!(chosen(&offers(), &map, "t".parse().unwrap()), Some(Theme));
        assert_eq!(chosen(&offers(), &map, "g".parse().unwrap()), None, "not on offer here");
    }
}
