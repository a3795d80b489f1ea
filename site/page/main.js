// The page: it asks for everything again whenever the program or a number changes.

const strategies = ["forward", "stack", "effects", "backpropagator", "taylor"];
const state = { program: "", x: 2, from: -2, to: 2, order: 2, by: ["stack"] };
let pending = null;

/** f, f′, f″, f‴, f⁽⁴⁾. */
function derivativeName(order) {
  if (order <= 3) return `f${["", "′", "″", "‴"][order]}`;
  return `f⁽${String(order).replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d])}⁾`;
}

function update() {
  clearTimeout(pending);
  pending = setTimeout(refresh, 120);
}

function refresh() {
  clearTimeout(pending);
  remember();
  const { program, x, from, to, order, by } = state;
  const range = { from, to };
  const values = ask("values", { x, by: by.join(",") }, program);
  const words = values.error ?? values.value?.error;
  showMistake(values, words);
  if (values.mistake || words) return;
  showValues(values);
  showFurther(values, ask("exact", { x: byId("x").value, by: by.join(",") }, program));
  showFormulas(ask("formula", { x, by: by.join(",") }, program));
  const curves = ask("curves", { x, order, ...range }, program);
  if (curves.error) {
    byId("canvas").replaceChildren();
    byId("plot-note").textContent = curves.error;
  } else {
    const band = byId("show-band").checked ? ask("band", range, program) : null;
    drawPlot(state, curves, band);
    byId("plot-note").textContent = band?.error ? `No enclosures: ${band.error}` : plotNote(curves, band);
  }
  showSteps(ask("steps", { x }, program));
  document.documentElement.dataset.revision = Number(document.documentElement.dataset.revision ?? 0) + 1;
}

// ---------------------------------------------------------------------------------------------------------

/** A mistake in the program, or words about its evaluation. The other sections are of the program before. */
function showMistake(answer, words) {
  const mistake = answer.mistake ? answer : null;
  const place = mistake ? `Line ${mistake.line}, column ${mistake.column}: ${mistake.mistake}.` : "";
  byId("mistake").textContent = words ? `${words[0].toUpperCase()}${words.slice(1)}.` : place;
  byId("text").setAttribute("aria-invalid", Boolean(mistake));
  byId("program").classList.toggle("wrong", Boolean(mistake || words));
  drawMirror(mistake);
}

