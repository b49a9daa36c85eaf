import { expect, test } from "vitest";
import { announcement } from "../../../src/app/watch/watch.ts";

test.each([undefined, "localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])("only this machine reads at %s: no warning", (host) => {
  const name = { "::1": "[::1]" }[host ?? ""] ?? host ?? "127.0.0.1";
  const url = `http://${name}:4400/`;
  expect(announcement(host, { port: 4400, wanted: 4400 })).toEqual({ url, text: `Preview at ${url}\n` });
});

test.each(["0.0.0.0", "::", "192.0.2.7", "2001:db8::7", "127.example.org", "localhost.example.org"])("a warning at %s", (host) => {
  const { text } = announcement(host, { port: 4400, wanted: 4400 });
  expect(text).toMatch(/^Warning: other machines in the network can read the preview, sources of the document too/);
  expect(text).not.toMatch(/^ {2}http:\/\/(?:127\.0|\[::1)/m);
});

test("a warning says at which addresses, those of IPv6 in brackets", () => {
  expect(announcement("2001:db8::7", { port: 80, wanted: 80 }).text).toContain("\n  http://[2001:db8::7]:80/\n");
  expect(announcement("0.0.0.0", { port: 80, wanted: 80 }).text).not.toContain("[");
});

test("all interfaces are opened at this machine's own address", () => {
  expect(announcement("::", { port: 4400, wanted: 4400 }).url).toBe("http://127.0.0.1:4400/");
});

test("another port than the one that was wanted is said, and none where any will do", () => {
  expect(announcement(undefined, { port: 4402, wanted: 4400 }).text).toMatch(/^Port 4400 is taken; 4402 is the next free one\.\n/);
  expect(announcement(undefined, { port: 4402, wanted: 0 }).text).toMatch(/^Preview at/);
});
