//! Facts about an annotated module, or about the items above: the types over numbers, their operators, and the results of functions.

use crate::class::Bounds;
use crate::kind::{Check, Definition, Kind, Values};
use crate::signatures::{Fact, Given, Lends, Signature, Signatures};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::BinOp;

/// A number as part of the name of an operator.
pub(crate) const NUMBER: &str = "number";

/// An array or slice as part of the name of an operator.
pub(crate) const LIST: &str = "list";

/// The method of an operator.
pub(crate) fn method_of(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "sub",
        BinOp::Mul(_) => "mul",
        BinOp::Div(_) => "div",
        BinOp::AddAssign(_) => "add_assign",
        BinOp::SubAssign(_) => "sub_assign",
        BinOp::MulAssign(_) => "mul_assign",
        BinOp::DivAssign(_) => "div_assign",
        BinOp::Rem(_) => "rem",
        BinOp::RemAssign(_) => "rem_assign",
        _ => return None,
    })
}

/// An `impl` of an operator.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    /// `add`
    pub(crate) method: &'static str,
    /// The type of the left operand, and whether it is a reference to it.
    pub(crate) left: String,
    pub(crate) by_reference: bool,
    /// The type of the right operand, if there is one.
    pub(crate) right: Option<String>,
    pub(crate) output: Kind,
}

impl Operator {
    /// The name of its adjoint program, without the prefix: `mul_number`.
    pub(crate) fn name(&self) -> String {
        match &self.right {
            Some(right) if self.left == NUMBER => {
                let suffix = if right.starts_with("ref_") { "_ref" } else { "" };
                format!("__number_{}{suffix}", self.method)
            }
            Some(right) if self.by_reference => format!("ref_{}_{right}", self.method),
            Some(right) => format!("{}_{right}", self.method),
            None if self.by_reference => format!("ref_{}", self.method),
            None => self.method.to_owned(),
        }
    }
}

/// Facts about a module and the modules inside, or about the annotated items above in the same file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// The types over numbers above.
    pub(crate) types: HashMap<String, Definition>,
    /// Those of them that are over `f32`.
    pub(crate) singles: HashSet<String>,
    /// The types above without numbers: a parameter of such a type is data, or an `impl` matches on `self` only.
    pub(crate) data: HashSet<String>,
    /// The variants of enums: `Shape::Circle`.
    pub(crate) variants: HashSet<String>,
    /// The types above with lifetimes: `Parser<'a>`.
    pub(crate) borrowing: HashSet<String>,
    /// Their associated constants that contain numbers: `Complex::ZERO`.
    pub(crate) constants: HashSet<String>,
    /// The needs of the operators above, by their methods.
    pub(crate) needs: HashMap<&'static str, Bounds>,
    pub(crate) operators: Vec<Operator>,
    /// The functions and methods.
    pub(crate) functions: Signatures,
    /// The types over numbers without generic parameters.
    pub(crate) bare: HashSet<String>,
    /// The types that are iterators.
    pub(crate) iterators: HashSet<String>,
    /// The enums of objects of traits.
    pub(crate) objects: HashMap<String, Vec<ObjectVariant>>,
}

/// A variant of an enum of objects.
#[derive(Clone, Debug)]
pub(crate) struct ObjectVariant {
    pub(crate) name: proc_macro2::Ident,
    /// The name of its type.
    pub(crate) ty: String,
}

thread_local! {
    /// The items that were expanded on this thread, by files. They only decide where the tokens leave a meaning open, and rustc checks the
    /// decision.
    static ABOVE: RefCell<HashMap<String, Above>> = RefCell::default();
}

/// The facts of a file. An expansion holds the whole, so new facts wait for the next one, which adds them in place.
#[derive(Default)]
struct Above {
    whole: Rc<Known>,
    new: Vec<Known>,
}

fn file() -> String {
    if proc_macro::is_available() { proc_macro::Span::call_site().file() } else { String::new() }
}

impl Known {
    /// Whether an enum of objects has a variant of this type.
    pub(crate) fn is_object_of(&self, of: &str, ty: &str) -> bool {
        self.objects.get(of).is_some_and(|variants| variants.iter().any(|variant| variant.ty == ty))
    }

    /// The facts about the annotated items above in the same file.
    pub(crate) fn above() -> Rc<Known> {
        ABOVE.with_borrow_mut(|files| {
            let above = files.entry(file()).or_default();
            if !above.new.is_empty() {
                let whole = Rc::make_mut(&mut above.whole);
                above.new.drain(..).for_each(|facts| whole.add(&facts));
            }
            Rc::clone(&above.whole)
        })
    }

