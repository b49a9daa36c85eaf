import { expect, test } from "vitest";
import { joinedPath } from "#model";

test.each([
  ["wss://a.example/v1/realtime", "/v1/realtime", "wss://a.example/v1/realtime"],
  ["wss://a.example/v1/realtime/", "/v1/realtime/ticks", "wss://a.example/v1/realtime/ticks"],
  ["wss://a.example/v1", "/v1?x=1", "wss://a.example/v1?x=1"],
  ["wss://a.example/v1/realtime", "v1/realtime", "wss://a.example/v1/realtime"],
  ["wss://a.example/v1", "v1", "wss://a.example/v1/v1"],
  ["wss://a.example/v1", "/v10", "wss://a.example/v1/v10"],
  ["wss://a.example/", "/v1", "wss://a.example/v1"],
  ["wss://a.example", "v1", "wss://a.example/v1"],
  ["a.example/v1", "/v1/b", "a.example/v1/b"],
  ["https://a.example/api/rtm.connect", "/", "https://a.example/api/rtm.connect"],
  ["wss://a.example", "/", "wss://a.example"],
  ["wss://a.example/v1/", "/", "wss://a.example/v1/"],
])("%s and %s make %s", (base, address, whole) => {
  expect(joinedPath(base, address)).toBe(whole);
});
