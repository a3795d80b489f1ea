//! A function with a name for other languages.

use std::sync::{Arc, Mutex, PoisonError};

use crate::derivatives::Derivatives;
use crate::domain::Remark;
use crate::failure::{Outcome, guarded};
use crate::layout::{Layout, Structure};
use crate::results::Results;
use crate::scalar::One;
use crate::several::Several;
use crate::typed::{Expression, Typed};

/// A function with its name, documentation and layouts, and its derivatives at arguments of each structure.
pub struct Function {
    name: &'static str,
    doc: String,
    parameters: Vec<&'static str>,
    remarks: Vec<(&'static str, Remark)>,
    argument: Layout,
    result: Layout,
    open: Box<Open>,
    opened: Mutex<Vec<(Vec<usize>, Arc<dyn Derivatives>)>>,
}

/// Makes the derivatives at arguments whose lists have some lengths, with remarks on parameters.
type Open = dyn Fn(&[usize], &[(&'static str, Remark)]) -> Arc<dyn Derivatives> + Send + Sync;

/// How many structures of arguments a function retains.
const RETAINED: usize = 16;

impl Function {
    /// A function of the expression `e`. [`functions!`](crate::functions) chooses `R`.
    #[doc(hidden)]
    pub fn of<E: Expression, R: Results<E>>(e: E, name: &'static str, doc: &'static str) -> Self {
        Function {
            name: unescaped(name),
            doc: if doc.is_empty() { e.documentation().trim().into() } else { unindented(doc) },
            parameters: e.parameter_names().iter().map(|name| unescaped(name)).collect(),
            remarks: Vec::new(),
            argument: E::In::layout(),
            result: E::Out::layout(),
            open: Box::new(move |lengths, remarks| Arc::new(Typed::<E, R>::new(e.clone(), lengths, remarks))),
            opened: Mutex::new(Vec::new()),
        }
    }

    /// The same with a remark on a parameter.
    ///
    /// # Panics
    ///
    /// Panics if there is no such parameter.
    #[must_use]
    pub fn remark(mut self, parameter: &'static str, remark: impl Into<Remark>) -> Self {
        let (parameter, names) = (unescaped(parameter), &self.parameters);
        assert!(
            names.contains(&parameter),
            "cannot remark on `{parameter}`: `{}` has the parameters {names:?}",
            self.name
        );
        self.remarks.push((parameter, remark.into()));
        self
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }
    /// The documentation.
    pub fn doc(&self) -> &str {
        &self.doc
    }
    /// The names of the parameters. One without a name is empty, and the list is empty if none is known.
    pub fn parameters(&self) -> &[&'static str] {
        &self.parameters
    }
    /// The layout of the argument. That of several parameters is a tuple.
    pub fn argument(&self) -> &Layout {
        &self.argument
    }
    /// The layout of the result.
    pub fn result(&self) -> &Layout {
        &self.result
    }
    /// The unit of a parameter.
    pub fn unit(&self, parameter: &str) -> Option<&'static str> {
        self.remarks.iter().find_map(|(name, remark)| match remark {
            Remark::Unit(unit) if *name == parameter => Some(*unit),
            _ => None,
        })
    }
    /// The domain of a parameter, as in mathematics.
    pub fn domain(&self, parameter: &str) -> Option<String> {
        self.remarks.iter().find_map(|(name, remark)| match remark {
            Remark::Domain(interval) if *name == parameter => Some(interval.to_string()),
            _ => None,
        })
    }

    /// The derivatives at arguments whose lists have these lengths.
    ///
    /// # Errors
    ///
    /// Memory for such an argument cannot be had, or a remark does not fit.
    pub fn at(&self, lengths: &[usize]) -> Outcome<Arc<dyn Derivatives>> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = opened.iter().position(|(known, _)| known == lengths) {
            return Ok(Arc::clone(&opened[found].1));
        }
        let found = guarded(|| Ok((self.open)(lengths, &self.remarks)))?;
        if opened.len() == RETAINED {
            opened.remove(0);
        }
        opened.push((lengths.to_vec(), Arc::clone(&found)));
        Ok(found)
    }
}

/// A name of Rust without `r#`, which other languages do not have.
#[doc(hidden)]
pub fn unescaped(name: &'static str) -> &'static str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// A comment without the space at the start of each line.
fn unindented(comment: &str) -> String {
    let lines: Vec<_> = comment.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n").trim().into()
}

/// An expression whose kind of result is chosen by the methods that it has.
#[doc(hidden)]
pub struct Chosen<E>(pub E);

/// The function has several results.
#[doc(hidden)]
pub trait OfSeveral {
    fn function(&self, name: &'static str, doc: &'static str) -> Function;
}
impl<E: Expression> OfSeveral for &Chosen<E>
where
    Several: Results<E>,
{
    fn function(&self, name: &'static str, doc: &'static str) -> Function {
        Function::of::<E, Several>(self.0.clone(), name, doc)
    }
}

/// The function has one result.
#[doc(hidden)]
pub trait OfOne {
    fn function(&self, name: &'static str, doc: &'static str) -> Function;
}
impl<E: Expression> OfOne for Chosen<E>
where
    One: Results<E>,
{
    fn function(&self, name: &'static str, doc: &'static str) -> Function {
        Function::of::<E, One>(self.0.clone(), name, doc)
    }
}
