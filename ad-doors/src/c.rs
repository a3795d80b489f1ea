//! The door for C, and for all languages that call C: `include/ad.h`.
//!
//! [`export!`](crate::export) lists the functions of a library. A crate of the type `cdylib` or `staticlib` then has all functions of
//! the header. This file and `xla.rs` contain the crate's `unsafe` code, since pointers of C have no lengths.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};
use std::{mem, ptr, slice};

use crate::derivatives::{Derivatives, Kind, Sparse};
use crate::failure::{Failure, Outcome, guarded};
use crate::function::Function;

/// The header without the list of functions.
pub const HEADER: &str = include_str!("../include/ad.h");

/// The header for a library with these functions, whose documentation it contains.
///
/// ```
/// use ad::prelude::*;
///
/// /// x²
/// #[exp(adjoint)]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// let header = ad_doors::c::header(&ad_doors::functions! { square = Square; });
/// assert!(header.contains("ad_open(\"square\", …): square(x)\n *\n * x²\n"));
/// ```
pub fn header(functions: &[Function]) -> String {
    let mut list = String::new();
    for function in functions {
        let (name, doc) = (function.name(), function.doc().replace("*/", "* /"));
        let doc = doc.replace('\n', "\n * ").replace(" \n", "\n");
        let (parameters, argument) = (function.parameters().join(", "), function.argument());
        let result = function.result();
        writeln!(
            list,
            "/* ad_open(\"{name}\", …): {name}({parameters})\n *\n * {doc}\n *\n * argument: {argument}\n * result: {result} */"
        )
        .expect("text can grow");
    }
    HEADER.replacen("#ifdef __cplusplus\n}", &format!("{list}\n#ifdef __cplusplus\n}}"), 1)
}

/// Exports functions to C: `name = expression;`, as in [`functions!`](crate::functions). It also defines `header()`, the text of the
/// library's header.
///
/// It may occur once in a crate, which has the type `cdylib` or `staticlib`. `ad-doors/examples/c_library.rs` in the repository is one.
#[macro_export]
macro_rules! export {
    ($($functions:tt)*) => {
        fn __functions() -> &'static [$crate::Function] {
            static FUNCTIONS: ::std::sync::LazyLock<::std::vec::Vec<$crate::Function>> =
                ::std::sync::LazyLock::new(|| $crate::functions! { $($functions)* });
            &FUNCTIONS
        }

        /// The header of this library.
        pub fn header() -> ::std::string::String {
            $crate::c::header(__functions())
        }

        /// # Safety
        ///
        /// As `ad.h` says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn ad_open(
            name: *const ::std::ffi::c_char,
            lengths: *const usize,
            count: usize,
        ) -> *mut $crate::c::Opened {
            // SAFETY: as for this function.
            unsafe { $crate::c::open(__functions, name, lengths, count) }
        }
    };
}

/// A function at arguments of one structure: `ad_function` of the header.
pub struct Opened {
    at: Arc<dyn Derivatives>,
    /// Made when they are first asked for, since long arguments have many.
    names: OnceLock<Vec<CString>>,
}

/// `ad_sparse` of the header.
#[repr(C)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    count: usize,
    offsets: *const usize,
    indices: *const usize,
    entries: *mut f64,
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::new(CString::default());
}

fn fail(failure: &Failure) -> c_int {
    let text = CString::new(failure.to_string().replace('\0', "")).unwrap_or_default();
    MESSAGE.set(text);
    match failure {
        Failure::Argument(_) => 1,
        Failure::Unsupported(_) => 2,
        Failure::Panic(_) => 3,
    }
}

/// The code of an outcome. Nothing unwinds out of `f`.
fn code(f: impl FnOnce() -> Outcome<()>) -> c_int {
    guarded(f).map_or_else(|failure| fail(&failure), |()| 0)
}

/// The product of two lengths.
fn product(a: usize, b: usize) -> Outcome<usize> {
    a.checked_mul(b).ok_or_else(|| Failure::Argument(format!("{a} × {b} numbers do not fit into memory")))
}

/// Whether `length` numbers can be at a pointer. There may be none at any pointer.
fn check<T>(start: *const T, length: usize, of: &str) -> Outcome<bool> {
    let longest = isize::MAX.unsigned_abs() / size_of::<T>();
    let reason = match length {
        0 => return Ok(false),
        _ if start.is_null() => "is null".into(),
        _ if !start.is_aligned() => "is not aligned".into(),
        _ if length > longest => format!("cannot lead to {length} of them"),
        _ => return Ok(true),
    };
    Err(Failure::Argument(format!("a pointer {of} {reason}")))
}

/// The numbers at a pointer.
///
/// # Safety
///
/// There are `length` numbers at `start`, which nobody writes meanwhile.
unsafe fn numbers<'a, T>(start: *const T, length: usize) -> Outcome<&'a [T]> {
    if !check(start, length, "to numbers")? {
        return Ok(&[]);
    }
    // SAFETY: the caller says so.
    Ok(unsafe { slice::from_raw_parts(start, length) })
}

