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
use crate::fields;
use crate::infer::{Items, infer};
use crate::names::Names;
use crate::numbers::Numbers;
use crate::parameter;
use crate::ty::Ty;
use crate::visit::{self, Visit, VisitMut};
use proc_macro2::TokenTree;
use quote::{ToTokens, format_ident, quote};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Generics, Ident, ImplItem, ImplItemFn, Item, ItemFn,
    ItemImpl, Path, PathArguments, ReturnType, Signature, TraitItem, Type, TypePath, Visibility, parse_quote,
};
use uses::Results;

/// Rewrites the results of a module. Returns whether there are such.
pub(super) fn write_out(
    items: &mut Vec<Item>,
    declared: &Items,
    numbers: &Numbers,
    names: &mut Names,
) -> bool {
    let mut types = Types {
        numbers,
        declared,
        aliases: aliases(items),
        generics: generics(items),
        itself: None,
        found: Vec::new(),
        enums: None,
    };
    items.iter_mut().for_each(|item| types.visit_item_mut(item));
    if types.found.is_empty() {
        return false;
    }
    let found = std::mem::take(&mut types.found);
    let name = names.fresh("Outcome");
    let enums = Enums { numbers, name, known: RefCell::default(), spelled: RefCell::default() };
    for (result, ty) in found.iter().zip(meant(&found, declared)) {
        enums.add(ty, result.clone());
    }
    let conversions = conversions(items, &enums, declared, names);
    let twins = Twins::of_items(items, &types, &enums, names);
    functions::each(items, &mut |attrs, signature, block, Around { of_impl, of_trait }| {
        if fields::is_fixed(attrs) || of_impl.is_some_and(|of| types.leaves(of)) {
            return;
        }
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
        let around = (&enums, &twins, &conversions[..]);
        let results = Results { body: &body, typed: &typed, around, output, itself };
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
    let derived = enums.items(items);
    items.extend(derived);
    items.extend(conversions.into_iter().map(|conversion| conversion.function));
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

/// The names of all generic parameters. A type that they are in has no enum.
fn generics(items: &[Item]) -> HashSet<String> {
    let of_item = |item: &Item| -> Vec<Generics> {
        match item {
            Item::Fn(of) => vec![of.sig.generics.clone()],
            Item::Impl(of) => {
                let methods = of.items.iter().filter_map(|member| match member {
                    ImplItem::Fn(method) => Some(method.sig.generics.clone()),
                    _ => None,
                });
                methods.chain([of.generics.clone()]).collect()
            }
            Item::Trait(of) => {
                let methods = of.items.iter().filter_map(|member| match member {
                    TraitItem::Fn(method) => Some(method.sig.generics.clone()),
                    _ => None,
                });
                methods.chain([of.generics.clone()]).collect()
            }
            Item::Struct(of) => vec![of.generics.clone()],
            Item::Enum(of) => vec![of.generics.clone()],
            _ => Vec::new(),
        }
    };
    let generics = items.iter().flat_map(of_item).flat_map(|generics| generics.params);
    let names = generics.filter_map(|parameter| match parameter {
        GenericParam::Type(of) => Some(of.ident.to_string()),
        GenericParam::Const(of) => Some(of.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    });
    names.collect()
}

/// A conversion of errors, which `?` needs: `impl From<A> for B`, as a function.
struct Conversion {
    from: Ty,
    to: Ty,
    function: Item,
    name: Ident,
}

/// The conversions into types with numbers.
fn conversions(items: &[Item], enums: &Enums<'_>, declared: &Items, names: &mut Names) -> Vec<Conversion> {
    let mut conversions = Vec::new();
    for item in items {
        let Item::Impl(of) = item else { continue };
        let Some((None, path, _)) = &of.trait_ else { continue };
        let Some(PathArguments::AngleBracketed(list)) = path.segments.last().map(|last| &last.arguments)
        else {
            continue;
        };
        let (true, Some(GenericArgument::Type(from)), [ImplItem::Fn(method)]) =
            (path.segments.last().is_some_and(|last| last.ident == "From"), list.args.first(), &of.items[..])
        else {
            continue;
        };
        let itself = &*of.self_ty;
        let [from, to] =
            [from, itself].map(|ty| meant(std::slice::from_ref(ty), declared).pop().unwrap_or(Ty::Unknown));
        if !of.generics.params.is_empty() || !enums.has_numbers(&to) {
            continue;
        }
        let name = names.fresh("converted");
        let mut function = ItemFn {
            attrs: Vec::new(),
            vis: Visibility::Inherited,
            sig: method.sig.clone(),
            block: Box::new(method.block.clone()),
        };
        function.sig.ident = name.clone();
        Replaced(vec![(format_ident!("Self"), itself.clone())]).visit_item_fn_mut(&mut function);
        conversions.push(Conversion { from, to, function: Item::Fn(function), name });
    }
    conversions
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
    declared: &'a Items,
    aliases: HashMap<String, (Vec<Ident>, Type)>,
    generics: HashSet<String>,
    itself: Option<Type>,
    found: Vec<Type>,
    enums: Option<&'a Enums<'a>>,
}

impl Types<'_> {
    /// The type as `Result<T, E>`, if its error contains numbers.
    fn read(&self, ty: &Type) -> Option<Type> {
        let mut ty = ty.clone();
        if let Type::Path(path) = &ty
            && path.path.segments.len() == 1
            && let name = path.path.segments[0].ident.to_string()
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
        let known = !self.generics.iter().any(|name| parameter::mentions(&ty, name))
            && !parameter::mentions(&ty, "_");
        (owned && known && self.numbers.occurs_in(error)).then_some(ty)
    }

    /// Whether an `impl` stays: it is plain, or a trait from elsewhere demands its results.
    fn leaves(&self, of: &ItemImpl) -> bool {
        let elsewhere = |path: &Path| {
            path.segments.last().is_none_or(|last| !self.declared.is_trait(&last.ident.to_string()))
        };
        fields::is_fixed(&of.attrs)
            || of.trait_.as_ref().is_some_and(|(_, path, _)| {
                elsewhere(path)
                    && path
                        .segments
                        .last()
                        .is_some_and(|last| last.ident == "FromStr" || last.ident == "TryFrom")
            })
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
            Item::Fn(item) if fields::is_fixed(&item.attrs) => return,
            Item::Impl(item) if self.leaves(item) => return,
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

/// Lengths in place of `_`.
struct Lengths;

impl VisitMut for Lengths {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Infer(_) = ty {
            *ty = parse_quote!(usize);
        }
        visit::visit_type_mut(self, ty);
    }
}

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
    /// The tokens of each type, and the number of its enum.
    spelled: RefCell<HashMap<String, usize>>,
}

impl Enums<'_> {
    fn add(&self, ty: Ty, written: Type) -> usize {
        let mut known = self.known.borrow_mut();
        let tokens = written.to_token_stream().to_string();
        let number = known.iter().position(|(of, _)| *of == ty).unwrap_or_else(|| {
            known.push((ty, written));
            known.len() - 1
        });
        self.spelled.borrow_mut().insert(tokens, number);
        number
    }

    fn ident(&self, number: usize) -> Ident {
        if number == 0 { self.name.clone() } else { format_ident!("{}{number}", self.name) }
    }

    /// The enum of a written type.
    fn named(&self, written: &Type) -> Option<Ident> {
        let number = self.spelled.borrow().get(&written.to_token_stream().to_string()).copied();
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
                // An integer whose width is not written is perhaps a length.
                let has_text = ty.to_string().contains("str");
                let mut written = ty.written().filter(|_| !has_text)?;
                Lengths.visit_type_mut(&mut written);
                self.add(ty.clone(), written)
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

    fn items(&self, around: &[Item]) -> Vec<Item> {
        let known = self.known.borrow();
        let enums = known.iter().enumerate().filter_map(|(number, (_, written))| {
            let (name, (value, error)) = (self.ident(number), result(written)?);
            let derived = derived(written, around);
            Some(parse_quote! {
                #[doc(hidden)]
                #[derive(#(#derived),*)]
                #[allow(dead_code, private_interfaces, unreachable_pub, clippy::large_enum_variant)]
                pub enum #name { Value(#value), Error(#error) }
            })
        });
        enums.collect()
    }
}

/// The traits that a result of this type has, which may be derived.
fn derived(ty: &Type, items: &[Item]) -> Vec<Ident> {
    let named = |name: &Ident| items.iter().find(|item| fields::name(item).is_some_and(|of| of == *name));
    let has = |of: &str| {
        let mut tokens: Vec<_> = ty.to_token_stream().into_iter().collect();
        let mut all = true;
        while let Some(token) = tokens.pop() {
            match token {
                TokenTree::Ident(name) => {
                    let derives =
                        |attrs: &[Attribute]| attrs.iter().any(|attr| parameter::mentions(attr, of));
                    let known = match named(&name) {
                        Some(Item::Struct(item)) => derives(&item.attrs),
                        Some(Item::Enum(item)) => derives(&item.attrs),
                        Some(_) => false,
                        None => match &*name.to_string() {
                            "String" | "Vec" | "Box" => of != "Copy",
                            name => {
                                name.starts_with(char::is_lowercase) || name == "Option" || name == "Result"
                            }
                        },
                    };
                    all &= known;
                }
                TokenTree::Group(group) => tokens.extend(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        all
    };
    ["Copy", "Debug", "PartialEq"].into_iter().filter(|of| has(of)).map(|of| format_ident!("{of}")).collect()
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
                Item::Fn(of) if fields::is_fixed(&of.attrs) => {}
                Item::Fn(of) => divide(None, &of.vis, &mut of.sig, &mut of.attrs),
                Item::Impl(of) if of.trait_.is_none() && !types.leaves(of) => {
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
        // A parameter of such a type has the enum in both.
        let mut inputs = Found { types, any: false };
        inputs.visit_signature(&Signature { output: ReturnType::Default, ..sig.clone() });
        if inputs.any {
            return None;
        }
        let name = sig.ident.to_string();
        let twin = names.fresh(&format!("outcome_of_{}", name.trim_start_matches("r#")));
        let block = passed_on(sig, holder.is_some(), &twin, &of);
        let mut public: ImplItemFn = parse_quote!(fn f() #block);
        (public.attrs, public.sig) = (attrs.clone(), sig.clone());
        public.attrs.push(args::without_program());
        // A name would hide the numbers.
        public.sig.output = parse_quote!(-> #result);
        for (i, input) in public.sig.inputs.iter_mut().enumerate() {
            if let FnArg::Typed(parameter) = input {
                let name = format_ident!("__ad_argument{i}");
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

/// Whether results with numbers in their errors are among types.
struct Found<'a> {
    types: &'a Types<'a>,
    any: bool,
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_type(&mut self, ty: &'ast Type) {
        self.any |= self.types.read(ty).is_some();
        visit::visit_type(self, ty);
    }
}

/// The body of a public function.
fn passed_on(signature: &Signature, of_type: bool, twin: &Ident, of: &Ident) -> syn::Block {
    let implied = signature.inputs.iter().any(|input| parameter::mentions(input, "impl"));
    let types = signature.generics.type_params().map(|parameter| &parameter.ident).filter(|_| !implied);
    let types: Vec<&Ident> = types.collect();
    let turbofish = (!types.is_empty()).then(|| quote!(::<#(#types),*>));
    let mut callee = if of_type { quote!(Self::#twin) } else { quote!(#twin) };
    let mut arguments = Vec::new();
    for (i, input) in signature.inputs.iter().enumerate() {
        match input {
            FnArg::Receiver(receiver) => {
                let itself = &receiver.self_token;
                callee = quote!(#itself.#twin);
            }
            FnArg::Typed(_) => arguments.push(format_ident!("__ad_argument{i}")),
        }
    }
    parse_quote!({
        match #callee #turbofish(#(#arguments),*) {
            #of::Value(__ad_value) => ::core::result::Result::Ok(__ad_value),
            #of::Error(__ad_error) => ::core::result::Result::Err(__ad_error),
        }
    })
}
