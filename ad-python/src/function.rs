//! A function of Rust as an object of Python.

use std::sync::{Arc, OnceLock};

use ad_doors::{Derivatives, Failure, Function as Door, Layout, Numbers, zeros};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::argument::{Argument, read};
use crate::at::At;
use crate::describe;
use crate::points::{ManyPoints, Points};
use crate::tree::Tree;

// A function of Rust with exact derivatives. With a comment of documentation, the class would hide `__doc__` of its objects.
#[pyclass(frozen, weakref, module = "ad_python")]
pub(crate) struct Function {
    pub(crate) door: &'static Door,
    pub(crate) module: Arc<str>,
    /// For arguments without lists, which all have one structure.
    only: OnceLock<Opened>,
}

/// The function at arguments of one structure.
#[derive(Clone)]
pub(crate) struct Opened {
    pub(crate) at: Arc<dyn Derivatives>,
    pub(crate) argument: Arc<Tree>,
}

/// The exception for a failure of a function.
pub(crate) fn exception(name: &str, failure: &Failure) -> PyErr {
    let message = format!("{name}: {failure}");
    match failure {
        Failure::Argument(_) => PyValueError::new_err(message),
        Failure::Unsupported(_) => PyTypeError::new_err(message),
        Failure::Panic(_) => PyRuntimeError::new_err(message),
    }
}

impl Function {
    pub(crate) fn new(door: &'static Door, module: Arc<str>) -> Self {
        Function { door, module, only: OnceLock::new() }
    }

    pub(crate) fn failure(&self, failure: &Failure) -> PyErr {
        exception(self.door.name(), failure)
    }

    fn open(&self, lengths: &[usize]) -> PyResult<Opened> {
        if let Some(opened) = self.only.get() {
            return Ok(opened.clone());
        }
        let at = self.door.at(lengths).map_err(|failure| self.failure(&failure))?;
        let argument = Arc::new(Tree::new(self.door.argument(), &mut lengths.iter().copied(), &mut 0));
        let opened = Opened { at, argument };
        if self.door.argument().count().is_some() {
            return Ok(self.only.get_or_init(|| opened).clone());
        }
        Ok(opened)
    }

    /// The parameters, if there are several.
    fn parameters(&self) -> Option<&[Layout]> {
        match self.door.argument() {
            Layout::Tuple(parts) if parts.len() > 1 && parts.len() == self.door.parameters().len() => {
                Some(parts)
            }
            _ => None,
        }
    }

    /// The name of parameter `i`, or of the only one.
    fn parameter(&self, i: usize) -> &'static str {
        self.door.parameters().get(i).copied().filter(|name| !name.is_empty()).unwrap_or("the argument")
    }

    /// The argument of a call: positions and keywords, as one object.
    fn one<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let count = self.parameters().map_or(1, <[Layout]>::len);
        if args.len() == count && keywords.is_none_or(PyDictMethods::is_empty) {
            return if count == 1 { args.get_item(0) } else { Ok(args.clone().into_any()) };
        }
        let mut values: Vec<Option<Bound<'py, PyAny>>> = args.iter().map(Some).collect();
        if values.len() > count {
            let (name, given) = (self.door.name(), values.len());
            return Err(PyTypeError::new_err(format!(
                "{name}() takes {count} arguments, and {given} are given"
            )));
        }
        values.resize(count, None);
        for (key, value) in keywords.into_iter().flatten() {
            let key: String = key.extract()?;
            let i = self.door.parameters().iter().position(|name| *name == key).filter(|i| *i < count);
            let Some(i) = i else {
                let (name, parameters) = (self.door.name(), self.door.parameters());
                return Err(PyTypeError::new_err(format!(
                    "{name}() has no parameter `{key}`; it has {parameters:?}"
                )));
            };
            if values[i].replace(value).is_some() {
                return Err(PyTypeError::new_err(format!("{}() receives `{key}` twice", self.door.name())));
            }
        }
        let missing = values.iter().position(Option::is_none);
        if let Some(i) = missing {
            return Err(PyTypeError::new_err(format!(
                "{}() needs `{}`",
                self.door.name(),
                self.parameter(i)
            )));
        }
        let mut values: Vec<_> = values.into_iter().flatten().collect();
        if count == 1 { Ok(values.remove(0)) } else { Ok(PyTuple::new(args.py(), values)?.into_any()) }
    }

    /// Reads an argument, whose parts have the names of the parameters.
    fn argument<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Argument<'py>> {
        let Some(parameters) = self.parameters() else {
            return Argument::read(self.door.argument(), object, self.parameter(0));
        };
        let parts = object.cast::<PyTuple>().ok().filter(|parts| parts.len() == parameters.len());
        let parts = parts.ok_or_else(|| {
            let names = self.door.parameters().join(", ");
            PyTypeError::new_err(format!("the argument of {} is a tuple ({names})", self.door.name()))
        })?;
        let (mut numbers, mut lengths) = (Vec::new(), Vec::new());
        for (i, (layout, part)) in parameters.iter().zip(parts).enumerate() {
            read(layout, &part, self.parameter(i), &mut numbers, &mut lengths)?;
        }
        Ok(Argument::owned(numbers, lengths))
    }

    /// Reads a vector with the structure of an argument.
    fn vector<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        name: &str,
        lengths: &[usize],
    ) -> PyResult<Argument<'py>> {
        let vector = Argument::read(self.door.argument(), object, name)?;
        if vector.lengths != lengths {
            return Err(PyValueError::new_err(format!(
                "`{name}` has other lengths than `{}`",
                self.parameter(0)
            )));
        }
        Ok(vector)
    }

    fn result<'py>(&self, py: Python<'py>, y: Numbers) -> PyResult<Bound<'py, PyAny>> {
        self.result_tree(&y.lengths).container(py, y.numbers)
    }

    fn result_tree(&self, lengths: &[usize]) -> Tree {
        Tree::new(self.door.result(), &mut lengths.iter().copied(), &mut 0)
    }

    /// Runs `f` at an argument without the interpreter's lock.
    fn run<'py, T: Send>(
        &self,
        py: Python<'py>,
        x: &Argument<'py>,
        f: impl Send + FnOnce(&dyn Derivatives, &[f64]) -> Result<T, Failure>,
    ) -> PyResult<(T, Opened)> {
        let opened = self.open(&x.lengths)?;
        let (at, numbers) = (&*opened.at, x.numbers());
        let result = py.detach(|| f(at, numbers)).map_err(|failure| self.failure(&failure))?;
        Ok((result, opened))
    }
}

