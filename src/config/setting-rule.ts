/** The subset of JSON Schema (draft 07) that the schema of the settings uses. */
export interface SettingRule {
  readonly type?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, SettingRule>>;
  readonly properties?: Readonly<Record<string, SettingRule>>;
  readonly additionalProperties?: boolean | SettingRule;
  readonly items?: SettingRule;
  /** Alternatives by the type of the value. */
  readonly anyOf?: readonly SettingRule[];
}

/** A setting. `is`: `plain` is taken as written, or by its default; `path` is made absolute; all others are read by code. */
export interface SettingRow extends SettingRule {
  readonly is?: "plain" | "path";
}

/** Settings by their names. */
export type SettingRows = Readonly<Record<string, SettingRow>>;
