import { describe, expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { pageAt } from "./site-of.ts";

const document = (logo: string): string => `asyncapi: 2.6.0
info:
  title: Lamps
  version: '1'
  x-logo: ${logo}
x-tagGroups:
  - { name: Indoors, tags: [light, heat, heat, gone] }
  - { name: Nowhere, tags: [gone] }
tags: [{ name: rain }, { name: heat, x-displayName: Warm things }, { name: light }]
channels:
  lamp:
    x-displayName: The lamp in the hall
    publish:
      operationId: measured
      x-displayName: Lamp was measured
      tags: [{ name: light }]
      message:
        name: m
        payload: { type: string, enum: [on, off], x-enumDescriptions: { on: Shines brightly, off: Is dark }, x-enum-varnames: [ON_VALUE, OFF_VALUE] }
`;

const png = "GIF89a";

describe("extensions that say how a document is to be shown", () => {
  test("x-logo: a picture beside the document is copied and shown", async () => {
    const { files } = await built({ "main.yaml": document("{ url: pictures/logo.png, altText: Our lamp }"), "pictures/logo.png": png });
    const src = /class="brand"[^>]*><img src="([^"]+)"/.exec(files.get("index.html") ?? "")?.[1] ?? "";
    expect(files.has(src)).toBe(true);
    expect(pageAt(files, "channels/lamp.html")).toContain(`<img src="../${src}"`);
  });

  test.each([
    ["{ url: 'https://cdn.example.org/logo.png', altText: Our lamp }", '<a href="https://cdn.example.org/logo.png">Our lamp</a>'],
    ["https://cdn.example.org/logo.png", '<a href="https://cdn.example.org/logo.png">https://cdn.example.org/logo.png</a>'],
    ["{ url: 'javascript:alert(1)' }", "<code>javascript:alert(1)</code>"],
    ["{ url: ../../etc/passwd }", "<code>../../etc/passwd</code>"],
  ])("x-logo that is no such picture is a link where it is safe, and never asked for: %s", async (logo, shown) => {
    const { files } = await built({ "main.yaml": document(logo) });
    const html = files.get("index.html") ?? "";
    expect(html).toContain(shown);
    expect(/<img[^>]*>/.exec(html)).toBeNull();
    expect(html).toContain("x-logo");
  });

  test("x-displayName names channels, operations and tags everywhere, and stays among the extensions", async () => {
    const { files } = await built({ "main.yaml": document("{}") });
    expect(files.get("operations/measured.html")).toContain("<h1><bdi>Lamp was measured</bdi></h1>");
    expect(files.get("operations.html")).toContain("Lamp was measured");
    const channel = pageAt(files, "channels/lamp.html");
    expect(channel).toContain('The lamp in the hall <code class="wrap" dir="ltr">lamp</code>');
    expect(channel).toContain("data-copy-from>lamp</span>");
    expect(channel).toContain('title="The lamp in the hall" aria-current="page">');
    expect(files.get("channels.html")).toContain('<br><code class="wrap">lamp</code></th>');
    expect(pageAt(files, "channels/lamp.md")).toContain("## Channel\n\n- Address: `lamp`\n- The lamp in the hall\n");
    expect(files.get("tags.html")).toContain("<bdi>Warm things</bdi>");
    expect(files.get("operations/measured.html")).toContain("x-displayName");
  });

  test("x-tagGroups orders the page of tags under its headings, what it does not name last", async () => {
    const { files } = await built({ "main.yaml": document("{}") });
    const headings = [...(files.get("tags.html") ?? "").matchAll(/<(h[23])[^>]*><a[^>]*><bdi>([^<]*)/g)].map(
      ([, level, text]) => `${level ?? ""} ${text ?? ""}`,
    );
    expect(headings).toEqual(["h2 Indoors", "h3 light", "h3 Warm things", "h2 Other", "h3 rain"]);
  });

  test("x-tagGroups orders and names the groups of the sidebar and of lists", async () => {
    const more = ["rain", "heat", "light"].map((tag) => `  ${tag}: { publish: { tags: [{ name: ${tag} }], operationId: of-${tag} } }\n`);
    const { files } = await built({ "main.yaml": document("{}") + more.join("") });
    const groups = [...(files.get("index.html") ?? "").matchAll(/<summary><span>([^<]*)<\/span><span class="count">(\d)/g)].map(
      ([, name, count]) => [name, count],
    );
    expect(groups).toEqual([
      ["Indoors", "3"],
      ["rain", "1"],
    ]);
    expect((files.get("operations.html") ?? "").indexOf("of-light")).toBeLessThan((files.get("operations.html") ?? "").indexOf("of-heat"));
  });

  test("a public build of some tags does not name the others in x-tagGroups", async () => {
    const { files } = await built({ "main.yaml": document("{}") }, { onlyTags: ["light"] });
    expect(files.get("index.html")).not.toContain("heat");
    expect(files.get("index.html")).toContain("Indoors");
  });

  test("values of an enum have their descriptions beside them; their names for programs are not lost", async () => {
    const { files } = await built({ "main.yaml": document("{}") });
    const html = pageAt(files, "messages/m.html");
    for (const text of ["Shines brightly", "Is dark", "ON_VALUE", "OFF_VALUE"]) expect(html).toContain(text);
  });
});
