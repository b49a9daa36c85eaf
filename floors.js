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
  ["compare", "rulesets"],
  ["portal"],
  ["pages"],
  ["render"],
  ["samples"],
  ["app"],
];

/** Rooms that the program can do without, each by itself: no other room but the registry `app/build/wings.ts` imports one. */
export const wings = ["samples"];

/** The parts of a room by floor. The same holds inside a room: a part imports from lower floors, through the other part's index.ts. */
export const parts = {
  text: [["files", "json"], ["diagnostics", "words"], ["source"]],
  documents: [["references"], ["network", "audience", "bundle"]],
  output: [["disk", "cache"]],
  model: [["structure"], ["normalize"], ["api"], ["routes"]],
  verdicts: [["validate"], ["rules", "samples", "coverage"], ["containment"]],
  prose: [["markdown"], ["guides"], ["texts"]],
  pages: [["search", "standalone", "diagram", "blocks"], ["machine"], ["frame"], ["tree"], ["examples"], ["try"], ["kinds"], ["portal"]],
  render: [["theme", "links"], ["site"]],
  app: [["build"], ["commands"], ["api", "watch", "assistants"], ["cli"]],
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
  chokidar: ["app/watch"],
  avsc: ["verdicts/validate"],
  protobufjs: ["verdicts/validate"],
  "json-p3": ["rulesets"],
  "@modelcontextprotocol/sdk": ["app/assistants"],
  zod: ["app/assistants"],
};
