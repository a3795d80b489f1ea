use ad_core::*;
macro_rules! nest { ($($a:ident $b:ident $c:ident;)*) => { $(
  assert_eq!($a::diff($b::diff($c::diff(Monomial{k:5}))).eval(I64, 2), 240);
  assert_eq!($a::diff($b::diff($c::diff(Monomial{k:5}))).eval(F64, 2.0), 240.0);
  assert_eq!($a::diff($b::diff($c::diff(Monomial{k:5}))).eval(Modular::new(7), 2.into()), 2.into());
)* } }
#[test]
fn third() {
    nest! { forward forward forward; forward forward stack; forward stack forward; stack forward forward; stack stack stack; stack forward stack; stack stack forward; forward stack stack;}
}
struct Plus;
impl Signature for Plus {
    type In = (f64, f64);
    type Out = f64;
}
impl<D: Dict> Exp<D> for Plus {
    fn apply(&self, _: D, (x, y): &(Num<D>, Num<D>)) -> Num<D> {
        x + y
    }
}
struct S;
impl Signature for S {
    type In = f64;
    type Out = f64;
}
fn s<N: Real>(x: N) -> N {
    (x * x).sin() * 2.0 + 1.0 / x + N::natural(1) / &x
        - x.powi(3) * forward::diff(pow(2, Var)).at(x) * stack::diff(stack::diff(pow(3, Var))).at(x)
}
impl<D: RealDict> Exp<D> for S {
    fn apply(&self, _: D, x: &Num<D>) -> Num<D> {
        s(*x)
    }
}
#[test]
fn real() {
    let a = forward::diff(S).at(1.3);
    let b = stack::diff(S).at(1.3);
    assert_eq!(stack::grad(Plus).at((1.0, 2.0)), (1.0, 1.0));
    println!("{a} {b} {}", (s(1.3 + 1e-6) - s(1.3 - 1e-6)) / 2e-6);
    assert!((a - b).abs() < 1e-12);
    println!("{} {}", forward::diff(stack::diff(S)).at(1.3), stack::diff(forward::diff(S)).at(1.3));
}
