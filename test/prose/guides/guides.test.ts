import { describe, expect, it } from "vitest";
import { splitGuide } from "../../../src/prose/guides/read-guides.ts";
import type { Settings } from "../../../src/config/index.ts";
import { built, type Built } from "../../support/built.ts";
import { markedWith } from "../../support/marked.ts";

const document = `asyncapi: 2.6.0
info: { title: Lights, version: "1", description: "See [first steps](./guides/01-first-steps.md#turn-it-on)." }
channels:
  light:
    publish:
      operationId: take
      message: { $ref: "#/components/messages/measured" }
components:
  schemas:
    Lamp: { type: object, properties: { brightness: { type: integer } } }
  messages:
    measured:
      payload: { $ref: "#/components/schemas/Lamp" }
      examples: [{ name: bright, payload: { brightness: 9007199254740993 } }]
`;

/** A site with guides; their texts by path. Patterns are relative to the folder of the document. */
async function withGuides(guides: Readonly<Record<string, string>>, change: Partial<Settings> = {}): Promise<Built> {
  return built({ "main.yaml": document, ...guides }, (folder) => ({ guides: [`${folder}/guides/**/*.md`], ...change }));
}

const first = "# First *steps*\n\nHello.\n\n## Turn it on\n\nSee [it](message:measured) and [more](./02-more.md#title).\n";

