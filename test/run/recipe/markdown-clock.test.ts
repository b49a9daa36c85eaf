import { expect, test } from "vitest";
import { markdownClock } from "../../../src/run/recipe/make-prose.ts";
import type { RenderedText } from "../../../src/prose/markdown/index.ts";

const rendered = (text: string): RenderedText => ({ pieces: [`<p>${text}</p>`], plain: text, headings: [], problems: [] });

/** A clock that each text takes 10 ms of, of which so many are worked. */
function clockOf(milliseconds: number, share = 1) {
  let time = 0;
  const stopwatch = () => {
    const since = time;
    return () => (time - since) * share;
  };
  const render = (text: string): RenderedText => {
    time += 10;
    return rendered(text);
  };
  return markdownClock(render, milliseconds, { now: () => time, stopwatch });
}

const codesOf = ({ problems }: RenderedText): string[] => problems.map(({ code }) => code);

test("texts within the time are rendered: the last one may be begun at the end of it", () => {
  const clock = clockOf(20);
  expect(clock.during(() => ["a", "b", "c"].flatMap((text) => codesOf(clock.render(text))))).toEqual([]);
});

test("one over it is shown as written, with its characters as text, and says so with the next step", () => {
  const clock = clockOf(20);
  const last = clock.during(() => ["a", "b", "c", "<b>"].map((text) => clock.render(text)))[3];
  expect(last?.pieces).toEqual(['<pre tabindex="0" class="raw">&#x3C;b&#x3E;</pre>']);
  expect(last?.problems).toMatchObject([{ code: "text/limit", hint: expect.stringContaining("limits.markdownMs") as string }]);
});

test("time in which a busy machine did not let the process run makes no text late", () => {
  const clock = clockOf(20, 0.4);
  const texts = ["a", "b", "c", "d", "e"];
  expect(clock.during(() => texts.flatMap((text) => codesOf(clock.render(text))))).toEqual([]);
  const more = clockOf(20, 0.6);
  expect(more.during(() => texts.flatMap((text) => codesOf(more.render(text))))).toEqual(["text/limit"]);
});

test("a text has the same looks everywhere: late ones stay as written, others are rendered after the end", () => {
  const clock = clockOf(20);
  clock.during(() => ["a", "b", "c", "late"].map((text) => clock.render(text)));
  expect(codesOf(clock.render("late", { headingBase: 2 }))).toEqual(["text/limit"]);
  expect(clock.render("late").markdown).toEqual({ kind: "code" });
  expect(codesOf(clock.render("a", { headingBase: 2 }))).toEqual([]);
  expect(codesOf(clock.render("only on a page"))).toEqual([]);
});
