/**
 * What the commonly used XSD of JUnit reports (junit-10.xsd of Jenkins' xUnit plugin) allows, closed like it: the attributes and
 * children of each element that we write, which attributes must be there, and where text may stand.
 */
interface Rule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
  readonly text?: true;
}

const counts = ["tests", "failures", "errors", "skipped", "disabled"];
const outputs = ["system-out", "system-err"];
const outcome: Rule = { required: [], optional: ["message", "type"], children: [], text: true };
const output: Rule = { required: [], optional: [], children: [], text: true };

const rules = new Map<string, Rule>([
  ["testsuites", { required: [], optional: ["name", "time", "tests", "failures", "errors", "disabled"], children: ["testsuite"] }],
  [
    "testsuite",
    {
      required: ["name", "tests"],
      optional: [...counts, "time", "timestamp", "hostname", "id", "package", "file"],
      children: ["properties", "testcase", ...outputs],
    },
  ],
  [
    "testcase",
    {
      required: ["name"],
      optional: ["assertions", "time", "timestamp", "classname", "status", "class", "file", "line"],
      children: ["skipped", "error", "failure", ...outputs],
    },
  ],
  ["failure", outcome],
  ["system-out", output],
]);

/** XML 1.0 without what we never write: no comments, no CDATA, no processing instructions but the declaration, no other entities. */
const TOKEN = /<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^<"]*")*)(\/?)>|([^<]+)/gy;
const TEXT = /^(?:[^&<\p{Cc}\p{Cs}\ufffe\uffff]|[\n\t]|&(?:amp|lt|gt|quot);)*$/u;

function problemsOfStart(name: string, attributes: string, parent: string | undefined): readonly string[] {
  const rule = rules.get(name);
  if (!rule) return [`no element ${name}`];
  const placed = parent === undefined ? name === "testsuites" : rules.get(parent)?.children.includes(name) === true;
  const pairs = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => ({ key, value }));
  const keys = pairs.map(({ key }) => key);
  return [
    ...(placed ? [] : [`${name} in ${parent ?? "the document"}`]),
    ...keys.filter((key) => ![...rule.required, ...rule.optional].includes(key)).map((key) => `no attribute ${key} of ${name}`),
    ...rule.required.filter((key) => !keys.includes(key)).map((key) => `${name} without ${key}`),
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `${key} twice`),
    ...pairs.filter(({ key, value }) => counts.includes(key) && !/^\d+$/.test(value)).map(({ key }) => `${key} is no count`),
    ...pairs.filter(({ value }) => !TEXT.test(value) || /[\n\t]/.test(value)).map(({ key }) => `${key} is not escaped`),
  ];
}

function problemsOfText(text: string, parent: string | undefined): readonly string[] {
  if (!TEXT.test(text)) return [`text of ${parent ?? "the document"} is not escaped`];
  return text.trim() === "" || rules.get(parent ?? "")?.text ? [] : [`text in ${parent ?? "the document"}`];
}

/** What of a report is not well-formed or not as the schema says; nothing where it is valid. */
export function junitProblems(report: string): readonly string[] {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!report.startsWith(declaration)) return ["no declaration"];
  const body = report.slice(declaration.length);
  const problems: string[] = [];
  const open: string[] = [];
  let read = 0;
  for (const [token, closed, started, attributes = "", empty, text] of body.matchAll(TOKEN)) {
    read += token.length;
    if (closed !== undefined && open.pop() !== closed) problems.push(`</${closed}> closes nothing`);
    if (started !== undefined) problems.push(...problemsOfStart(started, attributes, open.at(-1)));
    if (started !== undefined && empty === "") open.push(started);
    if (text !== undefined) problems.push(...problemsOfText(text, open.at(-1)));
  }
  if (read < body.length) problems.push(`not XML: ${body.slice(read, read + 20)}`);
  return [...problems, ...open.map((name) => `${name} is not closed`)];
}
