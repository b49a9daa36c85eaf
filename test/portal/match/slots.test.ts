import { describe, expect, it } from "vitest";
import { anchorFor } from "../../../src/model/index.ts";
import { fieldTexts, SlotMarks } from "../../../src/portal/match/index.ts";

describe("the marks of a part", () => {
  it.each([["id"], ["Open a lid"], ["io.github.Order"], ["größe"], ["a:b"], ["a@b/$c"], ["*"], ["<;>"], ["x".repeat(200)]])(
    "leave nothing of themselves beside a field that is called %s",
    (name) => {
      const marks = new SlotMarks("0123abcd");
      const anchor = anchorFor("payload", name);
      const { bytes, fields, slots } = marks.cut(`before ${marks.field(anchor)}: after ${marks.mark("root")}x`);
      expect([bytes.toString(), slots.length]).toEqual(["before : after x", 1]);
      expect(fieldTexts(fields, (each) => (each === anchor ? "new" : ""))).toEqual([["before ".length, "new"]]);
    },
  );
});
