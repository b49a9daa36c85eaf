import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { contents, folder } from "../cli/shell.ts";
import { cli, root } from "../cli/spawned.ts";

/** Settings with which the engines send nothing, and leave no process behind. */
const QUIET = { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", NX_NO_CLOUD: "true", NX_DAEMON: "false", CI: "1" };

/** A checkout of the example with the engines of this project. `ran` tells which commands of msgdocs ran since it was last asked. */
function checkout(): { readonly place: string; readonly path: string; readonly ran: () => string[] } {
  const place = folder();
  cpSync(join(root, "example-docs/monorepo"), place, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  const log = join(folder(), "log");
  const bin = folder({ msgdocs: `#!/bin/sh\necho "$1 $PWD" >> "${log}"\nexec "${process.execPath}" "${cli}" "$@"\n` });
  chmodSync(join(bin, "msgdocs"), 0o755);
  const ran = (): string[] => {
    const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
    rmSync(log, { force: true });
    return lines.map((line) => line.replace(/ .*\//, " ").replace(basename(place), "all")).sort();
  };
  return { place, path: `${bin}${delimiter}${process.env.PATH ?? ""}`, ran };
}

test.each([
  ["Turborepo", ["turbo", "run", "merge", "--cache-dir", ".turbo/cache"]],
  ["Nx", ["nx", "run", "house:merge"]],
])("%s builds the example's portal, and again only what a change concerns", (_, [engine = "", ...args]) => {
  const { place, path, ran } = checkout();
  const run = () =>
    execFileSync(join(root, "node_modules/.bin", engine), args, {
      cwd: place,
      env: { ...process.env, ...QUIET, PATH: path },
      stdio: "pipe",
    });
  run();
  expect(ran()).toEqual(["merge all", "part alarms", "part lamps", "part rooms"]);
  const portal = contents(join(place, "portal"));
  expect(Object.keys(portal)).toContain("apis/lamps/index.html");
  // What was made comes from the engine's cache.
  const made = [...readdirSync(join(place, "services")).map((name) => `services/${name}/part`), "portal"];
  for (const each of made) rmSync(join(place, each), { recursive: true });
  run();
  expect(ran()).toEqual([]);
  expect(contents(join(place, "portal"))).toEqual(portal);
  appendFileSync(join(place, "services/lamps/asyncapi.yaml"), "x-owner: Lights\n");
  run();
  expect(ran()).toEqual(["merge all", "part lamps"]);
  expect(contents(join(place, "portal"))["index.html"]).toContain("Lights");
});