describe("guides are pages beside the reference", () => {
  it("have a title, a route without leading numbers, an order and a place in the sidebar", async () => {
    const { files } = await withGuides({
      "guides/02-more.md": "---\ntitle: More\n---\n## Title\n\nx\n",
      "guides/01-first-steps.md": first,
    });
    const manifest = JSON.parse(files.get("manifest.json") ?? "") as { pages: { path: string; kind: string; id: string; title: string }[] };
    expect(manifest.pages.filter(({ kind }) => kind === "guide")).toEqual([
      { path: "guides/first-steps.html", kind: "guide", id: "guides/01-first-steps", title: "First steps" },
      { path: "guides/more.html", kind: "guide", id: "guides/02-more", title: "More" },
    ]);
    expect(files.get("index.html")).toMatch(/First steps[^]*More/);
    expect(files.get("index.html")).toContain('href="guides/first-steps.html#guide-turn-it-on"');
    const page = files.get("guides/first-steps.html") ?? "";
    expect(page).toContain('href="../operations/take.html#messages.measured"');
    expect(page).toContain('href="more.html#guide-title"');
    expect(page.match(/<h1/g)).toHaveLength(1);
  });

  it("stand in the order and the groups that their front matter asks for", async () => {
    const { files } = await withGuides({
      "guides/a.md": "---\norder: 20\ngroup: Operate\n---\n# Alpha\n",
      "guides/b.md": "# Beta\n",
      "guides/c.md": "---\norder: 9\n---\n# Gamma\n",
      "guides/d.md": "---\ngroup: Operate\norder: 4\n---\n# Delta\n",
      "guides/e.md": "---\norder: soon\ngroup: [x]\n---\n# Epsilon\n",
    });
    const [, nav = ""] = /<nav class="rail"([^]*?)<\/nav>/.exec(files.get("index.html") ?? "") ?? [];
    expect(nav.match(/Alpha|Beta|Gamma|Delta|Epsilon|Operate(?=<\/p>)/g)).toEqual([
      "Gamma",
      "Beta",
      "Epsilon",
      "Operate",
      "Delta",
      "Alpha",
    ]);
    expect(files.get("guides/c.html")).toMatch(/rel="next" href="b\.html"/);
  });

  it("show a message, a schema or an example in their place, digits kept", async () => {
    const text = "```msgdocs message: measured\n```\n\n~~~msgdocs\nschema: Lamp\n~~~\n\n```msgdocs\nexample: measured/bright\n```\n";
    const { files, diagnostics } = await withGuides({ "guides/a.md": text });
    const page = files.get("guides/a.html") ?? "";
    expect(diagnostics.filter(({ code }) => code.startsWith("text/"))).toHaveLength(1);
    expect(page.match(/class="embed"/g)).toHaveLength(3);
    expect(page).toContain("9007199254740993");
    expect(page).toContain('id="embed.schema.Lamp.brightness"');
  });

  it("report what leads nowhere at its place, with the nearest name", async () => {
    const text = "# T\n\n[a](message:mesured) [b](./nowhere.md) [c](./01-first-steps.md#turn-it-of)\n\n```msgdocs schema: Lmap\n```\n\n- ```msgdocs schema: Lamp\n  ```\n\n```msgdocs example: measured/brigth\n```\n"; // prettier-ignore
    const { diagnostics } = await withGuides({ "guides/b.md": text, "guides/01-first-steps.md": first, "guides/02-more.md": "# Title\n" });
    const found = diagnostics.filter(({ place }) => place.file.name.endsWith("b.md"));
    expect(found.map(({ code, hint }) => [code, hint ?? ""])).toEqual([
      ["text/broken-link", "Take it out of the list or quotation."],
      ["text/broken-link", 'Did you mean "measured"?'],
      ["text/broken-link", expect.stringContaining("a file beside the document")],
      ["text/broken-link", 'Did you mean "turn-it-on"?'],
      ["text/broken-link", 'Did you mean "Lamp"?'],
      ["text/broken-link", 'Did you mean "bright"?'],
    ]);
    expect(found.map(({ message }) => message).join()).toContain('no such file in "guides", the folder of the guide');
    expect(markedWith(text, found.map(({ place }) => place))).toContain("⟦[a](message:mesured)⟧ ⟦[b](./nowhere.md)⟧"); // prettier-ignore
  });

  it("bring their pictures along; one that is not there is reported at its place", async () => {
    const text = "# T\n\n![A lamp](../images/lamp.svg) ![Beside](./own.png)\n\n![Gone](gone.png)\n";
    const { files, diagnostics } = await withGuides({ "guides/p.md": text, "images/lamp.svg": "<svg/>", "guides/own.png": "GIF89a" });
    const page = files.get("guides/p.html") ?? "";
    const sources = [...page.matchAll(/<img[^>]* src="\.\.\/(files\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(sources.map((path) => path.replace(/-[0-9a-f]{16}/, ""))).toEqual(["files/lamp.svg", "files/own.png"]);
    expect(sources.map((path) => files.get(path))).toEqual(["<svg/>", "GIF89a"]);
    const broken = diagnostics.filter(({ place }) => place.file.name.endsWith("p.md"));
    expect(broken.map(({ code }) => code)).toEqual(["text/broken-link"]);
    expect(markedWith(text, broken.map(({ place }) => place))).toContain("⟦![Gone](gone.png)⟧"); // prettier-ignore
  });

  it("show all examples of a message where none is named", async () => {
    const { files } = await withGuides({ "guides/a.md": "```msgdocs example: measured\n```\n" });
    expect(files.get("guides/a.html")).toContain("9007199254740993");
  });

  it("links by name lead to every kind of thing, in descriptions too, and broken ones are told of at their place", async () => {
    const links = ["message:measured", "schema:Lamp", "channel:light", "operation:take"].map((to) => `[x](${to})`).join(" ");
    const description = `${links} [y](schema:Lmap)`;
    const text = document.replace("{ type: object, properties", `{ description: "${description}", type: object, properties`);
    const { files, diagnostics } = await built({ "main.yaml": text, "guides/a.md": `# A\n\n${links}\n` }, (folder) => ({
      guides: [`${folder}/guides/*.md`],
    }));
    for (const [page, home] of [
      ["guides/a.html", "../operations/take.html"],
      ["operations/take.html", ""],
    ] as const) {
      for (const to of ["messages.measured", "channel", "messages.measured.payload"])
        expect(files.get(page)).toContain(`href="${home}#${to}"`);
      expect(files.get(page)).toMatch(/href="(?:\.\.\/operations\/)?take\.html"/);
    }
    const broken = diagnostics.filter(({ code }) => code === "text/broken-link");
    expect(broken.map(({ hint }) => hint)).toContain('Did you mean "Lamp"?');
    expect(markedWith(text, broken.map(({ place }) => place))).toContain("⟦[y](schema:Lmap)⟧"); // prettier-ignore
  });

  it("links by name to servers, security schemes and tags too, from guides and descriptions, and tells of broken ones of every kind", async () => {
    const things = { server: "main", security: "login", tag: "lamps" } as const;
    const links = Object.entries(things).map(([kind, name]) => `[x](${kind}:${name})`).join(" "); // prettier-ignore
    const kinds = ["channel", "operation", "message", "schema", "server", "security", "tag"];
    const gone = kinds.map((kind) => `[y](${kind}:gone)`).join(" ");
    const more = `servers: { main: { url: "mqtt://h", protocol: mqtt, security: [{ login: [] }] } }\ntags: [{ name: lamps, description: "${links} ${gone}" }]\n`;
    const text = `${document.replace("channels:", `${more}channels:`)}  securitySchemes: { login: { type: userPassword } }\n`;
    const guide = `# A\n\n${links}\n\n${gone}\n`;
    const { files, diagnostics } = await built({ "main.yaml": text, "guides/a.md": guide }, (folder) => ({
      guides: [`${folder}/guides/*.md`],
    }));
    for (const page of ["guides/a.html", "tags.html"]) {
      const up = page.startsWith("guides/") ? "\\.\\./" : "";
      const main = (files.get(page) ?? "").replace(/^[^]*?<main/, "");
      for (const to of ["servers.html#server-main", "security.html#security-scheme-login"])
        expect([page, main]).toEqual([page, expect.stringMatching(`href="${up}${to}"`)]);
      expect([page, main]).toEqual([page, expect.stringMatching(`href="(?:${up}tags\\.html)?#tag-lamps"`)]);
    }
    for (const [anchor, page] of [
      ["server-main", "servers.html"],
      ["security-scheme-login", "security.html"],
      ["tag-lamps", "tags.html"],
    ] as const)
      // prettier-ignore
      expect([page, files.get(page)]).toEqual([page, expect.stringContaining(`id="${anchor}"`)]);
    const broken = diagnostics.filter(({ code }) => code === "text/broken-link");
    for (const name of ["main.yaml", "a.md"]) {
      const told = broken
        .filter(({ place }) => place.file.name.endsWith(name))
        .flatMap(({ message }) => (message.includes("gone") ? [message] : []));
      expect(told).toEqual(
        kinds.map((kind) => expect.stringContaining(`there is no ${kind === "security" ? "security scheme" : kind} "gone"`) as string),
      );
    }
  });

  it("tell of every kind of part that is not there, at its place", async () => {
    const fences = ["message: gone", "schema: gone", "example: gone", "example: measured/gone", "channel: light", ""].map((what) => `\`\`\`msgdocs ${what}\n\`\`\``); // prettier-ignore
    const { files, diagnostics } = await withGuides({ "guides/a.md": `# A\n\n${fences.join("\n\n")}\n` });
    const found = diagnostics.filter(({ place }) => place.file.name.endsWith("a.md"));
    const told = [
      'message: gone leads nowhere: there is no message "gone".',
      'schema: gone leads nowhere: there is no schema "gone".',
      'example: gone leads nowhere: there is no message "gone".',
      'example: measured/gone leads nowhere: the message "measured" has no example "gone".',
      "channel: light leads nowhere: it asks for no part of the reference.",
      "An empty fence leads nowhere: it asks for no part of the reference.",
    ];
    expect(found.map(({ code, message }) => [code, message])).toEqual(told.map((message) => ["text/broken-link", message]));
    expect(files.get("guides/a.html")).not.toContain('class="embed"');
  });

  it("are UTF-8: one that is not is told at the byte, and left out", async () => {
    const bytes = Buffer.from("# Caf\xe9\n", "latin1");
    const { files, diagnostics } = await built({ "main.yaml": document, "guides/e.md": bytes }, (folder) => ({
      guides: [`${folder}/guides/**/*.md`],
    }));
    const [found] = diagnostics.filter(({ place }) => place.file.name.endsWith("e.md"));
    expect(found).toMatchObject({ code: "reference/not-found", place: { start: 5, end: 6 } });
    expect(found?.message).toContain("it is not UTF-8");
    expect([...files.keys()].filter((path) => path.startsWith("guides/"))).toEqual([]);
  });

  it("never run what they hold, and never lead out of their folder", async () => {
    const text = "# T\n\n<script>alert(1)</script> [x](javascript:alert(1)) ![y](../../../etc/passwd.png)\n";
    const { files } = await withGuides({ "guides/c.md": text });
    expect(files.get("guides/c.html")).not.toMatch(/<script>alert|href="javascript/);
    expect([...files.keys()].filter((path) => path.startsWith("files/"))).toEqual([]);
  });
});

describe("the beginning of a guide", () => {
  const split = (text: string) => splitGuide({ id: "/a.md", name: "a.md", text, language: "markdown" });
  it.each([
    ["# A #\n\nb", "A", "\nb"],
    ["A\n===\nb", "A", "b"],
    ["---\ntitle: A\n---\n# A\nb", "A", "b"],
    ["---\ntitle: A\n---\n# C\nb", undefined, "# C\nb"],
    ["b\n\n# A\n", undefined, "b\n\n# A\n"],
    ["\u{feff}---\ntitle: A\n---\nb", undefined, "b"],
  ])("%j", (text, heading, body) => {
    const found = split(text);
    expect([found.heading?.value, found.body.value]).toEqual([heading, body]);
    expect(text.slice(found.body.start, found.body.end)).toBe(body);
  });
});
