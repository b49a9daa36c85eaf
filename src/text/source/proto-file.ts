/** A .proto text as data, as far as schemas need it. Services are left out. */
export interface ProtoFile {
  readonly package: string;
  readonly messages: readonly ProtoMessage[];
  readonly enums: readonly ProtoEnum[];
}

export interface ProtoMessage {
  readonly name: string;
  /** The name with the package and enclosing messages. */
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
  /** The `oneof` that the field belongs to. */
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

/** A statement such as `deprecated = true` or `reserved 2, 15`. */
export interface ProtoStatement {
  readonly name: string;
  readonly value: string;
}
