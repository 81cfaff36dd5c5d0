// Checks a codec with exported test vectors: rustc -O loader.rs && ./loader DIR ascii
use std::{env, fs, process};

type Outcome = Result<Vec<u64>, usize>; // bytes or values, or the offset of the first fault

// Your codec goes here; this one is ASCII.
fn decode(bytes: &[u64]) -> Outcome {
    bytes.iter().position(|&byte| byte > 0x7F).map_or_else(|| Ok(bytes.to_vec()), Err)
}

fn encode(values: &[u64]) -> Outcome {
    values.iter().position(|&value| value > 0x7F).map_or_else(|| Ok(values.to_vec()), Err)
}

fn quit(message: &str) -> ! {
    eprintln!("{message}");
    process::exit(2)
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|_| quit(&format!("cannot read {path}")))
}

/// What stands between two texts, the first time.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    text.split_once(begin)?.1.split_once(end).map(|(found, _)| found)
}

/// The numbers of the input or of a result; none if one of them takes more than 64 bits.
fn sequence(text: &str, name: &str, folder: &str) -> Option<Vec<u64>> {
    let (mut numbers, mut written) = (vec![], between(text, &format!("\"{name}\":\""), "\"").map(String::from));
    if let Some(file) = between(text, &format!("\"{name}_file\":\""), "\"") {
        written = Some(read(&format!("{folder}/{file}")));
    }
    for token in written?.split_whitespace() {
        let (number, times) = token.split_once('*').unwrap_or((token, "1"));
        let number = u64::from_str_radix(number, 16).ok()?;
        numbers.extend(std::iter::repeat(number).take(times.parse().unwrap()));
    }
    Some(numbers)
}

/// Whether the codec does what a line permits; none if the test vector is beyond 64 bits.
fn passes(line: &str, folder: &str) -> Option<bool> {
    let input = sequence(line, "input", folder)?;
    let came = if line.contains("\"operation\":\"decode\"") { decode(&input) } else { encode(&input) };
    let mut passed = came.is_err() && line.contains("\"may_refuse\":true");
    for permitted in between(line, "\"permitted\":[", "],\"may_refuse\"")?.split("{\"outcome\":").skip(1) {
        passed |= match &came {
            _ if permitted.starts_with("\"ok\"") => Ok(sequence(permitted, "result", folder)?) == came,
            Err(offset) => ["null", &offset.to_string()].contains(&between(permitted, "\"offset\":", ",")?),
            Ok(_) => false,
        };
    }
    Some(passed)
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let (folder, encoding) = match &arguments[..] {
        [_, folder, encoding] => (folder, encoding),
        _ => quit("usage: ./loader DIR ENCODING"),
    };
    let mut counts = [0, 0, 0];
    for line in read(&format!("{folder}/{encoding}.jsonl")).lines() {
        let passed = passes(line, folder);
        counts[passed.map_or(2, |passed| usize::from(!passed))] += 1;
        if passed == Some(false) {
            let of = |begin| between(line, begin, "\"").unwrap_or("");
            let input = of("\"input\":\"").to_string() + of("\"input_file\":\"");
            println!("FAIL {} {} {input}", of("\"id\":\""), of("\"operation\":\""));
        }
    }
    println!("{} passed, {} failed, {} beyond 64 bits", counts[0], counts[1], counts[2]);
    process::exit((counts[1] > 0) as i32);
}
