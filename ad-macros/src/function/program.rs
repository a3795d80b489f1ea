//! The adjoint program of a function: what its phases receive, and the circle that it may be in.

use super::{Function, State};
use crate::adjoint;
use crate::args::Args;
use crate::circle::{self, Circle};
use crate::class::{Bounds, Class};
use crate::emit;
use crate::errors::Errors;
use crate::exchange;
use crate::expression::Expression;
use crate::kind::Kind;
use crate::model::{OfTrait, Position};
use crate::names;
use crate::numbers::Numbers;
use crate::refusal;
use crate::visit::VisitMut;
use crate::walk::Callees;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashMap;
use std::rc::Rc;
use syn::{GenericParam, Generics, ItemFn, ReturnType, Stmt, parse_quote};

impl Function {
    /// Its part in a circle of calls.
    fn member(&self) -> Option<circle::Member> {
        let recorded =
            self.args.recorded.is_some() || self.args.recorded_around || !self.args.record.is_empty();
        let place = match &self.position {
            Position::Free => String::new(),
            Position::Inherent(holder) => holder.ty.to_token_stream().to_string(),
            _ => return None,
        };
        let helper = self.helpers.contains_key(&self.key());
        let sound = self.state == State::Sound && self.args.adjoint && !recorded && !helper;
        sound.then(|| circle::Member {
            place: format!("{:?} {place}", self.module),
            owned: !place.is_empty(),
            item: self.programmed().clone(),
            calls: self.calls.clone(),
        })
    }

    /// The programs of a circle's functions as one, and of this function, which calls it.
    fn of_circle(
        &self,
        circle: &Circle,
        bounds: Bounds,
        expression: Option<&Expression>,
        owner: Option<&adjoint::Owner>,
    ) -> syn::Result<TokenStream> {
        let together = circle.together.sig.ident.to_string();
        let mut known = (*self.numbers.known).clone();
        let of = self.position.holder().map(|holder| holder.name.to_string());
        known.functions.add_like(of.as_deref(), &self.item.sig.ident.to_string(), &together);
        // It is a program only.
        let mut siblings = (*self.numbers.siblings).clone();
        siblings.insert(together.clone());
        let (known, siblings) = (Rc::new(known), Rc::new(siblings));
        let numbers = Numbers { known, siblings, ..self.numbers.clone() };
        let of_together = owner.map(|owner| adjoint::Owner { name: together, ..owner.clone() });
        let program = |item, expression, owner| {
            adjoint::program(
                item,
                bounds,
                &numbers,
                expression,
                owner,
                self.home.as_ref(),
                &[],
                &self.helpers,
            )
        };
        let mut programs = program(&circle.together, None, of_together.as_ref())?;
        programs.extend(program(&circle.caller, expression, owner)?);
        Ok(programs)
    }

    /// Its name among the helpers of its module.
    fn key(&self) -> String {
        let of = match &self.position {
            Position::Trait(holder, _) => Some(&holder.name),
            position => position.holder().map(|holder| &holder.name),
        };
        adjoint::Helper::key(of, &self.item.sig.ident)
    }

    /// The helper by its name. The method of a trait elsewhere is not called by one.
    pub(crate) fn named_helper(&self) -> Option<(String, Option<adjoint::Helper>)> {
        (!matches!(self.position, Position::Elsewhere)).then(|| (self.key(), self.helper()))
    }

