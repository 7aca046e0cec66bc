//! The kinds of hostile messages, and how one of each is made.

use crate::{
    bytes_of::{self, Dice, bad_frame, below, chance, framed, mutated, noise, noise_to, one, swapped},
    http1,
    meddle::meddled,
    shapes::Shape,
    wishes,
    world::World,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use clap::ValueEnum;
use http::Method as Verb;
use prost_reflect::{DescriptorPool, DynamicMessage};
use std::{sync::LazyLock, time::Duration};

/// What is wrong with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Kind {
    /// Bytes that are no message at all.
    Noise,
    /// Frames that lie about themselves.
    Frame,
    /// Right messages with small wounds.
    Mutant,
    /// Right messages with their fields changed.
    Swapped,
    /// Messages in messages in messages.
    Nested,
    /// JSON with wrong types, holes and depths.
    Json,
    /// gRPC-Web with all of it.
    Web,
    /// Headers, methods and paths.
    Header,
    /// Ids of nobody.
    Ids,
    /// Tokens of others, or of nobody.
    Tokens,
    /// Questions that are no longer open, actions that are not there.
    Stale,
    /// Matches and tournaments nobody can play.
    Options,
    /// Records and positions that were never played.
    Records,
    /// What a seat of any game saw, with something changed in it.
    Views,
    Pages,
    /// Callers who go away.
    Leaving,
    /// Bytes that are not even HTTP.
    Wire,
}

/// How a message is sent.
pub enum Way {
    Call,
    /// And not waited for.
    Leave(Duration),
    /// Without anything of ours in between.
    Bytes(Vec<u8>),
}

pub struct Message {
    pub path: String,
    pub verb: Verb,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Vec<u8>,
    pub streams: bool,
    /// Tokens the caller shows, and so may see.
    pub shown: Vec<String>,
    pub way: Way,
}

impl Kind {
    pub const ALL: &[Kind] = &[
        Kind::Noise,
        Kind::Frame,
        Kind::Mutant,
        Kind::Swapped,
        Kind::Nested,
        Kind::Json,
        Kind::Web,
        Kind::Header,
        Kind::Ids,
        Kind::Tokens,
        Kind::Stale,
        Kind::Options,
        Kind::Records,
        Kind::Views,
        Kind::Pages,
        Kind::Leaving,
        Kind::Wire,
    ];

    /// How many of a hundred are of this kind.
    const fn share(self) -> usize {
        match self {
            Kind::Mutant => 14,
            Kind::Swapped | Kind::Views => 10,
            Kind::Json | Kind::Tokens | Kind::Stale => 8,
            Kind::Frame | Kind::Web | Kind::Header | Kind::Ids | Kind::Records => 6,
            Kind::Noise => 4,
            Kind::Nested | Kind::Options => 2,
            Kind::Pages | Kind::Wire => 1,
            Kind::Leaving => 2,
        }
    }

    /// One of these, or of all where none is named.
    pub fn pick(dice: Dice<'_>, only: &[Kind]) -> Kind {
        let kinds = if only.is_empty() { Kind::ALL } else { only };
        let all: usize = kinds.iter().map(|kind| kind.share()).sum();
        let mut at = below(dice, all);
        for kind in kinds {
            match at.checked_sub(kind.share()) {
                Some(left) => at = left,
                None => return *kind,
            }
        }
        unreachable!("the shares make up the whole")
    }

