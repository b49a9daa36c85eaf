import { expect, it } from "vitest";
import { apiName, newestFirst, takenNames } from "../../../src/portal/match/index.ts";

const path = "services/Orders API/asyncapi.yaml";

it.each([
  [{ name: "Our Orders", id: "urn:acme:orders", path, title: "T" }, "our-orders"],
  [{ id: "urn:acme:Orders", path, title: "T" }, "orders"],
  [{ id: "https://acme.example/apis/orders/", path, title: "T" }, "orders"],
  [{ path, title: "T" }, "orders-api"],
  [{ path: "asyncapi.yaml", title: "All Orders" }, "all-orders"],
  [{ path: "../asyncapi.yaml", title: "All Orders" }, "all-orders"],
])("names an API of %j %s", (api, name) => {
  expect(apiName(api)).toBe(name);
});

it("gives a name that no system reserves", () => {
  expect(apiName({ name: "index", path, title: "" })).toMatch(/^index-[0-9a-f]{8}$/);
  expect(apiName({ name: "..", path, title: "" })).toMatch(/^x/);
});

it("orders versions by Semantic Versioning, releases before pre-releases, others last as given", () => {
  const versions = ["1.0.0", "b", "2.0.0-rc.2", "1.10.0", "2.0.0-rc.10", "a", "1.9", "2.0.0-rc.10.1"].map((version) => ({ version }));
  expect(newestFirst(versions).map(({ version }) => version)).toEqual([
    "1.10.0",
    "1.9",
    "1.0.0",
    "2.0.0-rc.10.1",
    "2.0.0-rc.10",
    "2.0.0-rc.2",
    "b",
    "a",
  ]);
});

it("tells of a document that takes the API of another folder by its id, unless the settings name it", () => {
  const owner = { id: "urn:shop:orders", path: "services/orders/asyncapi.yaml", title: "Orders", version: "1.0.0" };
  const taker = { ...owner, path: "services/other/asyncapi.yaml", title: "Other", version: "99.0.0" };
  expect(takenNames([owner, taker])).toEqual([{ name: "orders", first: 0, second: 1 }]);
  expect(takenNames([taker, owner])).toEqual([{ name: "orders", first: 1, second: 0 }]);
  // The owner is the one that the settings name, whatever its version.
  expect(takenNames([{ ...owner, version: "100.0.0", isListed: true }, taker])).toEqual([{ name: "orders", first: 0, second: 1 }]);

  expect(takenNames([owner, { ...taker, isListed: true }])).toEqual([{ name: "orders", first: 1, second: 0 }]);
  expect(
    takenNames([
      { ...owner, isListed: true },
      { ...taker, isListed: true },
    ]),
  ).toEqual([]);
  expect(takenNames([owner, { ...taker, name: "orders" }])).toEqual([]);
  expect(takenNames([owner, { ...taker, path: "services/orders/asyncapi-99.yaml" }])).toEqual([]);
  expect(takenNames([owner, { ...taker, id: "urn:shop:other" }])).toEqual([]);
  // The same version cannot be in one portal at all.
  expect(takenNames([owner, { ...taker, version: "1.0.0" }])).toEqual([]);
});
