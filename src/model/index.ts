/** Turns a document of any version into one linked model of the API, and gives each page its address. */

// api
export type {
  Api,
  CodeSample,
  Component,
  Info,
  Binding,
  CorrelationId,
  DescribedObject,
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
  WireAddress,
} from "./api/index.ts";
export {
  addressOnWire,
  afterRepeatedPath,
  joinedPath,
  pathOfUrl,
  takesPaths,
  codeSamplesOf,
  opposite,
  usesOfMessage,
  isAstray,
  lostReference,
  unreadPayload,
  demandsOf,
  displayName,
  groupTags,
  linkModel,
  wireAddress,
  wireAddresses,
} from "./api/index.ts";

// normalize
export { normalize } from "./normalize/index.ts";

// routes
export type { Routes } from "./routes/index.ts";
export {
  anchorAt,
  anchorBelow,
  anchorFor,
  anchorStep,
  createRoutes,
  fileNames,
  hashedNames,
  numberedPages,
  relativeUrl,
} from "./routes/index.ts";

// structure
export { checkStructure } from "./structure/index.ts";
