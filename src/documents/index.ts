/** The files of a document: following references, remote files under a policy, documents for an audience, bundling. */
export * from "./audience/index.ts";
export * from "./bundle/index.ts";
export * from "./network/index.ts";
export * from "./references/index.ts";
