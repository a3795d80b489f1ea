//! The door for XLA, and so for JAX: one handler of its foreign function interface, by the C header `xla/ffi/api/c_api.h`.
//!
//! The caller passes buffers of doubles, a row for each point, and two attributes: the number of a function at arguments of one
//! structure, which [`register`] gives, and the kind of the derivative. Buffers are read and written in place.

use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;
use std::slice;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::derivatives::{Derivatives, Kind};
use crate::failure::{Failure, Outcome, guarded};
use crate::function::Function;

/// A function at arguments whose lists have some lengths.
struct Registered {
    function: &'static Function,
    lengths: Vec<usize>,
    /// The lengths of the lists of the result.
    result: Vec<usize>,
    at: Arc<dyn Derivatives>,
}

static REGISTERED: LazyLock<Mutex<HashMap<i64, Registered>>> = LazyLock::new(Mutex::default);

/// Gives a number to a function at arguments whose lists have these lengths, and to results of the lengths `result`. Compiled programs
/// contain the number, so the function is never dropped. The number is that of the name and the lengths, and does not depend on the order
/// of calls: a program that another process has compiled finds the same function or none.
///
/// # Errors
///
/// Those of [`Function::at`].
pub fn register(function: &'static Function, lengths: &[usize], result: &[usize]) -> Outcome<i64> {
    let at = function.at(lengths)?;
    // The hash of G. Fowler, L. C. Noll and K.-P. Vo.
    let all = lengths.iter().chain(result);
    let bytes = function.name().bytes().chain(all.flat_map(|length| length.to_le_bytes()));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut number = hash.cast_signed();
    let mut registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_other = |known: &Registered| {
        !ptr::eq(known.function, function) || known.lengths != lengths || known.result != result
    };
    while registered.get(&number).is_some_and(is_other) {
        number = number.wrapping_add(1);
    }
    registered
        .insert(number, Registered { function, lengths: lengths.to_vec(), result: result.to_vec(), at });
    Ok(number)
}

/// The number of a kind: 0, 1 and 2 without an order, 10 and the order of tangents, 20 and the order of adjoints.
///
/// # Errors
///
/// There is no such kind.
pub fn kind(number: i64) -> Outcome<Kind> {
    let order = usize::try_from(number % 10).unwrap_or(0);
    match number {
        0 => Ok(Kind::Value),
        1 => Ok(Kind::ValueAndGrad),
        2 => Ok(Kind::Jacobian),
        10..20 => Ok(Kind::Tangent(order)),
        20..30 => Ok(Kind::Adjoint(order)),
        _ => Err(Failure::Argument(format!("there is no kind {number} of derivatives"))),
    }
}

// The structs of the header, whose names and order they repeat. Each begins with its size and a list of extensions.

#[repr(C)]
struct Extension {
    size: usize,
    /// 1 asks for metadata.
    kind: c_int,
    next: *mut Extension,
}

#[repr(C)]
struct Version {
    size: usize,
    extensions: *mut Extension,
    major: c_int,
    minor: c_int,
}

#[repr(C)]
struct Metadata {
    size: usize,
    version: Version,
    traits: u32,
    state: i64,
}

#[repr(C)]
struct MetadataExtension {
    base: Extension,
    metadata: *mut Metadata,
}

/// Arguments, or results.
#[repr(C)]
struct Buffers {
    size: usize,
    extensions: *mut Extension,
    count: i64,
    /// 1 is a buffer.
    types: *const c_int,
    list: *const *const Buffer,
}

#[repr(C)]
struct Buffer {
    size: usize,
    extensions: *mut Extension,
    /// 12 is a double.
    number: c_int,
    data: *mut c_void,
    rank: i64,
    dimensions: *const i64,
}

#[repr(C)]
struct Attributes {
    size: usize,
    extensions: *mut Extension,
    count: i64,
    /// 3 is a scalar.
    types: *const c_int,
    names: *const *const Bytes,
    values: *const *const Scalar,
}

#[repr(C)]
struct Bytes {
    start: *const u8,
    length: usize,
}

#[repr(C)]
struct Scalar {
    /// 5 is a signed integer of 64 bits.
    number: c_int,
    value: *const c_void,
}

/// The beginning of the table of functions, as far as it is needed.
#[repr(C)]
struct Api {
    size: usize,
    extensions: *mut Extension,
    version: Version,
    internal: *const c_void,
    create_error: unsafe extern "C" fn(*mut ErrorArguments) -> *mut c_void,
}

#[repr(C)]
struct ErrorArguments {
    size: usize,
    extensions: *mut Extension,
    message: *const c_char,
    code: c_int,
}

/// A call by XLA.
#[repr(C)]
pub struct Frame {
    size: usize,
    extensions: *mut Extension,
    api: *const Api,
    context: *mut c_void,
    /// 3 is the execution.
    stage: c_int,
    arguments: Buffers,
    results: Buffers,
    attributes: Attributes,
    future: *mut c_void,
}

const METADATA: c_int = 1;
const BUFFER: c_int = 1;
const SCALAR: c_int = 3;
const I64: c_int = 5;
const F64: c_int = 12;
const EXECUTE: c_int = 3;
const INVALID_ARGUMENT: c_int = 3;
const INTERNAL: c_int = 13;

