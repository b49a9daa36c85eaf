import { expect, test } from "vitest";
import { isPublic } from "../../../src/documents/network/request.ts";

test.each([["93.184.215.14"], ["8.8.8.8"], ["2606:2800:21f:cb07:6820:80da:af6b:8b2c"], ["2a00:1450:4001:80e::200e"]])(
  "%s is public",
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

test.each(
  [
    "0.0.0.0 10.0.0.5 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1".split(
      " ",
    ),
    "203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 2130706433 0x7f.1 0177.0.0.1 127.1 1.2.3".split(" "),
    ":: ::1 ::127.0.0.1 ::ffff:10.0.0.5 ::ffff:8.8.8.8 fe80::1 fe80::1%eth0 fec0::1 fc00::1 fd12:3456::1 ff02::1 64:ff9b::7f00:1 64:ff9b:1::1".split(
      " ",
    ),
    "2002:7f00:1:: 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 100::1 3fff:: 5f00::1 ::7f00:1 4000::1 2606:2800:21f:cb07:6820:80da:af6b:8b2c%1 localhost example.com"
      .split(" ")
      .concat(""),
  ].flat(),
)("%j is not", (address) => {
  expect(isPublic(address)).toBe(false);
});
