//! Text as other programs write it: byte order marks, UTF-16, Windows-1252, and accents as characters of
//! their own.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The composed letters. Each line has the code point of an accent, and then a letter and its composed form
/// in turn. The file lists the Latin, Greek and Cyrillic letters of Unicode 15 with one canonical accent.
const ACCENTS: &str = include_str!("accents.txt");

/// The characters of Windows-1252 from 0x80 to 0x9F. The five bytes that it leaves out become U+FFFD.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
    '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}',
    'ž', 'Ÿ',
];

/// Reads UTF-8 or UTF-16, with or without a byte order mark. `None` if the bytes are neither.
pub fn unicode(bytes: &[u8]) -> Option<String> {
    let wide = |bytes: &[u8], number: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|&pair| number(pair)).collect();
        String::from_utf16(&units).ok().filter(|_| rest.is_empty())
    };
    match bytes {
        [0xef, 0xbb, 0xbf, text @ ..] => std::str::from_utf8(text).ok().map(str::to_owned),
        [0xff, 0xfe, text @ ..] => wide(text, u16::from_le_bytes),
        [0xfe, 0xff, text @ ..] => wide(text, u16::from_be_bytes),
        // Text has no zeros, and the first letter of a file is nearly always ASCII.
        [first, 0, ..] if *first != 0 => wide(bytes, u16::from_le_bytes),
        [0, first, ..] if *first != 0 => wide(bytes, u16::from_be_bytes),
        text => std::str::from_utf8(text).ok().map(str::to_owned),
    }
}

/// Reads text in any of these encodings. Bytes that are no Unicode text are taken as Windows-1252, which
/// contains Latin-1.
pub fn any(bytes: &[u8]) -> String {
    let letter = |&byte: &u8| match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        byte => char::from(byte),
    };
    unicode(bytes).unwrap_or_else(|| bytes.iter().map(letter).collect())
}

/// Joins letters with the accents after them, so that two ways to write a name are the same text.
pub fn composed(text: &str) -> String {
    static COMPOSED: LazyLock<HashMap<(char, char), char>> = LazyLock::new(|| {
        let of_line = |line: &'static str| {
            let (accent, letters) = line.split_once(' ')?;
            let accent = char::from_u32(u32::from_str_radix(accent, 16).ok()?)?;
            let letters: Vec<char> = letters.chars().collect();
            let (pairs, _) = letters.as_chunks::<2>();
            Some(pairs.iter().map(move |&[letter, whole]| ((letter, accent), whole)).collect())
        };
        ACCENTS.lines().filter_map(of_line).collect::<Vec<Vec<_>>>().concat().into_iter().collect()
    });
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let whole = out.chars().next_back().and_then(|before| COMPOSED.get(&(before, c)));
        match whole {
            Some(&whole) => {
                out.pop();
                out.push(whole);
            }
            None => out.push(c),
        }
    }
    out
}

/// The form of a name for comparison: composed, in small letters, with single spaces.
pub fn name_key(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    composed(&words.join(" ")).to_lowercase()
}
