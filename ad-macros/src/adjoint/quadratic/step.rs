//! The steps of a path: their tangents.

use super::parts::Part;
use super::{Factor, Number, Origin, Path, Tangents, Writer};
use crate::adjoint::analyse::each;
use crate::adjoint::functions;
use crate::adjoint::ir::*;
use crate::adjoint::span_of;
use crate::adjoint::text::Text;
use crate::library::numbers::POWER;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// A step, as its reverse sweep needs it.
#[derive(Clone)]
pub(super) enum Step {
    Input,
    /// The sum of a loop, or its part before this iteration.
    Total,
    /// The operands, and whether each is negated.
    Sum(Vec<(Number, bool)>),
    /// A number times, or over, a constant.
    Scaled {
        number: Number,
        constant: TokenStream,
        over: bool,
    },
    Product {
        factors: [Number; 2],
        values: [TokenStream; 2],
    },
    /// The tangents are those of the quotient.
    Quotient {
        operands: [Number; 2],
        divisor: TokenStream,
        value: TokenStream,
        tangents: Tangents,
    },
    /// Any other step, with its first and second partial derivatives, by pairs of operands from the upper triangle.
    General {
        operands: Vec<Number>,
        first: Vec<TokenStream>,
        second: Vec<Vec<TokenStream>>,
    },
}

impl Number {
    fn is_constant(&self) -> bool {
        self.step.is_none()
    }
}

