//! What a contender in Rust is made of: its algorithms, and the loop that answers requests (../README.md, Protocol).

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{BufRead, Write as _};
use std::time::Instant;

pub struct Algorithm {
    name: &'static str,
    digest: usize,
    hash: Box<dyn FnMut(&[Vec<u8>], &mut [u8])>,
}

/// An algorithm from a function that hashes one message: `one(message, out)`.
pub fn one_by_one(name: &'static str, digest: usize, mut one: impl FnMut(&[u8], &mut [u8]) + 'static) -> Algorithm {
    let hash = move |messages: &[Vec<u8>], out: &mut [u8]| {
        for (message, out) in messages.iter().zip(out.chunks_exact_mut(digest)) {
            one(message, out);
        }
    };
    Algorithm { name, digest, hash: Box::new(hash) }
}

/// The version of a crate that the lock file names, after its name: "sha3 0.12.0".
pub fn versions(crates: &[&str]) -> String {
    let lock = include_str!("../Cargo.lock");
    let version = |name: &str| {
        let package = lock.split_once(&format!("name = \"{name}\"\nversion = \""));
        package.and_then(|(_, rest)| rest.split('"').next()).unwrap_or("unknown").to_string()
    };
    crates.iter().map(|name| format!("{name} {}", version(name))).collect::<Vec<_>>().join(", ")
}

/// The value of a key in a flat JSON object without escapes.
fn value_of<'a>(object: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = object.split_once(&format!("\"{key}\""))?;
    let rest = rest.trim_start_matches([' ', ':']);
    match rest.strip_prefix('"') {
        Some(text) => text.split('"').next(),
        None => rest.split([',', '}', ' ']).next(),
    }
}

fn number(object: &str, key: &str, otherwise: usize) -> Result<usize, String> {
    value_of(object, key).map_or(Ok(otherwise), |text| text.parse().map_err(|_| format!("{key} is not a number")))
}

fn answer(request: &str, algorithms: &mut [Algorithm]) -> Result<String, String> {
    let name = value_of(request, "algorithm").unwrap_or("");
    let algorithm = algorithms.iter_mut().find(|a| a.name == name).ok_or(format!("no algorithm of that name: {name}"))?;
    let (size, count) = (number(request, "size", 0)?, number(request, "messages", 1)?);
    let messages: Vec<Vec<u8>> = (0..count).map(|j| (0..size).map(|i| ((i + j) % 251) as u8).collect()).collect();
    let mut digests = vec![0; algorithm.digest * count];
    (algorithm.hash)(&messages, &mut digests);

    let min_ns = number(request, "min_ns", 0)? as f64;
    let mut iterations = number(request, "iterations", 1)?;
    let elapsed = loop {
        let start = Instant::now();
        for _ in 0..iterations {
            (algorithm.hash)(black_box(&messages), black_box(&mut digests));
        }
        let elapsed = start.elapsed().as_nanos() as f64;
        if elapsed >= min_ns {
            break elapsed;
        }
        iterations *= 2;
    };
    let ns = elapsed / iterations as f64 / count as f64;
    let hex = digests.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    });
    Ok(format!("{{\"ns\": {ns}, \"iterations\": {iterations}, \"digest\": \"{hex}\"}}"))
}

/// Describes itself, then answers requests until the input ends; with --describe, only the first.
pub fn serve(name: &str, version: &str, mut algorithms: Vec<Algorithm>) {
    let mut output = std::io::stdout();
    let mut say = |line: String| writeln!(output, "{line}").and_then(|()| output.flush()).unwrap();
    let names: Vec<String> = algorithms.iter().map(|a| format!("\"{}\"", a.name)).collect();
    say(format!(
        "{{\"contender\": \"{name}\", \"version\": \"{version}\", \"language\": \"Rust\", \"algorithms\": [{}]}}",
        names.join(", ")
    ));
    if std::env::args().any(|argument| argument == "--describe") {
        return;
    }
    for line in std::io::stdin().lock().lines() {
        say(answer(&line.unwrap(), &mut algorithms).unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}")));
    }
}
