import { floors, homes, impure, parts, wings } from "./floors.js";

const rooms = floors.flat();
const either = (names) => `(?:${names.join("|")})`;

/** From each room or part, everything beside it that is not on a lower floor is out of reach. */
const stairsOf = (levels, base) =>
  levels.flatMap((here, floor) => {
    const reachable = levels.slice(0, floor).flat();
    return here.map((name) => ({
      name: `floor-${base.slice(4)}${name}`,
      comment: `${name} stands on floor ${floor} of ${base}: it may import only from the floors below.`,
      severity: "error",
      from: { path: `^${base}${name}/` },
      to: { path: `^${base}`, pathNot: `^${base}${either([name, ...reachable])}/` },
    }));
  });

const stairs = [...stairsOf(floors, "src/"), ...Object.entries(parts).flatMap(([room, levels]) => stairsOf(levels, `src/${room}/`))];

/** The house stands without any one of its wings. */
const wingRules = Object.entries(wings).map(([wing, { registry, above }]) => ({
  name: `wing-${wing}`,
  comment: `${wing} is a wing: only ${[registry, ...above].join(" and ")} may import it.`,
  severity: "error",
  from: { path: "^src/", pathNot: [`^src/${either([wing, ...above])}/`, `^${registry}$`] },
  to: { path: `^src/${wing}/` },
}));

const homeRules = Object.entries(homes).map(([library, at]) => ({
  name: `home-${library}`,
  comment: `${library} is imported only in: ${at.join(", ")}.`,
  severity: "error",
  from: { path: "^src/", pathNot: `^src/${either(at)}/` },
  to: { path: `node_modules/${library}/` },
}));

export default {
  forbidden: [
    ...stairs,
    ...homeRules,
    ...wingRules,
    {
      name: "library-without-a-home",
      comment: "A library that src imports is listed in the homes of floors.js.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "node_modules/", pathNot: `node_modules/(?:${either(Object.keys(homes))}|@types/[^/]+)/` },
    },
    {
      name: "only-through-the-door",
      comment: "A room is entered through its index.ts.",
      severity: "error",
      from: { path: "^src/([^/]+)/" },
      to: { path: "^src/[^/]+/", pathNot: ["^src/$1/", "^src/[^/]+/index\\.ts$"] },
    },
    {
      name: "only-through-the-part's-door",
      comment: "A part of a room is entered through its index.ts.",
      severity: "error",
      from: { path: "^src/([^/]+)/([^/]+)/" },
      to: { path: "^src/$1/[^/]+/", pathNot: ["^src/$1/$2/", "^src/[^/]+/[^/]+/index\\.ts$"] },
    },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^src/" },
      to: {},
    },
    {
      name: "pure-rooms",
      comment: "Only rooms named impure touch files, network or processes.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/${either(impure)}/` },
      to: { dependencyTypes: ["core"], path: "^(?:node:)?(?:fs|fs/promises|http|https|net|tls|dns|child_process|worker_threads|os)$" },
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^(?:mdast|hast)$" } },
    {
      name: "known-room",
      comment: "Every folder of src is a room of floors.js.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/${either(rooms)}/` },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Scripts of pages are bundled by themselves, with parts of the rooms that the bundler replaces.
    exclude: { path: "^src/pages/try/browser/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".json"],
      conditionNames: ["import", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
