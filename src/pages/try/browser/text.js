/**
 * What the validator takes of the room `text`, in a page: without files, YAML, the catalog of problems and the words of other languages.
 * The bundler puts this in the place of the room (`.config/try-plugin.js`).
 */
export * from "../../../text/json/index.ts";
export { parseJson } from "../../../text/source/parse-json.ts";
export * from "../../../text/words/words.ts";

const filled = (text, blanks) => text.replace(/\{(\w+)\}/g, (_, name) => String(blanks?.[name]));

/** Why something is not checked, in the words of the page. */
const reasons = {};
export const takeReasons = (words) => Object.assign(reasons, words);
export const reason = (key, blanks) => filled(reasons[key] ?? key, blanks);

export function counted(count, noun) {
  if (String(count) === "1") return `1 ${noun}`;
  return `${count} ${noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** A page gives no hints, so nothing is looked for. */
export const didYouMean = () => undefined;

/** What a reader of JSON can find. */
const messages = {
  "document/syntax": "{reason}",
  "document/empty": "there is no value",
  "document/duplicate-key": "the key {key} is there twice",
  "document/too-deep": "values are nested deeper than {limit}",
  "document/not-json": "JSON has no word for {text}",
};

export const problem = (code, place, blanks) => ({ place, message: filled(messages[code], blanks) });
