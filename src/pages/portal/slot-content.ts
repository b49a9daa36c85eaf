import type { ApiIndex, PortalApi } from "#portal";
import type { PortalSlot } from "../frame/index.ts";

/** A place in a page of an API that is filled in when parts are merged. */
export interface SlotRequest {
  readonly slot: PortalSlot;
  readonly api: PortalApi;
  /** The index of the version that the page is of. */
  readonly index: ApiIndex;
  /** The page in its API, such as `channels/orders.html`. */
  readonly page: string;
  /** The path of the page in the portal, from which links of the slot are relative. */
  readonly path: string;
  /** Only for earlier versions: the same page in the current version, or its overview. */
  readonly current?: string | undefined;
}

/** The content of a slot. */
export interface SlotContent {
  readonly template: string;
  readonly view: object;
  /** Makes the content for the page's Markdown twin. */
  readonly twin: () => string;
}
