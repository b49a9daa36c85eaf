import { megabytesOf } from "#documents";
import type { RowBudget, SiteContext } from "./context.ts";

/** What a page may show that other pages show too. */
type CopyBudget = Pick<RowBudget, "repeated" | "copied">;

/** So many times as much may be copied as may be repeated before names are links: rows without names in them have no other end. */
const COPIES = 1.5;

/** What each page may copy however many there are, so that it tells what its subject begins with. */
const LEAST_COPIES = 50;

/**
 * What one page may repeat of schemas that have pages of their own, and of messages that do: of what all pages may, in equal parts, so
 * that a site grows with its document however often its parts refer to one another.
 */
export function copyBudgetOf(site: SiteContext): CopyBudget {
  return site.memo.of(share, site);
}

function share({ api, documents, settings }: SiteContext): CopyBudget {
  const subjects = api.messages.length + api.schemas.length;
  const all = settings.limits.repeatedRows * megabytesOf(documents);
  const repeated = Math.floor(all / Math.max(1, subjects));
  // Operations show their messages, which may be few.
  const copied = Math.floor((COPIES * all) / Math.max(1, subjects, api.operations.length));
  return { repeated, copied: Math.max(copied, Math.min(all, LEAST_COPIES)) };
}
