/**
 * Turns any version of the format into one version-free description, and merges traits. Only `from-v2.ts` and `from-v3.ts` know what
 * versions spell differently.
 */
export type {
  RequirementPart,
  ChannelPart,
  Description,
  ExamplePart,
  FlowPart,
  MessagePart,
  NameCandidate,
  OperationPart,
  ReplyPart,
  SchemaPart,
  SchemePart,
  ServerPart,
  StrayField,
} from "./description.ts";
export { normalize } from "./normalize.ts";
export { mapUnder, straysUnder, unreadItems } from "./reading.ts";
