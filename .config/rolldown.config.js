import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";
import { licencesPlugin } from "./licences-plugin.js";
import { templatesPlugin } from "./templates-plugin.js";
import { typesPlugin } from "./types-plugin.js";

const root = fileURLToPath(new URL("..", import.meta.url));

rmSync(`${root}dist`, { recursive: true, force: true });

/**
 * One entry for the program and one for each kind of thread, everything third-party inside, and a chunk for whatever is loaded only
 * when it is needed, so that starting costs no more than the command that runs.
 */
export default defineConfig({
  cwd: root,
  input: {
    cli: "src/app/cli/main.ts",
    index: "src/app/index.ts",
    "write-worker": "src/output/disk/write-worker.ts",
    "link-worker": "src/app/build/link-worker.ts",
    "part-worker": "src/app/commands/part-worker.ts",
  },
  platform: "node",
  plugins: [templatesPlugin(`${root}templates`), licencesPlugin(), typesPlugin(root)],
  output: {
    dir: "dist",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  },
});
