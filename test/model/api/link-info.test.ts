import { describe, expect, it } from "vitest";
import { apiOf } from "../../support/loaded.ts";

const keys = (named: readonly { readonly key: string }[]): readonly string[] => named.map(({ key }) => key);

describe("the top", () => {
  it("is shown as written where it was not written as text", async () => {
    const api = await apiOf("asyncapi: 2.4.0\ninfo: { title: ' ', version: 1.10, contact: { phone: 1 } }\nchannels: {}\ntags: none\n");
    expect([api.info.title, api.info.version]).toEqual(["main.yaml", "1.10"]);
    expect(keys(api.info.contact!.otherFields)).toEqual(["phone"]);
    expect(keys(api.otherFields)).toEqual(["tags"]);
  });

  it("shows fields of another version as they are", async () => {
    const api = await apiOf("asyncapi: 2.4.0\ninfo: { title: T, version: '1' }\nchannels: {}\noperations: { o: { summary: s } }\n");
    expect(keys(api.otherFields)).toEqual(["operations"]);
  });

  it("takes any garbage without a throw", async () => {
    for (const value of ["null", "5", "text", "[]", "[null, 5, {}]", "{ a: null, b: [], c: { $ref: 5 } }"]) {
      for (const version of ["asyncapi: 2.0.0", "asyncapi: 2.6.0", "msgapi: 3.0.0", "asyncapi: 3.0.0"]) {
        const fields = ["info", "servers", "channels", "operations", "tags", "externalDocs", "id", "defaultContentType", "components"];
        const api = await apiOf(`${version}\n${fields.map((field) => `${field}: ${value}\n`).join("")}`);
        expect(api.node.kind).toBe("map");
      }
    }
  });
});
