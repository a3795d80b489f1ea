//! Aliases are written out: of arrays with lengths as parameters, so that the code shows which types name a length, and of maps whose
//! functions are called.
//!
//! ```text
//! // Input:  type Table = BTreeMap<u8, f64>; … Table::new()
//! // Output: type Table = BTreeMap<u8, f64>; … BTreeMap::<u8, f64>::new()
//! // Input:  type State<const N: usize> = [f64; N]; fn norm<const N: usize>(y: &State<N>) -> f64 { … }
//! // Output: type State<const N: usize> = [f64; N]; fn norm<const N: usize>(y: &[f64; N]) -> f64 { … }
//! ```

use crate::visit::{self, Visit, VisitMut};
use std::collections::HashMap;
use syn::{
    Block, Expr, ExprPath, GenericArgument, GenericParam, Generics, Ident, ImplItem, Item, ItemType, Path,
    PathArguments, Type, parse_quote,
};

/// Writes out the aliases of a module.
pub(crate) fn write_out(items: &mut [Item]) {
    let mut aliases = Aliases(HashMap::new());
    for item in items.iter_mut() {
        if let Item::Type(alias) = item
            && names_lengths(alias)
        {
            alias.attrs.push(parse_quote!(#[allow(dead_code)]));
            aliases.0.insert(alias.ident.clone(), alias.clone());
        }
    }
    if !aliases.0.is_empty() {
        items.iter_mut().for_each(|item| aliases.visit_item_mut(item));
    }
    let mut containers = Containers(items.iter().filter_map(container).collect());
    if !containers.0.is_empty() {
        for item in items.iter_mut() {
            if let Item::Type(alias) = item
                && containers.0.contains_key(&alias.ident)
            {
                alias.attrs.push(parse_quote!(#[allow(dead_code)]));
            }
        }
        // Inner modules, and functions with items or generics, may have other types of these names.
        items.iter_mut().for_each(|item| match item {
            Item::Fn(item) if has_own_names(&item.block, &item.sig.generics) => {}
            Item::Fn(item) => containers.visit_block_mut(&mut item.block),
            Item::Impl(item) if item.generics.params.is_empty() => {
                for member in &mut item.items {
                    if let ImplItem::Fn(method) = member
                        && !has_own_names(&method.block, &method.sig.generics)
                    {
                        containers.visit_block_mut(&mut method.block);
                    }
                }
            }
            _ => {}
        });
    }
}

fn has_own_names(block: &Block, generics: &Generics) -> bool {
    struct Items(bool);
    impl<'ast> Visit<'ast> for Items {
        fn visit_item(&mut self, _: &'ast Item) {
            self.0 = true;
        }
    }
    let mut items = Items(generics.type_params().next().is_some());
    items.visit_block(block);
    items.0
}

/// The name and the path of an alias of a map.
fn container(item: &Item) -> Option<(Ident, Path)> {
    let Item::Type(ItemType { ident, generics, ty, .. }) = item else { return None };
    let Type::Path(of) = &**ty else { return None };
    let of = of.path.clone();
    let known = of.segments.last().is_some_and(|last| last.ident == "HashMap" || last.ident == "BTreeMap");
    (known && generics.params.is_empty()).then(|| (ident.clone(), of))
}

struct Containers(HashMap<Ident, Path>);

impl VisitMut for Containers {
    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        if path.qself.is_none()
            && path.path.segments.len() == 2
            && let Some(mut of) = self.0.get(&path.path.segments[0].ident).cloned()
        {
            if let Some(PathArguments::AngleBracketed(list)) =
                of.segments.last_mut().map(|last| &mut last.arguments)
            {
                list.colon2_token = Some(syn::token::PathSep::default());
            }
            let function = &path.path.segments[1];
            path.path = parse_quote!(#of::#function);
        }
    }
}

/// Whether it is an array of floats, whose only parameters are lengths.
fn names_lengths(alias: &ItemType) -> bool {
    fn is_array(ty: &Type) -> bool {
        match ty {
            Type::Array(array) => {
                is_array(&array.elem) || matches!(&*array.elem, Type::Path(of) if of.path.is_ident("f64"))
            }
            _ => false,
        }
    }
    let parameters = &alias.generics.params;
    let is_length = |parameter| matches!(parameter, &GenericParam::Const(_));
    !parameters.is_empty() && parameters.iter().all(is_length) && is_array(&alias.ty)
}

struct Aliases(HashMap<Ident, ItemType>);

impl VisitMut for Aliases {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit::visit_type_mut(self, ty);
        if let Type::Path(path) = &*ty
            && path.qself.is_none()
            && let [segment] = &*path.path.segments.iter().collect::<Vec<_>>()
            && let Some(alias) = self.0.get(&segment.ident)
            && let PathArguments::AngleBracketed(list) = &segment.arguments
            && list.args.len() == alias.generics.params.len()
            && let Some(lengths) = list.args.iter().map(length).collect::<Option<Vec<Expr>>>()
        {
            let names = alias.generics.const_params().map(|parameter| parameter.ident.clone());
            let mut written = (*alias.ty).clone();
            Lengths(names.zip(lengths).collect()).visit_type_mut(&mut written);
            *ty = written;
        }
    }

    fn visit_item_type_mut(&mut self, _: &mut ItemType) {}

    // The name may have another meaning there.
    fn visit_item_mod_mut(&mut self, _: &mut syn::ItemMod) {}
}

/// The length that a generic argument is.
fn length(argument: &GenericArgument) -> Option<Expr> {
    match argument {
        GenericArgument::Const(length) => Some(length.clone()),
        // A name may be a type, as far as the tokens tell.
        GenericArgument::Type(Type::Path(name)) => Some(parse_quote!(#name)),
        _ => None,
    }
}

/// Replaces the parameters of an alias.
struct Lengths(HashMap<Ident, Expr>);

impl VisitMut for Lengths {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = &*expr
            && let Some(length) = path.path.get_ident().and_then(|name| self.0.get(name))
        {
            *expr = length.clone();
        } else {
            visit::visit_expr_mut(self, expr);
        }
    }
}
