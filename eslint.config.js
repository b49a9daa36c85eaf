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
 * the memo of a site. What follows from an immutable object alone is made with `oncePerObject`. Libraries that were loaded may stay.
 */
const moduleState = ["Program", "Program > ExportNamedDeclaration"].flatMap((at) => [
  `${at} > VariableDeclaration[kind="let"]`,
  `${at} > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^Weak(Map|Set)$/]`,
  `${at} > VariableDeclaration > VariableDeclarator:not([id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly/]) > NewExpression[callee.name=/^(Map|Set)$/][arguments.length=0]`,
  `${at} > VariableDeclaration > VariableDeclarator > NewExpression[callee.name='Memo']`,
]);

/**
 * Modules with state, and why each may have it. None of it changes a result: two builds at the same time never see each other's.
 */
const stateful = [
  // Libraries that are loaded once.
  "src/prose/markdown/code-tokens.ts", // shiki and its grammars
  "src/prose/markdown/render.ts", // the remark pipeline
  // The process itself.
  "src/output/disk/open-output.ts", // the lock files that this process holds
  "src/output/disk/write-worker.ts", // the program of a worker thread
  "src/verdicts/validate/budget.ts", // the CPU time that was read last
  // Tables that follow from constants.
  "src/format/parts.ts", // the objects of a version of the format, by the version
  "src/format/bindings/binding-table.ts", // the fields of a binding, by protocol and version
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
      // TypeScript refuses enums here (erasableSyntaxOnly). The rule takes a sixth of the time.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
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
        "window document location history localStorage sessionStorage navigator matchMedia requestAnimationFrame setTimeout clearTimeout IntersectionObserver MutationObserver addEventListener trustedTypes CSS Element Event HTMLElement innerWidth innerHeight scrollX scrollY scrollTo scrollBy fetch self Worker SharedWorker EventSource"
          .split(" ")
          .map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    files: ["src/pages/try/browser/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        "window document location navigator setTimeout clearTimeout addEventListener NodeFilter WebSocket TextDecoder TextEncoder"
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
        {
          selector: "MemberExpression[object.type='MetaProperty'][property.name!='url']",
          message: "Loaders that make CommonJS of modules, such as that of Docusaurus, know import.meta.url alone.",
        },
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
