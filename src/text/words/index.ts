/**
 * The words of the interface and of schema phrases. Each language is one file; users can replace single phrases.
 */
export * from "./words.ts";
