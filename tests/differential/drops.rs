//! Temporaries, scopes and moves: the order of drops.

use crate::behaviour::{Noisy, log, note};
use std::cell::RefCell;
use std::rc::Rc;

/// A guard over a number: an effect when it is made and another when it goes.
pub struct Guard<'a, T>(&'a RefCell<T>, &'static str);

impl<'a, T: Copy> Guard<'a, T> {
    pub fn new(cell: &'a RefCell<T>, name: &'static str) -> Self {
        log(format!("lock {name}"));
        Guard(cell, name)
    }
    pub fn get(&self) -> T {
        *self.0.borrow()
    }
}

impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        log(format!("unlock {}", self.1));
    }
}

same! {
    fn locals_in_reverse(x: f64) -> f64 {
        let _a = Noisy("a");
        let _b = Noisy("b");
        let _ = Noisy("at once");
        { let _c = Noisy("c"); log("inner"); }
        x * 2.0
    }

    fn shadowed_values_live_on(x: f64) -> f64 {
        let a = Noisy("first");
        let a = Noisy("second");
        let y = a.value(x);
        drop(a);
        log("end");
        y
    }

    fn temporaries_of_a_statement(x: f64) -> f64 {
        let y = Noisy("temporary").value(x) + Noisy("other").value(1.0);
        log("after");
        y * Noisy("tail").value(x)
    }

    fn temporaries_of_compound_assignment(x: f64) -> f64 {
        let mut a = [x, 2.0];
        a[Noisy("index").value(1)] += Noisy("right").value(x);
        log("between");
        a[Noisy("index").value(0)] -= Noisy("right").value(x) * 2.0;
        a[0] - a[1]
    }

    fn temporaries_of_a_place_behind_a_guard(x: f64) -> f64 {
        let cell = RefCell::new(x);
        let mut a = [x, x];
        a[{ Guard::new(&cell, "left").get(); 1 }] += Guard::new(&cell, "right").get();
        a[1]
    }

    fn extended_temporaries(x: f64) -> f64 {
        let r = &Noisy("extended");
        let s = &[Noisy("in array")][0];
        log("used");
        r.value(x) + s.value(x)
    }

    fn scrutinee_lives_through_match(x: f64) -> f64 {
        match Noisy("scrutinee").value(x) {
            y if y > 0.0 => { log("arm"); y }
            y => { log("other arm"); -y }
        }
    }

    fn condition_does_not_live_through_if(x: f64) -> f64 {
        if Noisy("condition").value(x) > 0.0 { log("then"); x } else { log("else"); -x }
    }

    fn if_let_drops_before_else(x: f64) -> f64 {
        if let Some(y) = Noisy("scrutinee").value(Some(x).filter(|x| *x > 0.0)) { log("then"); y } else { log("else"); x }
    }

    fn while_let_drops_each_round(x: f64) -> f64 {
        let mut v = vec![x, 1.0];
        let mut sum = 0.0;
        while let Some(y) = Noisy("round").value(v.pop()) { log("body"); sum += y; }
        sum
    }

    fn let_else_drops_before_else(x: f64) -> f64 {
        let Some(y) = Noisy("scrutinee").value(Some(x).filter(|x| *x > 1.0)) else { log("else"); return x };
        log("bound");
        y
    }

    fn for_loop_holds_its_iterator(x: f64) -> f64 {
        let mut sum = 0.0;
        for y in Noisy("iterated").value([x, 2.0]) { log("body"); sum += y; }
        log("after");
        sum
    }

    fn block_tail_drops_before_locals(x: f64) -> f64 {
        let y = { let local = Noisy("local"); Noisy("tail").value(local.value(x)) };
        log("outside");
        y
    }

    fn moved_and_partially_moved(x: f64) -> f64 {
        let pair = (Noisy("first"), Noisy("second"), x);
        let (a, _, y) = pair;
        log("after move");
        drop(a);
        y + 1.0
    }

    fn conditional_move(x: f64) -> f64 {
        let a = Noisy("maybe moved");
        if x > 0.0 { drop(a); }
        log("after");
        x
    }

    fn overwriting_drops_the_old_value(x: f64) -> f64 {
        let mut a = Noisy("old");
        log("before");
        a = Noisy("new");
        let mut v = vec![Noisy("element")];
        v[0] = note("right", Noisy("other"));
        let old = std::mem::replace(&mut v[0], Noisy("third"));
        log("after");
        old.value(x)
    }

    fn closure_drops_what_it_captured(x: f64) -> f64 {
        let a = Noisy("captured");
        let f = move |y: f64| a.value(y * x);
        let y = f(2.0);
        drop(f);
        log("after");
        y
    }

    fn break_drops_the_loop_body(x: f64) -> f64 {
        'outer: for i in 0..3 {
            let _a = Noisy("outer body");
            for j in 0..3 {
                let _b = Noisy("inner body");
                if i + j == 1 { continue 'outer; }
                if i + j == 2 { break 'outer; }
            }
        }
        x
    }

    fn question_mark_drops_temporaries(x: f64) -> f64 {
        let f = |o: Option<f64>| -> Option<f64> {
            let _local = Noisy("local");
            let y = Noisy("temporary").value(o)?;
            log("not reached without a value");
            Some(y)
        };
        f(Some(x)).unwrap_or(1.0) + f(None).unwrap_or(2.0)
    }

    fn reference_counts(x: f64) -> f64 {
        let shared = Rc::new(RefCell::new(x));
        let other = Rc::clone(&shared);
        *other.borrow_mut() += note("right", 1.0);
        let y = *shared.borrow() * Rc::strong_count(&shared) as f64;
        drop(other);
        y + Rc::strong_count(&shared) as f64
    }

    fn assignment_through_a_refcell(x: f64) -> f64 {
        let cell = RefCell::new(vec![x, 2.0]);
        cell.borrow_mut()[note("i", 0)] += note("right", 2.0);
        let other = cell.borrow()[1];
        cell.borrow_mut()[1] *= other + x;
        let sum: f64 = cell.borrow().iter().sum();
        sum
    }

    fn right_side_borrows_the_same_refcell(x: f64) -> f64 {
        let cell = RefCell::new(x);
        *cell.borrow_mut() += *cell.borrow();
        cell.into_inner()
    }

    fn right_side_borrows_the_same_refcell_of_a_vec(x: f64) -> f64 {
        let cell = RefCell::new(vec![x, 1.0]);
        cell.borrow_mut()[0] += cell.borrow()[1];
        let y = cell.borrow()[0];
        y
    }

    fn panic_unwinds_locals(x: f64) -> f64 {
        let _a = Noisy("a");
        let b = Noisy("b");
        let v = [x];
        let i = if x > 0.0 { 1 } else { 0 };
        b.value(v[i])
    }

    fn arguments_before_a_panic_are_dropped(x: f64) -> f64 {
        let f = |_: Noisy, y: f64, _: Noisy| y;
        f(Noisy("first"), if x > 1.0 { panic!("too large") } else { x }, Noisy("second"))
    }

    fn struct_fields_in_order(x: f64) -> f64 {
        struct Holder<T> { b: Noisy, a: Noisy, value: T }
        let h = Holder { a: Noisy("a"), value: x, b: Noisy("b") };
        h.a.value(h.value) + h.b.value(1.0)
    }

    fn boxes_and_trait_objects(x: f64) -> f64 {
        trait Speak { fn speak(&self) -> usize; }
        impl Speak for Noisy { fn speak(&self) -> usize { log("speak"); self.0.len() } }
        let all: Vec<Box<dyn Speak>> = vec![Box::new(Noisy("one")), Box::new(Noisy("three"))];
        let total: usize = all.iter().map(|s| s.speak()).sum();
        x * total as f64
    }

    fn forgotten_and_taken(x: f64) -> f64 {
        let mut slot = Some(Noisy("slot"));
        let taken = slot.take();
        log("taken");
        std::mem::forget(Noisy("forgotten"));
        slot.replace(Noisy("replaced"));
        taken.map_or(x, |noisy| noisy.value(x * 2.0))
    }
}
