import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

const report = process.env.MSGDOCS_TEST_REPORT;

/** `unit`: the mirror of src. `browser`: a real Chromium. `shared`: over the reference material beside the project, CI only. */
const project = (
  name: string,
  include: string[],
  { exclude = [], globalSetup = [] }: { exclude?: string[]; globalSetup?: string[] } = {},
) => ({
  extends: true as const,
  test: { name, include, globalSetup, exclude: ["**/node_modules/**", ...exclude] },
});

const browser = { globalSetup: ["test/browser/prepare.ts"] };

export default defineConfig({
  root,
  test: {
    // The end of what hangs, and no measure: the slowest takes 20 s where nothing else runs, and five times as long on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // One file a core; left alone, one core is kept free, which on the two cores of CI means one file at a time.
    maxWorkers: "100%",
    // CI reads the counts from a file.
    reporters: report === undefined ? ["default"] : ["default", "json"],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    projects: [
      project("unit", ["test/**/*.test.ts"], { exclude: ["test/browser/**", "test/shared/**"] }),
      project("browser", ["test/browser/**/*.test.ts"], browser),
      project("shared", ["test/shared/**/*.test.ts"], browser),
    ],
  },
});
