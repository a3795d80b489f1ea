//! Boxed errors of private functions over numbers: they become errors that can be cloned, since a derivative repeats them.
//!
//! ```text
//! // Input:  fn root(x: f64) -> Result<f64, Box<dyn Error>> { if x < 0.0 { return Err(Box::new(Negative)); } … }
//! // Output: fn root(x: f64) -> Result<f64, AnyError> { if x < 0.0 { return Err(Negative.into()); } … }
//! ```

use crate::fields;
use crate::numbers::Numbers;
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{
    Block, Expr, ExprCall, GenericArgument, GenericParam, ImplItem, Item, ItemType, Path, PathArguments,
    ReturnType, Signature, Type, TypeParamBound, Visibility, parse_quote,
};

/// Rewrites the private functions and methods of a module.
pub(crate) fn write_out(items: &mut [Item], numbers: &Numbers) {
    let aliases: Vec<ItemType> = items.iter().filter_map(alias).cloned().collect();
    let in_function = |vis: &Visibility, signature: &mut Signature, block: &mut Block| {
        if matches!(vis, Visibility::Inherited) {
            in_function(signature, block, &aliases, numbers);
        }
    };
    for item in items {
        match item {
            Item::Fn(item) => in_function(&item.vis, &mut item.sig, &mut item.block),
            Item::Impl(block) if block.trait_.is_none() => {
                for member in &mut block.items {
                    if let ImplItem::Fn(method) = member {
                        in_function(&method.vis, &mut method.sig, &mut method.block);
                    }
                }
            }
            Item::Mod(item) if !fields::is_fixed(&item.attrs) => {
                if let Some((_, items)) = &mut item.content {
                    write_out(items, numbers);
                }
            }
            // Perhaps no function names it any more.
            Item::Type(item) => {
                if parts(&mut item.ty).is_some_and(|(_, error)| is_boxed_error(error)) {
                    item.attrs.push(parse_quote!(#[allow(dead_code)]));
                }
            }
            _ => {}
        }
    }
}

/// `type Fallible<T> = Result<T, Box<dyn Error>>;`
fn alias(item: &Item) -> Option<&ItemType> {
    match item {
        Item::Type(item) => (item.generics.params.len() == 1).then_some(item),
        _ => None,
    }
}

fn in_function(signature: &mut Signature, block: &mut Block, aliases: &[ItemType], numbers: &Numbers) {
    let ReturnType::Type(_, output) = &mut signature.output else { return };
    let mut result = meant(output, aliases).unwrap_or_else(|| (**output).clone());
    let Some((value, error)) = parts(&mut result) else { return };
    if !numbers.occurs_in(&*value) || !is_boxed_error(error) || boxes_numbers(block, numbers) {
        return;
    }
    let root = &numbers.root;
    let cloned: Path = parse_quote!(#root::__private::AnyError);
    *error = parse_quote!(#cloned);
    **output = result;
    Errors { cloned: &cloned }.visit_block_mut(block);
}

/// The type that an alias stands for.
fn meant(ty: &Type, aliases: &[ItemType]) -> Option<Type> {
    struct Parameter(Ident, Type);
    impl VisitMut for Parameter {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            match ty {
                Type::Path(path) if path.path.is_ident(&self.0) => *ty = self.1.clone(),
                _ => visit::visit_type_mut(self, ty),
            }
        }
    }
    let Type::Path(path) = ty else { return None };
    let (PathArguments::AngleBracketed(list), name) =
        path.path.segments.first().map(|first| (&first.arguments, &first.ident))?
    else {
        return None;
    };
    let alias = aliases.iter().find(|alias| alias.ident == *name && path.path.segments.len() == 1)?;
    let (Some(GenericParam::Type(parameter)), Some(GenericArgument::Type(of))) =
        (alias.generics.params.first(), list.args.first())
    else {
        return None;
    };
    let mut meant = (*alias.ty).clone();
    Parameter(parameter.ident.clone(), of.clone()).visit_type_mut(&mut meant);
    Some(meant)
}

/// The value and the error of a `Result`.
fn parts(ty: &mut Type) -> Option<(&mut Type, &mut Type)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last_mut().filter(|last| last.ident == "Result")?;
    let PathArguments::AngleBracketed(list) = &mut last.arguments else { return None };
    let mut arguments = list.args.iter_mut();
    match (arguments.next(), arguments.next(), arguments.next()) {
        (Some(GenericArgument::Type(value)), Some(GenericArgument::Type(error)), None) => {
            Some((value, error))
        }
        _ => None,
    }
}

/// `Box<dyn Error>`, `Box<dyn Error + Send + Sync>`
fn is_boxed_error(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last().filter(|last| last.ident == "Box") else { return false };
    let PathArguments::AngleBracketed(list) = &last.arguments else { return false };
    let is_error = |bound: &TypeParamBound| matches!(bound, TypeParamBound::Trait(of) if of.path.segments.last().is_some_and(|last| last.ident == "Error"));
    matches!(list.args.first(), Some(GenericArgument::Type(Type::TraitObject(object))) if object.bounds.iter().any(is_error))
}

/// Whether a body may box an error with numbers.
fn boxes_numbers(block: &Block, numbers: &Numbers) -> bool {
    struct Boxed<'n>(&'n Numbers, bool);
    impl<'ast> Visit<'ast> for Boxed<'_> {
        fn visit_expr_call(&mut self, call: &'ast ExprCall) {
            self.1 |= is(&call.func, Some("Box"), "new") && self.0.occurs_in(&call.args);
            visit::visit_expr_call(self, call);
        }
    }
    let mut boxed = Boxed(numbers, false);
    boxed.visit_block(block);
    boxed.1
}

/// Whether an expression is the function `owner::name`.
fn is(of: &Expr, owner: Option<&str>, name: &str) -> bool {
    let Expr::Path(path) = of else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|last| last == name)
        && owner.is_none_or(|owner| names.next().is_some_and(|before| before == owner))
}

/// Replaces the errors of a body.
struct Errors<'p> {
    cloned: &'p Path,
}

impl VisitMut for Errors<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if is_boxed_error(ty) {
            let cloned = self.cloned;
            *ty = parse_quote!(#cloned);
        }
        visit::visit_type_mut(self, ty);
    }

    fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
        visit::visit_expr_call_mut(self, call);
        // `Err(Box::new(error))`
        if let Some(Expr::Call(boxed)) = call.args.first()
            && is(&call.func, None, "Err")
            && ["new", "from"].iter().any(|name| is(&boxed.func, Some("Box"), name))
            && let Some(error) = boxed.args.first()
        {
            call.args = Punctuated::from_iter({
                let error: Expr = parse_quote!((#error).into());
                [error]
            });
        }
    }

    // The types of inner functions are their own.
    fn visit_item_mut(&mut self, _: &mut Item) {}
}
