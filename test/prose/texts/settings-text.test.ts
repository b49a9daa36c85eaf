import { expect, test } from "vitest";
import { renderSettingsText } from "../../../src/prose/texts/index.ts";

const render = (text: string) => renderSettingsText(text, "footer-");

test("Markdown of the settings is safe HTML, and only full addresses are links", async () => {
  expect(await render("Owned by the *orders* [team](https://example.com/orders).")).toBe(
    '<p>Owned by the <em>orders</em> <a href="https://example.com/orders">team</a>.</p>',
  );
  expect(await render("<b>[x](javascript:alert(1))</b>")).not.toMatch(/<b>|href/);
  expect(await render("[Imprint](imprint.html) ![Logo](logo.svg)")).toBe(
    '<p><a class="broken" data-target="imprint.html">Imprint</a> <span><span class="broken" data-target="logo.svg">Logo</span></span></p>',
  );
  expect(await render("# Us")).toMatch(/^<h3 id="footer-us"/);
});
