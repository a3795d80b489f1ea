#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Element {
        Fire,
        Water,
        Grass,
    }

    fn beats(a: Element, b: Element) -> bool {
        use Element::*;
        matches!((a, b), (Fire, Grass) | (Water, Fire) | (Grass, Water))
    }

    #[exp]
    #[derive(Debug, Clone)]
    pub struct Fighter {
        pub attack: f64,
        pub defense: f64,
        pub health: f64,
        pub speed: f64,
    }

    #[exp(adjoint)]
    fn damage(attacker: &Fighter, target: &Fighter, bonus: f64) -> f64 {
        (attacker.attack * bonus - 0.5 * target.defense).max(1.0)
    }

    /// Health margin after a duel: positive if the first fighter wins.
    #[exp(adjoint)]
    pub fn duel(a: &Fighter, b: &Fighter, elements: (Element, Element), advantage: f64) -> f64 {
        let (mut a, mut b) = (a.clone(), b.clone());
        let bonus_a = if beats(elements.0, elements.1) { advantage } else { 1.0 };
        let bonus_b = if beats(elements.1, elements.0) { advantage } else { 1.0 };
        let mut turn_a = a.speed > b.speed;
        loop {
            if turn_a {
                b.health -= damage(&a, &b, bonus_a);
                if b.health <= 0.0 {
                    return a.health;
                }
            } else {
                a.health -= damage(&b, &a, bonus_b);
                if a.health <= 0.0 {
                    return -b.health;
                }
            }
            turn_a = !turn_a;
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Duel { elements: (exp::Element::Water, exp::Element::Fire) };
    let x = (exp::Fighter { attack: 12.0, defense: 9.0, health: 50.0, speed: 3.0 }, exp::Fighter { attack: 15.0, defense: 7.0, health: 45.0, speed: 4.0 }, 1.5);
    let (value, derivative) = (ad::call::value(&e, &x), ad::call::vjp(&e, &x, &1.0).1);
    println!("value {:?} plain {:?}", value, plain::duel(&plain::Fighter { attack: 12.0, defense: 9.0, health: 50.0, speed: 3.0 }, &plain::Fighter { attack: 15.0, defense: 7.0, health: 45.0, speed: 4.0 }, (plain::Element::Water, plain::Element::Fire), 1.5));
    ad::testing::check(&e, &x).unwrap();
}
