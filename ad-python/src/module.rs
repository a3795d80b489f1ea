//! The module: its functions, and the adapters, which are written in Python.

use std::sync::Arc;

use ad_doors::{Failure, Function as Door, guarded};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::at::At;
use crate::describe;
use crate::function::Function;
use crate::points::ManyPoints;

/// The adapters' source. Each part is executed when it is first used, so that no library is imported before.
const SOURCES: [(&str, &str); 7] = [
    ("__init__", include_str!("../python/__init__.py")),
    ("trees", include_str!("../python/trees.py")),
    ("jax", include_str!("../python/jax.py")),
    ("torch", include_str!("../python/torch.py")),
    ("scipy", include_str!("../python/scipy.py")),
    ("casadi", include_str!("../python/casadi.py")),
    ("stubs", include_str!("../python/stubs.py")),
];

/// A text as a docstring.
#[pyfunction(name = "_quoted")]
fn quoted(text: &str) -> String {
    describe::quoted(text)
}

/// Fills the module.
///
/// # Errors
///
/// A remark is on a parameter that does not exist, or the interpreter fails.
pub fn fill(module: &Bound<'_, PyModule>, doc: &str, functions: fn() -> Vec<Door>) -> PyResult<()> {
    let py = module.py();
    // NumPy may be missing, and refuses a second interpreter.
    py.import("numpy")?;
    let functions = guarded(|| Ok(functions()))
        .map_err(|failure: Failure| PyImportError::new_err(failure.to_string()))?;
    module.setattr("__doc__", doc.trim())?;
    let (own, mut names): (Arc<str>, _) = (module.name()?.to_string().into(), Vec::new());
    for door in functions {
        let name = door.name();
        let reason = match name {
            _ if describe::is_keyword(name) => "Python has that keyword",
            "ad_python" => "it is the name of the adapters",
            _ if names.contains(&name) => "another function has that name",
            _ => "",
        };
        if !reason.is_empty() {
            return Err(PyImportError::new_err(format!("cannot name a function `{name}`: {reason}")));
        }
        names.push(name);
        // A module is never unloaded.
        module.add(door.name(), Function::new(Box::leak(Box::new(door)), Arc::clone(&own)))?;
    }
    names.push("ad_python");
    module.add("__all__", names)?;

    let sources = PyDict::new(py);
    for (name, source) in SOURCES {
        sources.set_item(name, source)?;
    }
    let package = format!("{own}.ad_python");
    let adapters = PyModule::new(py, &package)?;
    adapters.add("_sources", sources)?;
    adapters.add("_module", module)?;
    adapters.add_function(wrap_pyfunction!(quoted, &adapters)?)?;
    adapters.add_class::<Function>()?;
    adapters.add_class::<ManyPoints>()?;
    adapters.add_class::<At>()?;
    // Parts are modules, which the compiler of PyTorch looks for.
    let load = c"import linecache, sys, types
def load(package, name):
    source = package._sources[name]
    part = package if name == '__init__' else types.ModuleType(f'{package.__name__}.{name}')
    file = f'<{package.__name__}.{name}>'
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    part._package = package
    sys.modules[part.__name__] = part
    exec(compile(source, file, 'exec'), part.__dict__)
    return part.__dict__
";
    let space = PyDict::new(py);
    py.run(load, Some(&space), None)?;
    let load =
        space.get_item("load")?.ok_or_else(|| PyImportError::new_err("the adapters have no loader"))?;
    adapters.add("_load", &load)?;
    adapters.add("__path__", PyList::empty(py))?;
    load.call1((&adapters, "__init__"))?;
    module.add("ad_python", adapters)
}
