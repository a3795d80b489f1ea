// Reverse mode, step by step: a list of moments, and the picture of one of them.

let script = null;
let moments = [];
let timer = null;

const strategy = () => document.querySelector('input[name="strategy"]:checked').value;

/** The moments of the stack: it grows by a step, then it shrinks by one. */
function momentsOfStack({ steps, rows, events }) {
  const list = [{ made: 0, stack: [], row: -1, story: "The stack is empty. The expression begins." }];
  steps.forEach((step, i) => {
    const stack = Array.from({ length: i + 1 }, (_, k) => ({ vertex: k + 1, state: k === i ? "now" : "" }));
    list.push({ made: i + 1, stack, now: i + 1, row: -1, story: `Compute \`u${i + 1} = ${stepText(step)}\`, which is \`${shown(step.value)}\`, and push the step.` });
  });
  const all = list.at(-1).stack.map(({ vertex }) => ({ vertex, state: "" }));
  const end = events.find((event) => event.kind === "return");
  const last = nameOf(end.vertex) ?? "a constant";
  list.push({ made: steps.length, stack: all, row: 0, story: `The expression returns \`${last}\`. ${end.vertex === null ? "It does not depend on `x`." : "Its adjoint is 1."} The backward phase begins.` });
  let left = all;
  rows.slice(1).forEach((row, i) => {
    left = left.filter(({ vertex }) => vertex !== row.reversed);
    list.push({ made: steps.length, stack: left, undone: row.reversed, row: i + 1, story: storyOfReversal(steps, rows, i + 1, `Pop \`u${row.reversed}\``) });
  });
  return list;
}

/** The moments of the handlers. An activation waits for the rest of the computation, and then reverses its step. */
function momentsOfEffects({ steps, rows, events }) {
  const bottom = { kind: "handler", text: "handle", note: "the handler of `diff` is installed" };
  const running = (note) => ({ kind: "running", text: "the expression", note });
  const list = [{ made: 0, stack: [bottom, running("begins")], row: -1, story: "The handler is installed, and the expression begins." }];
  const waiting = [];
  let row = 0;
  const frames = (top) => [bottom, ...waiting.map((vertex) => ({ vertex, note: "waits for the continuation to return" })), ...top];
  for (const event of events) {
    const { vertex } = event;
    const step = steps[vertex - 1];
    if (event.kind === "perform") {
      list.push({ made: vertex, now: vertex, row: -1, stack: frames([{ vertex, state: "now", note: "has the effect, and the continuation" }]),
        story: `Perform \`${stepText(step)}\`: the expression is suspended. The handler computes \`u${vertex}\`, which is \`${shown(step.value)}\`.` });
    } else if (event.kind === "resume") {
      waiting.push(vertex);
      list.push({ made: vertex, now: vertex, row: -1, stack: frames([running(`goes on with u${vertex}`)]),
        story: `Resume the expression with \`u${vertex}\`. The activation of the handler stays beneath: the control stack is the tape.` });
    } else if (event.kind === "return") {
      list.push({ made: steps.length, row: 0, stack: frames([]),
        story: `The expression returns \`${nameOf(vertex) ?? shown(event.value)}\`. ${vertex === null ? "It does not depend on `x`." : "Its adjoint is 1."} The continuations return, the last one first.` });
    } else {
      waiting.pop();
      row += 1;
      list.push({ made: steps.length, undone: vertex, row, stack: frames([{ vertex, state: "undone", note: "reverses its step and returns" }]),
        story: storyOfReversal(steps, rows, row, `The continuation returns to the activation of \`u${vertex}\``) });
    }
  }
  list.push({ ...list.at(-1), undone: undefined, stack: [bottom], story: "The first activation returns, and the handler has the derivative: the adjoint of `x`." });
  return list;
}

function nameOf(vertex) {
  return vertex === null || vertex === undefined ? null : vertex === 0 ? "x" : `u${vertex}`;
}

