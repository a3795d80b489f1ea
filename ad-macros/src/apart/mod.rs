//! Types that borrow numbers, such as `struct Curve<'a> { zeros: &'a [f64] }`. The shadow of such a type would borrow shadows. So
//! adjoint programs take the type apart: each field becomes a variable (scalar replacement of aggregates).
//!
//! ```text
//! // Input:  struct Solver<'a> { items: &'a [Item], best: f64 }
//! //         impl<'a> Solver<'a> { fn visit(&mut self, i: usize) { self.best += self.items[i].value; } }
//! //         fn solve(items: &[Item]) -> f64 {
//! //             let mut solver = Solver { items, best: 0.0 };
//! //             solver.visit(1);
//! //             solver.best
//! //         }
//! // Output: impl<'a> Solver<'a> {
//! //             fn __apart_visit(__self_items: &'a [Item], __self_best: &mut f64, i: usize) { (*__self_best) += __self_items[i].value; }
//! //         }
//! //         … and the adjoint program of `solve` is that of this body:
//! //             let __solver_1_items: &[Item] = items; let mut __solver_1_best: f64 = 0.0;
//! //             Solver::__apart_visit(__solver_1_items, &mut __solver_1_best, 1);
//! //             __solver_1_best
//! ```
//!
//! The function `__apart_visit` is the *twin* of `visit`. It is a function of the module like any other, with a value and a program. The
//! method itself has no program, and the values of expressions are those of the user's own functions. A function that gives such a type
//! is inlined (`maker`).

mod bind;
mod body;
mod call;
mod declare;
mod find;
mod functions;
mod macros;
mod maker;
mod refuse;
mod scope;
mod twin;
mod types;

use crate::fields;
use crate::numbers::Numbers;
use crate::parameter::mentions;
use functions::Function;
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::{ImplItem, Item, ItemFn, Signature};
use types::{Itself, Taken};

/// The types of a module that borrow numbers, and the functions that take or give them.
#[derive(Default)]
pub(crate) struct Apart {
    types: HashMap<String, Taken>,
    functions: Vec<Function>,
}

impl Apart {
    /// The types of a module with these items, and of the modules inside.
    pub(crate) fn of(module: &Ident, items: &[Item], numbers: &Numbers) -> Self {
        let mut apart = Apart { types: find::taken(items, numbers), functions: Vec::new() };
        if !apart.types.is_empty() {
            apart.functions = functions::of(items, &module.to_string(), &apart);
        }
        apart
    }

    /// Adds the twins beside their functions. A refused one does not return.
    pub(crate) fn add_twins(&self, module: &str, items: &mut Vec<Item>, refuse: &dyn Fn(syn::Error)) {
        if self.types.is_empty() {
            return;
        }
        let mut twins = Vec::new();
        for item in items.iter_mut() {
            match item {
                Item::Fn(of) if !fields::stays(&of.attrs) => {
                    twins.extend(self.twin(of, None, module, refuse).map(Item::Fn));
                }
                Item::Impl(of) if !fields::stays(&of.attrs) && of.trait_.is_none() => {
                    let itself = Itself::of(&of.self_ty);
                    let methods = of.items.iter().filter_map(|member| match member {
                        ImplItem::Fn(method) => {
                            self.twin(&functions::of_method(method), itself.as_ref(), module, refuse)
                        }
                        _ => None,
                    });
                    let methods: Vec<ImplItem> = methods.map(functions::method_of).collect();
                    of.items.extend(methods);
                }
                Item::Mod(of) if !fields::stays(&of.attrs) => {
                    if let Some((_, items)) = &mut of.content {
                        self.add_twins(&inside(module, &of.ident), items, refuse);
                    }
                }
                _ => {}
            }
        }
        items.extend(twins);
    }

    /// Whether other functions call the twin of this function, or inline it, so that it needs no program.
    pub(crate) fn replaces(&self, signature: &Signature, itself: Option<&str>) -> bool {
        let named = |name: &String| mentions(&signature.inputs, name) || mentions(&signature.output, name);
        let of_itself = itself.is_some_and(|name| self.types.contains_key(name));
        let receives = signature.receiver().is_some()
            || mentions(&signature.inputs, "Self")
            || mentions(&signature.output, "Self");
        !is_twin(signature) && (of_itself && receives || self.types.keys().any(named))
    }

    /// The function whose program is written for a function that makes such values inside.
    pub(crate) fn body(
        &self,
        item: &ItemFn,
        itself: Option<&str>,
        module: &str,
    ) -> Option<syn::Result<ItemFn>> {
        let named = |name: &String| mentions(&item.block, name);
        let of_itself = itself.is_some_and(|name| self.types.contains_key(name));
        let makes = |function: &Function| function.of.is_none() && named(&function.name());
        let concerned = self.types.keys().any(named)
            || of_itself && mentions(&item.block, "Self")
            || self.functions.iter().any(makes);
        (concerned && !is_twin(&item.sig)).then(|| {
            let mut item = item.clone();
            body::rewrite(&mut item, self, (itself, module), &[]).map(|()| item)
        })
    }
}

/// Whether a function is a twin, which is no expression.
pub(crate) fn is_twin(signature: &Signature) -> bool {
    signature.ident.to_string().starts_with(functions::PREFIX)
}

/// The path of a module inside.
pub(crate) fn inside(module: &str, inner: &Ident) -> String {
    format!("{module}::{inner}")
}

/// Refuses code that needs the whole value.
fn refusal(tokens: impl quote::ToTokens, message: impl std::fmt::Display) -> syn::Error {
    let message = format!(
        "cannot write the adjoint program: {message}; or write `adjoint = record`, which records the function on a tape"
    );
    syn::Error::new_spanned(tokens, message)
}
