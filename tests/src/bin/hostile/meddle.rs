//! Messages that still read, with something changed inside: a number, a word for another word of the same message, a part
//! left out or there twice. Knows nothing of what they mean, so it serves the views of all games.

use crate::bytes_of::{Dice, Field, below, chance, fields, joined, noise_to, one, read_varint, varint};

/// How deep is looked for something to change.
const DEPTH_MAX: usize = 12;
/// Numbers at the edges of what rules count in.
const NUMBERS: [u64; 14] = [0, 1, 2, 3, 5, 9, 14, 52, 127, 255, 256, 65_535, u32::MAX as u64, u64::MAX];

/// One to four changes.
pub fn meddled(bytes: Vec<u8>, dice: Dice<'_>) -> Vec<u8> {
    let mut words = vec![];
    collect(&bytes, &mut words, 0);
    let mut bytes = bytes;
    for _ in 0..=below(dice, 4) {
        bytes = changed(&bytes, &words, dice, 0);
    }
    bytes
}

/// All words of a message.
fn collect(bytes: &[u8], words: &mut Vec<Vec<u8>>, depth: usize) {
    for field in fields(bytes).iter().filter(|field| field.kind == 2) {
        let inner = inside(field);
        match is_word(inner) {
            true => words.push(inner.to_vec()),
            false if depth < DEPTH_MAX => collect(inner, words, depth + 1),
            false => {}
        }
    }
}

/// One change, at a random byte: what is large is met often, as it holds most.
fn changed(bytes: &[u8], words: &[Vec<u8>], dice: Dice<'_>, depth: usize) -> Vec<u8> {
    let mut fields = fields(bytes);
    let total: usize = fields.iter().map(|field| field.value.len()).sum();
    let mut left = below(dice, total);
    let at = fields.iter().position(|field| {
        let here = left < field.value.len();
        left = left.saturating_sub(field.value.len());
        here
    });
    let Some(at) = at else { return bytes.to_vec() };
    // What is large is mostly changed inside, not as a whole.
    let whole = fields[at].value.len() < 200 || chance(dice, 2);
    match (fields[at].kind, below(dice, 12)) {
        (_, 0) if whole => drop(fields.remove(at)),
        (_, 1) if whole => fields.insert(at, fields[at].clone()),
        (_, 2) if whole => {
            let other = below(dice, fields.len());
            fields[at].value = fields[other].value.clone();
        }
        (0, _) => {
            let now = read_varint(&fields[at].value).map_or(0, |(number, _)| number);
            let near = [now.wrapping_add(1), now.wrapping_sub(1), *one(dice, &NUMBERS)];
            fields[at].value = varint(*one(dice, &near));
        }
        (2, _) => {
            let inner = inside(&fields[at]);
            let new = match () {
                () if is_word(inner) && !words.is_empty() => one(dice, words).clone(),
                () if depth < DEPTH_MAX && !self::fields(inner).is_empty() => {
                    changed(inner, words, dice, depth + 1)
                }
                () => noise_to(dice, 12),
            };
            fields[at].value = [varint(new.len() as u64), new].concat();
        }
        _ => fields[at].value.rotate_left(1),
    }
    joined(fields)
}

/// What stands behind the length.
fn inside(field: &Field) -> &[u8] {
    read_varint(&field.value).map_or(&[], |(_, inner)| inner)
}

/// Letters, digits and signs; nearly every message has a byte below them, a length or a number.
fn is_word(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte >= b' ') && std::str::from_utf8(bytes).is_ok()
}
