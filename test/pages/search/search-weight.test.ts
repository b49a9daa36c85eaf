import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { SearchIndex } from "../../../src/pages/search/index.ts";

const DOMAINS = ["orders", "payments", "inventory", "shipping", "customers", "catalog", "billing", "returns"];
const EVENTS = ["created", "updated", "cancelled", "archived", "approved", "rejected", "received", "expired"];

/** Entries as a document of so many channels has them: a channel, an operation, a message, a schema and twelve fields each. */
function indexOf(channels: number): Map<string, string> {
  const index = new SearchIndex();
  for (let number = 0; number < channels; number += 1) {
    const [domain = "", event = ""] = [DOMAINS[number % 8], EVENTS[(number >> 3) % 8]];
    const address = `${domain}/{tenantId}/${event}/${String(number)}`;
    const name = `${domain}${event}${String(number)}`;
    const text = `The event ${event} of ${domain}, number ${String(number)}.`;
    const add = (kind: "channel" | "operation" | "message" | "schema" | "field", title: string, context: string) => {
      index.add({ kind, title, context, href: `${kind}s/${name}.html#${title}`, names: [name], text: kind === "field" ? "" : text });
    };
    add("channel", address, address);
    add("operation", `on${name}`, address);
    add("message", `${domain} ${event} (${String(number)})`, name);
    add("schema", `${name}Payload`, "");
    for (let field = 0; field < 12; field += 1) add("field", `${domain.slice(0, 4)}Field${String(field)}`, name);
  }
  return new Map([...index.files("search")].map(({ path, contents }) => [path, contents]));
}

test("before the first result of 5,000 channels less than 300 KB is transferred, compressed, however much is found", () => {
  const files = indexOf(5000);
  const weigh = (part: string) => [...files].filter(([path]) => path.includes(part)).map(([, text]) => gzipSync(text, { level: 6 }).length);
  const [terms = 0] = weigh("/terms.js");
  const largest = (part: string, count: number) =>
    weigh(part)
      .sort((a, b) => b - a)
      .slice(0, count)
      .reduce((sum, size) => sum + size, 0);
  expect(terms).toBeGreaterThan(0);
  // A word has at most 40 meanings, in neighbouring parts; at most 30 hits are shown at once, in the worst case each from another part.
  expect(terms + largest("/hits-", 8) + largest("/titles-", 30)).toBeLessThan(300_000);
  // The index grows with the document and no faster.
  const size = (all: Map<string, string>) => [...all.values()].reduce((sum, text) => sum + text.length, 0);
  expect(size(files) / size(indexOf(1000))).toBeLessThan(6);
});
