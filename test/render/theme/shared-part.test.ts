import { describe, expect, it, vi } from "vitest";
import { PartRenderer } from "../../../src/render/theme/part-renderer.ts";
import { isClosed } from "../../../src/render/theme/compile-templates.ts";
import { templateFault } from "../../../src/render/theme/template-ast.ts";

describe("a part that pages share", () => {
  it("is rendered once, and has each page's own text in it", () => {
    const view = vi.fn(() => ({ id: "*.x" }));
    const key = {};
    const partial = new PartRenderer().partial((each) => `<p id="${(each as { id: string }).id}"></p>`);
    expect(partial({ shared: { key, mark: "*", as: "a", view } })).toBe('<p id="a.x"></p>');
    expect(partial({ shared: { key, mark: "*", as: "b.c", view } })).toBe('<p id="b.c.x"></p>');
    expect(partial({ id: "own" })).toBe('<p id="own"></p>');
    expect(view).toHaveBeenCalledTimes(1);
  });

  it("is told from the page's own text, but for one inside another", () => {
    const renderer = new PartRenderer();
    const [outer, inner] = [{}, {}];
    const words = renderer.partial((view) => (view as { text: string }).text);
    const small = { shared: { key: inner, mark: "*", as: "s", view: () => ({ text: "<i *>" }) } };
    const large = (as: string) => ({ shared: { key: outer, mark: "#", as, view: () => ({ text: `<b #>${words(small)}` }) } });
    const page = renderer.parted(() => `<p>${words(large("a"))}</p>${words(large("b"))}${words(small)}`);
    expect(page.html).toBe("<p><b a><i s></p><b b><i s><i s>");
    expect(page.own).toEqual(["<p>", "</p>", "", ""]);
    expect(page.parts.map(({ text, as }) => text.on(as))).toEqual(["<b a><i s>", "<b b><i s>", "<i s>"]);
  });

  it("is part of a page that says it twice, or holds what stands for parts", () => {
    const renderer = new PartRenderer();
    const partial = renderer.partial(() => "<p>");
    const view = { shared: { key: {}, mark: "*", as: "a", view: () => ({}) } };
    for (const made of [`\u0003${partial(view)}`, "\u0003"]) {
      const page = renderer.parted(() => `${made}${partial(view)}`);
      expect(page.own.join("")).toBe(page.html);
    }
  });

  it("is our fault where making its view fails, whichever template asked for it; anything else is the template's", () => {
    const bug = new TypeError("Cannot read properties of undefined (reading 'rows')");
    const file = { id: "/x.hbs", name: "x.hbs", text: "{{> schema-rows}}", language: "yaml" as const };
    const told = (view: () => object, render: () => string): unknown => {
      try {
        return new PartRenderer().partial(render)({ shared: { key: {}, mark: "*", as: "a", view } });
      } catch (error) {
        return templateFault(error, file);
      }
    };
    const fails = (): never => {
      throw bug;
    };
    expect(told(fails, () => "")).toBe(bug);
    expect(
      told(
        () => ({}),
        () => {
          throw new TypeError("Cannot read properties of undefined (reading 'x')");
        },
      ),
    ).toMatchObject({ problem: { code: "theme/not-found" } });
    expect(
      told(
        () => ({}),
        () => {
          throw new Error("anything else");
        },
      ),
    ).toMatchObject({ problem: { code: "theme/syntax" } });
  });

  it("shows nothing of the page around it", () => {
    const texts: Record<string, string> = {
      rows: "{{#each rows}}{{> row this}}{{/each}}",
      row: "{{name}} {{@root.t.required}}",
      outer: "{{> title}}",
      title: "{{@root.title}}",
      above: "{{../title}}",
      missing: "{{> nothing}}",
      loop: "{{> loop}}",
    };
    const textOf = (builtIn: boolean) => (name: string) => (texts[name] === undefined ? undefined : { text: texts[name], builtIn });
    const closed = (name: string): boolean => isClosed(name, textOf(false));
    expect(["rows", "loop"].every(closed)).toBe(true);
    expect(["outer", "above", "missing"].some(closed)).toBe(false);
    expect(isClosed("above", textOf(true))).toBe(true);
  });
});
