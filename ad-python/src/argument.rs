//! Arguments: from containers of Python to flat numbers. Errors name the argument.

use ad_doors::Layout;
use numpy::{
    PyArrayDescr, PyArrayDyn, PyArrayMethods as _, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods as _,
};
use pyo3::PyTypeInfo as _;
use pyo3::exceptions::{PyException, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyComplex, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};

use crate::tree::rank;

/// Flat numbers with the lengths of the lists, as `ad_doors::Numbers`. An array of Python is borrowed if it has the right form.
pub(crate) struct Argument<'py> {
    numbers: Numbers<'py>,
    pub(crate) lengths: Vec<usize>,
}

enum Numbers<'py> {
    Owned(Vec<f64>),
    Borrowed(PyReadonlyArrayDyn<'py, f64>),
}

impl<'py> Argument<'py> {
    /// Reads `object`, whose name is `name`.
    pub(crate) fn read(layout: &Layout, object: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        let mut argument = Argument { numbers: Numbers::Owned(Vec::new()), lengths: Vec::new() };
        if let (Some(rank @ 1..), Ok(array)) = (rank(layout), object.cast::<PyArrayDyn<f64>>()) {
            is_whole(array.as_untyped(), name)?;
            axes(layout, array.shape(), rank, name, &mut argument.lengths)?;
            let numbers = readonly(array, name)?;
            if array.is_c_contiguous() && numbers.as_slice().is_ok() {
                argument.numbers = Numbers::Borrowed(numbers);
                return Ok(argument);
            }
            argument.lengths.clear();
        }
        let mut numbers = Vec::new();
        read(layout, object, name, &mut numbers, &mut argument.lengths)?;
        argument.numbers = Numbers::Owned(numbers);
        Ok(argument)
    }

    /// Numbers that have been read.
    pub(crate) fn owned(numbers: Vec<f64>, lengths: Vec<usize>) -> Self {
        Argument { numbers: Numbers::Owned(numbers), lengths }
    }

    pub(crate) fn numbers(&self) -> &[f64] {
        match &self.numbers {
            Numbers::Owned(numbers) => numbers,
            // It is contiguous and aligned.
            Numbers::Borrowed(array) => array.as_slice().unwrap_or_default(),
        }
    }
}

/// Appends the numbers of `object` and the lengths of its lists.
pub(crate) fn read(
    layout: &Layout,
    object: &Bound<'_, PyAny>,
    name: &str,
    numbers: &mut Vec<f64>,
    lengths: &mut Vec<usize>,
) -> PyResult<()> {
    match layout {
        Layout::Number => numbers.push(number(object, name)?),
        Layout::Array(..) | Layout::List(_) => list(layout, object, name, numbers, lengths)?,
        Layout::Optional(of) => {
            lengths.push(usize::from(!object.is_none()));
            if !object.is_none() {
                read(of, object, name, numbers, lengths)?;
            }
        }
        Layout::Tuple(parts) => {
            let elements = sequence(object)
                .ok_or_else(|| wrong_type(object, name, &format!("a tuple of {}", parts.len())))?;
            if elements.len() != parts.len() {
                let (found, wanted) = (elements.len(), parts.len());
                return Err(PyValueError::new_err(format!(
                    "`{name}` has {found} parts, and must have {wanted}"
                )));
            }
            for (i, (part, element)) in parts.iter().zip(elements).enumerate() {
                read(part, &element, &format!("{name}[{i}]"), numbers, lengths)?;
            }
        }
        Layout::Record(_, fields) => {
            for ((field, of), value) in fields.iter().zip(record(fields, object, name)?) {
                read(of, &value, &format!("{name}['{field}']"), numbers, lengths)?;
            }
        }
    }
    Ok(())
}

/// The values of a dictionary, which has the keys of a record.
pub(crate) fn record<'py>(
    fields: &[(&str, Layout)],
    object: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let names: Vec<_> = fields.iter().map(|(name, _)| *name).collect();
    let record = object.cast::<PyDict>();
    let record = record.map_err(|_| wrong_type(object, name, &format!("a dict with the keys {names:?}")))?;
    if let Some(unknown) =
        record.keys().iter().find(|key| !names.iter().any(|name| key.eq(name).unwrap_or(false)))
    {
        return Err(PyValueError::new_err(format!(
            "`{name}` has the key {}, and must have {names:?}",
            unknown.repr()?
        )));
    }
    let values = names.iter().map(|field| {
        let value = record.get_item(field)?;
        value.ok_or_else(|| PyValueError::new_err(format!("`{name}` has no key '{field}'")))
    });
    values.collect()
}

