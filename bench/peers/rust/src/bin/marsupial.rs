//! The crate marsupial, another wrapper of the designers' C library, which also has KT256.

use marsupial::{KT128, KT256};
use peers::{one_by_one, serve, versions};

fn main() {
    serve(
        "marsupial",
        &versions(&["marsupial"]),
        vec![
            one_by_one("kt128", 32, |m, out| out.copy_from_slice(marsupial::hash::<KT128>(m).as_bytes())),
            one_by_one("kt256", 64, |m, out| out.copy_from_slice(marsupial::hash::<KT256>(m).as_bytes())),
        ],
    );
}
