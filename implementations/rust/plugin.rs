//! Rust's standard library, asked through version 1 of the plug-in protocol.
//!
//! Every conversion is one of std's that can fail: `char::from_u32` of each value to encode, and to decode
//! `str::from_utf8`, `char::decode_utf16`, `char::from_u32`, or `char::from` of a byte, which is ISO 8859-1's.

#[path = "../protocol/rust/protocol.rs"]
mod protocol;

use protocol::{characters, serve, Codec, Fault, Refusal};

fn encode_latin_1(text: &[char]) -> Result<Vec<u8>, Refusal> {
    let byte = |(at, &character)| u8::try_from(character).map_err(|fault| Fault::new(at, fault).into());
    text.iter().enumerate().map(byte).collect()
}

fn decode_latin_1(bytes: &[u8]) -> Result<Vec<char>, Refusal> {
    Ok(bytes.iter().map(|&byte| char::from(byte)).collect())
}

fn encode_utf_8(text: &[char]) -> Result<Vec<u8>, Refusal> {
    Ok(String::from_iter(text).into_bytes())
}

fn decode_utf_8(bytes: &[u8]) -> Result<Vec<char>, Refusal> {
    let text = std::str::from_utf8(bytes).map_err(|fault| Fault::new(fault.valid_up_to(), fault))?;
    Ok(text.chars().collect())
}

fn encode_utf_16(text: &[char], bytes: fn(u16) -> [u8; 2]) -> Result<Vec<u8>, Refusal> {
    Ok(String::from_iter(text).encode_utf16().flat_map(bytes).collect())
}

fn decode_utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Vec<char>, Refusal> {
    let mut text = Vec::new();
    let mut offset = 0;
    for character in char::decode_utf16(units(bytes, unit)?) {
        let character = character.map_err(|fault| Fault::new(offset, fault))?;
        offset += 2 * character.len_utf16();
        text.push(character);
    }
    Ok(text)
}

fn encode_utf_32(text: &[char], bytes: fn(u32) -> [u8; 4]) -> Result<Vec<u8>, Refusal> {
    Ok(text.iter().flat_map(|&character| bytes(character.into())).collect())
}

fn decode_utf_32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> Result<Vec<char>, Refusal> {
    let in_bytes = |fault: Fault| Fault { offset: fault.offset.map(|units| 4 * units), ..fault };
    Ok(characters(&units(bytes, unit)?).map_err(in_bytes)?)
}

/// The code units, which are what std takes: it cannot be asked about part of one.
fn units<T, const SIZE: usize>(bytes: &[u8], unit: fn([u8; SIZE]) -> T) -> Result<Vec<T>, Refusal> {
    let units = bytes.chunks_exact(SIZE);
    if !units.remainder().is_empty() {
        return Err(Refusal::Unsupported("part of a code unit"));
    }
    Ok(units.map(|bytes| unit(bytes.try_into().expect("a chunk is of SIZE bytes"))).collect())
}

fn codec(
    encoding: &'static str,
    encode: impl Fn(&[char]) -> Result<Vec<u8>, Refusal> + 'static,
    decode: impl Fn(&[u8]) -> Result<Vec<char>, Refusal> + 'static,
) -> Codec {
    Codec { encoding, encode: Box::new(encode), decode: Box::new(move |pieces| decode(&pieces[0])) }
}

fn main() -> std::io::Result<()> {
    if std::env::args().skip(1).eq(["--version"]) {
        println!("{}", env!("RUSTC_VERSION"));
        return Ok(());
    }
    let codecs = [
        codec("iso-8859-1", encode_latin_1, decode_latin_1),
        codec("utf-8", encode_utf_8, decode_utf_8),
        codec("utf-16-be", |text| encode_utf_16(text, u16::to_be_bytes), |bytes| decode_utf_16(bytes, u16::from_be_bytes)),
        codec("utf-16-le", |text| encode_utf_16(text, u16::to_le_bytes), |bytes| decode_utf_16(bytes, u16::from_le_bytes)),
        codec("utf-32-be", |text| encode_utf_32(text, u32::to_be_bytes), |bytes| decode_utf_32(bytes, u32::from_be_bytes)),
        codec("utf-32-le", |text| encode_utf_32(text, u32::to_le_bytes), |bytes| decode_utf_32(bytes, u32::from_le_bytes)),
    ];
    serve(&codecs, false)
}
