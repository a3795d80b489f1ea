//! Generic types and functions with numbers in their type parameters: there is one for each list of types, as rustc has it. A function
//! that receives closures is inlined elsewhere (`adjoint/lower/helper.rs`).
//!
//! ```text
//! // Input:  struct Stack<T> { items: Vec<T> }        impl<T> Stack<T> { … }        let mut s = Stack::new(); s.push(x);
//! // Output: struct StackF64 { items: Vec<f64> }      impl StackF64 { … }           let mut s = StackF64::new(); s.push(x);
//! // Input:  fn power<M: Monoid>(base: &M, n: u32) -> M { let mut y = M::one(); … }          power(&matrix, 3)
//! // Output: fn power_matrix(base: &Matrix, n: u32) -> Matrix { let mut y = Matrix::one(); … }    power_matrix(&matrix, 3)
//! ```

mod facts;
mod replace;

use super::has_numbers;
use crate::body::functions;
use crate::body::read;
use crate::body::tree::{Body, ExprId, Form, LocalId};
use crate::errors::Errors;
use crate::fields;
use crate::infer::{Items, Typed, infer};
use crate::names::{Names, camel_case};
use crate::numbers::Numbers;
use crate::parameter::mentions;
use crate::refusal;
use crate::tokens;
use crate::ty::{Name, Ty};
use crate::visit::{self, VisitMut};
use facts::{
    Associated, Uses, associated, generic_name, head, inherent, is_recorded, name_of, with_other_parameters,
};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use replace::{Parameters, parameters, remove, substituted, without_arguments};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use syn::{
    Block, Expr, FnArg, Generics, Item, ItemFn, ItemImpl, ItemMod, Pat, Path, PathArguments, Signature, Type,
    parse_quote,
};

/// More instances than this belong to a type that grows with each call.
const MOST: usize = 64;

/// Writes out the instances in a module, and in those inside of it. Returns whether there are such.
pub(crate) fn write_out(
    items: &mut Vec<Item>,
    numbers: &Numbers,
    names: &mut Names,
    errors: &Errors,
    record: &[Path],
) -> bool {
    let mut changed = false;
    for item in &mut *items {
        if let Item::Mod(ItemMod { attrs, content: Some((_, items)), .. }) = item
            && !fields::stays(attrs)
        {
            changed |= write_out(items, numbers, names, errors, record);
        }
    }
    let (mut generic, mut uses) = (HashMap::new(), HashMap::new());
    for item in items.iter().filter(|item| !is_recorded(item, items, record)) {
        if let (Some(name), Some(of)) = (generic_name(item), Uses::of(item, items)) {
            generic.insert(name.clone(), item.clone());
            uses.insert(name, of);
        }
    }
    if generic.is_empty() {
        return changed;
    }
    let blocks = items.iter().filter_map(|item| match item {
        Item::Impl(block) => Some((name_of(block)?, block.clone())),
        _ => None,
    });
    let (blocks, others) = blocks.partition(|(of, _)| generic.contains_key(of));
    let instances = Instances {
        declared: Items::of(&*items),
        blocks,
        associated: associated(others),
        unnamed: items.iter().filter_map(with_other_parameters).collect(),
        uses,
        inherent: inherent(items).unwrap_or_default(),
        generic,
        numbers,
        errors,
        made: RefCell::default(),
        names: RefCell::new(names),
        refused: RefCell::default(),
    };
    // The instances are items as well, and may need others.
    let (mut done, mut written) = (0, 0);
    while done < items.len() {
        instances.rewrite(&mut items[done..]);
        done = items.len();
        let made = instances.made.borrow().clone();
        for (of, types, name) in &made[written..] {
            items.extend(instances.items_of(of, types, name));
        }
        written = made.len();
    }
    if written > 0 {
        instances.leave_out(items);
    }
    changed || written > 0
}

