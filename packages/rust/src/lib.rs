#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod files;
mod json;

use json::Json;

/// The version of the test vectors.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The test vectors of an encoding.
#[derive(Clone, Debug)]
pub struct Encoding {
    pub id: String,
    pub title: String,
    /// Bytes to values.
    pub decode: Vec<Vector<u8, u64>>,
    /// Values to bytes.
    pub encode: Vec<Vector<u64, u8>>,
    /// The ids of the test vectors with values of more than 64 bits, which are left out.
    pub beyond_64_bits: Vec<String>,
}

/// An input, with the outcomes that the specification permits.
#[derive(Clone, Debug)]
pub struct Vector<Input, Output> {
    pub id: String,
    pub input: Vec<Input>,
    pub permitted: Vec<Permitted<Output>>,
    /// Whether any rejection passes, because a value in the input is optional.
    pub may_refuse: bool,
    pub note: String,
    pub requirements: Vec<Requirement>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Permitted<Output> {
    Ok(Vec<Output>),
    Reject {
        /// The number of bytes or values before the first fault; `None` if the specification does not determine it.
        offset: Option<usize>,
        /// Why; for people.
        reason: Option<String>,
    },
}

/// A statement of the specification that a test vector tests.
#[derive(Clone, Debug)]
pub struct Requirement {
    pub id: String,
    pub section: String,
    pub sentence: String,
}

impl<Input, Output: PartialEq> Vector<Input, Output> {
    /// Whether a codec passes that gives this result, or rejects the input. A codec that does not say where gives no offset.
    pub fn permits(&self, got: &Result<Vec<Output>, Option<usize>>) -> bool {
        let permitted = self.permitted.iter().any(|each| match (each, got) {
            (Permitted::Ok(due), Ok(result)) => due == result,
            (Permitted::Reject { offset: Some(due), .. }, Err(Some(offset))) => due == offset,
            (Permitted::Reject { .. }, Err(_)) => true,
            _ => false,
        });
        permitted || got.is_err() && self.may_refuse
    }
}

/// The ids of the encodings.
pub fn encodings() -> Vec<String> {
    described().iter().map(|each| each["id"].text()).collect()
}

/// The test vectors of an encoding; none if there is no such encoding.
pub fn load(encoding: &str) -> Option<Encoding> {
    let found = described().into_iter().find(|each| each["id"].text() == encoding)?;
    let (mut decode, mut encode, mut beyond_64_bits) = (vec![], vec![], vec![]);
    for line in file(&found["file"].text()).lines() {
        let stated = Json::parse(line);
        let loaded = match &*stated["operation"].text() {
            "decode" => vector(&stated).map(|vector| decode.push(vector)),
            _ => vector(&stated).map(|vector| encode.push(vector)),
        };
        if loaded.is_none() {
            beyond_64_bits.push(stated["id"].text());
        }
    }
    Some(Encoding { id: found["id"].text(), title: found["title"].text(), decode, encode, beyond_64_bits })
}

fn described() -> Vec<Json> {
    Json::parse(file("export.json"))["encodings"].list().to_vec()
}

fn file(name: &str) -> &'static str {
    files::FILES.iter().find(|(path, _)| *path == name).expect("a file of the export").1
}

/// The vector of a line; none if one of its numbers takes more than 64 bits.
fn vector<Input: TryFrom<u64>, Output: TryFrom<u64>>(stated: &Json) -> Option<Vector<Input, Output>> {
    let outcome = |each: &Json| match &*each["outcome"].text() {
        "ok" => Some(Permitted::Ok(sequence(each, "result")?)),
        _ => Some(Permitted::Reject { offset: each["offset"].number(), reason: each["reason"].as_text() }),
    };
    let requirement = |each: &Json| Requirement {
        id: each["id"].text(),
        section: each["section"].text(),
        sentence: each["sentence"].text(),
    };
    Some(Vector {
        id: stated["id"].text(),
        input: sequence(stated, "input")?,
        permitted: stated["permitted"].list().iter().map(outcome).collect::<Option<_>>()?,
        may_refuse: stated["may_refuse"] == Json::Bool(true),
        note: stated["note"].text(),
        requirements: stated["requirements"].list().iter().map(requirement).collect(),
    })
}

/// The numbers of a sequence in the notation of the test vectors, which stands in a field or in a file that another field names.
fn sequence<N: TryFrom<u64>>(stated: &Json, name: &str) -> Option<Vec<N>> {
    let text = match stated[name].as_text() {
        Some(text) => text,
        None => file(&stated[&*format!("{name}_file")].text()).to_string(),
    };
    let mut numbers = vec![];
    for token in text.split_whitespace() {
        let (digits, times) = token.split_once('*').unwrap_or((token, "1"));
        let number = u64::from_str_radix(digits, 16).ok()?; // `F{17}` are digits too, always more than 64 bits
        for _ in 0..times.parse().expect("a number of times") {
            numbers.push(N::try_from(number).ok()?);
        }
    }
    Some(numbers)
}
