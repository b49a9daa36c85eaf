import type { FSWatcher } from "chokidar";
import { expect, test, vi } from "vitest";
import { openHints } from "../../../src/app/watch/rebuilding.ts";
import { folder } from "./folder.ts";

const opened: FSWatcher[] = vi.hoisted(() => []);

vi.mock("chokidar", async (original) => {
  const real = await original<typeof import("chokidar")>();
  const watch: typeof real.watch = (...given) => {
    const watcher = real.watch(...given);
    opened.push(watcher);
    return watcher;
  };
  return { ...real, watch };
});

test("what fails in a watcher that has been closed, or given up for another, ends nothing", async () => {
  const hints = openHints(() => undefined);
  hints.follow({ files: [], folders: [folder({ "theme/a.css": "" })] });
  hints.renew();
  await hints.close();
  expect(opened).toHaveLength(2);
  for (const watcher of opened) expect(watcher.emit("error", new Error("ELOOP: too many symbolic links encountered"))).toBe(true);
});
