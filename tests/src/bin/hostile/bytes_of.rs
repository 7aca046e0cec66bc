//! Bytes that were right, made wrong: flipped, cut, doubled, swapped, nested too deep.

use rand::{Rng, RngExt};

/// A generator anybody here can use.
pub type Dice<'a> = &'a mut dyn Rng;

/// Below this number.
pub fn below(dice: Dice<'_>, most: usize) -> usize {
    dice.random_range(0..most.max(1))
}

/// One of them.
pub fn one<'a, T>(dice: Dice<'_>, of: &'a [T]) -> &'a T {
    &of[below(dice, of.len())]
}

/// With this chance out of a hundred.
pub fn chance(dice: Dice<'_>, percent: usize) -> bool {
    below(dice, 100) < percent
}

pub fn noise(dice: Dice<'_>, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    dice.fill_bytes(&mut bytes);
    bytes
}

/// Noise of any length below this.
pub fn noise_to(dice: Dice<'_>, most: usize) -> Vec<u8> {
    let length = below(dice, most);
    noise(dice, length)
}

/// One to eight small wounds.
pub fn mutated(mut bytes: Vec<u8>, dice: Dice<'_>) -> Vec<u8> {
    for _ in 0..=below(dice, 8) {
        let at = below(dice, bytes.len());
        let end = (at + 1 + below(dice, 16)).min(bytes.len());
        match below(dice, 7) {
            _ if bytes.is_empty() => bytes.push(dice.random()),
            0 | 1 => bytes[at] ^= 1 << below(dice, 8),
            2 => bytes[at] = *one(dice, &[0, 1, 0x7f, 0x80, 0xff, b'"', b'{', b'\\']),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            5 => drop(bytes.splice(at..at, noise_to(dice, 8))),
            _ => bytes.truncate(at),
        }
    }
    bytes
}

/// A field of a message as it stands on the wire.
#[derive(Clone)]
pub struct Field {
    number: u64,
    pub kind: u64,
    /// Its value, a length included.
    pub value: Vec<u8>,
}

/// The fields of a message with their places changed, their kinds too, doubled, or with lengths that lie.
pub fn swapped(bytes: &[u8], dice: Dice<'_>) -> Vec<u8> {
    let mut fields = fields(bytes);
    for _ in 0..=below(dice, 3) {
        let count = fields.len();
        if count == 0 {
            return nested(dice, 200);
        }
        let (at, other) = (below(dice, count), below(dice, count));
        match below(dice, 6) {
            0 => {
                let number = fields[at].number;
                fields[at].number = std::mem::replace(&mut fields[other].number, number);
            }
            1 => fields[at].number = 1 + below(dice, 40) as u64,
            2 => fields[at].kind = below(dice, 8) as u64,
            3 => {
                let room = (200_000 / fields[at].value.len().max(1)).min(400);
                let again = vec![fields[at].clone(); 1 + below(dice, room)];
                fields.extend(again);
            }
            4 => fields[at].value = varint(*one(dice, &[u64::MAX, 1 << 31, 1 << 20, 200, 0])),
            _ => fields.swap(at, other),
        }
    }
    joined(fields)
}

/// A message of these fields.
pub fn joined(fields: Vec<Field>) -> Vec<u8> {
    let mut wire = vec![];
    for field in fields {
        wire.extend(varint(field.number << 3 | field.kind));
        wire.extend(field.value);
    }
    wire
}

/// The fields of a message, as far as they can be read.
pub fn fields(bytes: &[u8]) -> Vec<Field> {
    let (mut fields, mut rest) = (vec![], bytes);
    while let Some((key, after)) = read_varint(rest) {
        let length = match key & 7 {
            0 => after.len() - read_varint(after).map_or(0, |(_, left)| left.len()),
            1 => 8,
            2 => read_varint(after).map_or(0, |(size, left)| after.len() - left.len() + size as usize),
            5 => 4,
            _ => 0,
        };
        let (value, left) = after.split_at(length.min(after.len()));
        fields.push(Field { number: key >> 3, kind: key & 7, value: value.to_vec() });
        rest = left;
    }
    fields
}

pub fn read_varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let end = bytes.iter().take(10).position(|byte| *byte < 0x80)?;
    let number = bytes[..=end].iter().rev().fold(0_u64, |number, byte| number << 7 | u64::from(byte & 0x7f));
    Some((number, &bytes[end + 1..]))
}

pub fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = vec![];
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Messages in messages, or groups in groups, so many deep.
pub fn nested(dice: Dice<'_>, most: usize) -> Vec<u8> {
    let (depth, field) = (1 + below(dice, most), 1 + below(dice, 20) as u64);
    if chance(dice, 50) {
        // Groups are long gone from the language, and every reader must still skip them.
        let ends = if chance(dice, 50) { depth } else { depth / 2 };
        return [varint(field << 3 | 3).repeat(depth), varint(field << 3 | 4).repeat(ends)].concat();
    }
    let mut bytes = vec![];
    for _ in 0..depth {
        bytes = [varint(field << 3 | 2), varint(bytes.len() as u64), bytes].concat();
    }
    bytes
}

/// A message as gRPC frames it.
pub fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap_or(u32::MAX);
    [&[0][..], &length.to_be_bytes(), message].concat()
}

/// A frame that lies about itself.
pub fn bad_frame(message: &[u8], dice: Dice<'_>) -> Vec<u8> {
    let mut wire = framed(message);
    match below(dice, 8) {
        0 => wire.truncate(below(dice, wire.len())),
        1 => wire[1..5].copy_from_slice(&dice.random::<[u8; 4]>()),
        2 => wire[1..5].copy_from_slice(&u32::MAX.to_be_bytes()),
        // Says it is zipped, and is not.
        3 => wire[0] = 1,
        4 => wire[0] = dice.random_range(2..=255),
        5 => wire.extend(framed(message)),
        6 => wire.extend(noise(dice, 9)),
        _ => wire.clear(),
    }
    wire
}
