//! `impl` blocks of types over numbers. The block gets the type parameter, and the least class for all of its methods. A suitable
//! method is also an expression: `Point::norm` is `PointNorm`.

use crate::args::Args;
use crate::class::Bounds;
use crate::cloned;
use crate::collect;
use crate::errors::Errors;
use crate::fields::{is_fixed, take_fixed};
use crate::function::{self, Function};
use crate::kind::Definition;
use crate::known::{Known, Operator};
use crate::model::{Holder, OfTrait, Position};
use crate::names::Names;
use crate::numbers::Numbers;
use crate::parameter::{self, has_lifetimes, mentions, type_name};
use crate::refusal;
use crate::reversed::{self, Reversed};
use crate::unseen;
use crate::visit::VisitMut;
use crate::walk::{Callee, Callees};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::{ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, Lifetime, Path, Type, TypeReference};

/// The expansion of an annotated `impl` block.
pub(crate) fn expand(item: ItemImpl, args: &Args, errors: &Errors) -> TokenStream {
    let mut names = Names::of(&item);
    if let Some(name) = &args.name {
        errors.at(name, refusal::Item::NameOfBlock);
    }
    let above = Numbers::of_item(names.fresh("N"), &args.root);
    let (item, reversed) = match reversed::read(&item, &above.with_types()) {
        Some((item, reversed)) => (item, Some(reversed)),
        None => (item, None),
    };
    let Some(name) = type_name(&item.self_ty).filter(|name| name != "f64") else {
        refuse_foreign(&item, errors);
        return item.into_token_stream();
    };
    if is_left_out(&item, errors) {
        return TokenStream::new();
    }
    if let Some(path) = formats(&item) {
        errors.at(path, refusal::Item::Formats { name: &name });
        return item.into_token_stream();
    }
    if item.trait_.is_none() && unseen::is_of_choice(&item) {
        Known { data: HashSet::from([name.to_string()]), ..Known::default() }.remember();
        return of_data(item, args, errors);
    }
    let definition = above.known.types.get(&name.to_string()).cloned();
    let definition =
        definition.filter(|above| matches!(above, Definition::Fields(_) | Definition::Variants(_)));
    let definition = definition.unwrap_or_else(Definition::unknown);
    let definitions = Rc::new(HashMap::from([(name.to_string(), definition)]));
    let numbers = Numbers { definitions, ..above };
    if let Some(reversed) = &reversed {
        Known { operators: vec![reversed.operator.clone()], ..Known::default() }.remember();
    }
    if args.adjoint {
        collect::remember(Item::Impl(item.clone()), &numbers);
    }
    Known { constants: collect::constants(&item), ..Known::default() }.remember();
    let numbers = Numbers { known: Known::above(), ..numbers };
    let mut block = Block::new(item, reversed, args, &numbers, &names, errors);
    let callees = Callees { methods: block.callees(), constants: block.constants(), ..Callees::default() };
    block.lower(&callees, errors);
    if args.adjoint {
        block.hand_out_helpers();
    }
    let bounds = block.bounds();
    let reversed = block.reversed.as_ref().map(|reversed| reversed.operator.clone());
    if let Some(operator) = reversed.or_else(|| collect::operator(&block.item, &numbers)) {
        Known { needs: HashMap::from([(operator.method, bounds)]), ..Known::default() }.remember();
    }
    let over_numbers = over_numbers(&block.item, &numbers);
    let (item, expressions) = block.finish(bounds, &numbers, errors);
    quote!(#over_numbers #item #expressions)
}

/// The expansion of a block whose type has no numbers: its methods with numbers that do not change it are generic themselves.
///
/// ```text
/// // Input:  impl Activation { fn apply(self, x: f64) -> f64 { … } }
/// // Output: impl Activation { fn apply<N: Real>(self, x: N) -> N { … } }
/// ```
pub(crate) fn of_data(mut item: ItemImpl, args: &Args, errors: &Errors) -> TokenStream {
    let members = std::mem::take(&mut item.items).into_iter().map(|member| {
        let ImplItem::Fn(mut method) = member else { return member.into_token_stream() };
        let takes = method.sig.inputs.iter().any(
            |input| matches!(input, syn::FnArg::Typed(typed) if !is_fixed(&typed.attrs) && mentions(&typed.ty, "f64")),
        );
        let reads = method.sig.receiver().is_some_and(|receiver| {
            receiver.mutability.is_none() && matches!(&*receiver.ty, Type::Path(_) | Type::Reference(TypeReference { mutability: None, .. }))
        });
        if !takes || !reads {
            return method.into_token_stream();
        }
        let args = args.of_item(&mut method.attrs, errors);
        function::expand(function_of(&method), &args, errors)
    });
    let members: TokenStream = members.collect();
    let ItemImpl { attrs, generics, self_ty, .. } = &item;
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    quote!(#(#attrs)* impl #impl_generics #self_ty #where_clause { #members })
}

/// Lets rustc check whether the type of a block has `#[exp]`, which the macro cannot see. Otherwise rustc would complain about
/// the number of generic parameters.
///
/// ```text
/// // Input:  impl Model { … }
/// // Output: const _: () = {
/// //             enum __Block {}
/// //             impl ::ad::__private::ImplOf for __Block { type Type = Model; }
/// //         };
/// ```
fn over_numbers(item: &ItemImpl, numbers: &Numbers) -> Option<TokenStream> {
    let Type::Path(path) = &*item.self_ty else { return None };
    let plain = path.path.segments.iter().all(|segment| segment.arguments.is_none());
    let span = path.span();
    let private = numbers.private_at(span);
    let cfg = item.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    let block = Ident::new("__Block", Span::mixed_site());
    (plain && path.qself.is_none()).then(|| {
        quote_spanned! {span=>
            #(#cfg)*
            const _: () = {
                enum #block {}
                impl #private::ImplOf for #block {
                    type Type = #path;
                }
            };
        }
    })
}

/// Refuses an `impl` whose type cannot be made generic.
pub(crate) fn refuse_foreign(item: &ItemImpl, errors: &Errors) {
    errors.at(&item.self_ty, refusal::Item::ForeignImpl);
}

/// Whether an `impl` is left out. `Clone` is derived, and `Drop` is refused: the numbers of a shape are moved out of it, which Rust
/// forbids for a type with `Drop`.
pub(crate) fn is_left_out(item: &ItemImpl, errors: &Errors) -> bool {
    let Some((_, path, _)) = &item.trait_ else { return false };
    let of_trait = |name: &str| path.segments.last().is_some_and(|segment| segment.ident == name);
    if of_trait("Drop") {
        errors.at(path, refusal::Item::Drop);
    } else if of_trait("Clone") && !cloned::copies_each_field(item) {
        errors.at(path, refusal::Item::Clone);
    }
    of_trait("Drop") || of_trait("Clone")
}

/// The trait, if it formats or needs a type that does: such an `impl` is for plain floats.
pub(crate) fn formats(item: &ItemImpl) -> Option<&Path> {
    let (_, path, _) = item.trait_.as_ref()?;
    let name = path.segments.last()?.ident.to_string();
    matches!(name.as_str(), "Display" | "Debug" | "LowerExp" | "UpperExp" | "FromStr" | "Error")
        .then_some(path)
}

/// A block during its expansion.
pub(crate) struct Block {
    item: ItemImpl,
    functions: Vec<Function>,
    /// The tokens where the user asserts the class.
    asserted: Option<Span>,
    /// The constants over numbers, which stay for plain floats.
    constants: Vec<ImplItem>,
    /// The operator of a number, whose method this is.
    reversed: Option<Reversed>,
}

impl Block {
    pub(crate) fn new(
        mut item: ItemImpl,
        reversed: Option<Reversed>,
        args: &Args,
        numbers: &Numbers,
        names: &Names,
        errors: &Errors,
    ) -> Self {
        let itself = type_name(&item.self_ty);
        let numbers = Numbers {
            generics: numbers
                .generics
                .clone()
                .into_iter()
                .chain(crate::generics::kinds(&item.generics, numbers))
                .collect(),
            itself: itself.clone(),
            ..numbers.clone()
        };
        // The methods of a type with lifetimes are no expressions, whose arguments are owned.
        let borrows = has_lifetimes(&item.self_ty);
        let companions = args.has_companions() && args.recorded.is_none();
        if borrows && companions {
            name_lifetimes(&mut item, names);
        }
        let operator = |name: Ident, operator: &Operator, output: Option<Type>| {
            let (ty, by_reference) = match &*item.self_ty {
                Type::Reference(of) => ((*of.elem).clone(), true),
                ty => (ty.clone(), false),
            };
            let holder = Holder { name, ty, by_reference, generics: item.generics.clone() };
            Position::Operator(Box::new(holder), operator.name(), output.map(Box::new))
        };
        let position = match (&item.trait_, itself, &*item.self_ty, &reversed) {
            _ if borrows && !companions => Position::Elsewhere,
            (None, Some(name), Type::Path(_), Some(reversed)) => {
                operator(name, &reversed.operator, Some(reversed.output.clone()))
            }
            (None, Some(name), Type::Path(_), None) => Position::Inherent(Box::new(Holder {
                name,
                ty: (*item.self_ty).clone(),
                by_reference: false,
                generics: item.generics.clone(),
            })),
            (Some((_, of, _)), Some(name), Type::Path(_), _) if trait_over_numbers(&item, &numbers) => {
                let of = OfTrait::Implemented(Box::new(of.clone()));
                let (ty, generics) = ((*item.self_ty).clone(), item.generics.clone());
                let holder = Holder { name, ty, by_reference: false, generics };
                Position::Trait(Box::new(holder), of)
            }
            (Some(_), Some(name), Type::Path(_) | Type::Reference(_), _) => {
                match collect::operator(&item, &numbers) {
                    Some(found) if !names_its_reference(&item) && !has_lifetimes(referent(&item.self_ty)) => {
                        operator(name, &found, collect::output_of(&item))
                    }
                    None if matches!(&*item.self_ty, Type::Path(_)) => match only_method(&item, &numbers) {
                        Some((method, associated)) => {
                            let (ty, generics) = ((*item.self_ty).clone(), item.generics.clone());
                            let holder = Holder { name, ty, by_reference: false, generics };
                            let associated = associated.cloned().map(Box::new);
                            Position::Operator(Box::new(holder), method.to_owned(), associated)
                        }
                        None => Position::Elsewhere,
                    },
                    _ => Position::Elsewhere,
                }
            }
            _ => Position::Elsewhere,
        };
        let mut functions = Vec::new();
        for member in &mut item.items {
            match member {
                ImplItem::Fn(method) => {
                    crate::traits::name_parameters(&mut method.sig, &numbers);
                    if take_fixed(&mut method.attrs) {
                        errors.at(&method.sig.ident, refusal::Item::FixedMethod);
                    }
                    let args = args.of_item(&mut method.attrs, errors);
                    functions.push(Function::new(
                        function_of(method),
                        args,
                        &numbers,
                        position.clone(),
                        names,
                        errors,
                    ));
                }
                ImplItem::Const(constant)
                    if numbers.is_over_struct(&constant.ty)
                        && !collect::is_itself(&constant.ty, &numbers) =>
                {
                    errors.at(&constant.ty, refusal::Item::Constant);
                }
                _ => {}
            }
        }
        let (constants, items) = std::mem::take(&mut item.items).into_iter().partition(
            |member| matches!(member, ImplItem::Const(constant) if numbers.is_over_struct(&constant.ty)),
        );
        item.items = items;
        Block { item, functions, asserted: args.class_span, constants, reversed }
    }

    /// The callers' knowledge of the methods.
    pub(crate) fn callees(&self) -> HashMap<String, Vec<Callee>> {
        let mut callees: HashMap<String, Vec<Callee>> = HashMap::new();
        for (name, callee) in self.functions.iter().filter_map(Function::callee) {
            callees.entry(name).or_default().push(callee);
        }
        callees
    }

    /// The names of the refused constants.
    pub(crate) fn constants(&self) -> HashSet<String> {
        let name = |member: &ImplItem| match member {
            ImplItem::Const(constant) => Some(constant.ident.to_string()),
            _ => None,
        };
        self.constants.iter().filter_map(name).collect()
    }

    pub(crate) fn lower(&mut self, callees: &Callees, errors: &Errors) {
        self.functions.iter_mut().for_each(|function| function.lower(callees, errors));
    }

    /// The needs of the block, without those of called functions.
    pub(crate) fn bounds(&self) -> Bounds {
        let least = Bounds { order: compares(&self.item), ..Bounds::LEAST };
        self.functions.iter().map(Function::bounds).fold(least, Bounds::join)
    }

    pub(crate) fn is_asserted(&self) -> bool {
        self.functions.iter().any(Function::is_asserted)
    }

    /// Gives each function the inlined functions of the block.
    fn hand_out_helpers(&mut self) {
        let helpers = Rc::new(function::helpers(self.functions.iter().filter_map(Function::named_helper)));
        self.functions.iter_mut().for_each(|function| function.helpers = Rc::clone(&helpers));
        function::close_circles(self.functions.iter_mut().collect());
    }

    /// Whether it names this trait.
    pub(crate) fn names_trait(&self, name: &str) -> bool {
        let own = self.item.trait_.as_ref().is_some_and(|(_, path, _)| mentions(path, name));
        own || mentions(&self.item.generics, name) || self.functions.iter().any(|f| f.names_trait(name))
    }

    /// Its methods that may be expressions.
    pub(crate) fn functions_mut(&mut self) -> impl Iterator<Item = &mut Function> {
        self.functions.iter_mut()
    }

    pub(crate) fn calls(&self) -> HashSet<String> {
        self.functions.iter().flat_map(|function| function.calls.iter().cloned()).collect()
    }

    pub(crate) fn names(&self) -> HashSet<String> {
        self.functions.iter().map(|function| function.original.sig.ident.to_string()).collect()
    }

    /// ```text
    /// // Input:  impl Point { fn norm(&self) -> f64 { … } }
    /// // Output: impl<N: Real> Point<N> { fn norm(&self) -> N { … } }
    /// ```
    pub(crate) fn finish(self, bounds: Bounds, numbers: &Numbers, errors: &Errors) -> (Item, TokenStream) {
        let Block { mut item, functions, asserted, constants, reversed } = self;
        let plain = item.self_ty.clone();
        let mut lowering = numbers.lowering();
        lowering.visit_generics_mut(&mut item.generics);
        lowering.visit_type_mut(&mut item.self_ty);
        if let Some((_, path, _)) = &mut item.trait_ {
            lowering.visit_path_mut(path);
        }
        if gives_places(&item) && functions.iter().all(Function::only_moves) {
            // Shadows are indexed as well.
            let number = &numbers.name;
            item.generics.params.push(syn::parse_quote!(#number: ::core::clone::Clone));
        } else {
            crate::emit::generic(&mut item.generics, bounds, asserted, numbers);
        }
        let inside = trait_over_numbers(&item, numbers);
        let (mut expressions, mut companions) = (TokenStream::new(), Vec::new());
        let mut functions = functions.into_iter();
        for member in &mut item.items {
            match member {
                ImplItem::Fn(method) => {
                    let Some(function) = functions.next() else { continue };
                    let (lowered, expression) = function.finish(bounds, errors);
                    if inside {
                        companions.push(ImplItem::Verbatim(expression));
                    } else {
                        expressions.extend(expression);
                    }
                    *method = method_of(lowered, method);
                }
                ImplItem::Type(ty) => lowering.visit_type_mut(&mut ty.ty),
                _ => {}
            }
        }
        item.items.extend(companions);
        expressions.extend(reversed.map(|reversed| reversed.finish(&item.generics, numbers)));
        if !constants.is_empty() {
            expressions.extend(quote!(impl #plain { #(#constants)* }));
        }
        (Item::Impl(item), expressions)
    }
}

/// Whether it is an `impl` of a trait over numbers of the module, for a type that is named.
pub(crate) fn trait_over_numbers(item: &ItemImpl, numbers: &Numbers) -> bool {
    let last = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
    let named = matches!(&*item.self_ty, Type::Path(path) if path.qself.is_none());
    let float = type_name(&item.self_ty).is_some_and(|name| name == "f64");
    named && !float && last.is_some_and(|last| numbers.is_trait(&last.ident))
}

/// The method of `impl Iterator for Walk`, or of `impl From<[f64; 3]> for Point` if it is the only one of its type, and the trait's
/// associated type.
fn only_method<'i>(item: &'i ItemImpl, numbers: &Numbers) -> Option<(&'static str, Option<&'i Type>)> {
    if let Some(of) = collect::item_of_iterator(item) {
        return Some(("next", Some(of)));
    }
    let conversion = collect::conversion(item)?;
    let only = numbers.known.functions.fact(None, &conversion.key(), |of| &of.source).is_some();
    only.then_some((conversion.method, conversion.error))
}

/// Whether it is an `impl` of a trait of comparisons: `impl Eq for State {}` needs numbers that compare.
fn compares(item: &ItemImpl) -> bool {
    let last = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
    last.is_some_and(|last| ["PartialEq", "Eq", "PartialOrd", "Ord"].iter().any(|name| last.ident == name))
}

/// The type behind a reference.
fn referent(ty: &Type) -> &Type {
    match ty {
        Type::Reference(of) => &of.elem,
        ty => ty,
    }
}

/// Whether the operator of a reference names its type `Self`, which is another type in its adjoint program.
fn names_its_reference(item: &ItemImpl) -> bool {
    fn names(tokens: TokenStream) -> bool {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                proc_macro2::TokenTree::Ident(name) if name == "Self" => {
                    let path = matches!(tokens.peek(), Some(proc_macro2::TokenTree::Punct(colon)) if colon.as_char() == ':');
                    if !path || tokens.nth(2).is_none_or(|last| last.to_string() != "Output") {
                        return true;
                    }
                }
                proc_macro2::TokenTree::Group(group) if names(group.stream()) => return true,
                _ => {}
            }
        }
        false
    }
    let reference = matches!(&*item.self_ty, Type::Reference(_));
    reference
        && item
            .items
            .iter()
            .any(|member| matches!(member, ImplItem::Fn(_)) && names(member.to_token_stream()))
}

/// Gives the anonymous lifetimes of a block's type a name, since the types of its programs mention them.
///
/// ```text
/// // Input:  impl Machine<'_> { … }
/// // Output: impl<'l> Machine<'l> { … }
/// ```
fn name_lifetimes(item: &mut ItemImpl, names: &Names) {
    let lifetime = Lifetime::new(&format!("'{}", names.clone().fresh("l")), Span::mixed_site());
    if parameter::name_lifetimes(&mut item.self_ty, &lifetime) {
        item.generics.params.insert(0, syn::parse_quote!(#lifetime));
    }
}

/// Whether it is an `impl` of `Index` or `IndexMut`.
fn gives_places(item: &ItemImpl) -> bool {
    let last = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
    last.is_some_and(|last| last.ident == "Index" || last.ident == "IndexMut")
}

fn function_of(method: &ImplItemFn) -> ItemFn {
    ItemFn {
        attrs: method.attrs.clone(),
        vis: method.vis.clone(),
        sig: method.sig.clone(),
        block: Box::new(method.block.clone()),
    }
}

fn method_of(function: ItemFn, original: &ImplItemFn) -> ImplItemFn {
    let ItemFn { attrs, vis, sig, block } = function;
    ImplItemFn { attrs, vis, defaultness: original.defaultness, sig, block: *block }
}
