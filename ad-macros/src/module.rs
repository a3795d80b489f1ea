//! Whole modules. Here the macro sees the callees: it finds the types over numbers, lowers every function over them, and computes
//! the least classes along the calls.

mod facts;

use facts::{associated, collect, data, definitions, traits};

use crate::adjoint::{Helper, Helpers};
use crate::aliases;
use crate::apart::{self, Apart};
use crate::args::Args;
use crate::block::{self, Block};
use crate::check;
use crate::class::Bounds;
use crate::cloned;
use crate::collect;
use crate::core;
use crate::errors::Errors;
use crate::fields::{self, take_fixed};
use crate::function::{self, Function};
use crate::keys;
use crate::known::Known;
use crate::model::Position;
use crate::names::Names;
use crate::numbers::Numbers;
use crate::objects::Objects;
use crate::parameter;
use crate::refusal;
use crate::reversed;
use crate::signatures::{Fact, Signature};
use crate::structs;
use crate::traits::{self, Trait};
use crate::unit::Unit;
use crate::unseen;
use crate::walk::Callees;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{Attribute, Item, ItemImpl, ItemMod, VisRestricted, Visibility, parse_quote};

/// The expansion of an annotated module.
pub(crate) fn expand(mut item: ItemMod, args: &Args, errors: &Errors) -> TokenStream {
    let args = &Args { recorded_around: args.recorded.is_some(), ..args.clone() };
    let mut names = Names::of(&item);
    let Some((_, items)) = &mut item.content else {
        errors.at(&item.ident, refusal::Item::ModuleElsewhere);
        return item.into_token_stream();
    };
    let original = items.clone();
    if let Some(name) = &args.name {
        errors.at(name, refusal::Item::NameOfModule);
    }
    let mut numbers = Numbers { known: Rc::default(), ..Numbers::of_item(names.fresh("N"), &args.root) };
    let Some(objects) = rewritten(items, args, &mut numbers, &mut names, errors) else {
        *items = original;
        return as_written(item);
    };
    let mut over_numbers = HashSet::new();
    traits(items, &numbers, &mut over_numbers);
    if args.has_companions() {
        numbers.generics = associated(items, &over_numbers, &numbers);
    }
    numbers.traits = Rc::new(over_numbers);
    let name = &item.ident;
    let shows_numbers = items.iter().any(|item| numbers.occurs_in(item));
    let apart = if args.has_companions() { Apart::of(name, items, &numbers) } else { Apart::default() };
    apart.add_twins(&name.to_string(), items, &|error| errors.push(error));
    let known = collect::known(items, &numbers);
    let mut known = if args.adjoint {
        known
    } else {
        let Known { operators, constants, iterators, functions, .. } = known;
        Known { operators, constants, iterators, functions: functions.untold(), ..Known::default() }
    };
    let above = Known::above().functions.untold();
    known.clone().remember();
    // Its own functions are known by their signatures.
    known.functions = known.functions.map(|of| Signature { untold: Fact::Absent, ..of.clone() });
    known.functions.extend(&above);
    known.data = data(items, &numbers);
    let mut types = Vec::new();
    collect(items, &mut types);
    known.variants = types.into_iter().flat_map(structs::paths_of_variants).collect();
    known.variants.extend(Known::above().variants.iter().cloned());
    known.objects = objects.variants;
    numbers.known = Rc::new(known);
    let variants = numbers.known.variants.clone();
    Known { types: (*numbers.definitions).clone(), variants, ..Known::default() }.remember();
    let mut module = Module {
        numbers: &numbers,
        names: &names,
        args,
        errors,
        units: Vec::new(),
        plain_traits: HashSet::new(),
        cloned: cloned::types(items, &numbers),
        keys: if parameter::mentions(&quote!(#(#items)*), "HashMap") {
            keys::derives(items)
        } else {
            HashMap::new()
        },
        apart: &apart,
        modules: 0,
        refused: false,
    };
    let (name, path) = (item.ident.clone(), item.ident.to_string());
    let brace = syn::token::Brace::default();
    let written = ItemMod {
        content: Some((brace, original)),
        attrs: item.attrs.clone(),
        vis: item.vis.clone(),
        ..parse_quote!(mod #name;)
    };
    let tree = module.read(item, &path);
    if module.refused {
        return as_written(written);
    }
    let callees = module.callees();
    for unit in &mut module.units {
        unit.lower(&callees, errors);
    }
    if args.adjoint {
        module.hand_out_helpers();
    }
    if !shows_numbers && module.units.iter_mut().flat_map(Unit::functions_mut).all(|of| of.has_no_numbers()) {
        errors.at(&name, refusal::Item::NoNumbers { name: &name });
    }
    let bounds = module.settle();
    let mut finished: Vec<Option<TokenStream>> = Vec::new();
    for (unit, bounds) in module.units.into_iter().zip(bounds) {
        finished.push(Some(unit.finish(bounds, &numbers, errors)));
    }
    tree.write(&mut finished)
}

/// Writes out what the types of the module decide. Returns the objects of its traits, and `None` if something is refused.
fn rewritten(
    items: &mut Vec<Item>,
    args: &Args,
    numbers: &mut Numbers,
    names: &mut Names,
    errors: &Errors,
) -> Option<Objects> {
    aliases::write_out(items);
    core::local::write_out(items, numbers);
    core::extensions::write_out(items, &args.root, args.has_companions());
    numbers.definitions = Rc::new(definitions(items, numbers));
    core::boxed::write_out(items, numbers);
    let at_first = errors.count();
    if args.has_companions() && core::instances::write_out(items, numbers, names, errors, &args.record) {
        numbers.definitions = Rc::new(definitions(items, numbers));
    }
    if errors.count() > at_first {
        return None;
    }
    let mut objects = Objects::default();
    while args.has_companions() && !objects.are_refused() && objects.replace(items, numbers, names, errors) {
        numbers.definitions = Rc::new(definitions(items, numbers));
    }
    let before = errors.count();
    check::ordered_methods(items, numbers, errors);
    if args.has_companions() {
        if core::write_out_outcomes(items, numbers, names, errors) {
            numbers.definitions = Rc::new(definitions(items, numbers));
        }
        core::write_out(items, numbers);
    }
    (!objects.are_refused() && errors.count() == before).then_some(objects)
}

/// A refused module, so that rustc does not report more than the macro.
fn as_written(mut item: ItemMod) -> TokenStream {
    fields::take_all_fixed(&mut item);
    item.into_token_stream()
}

/// Whether an item stays unchanged. The mark is removed.
fn stays(attrs: &mut Vec<Attribute>) -> bool {
    let stays = fields::stays(attrs);
    take_fixed(attrs);
    stays
}

/// A module without its functions and blocks.
enum Tree {
    Tokens(TokenStream),
    /// The unit with this index.
    Unit(usize),
    Module(TokenStream, Vec<Tree>),
}

impl Tree {
    fn write(self, units: &mut [Option<TokenStream>]) -> TokenStream {
        match self {
            Tree::Tokens(tokens) => tokens,
            Tree::Unit(index) => units.get_mut(index).and_then(Option::take).unwrap_or_default(),
            Tree::Module(head, parts) => {
                let parts = parts.into_iter().map(|part| part.write(units)).collect::<Vec<_>>();
                quote!(#head { #(#parts)* })
            }
        }
    }
}

/// The visibility of a module, as an item inside of it writes the same visibility.
fn within(vis: &Visibility) -> Visibility {
    match vis {
        Visibility::Inherited => parse_quote!(pub(super)),
        Visibility::Restricted(VisRestricted { path, .. }) => match path.segments.first() {
            Some(first) if first.ident == "super" => parse_quote!(pub(in super::#path)),
            Some(first) if first.ident == "self" => parse_quote!(pub(super)),
            _ => vis.clone(),
        },
        Visibility::Public(_) => vis.clone(),
    }
}

/// The name that an item takes among the types.
fn type_name(item: &Item) -> Option<String> {
    match item {
        Item::Trait(item) => Some(item.ident.to_string()),
        item => fields::name(item).map(|name| name.to_string()),
    }
}

struct Module<'a> {
    numbers: &'a Numbers,
    names: &'a Names,
    args: &'a Args,
    errors: &'a Errors,
    units: Vec<Unit>,
    /// The traits over plain floats, whose `impl`s are plain as well.
    plain_traits: HashSet<String>,
    /// The types without numbers that get `Clone`.
    cloned: HashSet<String>,
    /// The derives of types that may be the keys of a hash map.
    keys: HashMap<String, TokenStream>,
    /// The types that borrow numbers.
    apart: &'a Apart,
    /// The number of modules read.
    modules: usize,
    /// Whether an `impl` is for a type that cannot be made generic.
    refused: bool,
}

impl Module<'_> {
    /// Gives each function the inlined functions of its module, and the names of its free ones. A name that occurs twice, by `cfg`, is
    /// left out.
    fn hand_out_helpers(&mut self) {
        let mut all: HashMap<usize, Vec<(String, Option<Helper>)>> = HashMap::new();
        let mut free: HashMap<usize, HashSet<String>> = HashMap::new();
        for function in self.units.iter_mut().flat_map(Unit::functions_mut) {
            let module = function.module.unwrap_or_default();
            all.entry(module).or_default().extend(function.named_helper());
            free.entry(module).or_default().extend(function.free_name());
        }
        let free: HashMap<usize, Rc<HashSet<String>>> =
            free.into_iter().map(|(module, names)| (module, Rc::new(names))).collect();
        let all: HashMap<usize, Rc<Helpers>> =
            all.into_iter().map(|(module, named)| (module, Rc::new(function::helpers(named)))).collect();
        for function in self.units.iter_mut().flat_map(Unit::functions_mut) {
            let helpers = function.module.and_then(|module| all.get(&module));
            function.helpers = helpers.map(Rc::clone).unwrap_or_default();
            let siblings = function.module.and_then(|module| free.get(&module));
            function.set_siblings(siblings.map(Rc::clone).unwrap_or_default());
        }
        function::close_circles(self.units.iter_mut().flat_map(Unit::functions_mut).collect());
    }

    fn read(&mut self, item: ItemMod, path: &str) -> Tree {
        let ItemMod { attrs, vis, unsafety, mod_token, ident, content, .. } = item;
        let items = content.map(|(_, items)| items).unwrap_or_default();
        // Attributes of the module may be inner ones, which are first in its body.
        let (outer, inner): (Vec<_>, Vec<_>) =
            attrs.into_iter().partition(|attr| matches!(attr.style, syn::AttrStyle::Outer));
        let taken: HashSet<String> = items.iter().filter_map(type_name).collect();
        let variants = core::variants::imported(&items);
        self.plain_traits.extend(items.iter().filter_map(|item| match item {
            Item::Trait(item) if self.numbers.are_in_trait(item) && !self.numbers.is_trait(&item.ident) => {
                Some(item.ident.to_string())
            }
            _ => None,
        }));
        let first = self.units.len();
        self.modules += 1;
        let number = self.modules;
        let mut parts = vec![Tree::Tokens(quote!(#(#inner)*))];
        parts.extend(items.into_iter().map(|item| self.item(item, path)));
        let functions = self.units[first..].iter_mut().flat_map(Unit::functions_mut);
        let free: HashSet<String> = functions
            .filter(|function| !function.is_method())
            .filter_map(|function| Some(function.expression_name()?.to_string()))
            .collect();
        for function in self.units[first..].iter_mut().flat_map(Unit::functions_mut) {
            if function.module.is_none() {
                function.module = Some(number);
                function.take_apart(self.apart, path);
                function.home = function.is_public_of(&ident).then(|| within(&vis));
            }
            let Some(name) = function.expression_name().map(ToString::to_string) else { continue };
            let of_function = function.is_method() && free.contains(&name);
            if taken.contains(&name) || variants.contains_key(&name) || of_function {
                function.refuse_name(self.errors);
            }
        }
        Tree::Module(quote!(#(#outer)* #vis #unsafety #mod_token #ident), parts)
    }

    fn item(&mut self, mut item: Item, path: &str) -> Tree {
        match item {
            Item::Fn(mut function) => {
                if stays(&mut function.attrs) {
                    return Tree::Tokens(function.into_token_stream());
                }
                traits::name_parameters(&mut function.sig, self.numbers);
                let args = self.args.of_item(&mut function.attrs, self.errors);
                let function =
                    Function::new(function, args, self.numbers, Position::Free, self.names, self.errors);
                self.unit(Unit::Function(Box::new(function)))
            }
            Item::Impl(block) => self.block(block),
            Item::Mod(mut module) => {
                if stays(&mut module.attrs) || module.content.is_none() {
                    return Tree::Tokens(module.into_token_stream());
                }
                let path = apart::inside(path, &module.ident);
                self.read(module, &path)
            }
            Item::Struct(_) | Item::Enum(_) | Item::Type(_) => {
                let attrs = match &mut item {
                    Item::Struct(item) => &mut item.attrs,
                    Item::Enum(item) => &mut item.attrs,
                    Item::Type(item) => &mut item.attrs,
                    _ => return Tree::Tokens(item.into_token_stream()),
                };
                let stays = stays(attrs);
                if stays || !structs::holds_numbers(&item, self.numbers) {
                    structs::clean(&mut item);
                    let slots = self.without_slots(&item);
                    let name = fields::name(&item).map(|name| name.to_string()).unwrap_or_default();
                    let cloned = self.cloned.contains(&name).then(|| quote!(#[derive(::core::clone::Clone)]));
                    let key = self.keys.get(&name).filter(|_| !stays);
                    return Tree::Tokens(quote!(#cloned #key #item #slots));
                }
                let shape = structs::lower(&mut item, self.numbers, self.names);
                Tree::Tokens(quote!(#item #shape))
            }
            Item::Trait(mut item) => {
                let stays = stays(&mut item.attrs);
                if !stays && self.numbers.is_trait(&item.ident) {
                    let of = Trait::new(item, self.args, self.numbers, self.names, self.errors);
                    return self.unit(Unit::Trait(Box::new(of)));
                }
                if !stays && self.numbers.are_constants_of(&item) {
                    self.errors.at(&item.ident, refusal::Item::Trait { name: &item.ident });
                }
                Tree::Tokens(item.into_token_stream())
            }
            item => Tree::Tokens(item.into_token_stream()),
        }
    }

    /// The shadow of a type without numbers. Its values may be beside numbers in a tuple.
    fn without_slots(&self, item: &Item) -> Option<TokenStream> {
        let (name, generics) = match item {
            Item::Struct(item) => (&item.ident, &item.generics),
            Item::Enum(item) => (&item.ident, &item.generics),
            _ => return None,
        };
        if !self.args.has_companions() {
            return None;
        }
        Some(traits::without_slots(name, generics, self.numbers))
    }

    /// A block of a type over numbers. Blocks of other types stay plain, and so do formatting traits.
    fn block(&mut self, mut item: ItemImpl) -> Tree {
        let name = parameter::type_name(&item.self_ty);
        if stays(&mut item.attrs) || block::formats(&item).is_some() || self.is_plain_trait(&item) {
            return Tree::Tokens(item.into_token_stream());
        }
        if let Some((item, reversed)) = reversed::read(&item, self.numbers) {
            let block = Block::new(item, Some(reversed), self.args, self.numbers, self.names, self.errors);
            return self.unit(Unit::Block(Box::new(block)));
        }
        let of_data = self.is_data(&item.self_ty);
        match name {
            Some(name) if self.numbers.is_struct(&name) || block::trait_over_numbers(&item, self.numbers) => {
                if block::is_left_out(&item, self.errors) {
                    return Tree::Tokens(TokenStream::new());
                }
                let block = Block::new(item, None, self.args, self.numbers, self.names, self.errors);
                self.unit(Unit::Block(Box::new(block)))
            }
            _ => {
                if item.trait_.as_ref().is_some_and(|(_, path, _)| self.numbers.is_over_struct(path)) {
                    block::refuse_foreign(&item, self.errors);
                    self.refused = true;
                }
                if item.trait_.is_none() && (of_data || unseen::is_of_choice(&item)) {
                    return Tree::Tokens(block::of_data(item, self.args, self.errors));
                }
                Tree::Tokens(item.into_token_stream())
            }
        }
    }

    /// Whether a type is one of the module's without numbers and lifetimes.
    fn is_data(&self, ty: &syn::Type) -> bool {
        matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(|name| {
            self.numbers.known.data.contains(&name.to_string())
        }))
    }

    fn is_plain_trait(&self, item: &ItemImpl) -> bool {
        let name = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        name.is_some_and(|segment| self.plain_traits.contains(&segment.ident.to_string()))
    }

    fn unit(&mut self, unit: Unit) -> Tree {
        self.units.push(unit);
        Tree::Unit(self.units.len() - 1)
    }

    fn callees(&self) -> Callees {
        let mut callees = Callees::default();
        for unit in &self.units {
            match unit {
                Unit::Function(function) => callees.functions.extend(function.callee()),
                Unit::Trait(of) => {
                    for (name, callee) in of.callees() {
                        callees.methods.entry(name).or_default().push(callee);
                    }
                }
                Unit::Block(block) => {
                    callees.constants.extend(block.constants());
                    for (name, methods) in block.callees() {
                        callees.methods.entry(name).or_default().extend(methods);
                    }
                }
            }
        }
        callees
    }

    /// The least classes: the needs of a unit, and those of its callees.
    fn settle(&self) -> Vec<Bounds> {
        let mut bounds: Vec<Bounds> = self.units.iter().map(Unit::bounds).collect();
        let traits: HashMap<String, HashSet<String>> = self.units.iter().filter_map(Unit::of_trait).collect();
        let calls: Vec<HashSet<String>> = self.units.iter().map(|unit| unit.calls(&traits)).collect();
        let names: Vec<HashSet<String>> = self.units.iter().map(Unit::names).collect();
        loop {
            let before = bounds.clone();
            for (i, _) in self.units.iter().enumerate().filter(|(_, unit)| !unit.is_asserted()) {
                for (names, callee) in names.iter().zip(&before) {
                    if !calls[i].is_disjoint(names) {
                        bounds[i] = bounds[i].join(*callee);
                    }
                }
            }
            if bounds == before {
                return bounds;
            }
        }
    }
}
