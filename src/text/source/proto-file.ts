/** A .proto text as data: what its schemas need, services left out. */
export interface ProtoFile {
  readonly package: string;
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
}

export interface ProtoMessage {
  readonly name: string;
  /** With package and enclosing messages. */
  readonly fullName: string;
  readonly comment: string;
  readonly fields: readonly ProtoField[];
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
  /** `reserved`, `extensions` and options, as written. */
  readonly statements: readonly ProtoStatement[];
}

export interface ProtoField {
  readonly name: string;
  readonly type: string;
  readonly number: string;
  readonly label: "optional" | "required" | "repeated" | "";
  /** The type of the keys of a map. */
  readonly key: string;
  /** The `oneof` that it is one of. */
  readonly oneof: string;
  readonly options: readonly ProtoStatement[];
  readonly comment: string;
}

export interface ProtoEnum {
  readonly name: string;
  readonly fullName: string;
  readonly comment: string;
  readonly values: readonly { readonly name: string; readonly number: string; readonly comment: string }[];
}

/** `deprecated = true`, `reserved 2, 15`. */
export interface ProtoStatement {
  readonly name: string;
  readonly value: string;
}