/// The room at a pointer.
///
/// # Safety
///
/// There is room for `length` numbers at `start`, which nobody else uses meanwhile.
unsafe fn room<'a>(start: *mut f64, length: usize) -> Outcome<&'a mut [f64]> {
    if !check(start, length, "for results")? {
        return Ok(&mut []);
    }
    // SAFETY: the caller says so.
    Ok(unsafe { slice::from_raw_parts_mut(start, length) })
}

/// # Safety
///
/// `f` is null or a result of `ad_open` that is not closed.
unsafe fn opened<'a>(f: *const Opened) -> Outcome<&'a Opened> {
    // SAFETY: the caller says so.
    unsafe { f.as_ref() }.ok_or_else(|| Failure::Argument("the function is null".into()))
}

/// `ad_open` for the functions of a library.
///
/// # Safety
///
/// `name` is a text that ends with 0, and `lengths` has `count` numbers.
pub unsafe fn open(
    functions: fn() -> &'static [Function],
    name: *const c_char,
    lengths: *const usize,
    count: usize,
) -> *mut Opened {
    let outcome = guarded(|| {
        if name.is_null() {
            return Err(Failure::Argument("the name is null".into()));
        }
        // SAFETY: the caller says so.
        let (name, lengths) = unsafe { (CStr::from_ptr(name), numbers(lengths, count)?) };
        let name = name.to_string_lossy();
        let functions = functions();
        let function = functions.iter().find(|function| function.name() == name).ok_or_else(|| {
            let names: Vec<_> = functions.iter().map(Function::name).collect();
            Failure::Argument(format!("there is no function `{name}`; there are {}", names.join(", ")))
        })?;
        let at = function.at(lengths)?;
        Ok(Box::into_raw(Box::new(Opened { at, names: OnceLock::new() })))
    });
    outcome.unwrap_or_else(|failure| {
        fail(&failure);
        ptr::null_mut()
    })
}

/// Defines functions of the header: `f` has the type `&Opened`, pointers become slices of the given lengths, and `n` is the number of
/// inputs. Each body returns an [`Outcome`].
macro_rules! exported {
    ($(
        fn $name:ident($f:ident, $n:ident $(, $plain:ident: $type:ty)*; $($in:ident[$in_length:expr]),*; $($out:ident[$out_length:expr]),*) $body:block
    )*) => {$(
        /// As the header says.
        ///
        /// # Safety
        ///
        /// `f` is open, and pointers have the lengths that the header says. Results overlap nothing.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $f: *const Opened $(, $plain: $type)* $(, $in: *const f64)* $(, $out: *mut f64)*
        ) -> c_int {
            code(|| {
                // SAFETY: the caller says so.
                let $f = unsafe { opened($f)? };
                let $n = $f.at.inputs();
                $(
                    // SAFETY: as above.
                    let $in = unsafe { numbers($in, $in_length)? };
                )*
                $(
                    // SAFETY: as above.
                    let $out = unsafe { room($out, $out_length)? };
                )*
                $body
            })
        }
    )*};
}

exported! {
    fn ad_value(f, n, m: usize; x[n]; y[m]) { f.at.points(Kind::Value, 1, &[x], &mut [y]) }
    fn ad_value_and_gradient(f, n; x[n]; y[1], gradient[n]) {
        y[0] = f.at.value_and_grad(x, gradient)?;
        Ok(())
    }
    fn ad_jvp(f, n, m: usize; x[n], dx[n]; dy[m]) { f.at.points(Kind::Tangent(1), 1, &[x, dx], &mut [dy]) }
    fn ad_vjp(f, n, m: usize; x[n], dy[m]; dx[n]) { f.at.points(Kind::Adjoint(1), 1, &[x, dy], &mut [dx]) }
    fn ad_jacobian(f, n, m: usize; x[n]; y[m], rows[product(m, n)?]) {
        f.at.points(Kind::Jacobian, 1, &[x], &mut [y, rows])
    }
    fn ad_hessian(f, n; x[n]; y[1], gradient[n], rows[product(n, n)?]) {
        y[0] = f.at.hessian(x, gradient, rows)?;
        Ok(())
    }
    fn ad_hvp(f, n; x[n], v[n]; gradient[n], product[n]) { f.at.hvp(x, v, gradient, product) }
    fn ad_values(f, n, count: usize, m: usize; x[product(count, n)?]; y[product(count, m)?]) {
        f.at.points(Kind::Value, count, &[x], &mut [y])
    }
    fn ad_values_and_gradients(f, n, count: usize; x[product(count, n)?]; y[count], gradients[product(count, n)?]) {
        f.at.points(Kind::ValueAndGrad, count, &[x], &mut [y, gradients])
    }
}

/// As the header says.
///
/// # Safety
///
/// `f` is open or null, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ad_close(f: *mut Opened) {
    if !f.is_null() {
        // SAFETY: `open` has made the box, and the caller says that nobody else has it.
        drop(unsafe { Box::from_raw(f) });
    }
}

/// As the header says.
#[unsafe(no_mangle)]
pub extern "C" fn ad_message() -> *const c_char {
    MESSAGE.with_borrow(|message| message.as_ptr())
}

