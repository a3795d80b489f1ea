#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod market {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Side {
            Bid,
            Ask,
        }

        #[derive(Debug, Clone)]
        pub struct Order {
            pub trader: usize,
            pub side: Side,
            pub price: f64,
            pub amount: f64,
        }

        #[derive(Default)]
        struct Book {
            bids: Vec<Order>,
            asks: Vec<Order>,
        }

        impl Book {
            /// Inserts an order that rests; the best price is last.
            fn rest(&mut self, order: Order) {
                match order.side {
                    Side::Bid => {
                        let i = self.bids.partition_point(|o| o.price < order.price);
                        self.bids.insert(i, order);
                    }
                    Side::Ask => {
                        let i = self.asks.partition_point(|o| o.price > order.price);
                        self.asks.insert(i, order);
                    }
                }
            }

            fn submit(&mut self, mut order: Order, mut settle: impl FnMut(usize, usize, f64, f64)) {
                loop {
                    let opposite = match order.side {
                        Side::Bid => &mut self.asks,
                        Side::Ask => &mut self.bids,
                    };
                    let crosses = |best: &Order| match order.side {
                        Side::Bid => best.price <= order.price,
                        Side::Ask => best.price >= order.price,
                    };
                    let Some(best) = opposite.last_mut().filter(|best| crosses(best)) else {
                        return self.rest(order);
                    };
                    let (buyer, seller) = match order.side {
                        Side::Bid => (order.trader, best.trader),
                        Side::Ask => (best.trader, order.trader),
                    };
                    let traded = order.amount.min(best.amount);
                    settle(buyer, seller, best.price, traded);
                    if best.amount > order.amount {
                        best.amount -= traded;
                        return;
                    }
                    order.amount -= traded;
                    opposite.pop();
                }
            }
        }

        /// The welfare of all traders: logarithmic in cash and goods.
        pub fn welfare(orders: &[Order], endowment: &[(f64, f64)], fee: f64) -> f64 {
            let mut accounts = endowment.to_vec();
            let mut book = Book::default();
            for order in orders.iter().cloned() {
                book.submit(order, |buyer, seller, price, amount| {
                    let paid = price * amount;
                    accounts[buyer].0 -= paid * (1.0 + fee);
                    accounts[buyer].1 += amount;
                    accounts[seller].0 += paid * (1.0 - fee);
                    accounts[seller].1 -= amount;
                });
            }
            accounts.into_iter().map(|(cash, goods)| cash.ln() + 2.0 * goods.ln()).sum()
        }
    }
    pub use market::*;
}

fn main() {
    macro_rules! orders {
        ($m:ident) => {
            vec![
                $m::Order { trader: 0, side: $m::Side::Ask, price: 2.1, amount: 1.5 },
                $m::Order { trader: 1, side: $m::Side::Ask, price: 1.9, amount: 0.8 },
                $m::Order { trader: 2, side: $m::Side::Bid, price: 2.3, amount: 1.7 },
                $m::Order { trader: 1, side: $m::Side::Bid, price: 1.6, amount: 0.5 },
                $m::Order { trader: 0, side: $m::Side::Ask, price: 1.5, amount: 1.2 },
            ]
        };
    }
    let endowment = vec![(4.0, 5.0), (6.0, 2.0), (9.0, 0.7)];
    let e = exp::Welfare;
    let x = (orders!(exp), endowment.clone(), 0.01);
    println!("value {:?} plain {:?}", ad::call::value(&e, &x), plain::welfare(&orders!(plain), &endowment, 0.01));
    ad::testing::check(&e, &x).unwrap();
}
