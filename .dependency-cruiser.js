import { floors, homes, impure } from "./floors.js";

const rooms = floors.flat();
const either = (names) => `(?:${names.join("|")})`;

/** From each room, everything that is not on a lower floor is out of reach. */
const stairs = floors.flatMap((here, floor) => {
  const reachable = floors.slice(0, floor).flat();
  return here.map((room) => ({
    name: `floor-${room}`,
    comment: `${room} stands on floor ${floor}: it may import only from the floors below.`,
    severity: "error",
    from: { path: `^src/${room}/` },
    to: { path: "^src/", pathNot: `^src/${either([room, ...reachable])}/` },
  }));
});

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
    {
      name: "only-through-the-door",
      comment: "A room is entered through its index.ts.",
      severity: "error",
      from: { path: "^src/([^/]+)/" },
      to: { path: "^src/[^/]+/", pathNot: ["^src/$1/", "^src/[^/]+/index\\.ts$"] },
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
      from: { path: `^src/${either(rooms.filter((room) => !impure.includes(room)))}/` },
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
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".json"],
      conditionNames: ["import", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