    /// A lowered function that takes or returns functions over numbers or iterators. Adjoint programs inline its calls.
    fn helper(&self) -> Option<adjoint::Helper> {
        let generics = &self.original.sig.generics;
        let over_numbers = self.numbers.occurs_in(generics)
            || generics.where_clause.as_ref().is_some_and(|clause| self.numbers.occurs_in(clause));
        let takes = self.parameters.iter().zip(&self.kinds).any(|(parameter, kind)| {
            matches!(kind, Kind::Function { .. }) && (over_numbers || self.numbers.occurs_in(&parameter.ty))
                || adjoint::is_iterator(&parameter.ty, generics)
        });
        let gives = matches!(&self.original.sig.output, ReturnType::Type(_, ty)
            if adjoint::is_iterator(ty, generics) || adjoint::is_function(ty) && self.numbers.occurs_in(ty));
        // rustc knows no end and no length of an iterator without numbers either.
        let without = self.state == State::NoNumbers && gives && matches!(self.position, Position::Free);
        if self.state != State::Sound && !without || !takes && !gives {
            return None;
        }
        match &self.position {
            Position::Free => {
                Some(adjoint::Helper { item: self.programmed().clone(), of: None, inside: false })
            }
            Position::Inherent(holder) => {
                let generics = holder.generics.params.iter().filter_map(|parameter| match parameter {
                    GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
                    GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
                    GenericParam::Lifetime(_) => None,
                });
                Some(adjoint::Helper::method(self.programmed().clone(), &holder.name, generics.collect()))
            }
            _ => None,
        }
    }

