//! Results whose errors contain numbers: they become enums of the module, of which both variants carry numbers.
//!
//! ```text
//! // Input:  fn root(a: f64) -> Result<f64, Failed> { let b = half(a)?; if b < 0.0 { Err(Failed { at: a }) } else { Ok(b) } }
//! // Output: enum Outcome { Value(f64), Error(Failed) }
//! //         fn root(a: f64) -> Outcome {
//! //             let b = match half(a) { Outcome::Value(v) => v, Outcome::Error(e) => return Outcome::Error(e) };
//! //             if b < 0.0 { Outcome::Error(Failed { at: a }) } else { Outcome::Value(b) }
//! //         }
//! ```
//!
//! A public function keeps its type: it calls one with the enum.

mod uses;

use crate::args;
use crate::body::functions::{self, Around};
use crate::body::read;
use crate::body::tree::{LocalId, Pattern};
use crate::infer::{Items, infer};
use crate::names::Names;
use crate::numbers::Numbers;
use crate::parameter;
use crate::ty::Ty;
use crate::visit::{self, VisitMut};
use quote::{ToTokens, format_ident, quote};
use std::cell::RefCell;
use std::collections::HashMap;
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Ident, ImplItem, ImplItemFn, Item, ItemFn,
    PathArguments, ReturnType, Signature, Type, TypePath, Visibility, parse_quote,
};
use uses::Results;

/// Rewrites the results of a module. Returns whether there are such.
pub(super) fn write_out(
    items: &mut Vec<Item>,
    declared: &Items,
    numbers: &Numbers,
    names: &mut Names,
) -> bool {
    let mut types = Types { numbers, aliases: aliases(items), itself: None, found: Vec::new(), enums: None };
    items.iter_mut().for_each(|item| types.visit_item_mut(item));
    if types.found.is_empty() {
        return false;
    }
    let found = std::mem::take(&mut types.found);
    let name = names.fresh("Outcome");
    let enums = Enums { numbers, name, known: RefCell::default() };
    for (result, ty) in found.iter().zip(meant(&found, declared)) {
        enums.add(ty, result.clone());
    }
    let twins = Twins::of_items(items, &types, &enums, names);
    functions::each(items, &mut |_, signature, block, Around { of_impl, of_trait }| {
        let body = read::read(signature, block);
        let typed = infer(&body, signature, of_impl, of_trait, declared);
        let output = match &signature.output {
            ReturnType::Type(_, ty) => {
                meant(&[without_self(ty, of_impl.map(|of| &*of.self_ty))], declared).pop()
            }
            ReturnType::Default => None,
        };
        let output = output.unwrap_or_else(Ty::unit);
        let itself = of_impl.and_then(|of| parameter::type_name(&of.self_ty)).map(|name| name.to_string());
        let results = Results { body: &body, typed: &typed, enums: &enums, twins: &twins, output, itself };
        *block = body.print(&|id, expr, _| results.written(id, expr));
    });
    types.enums = Some(&enums);
    items.iter_mut().for_each(|item| types.visit_item_mut(item));
    for (number, method) in twins.public {
        match &mut items[number] {
            Item::Impl(of) => of.items.push(ImplItem::Fn(method)),
            _ => {
                let ImplItemFn { attrs, vis, sig, block, .. } = method;
                items.push(Item::Fn(ItemFn { attrs, vis, sig, block: Box::new(block) }));
            }
        }
    }
    for item in items.iter_mut() {
        if let Item::Type(alias) = item
            && types.aliases.contains_key(&alias.ident.to_string())
        {
            // Perhaps nothing names it any more.
            alias.attrs.push(parse_quote!(#[allow(dead_code)]));
        }
    }
    items.extend(enums.items());
    true
}

/// The types that these tokens mean.
fn meant(types: &[Type], declared: &Items) -> Vec<Ty> {
    let parameters = types.iter().enumerate().map(|(i, ty)| {
        let name = format_ident!("p{i}");
        quote!(#name: #ty)
    });
    let signature: Signature = parse_quote!(fn f(#(#parameters),*));
    let body = read::read(&signature, &parse_quote!({}));
    let typed = infer(&body, &signature, None, None, declared);
    let locals: Vec<LocalId> = body.parameters.iter().flat_map(Pattern::locals).collect();
    locals.into_iter().map(|local| typed.local(local).clone()).collect()
}

/// The names of results: `type Solved<T> = Result<T, Failed>;`
fn aliases(items: &[Item]) -> HashMap<String, (Vec<Ident>, Type)> {
    let of_result = items.iter().filter_map(|item| match item {
        Item::Type(item) if result(&item.ty).is_some() => {
            let types = item.generics.params.iter().filter_map(|parameter| match parameter {
                GenericParam::Type(of) => Some(of.ident.clone()),
                _ => None,
            });
            Some((item.ident.to_string(), (types.collect(), (*item.ty).clone())))
        }
        _ => None,
    });
    of_result.collect()
}

/// The arguments of `Result<T, E>`.
fn result(ty: &Type) -> Option<(&Type, &Type)> {
    match &arguments(ty, "Result")?[..] {
        [value, error] => Some((value, error)),
        _ => None,
    }
}

fn arguments<'t>(ty: &'t Type, name: &str) -> Option<Vec<&'t Type>> {
    let Type::Path(TypePath { qself: None, path }) = ty else { return None };
    let last = path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(list) = &last.arguments else { return Some(Vec::new()) };
    let types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some(types.collect())
}

fn has_references(ty: &Type) -> bool {
    struct References(bool);
    impl VisitMut for References {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            self.0 |= matches!(ty, Type::Reference(_));
            visit::visit_type_mut(self, ty);
        }
        fn visit_lifetime_mut(&mut self, _: &mut syn::Lifetime) {
            self.0 = true;
        }
    }
    let mut references = References(false);
    references.visit_type_mut(&mut ty.clone());
    references.0
}

/// The results among the types, which are found first, and replaced later.
struct Types<'a> {
    numbers: &'a Numbers,
    aliases: HashMap<String, (Vec<Ident>, Type)>,
    itself: Option<Type>,
    found: Vec<Type>,
    enums: Option<&'a Enums<'a>>,
}

impl Types<'_> {
    /// The type as `Result<T, E>`, if its error contains numbers.
    fn read(&self, ty: &Type) -> Option<Type> {
        let mut ty = ty.clone();
        if let Type::Path(path) = &ty
            && let Some(name) = path.path.segments.last().map(|last| last.ident.to_string())
            && let Some((parameters, meant)) = self.aliases.get(&name)
        {
            let given = arguments(&ty, &name)?;
            let given = parameters.iter().cloned().zip(given.into_iter().cloned()).collect();
            let mut meant = meant.clone();
            Replaced(given).visit_type_mut(&mut meant);
            ty = meant;
        }
        let ty = without_self(&ty, self.itself.as_ref());
        let (_, error) = result(&ty)?;
        let owned = !has_references(&ty) && arguments(error, "Box").is_none();
        (owned && self.numbers.occurs_in(error)).then_some(ty)
    }
}

