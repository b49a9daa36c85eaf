const HTML = /<(?:[abip]|li|ul|ol|br|wbr|bdi|code|mark|span|small|details|script(?= ))\b[^>]*>|<svg /;

/** The fields of a view that hold HTML as a text, by their names from the view on. What values are made of is no part of the view: nodes and prose. */
export function htmlIn(view: unknown): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const look = (value: unknown, name: string): void => {
    if (typeof value === "string" && HTML.test(value)) found.add(name);
    if (typeof value !== "object" || value === null || seen.has(value) || ("start" in value && "end" in value)) return;
    seen.add(value);
    const fields = value instanceof Map ? [...value] : Object.entries(value);
    for (const [field, each] of fields)
      if (!("written" in value && "prose" in value)) look(each, Array.isArray(value) ? name : `${name}.${String(field)}`);
  };
  look(view, "");
  return [...found].map((name) => name.slice(1));
}
