import type { Language } from "#schema";

/** A draft that files are written in. */
export interface FileDialect {
  readonly language: Language;
  readonly uri: string;
  /** Where schemas stand that others refer to. */
  readonly definitions: "definitions" | "$defs";
}

const DRAFT_06: FileDialect = { language: "draft-06", uri: "http://json-schema.org/draft-06/schema#", definitions: "definitions" };
const DRAFT_07: FileDialect = { language: "draft-07", uri: "http://json-schema.org/draft-07/schema#", definitions: "definitions" };
const V_2019: FileDialect = { language: "2019-09", uri: "https://json-schema.org/draft/2019-09/schema", definitions: "$defs" };
const V_2020: FileDialect = { language: "2020-12", uri: "https://json-schema.org/draft/2020-12/schema", definitions: "$defs" };

/**
 * The draft that a schema of a language is written in: its own. The format's Schema Object is a superset of draft 07; draft 04 and
 * OpenAPI 3.0, which is built on it, are brought to draft 07, since few programs read draft 04 any more.
 */
export function dialectOf(language: Language): FileDialect {
  if (language === "draft-06") return DRAFT_06;
  if (language === "2019-09") return V_2019;
  return language === "2020-12" || language === "openapi-3.1" ? V_2020 : DRAFT_07;
}
