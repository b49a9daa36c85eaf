import { describe, expect, it } from "vitest";
import { Profile } from "../../../src/app/commands/build.ts";

describe("the profile of a build", () => {
  it("counts milliseconds by stage, and lists the costliest files", () => {
    let clock = 7;
    const profile = new Profile(() => clock);
    const spend = (milliseconds: number): void => {
      clock += milliseconds;
    };
    profile.begin("reading");
    spend(20);
    function* made(): Generator<{ path: string }> {
      for (let at = 1; at <= 12; at += 1) {
        spend(at);
        yield { path: `${at}.html` };
      }
    }
    for (const file of profile.files(made())) spend(file.path === "1.html" ? 100 : 0);
    spend(5);
    const lines = profile.report().split("\n");
    expect(lines.slice(0, 6).map((line) => line.trim())).toEqual([
      "Milliseconds a stage",
      "7  starting",
      "20  reading",
      "78  rendering",
      "100  writing",
      "5  putting in place",
    ]);
    expect(lines.slice(6).map((line) => line.trim().split(/\s+/).at(-1))).toEqual([
      "each",
      "12.html",
      "11.html",
      "10.html",
      "9.html",
      "8.html",
      "7.html",
      "6.html",
      "5.html",
      "4.html",
      "3.html",
      "",
    ]);
  });
});
