// The moments of reverse mode, in words: those of the stack, and those of the handlers.

/** The adjoints over time, one list of all vertices for each row: those of the stack, and those of the handlers. */
function rowsOf({ steps, columns, rows, events }) {
  const none = () => Array(steps.length + 1).fill(null);
  if (strategy() === "stack") {
    return rows.map(({ reversed, adjoints }) => {
      const all = none();
      columns.forEach((vertex, i) => (all[vertex] = adjoints[i]));
      return { reversed, adjoints: all };
    });
  }
  const list = [];
  for (const { kind, vertex, changes } of events) {
    if (kind === "return") {
      list.push({ reversed: null, adjoints: none() });
      if (vertex !== null) list[0].adjoints[vertex] = 1;
    } else if (kind === "reverse") {
      const adjoints = [...list.at(-1).adjoints];
      for (const change of changes) adjoints[change.vertex] = change.value;
      list.push({ reversed: vertex, adjoints });
    }
  }
  return list;
}

const storyOfPass = (steps, vertex) =>
  `Compute \`u${vertex} = ${stepText(steps[vertex - 1])}\`, which is \`${shown(steps[vertex - 1].value)}\`. Its derivative is 0, so there is nothing to reverse.`;

function storyOfReturn({ vertex, value }) {
  const end = vertex === null ? "Its derivative is 0." : "Its adjoint is 1.";
  return `The expression returns \`${vertex ? `u${vertex}` : vertex === 0 ? "x" : shown(value)}\`. ${end}`;
}

/** The moments of the stack: it grows by a step, then it shrinks by one. */
function momentsOfStack({ steps, columns, events }, rows) {
  const list = [{ made: 0, stack: [], row: -1, story: "The stack is empty. The expression begins." }];
  const pushed = [];
  steps.forEach((step, i) => {
    const vertex = i + 1;
    const stack = () => pushed.map((v) => ({ vertex: v, state: v === vertex ? "now" : "" }));
    if (columns.includes(vertex)) {
      pushed.push(vertex);
      list.push({ made: vertex, stack: stack(), now: vertex, row: -1, story: `Compute \`u${vertex} = ${stepText(step)}\`, which is \`${shown(step.value)}\`, and push the step.` });
    } else {
      list.push({ made: vertex, stack: stack(), now: vertex, row: -1, story: storyOfPass(steps, vertex) });
    }
  });
  let left = pushed.map((vertex) => ({ vertex, state: "" }));
  const end = events.find((event) => event.kind === "return");
  list.push({ made: steps.length, stack: left, row: 0, story: `${storyOfReturn(end)} The backward phase begins.` });
  rows.slice(1).forEach((row, i) => {
    left = left.filter(({ vertex }) => vertex !== row.reversed);
    list.push({ made: steps.length, stack: left, undone: row.reversed, row: i + 1, story: storyOfReversal(rows, i + 1, `Pop \`u${row.reversed}\``) });
  });
  return list;
}

/** The moments of the handlers. An activation waits for the rest of the computation, and then reverses its step. */
function momentsOfEffects({ steps, events }, rows) {
  const bottom = { kind: "handler", text: "handle", note: "the handler of `diff` is installed" };
  const running = (note) => ({ kind: "running", text: "the expression", note });
  const list = [{ made: 0, stack: [bottom, running("begins")], row: -1, story: "The handler is installed, and the expression begins." }];
  const waiting = [];
  let row = 0;
  const frames = (...top) => [bottom, ...waiting.map((vertex) => ({ vertex, note: "waits for the continuation to return" })), ...top];
  for (const event of events) {
    const { kind, vertex } = event;
    const step = steps[vertex - 1];
    if (kind === "pass") {
      list.push({ made: vertex, now: vertex, row: -1, stack: frames(running(`goes on with u${vertex}`)), story: storyOfPass(steps, vertex) });
    } else if (kind === "perform") {
      list.push({ made: vertex, now: vertex, row: -1, stack: frames({ vertex, state: "now", note: "has the effect, and the continuation" }),
        story: `Perform \`u${vertex} = ${stepText(step)}\`, whose value is \`${shown(step.value)}\`. The expression is suspended, and the handler has its continuation.` });
    } else if (kind === "resume") {
      waiting.push(vertex);
      list.push({ made: vertex, now: vertex, row: -1, stack: frames(running(`goes on with u${vertex}`)),
        story: `Resume the expression with \`u${vertex}\`. The activation of the handler stays beneath: the control stack is the tape.` });
    } else if (kind === "return") {
      list.push({ made: steps.length, row: 0, stack: frames(), story: `${storyOfReturn(event)} The continuations return, the last one first.` });
    } else {
      waiting.pop();
      row += 1;
      list.push({ made: steps.length, undone: vertex, row, stack: frames({ vertex, state: "undone", note: "reverses its step and returns" }),
        story: storyOfReversal(rows, row, `The continuation returns to the activation of \`u${vertex}\``) });
    }
  }
  list.push({ ...list.at(-1), undone: undefined, stack: [bottom], story: "The first activation returns, and the handler has the derivative: the adjoint of `x`." });
  return list;
}

const nameOf = (vertex) => (vertex === 0 ? "x" : `u${vertex}`);

function storyOfReversal(rows, i, beginning) {
  const { reversed, adjoints } = rows[i];
  if (adjoints[reversed] === null) return `${beginning}. Nothing has come to its adjoint, so nothing is propagated.`;
  const changed = adjoints.flatMap((d, k) => (d !== rows[i - 1].adjoints[k] ? [`\`${nameOf(k)}\` is now \`${shown(d)}\``] : []));
  return `${beginning}, whose adjoint is \`${shown(adjoints[reversed])}\`. ${changed.length ? `The adjoint of ${changed.join(", that of ")}.` : "No adjoint changes."}`;
}
