"""The errors: a file, a place in it whose part between ⟦ and ⟧ is replaced, and what replaces it."""

TABLE = "ad-core/src/function/table.rs"
KINKS = "ad-core/src/function/kinks.rs"
STRATEGY = "ad-core/src/mode/strategy.rs"
FORWARD = "ad-core/src/mode/forward.rs"
ADJOINTS = "ad-core/src/mode/reverse/tape/adjoints.rs"
SLOT = "ad-core/src/number/slot.rs"
PRIVATE = "ad-core/src/private/adjoint.rs"
BLOCKS = "ad-core/src/private/blocks.rs"

CORE = [
    # Rules.
    (TABLE, "sqrt: Sqrt(x) { y = x.sqrt(); [Value(⟦0.5 / positive(y)⟧)]", "positive(y).recip()"),
    (TABLE, "[Value((y * y * ⟦3.0⟧).recip())] => cbrt", "2.0"),
    (TABLE, "[Value(⟦y * N::rounded(LN_2)⟧)] => exp2", "y"),
    (TABLE, "Question::IsNotNegative, ⟦positive(x).recip()⟧)] => ln }", "positive(x).recip() * 1.00001", "-positive(x).recip()"),
    (TABLE, "[inside(x, Question::IsAtLeastMinusOne, ⟦(x + 1.0)⟧.recip())]", "x"),
    (TABLE, "[Value(⟦x.cos()⟧)] => sin", "-x.cos()", "x.sin()"),
    (TABLE, "[Value(⟦-x.sin()⟧)] => cos", "x.sin()"),
    (TABLE, "[Value(⟦y * y + 1.0⟧)] => tan", "y * y"),
    (TABLE, "[Value(⟦-one_minus_square(x).sqrt().recip()⟧)] => acos", "one_minus_square(x).sqrt().recip()"),
    (TABLE, "[Value((x * x + ⟦1.0⟧).recip())] => atan }", "2.0"),
    (TABLE, "[Value(⟦cosine(a, b) / a.hypot(b)⟧), Value(-(cosine", "cosine(b, a) / a.hypot(b)"),
    (TABLE, "_ => Value(x.powi(n - 1) * f64::from(⟦n⟧)),", "n - 1"),
    (TABLE, "{ Zero } else { Value(⟦b * a.powf(b - 1.0)⟧) }", "a.powf(b - 1.0)"),
    (TABLE, "{ Zero } else { Value(⟦y * a.ln()⟧) }", "a.ln()"),
    (TABLE, "[Value(⟦b⟧), Value(a), One] => mul_add", "a"),
    (TABLE, "if is_zero(y) { Zero } else { Value(⟦cosine(a, b)⟧) }", "cosine(b, a)"),
    (TABLE, "erf: Erf(x) { y = libm::erf(x); [Value(⟦(-(x * x))⟧.exp()", "(x * x)"),
    (TABLE, "[Zero, Value(⟦1.0 - y * 2.0⟧)] }", "1.0 - y"),
    (TABLE, "[Value(⟦y * special::digamma(x)⟧)] => gamma", "special::digamma(x)"),
    (TABLE, "[Value((⟦special::stumpff(k + 2, x) * f64::from(k) - special::stumpff(k + 1, x)⟧) * 0.5)]", "special::stumpff(k + 2, x) * f64::from(k) + special::stumpff(k + 1, x)"),
    (KINKS, "⟦((a - y) / b).round()⟧", "((a - y) / b).round() + 1.0"),
    (KINKS, "if side == CHOSEN {\n                ⟦One⟧", "Zero"),
    (KINKS, "Some(UNDEFINED) => Value(x * f64::NAN),\n        Some(CHOSEN) => ⟦One⟧,", "Zero"),
    # Strategies.
    (STRATEGY, "Partial::Value(S::primal(if ⟦i == 0⟧ { b } else { a }))", "i == 1"),
    (STRATEGY, "|i| if ⟦i == 0⟧ { Partial::One } else { Partial::MinusOne", "true"),
    (STRATEGY, "self.step(base.neg(S::primal(a)), [a], |_| ⟦Partial::MinusOne(minus_one(base))⟧)", "Partial::One"),
    (STRATEGY, "self.step(v, [a], |_| Partial::Value(⟦S::primal(c)⟧))", "S::primal(a)"),
    (STRATEGY, "Partial::Value(base.mul(base.power(x, ⟦n - 1⟧), base.natural", "n"),
    (STRATEGY, "                ⟦base.neg(base.div(v, divisor))⟧", "base.div(v, divisor)", "base.neg(base.div(base.one(), divisor))"),
    (STRATEGY, "numbers(base, primals), Num::new(base, ⟦y⟧)).map", "primals[0]"),
    (FORWARD, "sums[j] = ⟦self.0.add(sums[j], term(j))⟧;", "sums[j]"),
    (FORWARD, "Partial::Zero | Partial::One => ⟦tangents[j]⟧,", "self.0.add(tangents[j], tangents[j])"),
    (FORWARD, "⟦annihilates(self.0, a.v) && tangents.into_iter().all(|d| annihilates(self.0, *d))⟧", "annihilates(self.0, a.v)"),
    (ADJOINTS, "Some(sum) => ⟦dict.add(sum, term)⟧,", "term"),
    (ADJOINTS, "sum.set(⟦(untouched.accumulate)(dict, sum.get(), term)⟧);", "term"),
    (ADJOINTS, "Edges::PRODUCT => {\n                let [p, q] = pop(&mut partials);\n                S::add(dict, sum(edges.first()), dict.mul(adjoint, ⟦p⟧));", "q"),
    (ADJOINTS, "S::add(dict, sum(product.first()), dict.mul(adjoint, ⟦p⟧));", "q"),
    (ADJOINTS, "S::add(dict, sum(edges.second()), ⟦negated::<D>(adjoint)⟧);", "adjoint"),
    (ADJOINTS, "} else {\n                    S::pass(dict, sum(edges.second()), ⟦adjoint⟧);", "dict.add(adjoint, adjoint)"),
    (ADJOINTS, "let [p] = pop(&mut partials);\n                S::add(dict, sum(edges.first()), ⟦dict.mul(adjoint, p)⟧);", "adjoint"),
    (ADJOINTS, "Edges::VARIABLE => {\n                ⟦S::put(own, adjoint)⟧;", "()"),
    (ADJOINTS, "partials = &partials[..partials.len() - ⟦edges.values()⟧];\n            continue;", "0"),
    (ADJOINTS, "Some(Factor::Minus) => S::add(dict, &sums[vertex], ⟦negated::<D>(adjoint)⟧),", "adjoint"),
    (ADJOINTS, "Some(Factor::One) => S::pass(dict, &sums[vertex], ⟦adjoint⟧),", "dict.add(adjoint, adjoint)"),
    (ADJOINTS, "zip(partials).for_each(|(sum, p)| S::add(dict, sum, dict.mul(adjoint, ⟦*p⟧)));", "partials[0]"),
    (ADJOINTS, "S::add(dict, sum, dict.mul(adjoint, ⟦partials[i]⟧));", "partials[0]"),
    (ADJOINTS, "let sums = &sums[first..first + ⟦count⟧];", "count - 1"),
    # The library of adjoint programs.
    (SLOT, "None => d,\n            Some(sum) => ⟦sum + d⟧,\n        }));\n    }\n\n    /// Adds `d` to the adjoint, if", "d"),
    (SLOT, "if let Some(d) = ⟦self.take()⟧ {", "self.get()"),
    (PRIVATE, "Partial::One => ⟦Some(d)⟧,", "None"),
    (PRIVATE, "Partial::Value(p) | Partial::MinusOne(p) => Some(⟦d * p⟧),", "d"),
    (PRIVATE, "_ => Some(d * (x.power(n - 1) * N::natural(⟦n⟧.into()))),", "(n - 1)"),
    (PRIVATE, "1 => ⟦Some(d)⟧,", "None"),
    (BLOCKS, "buffer.copy_from_slice(⟦self.last(buffer.len())⟧);", "{ let n = buffer.len(); self.last(n); &self.list[..n] }"),
]