pub(crate) fn wrong_type(object: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyErr {
    let of = object.get_type();
    let kind = of.name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    let module = of.module().map(|module| module.to_string()).unwrap_or_default();
    let library = module.split('.').next().unwrap_or_default().trim_end_matches("lib");
    let remedy = if matches!(library, "jax" | "torch" | "casadi") {
        format!(": write `ad_python.{library}(f)`")
    } else {
        String::new()
    };
    PyTypeError::new_err(format!("`{name}` must be {wanted}, and is of the type `{kind}`{remedy}"))
}

/// The error for an object that another error of Python shows to be wrong, such as one from `__float__`. An interrupt stays itself.
pub(crate) fn unreadable(error: PyErr, object: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyErr {
    let py = object.py();
    if !error.is_instance_of::<PyException>(py) {
        return error;
    }
    let wrong = if error.is_instance_of::<PyOverflowError>(py) {
        PyValueError::new_err(format!("`{name}` is too large for a float"))
    } else {
        wrong_type(object, name, wanted)
    };
    wrong.set_cause(py, Some(error));
    wrong
}

/// One number. A text, a truth value, a complex number and a list are none.
fn number(object: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
    static SCALAR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if let Ok(float) = object.cast_exact::<PyFloat>() {
        return Ok(float.value());
    }
    let read = |object: &Bound<'_, PyAny>| {
        object.extract::<f64>().map_err(|error| unreadable(error, object, name, "a number"))
    };
    if object.is_exact_instance_of::<PyInt>() {
        return read(object);
    }
    if object.is_instance_of::<PyBool>()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyComplex>()
    {
        return Err(wrong_type(object, name, "a number"));
    }
    if object.is_instance(SCALAR.import(object.py(), "numpy", "generic")?)? {
        suits(object.getattr("dtype")?.cast()?, name)?;
        return read(object);
    }
    // An array of another library would lose its dtype or its gradient by `__float__`.
    if let Some(array) = array(object, name, "a number")? {
        if array.ndim() > 0 {
            return Err(PyValueError::new_err(format!(
                "`{name}` must be a number, and is an array of the shape {}",
                shown(array.shape())
            )));
        }
        is_whole(&array, name)?;
        suits(&array.dtype(), name)?;
        return read(array.as_any());
    }
    read(object)
}

/// An array of NumPy, or that of an object that gives one.
fn array<'py>(
    object: &Bound<'py, PyAny>,
    name: &str,
    wanted: &str,
) -> PyResult<Option<Bound<'py, PyUntypedArray>>> {
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return Ok(Some(array.clone()));
    }
    if !object.hasattr("__array__")? {
        return Ok(None);
    }
    let array = object.py().import("numpy")?.call_method1("asarray", (object,));
    let array = array.map_err(|error| unreadable(error, object, name, wanted))?;
    array.cast_into::<PyUntypedArray>().map(Some).map_err(|_| wrong_type(object, name, wanted))
}

/// The elements of a tuple or a list.
pub(crate) fn sequence<'py>(object: &Bound<'py, PyAny>) -> Option<Vec<Bound<'py, PyAny>>> {
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return Some(tuple.iter().collect());
    }
    object.cast::<PyList>().ok().map(|list| list.iter().collect())
}

/// Appends the numbers of a list or an array.
fn list(
    layout: &Layout,
    object: &Bound<'_, PyAny>,
    name: &str,
    numbers: &mut Vec<f64>,
    lengths: &mut Vec<usize>,
) -> PyResult<()> {
    let (of, wanted) = match layout {
        Layout::Array(length, of) => (of, Some(*length)),
        Layout::List(of) => (of, None),
        _ => unreachable!("the layout is a list"),
    };
    if let Some(elements) = sequence(object) {
        length(elements.len(), wanted, name)?;
        if wanted.is_none() {
            lengths.push(elements.len());
        }
        for (i, element) in elements.iter().enumerate() {
            // The name is only needed in an error.
            if let (Layout::Number, Ok(float)) = (&**of, element.cast_exact::<PyFloat>()) {
                numbers.push(float.value());
            } else {
                read(of, element, &format!("{name}[{i}]"), numbers, lengths)?;
            }
        }
        return Ok(());
    }
    let Some(rank) = rank(layout) else { return Err(wrong_type(object, name, "a list")) };
    let array = doubles(object, name, "an array or a list")?;
    axes(layout, array.shape(), rank, name, lengths)?;
    numbers.extend_from_slice(readonly(&array, name)?.as_slice()?);
    Ok(())
}

