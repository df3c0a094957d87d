//! Tests of the reader.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Deserializer};

use super::{placed, read};

type Nested = BTreeMap<String, Vec<BTreeMap<String, u8>>>;

fn place(text: &str) -> (u32, u32) {
    let fault = read::<Nested>(text).expect_err(text);
    assert!(!fault.message.contains("line"), "{fault}");
    let place = fault.place.unwrap_or_else(|| panic!("{fault}"));
    (place.line, place.column)
}

#[test]
fn a_fault_is_at_the_place_of_the_innermost_value() {
    assert_eq!(place("a:\n- b: 1\n- c: many\n"), (3, 6));
    assert_eq!(place("a: ["), (1, 4));
    assert_eq!(place("a: 1"), (1, 4));
    assert_eq!(place("a: []\nb: []\na: []"), (3, 1));
    assert_eq!(place("a: []\n---\na: []\n"), (2, 1));
    assert_eq!(place("a: &a [*a]"), (1, 8));
}

#[test]
fn json_is_read_too() {
    let read_it = read::<Nested>(r#"{"a": [{"b": 2}]}"#).unwrap();
    assert_eq!(read_it["a"][0]["b"], 2);
}

#[test]
fn an_alias_repeats_and_a_merge_lends_what_is_not_there() {
    let text = "base: &b\n- &one {x: 1, y: 2}\nsame: *b\nmore:\n- {<<: *one, y: 3}\n- <<: [{x: 4}, *one]\n";
    let read_it = read::<Nested>(text).unwrap();
    assert_eq!(read_it["same"], read_it["base"]);
    let pairs = |at: usize| {
        read_it["more"][at].iter().map(|(key, &number)| (&**key, number)).collect::<Vec<_>>()
    };
    assert_eq!(pairs(0), [("x", 1), ("y", 3)]);
    assert_eq!(pairs(1), [("x", 4), ("y", 2)]);
}

#[test]
fn texts_that_multiply_or_are_too_deep_are_refused() {
    let mut text = "a: &a {x: 1}\n".to_owned();
    for (name, before) in ('b'..='k').zip('a'..='j') {
        text += &format!("{name}: &{name} [{}]\n", vec![format!("*{before}"); 10].join(","));
    }
    let fault = read::<BTreeMap<String, serde::de::IgnoredAny>>(&text).unwrap_err();
    assert!(fault.message.contains("repeat"), "{fault}");
    // Each event in sixty open anchors is stored sixty times.
    let anchors: String = (0..60).map(|n| format!("&a{n} [")).collect();
    let nested = format!("a: {anchors}{}{}", "0,".repeat(20_000), "]".repeat(60));
    let fault = read::<BTreeMap<String, serde::de::IgnoredAny>>(&nested).unwrap_err();
    assert!(fault.message.contains("anchors and aliases repeat more"), "{fault}");
    let deep = format!("a: {}{}", "[".repeat(100), "]".repeat(100));
    let fault = read::<BTreeMap<String, serde::de::IgnoredAny>>(&deep).unwrap_err();
    assert!(fault.message.contains("deeper"), "{fault}");
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    None,
    Few(u8),
    Named { size: Option<i8> },
}

#[test]
fn one_of_several_is_a_word_a_key_with_its_value_or_a_tag() {
    let text = "[none, few: 3, named: {size: -4}, !none , !few 3, !named {size: ~}, {none: }]";
    let named = |size| Kind::Named { size };
    let kinds = [
        Kind::None,
        Kind::Few(3),
        named(Some(-4)),
        Kind::None,
        Kind::Few(3),
        named(None),
        Kind::None,
    ];
    assert_eq!(read::<Vec<Kind>>(text).unwrap(), kinds);
    assert!(read::<Kind>("few").is_err());
    assert!(read::<Kind>("{few: 1, none: }").is_err());
}

#[derive(Debug)]
struct Here(f64, Option<(u32, u32)>);

impl<'de> Deserialize<'de> for Here {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (value, place) = placed(deserializer)?;
        Ok(Self(value, place.map(|place| (place.line, place.column))))
    }
}

#[test]
fn a_value_knows_its_place() {
    let read_it: Vec<Here> = read("- 1\n-   .5\n- &a 2e3\n- *a\n").unwrap();
    let places: Vec<_> = read_it.iter().map(|Here(value, place)| (*value, *place)).collect();
    let expected = [(1.0, (1, 3)), (0.5, (2, 5)), (2000.0, (3, 6)), (2000.0, (4, 3))];
    assert_eq!(places, expected.map(|(value, place)| (value, Some(place))));
}

#[test]
fn a_whole_number_that_is_too_large_gives_the_largest() {
    for (text, most) in [("4294967296", u64::from(u32::MAX)), ("99999999999999999999", u64::MAX)] {
        let fault = match most == u64::MAX {
            true => read::<u64>(text).unwrap_err(),
            false => read::<u32>(text).map(u64::from).unwrap_err(),
        };
        assert_eq!(fault.message, format!("expected a whole number of at most {most}"));
    }
    assert_eq!(read::<u8>("2.5").unwrap_err().message, "expected a small whole number, 0 or more");
}

fn any_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        (-1e9..1e9).prop_map(Into::into),
        "[ -~äß\n]{0,12}".prop_map(Into::into),
        "(yes|no|null|true|1e3|0x1f|~|<<|- a|a: b|#c|'|\"|!x|&a|\\*a)".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::btree_map("[a-z ~:]{0,6}", inner, 0..5)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn a_value_written_as_yaml_or_json_is_read_unchanged(value in any_value()) {
        let yaml = serde_yaml::to_string(&value).unwrap();
        prop_assert_eq!(&read::<serde_json::Value>(&yaml).unwrap(), &value, "{}", yaml);
        let json = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(&read::<serde_json::Value>(&json).unwrap(), &value, "{}", json);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[ -~\n\t]{0,60}") {
        let _ = read::<serde_json::Value>(&text);
    }
}
