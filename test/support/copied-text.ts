/** What the script of a page copies as the Markdown at a path, from the scripts of its site. */
export function copiedText(fileAt: (path: string) => string, path: string): string | undefined {
  const taken = (script: string): unknown => JSON.parse(/^msgdocsSearch\.take\("\w+",\d+,(.*)\);\n$/.exec(fileAt(script))?.[1] ?? "");
  const [number = -1] = (taken("search/pages.js") as [number, string][]).findLast(([, start]) => start <= path) ?? [];
  return (taken(`search/texts-${number}.js`) as Record<string, string>)[path];
}
