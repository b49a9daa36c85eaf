import type { OutputFile } from "#output";
import type { Site } from "#pages";
import type { Theme } from "#render";

/** Files that only HTML pages and their hosts need. */
const OF_PAGES = /\.html$|^search\/|^(?:_headers|\.nojekyll|robots\.txt|sitemap(?:-\d+)?\.xml|manifest\.json)$/;

/** Matches code, which stays as it is, and links to pages without Markdown. */
const CODE_OR_LINK =
  /^(`{3,})[^]*?^\1`*$|(?<!`)(`+)(?!`)[^]*?(?<!`)\2(?!`)|\[((?:\\.|[^\]\\])*)\]\(<?(?![a-z][a-z0-9+.-]*:)[^()\s]*\.html(?:#[^()\s]*)?>?\)/gim;

function frontMatter(title: string, view: object): string {
  const summary = "summary" in view && typeof view.summary === "string" ? view.summary : "";
  const description = summary === "" ? "" : `description: ${JSON.stringify(summary)}\n`;
  return `---\ntitle: ${JSON.stringify(title)}\n${description}---\n\n`;
}

/** A site whose Markdown files have front matter for other generators. Links to pages without Markdown become plain text. */
export function withFrontMatter(site: Site): Site {
  return {
    ...site,
    *pages() {
      for (const page of site.pages()) {
        const { title, twin } = page;
        const print = (view: object): string => {
          const text = twin?.print(view).replace(CODE_OR_LINK, (whole, _fence, _ticks, label?: string) => label ?? whole);
          return frontMatter(title, view) + (text ?? "");
        };
        yield twin ? { ...page, twin: { path: twin.path, print } } : page;
      }
    },
    *files() {
      for (const { path, contents } of site.files()) {
        const isBare = path.endsWith(".md") && !contents.startsWith("---\n");
        const title = /^# (.+)$/m.exec(contents)?.[1] ?? path;
        yield { path, contents: isBare ? frontMatter(title, {}) + contents : contents };
      }
    },
  };
}

/** The files of a site without HTML and what only HTML needs. */
export async function* markdownAlone(files: AsyncIterable<OutputFile>, { assets }: Theme): AsyncGenerator<OutputFile> {
  const { style, headScript, script, others } = assets;
  const ofTheme = new Set([style, headScript, script, ...others].map(({ path }) => path));
  for await (const file of files) if (!OF_PAGES.test(file.path) && !ofTheme.has(file.path)) yield file;
}
