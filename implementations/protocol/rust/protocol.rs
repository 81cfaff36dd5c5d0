//! Version 1 of the plug-in protocol, for codecs of Rust's characters.

use std::fmt::{Display, Write as _};
use std::io::{self, Read, Write as _};

const READ_SIZE: usize = 1 << 16;

/// What is ill-formed, and where it begins, if the library tells it.
pub struct Fault {
    pub offset: Option<usize>,
    pub reason: String,
}

impl Fault {
    pub fn new(offset: usize, reason: impl Display) -> Fault {
        Fault { offset: Some(offset), reason: reason.to_string() }
    }
}

pub enum Refusal {
    Rejected(Fault),
    Unsupported(&'static str),
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Rejected(fault)
    }
}

pub type Encode = dyn Fn(&[char]) -> Result<Vec<u8>, Refusal>;
pub type Decode = dyn Fn(&[Vec<u8>]) -> Result<Vec<char>, Refusal>;

/// Decode is given one piece, unless the codecs are served with `chunks`.
pub struct Codec {
    pub encoding: &'static str,
    pub encode: Box<Encode>,
    pub decode: Box<Decode>,
}

/// The characters of these numbers; the first that is none is at fault.
pub fn characters(values: &[u32]) -> Result<Vec<char>, Fault> {
    let character = |(at, &value)| char::try_from(value).map_err(|fault| Fault::new(at, fault));
    values.iter().enumerate().map(character).collect()
}

// ---- fields

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

fn parse_bytes(piece: &str) -> Result<Vec<u8>, Refusal> {
    let digit = |digit: u8| char::from(digit).to_digit(16).ok_or(Refusal::Unsupported("field"));
    let byte = |pair: &[u8]| match *pair {
        [high, low] => Ok((digit(high)? << 4 | digit(low)?) as u8),
        _ => Err(Refusal::Unsupported("field")),
    };
    piece.as_bytes().chunks(2).map(byte).collect()
}

fn parse_pieces(field: &str, chunks: bool) -> Result<Vec<Vec<u8>>, Refusal> {
    match field {
        "" => Err(Refusal::Unsupported("field")),
        "-" => Ok(vec![Vec::new()]),
        _ if chunks => field.split('/').map(parse_bytes).collect(),
        _ => Ok(vec![parse_bytes(field)?]),
    }
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

// ---- requests

fn ask(codecs: &[Codec], chunks: bool, [operation, encoding, field]: [&str; 3]) -> Result<String, Refusal> {
    let unknown = Refusal::Unsupported("encoding");
    let codec = codecs.iter().find(|codec| codec.encoding == encoding).ok_or(unknown)?;
    match operation {
        "encode" => Ok(format_bytes(&(codec.encode)(&characters(&parse_values(field)?)?)?)),
        "decode" => Ok(format_values(&(codec.decode)(&parse_pieces(field, chunks)?)?)),
        _ => Err(Refusal::Unsupported("operation")),
    }
}

fn hello(codecs: &[Codec], chunks: bool) -> String {
    let encodings: Vec<&str> = codecs.iter().map(|codec| codec.encoding).collect();
    format!("ok 1 {}{}", encodings.join(","), if chunks { " chunks" } else { "" })
}

/// The reply to a request, without its id.
fn reply(codecs: &[Codec], chunks: bool, words: &[&str]) -> String {
    let result = match *words {
        ["hello", "1"] => return hello(codecs, chunks),
        [operation, encoding, field] => ask(codecs, chunks, [operation, encoding, field]),
        _ => Err(Refusal::Unsupported("request")),
    };
    match result {
        Ok(field) => format!("ok {}", if field.is_empty() { "-" } else { &field }),
        Err(Refusal::Rejected(Fault { offset: Some(offset), reason })) => format!("reject {offset} {reason}"),
        Err(Refusal::Rejected(Fault { offset: None, reason })) => format!("reject - {reason}"),
        Err(Refusal::Unsupported(what)) => format!("unsupported {what}"),
    }
}

fn answer(codecs: &[Codec], chunks: bool, line: &str, replies: &mut String) {
    let words: Vec<&str> = line.split(' ').collect();
    let is_id = !words[0].is_empty() && words[0].bytes().all(|digit| digit.is_ascii_digit());
    if !is_id || words.len() < 2 {
        eprintln!("no request: {}", line.chars().take(80).collect::<String>()); // there is no id to reply to
        return;
    }
    writeln!(replies, "{} {}", words[0], reply(codecs, chunks, &words[1..])).expect("a string takes what is written");
}

/// Reads as much as there is and answers it in one go, so that no reply waits while no input does.
pub fn serve(codecs: &[Codec], chunks: bool) -> io::Result<()> {
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
            let lines = String::from_utf8_lossy(&input);
            lines.split_terminator('\n').for_each(|line| answer(codecs, chunks, line, &mut replies));
            io::stdout().write_all(replies.as_bytes())?;
            io::stdout().flush()?;
            input = rest;
        }
    }
}
