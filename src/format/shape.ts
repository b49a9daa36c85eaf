/** What the value of a field must be: the words in which tables are written. Loading, structure check and normalizer read the same description. */
export type Shape =
  | { readonly kind: "string"; readonly markdown?: true; readonly text?: TextKind; readonly oneOf?: readonly string[] }
  | { readonly kind: "boolean" }
  | { readonly kind: "null" }
  | NumberShape
  /** Any value, without references in it (examples, defaults, extensions). */
  | { readonly kind: "any" }
  | ObjectShape
  /** An object whose table is used only here (inside bindings). */
  | { readonly kind: "inline"; readonly table: ObjectTable }
  | { readonly kind: "map"; readonly values: Shape; readonly keys?: RegExp }
  | { readonly kind: "list"; readonly items: Shape; readonly atLeast?: 1; readonly unique?: true }
  /** The first alternative that the value matches (see `matchingShape`). */
  | { readonly kind: "either"; readonly of: readonly Shape[] };

/** A number within bounds. `minimum` and `maximum` are inclusive, `above` is exclusive. `oneOf` lists all allowed values. */
export interface NumberShape {
  readonly kind: "number" | "integer";
  readonly minimum?: number;
  readonly above?: number;
  readonly maximum?: number;
  readonly oneOf?: readonly number[];
}

/**
 * An object of the format. `reference`: whether a Reference Object may or must be there instead. If the object's own table has a field
 * `$ref` (the 2.x Channel Item Object), the fields beside `$ref` count; otherwise they are ignored.
 */
export interface ObjectShape {
  readonly kind: "object";
  readonly object: ObjectName;
  readonly reference?: "allowed" | "required";
  /** As an alternative of `either`, it matches a map with one of these keys. */
  readonly when?: readonly string[];
  /** For `Binding`: the protocol and the kind of the binding. */
  readonly binding?: BindingPlace;
  /** For `Payload`: the language of the schema, if it is one that is read. */
  readonly language?: "avro" | "protobuf" | "raml";
}

/** The objects that have bindings. */
export type BindingKind = "server" | "channel" | "operation" | "message";

interface BindingPlace {
  /** The key in the bindings object. */
  readonly protocol: string;
  readonly kind: BindingKind;
}

/** The syntax of a string, if the format defines one. */
export type TextKind = "uri" | "absolute-url" | "email" | "media-type" | "runtime-expression" | "version";

/** The public document that requires a field, with its version, and the condition. */
export type Requirement = ({ readonly text: string } | { /** Where its text does not say so. */ readonly schema: string }) & {
  /** The condition: another field has this value, or without a value, is absent. */
  readonly when?: { readonly field: string; readonly is?: string };
  /** The first version that no longer requires it. */
  readonly until?: string;
};

export interface FieldRule {
  readonly shape: Shape;
  readonly required?: boolean | Requirement;
  /**
   * Whether the public format has the field although the specification text does not list it. If it is also `required`, a missing one
   * is only a warning.
   */
  readonly public?: true;
  readonly deprecated?: true;
}

/** One object of one version of the format. */
export interface ObjectTable {
  /** The name in the specification, such as `Channel Item Object`. */
  readonly title: string;
  /** Whether `x-…` fields are allowed. */
  readonly extensible: boolean;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** For a map object (Channels, Servers …): the shape of the values under all other keys. */
  readonly others?: { readonly keys?: RegExp; readonly shape: Shape };
}

const schemaObjects = ["Schema", "OpenapiSchema", "EarlierSchema", "LaterSchema"] as const;
type SchemaObjectName = (typeof schemaObjects)[number];

/**
 * The objects of all versions. `Schema` is the format's own Schema Object, `OpenapiSchema` that of OpenAPI 3.0, `EarlierSchema` that of
 * JSON Schema draft 04 and `LaterSchema` that of 2019-09 and later, `Payload` a schema of any other format.
 */
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
  | SchemaObjectName
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

/** The tables of one version by object. Objects that the version lacks are present, but unreachable. */
export type ObjectTables = Readonly<Record<ObjectName, ObjectTable>>;

/** Whether an object is a schema in any language, alone or with its format. */
export function isAnySchema(name: ObjectName): boolean {
  return isSchemaObject(name) || name === "Payload" || name === "MultiFormatSchema";
}

/** Whether an object is a schema whose keywords are read. */
export function isSchemaObject(name: ObjectName | undefined): boolean {
  return (schemaObjects as readonly (ObjectName | undefined)[]).includes(name);
}
