/** Renders Markdown to safe HTML and safe Markdown, resolves its links, and reads the user's own pages. */
export * from "./guides/index.ts";
export * from "./markdown/index.ts";
export * from "./texts/index.ts";
