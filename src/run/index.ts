/** One run: the recipe that it follows, and what every command is made of. */
export * from "./recipe/index.ts";
export * from "./command/index.ts";
