/**
 * The house as data: rooms by floor. A room imports only from lower floors, and only through the other room's index.ts.
 * Read by the walls (.dependency-cruiser.js) and by the tests.
 */
export const floors = [
  ["text"],
  ["format"],
  ["config", "report"],
  ["documents", "output"],
  ["model"],
  ["schema"],
  ["verdicts", "prose"],
  ["rulesets", "pages"],
  ["render"],
  ["samples"],
  ["run"],
  ["changes"],
  ["portal"],
  ["app"],
];

/** The wings: rooms that the program can do without, each with the file that alone may import it, and the wings that stand on it. */
export const wings = {
  samples: { registry: "src/run/recipe/wings.ts", above: [] },
  changes: { registry: "src/app/wings/index.ts", above: ["portal"] },
  portal: { registry: "src/app/wings/index.ts", above: [] },
};

/** The parts of a room by floor. The same holds inside a room: a part imports from lower floors, through the other part's index.ts. */
export const parts = {
  text: [["files", "json"], ["diagnostics", "words"], ["source"]],
  documents: [["references"], ["network", "audience", "bundle"]],
  output: [["disk", "cache"]],
  model: [["structure"], ["normalize"], ["api"], ["routes"]],
  verdicts: [["validate"], ["rules", "samples", "coverage"]],
  prose: [["markdown"], ["guides"], ["texts"]],
  pages: [["search", "standalone", "diagram", "blocks"], ["machine"], ["frame"], ["tree"], ["examples"], ["try"], ["kinds"]],
  render: [["theme", "links"], ["site"]],
  run: [["recipe"], ["command"]],
  changes: [["containment", "report"], ["compare", "pages"], ["commands"]],
  portal: [["match"], ["pages"], ["commands"]],
  app: [["wings"], ["commands"], ["api", "watch", "assistants"], ["cli"]],
};

/** Rooms and parts that may touch files, the network or processes; everything else is pure. */
export const impure = [
  "text/files",
  "text/source",
  "config",
  "documents/references",
  "documents/network",
  "output",
  "prose/markdown",
  "prose/guides",
  "render/theme",
  "run",
  "changes/commands",
  "portal/commands",
  "app",
];

/** Third-party libraries and where they are at home; nobody else imports them, and no other is imported. */
export const homes = {
  handlebars: ["render/theme"],
  yaml: ["text/source", "config"],
  picomatch: ["text/source"],
  unified: ["prose/markdown"],
  "remark-parse": ["prose/markdown"],
  "remark-gfm": ["prose/markdown"],
  "remark-html": ["prose/markdown"],
  "remark-stringify": ["prose/markdown"],
  shiki: ["prose/markdown"],
  "ipaddr.js": ["documents/network"],
  commander: ["app/cli"],
  avsc: ["verdicts/validate"],
  protobufjs: ["verdicts/validate"],
  "json-p3": ["rulesets"],
  "@modelcontextprotocol/sdk": ["app/assistants"],
  zod: ["app/assistants"],
};
