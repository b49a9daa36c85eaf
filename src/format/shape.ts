/** What a field's value must be. One description that loading, structure check and normalizer read. */
export type Shape =
  | { readonly kind: "string"; readonly markdown?: true; readonly text?: TextKind; readonly oneOf?: readonly string[] }
  | { readonly kind: "boolean" | "number" | "integer" | "null" }
  /** Any value; nothing in it is a reference (examples, defaults, extensions). */
  | { readonly kind: "any" }
  /** An object of the format. `reference`: whether a Reference Object may or must stand there instead. */
  | { readonly kind: "object"; readonly object: ObjectName; readonly reference?: "allowed" | "required" }
  | { readonly kind: "map"; readonly values: Shape; readonly keys?: RegExp }
  | { readonly kind: "list"; readonly items: Shape }
  /** The first alternative that the value's type fits. */
  | { readonly kind: "either"; readonly of: readonly Shape[] };

/** What a string must look like, where the format says so. */
export type TextKind = "uri" | "absolute-url" | "email" | "media-type" | "runtime-expression" | "version";

export interface Field {
  readonly shape: Shape;
  readonly required?: true;
  /** Known in the public format although the specification text does not list it. */
  readonly public?: true;
  readonly deprecated?: true;
}

/** One object of one version of the format. */
export interface ObjectTable {
  /** As the specification calls it, such as `Channel Item Object`. */
  readonly title: string;
  /** Whether `x-…` fields are allowed. */
  readonly extensible: boolean;
  readonly fields: Readonly<Record<string, Field>>;
  /** A map object (Channels, Servers …): what stands under every other key. */
  readonly others?: { readonly keys?: RegExp; readonly shape: Shape };
}

/** The objects of all versions. `Schema` is the format's own Schema Object; `Payload` is a schema of whatever format the message names. */
export type ObjectName =
  | "Root"
  | "Info"
  | "Contact"
  | "License"
  | "Servers"
  | "Server"
  | "ServerVariable"
  | "Channels"
  | "Channel"
  | "Messages"
  | "Operations"
  | "Operation"
  | "OperationTrait"
  | "OperationReply"
  | "OperationReplyAddress"
  | "OperationMessage"
  | "Message"
  | "MessageTrait"
  | "MessageExample"
  | "Parameters"
  | "Parameter"
  | "CorrelationId"
  | "Tag"
  | "ExternalDocs"
  | "Components"
  | "Schema"
  | "Payload"
  | "MultiFormatSchema"
  | "SecurityScheme"
  | "SecurityRequirement"
  | "OAuthFlows"
  | "OAuthFlow"
  | "ServerBindings"
  | "ChannelBindings"
  | "OperationBindings"
  | "MessageBindings"
  | "Binding";
