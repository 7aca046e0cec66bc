//! Hashes that are the same on every machine and in every version: of content packs, and of tables that leave the house.
//!
//! FNV-1a (RFC 9923), because its definition is fixed for good and it is what packs were always named by. What is hashed are
//! bytes in an order that is written down: of values their postcard encoding, which is specified too. `std::hash::Hash` is
//! not used, as what it feeds to a hasher may change with the compiler. Not against forgery: against mistakes.

use fnv::FnvHasher;
use serde::Serialize;
use std::hash::Hasher as _;

/// The hash of these bytes, one slice after the other.
pub fn of_bytes<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hasher = FnvHasher::default();
    parts.into_iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

/// The hash of a value. Two values that are equal have the same; others nearly always another.
///
/// # Panics
/// If the value cannot be written down, as a map without a length: states of games can, by a law.
#[must_use]
pub fn of<T: Serialize + ?Sized>(value: &T) -> u64 {
    let bytes = postcard::to_allocvec(value).expect("plain data can be written down");
    of_bytes([&bytes[..]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_standard() {
        assert_eq!(of_bytes([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of_bytes([&b"a"[..]]), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of_bytes([&b"foo"[..], b"bar"]), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_value_is_hashed_as_it_is_written_down() {
        assert_eq!(of(&(1u8, 300u16)), of_bytes([&[1, 0xac, 0x02][..]]));
        assert_ne!(of(&Some(0u8)), of(&None::<u8>));
    }
}
