//! The arguments of the attribute: `#[exp(name = Foo, class = Ring + PartialOrd, crate = path::to::ad)]`. They retain the user's
//! tokens, so that rustc's suggestions at them are edits that work.

use crate::class::{Bounds, Class};
use crate::errors::Errors;
use crate::refusal;
use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, Meta, Path, Token, parse_quote};

/// The parsed arguments.
#[derive(Clone)]
pub(crate) struct Args {
    /// The name of the generated struct.
    pub(crate) name: Option<Ident>,
    /// The class that the user asserts in place of the inferred one.
    pub(crate) class: Option<Bounds>,
    /// Its tokens. rustc's advice to add a bound is then an edit that works.
    pub(crate) class_span: Option<Span>,
    /// The type of the numbers, `f64` or `f32`, if the attribute says it.
    pub(crate) float: Option<Ident>,
    /// The path of the `ad` crate.
    pub(crate) root: Path,
    /// Whether the adjoint program is requested.
    pub(crate) adjoint: bool,
    /// Whether that program records the function as a whole.
    pub(crate) recorded: Option<Ident>,
    /// Whether the module around the function says so.
    pub(crate) recorded_around: bool,
    /// Whether a call of the function is one step.
    pub(crate) step: Option<Ident>,
    /// The functions whose calls are recorded, as the calls name them.
    pub(crate) record: Vec<Path>,
}

/// The mark of a function that has neither an adjoint program nor an expression.
pub(crate) fn without_program() -> Attribute {
    parse_quote!(#[__without_program])
}

impl Args {
    /// Whether the methods of a module's traits have adjoint programs. In a recorded module they have none.
    pub(crate) fn has_companions(&self) -> bool {
        self.adjoint && !self.recorded_around
    }

    /// Parses the arguments. An unknown argument is reported, and the others still count.
    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Self {
        let mut args = Args {
            name: None,
            class: None,
            class_span: None,
            float: None,
            root: parse_quote!(::ad),
            adjoint: false,
            recorded: None,
            recorded_around: false,
            step: None,
            record: Vec::new(),
        };
        let parser = |input: ParseStream<'_>| {
            while !input.is_empty() {
                args.argument(input, errors)?;
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        };
        if let Err(error) = parser.parse2(tokens) {
            errors.push(error);
        }
        args
    }

    /// The arguments of one function in an annotated block or module. The function may have its own `#[exp(name = …)]`, which is
    /// removed.
    pub(crate) fn of_item(&self, attrs: &mut Vec<Attribute>, errors: &Errors) -> Args {
        let mut args = Args { name: None, step: None, record: Vec::new(), ..self.clone() };
        attrs.retain(|attr| {
            if attr.path().is_ident("__without_program") {
                (args.adjoint, args.recorded) = (false, None);
                return false;
            }
            let exp = attr.path().segments.last().is_some_and(|segment| segment.ident == "exp");
            if exp && let Meta::List(list) = &attr.meta {
                let own = Args::parse(list.tokens.clone(), errors);
                args.name = own.name;
                args.class = own.class.or(args.class);
                args.class_span = own.class_span.or(args.class_span);
                args.adjoint |= own.adjoint;
                if own.adjoint {
                    args.recorded = own.recorded;
                    args.recorded_around = false;
                }
                args.step = own.step;
                args.record = own.record;
            }
            !exp
        });
        args
    }

    fn argument(&mut self, input: ParseStream<'_>, errors: &Errors) -> syn::Result<()> {
        if input.peek(Token![crate]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            self.root = input.call(Path::parse_mod_style)?;
            return Ok(());
        }
        let key: Ident = input
            .parse()
            .map_err(|error| syn::Error::new(error.span(), refusal::Item::Argument { key: None }))?;
        if key == "name" {
            input.parse::<Token![=]>()?;
            self.name = Some(input.parse()?);
        } else if key == "class" {
            input.parse::<Token![=]>()?;
            self.class = Some(self.bounds(input, errors)?);
        } else if key == "float" {
            input.parse::<Token![=]>()?;
            let float: Ident = input.parse()?;
            if float != "f32" && float != "f64" {
                return Err(syn::Error::new(float.span(), refusal::Item::Float { word: &float }));
            }
            self.float = Some(float);
        } else if key == "adjoint" {
            self.adjoint = true;
            if input.parse::<Option<Token![=]>>()?.is_some() {
                let word: Ident = input.parse()?;
                if word != "record" {
                    return Err(syn::Error::new(word.span(), refusal::Item::AdjointBy { word: &word }));
                }
                self.recorded = Some(word);
            }
        } else if key == "step" {
            self.step = Some(key);
        } else if key == "record" {
            let list;
            syn::parenthesized!(list in input);
            let paths = list.parse_terminated(Path::parse_mod_style, Token![,])?;
            if paths.is_empty() {
                return Err(list.error(refusal::Item::RecordNothing));
            }
            self.record.extend(paths);
        } else {
            return Err(syn::Error::new(key.span(), refusal::Item::Argument { key: Some(&key) }));
        }
        Ok(())
    }

    /// `Real + PartialOrd`, or paths, as rustc suggests them: `Real + ad::Ordered`.
    fn bounds(&mut self, input: ParseStream<'_>, errors: &Errors) -> syn::Result<Bounds> {
        let mut bounds = Bounds::LEAST;
        loop {
            let path = input.call(Path::parse_mod_style)?;
            let name = path
                .segments
                .last()
                .map(|segment| segment.ident.clone())
                .ok_or_else(|| input.error("a class"))?;
            self.class_span = Some(name.span());
            if name == "PartialOrd" || name == "Ordered" {
                bounds.order = true;
            } else if let Some(class) = Class::ALL.into_iter().find(|class| name == class.name()) {
                bounds.class = bounds.class.max(class);
            } else {
                errors.at(&name, refusal::Item::Class { name: &name });
            }
            if !input.peek(Token![+]) {
                return Ok(bounds);
            }
            input.parse::<Token![+]>()?;
        }
    }
}
