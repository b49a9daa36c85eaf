import { expect, it } from "vitest";
import { apiName, newestFirst } from "#portal";

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
