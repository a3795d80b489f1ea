//! The order of evaluation: operands, arguments, receivers, indices, right sides, conditions.

use crate::behaviour::{Noisy, count, log, note};
use crate::foreign::{Bag, Handle, Shelf, name};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::AddAssign;
use std::time::Duration;

#[ad::exp]
#[derive(Clone, Copy, Debug)]
pub struct Height {
    pub metres: f64,
}

#[ad::exp]
impl AddAssign for Height {
    fn add_assign(&mut self, other: Self) {
        log("add_assign");
        self.metres += other.metres;
    }
}

same! {
    fn operands_from_left_to_right(x: f64, y: f64) -> f64 {
        note("a", x) + note("b", y) * note("c", 2.0) - note("d", x) / note("e", y)
    }

    fn literal_before_effect(x: f64) -> f64 {
        2.0 * note("a", x) + note("b", 3.0) * 0.5
    }

    fn comparison_operands(x: f64, y: f64) -> f64 {
        if note("a", x) < note("b", y) { note("then", x) } else { note("else", y) }
    }

    fn short_circuits(x: f64, y: f64) -> f64 {
        let both = note("a", x > 0.0) && note("b", y > 0.0);
        let either = note("c", x < 0.0) || note("d", y < 0.0);
        let strict = note("e", both) & note("f", either) | note("g", true) ^ note("h", x == y);
        if both && !either || strict { x } else { y }
    }

    fn array_elements(x: f64) -> f64 {
        let a = [note("0", x), { log("1"); 2.0 }, note("2", x * x)];
        a[note("i", 0)] - a[note("j", 2)]
    }

    fn vec_elements(x: f64) -> f64 {
        let v = vec![note("0", x), { log("1"); 2.0 }, note("2", x * x)];
        let w = vec![note("element", x); note("length", 2)];
        v[note("i", 1)] * w[note("j", 1)]
    }

    fn tuple_fields(x: f64) -> (f64, f64) {
        let t = (note("0", x), note("1", 2usize), note("2", (x, 1.0)));
        (t.0, t.2.1 + t.1 as f64)
    }

    fn repeat_count(x: f64) -> f64 {
        let a = [note("once", x); 3];
        a[0] + a[2]
    }

    fn method_receiver_and_arguments(x: f64, y: f64) -> f64 {
        note("receiver", x).mul_add(note("factor", y), { log("term"); 1.5 }).max(note("bound", x))
    }

    fn path_call_arguments(x: f64, y: f64) -> f64 {
        f64::mul_add(note("a", x), note("b", y), note("c", 0.5)) + f64::max(note("d", x), note("e", y))
    }

    fn closure_call_arguments(x: f64, y: f64) -> f64 {
        let f = |a: f64, b: f64| note("body", a - b);
        f(note("first", x), note("second", y)) + note("callee", |a: f64| a * 2.0)(note("argument", x))
    }

    fn assign_to_simple_place(x: f64) -> f64 {
        let mut y = note("init", x);
        y = note("right", y * 2.0);
        y
    }

    fn assign_to_indexed_place(x: f64) -> f64 {
        let mut v = vec![x, 2.0];
        v[note("index", 1)] = note("right", x);
        let mut a = [x, 2.0];
        a[note("index", 0)] = note("right", 3.0);
        v[1] * a[0]
    }

    fn compound_assign_to_local(x: f64) -> f64 {
        let mut y = x;
        y += note("right", 1.0);
        y *= { log("block"); y };
        y -= note("minus", x);
        y /= note("divide", 4.0);
        y %= note("remainder", 3.0);
        y
    }

    fn compound_assign_to_array_element(x: f64) -> f64 {
        let mut a = [x, 2.0, 3.0];
        a[note("index", 1)] += note("right", x);
        a[note("index", 2)] -= note("right", x * 2.0);
        a[0] + a[1] * a[2]
    }

    fn compound_assign_to_vec_element(x: f64) -> f64 {
        let mut v = vec![x, 2.0, 3.0];
        v[note("index", 1)] += note("right", x);
        v[note("index", 2)] *= note("right", x * 2.0);
        v[0] + v[1] * v[2]
    }

    fn compound_assign_to_nested_element(x: f64) -> f64 {
        let mut m = vec![vec![x, 1.0], vec![2.0, x]];
        m[note("i", 1)][note("j", 0)] += note("right", m[0][1]);
        m[note("i", 0)][note("j", 1)] /= note("right", m[1][0] + 1.0);
        m[1][0] - m[0][1]
    }

    fn compound_assign_reads_the_same_container(x: f64) -> f64 {
        let mut v = vec![x, 2.0, 3.0];
        v[0] += v.iter().sum::<f64>();
        v[1] *= v[0] + v[2];
        v[2] -= v.iter().map(|y| y * y).sum::<f64>();
        v[0] + v[1] + v[2]
    }

    fn compound_assign_with_inferred_sum(x: f64) -> f64 {
        let mut v = vec![x, 2.0, 3.0];
        v[note("i", 0)] += v.iter().sum::<f64>() + note("right", 1.0);
        v[0]
    }

    fn compound_assign_index_changed_on_the_right(x: f64) -> f64 {
        let mut i = 0;
        let mut a = [x, 10.0, 20.0];
        a[i] += { i += 1; a[i] };
        a[i] *= { i += 1; x };
        a[0] + 2.0 * a[1] + 3.0 * a[2]
    }

    fn compound_assign_index_advanced_on_the_left(x: f64) -> f64 {
        let mut i = 0;
        let mut next = || { i += 1; log("next"); i };
        let mut a = [x, 10.0, 20.0, 30.0];
        a[next()] += note("right", x);
        a[next()] -= note("right", 1.0);
        a[1] * a[2]
    }

    fn compound_assign_both_sides_advance(x: f64) -> f64 {
        let i = std::cell::Cell::new(0);
        let next = || { i.set(i.get() + 1); i.get() };
        let mut a = [x, 10.0, 20.0, 30.0, 40.0];
        a[next()] += next() as f64 * x;
        a[next()] -= next() as f64;
        a[0] + 2.0 * a[1] + 3.0 * a[2] + 4.0 * a[3] + 5.0 * a[4]
    }

    fn compound_assign_through_reference(x: f64) -> f64 {
        let mut y = x;
        let r = &mut y;
        *note("place", &mut *r) += note("right", 2.0);
        *r *= note("factor", x);
        y
    }

    fn compound_assign_through_box(x: f64) -> f64 {
        let mut b = Box::new(x);
        *b += note("right", 2.0);
        *note("place", &mut b).as_mut() -= note("right", x * 2.0);
        *b
    }

    fn compound_assign_through_method(x: f64) -> f64 {
        let mut v = vec![x, 1.0];
        *v.last_mut().unwrap() += note("right", x);
        *note("place", v.first_mut()).unwrap() *= note("right", 3.0);
        v[0] - v[1]
    }

    fn compound_assign_to_field_of_element(x: f64) -> f64 {
        let mut v = vec![(x, 1.0), (2.0, x)];
        v[note("i", 1)].0 += note("right", x);
        v[note("i", 0)].1 -= note("right", v[1].0);
        v[1].0 * v[0].1
    }

    fn compound_assign_in_condition_of_right(x: f64, y: f64) -> f64 {
        let mut a = [x, y];
        a[note("i", (x > y) as usize)] += if note("condition", x < y) { { log("less"); 1.0 } } else { note("more", x) };
        a[0] + a[1] * 3.0
    }

    fn integer_compound_assign_order(x: f64) -> f64 {
        let mut k = [1usize, 2, 3];
        let mut i = 0;
        k[note("i", i)] += { i += 1; note("right", k[i]) };
        k[i] *= { i += 1; 10 };
        x * k[0] as f64 + k[1] as f64
    }

    fn assign_destructures(x: f64, y: f64) -> f64 {
        let (mut a, mut b) = (x, y);
        (a, b) = (note("b", b), note("a", a));
        [a, _] = [note("0", a * 2.0), note("1", b)];
        (_, b) = (note("x", 1), note("y", a + b));
        a - b
    }

    fn nested_assignment_value(x: f64) -> f64 {
        let mut a = x;
        let unit = { a = note("inner", 2.0); };
        let () = unit;
        let b = { a += 1.0; a };
        a * b
    }

    fn struct_literal_fields_in_written_order(x: f64) -> f64 {
        struct Pair<T> { first: T, second: T }
        let Pair { second, first } = Pair { second: note("second", x), first: note("first", x * 2.0) };
        first - second
    }

    fn functional_update(x: f64) -> f64 {
        #[derive(Clone)]
        struct Three<T> { a: T, b: T, c: T }
        let base = Three { a: x, b: x + 1.0, c: x * x };
        let t = Three { b: note("b", base.a), ..note("base", base.clone()) };
        t.a * t.b + t.c
    }

    fn range_ends(x: f64) -> f64 {
        let mut sum = 0.0;
        for i in note("start", 1)..note("end", 4) { sum += note("body", x * i as f64); }
        for i in (note("from", 0)..=note("to", 2)).rev() { sum -= i as f64; }
        sum
    }

    fn match_scrutinee_then_guards(x: f64, y: f64) -> f64 {
        match note("scrutinee", (x, y)) {
            (a, _) if note("first", a > 1.0) => note("one", a),
            (_, b) if note("second", b > 1.0) => note("two", b),
            (a, b) => note("three", a + b),
        }
    }

    fn if_let_chain(x: f64, y: f64) -> f64 {
        if note("a", x > 0.0) && let Some(z) = note("b", Some(y)) && note("c", z > x) && let w = note("d", z * 2.0) {
            w
        } else {
            note("else", x)
        }
    }

    fn while_conditions(x: f64) -> f64 {
        let mut k = 3;
        let mut y = x;
        while note("condition", k > 0) { y = note("body", y * 0.5); k -= 1; }
        y
    }

    fn index_expression_before_bounds(x: f64) -> f64 {
        let v = [x, 1.0];
        note("base", &v)[note("index", 1)] + note("base", v)[note("index", 0)]
    }

    fn return_value_before_exit(x: f64) -> f64 {
        let _noisy = Noisy("local");
        if x > 0.0 { return note("returned", x); }
        note("tail", -x)
    }

    fn break_value_before_exit(x: f64) -> f64 {
        loop {
            let _noisy = Noisy("in loop");
            break note("broken", x * 2.0);
        }
    }

    fn question_mark_stops(x: f64) -> f64 {
        let attempt = |a: Option<f64>, b: Option<f64>| -> Option<f64> { Some(note("a", a)? * note("b", b)? + note("c", 1.0)) };
        attempt(Some(x), None).unwrap_or(2.0) + attempt(None, Some(x)).unwrap_or(x) + attempt(Some(x), Some(x)).unwrap_or(0.0)
    }

    fn count_of_effects_as_value(x: f64) -> f64 {
        let mut a = [x; 8];
        a[count()] += count() as f64;
        a[count()] -= count() as f64 * x;
        a.iter().enumerate().map(|(i, a)| i as f64 * a).sum()
    }

    fn right_side_borrows_the_same_refcell_of_a_string(x: f64) -> f64 {
        let cell = RefCell::new(String::from("a"));
        *cell.borrow_mut() += &cell.borrow().clone();
        x * cell.borrow().len() as f64
    }

    fn temporaries_of_plain_compound_assignment(x: f64) -> f64 {
        let mut v = vec![String::from("a")];
        v[Noisy("index").value(0)] += Noisy("right").value("b");
        let mut k = [1, 2];
        k[Noisy("index").value(0)] += Noisy("right").value(3);
        x * (v[0].len() + k[0]) as f64
    }

    fn strings_in_a_vec_with_a_moving_index(x: f64) -> f64 {
        let i = std::cell::Cell::new(0);
        let next = || { i.set(i.get() + 1); log("next"); i.get() };
        let mut v = vec![String::new(), "b".to_owned(), "c".to_owned(), "d".to_owned()];
        v[next()] += &name(next());
        log(v.join(","));
        x + v[1].len() as f64
    }

    fn different_right_sides(x: f64) -> f64 {
        let mut bags: Vec<Bag> = vec![Bag::default(), Bag::default()];
        bags[note("i", 1)] += note("name", "one");
        bags[note("i", 1)] += note("number", 2usize);
        bags[0] += "literal";
        log(format!("{bags:?}"));
        Bag::default() | x
    }

    fn durations(x: f64) -> f64 {
        let mut d = vec![Duration::from_secs(1), Duration::from_millis(20)];
        d[note("i", 1)] += note("right", Duration::from_secs(2));
        d[0] *= 3;
        let sum: Duration = d.iter().sum();
        x * sum.as_secs() as f64
    }

    fn maps_of_strings(x: f64) -> f64 {
        let mut m: HashMap<&str, String> = HashMap::new();
        *m.entry(note("key", "a")).or_default() += note("right", "x");
        *m.get_mut("a").unwrap() += note("again", "yz");
        x * m["a"].len() as f64
    }

    fn user_types_over_numbers_in_a_vec(x: f64) -> f64 {
        struct Wrap<T>(T);
        impl<T: AddAssign> AddAssign<T> for Wrap<T> {
            fn add_assign(&mut self, other: T) { log("add_assign"); self.0 += other; }
        }
        let i = std::cell::Cell::new(0);
        let next = || { i.set(i.get() + 1); i.get() };
        let mut v = vec![Wrap(x), Wrap(x * 2.0), Wrap(x * 3.0)];
        let right = x * next() as f64;
        v[next()] += right;
        v[0].0 + v[1].0 + v[2].0
    }

    fn logging_pointer(x: f64) -> f64 {
        let mut h = Handle(vec![x, 2.0]);
        h[note("i", 0)] += note("right", x);
        h.push(x);
        let y = h[1] + h.iter().sum::<f64>();
        let mut n = Handle(x);
        *n += note("right", 1.0);
        *n * y
    }

    fn records_are_assigned_to(x: f64) -> f64 {
        let i = std::cell::Cell::new(0);
        let next = || { i.set(i.get() + 1); i.get() };
        let mut v = vec![Height { metres: x }, Height { metres: 1.0 }, Height { metres: 2.0 }];
        let right = Height { metres: next() as f64 };
        v[next()] += right;
        v[0].metres + v[1].metres * 10.0 + v[2].metres * 100.0
    }

    fn places_that_act_and_right_sides_that_do_not(x: f64) -> f64 {
        let mut i = 0;
        let mut v = vec![x, 2.0, 3.0];
        v[{ i += 1; i }] += i as f64;
        v[{ i += 1; i }] *= x;
        let mut y = x;
        v[{ y = 5.0; 0 }] -= y;
        v[0] + 10.0 * v[1] + 100.0 * v[2] + y
    }

    fn right_sides_by_reference_come_second(x: f64) -> f64 {
        let mut v = vec![x, 2.0];
        let w = [1.0, x];
        let y = &w[1];
        v[note("i", 1)] += y;
        v[note("i", 0)] += &w[note("j", 0)];
        v[0] -= w.get(note("j", 1)).copied().unwrap_or(0.5);
        v[1] *= w.first().unwrap();
        v[0] - v[1]
    }

    fn sums_of_the_container_itself(x: f64) -> f64 {
        let mut v = vec![x, 2.0, 3.0];
        v[0] += v.iter().sum::<f64>();
        v[1] -= v.iter().copied().fold(0.0, |a, b| a + b);
        let sum: f64 = { v[2] *= v.iter().product::<f64>(); v[2] };
        v[0] + v[1] + sum
    }

    fn right_sides_behind_a_reference(x: f64) -> f64 {
        let mut v = vec![x, 2.0];
        let w = &[1.0, x];
        v[note("i", 1)] += *note("reference", &w[1]);
        v[note("i", 0)] -= *w.get(note("j", 1)).unwrap();
        v[0] - v[1]
    }

    fn right_sides_that_cannot_fail_beside_those_that_can(x: f64) -> f64 {
        let mut v = vec![x, 2.0];
        let (k, pair) = (3, (x, 1.5));
        v[note("i", 1)] += (k - 4) as f64 + pair.1;
        v[note("i", 0)] *= -(pair.0 + 1.0);
        v[0] - v[1]
    }

    fn right_sides_that_are_cast(x: f64) -> f64 {
        let mut v = vec![x, 2.0];
        v[note("i", 1)] += name(7).len() as f64;
        v[note("j", 0)] *= v.len() as f64;
        v[0] - v[1]
    }

    fn integers_in_a_container_of_somebody(x: f64) -> f64 {
        let mut counts = Shelf(vec![1usize, 2, 3]);
        let n = 3;
        counts[note("i", 1)] += n * 2;
        counts[note("j", 2)] -= n - 1;
        x * counts.0[1] as f64 + counts.0[2] as f64
    }

    fn single_precision_in_place(x: f64) -> f64 {
        let mut t = 0.1f32;
        t += 0.2;
        t *= 3.0;
        let mut s = [0.5f32, t];
        s[note("i", 1)] -= 0.25;
        x * s[1] as f64 + s[0] as f64
    }

    fn fields_behind_a_pointer(x: f64) -> f64 {
        let mut h = Handle(Height { metres: x });
        h.metres += note("right", x);
        h.metres *= 2.0;
        h.metres
    }
}
