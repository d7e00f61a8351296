//! The crates of RustCrypto: sha3, shake, turboshake, k12.

use peers::{one_by_one, serve, versions};
use sha3::Digest;
use shake::ExtendableOutput;

fn main() {
    serve(
        "rustcrypto",
        &versions(&["sha3", "shake", "turboshake", "k12", "keccak"]),
        vec![
            one_by_one("keccak-256", 32, |m, out| out.copy_from_slice(&sha3::Keccak256::digest(m))),
            one_by_one("sha3-256", 32, |m, out| out.copy_from_slice(&sha3::Sha3_256::digest(m))),
            one_by_one("sha3-512", 64, |m, out| out.copy_from_slice(&sha3::Sha3_512::digest(m))),
            one_by_one("shake128", 32, |m, out| shake::Shake128::digest_xof(m, out)),
            one_by_one("shake256", 64, |m, out| shake::Shake256::digest_xof(m, out)),
            one_by_one("turboshake128", 32, |m, out| turboshake::TurboShake128::digest_xof(m, out)),
            one_by_one("turboshake256", 64, |m, out| turboshake::TurboShake256::digest_xof(m, out)),
            one_by_one("kt128", 32, |m, out| k12::Kt128::digest_xof(m, out)),
            one_by_one("kt256", 64, |m, out| k12::Kt256::digest_xof(m, out)),
        ],
    );
}
