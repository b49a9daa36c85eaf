import { expect, test } from "vitest";
import { outlet } from "../../src/cli/outlet.ts";

/** A stream that takes what it is given when it is told to. */
function slow() {
  const taken: { text: string; done: () => void }[] = [];
  const write = (text: string, done: () => void): boolean => taken.push({ text, done }) > 0;
  const stream = { isTTY: false, write, on: () => undefined } as unknown as Parameters<typeof outlet>[0];
  return { taken, stream };
}

test("everything has arrived only when the stream has taken all of it", async () => {
  const { taken, stream } = slow();
  const { say, flushed } = outlet(stream);
  await flushed();
  say("a");
  say("b");
  say("");
  let arrived = false;
  const all = flushed().then(() => (arrived = true));
  taken[0]?.done();
  await Promise.resolve();
  expect(arrived).toBe(false);
  taken[1]?.done();
  await all;
  expect(taken.map(({ text }) => text)).toEqual(["a", "b"]);
});

test("nothing is kept for each text that is said: a long report would stay in memory until its end", () => {
  const { taken, stream } = slow();
  const { say } = outlet(stream);
  for (let at = 0; at < 100; at += 1) say(`${at}`);
  expect(new Set(taken.map(({ done }) => done)).size).toBe(1);
});
