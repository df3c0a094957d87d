//! Checks for every screen, mainly that each listed key works. The tests of this crate and of other crates use them.

use super::headless::HeadlessPlayground;
use elenchus_kit::keys::Action as _;

use super::keys::Action;
pub use elenchus_kit::screen_checks::fault;

/// The keys and words of a command.
pub type ShownCommand = (Vec<String>, String);

/// Every screen lists these commands, so they do not distinguish screens.
const EVERYWHERE: [Action; 5] =
    [Action::Commands, Action::Theme, Action::Redraw, Action::Suspend, Action::Quit];

/// The commands of this screen, except those that every screen lists. If two screens list the same commands, they are
/// of the same kind.
pub fn listed(stage: &HeadlessPlayground) -> Vec<ShownCommand> {
    let own = |words: &str| !EVERYWHERE.iter().any(|all| words.starts_with(all.words()));
    let offers = stage.on_offer().into_iter();
    offers.filter(|(keys, words)| !keys.is_empty() && own(words)).collect()
}

/// Presses every listed key and returns the keys without effect, each with its screen. Skips a command if its words
/// begin with an element of `skip`. `fresh` makes the screen. After a key, the check reuses the screen if the screen is
/// of the same kind, or if Esc leads back. `after` receives each new screen and the keys that led there.
pub fn idle(
    fresh: impl Fn() -> HeadlessPlayground,
    skip: &[&str],
    mut after: impl FnMut(&HeadlessPlayground, &str),
) -> Vec<String> {
    let first = fresh();
    let (node, text, offers) = (first.node(), first.text(), listed(&first));
    let mut idle = Vec::new();
    // An ending first plays its animation, so its cards are not there yet.
    let mut more = text.contains("more: PgDn") && !text.contains("the ending");
    let mut now = Some((first, String::new()));
    for (keys, words) in offers.iter().filter(|(_, w)| !skip.iter().any(|s| w.starts_with(s))) {
        let mut does = false;
        for key in keys {
            let same = |stage: &HeadlessPlayground| {
                stage.left().is_none() && stage.node() == node && listed(stage) == offers
            };
            let (mut stage, before) =
                now.take().filter(|(s, _)| same(s)).unwrap_or_else(|| (fresh(), String::new()));
            let (was, pressed) = (stage.buffer(), format!("{before} {key}"));
            stage.press(key).expect("a key that is listed");
            let said = stage.text();
            if ["does nothing here", "nothing to do here"].iter().any(|idle| said.contains(idle)) {
                idle.push(format!("{pressed} ({words})\n{said}"));
            }
            let changed = stage.left().is_some() || stage.buffer() != was;
            does |= changed;
            more &= !(key == "pagedown" && changed);
            if stage.left().is_none() {
                after(&stage, &pressed);
                let mut pressed = pressed;
                if !same(&stage) {
                    stage.press("esc").expect("a key");
                    pressed += " esc";
                }
                now = Some((stage, pressed));
            }
        }
        // If a command has two keys, one of them may have reached its end.
        if !does {
            idle.push(format!("{words} {keys:?}\n{text}"));
        }
    }
    if more {
        idle.push(format!("PgDn turns no page\n{text}"));
    }
    idle
}