    pub fn message(self, world: &World, dice: Dice<'_>) -> Message {
        match self {
            Kind::Noise => {
                let body = framed(&noise_to(dice, 300));
                Message { body, ..Message::of(Shape::any(world, dice)) }
            }
            Kind::Frame => {
                let shape = Shape::any(world, dice);
                Message { body: bad_frame(&shape.message, dice), ..Message::of(shape) }
            }
            Kind::Mutant => rewritten(Shape::any(world, dice), dice, mutated),
            Kind::Swapped => rewritten(Shape::any(world, dice), dice, |bytes, dice| swapped(&bytes, dice)),
            Kind::Nested => rewritten(Shape::any(world, dice), dice, |_, dice| bytes_of::nested(dice, 3_000)),
            Kind::Json => json(Shape::any(world, dice), dice),
            Kind::Web => web(Shape::any(world, dice), dice),
            Kind::Header => headers(Shape::any(world, dice), dice),
            Kind::Ids => Message::of(wishes::ids(world, dice)),
            Kind::Tokens => tokens(world, dice),
            Kind::Stale => Message::of(wishes::stale(one(dice, &world.guarded), dice)),
            Kind::Options => Message::of(wishes::options(world, dice)),
            Kind::Records => rewritten(Shape::with_record(world, dice), dice, deep_wound),
            Kind::Views => rewritten(Shape::with_view(world, dice), dice, meddled),
            Kind::Pages => Message::of(wishes::pages(dice)),
            Kind::Leaving => {
                let way = Way::Leave(Duration::from_micros(below(dice, 5_000) as u64));
                Message { way, ..Message::of(Shape::any(world, dice)) }
            }
            Kind::Wire => {
                let shape = Shape::any(world, dice);
                let way = Way::Bytes(http1::bytes(shape.path, &framed(&shape.message), dice));
                Message { way, ..Message::of(shape) }
            }
        }
    }
}

impl Message {
    /// A right call, as a client sends it. Where bots would think, not for long.
    pub fn of(shape: Shape) -> Message {
        let mut headers = vec![header("content-type", "application/grpc"), header("te", "trailers")];
        headers.extend(shape.token.iter().map(|token| header("authorization", &format!("Bearer {token}"))));
        headers.extend(shape.thinks.map(|deadline| header("grpc-timeout", deadline)));
        Message {
            path: shape.path.to_owned(),
            verb: Verb::POST,
            headers,
            body: framed(&shape.message),
            streams: shape.streams,
            shown: shape.token.into_iter().collect(),
            way: Way::Call,
        }
    }
    fn set(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.into()));
    }
}

fn header(name: &str, value: &str) -> (String, Vec<u8>) {
    (name.to_owned(), value.as_bytes().to_vec())
}

fn rewritten(shape: Shape, dice: Dice<'_>, change: impl Fn(Vec<u8>, Dice<'_>) -> Vec<u8>) -> Message {
    let message = change(shape.message.clone(), dice);
    Message::of(Shape { message, ..shape })
}

/// A wound in the middle of a long message: what is around it stays right.
fn deep_wound(mut bytes: Vec<u8>, dice: Dice<'_>) -> Vec<u8> {
    for _ in 0..=below(dice, 3) {
        let at = below(dice, bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            // Mostly letters and digits become others, so that it still reads.
            *byte = if chance(dice, 70) { b'0' + below(dice, 75) as u8 } else { noise(dice, 1)[0] };
        }
    }
    if chance(dice, 20) { mutated(bytes, dice) } else { bytes }
}

/// Somebody else's token, one that nearly fits, or very many.
fn tokens(world: &World, dice: Dice<'_>) -> Message {
    let at = below(dice, world.guarded.len());
    let held = &world.guarded[at];
    let mut message = Message::of(Shape { token: None, ..wishes::trespass(held, dice) });
    message.set("authorization", "");
    message.headers.retain(|(name, _)| name != "authorization");
    let strangers = [one(dice, &world.toys), &world.guarded[(at + 1) % world.guarded.len()]];
    for _ in 0..*one(dice, &[0, 1, 1, 1, 2, 5, 40]) {
        let other = strangers[below(dice, 2)];
        let theirs = if chance(dice, 50) { &other.host } else { one(dice, &other.seats) };
        let token = match below(dice, 4) {
            0 | 1 => theirs.clone(),
            // A bit beside the right one.
            2 => {
                let mut near = held.host.clone().into_bytes();
                let at = below(dice, near.len());
                near[at] = if near[at] == b'A' { b'B' } else { b'A' };
                String::from_utf8_lossy(&near).into_owned()
            }
            _ => wishes::text(dice),
        };
        message.headers.push(header("authorization", &format!("Bearer {token}")));
        message.shown.push(token);
    }
    message
}

