//! The parts of an annotated module that have a class: its functions, `impl` blocks and traits.

use crate::block::Block;
use crate::class::Bounds;
use crate::errors::Errors;
use crate::function::Function;
use crate::numbers::Numbers;
use crate::traits::Trait;
use crate::walk::Callees;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::{HashMap, HashSet};

/// A function, a block or a trait, which has one class.
pub(crate) enum Unit {
    Function(Box<Function>),
    Block(Box<Block>),
    Trait(Box<Trait>),
}

impl Unit {
    pub(crate) fn lower(&mut self, callees: &Callees, errors: &Errors) {
        match self {
            Unit::Function(function) => function.lower(callees, errors),
            Unit::Block(block) => block.lower(callees, errors),
            Unit::Trait(of) => of.functions_mut().iter_mut().for_each(|f| f.lower(callees, errors)),
        }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        match self {
            Unit::Function(function) => function.bounds(),
            Unit::Block(block) => block.bounds(),
            Unit::Trait(of) => of.bounds(),
        }
    }

    pub(crate) fn is_asserted(&self) -> bool {
        match self {
            Unit::Function(function) => function.is_asserted(),
            Unit::Block(block) => block.is_asserted(),
            Unit::Trait(of) => of.functions().iter().any(Function::is_asserted),
        }
    }

    /// The names of the callees. The trait, its `impl`s and its users have one class, so they count as calling all of its methods.
    pub(crate) fn calls(&self, traits: &HashMap<String, HashSet<String>>) -> HashSet<String> {
        let mut calls = match self {
            Unit::Function(function) => function.calls.clone(),
            Unit::Block(block) => block.calls(),
            Unit::Trait(of) => of.functions().iter().flat_map(|f| f.calls.iter().cloned()).collect(),
        };
        let names = |of: &str| match self {
            Unit::Function(function) => function.names_trait(of),
            Unit::Block(block) => block.names_trait(of),
            Unit::Trait(own) => own.names_trait(of),
        };
        calls.extend(traits.iter().filter(|(of, _)| names(of)).flat_map(|(_, methods)| methods.clone()));
        calls
    }

    /// A trait and its methods.
    pub(crate) fn of_trait(&self) -> Option<(String, HashSet<String>)> {
        match self {
            Unit::Trait(of) => Some((of.name(), of.names())),
            _ => None,
        }
    }

    pub(crate) fn names(&self) -> HashSet<String> {
        match self {
            Unit::Function(function) => HashSet::from([function.original.sig.ident.to_string()]),
            Unit::Block(block) => block.names(),
            Unit::Trait(of) => of.names(),
        }
    }

    pub(crate) fn functions_mut(&mut self) -> Box<dyn Iterator<Item = &mut Function> + '_> {
        match self {
            Unit::Function(function) => Box::new(std::iter::once(&mut **function)),
            Unit::Block(block) => Box::new(block.functions_mut()),
            Unit::Trait(of) => Box::new(of.functions_mut().iter_mut()),
        }
    }

    pub(crate) fn finish(self, bounds: Bounds, numbers: &Numbers, errors: &Errors) -> TokenStream {
        match self {
            Unit::Function(function) => {
                let (item, expression) = function.finish(bounds, errors);
                quote!(#item #expression)
            }
            Unit::Block(block) => {
                let (item, expressions) = block.finish(bounds, numbers, errors);
                quote!(#item #expressions)
            }
            Unit::Trait(of) => of.finish(bounds, numbers, errors),
        }
    }
}
