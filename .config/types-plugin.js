import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** What is public: the functions, and the types that they take and give. */
const FILES = ["src/app/api/types.ts", "src/app/api/functions.ts"];

function declarationsOf(path) {
  const text = readFileSync(path, "utf8");
  const compilerOptions = { isolatedDeclarations: true, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, { fileName: path, compilerOptions });
  const [first] = diagnostics;
  if (first) throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(first.messageText, "\n")}`);
  // All of it becomes one file.
  return outputText.replace(/^import .*;\n/gm, "").replace(/^export \{\};\n/m, "");
}

/** A rolldown plugin that puts the types of the Node API into index.d.ts beside it. */
export function typesPlugin(root) {
  return {
    name: "types",
    generateBundle() {
      const source = FILES.map((path) => declarationsOf(join(root, path))).join("");
      this.emitFile({ type: "asset", fileName: "index.d.ts", source });
    },
  };
}
