//! Facts about an annotated module, or about the items above: the types over numbers, their operators, and the results of functions.

use crate::class::Bounds;
use crate::kind::{Check, Definition, Kind, Values};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
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

/// The reference in the result of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lends {
    /// There is none, or functions of the same name differ.
    Nothing,
    /// `&T` with numbers: the companion gives a copy.
    Part,
    /// `&mut Self`, which is the receiver: the companion gives nothing.
    Receiver,
}

/// A parameter, as far as its callers are concerned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Given {
    pub(crate) reference: bool,
    /// Whether it contains numbers.
    pub(crate) active: bool,
}

/// Facts about a module and the modules inside, or about the annotated items above in the same file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// The types over numbers above.
    pub(crate) types: HashMap<String, Definition>,
    /// The types above without numbers: a parameter of such a type is data, or an `impl` matches on `self` only.
    pub(crate) data: HashSet<String>,
    /// The types above with lifetimes: `Parser<'a>`.
    pub(crate) borrowing: HashSet<String>,
    /// Their associated constants that contain numbers: `Complex::ZERO`.
    pub(crate) constants: HashSet<String>,
    /// The needs of the operators above, by their methods.
    pub(crate) needs: HashMap<&'static str, Bounds>,
    pub(crate) operators: Vec<Operator>,
    /// The result of each function name, and of `Machine::new`, if all functions of this name agree.
    pub(crate) results: HashMap<String, Option<Kind>>,
    /// The values of the maps that functions give: `fn rank(…) -> HashMap<String, f64>`.
    pub(crate) maps: HashMap<String, Option<Values>>,
    /// The structs in the `Option`s and `Result`s that functions give: `fn hit(…) -> Option<Hit>`.
    pub(crate) contents: HashMap<String, Option<Kind>>,
    /// The functions `regime` and `Spline::span`, and whether they change no numbers and their results contain none.
    pub(crate) inspect: HashMap<String, bool>,
    /// The functions, and methods as `Lexer::next`, whose results have no numbers, and whether their companions give `Data`: their results
    /// have perhaps no shadow. `None` if functions of the name differ.
    pub(crate) data_results: HashMap<String, Option<bool>>,
    /// The functions, and methods as `Row::entry`, and the references that they give.
    pub(crate) references: HashMap<String, Lends>,
    /// The sources of the conversions of types, as `[f64; 3]` of `Quaternion::from` or `Quaternion::try_from`, if there is one only.
    pub(crate) sources: HashMap<String, Option<Kind>>,
    /// The parameters of functions, and of methods as `Lexer::skip`, without receivers, if all functions of this name agree.
    pub(crate) parameters: HashMap<String, Option<Vec<Given>>>,
    /// The types over numbers without generic parameters.
    pub(crate) bare: HashSet<String>,
    /// The methods of these types with a receiver: `Complex::norm`.
    pub(crate) methods: HashSet<String>,
    /// The types that are iterators.
    pub(crate) iterators: HashSet<String>,
    /// The methods of types and of traits with a receiver, and whether it is `&mut self`.
    pub(crate) receivers: HashMap<String, bool>,
    /// The number of explicit generic arguments of each free function over numbers, if all functions of this name agree. The expansion
    /// of such a function has one more.
    pub(crate) generics: HashMap<String, Option<usize>>,
    /// The free functions over numbers whose arguments do not determine the numbers, if all functions of this name agree.
    pub(crate) untold: HashMap<String, Option<Untold>>,
    /// The enums of objects of traits.
    pub(crate) objects: HashMap<String, Vec<ObjectVariant>>,
    /// The annotated functions above in the file, and whether none of this name has an adjoint program.
    pub(crate) recorded: HashMap<String, bool>,
    /// The functions above in the file with programs, and the names of those that they call.
    pub(crate) calls: HashMap<String, BTreeSet<String>>,
}

/// A variant of an enum of objects.
#[derive(Clone, Debug)]
pub(crate) struct ObjectVariant {
    pub(crate) name: proc_macro2::Ident,
    /// The name of its type.
    pub(crate) ty: String,
}

