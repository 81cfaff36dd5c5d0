//! encoding_rs, asked through version 1 of the plug-in protocol.
//!
//!     plugin             decode without replacement
//!     plugin replace     decode with replacement
//!     plugin --version   tell the version
//!
//! The crate has no encoder of UTF-16, but a conversion of a string to UTF-16 in memory, whose units are written as
//! bytes here. ISO 8859-1 is what it has for strings of bytes in memory: its label iso-8859-1 is windows-1252.

#[path = "../protocol/rust/protocol.rs"]
mod protocol;

use encoding_rs::{mem, DecoderResult, EncoderResult, Encoding};
use protocol::{serve, Codec, Fault, Refusal};

/// The encodings that have both an encoder and a decoder, by their ids.
fn pages() -> [(&'static str, &'static Encoding); 13] {
    [
        ("iso-8859-2", encoding_rs::ISO_8859_2),
        ("iso-8859-3", encoding_rs::ISO_8859_3),
        ("iso-8859-4", encoding_rs::ISO_8859_4),
        ("iso-8859-5", encoding_rs::ISO_8859_5),
        ("iso-8859-6", encoding_rs::ISO_8859_6),
        ("iso-8859-7", encoding_rs::ISO_8859_7),
        ("iso-8859-8", encoding_rs::ISO_8859_8),
        ("iso-8859-10", encoding_rs::ISO_8859_10),
        ("iso-8859-13", encoding_rs::ISO_8859_13),
        ("iso-8859-14", encoding_rs::ISO_8859_14),
        ("iso-8859-15", encoding_rs::ISO_8859_15),
        ("iso-8859-16", encoding_rs::ISO_8859_16),
        ("utf-8", encoding_rs::UTF_8),
    ]
}

// ---- Decoder and Encoder

/// The decoder tells how many bytes are ill-formed, and how many it has read after them.
fn decode_strictly(encoding: &'static Encoding, pieces: &[Vec<u8>]) -> Result<Vec<char>, Refusal> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    let mut before = 0;
    for (at, piece) in pieces.iter().enumerate() {
        let room = decoder.max_utf8_buffer_length_without_replacement(piece.len());
        text.reserve(room.expect("a piece is not as large as memory"));
        let last = at + 1 == pieces.len();
        match decoder.decode_to_string_without_replacement(piece, &mut text, last) {
            (DecoderResult::InputEmpty, _) => before += piece.len(),
            (DecoderResult::Malformed(length, after), read) => {
                let offset = before + read - usize::from(length) - usize::from(after);
                return Err(Fault::new(offset, "Malformed").into());
            }
            (DecoderResult::OutputFull, _) => panic!("there is less room than the decoder asked for"),
        }
    }
    Ok(text.chars().collect())
}

fn decode_replacing(encoding: &'static Encoding, pieces: &[Vec<u8>]) -> Result<Vec<char>, Refusal> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        let room = decoder.max_utf8_buffer_length(piece.len());
        text.reserve(room.expect("a piece is not as large as memory"));
        let _ = decoder.decode_to_string(piece, &mut text, at + 1 == pieces.len());
    }
    Ok(text.chars().collect())
}

fn encode(encoding: &'static Encoding, text: &[char]) -> Result<Vec<u8>, Refusal> {
    let string = String::from_iter(text);
    let mut encoder = encoding.new_encoder();
    let room = encoder.max_buffer_length_from_utf8_without_replacement(string.len());
    let mut bytes = Vec::with_capacity(room.expect("a text is not as large as memory"));
    match encoder.encode_from_utf8_to_vec_without_replacement(&string, &mut bytes, true) {
        (EncoderResult::InputEmpty, _) => Ok(bytes),
        (EncoderResult::Unmappable(character), read) => {
            let offset = string[..read].chars().count() - 1;
            Err(Fault::new(offset, format!("Unmappable U+{:04X}", u32::from(character))).into())
        }
        (EncoderResult::OutputFull, _) => panic!("there is less room than the encoder asked for"),
    }
}

// ---- the module mem

fn encode_utf_16(text: &[char], bytes: fn(u16) -> [u8; 2]) -> Result<Vec<u8>, Refusal> {
    let string = String::from_iter(text);
    let mut units = vec![0; string.len() + 1]; // as its manual demands
    let count = mem::convert_str_to_utf16(&string, &mut units);
    Ok(units[..count].iter().copied().flat_map(bytes).collect())
}

fn encode_latin_1(text: &[char]) -> Result<Vec<u8>, Refusal> {
    let string = String::from_iter(text);
    let end = mem::str_latin1_up_to(&string);
    if end < string.len() {
        return Err(Fault::new(string[..end].chars().count(), "str_latin1_up_to").into());
    }
    Ok(mem::encode_latin1_lossy(&string).into_owned())
}

fn decode_latin_1(pieces: &[Vec<u8>]) -> Result<Vec<char>, Refusal> {
    Ok(pieces.iter().flat_map(|piece| mem::decode_latin1(piece).chars().collect::<Vec<_>>()).collect())
}

// ---- codecs

type DecodeWith = fn(&'static Encoding, &[Vec<u8>]) -> Result<Vec<char>, Refusal>;

fn codecs(decode: DecodeWith) -> Vec<Codec> {
    let page = |(name, encoding)| Codec {
        encoding: name,
        encode: Box::new(move |text| encode(encoding, text)),
        decode: Box::new(move |pieces| decode(encoding, pieces)),
    };
    let utf_16 = |name, encoding, bytes: fn(u16) -> [u8; 2]| Codec {
        encoding: name,
        encode: Box::new(move |text| encode_utf_16(text, bytes)),
        decode: Box::new(move |pieces| decode(encoding, pieces)),
    };
    let mut codecs: Vec<Codec> = pages().into_iter().map(page).collect();
    codecs.push(utf_16("utf-16-be", encoding_rs::UTF_16BE, u16::to_be_bytes));
    codecs.push(utf_16("utf-16-le", encoding_rs::UTF_16LE, u16::to_le_bytes));
    codecs.push(Codec {
        encoding: "iso-8859-1",
        encode: Box::new(encode_latin_1),
        decode: Box::new(decode_latin_1),
    });
    codecs
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--version"] => {
            println!("encoding_rs {}", env!("CRATE_VERSION"));
            Ok(())
        }
        ["replace"] => serve(&codecs(decode_replacing), true),
        _ => serve(&codecs(decode_strictly), true),
    }
}
