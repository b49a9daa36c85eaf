// api
export type {
  Api,
  Component,
  Info,
  Binding,
  CorrelationId,
  Described,
  Entity,
  EntityKind,
  ExternalDocs,
  NamedValue,
  Tag,
  TagUse,
  TraitUse,
  Channel,
  Direction,
  Message,
  MessageExample,
  OAuthFlow,
  Operation,
  Parameter,
  Reply,
  SchemeUse,
  SecurityRequirement,
  SecurityScheme,
  Server,
  ServerVariable,
  MessageUse,
  TagGroup,
  NamedSchema,
  SchemaSource,
} from "./api/index.ts";
export { opposite, usesOfMessage, displayName, groupTags, linkModel } from "./api/index.ts";

// normalize
export type {
  AlternativePart,
  ChannelPart,
  Description,
  ExamplePart,
  FlowPart,
  MessagePart,
  Name,
  OperationPart,
  ReplyPart,
  SchemaPart,
  SchemePart,
  ServerPart,
} from "./normalize/index.ts";
export { normalize, mapUnder } from "./normalize/index.ts";

// routes
export type { Routes } from "./routes/index.ts";
export { anchorAt, anchorBelow, anchorFor, anchorStep, createRoutes, fileNames, numberedPages, relativeUrl } from "./routes/index.ts";

// structure
export { checkObject, checkStructure } from "./structure/index.ts";