struct Instances<'a> {
    declared: Items,
    generic: HashMap<Name, Item>,
    /// The types whose names are not enough.
    unnamed: HashSet<Name>,
    uses: HashMap<Name, Uses>,
    /// The methods that the module's types have by themselves.
    inherent: HashMap<Name, HashSet<String>>,
    associated: Associated,
    /// The `impl`s of the generic types.
    blocks: Vec<(Name, ItemImpl)>,
    numbers: &'a Numbers,
    errors: &'a Errors,
    /// The generic item, its types, and the name of the instance. A parameter without a type stays.
    made: RefCell<Vec<(Name, Vec<Option<Ty>>, Ident)>>,
    names: RefCell<&'a mut Names>,
    /// The types that are reported.
    refused: RefCell<HashSet<Name>>,
}

impl Instances<'_> {
    /// Names the instances in items.
    fn rewrite(&self, items: &mut [Item]) {
        functions::each(items, &mut |_, signature, block, around| {
            let body = read::read(signature, block);
            let typed = infer(&body, signature, around.of_impl, around.of_trait, &self.declared);
            let about_numbers = about_numbers(&body, signature);
            let mut printed =
                body.print(&|id, expr, _| self.named(&body, &typed, (id, about_numbers.contains(&id)), expr));
            self.in_patterns(&mut printed, &body, &typed, around.of_impl);
            *block = printed;
        });
        let mut types = Types(self);
        for item in items.iter_mut().filter(|item| !matches!(item, Item::Mod(_))) {
            types.visit_item_mut(item);
        }
    }

    /// An expression with the names of instances. `active` says whether it is a function that receives numbers.
    fn named(&self, body: &Body, typed: &Typed, (id, active): (ExprId, bool), mut expr: Expr) -> Expr {
        let path = match &mut expr {
            Expr::Struct(of) => &mut of.path,
            Expr::Path(of) if of.qself.is_none() && matches!(body.form(id), Form::Path) => &mut of.path,
            _ => {
                self.refuse(typed.of(id), body.form(id), &expr);
                return expr;
            }
        };
        let result = match typed.of(id) {
            Ty::Function(_, result) => result,
            ty => ty,
        };
        self.refuse(result, body.form(id), &*path);
        let of_type = typed.owner(id).unwrap_or(result);
        // The name before `::` may be an alias.
        let alias =
            typed.owner(id).and_then(|_| path.segments.iter().rev().nth(1)).map(|of| of.ident.clone());
        if let (Ty::Struct(of, _), Ty::Struct(new, _)) = (of_type, &self.instance(of_type))
            && of != new
            && alias.as_ref().is_none_or(|alias| alias != "Self")
            && let Some(segment) = path
                .segments
                .iter_mut()
                .find(|segment| segment.ident == **of || alias.as_ref() == Some(&segment.ident))
        {
            segment.ident = Ident::new(new, segment.ident.span());
            segment.arguments = PathArguments::None;
        }
        if let (Some(types), Some(last)) = (typed.arguments(id), path.segments.last_mut())
            && let Some((new, stays)) = self.function(&last.ident.to_string().into(), types, active)
        {
            last.ident = Ident::new(&new.to_string(), last.ident.span());
            without_arguments(&mut last.arguments, &stays);
        }
        expr
    }

    /// Reports a type of unknown or unnamed parts, such as a closure, beside numbers.
    fn refuse(&self, ty: &Ty, form: &Form, at: &dyn ToTokens) {
        let made = matches!(form, Form::Struct { .. } | Form::Path | Form::Call(..) | Form::Method(..));
        if let (true, Ty::Struct(of, parts)) = (made, self.instance(ty))
            && !parts.is_empty()
            && has_numbers(ty, self.numbers)
            && self.generic.contains_key(&of)
            && self.refused.borrow_mut().insert(of.clone())
        {
            self.errors.at(at, refusal::Item::Generic { of: &of });
        }
    }

    /// A type with the names of instances.
    fn instance(&self, ty: &Ty) -> Ty {
        if let Ty::Struct(of, parts) = ty
            && self.generic.contains_key(of)
            && has_numbers(ty, self.numbers)
            && self.is_named(ty)
            && parts.iter().all(|part| self.fits(of, part))
            && let Some(name) = self.name(of, parts.iter().cloned().map(Some).collect(), &|of, suffix| {
                format_ident!("{of}{suffix}")
            })
        {
            return Ty::Struct(name.to_string().into(), [].into());
        }
        ty.map(|part| self.instance(part))
    }

    /// The instance of a function, and the parameters that stay. Floats beside no numbers of the caller may be data.
    fn function(&self, name: &Name, types: &[Ty], active: bool) -> Option<(Ident, Vec<bool>)> {
        let Some(Item::Fn(of)) = self.generic.get(name) else { return None };
        // A function with data beside floats stays, since the content of its result is not known.
        let inlined = |ty: &Ty| matches!(ty, Ty::Function(..) | Ty::Iterator(_));
        let whole =
            types.iter().all(|ty| inlined(ty) || has_numbers(ty, self.numbers) && self.fits(name, ty));
        let types = of.sig.generics.type_params().zip(types).map(|(_, ty)| {
            let own = (active && whole || holds_struct(ty)) && has_numbers(ty, self.numbers);
            Some(ty.clone()).filter(|ty| own && self.fits(name, ty))
        });
        let types: Vec<_> = types.collect();
        let stays: Vec<bool> = types.iter().map(Option::is_none).collect();
        if stays.iter().all(|stays| *stays) {
            return None;
        }
        let name = self.name(name, types, &|of, suffix| {
            let suffix = suffix.chars().fold(String::new(), |all, c| match c {
                c if c.is_uppercase() => all + "_" + &c.to_lowercase().to_string(),
                c => all + &c.to_string(),
            });
            format_ident!("{of}{suffix}")
        })?;
        Some((name, stays))
    }

    /// Whether an item can be copied for a type.
    fn fits(&self, of: &Name, ty: &Ty) -> bool {
        let own = ty.name().and_then(|name| self.inherent.get(name));
        self.is_named(ty) && self.uses.get(of).is_some_and(|uses| uses.fits(own))
    }

    /// Whether a program can write a type.
    fn is_named(&self, ty: &Ty) -> bool {
        let unnamed = ty.name().is_some_and(|name| self.unnamed.contains(name));
        !unnamed && ty.written().is_some() && ty.parts().into_iter().all(|part| self.is_named(part))
    }

    /// The name of an instance.
    fn name(&self, of: &Name, types: Vec<Option<Ty>>, make: &dyn Fn(&Name, &str) -> Ident) -> Option<Ident> {
        let mut made = self.made.borrow_mut();
        if let Some((.., name)) = made.iter().find(|(other, known, _)| other == of && *known == types) {
            return Some(name.clone());
        }
        if made.len() >= MOST {
            return None;
        }
        let written = types.iter().flatten().filter_map(Ty::written);
        let words = written.flat_map(|ty| tokens::names(&ty).collect::<Vec<_>>());
        let suffix: String = words.map(|word| camel_case(&word).to_string()).collect();
        let name = self.names.borrow_mut().fresh(&make(of, &suffix).to_string());
        made.push((of.clone(), types, name.clone()));
        Some(name)
    }

    /// The items of an instance: a function, or a type with its `impl`s. The names inside are still those of the generic items.
    fn items_of(&self, of: &Name, types: &[Option<Ty>], name: &Ident) -> Vec<Item> {
        let written: Vec<Option<Type>> = types.iter().map(|ty| ty.as_ref()?.written()).collect();
        let mut item = self.generic[of].clone();
        let Some((attrs, ident, generics)) = head(&mut item) else { return Vec::new() };
        let with = parameters(generics, &written);
        *ident = Ident::new(&name.to_string(), ident.span());
        attrs.push(parse_quote!(#[allow(dead_code)]));
        remove(generics, &with);
        let blocks = self.blocks_of(of, types);
        substituted(&item, &with, &self.associated).into_iter().chain(blocks).collect()
    }

    /// The `impl`s of an instance of a type.
    fn blocks_of(&self, of: &Name, types: &[Option<Ty>]) -> Vec<Item> {
        let blocks = self.blocks.iter().filter(|(name, _)| name == of).filter_map(|(_, block)| {
            let own = self.type_of(&block.generics, &block.self_ty);
            let Ty::Struct(_, parts) = own.behind() else { return None };
            // An `impl` for given types, such as `impl Stack<f64>`, is renamed where it stands.
            if !parts.iter().any(|part| matches!(part, Ty::Param(_))) {
                return None;
            }
            let mut with = Parameters::new();
            for (part, ty) in parts.iter().zip(types.iter().flatten()) {
                match part {
                    Ty::Param(name) => {
                        with.push((Ident::new(name, Span::call_site()), ty.written()?.to_token_stream()));
                    }
                    part if part == ty => {}
                    _ => return None,
                }
            }
            let mut block = block.clone();
            block.attrs.push(parse_quote!(#[allow(dead_code)]));
            remove(&mut block.generics, &with);
            substituted(&block, &with, &self.associated)
        });
        blocks.collect()
    }

    /// A written type.
    fn type_of(&self, generics: &Generics, ty: &Type) -> Ty {
        let (parameters, _, clause) = generics.split_for_impl();
        let of: ItemFn = parse_quote!(fn of #parameters(of: #ty) #clause {});
        let body = read::read(&of.sig, &of.block);
        let local = body.parameters[0].locals()[0];
        infer(&body, &of.sig, None, None, &self.declared).local(local).clone()
    }

    /// Names instances in patterns. If a body has several of one type, the pattern is of `Self`, as rustc checks.
    fn in_patterns(&self, block: &mut Block, body: &Body, typed: &Typed, around: Option<&ItemImpl>) {
        let mut found: HashMap<Name, HashSet<Name>> = HashMap::new();
        for id in body.ids() {
            self.within(typed.of(id), &mut found);
        }
        body.local_ids().for_each(|local| self.within(typed.local(local), &mut found));
        if let Some(block) = around {
            let (itself, mut own) = (self.type_of(&block.generics, &block.self_ty), HashMap::new());
            self.within(itself.behind(), &mut own);
            found.extend(own.into_iter().filter(|(of, _)| itself.behind().name() == Some(of)));
        }
        let only = found.into_iter().filter(|(_, names)| names.len() == 1);
        let only: HashMap<Name, Name> =
            only.filter_map(|(of, names)| Some((of, names.into_iter().next()?))).collect();
        if !only.is_empty() {
            Patterns(&only).visit_block_mut(block);
        }
    }

    /// The instances in a type.
    fn within(&self, ty: &Ty, found: &mut HashMap<Name, HashSet<Name>>) {
        if let (Ty::Struct(of, _), Ty::Struct(new, _)) = (ty, self.instance(ty))
            && *of != new
        {
            found.entry(of.clone()).or_default().insert(new);
        } else {
            ty.parts().into_iter().for_each(|part| self.within(part, found));
        }
    }

    /// Removes the generic items that are over numbers. Others stay, for types without numbers.
    fn leave_out(&self, items: &mut Vec<Item>) {
        let traits = items.iter().filter_map(|item| match item {
            Item::Trait(of) if self.numbers.are_in_trait(of) => Some(of.ident.to_string()),
            _ => None,
        });
        let traits: HashSet<String> = traits.collect();
        let of_trait = |block: &ItemImpl| {
            let last = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
            last.is_some_and(|last| traits.contains(&last.ident.to_string()))
        };
        let made = self.made.borrow();
        let types = made.iter().map(|(of, ..)| of).filter(|of| !matches!(self.generic[*of], Item::Fn(_)));
        let gone = types.filter(|of| {
            self.numbers.occurs_in(&self.generic[*of])
                || self.blocks.iter().any(|(name, block)| name == *of && of_trait(block))
        });
        let gone: HashSet<&Name> = gone.collect();
        let name = |item: &Item| match item {
            Item::Impl(block) => name_of(block),
            item => generic_name(item),
        };
        items.retain(|item| match item {
            Item::Fn(of) => generic_name(item).is_none() || !gone.iter().any(|name| mentions(of, name)),
            item => name(item).is_none_or(|name| !gone.contains(&name)),
        });
        for item in items {
            if name(item).is_some_and(|name| made.iter().any(|(of, ..)| *of == name)) {
                let attrs = match item {
                    Item::Impl(of) => Some(&mut of.attrs),
                    item => head(item).map(|(attrs, ..)| attrs),
                };
                attrs.into_iter().for_each(|attrs| attrs.push(parse_quote!(#[allow(dead_code)])));
            }
        }
    }
}

/// The functions whose calls have an argument with a variable that is not marked as data.
fn about_numbers(body: &Body, signature: &Signature) -> HashSet<ExprId> {
    let parameters = signature.inputs.iter().zip(&body.parameters);
    let fixed = parameters.filter_map(|(input, pattern)| match input {
        FnArg::Typed(typed) if fields::is_fixed(&typed.attrs) => Some(pattern.locals()),
        _ => None,
    });
    let fixed: HashSet<LocalId> = fixed.flatten().collect();
    let functions = body.ids().filter_map(|id| match body.form(id) {
        Form::Call(function, arguments) => {
            let mut locals = arguments.iter().flat_map(|argument| body.locals_in(*argument));
            locals.any(|(_, local)| !fixed.contains(&local)).then_some(*function)
        }
        _ => None,
    });
    functions.collect()
}

/// Whether a type of the module is in a type.
fn holds_struct(ty: &Ty) -> bool {
    matches!(ty, Ty::Struct(..)) || ty.parts().into_iter().any(holds_struct)
}

/// Names instances in the types of items.
struct Types<'a, 'b>(&'a Instances<'b>);

impl VisitMut for Types<'_, '_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && let Some(last) = path.path.segments.last()
            && matches!(last.arguments, PathArguments::AngleBracketed(_))
            && self.0.generic.contains_key(&Name::from(last.ident.to_string()))
            && let Ty::Struct(name, parts) = self.0.instance(&self.0.type_of(&Generics::default(), ty))
            && parts.is_empty()
        {
            let name = Ident::new(&name, last.ident.span());
            *ty = parse_quote!(#name);
            return;
        }
        // A marker has no numbers.
        if let Type::Path(path) = &mut *ty
            && let Some(last) = path.path.segments.last_mut()
            && last.ident == "PhantomData"
            && self.0.numbers.occurs_in(&last.arguments)
        {
            last.arguments = PathArguments::AngleBracketed(parse_quote!(<()>));
        }
        visit::visit_type_mut(self, ty);
    }
}

struct Patterns<'a>(&'a HashMap<Name, Name>);

impl Patterns<'_> {
    fn path(&self, path: &mut Path) {
        for segment in &mut path.segments {
            if let Some(new) = self.0.get(&Name::from(segment.ident.to_string())) {
                segment.ident = Ident::new(new, segment.ident.span());
                segment.arguments = PathArguments::None;
            }
        }
    }
}

impl VisitMut for Patterns<'_> {
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        match pattern {
            Pat::TupleStruct(of) => self.path(&mut of.path),
            Pat::Struct(of) => self.path(&mut of.path),
            Pat::Path(of) => self.path(&mut of.path),
            _ => {}
        }
        visit::visit_pat_mut(self, pattern);
    }
}
