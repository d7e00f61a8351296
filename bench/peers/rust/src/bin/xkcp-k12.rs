//! The crate kangarootwelve_xkcp, which wraps the C library of the designers, on one thread.

use peers::{one_by_one, serve, versions};

fn main() {
    serve(
        "xkcp-k12",
        &versions(&["kangarootwelve_xkcp"]),
        vec![one_by_one("kt128", 32, |m, out| out.copy_from_slice(kangarootwelve_xkcp::hash(m).as_bytes()))],
    );
}
