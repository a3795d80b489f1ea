#![allow(dead_code, unused)]
mod exp {
    use ad::prelude::*;

    #[exp(adjoint)]
    pub mod inventory {
        use std::collections::HashMap;

        #[derive(Debug, Clone)]
        pub struct Item {
            name: String,
            price: f64,
            quantity: u32,
            discount: Option<f64>,
        }

        #[derive(Debug)]
        pub enum CartError {
            OutOfStock(String),
            BelowMinimum { total: f64, minimum: f64 },
        }

        #[derive(Default)]
        pub struct Cart {
            items: Vec<Item>,
            coupons: Vec<Coupon>,
        }

        pub enum Coupon {
            Percent(f64),
            Flat(f64),
            BuyTwoGetOne,
        }

        impl Cart {
            pub fn add(&mut self, name: &str, price: f64, quantity: u32) -> &mut Self {
                match self.items.iter_mut().find(|i| i.name == name) {
                    Some(item) => item.quantity += quantity,
                    None => self.items.push(Item { name: name.into(), price, quantity, discount: None }),
                }
                self
            }

            pub fn coupon(&mut self, coupon: Coupon) -> &mut Self {
                self.coupons.push(coupon);
                self
            }

            fn subtotal(&self) -> f64 {
                self.items
                    .iter()
                    .map(|Item { price, quantity, discount, .. }| {
                        price * *quantity as f64 * (1.0 - discount.unwrap_or(0.0))
                    })
                    .sum()
            }

            fn free_items(&self) -> f64 {
                self.items.iter().filter(|i| i.quantity >= 3).map(|i| f64::from(i.quantity / 3) * i.price).sum()
            }

            pub fn checkout(&self, minimum: f64) -> Result<f64, CartError> {
                if let Some(item) = self.items.iter().find(|i| i.quantity == 0) {
                    return Err(CartError::OutOfStock(item.name.clone()));
                }
                let total = self.coupons.iter().fold(self.subtotal(), |total, coupon| match coupon {
                    Coupon::Percent(p) => total * (1.0 - p),
                    Coupon::Flat(amount) => (total - amount).max(0.0),
                    Coupon::BuyTwoGetOne => total - self.free_items(),
                });
                if total < minimum {
                    Err(CartError::BelowMinimum { total, minimum })
                } else {
                    Ok(total)
                }
            }
        }

        pub fn revenue(tea: f64, cup: f64, percent: f64, minimum: f64) -> f64 {
            let mut cart = Cart::default();
            cart.add("tea", tea, 2).add("cup", cup, 1).add("tea", tea, 2);
            cart.coupon(Coupon::Percent(percent)).coupon(Coupon::BuyTwoGetOne).coupon(Coupon::Flat(1.0));
            match cart.checkout(minimum) {
                Ok(total) => total,
                Err(CartError::BelowMinimum { total, minimum }) => minimum + 0.1 * (minimum - total),
                Err(CartError::OutOfStock(_)) => 0.0,
            }
        }
    }
    pub use inventory::*;
}

fn main() {
    ad::testing::check_function(&exp::Revenue, |x| plain::revenue(x.0, x.1, x.2, x.3), &(4.5, 8.0, 0.15, 10.0)).unwrap();
    ad::testing::check_function(&exp::Revenue, |x| plain::revenue(x.0, x.1, x.2, x.3), &(4.5, 8.0, 0.15, 30.0)).unwrap();
}
