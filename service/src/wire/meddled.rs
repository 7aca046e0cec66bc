//! Messages that somebody meddled with: for tests that no view leads to a broken table.

use kernel::below;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, ReflectMessage as _, Value};
use rand_chacha::ChaCha8Rng;
use std::sync::LazyLock;

static POOL: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(proto::DESCRIPTOR).expect("our own descriptor"));

const NUMBERS: [u32; 18] = [0, 0, 1, 1, 2, 3, 4, 5, 9, 13, 14, 15, 24, 52, 200, 255, 65_535, u32::MAX];

fn one<T: Clone>(of: &[T], rng: &mut ChaCha8Rng) -> T {
    of[below(rng, of.len() as u32) as usize].clone()
}

/// Changes one thing somewhere in a message.
fn meddle(message: &mut DynamicMessage, words: &[&str], rng: &mut ChaCha8Rng) {
    let fields: Vec<FieldDescriptor> = message.descriptor().fields().collect();
    let field = one(&fields, rng);
    if below(rng, 12) == 0 {
        message.clear_field(&field);
        return;
    }
    let mut value = message.get_field(&field).into_owned();
    meddle_value(&mut value, &field.kind(), words, rng);
    message.set_field(&field, value);
}

fn meddle_value(value: &mut Value, kind: &Kind, words: &[&str], rng: &mut ChaCha8Rng) {
    match value {
        Value::Bool(on) => *on = !*on,
        Value::U32(n) => {
            *n = match below(rng, 4) {
                0 => n.wrapping_add(1),
                1 => n.wrapping_sub(1),
                _ => one(&NUMBERS, rng),
            }
        }
        Value::I32(n) => *n = (below(rng, 400) as i32 - 200) * if below(rng, 4) == 0 { 1_000 } else { 1 },
        Value::EnumNumber(n) => *n = below(rng, 5) as i32,
        Value::String(text) => *text = one(words, rng).to_owned(),
        Value::Bytes(bytes) => {
            let mut changed = bytes.to_vec();
            match changed.len() {
                0 => changed.push(below(rng, 256) as u8),
                len => changed[below(rng, len as u32) as usize] = below(rng, 256) as u8,
            }
            *bytes = changed.into();
        }
        Value::Message(inner) => meddle(inner, words, rng),
        Value::List(all) => meddle_list(all, kind, words, rng),
        Value::I64(_) | Value::U64(_) | Value::F32(_) | Value::F64(_) | Value::Map(_) => {
            panic!("views have no {value:?}")
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "views have lists of messages, numbers and words")]
fn meddle_list(all: &mut Vec<Value>, kind: &Kind, words: &[&str], rng: &mut ChaCha8Rng) {
    let at = below(rng, all.len().max(1) as u32) as usize;
    match below(rng, 10) {
        0 if !all.is_empty() => drop(all.remove(at)),
        1 if !all.is_empty() => all.push(all[at].clone()),
        2 => all.push(match kind {
            Kind::Message(of) => Value::Message(DynamicMessage::new(of.clone())),
            Kind::Uint32 => Value::U32(one(&NUMBERS, rng)),
            _ => Value::String(one(words, rng).to_owned()),
        }),
        _ => {
            if let Some(value) = all.get_mut(at) {
                meddle_value(value, kind, words, rng);
            }
        }
    }
}

/// A message of this name with so many things changed in it. `words`: of all kinds, so that many changes still read.
pub(super) fn meddled<M: Message + Default>(
    name: &str,
    told: &M,
    changes: u32,
    words: &[&str],
    rng: &mut ChaCha8Rng,
) -> M {
    let mut message = DynamicMessage::new(POOL.get_message_by_name(name).expect("a message of ours"));
    message.transcode_from(told).expect("a message of that name");
    for _ in 0..changes {
        meddle(&mut message, words, rng);
    }
    message.transcode_to().expect("still such a message")
}
