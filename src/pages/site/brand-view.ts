import { brandPath } from "./brand.ts";
import type { PageContext } from "./context.ts";
import { documentLogo } from "./document-logo.ts";

/** The pictures of every page as the layout shows them: the settings' before the document's own, sizes where they are known. */
export function brandView({ site, path }: PageContext) {
  const { settings, routes } = site;
  const [logo, favicon] = [brandPath(settings, "logo") ?? documentLogo(site), brandPath(settings, "favicon")];
  return {
    ...(logo === undefined ? {} : { logo: routes.relative(path, logo), logoSize: site.pictureSize?.(logo) }),
    ...(favicon === undefined ? {} : { favicon: routes.relative(path, favicon) }),
  };
}