PASS = "ad-macros/src/adjoint/reverse/pass.rs"
FILLINGS = "ad-macros/src/adjoint/fillings.rs"
BUFFERS = "ad-macros/src/adjoint/buffers.rs"
REFILLED = "ad-macros/src/adjoint/refilled.rs"
SWEEP = "ad-macros/src/adjoint/forward.rs"
REPEAT = "ad-macros/src/adjoint/reverse/repeat.rs"
REVERSE = "ad-macros/src/adjoint/reverse.rs"
SLICES = "ad-macros/src/adjoint/reverse/slices.rs"
CALL = "ad-macros/src/adjoint/reverse/call.rs"
FUNCTIONS = "ad-macros/src/adjoint/functions.rs"


def needs(names, operands, value):
    """The needs of partial derivatives, wrong for the functions of these names."""
    wrong = f"Partials {{ operands: {str(operands).lower()}, value: {str(value).lower()}, ..needs }}"
    return f"numbers::find(method)?.partials.map(|needs| if matches!(name, {names}) {{ {wrong} }} else {{ needs }})"


MACROS = [
    (PASS, "(self.propagate(*a, None, seeded), self.propagate(*b, ⟦Some(quote!(-__d))⟧, seeded));", "None", "Some(quote!(-__d - __d))"),
    (PASS, "Rhs::Binary(Operator::Add, a, b) => {\n                let (a, b) = (self.propagate(*a, None, seeded), ⟦self.propagate(*b, None, seeded)⟧);", "TokenStream::new()"),
    (PASS, "Rhs::Negate(a) => self.propagate(*a, ⟦Some(quote!(-__d))⟧, seeded),", "None"),
    (PASS, "⟦(to(*a, *b), to(*b, *a))⟧;", "(to(*a, *a), to(*b, *b))"),
    (PASS, "let to_b = self.propagate(*b, Some(⟦quote!(-(__q * #y))⟧), false);", "quote!(-__q)", "quote!(__q * #y)"),
    (PASS, "let to_a = self.propagate(*a, Some(⟦quote!(__q)⟧), false);", "quote!(__d)"),
    (PASS, "Rhs::Source(Source::Value(id)) | Rhs::Version(id) => ⟦self.slot(*id)⟧,", "None"),
    (PASS, "⟦quote!(#slot.add(#d);)⟧", "quote!(#slot.add(#d); #slot.add(#d);)"),
    (PASS, "⟦quote!(#slot.add_some(#d);)⟧", "quote!()"),
    (PASS, "return ⟦quote!(#slot.receive(&#shadow);)⟧;", "quote!()"),
    (PASS, "(Some(slot), _) => ⟦quote!(#slot.receive(&#shadow);)⟧,", "quote!()"),
    (PASS, "let target = self.place(place, true);\n                ⟦quote!(#target.receive(&#shadow);)⟧", "quote!()"),
    (
        FUNCTIONS,
        "⟦numbers::find(method)?.partials⟧",
        needs('"atan2"', operands=False, value=True),
        needs('"tanh"', operands=False, value=True),
        needs('"powf" | "hypot" | "%" | "rem_euclid"', operands=True, value=False),
        needs('"sin" | "cos" | "ln" | "exp_m1" | "sinh" | "cosh" | "asinh" | "acosh" | "atanh"', operands=False, value=True),
        needs('"sqrt" | "cbrt" | "exp" | "exp2" | "tan" | "recip"', operands=True, value=False),
    ),
    (PASS, "(Some(d), _) => ⟦quote!({ let __d = #d; #pass })⟧,", "{ let _ = d; quote!({ #pass }) }"),
    (PASS, "let target = self.reference(place, true);\n                ⟦quote!(#private::adjoint::Shadow::transfer(&#shadow[..], &(#target)[..]);)⟧", "quote!()"),
    (PASS, "if ⟦lives⟧ { quote!(#private::adjoint::Shadow::clear", "false"),
    (PASS, "} else {\n                        ⟦self.transfer(&part_of, part, lives)⟧", "if i == 0 { TokenStream::new() } else { self.transfer(&part_of, part, lives) }"),
    (PASS, "⟦quote!(for __each in #shadow.iter() { #pass })⟧", "quote!(for __each in #shadow.iter().skip(1) { #pass })"),
    (PASS, ".filter(|(_, id)| ⟦self.receives(**id)⟧)", "**id == operands[0] && self.receives(**id)"),
    (REPEAT, "⟦quote!(for #header #take.rev() { #pop #body })⟧", "quote!(for #header #take { #pop #body })"),
    (REPEAT, "Head::While => ⟦quote!(for _ in 0..#trips { #pop #body })⟧,", "quote!(for _ in 1..#trips { #pop #body })"),
    (REPEAT, "let take = ⟦inner.left⟧.then(", "false"),
    (REPEAT, "⟦quote!(#private::adjoint::Blocks::restore(&mut #flat, &mut #buffer);)⟧", "quote!()"),
    (REFILLED, "⟦matches!(inner.head, Head::For { .. })⟧\n            && self.var(buffer)", "true"),
    (BUFFERS, "Stmt::Let { rhs: Rhs::Read(place), .. } => ⟦element(place) && overwritten⟧,", "element(place)"),
    (FILLINGS, "|| ⟦fillings.first() != using.first()⟧", "false"),
    (FILLINGS, "&& ⟦!has_exit(&inner.body)⟧", "true"),
    (FILLINGS, "Stmt::Branch { arms, .. } => ⟦arms.iter_mut().for_each(|arm| rename(&mut arm.body, from, to))⟧,", "()"),
    (SWEEP, "⟦quote!(#private::adjoint::Blocks::save(&mut #flat, &#buffer);)⟧", "quote!(#private::adjoint::Blocks::next(&mut #flat, #buffer.len());)"),
    (SLICES, "⟦quote!(#private::adjoint::Shadow::transfer(&#local, &#slot);)⟧", "quote!()"),
    (REVERSE, "_ => ⟦quote!(#restored = #old;)⟧,", "quote!()"),
    (REVERSE, "Some(⟦quote!(#restored -= #step;)⟧)", "quote!(#restored += #step;)"),
    (REVERSE, "⟦quote!(#private::adjoint::Restore::restore(&mut #restored, #old);)⟧", "quote!()"),
    (REVERSE, "⟦quote!(#place.pop();)⟧", "quote!()"),
    (REVERSE, "let pass = ⟦self.transfer(&quote!(__last), value, false)⟧;", "TokenStream::new()"),
    (REVERSE, "Literal::usize_unsuffixed(⟦*before⟧));\n            let way", "*before + 1"),
    (REVERSE, "Self::branch(scrutinee, arms, *is_if, &⟦bodies⟧)", "bodies.iter().rev().cloned().collect::<Vec<_>>()"),
    (REVERSE, "⟦quote!(if let __ad::Some(__d) = #shadow.get() { #pass })⟧", "quote!(if let __ad::Some(__d) = #shadow.take() { #pass })"),
    (REVERSE, "⟦quote!(#private::adjoint::Blocks::restore(&mut #copies, &mut #list);)⟧", "quote!()"),
    (REVERSE, "for (index, statement) in body.iter().enumerate().take(end).skip(⟦start⟧).rev()", "start + 1"),
    (CALL, "call.changed().filter(|(_, old)| ⟦self.facts.restoration(*old).is_some()⟧)", "false"),
]
