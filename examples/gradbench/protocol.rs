//! The protocol: which message gets which answer, and how long an evaluation is repeated.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::messages::{self, Evaluation};

/// The answer to one message.
pub fn answer(line: &str) -> Value {
    let message: Map<String, Value> = match serde_json::from_str(line) {
        Ok(message) => message,
        Err(error) => return json!({ "id": null, "success": false, "error": error.to_string() }),
    };
    let text = |key: &str| message.get(key).and_then(Value::as_str).unwrap_or_default();
    let id = message.get("id").cloned().unwrap_or(Value::Null);
    match text("kind") {
        "start" => json!({ "id": id, "tool": "ad" }),
        "define" => json!({ "id": id, "success": messages::MODULES.contains(&text("module")) }),
        "evaluate" => {
            let input = message.get("input").cloned().unwrap_or(Value::Null);
            match messages::evaluation(text("module"), text("function"), &input) {
                Ok(evaluation) => {
                    let (output, timings) = repeated(&evaluation, &input);
                    json!({ "id": id, "success": true, "output": output, "timings": timings })
                }
                Err(error) => json!({ "id": id, "success": false, "error": error }),
            }
        }
        _ => json!({ "id": id }),
    }
}

/// Evaluates as often and as long as the input requests, at least once.
fn repeated(evaluation: &Evaluation, input: &Value) -> (Value, Vec<Value>) {
    let least_runs = input.get("min_runs").and_then(Value::as_u64).unwrap_or(1).max(1);
    let seconds = input.get("min_seconds").and_then(Value::as_f64).unwrap_or(0.0);
    let least_time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
    let (mut runs, mut elapsed, mut timings) = (0, Duration::ZERO, Vec::new());
    loop {
        let start = Instant::now();
        let output = evaluation();
        let time = start.elapsed();
        timings.push(
            json!({ "name": "evaluate", "nanoseconds": u64::try_from(time.as_nanos()).unwrap_or(u64::MAX) }),
        );
        runs += 1;
        elapsed += time;
        if runs >= least_runs && elapsed >= least_time {
            return (output(), timings);
        }
    }
}
