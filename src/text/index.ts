/** Text and values: safe file access, YAML and JSON as placed values, problems with their places, words of the interface. */
export * from "./diagnostics/index.ts";
export * from "./files/index.ts";
export * from "./json/index.ts";
export * from "./source/index.ts";
export * from "./words/index.ts";
