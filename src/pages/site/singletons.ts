import type { SiteContext } from "./context.ts";

/** Pages of which a site has one, in the order of the sidebar. */
export interface Singleton {
  readonly kind: "overview" | "servers" | "security" | "tags" | "components" | "source";
  readonly path: string;
  readonly title: string;
}

/** The singletons of a site: one with nothing to show is not made. */
export function singletons({ api, words, sources }: Pick<SiteContext, "api" | "words" | "sources">): Singleton[] {
  const all: (Singleton & { readonly made: boolean })[] = [
    { kind: "overview", path: "index.html", title: words("site.overview"), made: true },
    { kind: "servers", path: "servers.html", title: words("site.servers"), made: api.servers.length > 0 },
    { kind: "security", path: "security.html", title: words("site.security"), made: api.securitySchemes.length > 0 },
    { kind: "tags", path: "tags.html", title: words("site.tags"), made: api.allTags.length > 0 },
    { kind: "components", path: "components.html", title: words("site.components"), made: api.components.some(({ used }) => !used) },
    { kind: "source", path: sources.files[0]?.parts[0]?.path ?? "", title: words("site.source"), made: sources.files.length > 0 },
  ];
  return all.filter(({ made }) => made);
}
