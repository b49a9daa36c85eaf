import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";
import { licencesPlugin } from "./licences-plugin.js";
import { templatesPlugin } from "./templates-plugin.js";
import { INNER, tryPlugin } from "./try-plugin.js";
import { typesPlugin } from "./types-plugin.js";

const root = fileURLToPath(new URL("..", import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });

const output = {
  dir: "dist",
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
};

/**
 * One entry for the program, everything third-party inside, and a chunk for whatever is loaded only when it is needed, so that starting
 * costs no more than the command that runs.
 */
const program = defineConfig({
  cwd: root,
  input: {
    cli: "src/app/cli/main.ts",
    index: "src/app/index.ts",
    "part-worker": "src/portal/commands/part-worker.ts",
  },
  platform: "node",
  plugins: [templatesPlugin(`${root}templates`, `${root}themes/default`), licencesPlugin(root, ["mqtt"]), typesPlugin(root)],
  output,
});

/** The thread that writes files, bundled by itself: with the program's chunks it would load 1.5 MB of code to use 20 KB of it. */
const threads = defineConfig({
  cwd: root,
  input: { "write-worker": "src/output/disk/write-worker.ts" },
  platform: "node",
  output,
});

/** The scripts of pages on which readers compose and send. */
const pages = ["open", "compose", "send", "mqtt"].map((name) =>
  defineConfig({
    cwd: root,
    input: { [name]: `src/pages/try/browser/${name}.js` },
    platform: "browser",
    treeshake: { moduleSideEffects: (id) => id.includes("/try/browser/") },
    plugins: [tryPlugin(root)],
    output: {
      dir: "dist/try",
      format: "iife",
      entryFileNames: "[name].js",
      minify: name === "compose" ? { mangleProps: { include: new RegExp(`^(?:${INNER.join("|")})$`) } } : true,
    },
  }),
);

export default [program, threads, ...pages];