/// A function without numbers among its parameters, whose result contains numbers: `fn window(n: usize) -> f64`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Untold {
    /// The number of explicit generic arguments.
    pub(crate) generics: usize,
    pub(crate) parameters: Vec<Kind>,
    pub(crate) result: Kind,
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
        self.results.retain(|_, kind| !kind.as_ref().is_some_and(Kind::is_plain));
        ABOVE.with_borrow_mut(|files| files.entry(file()).or_default().new.push(self));
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
        self.borrowing.extend(other.borrowing.iter().cloned());
        self.constants.extend(other.constants.iter().cloned());
        self.methods.extend(other.methods.iter().cloned());
        self.iterators.extend(other.iterators.iter().cloned());
        self.bare.extend(other.bare.iter().cloned());
        for (name, changes) in &other.receivers {
            self.add_receiver(name.clone(), *changes);
        }
        self.operators.extend(other.operators.iter().cloned());
        for (method, bounds) in &other.needs {
            let needs = self.needs.entry(method).or_insert(Bounds::LEAST);
            *needs = needs.join(*bounds);
        }
        for (name, kind) in &other.results {
            self.add_result(name, kind.as_ref());
        }
        for (name, values) in &other.maps {
            self.add_map(name, values.as_ref());
        }
        for (name, content) in &other.contents {
            self.add_content(name, content.as_ref());
        }
        for (name, inspects) in &other.inspect {
            self.add_inspecting(name, *inspects);
        }
        for (name, data) in &other.data_results {
            self.add_data_result(name, *data);
        }
        for (name, lends) in &other.references {
            self.add_reference(name, *lends);
        }
        for (name, source) in &other.sources {
            self.add_source(name, source.as_ref());
        }
        for (name, parameters) in &other.parameters {
            self.add_parameters(name, parameters.as_deref());
        }
        for (name, count) in &other.generics {
            self.add_generics(name, *count);
        }
        for (name, untold) in &other.untold {
            self.add_untold(name, untold.as_ref());
        }
        for (name, calls) in &other.calls {
            self.calls.entry(name.clone()).or_default().extend(calls.iter().cloned());
        }
        for (name, recorded) in &other.recorded {
            *self.recorded.entry(name.clone()).or_insert(true) &= recorded;
        }
    }

    /// Adds whether a function only inspects numbers.
    pub(crate) fn add_inspecting(&mut self, function: &str, inspects: bool) {
        self.inspect.entry(function.to_owned()).and_modify(|known| *known &= inspects).or_insert(inspects);
    }

    /// Adds whether the companion of a function gives `Data`, if its result has no numbers.
    pub(crate) fn add_data_result(&mut self, function: &str, data: Option<bool>) {
        let known = self.data_results.entry(function.to_owned()).or_insert(data);
        if *known != data {
            *known = None;
        }
    }

    /// Whether the companion of a function, or of the method of this type, gives `Data`, if its result has no numbers.
    pub(crate) fn gives_data(&self, of: Option<&str>, function: &str) -> Option<bool> {
        let qualified = of.and_then(|of| self.data_results.get(&format!("{of}::{function}")));
        qualified.or_else(|| self.data_results.get(function)).copied().flatten()
    }

    /// Adds the reference in the result of a function.
    pub(crate) fn add_reference(&mut self, function: &str, lends: Lends) {
        let known = self.references.entry(function.to_owned()).or_insert(lends);
        if *known != lends {
            *known = Lends::Nothing;
        }
    }

    /// The reference in the result of a function, or of the method of this type.
    pub(crate) fn lends(&self, of: Option<&str>, function: &str) -> Lends {
        let qualified = of.and_then(|of| self.references.get(&format!("{of}::{function}")));
        *qualified.or_else(|| self.references.get(function)).unwrap_or(&Lends::Nothing)
    }

    /// Adds a conversion: `Quaternion::from`.
    pub(crate) fn add_source(&mut self, conversion: &str, source: Option<&Kind>) {
        let source = source.filter(|_| !self.sources.contains_key(conversion)).cloned();
        self.sources.insert(conversion.to_owned(), source);
    }

    /// A function like this one, with an integer as its first parameter.
    pub(crate) fn add_like(&mut self, of: Option<&str>, function: &str, other: &str) {
        for prefix in [String::new(), of.map_or_else(String::new, |of| format!("{of}::"))] {
            let (function, other) = (format!("{prefix}{function}"), format!("{prefix}{other}"));
            if let Some(kind) = self.results.get(&function).cloned() {
                self.results.insert(other.clone(), kind);
            }
            if let Some(values) = self.maps.get(&function).cloned() {
                self.maps.insert(other.clone(), values);
            }
            if let Some(content) = self.contents.get(&function).cloned() {
                self.contents.insert(other.clone(), content);
            }
            if let Some(data) = self.data_results.get(&function).copied() {
                self.data_results.insert(other.clone(), data);
            }
            if let Some(lends) = self.references.get(&function).copied() {
                self.references.insert(other.clone(), lends);
            }
            if let Some(changes) = self.receivers.get(&function).copied() {
                self.receivers.insert(other.clone(), changes);
            }
            if let Some(Some(parameters)) = self.parameters.get(&function) {
                let first = Given { reference: false, active: false };
                let parameters = std::iter::once(first).chain(parameters.iter().copied()).collect();
                self.parameters.insert(other.clone(), Some(parameters));
            }
        }
    }

    /// Adds the parameters of a function.
    pub(crate) fn add_parameters(&mut self, function: &str, parameters: Option<&[Given]>) {
        let known = self.parameters.entry(function.to_owned()).or_insert_with(|| parameters.map(Into::into));
        if known.as_deref() != parameters {
            *known = None;
        }
    }

    /// The parameters of a function, or of the method of this type.
    pub(crate) fn parameters_of(&self, of: Option<&str>, function: &str) -> Option<&[Given]> {
        let qualified = of.and_then(|of| self.parameters.get(&format!("{of}::{function}")));
        qualified.or_else(|| self.parameters.get(function))?.as_deref()
    }

    /// Adds whether a method changes its receiver.
    pub(crate) fn add_receiver(&mut self, method: String, changes: bool) {
        *self.receivers.entry(method).or_insert(false) |= changes;
    }

    /// Whether a type has a method of this name.
    pub(crate) fn has_method(&self, method: &str) -> bool {
        self.receivers.keys().any(|name| name.rsplit("::").next() == Some(method))
    }

    /// Whether a method of this name, of any type, changes its receiver.
    pub(crate) fn changes(&self, method: &str) -> bool {
        let named = |name: &str| name.rsplit("::").next() == Some(method);
        self.receivers.iter().any(|(name, changes)| *changes && named(name))
    }

    /// Whether a free function, or the method of a type, only inspects numbers.
    pub(crate) fn inspects(&self, function: &str) -> bool {
        self.inspect.get(function) == Some(&true)
    }

    /// Adds a free function, and whether its arguments leave the numbers open.
    pub(crate) fn add_untold(&mut self, function: &str, untold: Option<&Untold>) {
        let known = self.untold.entry(function.to_owned()).or_insert_with(|| untold.cloned());
        if known.as_ref() != untold {
            *known = None;
        }
    }

    /// Adds the number of generic arguments of a free function, or `None` if it is not known.
    pub(crate) fn add_generics(&mut self, function: &str, count: Option<usize>) {
        let known = self.generics.entry(function.to_owned()).or_insert(count);
        if *known != count {
            *known = None;
        }
    }

    /// Adds the result of a function, or `None` if it is not known.
    pub(crate) fn add_result(&mut self, function: &str, kind: Option<&Kind>) {
        let known = self.results.entry(function.to_owned()).or_insert_with(|| kind.cloned());
        if known.as_ref() != kind {
            *known = None;
        }
    }

    /// The result of the functions of this name, perhaps with their type, if it is a list or may be the operand of an operator.
    pub(crate) fn result(&self, of: Option<&str>, function: &str) -> Option<Kind> {
        let qualified = of.and_then(|of| self.results.get(&format!("{of}::{function}")));
        if let Some(Some(kind @ (Kind::Struct(_) | Kind::List(_)))) = qualified {
            return Some(kind.clone());
        }
        match self.results.get(function) {
            Some(Some(kind @ (Kind::Struct(_) | Kind::Number))) if !self.operators.is_empty() => {
                Some(kind.clone())
            }
            Some(Some(kind @ Kind::List(_))) => Some(kind.clone()),
            _ => None,
        }
    }

    /// Adds the values of the map that a function gives, or `None` if it gives no map.
    pub(crate) fn add_map(&mut self, function: &str, values: Option<&Values>) {
        let known = self.maps.entry(function.to_owned()).or_insert_with(|| values.cloned());
        if known.as_ref() != values {
            *known = None;
        }
    }

    /// Adds the struct in the `Option` that a function gives, or `None` if it gives none.
    pub(crate) fn add_content(&mut self, function: &str, content: Option<&Kind>) {
        let known = self.contents.entry(function.to_owned()).or_insert_with(|| content.cloned());
        if known.as_ref() != content {
            *known = None;
        }
    }

    /// The struct in the `Option` that the functions of this name give, perhaps with their type, if it may be the operand of an
    /// operator.
    pub(crate) fn content(&self, of: Option<&str>, function: &str) -> Option<&Kind> {
        let qualified = of.and_then(|of| self.contents.get(&format!("{of}::{function}")));
        qualified.or_else(|| self.contents.get(function))?.as_ref().filter(|_| !self.operators.is_empty())
    }

    /// The values of the map that the functions of this name give, perhaps with their type.
    pub(crate) fn values_of(&self, of: Option<&str>, function: &str) -> Option<&Values> {
        let qualified = of.and_then(|of| self.maps.get(&format!("{of}::{function}")));
        qualified.or_else(|| self.maps.get(function))?.as_ref()
    }

    /// Whether all functions of this name give no numbers.
    pub(crate) fn gives_no_numbers(&self, function: &str) -> bool {
        matches!(self.results.get(function), Some(Some(kind)) if kind.is_plain())
    }
}