function storyOfReversal(steps, rows, i, beginning) {
  const { reversed, adjoints } = rows[i];
  if (adjoints[reversed] === null) return `${beginning}. Nothing has come to its adjoint, so nothing is propagated.`;
  const changed = adjoints.flatMap((d, k) => (d !== rows[i - 1].adjoints[k] ? [`\`${nameOf(k)}\` is now \`${shown(d)}\``] : []));
  return `${beginning}, whose adjoint is \`${shown(adjoints[reversed])}\`. ${changed.length ? `The adjoint of ${changed.join(", that of ")}.` : "No adjoint changes."}`;
}

/** Text with code between backticks. */
function withCode(text) {
  return text.split("`").map((part, i) => (i % 2 ? element("code", {}, part) : part));
}

// ---------------------------------------------------------------------------------------------------------

function showSteps(answer) {
  const player = ["first", "back", "play", "forward", "last", "time"].map(byId);
  const isKnown = !answer.error && !answer.mistake;
  player.forEach((control) => (control.disabled = !isKnown));
  byId("steps").querySelectorAll("figure").forEach((figure) => (figure.hidden = !isKnown));
  byId("steps-error").textContent = answer.error ?? "";
  if (!isKnown) {
    stop();
    script = null;
    byId("story").replaceChildren();
    return;
  }
  script = answer;
  const before = moments.length;
  chooseStrategy(before === 0);
}

/** Begins again, or stays at about the same time. */
function chooseStrategy(again) {
  if (!script) return;
  const time = byId("time");
  moments = strategy() === "stack" ? momentsOfStack(script) : momentsOfEffects(script);
  time.max = moments.length - 1;
  if (again) time.value = 0;
  buildAdjoints();
  byId("stack-title").textContent = strategy() === "stack" ? "The stack of steps" : "The control stack";
  byId("steps-note").textContent = strategy() === "stack"
    ? "These are the steps and adjoints of the crate's stack strategy."
    : "In native code a continuation is a part of the control stack. The browser has no coroutines: here a continuation runs the program again from its start, with the answers so far, up to the next effect. The activations of the handler, their order and their numbers are the same.";
  drawMoment();
}

function drawMoment() {
  if (!script) return;
  const { steps, rows } = script;
  const time = Math.min(Number(byId("time").value), moments.length - 1);
  const moment = moments[time];
  byId("time").setAttribute("aria-valuetext", `${time} of ${moments.length - 1}`);
  byId("story").replaceChildren(...withCode(moment.story));
  byId("back").disabled = byId("first").disabled = time === 0;
  byId("forward").disabled = byId("last").disabled = time === moments.length - 1;

  const reversed = new Set(rows.slice(1, Math.max(moment.row + 1, 1)).map((row) => row.reversed));
  const stateOf = (vertex) => {
    if (vertex > moment.made) return "future";
    if (vertex === moment.undone) return "undone";
    if (reversed.has(vertex)) return "done";
    return vertex === moment.now ? "now" : "";
  };
  byId("sequence").replaceChildren(...steps.map((step, i) => element("li", { class: stateOf(i + 1) },
    element("span", {}, `u${i + 1} = ${stepText(step)}`), element("span", { class: "result" }, i < moment.made ? shortly(step.value) : ""))));

  const adjoints = moment.row < 0 ? [] : rows[moment.row].adjoints;
  const vertices = [0, ...steps.keys()].map((_, vertex) => ({ state: vertex === 0 ? "" : stateOf(vertex), adjoint: adjoints[vertex] }));
  const result = script.events.find((event) => event.kind === "return").vertex;
  byId("graph").replaceChildren(drawGraph(steps, result, vertices));

  byId("stack").replaceChildren(...moment.stack.map((frame) => {
    const text = frame.text ?? `u${frame.vertex} = ${stepText(steps[frame.vertex - 1])}`;
    const item = element("li", { class: `${frame.state ?? ""} ${frame.kind ?? ""}` }, text);
    if (frame.note) item.append(element("small", {}, ...withCode(frame.note)));
    return item;
  }));
  byId("stack").scrollTop = -byId("stack").scrollHeight;
  const current = byId("sequence").querySelector(".now, .undone");
  if (current) byId("sequence").scrollTop = current.offsetTop - byId("sequence").offsetTop - 120;

  byId("adjoints").querySelectorAll("tbody tr").forEach((line, i) => {
    line.className = i > moment.row ? "future" : i === moment.row ? "now" : "";
  });
  byId("adjoints").hidden = moment.row < 0;
  byId("not-yet").hidden = moment.row >= 0;
  byId("over-time").scrollTop = byId("over-time").scrollHeight;
  centre(byId("graph"), moment.undone ?? moment.now ?? 0);
}

