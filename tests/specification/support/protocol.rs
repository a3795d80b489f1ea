//! The protocol: which operations of the base each strategy performs, in which order.
//!
//! It is the section "The order of operations" of `ad-core/src/mode/strategy.rs`, as a transformation of programs: a strategy
//! turns a sequence of bindings into another one. The operations of a nested strategy are steps of the outer one, so the protocol
//! of a nesting is the composition.

use super::{Elementary, Layer, Operand, Program};

/// The protocol of the strategy with that name, or of a nesting such as `forward∘stack`.
pub(crate) fn expected(nesting: &str, e: &Program) -> Program {
    match nesting.split_once('∘') {
        Some((outside, inside)) => expected(outside, &expected(inside, e)),
        None if nesting == "forward" => forward(e),
        None => reverse(e),
    }
}

/// The factor by which an operand enters a derivative: the partial derivative of a step.
enum Factor {
    /// Nothing is multiplied.
    One,
    Value(Operand),
}

/// The operands that have a derivative, each with its position.
fn operands(step: Layer<Operand>) -> Vec<Operand> {
    let mut operands = Vec::new();
    step.map(|a| operands.push(a));
    operands
}

/// Computes the derivative of a step, which was performed in `out` as `step` with result `v`, with respect to operand `i`.
fn partial(out: &mut Program, step: Layer<Operand>, i: usize, v: Operand) -> Factor {
    let minus_one = |out: &mut Program| {
        let one = out.push(Layer::One);
        Factor::Value(out.push(Layer::Neg(one)))
    };
    match step {
        Layer::Add(..) => Factor::One,
        Layer::Mul(a, b) => Factor::Value([b, a][i]),
        Layer::Sub(..) if i == 0 => Factor::One,
        Layer::Neg(_) | Layer::Sub(..) => minus_one(out),
        Layer::Div(_, b) if i == 0 => {
            let one = out.push(Layer::One);
            Factor::Value(out.push(Layer::Div(one, b)))
        }
        Layer::Div(_, b) => {
            let quotient = out.push(Layer::Div(v, b));
            Factor::Value(out.push(Layer::Neg(quotient)))
        }
        Layer::Function(Elementary::Exp, _) => Factor::Value(v),
        Layer::Function(Elementary::Sin, a) => Factor::Value(out.push(Layer::Function(Elementary::Cos, a))),
        Layer::Function(Elementary::Cos, a) => {
            let sine = out.push(Layer::Function(Elementary::Sin, a));
            Factor::Value(out.push(Layer::Neg(sine)))
        }
        other => unreachable!("{other} is not part of this protocol"),
    }
}

/// Forward mode. The seed comes first. Each step then has its value. For each operand that is not constant, its partial
/// derivative follows, the product with the operand's tangent, and the sum with the previous terms.
fn forward(e: &Program) -> Program {
    let mut out = Program::new();
    let seed = out.push(Layer::One);
    let mut duals: Vec<(Operand, Option<Operand>)> = Vec::new();
    let get = |duals: &[(Operand, Option<Operand>)], a| match a {
        Operand::Input(_) => (a, Some(seed)),
        Operand::Step(i) => duals[i],
    };
    for &step in &e.steps {
        let tangents = operands(step).into_iter().map(|a| get(&duals, a).1);
        let performed = step.map(|a| get(&duals, a).0);
        let v = out.push(performed);
        let mut d = None;
        for (i, tangent) in tangents.enumerate().filter_map(|(i, tangent)| Some((i, tangent?))) {
            let term = match partial(&mut out, performed, i, v) {
                Factor::One => tangent,
                Factor::Value(p) => out.push(Layer::Mul(tangent, p)),
            };
            d = Some(match d {
                None => term,
                Some(d) => out.push(Layer::Add(d, term)),
            });
        }
        duals.push((v, d));
    }
    out.result = get(&duals, e.result).1.unwrap_or_else(|| out.push(Layer::Zero));
    out
}

/// Reverse mode. In the forward phase, each step has its value, and its partial derivatives by the operands that are not
/// constant. The seed follows. The backward phase goes from the last step with an adjoint to the first. It has, for each operand
/// that is not constant, the product and the sum with the previous terms.
fn reverse(e: &Program) -> Program {
    let mut out = Program::new();
    let mut nodes: Vec<(Operand, Option<usize>)> = Vec::new();
    // The variable is the first vertex.
    let mut edges: Vec<Vec<(usize, Factor)>> = vec![vec![]];
    let get = |nodes: &[(Operand, Option<usize>)], a| match a {
        Operand::Input(_) => (a, Some(0)),
        Operand::Step(i) => nodes[i],
    };
    for &step in &e.steps {
        let vertices = operands(step).into_iter().map(|a| get(&nodes, a).1);
        let performed = step.map(|a| get(&nodes, a).0);
        let v = out.push(performed);
        let of_step: Vec<_> = vertices
            .enumerate()
            .filter_map(|(i, vertex)| Some((vertex?, partial(&mut out, performed, i, v))))
            .collect();
        let vertex = match of_step[..] {
            [] => None,
            // The adjoint of the step is the adjoint of its operand.
            [(operand, Factor::One)] => Some(operand),
            _ => {
                edges.push(of_step);
                Some(edges.len() - 1)
            }
        };
        nodes.push((v, vertex));
    }
    let seed = out.push(Layer::One);
    let mut adjoints: Vec<Option<Operand>> = vec![None; edges.len()];
    if let Some(result) = get(&nodes, e.result).1 {
        adjoints[result] = Some(seed);
    }
    while let Some(of_step) = edges.pop() {
        let Some(adjoint) = adjoints[edges.len()] else { continue };
        for (operand, partial) in of_step {
            let term = match partial {
                Factor::One => adjoint,
                Factor::Value(p) => out.push(Layer::Mul(adjoint, p)),
            };
            adjoints[operand] = Some(match adjoints[operand] {
                None => term,
                Some(sum) => out.push(Layer::Add(sum, term)),
            });
        }
    }
    out.result = adjoints[0].unwrap_or_else(|| out.push(Layer::Zero));
    out
}