    /// The inlined functions among the items inside the function. Their own expansions have no programs.
    pub(super) fn take_helpers_inside(&mut self) {
        let mut helpers = (*self.helpers).clone();
        for statement in &mut self.item.block.stmts {
            let Stmt::Item(syn::Item::Fn(item)) = statement else { continue };
            let (mut inner, errors) = (item.clone(), Errors::new());
            let args = Args { adjoint: false, ..self.args.clone() }.of_item(&mut inner.attrs, &errors);
            if !args.adjoint || args.recorded.is_some() {
                let _ = errors.finish();
                continue;
            }
            let (names, numbers) = (&self.source.names, Numbers { itself: None, ..self.numbers.clone() });
            let mut inner = Function::new(inner, args, &numbers, Position::Free, names, &errors);
            inner.lower(&Callees::default(), &errors);
            if let Some(helper) = inner.helper().filter(|_| errors.count() == 0) {
                item.attrs.retain(|attr| attr.path().segments.last().is_none_or(|last| last.ident != "exp"));
                let root = &self.args.root;
                item.attrs.push(parse_quote!(#[#root::exp(crate = #root)]));
                helpers.insert(inner.key(), adjoint::Helper { inside: true, ..helper });
            }
            let _ = errors.finish();
        }
        self.helpers = Rc::new(helpers);
    }

    /// The method by which rustc checks that a caller inlines the right one.
    fn marker(&self, helper: &adjoint::Helper, bounds: Bounds) -> Option<TokenStream> {
        let (marker, vis) = (helper.marker(), &self.item.vis);
        self.item.sig.receiver()?;
        self.in_type(bounds, &quote!(#vis fn #marker(&self) {}))
    }

    /// A method of the companion's name, for a method without a program. Without it, a call might find that of a trait.
    pub(super) fn without_program(&self, bounds: Bounds) -> Option<TokenStream> {
        let inherent = matches!(self.position, Position::Inherent(_));
        if self.args.adjoint || self.state != State::Sound || !inherent || self.item.sig.receiver().is_none()
        {
            return None;
        }
        let name = &self.item.sig.ident;
        let companion = names::method_companion(&name.to_string(), name.span());
        let (vis, private) = (&self.item.vis, self.numbers.private_at(name.span()));
        let arguments = self.parameters.iter().map(|_| quote!(_: impl ::core::marker::Sized,));
        let method = quote! {
            #vis fn #companion<__Value, __Sweep>(&self, #(#arguments)* _: ::core::primitive::bool) -> (__Value, __Sweep)
            where
                for<'__a> #private::unannotated::Method: #private::unannotated::Programmed<'__a>,
            {
                loop {}
            }
        };
        self.in_type(bounds, &method)
    }

    /// A hidden method of its type.
    fn in_type(&self, bounds: Bounds, method: &TokenStream) -> Option<TokenStream> {
        let holder = self.position.holder()?;
        let (mut ty, mut generics) = (holder.ty.clone(), holder.generics.clone());
        let mut lowering = self.numbers.lowering();
        lowering.visit_type_mut(&mut ty);
        lowering.visit_generics_mut(&mut generics);
        emit::generic(&mut generics, bounds, None, &self.numbers);
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        Some(quote! {
            impl #impl_generics #ty #where_clause {
                #[doc(hidden)]
                #[allow(dead_code)]
                #method
            }
        })
    }

    /// Whether a parameter is a function.
    fn takes_functions(&self) -> bool {
        self.kinds.iter().any(|kind| matches!(kind, Kind::Function { .. }))
    }

    /// The type or trait that the adjoint program of a method belongs to.
    fn owner(&self) -> Option<adjoint::Owner> {
        let (holder, name, output) = match &self.position {
            Position::Operator(holder, name, output) => {
                (Some(&**holder), Some(name.clone()), output.as_deref())
            }
            Position::Trait(holder, _) => (Some(&**holder), None, None),
            position => (position.holder(), None, None),
        };
        let inside = matches!(self.position, Position::Trait(..));
        let declared = matches!(self.position, Position::Trait(_, OfTrait::Declared));
        let implements = match &self.position {
            Position::Trait(_, OfTrait::Implemented(of)) => Some((**of).clone()),
            _ => None,
        };
        let alone = matches!(self.position, Position::Alone).then(|| adjoint::Owner {
            ty: parse_quote!(Self),
            generics: Generics::default(),
            name: self.item.sig.ident.to_string(),
            alone: true,
            inside: false,
            declared: false,
            implements: None,
            output: None,
        });
        alone.or_else(|| {
            holder.map(|holder| {
                let mut owner = adjoint::Owner {
                    ty: holder.ty.clone(),
                    generics: holder.generics.clone(),
                    name: name.unwrap_or_else(|| self.item.sig.ident.to_string()),
                    alone: false,
                    inside,
                    declared,
                    implements,
                    output: output.cloned(),
                };
                let mut lowering = self.numbers.lowering();
                lowering.visit_type_mut(&mut owner.ty);
                owner.implements.iter_mut().for_each(|of| lowering.visit_path_mut(of));
                owner.output.iter_mut().for_each(|output| lowering.visit_type_mut(output));
                lowering.visit_generics_mut(&mut owner.generics);
                owner
            })
        })
    }

    /// The adjoint program, if requested.
    pub(super) fn adjoint(&self, bounds: Bounds, errors: &Errors) -> Option<TokenStream> {
        if let (false, Some(path)) = (self.args.adjoint, self.args.record.first()) {
            errors.at(path, refusal::Item::RecordAlone);
        }
        if let (false, Some(step)) = (self.args.adjoint, &self.args.step) {
            errors.at(step, refusal::Item::StepAlone);
        }
        if let (Some(Bounds { class: Class::Semiring | Class::Ring | Class::Field, .. }), Some(step)) =
            (self.args.class, &self.args.step)
        {
            errors.at(step, refusal::Item::StepClass);
        }
        if let (Some(step), true) = (&self.args.step, exchange::is_over_singles(&self.args.root)) {
            errors.at(step, refusal::Item::StepSingle);
        }
        if let Some(word) = &self.args.recorded {
            if !self.args.record.is_empty() {
                errors.at(word, refusal::Item::RecordedAs { key: "record(…)" });
            }
            if self.args.step.is_some() {
                errors.at(word, refusal::Item::RecordedAs { key: "step" });
            }
        }
        if !self.args.adjoint || matches!(self.state, State::NoNumbers | State::Unsuitable) {
            return None;
        }
        if let Some(helper) = self.helpers.get(&self.key()) {
            let alone = matches!(self.position, Position::Free) && !self.args.recorded_around;
            if let (Some(word), true) = (&self.args.recorded, alone) {
                errors.at(word, refusal::Item::RecordedHelper { function: &self.item.sig.ident });
            }
            return self.marker(helper, bounds);
        }
        // Private functions of a recorded module are called inside of the recordings, and operators have no recording.
        let private = matches!(self.item.vis, syn::Visibility::Inherited);
        let unreachable =
            private || matches!(self.position, Position::Operator(..)) || self.takes_functions();
        if self.args.recorded_around && unreachable {
            return None;
        }
        // Its callers record it.
        if matches!(self.position, Position::Free) && self.takes_functions() {
            return None;
        }
        let expression = self.expression.as_ref();
        let (lost, whole) = (expression.filter(|e| e.loses), expression.filter(|e| !e.loses));
        // The method of a trait is called as it stands.
        if matches!(self.position, Position::Elsewhere) {
            return None;
        }
        let (owner, home) = (self.owner(), self.home.as_ref());
        let program = match self.state {
            State::Sound => {
                let write = |item: &ItemFn, record: &[syn::Path], helpers: &adjoint::Helpers| {
                    adjoint::program(
                        item,
                        bounds,
                        &self.numbers,
                        whole,
                        owner.as_ref(),
                        home,
                        record,
                        helpers,
                    )
                };
                // `impl Add for &Point { fn add(self, …) … }` is `impl Point { fn add(&self, …) … }`.
                let by_reference =
                    matches!(&self.position, Position::Operator(holder, ..) if holder.by_reference);
                let mut of_type = self.programmed().clone();
                if let (true, Some(receiver)) = (by_reference, of_type.sig.inputs.first_mut()) {
                    *receiver = parse_quote!(&self);
                }
                match self.args.recorded {
                    Some(_) => adjoint::recorded(&self.item, owner.as_ref())
                        .and_then(|(item, path)| write(&item, &[path], &adjoint::Helpers::new())),
                    None => match &self.circle {
                        Some(circle) => self.of_circle(circle, bounds, whole, owner.as_ref()),
                        None => write(&of_type, &self.args.record, &self.helpers),
                    },
                }
            }
            _ => return expression.map(|e| adjoint::stub(bounds, &self.numbers, e)),
        };
        match program {
            // Some functions of a recorded module have arguments that cannot be recorded. Others may record the callers.
            Err(_) if self.args.recorded_around => None,
            Ok(program) => {
                let lost = lost.map(|e| adjoint::stub(bounds, &self.numbers, e));
                Some(quote!(#program #lost))
            }
            Err(error) => {
                errors.push(error);
                self.signature_alone(bounds, whole, owner.as_ref())
                    .or_else(|| expression.map(|e| adjoint::stub(bounds, &self.numbers, e)))
            }
        }
    }

    /// The program of a function that could not be transformed: its signature, for which callers are compiled.
    fn signature_alone(
        &self,
        bounds: Bounds,
        expression: Option<&Expression>,
        owner: Option<&adjoint::Owner>,
    ) -> Option<TokenStream> {
        let item = ItemFn { block: parse_quote!({ ::core::panic!() }), ..self.programmed().clone() };
        let (home, helpers) = (self.home.as_ref(), adjoint::Helpers::new());
        adjoint::program(&item, bounds, &self.numbers, expression, owner, home, &[], &helpers).ok()
    }
}

/// Finds the circles of calls among functions that are lowered.
pub(crate) fn close_circles(functions: Vec<&mut Function>) {
    let members: Vec<_> = functions.iter().map(|function| function.member()).collect();
    for (i, function) in functions.into_iter().enumerate() {
        function.circle = circle::closed_by(i, &members);
    }
}

/// The inlined functions by name. A name that occurs twice is left out.
pub(crate) fn helpers(
    named: impl IntoIterator<Item = (String, Option<adjoint::Helper>)>,
) -> adjoint::Helpers {
    let mut all: HashMap<String, Option<adjoint::Helper>> = HashMap::new();
    for (name, helper) in named {
        all.entry(name).and_modify(|other| *other = None).or_insert(helper);
    }
    all.into_iter().filter_map(|(name, helper)| Some((name, helper?))).collect()
}
