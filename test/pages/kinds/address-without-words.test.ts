import { expect, test } from "vitest";
import { siteOf } from "./site-of.ts";

const part = (html: string | undefined, pattern: RegExp): string => (pattern.exec(html ?? "")?.[1] ?? "").replace(/<[^>]*>/g, "");
const headOf = (html: string | undefined) => [part(html, /<title>([^<]*)/), part(html, /<h1[^>]*>(.*?)<\/h1>/)];

const v3 = (channel: string) => `asyncapi: 3.0.0
info: { title: Lamps, version: "1" }
channels: { socket: { address: /, ${channel}messages: { lit: { payload: { type: string } }, dimmed: { payload: { type: string } } } } }
operations:
  light: { action: send, channel: { $ref: "#/channels/socket" }, messages: [{ $ref: "#/channels/socket/messages/lit" }] }
  dim: { action: receive, channel: { $ref: "#/channels/socket" }, messages: [{ $ref: "#/channels/socket/messages/dimmed" }] }
`;

test("a channel whose address names nothing has its key for a name, and its address beside how to connect", async () => {
  const files = await siteOf(v3(""));
  const page = files.get("channels/socket.html");
  expect(headOf(page)).toEqual(["socket · Lamps", "socket"]);
  expect(part(page, /<div class="addr">(.*?)<\/div>/)).toBe("/");
  expect(files.get("channels/socket.md")).toContain("# Channel: socket\n\n- Address: `/`\n");
  expect(part(files.get("operations/light.html"), /<a class="chan"[^>]*>(.*?)<\/a>/)).toBe("socket");
});

test("its title is told first", async () => {
  const files = await siteOf(v3("title: The socket, "));
  expect(headOf(files.get("channels/socket.html"))).toEqual(["The socket · Lamps", "The socket"]);
});

test("where nothing names it, its address says what it is", async () => {
  const files = await siteOf(`asyncapi: 2.6.0
info: { title: Lamps, version: "1" }
channels:
  /:
    publish: { message: { name: Lit, payload: { type: string } } }
    subscribe: { message: { name: Dimmed, payload: { type: string } } }
`);
  const page = [...files].find(([path]) => /^channels\/.*\.html$/.test(path))?.[1];
  expect(headOf(page)).toEqual(["Channel / · Lamps", "Channel /"]);
  expect(headOf(files.get("operations/publish.html"))[1]).toBe("publish /");
});
