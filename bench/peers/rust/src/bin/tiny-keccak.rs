//! The crate tiny-keccak.

use peers::{one_by_one, serve, versions, Algorithm};
use tiny_keccak::{Hasher, KangarooTwelve, Keccak, Sha3, Shake};

fn of<H: Hasher + 'static>(name: &'static str, digest: usize, make: fn() -> H) -> Algorithm {
    one_by_one(name, digest, move |m, out| {
        let mut hasher = make();
        hasher.update(m);
        hasher.finalize(out);
    })
}

fn main() {
    serve(
        "tiny-keccak",
        &versions(&["tiny-keccak"]),
        vec![
            of("keccak-256", 32, Keccak::v256),
            of("sha3-256", 32, Sha3::v256),
            of("sha3-512", 64, Sha3::v512),
            of("shake128", 32, Shake::v128),
            of("shake256", 64, Shake::v256),
            of("kt128", 32, || KangarooTwelve::new(b"")),
        ],
    );
}