/// As the header says.
///
/// # Safety
///
/// `f` is open or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ad_inputs(f: *const Opened) -> usize {
    // SAFETY: as for this function.
    unsafe { opened(f) }.map_or(0, |f| f.at.inputs())
}

/// As the header says.
///
/// # Safety
///
/// `f` is open or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ad_input_name(f: *const Opened, i: usize) -> *const c_char {
    // SAFETY: as for this function.
    let f = unsafe { opened(f) };
    let name = guarded(|| {
        let Opened { at, names } = f?;
        let make = || at.names().into_iter().map(|name| CString::new(name).unwrap_or_default()).collect();
        Ok(names.get_or_init(make).get(i).map(|name| name.as_ptr()))
    });
    name.ok().flatten().unwrap_or(ptr::null())
}

/// As the header says.
///
/// # Safety
///
/// `f` is open, `x` has a number for each input, and there is room for a number at `m`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ad_outputs(f: *const Opened, x: *const f64, m: *mut usize) -> c_int {
    code(|| {
        // SAFETY: as for this function.
        let (f, m) = unsafe { (opened(f)?, m.as_mut()) };
        // SAFETY: as for this function.
        let y = f.at.value(unsafe { numbers(x, f.at.inputs())? })?;
        *m.ok_or_else(|| Failure::Argument("a pointer for results is null".into()))? = y.numbers.len();
        Ok(())
    })
}

/// A list of the library's in the hands of C.
fn given<T>(list: Vec<T>) -> *mut T {
    Box::into_raw(list.into_boxed_slice()).cast()
}

/// Writes the matrix that `f` finds into `to`. After a failure there is a matrix without lists, which may be freed.
///
/// # Safety
///
/// `to` is null, or has room for a matrix.
unsafe fn give(to: *mut Matrix, f: impl FnOnce() -> Outcome<Sparse>) -> Outcome<()> {
    if to.is_null() {
        return Err(Failure::Argument("a pointer for results is null".into()));
    }
    let (offsets, indices, entries) = (ptr::null(), ptr::null(), ptr::null_mut());
    // SAFETY: the caller says so.
    unsafe { to.write(Matrix { rows: 0, columns: 0, count: 0, offsets, indices, entries }) };
    let (pattern, entries) = guarded(f)?;
    let indices: Vec<usize> = pattern.entries().map(|(_, column)| column).collect();
    let matrix = Matrix {
        rows: pattern.rows(),
        columns: pattern.columns(),
        count: entries.len(),
        offsets: given(pattern.offsets().to_vec()),
        indices: given(indices),
        entries: given(entries),
    };
    // SAFETY: the caller says so.
    unsafe { to.write(matrix) };
    Ok(())
}

/// As the header says.
///
/// # Safety
///
/// `f` is open, `x` has a number for each input, and there is room for a matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ad_sparse_jacobian(f: *const Opened, x: *const f64, matrix: *mut Matrix) -> c_int {
    code(|| {
        // SAFETY: as for this function.
        unsafe {
            give(matrix, || {
                let f = opened(f)?;
                Ok(f.at.sparse_jacobian(numbers(x, f.at.inputs())?)?.1)
            })
        }
    })
}

/// As the header says.
///
/// # Safety
///
/// `f` is open, `x` has a number for each input, and there is room for a matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ad_sparse_hessian(f: *const Opened, x: *const f64, matrix: *mut Matrix) -> c_int {
    code(|| {
        // SAFETY: as for this function.
        unsafe {
            give(matrix, || {
                let f = opened(f)?;
                Ok(f.at.sparse_hessian(numbers(x, f.at.inputs())?)?.1)
            })
        }
    })
}

/// As the header says.
///
/// # Safety
///
/// `f` is open, `x` has a number for each input, `weights` has `m` numbers, and there is room for a matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ad_sparse_weighted_hessian(
    f: *const Opened,
    m: usize,
    x: *const f64,
    weights: *const f64,
    matrix: *mut Matrix,
) -> c_int {
    code(|| {
        // SAFETY: as for this function.
        unsafe {
            give(matrix, || {
                let f = opened(f)?;
                f.at.sparse_weighted_hessian(numbers(x, f.at.inputs())?, numbers(weights, m)?)
            })
        }
    })
}

/// As the header says.
///
/// # Safety
///
/// `matrix` is null, or a matrix of the library whose lists nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ad_sparse_free(matrix: *mut Matrix) {
    // SAFETY: as for this function; `give` has made the lists of these lengths.
    unsafe {
        let Some(matrix) = matrix.as_mut() else { return };
        let free = |start: *const usize, length| {
            if !start.is_null() {
                drop(Box::from_raw(ptr::slice_from_raw_parts_mut(start.cast_mut(), length)));
            }
        };
        free(mem::replace(&mut matrix.offsets, ptr::null()), matrix.rows + 1);
        free(mem::replace(&mut matrix.indices, ptr::null()), matrix.count);
        let entries = mem::replace(&mut matrix.entries, ptr::null_mut());
        if !entries.is_null() {
            drop(Box::from_raw(ptr::slice_from_raw_parts_mut(entries, matrix.count)));
        }
    }
}
