#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod cards {
        use std::collections::HashMap;

        #[derive(Debug, Clone)]
        struct Deck {
            counts: [u32; 11],
        }

        impl Deck {
            fn without(seen: &[u8]) -> Deck {
                let mut counts = [4; 11];
                counts[0] = 0;
                counts[10] = 16;
                for &card in seen {
                    counts[card as usize] -= 1;
                }
                Deck { counts }
            }

            fn probabilities(&self) -> impl Iterator<Item = (u8, f64)> + '_ {
                let total: u32 = self.counts.iter().sum();
                self.counts
                    .iter()
                    .enumerate()
                    .filter(|(_, n)| **n > 0)
                    .map(move |(card, n)| (card as u8, f64::from(*n) / f64::from(total)))
            }
        }

        #[derive(PartialEq, Eq, Hash, Clone, Copy)]
        struct Hand {
            total: u8,
            soft: bool,
        }

        impl Hand {
            fn add(self, card: u8) -> Hand {
                let total = self.total + card;
                Hand { total, soft: self.soft || card == 1 }
            }

            fn best(self) -> u8 {
                if self.soft && self.total + 10 <= 21 { self.total + 10 } else { self.total }
            }
        }

        fn play(hand: Hand, deck: &Deck, win: f64, loss: f64, cache: &mut HashMap<Hand, f64>) -> f64 {
            if hand.total > 21 {
                return -loss;
            }
            if let Some(&known) = cache.get(&hand) {
                return known;
            }
            let stand = win * (hand.best() as f64 - 17.0) / 4.0;
            let hit: f64 = deck.probabilities().map(|(card, p)| p * play(hand.add(card), deck, win, loss, cache)).sum();
            let value = if hit > stand { hit } else { stand };
            cache.insert(hand, value);
            value
        }

        pub fn expected_value(hand: &[u8], seen: &[u8], win: f64, loss: f64) -> f64 {
            let deck = Deck::without(seen);
            let start = hand.iter().fold(Hand { total: 0, soft: false }, |h, &c| h.add(c));
            play(start, &deck, win, loss, &mut HashMap::new())
        }
    }
    pub use cards::*;
}

fn main() {
    ad::testing::check_function(&exp::ExpectedValue { hand: &[10, 6], seen: &[10, 10, 5, 4] }, |x| plain::expected_value(&[10, 6], &[10, 10, 5, 4], x.0, x.1), &(1.0, 0.5)).unwrap();
}
