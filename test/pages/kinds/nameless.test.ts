import { expect, test } from "vitest";
import { pageAt, siteOf, textOf } from "./site-of.ts";

const document = `asyncapi: 2.6.0
info: { title: Bell, version: "1" }
channels:
  bell:
    publish: { message: { payload: { type: string } } }
    subscribe: { operationId: onRing, message: { oneOf: [{ payload: { type: integer } }, { title: Second }, { summary: Third }] } }
`;

test("a message without a name goes by the document's words, and no id of ours is told as if it were the document's", async () => {
  const files = await siteOf(document);
  const page = textOf(pageAt(files, "messages/bell-publish-message.html"));
  expect(page).toContain("publish bell: message");
  expect(page).toContain("Name The document gives it no name.");
  expect(textOf(pageAt(files, "messages/onring-message-3.html"))).toMatch(/sends: Third The document/);
  expect(textOf(files.get("messages.html"))).toMatch(/publish bell: message none application\/json/);
  const ids = /bell\.publish\.message|onRing\.message/;
  for (const [path, html] of files) if (path.endsWith(".html")) expect([path, ids.exec(textOf(html))?.[0]]).toEqual([path, undefined]);
  expect(pageAt(files, "messages/onring-message.md")).toContain("- Name: The document gives it no name.");
  const model = JSON.parse(files.get("model.json") ?? "") as {
    messages: { title: string; named?: boolean }[];
    operations: { id: string; named?: boolean }[];
  };
  expect(model.messages.map(({ title, named }) => [title, named])).toContainEqual(["publish bell: message", false]);
  expect(model.operations.map(({ id, named }) => [id, named])).toEqual([["bell.publish", false], ["onRing", undefined]]); // prettier-ignore
});

test("a short summary stands for the name that a message lacks, where it is no other's", async () => {
  const long = "Everything that there is to say about a bell that someone rang";
  const messages = ["{ summary: Rung. }", "{ summary: Rung. }", `{ summary: ${long} }`, "{ summary: Broken, payload: {} }"];
  const files = await siteOf(
    `asyncapi: 2.6.0\ninfo: { title: Bell, version: "1" }\nchannels: { bell: { publish: { operationId: onRing, message: { oneOf: [${messages.join(", ")}] } } } }`,
  );
  const titles = [...(files.get("messages.html") ?? "").matchAll(/<th scope="row"><a [^>]*><bdi>([^]*?)<\/bdi>/g)].map(([, html]) =>
    textOf(html),
  );
  expect(titles.map((title) => title.trim())).toEqual(["onRing: Rung", "onRing: message 2", "onRing: message 3", "onRing: Broken"]);
  expect([...files.keys()]).toContain("messages/onring-message-4.payload.schema.json");
});