/** The program in colours, with a wave under the mistake. */
function drawMirror(mistake) {
  const text = state.program;
  const parts = [];
  const pattern = /(\/\/[^\n]*)|\b(let|mut|while|if|else|fn)\b|\b(\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\b|([\p{L}_][\p{L}\d_]*)(?=\()/gu;
  const kinds = ["comment", "word", "number", "call"];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push([end, match.index, null]);
    end = match.index + match[0].length;
    parts.push([match.index, end, kinds[match.slice(1).findIndex((group) => group !== undefined)]]);
  }
  parts.push([end, text.length, null]);
  const [from, to] = mistake ? [mistake.start, Math.max(mistake.end, mistake.start + 1)] : [-1, -1];
  const mirror = byId("mirror");
  mirror.replaceChildren();
  for (const [start, stop, kind] of parts) {
    const cuts = [start, Math.min(Math.max(from, start), stop), Math.min(Math.max(to, start), stop), stop];
    cuts.slice(1).forEach((cut, i) => {
      const piece = text.slice(cuts[i], cut);
      if (!piece) return;
      const isWrong = i === 1 && mistake;
      const shownPiece = isWrong ? element("mark", { class: kind }, piece) : kind ? element("span", { class: kind }, piece) : piece;
      mirror.append(shownPiece);
    });
  }
  // A mistake at the end has a place of its own. A line at the end needs something to be seen.
  mirror.append(mistake && from >= text.length ? element("mark", {}, " ") : "", "\n");
}

function outcome(row) {
  return row.error ? element("span", { class: "error" }, row.error) : shown(row.value);
}

function showValues(answer) {
  const order = state.by.length;
  byId("value-name").textContent = `f(${shown(state.x)})`;
  byId("derivative-name").textContent = `${derivativeName(order)}(${shown(state.x)})`;
  byId("value").replaceChildren(outcome(answer.value));
  byId("derivative").replaceChildren(outcome(answer.chosen));
  const rows = answer.strategies.map((row) => [row, order > 1 ? `${row.by}, ${order} times` : row.by, ""]);
  if (order > 1 && new Set(state.by).size > 1) rows.unshift([answer.chosen, "as chosen", "chosen"]);
  byId("strategies").tBodies[0].replaceChildren(...rows.map(([row, name, kind]) => element("tr", { class: kind },
    element("th", { scope: "row" }, name), element("td", {}, outcome(row)), element("td", {}, row.operations === undefined ? "" : shown(row.operations)))));
}

/** The enclosure of the derivative, and exact numbers. */
function showFurther(answer, exact) {
  const items = [];
  const item = (name, ...content) => items.push(element("div", {}, element("dt", {}, name), element("dd", {}, ...content)));
  const order = derivativeName(state.by.length);
  if (Array.isArray(answer.enclosure)) item(`${order} lies in`, `[${answer.enclosure.map(shown).join(", ")}]`);
  else if (answer.enclosure) item(`${order} lies in`, element("span", { class: "error" }, answer.enclosure));
  if (Array.isArray(exact)) {
    const known = exact.filter((row) => !row.error);
    for (const row of known) item(`in ${row.in}`, `f = ${shown(row.value)}, ${order} = ${shown(row.derivative)}`);
    if (exact.length && !known.length) item("exactly", element("span", { class: "note" }, `not possible: ${exact[0].error}`));
  } else if (exact.error) {
    item("exactly", element("span", { class: "error" }, exact.error));
  }
  byId("further").replaceChildren(...items);
}

function showFormulas(answer) {
  const text = (formula) => (typeof formula === "string" ? formula : element("span", { class: "error" }, formula.error));
  byId("formula-name").textContent = `${derivativeName(state.by.length)}(x)`;
  byId("formula-value").replaceChildren(answer.error ? element("span", { class: "error" }, answer.error) : text(answer.value));
  byId("formula-derivative").replaceChildren(answer.error ? "" : text(answer.derivative));
}

// ---------------------------------------------------------------------------------------------------------

/** The strategies of the nesting, each with a button that takes it away. */
function drawChain() {
  byId("chain").replaceChildren(...state.by.map((chosen, i) => {
    const list = element("select", { "aria-label": `strategy of derivative ${i + 1}` });
    list.append(...strategies.map((name) => new Option(name, name, false, name === chosen)));
    list.addEventListener("change", () => {
      state.by[i] = list.value;
      update();
    });
    const remove = element("button", { type: "button", "aria-label": `remove derivative ${i + 1}` }, "×");
    remove.disabled = state.by.length === 1;
    remove.addEventListener("click", () => {
      state.by.splice(i, 1);
      drawChain();
      byId("once-more").focus();
      update();
    });
    return element("span", { class: "link" }, list, remove);
  }));
  byId("once-more").disabled = state.by.length >= 8;
}

/** Writes the state into the fields. */
function fill() {
  byId("text").value = state.program;
  for (const name of ["x", "from", "to", "order"]) byId(name).value = state[name];
  slide();
  drawChain();
  drawMirror(null);
}

function slide() {
  const slider = byId("x-slider");
  slider.min = state.from;
  slider.max = state.to;
  slider.value = state.x;
}

/** The state in the address, so that it can be shared. */
function remember() {
  const { program, x, from, to, order, by } = state;
  const address = new URLSearchParams({ x, from, to, order, by: by.join(","), program });
  try {
    history.replaceState(null, "", `#${address}`);
  } catch {
    // A browser permits some changes in a second, and the next one contains this one.
  }
}

/** The state of the address. Returns whether there is a program. */
function recall() {
  const address = new URLSearchParams(location.hash.slice(1));
  if (!address.has("program")) return false;
  state.program = address.get("program").slice(0, 20000);
  for (const name of ["x", "from", "to", "order"]) {
    const number = Number(address.get(name));
    if (address.has(name) && Number.isFinite(number)) state[name] = number;
  }
  state.order = Math.max(0, Math.min(30, Math.floor(state.order)));
  const by = (address.get("by") ?? "").split(",").filter((name) => strategies.includes(name));
  if (by.length) state.by = by.slice(0, 8);
  return true;
}

function choose(example) {
  const { text, x, from, to, order, by } = example;
  Object.assign(state, { program: text, x, from, to, order, by: [...by] });
  fill();
  byId("example").value = examples.indexOf(example);
  byId("time").value = 0;
  refresh();
}

function listen() {
  byId("example").append(new Option("one of your own", ""), ...examples.map(({ name }, i) => new Option(name, i)));
  byId("example").addEventListener("change", ({ target }) => target.value && choose(examples[target.value]));
  const text = byId("text");
  text.addEventListener("input", () => {
    state.program = text.value;
    byId("example").value = "";
    drawMirror(null);
    update();
  });
  text.addEventListener("scroll", () => (byId("mirror").scrollTop = text.scrollTop));
  for (const name of ["x", "from", "to", "order"]) {
    byId(name).addEventListener("input", (event) => {
      const number = event.target.valueAsNumber;
      if (!Number.isFinite(number)) return;
      state[name] = name === "order" ? Math.max(0, Math.min(30, Math.floor(number))) : number;
      slide();
      update();
    });
  }
  const setX = (value) => {
    state.x = Number(value.toPrecision(4));
    byId("x").value = state.x;
    byId("x-slider").value = state.x;
    update();
  };
  byId("x-slider").addEventListener("input", (event) => setX(event.target.valueAsNumber));
  const drag = (event) => {
    const frame = byId("canvas").getBoundingClientRect();
    const { width, left, right } = plotSize();
    const share = (((event.clientX - frame.left) / frame.width) * width - left) / (width - left - right);
    if (share >= 0 && share <= 1) setX(state.from + share * (state.to - state.from));
  };
  byId("canvas").addEventListener("pointerdown", drag);
  byId("canvas").addEventListener("pointermove", (event) => event.buttons && drag(event));
  for (const name of ["values", "slopes", "taylor", "band"]) byId(`show-${name}`).addEventListener("change", update);
  byId("once-more").addEventListener("click", () => {
    state.by.push(state.by.at(-1));
    drawChain();
    update();
  });
  addEventListener("resize", update);
  addEventListener("hashchange", () => recall() && (fill(), refresh()));
  listenToSteps();
}

async function begin() {
  listen();
  await load(byId("module").textContent);
  if (recall()) {
    fill();
    refresh();
  } else {
    choose(examples[0]);
  }
}

begin().catch((error) => {
  byId("mistake").textContent = `The page cannot start: ${error.message}`;
});
