/**
 * The page model: which pages there are, what is on each as plain data, and how they link to one another. A wing makes its sections and
 * pages of the same blocks, trees, pictures and frame.
 */
export * from "./blocks/index.ts";
export * from "./diagram/index.ts";
export * from "./examples/index.ts";
export * from "./frame/index.ts";
export * from "./kinds/index.ts";
export * from "./search/index.ts";
export * from "./standalone/index.ts";
export * from "./tree/index.ts";
export { tryProblems } from "./try/index.ts";
