/** What to do so that a URL may be read: its host and folder named to the command, or a copy where the network would not be safe. */
export function howToAllow(url: string): string {
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== "https:") return "Only https is read: put a copy of the file beside the document.";
  const folder = `${origin}${pathname.slice(0, pathname.lastIndexOf("/") + 1)}`;
  return `Allow it with --allow-remote ${folder} or in the settings under remote.allow, or put a copy of the file beside the document.`;
}
