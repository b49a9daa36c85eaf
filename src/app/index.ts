/** The package: what `import … from "msgdocs"` provides. */
export * from "./api/index.ts";
