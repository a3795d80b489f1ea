//! Functions as text for people, for type checkers and for adapters.

use ad_doors::{Function, Layout, Sparse};
use numpy::PyArray1;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::argument::axes_of;
use crate::tree::{array, rank};

/// The structure as people say it.
fn words(layout: &Layout) -> String {
    match (layout, rank(layout)) {
        (_, Some(0)) => "float".into(),
        (_, Some(_)) => format!("array {}", axes_of(layout)),
        (Layout::Array(length, of), _) => format!("list of {length} × {}", words(of)),
        (Layout::List(of), _) => format!("list of {}", words(of)),
        (Layout::Optional(of), _) => format!("{} or None", words(of)),
        (Layout::Tuple(parts), _) => format!("({})", parts.iter().map(words).collect::<Vec<_>>().join(", ")),
        (Layout::Record(_, fields), _) => {
            let fields: Vec<_> = fields.iter().map(|(name, of)| format!("'{name}': {}", words(of))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        (Layout::Number, None) => unreachable!("a number has no axes"),
    }
}

/// The type of a structure, in terms of Python.
fn annotation(layout: &Layout, is_result: bool) -> String {
    match (layout, rank(layout)) {
        (_, Some(0)) => "float".into(),
        (_, Some(_)) => if is_result { "Array" } else { "ArrayLike" }.into(),
        (Layout::Array(_, of) | Layout::List(of), _) => format!("list[{}]", annotation(of, is_result)),
        (Layout::Optional(of), _) => format!("{} | None", annotation(of, is_result)),
        (Layout::Tuple(parts), _) => {
            let parts: Vec<_> = parts.iter().map(|part| annotation(part, is_result)).collect();
            format!("tuple[{}]", parts.join(", "))
        }
        (Layout::Record(name, _), _) => format!("{name}{}", if is_result { "" } else { "Like" }),
        (Layout::Number, None) => unreachable!("a number has no axes"),
    }
}

/// The names of the parameters with their layouts.
fn parameters(function: &Function) -> Vec<(String, &Layout)> {
    let name = |i: usize| match function.parameters().get(i) {
        Some(name) if !name.is_empty() => (*name).to_owned(),
        _ => format!("x{i}"),
    };
    match function.argument() {
        Layout::Tuple(parts) if parts.len() > 1 && parts.len() == function.parameters().len() => {
            parts.iter().enumerate().map(|(i, part)| (name(i), part)).collect()
        }
        only => vec![(name(0), only)],
    }
}

/// `lorenz(x: array (6,)) -> float`
pub(crate) fn signature(function: &Function) -> String {
    let parameters = parameters(function).into_iter().map(|(name, of)| format!("{name}: {}", words(of)));
    let parameters: Vec<_> = parameters.collect();
    format!("{}({}) -> {}", function.name(), parameters.join(", "), words(function.result()))
}

/// The documentation with the signature, units and domains.
pub(crate) fn doc(function: &Function) -> String {
    let mut doc = signature(function);
    if !function.doc().is_empty() {
        doc = format!("{doc}\n\n{}", function.doc());
    }
    let mut lines = Vec::new();
    for name in function.parameters() {
        let unit = function.unit(name).map(|unit| format!(" in {unit}"));
        let domain = function.domain(name).map(|domain| format!(" from {domain}"));
        if unit.is_some() || domain.is_some() {
            lines.push(format!("    {name}:{}{}", unit.unwrap_or_default(), domain.unwrap_or_default()));
        }
    }
    if !lines.is_empty() {
        doc = format!("{doc}\n\nParameters:\n{}", lines.join("\n"));
    }
    doc
}

/// The texts of all items, one after the other.
fn joined<T>(items: &[T], text: impl FnMut(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().concat()
}

/// The classes of a layout's records, for stubs.
fn records(layout: &Layout, found: &mut Vec<String>) {
    match layout {
        Layout::Number => {}
        Layout::Array(_, of) | Layout::List(of) | Layout::Optional(of) => records(of, found),
        Layout::Tuple(parts) => parts.iter().for_each(|part| records(part, found)),
        Layout::Record(name, fields) => {
            fields.iter().for_each(|(_, field)| records(field, found));
            for (suffix, is_result) in [("Like", false), ("", true)] {
                let fields = fields.iter().map(|(name, of)| (*name, annotation(of, is_result)));
                let fields: Vec<_> = fields.collect();
                found.push(if fields.iter().any(|(name, _)| is_keyword(name)) {
                    let fields: Vec<_> =
                        fields.iter().map(|(name, of)| format!("\"{name}\": {of}")).collect();
                    format!("{name}{suffix} = TypedDict(\"{name}{suffix}\", {{{}}})\n", fields.join(", "))
                } else {
                    let fields = joined(&fields, |(name, of)| format!("    {name}: {of}\n"));
                    format!("class {name}{suffix}(TypedDict):\n{fields}")
                });
            }
        }
    }
}

/// The stub of a function: the classes of its records, its own class, and the function. Several functions may have a class of records.
pub(crate) fn stub(function: &Function) -> Vec<String> {
    let mut parts = Vec::new();
    records(function.argument(), &mut parts);
    records(function.result(), &mut parts);
    let parameters = parameters(function);
    // Parameters are passed by their positions if the name of one is a keyword.
    let has_keyword = parameters.iter().any(|(name, _)| is_keyword(name));
    let (underscore, slash) = if has_keyword { ("_", ", /") } else { ("", "") };
    let given =
        joined(&parameters, |(name, of)| format!(", {name}{underscore}: {}", annotation(of, false))) + slash;
    let several = |of| if rank(of).is_some() { "ArrayLike" } else { "Any" };
    let several = joined(&parameters, |(name, of)| format!(", {name}{underscore}: {}", several(of))) + slash;
    let argument = annotation(function.argument(), false);
    let (gradient, result) = (annotation(function.argument(), true), annotation(function.result(), true));
    let scalar = *function.result() == Layout::Number;
    let mut lines = vec![
        format!("def __call__(self{given}) -> {result}: ..."),
        format!("def jvp(self, x: {argument}, dx: {argument}) -> tuple[{result}, {result}]: ..."),
        format!(
            "def vjp(self, x: {argument}, dy: {}) -> tuple[{result}, {gradient}]: ...",
            annotation(function.result(), false)
        ),
        format!("def jacobian(self{given}) -> Any: ..."),
        format!(
            "def nth_derivative(self, n: int, x: {argument}, v: {argument} | None = None) -> {result}: ..."
        ),
        format!("def sparse_jacobian(self{given}) -> csr_array: ..."),
        format!("def names(self{given}) -> list[str]: ..."),
        format!("def at(self{several}) -> ManyPoints: ..."),
    ];
    if scalar {
        lines.extend([
            format!("def value_and_grad(self{given}) -> tuple[float, {gradient}]: ..."),
            format!("def grad(self{given}) -> {gradient}: ..."),
            format!("def hessian(self{given}) -> Any: ..."),
            format!("def hvp(self, x: {argument}, v: {argument}) -> tuple[{gradient}, {gradient}]: ..."),
            format!("def sparse_hessian(self{given}) -> csr_array: ..."),
        ]);
    }
    let lines = joined(&lines, |line| format!("    {line}\n"));
    let name = function.name();
    parts.push(format!("class _{name}:\n{lines}"));
    parts.push(format!("{name}: _{name}\n{}\n", quoted(&doc(function))));
    parts
}

/// A text as a docstring.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"\"\"{}\"\"\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Whether Python reads a name as a keyword.
pub(crate) fn is_keyword(name: &str) -> bool {
    const KEYWORDS: [&str; 35] = [
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
        "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in",
        "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
    ];
    KEYWORDS.contains(&name)
}

/// A layout as a tuple: its kind, and its parts.
pub(crate) fn layout<'py>(py: Python<'py>, of: &Layout) -> PyResult<Bound<'py, PyAny>> {
    match of {
        Layout::Number => ("number",).into_bound_py_any(py),
        Layout::Array(length, of) => ("array", *length, layout(py, of)?).into_bound_py_any(py),
        Layout::List(of) => ("list", layout(py, of)?).into_bound_py_any(py),
        Layout::Optional(of) => ("optional", layout(py, of)?).into_bound_py_any(py),
        Layout::Tuple(parts) => {
            let parts: Vec<_> = parts.iter().map(|part| layout(py, part)).collect::<PyResult<_>>()?;
            ("tuple", parts).into_bound_py_any(py)
        }
        Layout::Record(_, fields) => {
            let record = PyDict::new(py);
            for (name, field) in fields {
                record.set_item(name, layout(py, field)?)?;
            }
            ("record", record).into_bound_py_any(py)
        }
    }
}

/// A matrix of SciPy.
pub(crate) fn sparse(py: Python<'_>, (pattern, entries): Sparse) -> PyResult<Bound<'_, PyAny>> {
    let length = entries.len();
    let indices = integers(py, pattern.entries().map(|(_, column)| column));
    let offsets = integers(py, pattern.offsets().iter().copied());
    let shape = PyDict::new(py);
    shape.set_item("shape", (pattern.rows(), pattern.columns()))?;
    let csr = py.import("scipy.sparse")?.getattr("csr_array")?;
    csr.call(((array(py, entries, &[length])?, indices, offsets),), Some(&shape))
}

/// An array of integers.
fn integers(py: Python<'_>, numbers: impl Iterator<Item = usize>) -> Bound<'_, PyAny> {
    let numbers = numbers.map(|number| i64::try_from(number).unwrap_or(i64::MAX)).collect();
    PyArray1::from_vec(py, numbers).into_any()
}