/// Headers, methods and paths that do not fit.
fn headers(shape: Shape, dice: Dice<'_>) -> Message {
    let mut message = Message::of(shape);
    match below(dice, 9) {
        0 => message.set(
            "grpc-timeout",
            *one(dice, &["", "1", "-5S", "999999999H", "99999999H", "0n", "1x", "S", "१m"]),
        ),
        1 => message.set(
            "content-type",
            *one(
                dice,
                &[
                    "",
                    "text/html",
                    "application/grpc+json",
                    "application/grpc+",
                    "application/x",
                    "application/grpc;charset=\u{7f}",
                ],
            ),
        ),
        2 => message.set("grpc-encoding", *one(dice, &["gzip", "zstd", "snappy", "identity", "\u{ff}"])),
        3 => message.set(
            "authorization",
            *one(dice, &["", "Bearer", "Bearer ", "Basic YTpi", "bearer  x y", "Bearer \u{fe}\u{fe}"]),
        ),
        4 => message.set("x-request-id", noise_to(dice, 400)),
        5 => {
            message.headers.extend((0..below(dice, 150)).map(|n| header(&format!("x-{n}"), &"v".repeat(60))))
        }
        6 => {
            message.verb = one(dice, &[Verb::GET, Verb::PUT, Verb::DELETE, Verb::OPTIONS, Verb::HEAD]).clone()
        }
        7 => message.path = wishes::path(dice),
        _ => {
            message.set("traceparent", noise(dice, 40));
            message.set("x-forwarded-for", wishes::text(dice));
            message.set("grpc-accept-encoding", "gzip");
        }
    }
    message
}

static POOL: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(proto::DESCRIPTOR).expect("our own description"));

/// The message as JSON writes it; none if it has no such form.
fn as_json(shape: &Shape) -> Option<String> {
    let (service, method) = shape.path.trim_start_matches('/').split_once('/')?;
    let service = POOL.get_service_by_name(service)?;
    let input = service.methods().find(|known| known.name() == method)?.input();
    serde_json::to_string(&DynamicMessage::decode(input, shape.message.as_slice()).ok()?).ok()
}

fn json(shape: Shape, dice: Dice<'_>) -> Message {
    let right = as_json(&shape).unwrap_or_default();
    let body = match below(dice, 6) {
        0 | 1 => mutated(right.into_bytes(), dice),
        2 => {
            let wrong = *one(dice, &["[]", "null", "1e999", "-0", "\"\\ud800\"", "{}", "true", "[[[[{}]]]]"]);
            let at = right.match_indices('"').nth(below(dice, 12) * 2).map_or(0, |(at, _)| at);
            format!("{}{wrong}{}", &right[..at], &right[at..]).into_bytes()
        }
        // The value of a field becomes one of another type.
        3 => right.replacen(":\"", ":[\"", 1 + below(dice, 3)).into_bytes(),
        4 => ["[", "{\"seats\":", "{\"a\":"][below(dice, 3)].repeat(below(dice, 50_000)).into_bytes(),
        _ => noise_to(dice, 200),
    };
    let mut message = Message::of(shape);
    message.set("content-type", "application/json");
    Message { body, ..message }
}

fn web(shape: Shape, dice: Dice<'_>) -> Message {
    let wire = if chance(dice, 50) {
        bad_frame(&shape.message, dice)
    } else {
        framed(&mutated(shape.message.clone(), dice))
    };
    let mut message = Message::of(shape);
    if chance(dice, 50) {
        message.set("content-type", "application/grpc-web+proto");
        return Message { body: wire, ..message };
    }
    message.set("content-type", "application/grpc-web-text");
    let text = STANDARD.encode(wire).into_bytes();
    Message { body: if chance(dice, 50) { mutated(text, dice) } else { text }, ..message }
}