impl VisitMut for Types<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let read = self.read(ty);
        match (read, self.enums) {
            (Some(read), None) => self.found.push(read),
            (Some(read), Some(enums)) => {
                if let Some(name) = enums.named(&read) {
                    *ty = parse_quote!(#name);
                    return;
                }
            }
            (None, _) => {}
        }
        visit::visit_type_mut(self, ty);
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        self.itself = match item {
            Item::Mod(_) | Item::Type(_) => return,
            Item::Impl(item) => Some((*item.self_ty).clone()),
            _ => None,
        };
        visit::visit_item_mut(self, item);
    }
}

fn without_self(ty: &Type, itself: Option<&Type>) -> Type {
    let mut ty = ty.clone();
    let itself = itself.map(|of| (format_ident!("Self"), of.clone()));
    Replaced(itself.into_iter().collect()).visit_type_mut(&mut ty);
    ty
}

/// Types in place of names.
struct Replaced(Vec<(Ident, Type)>);

impl VisitMut for Replaced {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && let Some(name) = path.path.get_ident()
            && let Some((_, meant)) = self.0.iter().find(|(of, _)| of == name)
        {
            *ty = meant.clone();
            return;
        }
        visit::visit_type_mut(self, ty);
    }
}

/// The enums of the module.
struct Enums<'a> {
    numbers: &'a Numbers,
    name: Ident,
    known: RefCell<Vec<(Ty, Type)>>,
}

impl Enums<'_> {
    fn add(&self, ty: Ty, written: Type) {
        let mut known = self.known.borrow_mut();
        if known.iter().all(|(of, _)| *of != ty) {
            known.push((ty, written));
        }
    }

    fn ident(&self, number: usize) -> Ident {
        if number == 0 { self.name.clone() } else { format_ident!("{}{number}", self.name) }
    }

    /// The enum of a written type.
    fn named(&self, written: &Type) -> Option<Ident> {
        let tokens = |of: &Type| of.to_token_stream().to_string();
        let number = self.known.borrow().iter().position(|(_, of)| tokens(of) == tokens(written));
        number.map(|number| self.ident(number))
    }

    /// The enum of a result with numbers in its error.
    fn of(&self, ty: &Ty) -> Option<Ident> {
        let Ty::Result(value, error) = ty else { return None };
        if !self.has_numbers(error) {
            return None;
        }
        let fits = |of: &Ty| match of {
            Ty::Result(v, e) => fits(value, v) && fits(error, e),
            _ => false,
        };
        let found = self.known.borrow().iter().position(|(of, _)| of == ty);
        let found = found.or_else(|| self.known.borrow().iter().position(|(of, _)| fits(of)));
        let number = match found {
            Some(number) => number,
            None => {
                self.add(ty.clone(), ty.written()?);
                self.known.borrow().len() - 1
            }
        };
        Some(self.ident(number))
    }

    fn has_numbers(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Float => true,
            Ty::Struct(name, _) => self.numbers.is_named(name),
            ty => ty.parts().into_iter().any(|part| self.has_numbers(part)),
        }
    }

    fn items(&self) -> Vec<Item> {
        let known = self.known.borrow();
        let enums = known.iter().enumerate().filter_map(|(number, (_, written))| {
            let (name, (value, error)) = (self.ident(number), result(written)?);
            Some(parse_quote! {
                #[doc(hidden)]
                #[allow(dead_code, private_interfaces, unreachable_pub, clippy::large_enum_variant)]
                pub enum #name { Value(#value), Error(#error) }
            })
        });
        enums.collect()
    }
}

