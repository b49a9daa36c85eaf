import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { onLines, onOneLine } from "../../src/samples/literals.ts";

const wordsOf = (command: string): string => execFileSync("sh", ["-c", command.replace(/^tool/, "printf '<%s>'")], { encoding: "utf8" });

test.each([
  `tool -h 'a b  -c' --long='x -y' -m '{"a": "-b"}' 'https://lamp.example/{id}?a=-b' --end`,
  `tool -m 'it'\\''s -f' --body="$(printf '%s' '-a -b')" --one --two --three-and-more`,
  `tool --data 'two\n -l lines' --empty '' -x "$HOME -y" --more --and-more words at the end`,
])("a command on several lines has the words that it has on one: %s", (command) => {
  const text = onLines(command);
  expect(text).toMatch(/ \\\n {2}-/);
  expect(wordsOf(text)).toBe(wordsOf(command));
});

test("what follows an option and its value stands on a line of its own", () => {
  expect(onLines("tool -P -b a.example:9092 -H 'id={id}' payload.bin").split(" \\\n  ")).toEqual([
    "tool",
    "-P",
    "-b a.example:9092",
    "-H 'id={id}'",
    "payload.bin",
  ]);
  expect(onLines("tool pub --server=nats://a.example subject.of.it 'a payload'").split(" \\\n  ")).toEqual([
    "tool pub",
    "--server=nats://a.example",
    "subject.of.it 'a payload'",
  ]);
});

test("a short command, and one that is not understood, stays as it is", () => {
  for (const command of [
    "tool -a -b",
    `tool -a 'an open quote -b -c -d -e -f -g -h -i -j -k -l`,
    "tool  --two-blanks-between --these-long-words",
  ])
    expect(onLines(command)).toBe(command);
});

test.each([
  ["tool -a \\\n  -b \\\n", "tool -a -b"],
  ["tool 'it'\\''s \\\n -b' \\\n  \"x \\\n y\" \\\n  -c", "tool 'it'\\''s \\\n -b' \"x \\\n y\" -c"],
  ["tool 'a \\' \\\n  \\\\ -b", "tool 'a \\' \\\\ -b"],
])("lines that a template ends with backslashes are one command, but for what is quoted: %j", (lines, command) => {
  expect(onOneLine(lines)).toBe(command);
  expect(wordsOf(command)).toBe(wordsOf(lines.replace(/\\\n$/, "")));
});

test("a URL stands beside the short option whose value it is, and on a line of its own otherwise", () => {
  const wscat = "wscat -c 'wss://example.com/v1/marketdata/{symbol}' -H 'a: b'";
  expect(onLines(wscat).split(" \\\n  ")).toEqual(["wscat", "-c 'wss://example.com/v1/marketdata/{symbol}'", "-H 'a: b'"]);
  const curl = "curl --no-buffer --globoff 'https://example.com/v1/rooms/{id}'";
  expect(onLines(curl).split(" \\\n  ")).toEqual(["curl", "--no-buffer", "--globoff", "'https://example.com/v1/rooms/{id}'"]);
});
