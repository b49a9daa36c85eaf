import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { precompiledModule } from "./templates-plugin.js";

const root = fileURLToPath(new URL("..", import.meta.url));

// Packages are loaded as in the bundle, without what they check for their own developers: Markdown is read twice as fast.
process.env.NODE_ENV = "production";

const report = process.env.MSGDOCS_TEST_REPORT;

// All that tests write goes into one folder, gone when the run ends. Modules outlive a test file, so their own `afterEach` would not do.
// Each project reads this file again; a folder within a folder would make paths too long for the sockets of a browser.
if (!basename(tmpdir()).startsWith("msgdocs-tests-")) {
  const temporary = mkdtempSync(join(tmpdir(), "msgdocs-tests-"));
  // A test builds as another user.
  chmodSync(temporary, 0o755);
  process.env.TMPDIR = process.env.TEMP = temporary;
  process.on("exit", () => {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  });
}

/** Tests use the built-in templates as functions, as the bundle does: to compile them anew takes half the time of a small site. */
const templates = {
  name: "templates",
  load: (id: string) =>
    id.endsWith("/src/render/theme/precompiled.ts") ? precompiledModule(join(root, "templates"), join(root, "themes/default")) : undefined,
};

/**
 * `unit`: the mirror of src. `alone`: what of it wants modules of its own. `browser`: a real Chromium. `shared`: over the reference material
 * beside the project, CI only.
 */
const project = (
  name: string,
  include: string[],
  { exclude = [], ...more }: { exclude?: string[]; globalSetup?: string[]; isolate?: boolean } = {},
) => ({
  extends: true as const,
  plugins: name === "alone" ? [] : [templates],
  test: { name, include, exclude: ["**/node_modules/**", ...exclude], ...more },
});

/**
 * A file that puts something of its own in a module's place, watches what all of the process has, or gives a theme other templates than
 * the built-in ones. Left out here, it fails.
 */
const ALONE = [
  "test/verdicts/rules/rule-cases.test.ts",
  "test/app/cli/network.test.ts",
  "test/text/files/exchanged.test.ts",
  "test/app/commands/exchanged-parent.test.ts",
  "test/format/one-line-for-a-field.test.ts",
  "test/text/source/expand-paths.test.ts",
  "test/render/theme/direct-templates.test.ts",
  "test/render/theme/load-theme.test.ts",
  "test/threats/directory-order.test.ts",
  "test/verdicts/validate/patterns.test.ts",
  "test/app/watch/hints.test.ts",
  "test/app/commands/our-failures.test.ts",
  "test/pages/kinds/new-page.test.ts",
];

/** Modules are loaded once a worker and not once a file: a fifth of the time. What a file leaves behind in them would be seen in the next. */
const together = { isolate: false };

const browser = { globalSetup: ["test/browser/prepare.ts"] };

export default defineConfig({
  root,
  test: {
    env: { NODE_ENV: "test" },
    // The end of what hangs, and no measure: the slowest takes 20 s where nothing else runs, and five times as long on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // One file more than cores: a file often waits, for a browser, a server or a process that it started.
    maxWorkers: availableParallelism() + 1,
    // CI reads the counts from a file.
    reporters: report === undefined ? ["default"] : ["default", "json"],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    projects: [
      project("unit", ["test/**/*.test.ts"], { exclude: ["test/browser/**", "test/shared/**", ...ALONE], ...together }),
      project("alone", ALONE),
      project("browser", ["test/browser/**/*.test.ts"], { ...browser, ...together }),
      project("shared", ["test/shared/**/*.test.ts"], { ...browser, ...together }),
    ],
  },
});
