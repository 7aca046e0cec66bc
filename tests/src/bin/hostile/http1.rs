//! Bytes to a port, with nothing of ours in between: half requests, wrong lengths, frames of HTTP/2 that make no sense.

use crate::{
    bytes_of::{Dice, below, noise, noise_to, one},
    send::Answer,
};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Whoever has not heard anything by then leaves.
const PATIENCE: Duration = Duration::from_millis(40);
const ANSWER_MAX: usize = 64 * 1024;

/// Connects, sends, reads what comes for a moment, and leaves.
pub async fn send(address: &str, bytes: &[u8]) -> Answer {
    let Ok(mut stream) = TcpStream::connect(address).await else {
        return Answer { refused: true, ..Answer::default() };
    };
    let mut seen = vec![];
    let talk = async {
        stream.write_all(bytes).await.ok()?;
        let mut part = [0; 4096];
        while seen.len() < ANSWER_MAX {
            match stream.read(&mut part).await.ok()? {
                0 => break,
                n => seen.extend_from_slice(&part[..n]),
            }
        }
        Some(())
    };
    let ended = timeout(PATIENCE, talk).await;
    let line = seen.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3));
    let http = line.and_then(|code| std::str::from_utf8(code).ok()).and_then(|code| code.parse().ok());
    Answer { http, left: ended.is_err(), shown: seen, ..Answer::default() }
}

/// What is sent this way.
pub fn bytes(path: &str, message: &[u8], dice: Dice<'_>) -> Vec<u8> {
    let kind = one(dice, &["application/json", "application/grpc-web", "application/grpc", "text/plain"]);
    let head = |length: &str| {
        format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\n{length}\r\n\r\n")
    };
    let length = message.len();
    match below(dice, 9) {
        0 => noise_to(dice, 600),
        1 => [head(&format!("content-length: {length}")).as_bytes(), message].concat(),
        // More was promised than comes.
        2 => [head(&format!("content-length: {}", length + 50)).as_bytes(), message].concat(),
        3 => head("content-length: -1").into_bytes(),
        4 => head("content-length: 99999999999999999999").into_bytes(),
        5 => [head("transfer-encoding: chunked").as_bytes(), b"ffffffffffffffff\r\n", message].concat(),
        6 => format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "x-a: b\r\n".repeat(below(dice, 3_000)))
            .into_bytes(),
        7 => [PREFACE, &frame(dice, message)].concat(),
        _ => {
            let frames: Vec<u8> = (0..=below(dice, 20)).flat_map(|_| frame(dice, message)).collect();
            [PREFACE, &[0, 0, 0, 4, 0, 0, 0, 0, 0], &frames].concat()
        }
    }
}

/// How HTTP/2 begins.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A frame of HTTP/2 that is mostly wrong.
fn frame(dice: Dice<'_>, message: &[u8]) -> Vec<u8> {
    let body = if below(dice, 2) == 0 { noise_to(dice, 100) } else { message.to_vec() };
    let length = if below(dice, 4) == 0 { below(dice, 1 << 24) } else { body.len() } as u32;
    let (kind, flags, stream) = (below(dice, 12) as u8, noise(dice, 1), noise(dice, 4));
    [&length.to_be_bytes()[1..], &[kind], &flags, &stream, &body].concat()
}
