import rules from "./legacy-rules.json" with { type: "json" };

/** The severity of a problem. `off` is never reported. */
export type Level = "error" | "warning" | "info" | "off";

/** One row of the catalog of codes. */
export interface CodeDefinition {
  readonly level: Level;
  /** Ends the run if it occurs in the main document: there is nothing to document. Its level cannot be changed. */
  readonly fatal?: true;
  /** A requirement on the document as a whole, such as a coverage goal. Neither a comment nor a baseline can accept it. */
  readonly gate?: true;
  readonly message: string;
}

/**
 * Every code with its default level and message. A message names the thing in the author's words and says what is wrong. The caller
 * fills its `{blanks}`, whose names the compiler checks. Codes never change once released.
 */
export const catalog = {
  // Document
  "document/not-found": { level: "error", fatal: true, message: "Cannot read {name}: {reason}." },
  "document/encoding": { level: "error", fatal: true, message: "{name} is not UTF-8: {reason}." },
  "document/syntax": { level: "error", fatal: true, message: "Not valid {language}: {reason}." },
  "document/loose-syntax": { level: "error", message: "Not valid YAML 1.2, though other programs may read it: {reason}." },
  "document/empty": { level: "error", fatal: true, message: "There is nothing in this file." },
  "document/multiple": { level: "error", fatal: true, message: "There is more than one YAML document in this file." },
  "document/not-an-object": { level: "error", fatal: true, message: "The document is {found}, expected an object." },
  "document/duplicate-key": { level: "error", message: "The key {key} is already used in this object, for {other}; the last one counts." },
  "document/key-not-a-string": { level: "error", message: "A key must be a string, and this is {found}." },
  "document/key-read-as-text": { level: "warning", message: "The key {key} is {found}; it is read as text." },
  "document/tag": { level: "error", message: "The YAML tag {tag} has no meaning in JSON." },
  "document/merge-key": { level: "warning", message: "The merge key << is not YAML 1.2; it is honoured here, not everywhere." },
  "document/yaml-version": { level: "warning", message: "The document asks for YAML {version}; it is read as YAML 1.2." },
  "document/ambiguous-scalar": { level: "warning", message: "{text} is {here} here, but {there} to a YAML 1.1 reader." },
  "document/alias-cycle": { level: "error", fatal: true, message: "The alias {alias} stands inside the value it names." },
  "document/not-json": { level: "warning", message: "JSON has no word for {text}; it is shown as written." },
  "document/too-large": { level: "error", fatal: true, message: "{what} is over the limit: {size}, at most {limit}." },
  "document/perspective": {
    level: "info",
    message: "{what} say the opposite of their direction: {name} is what the application {does}.",
  },
  "document/too-deep": { level: "error", fatal: true, message: "Values are nested deeper than {limit}." },
  "version/missing": { level: "error", fatal: true, message: "The document does not say its format version." },
  "version/unsupported": { level: "error", fatal: true, message: "The format version {version} is not read." },
  "version/not-a-string": { level: "warning", message: "The format version must be a string, and {version} is {found}." },
  "version/newer": { level: "warning", message: "The format version {version} is newer than known; it is read as {known}." },
  "version/read-as": {
    level: "info",
    message: "The document says {version}, but uses {field}, which only the released 3.0.0 has; it is read as released.",
  },

  // Structure
  "structure/required-field": { level: "error", message: "{object} must have the field {field}." },
  "structure/wrong-type": { level: "error", message: "{field} must be {expected}, and this is {found}." },
  "structure/unknown-field": { level: "warning", message: "{object} has no field {field}." },
  "structure/key-pattern": { level: "error", message: "The key {key} of {map} must match {pattern}." },
  "structure/not-one-of": { level: "error", message: "{field} must be {allowed}, and this is {found}." },
  "structure/reference-required": { level: "error", message: "{field} must be a reference ($ref), not the object itself." },
  "structure/moved-field": { level: "error", message: "{field} does not belong to {object} in {version}." },
  "structure/unknown-binding": { level: "warning", message: "{key} is not a protocol that {object} lists." },
  "binding/unknown-field": { level: "warning", message: "The {protocol} {kind} binding has no field {field} in version {version}." },
  "binding/field-type": { level: "warning", message: "{field} of the {protocol} {kind} binding must be {expected}, and it is {found}." },
  "binding/version": { level: "warning", message: "Version {version} of the {protocol} binding is not known; it is read as {known}." },

  // References
  "reference/syntax": { level: "error", message: "This is not a reference: {reason}." },
  "reference/not-found": { level: "error", message: "{ref} leads nowhere: {reason}." },
  "reference/wrong-target": { level: "error", message: "{ref} is {found}, expected {expected}." },
  "reference/not-json-or-yaml": { level: "error", message: "{ref} is neither JSON nor YAML: {reason}." },
  "reference/loop": { level: "error", message: "These references only lead to one another: {chain}." },
  "reference/outside-root": { level: "error", message: "{ref} leads outside of the folder that documents may read ({root})." },
  "reference/remote-disabled": { level: "error", message: "{ref} is on the network, which is off." },
  "reference/remote-failed": { level: "error", message: "{ref} could not be fetched: {reason}." },
  "reference/lock-mismatch": { level: "error", message: "{ref} is not what the lock file recorded." },
  "reference/siblings-ignored": { level: "warning", message: "Fields beside $ref are ignored: {fields}." },
  "channel/ref-deprecated": { level: "warning", message: "$ref in a channel item is deprecated." },
  "channel/ref-overlap": {
    level: "warning",
    message: "{field} stands both here and in the channel item that $ref names; which one counts is not defined.",
  },

  // Values
  "value/uri": { level: "error", message: "{field} must be a URI, and {text} is not." },
  "value/absolute-url": { level: "error", message: "{field} must be an absolute URL, and {text} is not." },
  "value/media-type": { level: "warning", message: "{field} must be a media type, and {text} is not." },
  "value/runtime-expression": { level: "error", message: "{text} is not a runtime expression: {reason}." },
  "value/location-target": { level: "warning", message: "{text} points at nothing in the {part} of {message}." },
  "value/email": { level: "warning", message: "{text} is not an email address." },
  "name/confusable": { level: "warning", message: "{name} and {other} differ only by {difference}." },
  "name/invisible-character": { level: "warning", message: "{name} holds the invisible character {character}." },

  // Servers, channels, operations
  "server/variable-undefined": { level: "warning", message: "The server {server} uses the variable {name}, which it does not define." },
  "server/variable-unused": { level: "warning", message: "The variable {name} is not used by the server {server}." },
  "server/variable-value": { level: "warning", message: "{text} is not one of the values that the variable {name} allows." },
  "server/host": { level: "error", message: "{host} is not a host: it has {what}." },
  "server/password": { level: "warning", message: "The server {server} has a password that all readers of the document see." },
  "channel/uri-template": { level: "error", message: "{address} is not {what}: {reason}." },
  "channel/query-or-fragment": { level: "error", message: "A channel's address must not hold {what}." },
  "channel/repeated-path": { level: "warning", message: "The address {address} repeats the path {path} of the server {server}." },
  "channel/parameter-undefined": { level: "error", message: "The address uses {name}, which the parameters do not define." },
  "channel/parameter-unused": { level: "error", message: "The parameter {name} does not appear in the address {address}." },
  "channel/unknown-server": { level: "error", message: "There is no server {name}." },
  "channel/no-operation": { level: "info", message: "The channel {channel} has no operation." },
  "operation/code-sample": { level: "warning", message: "A code sample must have a text in its field source." },
  "operation/no-message": { level: "info", message: "The operation {operation} has no message." },
  "operation/duplicate-id": { level: "error", message: "The operation id {id} is used {count} times." },
  "operation/reply-address": {
    level: "error",
    message: "The reply's address is told by each request, but its channel has the address {address}.",
  },
  "message/duplicate-id": { level: "error", message: "The message id {id} is used by {count} messages." },
  "trait/forbidden-field": { level: "error", message: "{object} must not have the field {field}." },
  "trait/invalid-result": { level: "error", message: "With its traits this is not a valid {object}: {reason}" },
  "tag/duplicate": { level: "error", message: "The tag {name} is already in this list." },
  "tag/duplicate-in-list": { level: "warning", message: "The tag {name} is already in this list." },

  // Messages, schemas, examples
  "message/headers-not-object": { level: "error", message: "The headers of a message must be of type object, and these are {found}." },
  "message/unknown-schema-format": {
    level: "info",
    message: "The schema format {format} is not known: the payload is shown as written and examples are not checked.",
  },
  "message/near-schema-format": { level: "warning", message: "{format} is not a listed schema format." },
  "message/schema-format-encoding": { level: "off", message: "The payload is in another file, and {format} does not name its encoding." },
  "message/payload-not-in-format": { level: "error", message: "{what} is not {format}: {reason}." },
  "schema/keyword": { level: "error", message: "{keyword} must be {expected}, and this is {found}." },
  "schema/pattern": { level: "warning", message: "{pattern} is not an ECMAScript pattern: {reason}." },
  "schema/default": { level: "error", message: "The default does not conform to its schema: {reason}." },
  "schema/value": { level: "warning", message: "This {what} does not conform to the rest of its schema: {reason}." },
  "schema/impossible": { level: "warning", message: "{effect}: {reason}." },
  "schema/near-keyword": { level: "warning", message: "{keyword} is no keyword of schemas, so it says nothing about values." },
  "schema/discriminator": { level: "error", message: "The discriminator {name} {reason}." },
  "schema/discriminator-inline": {
    level: "warning",
    message: "This schema has neither a name nor a const for {name}, so no value of the discriminator selects it.",
  },
  "schema/cycle": { level: "warning", message: "This schema contains itself with no property or item between: {chain}." },
  "schema/example": { level: "warning", message: "This example does not conform to its schema: {reason}." },
  "parameter/example": { level: "warning", message: "This value does not conform to the parameter {name}: {reason}." },
  "example/empty": { level: "error", message: "A message example must have headers, a payload, or both." },
  "example/payload": { level: "error", message: "{at} {reason}." },
  "example/headers": { level: "error", message: "{at} {reason}." },
  "example/ambiguous": {
    level: "error",
    message: "This example is valid against {count} messages, {messages}, where exactly one is required.",
  },
  "example/not-checked": { level: "info", message: "This example is not checked: {reason}." },
  "example/budget": { level: "warning", message: "{what} not checked: {reason}." },
  "message/no-example": { level: "off", message: "The message {message} has no example." },

  // Security
  "security/unknown-scheme": { level: "error", message: "There is no security scheme {name} in the components." },
  "security/scopes-not-empty": { level: "error", message: "{name} is of type {type}, which has no scopes." },
  "security/unknown-scope": { level: "warning", message: "No flow of {name} lists the scope {scope}." },
  "security/required-field": { level: "error", message: "A security scheme of type {type} must have the field {field}." },
  "security/flow-field": { level: "warning", message: "The {flow} flow must have the field {field}." },
  "security/foreign-field": { level: "warning", message: "{field} does not belong to a security scheme of type {type}." },

  // Changes between two versions
  "change/server": { level: "error", message: "{what}" },
  "change/channel": { level: "error", message: "{what}" },
  "change/operation": { level: "error", message: "{what}" },
  "change/reply": { level: "error", message: "{what}" },
  "change/message": { level: "error", message: "{what}" },
  "change/payload": { level: "error", message: "{what}" },
  "change/headers": { level: "error", message: "{what}" },
  "change/content-type": { level: "error", message: "{what}" },
  "change/correlation-id": { level: "error", message: "{what}" },
  "change/parameter": { level: "error", message: "{what}" },
  "change/security": { level: "error", message: "{what}" },
  "change/binding": { level: "error", message: "{what}" },
  "change/reference": { level: "warning", message: "{what}" },
  "change/words": { level: "info", message: "{what}" },
  "change/version": { level: "warning", message: "{what}" },
  "change/acceptance": { level: "warning", message: "This comment accepts nothing: {reason}." },

  // Report, text, site, theme, settings
  "report/limit": { level: "warning", message: "The report is over its limit: {what} are not listed." },
  "text/raw-html": { level: "warning", message: "HTML is shown as text: {text}" },
  "text/unsafe-link": { level: "warning", message: "{url} is not a link that is safe to follow; it is shown as text." },
  "text/remote-image": { level: "info", message: "The image {url} is on another host; it becomes a link." },
  "text/broken-link": { level: "warning", message: "{url} leads nowhere: {reason}." },
  "text/structure": { level: "info", message: "{what}." },
  "text/limit": { level: "warning", message: "This text is over a limit ({reason}); it is shown as written." },
  "component/unused": { level: "off", message: "Nothing refers to {name}." },
  "coverage/threshold": {
    level: "error",
    gate: true,
    message: "{percent}% of the document is documented, and at least {threshold}% is required.",
  },
  "style/contact": { level: "off", message: "The document names nobody to contact." },
  "style/description": { level: "off", message: "{name} has neither a description nor a summary." },
  "style/tags-order": { level: "off", message: "The tag {tag} comes after {before}, though it is before it in the alphabet." },
  "style/id-urn": { level: "off", message: "The id should be a URN." },
  "style/operation-id": { level: "off", message: "The operation id {id} does not follow programming naming conventions." },
  "theme/not-found": { level: "error", fatal: true, message: "There is no {what} at {path}." },
  "theme/syntax": { level: "error", fatal: true, message: "The template does not compile: {reason}." },
  "theme/unknown-partial": { level: "error", fatal: true, message: "There is no partial {name}." },
  "theme/unknown-template": { level: "error", fatal: true, message: "Nothing uses the template {name}." },
  "theme/unknown-helper": { level: "error", fatal: true, message: "There is no helper {name}." },
  "theme/unescaped": { level: "error", fatal: true, message: "{expression} would put unescaped text into the page." },
  "theme/unquoted-attribute": { level: "error", fatal: true, message: "{expression} stands in an attribute without quotes." },
  "theme/stale-override": { level: "warning", message: "{template} overrides version {old} of a template that is now at {new}." },
  "theme/low-contrast": {
    level: "warning",
    message: "The token {name} has a contrast of {ratio}:1 to the background of {scheme} pages.",
  },
  "theme/unknown-token": { level: "warning", message: "No style uses the token {name}." },
  "portal/same-name": { level: "error", message: "Two documents make an API of the name {name}: {reason}." },
  "portal/taken-name": {
    level: "warning",
    message: "The document {path} becomes a version of the API {name}, which {other} describes in another folder.",
  },
  "portal/not-built": { level: "error", message: "The API {api} could not be built." },
  "portal/clash": { level: "error", message: "{receiver} cannot take {message} that {sender} sends on {channel}. {reason}" },
  "portal/contradiction": { level: "warning", message: "Documents disagree about the channel {channel}: {what}." },
  "portal/message-id": { level: "warning", message: "The message {id} of {api} has another schema in {other}." },
  "portal/stale": { level: "warning", message: "The API {api} is shown as it was: the document could not be built." },
  "portal/not-received": {
    level: "info",
    message: "{receiver} does not receive {message} that {sender} sends on {channel}. {reason}",
  },
  "portal/one-sided": { level: "info", message: "Nobody known {what} the channel {channel}{note}." },
  "config/not-found": { level: "error", fatal: true, message: "Cannot read the settings {name}: {reason}." },
  "config/syntax": { level: "error", fatal: true, message: "The settings are not valid YAML: {reason}." },
  "config/unknown-key": { level: "error", fatal: true, message: "There is no setting {key}." },
  "config/wrong-type": { level: "error", fatal: true, message: "The setting {key} must be {expected}." },
  "config/not-trusted": { level: "error", fatal: true, message: "The setting {key} may not {what}." },
  "config/renamed-rule": { level: "info", message: "There is no rule {name} here: {instead}." },
  "config/missing-rule": { level: "error", fatal: true, message: "There is no rule {name} here: nothing would be checked." },
  "config/unused-disable": { level: "warning", message: "This comment switches {code} off for the next node, where it does not occur." },

  // Rules of one's own
  "ruleset/finding": { level: "warning", message: "{rule}: {message}." },
  "ruleset/not-run": { level: "warning", message: "{what} is not run: {reason}." },

  // Runs
  "run/failed": { level: "error", fatal: true, message: "{reason}" },
} as const satisfies Record<string, CodeDefinition>;

