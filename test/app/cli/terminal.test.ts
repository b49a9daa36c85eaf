import { expect, test } from "vitest";
import { progressLine, takesColour } from "../../../src/app/cli/outlet.ts";

const stream = (isTTY: boolean) => {
  const written: string[] = [];
  return { written, isTTY, write: (text: string) => written.push(text) > 0 };
};

test.each([
  { tty: true, env: {}, colour: true },
  { tty: false, env: {}, colour: false },
  { tty: true, env: { NO_COLOR: "1" }, colour: false },
  { tty: true, env: { NO_COLOR: "" }, colour: true },
  { tty: false, env: { FORCE_COLOR: "1" }, colour: true },
  { tty: false, env: { FORCE_COLOR: "", NO_COLOR: "1" }, colour: true },
  { tty: true, env: { FORCE_COLOR: "0" }, colour: false },
  { tty: true, env: { TERM: "dumb" }, colour: false },
])("$tty $env: $colour", ({ tty, env, colour }) => {
  expect(takesColour(stream(tty), env)).toBe(colour);
});

test("progress is shown on a terminal once work takes over a second, not too often, and cleared", () => {
  let now = 0;
  const terminal = stream(true);
  const progress = progressLine(terminal, () => now);
  for (now = 0; now < 1200; now += 30) progress(`at ${now}`);
  expect(terminal.written.map((text) => text.replace("\r\u001b[K", ""))).toEqual(["at 1020…", "at 1140…"]);
  progress(undefined);
  progress(undefined);
  expect(terminal.written.slice(2)).toEqual(["\r\u001b[K"]);
});

test("there is none in a pipe", () => {
  let now = 0;
  const pipe = stream(false);
  const progress = progressLine(pipe, () => now);
  now = 5000;
  progress("reading");
  progress(undefined);
  expect(pipe.written).toEqual([]);
});
