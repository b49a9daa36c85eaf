/** The package: what `import … from "msgdocs"` gives. */
export * from "./api/index.ts";