impl Writer<'_> {
    /// The tangents of a value that the code computes.
    pub(super) fn step(&mut self, var: Id, rhs: &Rhs, path: &mut Path) -> Option<()> {
        let number = match rhs {
            Rhs::Constant(_) => Number::default(),
            Rhs::Plain(_) => {
                let plain = self.text.var(var).ty.is_plain();
                path.scope.bind(var, plain.then_some(Part::Plain));
                return Some(());
            }
            Rhs::Source(source) => {
                let part = path.scope.source(source);
                path.scope.bind(var, self.typed(var, part));
                return Some(());
            }
            Rhs::Version(from) => {
                let part = path.scope.source(&Source::Value(*from));
                path.scope.bind(var, part);
                return Some(());
            }
            Rhs::Read(place) => {
                let part = path.scope.place(place).cloned();
                path.scope.bind(var, part);
                return Some(());
            }
            Rhs::Binary(operator, a, b) => {
                let operands = [path.scope.number(*a)?.clone(), path.scope.number(*b)?.clone()];
                self.binary(*operator, operands, [*a, *b, var], path)?
            }
            Rhs::Negate(a) => {
                let a = path.scope.number(*a)?.clone();
                self.sum_of(vec![(a, true)], path)
            }
            Rhs::Function { name, operands, parameter } => {
                let numbers: Option<Vec<_>> =
                    operands.iter().map(|id| path.scope.number(*id).cloned()).collect();
                self.function(var, (name, operands, parameter.as_ref()), numbers?, path)?
            }
            Rhs::Call(_) => return None,
        };
        path.scope.bind(var, Some(Part::Number(number)));
        Some(())
    }

    /// A sum of numbers, each of them perhaps negated.
    pub(super) fn sum_of(&mut self, terms: Vec<(Number, bool)>, path: &mut Path) -> Number {
        let terms: Vec<_> = terms.into_iter().filter(|(number, _)| !number.is_constant()).collect();
        match &terms[..] {
            [] => return Number::default(),
            [(number, false)] => return number.clone(),
            _ => {}
        }
        let (mut tangents, sums) = (Tangents::new(), terms.iter().any(|(number, _)| number.sums));
        for (number, negated) in &terms {
            for (input, tangent) in &number.tangents {
                let tangent = if *negated { tangent.negative() } else { tangent.clone() };
                let sum = match tangents.remove(input) {
                    None => tangent,
                    Some(sum) => self.sum(path, &sum, &tangent),
                };
                tangents.insert(*input, sum);
            }
        }
        Number { sums, ..Self::made(tangents, Step::Sum(terms), path) }
    }

    fn made(tangents: Tangents, step: Step, path: &mut Path) -> Number {
        path.steps.push(step);
        Number { tangents, step: Some(path.steps.len() - 1), sums: false }
    }

    /// Σ factor × tangents, over the operands.
    fn combined(&mut self, terms: &[(&Number, Factor)], path: &mut Path) -> Tangents {
        let mut tangents = Tangents::new();
        for (number, factor) in terms {
            for (input, tangent) in &number.tangents {
                let product = self.product(path, factor, tangent);
                let sum = match tangents.remove(input) {
                    None => product,
                    Some(sum) => self.sum(path, &sum, &product),
                };
                tangents.insert(*input, sum);
            }
        }
        tangents
    }

    fn binary(
        &mut self,
        operator: Operator,
        [a, b]: [Number; 2],
        ids: [Id; 3],
        path: &mut Path,
    ) -> Option<Number> {
        let [x, y, value] = ids.map(|id| self.ident(id));
        let linear = a.is_constant() && operator != Operator::Div || b.is_constant();
        if (a.sums || b.sums) && !linear && !matches!(operator, Operator::Add | Operator::Sub) {
            return None;
        }
        Some(match (operator, a.is_constant(), b.is_constant()) {
            (_, true, true) => Number::default(),
            (Operator::Add, ..) => self.sum_of(vec![(a, false), (b, false)], path),
            (Operator::Sub, ..) => self.sum_of(vec![(a, false), (b, true)], path),
            (Operator::Mul, true, false) => self.scaled(b, x, false, path),
            (Operator::Mul, false, true) => self.scaled(a, y, false, path),
            (Operator::Div, false, true) => self.scaled(a, y, true, path),
            (Operator::Mul, false, false) if ids[0] == ids[1] => {
                let twice = self.bind(path, "s", &quote!(#x + #x));
                let tangents = self.combined(&[(&a, twice)], path);
                Self::made(tangents, Step::Product { factors: [a, b], values: [x, y] }, path)
            }
            (Operator::Mul, false, false) => {
                let factors = [(&a, Factor::is(y.clone())), (&b, Factor::is(x.clone()))];
                let tangents = self.combined(&factors, path);
                Self::made(tangents, Step::Product { factors: [a, b], values: [x, y] }, path)
            }
            // The derivative of a / b is (ȧ - (a / b)·ḃ) / b.
            (Operator::Div, ..) => {
                let mut tangents = self.combined(&[(&b, Factor::is(value.clone()))], path);
                let inputs: std::collections::BTreeSet<usize> =
                    a.tangents.keys().chain(tangents.keys()).copied().collect();
                for input in inputs {
                    let numerator = match (a.tangents.get(&input), tangents.get(&input)) {
                        (Some(a), Some(b)) => self.sum(path, a, &b.negative()),
                        (Some(a), None) => a.clone(),
                        (None, Some(b)) => b.negative(),
                        (None, None) => continue,
                    };
                    let tangent = self.quotient(path, &numerator, &y);
                    tangents.insert(input, tangent);
                }
                let step = Step::Quotient { operands: [a, b], divisor: y, value, tangents: tangents.clone() };
                Self::made(tangents, step, path)
            }
        })
    }

    fn scaled(&mut self, number: Number, constant: TokenStream, over: bool, path: &mut Path) -> Number {
        let mut tangents = Tangents::new();
        for (input, tangent) in &number.tangents {
            let scaled = if over {
                self.quotient(path, tangent, &constant)
            } else {
                self.product(path, tangent, &Factor::is(constant.clone()))
            };
            tangents.insert(*input, scaled);
        }
        let sums = number.sums;
        Number { sums, ..Self::made(tangents, Step::Scaled { number, constant, over }, path) }
    }

    fn function(
        &mut self,
        var: Id,
        (name, operands, parameter): (&str, &[Id], Option<&Plain>),
        numbers: Vec<Number>,
        path: &mut Path,
    ) -> Option<Number> {
        if numbers.iter().all(Number::is_constant) {
            return Some(Number::default());
        }
        if numbers.iter().any(|number| number.sums) {
            return None;
        }
        let span = Span::mixed_site();
        let private = Text::private(span);
        let (x, y): (Vec<_>, _) = (operands.iter().map(|id| self.ident(*id)).collect(), self.ident(var));
        let (first, second) = (self.fresh("first"), self.fresh("second"));
        if name == POWER {
            let n = &parameter?.tokens;
            path.code.extend(quote! {
                let (#first, #second) = #private::adjoint::curvature_of_power(#n, #(#x),*);
            });
            return Some(self.general(numbers, vec![quote!(#first)], vec![vec![quote!(#second)]], path));
        }
        functions::row(name)?;
        let function = functions::value(name, parameter.map(|plain| &plain.tokens), &private, span);
        let varies: Vec<_> = numbers.iter().map(|number| !number.is_constant()).collect();
        path.code.extend(quote! {
            let (#first, #second) =
                #private::adjoint::curvature(#function, [#(#x),*], #y, [#(#varies),*]);
        });
        Some(self.partials(numbers, &first, &second, path))
    }

    fn general(
        &mut self,
        operands: Vec<Number>,
        first: Vec<TokenStream>,
        second: Vec<Vec<TokenStream>>,
        path: &mut Path,
    ) -> Number {
        let terms: Vec<_> =
            operands.iter().zip(&first).map(|(number, first)| (number, Factor::is(first.clone()))).collect();
        let tangents = self.combined(&terms, path);
        Self::made(tangents, Step::General { operands, first, second }, path)
    }

    /// A call of a function from numbers to a number: one step, whose partial derivatives are those of the callee's program on dual
    /// numbers.
    pub(super) fn call(&mut self, var: Id, call: &Call, path: &mut Path) -> Option<()> {
        let of_function = call.callee == Callee::Function && call.recursion == Recursion::No;
        if !of_function || !self.real || !self.is_number(var) {
            return None;
        }
        if call.arguments.iter().any(|argument| matches!(argument, Argument::Borrow { .. })) {
            return self.linear_call(var, call, path);
        }
        let private = Text::private(Span::mixed_site());
        let [duals, adjoints, sweep, dual, first, second] =
            ["duals", "adjoints", "sweep", "dual", "first", "second"].map(|name| self.fresh(name));
        let index = Literal::usize_unsuffixed;
        let (mut numbers, mut ids) = (Vec::new(), Vec::new());
        let (mut arguments, mut again, mut shadows) =
            (self.text.call_arguments(call), Vec::new(), Vec::new());
        for (tokens, argument) in arguments.iter_mut().zip(&call.arguments) {
            again.push(if matches!(argument, Argument::Value(_)) { quote!(()) } else { tokens.clone() });
            shadows.push(match argument {
                Argument::Value(Source::Value(id)) => {
                    let k = index(numbers.len());
                    numbers.push(path.scope.number(*id)?.clone());
                    ids.push(self.ident(*id));
                    *tokens = quote!(#duals[#k]);
                    quote!(&#adjoints[#k])
                }
                Argument::PlainBorrow(plain) => Text::no_shadow(plain, true),
                Argument::Value(Source::Plain(plain)) => Text::no_shadow(plain, false),
                _ => return None,
            });
        }
        let varies: Vec<_> = numbers.iter().map(|number| !number.is_constant()).collect();
        if !varies.contains(&true) || numbers.iter().any(|number| number.sums) {
            return None;
        }
        let (ident, callee, generics) = (self.ident(var), &call.path, &call.generics);
        let adjoint = Ident::new("__adjoint", span_of(callee));
        let (annotation, number) = (self.text.annotation(var), self.text.number(Span::mixed_site()));
        let comparison = self.text.comparison(call);
        path.code.extend(quote! {
            #comparison
            let #duals = #private::adjoint::duals([#(#ids),*], [#(#varies),*]);
            let (#dual, #sweep) = #callee::#adjoint #generics(#(#arguments,)* false);
            let #adjoints = #private::adjoint::receivers(&#duals);
            #sweep(&#private::adjoint::seed(&#duals), #(#again,)* #(#shadows),*);
            let (#ident, #first, #second) = #private::adjoint::local::<#number, _>(#dual, &#adjoints);
            let #ident #annotation = #ident;
        });
        let number = self.partials(numbers, &first, &second, path);
        path.scope.bind(var, Some(Part::Number(number)));
        Some(())
    }

    /// A call of a linear function of lists and numbers. Its reverse sweep gives all of its derivatives.
    fn linear_call(&mut self, var: Id, call: &Call, path: &mut Path) -> Option<()> {
        let private = Text::private(Span::mixed_site());
        let (ident, sweep) = (self.ident(var), self.fresh("sweep"));
        let arguments = self.text.call_arguments(call);
        let (mut again, mut shadows, mut behind) = (Vec::new(), Vec::new(), TokenStream::new());
        let (mut terms, mut scaled) = (Vec::new(), Vec::new());
        for (tokens, argument) in arguments.iter().zip(&call.arguments) {
            match argument {
                Argument::Borrow { place } => {
                    let (row, position) = self.row(place, path)?;
                    again.push(tokens.clone());
                    shadows.push(quote!(#row.slots(#tokens)));
                    behind.extend(quote!(#row.take(#tokens);));
                    terms.push((path.input(Origin::Row(quote!(#row.along(#position)))), false));
                }
                Argument::PlainBorrow(plain) => {
                    again.push(tokens.clone());
                    shadows.push(Text::no_shadow(plain, true));
                }
                Argument::Value(Source::Plain(plain)) => {
                    again.push(quote!(()));
                    shadows.push(Text::no_shadow(plain, false));
                }
                Argument::Value(Source::Value(id)) => {
                    let number = path.scope.number(*id)?.clone();
                    let (slot, factor) = (self.fresh("slot"), self.fresh("factor"));
                    let zero = self.natural(0);
                    path.code.extend(quote!(let #slot = #private::adjoint::Slot::new();));
                    behind.extend(quote!(let #factor = #slot.take().unwrap_or(#zero);));
                    again.push(quote!(()));
                    shadows.push(quote!(&#slot));
                    if number.sums {
                        return None;
                    }
                    if !number.is_constant() {
                        scaled.push((number, quote!(#factor)));
                    }
                }
                _ => return None,
            }
        }
        let (callee, generics) = (&call.path, &call.generics);
        let adjoint = Ident::new("__adjoint", span_of(callee));
        let (annotation, number) = (self.text.annotation(var), self.text.number(Span::mixed_site()));
        let comparison = self.text.comparison(call);
        path.code.extend(quote! {
            #comparison
            let (#ident, #sweep) = #callee::#adjoint #generics(#(#arguments,)* false);
            #sweep(&#private::adjoint::unit::<#number>(), #(#again,)* #(#shadows),*);
            #behind
            let #ident #annotation = #ident;
        });
        self.require(&quote!(&& #callee::__LINEAR));
        terms.extend(
            scaled.into_iter().map(|(number, factor)| (self.scaled(number, factor, false, path), false)),
        );
        let number = self.sum_of(terms, path);
        path.scope.bind(var, Some(Part::Number(number)));
        Some(())
    }

    /// Whether the result of a call is a number, since its type or a use says so.
    fn is_number(&self, var: Id) -> bool {
        let mut is_number = self.text.var(var).ty == Ty::Number;
        each(&self.text.program.body, 0, &mut |_, statement| {
            if let Stmt::Let { rhs: Rhs::Read(place), .. } = statement {
                is_number |= place.root == var && place.projections.is_empty();
            }
        });
        is_number
    }

    /// A step whose partial derivatives are in these lists.
    fn partials(&mut self, numbers: Vec<Number>, first: &Ident, second: &Ident, path: &mut Path) -> Number {
        let index = Literal::usize_unsuffixed;
        let firsts = (0..numbers.len()).map(index).map(|i| quote!(#first[#i])).collect();
        let seconds = (0..numbers.len()).map(|i| {
            let row = (0..numbers.len()).map(|j| {
                let (i, j) = (index(i), index(j));
                quote!(#second[#i][#j])
            });
            row.collect()
        });
        let seconds = seconds.collect();
        self.general(numbers, firsts, seconds, path)
    }
}
