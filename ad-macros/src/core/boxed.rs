//! Boxed errors of private functions over numbers: they become errors that can be cloned, since a derivative repeats them.
//!
//! ```text
//! // Input:  fn root(x: f64) -> Result<f64, Box<dyn Error>> { if x < 0.0 { return Err(Box::new(Negative)); } … }
//! // Output: fn root(x: f64) -> Result<f64, AnyError> { if x < 0.0 { return Err(AnyError::from(Negative)); } … }
//! ```

use crate::fields;
use crate::numbers::Numbers;
use crate::visit::{self, Visit, VisitMut};
use syn::{
    Block, Expr, ExprCall, GenericArgument, ImplItem, Item, Path, PathArguments, ReturnType, Signature, Type,
    TypeParamBound, Visibility, parse_quote,
};

/// Rewrites the private functions and methods of a module.
pub(crate) fn write_out(items: &mut [Item], numbers: &Numbers) {
    let is_private = |vis: &Visibility| matches!(vis, Visibility::Inherited);
    for item in items {
        match item {
            Item::Fn(item) if is_private(&item.vis) => in_function(&mut item.sig, &mut item.block, numbers),
            Item::Impl(block) if block.trait_.is_none() => {
                for member in &mut block.items {
                    if let ImplItem::Fn(method) = member
                        && is_private(&method.vis)
                    {
                        in_function(&mut method.sig, &mut method.block, numbers);
                    }
                }
            }
            Item::Mod(item) if !fields::is_fixed(&item.attrs) => {
                if let Some((_, items)) = &mut item.content {
                    write_out(items, numbers);
                }
            }
            _ => {}
        }
    }
}

fn in_function(signature: &mut Signature, block: &mut Block, numbers: &Numbers) {
    let ReturnType::Type(_, output) = &mut signature.output else { return };
    let Type::Path(path) = &mut **output else { return };
    let Some(last) = path.path.segments.last_mut().filter(|last| last.ident == "Result") else { return };
    let PathArguments::AngleBracketed(list) = &mut last.arguments else { return };
    let mut arguments = list.args.iter_mut();
    if let (Some(value), Some(GenericArgument::Type(error)), None) =
        (arguments.next(), arguments.next(), arguments.next())
        && numbers.occurs_in(&*value)
        && is_boxed_error(error)
        && !boxes_numbers(block, numbers)
    {
        let root = &numbers.root;
        let cloned: Path = parse_quote!(#root::__private::AnyError);
        *error = parse_quote!(#cloned);
        Errors { cloned: &cloned }.visit_block_mut(block);
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
        if let Some(Expr::Call(boxed)) = call.args.first_mut()
            && is(&call.func, None, "Err")
            && is(&boxed.func, Some("Box"), "new")
        {
            let cloned = self.cloned;
            boxed.func = parse_quote!(#cloned::from);
        }
    }

    // The types of inner functions are their own.
    fn visit_item_mut(&mut self, _: &mut Item) {}
}
