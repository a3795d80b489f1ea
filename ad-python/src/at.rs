//! A function at flat arrays, for adapters.

use std::sync::Arc;

use ad_doors::{Derivatives, Failure, Function as Door, Kind, zeros};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;

use crate::describe;
use crate::function::{Function, exception};
use crate::tree::array;

/// A function at flat arguments of one structure.
#[pyclass(frozen, module = "ad_python")]
pub(crate) struct At {
    door: &'static Door,
    module: Arc<str>,
    lengths: Vec<usize>,
    /// The lengths of the result.
    result: Vec<usize>,
    derivatives: Arc<dyn Derivatives>,
}

impl At {
    pub(crate) fn new(
        of: &Function,
        lengths: Vec<usize>,
        result: Vec<usize>,
        derivatives: Arc<dyn Derivatives>,
    ) -> Self {
        At { door: of.door, module: Arc::clone(&of.module), lengths, result, derivatives }
    }
}

#[pymethods]
#[allow(clippy::needless_pass_by_value, reason = "values come from Python")]
impl At {
    /// The name of the function.
    #[getter]
    fn name(&self) -> &'static str {
        self.door.name()
    }

    /// The number of numbers of the argument.
    #[getter]
    fn inputs(&self) -> usize {
        self.derivatives.inputs()
    }

    /// Whether the result is one number.
    #[getter]
    fn is_scalar(&self) -> bool {
        self.derivatives.is_scalar()
    }

    /// The name of the module of the function, and the address of the module's handler of calls by XLA.
    #[getter]
    fn handler(&self) -> (&str, usize) {
        (&self.module, ad_doors::xla::handler as *const () as usize)
    }

    /// The number of this function in calls by XLA.
    fn register(&self) -> PyResult<i64> {
        ad_doors::xla::register(self.door, &self.lengths, &self.result)
            .map_err(|failure| exception(self.door.name(), &failure))
    }

    /// The value at one point, and the lengths of its lists.
    fn value<'py>(
        &self,
        py: Python<'py>,
        x: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<(Bound<'py, PyAny>, Vec<usize>)> {
        let (at, x) = (&*self.derivatives, x.as_slice()?);
        let y = py.detach(|| at.value(x)).map_err(|failure| exception(self.door.name(), &failure))?;
        let length = y.numbers.len();
        Ok((array(py, y.numbers, &[length])?, y.lengths))
    }

    /// A derivative of a kind, which has the numbers of `ad_doors::xla`. Arguments and results have a row for each point. `m` is the
    /// number of results.
    #[pyo3(signature = (kind, m, *arguments))]
    fn derivative<'py>(
        &self,
        py: Python<'py>,
        kind: i64,
        m: usize,
        arguments: Vec<PyReadonlyArray2<'py, f64>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let fail = |failure: Failure| exception(self.door.name(), &failure);
        let count = arguments.first().map_or(0, |x| x.as_array().nrows());
        let slices: Vec<&[f64]> = arguments.iter().map(|x| Ok(x.as_slice()?)).collect::<PyResult<_>>()?;
        let kind = ad_doors::xla::kind(kind).map_err(fail)?;
        let lengths = kind.lengths(self.derivatives.inputs(), m).map_err(fail)?.1;
        let results = lengths.iter().map(|length| zeros(count, *length)).collect::<Result<Vec<_>, _>>();
        let mut results = results.map_err(fail)?;
        let at = &*self.derivatives;
        py.detach(|| {
            let mut results: Vec<&mut [f64]> = results.iter_mut().map(Vec::as_mut_slice).collect();
            at.compare_lengths(slices.first().copied().unwrap_or_default(), &self.result)?;
            at.points(kind, count, &slices, &mut results)
        })
        .map_err(fail)?;
        results.into_iter().zip(lengths).map(|(result, length)| array(py, result, &[count, length])).collect()
    }

    /// The sparse Jacobian at one point.
    fn sparse_jacobian<'py>(
        &self,
        py: Python<'py>,
        x: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (at, x) = (&*self.derivatives, x.as_slice()?);
        let sparse =
            py.detach(|| at.sparse_jacobian(x)).map_err(|failure| exception(self.door.name(), &failure))?.1;
        describe::sparse(py, sparse)
    }

    /// The sparse Hessian of the sum of the results with weights, at one point.
    fn sparse_weighted_hessian<'py>(
        &self,
        py: Python<'py>,
        x: PyReadonlyArray2<'py, f64>,
        weights: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (at, x, weights) = (&*self.derivatives, x.as_slice()?, weights.as_slice()?);
        let sparse = py.detach(|| at.sparse_weighted_hessian(x, weights));
        describe::sparse(py, sparse.map_err(|failure| exception(self.door.name(), &failure))?)
    }

    // The numbers of kinds.
    #[classattr]
    const VALUE: i64 = 0;
    #[classattr]
    const VALUE_AND_GRAD: i64 = 1;
    #[classattr]
    const JACOBIAN: i64 = 2;
    #[classattr]
    const TANGENT: i64 = 10;
    #[classattr]
    const ADJOINT: i64 = 20;
    #[classattr]
    const ORDER: usize = Kind::ORDER;
}