/// The array for reading. Another extension may have it for writing.
pub(crate) fn readonly<'py>(
    array: &Bound<'py, PyArrayDyn<f64>>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    array.try_readonly().map_err(|_| PyValueError::new_err(format!("`{name}` is being written")))
}

/// An aligned array of doubles without gaps, which is copied if it has another form.
pub(crate) fn doubles<'py>(
    object: &Bound<'py, PyAny>,
    name: &str,
    wanted: &str,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let array = array(object, name, wanted)?.ok_or_else(|| wrong_type(object, name, wanted))?;
    is_whole(&array, name)?;
    suits(&array.dtype(), name)?;
    let numpy = object.py().import("numpy")?;
    let array = numpy.call_method1("require", (&array, "float64", "CA"))?;
    Ok(array.cast_into::<PyArrayDyn<f64>>()?)
}

/// Refuses an array with a mask, which would be lost.
pub(crate) fn is_whole(array: &Bound<'_, PyUntypedArray>, name: &str) -> PyResult<()> {
    static MASKED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = array.py();
    if !array.is_exact_instance(&PyUntypedArray::type_object(py))
        && array.is_instance(MASKED.import(py, "numpy.ma", "MaskedArray")?)?
    {
        return Err(PyTypeError::new_err(format!("`{name}` is a masked array: write `.filled(…)`")));
    }
    Ok(())
}

/// Doubles and integers have exact or the nearest doubles. Other numbers are refused, since their users expect results of their kind.
fn suits(dtype: &Bound<'_, PyArrayDescr>, name: &str) -> PyResult<()> {
    let kind: char = dtype.getattr("kind")?.extract()?;
    let size: usize = dtype.getattr("itemsize")?.extract()?;
    if matches!((kind, size), ('f', 8) | ('i' | 'u', _)) {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!(
        "`{name}` has the dtype {dtype}, and must have float64: write `.astype(float)`"
    )))
}

fn length(found: usize, wanted: Option<usize>, name: &str) -> PyResult<()> {
    match wanted {
        Some(wanted) if wanted != found => {
            Err(PyValueError::new_err(format!("`{name}` has {found} elements, and must have {wanted}")))
        }
        _ => Ok(()),
    }
}

/// Compares the shape of an array with a layout, and appends the lengths of its lists.
pub(crate) fn axes(
    layout: &Layout,
    shape: &[usize],
    rank: usize,
    name: &str,
    lengths: &mut Vec<usize>,
) -> PyResult<()> {
    if shape.len() == rank && append(layout, shape, lengths) {
        return Ok(());
    }
    let (found, wanted) = (shown(shape), axes_of(layout));
    Err(PyValueError::new_err(format!("`{name}` has the shape {found}, and must have {wanted}")))
}

/// Appends the lengths of lists in an array. Returns false if the array has other lengths.
fn append(layout: &Layout, shape: &[usize], lengths: &mut Vec<usize>) -> bool {
    let (of, count) = match (layout, shape) {
        (Layout::Array(length, _), [count, ..]) if length != count => return false,
        (Layout::Array(_, of), [count, ..]) => (of, *count),
        (Layout::List(of), [count, ..]) => {
            lengths.push(*count);
            (of, *count)
        }
        _ => return true,
    };
    // Elements without lists have one structure.
    let times = if of.count().is_some() { 1 } else { count };
    (0..times).all(|_| append(of, &shape[1..], lengths))
}

pub(crate) fn shown(shape: &[usize]) -> String {
    let axes: Vec<_> = shape.iter().map(ToString::to_string).collect();
    if let [only] = &axes[..] { format!("({only},)") } else { format!("({})", axes.join(", ")) }
}

/// The shape of an array of this layout, with a letter for a length that is free.
pub(crate) fn axes_of(layout: &Layout) -> String {
    let (mut axes, mut layout, mut letters) = (Vec::new(), layout, "nmkl".chars());
    loop {
        match layout {
            Layout::Array(length, of) => {
                axes.push(length.to_string());
                layout = of;
            }
            Layout::List(of) => {
                axes.push(letters.next().unwrap_or('?').to_string());
                layout = of;
            }
            _ => {
                break if let [only] = &axes[..] {
                    format!("({only},)")
                } else {
                    format!("({})", axes.join(", "))
                };
            }
        }
    }
}
