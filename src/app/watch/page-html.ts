import { escapeText } from "#prose";

/** The path prefix of the preview's own files. No page of a site can have it. */
export const OWN = "__msgdocs/";

/**
 * A page for the preview: its bytes and one script element. The script comes first, before the page's security policy, so that it may
 * listen for changes while the policy applies unchanged to everything else.
 */
export function withScript(html: string, version: string): string {
  const script = `<script src="/${OWN}watch.js" data-version="${version}"></script>`;
  const at = /<head(?:\s[^>]*)?>|<!doctype[^>]*>/gi;
  const head = [...html.slice(0, 2000).matchAll(at)].at(-1);
  const end = head ? head.index + head[0].length : 0;
  return html.slice(0, end) + script + html.slice(end);
}

/** Adapts the page for missing addresses, whose links are relative to the site's root, to a URL that is `depth` folders deep. */
export function atDepth(html: string, depth: number): string {
  if (depth === 0) return html;
  return html.replace(/( (?:href|src|action|data-root)=")(?![a-z][a-z0-9+.-]*:|[#/])/gi, `$1${"../".repeat(depth)}`);
}

/** A page of the preview, shown if the site has none. */
export function ownPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(title)}</title>
<link rel="stylesheet" href="/${OWN}own.css"></head>
<body><main><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p></main></body>
</html>
`;
}
