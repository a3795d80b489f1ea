// The picture of one moment of reverse mode, and the controls of time.

let script = null;
let moments = [];
let rows = [];
let timer = null;

const strategy = () => document.querySelector('input[name="strategy"]:checked').value;

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
  rows = rowsOf(script);
  moments = strategy() === "stack" ? momentsOfStack(script, rows) : momentsOfEffects(script, rows);
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
  const { steps } = script;
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
  const { steps, columns, events } = script;
  const asFormulas = document.querySelector('input[name="entries"]:checked').value === "formulas";
  // The formulas are those of the handlers' events, which have the same numbers.
  const end = events.find((event) => event.kind === "return");
  const formulas = [0, ...steps.keys()].map((_, vertex) => (vertex === end.vertex ? "1" : null));
  const reversals = events.filter((event) => event.kind === "reverse");
  const head = element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "adjoint of"), ...columns.map((vertex) => element("th", { scope: "col" }, nameOf(vertex)))));
  const body = element("tbody");
  rows.forEach((row, i) => {
    for (const change of i ? reversals[i - 1].changes : []) formulas[change.vertex] = change.text ?? "…";
    const cells = columns.map((k) => {
      const d = row.adjoints[k];
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
