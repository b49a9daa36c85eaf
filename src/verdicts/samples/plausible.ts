type PlausibleTable = readonly (readonly [RegExp, string])[];

/**
 * The words that a property name ends with, each with a value that a reader would expect. The first match counts. What comes before says
 * which one it is, so an `email_template` is no email, and an `authorization` no author.
 */
const texts: PlausibleTable = [
  [/e-?mail/, "ada@example.com"],
  [/first-?name|given-?name/, "Ada"],
  [/last-?name|family-?name|surname/, "Lovelace"],
  [/user-?name|login|nick/, "ada"],
  [/full-?name|display-?name|customer-?name|author|owner|person/, "Ada Lovelace"],
  [/company|organi[sz]ation|vendor|brand|manufacturer/, "Example Ltd"],
  [/phone|mobile|fax/, "+441632960000"],
  [/street|address-?line|address1/, "12 St James's Square"],
  [/city|town/, "London"],
  [/zip(?:-?code)?|postal(?:-code)?|post-?code/, "SW1Y 4JH"],
  [/country-?code/, "GB"],
  [/country/, "United Kingdom"],
  [/region(?:-code)?|state-?code|province/, "London"],
  [/currency(?:-code)?/, "EUR"],
  [/language(?:-code)?|locale/, "en"],
  [/time-?zone/, "Europe/London"],
  [/correlation-?id|trace-?id|request-?id|message-?id|event-?id|uuid|guid/, "3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
  [/id/, "a1b2c3"],
  [/[a-z]*(?:url|uri)|link|href|website/, "https://example.com/"],
  [/host|hostname|server|domain/, "example.com"],
  [/ip(?:-?address)?/, "192.0.2.1"],
  [/content-?type|mime|media-?type/, "application/json"],
  [/at|time|timestamp|date-?time/, "2026-01-15T09:30:00Z"],
  [/date|birth|day|birthday|birthdate/, "2026-01-15"],
  [/version/, "1.0.0"],
  [/status|state/, "active"],
  [/description|comment|note|remark/, "A short description"],
  [/title|subject|label|headline/, "A title"],
  [/message|text|body|content|reason/, "A short text"],
  [/colou?r/, "blue"],
  [/iban/, "GB33BUKB20201555555555"],
  [/amount|price|total|cost/, "19.99"],
  [/token|secret|key|signature|hash|checksum/, "c2FtcGxl"],
  [/code|sku/, "A1"],
  [/file|filename|path/, "files/sample.txt"],
  [/topic|channel|queue/, "sample"],
  [/category|group/, "general"],
  [/name/, "Sample"],
];

const numbers: PlausibleTable = [
  [/latitude|lat/, "51.5072"],
  [/longitude|lng|lon|long/, "-0.1276"],
  [/price|amount|total|cost|balance|fee/, "19.99"],
  [/percent|ratio|progress/, "50"],
  [/temperature|temp/, "21.5"],
  [/humidity/, "45"],
  [/year/, "2026"],
  [/month/, "1"],
  [/day|day-of-(?:month|week|year)/, "15"],
  [/hour/, "9"],
  [/minute/, "30"],
  [/age/, "36"],
  [/port/, "8080"],
  [/timestamp|epoch|time|at/, "1768469400"],
  [/duration|timeout|delay|interval|ttl/, "60"],
  [/count|quantity|size|number|length/, "3"],
  [/sampl(?:e|ing)-?rate/, "16000"],
  [/bit-?rate/, "48000"],
  [/status-?code|http-?status/, "200"],
  [/code/, "200"],
  [/id/, "1001"],
  [/weight|height|width|depth|distance|speed/, "12.5"],
];

/** Normalizes a name: `createdAt`, `created_at` and `CreatedAt` are the same. */
function words(name: string): string {
  return name
    .slice(0, 200)
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z\d]+/g, "-")
    .toLowerCase();
}

/** What may stand behind the words: that they are a name or number, in which unit, or which of several they are, as in `phone2`. */
const BEHIND =
  "(?:-(?:name|number|address|value|celsius|fahrenheit|ms|millis|seconds?|minutes?|hours?|days?|percent|eur|usd|kg|g|mm|cm|m|km|hz|bytes?|in-[a-z]+))?(?:-?\\d{1,2})?";

function whole(table: PlausibleTable): PlausibleTable {
  return table.map(([{ source }, value]) => [new RegExp(`(?:^|-)(?:${source})s?${BEHIND}$`), value]);
}

const tables = { text: whole(texts), number: whole(numbers) };

function lookup(table: PlausibleTable, name: string): string | undefined {
  const wanted = words(name);
  return table.find(([pattern]) => pattern.test(wanted))?.[1];
}

/** A text that fits the name of a property. */
export function plausibleText(name: string): string | undefined {
  return lookup(tables.text, name);
}

/** The digits of a number that fits the name of a property. */
export function plausibleNumber(name: string): string | undefined {
  return lookup(tables.number, name);
}

/** One text of each format. */
export const formatTexts: ReadonlyMap<string, string> = new Map([
  ["date", "2026-01-15"],
  ["date-time", "2026-01-15T09:30:00Z"],
  ["time", "09:30:00Z"],
  ["duration", "PT15M"],
  ["email", "ada@example.com"],
  ["idn-email", "ada@example.com"],
  ["hostname", "example.com"],
  ["idn-hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["uri", "https://example.com/"],
  ["url", "https://example.com/"],
  ["uri-reference", "/sample"],
  ["uri-template", "/samples/{id}"],
  ["iri", "https://example.com/"],
  ["iri-reference", "/sample"],
  ["uuid", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
  ["json-pointer", "/sample"],
  ["relative-json-pointer", "0"],
  ["regex", "^sample$"],
  ["byte", "c2FtcGxl"],
  ["password", "********"],
]);