/// The handler. XLA registers its address.
///
/// # Safety
///
/// `frame` is a call by XLA: its pointers are valid during the call, as the header says, and results overlap nothing.
pub unsafe extern "C" fn handler(frame: *mut Frame) -> *mut c_void {
    // SAFETY: the caller passes a valid frame, and nothing else uses it during the call.
    let frame = unsafe { &mut *frame };
    // SAFETY: an extension is null or valid, and its kind tells its type.
    unsafe {
        if let Some(extension) = frame.extensions.as_mut()
            && extension.kind == METADATA
        {
            let metadata = (*ptr::from_mut(extension).cast::<MetadataExtension>()).metadata;
            (*metadata).version.major = 0;
            (*metadata).version.minor = 3;
            (*metadata).traits = 0;
            return ptr::null_mut();
        }
    }
    // SAFETY: as for this function.
    let outcome = guarded(|| unsafe { execute(frame) });
    outcome.map_or_else(|failure| error(frame, &failure), |()| ptr::null_mut())
}

/// An error of XLA with the text of a failure.
fn error(frame: &Frame, failure: &Failure) -> *mut c_void {
    let code = if let Failure::Argument(_) = failure { INVALID_ARGUMENT } else { INTERNAL };
    let message = CString::new(failure.to_string().replace('\0', "")).unwrap_or_default();
    let mut arguments = ErrorArguments {
        size: size_of::<ErrorArguments>() - 4,
        extensions: ptr::null_mut(),
        message: message.as_ptr(),
        code,
    };
    // SAFETY: XLA's table of functions is valid during the call, and the function copies the message.
    unsafe { ((*frame.api).create_error)(&raw mut arguments) }
}

/// # Safety
///
/// As for [`handler`].
unsafe fn execute(frame: &Frame) -> Outcome<()> {
    if frame.stage != EXECUTE {
        return Ok(());
    }
    let invalid = |what: &str| Failure::Argument(format!("a call by XLA has {what}"));
    // SAFETY: the attributes are valid during the call.
    let [function, number] = unsafe { [attribute(frame, b"function"), attribute(frame, b"kind")] };
    let (Some(function), Some(number)) = (function, number) else {
        return Err(invalid("no function or kind"));
    };
    let kind = kind(number)?;
    let known = {
        let registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
        registered.get(&function).map(|known| (Arc::clone(&known.at), known.result.clone()))
    };
    let (at, result) = known.ok_or_else(|| {
        invalid("a function that this process has not passed to JAX: call the adapter's function once before")
    })?;
    // SAFETY: the buffers are valid during the call, arguments are not written meanwhile, and results overlap nothing.
    let (arguments, mut results) = unsafe {
        let arguments =
            slices(&frame.arguments, |data, length| slice::from_raw_parts(data.cast_const(), length));
        let results = slices(&frame.results, |data, length| slice::from_raw_parts_mut(data, length));
        (
            arguments.ok_or_else(|| invalid("an argument that is no double"))?,
            results.ok_or_else(|| invalid("a result that is no double"))?,
        )
    };
    // SAFETY: as above.
    let count = unsafe { rows(&frame.arguments) }.ok_or_else(|| invalid("no argument"))?;
    at.compare_lengths(arguments[0], &result)?;
    at.points(kind, count, &arguments, &mut results)
}

/// An attribute that is an integer.
///
/// # Safety
///
/// The attributes are valid.
unsafe fn attribute(frame: &Frame, name: &[u8]) -> Option<i64> {
    let attributes = &frame.attributes;
    (0..usize::try_from(attributes.count).ok()?).find_map(|i| {
        // SAFETY: the three lists have `count` elements, which are valid; a scalar's type is compared before its value is read.
        unsafe {
            let found = &**attributes.names.add(i);
            let is_named = slice::from_raw_parts(found.start, found.length) == name;
            if !is_named || *attributes.types.add(i) != SCALAR {
                return None;
            }
            let scalar = &**attributes.values.add(i);
            (scalar.number == I64).then(|| *scalar.value.cast::<i64>())
        }
    })
}

/// The number of rows of the first buffer: the product of all its axes but the last.
///
/// # Safety
///
/// The buffers are valid, and the first is a buffer.
unsafe fn rows(buffers: &Buffers) -> Option<usize> {
    if buffers.count < 1 {
        return None;
    }
    // SAFETY: as for this function; a buffer has `rank` dimensions.
    unsafe {
        let buffer = &**buffers.list;
        let rank = usize::try_from(buffer.rank).ok()?;
        let dimensions = (0..rank.checked_sub(1)?).map(|k| usize::try_from(*buffer.dimensions.add(k)));
        dimensions.product::<Result<_, _>>().ok()
    }
}

/// The numbers of each buffer. `None` if there is something else.
///
/// # Safety
///
/// The buffers are valid, and `slice` may be called for each.
unsafe fn slices<T>(buffers: &Buffers, slice: impl Fn(*mut f64, usize) -> T) -> Option<Vec<T>> {
    let count = usize::try_from(buffers.count).ok()?;
    let slices = (0..count).map(|i| {
        // SAFETY: both lists have `count` elements; a buffer has `rank` dimensions.
        unsafe {
            if *buffers.types.add(i) != BUFFER {
                return None;
            }
            let buffer = &**buffers.list.add(i);
            let rank = usize::try_from(buffer.rank).ok()?;
            let length = (0..rank).map(|k| usize::try_from(*buffer.dimensions.add(k)).unwrap_or(0)).product();
            // A buffer without numbers may have no memory.
            let data = if length == 0 { ptr::NonNull::dangling().as_ptr() } else { buffer.data.cast() };
            (buffer.number == F64).then(|| slice(data, length))
        }
    });
    slices.collect()
}
