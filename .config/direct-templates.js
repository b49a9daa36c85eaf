import Handlebars from "handlebars";

/**
 * Writes built-in templates as plain functions: the same text as Handlebars' own runtime makes of them, without its frames, options
 * and closures a block. Only what these templates use is known; anything else is an error here, when the bundle is made.
 * A function is given what it calls (`d`, see src/render/theme/direct-templates.ts), and then a view, the page's view and its partial block.
 */
class Writing {
  #views = 1;
  #text = "";
  /** What is yet to be added in one go. */
  #added = [];
  partials = new Set();
  usesBlock = false;

  /** A name of its own for a view. */
  view() {
    this.#views += 1;
    return `v${this.#views}`;
  }

  add(expression) {
    this.#added.push(expression);
  }

  put(statement) {
    if (this.#added.length > 0) this.#text += `o += ${this.#added.join(" + ")};\n`;
    this.#added = [];
    this.#text += `${statement}\n`;
  }

  text() {
    this.put("");
    return this.#text;
  }
}

function refuse(node, why) {
  throw new Error(`A built-in template cannot be written as a function: ${why} (line ${node.loc.start.line}).`);
}

/** What templates of code may ask in conditions (see src/samples/literals.ts). */
const QUESTIONS = new Set(["eq", "or", "and", "not"]);

const named = (of, name) => `${of}[${JSON.stringify(name)}]`;

/** What a path starts from, and the names that follow. */
function startOf(path, scope) {
  const [first, ...others] = path.parts;
  if (path.data) {
    if (first === "root") return ["root", others];
    if (!scope.loop || others.length > 0 || !["first", "last"].includes(first)) return refuse(path, path.original);
    return [first === "first" ? `${scope.loop}i === 0` : `${scope.loop}i === ${scope.loop}.length - 1`, []];
  }
  let from = scope;
  for (let depth = path.depth; depth > 0; depth -= 1) from = from.outside ?? refuse(path, path.original);
  return [from.view, path.parts];
}

/** A value that may be absent. What it is a field of may not: Handlebars throws there, too. */
function valueOf(node, scope) {
  if (node.type === "StringLiteral" || node.type === "NumberLiteral" || node.type === "BooleanLiteral") return JSON.stringify(node.value);
  if (node.type === "SubExpression") {
    if (!QUESTIONS.has(node.path.original) || node.hash) return refuse(node, node.path.original);
    return `${named("d.questions", node.path.original)}(${node.params.map((each) => valueOf(each, scope)).join(", ")})`;
  }
  if (node.type !== "PathExpression") return refuse(node, node.type);
  const [start, names] = startOf(node, scope);
  if (names.some((name) => name in Object.prototype)) refuse(node, node.original);
  return names.reduce(named, start);
}

/** A value that is to be shown: its absence is a mistake of ours. */
function shownOf(path, scope) {
  const [start, names] = startOf(path, scope);
  const last = names.at(-1);
  if (last === undefined) return `d.text(${start})`;
  return `d.text(${valueOf(path, scope)} ?? d.lacking(${names.slice(0, -1).reduce(named, start)}, ${JSON.stringify(last)}))`;
}

function mustache(node, { writing, scope }) {
  const { path, params, escaped } = node;
  if (!escaped) refuse(node, "unescaped output");
  if (path.original === "html") writing.add(`d.html(${valueOf(params[0], scope)})`);
  else if (path.original === "figure") writing.add(`d.figure(${valueOf(params[0], scope)}, root)`);
  else if (params.length > 0) refuse(node, path.original);
  else writing.add(shownOf(path, scope));
}

function condition(node, at) {
  const { writing, scope } = at;
  const test = `d.is(${valueOf(node.params[0], scope)})`;
  writing.put(`if (${node.path.original === "if" ? test : `!${test}`}) {`);
  statements(node.program, at);
  if (node.inverse) {
    writing.put("} else {");
    statements(node.inverse, at);
  }
  writing.put("}");
}

function within(node, at) {
  const { writing, scope } = at;
  const view = writing.view();
  writing.put(`const ${view} = ${valueOf(node.params[0], scope)};\nif (d.has(${view})) {`);
  statements(node.program, { writing, scope: { view, loop: scope.loop, outside: scope } });
  if (node.inverse) {
    writing.put("} else {");
    statements(node.inverse, at);
  }
  writing.put("}");
}

function loop(node, at) {
  const { writing, scope } = at;
  const view = writing.view();
  const list = `${view}s`;
  writing.put(`const ${list} = d.list(${valueOf(node.params[0], scope)});`);
  writing.put(`for (let ${list}i = 0; ${list}i < ${list}.length; ${list}i += 1) {\nconst ${view} = ${list}[${list}i];`);
  statements(node.program, { writing, scope: { view, loop: list, outside: scope } });
  writing.put("}");
  if (!node.inverse) return;
  writing.put(`if (${list}.length === 0) {`);
  statements(node.inverse, at);
  writing.put("}");
}

/** The view that a partial is given. */
function given({ params, hash }, scope) {
  const view = params.length > 0 ? valueOf(params[0], scope) : scope.view;
  if (!hash) return view;
  return `{ ...${view}, ${hash.pairs.map(({ key, value }) => `${JSON.stringify(key)}: ${valueOf(value, scope)}`).join(", ")} }`;
}

function partial(node, { writing, scope }) {
  const name = node.name.original;
  if (node.indent) writing.add(JSON.stringify(node.indent));
  if (name === "@partial-block") {
    writing.usesBlock = true;
    writing.add(`block(${given(node, scope)})`);
    return;
  }
  if (node.name.type !== "PathExpression") refuse(node, "a partial by a name that is made");
  writing.partials.add(name);
  writing.add(`${named("d.partials", name)}(${given(node, scope)}, root)`);
}

function partialBlock(node, { writing, scope }) {
  const name = node.name.original;
  const view = writing.view();
  writing.partials.add(name);
  // The text of the block is put together before what stands around it goes on.
  writing.put(`const ${view}b = (${view}) => {\nlet o = "";`);
  statements(node.program, { writing, scope: { view, loop: undefined, outside: undefined } });
  writing.put("return o;\n};");
  writing.add(`${named("d.partials", name)}(${given(node, scope)}, root, ${view}b)`);
}

const blocks = { if: condition, unless: condition, with: within, each: loop };

const makers = {
  ContentStatement: ({ value }, { writing }) => value !== "" && writing.add(JSON.stringify(value)),
  CommentStatement: () => undefined,
  MustacheStatement: mustache,
  PartialStatement: partial,
  PartialBlockStatement: partialBlock,
  BlockStatement(node, at) {
    const make = blocks[node.path.original];
    if (!make || node.params.length !== 1 || node.hash) refuse(node, node.path.original);
    if (node.program?.blockParams || node.inverse?.blockParams) refuse(node, "block parameters");
    make(node.program ? node : { ...node, program: { body: [] } }, at);
  },
};

function statements({ body }, at) {
  for (const node of body) (makers[node.type] ?? refuse(node, node.type))(node, at);
}

/** A template as the text of a function, with what it calls; whether it shows the block that it is called with. */
export function directTemplate(text) {
  const writing = new Writing();
  statements(Handlebars.parse(text), { writing, scope: { view: "v1", loop: undefined, outside: undefined } });
  const make = `(d) => (v1, root, block) => {\nlet o = "";\n${writing.text()}return o;\n}`;
  return { make, partials: [...writing.partials], usesBlock: writing.usesBlock };
}
