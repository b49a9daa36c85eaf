import { anchorFor } from "../../../src/model/index.ts";
import type { Words } from "../../../src/text/index.ts";
import { htmlOnly, named, type Block } from "../../../src/pages/blocks/index.ts";
import type { SiteContext } from "../../../src/pages/frame/context.ts";
import { entityLink } from "../../../src/pages/frame/entity-link.ts";
import { examplePanelView, panelBlocks } from "../../../src/pages/examples/example-panel-view.ts";
import { framedBlocks, frameView, type FrameView } from "../../../src/pages/frame/frame.ts";
import type { Page } from "../../../src/pages/frame/page.ts";
import { createPageContext } from "../../../src/pages/frame/context.ts";

/** A page that a newcomer adds: all examples of the API. This is its only file besides the template. */
const PATH = "examples.html";

function viewOf(site: SiteContext) {
  const context = createPageContext(site, PATH);
  return {
    ...frameView(context, { kind: "list", title: site.words("example.title") }),
    messages: site.api.messages.flatMap((message) => {
      const panel = examplePanelView(context, message, { prefix: anchorFor("examples", message.id) });
      return panel ? [{ link: entityLink(context, message), panel }] : [];
    }),
    mark: "★",
  };
}

function blocksOf({ messages, ...rest }: ReturnType<typeof viewOf>, words: Words): Block[] {
  htmlOnly<Omit<typeof rest, keyof FrameView>>(rest, { mark: "a picture" });
  return framedBlocks(rest, words, { parts: messages.map(({ link, panel }) => named(link, panelBlocks(panel, words))) });
}

export function examplesPage(site: SiteContext): Page {
  return {
    path: PATH,
    kind: "list",
    id: "examples",
    title: site.words("example.title"),
    template: "pages/examples",
    view: () => viewOf(site),
    blocks: (view: ReturnType<typeof viewOf>) => blocksOf(view, site.words),
  };
}

export const template = `{{#> layout}}
<h1>{{heading}} {{mark}}</h1>
{{#each messages}}
<section><h2><a href="{{link.href}}">{{link.text}}</a></h2>{{> example-panel panel}}</section>
{{/each}}
{{/layout}}
`;
