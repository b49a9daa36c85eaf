import type { SiteContext } from "./context.ts";

/** Where everything stands on one page. */
export const PRINT_PATH = "print.html";

/** Things with a page of their own that go onto the page for printing at most; of more there is no such page. */
const MOST = 80;

/** Whether the document is small enough for one page of everything. */
export function printable({ navigation, guides }: Pick<SiteContext, "navigation" | "guides">): boolean {
  return navigation.total + guides.length <= MOST;
}
