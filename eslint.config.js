import js from "@eslint/js";
import tseslint from "typescript-eslint";

/** Functions that open a file to read it. Only src/text/files has them: it judges what is open. */
const reads = [
  "createReadStream",
  "copyFile",
  "copyFileSync",
  "cp",
  "cpSync",
  "open",
  "openAsBlob",
  "promises",
  "read",
  "readFile",
  "readFileSync",
  "readSync",
];
const readsOf = (more) =>
  ["node:fs", "fs", "node:fs/promises", "fs/promises"].map((name) => ({
    name,
    importNames: ["default", ...reads, ...more],
    message: "Files are opened by src/text/files: use readFile, withFile or openFile of #text.",
  }));

export default tseslint.config(
  { ignores: ["dist/", "site/", "node_modules/", "coverage/", "example-docs/", "test/**/fixtures/**"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "@typescript-eslint/no-confusing-void-expression": "off",
    },
  },
  {
    files: ["**/*.js"],
    languageOptions: {
      globals: { process: "readonly", console: "readonly", URL: "readonly", performance: "readonly", Buffer: "readonly" },
    },
  },
  {
    files: ["themes/**/*.js", "preview/*.js"],
    languageOptions: {
      sourceType: "script",
      globals: Object.fromEntries(
        "window document location history localStorage sessionStorage navigator matchMedia requestAnimationFrame setTimeout clearTimeout IntersectionObserver addEventListener trustedTypes CSS Element Event HTMLElement innerWidth innerHeight scrollX scrollY scrollTo scrollBy fetch self Worker SharedWorker EventSource"
          .split(" ")
          .map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    files: ["src/**"],
    ignores: ["src/text/files/**"],
    rules: { "no-restricted-imports": ["error", { paths: readsOf(["openSync"]) }] },
  },
  // Writers open the files that they make.
  { files: ["src/output/**"], rules: { "no-restricted-imports": ["error", { paths: readsOf([]) }] } },
  {
    files: ["test/**"],
    ignores: ["test/support/fast-check.ts"],
    rules: {
      "no-restricted-imports": ["error", { name: "fast-check", message: "test/support/fast-check.ts draws the same in every run." }],
    },
  },
  { files: ["test/**", "bench/**"], rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
);
