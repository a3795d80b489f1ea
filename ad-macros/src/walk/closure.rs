//! Closures. Their parameters are locals, whose kinds are determined by their types, by the method that receives the closure, or
//! by its calls.

use super::Walk;
use crate::kind::Kind;
use crate::refusal;
use syn::{Expr, ExprClosure, Pat, ReturnType};

impl Walk<'_> {
    /// Lowers a closure that is called with values of these kinds.
    pub(super) fn closure(&mut self, closure: &mut ExprClosure, given: &[Kind]) -> Kind {
        if let Some(asyncness) = closure.asyncness {
            self.refuse(asyncness, refusal::Body::AsyncClosure);
        }
        let loops = std::mem::take(&mut self.loops);
        let outer = self.result;
        let result = self.slot();
        self.result = result;
        let parameters = self.scoped(|walk| {
            let mut parameters = Vec::new();
            for (i, pattern) in closure.inputs.iter_mut().enumerate() {
                // A simple parameter is one slot, the next.
                let simple = matches!(pattern, Pat::Ident(_))
                    || matches!(pattern, Pat::Type(typed) if matches!(*typed.pat, Pat::Ident(_)));
                parameters.push(simple.then_some(walk.next));
                walk.irrefutable(pattern, given.get(i).unwrap_or(&Kind::Never));
            }
            let mut want = walk.slots[result].clone();
            if let ReturnType::Type(_, ty) = &mut closure.output {
                want = Kind::of_type(ty, &Kind::Number, walk.numbers);
                walk.numbers.lower_type(ty);
            }
            if want == Kind::Unknown {
                want = Kind::Never;
            }
            walk.learn(result, want.clone());
            let kind = walk.expr(&mut closure.body, &want);
            walk.learn(result, kind);
            parameters
        });
        self.result = outer;
        self.loops = loops;
        Kind::function(parameters, self.slots[result].clone())
    }

    /// An argument that is called with values of these kinds. Returns the kind of its result.
    pub(super) fn callback(&mut self, expr: &mut Expr, given: &[Kind]) -> Kind {
        let named = is_function(expr);
        let kind = match expr {
            Expr::Closure(closure) => self.closure(closure, given),
            other => self.any(other),
        };
        match kind {
            Kind::Function { parameters, result } => {
                for (slot, kind) in parameters.into_iter().zip(given) {
                    if let Some(slot) = slot {
                        self.learn(slot, kind.clone());
                    }
                }
                *result
            }
            // `text.lines().filter_map(parse_line)`
            Kind::Unknown if named && !given.is_empty() && given.iter().all(Kind::is_plain) => Kind::Foreign,
            kind => kind.part(),
        }
    }
}

/// Whether it is the name of a function, as far as the tokens tell.
fn is_function(expr: &Expr) -> bool {
    let name = |path: &syn::Path| path.get_ident().map(ToString::to_string);
    matches!(expr, Expr::Path(path) if name(&path.path).is_some_and(|name| name.starts_with(char::is_lowercase)))
}
