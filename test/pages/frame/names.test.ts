import { expect, test } from "vitest";
import { commonPrefixLength } from "../../../src/pages/frame/names.ts";
import { siteOf, textOf } from "../kinds/site-of.ts";

const document = `asyncapi: 2.6.0
info: { title: Shop, version: "1" }
channels:
  sales/result: { publish: { operationId: onSale, message: { title: Result, payload: {} } } }
  refunds/result: { publish: { operationId: onRefund, message: { title: Result, payload: {} } } }
components:
  schemas:
    org.example.shop.dtos.BoxOfLong: { title: Box }
    org.example.shop.dtos.BoxOfString: { title: Box }
    Root: { title: Only }
`;

function names(files: ReadonlyMap<string, string>, list: string): string[] {
  return [...(files.get(list) ?? "").matchAll(/<th scope="row"><a [^>]*>([^]*?)<\/a>/g)].map(([, html]) => textOf(html).trim());
}

test("things of one name are told apart by the channel that they go over, or by what the document calls them", async () => {
  const files = await siteOf(document);
  expect(names(files, "messages.html")).toEqual(["Result (sales/result)", "Result (refunds/result)"]);
  expect(names(files, "schemas.html")).toEqual(["Box (…BoxOfLong)", "Box (…BoxOfString)", "Only"]);
  const page = [...files].find(([path]) => /schemas\/.*boxoflong\.html$/.test(path))?.[1] ?? "";
  // In the sidebar of its own page, and of its neighbours.
  expect(page).toMatch(/aria-current="page"><span>Box \(…BoxOfLong\)<\/span>/);
  expect(textOf(/<h1>[^]*?<\/h1>/.exec(page)?.[0])).toBe(" Box ");
});

test("of two things of one name and one id, the second has its number", async () => {
  const of = (messages: string) => `asyncapi: 2.6.0
info: { title: Shop, version: "1" }
channels: { sales: { subscribe: { message: { oneOf: [${messages}] } } } }
`;
  const twice = "{ name: org.example.shop.Sale, title: Sale, payload: {} }";
  const files = await siteOf(of(`${twice}, ${twice.replace("{} }", "{ type: string } }")}`));
  expect(names(files, "messages.html")).toEqual(["Sale", "Sale (2)"]);
});

test("messages that have only numbers are told apart by an extension, unless their summaries tell them apart", async () => {
  const of = (...messages: string[]) => `asyncapi: 2.6.0
info: { title: Shop, version: "1" }
channels: { sales: { subscribe: { message: { oneOf: [${messages.join(", ")}] } } } }
`;
  const listed = async (...messages: string[]) => names(await siteOf(of(...messages)), "messages.html");
  const made = ["subscribe sales: message", "subscribe sales: message 2"];
  const told = of("{ x-same: a, x-event: Sale/Create, payload: {} }", "{ x-same: a, x-event: Sale/Delete, payload: {} }");
  const files = await siteOf(told);
  expect(names(files, "messages.html")).toEqual([`${made[0]} (Sale/Create)`, `${made[1]} (Sale/Delete)`]);
  expect(textOf(files.get("operations/sales-subscribe.html"))).toMatch(/message \(Sale\/Create\) .* message 2 \(Sale\/Delete\)/);
  expect(await listed("{ x-event: a, payload: {} }", "{ x-event: a, payload: {} }")).toEqual(made);
  expect(await listed("{ x-event: a, payload: {} }", "{ payload: {} }")).toEqual(made);
  expect(await listed("{ x-event: a, summary: One }", "{ x-event: b, summary: Two }")).toEqual([
    "subscribe sales: One",
    "subscribe sales: Two",
  ]);
  expect(await listed("{ x-event: a, title: One }", "{ x-event: b, title: Two }")).toEqual(["One", "Two"]);
});

test("names share what they begin with, up to a separator", () => {
  expect(commonPrefixLength(["company.orders.created", "company.orders.paid"])).toBe("company.orders.".length);
  expect(commonPrefixLength(["a.b", "a.c"])).toBe(0);
  expect(commonPrefixLength(["company.orders.created"])).toBe(0);
});
