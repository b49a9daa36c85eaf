/**
 * The house as data: rooms by floor. A room imports only from lower floors, and only through the other room's index.ts.
 * Read by the walls (.dependency-cruiser.js) and by the tests.
 */
export const floors = [
  ["files", "json"],
  ["diagnostics", "words"],
  ["format"],
  ["source", "markdown"],
  ["config", "reference", "report", "theme"],
  ["fingerprint"],
  ["structure", "bundle", "guide", "audience", "network"],
  ["normalize"],
  ["model"],
  ["schema", "routes"],
  ["validate", "prose", "standalone"],
  ["check", "sample"],
  ["containment"],
  ["search", "diagram", "shell", "machine"],
  ["site", "links"],
  ["render"],
  ["write", "cache"],
  ["build"],
  ["commands"],
  ["watch"],
  ["cli"],
];

/** Rooms that may touch files, the network or processes; every other room is pure. */
export const impure = [
  "files",
  "source",
  "theme",
  "markdown",
  "config",
  "reference",
  "guide",
  "network",
  "write",
  "cache",
  "build",
  "watch",
  "commands",
  "cli",
];

/** Third-party libraries and the rooms they are at home in; nobody else imports them. */
export const homes = {
  handlebars: ["theme", "render"],
  yaml: ["source", "config"],
  unified: ["markdown"],
  "remark-parse": ["markdown"],
  "remark-gfm": ["markdown"],
  "remark-html": ["markdown"],
  "remark-stringify": ["markdown"],
  shiki: ["markdown"],
  avsc: ["validate", "schema"],
  protobufjs: ["validate", "schema"],
  ajv: ["config"],
  "ipaddr.js": ["network"],
  commander: ["cli"],
  chokidar: ["watch"],
};
