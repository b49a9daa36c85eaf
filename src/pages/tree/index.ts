/** Schemas as trees of rows. */
export type { SchemaTreeView } from "./schema-tree-view.ts";
export { messageSteps, messageTrees, rowBlocks, schemaTree, schemaTreeView, treeBlocks, withoutExamples } from "./schema-tree-view.ts";
export type { Child } from "./schema-children.ts";
export { childrenOf } from "./schema-children.ts";
export type { EffectiveSchema } from "./schema-type.ts";
export { effective, effectiveBranch } from "./schema-type.ts";
export { factPhrases } from "./schema-notes.ts";
export { messageFileLinks, schemaFileLink, createSchemaHomes } from "./schema-homes.ts";
export { stepAnchor } from "./schema-tree-parts.ts";
export { code, codeName, link, sayWith, strong } from "./schema-phrase.ts";
export { sayOf } from "./schema-tree-context.ts";
export type { Row, Section } from "./schema-tree-parts.ts";
export { briefly, variantOf, variantsOf, variantsView } from "./variants.ts";
