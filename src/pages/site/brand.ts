import { extname } from "node:path";
import type { Settings } from "#config";

/** A picture of the settings' and where it goes in the site; its extension stays, since servers tell types by it. */
export interface BrandAsset {
  readonly which: "logo" | "favicon";
  readonly source: string;
  readonly path: string;
}

/** The site path of the logo or the icon; `undefined` where the settings name none. */
export function brandPath(settings: Settings, which: "logo" | "favicon"): string | undefined {
  const source = settings[which];
  return source === undefined ? undefined : `assets/${which}${extname(source).toLowerCase()}`;
}

/** The pictures that the settings put on every page. */
export function brandAssets(settings: Settings): BrandAsset[] {
  return (["logo", "favicon"] as const).flatMap((which) => {
    const [source, path] = [settings[which], brandPath(settings, which)];
    return source === undefined || path === undefined ? [] : [{ which, source, path }];
  });
}
