import { describe, expect, it, vi } from "vitest";
import { isClosed, sharing } from "../../src/theme/shared-part.ts";

describe("a part that pages share", () => {
  it("is rendered once, and has each page's own text in it", () => {
    const view = vi.fn(() => ({ id: "*.x" }));
    const key = {};
    const partial = sharing((each) => `<p id="${(each as { id: string }).id}"></p>`);
    expect(partial({ shared: { key, mark: "*", as: "a", view } })).toBe('<p id="a.x"></p>');
    expect(partial({ shared: { key, mark: "*", as: "b.c", view } })).toBe('<p id="b.c.x"></p>');
    expect(partial({ id: "own" })).toBe('<p id="own"></p>');
    expect(view).toHaveBeenCalledTimes(1);
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
