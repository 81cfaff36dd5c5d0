//! Rust's standard library, asked through version 1 of the plug-in protocol.
//!
//! Every conversion is one of std's that can fail: `char::from_u32` of each value to encode, and to decode
//! `str::from_utf8`, `char::decode_utf16`, `char::from_u32`, or `char::from` of a byte, which is ISO 8859-1's.

use std::fmt::{Display, Write as _};
use std::io::{self, Read, Write as _};

const READ_SIZE: usize = 1 << 16;

/// What is ill-formed, and where it begins.
struct Fault {
    offset: usize,
    reason: String,
}

impl Fault {
    fn new(offset: usize, reason: impl Display) -> Fault {
        Fault { offset, reason: reason.to_string() }
    }
}

type Encode = fn(&[char]) -> Result<Vec<u8>, Fault>;
type Decode = fn(&[u8]) -> Result<Vec<char>, Refusal>;

const CODECS: [(&str, Encode, Decode); 6] = [
    ("iso-8859-1", encode_latin_1, decode_latin_1),
    ("utf-8", encode_utf_8, decode_utf_8),
    ("utf-16-be", |text| encode_utf_16(text, u16::to_be_bytes), |bytes| decode_utf_16(bytes, u16::from_be_bytes)),
    ("utf-16-le", |text| encode_utf_16(text, u16::to_le_bytes), |bytes| decode_utf_16(bytes, u16::from_le_bytes)),
    ("utf-32-be", |text| encode_utf_32(text, u32::to_be_bytes), |bytes| decode_utf_32(bytes, u32::from_be_bytes)),
    ("utf-32-le", |text| encode_utf_32(text, u32::to_le_bytes), |bytes| decode_utf_32(bytes, u32::from_le_bytes)),
];

// ---- the conversions

fn characters(values: &[u32]) -> Result<Vec<char>, Fault> {
    let character = |(at, &value)| char::try_from(value).map_err(|fault| Fault::new(at, fault));
    values.iter().enumerate().map(character).collect()
}

fn encode_latin_1(text: &[char]) -> Result<Vec<u8>, Fault> {
    let byte = |(at, &character)| u8::try_from(character).map_err(|fault| Fault::new(at, fault));
    text.iter().enumerate().map(byte).collect()
}

fn decode_latin_1(bytes: &[u8]) -> Result<Vec<char>, Refusal> {
    Ok(bytes.iter().map(|&byte| char::from(byte)).collect())
}

fn encode_utf_8(text: &[char]) -> Result<Vec<u8>, Fault> {
    Ok(String::from_iter(text).into_bytes())
}

fn decode_utf_8(bytes: &[u8]) -> Result<Vec<char>, Refusal> {
    let text = std::str::from_utf8(bytes).map_err(|fault| Fault::new(fault.valid_up_to(), fault))?;
    Ok(text.chars().collect())
}

fn encode_utf_16(text: &[char], bytes: fn(u16) -> [u8; 2]) -> Result<Vec<u8>, Fault> {
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

fn encode_utf_32(text: &[char], bytes: fn(u32) -> [u8; 4]) -> Result<Vec<u8>, Fault> {
    Ok(text.iter().flat_map(|&character| bytes(character.into())).collect())
}

fn decode_utf_32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> Result<Vec<char>, Refusal> {
    Ok(characters(&units(bytes, unit)?).map_err(|fault| Fault { offset: 4 * fault.offset, ..fault })?)
}

/// The code units, which are what std takes: it cannot be asked about part of one.
fn units<T, const SIZE: usize>(bytes: &[u8], unit: fn([u8; SIZE]) -> T) -> Result<Vec<T>, Refusal> {
    let units = bytes.chunks_exact(SIZE);
    if !units.remainder().is_empty() {
        return Err(Refusal::Unsupported("part of a code unit"));
    }
    Ok(units.map(|bytes| unit(bytes.try_into().expect("a chunk is of SIZE bytes"))).collect())
}

// ---- fields

enum Refusal {
    Rejected(Fault),
    Unsupported(&'static str),
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Rejected(fault)
    }
}

fn parse_values(field: &str) -> Result<Vec<u32>, Refusal> {
    if field == "-" {
        return Ok(Vec::new());
    }
    let value = |digits: &str| {
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(Refusal::Unsupported("field"));
        }
        u32::from_str_radix(digits, 16).map_err(|_| Refusal::Unsupported("value above FFFFFFFF"))
    };
    field.split(',').map(value).collect()
}