/** Scrolls the graph to a vertex, if it is wider than its pane. */
function centre(pane, vertex) {
  const node = pane.querySelectorAll(".node")[vertex]?.getBoundingClientRect();
  const frame = pane.getBoundingClientRect();
  if (node) pane.scrollLeft += node.left + node.width / 2 - frame.left - frame.width / 2;
}

/** The table of the adjoints over time. Rows of the future are hidden. */
function buildAdjoints() {
  const { columns, rows, events } = script;
  const asFormulas = document.querySelector('input[name="entries"]:checked').value === "formulas";
  // The formulas are those of the handlers' events, which have the same numbers.
  const end = events.find((event) => event.kind === "return");
  const formulas = columns.map((_, k) => (k === end.vertex ? "1" : null));
  const reversals = events.filter((event) => event.kind === "reverse");
  const head = element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "adjoint of"), ...columns.map((name) => element("th", { scope: "col" }, name))));
  const body = element("tbody");
  rows.forEach((row, i) => {
    for (const change of i ? reversals[i - 1].changes : []) formulas[change.vertex] = change.text ?? "…";
    const cells = row.adjoints.map((d, k) => {
      const kind = d === null ? "empty" : i && d !== rows[i - 1].adjoints[k] ? "changed" : "";
      return element("td", { class: kind }, d === null ? "0" : asFormulas ? formulas[k] ?? "…" : shown(d));
    });
    const name = row.reversed === null ? "start" : `undo u${row.reversed}`;
    body.append(element("tr", {}, element("th", { scope: "row" }, name), ...cells));
  });
  byId("adjoints").replaceChildren(head, body);
}

// ---------------------------------------------------------------------------------------------------------

function goTo(time) {
  byId("time").value = time;
  drawMoment();
}

function goBy(steps) {
  if (script) goTo(Number(byId("time").value) + steps);
}

function stop() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = "▶ play";
}

function play() {
  if (timer) return stop();
  if (!script) return;
  if (Number(byId("time").value) >= moments.length - 1) goTo(0);
  byId("play").textContent = "❚❚ pause";
  timer = setInterval(() => {
    goBy(1);
    if (Number(byId("time").value) >= moments.length - 1) stop();
  }, 900);
}

function listenToSteps() {
  byId("first").addEventListener("click", () => goTo(0));
  byId("last").addEventListener("click", () => goTo(moments.length - 1));
  byId("back").addEventListener("click", () => goBy(-1));
  byId("forward").addEventListener("click", () => goBy(1));
  byId("play").addEventListener("click", play);
  byId("time").addEventListener("input", drawMoment);
  document.querySelectorAll('input[name="strategy"]').forEach((choice) => choice.addEventListener("change", () => (stop(), chooseStrategy(true))));
  document.querySelectorAll('input[name="entries"]').forEach((choice) => choice.addEventListener("change", () => (buildAdjoints(), drawMoment())));
  document.addEventListener("keydown", (event) => {
    const isText = event.target.matches?.('textarea, select, input[type="number"]');
    if (isText || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ",") goBy(-1);
    else if (event.key === ".") goBy(1);
    else if (event.key === "p" || event.key === "P") play();
    else return;
    event.preventDefault();
  });
}
