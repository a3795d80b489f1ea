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
    Block, Expr, ExprCall, GenericArgument, GenericParam, ImplItem, Item, ItemType, PathArguments,
    ReturnType, Signature, Type, TypeParamBound, Visibility, parse_quote,
};

/// Rewrites the private functions and methods of a module, if it names boxed errors nowhere else.
pub(crate) fn write_out(items: &mut Vec<Item>, numbers: &Numbers) {
    let aliases: Vec<ItemType> = items.iter().filter_map(alias).cloned().collect();
    let mut rewritten = items.clone();
    let mut found = false;
    for item in &mut rewritten {
        match item {
            Item::Fn(item) if !fields::stays(&item.attrs) => {
                let changed = in_function(&item.vis, &mut item.sig, &mut item.block, &aliases, numbers);
                found |= changed && numbers.occurs_in(&item.sig.inputs);
            }
            Item::Impl(block) if block.trait_.is_none() && !fields::stays(&block.attrs) => {
                let over_numbers = numbers.occurs_in(&block.self_ty);
                for member in &mut block.items {
                    if let ImplItem::Fn(method) = member {
                        let changed =
                            in_function(&method.vis, &mut method.sig, &mut method.block, &aliases, numbers);
                        found |= changed && (over_numbers || numbers.occurs_in(&method.sig.inputs));
                    }
                }
            }
            // Perhaps no function names it any more.
            Item::Type(item) => item.attrs.push(parse_quote!(#[allow(dead_code)])),
            Item::Use(item) => item.attrs.push(parse_quote!(#[allow(unused_imports)])),
            _ => {}
        }
    }
    let mut others = Others { aliases: &aliases, numbers, found: false };
    rewritten.iter().filter(|item| alias(item).is_none()).for_each(|item| others.visit_item(item));
    if found && !others.found {
        *items = rewritten;
    }
}

/// Other uses of boxed errors, and errors that are no plain data.
struct Others<'a> {
    aliases: &'a [ItemType],
    numbers: &'a Numbers,
    found: bool,
}

impl<'ast> Visit<'ast> for Others<'_> {
    fn visit_type(&mut self, ty: &'ast Type) {
        let aliased = matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| {
            self.aliases.iter().any(|alias| alias.ident == last.ident)
        }));
        self.found |= is_boxed_error(ty) || aliased;
        visit::visit_type(self, ty);
    }

    fn visit_item(&mut self, item: &'ast Item) {
        self.found |= match item {
            Item::Trait(of) => of.ident == "Error",
            Item::Impl(block) => {
                let of = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                of.is_some_and(|last| last.ident == "Error") && self.numbers.occurs_in(&block.self_ty)
            }
            _ => false,
        };
        visit::visit_item(self, item);
    }
}

/// `type Fallible<T> = Result<T, Box<dyn Error>>;`
fn alias(item: &Item) -> Option<&ItemType> {
    let Item::Type(item) = item else { return None };
    let boxed = parts(&mut (*item.ty).clone()).is_some_and(|(_, error)| is_boxed_error(error));
    (boxed && item.generics.params.len() == 1).then_some(item)
}

fn in_function(
    vis: &Visibility,
    signature: &mut Signature,
    block: &mut Block,
    aliases: &[ItemType],
    numbers: &Numbers,
) -> bool {
    let ReturnType::Type(_, output) = &mut signature.output else { return false };
    let mut result = meant(output, aliases).unwrap_or_else(|| (**output).clone());
    let Some((_, error)) = parts(&mut result) else { return false };
    if !matches!(vis, Visibility::Inherited) || !is_boxed_error(error) {
        return false;
    }
    let root = &numbers.root;
    *error = parse_quote!(#root::__private::AnyError);
    **output = result;
    Errors.visit_block_mut(block);
    true
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

/// Whether an expression is the function `owner::name`.
fn is(of: &Expr, owner: Option<&str>, name: &str) -> bool {
    let Expr::Path(path) = of else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|last| last == name)
        && owner.is_none_or(|owner| names.next().is_some_and(|before| before == owner))
}

/// Takes errors out of their boxes.
struct Errors;

impl VisitMut for Errors {
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

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