export type Code = keyof typeof catalog;

/** The levels that settings give to codes. */
export type RuleLevels = Readonly<Partial<Record<Code, Level>>>;

/** Whether a code is never reported under these levels. */
export function isOff(code: Code, rules: RuleLevels): boolean {
  return !("fatal" in catalog[code]) && (rules[code] ?? catalog[code].level) === "off";
}

/** Whether a comment or a baseline may accept problems of a code. */
export function isAcceptable(code: Code): boolean {
  return !("fatal" in catalog[code]) && !("gate" in catalog[code]);
}

/**
 * Rule ids of other tools, which people have in their settings, and the codes that replace them: `asyncapi2-` and `asyncapi3-` of the
 * parser, `asyncapi-3-` of Spectral, `asyncapi-` of both. An empty list means that there is no such rule here, because the format does
 * not ask for it.
 */
export const legacyRules: ReadonlyMap<string, readonly Code[]> = new Map(Object.entries(rules) as [string, Code[]][]);

const stemOf = (id: string): string | undefined => /^asyncapi(?:2|3|-3)?-(.*)$/.exec(id)?.[1];

const codesByStem = new Map([...legacyRules].map(([id, codes]) => [stemOf(id), codes]));

/** The codes that replace an id. Any known prefix is accepted before any known rule, even if no tool has the combination. */
function codesOf(id: string): readonly Code[] | undefined {
  const stem = stemOf(id);
  return legacyRules.get(id) ?? (stem === undefined ? undefined : codesByStem.get(stem));
}

/** What replaces a rule of another tool, in words. */
export function replacementNote(name: string): string {
  const codes = (codesOf(name) ?? []).map((code) => JSON.stringify(code));
  if (codes.length === 0) return "the format does not ask for it";
  return codes.length === 1
    ? `its place is taken by ${codes.join("")}`
    : `its place is taken by ${codes.slice(0, -1).join(", ")} and ${codes.at(-1) ?? ""}`;
}

/** The codes that a name stands for: itself, or those that replace a rule of another tool; `undefined` for an unknown name. */
export function codesForName(name: string): readonly Code[] | undefined {
  return Object.hasOwn(catalog, name) ? [name as Code] : codesOf(name);
}

/** Whether a name is a rule of another tool, and not a code. */
export function isLegacyRule(name: string): boolean {
  return !Object.hasOwn(catalog, name) && codesOf(name) !== undefined;
}