    /// Remembers facts for the items below.
    ///
    /// The plain result of a function is not remembered. Below, its name may mean another function, which changes numbers through
    /// exclusive references. `inspect` is remembered: such calls pass no exclusive reference, and rustc refuses a number as their value.
    pub(crate) fn remember(mut self) {
        self.functions = self.functions.map(|of| match of.result.get() {
            Some(kind) if kind.is_plain() => Signature { result: Fact::Absent, ..of.clone() },
            _ => of.clone(),
        });
        ABOVE.with_borrow_mut(|files| files.entry(file()).or_default().new.push(self));
    }

    /// Forgets all items of this thread.
    #[cfg(test)]
    pub(crate) fn forget() {
        ABOVE.take();
    }

    /// Adds other facts.
    pub(crate) fn add(&mut self, other: &Known) {
        for (name, definition) in &other.types {
            // Of two types of one name, in different modules, nothing else is known.
            let ambiguous = Definition::Elsewhere(Check::Perhaps);
            self.types
                .entry(name.clone())
                .and_modify(|known| *known = ambiguous)
                .or_insert(definition.clone());
        }
        // Of two types of one name, in different modules, one has numbers.
        self.data.extend(other.data.iter().cloned());
        let types = &self.types;
        self.data.retain(|name| !types.contains_key(name));
        self.variants.extend(other.variants.iter().cloned());
        self.singles.extend(other.singles.iter().cloned());
        self.borrowing.extend(other.borrowing.iter().cloned());
        self.constants.extend(other.constants.iter().cloned());
        self.iterators.extend(other.iterators.iter().cloned());
        self.bare.extend(other.bare.iter().cloned());
        self.functions.extend(&other.functions);
        self.operators.extend(other.operators.iter().cloned());
        for (method, bounds) in &other.needs {
            let needs = self.needs.entry(method).or_insert(Bounds::LEAST);
            *needs = needs.join(*bounds);
        }
    }

    /// Whether the companion of a function, or of the method of this type, gives `Data`, if its result has no numbers.
    pub(crate) fn gives_data(&self, of: Option<&str>, function: &str) -> Option<bool> {
        *self.functions.fact(of, function, |signature| &signature.data)?
    }

    /// The reference in the result of a function, or of the method of this type.
    pub(crate) fn lends(&self, of: Option<&str>, function: &str) -> Lends {
        self.functions.fact(of, function, |signature| &signature.lends).copied().unwrap_or(Lends::Nothing)
    }

    /// The parameters of a function, or of the method of this type.
    pub(crate) fn parameters_of(&self, of: Option<&str>, function: &str) -> Option<&[Given]> {
        self.functions.fact(of, function, |signature| &signature.parameters).map(Vec::as_slice)
    }

    /// Whether a type has a method of its own of this name, with a receiver.
    pub(crate) fn has_inherent(&self, of: &str, method: &str) -> bool {
        self.functions.get(&format!("{of}::{method}")).is_some_and(|signature| signature.inherent)
    }

    /// Whether a type has a method of this name.
    pub(crate) fn has_method(&self, method: &str) -> bool {
        self.functions.receivers().any(|(name, _)| name.rsplit("::").next() == Some(method))
    }

    /// Whether a method of this name, of any type, changes its receiver.
    pub(crate) fn changes(&self, method: &str) -> bool {
        let mut receivers = self.functions.receivers();
        receivers.any(|(name, changes)| changes && name.rsplit("::").next() == Some(method))
    }

    /// Whether a free function, or the method of a type, only inspects numbers.
    pub(crate) fn inspects(&self, function: &str) -> bool {
        self.functions.get(function).is_some_and(|signature| signature.inspects == Some(true))
    }

    /// The result of the functions of this name, perhaps with their type, if it is a list or may be the operand of an operator.
    pub(crate) fn result(&self, of: Option<&str>, function: &str) -> Option<Kind> {
        let method = of.and_then(|of| self.functions.result(&format!("{of}::{function}")));
        if let Some(kind @ (Kind::Struct(_) | Kind::List(_))) = method {
            return Some(kind.clone());
        }
        match self.functions.result(function)? {
            kind @ (Kind::Struct(_) | Kind::Number) if !self.operators.is_empty() => Some(kind.clone()),
            kind @ Kind::List(_) => Some(kind.clone()),
            _ => None,
        }
    }

    /// The struct in the `Option` that the functions of this name give, perhaps with their type, if it may be the operand of an
    /// operator.
    pub(crate) fn content(&self, of: Option<&str>, function: &str) -> Option<&Kind> {
        let content = self.functions.fact(of, function, |signature| &signature.content)?;
        content.as_ref().filter(|_| !self.operators.is_empty())
    }

    /// The values of the map that the functions of this name give, perhaps with their type.
    pub(crate) fn values_of(&self, of: Option<&str>, function: &str) -> Option<&Values> {
        self.functions.fact(of, function, |signature| &signature.values)?.as_ref()
    }

    /// Whether all functions of this name give no numbers.
    pub(crate) fn gives_no_numbers(&self, function: &str) -> bool {
        self.functions.result(function).is_some_and(Kind::is_plain)
    }
}
