/** Turns a document of any version into one linked model of the API, and gives each page its address. */
export * from "./api/index.ts";
export * from "./normalize/index.ts";
export * from "./routes/index.ts";
export * from "./structure/index.ts";
