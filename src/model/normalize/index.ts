/**
 * Any version of the format → one version-free description. `from-v2.ts` and `from-v3.ts` are the only files of the product
 * that know what versions spell differently; traits are merged here.
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
export { mapUnder } from "./reading.ts";