type Any<'py> = Bound<'py, PyAny>;

#[pymethods]
#[allow(clippy::needless_pass_by_value, reason = "values come from Python")]
impl Function {
    /// The name.
    #[getter(__name__)]
    fn name(&self) -> &'static str {
        self.door.name()
    }

    /// The documentation, with the structures and units of the arguments.
    #[getter(__doc__)]
    fn doc(&self) -> String {
        describe::doc(self.door)
    }

    /// The structures of the argument and of the result, the names of the parameters if there are several, and that of the first, for
    /// adapters.
    #[getter]
    #[allow(clippy::type_complexity, reason = "a tuple of Python")]
    fn _layouts<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Any<'py>, Any<'py>, Vec<&'static str>, &'static str)> {
        let parameters = self.parameters().map_or_else(Vec::new, |_| self.door.parameters().to_vec());
        Ok((
            describe::layout(py, self.door.argument())?,
            describe::layout(py, self.door.result())?,
            parameters,
            self.parameter(0),
        ))
    }

    /// The function at flat arguments of one structure, with results of one structure, for adapters.
    #[pyo3(signature = (lengths, result = Vec::new()))]
    fn _at(&self, lengths: Vec<usize>, result: Vec<usize>) -> PyResult<At> {
        let opened = self.open(&lengths)?;
        Ok(At::new(self, lengths, result, opened.at))
    }

    /// Copies and other processes find the function by its module and name.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Any<'py>, (String,))> {
        let place = format!("{}:{}", self.module, self.door.name());
        Ok((py.import("pkgutil")?.getattr("resolve_name")?, (place,)))
    }

    /// The parts of the function's stub, for `.pyi` files.
    fn _stub(&self) -> Vec<String> {
        describe::stub(self.door)
    }

    fn __repr__(&self) -> String {
        format!("<function {} of Rust>", describe::signature(self.door))
    }

    /// The value.
    #[pyo3(signature = (*args, **keywords))]
    fn __call__<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let (py, x) = (args.py(), self.argument(&self.one(args, keywords)?)?);
        let (y, _) = self.run(py, &x, |at, x| at.value(x))?;
        self.result(py, y)
    }

    /// The value, and the gradient in the structure of the argument.
    #[pyo3(signature = (*args, **keywords))]
    fn value_and_grad<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(f64, Any<'py>)> {
        let (py, x) = (args.py(), self.argument(&self.one(args, keywords)?)?);
        let ((y, gradient), opened) = self.run(py, &x, |at, x| {
            let mut gradient = vec![0.0; x.len()];
            Ok((at.value_and_grad(x, &mut gradient)?, gradient))
        })?;
        Ok((y, opened.argument.container(py, gradient)?))
    }

    /// The gradient, in the structure of the argument.
    #[pyo3(signature = (*args, **keywords))]
    fn grad<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        Ok(self.value_and_grad(args, keywords)?.1)
    }

    /// The value at x, and its derivative in the direction dx. Several parameters are a tuple.
    fn jvp<'py>(&self, x: &Any<'py>, dx: &Any<'py>) -> PyResult<(Any<'py>, Any<'py>)> {
        let py = x.py();
        let x = self.argument(x)?;
        let dx = self.vector(dx, "dx", &x.lengths)?;
        let dx = dx.numbers();
        let ((y, dy), _) = self.run(py, &x, |at, x| at.jvp(x, dx))?;
        let tree = self.result_tree(&y.lengths);
        Ok((tree.container(py, y.numbers)?, tree.container(py, dy)?))
    }

    /// The value at x, and the adjoint of x for the adjoint dy of the result. Several parameters are a tuple.
    fn vjp<'py>(&self, x: &Any<'py>, dy: &Any<'py>) -> PyResult<(Any<'py>, Any<'py>)> {
        let py = x.py();
        let x = self.argument(x)?;
        let dy = Argument::read(self.door.result(), dy, "dy")?;
        let dy = Numbers { numbers: dy.numbers().to_vec(), lengths: dy.lengths };
        let ((y, dx), opened) = self.run(py, &x, |at, x| {
            let mut dx = vec![0.0; x.len()];
            Ok((at.vjp(x, &dy, &mut dx)?, dx))
        })?;
        Ok((self.result(py, y)?, opened.argument.container(py, dx)?))
    }

    /// The Jacobian: arrays with the axes of the result and of the argument.
    #[pyo3(signature = (*args, **keywords))]
    fn jacobian<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let (py, x) = (args.py(), self.argument(&self.one(args, keywords)?)?);
        let ((y, rows), opened) = self.run(py, &x, |at, x| at.jacobian(x))?;
        self.result_tree(&y.lengths).matrix(py, (&opened.argument, opened.at.inputs()), None, rows)
    }

    /// The Hessian: arrays with the axes of the argument twice.
    #[pyo3(signature = (*args, **keywords))]
    fn hessian<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let (py, x) = (args.py(), self.argument(&self.one(args, keywords)?)?);
        let (rows, opened) = self.run(py, &x, |at, x| {
            let n = x.len();
            let mut rows = zeros(n, n)?;
            at.hessian(x, &mut vec![0.0; n], &mut rows)?;
            Ok(rows)
        })?;
        opened.argument.matrix(py, (&opened.argument, opened.at.inputs()), None, rows)
    }

    /// The gradient at x, and the product of the Hessian with v. Several parameters are a tuple.
    fn hvp<'py>(&self, x: &Any<'py>, v: &Any<'py>) -> PyResult<(Any<'py>, Any<'py>)> {
        let py = x.py();
        let x = self.argument(x)?;
        let v = self.vector(v, "v", &x.lengths)?;
        let v = v.numbers();
        let ((gradient, product), opened) = self.run(py, &x, |at, x| {
            let (mut gradient, mut product) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            at.hvp(x, v, &mut gradient, &mut product)?;
            Ok((gradient, product))
        })?;
        Ok((opened.argument.container(py, gradient)?, opened.argument.container(py, product)?))
    }

    /// The n-th derivative at x along the line x + t·v, by Taylor series. A function of one number needs no v.
    #[pyo3(signature = (n, x, v = None))]
    fn nth_derivative<'py>(&self, n: usize, x: &Any<'py>, v: Option<&Any<'py>>) -> PyResult<Any<'py>> {
        let py = x.py();
        let x = self.argument(x)?;
        let v = match v {
            Some(v) => self.vector(v, "v", &x.lengths)?,
            None if x.numbers().len() == 1 => Argument::owned(vec![1.0], x.lengths.clone()),
            None => {
                return Err(PyTypeError::new_err("`v` is needed, since the argument has several numbers"));
            }
        };
        if n > 170 {
            return Err(PyValueError::new_err(format!(
                "`n` is {n}, and must be at most 170, since 171! is no double"
            )));
        }
        let v = v.numbers();
        let (y, _) = self.run(py, &x, |at, x| at.nth_derivative(n, x, v))?;
        self.result(py, y)
    }

    /// The Jacobian as a `scipy.sparse.csr_array`. The pattern is found once for each structure of the argument.
    #[pyo3(signature = (*args, **keywords))]
    fn sparse_jacobian<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let (py, x) = (args.py(), self.argument(&self.one(args, keywords)?)?);
        let ((_, sparse), _) = self.run(py, &x, |at, x| at.sparse_jacobian(x))?;
        describe::sparse(py, sparse)
    }

    /// The Hessian as a `scipy.sparse.csr_array`. The pattern is found once for each structure of the argument.
    #[pyo3(signature = (*args, **keywords))]
    fn sparse_hessian<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Any<'py>> {
        let (py, x) = (args.py(), self.argument(&self.one(args, keywords)?)?);
        let ((_, sparse), _) = self.run(py, &x, |at, x| at.sparse_hessian(x))?;
        describe::sparse(py, sparse)
    }

    /// The names of the numbers of an argument, in the order of the rows of a Hessian.
    #[pyo3(signature = (*args, **keywords))]
    fn names<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<String>> {
        let x = self.argument(&self.one(args, keywords)?)?;
        Ok(self.open(&x.lengths)?.at.names())
    }

    /// The function at many points: each array has an axis more, the first. Results have the bits of single calls.
    #[pyo3(signature = (*args, **keywords))]
    fn at<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<ManyPoints> {
        let function = slf.get();
        let object = function.one(args, keywords)?;
        let points = match function.parameters() {
            None => Points::read(function.door.argument(), &object, function.parameter(0))?,
            Some(_) => Points::parameters(function.door, &object)?,
        };
        let opened = function.open(&points.lengths)?;
        let numbers = points.with(<[f64]>::to_vec)?;
        Ok(ManyPoints::new(slf.clone().unbind(), opened, points.count, numbers))
    }
}
