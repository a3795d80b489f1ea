//! Facts about functions, by name: those of an annotated module, or of the annotated items above in the same file. Functions of one name
//! share an entry, which has the facts that all of them have.

use crate::kind::{Kind, Values};
use std::collections::{BTreeSet, HashMap};

/// A fact about the functions of one name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Fact<T> {
    #[default]
    Absent,
    Agreed(T),
    Different,
}

impl<T: Clone + PartialEq> Fact<T> {
    fn add(&mut self, other: &Self) {
        match (&*self, other) {
            (_, Fact::Absent) => {}
            (Fact::Absent, _) => *self = other.clone(),
            (Fact::Agreed(a), Fact::Agreed(b)) if a == b => {}
            _ => *self = Fact::Different,
        }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        match self {
            Fact::Agreed(fact) => Some(fact),
            Fact::Absent | Fact::Different => None,
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

/// A function without numbers among its parameters, whose result contains numbers: `fn window(n: usize) -> f64`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Untold {
    /// The number of explicit generic arguments.
    pub(crate) generics: usize,
    pub(crate) parameters: Vec<Kind>,
    pub(crate) result: Kind,
}

/// The facts about the functions of one name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signature {
    /// The parameters without the receiver.
    pub(crate) parameters: Fact<Vec<Given>>,
    /// Whether there is a receiver, and whether it is `&mut self`.
    pub(crate) changes: Option<bool>,
    /// Whether it is a method with a receiver of a type's own.
    pub(crate) inherent: bool,
    pub(crate) result: Fact<Kind>,
    /// The values of the map that it gives: `fn rank(…) -> HashMap<String, f64>`.
    pub(crate) values: Fact<Option<Values>>,
    /// The struct in the `Option` or `Result` that it gives: `fn hit(…) -> Option<Hit>`.
    pub(crate) content: Fact<Option<Kind>>,
    /// The source of a conversion, as `[f64; 3]` of `Quaternion::from` or `Quaternion::try_from`.
    pub(crate) source: Fact<Kind>,
    pub(crate) lends: Fact<Lends>,
    /// If its result has no numbers: whether the companion gives `Data`, since the result has perhaps no shadow.
    pub(crate) data: Fact<Option<bool>>,
    /// Whether it changes no numbers and its result contains none.
    pub(crate) inspects: Option<bool>,
    /// The number of explicit generic arguments of a free function over numbers. Its expansion has one more.
    pub(crate) generics: Fact<Option<usize>>,
    /// Whether the arguments of a free function do not determine the numbers.
    pub(crate) untold: Fact<Option<Untold>>,
    /// Whether it has no adjoint program.
    pub(crate) recorded: Option<bool>,
    /// The names of the functions that it calls, if it is above in the file and has a program.
    pub(crate) calls: Option<BTreeSet<String>>,
}

impl Signature {
    fn add(&mut self, other: &Signature) {
        self.parameters.add(&other.parameters);
        self.result.add(&other.result);
        self.values.add(&other.values);
        self.content.add(&other.content);
        self.source.add(&other.source);
        self.lends.add(&other.lends);
        self.data.add(&other.data);
        self.generics.add(&other.generics);
        self.untold.add(&other.untold);
        let joined = |own: Option<bool>, other: Option<bool>, join: fn(bool, bool) -> bool| match (own, other)
        {
            (Some(own), Some(other)) => Some(join(own, other)),
            (own, other) => own.or(other),
        };
        self.changes = joined(self.changes, other.changes, |a, b| a | b);
        self.inspects = joined(self.inspects, other.inspects, |a, b| a & b);
        self.recorded = joined(self.recorded, other.recorded, |a, b| a & b);
        self.inherent |= other.inherent;
        if let Some(calls) = &other.calls {
            self.calls.get_or_insert_default().extend(calls.iter().cloned());
        }
    }
}

/// The functions by name. A method has the name `Spline::span`, and shares `span` with the functions of this name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signatures(HashMap<String, Signature>);

impl Signatures {
    /// One function with these facts.
    pub(crate) fn of(name: String, signature: Signature) -> Self {
        Signatures(HashMap::from([(name, signature)]))
    }

    /// Adds the facts of a function.
    pub(crate) fn add(&mut self, name: &str, signature: &Signature) {
        self.0.entry(name.to_owned()).or_default().add(signature);
    }

    pub(crate) fn extend(&mut self, other: &Signatures) {
        other.0.iter().for_each(|(name, signature)| self.add(name, signature));
    }

    /// The same with other facts about each function.
    pub(crate) fn map(&self, facts: impl Fn(&Signature) -> Signature) -> Self {
        Signatures(self.0.iter().map(|(name, signature)| (name.clone(), facts(signature))).collect())
    }

    /// Whether the arguments of free functions determine the numbers.
    pub(crate) fn untold(&self) -> Self {
        self.map(|of| Signature { untold: of.untold.clone(), ..Signature::default() })
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Signature> {
        self.0.get(name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Signature)> {
        self.0.iter().map(|(name, signature)| (name.as_str(), signature))
    }

    /// A fact about the method of a type, or otherwise about the functions of this name.
    pub(crate) fn fact<T: Clone + PartialEq>(
        &self,
        of: Option<&str>,
        name: &str,
        fact: impl Fn(&Signature) -> &Fact<T>,
    ) -> Option<&T> {
        let method = of.and_then(|of| self.get(&format!("{of}::{name}"))).map(&fact);
        let method = method.filter(|fact| **fact != Fact::Absent);
        method.or_else(|| self.get(name).map(&fact))?.get()
    }

    /// The kind of the result of the functions of exactly this name.
    pub(crate) fn result(&self, name: &str) -> Option<&Kind> {
        self.get(name)?.result.get()
    }

    /// The methods, and whether they change their receivers.
    pub(crate) fn receivers(&self) -> impl Iterator<Item = (&str, bool)> {
        self.iter().filter_map(|(name, signature)| Some((name, signature.changes?)))
    }

    /// A function like this one, with an integer as its first parameter.
    pub(crate) fn add_like(&mut self, of: Option<&str>, function: &str, other: &str) {
        for prefix in [String::new(), of.map_or_else(String::new, |of| format!("{of}::"))] {
            let Some(signature) = self.0.get(&format!("{prefix}{function}")) else { continue };
            let first = Given { reference: false, active: false };
            let parameters = match signature.parameters.get() {
                Some(given) => Fact::Agreed(std::iter::once(first).chain(given.iter().copied()).collect()),
                None => Fact::Absent,
            };
            let signature = Signature {
                parameters,
                inspects: None,
                inherent: false,
                generics: Fact::Absent,
                untold: Fact::Absent,
                source: Fact::Absent,
                recorded: None,
                calls: None,
                ..signature.clone()
            };
            self.0.insert(format!("{prefix}{other}"), signature);
        }
    }
}
