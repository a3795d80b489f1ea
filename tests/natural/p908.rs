#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    /// Expected hits to win a fight: minimal damage after armor, critical hits, and healing between rounds.
    /// Returns the remaining health of both fighters after the fight or `max_rounds`.
    #[exp(adjoint)]
    pub fn duel(hero: (f64, f64, f64), monster: (f64, f64, f64), crit: f64, heal: f64, max_rounds: usize) -> (f64, f64) {
        let (mut hero_hp, hero_attack, hero_armor) = hero;
        let (mut monster_hp, monster_attack, monster_armor) = monster;
        let full = hero_hp;
        let damage = |attack: f64, armor: f64| {
            let reduced = attack * 100.0 / (100.0 + armor);
            reduced.max(0.1 * attack)
        };

        let mut round = 0;
        let winner = loop {
            round += 1;
            let multiplier = 1.0 + crit * if round % 3 == 0 { 2.0 } else { 0.5 };
            monster_hp -= damage(hero_attack, monster_armor) * multiplier;
            if monster_hp <= 0.0 {
                break Some("hero");
            }
            hero_hp -= damage(monster_attack, hero_armor);
            if hero_hp <= 0.0 {
                break Some("monster");
            }
            hero_hp = (hero_hp + heal).min(full);
            if round == max_rounds {
                break None;
            }
        };
        match winner {
            Some("hero") => (hero_hp, 0.0),
            Some(_) => (0.0, monster_hp),
            None => (hero_hp, monster_hp),
        }
    }
}

fn main() {
    use ad::prelude::*;
    let e = exp::Duel { max_rounds: 5 };
    let x = ((60.0, 14.0, 30.0), (150.0, 11.0, 20.0), 0.25, 1.5);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::duel(x.0, x.1, x.2, x.3, 5));
    ad::testing::check(&e, &x).unwrap();
}
