/** Words of pages, navigation and controls. */
export const site = {
  "site.skip": "Skip to content",
} as const;
