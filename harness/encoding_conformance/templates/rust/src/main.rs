//! A plug-in for conform. It does ASCII: replace `encode` and `decode` with your codec. The code below them
//! speaks the plug-in protocol, version 1 (docs/plug-ins.md), and can stay as it is.

use std::io::{self, BufRead, BufReader, BufWriter, Write};

/// The id, as in implementation.yaml.
const ENCODING: &str = "ascii";

const READ_SIZE: usize = 1 << 16;

/// The error for ill-formed input: the offset of the first bad byte, or the index of the first bad value; `None` if your
/// codec does not report the place.
struct Rejected(Option<usize>);

/// YOUR CODEC. A value that no `u64` holds comes as `u64::MAX`.
fn encode(values: &[u64]) -> Result<Vec<u8>, Rejected> {
    let byte = |(index, &value)| match value {
        0..=0x7F => Ok(value as u8),
        _ => Err(Rejected(Some(index))),
    };
    values.iter().enumerate().map(byte).collect()
}

/// YOUR CODEC.
fn decode(bytes: &[u8]) -> Result<Vec<u64>, Rejected> {
    let value = |(offset, &byte)| match byte {
        0..=0x7F => Ok(u64::from(byte)),
        _ => Err(Rejected(Some(offset))),
    };
    bytes.iter().enumerate().map(value).collect()
}

// ---- The protocol.

fn parse_values(field: &str) -> Vec<u64> {
    match field {
        "-" => Vec::new(),
        _ => field
            .split(',')
            .map(|digits| u64::from_str_radix(digits, 16).unwrap_or(u64::MAX))
            .collect(),
    }
}

/// A hyphen has no pair of digits, and so no byte.
fn parse_bytes(field: &str) -> Vec<u8> {
    let digit = |character: u8| (character as char).to_digit(16).expect("a hex digit") as u8;
    field
        .as_bytes()
        .chunks_exact(2)
        .map(|pair| digit(pair[0]) << 4 | digit(pair[1]))
        .collect()
}

fn ok(field: String) -> String {
    format!("ok {}", if field.is_empty() { "-" } else { &field })
}

/// With several encodings, hello names them all, separated by commas, and the third word says which is meant.
fn reply(request: &[&str]) -> Result<String, Rejected> {
    Ok(match *request {
        ["hello", _] => format!("ok 1 {ENCODING}"),
        ["encode", ENCODING, field] => {
            let digits: Vec<_> = encode(&parse_values(field))?
                .iter()
                .map(|byte| format!("{byte:02X}"))
                .collect();
            ok(digits.concat())
        }
        ["decode", ENCODING, field] => {
            let digits: Vec<_> = decode(&parse_bytes(field))?
                .iter()
                .map(|value| format!("{value:X}"))
                .collect();
            ok(digits.join(","))
        }
        _ => "unsupported request".to_string(),
    })
}

fn main() -> io::Result<()> {
    let mut input = BufReader::with_capacity(READ_SIZE, io::stdin().lock());
    let mut output = BufWriter::new(io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let words: Vec<_> = line.split_whitespace().collect();
        let reply = reply(&words[1..]).unwrap_or_else(|Rejected(offset)| match offset {
            Some(offset) => format!("reject {offset}"),
            None => "reject -".to_string(),
        });
        writeln!(output, "{} {reply}", words[0])?;
        if input.buffer().is_empty() {
            output.flush()?; // no reply waits while no input does
        }
        line.clear();
    }
    output.flush()
}
