/** The paths of a list's pages: `tags.html`, `tags-2.html` and so on. There is always the first. */
export function numberedPages(name: string, count: number, size: number): string[] {
  const pages = Math.max(1, Math.ceil(count / size));
  return Array.from({ length: pages }, (_, index) => `${name}${index === 0 ? "" : `-${index + 1}`}.html`);
}
