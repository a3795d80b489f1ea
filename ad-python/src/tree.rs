//! Containers of Python: arrays in tuples, lists and dictionaries.

use ad_doors::Layout;
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// A container of a known structure, whose arrays are ranges of flat numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    /// Numbers with a shape. One number has no dimensions.
    Array {
        start: usize,
        shape: Vec<usize>,
    },
    Nothing,
    Tuple(Vec<Tree>),
    List(Vec<Tree>),
    Record(Vec<(&'static str, Tree)>),
}

impl Tree {
    /// The tree of a layout, whose lists have the next of the `lengths`. Numbers are counted from `start` on.
    pub(crate) fn new(layout: &Layout, lengths: &mut dyn Iterator<Item = usize>, start: &mut usize) -> Tree {
        let elements = |length, of: &Layout, lengths: &mut dyn Iterator<Item = usize>, start: &mut usize| {
            let first = *start;
            // Elements of one shape are not counted one by one.
            if let (Some(_), Some(size)) = (rank(of), of.count()) {
                *start += length * size;
                return Tree::Array { start: first, shape: [&[length][..], &fixed(of)].concat() };
            }
            Tree::list((0..length).map(|_| Tree::new(of, lengths, start)).collect(), of, first)
        };
        match layout {
            Layout::Number => {
                *start += 1;
                Tree::Array { start: *start - 1, shape: Vec::new() }
            }
            Layout::Array(length, of) => elements(*length, of, lengths, start),
            Layout::List(of) => elements(lengths.next().unwrap_or(0), of, lengths, start),
            Layout::Optional(of) => match lengths.next() {
                Some(1) => Tree::new(of, lengths, start),
                _ => Tree::Nothing,
            },
            Layout::Tuple(parts) => {
                Tree::Tuple(parts.iter().map(|part| Tree::new(part, lengths, start)).collect())
            }
            Layout::Record(_, fields) => {
                let fields = fields.iter().map(|(name, of)| (*name, Tree::new(of, lengths, start)));
                Tree::Record(fields.collect())
            }
        }
    }

    /// A list of elements: one array if they are arrays of one shape.
    fn list(elements: Vec<Tree>, of: &Layout, start: usize) -> Tree {
        let shape = match elements.first() {
            Some(Tree::Array { shape, .. }) => shape.clone(),
            None if rank(of).is_some() => fixed(of),
            _ => return Tree::List(elements),
        };
        let same = |element: &Tree| matches!(element, Tree::Array { shape: other, .. } if *other == shape);
        if elements.iter().all(same) {
            Tree::Array { start, shape: [&[elements.len()][..], &shape].concat() }
        } else {
            Tree::List(elements)
        }
    }

    /// The container with the parts that `leaf` makes of each array's start and shape.
    fn build<'py>(
        &self,
        py: Python<'py>,
        leaf: &mut impl FnMut(usize, &[usize]) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Tree::Array { start, shape } => leaf(*start, shape),
            Tree::Nothing => Ok(py.None().into_bound(py)),
            Tree::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| part.build(py, leaf)).collect::<PyResult<_>>()?;
                Ok(PyTuple::new(py, parts)?.into_any())
            }
            Tree::List(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| part.build(py, leaf)).collect::<PyResult<_>>()?;
                Ok(PyList::new(py, parts)?.into_any())
            }
            Tree::Record(fields) => {
                let record = PyDict::new(py);
                for (name, field) in fields {
                    record.set_item(name, field.build(py, leaf)?)?;
                }
                Ok(record.into_any())
            }
        }
    }

    /// The container of flat numbers.
    pub(crate) fn container<'py>(&self, py: Python<'py>, numbers: Vec<f64>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            // The memory of the numbers becomes that of the array.
            Tree::Array { shape, .. } => array(py, numbers, shape),
            _ => self.build(py, &mut |start, shape| {
                let length: usize = shape.iter().product();
                array(py, numbers[start..start + length].to_vec(), shape)
            }),
        }
    }

    /// The container of flat numbers at `count` points: each array has an axis more, the first.
    pub(crate) fn containers<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        numbers: Vec<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = |shape: &[usize]| [&[count][..], shape].concat();
        if let Tree::Array { shape: one, .. } = self {
            return array(py, numbers, &shape(one));
        }
        let n = numbers.len().checked_div(count).unwrap_or(0);
        self.build(py, &mut |start, one| {
            let length: usize = one.iter().product();
            let rows = (0..count).flat_map(|i| &numbers[i * n + start..i * n + start + length]);
            array(py, rows.copied().collect(), &shape(one))
        })
    }

    /// The container of a matrix with a row for each number of `self` and a column for each of `columns`, at some points. Each array of
    /// `self` becomes a container in the structure of `columns`, whose arrays have the axes of both.
    pub(crate) fn matrix<'py>(
        &self,
        py: Python<'py>,
        (columns, n): (&Tree, usize),
        points: Option<usize>,
        entries: Vec<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let first: Vec<usize> = points.into_iter().collect();
        if let (Tree::Array { shape: rows, .. }, Tree::Array { shape: columns, .. }) = (self, columns) {
            return array(py, entries, &[&first[..], rows, columns].concat());
        }
        let count = points.unwrap_or(1);
        let size = entries.len().checked_div(count).unwrap_or(0);
        self.build(py, &mut |top, rows| {
            let height: usize = rows.iter().product();
            columns.build(py, &mut |left, columns| {
                let width: usize = columns.iter().product();
                let row = |k: usize, i: usize| {
                    let from = k * size + (top + i) * n + left;
                    &entries[from..from + width]
                };
                let block = (0..count).flat_map(|k| (0..height).flat_map(move |i| row(k, i)));
                array(py, block.copied().collect(), &[&first[..], rows, columns].concat())
            })
        })
    }
}

/// The number of axes of an array of this layout. `None` if it is no array.
pub(crate) fn rank(layout: &Layout) -> Option<usize> {
    match layout {
        Layout::Number => Some(0),
        Layout::Array(_, of) | Layout::List(of) => Some(rank(of)? + 1),
        _ => None,
    }
}

/// The lengths of the axes, with 0 for a list of any length.
fn fixed(layout: &Layout) -> Vec<usize> {
    match layout {
        Layout::Array(length, of) => [&[*length][..], &fixed(of)].concat(),
        Layout::List(of) => [&[0][..], &fixed(of)].concat(),
        _ => Vec::new(),
    }
}

/// An array, or one number.
pub(crate) fn array<'py>(py: Python<'py>, numbers: Vec<f64>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    match shape {
        [] => numbers.first().copied().unwrap_or(f64::NAN).into_bound_py_any(py),
        [_] => Ok(PyArray1::from_vec(py, numbers).into_any()),
        shape => Ok(PyArray1::from_vec(py, numbers).reshape(shape.to_vec())?.into_any()),
    }
}
