/** Checks examples against their schemas, checks the rules, measures what is documented, and generates samples. */
export * from "./rules/index.ts";
export * from "./coverage/index.ts";
export * from "./samples/index.ts";
export * from "./validate/index.ts";
