/**
 * The linked model of an API. Its objects refer to each other directly, and each has the node it was read from. The model is the same
 * for all versions of the format, so higher rooms need not know the version.
 */
export type {
  Api,
  Component,
  Info,
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
} from "./api.ts";
export { opposite, usesOfMessage, type MessageUse, demandsOf } from "./api.ts";
export type {
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
  NamedSchema,
  SchemaSource,
} from "./entity.ts";
export { displayName, codeSamplesOf, type CodeSample } from "./entity.ts";
export type { TagGroup } from "./linking.ts";
export { isAstray, lostReference, unreadPayload, groupTags } from "./linking.ts";
export {
  addressOnWire,
  wireAddress,
  wireAddresses,
  type WireAddress,
  afterRepeatedPath,
  joinedPath,
  passwordsOf,
  pathOfUrl,
  secretDefaults,
  secretsOf,
  usersIn,
  takesPaths,
  serverAddress,
} from "./server-address.ts";
export type { AddressParts } from "./server-address.ts";
export { linkModel } from "./link-model.ts";
export { nameInFile } from "./link-schemas.ts";
