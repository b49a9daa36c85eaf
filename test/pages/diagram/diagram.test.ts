import { parseFragment } from "parse5";
import { expect, it } from "vitest";
import {
  drawApplication,
  drawApplicationNarrow,
  drawChains,
  drawChainsNarrow,
  drawReferrers,
  drawReferrersNarrow,
  fitText,
  textWidth,
  wrapText,
  type ApplicationSide,
  type Box,
} from "../../../src/pages/diagram/index.ts";

const side = (tone: "send" | "receive", boxes: readonly Box[]): ApplicationSide => ({ label: `it ${tone}s`, tone, boxes });

const shop = {
  application: { title: "Shop of all that is sold in the whole town", detail: "application" },
  receives: side("receive", [{ title: "orders/{id}", href: "channels/orders-id.html", mono: true }]),
  sends: side("send", [{ title: "A".repeat(200), detail: "x/y", href: "a.html" }, { title: "B" }]),
  label: "Shop receives 1 and sends 2",
};

it.each([
  ["wide", drawApplication],
  ["narrow", drawApplicationNarrow],
])("draws each box of an application once, linked, with its whole text: %s", (_, draw) => {
  const { svg } = draw(shop);
  expect(svg.match(/<a href=/g)).toHaveLength(2);
  expect(svg.match(/<rect/g)).toHaveLength(4);
  expect(svg).toContain(`<title>${"A".repeat(200)} · x/y</title>`);
  expect(svg).toMatch(/A…A+<\/text>/);
  expect(svg).toMatch(/^<svg class="diagram" role="group" aria-label="Shop receives 1 and sends 2"/);
  expect(svg).toMatch(/>it receives<[^]*>it sends</);
});

it("leaves out the side of an application that has none", () => {
  const empty = side("send", []);
  for (const draw of [drawApplication, drawApplicationNarrow]) {
    const { svg } = draw({ ...shop, sends: empty });
    expect(svg).not.toContain("it sends");
    expect(svg).not.toContain("diagram-send");
  }
  expect(drawApplication({ ...shop, sends: empty }).width).toBeLessThan(drawApplication(shop).width);
});

it("keeps every box and line of an application inside of the picture, apart from each other", () => {
  const boxes = Array.from({ length: 40 }, (_, at) => ({ title: `box ${at}`, href: `${at}.html` }));
  for (const draw of [drawApplication, drawApplicationNarrow]) {
    const { svg, width, height } = draw({ ...shop, receives: side("receive", boxes), sends: side("send", boxes) });
    const rects = [...svg.matchAll(/x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map((each) =>
      each.slice(1).map(Number),
    );
    expect(rects).toHaveLength(81);
    for (const [x = -1, y = -1, w = 0, h = 0] of rects)
      expect([x >= 0, y >= 0, x + w <= width, y + h <= height]).toEqual([true, true, true, true]);
    expect(new Set(rects.map(([x, y]) => `${String(x)} ${String(y)}`)).size).toBe(81);
  }
});

it("stands many boxes two by two on a narrow page, if their names are short", () => {
  const many = (name: string) =>
    side(
      "send",
      Array.from({ length: 6 }, (_, at) => ({ title: `${name} ${at}`, detail: "3 operations" })),
    );
  const short = drawApplicationNarrow({ ...shop, sends: many("box") });
  const long = drawApplicationNarrow({ ...shop, sends: many("a box with a longer name") });
  expect(long.height - short.height).toBe(3 * 58);
  expect(short.svg).not.toContain("…</text>");
});

it("gives a long name three lines, and breaks a word of several where it fits no line", () => {
  const long = { title: "another-topic_receive_receiveAnotherPayloadBatchedByKey", detail: "AnotherPayloadDto" };
  const picture = { ...shop, receives: side("receive", [long]), sends: side("send", [{ title: "zz" }]) };
  for (const draw of [drawApplication, drawApplicationNarrow]) {
    const { svg } = draw(picture);
    expect(svg).not.toContain("…</text>");
    expect(
      linesOf(svg)
        .filter((line) => long.title.includes(line))
        .join(""),
    ).toBe(long.title);
  }
  expect(wrapText("topic_receiveAnotherPayload", 130, { size: 14, lines: 3 })).toEqual(["topic_receive", "Another", "Payload"]);
  expect(wrapText("topic_receivePayload", 160, { size: 14, lines: 3 })).toEqual(["topic_", "receivePayload"]);
});

it("breaks a name between its words, and cuts what is beyond the last line", () => {
  expect(wrapText("Parcel Robots", 200, { size: 14, lines: 3 })).toEqual(["Parcel Robots"]);
  expect(wrapText("Parcel Robots of the town", 130, { size: 14, lines: 3 })).toEqual(["Parcel Robots", "of the town"]);
  const cut = wrapText("one two three four five six seven eight nine ten eleven", 70, { size: 14, lines: 3 });
  expect(cut).toHaveLength(3);
  expect(cut[2]?.endsWith("…")).toBe(true);
  expect(wrapText("", 70, { size: 14, lines: 3 })).toEqual([""]);
});

it("holds no markup of a name, and parses to what was drawn", () => {
  const evil = '"><script>alert(1)</script><a href="javascript:x">\u0000\ud800';
  const { svg } = drawReferrers({ target: { title: evil }, referrers: [{ title: evil, detail: evil, href: evil }], label: evil });
  const tree = JSON.stringify(parseFragment(svg), (key, value: unknown) => (key === "parentNode" ? undefined : value));
  expect(tree).not.toContain('"tagName":"script"');
  expect(svg).not.toMatch(/[\p{Cc}\p{Cs}]/u);
});

const boxes = (...titles: readonly string[]): Box[] => titles.map((title) => ({ title, href: `${title}.html` }));
const request = { boxes: boxes("a", "b", "c"), tone: "send", label: "asks" } as const;
const reply = { boxes: boxes("d", "e", "f"), tone: "receive", label: "answers" } as const;

/** The lines of text, as they are drawn. */
function linesOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, line = ""]) => line);
}

