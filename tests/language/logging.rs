//! The log output of a function is that of the plain function, under every dictionary.

use ad::prelude::*;
use std::cell::RefCell;
use std::fmt::{Debug, Write};
use tracing::field::{Field, Visit};
use tracing::span;

thread_local! {
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

fn say(text: &str) {
    SAID.with_borrow_mut(|said| *said += text);
}

/// The log output of `run`.
fn said<T>(run: impl FnOnce() -> T) -> String {
    SAID.take();
    run();
    SAID.take()
}

struct Listener;

impl log::Log for Listener {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        say(&format!("{} {}: {}", record.level(), record.target(), record.args()));
        record.key_values().visit(&mut Pairs).expect("nothing fails");
        say("\n");
    }

    fn flush(&self) {}
}

struct Pairs;

impl<'kvs> log::kv::VisitSource<'kvs> for Pairs {
    fn visit_pair(
        &mut self,
        key: log::kv::Key<'kvs>,
        value: log::kv::Value<'kvs>,
    ) -> Result<(), log::kv::Error> {
        say(&format!(", {key} = {value}"));
        Ok(())
    }
}

impl tracing::Subscriber for Listener {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut text = Text(format!("{} {}:", event.metadata().level(), event.metadata().target()));
        event.record(&mut text);
        say(&(text.0 + "\n"));
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {} = {value:?},", field.name()).expect("a text grows");
    }
}

/// The text once plain and once annotated.
macro_rules! logging {
    ($($function:tt)*) => {
        mod plain {
            use log::{info, warn};

            struct Point {
                x: f64,
            }

            pub(super) $($function)*
        }

        use log::{info, warn};

        #[exp]
        struct Point {
            x: f64,
        }

        #[exp]
        $($function)*
    };
}

logging! { fn logs(k: usize, x: f64) -> f64 {
    let y = x * x;
    let p = Point { x: y };
    info!("x = {x}, {y:.3?} {}", k);
    log::debug!(target: "fit", "{:e} {} {}", y + 1.0, 0.5, "text",);
    warn!("nothing of numbers");
    log::log!(log::Level::Error, "{:?}", [x, y]);
    log::info!(target: "fit", step = k, x:?, y:% = y * 2.0; "now {}", p.x);
    tracing::info!("x = {x:>8.2} {}", y);
    tracing::warn!(target: "fit", k, rate = 0.5, ?y, p.x = %p.x, of.y = ?[y], "now {x}");
    tracing::event!(tracing::Level::TRACE, %y);
    tracing::error!(name: "end", k, answer = ?y);
    y * p.x
} }

#[test]
fn numbers_are_logged_as_the_plain_function_logs_them() {
    // Another test of this process may not log: there is one logger, and it is for all threads.
    log::set_logger(&Listener).expect("there is no other logger here");
    log::set_max_level(log::LevelFilter::Trace);
    tracing::subscriber::with_default(Listener, || {
        let plain = said(|| plain::logs(3, 1.5)).replace("::plain", "");
        assert_eq!(plain.lines().count(), 9, "{plain}");
        assert!(plain.contains("INFO language::logging: x = 1.5, 2.250 3\n"), "{plain}");
        assert!(plain.contains("INFO fit: now 2.25, step = 3, x = 1.5, y = 4.5\n"), "{plain}");
        assert!(
            plain.contains(
                "WARN fit: message = now 1.5, k = 3, rate = 0.5, y = 2.25, p.x = 2.25, of.y = [2.25],\n"
            ),
            "{plain}"
        );
        assert_eq!(said(|| logs(3, 1.5)), plain);
        assert_eq!(said(|| forward::diff(Logs { k: 3 }).at(1.5)), plain);
        assert_eq!(said(|| stack::diff(stack::diff(Logs { k: 3 })).at(1.5)), plain);
        assert_eq!(said(|| taylor::derivatives::<2, _>(Logs { k: 3 }).at(1.5)), plain);
    });
}

mod own {
    use ad::prelude::*;

    /// A macro of the user's own, of a name that `log` has.
    macro_rules! trace {
        ($a:ident, $b:ident) => {
            $a * $b
        };
    }

    #[exp]
    pub(super) fn area(a: f64, b: f64) -> f64 {
        trace!(a, b)
    }
}

#[test]
fn a_users_macro_of_such_a_name_is_unchanged() {
    assert_eq!(call::grad(&own::Area, &(2.0, 3.0)), (3.0, 2.0));
}