fn parse_bytes(field: &str) -> Result<Vec<u8>, Refusal> {
    if field == "-" {
        return Ok(Vec::new());
    }
    let digit = |digit: u8| char::from(digit).to_digit(16).ok_or(Refusal::Unsupported("field"));
    let byte = |pair: &[u8]| match *pair {
        [high, low] => Ok((digit(high)? << 4 | digit(low)?) as u8),
        _ => Err(Refusal::Unsupported("field")),
    };
    field.as_bytes().chunks(2).map(byte).collect()
}

fn format_bytes(bytes: &[u8]) -> String {
    let mut field = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        write!(field, "{byte:02X}").expect("a string takes what is written");
    }
    field
}

fn format_values(text: &[char]) -> String {
    let mut field = String::new();
    for &character in text {
        let comma = if field.is_empty() { "" } else { "," };
        write!(field, "{comma}{:X}", u32::from(character)).expect("a string takes what is written");
    }
    field
}

// ---- the protocol

fn ask(operation: &str, encoding: &str, field: &str) -> Result<String, Refusal> {
    let unknown = Refusal::Unsupported("encoding");
    let &(_, encode, decode) = CODECS.iter().find(|codec| codec.0 == encoding).ok_or(unknown)?;
    match operation {
        "encode" => Ok(format_bytes(&encode(&characters(&parse_values(field)?)?)?)),
        "decode" => Ok(format_values(&decode(&parse_bytes(field)?)?)),
        _ => Err(Refusal::Unsupported("operation")),
    }
}

/// The reply to a request, without its id.
fn reply(words: &[&str]) -> String {
    let result = match *words {
        ["hello", "1"] => return format!("ok 1 {}", CODECS.map(|codec| codec.0).join(",")),
        [operation, encoding, field] => ask(operation, encoding, field),
        _ => Err(Refusal::Unsupported("request")),
    };
    match result {
        Ok(field) => format!("ok {}", if field.is_empty() { "-" } else { &field }),
        Err(Refusal::Rejected(fault)) => format!("reject {} {}", fault.offset, fault.reason),
        Err(Refusal::Unsupported(what)) => format!("unsupported {what}"),
    }
}

fn answer(line: &str, replies: &mut String) {
    let words: Vec<&str> = line.split(' ').collect();
    let is_id = !words[0].is_empty() && words[0].bytes().all(|digit| digit.is_ascii_digit());
    if !is_id || words.len() < 2 {
        eprintln!("no request: {}", line.chars().take(80).collect::<String>()); // there is no id to reply to
        return;
    }
    writeln!(replies, "{} {}", words[0], reply(&words[1..])).expect("a string takes what is written");
}

/// Reads as much as there is and answers it in one go, so that no reply waits while no input does.
fn main() -> io::Result<()> {
    if std::env::args().skip(1).eq(["--version"]) {
        println!("{}", env!("RUSTC_VERSION"));
        return Ok(());
    }
    let mut input = Vec::new();
    let mut block = vec![0; READ_SIZE];
    loop {
        let size = io::stdin().read(&mut block)?;
        if size == 0 {
            return Ok(());
        }
        let searched = input.len();
        input.extend_from_slice(&block[..size]);
        if let Some(end) = input[searched..].iter().rposition(|&byte| byte == b'\n') {
            let rest = input.split_off(searched + end + 1);
            let mut replies = String::new();
            String::from_utf8_lossy(&input).split_terminator('\n').for_each(|line| answer(line, &mut replies));
            io::stdout().write_all(replies.as_bytes())?;
            io::stdout().flush()?;
            input = rest;
        }
    }
}
