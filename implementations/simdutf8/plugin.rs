//! simdutf8, asked through version 1 of the plug-in protocol. What it validates, and what is encoded, is Rust's str.

#[path = "../protocol/rust/protocol.rs"]
mod protocol;

use protocol::{serve, Codec, Fault, Refusal};
use simdutf8::{basic, compat};

/// The two flavours of the crate are two functions. Only that of `compat` tells where the fault is.
fn decode(bytes: &[u8]) -> Result<Vec<char>, Refusal> {
    let told = compat::from_utf8(bytes);
    if basic::from_utf8(bytes).is_ok() != told.is_ok() {
        panic!("basic::from_utf8 and compat::from_utf8 disagree");
    }
    Ok(told.map_err(|fault| Fault::new(fault.valid_up_to(), fault))?.chars().collect())
}

fn main() -> std::io::Result<()> {
    if std::env::args().skip(1).eq(["--version"]) {
        println!("simdutf8 {}", env!("CRATE_VERSION"));
        return Ok(());
    }
    let utf_8 = Codec {
        encoding: "utf-8",
        encode: Box::new(|text| Ok(String::from_iter(text).into_bytes())),
        decode: Box::new(|pieces| decode(&pieces[0])),
    };
    serve(&[utf_8], false)
}
