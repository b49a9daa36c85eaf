import { expect, it } from "vitest";
import { portalOf } from "./organisation.ts";

/** A document with a channel of its own on one server. */
function on(url: string, regions: readonly string[] = [], channel = url): object {
  return {
    asyncapi: "2.6.0",
    info: { title: "T", version: "1" },
    servers: { main: { url, protocol: "mqtt", ...(regions.length > 0 ? { variables: { region: { enum: regions } } } : {}) } },
    channels: { [channel]: { subscribe: { message: { payload: { type: "string" } } } } },
  };
}

function listed(documents: Readonly<Record<string, object>>): (string | null)[] {
  const { brokers } = portalOf(documents);
  return [...brokers.values()].sort();
}

it("lists a template under the only known host that it can make", () => {
  expect(listed({ a: on("{region}.example", ["eu", "us"]), b: on("eu.example") })).toEqual(["mqtt://eu.example", "mqtt://eu.example"]);
});

it("lists a template by itself where it can make no known host, or several", () => {
  expect(listed({ a: on("{region}.example", ["asia"]), b: on("eu.example") })).toEqual(["mqtt://eu.example", "mqtt://{region}.example"]);
  expect(listed({ a: on("{region}.example", ["eu", "us"]), b: on("eu.example"), c: on("us.example") })).toEqual([
    "mqtt://eu.example",
    "mqtt://us.example",
    "mqtt://{region}.example",
  ]);
});

it("lists a channel of a template with those of the host that shares it", () => {
  const documents = { a: on("{region}.example", ["eu", "us"], "x"), b: on("eu.example", [], "x"), c: on("us.example") };
  expect(listed(documents)).toEqual(["mqtt://eu.example", "mqtt://us.example"]);
});

it("takes the spelling of the first API, whatever the order", () => {
  const documents = { a: on("eu.example"), b: on("EU.example:1883") };
  expect(listed(documents)).toEqual(["mqtt://eu.example", "mqtt://eu.example"]);
  expect(listed(Object.fromEntries(Object.entries(documents).reverse()))).toEqual(["mqtt://eu.example", "mqtt://eu.example"]);
});

it("lists channels of no server without a broker", () => {
  expect(listed({ a: { asyncapi: "2.6.0", info: { title: "T", version: "1" }, channels: { x: { subscribe: { message: {} } } } } })).toEqual(
    [null],
  );
});
