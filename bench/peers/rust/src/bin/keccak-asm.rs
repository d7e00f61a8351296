//! The crate keccak-asm: the assembly of CRYPTOGAMS, as in OpenSSL, behind a thin interface.

use keccak_asm::{Keccak256, Sha3_256, Sha3_512};
use peers::{one_by_one, serve, versions};

fn main() {
    serve(
        "keccak-asm",
        &versions(&["keccak-asm"]),
        vec![
            one_by_one("keccak-256", 32, |m, out| out.copy_from_slice(&Keccak256::digest(m))),
            one_by_one("sha3-256", 32, |m, out| out.copy_from_slice(&Sha3_256::digest(m))),
            one_by_one("sha3-512", 64, |m, out| out.copy_from_slice(&Sha3_512::digest(m))),
        ],
    );
}
