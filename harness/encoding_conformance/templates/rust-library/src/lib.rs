//! A plug-in for conform, as a shared library. It has ASCII: put your codec in the place of `encode` and `decode`. What
//! is below them has the interface of a library (docs/plug-ins.md, "A shared library"), and can stay as it is.

use std::ffi::CStr;
use std::os::raw::{c_char, c_int};
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Why there is no output.
enum Refused {
    /// An input is ill-formed: the offset of the byte, or the index of the value, where it is so; `None` if the codec
    /// does not tell where.
    Rejected(Option<usize>),
    /// The codec cannot hold a value, which is above the max_value of the manifest.
    #[allow(dead_code)]
    Unsupported,
}
use Refused::Rejected;

/// YOUR CODEC: writes bytes, as far as there is room for them, and returns how many there are in all. With several
/// encodings, the first argument is the id of the one that is meant.
fn encode(_encoding: &str, values: &[u64], bytes: &mut [u8]) -> Result<usize, Refused> {
    for (index, &value) in values.iter().enumerate() {
        let byte = match value {
            0..=0x7F => value as u8,
            _ => return Err(Rejected(Some(index))),
        };
        if let Some(place) = bytes.get_mut(index) {
            *place = byte;
        }
    }
    Ok(values.len())
}

/// YOUR CODEC: writes values, as far as there is room for them, and returns how many there are in all.
fn decode(_encoding: &str, bytes: &[u8], values: &mut [u64]) -> Result<usize, Refused> {
    for (offset, &byte) in bytes.iter().enumerate() {
        let value = match byte {
            0..=0x7F => u64::from(byte),
            _ => return Err(Rejected(Some(offset))),
        };
        if let Some(place) = values.get_mut(offset) {
            *place = value;
        }
    }
    Ok(bytes.len())
}

// ---- The interface.

const OK: c_int = 0;
const REJECT: c_int = 1;
const UNSUPPORTED: c_int = 2;
const TOO_SMALL: c_int = 3;
const NOWHERE: usize = usize::MAX;

/// # Safety
/// The arguments are those that conform gives.
#[no_mangle]
pub unsafe extern "C" fn conform_encode(
    encoding: *const c_char,
    values: *const u64,
    length: usize,
    bytes: *mut u8,
    capacity: usize,
    count: *mut usize,
    offset: *mut usize,
) -> c_int {
    let values = from_raw_parts(values, length);
    let bytes = from_raw_parts_mut(bytes, capacity);
    told(encode(id(encoding), values, bytes), capacity, count, offset)
}

/// # Safety
/// The arguments are those that conform gives.
#[no_mangle]
pub unsafe extern "C" fn conform_decode(
    encoding: *const c_char,
    bytes: *const u8,
    length: usize,
    values: *mut u64,
    capacity: usize,
    count: *mut usize,
    offset: *mut usize,
) -> c_int {
    let bytes = from_raw_parts(bytes, length);
    let values = from_raw_parts_mut(values, capacity);
    told(decode(id(encoding), bytes, values), capacity, count, offset)
}

unsafe fn id<'a>(encoding: *const c_char) -> &'a str {
    CStr::from_ptr(encoding).to_str().expect("an id is ASCII")
}

unsafe fn told(done: Result<usize, Refused>, capacity: usize, count: *mut usize, offset: *mut usize) -> c_int {
    match done {
        Ok(needed) => {
            *count = needed;
            if needed > capacity {
                TOO_SMALL
            } else {
                OK
            }
        }
        Err(Refused::Rejected(place)) => {
            *offset = place.unwrap_or(NOWHERE);
            REJECT
        }
        Err(Refused::Unsupported) => UNSUPPORTED,
    }
}
