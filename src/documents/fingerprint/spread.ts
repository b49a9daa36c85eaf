/** Which parts of a graph are some parts or lead to them, by whatever way. */
export function spread(targets: readonly (readonly number[])[], to: readonly number[]): (part: number) => boolean {
  const found = new Set(to);
  if (found.size === 0) return () => false;
  const sources: number[][] = targets.map(() => []);
  for (const [source, all] of targets.entries()) for (const target of all) sources[target]?.push(source);
  // A set that grows while it is walked.
  for (const part of found) for (const source of sources[part] ?? []) found.add(source);
  return (part) => found.has(part);
}
