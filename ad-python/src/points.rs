//! A function at many points: arguments with an axis more, and results with one.

use ad_doors::{Failure, Function as Door, Kind, Layout, zeros};
use numpy::{PyArrayDyn, PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::argument::{
    axes, axes_of, doubles, is_whole, readonly, record, sequence, shown, unreadable, wrong_type,
};
use crate::function::{Function, Opened};
use crate::tree::{Tree, array, rank};

type Any<'py> = Bound<'py, PyAny>;

/// Arguments at many points: each array has an axis more, the first.
pub(crate) struct Points<'py> {
    pub(crate) count: usize,
    pub(crate) lengths: Vec<usize>,
    /// The columns of each array, and their number.
    columns: Vec<(Bound<'py, PyArrayDyn<f64>>, usize)>,
}

impl<'py> Points<'py> {
    pub(crate) fn read(layout: &Layout, object: &Bound<'py, PyAny>, name: &str) -> PyResult<Self> {
        let mut points = Points { count: 0, lengths: Vec::new(), columns: Vec::new() };
        points.add(layout, object, name)?;
        Ok(points)
    }

    /// Reads a tuple of the parameters of a function, by their names.
    pub(crate) fn parameters(door: &Door, object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let mut points = Points { count: 0, lengths: Vec::new(), columns: Vec::new() };
        let Layout::Tuple(parts) = door.argument() else { unreachable!("several parameters are a tuple") };
        for (i, (part, name)) in parts.iter().zip(door.parameters()).enumerate() {
            points.add(part, &object.get_item(i)?, name)?;
        }
        Ok(points)
    }

    fn add(&mut self, layout: &Layout, object: &Bound<'py, PyAny>, name: &str) -> PyResult<()> {
        if let Some(rank) = rank(layout) {
            let array = if let Some(elements) = sequence(object) {
                elements.iter().try_for_each(|element| are_whole(element, rank, name))?;
                let array = object.py().import("numpy")?.call_method1("asarray", (object,));
                let array = array.map_err(|error| unreadable(error, object, name, "an array"))?;
                doubles(&array, name, "an array")?
            } else {
                doubles(object, name, "an array")?
            };
            let shape = array.shape().to_vec();
            if shape.len() != rank + 1 {
                let (found, wanted) = (shown(&shape), axes_of(layout));
                return Err(PyValueError::new_err(format!(
                    "`{name}` has the shape {found}, and at many points it must have (points, …) with {wanted} for each"
                )));
            }
            if !self.columns.is_empty() && self.count != shape[0] {
                let (first, found) = (self.count, shape[0]);
                return Err(PyValueError::new_err(format!(
                    "`{name}` has {found} points, and the arrays before it {first}"
                )));
            }
            self.count = shape[0];
            axes(layout, &shape[1..], rank, name, &mut self.lengths)?;
            self.columns.push((array, shape[1..].iter().product()));
            return Ok(());
        }
        match layout {
            Layout::Tuple(parts) => {
                let elements = sequence(object).filter(|elements| elements.len() == parts.len());
                let elements = elements
                    .ok_or_else(|| wrong_type(object, name, &format!("a tuple of {}", parts.len())))?;
                parts
                    .iter()
                    .zip(elements)
                    .enumerate()
                    .try_for_each(|(i, (part, element))| self.add(part, &element, &format!("{name}[{i}]")))
            }
            Layout::Record(_, fields) => {
                let values = record(fields, object, name)?;
                fields
                    .iter()
                    .zip(values)
                    .try_for_each(|((field, of), value)| self.add(of, &value, &format!("{name}['{field}']")))
            }
            _ => Err(PyTypeError::new_err(format!(
                "`{name}` differs in structure from point to point: call the function for each"
            ))),
        }
    }

    /// Runs `f` with a row for each point.
    pub(crate) fn with<T>(&self, f: impl FnOnce(&[f64]) -> T) -> PyResult<T> {
        let borrowed = self.columns.iter().map(|(array, width)| Ok((readonly(array, "x")?, *width)));
        let borrowed: Vec<_> = borrowed.collect::<PyResult<_>>()?;
        if let [(only, _)] = &borrowed[..] {
            return Ok(f(only.as_slice()?));
        }
        let columns: Vec<_> =
            borrowed.iter().map(|(array, width)| Ok((array.as_slice()?, *width))).collect::<PyResult<_>>()?;
        let rows = (0..self.count).flat_map(|i| {
            columns.iter().flat_map(move |(column, width)| &column[i * width..(i + 1) * width])
        });
        Ok(f(&rows.copied().collect::<Vec<_>>()))
    }
}

/// Refuses arrays with a mask in lists with some axes. A list may contain itself.
fn are_whole(object: &Bound<'_, PyAny>, axes: usize, name: &str) -> PyResult<()> {
    match (object.cast::<PyUntypedArray>(), sequence(object)) {
        (Ok(array), _) => is_whole(array, name),
        (_, Some(elements)) if axes > 0 => {
            elements.iter().try_for_each(|element| are_whole(element, axes - 1, name))
        }
        _ => Ok(()),
    }
}

/// A function at many points, several at once in the registers of the processor and on all processors.
#[pyclass(frozen, module = "ad_python")]
pub(crate) struct ManyPoints {
    function: Py<Function>,
    opened: Opened,
    count: usize,
    numbers: Vec<f64>,
}

impl ManyPoints {
    pub(crate) fn new(function: Py<Function>, opened: Opened, count: usize, numbers: Vec<f64>) -> Self {
        ManyPoints { function, opened, count, numbers }
    }

    /// The results of a kind whose lengths are known, one list after the other.
    fn results(
        &self,
        py: Python<'_>,
        kind: Kind,
        lengths: &[usize],
        of_result: &[usize],
    ) -> PyResult<Vec<Vec<f64>>> {
        let fail = |failure: Failure| self.function.get().failure(&failure);
        let results = lengths.iter().map(|length| zeros(self.count, *length)).collect::<Result<Vec<_>, _>>();
        let mut results = results.map_err(fail)?;
        let outcome = py.detach(|| {
            let mut slices: Vec<&mut [f64]> = results.iter_mut().map(Vec::as_mut_slice).collect();
            self.opened.at.compare_lengths(&self.numbers, of_result)?;
            self.opened.at.points(kind, self.count, &[&self.numbers], &mut slices)
        });
        outcome.map_err(fail)?;
        Ok(results)
    }

    /// The structure of the result, which must be the same at all points, its number of numbers and its lengths.
    fn result(&self, py: Python<'_>) -> PyResult<(Tree, usize, Vec<usize>)> {
        let function = self.function.get();
        let lengths = match (function.door.result().count(), self.count) {
            (Some(_), _) | (_, 0) => Vec::new(),
            (None, _) => {
                let first = &self.numbers[..self.numbers.len() / self.count];
                let y = py.detach(|| self.opened.at.value(first));
                y.map_err(|failure| function.failure(&failure))?.lengths
            }
        };
        let mut m = 0;
        let tree = Tree::new(function.door.result(), &mut lengths.iter().copied(), &mut m);
        Ok((tree, m, lengths))
    }
}

#[pymethods]
impl ManyPoints {
    fn __len__(&self) -> usize {
        self.count
    }

    /// The value at each point.
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        let (tree, m, lengths) = self.result(py)?;
        let mut results = self.results(py, Kind::Value, &[m], &lengths)?;
        tree.containers(py, self.count, results.remove(0))
    }

    /// The value and the gradient at each point.
    fn value_and_grad<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, Any<'py>)> {
        let mut results = self.results(py, Kind::ValueAndGrad, &[1, self.opened.at.inputs()], &[])?;
        let gradients = results.pop().unwrap_or_default();
        let values = array(py, results.remove(0), &[self.count])?;
        Ok((values, self.opened.argument.containers(py, self.count, gradients)?))
    }

    /// The gradient at each point.
    fn grad<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        Ok(self.value_and_grad(py)?.1)
    }

    /// The Jacobian at each point.
    fn jacobian<'py>(&self, py: Python<'py>) -> PyResult<Any<'py>> {
        let (tree, m, lengths) = self.result(py)?;
        let n = self.opened.at.inputs();
        let rows = self.results(py, Kind::Jacobian, &[m, m * n], &lengths)?.pop().unwrap_or_default();
        tree.matrix(py, (&self.opened.argument, n), Some(self.count), rows)
    }
}
