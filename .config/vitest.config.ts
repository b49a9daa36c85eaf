import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** `unit`: the mirror of src. `browser`: a real Chromium. `shared`: over the reference material beside the project, CI only. */
const project = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: ["**/node_modules/**", ...exclude] },
});

export default defineConfig({
  root,
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ["default"],
    projects: [
      project("unit", ["test/**/*.test.ts"], ["test/browser/**", "test/shared/**"]),
      project("browser", ["test/browser/**/*.test.ts"]),
      project("shared", ["test/shared/**/*.test.ts"]),
    ],
  },
});