/// Whether types are one, as far as the inference knows them.
fn fits(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Unknown | Ty::Never | Ty::Infer(_), _) | (_, Ty::Unknown | Ty::Never | Ty::Infer(_)) => true,
        (a, b) => {
            let (left, right) = (a.parts(), b.parts());
            std::mem::discriminant(a) == std::mem::discriminant(b)
                && left.len() == right.len()
                && a.name() == b.name()
                && left.into_iter().zip(right).all(|(a, b)| fits(a, b))
        }
    }
}

/// The public functions.
#[derive(Default)]
struct Twins {
    /// The functions that give the enums, by the names of their types and of the public functions.
    names: HashMap<(Option<String>, String), Ident>,
    /// The public functions that call these, with the number of their item.
    public: Vec<(usize, ImplItemFn)>,
}

impl Twins {
    /// Renames the public functions, and declares those that call them.
    fn of_items(items: &mut [Item], types: &Types<'_>, enums: &Enums<'_>, names: &mut Names) -> Self {
        let mut twins = Twins::default();
        for (number, item) in items.iter_mut().enumerate() {
            let mut divide =
                |holder: Option<&Ident>, vis: &Visibility, sig: &mut Signature, attrs: &mut _| {
                    if !matches!(vis, Visibility::Inherited)
                        && let Some(method) = twins.declare(holder, (sig, attrs), types, enums, names)
                    {
                        twins.public.push((number, ImplItemFn { vis: vis.clone(), ..method }));
                    }
                };
            match item {
                Item::Fn(of) => divide(None, &of.vis, &mut of.sig, &mut of.attrs),
                Item::Impl(of) if of.trait_.is_none() => {
                    let holder = parameter::type_name(&of.self_ty);
                    for member in &mut of.items {
                        if let ImplItem::Fn(of) = member {
                            divide(holder.as_ref(), &of.vis, &mut of.sig, &mut of.attrs);
                        }
                    }
                }
                _ => {}
            }
        }
        twins
    }

    fn declare(
        &mut self,
        holder: Option<&Ident>,
        (sig, attrs): (&mut Signature, &mut Vec<Attribute>),
        types: &Types<'_>,
        enums: &Enums<'_>,
        names: &mut Names,
    ) -> Option<ImplItemFn> {
        let ReturnType::Type(_, output) = &sig.output else { return None };
        let result = types.read(output)?;
        let of = enums.named(&result)?;
        let name = sig.ident.to_string();
        let twin = names.fresh(&format!("{}_outcome", name.trim_start_matches("r#")));
        let block = passed_on(sig, holder.is_some(), &twin, &of);
        let mut public: ImplItemFn = parse_quote!(fn f() #block);
        (public.attrs, public.sig) = (attrs.clone(), sig.clone());
        public.attrs.push(args::without_program());
        // A name would hide the numbers.
        public.sig.output = parse_quote!(-> #result);
        for (i, input) in public.sig.inputs.iter_mut().enumerate() {
            if let FnArg::Typed(parameter) = input {
                let name = format_ident!("__argument{i}");
                parameter.pat = parse_quote!(#name);
            }
        }
        attrs.push(parse_quote!(#[doc(hidden)]));
        sig.ident = twin.clone();
        self.names.insert((holder.map(ToString::to_string), name), twin);
        Some(public)
    }

    fn of(&self, holder: Option<&str>, name: &Ident) -> Option<&Ident> {
        self.names.get(&(holder.map(str::to_owned), name.to_string()))
    }
}

/// The body of a public function.
fn passed_on(signature: &Signature, of_type: bool, twin: &Ident, of: &Ident) -> syn::Block {
    let mut callee = if of_type { quote!(Self::#twin) } else { quote!(#twin) };
    let mut arguments = Vec::new();
    for (i, input) in signature.inputs.iter().enumerate() {
        match input {
            FnArg::Receiver(receiver) => {
                let itself = &receiver.self_token;
                callee = quote!(#itself.#twin);
            }
            FnArg::Typed(_) => arguments.push(format_ident!("__argument{i}")),
        }
    }
    parse_quote!({
        match #callee(#(#arguments),*) {
            #of::Value(__value) => ::core::result::Result::Ok(__value),
            #of::Error(__error) => ::core::result::Result::Err(__error),
        }
    })
}
