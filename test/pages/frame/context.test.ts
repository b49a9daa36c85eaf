import { expect, test } from "vitest";
import { SiteBudget, SiteTooLargeError } from "../../../src/pages/frame/context.ts";

const files = [
  { path: "a", contents: "abcde" },
  { path: "b", contents: new Uint8Array(100) },
  { path: "c", contents: "fghij" },
];

test("exactly as many characters as there may be are made; one more ends it before it is given away", () => {
  expect([...new SiteBudget(10).files(files)]).toEqual(files);
  const given: string[] = [];
  expect(() => {
    for (const { path } of new SiteBudget(9).files(files)) given.push(path);
  }).toThrow(SiteTooLargeError);
  expect(given).toEqual(["a", "b"]);
});

test("what is looked at for it has a share: a fiftieth as many names and rows as characters, whatever is made of them", () => {
  const room = new SiteBudget(1000);
  for (let looks = 0; looks < 20; looks += 1) room.look(1);
  expect(() => room.look(1)).toThrow(expect.objectContaining({ name: "SiteTooLargeError", unit: "look", most: 20 }) as Error);
  expect(() => new SiteBudget().look(1e12)).not.toThrow();
});

test("a limit that is set later counts from then on", () => {
  const room = new SiteBudget();
  room.take("a".repeat(1000));
  room.limit(10);
  room.take("a".repeat(10));
  expect(() => room.take("a")).toThrow(SiteTooLargeError);
});

test("a text that is longer than texts can be is too large as well; other errors stay what they are", () => {
  const room = new SiteBudget(1e9);
  expect(() => room.make(() => "a".repeat(2 ** 29).length)).toThrow(SiteTooLargeError);
  expect(() => room.make(() => [].at.call(undefined as never, 0))).toThrow(TypeError);
  expect(() => room.make(() => new Array<number>(-1))).toThrow("Invalid array length");
});
