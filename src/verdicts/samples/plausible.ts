/** Words in property names, each with a value that a reader would expect. The first match counts. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/, "ada@example.com"],
  [/first-?name|given-?name/, "Ada"],
  [/last-?name|family-?name|surname/, "Lovelace"],
  [/user-?name|login|nick/, "ada"],
  [/full-?name|display-?name|customer-?name|author|owner|person/, "Ada Lovelace"],
  [/company|organi[sz]ation|vendor|brand|manufacturer/, "Example Ltd"],
  [/phone|mobile|fax/, "+441632960000"],
  [/street|address-?line|address1/, "12 St James's Square"],
  [/city|town/, "London"],
  [/zip|postal|postcode/, "SW1Y 4JH"],
  [/country-?code/, "GB"],
  [/country/, "United Kingdom"],
  [/region|state-?code|province/, "London"],
  [/currency/, "EUR"],
  [/language|locale/, "en"],
  [/time-?zone/, "Europe/London"],
  [/correlation-?id|trace-?id|request-?id|message-?id|event-?id|uuid|guid/, "3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
  [/(?:^|-)ids?$/, "a1b2c3"],
  [/url|uri|link|href|website/, "https://example.com/"],
  [/host|server|domain/, "example.com"],
  [/ip(?:-?address)?$/, "192.0.2.1"],
  [/content-?type|mime|media-?type/, "application/json"],
  [/(?:^|-)(?:at|time|timestamp|date-?time)$/, "2026-01-15T09:30:00Z"],
  [/date|birth|day$/, "2026-01-15"],
  [/version/, "1.0.0"],
  [/status|state/, "active"],
  [/description|comment|note|remark/, "A short description"],
  [/title|subject|label|headline/, "A title"],
  [/message|text|body|content|reason/, "A short text"],
  [/colou?r/, "blue"],
  [/iban/, "GB33BUKB20201555555555"],
  [/amount|price|total|cost/, "19.99"],
  [/token|secret|key|signature|hash|checksum/, "c2FtcGxl"],
  [/code$|sku/, "A1"],
  [/file|path/, "files/sample.txt"],
  [/topic|channel|queue/, "sample"],
  [/category|group/, "general"],
  [/name/, "Sample"],
];

const numbers: readonly (readonly [RegExp, string])[] = [
  [/latitude|(?:^|-)lat$/, "51.5072"],
  [/longitude|(?:^|-)(?:lng|lon|long)$/, "-0.1276"],
  [/price|amount|total|cost|balance|fee/, "19.99"],
  [/percent|ratio|progress/, "50"],
  [/temperature|temp$/, "21.5"],
  [/humidity/, "45"],
  [/year/, "2026"],
  [/month/, "1"],
  [/(?:^|-)day/, "15"],
  [/hour/, "9"],
  [/minute/, "30"],
  [/age$/, "36"],
  [/port/, "8080"],
  [/timestamp|epoch|(?:^|-)(?:time|at)$/, "1768469400"],
  [/duration|timeout|delay|interval|ttl/, "60"],
  [/count|quantity|size|number|length/, "3"],
  [/sampl(?:e|ing)-?rate/, "16000"],
  [/bit-?rate/, "48000"],
  [/status-?code|http-?status/, "200"],
  [/code/, "200"],
  [/(?:^|-)ids?$/, "1001"],
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

function lookup(table: readonly (readonly [RegExp, string])[], name: string): string | undefined {
  const wanted = words(name);
  return table.find(([pattern]) => pattern.test(wanted))?.[1];
}

/** A text that fits the name of a property. */
export function plausibleText(name: string): string | undefined {
  return lookup(texts, name);
}

/** The digits of a number that fits the name of a property. */
export function plausibleNumber(name: string): string | undefined {
  return lookup(numbers, name);
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
  ["binary", "sample"],
  ["password", "********"],
]);
