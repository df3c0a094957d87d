//! What holds on every screen, whatever it shows: that the keys it lists do something. For the tests of
//! screens, here and elsewhere.

use super::headless::HeadlessPlayground;
pub use elenchus_kit::screen_checks::fault;

/// The keys of an offer, and its words.
pub type ShownCommand = (Vec<String>, String);

/// What every screen lists. It is no part of what a screen is.
const EVERYWHERE: [&str; 4] = ["next theme", "draw the screen", "to the shell", "quit at once"];

/// What a screen lists of its own. Two screens that list the same are of one kind.
pub fn listed(stage: &HeadlessPlayground) -> Vec<ShownCommand> {
    let own = |words: &str| !EVERYWHERE.iter().any(|all| words.starts_with(all));
    let offers = stage.on_offer().into_iter();
    offers.filter(|(keys, words)| !keys.is_empty() && own(words)).collect()
}

/// Presses every key that a screen lists, but for offers whose words begin as one of `skip`: which of
/// them do nothing, each with the screen. `fresh` makes the screen; what a key leaves of the same kind,
/// or Esc leads back to, serves for the next one. `after` is told each screen that a key led to, and the keys.
pub fn idle(
    fresh: impl Fn() -> HeadlessPlayground,
    skip: &[&str],
    mut after: impl FnMut(&HeadlessPlayground, &str),
) -> Vec<String> {
    let first = fresh();
    let (node, text, offers) = (first.node(), first.text(), listed(&first));
    let mut idle = Vec::new();
    // An ending plays on by itself: its card is not there yet when it is opened anew.
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
        // Of keys that go two ways, one may stand at the end of its way.
        if !does {
            idle.push(format!("{words} {keys:?}\n{text}"));
        }
    }
    if more {
        idle.push(format!("PgDn turns no page\n{text}"));
    }
    idle
}
