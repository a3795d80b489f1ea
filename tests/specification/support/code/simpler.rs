//! Shrinking of code: slightly simpler variants.

use super::{Assignment, Code, Condition, Formula, Statement};

impl Code {
    /// Everything that is one step simpler, the greatest steps first.
    pub(crate) fn simpler(&self) -> impl Iterator<Item = Code> {
        let bodies = block(&self.body).into_iter().map(|body| Code { body, ..self.clone() });
        let results = formula(&self.result).into_iter().map(|result| Code { result, ..self.clone() });
        bodies.chain(results)
    }
}

fn block(statements: &[Statement]) -> Vec<Vec<Statement>> {
    let mut simpler = Vec::new();
    for (i, one) in statements.iter().enumerate() {
        let replaced = |by: Vec<Statement>| [&statements[..i], &by, &statements[i + 1..]].concat();
        simpler.push(replaced(vec![]));
        simpler.extend(statement(one).into_iter().map(replaced));
    }
    simpler
}

fn statement(statement: &Statement) -> Vec<Vec<Statement>> {
    match statement {
        Statement::Assign(place, assignment, f) => {
            let set = !matches!(assignment, Assignment::Set);
            let set = set.then(|| vec![Statement::Assign(*place, Assignment::Set, f.clone())]);
            let formulas = formula(f).into_iter().map(|f| vec![Statement::Assign(*place, *assignment, f)]);
            set.into_iter().chain(formulas).collect()
        }
        Statement::Swap(..) => vec![],
        Statement::For { count, body } => {
            let fewer = (*count > 1).then(|| vec![Statement::For { count: count - 1, body: body.clone() }]);
            let bodies = block(body).into_iter().map(|body| vec![Statement::For { count: *count, body }]);
            fewer.into_iter().chain(bodies).collect()
        }
        Statement::If { condition: test, then, otherwise } => {
            let make = |condition: &Condition, then: &[Statement], otherwise: &[Statement]| {
                let (condition, then, otherwise) = (condition.clone(), then.to_vec(), otherwise.to_vec());
                vec![Statement::If { condition, then, otherwise }]
            };
            let mut simpler = vec![then.clone(), otherwise.clone()];
            simpler.extend(condition(test).iter().map(|test| make(test, then, otherwise)));
            simpler.extend(block(then).iter().map(|then| make(test, then, otherwise)));
            simpler.extend(block(otherwise).iter().map(|otherwise| make(test, then, otherwise)));
            simpler
        }
        Statement::BreakIf(test) => {
            condition(test).into_iter().map(|test| vec![Statement::BreakIf(test)]).collect()
        }
    }
}

fn condition(condition: &Condition) -> Vec<Condition> {
    match condition {
        Condition::Counter { .. } => vec![],
        Condition::Less(a, b) => {
            let left = formula(a).into_iter().map(|a| Condition::Less(a, b.clone()));
            let right = formula(b).into_iter().map(|b| Condition::Less(a.clone(), b));
            left.chain(right).collect()
        }
    }
}

fn formula(f: &Formula) -> Vec<Formula> {
    let binary = |[a, b]: &[Formula; 2], make: fn(Box<[Formula; 2]>) -> Formula| {
        let left = formula(a).into_iter().map(|a| make(Box::new([a, b.clone()])));
        let right = formula(b).into_iter().map(|b| make(Box::new([a.clone(), b])));
        [a.clone(), b.clone()].into_iter().chain(left).chain(right).collect()
    };
    match f {
        Formula::Input(0) => vec![],
        Formula::Input(_)
        | Formula::Place(_)
        | Formula::Natural(_)
        | Formula::Constant(_)
        | Formula::Counter(_) => {
            vec![Formula::Input(0)]
        }
        Formula::Add(operands) => binary(operands, Formula::Add),
        Formula::Mul(operands) => binary(operands, Formula::Mul),
        Formula::Sub(operands) => binary(operands, Formula::Sub),
        Formula::Neg(a) => {
            let inner = formula(a).into_iter().map(|a| Formula::Neg(Box::new(a)));
            std::iter::once((**a).clone()).chain(inner).collect()
        }
        Formula::Function(g, a) => {
            let inner = formula(a).into_iter().map(|a| Formula::Function(*g, Box::new(a)));
            std::iter::once((**a).clone()).chain(inner).collect()
        }
    }
}
