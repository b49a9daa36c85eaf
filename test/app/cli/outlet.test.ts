import { expect, test } from "vitest";
import { outlet } from "../../../src/app/cli/outlet.ts";

/** A stream that takes what it is given when it is told to. */
function slow({ takes } = { takes: true }) {
  const taken: { text: string; done: () => void }[] = [];
  const failing: ((error: Error) => void)[] = [];
  const write = (text: string, done: () => void): boolean => taken.push({ text, done }) > 0 && takes;
  const on = (_: string, listener: (error: Error) => void): unknown => failing.push(listener);
  const stream = { isTTY: false, write, on } as unknown as Parameters<typeof outlet>[0];
  return {
    taken,
    stream,
    fail: (code = "EPIPE") => failing.forEach((listener) => listener(Object.assign(new Error(`${code}: why`), { code }))),
  };
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

test("a text in pieces is asked for as the stream takes it, so that a slow reader does not fill the memory; what is said after it stands after it", async () => {
  const { taken, stream } = slow({ takes: false });
  const { say, flushed } = outlet(stream);
  let made = 0;
  const pieces = function* () {
    for (made = 1; made <= 100; made += 1) yield `${made} `;
  };
  say(pieces());
  say("end");
  expect([made, taken.length]).toEqual([1, 1]);
  const all = flushed();
  for (let at = 0; at < 101; at += 1) taken[at]?.done();
  await all;
  expect(taken.map(({ text }) => text)).toEqual([...Array.from({ length: 100 }, (_, at) => `${at + 1} `), "end"]);
});

test("nothing more is asked for once the reader has gone", async () => {
  const { taken, stream, fail } = slow({ takes: false });
  const { say, flushed } = outlet(stream);
  say(["a", "b"]);
  const all = flushed();
  fail();
  taken[0]?.done();
  await all;
  say("c");
  expect(taken.map(({ text }) => text)).toEqual(["a"]);
});

test("what is said once the reader has gone is let go: a preview says much in a day", () => {
  const { stream, fail } = slow();
  const { say } = outlet(stream);
  fail();
  let taken = false;
  say({
    [Symbol.iterator]: () => {
      taken = true;
      return ["a"][Symbol.iterator]();
    },
  });
  expect(taken).toBe(false);
});

test("what is thrown while a text is made is told once, by who waits for all of it; what is said after it is said", async () => {
  const { taken, stream } = slow();
  const { say, flushed } = outlet(stream);
  const pieces = function* () {
    yield "a";
    throw new Error("ours");
  };
  say(pieces());
  say("b");
  taken.forEach(({ done }) => done());
  await expect(flushed()).rejects.toThrow("ours");
  await flushed();
  expect(taken.map(({ text }) => text)).toEqual(["a", "b"]);
});

test("what the system does not take is told once, as its error; nothing more is asked for", async () => {
  const { taken, stream, fail } = slow();
  const { say, flushed } = outlet(stream);
  say("a");
  fail("ENOSPC");
  fail("ENOSPC");
  taken.forEach(({ done }) => done());
  await expect(flushed()).rejects.toThrow("what was printed is cut off (ENOSPC: why). Make room there, or print it elsewhere.");
  say("b");
  await flushed();
  expect(taken.map(({ text }) => text)).toEqual(["a"]);
});
