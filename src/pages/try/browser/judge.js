import { createPageJudge } from "../../../verdicts/validate/in-page.ts";
import { takeReasons } from "./text.js";

/** The judges of messages, each made when it is first asked. A message without the file of its schema is not checked. */
export function createJudges(schemas, words) {
  const judges = new Map();
  takeReasons(words.reasons);
  return ({ key, unchecked }, text) => {
    const schema = schemas.get(key);
    if (schema === undefined && unchecked === undefined) return { state: "not-checked", problems: [], reason: words["not-loaded"] };
    if (!judges.has(key)) judges.set(key, createPageJudge(schema ?? "true"));
    const verdict = judges.get(key)(text);
    // Whether a text is JSON is known without a schema, but not whether it has to be.
    return unchecked === undefined ? verdict : { state: "not-checked", problems: [], reason: unchecked };
  };
}
