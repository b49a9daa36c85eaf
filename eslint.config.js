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

/**
 * State of a module outlives every build and is shared by all of them. What is made once belongs to an object that is handed on, such as
 * the memo of a site. Libraries that were loaded may stay.
 */
const moduleState = ["Program", "Program > ExportNamedDeclaration"].flatMap((at) => [
  `${at} > VariableDeclaration[kind="let"]`,
  `${at} > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^Weak(Map|Set)$/]`,
  `${at} > VariableDeclaration > VariableDeclarator:not([id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly/]) > NewExpression[callee.name=/^(Map|Set)$/][arguments.length=0]`,
  `${at} > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(TileNotes|Memo)$/]`,
]);

/** Modules with state: loaded libraries, a worker's own program, locks of the process, and what is still to be handed on. */
const stateful = [
  "src/prose/markdown/{highlighter,render}.ts",
  "src/output/disk/{lock,write-worker}.ts",
  "src/config/package-root.ts",
  "src/format/tables.ts",
  "src/format/bindings/binding-table.ts",
  "src/text/json/{locate,merge-patch,node}.ts",
  "src/text/source/{line-column,place-within,tiles}.ts",
  "src/text/words/words.ts",
  "src/text/diagnostics/{diagnostic,nearest}.ts",
  "src/documents/references/tile-walks.ts",
  "src/documents/fingerprint/fingerprints.ts",
  "src/schema/contradictions.ts",
  "src/verdicts/samples/{make-object,regex-syntax}.ts",
  "src/render/theme/template-ast.ts",
  "src/pages/site/{shared-view,visible}.ts",
];

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
    files: ["src/**"],
    ignores: stateful,
    rules: {
      "no-restricted-syntax": [
        "error",
        ...moduleState.map((selector) => ({ selector, message: "A module has no state: keep it in an object that is handed on." })),
      ],
    },
  },
  {
    files: ["test/**"],
    ignores: ["test/support/fast-check.ts"],
    rules: {
      "no-restricted-imports": ["error", { name: "fast-check", message: "test/support/fast-check.ts draws the same in every run." }],
    },
  },
  { files: ["test/**", "bench/**"], rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
);
