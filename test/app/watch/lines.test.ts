import { expect, test } from "vitest";
import type { WatchedBuild } from "../../../src/app/watch/builder.ts";
import { rebuildLine } from "../../../src/app/watch/watch.ts";

const dependencies = { files: [], folders: [] };
const summary = { documents: 1, errors: 1, warnings: 2, infos: 0, examples: 0, passed: 0 };
const faulty = { report: { summary }, dependencies } as unknown as WatchedBuild;

test("a line says what changed, how long it took, what was found, and what is shown meanwhile", () => {
  const rebuild = { changed: ["/p/api.yaml"], took: 12.4, shown: true, cwd: "/p" };
  expect(rebuildLine(faulty, rebuild)).toBe("api.yaml: 12 ms, 1 error, 2 warnings; the last good site stays\n");
  expect(rebuildLine(faulty, { ...rebuild, changed: [], shown: false })).toBe(
    "everything: 12 ms, 1 error, 2 warnings; nothing to show yet\n",
  );
  expect(rebuildLine(faulty, { ...rebuild, changed: ["/p/a", "/p/b"] })).toMatch(/^a and 1 more: 12 ms, /);
});

test("a line of what could not begin repeats no reason", () => {
  const rebuild = { changed: [], took: 2, shown: false, cwd: "/p" };
  const stopped = { message: "There is no document.", dependencies } as unknown as WatchedBuild;
  expect(rebuildLine(stopped, rebuild)).toBe("Nothing to show yet.\n");
  expect(rebuildLine(stopped, { ...rebuild, shown: true })).toBe("The last good site stays.\n");
});

test("of a portal it says that some documents could not be built beside those that could", () => {
  const unbuilt = { problems: [{ file: "a.yaml" }, { file: "a.yaml" }, { file: "b.yaml" }] };
  const built = { ...faulty, site: {}, unbuilt } as unknown as WatchedBuild;
  const rebuild = { changed: ["/p/a.yaml"], took: 12.4, shown: true, cwd: "/p" };
  expect(rebuildLine(built, rebuild)).toBe("a.yaml: 12 ms, 1 error, 2 warnings; 2 files kept the documents from being built\n");
  expect(rebuildLine({ ...built, unbuilt: { ...unbuilt, problems: [] } } as unknown as WatchedBuild, rebuild)).toBe(
    "a.yaml: 12 ms, 1 error, 2 warnings\n",
  );
});
