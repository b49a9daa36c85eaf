const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/** The one gate from a document's URL field to an `href`: absolute http, https or mailto; anything else is shown as text. */
export function safeUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return SCHEMES.has(protocol) ? href : undefined;
}
