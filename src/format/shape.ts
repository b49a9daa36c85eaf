/** What a field's value must be. One description that loading, structure check and normalizer read. */
export type Shape =
  | { readonly kind: "string"; readonly markdown?: true; readonly text?: TextKind; readonly oneOf?: readonly string[] }
  | { readonly kind: "boolean" }
  | { readonly kind: "null" }
  | NumberShape
  /** Any value; nothing in it is a reference (examples, defaults, extensions). */
  | { readonly kind: "any" }
  | ObjectShape
  /** An object with fields of its own that no other place shares (inside bindings). */
  | { readonly kind: "inline"; readonly table: ObjectTable }
  | { readonly kind: "map"; readonly values: Shape; readonly keys?: RegExp }
  | { readonly kind: "list"; readonly items: Shape; readonly atLeast?: 1; readonly unique?: true }
  /** The first alternative that the value fits (see `fitting`). */
  | { readonly kind: "either"; readonly of: readonly Shape[] };

/** A number within bounds; `minimum` and `maximum` are allowed themselves, `above` is not. `oneOf` lists the only values. */
export interface NumberShape {
  readonly kind: "number" | "integer";
  readonly minimum?: number;
  readonly above?: number;
  readonly maximum?: number;
  readonly oneOf?: readonly number[];
}

/**
 * An object of the format. `reference`: whether a Reference Object may or must stand there instead. Where the object's own
 * table has a field `$ref` (the 2.x Channel Item Object), the fields beside `$ref` count; everywhere else they are ignored.
 */
export interface ObjectShape {
  readonly kind: "object";
  readonly object: ObjectName;
  readonly reference?: "allowed" | "required";
  /** As an alternative of `either`: it is meant where the map has one of these keys. */
  readonly when?: readonly string[];
  /** For `Binding`: whose binding it is, and where it stands. */
  readonly binding?: BindingPlace;
}

/** Where bindings stand. */
export type BindingKind = "server" | "channel" | "operation" | "message";

export interface BindingPlace {
  /** The key in the bindings object. */
  readonly protocol: string;
  readonly kind: BindingKind;
}

/** What a string must look like, where the format says so. */
export type TextKind = "uri" | "absolute-url" | "email" | "media-type" | "runtime-expression" | "version";

export interface Field {
  readonly shape: Shape;
  readonly required?: boolean;
  /** Known in the public format although the specification text does not list it; with `required`, a missing one is a warning. */
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

/** The objects of all versions. `Schema` is the format's own Schema Object, `OpenapiSchema`
 * that of OpenAPI 3.0 where a `schemaFormat` names it, `Payload` a schema of any other format. */
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
  | "OpenapiSchema"
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
