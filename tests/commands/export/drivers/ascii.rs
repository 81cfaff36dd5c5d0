// Checks a codec of ASCII with the package: ascii ENCODING LARGEST
use encoding_conformance_vectors::{load, Vector};

/// The ids that fail. `as_result` makes what the codec returns of its input.
fn failed<I: Copy + Into<u64>, O: PartialEq>(vectors: &[Vector<I, O>], largest: u64, as_result: fn(I) -> O) -> Vec<&str> {
    let codec = |input: &[I]| match input.iter().position(|&number| number.into() > largest) {
        Some(fault) => Err(Some(fault)),
        None => Ok(input.iter().copied().map(as_result).collect()),
    };
    vectors.iter().filter(|vector| !vector.permits(&codec(&vector.input))).map(|vector| &*vector.id).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (vectors, largest) = (load(&arguments[1]).unwrap(), arguments[2].parse().unwrap());
    let mut ids = failed(&vectors.decode, largest, u64::from);
    ids.extend(failed(&vectors.encode, largest, |value| value as u8));
    ids.iter().for_each(|id| println!("FAIL {id}"));
    let passed = vectors.decode.len() + vectors.encode.len() - ids.len();
    println!("{passed} passed, {} failed, {} beyond 64 bits", ids.len(), vectors.beyond_64_bits.len());
    std::process::exit(!ids.is_empty() as i32);
}
