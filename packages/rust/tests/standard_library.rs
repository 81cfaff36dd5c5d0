use encoding_conformance_vectors::{encodings, load, Permitted, VERSION};

#[test]
fn every_test_vector_is_loaded() {
    let manifest = include_str!("../data/export.json");
    assert!(manifest.contains(&format!("\"version\": \"{VERSION}\"")));
    assert_eq!(encodings().len(), manifest.matches("\"vectors\": ").count());
    for id in encodings() {
        let found = load(&id).unwrap();
        let count = found.decode.len() + found.encode.len() + found.beyond_64_bits.len();
        let described = manifest.split_once(&format!("\"id\": \"{id}\"")).unwrap().1;
        assert!(described.split_once('}').unwrap().0.contains(&format!("\"vectors\": {count},")), "{count} of {id}");
    }
}

#[test]
fn another_encoding_is_none() {
    assert!(load("utf-9").is_none());
}

#[test]
fn str_and_char_pass_those_of_utf_8() {
    let utf_8 = load("utf-8").unwrap();
    for vector in utf_8.decode {
        let got = std::str::from_utf8(&vector.input)
            .map(|text| text.chars().map(u64::from).collect())
            .map_err(|error| Some(error.valid_up_to()));
        assert!(vector.permits(&got), "{}", vector.id);
    }
    for vector in utf_8.encode {
        let chars = vector.input.iter().map(|&value| u32::try_from(value).ok().and_then(char::from_u32));
        let got = match chars.clone().position(|char| char.is_none()) {
            Some(offset) => Err(Some(offset)),
            None => Ok(chars.flatten().collect::<String>().into_bytes()),
        };
        assert!(vector.permits(&got), "{}", vector.id);
    }
}

#[test]
fn a_decoder_that_replaces_fails() {
    let replace = |bytes: &[u8]| Ok(String::from_utf8_lossy(bytes).chars().map(u64::from).collect());
    let mut failed = load("utf-8").unwrap().decode;
    failed.retain(|vector| !vector.permits(&replace(&vector.input)));
    assert!(failed.iter().any(|vector| vector.id == "utf-8/surrogate-first-high"));
    assert!(failed.iter().all(|vector| matches!(vector.permitted[0], Permitted::Reject { .. })));
}
