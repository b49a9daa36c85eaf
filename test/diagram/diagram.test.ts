import { parseFragment } from "parse5";
import { expect, it } from "vitest";
import { drawApplication, drawChains, drawReferrers, fitText, textWidth } from "../../src/diagram/index.ts";

const labels = { label: "Shop receives 1 and sends 2", receivesLabel: "receives", sendsLabel: "sends" };

it("draws each box once, linked, with its whole text", () => {
  const { svg } = drawApplication({
    application: { title: "Shop" },
    receives: [{ title: "orders/{id}", href: "channels/orders-id.html", mono: true }],
    sends: [{ title: "A".repeat(200), detail: "x/y", href: "a.html" }, { title: "B" }],
    ...labels,
  });
  expect(svg.match(/<a href=/g)).toHaveLength(2);
  expect(svg.match(/<rect/g)).toHaveLength(4);
  expect(svg).toContain(`<title>${"A".repeat(200)} · x/y</title>`);
  expect(svg).toContain("…</text>");
});

it("holds no markup of a name, and parses to what was drawn", () => {
  const evil = '"><script>alert(1)</script><a href="javascript:x">\u0000\ud800';
  const { svg } = drawReferrers({ title: evil }, [{ title: evil, detail: evil, href: evil }], evil);
  const tree = JSON.stringify(parseFragment(svg), (key, value: unknown) => (key === "parentNode" ? undefined : value));
  expect(tree).not.toContain('"tagName":"script"');
  expect(svg).not.toMatch(/[\p{Cc}\p{Cs}]/u);
});

it("puts a reply below its request", () => {
  const one = drawChains([{ boxes: [{ title: "a" }, { title: "b" }], tone: "send" }], "x");
  const two = drawChains(
    [
      { boxes: [{ title: "a" }, { title: "b" }], tone: "send" },
      { boxes: [{ title: "c" }, { title: "d" }], tone: "receive" },
    ],
    "x",
  );
  expect(two.height).toBeGreaterThan(one.height);
  expect(two.svg).toContain("diagram-receive");
});

it("shortens addresses in the middle and sentences at the end, within the width", () => {
  const address = fitText("robots/{robotId}/telemetry/position/raw", 140, { size: 13, mono: true });
  expect(address.startsWith("robots") && address.endsWith("raw")).toBe(true);
  expect(textWidth(address, 13, true)).toBeLessThanOrEqual(140);
  expect(fitText("A sentence that is too long", 60, { size: 13 }).endsWith("…")).toBe(true);
  expect(fitText("漢字漢字漢字漢字", 40, { size: 13 }).length).toBeLessThan(5);
});
