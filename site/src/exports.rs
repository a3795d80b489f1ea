//! The boundary to the page: text in shared memory.
//!
//! The page writes a request into a buffer of atomic bytes, and calls [`respond`]. The response stays at [`response`] until the next
//! request. So both sides need no unsafe code: a pointer is only passed, and never followed in Rust.

#![allow(unsafe_code, reason = "the page finds functions by their names")]

use std::panic;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::request::answer;

const LENGTH: usize = 1 << 16;

static REQUEST: [AtomicU8; LENGTH] = [const { AtomicU8::new(0) }; LENGTH];
static RESPONSE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// The address of the buffer for a request.
#[unsafe(no_mangle)]
pub extern "C" fn request() -> *const AtomicU8 {
    REQUEST.as_ptr()
}

/// The size of the buffer for a request, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn request_capacity() -> usize {
    LENGTH
}

/// Answers the request of this length in bytes, and returns the length of the response.
///
/// If the answer panics, the response is the message of the panic, and the instance is of no further use.
#[unsafe(no_mangle)]
pub extern "C" fn respond(length: usize) -> usize {
    panic::set_hook(Box::new(|panic| {
        put(panic.payload_as_str().unwrap_or("the evaluation has panicked"));
    }));
    // A stack that overflows leaves no message.
    put("");
    let bytes: Vec<u8> = REQUEST[..length.min(LENGTH)].iter().map(|b| b.load(Ordering::Relaxed)).collect();
    put(&answer(&String::from_utf8_lossy(&bytes)))
}

/// The address of the response.
#[unsafe(no_mangle)]
pub extern "C" fn response() -> *const u8 {
    RESPONSE.lock().map_or(std::ptr::null(), |response| response.as_ptr())
}

/// The length of the response in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn response_length() -> usize {
    RESPONSE.lock().map_or(0, |response| response.len())
}

fn put(text: &str) -> usize {
    if let Ok(mut response) = RESPONSE.lock() {
        response.clear();
        response.extend_from_slice(text.as_bytes());
    }
    text.len()
}