/** What is drawn as boxes: x, y, width, height. */
function rectsOf(svg: string): number[][] {
  return [...svg.matchAll(/x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map((each) => each.slice(1).map(Number));
}

it.each([
  ["wide", drawChains],
  ["narrow", drawChainsNarrow],
])("puts a reply below its request, each box once and apart from the others: %s", (_, draw) => {
  const one = draw({ chains: [request], label: "x" });
  const two = draw({ chains: [request, reply], label: "x" });
  expect(two.height).toBeGreaterThan(one.height);
  expect(two.svg).toMatch(/>asks<[^]*>a<[^]*>c<[^]*>answers<[^]*>d<[^]*>f</);
  expect(two.svg).toContain("diagram-receive");
  const rects = rectsOf(two.svg);
  expect(rects).toHaveLength(6);
  const overlapping = rects.filter(([x = 0, y = 0, w = 0, h = 0], at) =>
    rects.some(([x2 = 0, y2 = 0], other) => other !== at && x2 >= x && x2 < x + w && y2 >= y && y2 < y + h),
  );
  expect(overlapping).toEqual([]);
  expect(rects.every(([x = -1, y = -1, w = 0, h = 0]) => x >= 0 && y >= 0 && x + w <= two.width && y + h <= two.height)).toBe(true);
});

it("goes down where there is no room to the side", () => {
  const wide = drawChains({ chains: [request], label: "x" });
  const narrow = drawChainsNarrow({ chains: [request], label: "x" });
  expect(new Set(rectsOf(wide.svg).map(([, y]) => y)).size).toBe(1);
  expect(new Set(rectsOf(narrow.svg).map(([x]) => x)).size).toBe(1);
  expect(narrow.width).toBeLessThan(wide.width * 0.6);
  const used = drawReferrersNarrow({ target: { title: "t" }, referrers: boxes("a", "b"), label: "x" });
  expect(used.svg).toMatch(/>a<[^]*>b<[^]*>t</);
  expect(rectsOf(used.svg).map(([, y]) => y)).toEqual([1, 61, 143]);
  expect(used.height).toBe(192);
});

it("shortens addresses in the middle and sentences at the end, within the width", () => {
  const address = fitText("robots/{robotId}/telemetry/position/raw", 140, { size: 13, mono: true });
  expect(address.startsWith("robots") && address.endsWith("raw")).toBe(true);
  expect(textWidth(address, 13, true)).toBeLessThanOrEqual(140);
  const id = fitText("example-topic_receive_receiveExamplePayload", 140, { size: 14 });
  expect(id).toMatch(/^exam.*….*load$/);
  expect(fitText("A sentence that is too long", 60, { size: 13 }).endsWith("…")).toBe(true);
  expect(fitText("漢字漢字漢字漢字", 40, { size: 13 }).length).toBeLessThan(5);
});

it("gives each box of a chain the room that its text needs, and a request and its reply the same columns", () => {
  const boxesOf = (svg: string) => rectsOf(svg).map(([x, , width]) => ({ x: Number(x), width: Number(width) }));
  const long = { title: "lamps/{lampId}/readings/hourly", mono: true, detail: "main" };
  const there = { boxes: [{ title: "clients" }, long, { title: "Lamps" }], tone: "receive" as const };
  const back = { boxes: [{ title: "Lamps" }, { title: "answers" }, { title: "clients" }], tone: "send" as const };
  const { svg, width } = drawChains({ chains: [there, back], label: "x" });
  const [first, second, third, ...reply] = boxesOf(svg);
  expect(svg).toContain(">lamps/{lampId}/readings/hourly</text>");
  expect(second?.width).toBeGreaterThan(2 * (first?.width ?? 0));
  expect((third?.x ?? 0) + (third?.width ?? 0)).toBeLessThanOrEqual(width);
  expect(reply.map(({ x }) => x)).toEqual([first?.x, second?.x, third?.x]);
  const app = { title: "An application with a name that takes all of the line", tone: "app" as const };
  const yields = drawChains({ chains: [{ ...there, boxes: [{ title: "clients" }, long, app] }], label: "x" });
  expect(linesOf(yields.svg).join("")).toContain(`${long.title}main`);
  const exact = drawChains({
    chains: [{ ...there, boxes: [{ title: "clients" }, { title: "another-topic", mono: true, detail: "kafka-server" }, app] }],
    label: "x",
  });
  expect(exact.svg).toContain(">another-topic</text>");
  const cut = drawChains({ chains: [{ ...there, boxes: [long, { ...long, title: long.title.repeat(3) }, long] }], label: "x" });
  expect(boxesOf(cut.svg).every(({ x, width: each }) => x + each <= cut.width && each >= 96)).toBe(true);
});

it("grows where a name that stands in both outer columns would be cut, and breaks no small box", () => {
  const app: Box = { title: "Callbacks, Links, and Content Types API", detail: "application", tone: "app" };
  const address: Box = { title: "/users/{userId}/posts", mono: true, detail: "production-server" };
  const other: Box = { title: "other side" };
  const there = { boxes: [other, address, app], tone: "send" as const };
  const { svg, width } = drawChains({ chains: [there, { ...there, boxes: [app, address, other] }], label: "x" });
  expect(svg).not.toContain("…</text>");
  expect(width).toBeGreaterThan(590);
  expect(drawChains({ chains: [{ ...there, boxes: [app, address, other] }], label: "x" }).svg).toContain(">other side</text>");
});

it.each([
  ["Gemini Market Data Websocket API", "/v1/marketdata/{symbol}"],
  ["Callbacks, Links, and Content Types API", "/users/{userId}/posts"],
])("shows the name of an application whole beside an address, in two lines where one is too long: %s", (title, address) => {
  const way = { boxes: [{ title, detail: "application", tone: "app" as const }, { title: address, mono: true, detail: "public" }, { title: "other side" }], tone: "send" as const }; // prettier-ignore
  for (const draw of [drawChains, drawChainsNarrow]) {
    const { svg, height } = draw({ chains: [way, way], label: "x" });
    expect(svg).not.toContain("…</text>");
    expect(linesOf(svg).join("").replaceAll(" ", "")).toContain(`${title}application${address}public`.replaceAll(" ", ""));
    expect(rectsOf(svg).every(([, y = 0, , h = 0]) => y + h <= height)).toBe(true);
  }
});
